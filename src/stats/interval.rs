//! An estimate with its bounds.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An estimate and its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// The estimate.
    pub value: f64,
    /// Upper bound.
    pub high: f64,
}

impl Interval {
    /// An interval of the given half-width around `value`.
    #[must_use]
    pub fn around(value: f64, half_width: f64) -> Self {
        Self { low: value - half_width, value, high: value + half_width }
    }

    /// Half the distance between the bounds.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether `value` lies within the bounds.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

impl fmt::Display for Interval {
    /// Prints `0.231 [0.174, 0.288]`, with the formatter's precision (three digits unless told).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(3);
        if f.sign_plus() {
            write!(f, "{:+.digits$} [{:+.digits$}, {:+.digits$}]", self.value, self.low, self.high)
        } else {
            write!(f, "{:.digits$} [{:.digits$}, {:.digits$}]", self.value, self.low, self.high)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_with_and_without_sign() {
        let interval = Interval { low: -0.5, value: 0.25, high: 1.0 };
        assert_eq!(interval.to_string(), "0.250 [-0.500, 1.000]");
        assert_eq!(format!("{interval:+.1}"), "+0.2 [-0.5, +1.0]");
        assert!(interval.contains(0.0) && !interval.contains(1.5));
        assert!((interval.half_width() - 0.75).abs() < 1e-12);
    }
}
