//! Regions that depend on two sites and nothing else, worked out for all pairs of sites when the game is compiled.

use super::{RegionFn, SetTable};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::pair::Pair;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// A region for each pair of sites in two registers.
#[derive(Debug, Clone, PartialEq)]
pub struct PairSets {
    pair: Pair,
    /// By the site in the first register, then by that in the second.
    sets: SetTable,
    /// The region itself, for what is no site of the board.
    region: RegionFn,
}

impl PairSets {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.pair.is_apart(register)
    }

    /// Whether it is the same in every position, once the registers in `bound` (bit by register) are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.pair.is_fixed(bound)
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
        let [one, other] = self.pair.sites(ctx)?;
        Some(self.sets.of(one * self.pair.board() + other))
    }
}

impl RegionFn {
    /// Works it out for every pair of sites now, where it depends on two sites and nothing else and takes long.
    pub(super) fn by_pair(self, c: &Compiler) -> Self {
        let takes_long = match &self {
            Self::Filter(_) | Self::Between(_) | Self::ForEachSite(_) => true,
            Self::Union(list) | Self::Intersection(list) => list.iter().any(|item| matches!(item, Self::ByPair(_))),
            Self::Difference(parts) => [&parts.0, &parts.1].iter().any(|item| matches!(item, Self::ByPair(_))),
            _ => false,
        };
        if !takes_long {
            return self;
        }
        let Some(pair) = Pair::all(c).find(|pair| self.is_fixed(pair.bits().0)) else { return self };
        let mut sets: Vec<Bits> = Vec::new();
        pair.each(c, |ctx, _| sets.push(self.eval(ctx).into_owned()));
        if !sets.iter().all(|set| set.is_below(pair.board())) {
            return self;
        }
        let sets = SetTable::of_sites(&sets, pair.board());
        Self::ByPair(Box::new(PairSets { pair, sets, region: self }))
    }
}
