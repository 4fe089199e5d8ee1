//! How moves are written down.
//!
//! A move is written as Ludii's key of it: `pass`, `swap`, or from and to with the letters of their types (`C12-C20`), and
//! `^level` behind a site of a stack whose level is not the ground. Where several different legal moves of a position have
//! the same key — a piece of several kinds dropped on one site, a step with and without a capture — a number follows, in
//! the order in which the rules list them: `C7-C7#1`, `C7-C7#2` … The numbers are the same whenever the position is.

use super::game::LudGame;
use super::moves::LudMove;
use super::state::State;
use crate::game::{Game, Turn};
use parking_lot::Mutex;

/// A position, and the text of each of its legal moves.
type Named = (State, Vec<(LudMove, String)>);

/// The texts of all legal moves of the position asked about last.
#[derive(Debug, Default)]
pub(super) struct Texts {
    last: Mutex<Option<Named>>,
}

impl Texts {
    /// The text of a move in a position; its bare key where it is not legal there.
    pub(super) fn of(&self, game: &LudGame, state: &State, chosen: LudMove) -> String {
        let mut last = self.last.lock();
        if last.as_ref().is_none_or(|(known, _)| known != state) {
            *last = Some((state.clone(), all(game, state)));
        }
        let texts = last.as_ref().map_or(&[][..], |(_, texts)| texts);
        match texts.iter().find(|(listed, _)| *listed == chosen) {
            Some((_, text)) => text.clone(),
            None => game.key(state, chosen),
        }
    }
}

/// Every distinct legal move with its text.
fn all(game: &LudGame, state: &State) -> Vec<(LudMove, String)> {
    let Turn::Player(seat) = game.turn(state) else { return Vec::new() };
    let mut moves = Vec::new();
    game.legal_moves(state, seat, &mut game.workspace(), &mut moves);
    let mut texts: Vec<(LudMove, String)> = Vec::with_capacity(moves.len());
    let mut known = std::collections::HashSet::new();
    for chosen in moves {
        if known.insert(chosen) {
            texts.push((chosen, game.key(state, chosen)));
        }
    }
    let mut shared: std::collections::HashMap<String, (usize, usize)> = std::collections::HashMap::new();
    for (_, key) in &texts {
        shared.entry(key.clone()).or_default().0 += 1;
    }
    for (_, key) in &mut texts {
        if let Some((count, next)) = shared.get_mut(key)
            && *count > 1
        {
            *next += 1;
            *key = format!("{key}#{next}");
        }
    }
    texts
}
