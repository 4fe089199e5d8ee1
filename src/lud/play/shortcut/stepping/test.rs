//! Conditions about lines, numbers of pieces and turns, asked of sets of sites.

use super::area::{Area, EMPTY, OTHERS, OWN};
use super::item::Item;
use super::lines::Lines;
use super::near::NoneNear;
use super::notes::Number;
use super::play::set_of;
use super::way::Kind;
use super::{Board, Each, PLAYERS, Stepping, Turn, Whose};
use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::{BoolFn, Comparison, PlayerTest};
use crate::lud::ludeme::int::{BoardFn, CountFn, CountPieces, IntFn};
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test<S> {
    Constant(bool),
    /// There is a line through the site asked about.
    Line(Lines<S>),
    /// The mover has moved just before.
    MovesOn,
    /// So many pieces a player has, on the board and in hand.
    Pieces(Whose, Comparison, i32),
    /// A player has none in hand.
    HandIsEmpty(Whose),
    /// So many pieces a player has in hand.
    InHand(Whose, Comparison, i32),
    /// So many sites of the board a player's pieces stand on.
    OnBoard(Whose, Comparison, i32),
    /// So many sites of the board hold pieces.
    Occupied(Comparison, i32),
    /// So many sites there are in an area.
    Sites(Area<S>, Comparison, i32),
    /// A piece of a player's, of a kind that depends on the player, is on one of these sites.
    Stands(Whose, Each<u8>, S),
    /// A player has no piece on the board of a kind that depends on the player.
    Gone(Whose, Each<u8>),
    /// A player's pieces stand on all sites of one of these sets and on no others of the board.
    Fills(Whose, Vec<S>),
    /// There are about so many moves so far, or more unless it is told to be only then.
    Late(u32, bool),
    /// So many pieces all players have, on the board and in hand.
    AllPieces(Comparison, i32),
    /// There is an even number of moves so far.
    EvenMoves,
    /// Components stand on all of these sites each, 0 being none.
    Target(Vec<(usize, S)>),
    /// No site is empty.
    Full,
    /// The next player has no move.
    NoMovesNext,
    /// A player is to move.
    Moves(usize),
    /// The site asked about is one of those that count for a player.
    Reached(Whose, Each<S>),
    /// A player has pieces on all of these sites.
    Holds(usize, S),
    /// The piece that moved last is of this kind, which depends on a player.
    LastIs(Whose, Each<u8>),
    /// There is one of these moves.
    CanMove(Vec<Item<S>>),
    /// The last move was a pass.
    Passed,
    /// The last move was a pass, and maybe those of others before it.
    AllPassed,
    /// A player is known to have no move.
    Stalemate(Whose),
    /// A player's value compares with a number.
    Value(Whose, Comparison, i32),
    /// A player's value compares with where the last move went.
    ValueIsLast(Whose, Comparison),
    /// A player's score compares with a number.
    Score(Whose, Comparison, i32),
    /// Something is pending.
    Pending,
    /// A site is of some classes, seen by the mover.
    At(u8, u8),
    /// The last move came from one of some sites of the board.
    CameFrom(Area<S>),
    /// It went to one of some sites of the board.
    WentTo(Area<S>),
    /// A player, who need not be the mover, has one of these moves.
    CanMoveOf(usize, Vec<Item<S>>),
    /// A player has no pieces on sites that depend on where a piece is.
    NoneNear(Box<NoneNear<S>>),
    Not(Box<Test<S>>),
    And(Vec<Test<S>>),
    Or(Vec<Test<S>>),
}

