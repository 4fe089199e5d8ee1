//! Choosing among the edges of a node.
//!
//! | bound | formula | reference |
//! | --- | --- | --- |
//! | UCB1 | `Q + c·√(ln N / n)` | Auer, Cesa-Bianchi and Fischer 2002 |
//! | UCB√ | `Q + c·√(√N / n)` | Tolpin and Shimony 2012 |
//! | UCB1-Tuned | `Q + c·√(ln N / n · min(¼, V))`, `V = σ² + √(2 ln N / n)` | Auer, Cesa-Bianchi and Fischer 2002 |
//!
//! `Q` is the mean utility in [−1, 1] for the seat to move, whoever that is; `n` and `N` count the visits of the move and of the
//! position. UCB1-Tuned is stated for rewards in [0, 1]: the variance is scaled to that, and the ¼ is its bound there.
//!
//! Two techniques change how a bound is used:
//!
//! * **Sufficiency threshold** (Gudmundsson and Björnsson 2013): `c` counts as 0 at a node where some `Q > α`, so that the best
//!   move is looked into until its mean drops to α or below. Their α is a share of wins; here `Q > 2α − 1`. Untried moves still
//!   come first where first-play urgency is infinite. It supposes a game without chance and with few outcomes, in which a mean
//!   well above a draw is on its way to a win.
//! * **Unexplored action urgency** (Finnsson 2012, Algorithm 2): an untried move is worth `0 + c·√(ln N · u)`, where `u` is the
//!   share of the moves that are untried: as if it had been tried once and had led to a draw, and less as fewer are left. The
//!   paper writes the constant once with a factor of 2 and once without; here it is the bound's own.
//!
//! The first two bounds have the form `Q + bonus·(1/√n)` with one bonus per node; edges keep `1/√n` ready, so choosing costs one
//! multiplication and one addition per tried edge. Nothing here handles chance in opponents' minds or joint turns: each
//! node has one mover, who maximises their own mean (max^n).

use super::params::{FirstPlay, TreePolicy};
use super::tree::{Edge, Node, Spread, Tree};
use crate::game::Random;

/// How choosing departs from the plain bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Manner {
    /// What an untried edge is worth.
    pub first_play: FirstPlay,
    /// The mean above which nothing else is explored; infinite where there is no such threshold.
    pub sufficient: f32,
}

impl Manner {
    /// Every edge is tried first, and then the bound decides.
    pub(crate) const PLAIN: Self = Self { first_play: FirstPlay::Infinite, sufficient: f32::INFINITY };

    /// The edge that makes exploring needless, if there is one.
    #[inline]
    pub(crate) fn suffices(&self, edges: impl Iterator<Item = f32>) -> Option<u32> {
        if self.sufficient == f32::INFINITY {
            return None;
        }
        let (best, mean) = first_best(edges);
        (mean > self.sufficient).then_some(best as u32)
    }
}

/// A bound with its constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bound {
    Ucb1(f32),
    Ucb1Tuned(f32),
    UcbSqrt(f32),
}

impl Bound {
    /// The bound that a tree policy stands for; `None` where there is no tree.
    pub(crate) fn of(policy: TreePolicy) -> Option<Self> {
        match policy {
            TreePolicy::Flat => None,
            TreePolicy::Ucb1 { c } => Some(Self::Ucb1(c)),
            TreePolicy::Ucb1Tuned { c } => Some(Self::Ucb1Tuned(c)),
            TreePolicy::UcbSqrt { c } => Some(Self::UcbSqrt(c)),
        }
    }

    /// What this bound needs to be kept per edge.
    pub(crate) fn spread(self) -> Spread {
        match self {
            Self::Ucb1Tuned(_) => Spread::Squares,
            Self::Ucb1(_) | Self::UcbSqrt(_) => Spread::Deviation,
        }
    }

    /// The score of one edge among those of a position that was visited `visits` times.
    pub(crate) fn score(self, edge: &Edge, visits: f32) -> f32 {
        match self {
            Self::Ucb1(_) | Self::UcbSqrt(_) => edge.mean + self.bonus(visits) * edge.spread,
            Self::Ucb1Tuned(c) => tuned(edge, c, visits.max(1.0).ln()),
        }
    }

    /// The best tried edge, as its offset and score.
    #[inline]
    pub(crate) fn best(self, edges: &[Edge], visits: f32) -> (usize, f32) {
        match self {
            Self::Ucb1(_) | Self::UcbSqrt(_) => best_by_deviation(edges, self.bonus(visits)),
            Self::Ucb1Tuned(c) => {
                let log = visits.max(1.0).ln();
                first_best(edges.iter().map(|edge| tuned(edge, c, log)))
            }
        }
    }

    /// What is added to the mean of an edge visited once.
    #[inline]
    pub(crate) fn bonus(self, visits: f32) -> f32 {
        match self {
            Self::Ucb1(c) => c * visits.max(1.0).ln().sqrt(),
            Self::UcbSqrt(c) => c * visits.sqrt().sqrt(),
            Self::Ucb1Tuned(c) => c * (0.25 * visits.max(1.0).ln()).sqrt(),
        }
    }

