//! Selection where chance decides what a path of moves leads to.
//!
//! In an *open loop* (Perez Liebana et al. 2015) a node stands for a sequence of moves, not for a position. Each iteration
//! plays the moves anew, so chance falls anew; at every node only the moves that are legal in the position at hand take part,
//! and `N` is the number of their visits. Moves are told apart by equality. Where chance decides who is to move, each mover
//! has a node of their own behind the same edge.
//!
//! The statistics of a move mix all that chance may bring; nothing is proven, and equal positions are not shared.

use super::core::{Core, Step, Ticket};
use super::params::FirstPlay;
use super::tree::{NONE, ROOT};
use crate::game::{Game, Random, Seat, Turn};
use rand::RngExt;
use std::hash::Hash;

impl<M: Copy + Eq + Hash> Core<M> {
    /// Chooses the next path, playing it in `state`, which comes as the root position and leaves as the one to play out from.
    pub(crate) fn select_open<G: Game<Move = M>>(
        &mut self,
        ticket: &mut Ticket<M>,
        game: &G,
        state: &mut G::State,
        workspace: &mut G::Workspace,
        rng: &mut Random,
    ) {
        ticket.clear();
        let offset = self.choose_root(ticket, rng);
        let mut step = Step { node: ROOT, offset };
        loop {
            let (_, visits) = self.take(ticket, step);
            game.apply(state, ticket.moves[ticket.moves.len() - 1], workspace, rng);
            let Turn::Player(seat) = game.turn(state) else { break };
            if visits == 0 || self.bound.is_none() {
                break;
            }
            let Some(node) = self.variant(step, seat) else { break };
            // The ticket's list is free in an open loop: it holds the legal moves.
            ticket.listed.clear();
            game.legal_moves(state, seat, workspace, &mut ticket.listed);
            let Some(offset) = self.choose_open(node, &ticket.listed, rng) else { break };
            step = Step { node, offset };
        }
        self.depth = self.depth.max(ticket.path.len() as u32);
    }

    /// The node behind an edge where `seat` is to move, made if it is new; `None` where there is no room for it.
    fn variant(&mut self, step: Step, seat: Seat) -> Option<u32> {
        let index = self.edge_index(step);
        let first = self.tree.edges[index].child;
        let mut node = first;
        while node != NONE {
            if self.tree.nodes[node as usize].mover == seat {
                return Some(node);
            }
            node = self.tree.nodes[node as usize].variant;
        }
        if !self.tree.has_room(0) {
            return None;
        }
        let new = self.tree.add_node(seat, &[]);
        self.tree.nodes[new as usize].variant = first;
        self.tree.edges[index].child = new;
        Some(new)
    }

    /// Chooses among the moves that are legal here; `None` where the tree has no room for a new one and knows none.
    fn choose_open(&mut self, id: u32, legal: &[M], rng: &mut Random) -> Option<u32> {
        let bound = self.bound?;
        let node = self.tree.nodes[id as usize];
        let edges = &self.tree.edges[node.tried_range()];
        let moves = &self.tree.moves[node.tried_range()];
        let mut untried = None;
        let mut untried_count = 0u32;
        let mut visits = 0;
        for &candidate in legal {
            match moves.iter().position(|&known| known == candidate) {
                Some(place) => visits += edges[place].visits,
                None => {
                    untried_count += 1;
                    if rng.random_range(0..untried_count) == 0 {
                        untried = Some(candidate);
                    }
                }
            }
        }
        let visits = visits as f32;
        let best = moves
            .iter()
            .enumerate()
            .filter(|(_, known)| legal.contains(known))
            .map(|(place, _)| (bound.score(&edges[place], visits), place))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some(chosen) = untried {
            let first_play = self.manner.first_play;
            let urgent = best.is_none_or(|(score, _)| {
                first_play == FirstPlay::Infinite
                    || bound.urgency(&node, first_play, visits, untried_count, legal.len() as u32) >= score
            });
            if urgent && let Some(offset) = self.tree.append_tried(id, chosen) {
                return Some(offset);
            }
        }
        best.map(|(_, place)| place as u32)
    }
}