impl<S: SiteSet> Test<S> {
    /// A condition as a test about a site, where it is one.
    pub fn of(condition: &BoolFn, site: &IntFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let mut all =
            |list: &[BoolFn]| list.iter().map(|item| Self::of(item, site, rules, stepping)).collect::<Option<Vec<_>>>();
        Some(match condition {
            BoolFn::Constant(truth) => Self::Constant(*truth),
            BoolFn::And(list) => Self::And(all(list)?),
            BoolFn::Or(list) => Self::Or(all(list)?),
            BoolFn::Not(inner) => Self::Not(Box::new(Self::of(inner, site, rules, stepping)?)),
            BoolFn::Line(line) if line.is_plain_through(site) && !stepping.has_kinds => {
                Self::Line(Lines::of(line, stepping.sites))
            }
            BoolFn::Line(line) if line.is_lone_through(site) && !stepping.has_kinds => {
                stepping.lie_alone = true;
                Self::Line(Lines::of(line, stepping.sites))
            }
            BoolFn::Player(PlayerTest::Prev, IntFn::Mover) => Self::MovesOn,
            BoolFn::Compare(comparison, parts) => match &**parts {
                (IntFn::Pieces(pieces), IntFn::Constant(number)) | (IntFn::Constant(number), IntFn::Pieces(pieces))
                    if pieces.of_players() == Some(&PlayersFn::All) =>
                {
                    let is_turned = matches!(parts.0, IntFn::Constant(_));
                    let comparison = if is_turned { comparison.turned() } else { *comparison };
                    Self::AllPieces(comparison, *number)
                }
                (IntFn::Pieces(pieces), IntFn::Constant(number)) => Self::Pieces(owner(pieces)?, *comparison, *number),
                (IntFn::Constant(number), IntFn::Pieces(pieces)) => {
                    Self::Pieces(owner(pieces)?, comparison.turned(), *number)
                }
                (IntFn::Plane(Plane::What, kind, at), IntFn::Board(what))
                    if *comparison == Comparison::Equal && *kind == rules.default_type() && **at == IntFn::LastTo =>
                {
                    let BoardFn::ByPlayer(whats, player) = &**what else { return None };
                    let mut kinds = [0; PLAYERS + 1];
                    for (kind, &what) in kinds.iter_mut().zip(whats) {
                        *kind = u8::try_from(what).unwrap_or(0);
                    }
                    Self::LastIs(Whose::of(player)?, kinds)
                }
                (IntFn::Plane(Plane::What, kind, at), IntFn::Constant(what))
                    if *comparison == Comparison::Equal && *kind == rules.default_type() && **at == IntFn::LastTo =>
                {
                    Self::LastIs(Whose::Mover, [u8::try_from(*what).ok()?; PLAYERS + 1])
                }
                (IntFn::LastTo, IntFn::Board(table))
                    if *comparison == Comparison::Equal
                        && *site == IntFn::LastTo
                        && let BoardFn::Table(first, sites, IntFn::Mover) = &**table =>
                {
                    let mut goals = [S::EMPTY; PLAYERS + 1];
                    for (player, goals) in goals.iter_mut().enumerate().skip(1).take(stepping.players) {
                        let goal = sites.get(usize::try_from(player as i32 - first).ok()?)?;
                        *goals = S::only(usize::try_from(*goal).ok().filter(|&goal| goal < stepping.sites)?);
                    }
                    Self::Reached(Whose::Mover, goals)
                }
                (IntFn::PlayerValue(player), IntFn::Constant(number)) => {
                    stepping.notes.values = true;
                    Self::Value(Whose::of(player)?, *comparison, *number)
                }
                (IntFn::PlayerValue(player), IntFn::LastTo) => {
                    stepping.notes.values = true;
                    Self::ValueIsLast(Whose::of(player)?, *comparison)
                }
                (IntFn::Score(player), IntFn::Constant(number)) => {
                    stepping.notes.scores = true;
                    Self::Score(Whose::of(player)?, *comparison, *number)
                }
                (IntFn::Count(count), IntFn::Constant(number)) | (IntFn::Constant(number), IntFn::Count(count))
                    if let CountFn::Sites(SitesFn::In(RegionFn::Filter(filter))) = &**count =>
                {
                    let is_turned = matches!(parts.0, IntFn::Constant(_));
                    let comparison = if is_turned { comparison.turned() } else { *comparison };
                    let region = stepping.region(&filter.0, rules)?;
                    let area = Area::of(&filter.1, Register::Site, rules, stepping)?;
                    Self::Sites(Area::And(vec![region, area]), comparison, *number)
                }
                (IntFn::Count(count), IntFn::Constant(number)) => {
                    let CountFn::Sites(SitesFn::In(RegionFn::Occupied(occupied))) = &**count else { return None };
                    if let Some((PlayersFn::All, false)) = occupied.owners() {
                        return Some(Self::Occupied(*comparison, *number));
                    }
                    Self::OnBoard(stepping.on_board(occupied)?, *comparison, *number)
                }
                (IntFn::CountAt(SiteType::Cell, at), IntFn::Constant(number)) if !stepping.is_stacking => {
                    Self::InHand(stepping.whose_place(at)?, *comparison, *number)
                }
                (IntFn::Constant(number), IntFn::CountAt(SiteType::Cell, at)) if !stepping.is_stacking => {
                    Self::InHand(stepping.whose_place(at)?, comparison.turned(), *number)
                }
                _ => return None,
            },
            BoolFn::CanMove(moves)
                if let MovesFn::ForEachPiece(each) = &**moves
                    && let Some((player, generators)) = stepping.generators_of(each, rules) =>
            {
                let items = Item::of_pieces(&generators, &mut Vec::new(), false, rules, stepping)?;
                Self::CanMoveOf(player, items)
            }
            BoolFn::CanMove(moves) => match Item::of_named(moves, rules, stepping) {
                Some(item) => Self::CanMove(vec![item]),
                None => Self::CanMove(Item::of(moves, rules, stepping)?),
            },
            BoolFn::Pending => {
                stepping.notes.pending = true;
                Self::Pending
            }
            BoolFn::NoPieces(pieces) => Self::Pieces(owner(pieces)?, Comparison::Equal, 0),
            BoolFn::AllEmpty(sets) => Self::HandIsEmpty(stepping.whose_own_hand(&sets.0, &sets.1)?),
            BoolFn::AllSites(parts) if is_empty(&parts.1) => Self::HandIsEmpty(stepping.whose_hand(&parts.0)?),
            BoolFn::AllMeet(parts) if is_empty(parts.1.condition()) => {
                Self::HandIsEmpty(stepping.whose_hand(&parts.0)?)
            }
            BoolFn::Empty(kind, IntFn::Constant(site)) => stepping.at(*kind, *site, EMPTY, rules)?,
            BoolFn::Player(PlayerTest::Enemy, IntFn::Who(kind, site)) => {
                stepping.at(*kind, site.constant()?, OTHERS, rules)?
            }
            BoolFn::Player(PlayerTest::Friend, IntFn::Who(kind, site)) => {
                stepping.at(*kind, site.constant()?, OWN, rules)?
            }
            BoolFn::Empty(kind, IntFn::LastFrom) if *kind == rules.default_type() => {
                Self::CameFrom(Area::Classes(EMPTY))
            }
            BoolFn::In(parts) if parts.0 == IntFn::LastFrom => {
                Self::CameFrom(Area::of_region(&parts.1, rules, stepping)?)
            }
            BoolFn::Empty(_, IntFn::Board(site)) => Self::HandIsEmpty(stepping.whose_site(site.hand_of()?)?),
            BoolFn::Occupied(_, IntFn::Board(site)) => {
                Self::Not(Box::new(Self::HandIsEmpty(stepping.whose_site(site.hand_of()?)?)))
            }
            BoolFn::AllSites(parts) => stepping.held_by(&parts.0, &parts.1)?,
            BoolFn::AllMeet(parts) => stepping.held_by(&parts.0, parts.1.condition())?,
            BoolFn::Player(PlayerTest::Mover, IntFn::Constant(player)) => Self::Moves(usize::try_from(*player).ok()?),
            BoolFn::In(parts) if parts.0 == *site && *site == IntFn::LastTo => match stepping.goals(&parts.1) {
                Some((whose, goals)) => Self::Reached(whose, goals),
                None => Self::WentTo(Area::of_region(&parts.1, rules, stepping)?),
            },
            BoolFn::Even(IntFn::Count(count)) if **count == CountFn::Moves => Self::EvenMoves,
            BoolFn::Target(wanted) => {
                let mut kinds = vec![S::EMPTY; stepping.kinds];
                for &(site, what) in wanted {
                    let site = usize::try_from(site).ok().filter(|&site| site < stepping.sites)?;
                    let kind = kinds.get_mut(usize::try_from(what).ok()?)?;
                    *kind = *kind | S::only(site);
                }
                Self::Target(kinds.into_iter().enumerate().collect())
            }
            BoolFn::Full => Self::Full,
            BoolFn::NoMovesNext => Self::NoMovesNext,
            BoolFn::NoMoves(player) => Self::Stalemate(Whose::of(player)?),
            BoolFn::AllPassed => Self::AllPassed,
            BoolFn::WasPass => Self::Passed,
            _ => return None,
        })
    }

