//! Effects that only make notes beside the sites, and moves that do not read such notes: to make the notes first changes nothing
//! about which moves there are.

use super::simple::Simple;
use super::{Leaf, MovesFn};
use crate::lud::compile::{Compiler, walk};
use crate::lud::play::rules::Rules;
use crate::lud::tree::{Call, Value};

/// Whether an effect does nothing but make something pending or remember it.
pub(super) fn only_notes(rules: &Rules, effect: &MovesFn) -> bool {
    match effect {
        MovesFn::Leaf(id) => {
            let node = &rules.leaves[usize::from(*id)];
            let Leaf::Simple(simple) = &node.leaf else { return false };
            matches!(**simple, Simple::Pending(_) | Simple::PendingSites(_) | Simple::Remember(..))
                && node.chain.thens.is_empty()
                && node.chain.suffixes.is_empty()
        }
        MovesFn::If(parts) => only_notes(rules, &parts.1) && only_notes(rules, &parts.2),
        MovesFn::Or(list) => list.iter().all(|item| only_notes(rules, item)),
        MovesFn::ForEach(each) => each.over_sites().is_some_and(|(.., inner)| only_notes(rules, inner)),
        _ => false,
    }
}

/// Whether moves may depend on what is pending or remembered, be it that they look at moves to come. Where these `count`, so do
/// rules that keep the moves with which the longest sequences begin.
pub(super) fn may_read_notes(c: &Compiler, moves: &Value, count: bool) -> bool {
    let mut found = false;
    let mut visit = |call: &Call| {
        if !count && call.name() == "Max" && call.keyword() == Some("Moves") {
            return;
        }
        found |= matches!(
            (call.name(), call.keyword()),
            ("Values" | "Remember" | "Forget" | "Max" | "AvoidStoredState", _)
                | (_, Some("Pending"))
                | ("No", Some("Moves"))
                | ("Is", Some("Threatened" | "Repeat" | "Cycle"))
        );
    };
    match moves {
        Value::Call(moves) => walk(moves, &mut visit),
        _ => return true,
    }
    for generator in c.piece_generators.iter().flatten() {
        walk(generator, &mut visit);
    }
    found
}

/// Whether the moves after an effect are one move in any position that the effect leads to, or none only where the effect does
/// nothing either.
pub(super) fn always_follows(rules: &Rules, effect: &MovesFn, next: &MovesFn) -> bool {
    match next {
        MovesFn::If(parts) => always_follows(rules, effect, &parts.1) && always_follows(rules, effect, &parts.2),
        MovesFn::Leaf(id) => {
            let node = &rules.leaves[usize::from(*id)];
            let Leaf::Simple(simple) = &node.leaf else { return false };
            // What was just remembered can be forgotten.
            let forgets = matches!(**simple, Simple::ForgetAll(None)) && only_remembers(rules, effect);
            node.chain.suffixes.is_empty() && (simple.is_certain() || forgets)
        }
        _ => false,
    }
}

/// Whether all that an effect does is to remember numbers.
fn only_remembers(rules: &Rules, effect: &MovesFn) -> bool {
    match effect {
        MovesFn::Leaf(id) => {
            let leaf = &rules.leaves[usize::from(*id)].leaf;
            only_notes(rules, effect)
                && matches!(leaf, Leaf::Simple(simple) if matches!(**simple, Simple::Remember(..)))
        }
        MovesFn::ForEach(each) => each.over_sites().is_some_and(|(.., inner)| only_remembers(rules, inner)),
        _ => false,
    }
}
