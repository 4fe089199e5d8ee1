//! The limits of a search as command-line options, shared by every subcommand that searches.

use super::Failure;
use crate::search::Budget;

/// Iterations made per move where no limit is given.
const DEFAULT_ITERATIONS: u64 = 1000;

/// What a move, or a game, may cost.
#[derive(Debug, Clone, clap::Args)]
pub struct Limits {
    /// Iterations per move [default: 1000, where no other limit is given]
    #[arg(long, value_name = "N")]
    pub iterations: Option<u64>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Seconds for the whole game, for each seat
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub clock: Option<f64>,
}

impl Limits {
    /// The budget of the first move.
    ///
    /// # Errors
    /// When a limit is zero or negative.
    pub fn budget(&self) -> Result<Budget, Failure> {
        let unlimited = self.iterations.is_none() && self.time.is_none() && self.clock.is_none();
        let iterations = if unlimited { Some(DEFAULT_ITERATIONS) } else { self.iterations };
        Budget::new(iterations, self.time, self.clock).map_err(Failure::misuse)
    }
}
