//! What an iteration variable cannot change, as far as that is easily told: it need not be worked out again for each of its
//! values. In the same way [`Register::Notes`] and [`Register::Last`] are asked about, which stand for what a position keeps beside
//! its sites.

use super::array::ArrayFn;
use super::boolean::{BoolFn, PlayerTest};
use super::int::{BoardFn, CountFn, IntFn, SizeFn, TrackSite};
use super::region::{RegionFn, SitesFn};
use crate::lud::play::context::Register;

impl IntFn {
    /// Whether it is what a register holds.
    #[inline]
    #[must_use]
    pub fn is_register(&self, register: Register) -> bool {
        matches!(self, Self::Register(held) if *held == register)
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        match self {
            Self::Constant(_) | Self::Mover | Self::Next | Self::Prev => true,
            Self::Register(other) => *other != register,
            Self::Who(_, at) | Self::Plane(_, _, at) | Self::CountAt(_, at) => at.is_apart(register),
            Self::LastFrom | Self::LastTo | Self::LastFromAfter | Self::LastToAfter | Self::Variable(_) => {
                register != Register::Last
            }
            Self::Counter | Self::Temp | Self::LastTurnMover | Self::Pending | Self::Pot | Self::PipsTable(_) => {
                register != Register::Notes
            }
            Self::If(parts) => parts.0.is_apart(register) && parts.1.is_apart(register) && parts.2.is_apart(register),
            Self::Math(math) => math.is_apart(register),
            Self::Board(function) => match &**function {
                BoardFn::Map(_, key)
                | BoardFn::Table(_, _, key)
                | BoardFn::ByPlayer(_, key)
                | BoardFn::Property(_, _, key) => key.is_apart(register),
                BoardFn::Hand(_, one, other) | BoardFn::Coordinates(_, one, other) | BoardFn::Edge(one, other) => {
                    one.is_apart(register) && other.is_apart(register)
                }
                _ => false,
            },
            Self::Track(track) => match &**track {
                TrackSite::Move { track, from, steps } => {
                    track.player().is_apart(register) && from.is_apart(register) && steps.is_apart(register)
                }
                // The site that is asked about stands in a register of its own.
                TrackSite::First { track, from, condition } => {
                    let asks = |condition: &BoolFn| register == Register::To || condition.is_apart(register);
                    track.player().is_apart(register)
                        && from.as_ref().is_none_or(|from| from.is_apart(register))
                        && condition.as_ref().is_none_or(asks)
                }
                TrackSite::End(track) => track.player().is_apart(register),
            },
            Self::TopLevel(_, at) | Self::Face(at) => at.is_apart(register),
            Self::Score(of) | Self::PlayerValue(of) | Self::Amount(of) => {
                register != Register::Notes && of.is_apart(register)
            }
            Self::TeamMover => register != Register::Notes,
            Self::LastLevelFrom | Self::LastLevelTo => register != Register::Last,
            Self::Pieces(pieces) => pieces.is_apart(register),
            Self::Steps(steps) => steps.is_apart(register),
            Self::Recalled(parts) => parts.0.is_apart(register),
            Self::Size(size) => match &**size {
                SizeFn::Array(array) => array.is_apart(register),
                SizeFn::Group(links, at, condition) => {
                    at.is_apart(register) && links.is_apart(register, condition.as_ref())
                }
                SizeFn::Territory(links, players) => links.is_apart(register, None) && players.is_apart(register),
                SizeFn::Stack(_, sites) | SizeFn::Pieces(_, sites) => sites.is_apart(register),
            },
            Self::Count(function) => match &**function {
                CountFn::Moves | CountFn::MovesThisTurn | CountFn::Turns | CountFn::Active => {
                    register != Register::Notes
                }
                CountFn::On(_, sites) | CountFn::Sites(sites) | CountFn::Neighbours(_, _, sites) => {
                    sites.is_apart(register)
                }
                CountFn::Groups(links, condition, min) => {
                    links.is_apart(register, Some(condition)) && min.is_apart(register)
                }
                CountFn::LargestGroup(links, through, condition) => {
                    links.is_apart(register, Some(condition))
                        && through.as_ref().is_none_or(|through| through.is_apart(register))
                }
                CountFn::Stack(stack) => stack.is_apart(register),
                CountFn::Liberties(links, at, condition) => {
                    at.is_apart(register) && links.is_apart(register, condition.as_ref())
                }
                _ => false,
            },
            _ => false,
        }
    }
}

