//! Sequential Halving applied to trees, and its hybrid with UCT.
//!
//! **SHOT** (Cazenave 2014): a node that is given a budget of simulations divides it among its moves by Sequential Halving,
//! counting what they had before; each move's share is divided in the same way further down, until a single play-out is left.
//! **H-MCTS** (Pepels, Cazenave, Winands and Lanctot 2014) does so only for shares of at least a threshold, and spends smaller
//! ones by UCT from there.
//!
//! Both need to know their budget. Under a time limit a first pass of `2·n·⌈log₂ n⌉` simulations measures the pace; the next
//! pass gets what the rest of the time is worth at that pace, and so on until the time is up. Simulations are planned one
//! after the other, so there is one thread. On games with chance, plain Sequential Halving at the root of an open loop stands
//! in, because a share belongs to a position and there a path does not name one.

use super::core::{Core, Step};
use super::root::sort_by_mean;
use super::tree::{NONE, ROOT};
use super::worker::{Scene, Worker};
use crate::game::{Game, Random};

/// A search by recursive halving.
pub(crate) struct Halver<'a, G: Game> {
    pub core: &'a mut Core<G::Move>,
    pub worker: &'a mut Worker<G>,
    pub scene: &'a Scene<'a, G>,
    pub rng: &'a mut Random,
    /// Fewest simulations that are divided by halving.
    pub threshold: u64,
}

impl<G: Game> Halver<'_, G> {
    /// Searches to the end of the budget; returns the edges of the root, the winner first.
    pub(crate) fn run(mut self) -> Vec<u32> {
        let mut order = Vec::new();
        let moves = u64::from(self.core.tree.nodes[ROOT as usize].count);
        let mut pass = match self.core.pace.iteration_budget() {
            Some(budget) => budget,
            None => 2 * moves * u64::from(rounds(moves as usize)),
        };
        while self.core.pace.stop().is_none() {
            let spent = self.halve(&mut Vec::new(), ROOT, pass, &mut order);
            if spent == 0 {
                break;
            }
            let pace = &self.core.pace;
            let each = pace.elapsed().as_secs_f64() / pace.started().max(1) as f64;
            pass = pace.time_left().map_or(pass, |left| (left.as_secs_f64() / each) as u64).max(moves);
        }
        order
    }

    /// Divides `budget` simulations among the moves of a node, best first in `order` afterwards; returns how many were made.
    fn halve(&mut self, prefix: &mut Vec<Step>, id: u32, budget: u64, order: &mut Vec<u32>) -> u64 {
        let count = self.core.tree.nodes[id as usize].count;
        let spent_before: u64 = self.visits_below(id);
        let mut used = 0;
        while self.core.tree.nodes[id as usize].tried < count && used < budget {
            let offset = self.core.tree.try_random(id, self.rng);
            used += self.spend(prefix, Step { node: id, offset }, 1);
            if self.core.pace.stop().is_some() {
                break;
            }
        }
        order.clear();
        order.extend(0..self.core.tree.nodes[id as usize].tried);
        self.sort(id, order, count as usize);
        let mut left = order.len();
        let mut due = 0;
        while left > 1 && used < budget {
            due += ((spent_before + budget) / (left as u64 * u64::from(rounds(count as usize)))).max(1);
            for place in 0..left {
                let step = Step { node: id, offset: order[place] };
                let had = u64::from(self.core.tree.edges[self.core.edge_index(step)].visits);
                if had < due && used < budget {
                    used += self.spend(prefix, step, (due - had).min(budget - used));
                }
                if self.core.pace.stop().is_some() {
                    self.sort(id, order, left);
                    return used;
                }
            }
            self.sort(id, order, left);
            left = left.div_ceil(2);
        }
        if left == 1 && used < budget {
            used += self.spend(prefix, Step { node: id, offset: order[0] }, budget - used);
        }
        used
    }

    /// Makes `budget` simulations through one edge; returns how many were made.
    fn spend(&mut self, prefix: &mut Vec<Step>, step: Step, budget: u64) -> u64 {
        let mut used = 0;
        while used < budget {
            let child = self.core.tree.edges[self.core.edge_index(step)].child;
            let divisible = child != NONE
                && self.core.tree.nodes[child as usize].outcome == 0
                && !prefix.iter().any(|earlier| earlier.node == child);
            if budget - used >= self.threshold && divisible {
                prefix.push(step);
                used += self.halve(prefix, child, budget - used, &mut Vec::new());
                prefix.pop();
            } else if self.iterate(prefix, step) {
                used += 1;
            }
            if self.core.pace.stop().is_some() {
                break;
            }
        }
        used
    }

    /// One simulation through `prefix` and `step`; false once the search is over.
    fn iterate(&mut self, prefix: &[Step], step: Step) -> bool {
        if !self.core.tick() {
            return false;
        }
        let ticket = &mut self.worker.tickets[0];
        ticket.clear();
        for &earlier in prefix {
            self.core.take(ticket, earlier);
        }
        self.core.descend(ticket, step, self.rng);
        let simulation = self.worker.simulate(0, self.scene, self.rng);
        self.worker.absorb(0, self.core, simulation.as_ref());
        true
    }

    fn visits_below(&self, id: u32) -> u64 {
        let tree = &self.core.tree;
        tree.edges[tree.nodes[id as usize].tried_range()].iter().map(|edge| u64::from(edge.visits)).sum()
    }

    fn sort(&self, id: u32, order: &mut [u32], left: usize) {
        let tree = &self.core.tree;
        let edges = &tree.edges[tree.nodes[id as usize].range()];
        let left = left.min(order.len());
        sort_by_mean(&mut order[..left], |place| edges[place as usize].mean);
    }
}

/// `⌈log₂ moves⌉`, at least 1.
fn rounds(moves: usize) -> u32 {
    moves.next_power_of_two().trailing_zeros().max(1)
}
