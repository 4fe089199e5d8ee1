//! What an entrant may spend, as settings and records write it.

use crate::search::{Budget, BudgetError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Limits of one entrant. At least one is set.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Limit {
    /// Iterations per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Seconds per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Seconds for all moves of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
}

impl Limit {
    /// A limit of iterations alone.
    #[must_use]
    pub fn iterations(iterations: u64) -> Self {
        Self { iterations: Some(iterations), ..Self::default() }
    }

    /// Whether the strength of play depends on how fast the machine is.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The budget of one move with so much left on the clock.
    ///
    /// # Errors
    /// When a limit is zero or none is set.
    pub fn budget(&self, clock_left: Option<Duration>) -> Result<Budget, BudgetError> {
        let budget = Budget::new(self.iterations, self.time, self.clock)?;
        Ok(clock_left.map_or(budget, |left| budget.with_clock(left)))
    }

    /// The time within which an answer is due: none where only iterations count.
    #[must_use]
    pub fn due(&self, clock_left: Option<Duration>) -> Option<Duration> {
        let time = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        match (time, clock_left) {
            (Some(time), Some(left)) => Some(time.min(left)),
            (time, left) => time.or(left),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(iterations) = self.iterations {
            parts.push(format!("{iterations} iterations"));
        }
        if let Some(time) = self.time {
            parts.push(format!("{time} s per move"));
        }
        if let Some(clock) = self.clock {
            parts.push(format!("{clock} s per game"));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_and_is_due_at_the_nearer_end() {
        let limit = Limit { iterations: Some(9), time: Some(0.5), clock: Some(60.0) };
        assert_eq!(limit.to_string(), "9 iterations, 0.5 s per move, 60 s per game");
        assert_eq!(limit.due(Some(Duration::from_secs(60))), Some(Duration::from_millis(500)));
        assert_eq!(limit.due(Some(Duration::from_millis(3))), Some(Duration::from_millis(3)));
        assert_eq!(Limit::iterations(5).due(None), None);
        assert!(limit.is_timed() && !Limit::iterations(5).is_timed());
        assert!(Limit::default().budget(None).is_err());
    }
}
