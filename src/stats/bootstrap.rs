//! Means and their bootstrap.

use super::Interval;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The mean, 0 of nothing.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The standard deviation of a sample (denominator n − 1), 0 of fewer than two values.
#[must_use]
pub fn standard_deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let centre = mean(values);
    (values.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / (values.len() - 1) as f64).sqrt()
}

/// The mean of `values` with the 2.5 % and 97.5 % percentiles of the means of `resamples` bootstrap samples.
///
/// Give it one value per title (the mean over the title's games): the title is the sampling unit. Equal seeds give equal
/// intervals. B. Efron, "Bootstrap methods: another look at the jackknife", 1979 (percentile interval).
#[must_use]
pub fn bootstrap_mean(values: &[f64], resamples: usize, seed: u64) -> Interval {
    let value = mean(values);
    if values.len() < 2 || resamples == 0 {
        return Interval::around(value, 0.0);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut means: Vec<f64> = (0..resamples)
        .map(|_| {
            let sum: f64 = (0..values.len()).map(|_| values[rng.random_range(0..values.len())]).sum();
            sum / values.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Interval { low: percentile(&means, 0.025), value, high: percentile(&means, 0.975) }
}

/// The share `p` of the way through ascending values, interpolated. The values are not empty.
fn percentile(ascending: &[f64], p: f64) -> f64 {
    let position = p * (ascending.len() - 1) as f64;
    let below = position.floor() as usize;
    let above = (below + 1).min(ascending.len() - 1);
    ascending[below] + (ascending[above] - ascending[below]) * (position - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kilothon_has_the_half_width_of_its_standard_error() {
        // 1,094 titles with a standard deviation near 0.97: the normal half-width is 1.96 · 0.97 / √1094 ≈ 0.057.
        let values: Vec<f64> = (0..1094).map(|i| if i % 100 < 61 { 1.0 } else { -1.0 }).collect();
        let expected = 1.96 * standard_deviation(&values) / (values.len() as f64).sqrt();
        let found = bootstrap_mean(&values, 10_000, 1);
        assert!((found.half_width() - expected).abs() < 0.003, "{found:?} against {expected}");
        assert!(found.low < found.value && found.value < found.high);
        assert_eq!(found, bootstrap_mean(&values, 10_000, 1));
    }

    #[test]
    fn percentiles_interpolate() {
        // numpy.percentile([1, 2, 4, 8], [2.5, 50, 97.5]) = 1.075, 3.0, 7.7
        let values = [1.0, 2.0, 4.0, 8.0];
        assert!((percentile(&values, 0.025) - 1.075).abs() < 1e-12);
        assert!((percentile(&values, 0.5) - 3.0).abs() < 1e-12);
        assert!((percentile(&values, 0.975) - 7.7).abs() < 1e-12);
    }

    #[test]
    fn degenerate_samples_have_width_zero() {
        assert_eq!(bootstrap_mean(&[], 100, 1), Interval::around(0.0, 0.0));
        assert_eq!(bootstrap_mean(&[0.5], 100, 1), Interval::around(0.5, 0.0));
        assert_eq!(bootstrap_mean(&[1.0; 9], 100, 1), Interval::around(1.0, 0.0));
    }
}
