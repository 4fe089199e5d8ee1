//! The agent as a runner sees it.

use crate::game::{Game, Random, Seat};
use crate::search::{Analysis, Budget, Signal};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Someone who plays a game: asked for a move when it is their turn, told of every move that is made.
///
/// The caller's duty: between [`reset`](Self::reset) and the end of a game, every turn that is played, by whomever, is
/// reported through [`played`](Self::played), in order. Agents that keep a tree between moves rely on it (and check what
/// they can).
pub trait Player<G: Game>: Send {
    /// Chooses a move for `seat`, which is to move (alone or among others) in `state`.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, budget: &Budget, rng: &mut Random) -> Choice<G::Move>;

    /// Hears which moves a turn was made of: one, or one per seat of a joint turn in seat order.
    fn played(&mut self, _game: &G, _moves: &[G::Move]) {}

    /// Forgets the game, as before the first move of another one.
    fn reset(&mut self) {}

    /// From now on lets someone stop its searches and look into them. Agents that do not search need not care.
    fn attach(&mut self, _signal: Arc<Signal>) {}
}

/// A move, and what it cost to find.
#[derive(Debug, Clone)]
pub struct Choice<M> {
    /// The move.
    pub chosen: M,
    /// Simulations made.
    pub iterations: u64,
    /// Wall-clock time from being asked to answering.
    pub time: Duration,
    /// What the agent thinks the position is worth to its seat, in [−1, 1], if it thinks at all.
    pub value: Option<f32>,
    /// The search behind the choice, for reports and people.
    pub analysis: Option<Analysis<M>>,
}

/// Why an agent cannot play a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The agent as written.
    pub agent: String,
    /// The game's name.
    pub game: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "agent '{}' cannot play {}: {}", self.agent, self.game, self.reason)
    }
}

impl std::error::Error for Unsupported {}
