//! Ratings of several agents from all their games.
//!
//! Bradley and Terry's model, `P(i beats j) = 1 / (1 + 10^((r_j − r_i)/400))`, a draw counting as half a win for each.
//! The prior is a number of virtual draws of every agent against one of rating 0: it keeps unbeaten agents finite. The
//! estimate is the posterior's maximum, found by Newton steps; the intervals come from its curvature there.

use super::{Interval, Z95};
use serde::{Deserialize, Serialize};

/// Points of one agent against another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Index of the one agent.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// Points of the first: wins and half the draws.
    pub points: f64,
    /// Games between the two.
    pub games: f64,
}

/// One agent's rating.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Elo relative to the mean of all agents.
    pub elo: Interval,
    /// Games that it rests on.
    pub games: f64,
}

const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates `agents` agents from their scores, with `prior` virtual draws each (1 is weak, 0 may leave ratings unbounded and is
/// raised to 0.01).
#[must_use]
pub fn bradley_terry(agents: usize, scores: &[Score], prior: f64) -> Vec<Rating> {
    let prior = prior.max(0.01);
    let mut ratings = vec![0.0f64; agents];
    for _ in 0..100 {
        let (gradient, curvature) = derivatives(&ratings, scores, prior);
        let step = solve(&curvature, &gradient);
        // A bounded step keeps the first, far jumps of lopsided tables from overshooting.
        let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (rating, step) in ratings.iter_mut().zip(&step) {
            *rating += scale * step;
        }
        if longest < 1e-10 {
            break;
        }
    }
    let (_, curvature) = derivatives(&ratings, scores, prior);
    let centre = ratings.iter().sum::<f64>() / agents.max(1) as f64;
    (0..agents)
        .map(|agent| {
            // The variance of the agent's distance from the mean: contrastᵀ · curvature⁻¹ · contrast.
            let contrast: Vec<f64> =
                (0..agents).map(|other| f64::from(u8::from(other == agent)) - 1.0 / agents as f64).collect();
            let spread = solve(&curvature, &contrast);
            let variance: f64 = contrast.iter().zip(&spread).map(|(c, s)| c * s).sum();
            let games = scores.iter().filter(|s| s.first == agent || s.second == agent).map(|s| s.games).sum();
            Rating {
                elo: Interval::around(
                    ELO_PER_NAT * (ratings[agent] - centre),
                    ELO_PER_NAT * Z95 * variance.max(0.0).sqrt(),
                ),
                games,
            }
        })
        .collect()
}

/// Gradient of the log-posterior, and the negative of its second derivatives.
fn derivatives(ratings: &[f64], scores: &[Score], prior: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = ratings.len();
    let mut gradient = vec![0.0; n];
    let mut curvature = vec![vec![0.0; n]; n];
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    for agent in 0..n {
        let expected = logistic(ratings[agent]);
        gradient[agent] += prior * (0.5 - expected);
        curvature[agent][agent] += prior * expected * (1.0 - expected);
    }
    for score in scores.iter().filter(|score| score.first != score.second) {
        let expected = logistic(ratings[score.first] - ratings[score.second]);
        let surplus = score.points - score.games * expected;
        gradient[score.first] += surplus;
        gradient[score.second] -= surplus;
        let weight = score.games * expected * (1.0 - expected);
        curvature[score.first][score.first] += weight;
        curvature[score.second][score.second] += weight;
        curvature[score.first][score.second] -= weight;
        curvature[score.second][score.first] -= weight;
    }
    (gradient, curvature)
}

/// Solves a symmetric positive definite system by elimination with pivots.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, &value)| row.iter().copied().chain([value]).collect()).collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs())).unwrap_or(column);
        rows.swap(column, pivot);
        let divisor = rows[column][column];
        if divisor.abs() < 1e-300 {
            continue;
        }
        let pivot_row = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column {
                let factor = row[column] / divisor;
                for (value, pivot_value) in row.iter_mut().zip(&pivot_row).skip(column) {
                    *value -= factor * pivot_value;
                }
            }
        }
    }
    (0..n).map(|i| if rows[i][i].abs() < 1e-300 { 0.0 } else { rows[i][n] / rows[i][i] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(first: usize, second: usize, points: f64, games: f64) -> Score {
        Score { first, second, points, games }
    }

    const REFERENCE: [(f64, f64); 3] = [(141.5458, 84.9426), (-32.4359, 76.4333), (-109.1099, 80.8101)];

    #[test]
    fn two_agents_agree_with_the_logistic_curve() {
        let ratings = bradley_terry(2, &[score(0, 1, 7500.0, 10_000.0)], 1.0);
        let difference = ratings[0].elo.value - ratings[1].elo.value;
        assert!((difference - 190.85).abs() < 0.2, "{difference}");
        assert!((ratings[0].elo.value + ratings[1].elo.value).abs() < 1e-6);
        assert_eq!(ratings[0].games, 10_000.0);
    }

    /// Computed independently in Python: maximum of the same posterior by scipy.optimize.minimize (BFGS), intervals from
    /// the inverse of a numerically differentiated Hessian.
    #[test]
    fn three_agents_agree_with_scipy() {
        let ratings =
            bradley_terry(3, &[score(0, 1, 14.0, 20.0), score(1, 2, 11.5, 20.0), score(0, 2, 17.0, 20.0)], 1.0);
        for (rating, (value, half)) in ratings.iter().zip(REFERENCE) {
            assert!((rating.elo.value - value).abs() < 0.01, "{rating:?} instead of {value}");
            assert!((rating.elo.half_width() - half).abs() < 0.05, "{rating:?} instead of ±{half}");
        }
    }

    #[test]
    fn unbeaten_agents_stay_finite() {
        let ratings = bradley_terry(3, &[score(0, 1, 50.0, 50.0), score(0, 2, 50.0, 50.0)], 1.0);
        assert!(ratings.iter().all(|r| r.elo.low.is_finite() && r.elo.high.is_finite()));
        assert!(ratings[0].elo.value > 300.0);
        assert!((ratings[1].elo.value - ratings[2].elo.value).abs() < 1e-6);
        assert!(bradley_terry(0, &[], 1.0).is_empty());
    }
}
