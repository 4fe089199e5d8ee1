//! Elo and normalised Elo from pairs of games.
//!
//! Two games on the same start with swapped seats are one observation, because their results depend on each other. The
//! pair's score is the mean of its two results, so it takes five values: the pentanomial model. Normalised Elo divides the
//! edge by the standard deviation of a game's result, so that the number of games needed to see it does not depend on the
//! share of draws (M. Van den Bergh, "Normalized Elo", 2020).

use super::{Interval, Z95, normal_cdf};
use serde::{Deserialize, Serialize};

/// Elo differences are cut off here: a side that never scored is "at least this much" weaker.
pub const ELO_LIMIT: f64 = 1200.0;

/// Elo per unit of normalised edge: 800 / ln 10.
pub(super) const NELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference that a score in [0, 1] stands for, within ±[`ELO_LIMIT`].
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        -ELO_LIMIT
    } else if score >= 1.0 {
        ELO_LIMIT
    } else {
        (400.0 * (score / (1.0 - score)).log10()).clamp(-ELO_LIMIT, ELO_LIMIT)
    }
}

/// The score that an Elo difference predicts.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Results of pairs of games, counted by the first side's points in the pair: 0, ½, 1, 1½, 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair by the scores, in [0, 1], of its two games. Scores between the five values count as the nearest.
    pub fn add(&mut self, first: f64, second: f64) {
        let half_points = ((first + second).clamp(0.0, 2.0) * 2.0).round();
        self.0[half_points as usize] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of the first side, one half of nothing.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        let points: u64 = self.0.iter().zip(0u64..).map(|(&count, quarters)| count * quarters).sum();
        points as f64 / (4 * self.count()) as f64
    }

    /// Variance of a pair's score.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count() == 0 {
            return 0.0;
        }
        let centre = self.score();
        let squares: f64 = self
            .0
            .iter()
            .zip(0u32..)
            .map(|(&count, quarters)| count as f64 * (f64::from(quarters) / 4.0 - centre).powi(2))
            .sum();
        squares / self.count() as f64
    }

    /// The same counts seen from the other side.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }
}

/// How much stronger the first side is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Mean score in [0, 1].
    pub score: Interval,
    /// Elo difference.
    pub elo: Interval,
    /// Normalised Elo difference.
    pub normalised: Interval,
    /// Probability that the first side is the stronger one, in the normal approximation.
    pub superiority: f64,
}

impl Strength {
    /// From pairs of games. Where every pair ended alike the variance is that of the same pairs with half a pair of each
    /// other kind added, so that one-sided results have finite, wide bounds.
    #[must_use]
    pub fn of_pairs(pairs: &Pairs) -> Self {
        let n = pairs.count() as f64;
        let score = pairs.score();
        let mut variance = pairs.variance();
        if n == 0.0 {
            return Self {
                score: Interval { low: 0.0, value: 0.5, high: 1.0 },
                elo: Interval { low: -ELO_LIMIT, value: 0.0, high: ELO_LIMIT },
                normalised: Interval { low: -ELO_LIMIT, value: 0.0, high: ELO_LIMIT },
                superiority: 0.5,
            };
        }
        if variance <= 0.0 {
            let weights = pairs.0.map(|count| if count == 0 { 0.5 } else { count as f64 });
            let total: f64 = weights.iter().sum();
            let centre: f64 = weights.iter().zip(0u32..).map(|(w, q)| w * f64::from(q) / 4.0).sum::<f64>() / total;
            variance =
                weights.iter().zip(0u32..).map(|(w, q)| w * (f64::from(q) / 4.0 - centre).powi(2)).sum::<f64>() / total;
        }
        let error = (variance / n).sqrt();
        let bounds = Interval::around(score, Z95 * error);
        // A pair's score varies half as much as a game's, hence the 2.
        let per_score = NELO_SCALE / (2.0 * variance).sqrt();
        Self {
            score: Interval { low: bounds.low.max(0.0), value: score, high: bounds.high.min(1.0) },
            elo: Interval {
                low: elo_of_score(bounds.low),
                value: elo_of_score(score),
                high: elo_of_score(bounds.high),
            },
            normalised: Interval::around((score - 0.5) * per_score, Z95 * error * per_score),
            superiority: normal_cdf((score - 0.5) / error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
    }

    /// Published vectors: fastchess, app/tests/elo_test.cpp, "EloPentanomial 1" and "2" (relative tolerance 1 %).
    #[test]
    fn agrees_with_fastchess() {
        let first = Strength::of_pairs(&Pairs([34, 54, 31 + 32, 64, 75]));
        close(first.normalised.value, 57.94, 0.58);
        close(first.normalised.half_width(), 28.28, 0.28);
        close(first.elo.value, 55.58, 0.56);
        close(first.elo.half_width(), 27.65, 0.28);
        let second = Strength::of_pairs(&Pairs([332, 433, 457 + 41, 333, 334]));
        close(second.normalised.value, -9.17, 0.1);
        close(second.normalised.half_width(), 10.96, 0.11);
        close(second.elo.value, -8.64, 0.09);
        close(second.elo.half_width(), 10.33, 0.1);
        close(second.superiority, 0.0505, 0.0005);
    }

    /// Computed independently in Python from the formulas (numpy, scipy.stats.norm).
    #[test]
    fn agrees_with_python() {
        let strength = Strength::of_pairs(&Pairs([60, 200, 400, 220, 70]));
        close(strength.elo.value, 7.315_514_284_923_827, 1e-9);
        close(strength.elo.low, -3.664_209_909_670_499, 1e-9);
        close(strength.elo.high, 18.309_872_652_083_4, 1e-9);
        close(strength.normalised.value, 10.408_376_102_960_469, 1e-9);
        close(strength.normalised.half_width(), 15.622_322_136_671_267, 1e-9);
        close(strength.superiority, 0.904_194_217_635_227_3, 1e-12);
    }

    #[test]
    fn one_sided_results_are_finite() {
        for counts in [[0, 0, 0, 0, 7], [7, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0; 5], [0, 0, 0, 0, 1]] {
            let strength = Strength::of_pairs(&Pairs(counts));
            for interval in [strength.score, strength.elo, strength.normalised] {
                assert!(
                    interval.low.is_finite() && interval.value.is_finite() && interval.high.is_finite(),
                    "{counts:?}"
                );
                assert!(interval.low <= interval.value && interval.value <= interval.high, "{counts:?} {interval:?}");
            }
            assert!((0.0..=1.0).contains(&strength.superiority));
        }
    }

    #[test]
    fn pairs_count_by_points() {
        let mut pairs = Pairs::default();
        pairs.add(1.0, 1.0);
        pairs.add(0.0, 1.0);
        pairs.add(0.5, 0.5);
        pairs.add(0.5, 0.0);
        assert_eq!(pairs, Pairs([0, 1, 2, 0, 1]));
        close(pairs.score(), 4.5 / 8.0, 1e-12);
        close(pairs.reversed().score(), 3.5 / 8.0, 1e-12);
        close(score_of_elo(elo_of_score(0.7)), 0.7, 1e-12);
    }
}
