//! A root policy on its own, as the bandit that it is: for experiments and tests that need no game.

use super::params::{FirstPlay, Moving, RootPolicy};
use super::root::Root;
use super::selection::Manner;
use super::tree::{ROOT, Spread, Tree};
use crate::game::{Random, Seat};

/// A root policy at work on arms that pay something in [−1, 1]. All arms are tried once first, in random order, unless told otherwise. UCB1-Tuned keeps
/// other statistics than the rest and is not for this.
#[derive(Debug)]
pub struct Bandit {
    tree: Tree<usize>,
    root: Root,
    manner: Manner,
    moving: Option<Moving>,
    /// Pulls so far, and in all.
    pulls: (u64, u64),
    /// The edge that was chosen last.
    chosen: usize,
}

impl Bandit {
    /// A bandit with `arms` arms for `pulls` pulls in all.
    #[must_use]
    pub fn new(policy: RootPolicy, arms: usize, pulls: u64) -> Self {
        let mut tree = Tree::new(usize::MAX);
        let numbers: Vec<usize> = (0..arms).collect();
        tree.add_node(Seat(0), &numbers);
        let root = Root::new(policy, arms, Some(pulls));
        Self { tree, root, manner: Manner::PLAIN, moving: None, pulls: (0, pulls), chosen: 0 }
    }

    /// With a sufficiency threshold, as a share of wins in [0, 1].
    #[must_use]
    pub fn sufficiency(mut self, alpha: f32) -> Self {
        self.manner.sufficient = 2.0 * alpha - 1.0;
        self
    }

    /// Arms that were never tried wait while an estimate is above the sufficiency threshold; otherwise they come first.
    #[must_use]
    pub fn waiting(mut self) -> Self {
        self.manner.first_play = FirstPlay::Value(f32::MAX);
        self
    }

    /// With moving averages in place of means.
    #[must_use]
    pub fn moving(mut self, moving: Moving) -> Self {
        self.moving = Some(moving);
        self
    }

    /// The arm to pull next; [`pay`](Self::pay) is to follow.
    pub fn choose(&mut self, rng: &mut Random) -> usize {
        let used = self.pulls.0 as f64 / self.pulls.1 as f64;
        self.chosen = self.root.choose(&mut self.tree, used, &self.manner, rng) as usize;
        self.tree.moves[self.chosen]
    }

    /// What the arm chosen last has paid.
    pub fn pay(&mut self, pay: f32) {
        let edge = &mut self.tree.edges[self.chosen];
        match self.moving {
            None => edge.add(pay, Spread::Deviation),
            Some(moving) => edge.add_moving(pay, Spread::Deviation, moving),
        }
        self.tree.nodes[ROOT as usize].visits += 1;
        self.pulls.0 += 1;
    }

    /// The arm that is thought best now: the highest mean, and of equals the one tried first. Arm 0 before the first pull.
    #[must_use]
    pub fn best(&self) -> usize {
        let tried = self.tree.nodes[ROOT as usize].tried_range();
        let mut best = (self.tree.moves[0], f32::NEG_INFINITY);
        for (edge, &arm) in self.tree.edges[tried.clone()].iter().zip(&self.tree.moves[tried]) {
            if edge.mean > best.1 {
                best = (arm, edge.mean);
            }
        }
        best.0
    }

    /// How often each arm was pulled.
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.tree.moves.len()];
        for (edge, &arm) in self.tree.edges.iter().zip(&self.tree.moves) {
            counts[arm] = edge.visits;
        }
        counts
    }
}

/// Pulls `pulls` of `arms` arms by `policy`, each paying `pay(arm)` in [−1, 1]; returns how often each arm was pulled.
pub fn pull(
    policy: RootPolicy,
    arms: usize,
    pulls: u64,
    mut pay: impl FnMut(usize) -> f32,
    rng: &mut Random,
) -> Vec<u32> {
    let mut bandit = Bandit::new(policy, arms, pulls);
    for _ in 0..pulls {
        let arm = bandit.choose(rng);
        bandit.pay(pay(arm));
    }
    bandit.counts()
}
