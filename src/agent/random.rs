//! The agent that plays any legal move.

use super::{Choice, Player};
use crate::game::{Game, Random, Seat};
use crate::search::Budget;
use rand::RngExt;
use std::time::Instant;

/// Plays uniformly random legal moves, in any game.
pub(super) struct RandomPlayer<G: Game> {
    workspace: G::Workspace,
    moves: Vec<G::Move>,
}

impl<G: Game> RandomPlayer<G> {
    pub(super) fn new(game: &G) -> Self {
        Self { workspace: game.workspace(), moves: Vec::new() }
    }
}

impl<G: Game> Player<G> for RandomPlayer<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        _budget: &Budget,
        rng: &mut Random,
    ) -> Choice<G::Move> {
        let began = Instant::now();
        self.moves.clear();
        game.legal_moves(state, seat, &mut self.workspace, &mut self.moves);
        let chosen = self.moves[rng.random_range(0..self.moves.len())];
        Choice { chosen, iterations: 0, time: began.elapsed(), value: None, analysis: None }
    }
}
