//! Moves that begin the longest sequences of moves in the turn.

use super::found::Found;
use super::item::Item;
use super::play::{Chosen, Play};
use super::way::Drawn;
use super::{Board, Stepping, Turn};
use crate::lud::ludeme::moves::{Filter, MovesFn};
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

/// Those of some moves that begin the longest sequences of moves in the turn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Longest<S> {
    pub moves: Play<S>,
    /// Whether the moves of each piece are compared with one another only.
    is_by_piece: bool,
    /// Whether what is made pending before them is so already while they are compared, and then no longer when they are made.
    is_noted: bool,
}

/// Whether what comes before the moves of such a rule has happened when they are compared; nothing where it is not such a rule,
/// or more has happened.
fn is_noted(filter: &Filter) -> Option<bool> {
    match filter.keeps_longest()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

impl<S: SiteSet> Longest<S> {
    /// A rule that keeps them.
    pub fn of(filter: &Filter, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let moves = Play::of(filter.moves(), rules, stepping)?;
        stepping.asks_longest = true;
        moves.is_listed().then_some(Self { moves, is_by_piece: false, is_noted: is_noted(filter)? })
    }

    /// The rules of pieces of which each keeps them.
    pub fn of_each(generators: &[Option<&MovesFn>], rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let mut noted = None;
        let mut inner = Vec::with_capacity(generators.len());
        for moves in generators {
            inner.push(match moves {
                None => None,
                Some(MovesFn::Filter(filter)) => {
                    let is_noted = is_noted(filter)?;
                    if *noted.get_or_insert(is_noted) != is_noted {
                        return None;
                    }
                    Some(filter.moves())
                }
                Some(_) => return None,
            });
        }
        let is_noted = noted?;
        let items = Item::of_pieces(&inner, &mut Vec::new(), true, rules, stepping)?;
        stepping.asks_longest = true;
        Some(Self { moves: Play::Sum(items), is_by_piece: true, is_noted })
    }

    /// Adds those that begin the longest sequences; false where the rules have to be asked.
    pub fn choose(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, moves: &mut Chosen) -> bool {
        let mut found = Found::new();
        if !self.moves.list(stepping, board, turn, &mut found) {
            return false;
        }
        if found.total == 0 {
            return true;
        }
        let first = moves.len();
        moves.extend(found.all());
        match found.total {
            1 => true,
            _ if self.is_by_piece => self.keep_by_piece(stepping, board, turn, moves, first),
            _ => stepping.keep_longest(board, turn, self.is_noted, moves, first),
        }
    }

    /// Keeps of the moves from one of a list on those that begin the longest sequences of their pieces; false where the rules have
    /// to be asked.
    #[inline(never)]
    fn keep_by_piece(
        &self,
        stepping: &Stepping<S>,
        board: &Board<S>,
        turn: &Turn,
        moves: &mut Chosen,
        first: usize,
    ) -> bool {
        moves[first..].sort_unstable_by_key(|drawn| drawn.from);
        let mut start = moves.len();
        while start > first {
            let end = start;
            let from = moves[end - 1].from;
            start = first + moves[first..end].partition_point(|drawn| drawn.from < from);
            if end - start < 2 {
                continue;
            }
            // Those of the last piece are at the end.
            let later: Chosen = moves.drain(end..).collect();
            if !stepping.keep_longest(board, turn, self.is_noted, moves, start) {
                return false;
            }
            moves.extend(later);
        }
        true
    }
}

impl<S: SiteSet> Stepping<S> {
    /// Keeps of the moves from one of a list on those that begin the longest sequences; false where the rules have to be asked.
    pub(super) fn keep_longest(
        &self,
        board: &Board<S>,
        turn: &Turn,
        is_noted: bool,
        moves: &mut Chosen,
        first: usize,
    ) -> bool {
        if moves.len() < first + 2 {
            return true;
        }
        let (mut kept, mut most) = (first, 0);
        for index in first..moves.len() {
            let drawn = moves[index];
            let Some(length) = self.sequence_length(board, turn, &drawn, is_noted) else { return false };
            if length > most {
                (kept, most) = (first, length);
            }
            if length == most {
                moves[kept] = drawn;
                kept += 1;
            }
        }
        moves.truncate(kept);
        true
    }

    /// How many moves the longest sequence of the mover's has that a move begins; nothing where the game may end before.
    fn sequence_length(&self, board: &Board<S>, turn: &Turn, drawn: &Drawn, is_noted: bool) -> Option<u32> {
        let (mut after, mut then) = (board.clone(), *turn);
        let (like, _) = self.make(&mut after, &mut then, drawn, is_noted);
        let stage = &self.phases[0];
        if self.may_end(stage, &after, &then, like) {
            return None;
        }
        if then.next != turn.mover {
            return Some(1);
        }
        then.prev = turn.mover;
        then.in_turn += 1;
        then.next = turn.mover % self.players + 1;
        let mut found = Found::new();
        if !stage.play.list(self, &after, &then, &mut found) {
            return None;
        }
        // A pass is made where there is nothing else.
        let mut longest = u32::from(found.total == 0);
        for next in found.all() {
            longest = longest.max(self.sequence_length(&after, &then, &next, false)?);
        }
        Some(1 + longest)
    }
}
