//! Conditions as play-outs of sowing ask them.

use super::board::Machine;
use super::lowering::Lowering;
use super::mask::Mask;
use super::number::Number;
use super::play::Play;
use super::set::Set;
use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::{BoolFn, Comparison, PlayerTest};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    Constant(bool),
    And(Vec<Test>),
    Or(Vec<Test>),
    Not(Box<Test>),
    If(Box<(Test, Test, Test)>),
    Compare(Comparison, Box<(Number, Number)>),
    /// How the number of seeds on the site in a register, if that is below some number, compares with a number.
    CountAt(Comparison, Register, i32, i32),
    /// There are at least so many seeds on some sites, as far as they count.
    Reaches(u128, Box<Set>, i32),
    /// A site from a number on is empty (`true`), or occupied; one that does not exist is neither.
    Empty(Number, bool, i32),
    /// The site in a register is empty, occupied, or does not exist, as far as each is asked for.
    Class(Register, [bool; 3]),
    In(Box<(Number, Set)>),
    /// The site in a register is one of some.
    InFixed(Register, u128),
    /// The site in a register is one of some that are the mover's.
    InOwn(Register, Vec<u128>),
    /// There is nothing on some sites.
    NoPieces(Set),
    /// A player has no pieces; as the rules have it where seeds are counted on empty sites.
    NoPiecesOf(Box<(Number, BoolFn)>),
    /// A number is one of some.
    Among(Box<(Number, Vec<Number>)>),
    /// All of some sites meet a condition.
    All(Box<(Set, Mask)>),
    Even(Number),
    MoverIs(u8),
    MovedLast,
    /// A player is known to be unable to move.
    Stuck(Number),
    CanMove(Box<Play>),
    NoMovesNext,
    /// Asked of the rules.
    Rules(BoolFn),
}

impl Test {
    /// Whether it holds.
    #[inline]
    pub fn holds(&self, m: &mut Machine<'_, '_>) -> bool {
        // What most rules ask takes no call.
        match self {
            Self::CountAt(comparison, register, end, value) => {
                let site = m.ctx.get(*register);
                let count = if (0..*end).contains(&site) { m.count(site as usize) } else { 0 };
                comparison.holds(count, *value)
            }
            Self::MoverIs(player) => m.ctx.state.mover == *player,
            Self::MovedLast => m.ctx.state.prev == m.ctx.state.mover,
            _ => self.ask(m),
        }
    }

    fn ask(&self, m: &mut Machine<'_, '_>) -> bool {
        match self {
            Self::CountAt(..) | Self::MoverIs(_) | Self::MovedLast => self.holds(m),
            Self::Constant(truth) => *truth,
            Self::And(list) => list.iter().all(|item| item.holds(m)),
            Self::Or(list) => list.iter().any(|item| item.holds(m)),
            Self::Not(inner) => !inner.holds(m),
            Self::If(parts) => {
                if parts.0.holds(m) {
                    parts.1.holds(m)
                } else {
                    parts.2.holds(m)
                }
            }
            Self::Compare(comparison, parts) => {
                let left = parts.0.of(m);
                comparison.holds(left, parts.1.of(m))
            }
            Self::Reaches(counted, set, least) => {
                let set = set.of(m) & counted;
                m.reaches(set, *least)
            }
            Self::InFixed(register, set) => {
                let site = m.ctx.get(*register);
                (0..128).contains(&site) && set >> site & 1 == 1
            }
            Self::InOwn(register, sets) => {
                let site = m.ctx.get(*register);
                (0..128).contains(&site) && sets[usize::from(m.ctx.state.mover)] >> site & 1 == 1
            }
            Self::NoPieces(set) => set.of(m) & !m.empty() == 0,
            Self::NoPiecesOf(parts) => {
                let player = parts.0.of(m);
                if m.haunted { parts.1.eval(m.ctx) } else { m.owned(player) == 0 }
            }
            Self::Empty(site, truth, low) => {
                let site = site.of(m);
                site >= *low && m.index(site).is_some_and(|site| m.is_occupied(site) != *truth)
            }
            Self::Class(register, classes) => match m.index(m.ctx.get(*register)) {
                Some(site) => classes[usize::from(m.is_occupied(site))],
                None => classes[2],
            },
            Self::In(parts) => {
                let site = parts.0.of(m);
                (0..128).contains(&site) && parts.1.of(m) >> site & 1 == 1
            }
            Self::Among(parts) => {
                let number = parts.0.of(m);
                number >= 0 && parts.1.iter().any(|other| other.of(m) == number)
            }
            Self::All(parts) => {
                let set = parts.0.of(m);
                parts.1.all(set, &[Register::Site], m)
            }
            Self::Even(number) => number.of(m) & 1 == 0,
            Self::Stuck(player) => {
                let player = player.of(m);
                (0..32).contains(&player) && m.ctx.state.stalemated >> player & 1 == 1
            }
            Self::CanMove(play) => {
                let registers = m.ctx.registers();
                let can = m.can_move_by(play);
                m.ctx.restore(registers);
                can
            }
            Self::NoMovesNext => m.no_moves_next(),
            Self::Rules(condition) => condition.eval(m.ctx),
        }
    }
}