impl BoolFn {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Pending | Self::WasPass | Self::AllPassed | Self::PipsIn(_) => register != Register::Notes,
            Self::And(list) | Self::Or(list) => list.iter().all(|item| item.is_apart(register)),
            Self::Not(inner) => inner.is_apart(register),
            Self::If(parts) => parts.0.is_apart(register) && parts.1.is_apart(register) && parts.2.is_apart(register),
            Self::Compare(_, parts) => parts.0.is_apart(register) && parts.1.is_apart(register),
            Self::CountAt(test) => test.register() != register,
            Self::OwnerAt(PlayerTest::Active, _)
            | Self::PlayerAt(PlayerTest::Active, ..)
            | Self::Player(PlayerTest::Active, _)
                if register == Register::Notes =>
            {
                false
            }
            Self::Class(about, _) | Self::OwnerAt(_, about) | Self::PlayerAt(_, _, about) => *about != register,
            Self::AllEmpty(hands) => hands.0.is_apart(register),
            Self::Flat(parts) => parts.0.is_apart(register),
            Self::SiteTable(table) => table.is_apart(register),
            Self::PairTable(table) => table.is_apart(register),
            Self::Empty(_, site) | Self::Occupied(_, site) | Self::Player(_, site) | Self::Even(site) => {
                site.is_apart(register)
            }
            Self::In(parts) => parts.0.is_apart(register) && parts.1.is_apart(register),
            Self::Full => true,
            Self::Pattern(pattern) => pattern.is_apart(register),
            Self::Recalled(parts) => parts.0.is_apart(register),
            Self::NoPieces(pieces) => pieces.is_apart(register),
            Self::SameRegion(parts, _) => parts.0.is_apart(register) && parts.1.is_apart(register),
            Self::Related(_, _, parts) => parts.0.is_apart(register) && parts.1.is_apart(register),
            Self::Reaches(reaches) => reaches.region().is_apart(register),
            Self::Groups(test) => test.is_apart(register),
            Self::Liberty(parts) => parts.1 != register,
            Self::WithinArray(lists) => lists.0.is_apart(register) && lists.1.is_apart(register),
            // The sites that it goes through stand in a register of their own.
            Self::AllSites(parts) => {
                parts.0.is_apart(register) && (register == Register::Site || parts.1.is_apart(register))
            }
            Self::AllMeet(parts) => {
                let condition = parts.1.condition();
                parts.0.is_apart(register) && (register == Register::Site || condition.is_apart(register))
            }
            _ => false,
        }
    }
}

impl RegionFn {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty(_) | Self::Playable(_) => true,
            Self::Pending | Self::LastTos => register != Register::Notes,
            Self::Pattern(pattern) => pattern.is_apart(register),
            Self::Recalled(parts) => parts.0.is_apart(register),
            Self::EmptyIn(_, at) | Self::State(_, at) => at.is_apart(register),
            Self::Expand { sites, steps, .. } => sites.is_apart(register) && steps.is_apart(register),
            Self::Within(within) => within.is_apart(register),
            Self::ForEachSite(parts) => {
                parts.0.is_apart(register) && (register == Register::Site || parts.1.is_apart(register))
            }
            Self::Around(around) => around.is_apart(register),
            Self::Occupied(occupied) => occupied.is_apart(register),
            Self::Incident(incident) => incident.is_apart(register),
            Self::Distance(distance) => distance.is_apart(register),
            Self::Groups(groups) => groups.is_apart(register),
            Self::ByRegister(other, ..) => *other != register,
            Self::ByPair(sets) => sets.is_apart(register),
            Self::Choice(index, _) => index.is_apart(register),
            Self::Union(list) | Self::Intersection(list) => list.iter().all(|item| item.is_apart(register)),
            Self::Difference(parts) => parts.0.is_apart(register) && parts.1.is_apart(register),
            Self::Without(parts) => parts.0.is_apart(register) && parts.1.is_apart(register),
            Self::If(parts) => parts.0.is_apart(register) && parts.1.is_apart(register) && parts.2.is_apart(register),
            Self::Owned(player, regions) => {
                player.is_apart(register) && regions.iter().all(|region| region.is_apart(register))
            }
            Self::List(array) => array.is_apart(register),
            Self::Track(sites) => {
                register != Register::Track && sites.numbers().all(|number| number.is_apart(register))
            }
            Self::Filter(parts) => {
                parts.0.is_apart(register) && (register == Register::Site || parts.1.is_apart(register))
            }
            _ => false,
        }
    }
}

impl ArrayFn {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        match self {
            Self::List(list) => list.iter().all(|item| item.is_apart(register)),
            Self::Region(region) => region.is_apart(register),
            Self::If(parts) => parts.0.is_apart(register) && parts.1.is_apart(register) && parts.2.is_apart(register),
            Self::Results(results) => results.is_apart(register),
            Self::Remembered(_) => register != Register::Notes,
            Self::Recalled(parts) => parts.0.is_apart(register),
            _ => false,
        }
    }
}

impl SitesFn {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        match self {
            Self::At(site) => site.is_apart(register),
            Self::In(region) => region.is_apart(register),
        }
    }
}
