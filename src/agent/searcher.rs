//! The agent that searches.

use super::{Choice, Player};
use crate::game::{Game, Random, Seat};
use crate::search::{Budget, Mcts, Params, ParamsError, Signal};
use std::sync::Arc;

/// Plays what a search finds.
pub(super) struct Searcher<G: Game> {
    search: Mcts<G>,
}

impl<G: Game> Searcher<G> {
    pub(super) fn new(params: Params, game: &G) -> Result<Self, ParamsError> {
        Ok(Self { search: Mcts::new(params, game)? })
    }
}

impl<G: Game> Player<G> for Searcher<G> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, budget: &Budget, rng: &mut Random) -> Choice<G::Move> {
        let analysis = match self.search.search(game, state, seat, budget, rng) {
            Ok(analysis) => analysis,
            // The caller asked someone who is not to move: there is no move to answer with.
            Err(error) => panic!("{}: {error}", game.info().name),
        };
        let best = &analysis.moves[0];
        Choice {
            chosen: best.chosen,
            iterations: analysis.iterations,
            time: analysis.time,
            value: (best.visits > 0).then_some(best.value),
            analysis: Some(analysis),
        }
    }

    fn played(&mut self, _game: &G, moves: &[G::Move]) {
        self.search.played(moves);
    }

    fn attach(&mut self, signal: Arc<Signal>) {
        self.search.attach(signal);
    }

    fn reset(&mut self) {
        self.search.reset();
    }
}
