//! The agent that searches joint turns.

use super::{Choice, Player};
use crate::game::{Game, Random, Seat};
use crate::search::{Budget, JointSearch, Params, ParamsError, Signal};
use std::sync::Arc;

/// Plays what a search over joint turns finds.
pub(super) struct JointSearcher<G: Game> {
    search: JointSearch<G>,
}

impl<G: Game> JointSearcher<G> {
    pub(super) fn new(params: Params, game: &G) -> Result<Self, ParamsError> {
        Ok(Self { search: JointSearch::new(params, game)? })
    }
}

impl<G: Game> Player<G> for JointSearcher<G> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, budget: &Budget, rng: &mut Random) -> Choice<G::Move> {
        let analysis = match self.search.search(game, state, seat, budget, rng) {
            Ok(analysis) => analysis,
            // The caller asked someone who is not to move: there is no move to answer with.
            Err(error) => panic!("{}: {error}", game.info().name),
        };
        let played = &analysis.moves[0];
        Choice {
            chosen: played.chosen,
            iterations: analysis.iterations,
            time: analysis.time,
            value: (played.visits > 0).then_some(played.value),
            analysis: Some(analysis),
        }
    }

    fn attach(&mut self, signal: Arc<Signal>) {
        self.search.attach(signal);
    }

    fn reset(&mut self) {
        self.search.reset();
    }
}
