//! The sequential probability ratio test on normalised Elo.
//!
//! The generalised test for the pentanomial model: the likelihoods of both hypotheses are taken at their maximum over all
//! distributions of pair scores with the hypothesis's normalised edge (M. Van den Bergh, "Comments on normalized Elo",
//! 2020). The maximum under a fixed edge is found by iterating the maximum under a fixed mean, which has one unknown.

use super::Pairs;
use super::elo::NELO_SCALE;
use serde::{Deserialize, Serialize};

/// Counts of zero become this, so that every likelihood is defined (as fishtest and fastchess do).
const LEAST_COUNT: f64 = 1e-3;

/// A test of "the edge is `elo0`" against "the edge is `elo1`", in normalised Elo.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Normalised Elo of the null hypothesis.
    pub elo0: f64,
    /// Normalised Elo of the alternative, above `elo0`.
    pub elo1: f64,
    /// Probability of accepting the alternative where the null hypothesis holds.
    pub alpha: f64,
    /// Probability of accepting the null hypothesis where the alternative holds.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The null hypothesis is accepted: the edge is not above `elo0`.
    H0,
    /// The alternative is accepted: the edge is at least `elo1`, within the error rates.
    H1,
    /// Neither yet.
    Undecided,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio: at or below the first H0 is accepted, at or above the second H1.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 over H0, 0 of nothing.
    #[must_use]
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { LEAST_COUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        // A pair's score has √½ of a game's deviation, so an edge per game is √2 of it per pair.
        let edge = |elo: f64| elo / NELO_SCALE * std::f64::consts::SQRT_2;
        let null = most_likely(&observed, edge(self.elo0));
        let alternative = most_likely(&observed, edge(self.elo1));
        total * (0..5).map(|i| observed[i] * (alternative[i] / null[i]).ln()).sum::<f64>()
    }

    /// Where the test stands after these pairs.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let llr = self.llr(pairs);
        let (low, high) = self.bounds();
        if llr <= low {
            Verdict::H0
        } else if llr >= high {
            Verdict::H1
        } else {
            Verdict::Undecided
        }
    }
}

/// A pair's score by its index.
fn score(index: usize) -> f64 {
    index as f64 / 4.0
}

/// The most likely distribution over the five scores whose mean is `edge` standard deviations above one half, given the
/// observed shares (all positive).
fn most_likely(observed: &[f64; 5], edge: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    // The iteration contracts quickly; the cap only guards against a loop that never settles.
    for _ in 0..50 {
        let before = found;
        let mean: f64 = (0..5).map(|i| found[i] * score(i)).sum();
        let deviation = (0..5).map(|i| found[i] * (score(i) - mean).powi(2)).sum::<f64>().sqrt();
        let shifted: [f64; 5] = std::array::from_fn(|i| {
            score(i) - 0.5 - edge * deviation * (1.0 + ((mean - score(i)) / deviation).powi(2)) / 2.0
        });
        found = with_mean_zero(observed, &shifted);
        if (0..5).all(|i| (found[i] - before[i]).abs() < 1e-9) {
            break;
        }
    }
    found
}

/// The most likely distribution over `values` with mean 0, given the observed shares. It is `observed / (1 + λ·value)`,
/// with λ the root of a function that falls between its two poles, found by bisection: this always ends.
fn with_mean_zero(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution over these values has mean 0; the observed one is as near as any.
        return *observed;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let slope = |lambda: f64| (0..5).map(|i| observed[i] * values[i] / (1.0 + lambda * values[i])).sum::<f64>();
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let lambda = 0.5 * (low + high);
    std::array::from_fn(|i| observed[i] / (1.0 + lambda * values[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Published vectors: fastchess, app/tests/sprt_test.cpp, "normalized pentanomial 1" and "2" (relative tolerance 1 %).
    #[test]
    fn agrees_with_fastchess() {
        for (counts, elo0, elo1, expected) in [
            ([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, 2.25),
            ([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, 3.01),
        ] {
            let found = test(elo0, elo1).llr(&Pairs(counts));
            assert!((found - expected).abs() < 0.01 * (1.0 + expected), "{counts:?}: {found} instead of {expected}");
        }
    }

    /// Computed independently in Python with scipy.optimize.brentq for the multiplier.
    #[test]
    fn agrees_with_python() {
        for (counts, elo1, expected) in [
            ([60, 200, 400, 220, 70], 5.0, 0.621_692_519_826_840_8),
            ([60, 200, 400, 220, 70], 10.0, 0.850_273_485_685_920_8),
            ([1, 10, 30, 12, 2], 10.0, 0.162_376_693_536_485_9),
            ([10789, 19328, 33806, 19402, 10543], 5.0, -26.838_448_639_799_78),
        ] {
            let found = test(0.0, elo1).llr(&Pairs(counts));
            assert!(
                (found - expected).abs() < 1e-5 * (1.0 + expected.abs()),
                "{counts:?}: {found} instead of {expected}"
            );
        }
    }

    /// Only wins: under H0 half of the pairs are lost and half won, and under H1 the mean is t = 5·√2/347.4 deviations of
    /// about ½ higher, so that the ratio is close to 104 · ln((½ + t/2) / ½).
    #[test]
    fn one_sided_results_are_finite_and_have_a_closed_form() {
        let edge = 5.0 / NELO_SCALE * std::f64::consts::SQRT_2;
        let expected = 104.0 * (1.0 + edge).ln();
        let found = test(0.0, 5.0).llr(&Pairs([0, 0, 0, 0, 104]));
        assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
    }

    #[test]
    fn bounds_and_verdicts() {
        let sprt = test(0.0, 10.0);
        let (low, high) = sprt.bounds();
        assert!((low + 2.944_438_979_166_44).abs() < 1e-12 && (high - 2.944_438_979_166_44).abs() < 1e-12);
        assert_eq!(sprt.verdict(&Pairs::default()), Verdict::Undecided);
        assert_eq!(sprt.verdict(&Pairs([0, 0, 0, 0, 500])), Verdict::H1);
        assert_eq!(sprt.verdict(&Pairs([500, 0, 0, 0, 0])), Verdict::H0);
        assert_eq!(sprt.verdict(&Pairs([60, 200, 400, 220, 70])), Verdict::Undecided);
    }
}
