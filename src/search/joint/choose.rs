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

use super::actions::{Action, Actions};
use super::roots::Roots;
use crate::game::Random;
use rand::{Rng, RngExt};

/// Most moves whose probabilities are kept on the stack.
const ON_STACK: usize = 16;

/// A rule, as the way down asks it: one kind of search is compiled for each, so that nothing is asked on the way that is known
/// before it.
pub(super) trait Choice {
    /// Words that the tree keeps for each action.
    const STEP: usize;

    /// What all seats that choose in one position have in common.
    type Here;

    /// The same for a position that was visited `total` times.
    fn here(&self, total: u32) -> Self::Here;

    /// The move of one seat, and with what probability it was drawn; 1 where it was not.
    fn choose(&self, here: &Self::Here, actions: Actions<'_>, rng: &mut Random) -> (usize, f64);
}

/// Any of the moves.
pub(super) struct Anything;

impl Choice for Anything {
    const STEP: usize = 1;
    type Here = ();

    fn here(&self, _total: u32) {}

    #[inline]
    fn choose(&self, (): &(), actions: Actions<'_>, rng: &mut Random) -> (usize, f64) {
        (any(actions.len(), rng), 1.0)
    }
}

/// Any of the moves, each equally likely but for `count`·2⁻³².
#[inline]
fn any(count: usize, rng: &mut Random) -> usize {
    (((rng.next_u64() >> 32) * count as u64) >> 32) as usize
}

/// The move with the highest bound; the first of several.
pub(super) struct Highest<B> {
    pub bound: B,
    /// Visits of a position below which any move is taken.
    pub threshold: u32,
    /// Whether untried moves are worth less as fewer are left.
    pub unexplored: bool,
    pub roots: Roots,
}

/// An upper confidence bound.
pub(super) trait Upper {
    /// Words that the tree keeps for each action.
    const STEP: usize;

    /// What exploring is worth: the constant that urgency is measured with.
    fn constant(&self) -> f32;

    /// The bound of an action that was tried, given `√ln n` and `1/√nᵢ`.
    fn score(&self, action: Action, log: f32, inverse: f32) -> f32;
}

/// UCB1.
pub(super) struct Ucb1(pub f32);

impl Upper for Ucb1 {
    const STEP: usize = 1;

    fn constant(&self) -> f32 {
        self.0
    }

    #[inline]
    fn score(&self, action: Action, log: f32, inverse: f32) -> f32 {
        action.mean + self.0 * log * inverse
    }
}

/// UCB1-Tuned.
pub(super) struct Tuned;

impl Upper for Tuned {
    const STEP: usize = 2;

    fn constant(&self) -> f32 {
        0.5
    }

    #[inline]
    fn score(&self, action: Action, log: f32, inverse: f32) -> f32 {
        let (root, mean) = (log * inverse, f64::from(action.mean));
        let variance = (action.merit / f64::from(action.visits) - mean * mean).max(0.0);
        action.mean + (variance as f32 + std::f32::consts::SQRT_2 * root).min(0.25).sqrt() * root
    }
}

impl<B: Upper> Choice for Highest<B> {
    const STEP: usize = B::STEP;
    /// `√ln n`; `None` below the threshold.
    type Here = Option<f32>;

    #[inline]
    fn here(&self, total: u32) -> Option<f32> {
        (total >= self.threshold).then(|| self.roots.log(total))
    }

    // A call would go through memory with everything that is read here.
    #[inline(always)]
    fn choose(&self, log: &Option<f32>, actions: Actions<'_>, rng: &mut Random) -> (usize, f64) {
        let &Some(log) = log else { return (any(actions.len(), rng), 1.0) };
        // Which of a few moves is ahead cannot be foretold, so no branch is taken over it: the largest of keys that order by
        // score, then by place. Bounds on rewards in [0, 1] are not negative, and such numbers are ordered as their bits are.
        let mut best = i64::MIN;
        let mut all_tried = true;
        for (place, action) in actions.iter().enumerate() {
            all_tried &= action.visits > 0;
            let score = self.bound.score(action, log, self.roots.inverse(action.visits));
            best = best.max(i64::from(score.to_bits() as i32) << 32 | i64::from(!(place as u32)));
        }
        let place = if all_tried { !(best as u32) as usize } else { self.with_untried(actions, log, rng) };
        (place, 1.0)
    }
}

impl<B: Upper> Highest<B> {
    /// The choice where some move was never made.
    #[cold]
    #[inline(never)]
    fn with_untried(&self, actions: Actions<'_>, log: f32, rng: &mut Random) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        let mut untried = 0;
        let mut left = 0;
        for (place, action) in actions.iter().enumerate() {
            if action.visits == 0 {
                left += 1;
                if left == 1 || rng.random_range(0..left) == 0 {
                    untried = place;
                }
                continue;
            }
            let score = self.bound.score(action, log, self.roots.inverse(action.visits));
            if score > best.1 {
                best = (place, score);
            }
        }
        if !self.unexplored {
            return untried;
        }
        // Unexplored action urgency: as if it had been tried once and drawn, and less as fewer are left.
        let share = left as f32 / actions.len() as f32;
        let urgency = 0.5 + self.bound.constant() * log * share.sqrt();
        if urgency >= best.1 { untried } else { best.0 }
    }
}

/// EXP3.
pub(super) struct Exp3 {
    pub gamma: f64,
    pub eta: f64,
}

impl Choice for Exp3 {
    const STEP: usize = 2;
    type Here = ();

