//! Numbers, sets of sites and conditions of the rules as far as they can be asked without the rules.

use super::value::{Held, Number, Set, Sought, Stretch, Test, Whose};
use super::{Lowering, sites_below};
use crate::lud::board::SiteType;
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::{BoardFn, CountFn, CountPieces, IntFn, Operation, SizeFn, TrackSite, Wanted};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;
use crate::lud::play::shortcut::bare::SITES;

/// A fixed set of sites, where all are small enough.
fn set_of(sites: &Bits) -> Option<u128> {
    let word = |index: usize| u128::from(sites.words().get(index).copied().unwrap_or(0));
    sites.is_below(SITES).then(|| word(0) | word(1) << 64)
}

/// Whether a list of numbers is told without looking at any site.
pub(super) fn is_siteless(numbers: &ArrayFn) -> bool {
    match numbers {
        ArrayFn::Remembered(_) => true,
        ArrayFn::If(parts) => {
            matches!(&parts.0, BoolFn::Player(_, player) if is_named(player))
                && is_siteless(&parts.1)
                && is_siteless(&parts.2)
        }
        _ => false,
    }
}

/// Whether a player is told without looking at any site.
fn is_named(player: &IntFn) -> bool {
    matches!(player, IntFn::Constant(_) | IntFn::Mover | IntFn::Next | IntFn::Prev | IntFn::Register(Register::Player))
}

