//! Reading a finished search out of its tree: the order of the moves, and the principal variation.

use super::analysis::{Analysis, MoveReport, Proof, Stop};
use super::core::Core;
use super::params::FinalChoice;
use super::tree::{NONE, ROOT};
use crate::game::Seat;
use std::cmp::Ordering;
use std::hash::Hash;

/// Longest principal variation.
const MAX_VARIATION: usize = 32;

impl<M: Copy + Eq + Hash> Core<M> {
    /// What the search found, for `seat` at the root. `survivors` are the edges that were not eliminated, where some were.
    pub(crate) fn analysis(&self, seat: Seat, survivors: Option<&[u32]>, inherited: u64) -> Analysis<M> {
        let node = &self.tree.nodes[ROOT as usize];
        let mut order: Vec<u32> = (0..node.count).collect();
        let most = self.tree.edges[node.range()].iter().map(|edge| edge.visits).max().unwrap_or(0);
        let key = |offset: u32| self.merit(offset, survivors, most);
        order.sort_by(|&a, &b| key(b).partial_cmp(&key(a)).unwrap_or(Ordering::Equal));
        let moves: Vec<MoveReport<M>> = order.iter().map(|&offset| self.report(offset)).collect();
        let principal_variation = order.first().map_or_else(Vec::new, |&first| self.variation(first));
        Analysis {
            seat,
            moves,
            principal_variation,
            iterations: self.pace.started(),
            time: self.pace.elapsed(),
            stop: self.pace.stop().unwrap_or(Stop::Iterations),
            nodes: self.tree.nodes.len(),
            bytes: self.tree.bytes(),
            memory_full: self.tree.full,
            inherited,
            mean_plies: self.pace.mean_plies(),
            depth: self.depth,
        }
    }

    fn report(&self, offset: u32) -> MoveReport<M> {
        let index = (self.tree.nodes[ROOT as usize].edges + offset) as usize;
        let edge = &self.tree.edges[index];
        MoveReport { chosen: self.tree.moves[index], visits: edge.visits, value: edge.mean, proof: self.proof(index) }
    }

    /// What is proven about an edge of the root.
    fn proof(&self, index: usize) -> Option<Proof> {
        if !self.closed {
            return None;
        }
        let value = self.tree.known(index)?[self.tree.nodes[ROOT as usize].mover];
        Some(match value {
            value if value >= 1.0 => Proof::Win,
            value if value <= -1.0 => Proof::Loss,
            _ => Proof::Draw,
        })
    }

    /// What moves are ordered by: proofs, survival, the final choice's criterion, the other criterion.
    fn merit(&self, offset: u32, survivors: Option<&[u32]>, most: u32) -> (i8, bool, f32, f32) {
        let index = (self.tree.nodes[ROOT as usize].edges + offset) as usize;
        let edge = &self.tree.edges[index];
        // Bounds may prove a position through one move while others are still open: that move is the one to play.
        let settles = self.closed
            && match (self.tree.nodes[ROOT as usize].outcome, self.tree.known(index)) {
                (0, _) | (_, None) => false,
                (outcome, Some(known)) => {
                    let mover = self.tree.nodes[ROOT as usize].mover;
                    known[mover] >= self.tree.outcome(outcome)[mover]
                }
            };
        let proof = match self.proof(index) {
            _ if settles => 1,
            Some(Proof::Win) => 1,
            Some(Proof::Loss) => -1,
            Some(Proof::Draw) | None => 0,
        };
        let mean = if edge.visits == 0 { f32::NEG_INFINITY } else { edge.mean };
        let visits = edge.visits as f32;
        let survives = survivors.is_none_or(|survivors| survivors.contains(&offset));
        match self.params.choice {
            FinalChoice::Max => (proof, survives, mean, visits),
            FinalChoice::Robust => (proof, true, visits, mean),
            FinalChoice::MaxRobust => (proof, 2 * edge.visits >= most, mean, visits),
        }
    }

    /// The most visited line that begins with an edge of the root.
    fn variation(&self, first: u32) -> Vec<M> {
        let mut index = (self.tree.nodes[ROOT as usize].edges + first) as usize;
        let mut line = vec![self.tree.moves[index]];
        while line.len() < MAX_VARIATION {
            let child = self.tree.edges[index].child;
            if child == NONE {
                break;
            }
            let node = &self.tree.nodes[child as usize];
            let Some(best) = node.tried_range().max_by_key(|&place| self.tree.edges[place].visits) else { break };
            if self.tree.edges[best].visits < 2 {
                break;
            }
            index = best;
            line.push(self.tree.moves[index]);
        }
        line
    }
}
