//! Numbers as play-outs of sowing work them out.

use super::board::{Machine, SITES, below};
use super::lowering::Lowering;
use super::mask::Mask;
use super::set::Set;
use super::test::Test;
use crate::lud::board::SiteType;
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::int::{BoardFn, CountFn, CountPieces, IntFn, Operation, TrackSite, combine};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Number {
    Constant(i32),
    Register(Register),
    Mover,
    Next,
    LastTo,
    LastFrom,
    Temp,
    Variable(u16),
    /// Seeds on a site, which counts from one number to below another.
    Seeds(i32, i32, Box<Number>),
    /// Seeds on sites, as far as they count.
    Sum(u128, Box<Set>),
    /// Pieces on sites.
    Pieces(Box<Set>),
    /// How many sites there are.
    Size(Box<Set>),
    /// The local state of a site.
    State(Box<Number>),
    /// The component on a site; 0 where it is empty.
    What(Box<Number>),
    /// The owner of what is on a site.
    Who(Box<Number>),
    /// The pieces of a player.
    PiecesOf(Box<Number>),
    /// A number for each player to move and each value of a register below the number of sites; another beyond.
    Mapped(Register, Vec<i32>, Box<Number>),
    If(Box<(Test, Number, Number)>),
    Sum2(Box<(Number, Number)>),
    Difference(Box<(Number, Number)>),
    Math(Operation, Vec<Number>),
    /// A number for each key from a first one on; the key itself beyond them.
    Table(i32, Vec<i32>, Box<Number>),
    /// A site of a track some steps from another: index by player, the player, the site, the steps.
    Steps(Vec<Option<u16>>, Box<(Number, Number, Number)>),
    /// The first site of a track from a site on that meets a condition: index by player, the player, the site, the condition, and
    /// the same asked of all holes at once where that takes no longer.
    FirstOn(Vec<Option<u16>>, Box<(Number, Number, Test, Option<Mask>)>),
    /// A number from one to another, drawn by lot.
    Random(u64, Box<(Number, Number)>),
    /// Asked of the rules.
    Rules(IntFn),
}

impl Number {
    /// The number where it is always the same.
    pub fn constant(&self) -> Option<i32> {
        match self {
            Self::Constant(value) => Some(*value),
            _ => None,
        }
    }

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
            Self::Constant(value) => *value,
            Self::Register(register) => m.ctx.get(*register),
            Self::Mover => i32::from(m.ctx.state.mover),
            Self::Next => i32::from(m.ctx.state.next),
            Self::LastTo => m.ctx.state.last.to,
            Self::LastFrom => m.ctx.state.last.from,
            Self::Temp => m.ctx.state.temp,
            Self::Variable(name) => match m.ctx.state.memory().variables[usize::from(*name)] {
                i32::MIN => -1,
                value => value,
            },
            Self::Seeds(low, high, site) => {
                let site = site.of(m);
                if site >= *low && site < *high { m.count(site as usize) } else { 0 }
            }
            Self::Sum(counted, set) => {
                let sites = set.of(m) & counted;
                m.sum(sites)
            }
            Self::Pieces(set) => {
                let sites = set.of(m) & !m.empty();
                m.sum(sites)
            }
            Self::Size(set) => set.of(m).count_ones() as i32,
            Self::What(site) => {
                let site = site.of(m);
                m.index(site).map_or(0, |site| i32::from(m.what(site)))
            }
            Self::Who(site) => {
                let site = site.of(m);
                m.index(site).map_or(0, |site| i32::from(m.ctx.rules.owners[usize::from(m.what(site))]))
            }
            Self::PiecesOf(player) => {
                let player = player.of(m);
                m.sum(m.owned(player))
            }
            Self::Mapped(register, numbers, otherwise) => {
                let value = m.ctx.get(*register);
                let row = usize::from(m.ctx.state.mover) * m.holes.end;
                match m.index(value).and_then(|value| numbers.get(row + value)) {
                    Some(number) => *number,
                    None => otherwise.of(m),
                }
            }
            Self::State(site) => {
                let site = site.of(m);
                m.index(site).map_or(0, |site| m.state_at(site))
            }
            Self::If(parts) => {
                if parts.0.holds(m) {
                    parts.1.of(m)
                } else {
                    parts.2.of(m)
                }
            }
            Self::Sum2(parts) => parts.0.of(m).wrapping_add(parts.1.of(m)),
            Self::Difference(parts) => parts.0.of(m).wrapping_sub(parts.1.of(m)),
            Self::Math(operation, operands) => calculate(*operation, operands, m),
            Self::Table(first, numbers, key) => {
                let key = key.of(m);
                numbers.get(key.wrapping_sub(*first) as usize).copied().unwrap_or(key)
            }
            Self::Steps(by_player, parts) => some_steps_on(by_player, parts, m),
            Self::FirstOn(by_player, parts) => first_on(by_player, parts, m),
            Self::Random(id, ends) => {
                let (min, max) = (ends.0.of(m), ends.1.of(m));
                m.ctx.lot_from(*id, min, max)
            }
            Self::Rules(number) => number.eval(m.ctx),
        }
    }
}

