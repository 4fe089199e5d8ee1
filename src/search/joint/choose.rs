//! How one seat chooses among its moves in one position.
//!
//! | rule | formula |
//! | --- | --- |
//! | UCB1 | `argmax X̄ + C·√(ln n / nᵢ)` |
//! | UCB1-Tuned | `argmax X̄ + √(min(¼, s² + √(2 ln n / nᵢ)) · ln n / nᵢ)` |
//! | EXP3 | drawn by `σᵢ = (1 − γ)·exp(η·ωᵢ)/Σ exp(η·ω) + γ/K`, `ωᵢ = X̂ᵢ − max X̂`; then `X̂ᵢ += (r − b)/σᵢ`, `b` being 0 or the mean reward so far |
//! | regret matching | drawn by `σᵢ = (1 − γ)·Rᵢ⁺/ΣR⁺ + γ/K` (uniform where no regret is positive) |
//!
//! With bounds, a move that was never made comes first, and below the threshold T all moves are equally likely.

use super::params::Bound;
use super::roots::Roots;
use super::tree::{Action, Actions};
use crate::game::Random;
use rand::RngExt;

/// Most moves whose probabilities are kept on the stack.
const FEW: usize = 16;

/// Any of the moves.
#[inline]
pub(super) fn any(count: usize, rng: &mut Random) -> usize {
    rng.random_range(0..count)
}

/// The move with the highest bound in a position that was visited `total` times.
#[inline]
pub(super) fn by_bound(
    bound: Bound,
    actions: Actions<'_>,
    total: u32,
    unexplored: bool,
    roots: &Roots,
    rng: &mut Random,
) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    let mut untried = None;
    let mut left = 0;
    let log = roots.log(total);
    for (place, Action { visits, mean, merit }) in actions.iter().enumerate() {
        if visits == 0 {
            left += 1;
            if left == 1 || rng.random_range(0..left) == 0 {
                untried = Some(place);
            }
            continue;
        }
        let root = log * roots.inverse(visits);
        let score = mean
            + match bound {
                Bound::Ucb1 { c } => c as f32 * root,
                Bound::Ucb1Tuned => {
                    let variance = (merit / f64::from(visits) - f64::from(mean) * f64::from(mean)).max(0.0);
                    (variance as f32 + std::f32::consts::SQRT_2 * root).min(0.25).sqrt() * root
                }
            };
        if score > best.1 {
            best = (place, score);
        }
    }
    let Some(untried) = untried else { return best.0 };
    // Unexplored action urgency: as if it had been tried once and drawn, and less as fewer are left.
    let urgency = if unexplored {
        let share = left as f32 / actions.len() as f32;
        let constant = match bound {
            Bound::Ucb1 { c } => c as f32,
            Bound::Ucb1Tuned => 0.5,
        };
        0.5 + constant * log * share.sqrt()
    } else {
        f32::INFINITY
    };
    if urgency >= best.1 { untried } else { best.0 }
}

/// A draw by EXP3, with its probability.
#[inline]
pub(super) fn by_exp3(gamma: f64, eta: f64, actions: Actions<'_>, rng: &mut Random) -> (usize, f64) {
    let most = actions.iter().map(|action| action.merit).fold(f64::NEG_INFINITY, f64::max);
    draw(gamma, actions, |action| (eta * (action.merit - most)).exp(), rng)
}

/// A draw by regret matching, with its probability.
#[inline]
pub(super) fn by_regret(gamma: f64, actions: Actions<'_>, rng: &mut Random) -> (usize, f64) {
    draw(gamma, actions, |action| action.merit.max(0.0), rng)
}

