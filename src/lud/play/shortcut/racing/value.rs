//! Numbers, sets of sites and conditions as play-outs of races ask them.

use super::board::OWNERS;
use super::play::Play;
use super::{Machine, sites_of};
use crate::lud::ludeme::boolean::{BoolFn, Comparison, CountTest, Line, PlayerTest, is_player};
use crate::lud::ludeme::int::{IntFn, Operation, PipsTable, combine, sum_of};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::play::context::Register;
use crate::lud::play::shortcut::bare::SITES;

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Number {
    Constant(i32),
    Register(Register),
    Mover,
    Next,
    LastFrom,
    LastTo,
    /// What is at a site: its component, owner, state or value, how high it is, the level of its top, or how many are there.
    At(Held, Box<Number>),
    /// The component, owner, state or value at a level of a site.
    AtLevel(Box<(Number, Number)>, Held),
    /// The lowest site of the board that holds a piece.
    Where(Box<Sought>),
    /// The level of a stack at which a piece is, looked for from the top on a condition.
    WhereLevel(Box<(Sought, Number, Test)>),
    /// The site some steps after one on a track: which by player, then the player, where, and how many.
    Steps(Vec<Option<u16>>, Box<(Number, Number, Number)>),
    /// The site that the steps at hand lead to.
    Walked,
    /// What the die at a site shows.
    Face(Box<Number>),
    /// What a die shows: which of all, and the pips of each of its faces.
    FaceOf(usize, Vec<i32>),
    /// The sum of the dice of a set.
    Sum(u8),
    /// A number for each sum of the dice of the only set.
    BySum(Box<PipsTable>),
    /// How many pieces a player has.
    Pieces(Box<Number>),
    /// How many pieces some players have on some sites.
    PiecesOn(Box<(Whose, Set)>),
    /// How many pieces there are on some sites.
    Heights(Box<Set>),
    /// How many sites there are.
    Size(Box<Set>),
    /// The first or (`true`) the last of some sites.
    Outermost(Box<Set>, bool),
    /// The value of a player.
    PlayerValue(Box<Number>),
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

/// A piece that is looked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sought {
    /// Its component, or the player of whom it is the component that these tell.
    pub what: Number,
    pub by_player: Option<Vec<i32>>,
    pub state: Option<Number>,
}

/// Some players.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Whose {
    One(Number),
    /// Those that a role stands for.
    Role(PlayersFn),
}

/// What is asked of a site.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Held {
    What,
    Who,
    State,
    Value,
    Height,
    TopLevel,
    Count,
    /// How many are there if it is no site of the board, or (`CountOnBoard`) if it is one.
    CountInHand,
    CountOnBoard,
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
    /// Sites among some on which one of some players has a piece, which is on top where that is asked (`true`).
    Occupied(u128, Box<Whose>, bool),
    /// Those of a set that meet a condition.
    Filter(Box<(Set, Test)>),
    List(Vec<Number>),
    /// Those remembered under a name.
    Remembered(u16),
    Track(Box<Stretch>),
}

