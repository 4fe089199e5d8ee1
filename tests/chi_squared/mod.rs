//! Pearson's χ² test, for counts against expectations and for two samples.

/// Fewest expected counts of a cell; cells with fewer are joined, as the approximation by χ² asks for.
const FEWEST: f64 = 5.0;

/// A statistic with its degrees of freedom. Statistics of independent samples add up.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ChiSquared {
    pub statistic: f64,
    pub freedom: usize,
}

impl ChiSquared {
    /// Counts against what is expected of them.
    pub fn of(counts: &[u64], expected: &[f64]) -> Self {
        let mut cells: Vec<(f64, f64)> = Vec::new();
        let (mut rest, mut rest_expected) = (0.0, 0.0);
        for (&count, &expected) in counts.iter().zip(expected) {
            rest += count as f64;
            rest_expected += expected;
            if rest_expected >= FEWEST {
                cells.push((rest, rest_expected));
                (rest, rest_expected) = (0.0, 0.0);
            }
        }
        match cells.last_mut() {
            Some(last) => *last = (last.0 + rest, last.1 + rest_expected),
            None => cells.push((rest, rest_expected)),
        }
        let statistic = cells.iter().map(|(count, expected)| (count - expected).powi(2) / expected.max(1e-9)).sum();
        Self { statistic, freedom: cells.len() - 1 }
    }

    /// Two samples over the same categories: whether both come from one distribution.
    pub fn of_two(one: &[u64], other: &[u64]) -> Self {
        let totals = [one.iter().sum::<u64>() as f64, other.iter().sum::<u64>() as f64];
        let all = totals[0] + totals[1];
        let mut sum = Self::default();
        let mut cells: Vec<[f64; 2]> = Vec::new();
        let mut rest = [0.0; 2];
        for (&a, &b) in one.iter().zip(other) {
            rest = [rest[0] + a as f64, rest[1] + b as f64];
            if (rest[0] + rest[1]) * totals[0].min(totals[1]) / all >= FEWEST {
                cells.push(rest);
                rest = [0.0; 2];
            }
        }
        if let Some(last) = cells.last_mut() {
            *last = [last[0] + rest[0], last[1] + rest[1]];
        }
        for cell in &cells {
            for side in 0..2 {
                let expected = (cell[0] + cell[1]) * totals[side] / all;
                sum.statistic += (cell[side] - expected).powi(2) / expected;
            }
        }
        sum.freedom = cells.len().saturating_sub(1);
        sum
    }

    /// Adds an independent sample.
    pub fn add(&mut self, other: Self) {
        self.statistic += other.statistic;
        self.freedom += other.freedom;
    }

    /// The probability of a statistic as large or larger where the hypothesis holds.
    pub fn tail(self) -> f64 {
        if self.freedom == 0 { 1.0 } else { upper_gamma(self.freedom as f64 / 2.0, self.statistic / 2.0) }
    }
}

/// The regularised upper incomplete gamma function Q(a, x): a series below a + 1, a continued fraction above.
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return 1.0 - front * sum;
    }
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for i in 1..10_000 {
        let an = -f64::from(i) * (f64::from(i) - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

/// The logarithm of Γ, by Stirling's series after shifting the argument above 10.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 10.0 {
        shift += x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
}

#[test]
fn tails_agree_with_tables() {
    // Quantiles as every table of χ² has them, and exp(−x/2) for two degrees of freedom.
    for (statistic, freedom, expected) in
        [(3.841_459, 1, 0.05), (18.307_04, 10, 0.05), (135.806_7, 100, 0.01), (0.210_720_6, 2, 0.9)]
    {
        let tail = ChiSquared { statistic, freedom }.tail();
        assert!((tail - expected).abs() < 1e-6, "{statistic} with {freedom}: {tail}");
    }
    let far = ChiSquared { statistic: 60.0, freedom: 2 }.tail();
    assert!((far / (-30.0f64).exp() - 1.0).abs() < 1e-9, "{far}");
}

#[test]
fn a_loaded_die_is_found_out_and_a_fair_one_is_not() {
    let expected = [100.0; 6];
    assert!(ChiSquared::of(&[98, 103, 91, 107, 101, 100], &expected).tail() > 0.5);
    assert!(ChiSquared::of(&[60, 100, 100, 100, 100, 140], &expected).tail() < 1e-4);
    assert!(ChiSquared::of_two(&[50, 50, 200], &[52, 47, 201]).tail() > 0.5);
    assert!(ChiSquared::of_two(&[50, 50, 200], &[90, 50, 160]).tail() < 1e-3);
}
