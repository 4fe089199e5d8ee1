//! Proofs: exact outcomes backed up from the ends of the game (Winands, Björnsson and Saito 2008, with draws).
//!
//! A node is proven when its mover has a move to a proven outcome worth +1, than which nothing is better; or when every move
//! leads to a proven outcome, and then it has the best of them for its mover. A proven move's mean is set to its exact value
//! and gets no exploration bonus; so lost moves are shunned. Where a proven move would be chosen though others are not proven
//! yet, the best of those is looked into instead, to settle the position; what is counted above it is still at least what the
//! mover has proven.
//!
//! With one or two seats the proven outcome is the game-theoretic value for play to the end. With more seats it is one that
//! best replies lead to; where a mover does not care between two outcomes, the first found stands, though the others may care.
//!
//! Not handled: chance (open loop) and shared nodes (transpositions), whose outcome may depend on the way they are reached.
//! The solver is off there.

use super::core::{Core, Step, Ticket};
use super::selection::Bound;
use super::tree::ROOT;
use crate::game::Random;
use std::hash::Hash;

impl<M: Copy + Eq + Hash> Core<M> {
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

    /// The step itself, unless it leads to a proven outcome while a sibling does not: then the best of those.
    #[inline]
    pub(crate) fn prefer_unproven(&mut self, ticket: &mut Ticket<M>, step: Step, rng: &mut Random) -> Step {
        if !self.solver || !self.tree.edges[self.edge_index(step)].is_proven(self.spread) {
            return step;
        }
        let node = self.tree.nodes[step.node as usize];
        let bound = self.bound.unwrap_or(Bound::Ucb1(1.0));
        let visits = node.visits as f32;
        let edges = &self.tree.edges[node.tried_range()];
        let best = edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| !edge.is_proven(self.spread) && !self.is_cut(step.node, edge.child))
            .map(|(place, edge)| (bound.score(edge, visits), place as u32))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        let offset = match best {
            Some((_, offset)) => offset,
            None if node.tried < node.count => self.tree.try_random(step.node, rng),
            None => return step,
        };
        let child = self.tree.edges[self.edge_index(step)].child;
        ticket.floors.push((ticket.path.len() as u32, self.tree.nodes[child as usize].outcome));
        Step { node: step.node, offset }
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