impl Lowering<'_> {
    /// A piece that is looked for.
    fn sought(&self, wanted: &Wanted, state: Option<&IntFn>) -> Option<Sought> {
        let state = self.maybe(state, Self::number)?;
        Some(match wanted {
            Wanted::What(what) => Sought { what: self.number(what)?, by_player: None, state },
            Wanted::Named(whats, player) => {
                Sought { what: self.number(player)?, by_player: Some(whats.clone()), state }
            }
        })
    }

    fn boxed(&self, number: &IntFn) -> Option<Box<Number>> {
        self.number(number).map(Box::new)
    }

    /// What the die at a site shows.
    fn face_of(&self, site: i32) -> Number {
        for set in &self.rules.dice {
            let index = (site - self.rules.containers[set.container].first) as usize;
            if let Some(&die) = set.dice.get(index) {
                let pips = &self.rules.components[usize::from(die)].faces;
                return Number::FaceOf(set.first + index, pips.iter().map(|&pips| i32::from(pips)).collect());
            }
        }
        Number::Constant(-1)
    }

    /// A player that has pieces other than dice.
    pub fn player(&self, player: &IntFn) -> Option<Number> {
        match player {
            IntFn::Constant(player) if (1..=self.rules.players as i32).contains(player) => {
                Some(Number::Constant(*player))
            }
            IntFn::Mover | IntFn::Next | IntFn::Prev | IntFn::Register(Register::Player) => self.number(player),
            _ => None,
        }
    }

    /// Players that pieces are counted of, where they can be told.
    fn whose(&self, players: &PlayersFn) -> Option<Whose> {
        Some(match players {
            PlayersFn::One(player) => Whose::One(self.number(player)?),
            players => Whose::Role(players.clone()),
        })
    }

    /// Pieces of some players on some sites, where they can be told.
    fn pieces_on(&self, pieces: &CountPieces) -> Option<Box<(Whose, Set)>> {
        let (players, among, region) = match pieces.on_sites() {
            Some((players, among, region)) => (players, set_of(among)?, region),
            // There is nothing on sites of other types.
            None => {
                let (players, region) = pieces.on_all_types()?;
                (players, sites_below(self.rules.layout.containers_end), region)
            }
        };
        let among = Set::Fixed(among);
        let sites = match region {
            Some(region) => Set::Intersection(vec![among, self.set(region)?]),
            None => among,
        };
        Some(Box::new((self.whose(players)?, sites)))
    }

    /// Whether pieces are counted wherever they are.
    fn is_everywhere(&self, pieces: &CountPieces) -> bool {
        match pieces.on_sites() {
            Some((_, among, region)) => region.is_none() && among.len() == self.rules.layout.sites,
            None => pieces.on_all_types().is_some_and(|(_, region)| region.is_none()),
        }
    }

    /// Whether a site is surely one of a hand.
    pub fn is_in_hand(&self, site: &IntFn) -> bool {
        match site {
            IntFn::Constant(site) => *site >= self.rules.layout.board as i32,
            IntFn::Board(board) => {
                matches!(&**board, BoardFn::Hand(first, IntFn::Mover | IntFn::Next | IntFn::Constant(1..), _)
                if first.iter().skip(1).take(self.rules.players).all(|&site| site >= 0))
            }
            _ => false,
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
            IntFn::LastFrom => Number::LastFrom,
            IntFn::LastTo => Number::LastTo,
            IntFn::Prev
            | IntFn::LastTurnMover
            | IntFn::LastFromAfter
            | IntFn::LastToAfter
            | IntFn::LastLevelFrom
            | IntFn::LastLevelTo
            | IntFn::Counter
            | IntFn::Temp
            | IntFn::Variable(_)
            | IntFn::Pending => Number::Rules(number.clone()),
            IntFn::PipsTable(table) => Number::BySum(table.clone()),
            IntFn::Score(player) if is_named(player) => {
                self.asks_scores.set(true);
                Number::Rules(number.clone())
            }
            IntFn::PlayerValue(player) if is_named(player) => Number::Rules(number.clone()),
            IntFn::PlayerValue(player) => Number::PlayerValue(self.boxed(player)?),
            IntFn::Who(kind, at) if *kind == own => Number::At(Held::Who, self.boxed(at)?),
            IntFn::Plane(Plane::What, kind, at) if *kind == own => Number::At(Held::What, self.boxed(at)?),
            IntFn::Plane(Plane::State, kind, at) if *kind == own => Number::At(Held::State, self.boxed(at)?),
            // Without stacks there is no such plane.
            IntFn::Plane(Plane::Value, kind, at) if *kind == own && self.rules.features.stacking => {
                Number::At(Held::Value, self.boxed(at)?)
            }
            IntFn::TopLevel(kind, at) if *kind == own && self.rules.features.stacking => {
                Number::At(Held::TopLevel, self.boxed(at)?)
            }
            IntFn::CountAt(kind, at) if *kind == own => Number::At(Held::Count, self.boxed(at)?),
            // Hands hold cells, whatever the board is played on.
            IntFn::CountAt(SiteType::Cell, at) => Number::At(Held::CountInHand, self.boxed(at)?),
            IntFn::AtLevel(asked) => {
                let (plane, kind, at, level) = asked.parts();
                let held = match plane {
                    Plane::What => Held::What,
                    Plane::Who => Held::Who,
                    Plane::State => Held::State,
                    Plane::Value => Held::Value,
                    _ => return None,
                };
                if kind != own || !self.rules.features.stacking {
                    return None;
                }
                Number::AtLevel(Box::new((self.number(at)?, self.number(level)?)), held)
            }
            IntFn::Where(piece) if piece.parts().0 == own => {
                let (_, wanted, state) = piece.parts();
                Number::Where(Box::new(self.sought(wanted, state)?))
            }
            IntFn::WhereLevel(piece) if piece.parts().0 == own && self.rules.features.stacking => {
                let ((_, wanted, state), (at, from_top)) = (piece.parts(), piece.stack());
                Number::WhereLevel(Box::new((self.sought(wanted, state)?, self.number(at)?, self.test(from_top)?)))
            }
            IntFn::Size(size) => match &**size {
                SizeFn::Stack(kind, SitesFn::At(at)) if *kind == own => Number::At(Held::Height, self.boxed(at)?),
                SizeFn::Stack(SiteType::Cell, SitesFn::At(at)) if self.rules.features.stacking => {
                    Number::At(Held::CountInHand, self.boxed(at)?)
                }
                SizeFn::Array(numbers) if is_siteless(numbers) => Number::Rules(number.clone()),
                SizeFn::Stack(kind, SitesFn::In(region)) if *kind == own && self.rules.features.stacking => {
                    Number::Heights(Box::new(self.set(region)?))
                }
                _ => return None,
            },
            IntFn::Face(at) => match self.number(at)? {
                Number::Constant(site) => self.face_of(site),
                site => Number::Face(Box::new(site)),
            },
            IntFn::Pieces(pieces) => match pieces.of_player().filter(|_| self.is_everywhere(pieces)) {
                Some(player) if let Some(player) = self.player(player) => Number::Pieces(Box::new(player)),
                _ => Number::PiecesOn(self.pieces_on(pieces)?),
            },
            IntFn::If(parts) => match self.test(&parts.0)? {
                Test::Constant(truth) => self.number(if truth { &parts.1 } else { &parts.2 })?,
                test => Number::If(Box::new((test, self.number(&parts.1)?, self.number(&parts.2)?))),
            },
            IntFn::Math(math) => match (math.list(), math.operation()) {
                (None, operation) => {
                    let operands = math.operands().iter().map(|operand| self.number(operand));
                    Number::Math(operation, operands.collect::<Option<_>>()?)
                }
                (Some(ArrayFn::Region(region)), operation @ (Operation::Min | Operation::Max)) => {
                    Number::Outermost(Box::new(self.set(region)?), operation == Operation::Max)
                }
                _ => return None,
            },
            IntFn::Count(count) => match &**count {
                CountFn::Moves | CountFn::MovesThisTurn | CountFn::Turns | CountFn::Active => {
                    Number::Rules(number.clone())
                }
                CountFn::Pips(sets, IntFn::Constant(player))
                    if let Some(set) = sets.get(*player as usize).copied().flatten() =>
                {
                    Number::Sum(set)
                }
                CountFn::Pips(_, IntFn::Mover | IntFn::Constant(_) | IntFn::Next | IntFn::Prev) => {
                    Number::Rules(number.clone())
                }
                CountFn::On(kind, SitesFn::At(at)) if *kind == own && !self.rules.features.stacking => {
                    Number::At(Held::Count, self.boxed(at)?)
                }
                // In a game with stacks all pieces of a site count, of which those in hands are on cells.
                CountFn::On(kind, SitesFn::At(at)) if self.rules.features.stacking => {
                    let held = match *kind {
                        SiteType::Cell if own == SiteType::Cell => Held::Height,
                        SiteType::Cell => Held::CountInHand,
                        kind if kind == own => Held::CountOnBoard,
                        _ => return None,
                    };
                    Number::At(held, self.boxed(at)?)
                }
                CountFn::On(kind, SitesFn::In(region)) if self.rules.features.stacking => {
                    let layout = &self.rules.layout;
                    let (board, all) = (sites_below(layout.own), sites_below(layout.containers_end));
                    let among = match *kind {
                        SiteType::Cell if own == SiteType::Cell => all,
                        SiteType::Cell => all & !sites_below(layout.board),
                        kind if kind == own => board,
                        _ => return None,
                    };
                    Number::Heights(Box::new(Set::Intersection(vec![Set::Fixed(among), self.set(region)?])))
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
            IntFn::Recalled(parts) => self.number(&parts.0)?,
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
                let (players, hands) = occupied.owners()?;
                let whose = match players {
                    PlayersFn::One(player) => Whose::One(self.player(player)?),
                    players => Whose::Role(players.clone()),
                };
                let layout = &self.rules.layout;
                let (kind, top) = occupied.asked();
                if kind != self.rules.default_type() {
                    return None;
                }
                let among = sites_below(if hands { layout.containers_end } else { layout.own });
                Set::Occupied(among, Box::new(whose), top)
            }
            RegionFn::Recalled(parts) => self.set(&parts.0)?,
            RegionFn::Filter(parts) => Set::Filter(Box::new((self.set(&parts.0)?, self.test(&parts.1)?))),
            RegionFn::Difference(parts) => Set::Difference(Box::new((self.set(&parts.0)?, self.set(&parts.1)?))),
            RegionFn::Without(parts) => {
                let site = Set::List(vec![self.number(&parts.1)?]);
                Set::Difference(Box::new((self.set(&parts.0)?, site)))
            }
            RegionFn::Track(sites) => {
                let (track, [from, to]) = sites.stretch()?;
                if from.is_none() && to.is_none() {
                    let of = |track: &Option<u16>| {
                        track.map_or(Some(0), |track| set_of(sites.all().get(usize::from(track))?))
                    };
                    let by_player = track.by_player().iter().map(of).collect::<Option<_>>()?;
                    return Some(Set::Choice(self.boxed(track.player())?, by_player));
                }
                Set::Track(Box::new(Stretch {
                    player: self.number(track.player())?,
                    tracks: track.by_player().to_vec(),
                    all: sites.all().iter().map(set_of).collect::<Option<_>>()?,
                    from: self.maybe(from, Self::number)?,
                    to: self.maybe(to, Self::number)?,
                }))
            }
            RegionFn::List(list) => match &**list {
                ArrayFn::Remembered(name) => Set::Remembered(*name),
                ArrayFn::List(numbers) => {
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
            BoolFn::If(parts) => match self.test(&parts.0)? {
                Test::Constant(truth) => self.test(if truth { &parts.1 } else { &parts.2 })?,
                test => Test::If(Box::new((test, self.test(&parts.1)?, self.test(&parts.2)?))),
            },
            BoolFn::Compare(comparison, parts) => match (self.number(&parts.0)?, self.number(&parts.1)?) {
                (Number::Constant(one), Number::Constant(other)) => Test::Constant(comparison.holds(one, other)),
                both => Test::Compare(*comparison, Box::new(both)),
            },
            BoolFn::SiteTable(table) => {
                let (register, sites, kinds, other) = table.parts();
                Test::Kinds(register, sites, kinds.to_vec(), Box::new(self.test(other)?))
            }
            BoolFn::Class(register, classes) => {
                Test::Class(*register, std::array::from_fn(|class| classes.has(class as u8)))
            }
            BoolFn::Empty(kind, at) if *kind == own => Test::Empty(self.number(at)?, true),
            BoolFn::Occupied(kind, at) if *kind == own => Test::Empty(self.number(at)?, false),
            BoolFn::Empty(SiteType::Cell, at) if self.is_in_hand(at) => Test::Empty(self.number(at)?, true),
            BoolFn::Occupied(SiteType::Cell, at) if self.is_in_hand(at) => Test::Empty(self.number(at)?, false),
            BoolFn::Recalled(parts) => self.test(&parts.0)?,
            BoolFn::Player(test, player) => Test::Player(*test, self.number(player)?),
            BoolFn::OwnerAt(test, register) => {
                Test::Player(*test, Number::At(Held::Who, Box::new(Number::Register(*register))))
            }
            BoolFn::In(parts) => match (self.number(&parts.0)?, self.set(&parts.1)?) {
                (site, Set::Empty) => Test::InEmpty(site),
                parts => Test::In(Box::new(parts)),
            },
            BoolFn::PipsIn(sums) => Test::SumIn(*sums),
            BoolFn::NoPieces(pieces) => match pieces.of_players().filter(|_| self.is_everywhere(pieces)) {
                Some(PlayersFn::One(player)) if let Some(player) = self.player(player) => Test::NoPieces(player),
                Some(players @ (PlayersFn::Enemies | PlayersFn::Allies | PlayersFn::Friends | PlayersFn::Team(_))) => {
                    Test::NoneOf(players.clone())
                }
                _ => Test::NoneOn(self.pieces_on(pieces)?),
            },
            BoolFn::AllEmpty(sets) => {
                let sites = sets.1.iter().map(set_of).collect::<Option<Vec<_>>>()?;
                // Of the mover and the player after them, only those of players are asked.
                let asked = match sets.0 {
                    IntFn::Mover | IntFn::Next => &sites[..sites.len().min(self.rules.players + 1)],
                    _ => &sites[..],
                };
                if asked.iter().any(|sites| sites & self.dice_sites() != 0) {
                    return None;
                }
                Test::Vacant(Set::Choice(self.boxed(&sets.0)?, sites))
            }
            BoolFn::CanMove(moves) => match self.play(moves) {
                play if play.is_known() => Test::CanMove(Box::new(play)),
                _ => return None,
            },
            BoolFn::CountAt(test) if !self.rules.features.stacking => Test::Count(*test),
            BoolFn::AllSites(parts) => Test::All(Box::new((self.set(&parts.0)?, self.test(&parts.1)?))),
            BoolFn::AllMeet(parts) => Test::All(Box::new((self.set(&parts.0)?, self.test(parts.1.condition())?))),
            BoolFn::AnyDie(IntFn::Constant(_))
            | BoolFn::DiceUsed
            | BoolFn::DiceEqual
            | BoolFn::Pending
            | BoolFn::AllPassed
            | BoolFn::WasPass => Test::Rules(condition.clone()),
            BoolFn::InArray(parts)
                if is_siteless(&parts.1)
                    && parts.0.iter().all(|value| matches!(value, IntFn::Constant(_) | IntFn::PipsTable(_))) =>
            {
                Test::Rules(condition.clone())
            }
            BoolFn::Line(line) => {
                let through = line.of_like_pieces()?;
                Test::Line(Box::new((self.number(through)?, (**line).clone())))
            }
            BoolFn::NoMoves(player) | BoolFn::Triggered(_, player) if is_named(player) => {
                Test::Rules(condition.clone())
            }
            _ => return None,
        })
    }
}
