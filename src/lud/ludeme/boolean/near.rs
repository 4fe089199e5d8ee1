//! Whether there is something of a kind around a site, asked of all sites of a small board at once.

use super::{BoolFn, Classes, Comparison};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::region::{Around, RegionFn, SitesFn};
use crate::lud::play::context::{Context, Register};

/// The sites around others of which a condition asks whether there are any, and whether there have to be some, not none.
pub(super) fn asked_around(condition: &BoolFn) -> Option<(&Around, bool)> {
    let BoolFn::Compare(comparison, parts) = condition else { return None };
    let (count, comparison) = match &**parts {
        (IntFn::Count(count), IntFn::Constant(0)) => (count, *comparison),
        (IntFn::Constant(0), IntFn::Count(count)) => (count, comparison.turned()),
        _ => return None,
    };
    let some = match comparison {
        Comparison::Equal | Comparison::LessEqual => false,
        Comparison::NotEqual | Comparison::Greater => true,
        _ => return None,
    };
    let CountFn::Sites(SitesFn::In(RegionFn::Around(around))) = &**count else { return None };
    Some((around, some))
}

/// Whether sites of some classes are around a site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Near {
    /// The sites around each site, and those around which it is.
    around: Vec<u64>,
    back: Vec<u64>,
    classes: Classes,
    /// Whether there have to be some, not none.
    some: bool,
}

impl Near {
    /// Whether there are any sites around the one in a register, on a board of up to 64 sites.
    pub fn of(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        let (around, some) = asked_around(condition)?;
        let (IntFn::Register(at), near, classes) = around.of_site(c.rules.default_type())? else { return None };
        let features = &c.rules.features;
        // Pieces that all share are of no class of their own.
        let shares = c.rules.owners.iter().any(|&owner| usize::from(owner) > c.rules.players);
        if *at != register || shares || features.stacking || features.teams || features.owners_change {
            return None;
        }
        let around: Vec<u64> = near.iter().map(|near| near.words().first().copied().unwrap_or(0)).collect();
        let is_around = |site: usize, other: usize| around[other] >> site & 1 == 1;
        let back = |site: usize| {
            (0..around.len()).filter(|&other| is_around(site, other)).fold(0, |set, other| set | 1 << other)
        };
        let back = (0..around.len()).map(back).collect();
        (around.len() <= 64).then_some(Self { around, back, classes, some })
    }

    /// Those of some sites that meet it.
    pub fn among(&self, sites: u64, ctx: &Context<'_>) -> u64 {
        let wanted = self.classes.word(ctx);
        let mut met = 0;
        if wanted.count_ones() < sites.count_ones() {
            let mut left = wanted;
            while left != 0 {
                met |= self.back.get(left.trailing_zeros() as usize).copied().unwrap_or(0);
                left &= left - 1;
            }
        } else {
            let mut left = sites;
            while left != 0 {
                let site = left.trailing_zeros();
                left &= left - 1;
                met |= u64::from(self.around[site as usize] & wanted != 0) << site;
            }
        }
        if self.some { sites & met } else { sites & !met }
    }
}