    /// Chooses an edge of a listed node by this bound, trying a new one where first-play urgency says so. Returns its offset.
    #[inline]
    pub(crate) fn choose<M: Copy + Eq>(self, tree: &mut Tree<M>, id: u32, manner: &Manner, rng: &mut Random) -> u32 {
        let node = tree.nodes[id as usize];
        if node.tried == 0 || (node.tried < node.count && manner.first_play == FirstPlay::Infinite) {
            return tree.try_random(id, rng);
        }
        let visits = node.visits as f32;
        let edges = &tree.edges[node.tried_range()];
        if let Some(best) = manner.suffices(edges.iter().map(|edge| edge.mean)) {
            return best;
        }
        let (best, score) = self.best(edges, visits);
        let untried = node.count - node.tried;
        if untried > 0 && self.urgency(&node, manner.first_play, visits, untried, node.count) >= score {
            return tree.try_random(id, rng);
        }
        best as u32
    }

    /// What an untried edge counts as among tried ones, at a node with `untried` of `count` edges left to try.
    pub(crate) fn urgency(self, node: &Node, first_play: FirstPlay, visits: f32, untried: u32, count: u32) -> f32 {
        let mean = match first_play {
            FirstPlay::Infinite => return f32::INFINITY,
            FirstPlay::Unexplored => return self.bonus(visits) * (untried as f32 / count as f32).sqrt(),
            FirstPlay::Parent => node.mean,
            FirstPlay::ParentOneLost => {
                let visits = node.visits as f32;
                (node.mean * visits - 1.0) / (visits + 1.0)
            }
            FirstPlay::Value(value) => value,
        };
        mean + self.bonus(visits)
    }
}

fn tuned(edge: &Edge, c: f32, log: f32) -> f32 {
    if edge.spread < 0.0 {
        return edge.mean; // proven
    }
    let share = log / edge.visits.max(1) as f32;
    // Utilities in [−1, 1] have four times the variance that they have in [0, 1].
    let variance = (edge.spread - edge.mean * edge.mean).max(0.0) / 4.0 + (2.0 * share).sqrt();
    edge.mean + c * (share * variance.min(0.25)).sqrt()
}

/// The first of the highest scores.
pub(crate) fn first_best(scores: impl Iterator<Item = f32>) -> (usize, f32) {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, score) in scores.enumerate() {
        if score > best.1 {
            best = (index, score);
        }
    }
    best
}

/// The first edge with the highest `mean + bonus · spread`.
#[inline]
fn best_by_deviation(edges: &[Edge], bonus: f32) -> (usize, f32) {
    // Four running maxima, so that one comparison does not wait for the last.
    let mut best = [(0u32, f32::NEG_INFINITY); 4];
    let chunks = edges.chunks_exact(4);
    let rest = chunks.remainder();
    let mut index = 0u32;
    for chunk in chunks {
        for (lane, edge) in chunk.iter().enumerate() {
            let score = edge.mean + bonus * edge.spread;
            best[lane] = if score > best[lane].1 { (index + lane as u32, score) } else { best[lane] };
        }
        index += 4;
    }
    for (lane, edge) in rest.iter().enumerate() {
        let score = edge.mean + bonus * edge.spread;
        best[lane] = if score > best[lane].1 { (index + lane as u32, score) } else { best[lane] };
    }
    let mut winner = best[0];
    for candidate in &best[1..] {
        if candidate.1 > winner.1 || (candidate.1 == winner.1 && candidate.0 < winner.0) {
            winner = *candidate;
        }
    }
    (winner.0 as usize, winner.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::NONE;

    fn edge(mean: f32, visits: u32) -> Edge {
        Edge { mean, spread: (visits as f32).sqrt().recip(), visits, child: NONE }
    }

    #[test]
    fn bounds_by_hand() {
        // N = 100: ln N = 4.60517, √N = 10.
        let e = edge(0.25, 25);
        assert!((Bound::Ucb1(1.0).score(&e, 100.0) - (0.25 + 0.429_192)).abs() < 1e-4);
        assert!((Bound::UcbSqrt(1.0).score(&e, 100.0) - (0.25 + 0.632_455)).abs() < 1e-4);
        assert!((Bound::Ucb1(0.5).score(&e, 100.0) - (0.25 + 0.214_596)).abs() < 1e-4);
        // Mean square 0.25, so σ² = 0.1875 / 4; √(2·ln N / n) = 0.6069 exceeds ¼ on its own.
        let e = Edge { spread: 0.25, ..e };
        assert!((Bound::Ucb1Tuned(1.0).score(&e, 100.0) - (0.25 + 0.214_596)).abs() < 1e-4);
        // With n = 2500 of N = 10^4 visits: σ²/4 = 0.046875 + √(2·9.21034/2500) = 0.085839 → V = 0.132714.
        let e = Edge { spread: 0.25, visits: 2500, ..e };
        assert!((Bound::Ucb1Tuned(1.0).score(&e, 1e4) - (0.25 + 0.022_112)).abs() < 1e-4);
    }

    #[test]
    fn the_fast_scan_agrees_with_the_plain_one() {
        for length in 1..40 {
            let edges: Vec<Edge> = (0..length).map(|i| edge(((i * 37) % 11) as f32 / 11.0, 1 + (i * 13) % 7)).collect();
            let bonus = 0.7;
            let plain = first_best(edges.iter().map(|e| e.mean + bonus * e.spread));
            assert_eq!(best_by_deviation(&edges, bonus), plain, "{length} edges");
        }
    }
}
