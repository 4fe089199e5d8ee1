//! Implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant 2014).
//!
//! Beside the mean of its simulations each move keeps a second value, made of a heuristic: the worth of the position after it when
//! it was first tried, and later the minimax of what lies below. Selection looks at `(1−α)·Q + α·v`.
//!
//! The heuristic is a general one: each side's share of the material, of the moves, or of the points. The paper looks at all
//! successors of a new position; here only those that were tried have a value, so that a simulation costs one look more.
//!
//! For two players whose interests oppose, without chance. The values take 4 bytes an edge beside those of RAVE.

use super::core::{Core, Step, Ticket};
use super::tree::{NONE, Tree};
use crate::game::{Measure, Seat};
use std::hash::Hash;

/// How a heuristic is weighed in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Implicit {
    /// α: weight of the heuristic's minimax value, in [0, 1].
    pub alpha: f32,
    /// What the heuristic counts.
    pub heuristic: Measure,
}

/// A worth to the first of two seats, as it is to `seat`.
fn to(seat: Seat, worth: f32) -> f32 {
    if seat.0 == 0 { worth } else { -worth }
}

impl<M: Copy + Eq + Hash> Core<M> {
    /// Gives an edge the heuristic's worth of the position after it (as it is to the first seat).
    pub(crate) fn value_implicitly(&mut self, step: Step, worth: f32) {
        let index = self.edge_index(step);
        self.tree.beside.implicits[index] = to(self.tree.nodes[step.node as usize].mover, worth);
    }

    /// Backs the heuristic's values up along a path; `fresh` where its last edge was tried for the first time.
    pub(crate) fn back_up_implicitly(&mut self, ticket: &Ticket<M>, fresh: bool) {
        let Some(worth) = ticket.assessed else { return };
        if let (Some(&last), true) = (ticket.path.last(), fresh) {
            self.value_implicitly(last, worth);
        }
        for &step in ticket.path.iter().rev() {
            let index = self.edge_index(step);
            let Tree { nodes, edges, beside, .. } = &mut self.tree;
            let child = edges[index].child;
            if child == NONE || nodes[child as usize].tried == 0 {
                continue;
            }
            let below = &nodes[child as usize];
            let best = beside.implicits[below.tried_range()].iter().copied().fold(f32::MIN, f32::max);
            let same = below.mover == nodes[step.node as usize].mover;
            beside.implicits[index] = if same { best } else { -best };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::yardstick::Breakthrough;
    use crate::game::{Game, random_from_seed};
    use crate::search::{Budget, Mcts, Params};

    #[test]
    fn a_heuristic_is_backed_up_against_the_reply() {
        let game = Breakthrough::new(6);
        let implicit = Some(Implicit { alpha: 1.0, heuristic: Measure::Material });
        let values = |black: &str| {
            let state = game.position("d3 f1", black, Seat(0)).unwrap();
            let mut search = Mcts::new(Params { implicit, ..Params::default() }, &game).unwrap();
            let budget = Budget::iterations(300).unwrap();
            search.search(&game, &state, Seat(0), &budget, &mut random_from_seed(1)).unwrap();
            let root = search_root(&search);
            ["d3-e4", "f1-f2"].map(|text| {
                let chosen = game.parse_move(&state, Seat(0), text, &mut ()).unwrap();
                root.iter().find(|(step, _)| *step == chosen).map(|&(_, value)| value).unwrap()
            })
        };
        // To take is better than to be taken; and where d5 takes back, it is worth less.
        let [free, quiet] = values("e4 f6 a6");
        let [guarded, _] = values("e4 f6 a6 d5");
        assert!(free > quiet && free > guarded, "{free} {quiet} {guarded}");
    }

    /// The moves of the root with their values.
    fn search_root<G: Game>(search: &Mcts<G>) -> Vec<(G::Move, f32)> {
        let tree = search.tree();
        let range = tree.nodes[0].range();
        tree.moves[range.clone()].iter().copied().zip(tree.beside.implicits[range].iter().copied()).collect()
    }
}
