//! The prize-box experiment of Putrich, Tavares and Meneguzzi (2023), §5.1, Figures 1 and 2.
//!
//! Thirty boxes hold fixed prizes, drawn once from a normal distribution: with low variance N(0.3, 0.05) limited to
//! [−0.5, 0.5], with high variance N(0.3, 0.5) limited to [−1, 1]. Each policy opens boxes 10,000 times; what counts is how often
//! it opens each. The paper shows one draw. Here the draw is repeated over many seeds, boxes are ranked by prize, and every
//! statement of the paper is tested on the paired differences between policies.
//!
//! The paper does not give its exploration constant; 1 is what its program uses in effect (0.7·√2). A draw outside of the limits
//! is drawn again.

mod figure;
mod findings;

pub use super::finding::Finding;

use crate::game::{Random, random_from_seed};
use crate::search::bandit::pull;
use crate::search::params::RootPolicy;
use crate::stats::{Interval, mean, standard_deviation};
use rand::RngExt;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Most boxes that the figures show, as in the paper.
const SHOWN: usize = 20;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// Independent draws of the prizes, 2 or more.
    pub seeds: u64,
    /// Boxes.
    pub boxes: usize,
    /// Trials of each policy on each draw.
    pub trials: u64,
    /// Exploration constant of the bounds.
    pub c: f32,
    /// Fewest boxes that UCB√SH leaves.
    pub k_min: usize,
}

/// How prizes are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scenario {
    /// `low` or `high`, for the variance.
    pub name: &'static str,
    mean: f64,
    deviation: f64,
    limit: f64,
}

/// The two scenarios: Figure 1, then Figure 2.
pub const SCENARIOS: [Scenario; 2] = [
    Scenario { name: "low", mean: 0.3, deviation: 0.05, limit: 0.5 },
    Scenario { name: "high", mean: 0.3, deviation: 0.5, limit: 1.0 },
];

/// The policies' names, in the order in which an outcome lists their shares.
pub const POLICIES: [&str; 4] = ["UCB1", "Sequential Halving", "UCB√", "UCB√SH"];

fn policies(setup: &Setup) -> [RootPolicy; 4] {
    let c = setup.c;
    [
        RootPolicy::Ucb1 { c },
        RootPolicy::SequentialHalving,
        RootPolicy::UcbSqrt { c },
        RootPolicy::SqrtHalving { c, k_min: setup.k_min },
    ]
}

/// What came out.
#[derive(Debug, Clone)]
pub struct Outcome {
    setup: Setup,
    /// By scenario, policy, seed and rank of the box (best prize first): the share of the trials spent on it.
    shares: [[Vec<Vec<f64>>; 4]; 2],
}

/// Runs the experiment.
#[must_use]
pub fn run(setup: &Setup) -> Outcome {
    let shares = SCENARIOS.map(|scenario| {
        let mut by_policy: [Vec<Vec<f64>>; 4] = Default::default();
        for seed in 0..setup.seeds {
            let mut rng = random_from_seed(seed);
            let prizes = draw_prizes(&scenario, setup.boxes, &mut rng);
            for (policy, shares) in policies(setup).into_iter().zip(&mut by_policy) {
                let counts = pull(policy, setup.boxes, setup.trials, |place| prizes[place], &mut rng);
                shares.push(counts.iter().map(|&count| f64::from(count) / setup.trials as f64).collect());
            }
        }
        by_policy
    });
    Outcome { setup: setup.clone(), shares }
}

/// Prizes in descending order.
fn draw_prizes(scenario: &Scenario, boxes: usize, rng: &mut Random) -> Vec<f32> {
    let mut prizes: Vec<f32> = (0..boxes)
        .map(|_| {
            loop {
                let prize = scenario.mean + scenario.deviation * standard_normal(rng);
                if prize.abs() <= scenario.limit {
                    break prize as f32;
                }
            }
        })
        .collect();
    prizes.sort_by(|a, b| b.total_cmp(a));
    prizes
}

/// One draw from N(0, 1), by Box and Muller.
fn standard_normal(rng: &mut Random) -> f64 {
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}

