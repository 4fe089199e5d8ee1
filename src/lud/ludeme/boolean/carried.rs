//! What carries a site, asked of all sites of a small board at once.

use super::mask::{holding, owned};
use super::{BoolFn, Comparison};
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::region::SetTable;
use crate::lud::play::context::{Context, Register};

/// Whether the sites just below a site are held as they should be, on a board of up to 64 sites.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Carried {
    /// The sites just below each site.
    below: SetTable,
    asked: Held,
}

/// What is asked of the sites just below.
#[derive(Debug, Clone, PartialEq)]
enum Held {
    /// None of them is empty.
    All,
    /// The number of those that belong to an owner compares so with another.
    Owned(IntFn, Comparison, IntFn),
    /// The number of those that hold one of some components compares so with another.
    Holding(Vec<IntFn>, Comparison, IntFn),
}

impl Carried {
    /// What a condition asks of the sites just below the one in a register.
    pub fn of(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        if c.rules.default_type() != SiteType::Vertex || c.rules.topology.count(SiteType::Vertex) > 64 {
            return None;
        }
        match condition {
            BoolFn::Flat(parts) if parts.0.is_register(register) => {
                Some(Self { below: parts.1.clone(), asked: Held::All })
            }
            BoolFn::Compare(comparison, parts) => {
                let (count, comparison, number) = match &**parts {
                    (IntFn::Count(count), number) => (count, *comparison, number),
                    (number, IntFn::Count(count)) => (count, comparison.turned(), number),
                    _ => return None,
                };
                let CountFn::Below { kind: SiteType::Vertex, at, who, whats, carriers } = &**count else { return None };
                let asked = match who {
                    _ if !whats.is_empty() => Held::Holding(whats.clone(), comparison, number.clone()),
                    Some(who) => Held::Owned(who.clone(), comparison, number.clone()),
                    None => return None,
                };
                let is_same = who.iter().chain(whats).chain([number]).all(|part| part.is_apart(register));
                (at.is_register(register) && is_same).then(|| Self { below: carriers.clone(), asked })
            }
            _ => None,
        }
    }

    /// Those of some sites that meet it.
    pub fn among(&self, sites: u64, ctx: &mut Context<'_>) -> u64 {
        let (held, comparison, number) = match &self.asked {
            Held::All => {
                let empty = ctx.state.row(&ctx.rules.layout, 0)[0];
                return self.that(sites, |below| below & empty == 0);
            }
            Held::Owned(who, comparison, number) => (owned(who.eval(ctx), u64::MAX, ctx), comparison, number),
            Held::Holding(whats, comparison, number) => {
                let held = whats.iter().fold(0, |held, what| held | holding(what.eval(ctx), u64::MAX, ctx));
                (held, comparison, number)
            }
        };
        let number = number.eval(ctx);
        self.that(sites, |below| comparison.holds((below & held).count_ones() as i32, number))
    }

    /// Those of some sites of whose sites just below something holds.
    #[inline]
    fn that(&self, sites: u64, holds: impl Fn(u64) -> bool) -> u64 {
        let (mut left, mut met) = (sites, 0);
        while left != 0 {
            let site = left.trailing_zeros();
            left &= left - 1;
            met |= u64::from(holds(self.below.fixed::<1>(site as usize)[0])) << site;
        }
        met
    }
}
