//! What the paper says about its figures, as statements that can fail.

use super::{Outcome, interval};
use crate::experiment::finding::Finding;
use crate::stats::Interval;

const UCB1: usize = 0;
const HALVING: usize = 1;
const SQRT: usize = 2;
const SQRT_HALVING: usize = 3;
const LOW: usize = 0;
const HIGH: usize = 1;

impl Outcome {
    /// The effective number of boxes opened, by seed: the exponential of the entropy of the shares.
    pub(super) fn effective_boxes(&self, scenario: usize, policy: usize) -> Vec<f64> {
        let entropy = |shares: &Vec<f64>| -> f64 {
            -shares.iter().filter(|&&share| share > 0.0).map(|share| share * share.ln()).sum::<f64>()
        };
        self.shares[scenario][policy].iter().map(|shares| entropy(shares).exp()).collect()
    }

    fn best_share(&self, scenario: usize, policy: usize) -> Vec<f64> {
        self.shares[scenario][policy].iter().map(|shares| shares[0]).collect()
    }

    /// The share of the trials that two policies spend differently, by seed.
    fn distance(&self, (scenario, policy): (usize, usize), (other_scenario, other): (usize, usize)) -> Vec<f64> {
        let pairs = self.shares[scenario][policy].iter().zip(&self.shares[other_scenario][other]);
        pairs.map(|(a, b)| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0).collect()
    }

    /// The paper's findings.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let low = |policy| self.effective_boxes(LOW, policy);
        let best = |policy| self.best_share(HIGH, policy);
        let same_halving = self.distance((LOW, HALVING), (HIGH, HALVING)).iter().all(|&distance| distance == 0.0);
        let shift = |policy| self.distance((LOW, policy), (HIGH, policy));
        vec![
            Finding {
                claim: "Figure 1: UCB√ spreads its trials most, UCB1 next",
                evidence: vec![
                    ("effective boxes, UCB√ − UCB1", difference(&low(SQRT), &low(UCB1))),
                    ("effective boxes, UCB1 − Sequential Halving", difference(&low(UCB1), &low(HALVING))),
                    ("effective boxes, UCB1 − UCB√SH", difference(&low(UCB1), &low(SQRT_HALVING))),
                ],
            },
            Finding {
                claim: "Figure 1: eliminations focus UCB√SH and Sequential Halving on fewer boxes",
                evidence: vec![
                    ("best four boxes, UCB√SH − UCB√", difference(&self.top(4, SQRT_HALVING), &self.top(4, SQRT))),
                    ("best four boxes, UCB√SH − UCB1", difference(&self.top(4, SQRT_HALVING), &self.top(4, UCB1))),
                    ("best four boxes, halving − UCB√", difference(&self.top(4, HALVING), &self.top(4, SQRT))),
                    ("best four boxes, halving − UCB1", difference(&self.top(4, HALVING), &self.top(4, UCB1))),
                ],
            },
            Finding {
                claim: "Figure 2: UCB1 and UCB√SH prefer the best box most, and UCB√SH does not overspend on it as UCB1 does",
                evidence: vec![
                    ("best box, UCB1 − UCB√SH", difference(&best(UCB1), &best(SQRT_HALVING))),
                    ("best box, UCB√SH − Sequential Halving", difference(&best(SQRT_HALVING), &best(HALVING))),
                    ("best box, UCB√SH − UCB√", difference(&best(SQRT_HALVING), &best(SQRT))),
                ],
            },
            Finding {
                claim: "Figure 2: Sequential Halving spends as in Figure 1, and UCB√ is nearer to it than UCB1 is",
                evidence: vec![
                    (
                        "1 if halving is the same in both figures",
                        Interval::around(f64::from(u8::from(same_halving)), 0.0),
                    ),
                    (
                        "distance to halving, UCB1 − UCB√",
                        difference(
                            &self.distance((HIGH, UCB1), (HIGH, HALVING)),
                            &self.distance((HIGH, SQRT), (HIGH, HALVING)),
                        ),
                    ),
                ],
            },
            Finding {
                claim: "§6: UCB√SH is less sensitive to the prizes' variance than UCB1 and UCB√",
                evidence: vec![
                    ("shift between figures, UCB1 − UCB√SH", difference(&shift(UCB1), &shift(SQRT_HALVING))),
                    ("shift between figures, UCB√ − UCB√SH", difference(&shift(SQRT), &shift(SQRT_HALVING))),
                ],
            },
        ]
    }

    /// The share of the best `count` boxes under low variance, by seed.
    fn top(&self, count: usize, policy: usize) -> Vec<f64> {
        self.shares[LOW][policy].iter().map(|shares| shares[..count].iter().sum()).collect()
    }
}

/// The mean difference of paired values.
fn difference(a: &[f64], b: &[f64]) -> Interval {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    interval(&differences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_holds_only_with_its_whole_interval() {
        let finding = |low| Finding { claim: "", evidence: vec![("", Interval { low, value: 1.0, high: 2.0 })] };
        assert!(finding(0.1).holds() && !finding(-0.1).holds());
    }
}
