//! Values from all moves as first: RAVE and GRAVE; and progressive history.
//!
//! A simulation tells something about every move that its seat made later on, as if it had been made first (*all moves as first*,
//! AMAF). Each edge keeps such a second mean beside its own.
//!
//! * **RAVE** (Gelly and Silver 2007, with the schedule of Finnsson and Björnsson 2010): selection looks at `(1−β)·Q + β·AMAF` in
//!   place of `Q`, with `β = √(k / (3N + k))`, so that AMAF fades as the position is visited.
//! * **GRAVE** (Cazenave 2015): as RAVE, but the AMAF values are those of the nearest position up the path (this one included) that
//!   was visited `ref` times or more, and `β = ã / (ã + n + bias·ã·n)` for a move seen `ã` times there.
//! * **Progressive history** (Nijssen and Winands 2011): `W·H / (n·(1−Q)+1)` is added, `H` being the move's mean over all simulations
//!   and `H` and `Q` on a scale of 0 to 1; it fades as the move is tried, and faster for good moves.
//!
//! Moves are told apart by a hash of 14 bits. GRAVE knows an ancestor's values only for moves that were legal there. Below a root
//! that is chosen at by other means than a bound, the techniques work in the tree alone. Untried moves come first as first-play
//! urgency says. The second means take 16 bytes an edge, and only where they are used.

use super::core::{Core, Ticket};
use super::history::{BITS, key};
use super::implicit::Implicit;
use super::selection::{Bound, first_best};
use super::tree::{Edge, Tree};
use crate::game::{Random, Seat, Utilities};
use std::hash::Hash;

/// How AMAF values are used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Amaf {
    /// RAVE.
    Rave {
        /// Visits to the position at which AMAF and mean weigh about alike; above 0.
        k: f32,
    },
    /// GRAVE.
    Grave {
        /// Visits that a position needs for its AMAF values to be used.
        reference: u32,
        /// How soon a move's own mean takes over; 0 or more.
        bias: f32,
    },
}

/// A second mean.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Second {
    pub visits: u32,
    /// Sum of the utilities.
    sum: f32,
    /// The heuristic's value, where one is backed up (see [`implicit`](super::implicit)).
    pub implicit: f32,
    /// One more than the place of the edge's move among [`Notes`], once that was asked for; else 0.
    place: u32,
}

impl Second {
    /// Counts a utility if the move was made. Whether it was nobody can foresee, so there is no branch on it.
    #[inline]
    fn add(&mut self, utility: f32, made: bool) {
        self.visits += u32::from(made);
        self.sum += f32::from_bits(utility.to_bits() & 0u32.wrapping_sub(u32::from(made)));
    }

    /// The mean utility; 0 of none.
    #[inline]
    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    /// The place of the edge's move among notes, which is worked out once.
    #[inline]
    fn place<M: Hash>(&mut self, seat: Seat, chosen: M) -> usize {
        if self.place == 0 {
            self.place = Notes::place(seat, key(chosen)) as u32 + 1;
        }
        self.place as usize - 1
    }
}

/// Moves noted by seat. One bit each, so that all of them stay in the nearest cache.
#[derive(Debug)]
pub(crate) struct Notes {
    marks: Vec<u64>,
    /// What is marked, so that it can be forgotten.
    marked: Vec<u32>,
    /// The second mean noted with a mark.
    seconds: Vec<Second>,
}

impl Notes {
    pub(crate) fn new(seats: usize, with_seconds: bool) -> Self {
        let size = seats << BITS;
        let seconds = if with_seconds { vec![Second::default(); size] } else { Vec::new() };
        Self { marks: vec![0; size.div_ceil(64)], marked: Vec::new(), seconds }
    }

    fn forget(&mut self) {
        for &place in &self.marked {
            self.marks[place as usize / 64] = 0;
        }
        self.marked.clear();
    }

    #[inline]
    fn place(seat: Seat, key: u64) -> usize {
        (usize::from(seat.0) << BITS) | (key & ((1 << BITS) - 1)) as usize
    }

    #[inline]
    fn mark(&mut self, place: usize) {
        self.marks[place / 64] |= 1 << (place % 64);
        self.marked.push(place as u32);
    }

    #[inline]
    fn has(&self, place: usize) -> bool {
        self.marks[place / 64] >> (place % 64) & 1 == 1
    }
}

