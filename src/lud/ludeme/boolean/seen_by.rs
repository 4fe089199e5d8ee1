//! Conditions as they are when a certain player moves.

use super::{BoolFn, Classes, PlayerTest};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::rules::Rules;

impl BoolFn {
    /// The condition when a player is to move, with regions of the mover and of the next player told as far as they are the same
    /// in all such positions; sites in registers are taken to be sites of the board, and only what is on top of them counts.
    #[must_use]
    pub fn seen_by(&self, mover: usize, rules: &Rules) -> Self {
        let all = |list: &[Self]| list.iter().map(|item| item.seen_by(mover, rules)).collect();
        match self {
            Self::And(list) => Self::And(all(list)),
            Self::Or(list) => Self::Or(all(list)),
            Self::Not(inner) => Self::Not(Box::new(inner.seen_by(mover, rules))),
            Self::If(parts) => {
                let [condition, yes, no] = [&parts.0, &parts.1, &parts.2].map(|part| part.seen_by(mover, rules));
                Self::If(Box::new((condition, yes, no)))
            }
            Self::SiteTable(table) => table.parts().3.seen_by(mover, rules),
            Self::Empty(kind, IntFn::Register(register)) if *kind == rules.default_type() => {
                Self::Class(*register, Classes::EMPTY)
            }
            Self::OwnerAt(PlayerTest::Enemy, register) if !rules.features.teams => {
                Self::Class(*register, Classes::OTHERS)
            }
            Self::OwnerAt(PlayerTest::Friend | PlayerTest::Mover, register) if !rules.features.teams => {
                Self::Class(*register, Classes::OWN)
            }
            Self::In(parts) => is_in(&parts.0, &parts.1, mover, rules).unwrap_or_else(|| self.clone()),
            other => other.clone(),
        }
    }
}

/// That a site is in a region when a player is to move, where that can be told.
fn is_in(site: &IntFn, region: &RegionFn, mover: usize, rules: &Rules) -> Option<BoolFn> {
    let among = |sites: &Bits| BoolFn::In(Box::new((site.clone(), RegionFn::Fixed(sites.clone()))));
    Some(match region {
        RegionFn::Fixed(sites) => among(sites),
        RegionFn::Empty(kind)
            if *kind == rules.default_type()
                && let IntFn::Register(register) = site =>
        {
            BoolFn::Class(*register, Classes::EMPTY)
        }
        RegionFn::Choice(whose, sets) => among(sets.get(player(whose, mover, rules)?)?),
        RegionFn::Owned(whose, regions) => is_in(site, regions.get(player(whose, mover, rules)?)?, mover, rules)?,
        RegionFn::Difference(parts) => {
            let [first, second] = [&parts.0, &parts.1].map(|region| is_in(site, region, mover, rules));
            BoolFn::And(vec![first?, BoolFn::Not(Box::new(second?))])
        }
        RegionFn::Union(list) => {
            BoolFn::Or(list.iter().map(|region| is_in(site, region, mover, rules)).collect::<Option<_>>()?)
        }
        RegionFn::Intersection(list) if !list.is_empty() => {
            BoolFn::And(list.iter().map(|region| is_in(site, region, mover, rules)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// The player that is meant when another is to move; who comes next is certain only between two.
fn player(whose: &IntFn, mover: usize, rules: &Rules) -> Option<usize> {
    match whose {
        IntFn::Mover => Some(mover),
        IntFn::Next if rules.players == 2 && (1..=2).contains(&mover) => Some(3 - mover),
        IntFn::Constant(player) => usize::try_from(*player).ok(),
        _ => None,
    }
}
