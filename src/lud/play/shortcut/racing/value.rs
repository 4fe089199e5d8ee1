//! Numbers, sets of sites and conditions as play-outs of races ask them.

use super::board::OWNERS;
use super::play::Play;
use super::{Lowering, Machine, sites_below, sites_of};
use crate::lud::ludeme::boolean::{BoolFn, Comparison, CountTest, PlayerTest, is_player};
use crate::lud::ludeme::int::{BoardFn, CountFn, IntFn, Operation, SizeFn, TrackSite, combine};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;
use crate::lud::play::shortcut::bare::SITES;

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Number {
    Constant(i32),
    Register(Register),
    Mover,
    Next,
    /// What is at a site: its component, owner or state, how high it is, the level of its top, or how many are there.
    At(Held, Box<Number>),
    /// The component or owner (`true`) at a level of a site.
    AtLevel(Box<(Number, Number)>, bool),
    /// The site some steps after one on a track: which by player, then the player, where, and how many.
    Steps(Vec<Option<u16>>, Box<(Number, Number, Number)>),
    /// What the die at a site shows.
    Face(Box<Number>),
    /// How many pieces a player has.
    Pieces(Box<Number>),
    /// How many sites there are.
    Size(Box<Set>),
    If(Box<(Test, Number, Number)>),
    Math(Operation, Vec<Number>),
    /// A number for each key from a first one on, and the key; the key itself beyond them.
    Table(i32, Vec<i32>, Box<Number>),
    /// A number for each player, and the player; −1 beyond them, plus another.
    Hand(Vec<i32>, Box<(Number, Number)>),
    /// A site of a set by its place.
    Nth(Box<(Set, Number)>),
    /// Asked of the rules, which look at no site for it.
    Rules(IntFn),
}

/// What is asked of a site.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Held {
    What,
    Who,
    State,
    Height,
    TopLevel,
    Count,
}

/// A set of sites.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Set {
    Fixed(u128),
    Choice(Box<Number>, Vec<u128>),
    Empty,
    Union(Vec<Set>),
    Intersection(Vec<Set>),
    Difference(Box<(Set, Set)>),
    /// One of several by number.
    By(Box<Number>, Vec<Set>),
    If(Box<(Test, Set, Set)>),
    /// Sites among some on which a player has a piece, which is on top.
    Occupied(u128, Box<Number>),
    List(Vec<Number>),
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    Constant(bool),
    And(Vec<Test>),
    Or(Vec<Test>),
    Not(Box<Test>),
    If(Box<(Test, Test, Test)>),
    Compare(Comparison, Box<(Number, Number)>),
    /// Kinds of the site in a register that meet a condition, by mover and site, and the condition for other sites.
    Kinds(Register, usize, Vec<u8>, Box<Test>),
    /// The site in a register is of one of some classes: nothing, the mover's, nobody's, another's, no site.
    Class(Register, [bool; 5]),
    /// There is nothing (`true`) or something on a site.
    Empty(Number, bool),
    Player(PlayerTest, Number),
    In(Box<(Number, Set)>),
    NoPieces(Number),
    /// Some of several players, all of whom have pieces other than dice, have none.
    NoneOf(PlayersFn),
    CanMove(Box<Play>),
    /// How many pieces there are on the site in a register.
    Count(CountTest),
    /// All of some sites meet a condition.
    All(Box<(Set, Test)>),
    /// Asked of the rules, which look at no site for it.
    Rules(BoolFn),
}

impl Number {
    /// Works it out.
    #[inline]
    pub fn of(&self, m: &mut Machine<'_, '_>) -> i32 {
        match self {
            Self::Constant(value) => *value,
            Self::Register(register) => m.ctx.get(*register),
            Self::Mover => i32::from(m.ctx.state.mover),
            _ => self.work_out(m),
        }
    }