    fn here(&self, _total: u32) {}

    #[inline]
    fn choose(&self, (): &(), actions: Actions<'_>, rng: &mut Random) -> (usize, f64) {
        let most = actions.iter().map(|action| action.merit).fold(f64::NEG_INFINITY, f64::max);
        draw(self.gamma, actions, |action| (self.eta * (action.merit - most)).exp(), rng)
    }
}

/// Regret matching.
pub(super) struct Regrets {
    pub gamma: f64,
}

impl Choice for Regrets {
    const STEP: usize = 2;
    type Here = ();

    fn here(&self, _total: u32) {}

    #[inline]
    fn choose(&self, (): &(), actions: Actions<'_>, rng: &mut Random) -> (usize, f64) {
        draw(self.gamma, actions, |action| action.merit.max(0.0), rng)
    }
}

/// A draw in proportion to weights, mixed with the uniform one.
#[inline]
fn draw(gamma: f64, actions: Actions<'_>, weight: impl Fn(Action) -> f64, rng: &mut Random) -> (usize, f64) {
    let mut few = [0.0; ON_STACK];
    let mut many = Vec::new();
    let weights: &mut [f64] = if actions.len() <= ON_STACK {
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
    use crate::search::joint::actions::actions_of_words;

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
        let found = shares(|rng| Regrets { gamma: 0.0 }.choose(&(), actions, rng).0);
        assert!((found[0] - 8.0 / 13.0).abs() < 0.01 && found[2] == 0.0, "{found:?}");
        let explored = shares(|rng| Regrets { gamma: 0.3 }.choose(&(), actions, rng).0);
        assert!((explored[2] - 0.1).abs() < 0.01, "{explored:?}");
        let words = with_merits(&[-1.0, -2.0]);
        assert_eq!(Regrets { gamma: 0.3 }.choose(&(), actions_of_words(&words), &mut random_from_seed(1)).1, 0.5);
    }

    #[test]
    fn exp3_stays_finite_with_large_sums() {
        let words = with_merits(&[1e6, 1e6 - 2f64.ln(), 1e6 - 800.0]);
        let actions = actions_of_words(&words);
        let found = shares(|rng| Exp3 { gamma: 0.0, eta: 1.0 }.choose(&(), actions, rng).0);
        assert!((found[0] - 2.0 / 3.0).abs() < 0.01 && found[2] == 0.0, "{found:?}");
    }

    #[test]
    fn bounds_by_hand() {
        let mut words = words(&[(90, 0.6, 54.0), (10, 0.5, 5.0)]);
        fn chosen(bound: impl Upper, words: &[u64], unexplored: bool) -> usize {
            let highest = Highest { bound, threshold: 0, unexplored, roots: Roots::get() };
            highest.choose(&highest.here(100), actions_of_words(words), &mut random_from_seed(1)).0
        }
        // 0.6 + c·√(4.605/90) = 0.6 + 0.226c against 0.5 + 0.679c: equal at c = 0.221.
        assert_eq!(chosen(Ucb1(0.2), &words, false), 0);
        assert_eq!(chosen(Ucb1(0.25), &words, false), 1);
        // Both variances are cut to ¼: 0.6 + 0.113 against 0.5 + 0.339.
        assert_eq!(chosen(Tuned, &words, false), 1);
        // One untried of three: ½ + 0.2·√(4.605/3) = 0.748 against 0.6 + 0.045 and 0.5 + 0.136.
        words.extend([0, 0]);
        assert_eq!(chosen(Ucb1(0.2), &words, true), 2);
        // With little to explore what is known to be good goes on: ½ + 0.062 against 0.6 + 0.011.
        assert_eq!(chosen(Ucb1(0.05), &words, true), 0);
        assert_eq!(chosen(Ucb1(0.05), &words, false), 2);
    }
}