impl<M: Copy + Eq + Hash> Core<M> {
    /// Credits a simulation to all moves as first, at every node of the path.
    pub(crate) fn credit(&mut self, ticket: &Ticket<M>, utilities: &Utilities) {
        let Some(notes) = &mut self.notes else { return };
        notes.forget();
        for &(seat, chosen) in &ticket.trace {
            notes.mark(Notes::place(seat, key(chosen)));
        }
        for (step, &chosen) in ticket.path.iter().zip(&ticket.moves).rev() {
            let node = self.tree.nodes[step.node as usize];
            notes.mark(Notes::place(node.mover, key(chosen)));
            let utility = utilities[node.mover];
            let Tree { moves, seconds, .. } = &mut self.tree;
            for (second, &known) in seconds[node.range()].iter_mut().zip(&moves[node.range()]) {
                let place = second.place(node.mover, known);
                second.add(utility, notes.has(place));
            }
        }
    }

    /// Whether selection looks at more than the statistics of a node's edges. Where play-outs have a taste, it does only while there
    /// are moves to try.
    #[inline]
    pub(crate) fn is_enriched(&self, id: u32) -> bool {
        let untried = |id: u32| {
            let node = &self.tree.nodes[id as usize];
            node.tried < node.count
        };
        self.enriched || self.guided && untried(id)
    }

    /// As [`Bound::choose`], with second means and history. `path` leads to the node.
    pub(crate) fn choose_enriched(&mut self, bound: Bound, id: u32, ticket: &Ticket<M>, rng: &mut Random) -> u32 {
        let node = self.tree.nodes[id as usize];
        let untried = node.count - node.tried;
        let visits = node.visits as f32;
        let urgency =
            if untried > 0 { bound.urgency(&node, self.manner.first_play, visits, untried, node.count) } else { 0.0 };
        if node.tried == 0 || urgency == f32::INFINITY {
            return self.try_liked(id, rng);
        }
        let reference = self.recall(id, ticket);
        let edges = &self.tree.edges[node.tried_range()];
        if let Some(best) = self.manner.suffices(edges.iter().map(|edge| edge.mean)) {
            return best;
        }
        let beta = match self.params.amaf {
            Some(Amaf::Rave { k }) => (k / (3.0 * visits + k)).sqrt(),
            _ => 0.0,
        };
        let bonus = bound.bonus(visits);
        if self.only_rave {
            let seconds = &self.tree.seconds[node.tried_range()];
            let (best, score) = best_by_rave(edges, seconds, beta, bonus);
            return if untried > 0 && urgency >= score { self.try_liked(id, rng) } else { best as u32 };
        }
        let moves = &self.tree.moves[node.tried_range()];
        let scores = edges.iter().enumerate().map(|(place, edge)| {
            if self.is_cut(id, edge.child) {
                return f32::NEG_INFINITY;
            }
            if edge.is_proven(self.spread) {
                return edge.mean;
            }
            let mean = match self.params.implicit {
                None => edge.mean,
                Some(Implicit { alpha, .. }) => {
                    let implicit = self.tree.seconds[node.edges as usize + place].implicit;
                    (1.0 - alpha) * edge.mean + alpha * implicit
                }
            };
            let own = (mean, edge.visits as f32);
            let mut score = match self.params.amaf {
                None => own.0,
                Some(Amaf::Rave { .. }) => {
                    let second = self.tree.seconds[node.edges as usize + place];
                    if second.visits == 0 { own.0 } else { (1.0 - beta) * own.0 + beta * second.mean() }
                }
                Some(Amaf::Grave { bias, .. }) => {
                    let second = if reference == id {
                        self.tree.seconds[node.edges as usize + place]
                    } else {
                        self.recalled(node.mover, moves[place])
                    };
                    let seen = second.visits as f32;
                    let beta = if seen == 0.0 { 0.0 } else { seen / (seen + own.1 + bias * seen * own.1) };
                    (1.0 - beta) * own.0 + beta * second.mean()
                }
            };
            if let (Some(weight), Some(lessons)) = (self.params.history, &self.lessons) {
                let (seen, mean) = lessons.moves.get(node.mover, key(moves[place]));
                if seen > 0 {
                    let (h, q) = ((mean + 1.0) / 2.0, (own.0 + 1.0) / 2.0);
                    // Twice, because utilities are twice as wide as the paper's rewards.
                    score += 2.0 * weight * h / (own.1 * (1.0 - q).max(0.0) + 1.0);
                }
            }
            score + bonus * edge.spread
        });
        let (best, score) = first_best(scores);
        if untried > 0 && urgency >= score {
            return self.try_liked(id, rng);
        }
        best as u32
    }

