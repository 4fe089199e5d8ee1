//! Measures one game in processor time of one thread, slice by slice.

use super::cpu::CpuClock;
use super::record::Ours;
use super::tally::Tally;
use crate::catalog::Visitor;
use crate::cli::Failure;
use crate::game::{Game, PlayoutLimit, Random, Turn, random_from_seed};
use crate::search::{Budget, Mcts, Params};
use std::hint::black_box;
use std::sync::Arc;

/// Slices of each measurement.
pub(super) const SLICES: u32 = 5;
/// Copies of a position that are timed at once.
const COPIES: u32 = 20_000;

/// Measures a game; `between` is called after each slice of ours, for what is measured in turn with it.
pub(super) struct Measure<F> {
    /// Seconds of processor for the play-outs, and as much for the searches.
    pub(super) seconds: f64,
    /// The search that is measured, if any.
    pub(super) params: Option<Params>,
    /// What is done in turn.
    pub(super) between: F,
}

impl<F: FnMut() -> Result<(), Failure>> Visitor for Measure<F> {
    type Output = Result<Ours, Failure>;

    fn visit<G: Game + 'static>(mut self, game: Arc<G>) -> Self::Output {
        let game = game.as_ref();
        let slice = self.seconds / f64::from(SLICES);
        let mut rng = random_from_seed(0);
        let mut bare = Playouts::new(game, &mut rng);
        bare.slice(slice / 4.0, &mut rng);
        let warm = std::mem::take(&mut bare.tally).playouts_per_second();
        let search = self.params.clone().map(|params| Mcts::new(params, game)).transpose();
        let mut search = search.map_err(Failure::failed)?;
        let mut simulations: Option<f64> = None;
        let mut clone_ns = f64::INFINITY;
        for _ in 0..SLICES {
            bare.slice(slice, &mut rng);
            (self.between)()?;
            let iterations = (warm * slice / 2.0).clamp(16.0, 1e6) as u64;
            if let Some(search) = &mut search
                && let Some(found) = bare.search(search, iterations, slice, &mut rng)?
            {
                simulations = Some(simulations.unwrap_or(0.0).max(found));
            }
            clone_ns = clone_ns.min(bare.clone_ns());
        }
        let (playouts, best, plies) = (bare.tally.playouts_per_second(), bare.tally.best(), bare.tally.plies());
        Ok(Ours { playouts, best, plies, simulations, clone_ns })
    }
}

/// Play-outs of one game from its start.
struct Playouts<'g, G: Game> {
    game: &'g G,
    workspace: G::Workspace,
    start: G::State,
    state: G::State,
    tally: Tally,
}

impl<'g, G: Game> Playouts<'g, G> {
    fn new(game: &'g G, rng: &mut Random) -> Self {
        let mut workspace = game.workspace();
        let start = game.start(&mut workspace, rng);
        Self { game, workspace, state: start.clone(), start, tally: Tally::default() }
    }

    /// Plays out for so many seconds, at least once.
    fn slice(&mut self, seconds: f64, rng: &mut Random) {
        let (mut count, mut plies) = (0u64, 0u64);
        let mut batch = 1u64;
        let mut spent = 0.0;
        // Where chance decides the start, each play-out has its own, as in Ludii.
        let anew = self.game.info().stochastic;
        let clock = CpuClock::start();
        while spent < seconds {
            for _ in 0..batch {
                if anew {
                    self.game.restart(&mut self.state, &mut self.workspace, rng);
                } else {
                    self.state.clone_from(&self.start);
                }
                let playout = self.game.playout(&mut self.state, PlayoutLimit::NONE, &mut self.workspace, rng, None);
                plies += u64::from(playout.plies);
            }
            count += batch;
            let before = spent;
            spent = clock.seconds();
            // Asking for the time costs as much as a short play-out.
            if spent - before < seconds / 32.0 {
                batch *= 2;
            }
        }
        self.tally.add(count, plies, spent);
    }

    /// Simulations per second of searches of the start, or none where there is nothing to search.
    fn search(
        &mut self,
        search: &mut Mcts<G>,
        iterations: u64,
        seconds: f64,
        rng: &mut Random,
    ) -> Result<Option<f64>, Failure> {
        let Turn::Player(seat) = self.game.turn(&self.start) else { return Ok(None) };
        let budget = Budget::iterations(iterations).map_err(Failure::failed)?;
        let mut count = 0;
        let clock = CpuClock::start();
        while clock.seconds() < seconds {
            search.reset();
            let analysis = search.search(self.game, &self.start, seat, &budget, rng).map_err(Failure::failed)?;
            if analysis.iterations == 0 {
                return Ok(None);
            }
            count += analysis.iterations;
        }
        Ok(Some(count as f64 / clock.seconds().max(1e-9)))
    }

    /// Nanoseconds to copy the start over a position.
    fn clone_ns(&mut self) -> f64 {
        let clock = CpuClock::start();
        for _ in 0..COPIES {
            black_box(&mut self.state).clone_from(black_box(&self.start));
        }
        clock.seconds() * 1e9 / f64::from(COPIES)
    }
}