    fn work_out(&self, m: &mut Machine<'_, '_>) -> i32 {
        match self {
            Self::Constant(_) | Self::Register(_) | Self::Mover => self.of(m),
            Self::Next => i32::from(m.ctx.state.next),
            Self::At(held, site) => {
                let site = site.of(m);
                let Some(site) = m.index(site) else { return 0 };
                i32::from(match held {
                    Held::State => return i32::from(m.board.state(site)),
                    Held::What => m.board.top(site),
                    Held::Who => m.board.who(site),
                    Held::Height if m.ctx.rules.features.stacking => m.board.height(site),
                    Held::Height => m.board.height(site).min(1),
                    Held::TopLevel => m.board.height(site).saturating_sub(1),
                    Held::Count => m.board.height(site),
                })
            }
            Self::AtLevel(parts, owner) => {
                let site = parts.0.of(m);
                let Some(site) = m.index(site) else { return 0 };
                let level = parts.1.of(m);
                let what = if level < 0 { m.board.top(site) } else { m.board.at_level(site, level) };
                i32::from(if *owner { m.board.owner(what) } else { what })
            }
            Self::Steps(tracks, parts) => {
                let player = parts.0.of(m);
                let rules = m.ctx.rules;
                let Some(Some(track)) = tracks.get(player as usize) else { return -1 };
                let number = usize::from(*track);
                let track = &rules.tracks[number];
                let from = parts.1.of(m);
                let place = if m.shape.keeps_places && !track.is_looped {
                    if from < 0 {
                        return -1;
                    }
                    m.place(number, player, from)
                } else {
                    track.index_of(from)
                };
                let steps = parts.2.of(m);
                track.after(place.unwrap_or(track.elements.len()), steps)
            }
            Self::Face(site) => {
                let site = site.of(m);
                m.pips_at(site)
            }
            Self::Pieces(player) => {
                let player = player.of(m);
                m.pieces_of(player)
            }
            Self::Size(set) => set.of(m).count_ones() as i32,
            Self::If(parts) => {
                if parts.0.holds(m) {
                    parts.1.of(m)
                } else {
                    parts.2.of(m)
                }
            }
            Self::Math(operation, operands) => combine(*operation, operands.iter().map(|operand| operand.of(m))),
            Self::Table(first, numbers, key) => {
                let key = key.of(m);
                let index = key.checked_sub(*first).and_then(|index| usize::try_from(index).ok());
                index.and_then(|index| numbers.get(index)).copied().unwrap_or(key)
            }
            Self::Hand(first, parts) => {
                let player = parts.0.of(m);
                let index = parts.1.of(m);
                match first.get(player as usize) {
                    Some(&first) if first >= 0 => first + index,
                    _ => -1,
                }
            }
            Self::Nth(parts) => {
                let set = parts.0.of(m);
                let index = parts.1.of(m);
                let nth = usize::try_from(index).ok().and_then(|index| sites_of(set).nth(index));
                nth.map_or(-1, |site| site as i32)
            }
            Self::Rules(number) => number.eval(m.ctx),
        }
    }
}

impl Set {
    /// The sites.
    pub fn of(&self, m: &mut Machine<'_, '_>) -> u128 {
        match self {
            Self::Fixed(set) => *set,
            Self::Choice(key, sets) => {
                let key = key.of(m);
                usize::try_from(key).ok().and_then(|key| sets.get(key)).copied().unwrap_or(0)
            }
            Self::Empty => m.shape.own & !m.board.occupied(),
            Self::Union(list) => list.iter().fold(0, |all, item| all | item.of(m)),
            Self::Intersection(list) => list.iter().fold(u128::MAX, |all, item| all & item.of(m)),
            Self::Difference(parts) => parts.0.of(m) & !parts.1.of(m),
            Self::By(key, sets) => {
                let key = key.of(m);
                usize::try_from(key).ok().and_then(|key| sets.get(key)).map_or(0, |set| set.of(m))
            }
            Self::If(parts) => {
                if parts.0.holds(m) {
                    parts.1.of(m)
                } else {
                    parts.2.of(m)
                }
            }
            Self::Occupied(among, player) => {
                let player = player.of(m);
                let has = usize::try_from(player).ok().filter(|&player| player < OWNERS);
                let has = among & has.map_or(0, |player| m.board.sites_of(player));
                let is_on_top = |site: &usize| i32::from(m.board.who(*site)) == player;
                sites_of(has).filter(is_on_top).fold(0, |all, site| all | 1 << site)
            }
            Self::List(list) => list.iter().fold(0, |all, item| {
                let site = item.of(m);
                if (0..SITES as i32).contains(&site) { all | 1 << site } else { all }
            }),
        }
    }
}