    /// What has to hold before a condition can, about where the last move went.
    pub fn before(condition: &BoolFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        match condition {
            BoolFn::And(list) => {
                // All members have to hold, so that those that are known tell.
                let known: Vec<_> = list.iter().filter_map(|item| Self::before(item, rules, stepping)).collect();
                (!known.is_empty()).then_some(Self::And(known))
            }
            BoolFn::Or(list) => {
                list.iter().map(|item| Self::before(item, rules, stepping)).collect::<Option<_>>().map(Self::Or)
            }
            BoolFn::In(parts) if let (IntFn::Where(piece), RegionFn::Fixed(sites)) = &**parts => {
                stepping.standing(piece, sites, rules)
            }
            BoolFn::Compare(Comparison::Equal, parts)
                if let (IntFn::Where(piece), IntFn::Constant(site)) | (IntFn::Constant(site), IntFn::Where(piece)) =
                    &**parts =>
            {
                match site {
                    -1 => stepping.named(piece, rules).map(|(whose, kinds)| Self::Gone(whose, kinds)),
                    site => stepping.standing(piece, &Bits::from_sites([*site]), rules),
                }
            }
            BoolFn::Compare(comparison, parts)
                if let (IntFn::Count(count), IntFn::Constant(number)) = &**parts
                    && matches!(**count, CountFn::Moves | CountFn::Turns) =>
            {
                let only_then = match comparison {
                    // There are no more turns than moves, but there may be fewer.
                    Comparison::Equal => **count == CountFn::Moves,
                    Comparison::Greater | Comparison::GreaterEqual => false,
                    _ => return None,
                };
                Some(Self::Late(u32::try_from(*number).ok()?, only_then))
            }
            BoolFn::Within(parts) if let (IntFn::Constant(what), SitesFn::In(RegionFn::Fixed(sites))) = &**parts => {
                let owner = usize::from(*rules.owners.get(usize::try_from(*what).ok()?)?);
                let fits = (1..=stepping.players).contains(&owner) && sites.is_below(stepping.sites);
                let mut kinds = [0; PLAYERS + 1];
                kinds[owner.min(PLAYERS)] = u8::try_from(*what).ok()?;
                fits.then(|| Self::Stands(Whose::Player(owner), kinds, set_of(sites)))
            }
            BoolFn::SameRegion(parts, true) => match &**parts {
                (RegionFn::Occupied(occupied), region) | (region, RegionFn::Occupied(occupied)) => {
                    let (PlayersFn::One(player), _) = occupied.owners()? else { return None };
                    Some(Self::Fills(Whose::of(player)?, stepping.any_of(region)?))
                }
                _ => None,
            },
            // A line of the mover's is one whoever has to own it, where it does not matter what it is made of.
            BoolFn::Line(line)
                if line.is_owned_through(&IntFn::LastTo)
                    && (!stepping.has_kinds || line.owner_through_last() == Some(&IntFn::Mover)) =>
            {
                Some(Self::Line(Lines::of(line, stepping.sites)))
            }
            // What triggers events or proposes something is left to the rules, and so is all that comes after.
            BoolFn::Triggered(..) | BoolFn::Proposed(_) => Some(Self::Constant(false)),
            _ => NoneNear::of(condition, rules, stepping)
                .or_else(|| Self::of(condition, &IntFn::LastTo, rules, stepping)),
        }
    }