/// A draw in proportion to weights, mixed with the uniform one.
#[inline]
fn draw(gamma: f64, actions: Actions<'_>, weight: impl Fn(Action) -> f64, rng: &mut Random) -> (usize, f64) {
    let mut few = [0.0; FEW];
    let mut many = Vec::new();
    let weights: &mut [f64] = if actions.len() <= FEW {
        &mut few[..actions.len()]
    } else {
        many.resize(actions.len(), 0.0);
        &mut many
    };
    let mut total = 0.0;
    for (place, action) in weights.iter_mut().zip(actions.iter()) {
        *place = weight(action);
        total += *place;
    }
    let even = 1.0 / actions.len() as f64;
    for place in weights.iter_mut() {
        let exploiting = if total > 0.0 { *place / total } else { even };
        *place = (1.0 - gamma) * exploiting + gamma * even;
    }
    let mut point = rng.random::<f64>();
    let last = weights.len() - 1;
    let chosen = weights.iter().position(|&share| {
        point -= share;
        point < 0.0
    });
    // Rounding may leave a point just past the last share.
    let chosen = chosen.unwrap_or(last);
    (chosen, weights[chosen])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;
    use crate::search::joint::tree::actions_of_words;

    /// Actions as the tree has them: visits, mean, merit.
    fn words(actions: &[(u32, f32, f64)]) -> Vec<u64> {
        let word = |&(visits, mean, merit): &(u32, f32, f64)| {
            [u64::from(visits) | u64::from(mean.to_bits()) << 32, merit.to_bits()]
        };
        actions.iter().flat_map(word).collect()
    }

    fn with_merits(merits: &[f64]) -> Vec<u64> {
        words(&merits.iter().map(|&merit| (1, 0.5, merit)).collect::<Vec<_>>())
    }

    /// How often each is drawn.
    fn shares(draw: impl Fn(&mut Random) -> usize) -> Vec<f64> {
        let mut rng = random_from_seed(1);
        let mut counts = vec![0.0; 3];
        for _ in 0..100_000 {
            counts[draw(&mut rng)] += 1e-5;
        }
        counts
    }

    #[test]
    fn regrets_of_the_papers_example() {
        let words = with_merits(&[8.0, 5.0, -4.0]);
        let actions = actions_of_words(&words);
        let found = shares(|rng| by_regret(0.0, actions, rng).0);
        assert!((found[0] - 8.0 / 13.0).abs() < 0.01 && found[2] == 0.0, "{found:?}");
        let explored = shares(|rng| by_regret(0.3, actions, rng).0);
        assert!((explored[2] - 0.1).abs() < 0.01, "{explored:?}");
        let words = with_merits(&[-1.0, -2.0]);
        assert_eq!(by_regret(0.3, actions_of_words(&words), &mut random_from_seed(1)).1, 0.5);
    }

    #[test]
    fn exp3_stays_finite_with_large_sums() {
        let words = with_merits(&[1e6, 1e6 - 2f64.ln(), 1e6 - 800.0]);
        let actions = actions_of_words(&words);
        let found = shares(|rng| by_exp3(0.0, 1.0, actions, rng).0);
        assert!((found[0] - 2.0 / 3.0).abs() < 0.01 && found[2] == 0.0, "{found:?}");
    }

    #[test]
    fn bounds_by_hand() {
        let mut words = words(&[(90, 0.6, 54.0), (10, 0.5, 5.0)]);
        let roots = Roots::get();
        let actions = actions_of_words(&words);
        let mut rng = random_from_seed(1);
        // 0.6 + c·√(4.605/90) = 0.6 + 0.226c against 0.5 + 0.679c: equal at c = 0.221.
        assert_eq!(by_bound(Bound::Ucb1 { c: 0.2 }, actions, 100, false, roots, &mut rng), 0);
        assert_eq!(by_bound(Bound::Ucb1 { c: 0.25 }, actions, 100, false, roots, &mut rng), 1);
        // Both variances are cut to ¼: 0.6 + 0.113 against 0.5 + 0.339.
        assert_eq!(by_bound(Bound::Ucb1Tuned, actions, 100, false, roots, &mut rng), 1);
        // One untried of three: ½ + 0.2·√(4.605/3) = 0.748 against 0.6 + 0.045 and 0.5 + 0.136.
        words.extend([0, 0]);
        let actions = actions_of_words(&words);
        assert_eq!(by_bound(Bound::Ucb1 { c: 0.2 }, actions, 100, true, roots, &mut rng), 2);
        // With little to explore what is known to be good goes on: ½ + 0.062 against 0.6 + 0.011.
        assert_eq!(by_bound(Bound::Ucb1 { c: 0.05 }, actions, 100, true, roots, &mut rng), 0);
    }
}
