//! What a search may spend on one move: iterations, time, or a share of the game's clock.

use std::fmt;
use std::time::Duration;

/// What one move may cost. At least one limit is set, none of them is zero; the search stops at whichever comes first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    iterations: Option<u64>,
    time: Option<Duration>,
    clock: Option<Duration>,
}

/// Why a budget is refused.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BudgetError {
    /// Zero iterations.
    NoIterations,
    /// A time or clock of zero, less than zero, or not a number.
    NoTime(f64),
    /// No limit at all: such a search would never end.
    Unlimited,
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoIterations => f.write_str("a search needs at least 1 iteration"),
            Self::NoTime(seconds) => write!(f, "a time limit must be more than 0 seconds, not {seconds}"),
            Self::Unlimited => {
                f.write_str("a search needs a limit: iterations, time per move, or a clock for the game")
            }
        }
    }
}

impl std::error::Error for BudgetError {}

impl Budget {
    /// One iteration.
    pub(crate) const ONE: Self = Self { iterations: Some(1), time: None, clock: None };

    /// A budget from optional limits: iterations, seconds for this move, seconds left for the rest of the game.
    ///
    /// # Errors
    /// When a limit is zero or negative, or when there is none.
    pub fn new(iterations: Option<u64>, time: Option<f64>, clock: Option<f64>) -> Result<Self, BudgetError> {
        if iterations == Some(0) {
            return Err(BudgetError::NoIterations);
        }
        if iterations.is_none() && time.is_none() && clock.is_none() {
            return Err(BudgetError::Unlimited);
        }
        let seconds = |value: Option<f64>| match value {
            None => Ok(None),
            Some(seconds) => match Duration::try_from_secs_f64(seconds) {
                Ok(duration) if !duration.is_zero() => Ok(Some(duration)),
                _ => Err(BudgetError::NoTime(seconds)),
            },
        };
        Ok(Self { iterations, time: seconds(time)?, clock: seconds(clock)? })
    }

    /// A budget of iterations alone: with one thread, the same seed gives the same search.
    ///
    /// # Errors
    /// When it is zero.
    pub fn iterations(iterations: u64) -> Result<Self, BudgetError> {
        Self::new(Some(iterations), None, None)
    }

    /// A budget of seconds for this move.
    ///
    /// # Errors
    /// When it is zero or negative.
    pub fn seconds(time: f64) -> Result<Self, BudgetError> {
        Self::new(None, Some(time), None)
    }

    /// This budget with so much time left on the game's clock. A clock that has run out leaves its last millisecond: the
    /// agent must still move.
    #[must_use]
    pub fn with_clock(self, left: Duration) -> Self {
        Self { clock: Some(left.max(Duration::from_millis(1))), ..self }
    }

    /// Most iterations.
    #[must_use]
    pub fn iteration_limit(&self) -> Option<u64> {
        self.iterations
    }

    /// Most time for this move.
    #[must_use]
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// Time left for all moves to come.
    #[must_use]
    pub fn clock_left(&self) -> Option<Duration> {
        self.clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_negative_and_missing_limits_are_refused() {
        assert_eq!(Budget::iterations(0), Err(BudgetError::NoIterations));
        assert_eq!(Budget::seconds(0.0), Err(BudgetError::NoTime(0.0)));
        assert_eq!(Budget::seconds(-1.0), Err(BudgetError::NoTime(-1.0)));
        assert!(matches!(Budget::seconds(f64::NAN), Err(BudgetError::NoTime(_))));
        assert_eq!(Budget::new(None, None, Some(-3.0)), Err(BudgetError::NoTime(-3.0)));
        assert_eq!(Budget::new(None, None, None), Err(BudgetError::Unlimited));
        assert!(Budget::new(Some(1), Some(0.5), Some(60.0)).is_ok());
    }
}