    /// What has to hold before a condition about the player in the register `player` can for any of them.
    pub fn for_any_player(condition: &BoolFn, stepping: &Stepping<S>) -> Option<Self> {
        let (pieces, comparison, number) = match condition {
            BoolFn::NoMoves(IntFn::Register(Register::Player)) => {
                return Some(Self::Or(
                    (1..=stepping.players).map(|player| Self::Stalemate(Whose::Player(player))).collect(),
                ));
            }
            BoolFn::NoPieces(pieces) => (pieces, Comparison::Equal, 0),
            BoolFn::Compare(comparison, parts) => match &**parts {
                (IntFn::Pieces(pieces), IntFn::Constant(number)) => (pieces, *comparison, *number),
                _ => return None,
            },
            _ => return None,
        };
        let is_asked = *pieces.of_player()? == IntFn::Register(Register::Player);
        let one = |player| Self::Pieces(Whose::Player(player), comparison, number);
        is_asked.then(|| Self::Or((1..=stepping.players).map(one).collect()))
    }

    /// Whether it asks for the moves of a player.
    pub fn asks_moves(&self) -> bool {
        match self {
            Self::NoMovesNext => true,
            Self::Not(inner) => inner.asks_moves(),
            Self::And(list) | Self::Or(list) => list.iter().any(Self::asks_moves),
            _ => false,
        }
    }

