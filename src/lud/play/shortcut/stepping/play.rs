//! The moves of a phase, drawn from sets of sites.

use super::area::Sets;
use super::found::Found;
use super::item::Item;
use super::longest::Longest;
use super::test::Test;
use super::way::{Drawn, Kind};
use super::{Board, Each, PLAYERS, Stepping, Turn, Whose};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::boolean::{BoolFn, PlayerTest};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Origin};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;
use smallvec::SmallVec;

/// How often a move of which some are refused is drawn in vain before the rules are asked.
const TRIES: u32 = 8;

/// The moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Play<S> {
    /// The first where a condition holds, else the second.
    If(Test<S>, Box<[Play<S>; 2]>),
    /// The first of these that has any move.
    First(Vec<Play<S>>),
    /// The moves of all of these.
    Sum(Vec<Item<S>>),
    /// A piece of the board to an empty site among some. Where hands count as well, such a position is left to the rules.
    Go(Each<u16>, S, bool),
    /// A piece of others taken, unless a condition holds of it. Where hands count as well, such a position is left to the rules.
    Take(u16, Others, Option<Test<S>>, bool),
    /// Those after which a condition does not hold.
    Unless(Test<S>, Box<Play<S>>),
    /// Those that begin the longest sequences of moves in the turn.
    Longest(Box<Longest<S>>),
    /// All of these, of which some may be such that begin the longest sequences.
    Either(Vec<Play<S>>),
    /// Those that the rules have to be asked for.
    Ask,
}

/// Whose pieces are taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Others {
    Enemies,
    One(Whose),
}

/// What became of drawing a move.
#[derive(Debug, Clone, Copy)]
pub(super) enum Draw {
    Move(Drawn),
    /// There is none.
    Nothing,
    /// The rules have to be asked.
    Ask,
}

/// Moves of which one is made.
pub(super) type Chosen = SmallVec<[Drawn; 32]>;

/// A set of sites as one number.
pub(super) fn set_of<S: SiteSet>(sites: &Bits) -> S {
    sites.iter().fold(S::EMPTY, |set, site| set | S::only(site as usize))
}

/// One of the sites of a set, which is not empty.
#[inline]
fn draw_site<S: SiteSet>(set: S, rng: &mut Random) -> u8 {
    set.nth(draw_below(rng, set.len())) as u8
}

impl<S: SiteSet> Play<S> {
    /// The moves of a phase, where they are of this kind.
    pub fn of(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        match moves {
            MovesFn::If(parts) => {
                let [first, second] = [&parts.1, &parts.2].map(|moves| Self::of(moves, rules, stepping));
                if let BoolFn::CanMove(preferred) = &parts.0
                    && is_same(preferred, &parts.1, rules)
                {
                    return Some(Self::First(vec![first?, second?]));
                }
                let test = Test::of(&parts.0, &IntFn::LastTo, rules, stepping)?;
                // Turns rarely go on.
                let first = if test == Test::MovesOn { first.unwrap_or(Self::Ask) } else { first? };
                let both = [first, second?];
                test.asks_turn_only().then(|| Self::If(test, Box::new(both)))
            }
            MovesFn::Priority(list) => {
                list.iter().map(|moves| Self::of(moves, rules, stepping)).collect::<Option<_>>().map(Self::First)
            }
            MovesFn::Filter(filter) if filter.keeps_longest().is_some() => {
                Longest::of(filter, rules, stepping).map(|longest| Self::Longest(Box::new(longest)))
            }
            MovesFn::Filter(filter) => {
                let BoolFn::Not(condition) = filter.condition()? else { return None };
                let test @ Test::Line(_) = Test::of(condition, &IntFn::LastTo, rules, stepping)? else { return None };
                let inner = Self::of(filter.moves(), rules, stepping)?;
                matches!(inner, Self::Go(..) | Self::Sum(..)).then(|| Self::Unless(test, Box::new(inner)))
            }
            MovesFn::ForEachPiece(each) => {
                let generators = stepping.generators(each, rules)?;
                if let Some(longest) = Longest::of_each(&generators, rules, stepping) {
                    return Some(Self::Longest(Box::new(longest)));
                }
                if let Some(play) = Self::going_anywhere(&generators, rules, stepping) {
                    return Some(play);
                }
                match Item::of_pieces(&generators, &mut Vec::new(), true, rules, stepping) {
                    Some(items) => Some(Self::Sum(items)),
                    None => Self::unless_turns_go_on(&generators, rules, stepping),
                }
            }
            MovesFn::Do(sequence) if sequence.is_aside_for_now() => Self::of(sequence.next(), rules, stepping),
            MovesFn::Leaf(leaf) => match Item::of_leaf(*leaf, rules, stepping) {
                Some(item) => Some(Self::Sum(vec![item])),
                None => Self::of_leaf(*leaf, rules, stepping),
            },
            MovesFn::Or(list) => match Item::of(moves, rules, stepping) {
                Some(items) => Some(Self::Sum(items)),
                None => {
                    let parts = list.iter().map(|moves| Self::of(moves, rules, stepping));
                    let parts = parts.collect::<Option<Vec<_>>>()?;
                    let is_told = parts.iter().all(|part| matches!(part, Self::Sum(_) | Self::Longest(_)));
                    is_told.then_some(Self::Either(parts))
                }
            },
            _ => Item::of(moves, rules, stepping).map(Self::Sum),
        }
    }

