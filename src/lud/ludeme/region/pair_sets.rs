//! Regions that depend on two sites and nothing else, worked out for all pairs of sites when the game is compiled.

use super::{RegionFn, SetTable};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{MOST_PAIRED, PAIRS, bits_of};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// A region for each pair of sites in two registers.
#[derive(Debug, Clone, PartialEq)]
pub struct PairSets {
    registers: [Register; 2],
    sites: usize,
    /// By the site in the first register, then by that in the second.
    sets: SetTable,
    /// The region itself, for what is no site of the board.
    region: RegionFn,
}

impl PairSets {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        !self.registers.contains(&register)
    }

    /// Whether it is the same in every position, once the registers in `bound` (bit by register) are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.registers.iter().all(|&register| bound >> register as u16 & 1 == 1)
    }

    /// Evaluates.
    #[inline]
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        match self.words(ctx) {
            Some(words) => Bits::from_words(words),
            None => self.region.eval(ctx).into_owned(),
        }
    }

    /// Whether a site is in it.
    pub fn contains(&self, site: i32, ctx: &mut Context<'_>) -> bool {
        match self.words(ctx) {
            Some(words) => site >= 0 && words.get(site as usize / 64).is_some_and(|word| word >> (site % 64) & 1 == 1),
            None => self.region.contains(site, ctx),
        }
    }

    #[inline]
    fn words(&self, ctx: &Context<'_>) -> Option<&[u64]> {
        let [one, other] = self.registers.map(|register| ctx.get(register) as usize);
        (one < self.sites && other < self.sites).then(|| self.sets.of(one * self.sites + other))
    }
}

impl RegionFn {
    /// Works it out for every pair of sites now, where it depends on two sites and nothing else and takes long.
    pub(super) fn by_pair(self, c: &Compiler) -> Self {
        let sites = c.rules.topology.count(c.rules.default_type());
        let takes_long = match &self {
            Self::Filter(_) | Self::Between(_) | Self::ForEachSite(_) => true,
            Self::Union(list) | Self::Intersection(list) => list.iter().any(|item| matches!(item, Self::ByPair(_))),
            Self::Difference(parts) => [&parts.0, &parts.1].iter().any(|item| matches!(item, Self::ByPair(_))),
            _ => false,
        };
        let depends = |pair: &[Register; 2]| self.is_fixed(bits_of(*pair));
        if sites > MOST_PAIRED || !takes_long {
            return self;
        }
        let Some(registers) = PAIRS.into_iter().find(depends) else { return self };
        let sets: Vec<Bits> = c.on_empty_board(|ctx| {
            let each = |pair: usize| {
                ctx.set(registers[0], (pair / sites) as i32);
                ctx.set(registers[1], (pair % sites) as i32);
                self.eval(ctx).into_owned()
            };
            let sets = (0..sites * sites).map(each).collect();
            registers.into_iter().for_each(|register| _ = ctx.set(register, -1));
            sets
        });
        if !sets.iter().all(|set| set.is_below(sites)) {
            return self;
        }
        let sets = SetTable::of_sites(&sets, sites);
        Self::ByPair(Box::new(PairSets { registers, sites, sets, region: self }))
    }
}
