//! Wilson's interval for a share.

use super::{Interval, Z95};

/// Wilson's 95 % interval for a share, from `points` out of `games`. Points may be fractional, a draw counting one half.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. Without games the interval
/// is [0, 1] around one half.
#[must_use]
pub fn wilson(points: f64, games: u64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, value: 0.5, high: 1.0 };
    }
    let n = games as f64;
    let share = (points / n).clamp(0.0, 1.0);
    let z2 = Z95 * Z95;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // The exact bounds at the ends are 0 and 1; rounding would miss them by 1e-17.
    let low = if share == 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if share == 1.0 { 1.0 } else { (centre + half).min(1.0) };
    Interval { low, value: share, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference values: scipy 1.17.1, `binomtest(k, n).proportion_ci(method='wilson')`.
    #[test]
    fn agrees_with_scipy() {
        for (points, games, low, high) in [
            (8.0, 10, 0.490_162_471_536_641_8, 0.943_317_848_545_624_8),
            (0.0, 5, 0.0, 0.434_482_464_783_174_76),
            (5.0, 5, 0.565_517_535_216_825_2, 1.0),
        ] {
            let found = wilson(points, games);
            assert!(
                (found.low - low).abs() < 1e-12 && (found.high - high).abs() < 1e-12,
                "{points}/{games}: {found:?}"
            );
        }
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(wilson(0.0, 0), Interval { low: 0.0, value: 0.5, high: 1.0 });
    }
}