impl Test {
    /// Whether it holds.
    #[inline]
    pub fn holds(&self, m: &mut Machine<'_, '_>) -> bool {
        match self {
            Self::Constant(truth) => *truth,
            Self::And(list) => list.iter().all(|item| item.holds(m)),
            Self::Or(list) => list.iter().any(|item| item.holds(m)),
            Self::Not(inner) => !inner.holds(m),
            _ => self.ask(m),
        }
    }

    fn ask(&self, m: &mut Machine<'_, '_>) -> bool {
        match self {
            Self::Constant(_) | Self::And(_) | Self::Or(_) | Self::Not(_) => self.holds(m),
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
            Self::Kinds(register, sites, kinds, other) => {
                let site = m.ctx.get(*register) as usize;
                if site >= *sites {
                    return other.holds(m);
                }
                kinds[usize::from(m.ctx.state.mover) * sites + site] >> m.kind_of(site) & 1 == 1
            }
            Self::Class(register, classes) => {
                let site = m.ctx.get(*register);
                match m.index(site) {
                    Some(site) => classes[usize::from(m.class_of(site))],
                    None => classes[4],
                }
            }
            Self::Empty(site, truth) => {
                let site = site.of(m);
                m.index(site).is_some_and(|site| (m.board.top(site) == 0) == *truth)
            }
            Self::Player(test, player) => {
                let player = player.of(m);
                is_player(m.ctx, *test, player)
            }
            Self::In(parts) => {
                let site = parts.0.of(m);
                (0..SITES as i32).contains(&site) && parts.1.of(m) >> site & 1 == 1
            }
            Self::NoPieces(player) => {
                let player = player.of(m);
                m.pieces_of(player) == 0
            }
            Self::NoneOf(players) => {
                let players = players.eval(m.ctx);
                (1..=m.ctx.rules.players).all(|player| players >> player & 1 == 0 || m.board.total(player) == 0)
            }
            Self::CanMove(play) => m.can_move(play),
            Self::Count(test) => {
                let (comparison, end, value) = test.parts();
                let site = m.ctx.get(test.register()) as usize;
                let count = if site < end as usize { i32::from(m.board.height(site)) } else { 0 };
                comparison.holds(count, value)
            }
            Self::All(parts) => {
                let set = parts.0.of(m);
                let before = m.ctx.get(Register::Site);
                let met = sites_of(set).all(|site| {
                    m.ctx.set(Register::Site, site as i32);
                    parts.1.holds(m)
                });
                m.ctx.set(Register::Site, before);
                met
            }
            Self::Rules(condition) => condition.eval(m.ctx),
        }
    }
}

/// A fixed set of sites, where all are small enough.
fn set_of(sites: &Bits) -> Option<u128> {
    let word = |index: usize| u128::from(sites.words().get(index).copied().unwrap_or(0));
    sites.is_below(SITES).then(|| word(0) | word(1) << 64)
}

