//! Sets of holes as play-outs of sowing work them out.

use super::board::Machine;
use super::lowering::Lowering;
use super::mask::Mask;
use super::number::{Number, set_of, word_of};
use super::test::Test;
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::Register;

/// A set of holes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Set {
    Fixed(u128),
    /// One of several by number; nothing beyond them.
    Choice(Number, Vec<Set>),
    /// One of several by the value of a register; another beyond them.
    ByRegister(Register, Vec<u128>, Box<Set>),
    List(Vec<Number>),
    If(Box<(Test, Set, Set)>),
    Union(Vec<Set>),
    Intersection(Vec<Set>),
    Difference(Box<(Set, Set)>),
    Without(Box<(Set, Number)>),
    /// The empty holes among some.
    Empty(u128),
    /// The holes of the board with a local state.
    State(Number),
    /// Those that meet a condition.
    Filter(Box<(Set, Mask)>),
    /// Asked of the rules.
    Rules(RegionFn),
}

impl Set {
    /// Works it out.
    #[inline]
    pub fn of(&self, m: &mut Machine<'_, '_>) -> u128 {
        match self {
            Self::Fixed(set) => *set,
            _ => self.work_out(m),
        }
    }

    fn work_out(&self, m: &mut Machine<'_, '_>) -> u128 {
        match self {
            Self::Fixed(set) => *set,
            Self::Choice(number, sets) => {
                let index = number.of(m);
                usize::try_from(index).ok().and_then(|index| sets.get(index)).map_or(0, |set| set.of(m))
            }
            Self::ByRegister(register, sets, otherwise) => {
                match usize::try_from(m.ctx.get(*register)).ok().and_then(|value| sets.get(value)) {
                    Some(set) => *set,
                    None => otherwise.of(m),
                }
            }
            Self::List(numbers) => numbers.iter().fold(0, |set, number| {
                let site = number.of(m);
                set | m.index(site).map_or(0, |site| 1 << site)
            }),
            Self::If(parts) => {
                if parts.0.holds(m) {
                    parts.1.of(m)
                } else {
                    parts.2.of(m)
                }
            }
            Self::Union(list) => list.iter().fold(0, |all, set| all | set.of(m)),
            Self::Intersection(list) => list.iter().fold(u128::MAX, |all, set| all & set.of(m)),
            Self::Difference(parts) => parts.0.of(m) & !parts.1.of(m),
            Self::Without(parts) => {
                let set = parts.0.of(m);
                let site = parts.1.of(m);
                set & !m.index(site).map_or(0, |site| 1 << site)
            }
            Self::Empty(among) => m.empty() & among,
            Self::State(value) => {
                let value = value.of(m);
                (0..m.holes.own).fold(0, |set, site| set | u128::from(m.state_at(site) == value) << site)
            }
            Self::Filter(parts) => {
                let set = parts.0.of(m);
                parts.1.of(set, &[Register::Site], m)
            }
            Self::Rules(region) => word_of(&region.eval(m.ctx)),
        }
    }
}

impl Lowering<'_> {
    /// A set of sites of a list of numbers.
    pub fn listed(&self, list: &ArrayFn) -> Option<Vec<Number>> {
        match list {
            ArrayFn::List(numbers) => numbers.iter().map(|number| self.number(number)).collect(),
            _ => None,
        }
    }

    /// A set of sites, where it can be worked out.
    pub fn set(&self, region: &RegionFn) -> Option<Set> {
        let both = |parts: &(RegionFn, RegionFn)| Some((self.set(&parts.0)?, self.set(&parts.1)?));
        let all = |list: &[RegionFn]| list.iter().map(|item| self.set(item)).collect::<Option<Vec<_>>>();
        Some(match region {
            RegionFn::Fixed(sites) => Set::Fixed(set_of(sites)?),
            RegionFn::Empty(kind) if *kind == self.rules.default_type() => Set::Empty(self.holes.board()),
            RegionFn::List(list) => match self.listed(list) {
                Some(numbers) => Set::List(numbers),
                None if self.can_ask_list(list) => Set::Rules(region.clone()),
                None => return None,
            },
            RegionFn::Union(list) => Set::Union(all(list)?),
            RegionFn::Intersection(list) if !list.is_empty() => Set::Intersection(all(list)?),
            RegionFn::Difference(parts) => Set::Difference(Box::new(both(parts)?)),
            RegionFn::Without(parts) => Set::Without(Box::new((self.set(&parts.0)?, self.number(&parts.1)?))),
            RegionFn::If(parts) => Set::If(Box::new((self.test(&parts.0)?, self.set(&parts.1)?, self.set(&parts.2)?))),
            RegionFn::Choice(index, sets) => {
                let sets = sets.iter().map(|set| set_of(set).map(Set::Fixed)).collect::<Option<_>>()?;
                Set::Choice(self.number(index)?, sets)
            }
            RegionFn::ByRegister(register, sets, otherwise) => Set::ByRegister(
                *register,
                sets.iter().map(set_of).collect::<Option<_>>()?,
                Box::new(self.set(otherwise)?),
            ),
            RegionFn::Owned(player, regions) => Set::Choice(self.number(player)?, all(regions)?),
            RegionFn::State(kind, value) if *kind == self.rules.default_type() && self.holes.has_states() => {
                Set::State(self.number(value)?)
            }
            RegionFn::Filter(parts) => {
                let mask = self.mask(&parts.1, &[Register::Site])?;
                Set::Filter(Box::new((self.set(&parts.0)?, mask)))
            }
            RegionFn::Recalled(parts) => self.set(&parts.0)?,
            _ if self.can_ask_region(region) => Set::Rules(region.clone()),
            _ => return None,
        })
    }

    /// Whether the rules need nothing but what is kept up to date to work a region out.
    pub fn can_ask_region(&self, region: &RegionFn) -> bool {
        if !self.remembers {
            return true;
        }
        let all = |list: &[RegionFn]| list.iter().all(|item| self.can_ask_region(item));
        match region {
            RegionFn::Fixed(_) | RegionFn::Pending => true,
            RegionFn::List(list) => self.can_ask_list(list),
            RegionFn::Union(list) | RegionFn::Intersection(list) => all(list),
            RegionFn::Difference(parts) => self.can_ask_region(&parts.0) && self.can_ask_region(&parts.1),
            RegionFn::Without(parts) => self.can_ask_region(&parts.0) && self.can_ask_number(&parts.1),
            RegionFn::If(parts) => {
                self.can_ask(&parts.0) && self.can_ask_region(&parts.1) && self.can_ask_region(&parts.2)
            }
            RegionFn::Choice(index, _) => self.can_ask_number(index),
            RegionFn::ByRegister(_, _, otherwise) => self.can_ask_region(otherwise),
            RegionFn::Owned(player, regions) => self.can_ask_number(player) && all(regions),
            RegionFn::Equipment(regions) => regions.iter().all(|&region| all(&self.rules.regions[region].sites)),
            RegionFn::Track(track) => {
                let sees = |number: &IntFn| self.can_ask_number(number);
                track.numbers().all(sees)
            }
            _ => false,
        }
    }
}