impl Lowering<'_> {
    /// A condition, where it can be asked.
    pub fn test(&self, condition: &BoolFn) -> Option<Test> {
        let all = |list: &[BoolFn]| list.iter().map(|item| self.test(item)).collect::<Option<Vec<_>>>();
        let own = self.rules.default_type();
        Some(match condition {
            BoolFn::Constant(truth) => Test::Constant(*truth),
            BoolFn::And(list) => Test::And(all(list)?),
            BoolFn::Or(list) => Test::Or(all(list)?),
            BoolFn::Not(inner) => Test::Not(Box::new(self.test(inner)?)),
            BoolFn::If(parts) => Test::If(Box::new((self.test(&parts.0)?, self.test(&parts.1)?, self.test(&parts.2)?))),
            BoolFn::Compare(comparison, parts) => {
                Test::Compare(*comparison, Box::new((self.number(&parts.0)?, self.number(&parts.1)?)))
            }
            BoolFn::CountAt(test) => {
                let (comparison, end, value) = test.parts();
                Test::CountAt(comparison, test.register(), end.min(self.holes.end as u32) as i32, value)
            }
            BoolFn::Reaches(reaches) => {
                let set = Box::new(self.set(reaches.region())?);
                Test::Reaches(self.counted_set(reaches.kind()), set, reaches.least())
            }
            BoolFn::Empty(kind, at) if *kind == own => Test::Empty(self.number(at)?, true, 0),
            BoolFn::Occupied(kind, at) if *kind == own => Test::Empty(self.number(at)?, false, 0),
            BoolFn::Occupied(SiteType::Cell, at) => {
                Test::Empty(self.number(at)?, false, self.counted(SiteType::Cell).0)
            }
            BoolFn::NoPieces(pieces) if let Some(region) = pieces.of_all(self.rules) => {
                Test::NoPieces(self.set(region)?)
            }
            BoolFn::NoPieces(pieces) if let Some(player) = self.whose(pieces) => {
                Test::NoPiecesOf(Box::new((self.number(player)?, condition.clone())))
            }
            BoolFn::Class(register, classes) if self.holes.is_single => {
                Test::Class(*register, [classes.has(0), classes.has(self.seeds_class()), classes.has(4)])
            }
            BoolFn::Player(PlayerTest::Mover, IntFn::Constant(player)) => Test::MoverIs(u8::try_from(*player).ok()?),
            BoolFn::Player(PlayerTest::Prev, IntFn::Mover) => Test::MovedLast,
            BoolFn::In(parts) => match &parts.1 {
                RegionFn::List(list) if let Some(numbers) = self.listed(list) => {
                    Test::Among(Box::new((self.number(&parts.0)?, numbers)))
                }
                // Whether a number is in a list is soonest known without making a set of it.
                RegionFn::List(_) if self.can_ask(condition) => Test::Rules(condition.clone()),
                region => match (self.number(&parts.0)?, self.set(region)?) {
                    (Number::Register(register), Set::Fixed(set)) => Test::InFixed(register, set),
                    (Number::Register(register), Set::Choice(Number::Mover, sets))
                        if sets.len() > self.rules.players && sets.iter().all(|set| matches!(set, Set::Fixed(_))) =>
                    {
                        let fixed = |set: Set| if let Set::Fixed(set) = set { set } else { 0 };
                        Test::InOwn(register, sets.into_iter().map(fixed).collect())
                    }
                    both => Test::In(Box::new(both)),
                },
            },
            BoolFn::AllSites(parts) => {
                let mask = self.mask(&parts.1, &[Register::Site])?;
                Test::All(Box::new((self.set(&parts.0)?, mask)))
            }
            BoolFn::AllMeet(parts) => {
                let mask = self.mask(parts.1.condition(), &[Register::Site])?;
                Test::All(Box::new((self.set(&parts.0)?, mask)))
            }
            BoolFn::Even(number) => Test::Even(self.number(number)?),
            BoolFn::CanMove(moves) => match self.play(moves) {
                play if play.is_known() => Test::CanMove(Box::new(play)),
                _ if self.can_ask(condition) => Test::Rules(condition.clone()),
                _ => return None,
            },
            BoolFn::NoMovesNext => Test::NoMovesNext,
            BoolFn::NoMoves(player) => Test::Stuck(self.number(player)?),
            BoolFn::PlayerAt(test, Plane::State, register) if !self.rules.features.teams => {
                let state = || Number::State(Box::new(Number::Register(*register)));
                let is = |comparison, other| Test::Compare(comparison, Box::new((state(), other)));
                match test {
                    PlayerTest::Mover | PlayerTest::Friend => is(Comparison::Equal, Number::Mover),
                    PlayerTest::Next => is(Comparison::Equal, Number::Next),
                    PlayerTest::Enemy => Test::And(vec![
                        is(Comparison::NotEqual, Number::Constant(0)),
                        is(Comparison::NotEqual, Number::Mover),
                    ]),
                    PlayerTest::Prev | PlayerTest::Active => {
                        return self.can_ask(condition).then(|| Test::Rules(condition.clone()));
                    }
                }
            }
            BoolFn::Recalled(parts) => self.test(&parts.0)?,
            _ if self.can_ask(condition) => Test::Rules(condition.clone()),
            _ => return None,
        })
    }

    /// The number of the class of sites with seeds: nobody's pieces, or everyone's.
    fn seeds_class(&self) -> u8 {
        if self.rules.owners[1] == 0 { 2 } else { 3 }
    }

    /// Whether the rules need nothing but what is kept up to date to answer a condition.
    pub fn can_ask(&self, condition: &BoolFn) -> bool {
        if !self.remembers {
            return true;
        }
        match condition {
            BoolFn::Constant(_)
            | BoolFn::Pending
            | BoolFn::Cycle
            | BoolFn::Decided(_)
            | BoolFn::Proposed(_)
            | BoolFn::AllPassed
            | BoolFn::WasPass => true,
            BoolFn::And(list) | BoolFn::Or(list) => list.iter().all(|item| self.can_ask(item)),
            BoolFn::Not(inner) => self.can_ask(inner),
            BoolFn::If(parts) => self.can_ask(&parts.0) && self.can_ask(&parts.1) && self.can_ask(&parts.2),
            BoolFn::Compare(_, parts) => self.can_ask_number(&parts.0) && self.can_ask_number(&parts.1),
            BoolFn::Player(_, number) | BoolFn::Even(number) | BoolFn::NoMoves(number) => self.can_ask_number(number),
            BoolFn::Triggered(_, number) => self.can_ask_number(number),
            BoolFn::In(parts) => self.can_ask_number(&parts.0) && self.can_ask_region(&parts.1),
            BoolFn::InArray(parts) => {
                parts.0.iter().all(|number| self.can_ask_number(number)) && self.can_ask_list(&parts.1)
            }
            _ => false,
        }
    }
}
