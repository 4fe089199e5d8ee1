//! Proofs: exact outcomes backed up from the ends of the game (Winands, Björnsson and Saito 2008, with draws).
//!
//! A node is proven when its mover has a move to a proven outcome worth +1, than which nothing is better; or when every move
//! leads to a proven outcome, and then it has the best of them for its mover. A proven move's mean is set to its exact value
//! and gets no exploration bonus; so lost moves are shunned, won ones are chosen, and simulations through them need no
//! play-out.
//!
//! With one or two seats the proven outcome is the game-theoretic value for play to the end. With more seats it is one that
//! best replies lead to; where a mover does not care between two outcomes, the first found stands, though the others may care.
//!
//! Not handled: chance (open loop) and shared nodes (transpositions), whose outcome may depend on the way they are reached.
//! The solver is off there.

use super::core::{Core, Step};
use super::tree::ROOT;

impl<M: Copy + Eq> Core<M> {
    /// Draws the conclusions from the last edge of `path` leading to a proven outcome.
    pub(crate) fn prove(&mut self, path: &[Step]) {
        for &step in path.iter().rev() {
            let index = self.edge_index(step);
            let child = self.tree.edges[index].child;
            let outcome = self.tree.nodes[child as usize].outcome;
            let mover = self.tree.nodes[step.node as usize].mover;
            let value = self.tree.outcome(outcome)[mover];
            let edge = &mut self.tree.edges[index];
            edge.mean = value;
            edge.spread = self.spread.proven();
            let proven = if value >= 1.0 { Some(outcome) } else { self.best_if_all_proven(step.node) };
            match proven {
                Some(outcome) if self.tree.nodes[step.node as usize].outcome == 0 => {
                    self.tree.nodes[step.node as usize].outcome = outcome;
                }
                _ => break,
            }
            if step.node == ROOT {
                break;
            }
        }
    }

    /// The outcome that is best for the mover, if all moves have a proven one.
    fn best_if_all_proven(&self, node: u32) -> Option<u8> {
        let node = &self.tree.nodes[node as usize];
        if node.tried < node.count {
            return None;
        }
        let mut best: Option<(f32, u8)> = None;
        for edge in &self.tree.edges[node.range()] {
            let child = self.tree.nodes.get(edge.child as usize)?;
            if child.outcome == 0 {
                return None;
            }
            let value = self.tree.outcome(child.outcome)[node.mover];
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, child.outcome));
            }
        }
        best.map(|(_, outcome)| outcome)
    }
}
