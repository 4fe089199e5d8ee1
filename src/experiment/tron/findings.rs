//! The study's three claims, as statements that can fail.

use super::cross::Cross;
use super::{DECOUPLED, DECOUPLED_MAX, DETERMINISTIC, SEQUENTIAL, STOCHASTIC};
use crate::experiment::finding::Finding;
use crate::stats::{Interval, Z95};

/// How much better than one half.
fn lead(share: Interval) -> Interval {
    Interval { low: share.low - 0.5, value: share.value - 0.5, high: share.high - 0.5 }
}

/// The difference of two shares, with the normal interval; a draw's lower variance is not counted on.
fn difference((points, games): (f64, f64), (other_points, other_games): (f64, f64)) -> Interval {
    let share = |points: f64, games: f64| if games > 0.0 { points / games } else { 0.5 };
    let variance = |share: f64, games: f64| if games > 0.0 { share * (1.0 - share) / games } else { 0.25 };
    let (a, b) = (share(points, games), share(other_points, other_games));
    Interval::around(a - b, Z95 * (variance(a, games) + variance(b, other_games)).sqrt())
}

/// The claims about the large boards and the small one.
pub(super) fn claims(large: &Cross, small: &Cross) -> Vec<Finding> {
    vec![
        Finding {
            claim: "sequential strategies are ahead of decoupled ones (16×16)",
            evidence: vec![
                ("sequential against decoupled, score − ½", lead(large.group(&SEQUENTIAL, &DECOUPLED))),
                ("sequential against decoupled (Max), score − ½", lead(large.group(&SEQUENTIAL, &DECOUPLED_MAX))),
            ],
        },
        Finding {
            claim: "deterministic strategies are ahead of stochastic ones at 16×16",
            evidence: vec![(
                "deterministic against stochastic, score − ½",
                lead(large.group(&DETERMINISTIC, &STOCHASTIC)),
            )],
        },
        Finding {
            claim: "the gap between deterministic and stochastic strategies is narrower at 6×6",
            evidence: vec![(
                "score of deterministic against stochastic, 16×16 − 6×6",
                difference(large.count(&DETERMINISTIC, &STOCHASTIC), small.count(&DETERMINISTIC, &STOCHASTIC)),
            )],
        },
    ]
}

/// What the hybrid was proposed for; entrant 0 is the hybrid, 1 sequential UCB1-Tuned, 2 regret matching.
pub(super) fn hybrid_claims(large: &Cross, small: &Cross) -> Vec<Finding> {
    vec![
        Finding {
            claim: "the hybrid is ahead of the deterministic strategy that it is made of",
            evidence: vec![
                ("against sequential UCB1-Tuned at 16×16, score − ½", lead(large.cell(0, 1))),
                ("against sequential UCB1-Tuned at 6×6, score − ½", lead(small.cell(0, 1))),
            ],
        },
        Finding {
            claim: "the hybrid is ahead of the stochastic strategy that it is made of",
            evidence: vec![
                ("against regret matching at 16×16, score − ½", lead(large.cell(0, 2))),
                ("against regret matching at 6×6, score − ½", lead(small.cell(0, 2))),
            ],
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tron::COUNT;

    fn table(score: impl Fn(usize, usize) -> f64, games: f64) -> Cross {
        let cell =
            |row: usize, column: usize| if row == column { (0.0, 0.0) } else { (games * score(row, column), games) };
        Cross::from_cells((0..COUNT).map(|row| (0..COUNT).map(|column| cell(row, column)).collect()).collect())
    }

    #[test]
    fn claims_hold_for_the_studys_own_figures_and_fail_for_even_ones() {
        let paper = |figures: [[u8; COUNT]; COUNT], games: f64| {
            table(move |row, column| f64::from(figures[row][column]) / 100.0, games)
        };
        let large = paper(super::super::paper::MEAN, 800.0);
        let small = paper(super::super::paper::SMALL, 200.0);
        let found = claims(&large, &small);
        assert!(found[0].holds() && found[1].holds(), "{} {}", found[0], found[1]);
        let even = table(|_, _| 0.5, 200.0);
        assert!(claims(&even, &even).iter().all(|finding| !finding.holds()));
        assert!(found[1].to_string().starts_with("holds"));
    }

    #[test]
    fn a_difference_by_hand() {
        // 0.6 of 100 against 0.5 of 100: standard error √(0.0024 + 0.0025) = 0.07.
        let found = difference((60.0, 100.0), (50.0, 100.0));
        assert!((found.value - 0.1).abs() < 1e-12 && (found.half_width() - 1.96 * 0.07).abs() < 1e-3);
    }
}