/// The result of an operation.
fn calculate(operation: Operation, operands: &[Number], m: &mut Machine<'_, '_>) -> i32 {
    combine(operation, operands.iter().map(|operand| operand.of(m)))
}

/// The site of a track some steps from another.
fn some_steps_on(by_player: &[Option<u16>], parts: &(Number, Number, Number), m: &mut Machine<'_, '_>) -> i32 {
    let player = parts.0.of(m);
    let Some(track) = usize::try_from(player).ok().and_then(|player| *by_player.get(player)?) else {
        return -1;
    };
    let (from, steps) = (parts.1.of(m), parts.2.of(m));
    let track = &m.ctx.rules.tracks[usize::from(track)];
    track.after(track.index_of(from).unwrap_or(track.elements.len()), steps)
}

/// The first site of a track from a site on that meets a condition.
fn first_on(by_player: &[Option<u16>], parts: &(Number, Number, Test, Option<Mask>), m: &mut Machine<'_, '_>) -> i32 {
    let player = parts.0.of(m);
    let Some(track) = usize::try_from(player).ok().and_then(|player| *by_player.get(player)?) else {
        return -1;
    };
    let stations = &m.ctx.rules.tracks[usize::from(track)].elements;
    let from = parts.1.of(m);
    let Some(start) = stations.iter().position(|station| from == -1 || station.site == from) else {
        return -1;
    };
    let before = m.ctx.get(Register::To);
    let met = parts.3.as_ref().map(|mask| mask.of(below(m.holes.end), &[Register::To], m));
    let found = stations[start..].iter().chain(&stations[..start]).find(|station| {
        if let (Some(met), Some(site)) = (met, m.index(station.site)) {
            return met >> site & 1 == 1;
        }
        m.ctx.set(Register::To, station.site);
        parts.2.holds(m)
    });
    m.ctx.set(Register::To, before);
    found.map_or(-1, |station| station.site)
}

impl Number {
    /// What it is for a player to move and a value of a register, where nothing else decides.
    fn fixed(&self, mover: i32, register: Register, value: i32) -> Option<i32> {
        let of = |number: &Self| number.fixed(mover, register, value);
        Some(match self {
            Self::Constant(value) => *value,
            Self::Register(other) if *other == register => value,
            Self::Mover => mover,
            Self::If(parts) => {
                let holds = match &parts.0 {
                    Test::Constant(truth) => *truth,
                    Test::MoverIs(player) => i32::from(*player) == mover,
                    Test::Compare(comparison, parts) => comparison.holds(of(&parts.0)?, of(&parts.1)?),
                    Test::InFixed(other, set) if *other == register => {
                        (0..SITES as i32).contains(&value) && set >> value & 1 == 1
                    }
                    _ => return None,
                };
                if holds { of(&parts.1)? } else { of(&parts.2)? }
            }
            Self::Sum2(parts) => of(&parts.0)?.wrapping_add(of(&parts.1)?),
            Self::Difference(parts) => of(&parts.0)?.wrapping_sub(of(&parts.1)?),
            Self::Math(operation, operands) => {
                let operands = operands.iter().map(of).collect::<Option<Vec<_>>>()?;
                combine(*operation, operands.into_iter())
            }
            Self::Table(first, numbers, key) => {
                let key = of(key)?;
                numbers.get(key.wrapping_sub(*first) as usize).copied().unwrap_or(key)
            }
            Self::Mapped(other, _, slow) if *other == register => of(slow)?,
            _ => return None,
        })
    }
}