/// The sites of a track from one of them to another.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    pub player: Number,
    /// The track of each player.
    pub tracks: Vec<Option<u16>>,
    /// All sites of each track.
    pub all: Vec<u128>,
    pub from: Option<Number>,
    pub to: Option<Number>,
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
    /// A site is one of the board's own and empty.
    InEmpty(Number),
    /// The sum of the dice of the only set is one of these.
    SumIn(u64),
    NoPieces(Number),
    /// Some of several players, all of whom have pieces other than dice, have none.
    NoneOf(PlayersFn),
    /// Some players have no pieces on some sites.
    NoneOn(Box<(Whose, Set)>),
    /// There is nothing on any of some sites.
    Vacant(Set),
    CanMove(Box<Play>),
    /// How many pieces there are on the site in a register.
    Count(CountTest),
    /// All of some sites meet a condition.
    All(Box<(Set, Test)>),
    /// Pieces like the one on a site of the board make a line through it.
    Line(Box<(Number, Line)>),
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
            Self::Walked => m.walked,
            _ => self.work_out(m),
        }
    }

    fn work_out(&self, m: &mut Machine<'_, '_>) -> i32 {
        match self {
            Self::Constant(_) | Self::Register(_) | Self::Mover | Self::Walked => self.of(m),
            Self::Next => i32::from(m.ctx.state.next),
            Self::LastFrom => m.ctx.state.last.from,
            Self::LastTo => m.ctx.state.last.to,
            Self::At(held, site) => {
                let site = site.of(m);
                let Some(site) = m.index(site) else { return 0 };
                i32::from(match held {
                    Held::State => return i32::from(m.board.state(site)),
                    Held::Value => return i32::from(m.board.value_at(site, i32::from(m.board.height(site)) - 1)),
                    Held::What => m.board.top(site),
                    Held::Who => m.board.who(site),
                    Held::Height if m.ctx.rules.features.stacking => m.board.height(site),
                    Held::Height => m.board.height(site).min(1),
                    Held::TopLevel => m.board.height(site).saturating_sub(1),
                    Held::Count => m.board.height(site),
                    Held::CountInHand if site < m.ctx.rules.layout.board => 0,
                    Held::CountOnBoard if site >= m.ctx.rules.layout.own => 0,
                    Held::CountInHand | Held::CountOnBoard => m.board.height(site),
                })
            }
            Self::AtLevel(parts, held) => {
                let site = parts.0.of(m);
                let Some(site) = m.index(site) else { return 0 };
                let level = match parts.1.of(m) {
                    level @ 0.. => level,
                    _ => i32::from(m.board.height(site)) - 1,
                };
                match held {
                    Held::State => i32::from(m.board.state_at(site, level)),
                    Held::Value => i32::from(m.board.value_at(site, level)),
                    Held::Who => i32::from(m.board.owner(m.board.at_level(site, level))),
                    _ => i32::from(m.board.at_level(site, level)),
                }
            }
            Self::Where(sought) => {
                let (what, state) = sought.of(m);
                let found = what.and_then(|what| m.board.find(m.shape.own, what, state));
                found.map_or(-1, |site| site as i32)
            }
            Self::WhereLevel(parts) => {
                let (sought, site, from_top) = &**parts;
                let site = site.of(m);
                let from_top = from_top.holds(m);
                let (Some(site), (Some(what), state)) = (m.index(site), sought.of(m)) else { return -1 };
                if site >= m.ctx.rules.layout.board {
                    return -1;
                }
                let mut levels = 0..i32::from(m.board.height(site));
                let fits = |level: &i32| m.board.is_at(site, *level, what, state);
                let found = if from_top { levels.rfind(fits) } else { levels.find(fits) };
                found.unwrap_or(-1)
            }
            Self::Steps(tracks, parts) => {
                let player = parts.0.of(m);
                // Nobody else has a track.
                if !matches!(tracks.get(player as usize), Some(Some(_))) {
                    return -1;
                }
                let (from, steps) = (parts.1.of(m), parts.2.of(m));
                m.end_of_steps(tracks, player, from, steps)
            }
            Self::Face(site) => {
                let site = site.of(m);
                m.pips_at(site)
            }
            Self::FaceOf(die, pips) => pips.get(usize::from(m.faces[*die])).copied().unwrap_or(-1),
            Self::Sum(set) => m.ctx.state.dice_sums.get(usize::from(*set)).map_or(0, |&sum| i32::from(sum)),
            Self::BySum(table) => table.eval(m.ctx),
            Self::Pieces(player) => {
                let player = player.of(m);
                m.pieces_of(player)
            }
            Self::PiecesOn(parts) => {
                let players = parts.0.of(m);
                let set = parts.1.of(m);
                m.pieces_on(players, set)
            }
            Self::Heights(set) => {
                let set = set.of(m);
                sites_of(set).map(|site| i32::from(m.board.height(site))).sum()
            }
            Self::Size(set) => set.of(m).count_ones() as i32,
            Self::Outermost(set, last) => match set.of(m) {
                0 => -1,
                set if *last => set.ilog2() as i32,
                set => set.trailing_zeros() as i32,
            },
            Self::PlayerValue(player) => {
                let player = player.of(m);
                m.ctx.state.memory().player_values.get(player as usize).copied().unwrap_or(-1)
            }
            Self::If(parts) => {
                if parts.0.holds(m) {
                    parts.1.of(m)
                } else {
                    parts.2.of(m)
                }
            }
            Self::Math(operation @ (Operation::Add | Operation::Subtract), operands)
                if let [one, other] = &operands[..] =>
            {
                let one = one.of(m);
                let other = other.of(m);
                if *operation == Operation::Add { one.wrapping_add(other) } else { one.wrapping_sub(other) }
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

impl Sought {
    /// The component, where there can be one on the board, and the state that it has to be in; any where that is −1.
    fn of(&self, m: &mut Machine<'_, '_>) -> (Option<u8>, i32) {
        let told = self.what.of(m);
        let what = match &self.by_player {
            Some(whats) => whats.get(told as usize).copied().unwrap_or(0),
            None => told,
        };
        let state = self.state.as_ref().map_or(-1, |state| state.of(m));
        let exists = what > 0 && (what as usize) < m.ctx.rules.components.len();
        (u8::try_from(what).ok().filter(|_| exists), state)
    }
}

impl Stretch {
    fn of(&self, m: &mut Machine<'_, '_>) -> u128 {
        let player = self.player.of(m);
        let Some(Some(track)) = self.tracks.get(player as usize) else { return 0 };
        let track = usize::from(*track);
        let Some(&all) = self.all.get(track) else { return 0 };
        if self.from.is_none() && self.to.is_none() {
            return all;
        }
        let from = self.from.as_ref().map_or(-1, |from| from.of(m));
        let to = self.to.as_ref().map_or(-1, |to| to.of(m));
        let track = &m.ctx.rules.tracks[track];
        let start = if from == -1 { Some(0) } else { track.index_of(from) };
        let Some(start) = start else { return 0 };
        let mut sites = 0;
        for station in track.elements[start..].iter().chain(&track.elements[..start]) {
            if (0..SITES as i32).contains(&station.site) {
                sites |= 1 << station.site;
            }
            if station.site == to {
                break;
            }
        }
        sites
    }
}

impl Whose {
    /// The players as bits.
    fn of(&self, m: &mut Machine<'_, '_>) -> u32 {
        match self {
            Self::One(player) => {
                let player = player.of(m);
                if (0..OWNERS as i32).contains(&player) { 1 << player } else { 0 }
            }
            Self::Role(players) => players.eval(m.ctx),
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
            Self::Occupied(among, whose, top) => {
                let players = whose.of(m);
                let owners = (0..OWNERS).filter(|owner| players >> owner & 1 == 1);
                // Dice are nobody's.
                let dice = if players & 1 == 1 { m.shape.dice } else { 0 };
                let has = among & owners.fold(dice, |all, owner| all | m.board.sites_of(owner));
                if !*top || !m.ctx.rules.features.stacking {
                    return has;
                }
                let is_on_top = |site: &usize| players >> m.board.who(*site) & 1 == 1;
                sites_of(has).filter(is_on_top).fold(0, |all, site| all | 1 << site)
            }
            Self::Filter(parts) => {
                let all = parts.0.of(m);
                let before = m.ctx.get(Register::Site);
                let met = sites_of(all).filter(|&site| {
                    m.ctx.set(Register::Site, site as i32);
                    parts.1.holds(m)
                });
                let met = met.fold(0, |all, site| all | 1 << site);
                m.ctx.set(Register::Site, before);
                met
            }
            Self::List(list) => list.iter().fold(0, |all, item| {
                let site = item.of(m);
                if (0..SITES as i32).contains(&site) { all | 1 << site } else { all }
            }),
            Self::Remembered(name) => {
                let remembered = m.ctx.state.memory().remembered[usize::from(*name)].iter();
                let sites = remembered.filter(|site| (0..SITES as i32).contains(site));
                sites.fold(0, |all, &site| all | 1 << site)
            }
            Self::Track(stretch) => stretch.of(m),
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
                if !(0..SITES as i32).contains(&site) {
                    return false;
                }
                let sites = match &parts.1 {
                    Set::Fixed(sites) => *sites,
                    set => set.of(m),
                };
                sites >> site & 1 == 1
            }
            Self::InEmpty(site) => {
                let site = site.of(m);
                (0..m.ctx.rules.layout.own as i32).contains(&site) && m.board.top(site as usize) == 0
            }
            Self::SumIn(sums) => sums >> sum_of(m.ctx.state) & 1 == 1,
            Self::NoPieces(player) => {
                let player = player.of(m);
                m.pieces_of(player) == 0
            }
            Self::NoneOf(players) => {
                let players = players.eval(m.ctx);
                (1..=m.ctx.rules.players).all(|player| players >> player & 1 == 0 || m.board.total(player) == 0)
            }
            Self::NoneOn(parts) => {
                let players = parts.0.of(m);
                let set = parts.1.of(m);
                m.pieces_on(players, set) == 0
            }
            Self::Vacant(set) => set.of(m) & m.board.occupied() == 0,
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
            Self::Line(parts) => {
                let pivot = parts.0.of(m);
                let is_site = (0..m.ctx.rules.layout.own as i32).contains(&pivot);
                is_site && parts.1.is_through(pivot as usize, |site| m.board.top(site))
            }
            Self::Rules(condition) => condition.eval(m.ctx),
        }
    }
}