    /// Pieces that may all go to the same sites from anywhere.
    fn going_anywhere(generators: &[Option<&MovesFn>], rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let mut leaves = [0; PLAYERS + 1];
        let mut region = None;
        for player in 1..=stepping.players {
            let Some(MovesFn::Leaf(leaf)) = generators[usize::from(stepping.pieces[player])] else { return None };
            let Leaf::FromTo(from_to) = &rules.leaves[usize::from(*leaf)].leaf else { return None };
            let (Origin::Itself, ends) = from_to.onto_empty(rules)? else { return None };
            let ends = set_of(&ends);
            if stepping.has_kinds || *region.get_or_insert(ends) != ends {
                return None;
            }
            leaves[player] = *leaf;
            stepping.note_consequences(rules, *leaf)?;
        }
        Some(Self::Go(leaves, region?, false))
    }

    /// Pieces whose moves are of this kind unless the mover has moved just before, when the rules are asked: turns rarely go on.
    fn unless_turns_go_on(generators: &[Option<&MovesFn>], rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let moves_on = BoolFn::Player(PlayerTest::Prev, IntFn::Mover);
        let items = Item::of_pieces(generators, &mut vec![(&moves_on, false)], true, rules, stepping)?;
        Some(Self::If(Test::MovesOn, Box::new([Self::Ask, Self::Sum(items)])))
    }

