//! A statement of a paper that an experiment can refute.

use crate::stats::Interval;
use std::fmt;

/// A statement of the paper, with the measured differences that decide it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What the paper says.
    pub claim: &'static str,
    /// Differences that are all above zero if it is so, each with its name.
    pub evidence: Vec<(&'static str, Interval)>,
}

impl Finding {
    /// Whether every difference is above zero, with its whole interval.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.evidence.iter().all(|(_, difference)| difference.low > 0.0)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:14} {}", if self.holds() { "holds" } else { "does not hold" }, self.claim)?;
        for (name, difference) in &self.evidence {
            write!(f, "\n{:14}   {name}: {difference:+.3}", "")?;
        }
        Ok(())
    }
}
