//! Score bounds: what a position is worth at least and at most (Cazenave and Saffidine 2010).
//!
//! The solver proves a position once its outcome is certain. Bounds say more before that: a mover who has a move that draws for
//! certain is worth a draw at least, and a move after which the opponent draws for certain is worth a draw at most. A move that can
//! bring no more than the position is worth already is not looked into any more; a position whose bounds meet is proven.
//!
//! An end of the game has its outcome as both bounds; elsewhere they are the best of the moves for the mover, an unknown move
//! counting from the least to the greatest outcome. In games that are won or lost only, this is the solver; with draws it settles
//! positions sooner.
//!
//! For two players whose interests oppose, without chance and without shared nodes. It comes with the solver.

use super::core::{Core, Step};
use super::tree::{NONE, Node, Tree};
use crate::game::{Seat, Utilities};
use std::hash::Hash;

/// What a position is worth to the first of two seats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    /// At least.
    pub low: f32,
    /// At most.
    pub high: f32,
}

impl Bounds {
    /// As they are to a seat.
    fn to(self, seat: Seat) -> Self {
        if seat.0 == 0 { self } else { Self { low: -self.high, high: -self.low } }
    }

    /// Those of an outcome; the widest where it is not the same to both, for then it bounds nothing.
    pub(crate) fn of(outcome: &Utilities, widest: Self) -> Self {
        let (first, second) = (outcome[Seat(0)], outcome[Seat(1)]);
        if first + second == 0.0 { Self { low: first, high: first } } else { widest }
    }
}

impl<M: Copy + Eq + Hash> Core<M> {
    /// Whether a move can bring its mover no more than the position is worth already. Never true of all moves of a position that is
    /// not proven.
    #[inline]
    pub(crate) fn is_cut(&self, node: u32, child: u32) -> bool {
        if child == NONE || self.tree.widest.is_none() {
            return false;
        }
        let Node { mover, .. } = self.tree.nodes[node as usize];
        let Tree { bounds, .. } = &self.tree;
        bounds[child as usize].to(mover).high <= bounds[node as usize].to(mover).low
    }

    /// Draws the conclusions from the last edge of `path` leading to an end.
    pub(crate) fn tighten(&mut self, path: &[Step]) {
        let Some(widest) = self.tree.widest else { return };
        for &step in path.iter().rev() {
            let index = self.edge_index(step);
            let node = self.tree.nodes[step.node as usize];
            let child = self.tree.edges[index].child;
            if child != NONE && self.tree.nodes[child as usize].outcome != 0 {
                let value = self.tree.outcome(self.tree.nodes[child as usize].outcome)[node.mover];
                let edge = &mut self.tree.edges[index];
                edge.mean = value;
                edge.spread = self.spread.proven();
            }
            let found = self.bounds_of(&node, widest);
            if found == self.tree.bounds[step.node as usize] {
                break;
            }
            self.tree.bounds[step.node as usize] = found;
            if found.low == found.high && node.outcome == 0 {
                let outcome = Utilities::from_slice(&[found.low, -found.low]);
                if let Some(number) = self.tree.outcome_index(&outcome) {
                    self.tree.nodes[step.node as usize].outcome = number;
                }
            }
        }
    }

    /// The bounds of a position, from those of its moves.
    fn bounds_of(&self, node: &Node, widest: Bounds) -> Bounds {
        let unknown = widest.to(node.mover);
        let mut found = Bounds { low: unknown.low, high: f32::MIN };
        for edge in &self.tree.edges[node.range()] {
            let bounds = match edge.child {
                NONE => unknown,
                child => self.tree.bounds[child as usize].to(node.mover),
            };
            found = Bounds { low: found.low.max(bounds.low), high: found.high.max(bounds.high) };
        }
        found.to(node.mover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::yardstick::TicTacToe;
    use crate::game::{Game, random_from_seed};
    use crate::search::{Budget, Mcts, Params, Proof, Stop};

    #[test]
    fn bounds_turn_with_the_seat() {
        let bounds = Bounds { low: -1.0, high: 0.0 };
        assert_eq!(bounds.to(Seat(0)), bounds);
        assert_eq!(bounds.to(Seat(1)), Bounds { low: 0.0, high: 1.0 });
        assert_eq!(Bounds::of(&Utilities::from_slice(&[1.0, -1.0]), bounds), Bounds { low: 1.0, high: 1.0 });
        assert_eq!(Bounds::of(&Utilities::from_slice(&[-1.0, -1.0]), bounds), bounds);
    }

    /// Iterations until tic-tac-toe is proven from its start.
    fn proven_after(bounds: bool, seed: u64) -> u64 {
        let game = TicTacToe::new();
        let params = Params { solver: true, bounds, ..Params::default() };
        let mut search = Mcts::new(params, &game).unwrap();
        let mut rng = random_from_seed(seed);
        let start = game.start(&mut (), &mut rng);
        let budget = Budget::iterations(2_000_000).unwrap();
        let found = search.search(&game, &start, Seat(0), &budget, &mut rng).unwrap();
        assert_eq!(found.stop, Stop::Proven, "bounds {bounds}");
        assert_eq!(found.moves[0].proof, Some(Proof::Draw), "bounds {bounds}");
        found.iterations
    }

    #[test]
    fn draws_are_proven_sooner_with_bounds() {
        let with: u64 = (1..=3).map(|seed| proven_after(true, seed)).sum();
        let without: u64 = (1..=3).map(|seed| proven_after(false, seed)).sum();
        println!("{with} iterations with bounds, {without} without");
        assert!(with < without, "{with} {without}");
    }
}
