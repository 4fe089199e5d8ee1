//! How many sites a region can have at most, whatever the position, where it is a small one: around a site, along its lines.

use super::RegionFn;
use super::ask::asked_singly;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::play::bits::Bits;

/// Regions that may be larger are not told apart from the whole board.
const LARGE: usize = 80;

impl RegionFn {
    /// The most sites that it can have, where it is known to be small.
    #[must_use]
    pub fn most(&self, c: &Compiler) -> Option<usize> {
        self.bound(c).filter(|&most| most <= LARGE)
    }

    fn bound(&self, c: &Compiler) -> Option<usize> {
        let own = c.rules.default_type();
        let most_of = |sets: &[Bits]| sets.iter().map(Bits::len).max().unwrap_or(0);
        match self {
            Self::Fixed(sites) => Some(sites.len()),
            Self::List(array) => match &**array {
                ArrayFn::List(list) => Some(list.len()),
                _ => None,
            },
            Self::Choice(_, sets) => Some(most_of(sets)),
            // Where there is no site of the board to start from, there is none at any distance.
            Self::ByRegister(register, sets, other)
                if matches!(&**other, Self::Distance(distance) if distance.is_from(*register, own))
                    && sets.len() >= c.rules.topology.count(own) =>
            {
                Some(most_of(sets))
            }
            Self::ByRegister(_, sets, other) => Some(most_of(sets).max(other.bound(c)?)),
            Self::Owned(_, regions) => regions.iter().try_fold(0, |most, region| Some(region.bound(c)?.max(most))),
            Self::Around(around) => around.most(),
            Self::Distance(distance) => distance.most(),
            Self::Along(along) => along.most(c),
            Self::LineOfSight(sight) => sight.most(c),
            // The sites of this one are drawn, whatever the others have.
            Self::Intersection(list) if let Some((one, _)) = asked_singly(list) => one.bound(c),
            Self::Intersection(list) => list.iter().filter_map(|item| item.bound(c)).min(),
            Self::Union(list) => list.iter().map(|item| item.bound(c)).sum(),
            Self::Difference(parts) => parts.0.bound(c),
            Self::Without(parts) => parts.0.bound(c),
            Self::Filter(parts) => parts.0.bound(c),
            Self::If(parts) => Some(parts.1.bound(c)?.max(parts.2.bound(c)?)),
            _ => None,
        }
    }
}