impl Lowering<'_> {
    /// The same number as a table, where only the mover and one register decide.
    fn mapped(&self, number: Number) -> Number {
        for register in [Register::To, Register::Site, Register::From] {
            let movers = 0..=self.rules.players as i32;
            let each = movers.flat_map(|mover| (0..self.holes.end as i32).map(move |value| (mover, value)));
            let numbers = each.map(|(mover, value)| number.fixed(mover, register, value)).collect::<Option<Vec<_>>>();
            if let Some(numbers) = numbers {
                return Number::Mapped(register, numbers, Box::new(number));
            }
        }
        number
    }

    /// The player of whom all pieces count, wherever they are, where that is all that is asked.
    pub fn whose<'p>(&self, pieces: &'p CountPieces) -> Option<&'p IntFn> {
        let everywhere = |(_, among, _): (_, &Bits, _)| among.len() == self.rules.layout.sites;
        pieces.of_player().filter(|_| pieces.on_sites().is_none_or(everywhere))
    }

    /// The range of sites on which pieces of a type of sites count.
    pub fn counted(&self, kind: SiteType) -> (i32, i32) {
        let (own, end) = (self.holes.own as i32, self.holes.end as i32);
        match (kind == self.rules.default_type(), kind == SiteType::Cell) {
            (true, true) => (0, end),
            (true, false) => (0, own),
            (false, true) => (own, end),
            (false, false) => (0, 0),
        }
    }

    /// The same as a set.
    pub fn counted_set(&self, kind: SiteType) -> u128 {
        let (low, high) = self.counted(kind);
        super::board::below(high as usize) & !super::board::below(low as usize)
    }

    /// A number, where it can be worked out.
    pub fn number(&self, number: &IntFn) -> Option<Number> {
        Some(match number {
            IntFn::Constant(value) => Number::Constant(*value),
            IntFn::Register(register) => Number::Register(*register),
            IntFn::Mover => Number::Mover,
            IntFn::Next => Number::Next,
            IntFn::LastTo => Number::LastTo,
            IntFn::LastFrom => Number::LastFrom,
            IntFn::Temp => Number::Temp,
            IntFn::Variable(name) => Number::Variable(*name),
            IntFn::CountAt(kind, at) => {
                let (low, high) = self.counted(*kind);
                Number::Seeds(low, high, Box::new(self.number(at)?))
            }
            IntFn::Plane(crate::lud::play::layout::Plane::What, kind, at) if *kind == self.rules.default_type() => {
                Number::What(Box::new(self.number(at)?))
            }
            IntFn::Plane(crate::lud::play::layout::Plane::State, kind, at) if *kind == self.rules.default_type() => {
                Number::State(Box::new(self.number(at)?))
            }
            IntFn::If(parts) => {
                let parts = (self.test(&parts.0)?, self.number(&parts.1)?, self.number(&parts.2)?);
                self.mapped(Number::If(Box::new(parts)))
            }
            IntFn::Math(math) if math.list().is_none() => {
                let operands = math.operands().iter().map(|operand| self.number(operand));
                let mut operands = operands.collect::<Option<Vec<_>>>()?;
                let number = match (math.operation(), operands.len()) {
                    (operation @ (Operation::Add | Operation::Subtract), 2) => {
                        let second = operands.pop()?;
                        let both = Box::new((operands.pop()?, second));
                        if operation == Operation::Add { Number::Sum2(both) } else { Number::Difference(both) }
                    }
                    (operation, _) => Number::Math(operation, operands),
                };
                self.mapped(number)
            }
            IntFn::Count(count) => match &**count {
                CountFn::On(kind, SitesFn::At(site)) => {
                    let (low, high) = self.counted(*kind);
                    Number::Seeds(low, high, Box::new(self.number(site)?))
                }
                CountFn::On(kind, SitesFn::In(region)) => {
                    Number::Sum(self.counted_set(*kind), Box::new(self.set(region)?))
                }
                CountFn::Sites(SitesFn::In(region)) => Number::Size(Box::new(self.set(region)?)),
                _ if self.can_ask_number(number) => Number::Rules(number.clone()),
                _ => return None,
            },
            IntFn::Pieces(pieces) if let Some(region) = pieces.of_all(self.rules) => {
                Number::Pieces(Box::new(self.set(region)?))
            }
            IntFn::Pieces(pieces) if let Some(player) = self.whose(pieces) => {
                Number::PiecesOf(Box::new(self.number(player)?))
            }
            IntFn::Who(kind, at) if *kind == self.rules.default_type() => Number::Who(Box::new(self.number(at)?)),
            IntFn::Board(board) => match &**board {
                BoardFn::Table(first, numbers, key) => {
                    Number::Table(*first, numbers.clone(), Box::new(self.number(key)?))
                }
                BoardFn::ByPlayer(numbers, IntFn::Mover) if numbers.len() > self.rules.players => {
                    Number::Table(0, numbers.clone(), Box::new(Number::Mover))
                }
                BoardFn::Hand(first, player, IntFn::Constant(0)) if first.iter().skip(1).all(|&site| site >= 0) => {
                    let mut sites = first.clone();
                    sites.remove(0);
                    // Nobody but the players has a hand.
                    match player {
                        IntFn::Mover | IntFn::Next | IntFn::Prev | IntFn::Constant(1..) => {
                            Number::Table(1, sites, Box::new(self.number(player)?))
                        }
                        _ => Number::Rules(number.clone()),
                    }
                }
                _ if self.can_ask_number(number) => Number::Rules(number.clone()),
                _ => return None,
            },
            IntFn::Track(track) => match &**track {
                TrackSite::Move { track, from, steps } if !self.rules.features.hidden_places => {
                    let parts = (self.number(track.player())?, self.number(from)?, self.number(steps)?);
                    Number::Steps(track.by_player().to_vec(), Box::new(parts))
                }
                TrackSite::First { track, from, condition: Some(condition) }
                    if let Some(player) = self.number(track.player())
                        && let Some(from) =
                            from.as_ref().map_or(Some(Number::Constant(-1)), |from| self.number(from))
                        && let Some(test) = self.test(condition) =>
                {
                    let mask = self.mask(condition, &[Register::To]).filter(|mask| mask.cost() == 0);
                    Number::FirstOn(track.by_player().to_vec(), Box::new((player, from, test, mask)))
                }
                _ if self.can_ask_number(number) => Number::Rules(number.clone()),
                _ => return None,
            },
            IntFn::Random(id, range) => {
                Number::Random(*id, Box::new((self.number(&range.min)?, self.number(&range.max)?)))
            }
            IntFn::Recalled(parts) => self.number(&parts.0)?,
            _ if self.can_ask_number(number) => Number::Rules(number.clone()),
            _ => return None,
        })
    }

    /// Whether the rules need nothing but what is kept up to date to work a number out.
    pub fn can_ask_number(&self, number: &IntFn) -> bool {
        if !self.remembers {
            return true;
        }
        match number {
            IntFn::Constant(_)
            | IntFn::Register(_)
            | IntFn::Mover
            | IntFn::Next
            | IntFn::Prev
            | IntFn::LastTurnMover
            | IntFn::LastFrom
            | IntFn::LastTo
            | IntFn::LastFromAfter
            | IntFn::LastToAfter
            | IntFn::Counter
            | IntFn::Temp
            | IntFn::Variable(_)
            | IntFn::Pending => true,
            IntFn::Random(_, range) => self.can_ask_number(&range.min) && self.can_ask_number(&range.max),
            IntFn::Score(player) | IntFn::PlayerValue(player) | IntFn::Amount(player) => self.can_ask_number(player),
            IntFn::If(parts) => {
                self.can_ask(&parts.0) && self.can_ask_number(&parts.1) && self.can_ask_number(&parts.2)
            }
            IntFn::Math(math) => {
                math.operands().iter().all(|operand| self.can_ask_number(operand))
                    && math.list().is_none_or(|list| self.can_ask_list(list))
            }
            IntFn::Board(board) => match &**board {
                BoardFn::Ahead(_, site, steps, directions) => {
                    self.can_ask_number(site) && self.can_ask_number(steps) && directions.is_fixed()
                }
                BoardFn::Coordinates(_, one, other) | BoardFn::Hand(_, one, other) => {
                    self.can_ask_number(one) && self.can_ask_number(other)
                }
                BoardFn::Property(_, _, key)
                | BoardFn::ByPlayer(_, key)
                | BoardFn::Map(_, key)
                | BoardFn::Table(_, _, key) => self.can_ask_number(key),
                BoardFn::RegionSite(region, index) => self.can_ask_region(region) && self.can_ask_number(index),
                BoardFn::ArrayValue(list, index) => self.can_ask_list(list) && self.can_ask_number(index),
                BoardFn::Cost(..) | BoardFn::Onward(_) | BoardFn::Edge(..) => false,
            },
            IntFn::Count(count) => match &**count {
                CountFn::Moves | CountFn::MovesThisTurn | CountFn::Turns | CountFn::Active => true,
                CountFn::Sites(SitesFn::In(region)) => self.can_ask_region(region),
                CountFn::Value(value, list) => self.can_ask_number(value) && self.can_ask_list(list),
                _ => false,
            },
            IntFn::Track(track) if !self.rules.features.hidden_places => match &**track {
                TrackSite::Move { track, from, steps } => {
                    self.can_ask_number(track.player()) && self.can_ask_number(from) && self.can_ask_number(steps)
                }
                TrackSite::First { track, from, condition } => {
                    self.can_ask_number(track.player())
                        && from.as_ref().is_none_or(|from| self.can_ask_number(from))
                        && condition.as_ref().is_none_or(|condition| self.can_ask(condition))
                }
                TrackSite::End(track) => self.can_ask_number(track.player()),
            },
            _ => false,
        }
    }

    /// Whether the rules need nothing but what is kept up to date to make a list.
    pub fn can_ask_list(&self, list: &ArrayFn) -> bool {
        if !self.remembers {
            return true;
        }
        match list {
            ArrayFn::List(numbers) => numbers.iter().all(|number| self.can_ask_number(number)),
            ArrayFn::Region(region) => self.can_ask_region(region),
            ArrayFn::If(parts) => self.can_ask(&parts.0) && self.can_ask_list(&parts.1) && self.can_ask_list(&parts.2),
            ArrayFn::Union(lists) => lists.iter().all(|list| self.can_ask_list(list)),
            ArrayFn::Remembered(_) => true,
            _ => false,
        }
    }
}

/// A fixed set of sites, where all are small enough.
pub(super) fn set_of(sites: &Bits) -> Option<u128> {
    sites.is_below(SITES).then(|| word_of(sites))
}

/// The sites below [`SITES`] of a set.
#[inline]
pub(super) fn word_of(sites: &Bits) -> u128 {
    let words = sites.words();
    let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
    word(0) | word(1) << 64
}