    /// Whether it may hold because a player has moves.
    pub fn denies_no_moves(&self) -> bool {
        match self {
            Self::Not(inner) => inner.asks_moves(),
            Self::And(list) | Self::Or(list) => list.iter().any(Self::denies_no_moves),
            _ => false,
        }
    }

    /// Whether it asks about nothing but lines.
    pub fn asks_lines_only(&self) -> bool {
        match self {
            Self::Line(_) => true,
            Self::Not(inner) => inner.asks_lines_only(),
            Self::And(list) | Self::Or(list) => list.iter().all(Self::asks_lines_only),
            _ => false,
        }
    }

    /// Whether it asks about nothing but pieces, who moves and what moved last.
    pub fn asks_turn_only(&self) -> bool {
        match self {
            Self::Constant(_) | Self::MovesOn | Self::Pieces(..) | Self::HandIsEmpty(_) | Self::InHand(..) => true,
            Self::OnBoard(..) | Self::Occupied(..) | Self::Sites(..) | Self::AllPieces(..) | Self::EvenMoves => true,
            Self::Score(..) | Self::Pending => true,
            Self::Value(..) | Self::At(..) | Self::CameFrom(_) | Self::CanMoveOf(..) => true,
            Self::ValueIsLast(..) | Self::WentTo(_) => true,
            Self::Stands(..) | Self::Gone(..) | Self::Fills(..) | Self::Late(..) | Self::Target(_) => false,
            Self::Full | Self::Moves(_) | Self::Holds(..) | Self::LastIs(..) | Self::CanMove(_) | Self::Passed => true,
            Self::Line(_) | Self::Reached(..) | Self::AllPassed | Self::NoMovesNext | Self::Stalemate(_) => false,
            Self::NoneNear(_) => false,
            Self::Not(inner) => inner.asks_turn_only(),
            Self::And(list) | Self::Or(list) => list.iter().all(Self::asks_turn_only),
        }
    }