impl Lowering<'_> {
    fn boxed(&self, number: &IntFn) -> Option<Box<Number>> {
        self.number(number).map(Box::new)
    }

    /// A player that has pieces other than dice.
    fn player(&self, player: &IntFn) -> Option<Number> {
        match player {
            IntFn::Constant(player) if (1..=self.rules.players as i32).contains(player) => {
                Some(Number::Constant(*player))
            }
            IntFn::Mover | IntFn::Next | IntFn::Prev | IntFn::Register(Register::Player) => self.number(player),
            _ => None,
        }
    }

    /// A number, where it can be worked out.
    pub fn number(&self, number: &IntFn) -> Option<Number> {
        let own = self.rules.default_type();
        Some(match number {
            IntFn::Constant(value) => Number::Constant(*value),
            IntFn::Register(register) => {
                if *register == Register::Level {
                    self.asks_level.set(true);
                }
                Number::Register(*register)
            }
            IntFn::Mover => Number::Mover,
            IntFn::Next => Number::Next,
            IntFn::Prev
            | IntFn::LastTurnMover
            | IntFn::LastFrom
            | IntFn::LastTo
            | IntFn::LastFromAfter
            | IntFn::LastToAfter
            | IntFn::LastLevelFrom
            | IntFn::LastLevelTo
            | IntFn::Counter
            | IntFn::Temp
            | IntFn::Variable(_)
            | IntFn::Pending
            | IntFn::PipsTable(_) => Number::Rules(number.clone()),
            IntFn::Score(player) | IntFn::PlayerValue(player)
                if matches!(
                    **player,
                    IntFn::Constant(_) | IntFn::Mover | IntFn::Next | IntFn::Prev | IntFn::Register(Register::Player)
                ) =>
            {
                Number::Rules(number.clone())
            }
            IntFn::Who(kind, at) if *kind == own => Number::At(Held::Who, self.boxed(at)?),
            IntFn::Plane(Plane::What, kind, at) if *kind == own => Number::At(Held::What, self.boxed(at)?),
            IntFn::Plane(Plane::State, kind, at) if *kind == own && !self.rules.features.stacking => {
                Number::At(Held::State, self.boxed(at)?)
            }
            IntFn::TopLevel(kind, at) if *kind == own && self.rules.features.stacking => {
                Number::At(Held::TopLevel, self.boxed(at)?)
            }
            IntFn::CountAt(kind, at) if *kind == own => Number::At(Held::Count, self.boxed(at)?),
            IntFn::AtLevel(asked) => {
                let (plane, kind, at, level) = asked.parts();
                let fits = kind == own && self.rules.features.stacking && matches!(plane, Plane::What | Plane::Who);
                if !fits {
                    return None;
                }
                Number::AtLevel(Box::new((self.number(at)?, self.number(level)?)), plane == Plane::Who)
            }
            IntFn::Size(size) => match &**size {
                SizeFn::Stack(kind, SitesFn::At(at)) if *kind == own => Number::At(Held::Height, self.boxed(at)?),
                _ => return None,
            },
            IntFn::Face(at) => Number::Face(self.boxed(at)?),
            IntFn::Pieces(pieces) => Number::Pieces(Box::new(self.player(pieces.of_player()?)?)),
            IntFn::If(parts) => {
                Number::If(Box::new((self.test(&parts.0)?, self.number(&parts.1)?, self.number(&parts.2)?)))
            }
            IntFn::Math(math) if math.list().is_none() => {
                let operands = math.operands().iter().map(|operand| self.number(operand));
                Number::Math(math.operation(), operands.collect::<Option<_>>()?)
            }
            IntFn::Count(count) => match &**count {
                CountFn::Moves | CountFn::MovesThisTurn | CountFn::Turns | CountFn::Active => {
                    Number::Rules(number.clone())
                }
                CountFn::Pips(_, IntFn::Mover | IntFn::Constant(_) | IntFn::Next | IntFn::Prev) => {
                    Number::Rules(number.clone())
                }
                CountFn::On(kind, SitesFn::At(at)) if *kind == own && !self.rules.features.stacking => {
                    Number::At(Held::Count, self.boxed(at)?)
                }
                CountFn::Sites(SitesFn::In(region)) => Number::Size(Box::new(self.set(region)?)),
                _ => return None,
            },
            IntFn::Board(board) => match &**board {
                BoardFn::Table(first, numbers, key) => Number::Table(*first, numbers.clone(), self.boxed(key)?),
                BoardFn::Hand(first, player, index) => {
                    Number::Hand(first.clone(), Box::new((self.number(player)?, self.number(index)?)))
                }
                BoardFn::ByPlayer(numbers, player @ (IntFn::Mover | IntFn::Next | IntFn::Constant(_))) => {
                    Number::Table(0, numbers.clone(), self.boxed(player)?)
                }
                BoardFn::RegionSite(region, index) => Number::Nth(Box::new((self.set(region)?, self.number(index)?))),
                _ => return None,
            },
            IntFn::Track(track) => match &**track {
                TrackSite::Move { track, from, steps } => {
                    let parts = (self.number(track.player())?, self.number(from)?, self.number(steps)?);
                    Number::Steps(track.by_player().to_vec(), Box::new(parts))
                }
                TrackSite::First { track, from: None, condition: None } | TrackSite::End(track)
                    if matches!(track.player(), IntFn::Constant(_) | IntFn::Mover | IntFn::Next) =>
                {
                    Number::Rules(number.clone())
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// A set of sites, where it can be told.
    pub fn set(&self, region: &RegionFn) -> Option<Set> {
        let all = |list: &[RegionFn]| list.iter().map(|item| self.set(item)).collect::<Option<Vec<_>>>();
        Some(match region {
            RegionFn::Fixed(sites) => Set::Fixed(set_of(sites)?),
            RegionFn::Choice(key, sets) => {
                Set::Choice(self.boxed(key)?, sets.iter().map(set_of).collect::<Option<_>>()?)
            }
            RegionFn::Empty(kind) if *kind == self.rules.default_type() => Set::Empty,
            RegionFn::Union(list) => Set::Union(all(list)?),
            RegionFn::Intersection(list) if !list.is_empty() => Set::Intersection(all(list)?),
            RegionFn::Owned(player, regions) => Set::By(self.boxed(player)?, all(regions)?),
            RegionFn::If(parts) => Set::If(Box::new((self.test(&parts.0)?, self.set(&parts.1)?, self.set(&parts.2)?))),
            RegionFn::Occupied(occupied) => {
                let (PlayersFn::One(player), hands) = occupied.owners()? else { return None };
                let layout = &self.rules.layout;
                let (kind, top) = occupied.asked();
                if kind != self.rules.default_type() || (!top && self.rules.features.stacking) {
                    return None;
                }
                let among = sites_below(if hands { layout.containers_end } else { layout.own });
                Set::Occupied(among, Box::new(self.player(player)?))
            }
            RegionFn::Difference(parts) => Set::Difference(Box::new((self.set(&parts.0)?, self.set(&parts.1)?))),
            RegionFn::Without(parts) => {
                let site = Set::List(vec![self.number(&parts.1)?]);
                Set::Difference(Box::new((self.set(&parts.0)?, site)))
            }
            RegionFn::List(list) => match &**list {
                crate::lud::ludeme::array::ArrayFn::List(numbers) => {
                    Set::List(numbers.iter().map(|number| self.number(number)).collect::<Option<_>>()?)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

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
            BoolFn::SiteTable(table) => {
                let (register, sites, kinds, other) = table.parts();
                Test::Kinds(register, sites, kinds.to_vec(), Box::new(self.test(other)?))
            }
            BoolFn::Class(register, classes) => {
                Test::Class(*register, std::array::from_fn(|class| classes.has(class as u8)))
            }
            BoolFn::Empty(kind, at) if *kind == own => Test::Empty(self.number(at)?, true),
            BoolFn::Occupied(kind, at) if *kind == own => Test::Empty(self.number(at)?, false),
            BoolFn::Player(test, player) => Test::Player(*test, self.number(player)?),
            BoolFn::OwnerAt(test, register) => {
                Test::Player(*test, Number::At(Held::Who, Box::new(Number::Register(*register))))
            }
            BoolFn::In(parts) => Test::In(Box::new((self.number(&parts.0)?, self.set(&parts.1)?))),
            BoolFn::NoPieces(pieces) => match pieces.of_players()? {
                PlayersFn::One(player) => Test::NoPieces(self.player(player)?),
                players @ (PlayersFn::Enemies | PlayersFn::Allies | PlayersFn::Friends | PlayersFn::Team(_)) => {
                    Test::NoneOf(players.clone())
                }
                PlayersFn::All | PlayersFn::NonMover => return None,
            },
            BoolFn::CanMove(moves) => match self.play(moves) {
                play if play.is_known() => Test::CanMove(Box::new(play)),
                _ => return None,
            },
            BoolFn::CountAt(test) if !self.rules.features.stacking => Test::Count(*test),
            BoolFn::AllSites(parts) => Test::All(Box::new((self.set(&parts.0)?, self.test(&parts.1)?))),
            BoolFn::AllMeet(parts) => Test::All(Box::new((self.set(&parts.0)?, self.test(parts.1.condition())?))),
            BoolFn::AnyDie(IntFn::Constant(_))
            | BoolFn::PipsIn(_)
            | BoolFn::DiceUsed
            | BoolFn::DiceEqual
            | BoolFn::Pending
            | BoolFn::AllPassed
            | BoolFn::WasPass => Test::Rules(condition.clone()),
            _ => return None,
        })
    }
}