    /// For GRAVE: notes the second means of the node that they are taken from, and returns it; `id` itself needs no notes.
    fn recall(&mut self, id: u32, ticket: &Ticket<M>) -> u32 {
        let Some(Amaf::Grave { reference, .. }) = self.params.amaf else { return id };
        let enough = |id: u32| self.tree.nodes[id as usize].visits >= reference;
        let nearest = ticket.path.iter().rev().map(|step| step.node).find(|&earlier| enough(earlier));
        if enough(id) {
            return id;
        }
        let (Some(found), Some(notes)) = (nearest, &mut self.notes) else { return id };
        notes.forget();
        let node = &self.tree.nodes[found as usize];
        for (second, &known) in self.tree.seconds[node.range()].iter().zip(&self.tree.moves[node.range()]) {
            let place = Notes::place(node.mover, key(known));
            notes.mark(place);
            notes.seconds[place] = *second;
        }
        found
    }

    #[inline]
    fn recalled(&self, seat: Seat, chosen: M) -> Second {
        let place = Notes::place(seat, key(chosen));
        match &self.notes {
            Some(notes) if notes.has(place) => notes.seconds[place],
            _ => Second::default(),
        }
    }
}

/// The first edge with the highest `(1−β)·Q + β·AMAF + bonus·spread`, or `Q` where that is proven.
#[inline]
fn best_by_rave(edges: &[Edge], seconds: &[Second], beta: f32, bonus: f32) -> (usize, f32) {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, (edge, second)) in edges.iter().zip(seconds).enumerate() {
        // A spread of 0 marks a proven edge.
        let beta = if second.visits == 0 || edge.spread == 0.0 { 0.0 } else { beta };
        let score = edge.mean + beta * (second.mean() - edge.mean) + bonus * edge.spread;
        best = if score > best.1 { (place, score) } else { best };
    }
    best
}

/// Untried edges that are looked at when one of them is chosen by what is known of its move.
const CANDIDATES: u32 = 2;

impl<M: Copy + Eq + Hash> Core<M> {
    /// Tries a new edge of a node: any, or where play-outs have a taste, the best liked of a few drawn at random.
    pub(crate) fn try_liked(&mut self, id: u32, rng: &mut Random) -> u32 {
        use rand::RngExt;
        let node = self.tree.nodes[id as usize];
        let (Some(lessons), true) = (&self.lessons, self.guided && node.tried + 1 < node.count) else {
            return self.tree.try_random(id, rng);
        };
        let mut best: Option<(f32, u32)> = None;
        for _ in 0..CANDIDATES {
            let offset = rng.random_range(node.tried..node.count);
            let known = lessons.liking(node.mover, key(self.tree.moves[(node.edges + offset) as usize]));
            let liked = known.unwrap_or(f32::INFINITY);
            if best.is_none_or(|(most, _)| liked > most) {
                best = Some((liked, offset));
            }
        }
        match best {
            Some((_, offset)) => self.tree.try_edge(id, offset),
            None => self.tree.try_random(id, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_forgotten_at_once() {
        let mut notes = Notes::new(2, false);
        let place = |seat, letter: char| Notes::place(Seat(seat), key(letter));
        notes.mark(place(1, 'a'));
        assert!(notes.has(place(1, 'a')) && !notes.has(place(0, 'a')) && !notes.has(place(1, 'b')));
        notes.forget();
        assert!(!notes.has(place(1, 'a')));
    }

    #[test]
    fn second_means_are_means() {
        let mut second = Second::default();
        assert_eq!(second.mean(), 0.0);
        for utility in [1.0, -1.0, 1.0, 1.0] {
            second.add(utility, true);
            second.add(-1.0, false);
        }
        assert_eq!((second.visits, second.mean()), (4, 0.5));
    }

    #[test]
    fn rave_by_hand() {
        let edge = |mean, spread| Edge { mean, spread, visits: 4, child: crate::search::tree::NONE };
        let second = |visits, sum| Second { visits, sum, ..Second::default() };
        let edges = [edge(0.2, 0.5), edge(0.4, 0.5), edge(0.3, 0.0)];
        // ½·0.2 + ½·0.9 + 0.05 = 0.6; the second was never seen elsewhere: 0.4 + 0.05; the third is proven: 0.3.
        let seconds = [second(10, 9.0), second(0, 0.0), second(10, 10.0)];
        let (best, score) = best_by_rave(&edges, &seconds, 0.5, 0.1);
        assert_eq!(best, 0);
        assert!((score - 0.6).abs() < 1e-6);
        assert_eq!(best_by_rave(&edges[1..], &seconds[1..], 0.5, 0.1).0, 0);
    }
}