    fn of_leaf(leaf: u16, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        stepping.note_consequences(rules, leaf)?;
        match &rules.leaves[usize::from(leaf)].leaf {
            Leaf::FromTo(from_to) if !stepping.has_kinds => {
                let (origin, ends) = from_to.onto_empty(rules)?;
                match origin {
                    Origin::Occupied(occupied) => match occupied.owners()? {
                        (PlayersFn::One(IntFn::Mover), hands) => {
                            Some(Self::Go([leaf; PLAYERS + 1], set_of(&ends), hands))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            Leaf::Remove(remove) => {
                let (occupied, condition) = remove.of_occupied(rules.default_type())?;
                let (owners, hands) = occupied.owners()?;
                let others = match owners {
                    PlayersFn::Enemies => Others::Enemies,
                    PlayersFn::One(player) => Others::One(Whose::of(player)?),
                    _ => return None,
                };
                let unless = match condition {
                    None => None,
                    Some(BoolFn::Not(condition)) => {
                        let test = Test::of(condition, &IntFn::Register(Register::Site), rules, stepping)?;
                        Some(test).filter(Test::asks_lines_only)?.into()
                    }
                    Some(_) => return None,
                };
                Some(Self::Take(leaf, others, unless, hands))
            }
            _ => None,
        }
    }

    /// Whether [`Play::can_move`] tells: where it says that there are moves, or strictly, whatever it says.
    pub fn is_known(&self, strictly: bool) -> bool {
        match self {
            Self::If(_, both) => both.iter().all(|play| play.is_known(strictly)),
            Self::First(list) | Self::Either(list) => list.iter().all(|play| play.is_known(strictly)),
            Self::Sum(_) => true,
            Self::Go(.., hands) | Self::Take(.., hands) => !hands,
            Self::Unless(..) => false,
            Self::Longest(longest) => longest.moves.is_known(strictly),
            // It tells that there are none.
            Self::Ask => !strictly,
        }
    }

    /// Whether [`Play::list`] lists all moves.
    pub fn is_listed(&self) -> bool {
        match self {
            Self::If(_, both) => both.iter().all(Self::is_listed),
            Self::First(list) | Self::Either(list) => list.iter().all(Self::is_listed),
            Self::Sum(_) => true,
            Self::Longest(longest) => longest.moves.is_listed(),
            // What asks for a list leaves the position to the rules.
            Self::Ask => true,
            Self::Go(..) | Self::Take(..) | Self::Unless(..) => false,
        }
    }

    /// Adds all moves, whether they begin longest sequences or not; false where the rules have to be asked.
    pub fn list(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, found: &mut Found<S>) -> bool {
        match self {
            Self::If(test, both) => {
                let holds = test.holds(stepping, board, turn, 0, S::EMPTY);
                both[usize::from(!holds)].list(stepping, board, turn, found)
            }
            Self::First(list) => {
                for play in list {
                    if !play.list(stepping, board, turn, found) {
                        return false;
                    }
                    if found.total > 0 {
                        break;
                    }
                }
                true
            }
            Self::Sum(items) => {
                let sets = Sets::of(stepping, board, turn);
                Item::show(items, stepping, board, turn, &sets, found)
            }
            Self::Longest(longest) => longest.moves.list(stepping, board, turn, found),
            Self::Either(list) => list.iter().all(|play| play.list(stepping, board, turn, found)),
            Self::Go(..) | Self::Take(..) | Self::Unless(..) | Self::Ask => false,
        }
    }

    /// Draws a move.
    pub fn draw(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let mut play = self;
        while let Self::If(test, both) = play {
            play = &both[usize::from(!test.holds(stepping, board, turn, 0, S::EMPTY))];
        }
        match play {
            Self::Sum(items) => Item::draw(items, stepping, board, turn, rng),
            Self::First(list) => {
                for play in list {
                    match play.draw(stepping, board, turn, rng) {
                        Draw::Nothing => {}
                        drawn => return drawn,
                    }
                }
                Draw::Nothing
            }
            _ => play.draw_other(stepping, board, turn, rng),
        }
    }

    /// As [`Play::draw`], for what is rare.
    #[inline(never)]
    fn draw_other(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let mover = turn.mover;
        match self {
            Self::If(..) | Self::First(_) | Self::Sum(_) | Self::Ask => Draw::Ask,
            Self::Go(leaves, ends, hands) => {
                let (own, ends) = (board.own[mover], board.empty & *ends);
                if *hands && board.hands[mover] > 0 {
                    return Draw::Ask;
                }
                if own.is_empty() || ends.is_empty() {
                    return Draw::Nothing;
                }
                let (from, to) = (draw_site(own, rng), draw_site(ends, rng));
                let what = stepping.pieces[mover];
                Draw::Move(Drawn { leaf: leaves[mover], what, kind: Kind::Move, from, to, over: 0, before: 0 })
            }
            Self::Take(leaf, others, unless, hands) => {
                let (mut left, held) = others.pieces(stepping, board, turn);
                if *hands && held {
                    return Draw::Ask;
                }
                while !left.is_empty() {
                    let site = draw_site(left, rng);
                    let owner = board.owner(usize::from(site));
                    let is_safe =
                        |unless: &Test<S>| unless.holds(stepping, board, turn, usize::from(site), board.own[owner]);
                    if !unless.as_ref().is_some_and(is_safe) {
                        let kind = Kind::Remove;
                        return Draw::Move(Drawn {
                            leaf: *leaf,
                            what: 0,
                            kind,
                            from: site,
                            to: site,
                            over: 0,
                            before: 0,
                        });
                    }
                    left = left ^ S::only(usize::from(site));
                }
                Draw::Nothing
            }
            Self::Unless(test, inner) => {
                for _ in 0..TRIES {
                    let Draw::Move(drawn) = inner.draw(stepping, board, turn, rng) else { return Draw::Ask };
                    let mut after = board.clone();
                    after.make(&drawn, mover, stepping);
                    if !test.holds(stepping, &after, turn, usize::from(drawn.to), after.own[mover]) {
                        return Draw::Move(drawn);
                    }
                }
                Draw::Ask
            }
            Self::Longest(_) | Self::Either(_) => {
                let mut moves = Chosen::new();
                match self.choose(stepping, board, turn, &mut moves) {
                    false => Draw::Ask,
                    true if moves.is_empty() => Draw::Nothing,
                    true => Draw::Move(moves[draw_below(rng, moves.len() as u32) as usize]),
                }
            }
        }
    }

    /// Adds all moves that may be made; false where the rules have to be asked.
    #[inline(never)]
    fn choose(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, moves: &mut Chosen) -> bool {
        match self {
            Self::Either(parts) => return parts.iter().all(|part| part.choose(stepping, board, turn, moves)),
            Self::Longest(longest) => return longest.choose(stepping, board, turn, moves),
            _ => {}
        }
        let mut found = Found::new();
        let is_told = self.list(stepping, board, turn, &mut found);
        moves.extend(found.all());
        is_told
    }

    /// Whether there is any move.
    pub fn can_move(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> bool {
        let mover = turn.mover;
        match self {
            Self::If(test, both) => {
                let holds = test.holds(stepping, board, turn, 0, S::EMPTY);
                both[usize::from(!holds)].can_move(stepping, board, turn)
            }
            // Those that come last are there most of the time.
            Self::First(list) | Self::Either(list) => {
                list.iter().rev().any(|play| play.can_move(stepping, board, turn))
            }
            Self::Sum(items) => Item::any(items, stepping, board, turn),
            Self::Go(_, ends, _) => !board.own[mover].is_empty() && !(board.empty & *ends).is_empty(),
            Self::Take(_, others, unless, _) => {
                let (pieces, _) = others.pieces(stepping, board, turn);
                pieces.sites().any(|site| {
                    let own = board.own[board.owner(site)];
                    !unless.as_ref().is_some_and(|unless| unless.holds(stepping, board, turn, site, own))
                })
            }
            Self::Unless(_, inner) => inner.can_move(stepping, board, turn),
            Self::Longest(longest) => longest.moves.can_move(stepping, board, turn),
            Self::Ask => false,
        }
    }
}

impl Others {
    /// Their pieces on the board, and whether any of them has some in hand.
    fn pieces<S: SiteSet>(self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> (S, bool) {
        match self {
            Self::One(whose) => {
                let player = whose.player(turn);
                (board.own[player], board.hands[player] > 0)
            }
            Self::Enemies => {
                let others = (1..=stepping.players).filter(|&player| player != turn.mover);
                others.fold((S::EMPTY, false), |(pieces, held), player| {
                    (pieces | board.own[player], held || board.hands[player] > 0)
                })
            }
        }
    }
}

/// Whether two generators are the same rule, made twice.
fn is_same(one: &MovesFn, other: &MovesFn, rules: &Rules) -> bool {
    match (one, other) {
        (MovesFn::Leaf(one), MovesFn::Leaf(other)) => {
            rules.leaves[usize::from(*one)].leaf == rules.leaves[usize::from(*other)].leaf
        }
        _ => false,
    }
}
