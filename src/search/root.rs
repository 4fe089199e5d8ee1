//! Choosing the first move of a simulation.
//!
//! The root is chosen at apart from the tree because the two have different aims: the root should find the best move (low
//! simple regret), the tree below should estimate values (low cumulative regret). That is Tolpin and Shimony's SR+CR scheme
//! (2012). See [`selection`](super::selection) and [`halving`](super::halving) for the formulas.

use super::halving::{SequentialHalving, SqrtHalving};
use super::params::RootPolicy;
use super::selection::{Bound, Manner, first_best};
use super::tree::{ROOT, Tree};
use crate::game::Random;
use rand::RngExt;

/// A root policy at work.
#[derive(Debug)]
pub(crate) enum Root {
    Bound(Bound),
    Greedy { epsilon: f32 },
    Uniform { next: u32 },
    Sequential { schedule: SequentialHalving, order: Vec<u32> },
    Sqrt { bound: Bound, schedule: SqrtHalving, order: Vec<u32> },
}

impl Root {
    /// The policy at the start of a search over `moves` moves, with `budget` iterations where that is certain.
    pub(crate) fn new(policy: RootPolicy, moves: usize, budget: Option<u64>) -> Self {
        let order = || (0..moves as u32).collect();
        match policy {
            RootPolicy::Ucb1 { c } => Self::Bound(Bound::Ucb1(c)),
            RootPolicy::Ucb1Tuned { c } => Self::Bound(Bound::Ucb1Tuned(c)),
            RootPolicy::UcbSqrt { c } => Self::Bound(Bound::UcbSqrt(c)),
            RootPolicy::Greedy { epsilon } => Self::Greedy { epsilon },
            RootPolicy::Uniform => Self::Uniform { next: 0 },
            RootPolicy::SequentialHalving => {
                Self::Sequential { schedule: SequentialHalving::new(moves, budget), order: order() }
            }
            RootPolicy::SqrtHalving { c, k_min } => {
                Self::Sqrt { bound: Bound::UcbSqrt(c), schedule: SqrtHalving::new(moves, k_min), order: order() }
            }
        }
    }

    /// Chooses an edge of the root now that the fraction `used` of the resource is spent; returns its offset.
    pub(crate) fn choose<M: Copy + Eq>(
        &mut self,
        tree: &mut Tree<M>,
        used: f64,
        manner: &Manner,
        rng: &mut Random,
    ) -> u32 {
        if let Self::Bound(bound) = self {
            return bound.choose(tree, ROOT, manner, rng);
        }
        let node = tree.nodes[ROOT as usize];
        if node.tried < node.count {
            if let Self::Sequential { schedule, .. } = self {
                schedule.draw(); // it samples in turn, and this is the first turn
            }
            return tree.try_random(ROOT, rng);
        }
        let edges = &tree.edges[node.range()];
        match self {
            Self::Bound(bound) => bound.choose(tree, ROOT, manner, rng),
            Self::Greedy { epsilon } => {
                let (best, _) = first_best(edges.iter().map(|edge| edge.mean));
                if edges.len() > 1 && rng.random::<f32>() < *epsilon {
                    // Any of the others.
                    let other = rng.random_range(0..edges.len() - 1);
                    (other + usize::from(other >= best)) as u32
                } else {
                    best as u32
                }
            }
            Self::Uniform { next } => {
                let place = *next % node.count;
                *next += 1;
                place
            }
            Self::Sequential { schedule, order } => {
                if schedule.is_due(used) {
                    sort_by_mean(&mut order[..schedule.left()], |place| edges[place as usize].mean);
                    schedule.halve();
                }
                order[schedule.draw()]
            }
            Self::Sqrt { bound, schedule, order } => {
                if schedule.is_due(used) {
                    sort_by_mean(&mut order[..schedule.left()], |place| edges[place as usize].mean);
                    schedule.halve();
                }
                let left = &order[..schedule.left()];
                if let Some(best) = manner.suffices(left.iter().map(|&place| edges[place as usize].mean)) {
                    return left[best as usize];
                }
                let visits = node.visits as f32;
                let (best, _) = first_best(left.iter().map(|&place| bound.score(&edges[place as usize], visits)));
                left[best]
            }
        }
    }

    /// The edges that have not been eliminated, as offsets; `None` where the policy eliminates nothing.
    pub(crate) fn survivors(&self) -> Option<&[u32]> {
        match self {
            Self::Sequential { schedule, order } => Some(&order[..schedule.left()]),
            Self::Sqrt { schedule, order, .. } => Some(&order[..schedule.left()]),
            _ => None,
        }
    }
}

/// Sorts by mean, the highest first; equals keep their order.
pub(crate) fn sort_by_mean(order: &mut [u32], mean: impl Fn(u32) -> f32) {
    order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;
    use crate::search::bandit::pull;

    /// Pulls of a bandit whose arm `i` always pays `pay[i]`.
    fn pulls(policy: RootPolicy, pay: &[f32], budget: u64) -> Vec<u32> {
        pull(policy, pay.len(), budget, |arm| pay[arm], &mut random_from_seed(5))
    }

    #[test]
    fn sequential_halving_keeps_the_better_half_each_round() {
        // 8 arms, 3 rounds, 240 simulations: 10, 20 and 40 each.
        let pay = [0.0, 0.7, 0.1, 0.5, 0.3, 0.6, 0.2, 0.4];
        assert_eq!(pulls(RootPolicy::SequentialHalving, &pay, 240), [10, 70, 10, 30, 10, 70, 10, 30]);
    }

    #[test]
    fn sqrt_halving_stops_feeding_the_eliminated() {
        let pay: Vec<f32> = (0..16).map(|i| i as f32 / 20.0).collect();
        let pulls = pulls(RootPolicy::SqrtHalving { c: 1.0, k_min: 4 }, &pay, 1600);
        // After a quarter the better eight remain, after a half the better four.
        assert!(pulls[..8].iter().sum::<u32>() < 400, "{pulls:?}");
        assert!(pulls[..12].iter().sum::<u32>() < 800, "{pulls:?}");
        assert!(pulls[12..].iter().all(|&n| n > 200), "{pulls:?}");
    }

    #[test]
    fn half_greedy_gives_about_half_to_the_best() {
        let pulls = pulls(RootPolicy::Greedy { epsilon: 0.5 }, &[0.1, 0.9, 0.2, 0.3, 0.0], 4000);
        assert!((1900..2100).contains(&pulls[1]), "{pulls:?}");
        assert!(pulls.iter().all(|&n| n > 400), "{pulls:?}");
    }

    #[test]
    fn uniform_is_uniform() {
        assert_eq!(pulls(RootPolicy::Uniform, &[0.1, 0.9, 0.2], 30), [10, 10, 10]);
    }
}
