//! The order in which conditions that all have to hold are asked.

use super::BoolFn;
use crate::lud::ludeme::int::IntFn;

/// Conditions that all have to hold, in an order in which those that count pieces come after those that look at a single site.
/// Where others are among them, the order stays as it is.
pub(super) fn counts_last(list: Vec<BoolFn>) -> Vec<BoolFn> {
    if !list.iter().all(|condition| is_quick(condition) || counts(condition)) {
        return list;
    }
    let (mut quick, counting): (Vec<BoolFn>, Vec<BoolFn>) = list.into_iter().partition(is_quick);
    quick.extend(counting);
    quick
}

/// Whether it compares a number of pieces with something that is soon told.
fn counts(condition: &BoolFn) -> bool {
    let BoolFn::Compare(_, parts) = condition else { return false };
    let is_told = |number: &IntFn| matches!(number, IntFn::Pieces(_)) || is_soon_told(number);
    is_told(&parts.0) && is_told(&parts.1)
}

fn is_quick(condition: &BoolFn) -> bool {
    match condition {
        BoolFn::Constant(_) | BoolFn::Class(..) | BoolFn::OwnerAt(..) => true,
        BoolFn::Empty(_, site) | BoolFn::Occupied(_, site) => is_soon_told(site),
        BoolFn::Not(inner) => is_quick(inner),
        BoolFn::Compare(_, parts) => is_soon_told(&parts.0) && is_soon_told(&parts.1),
        _ => false,
    }
}

fn is_soon_told(number: &IntFn) -> bool {
    match number {
        IntFn::Constant(_) | IntFn::Register(_) | IntFn::Mover | IntFn::Next | IntFn::Prev => true,
        IntFn::LastFrom | IntFn::LastTo => true,
        IntFn::Plane(_, _, site) | IntFn::Who(_, site) => is_soon_told(site),
        _ => false,
    }
}
