//! A root policy on its own, as the bandit that it is: for experiments and tests that need no game.

use super::params::{FirstPlay, RootPolicy};
use super::root::Root;
use super::tree::{ROOT, Spread, Tree};
use crate::game::{Random, Seat};

/// Pulls `pulls` of `arms` arms by `policy`, each paying `pay(arm)` in [−1, 1]; returns how often each arm was pulled. All arms
/// are tried once first, in random order. UCB1-Tuned keeps other statistics than the rest and is not for this.
pub fn pull(
    policy: RootPolicy,
    arms: usize,
    pulls: u64,
    mut pay: impl FnMut(usize) -> f32,
    rng: &mut Random,
) -> Vec<u32> {
    let mut tree = Tree::new(usize::MAX);
    let numbers: Vec<usize> = (0..arms).collect();
    tree.add_node(Seat(0), &numbers);
    let mut root = Root::new(policy, arms, Some(pulls));
    for pull in 0..pulls {
        let used = pull as f64 / pulls as f64;
        let offset = root.choose(&mut tree, used, FirstPlay::Infinite, rng) as usize;
        let arm = tree.moves[offset];
        tree.edges[offset].add(pay(arm), Spread::Deviation);
        tree.nodes[ROOT as usize].visits += 1;
    }
    let mut counts = vec![0; arms];
    for (edge, &arm) in tree.edges.iter().zip(&tree.moves) {
        counts[arm] = edge.visits;
    }
    counts
}
