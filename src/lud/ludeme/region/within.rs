//! Everything within some steps of sites that the position decides.

use super::tables::MOST_TABLED;
use super::{RegionFn, SetTable, SitesFn, expand};
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::Compiler;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// Some sites, and what is near each of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Within {
    sites: SitesFn,
    near: SetTable,
}

impl Within {
    /// What is within so many steps of each site, worked out beforehand.
    fn of(
        c: &Compiler,
        sites: &SitesFn,
        steps: i32,
        kind: SiteType,
        direction: Option<AbsoluteDirection>,
    ) -> Option<Self> {
        let count = c.rules.topology.count(kind);
        if count > MOST_TABLED {
            return None;
        }
        let near: Vec<Bits> = c.on_empty_board(|ctx| {
            let around = |site| expand(ctx, Bits::from_sites([site]), steps, kind, direction);
            (0..count as i32).map(around).collect()
        });
        Some(Self { sites: sites.clone(), near: SetTable::new(&near) })
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.sites.is_fixed(bound)
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.sites.is_apart(register)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = match &self.sites {
            SitesFn::At(site) => Bits::from_sites([site.eval(ctx)]),
            SitesFn::In(region) => region.eval(ctx).into_owned(),
        };
        let near = self.near.union_of(&result);
        result.union(&near);
        result
    }
}

impl RegionFn {
    /// Looked up for each site, where it is everything within a certain number of steps.
    pub(super) fn within(self, c: &Compiler) -> Self {
        let Self::Expand { sites, steps, kind, direction } = &self else { return self };
        let within = steps.constant().and_then(|steps| Within::of(c, sites, steps, *kind, *direction));
        within.map_or(self, |within| Self::Within(Box::new(within)))
    }

    /// All of some regions. What is near the same sites in several ways is looked up once.
    pub(super) fn joined(list: Vec<Self>) -> Self {
        let mut parts: Vec<Self> = Vec::new();
        for item in list {
            let same = |part: &&mut Self| match (part, &item) {
                (Self::Within(one), Self::Within(other)) => one.sites == other.sites && one.near.fits(&other.near),
                _ => false,
            };
            match (parts.iter_mut().find(same), &item) {
                (Some(Self::Within(known)), Self::Within(more)) => known.near.add(&more.near),
                _ => parts.push(item),
            }
        }
        if parts.len() == 1 { parts.remove(0) } else { Self::Union(parts) }
    }
}