/// The mean with its 95 % interval.
fn interval(values: &[f64]) -> Interval {
    Interval::around(mean(values), 1.96 * standard_deviation(values) / (values.len() as f64).sqrt())
}

impl Outcome {
    /// The share of the trials that a policy spends on the box of a rank (0 is the best prize).
    fn share(&self, scenario: usize, policy: usize, rank: usize) -> Interval {
        let values: Vec<f64> = self.shares[scenario][policy].iter().map(|shares| shares[rank]).collect();
        interval(&values)
    }

    /// Writes tables, figures and findings into a folder; returns the files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let mut written = Vec::new();
        for (index, scenario) in SCENARIOS.iter().enumerate() {
            let table = folder.join(format!("prize-box-{}.csv", scenario.name));
            std::fs::write(&table, self.table(index))?;
            let plot = folder.join(format!("prize-box-{}.svg", scenario.name));
            figure::draw(self, index, SHOWN.min(self.setup.boxes), &plot)?;
            written.extend([table, plot]);
        }
        let findings = folder.join("prize-box-findings.txt");
        std::fs::write(&findings, self.summary())?;
        written.push(findings);
        Ok(written)
    }

    /// One line per box and policy: the mean number of trials with its interval.
    fn table(&self, scenario: usize) -> String {
        let trials = self.setup.trials as f64;
        let mut text = String::from("rank,policy,trials,low,high\n");
        for rank in 0..self.setup.boxes {
            for (policy, name) in POLICIES.iter().enumerate() {
                let share = self.share(scenario, policy, rank);
                let _ = writeln!(
                    text,
                    "{},{name},{:.2},{:.2},{:.2}",
                    rank + 1,
                    trials * share.value,
                    trials * share.low,
                    trials * share.high
                );
            }
        }
        text
    }

    /// The findings of the paper, and whether they hold here.
    #[must_use]
    pub fn summary(&self) -> String {
        let Setup { seeds, boxes, trials, c, k_min } = &self.setup;
        let mut text = format!(
            "Prize boxes: {boxes} boxes, {trials} trials, {seeds} seeds, c = {c}, k_min = {k_min}. Intervals are 95 %.\n\n"
        );
        let _ = writeln!(text, "{:20} {:28} {:28}", "", "low variance", "high variance");
        for (policy, name) in POLICIES.iter().enumerate() {
            let cell = |scenario| {
                let effective = interval(&self.effective_boxes(scenario, policy)).value;
                let best = self.share(scenario, policy, 0);
                format!("best {:4.1} ± {:.1} %, eff. {effective:4.1}", 100.0 * best.value, 100.0 * best.half_width())
            };
            let _ = writeln!(text, "{name:20} {:28} {:28}", cell(0), cell(1));
        }
        text.push('\n');
        for finding in self.findings() {
            let _ = writeln!(text, "{finding}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Outcome {
        run(&Setup { seeds: 12, boxes: 30, trials: 3000, c: 1.0, k_min: 4 })
    }

    #[test]
    fn every_trial_is_counted() {
        for by_policy in small().shares {
            for shares in by_policy.iter().flatten() {
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn prizes_keep_to_their_limits_and_order() {
        let mut rng = random_from_seed(1);
        for scenario in SCENARIOS {
            let prizes = draw_prizes(&scenario, 1000, &mut rng);
            assert!(prizes.is_sorted_by(|a, b| a >= b));
            assert!(prizes.iter().all(|prize| f64::from(prize.abs()) <= scenario.limit));
        }
    }

    #[test]
    fn sequential_halving_does_not_look_at_the_prizes() {
        let outcome = small();
        assert_eq!(outcome.shares[0][1], outcome.shares[1][1]);
    }

    #[test]
    fn files_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let files = small().write(folder.path()).unwrap();
        assert_eq!(files.len(), 5);
        assert!(std::fs::read_to_string(&files[1]).unwrap().contains("UCB√SH"));
        assert_eq!(std::fs::read_to_string(&files[0]).unwrap().lines().count(), 1 + 30 * 4);
    }
}