    /// Whether it holds, asked about a site, where the sites with the same on them are `own`.
    pub fn holds(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, site: usize, own: S) -> bool {
        match self {
            Self::Constant(truth) => *truth,
            Self::Line(lines) => lines.through(site, own),
            Self::MovesOn => turn.prev == turn.mover,
            Self::Pieces(whose, comparison, number) => {
                comparison.holds(board.pieces(whose.player(turn), stepping), *number)
            }
            Self::HandIsEmpty(whose) => board.hands[whose.player(turn)] == 0,
            Self::InHand(whose, comparison, number) => {
                comparison.holds(i32::from(board.hands[whose.player(turn)]), *number)
            }
            Self::OnBoard(whose, comparison, number) => {
                comparison.holds(board.own[whose.player(turn)].len() as i32, *number)
            }
            Self::Sites(area, comparison, number) => {
                comparison.holds(area.sites(stepping, board, turn).len() as i32, *number)
            }
            Self::Occupied(comparison, number) => comparison.holds((stepping.all & !board.empty).len() as i32, *number),
            Self::Stands(whose, whats, sites) => {
                let player = whose.player(turn);
                let what = whats[player];
                what != 0 && !(stepping.pieces_of(board, what, player) & *sites).is_empty()
            }
            Self::Gone(whose, whats) => {
                let player = whose.player(turn);
                stepping.pieces_of(board, whats[player], player).is_empty()
            }
            Self::Fills(whose, sets) => sets.contains(&board.own[whose.player(turn)]),
            // Whether the move at hand counts already makes no difference to what may be.
            Self::Late(number, only_then) => turn.moves + 1 >= *number && (!only_then || turn.moves <= *number + 2),
            Self::AllPieces(comparison, number) => {
                comparison.holds((1..=stepping.players).map(|player| board.pieces(player, stepping)).sum(), *number)
            }
            Self::EvenMoves => turn.moves.is_multiple_of(2),
            Self::Target(kinds) => {
                kinds.iter().all(|&(what, sites)| (sites & !stepping.sites_of(board, what)).is_empty())
            }
            Self::Full => board.empty.is_empty(),
            Self::Moves(player) => turn.mover == *player,
            Self::Reached(whose, goals) => turn.kind != Kind::Pass && goals[whose.player(turn)].has(site),
            Self::Holds(player, sites) => (*sites & !board.own[*player]).is_empty(),
            Self::LastIs(whose, whats) => {
                let what = usize::from(whats[whose.player(turn)]);
                usize::from(turn.last) < stepping.sites && stepping.what_at(board, usize::from(turn.last)) == what
            }
            Self::CanMove(items) => Item::any(items, stepping, board, turn),
            Self::Value(whose, comparison, number) => comparison.holds(board.values[whose.player(turn)], *number),
            Self::ValueIsLast(whose, comparison) => {
                comparison.holds(board.values[whose.player(turn)], Number::LastTo.value(stepping, board, turn))
            }
            Self::Score(whose, comparison, number) => comparison.holds(board.scores[whose.player(turn)], *number),
            Self::Pending => !board.pending.is_empty(),
            Self::At(site, classes) => Area::Classes(*classes).sites(stepping, board, turn).has(usize::from(*site)),
            Self::CameFrom(area) => {
                let from = usize::from(turn.from);
                from < stepping.sites && area.sites(stepping, board, turn).has(from)
            }
            Self::WentTo(area) => {
                let to = usize::from(turn.last);
                to < stepping.sites && area.sites(stepping, board, turn).has(to)
            }
            Self::CanMoveOf(player, items) => {
                let asked = Turn { mover: *player, prev: turn.mover, next: turn.mover, ..*turn };
                Item::any(items, stepping, board, if *player == turn.mover { turn } else { &asked })
            }
            Self::Passed | Self::AllPassed => turn.kind == Kind::Pass,
            Self::NoMovesNext if turn.has_moves => false,
            Self::NoMovesNext => {
                let asked = turn.of_next(stepping.players);
                !stepping.phases[usize::from(turn.next_phase)].play.can_move(stepping, board, &asked)
            }
            Self::Stalemate(whose) => turn.stalemated >> whose.player(turn) & 1 == 1,
            Self::NoneNear(near) => near.may_hold(stepping, board, turn),
            Self::Not(inner) => !inner.holds(stepping, board, turn, site, own),
            Self::And(list) => list.iter().all(|item| item.holds(stepping, board, turn, site, own)),
            Self::Or(list) => list.iter().any(|item| item.holds(stepping, board, turn, site, own)),
        }
    }
}

/// The player all of whose pieces are counted.
fn owner(pieces: &CountPieces) -> Option<Whose> {
    Whose::of(pieces.of_player()?)
}

/// Whether a condition says that the site gone through holds nothing.
fn is_empty(condition: &BoolFn) -> bool {
    match condition {
        BoolFn::CountAt(test) => test.is_none(Register::Site),
        BoolFn::Compare(Comparison::Equal, parts) => match &**parts {
            (IntFn::CountAt(_, at), IntFn::Constant(0)) => **at == IntFn::Register(Register::Site),
            // The same of stacks.
            (IntFn::Count(count), IntFn::Constant(0)) => {
                matches!(&**count, CountFn::On(_, SitesFn::At(IntFn::Register(Register::Site))))
            }
            _ => false,
        },
        _ => false,
    }
}
