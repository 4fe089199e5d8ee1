//! Tests on differences between two agents, one per title.

use super::normal_cdf;
use serde::{Deserialize, Serialize};

/// What a paired test found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PairedTest {
    /// Titles with a positive difference.
    pub better: u64,
    /// Titles with a negative difference.
    pub worse: u64,
    /// Titles without a difference, which the test leaves out.
    pub equal: u64,
    /// Two-sided probability of a split at least this uneven if there were no difference; 1 of nothing.
    pub p: f64,
}

fn count(differences: &[f64], p: f64) -> PairedTest {
    let better = differences.iter().filter(|&&d| d > 0.0).count() as u64;
    let worse = differences.iter().filter(|&&d| d < 0.0).count() as u64;
    PairedTest { better, worse, equal: differences.len() as u64 - better - worse, p }
}

/// The exact sign test: whether positive differences are as frequent as negative ones.
#[must_use]
pub fn sign_test(differences: &[f64]) -> PairedTest {
    let mut result = count(differences, 1.0);
    let n = result.better + result.worse;
    let fewer = result.better.min(result.worse);
    // Log-binomials, so that thousands of titles neither overflow nor vanish.
    let mut log_choose = 0.0;
    let mut tail = 0.0;
    for k in 0..=fewer {
        if k > 0 {
            log_choose += ((n - k + 1) as f64).ln() - (k as f64).ln();
        }
        tail += (log_choose - n as f64 * std::f64::consts::LN_2).exp();
    }
    result.p = (2.0 * tail).min(1.0);
    result
}

/// Wilcoxon's signed-rank test in the normal approximation, with tie and continuity corrections; zeros are left out.
#[must_use]
pub fn wilcoxon_test(differences: &[f64]) -> PairedTest {
    let mut result = count(differences, 1.0);
    let mut values: Vec<f64> = differences.iter().copied().filter(|&d| d != 0.0).collect();
    values.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = values.len() as f64;
    let mut positive = 0.0;
    let mut ties = 0.0;
    let mut start = 0;
    while start < values.len() {
        let mut end = start + 1;
        while end < values.len() && (values[end].abs() - values[start].abs()).abs() < 1e-12 {
            end += 1;
        }
        let rank = (start + end + 1) as f64 / 2.0;
        positive += rank * values[start..end].iter().filter(|&&d| d > 0.0).count() as f64;
        let tied = (end - start) as f64;
        ties += tied.powi(3) - tied;
        start = end;
    }
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    if variance > 0.0 {
        let distance = ((positive - mean).abs() - 0.5).max(0.0);
        result.p = (2.0 * normal_cdf(-distance / variance.sqrt())).min(1.0);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(better: usize, worse: usize, equal: usize) -> Vec<f64> {
        [vec![0.5; better], vec![-0.25; worse], vec![0.0; equal]].concat()
    }

    /// Reference values: scipy 1.17.1, `binomtest(k, n).pvalue`.
    #[test]
    fn sign_test_agrees_with_scipy() {
        for (better, worse, p) in
            [(15, 5, 0.041_389_465_332_031_25), (3, 17, 0.002_576_828_002_929_687_5), (10, 10, 1.0)]
        {
            let found = sign_test(&signs(better, worse, 4));
            assert!((found.p - p).abs() < 1e-12, "{found:?}");
            assert_eq!((found.better, found.worse, found.equal), (better as u64, worse as u64, 4));
        }
        assert_eq!(sign_test(&[]).p, 1.0);
        assert!(sign_test(&signs(1000, 0, 0)).p < 1e-290);
    }

    /// Reference value: scipy 1.17.1, `wilcoxon(d, mode='approx', correction=True)`, which has ties and a zero.
    #[test]
    fn wilcoxon_agrees_with_scipy() {
        let differences = [0.5, -0.2, 0.1, 0.1, 0.9, -0.4, 0.3, 0.3, 0.0, 0.7, 0.2, -0.1];
        let found = wilcoxon_test(&differences);
        assert!((found.p - 0.108_458_451_822_968_4).abs() < 1e-10, "{found:?}");
        // The depression-scale data of Hollander and Wolfe (1973), table 3.1, also in scipy's terms.
        let differences = [0.952, -0.147, 1.022, 0.43, 0.62, 0.59, 0.49, -0.08, 0.01];
        assert!((wilcoxon_test(&differences).p - 0.044_010_984_012_951_43).abs() < 1e-10);
        assert_eq!(wilcoxon_test(&[0.0, 0.0]).p, 1.0);
    }
}
