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
//! urgency says. The second means take 10 bytes an edge, and only where they are used.

use super::beside::UNSETTLED;
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
    /// Simulations in which the move was made. No whole number, so that it is counted together with the sum.
    pub visits: f32,
    /// Sum of the utilities.
    sum: f32,
}

impl Second {
    #[inline]
    fn add(&mut self, more: Self) {
        self.visits += more.visits;
        self.sum += more.sum;
    }

    /// The mean utility; 0 of none.
    #[inline]
    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1.0)
    }
}

/// Counts a utility for those of a node's moves that are marked.
#[inline]
fn count(seconds: &mut [Second], places: &[u16], marks: &Marks, utility: f32) {
    // Which moves were made nobody can foresee: there is no branch on it. What two neighbours get is looked up and added at once.
    let (none, one) = (Second::default(), Second { visits: 1.0, sum: utility });
    let shares = [[none, none], [one, none], [none, one], [one, one]];
    let (pairs, last) = seconds.as_chunks_mut::<2>();
    let (places, last_place) = places.as_chunks::<2>();
    for (pair, [first, second]) in pairs.iter_mut().zip(places) {
        let share = &shares[marks.has(*first) | marks.has(*second) << 1];
        pair[0].add(share[0]);
        pair[1].add(share[1]);
    }
    if let ([last], [place]) = (last, last_place) {
        last.add(shares[marks.has(*place)][0]);
    }
}

/// Works out the places of a node's moves, which is done once.
#[inline]
fn settle<M: Copy + Hash>(places: &mut [u16], moves: &[M]) {
    if places.first() == Some(&UNSETTLED) || places.last() == Some(&UNSETTLED) {
        for (place, &known) in places.iter_mut().zip(moves) {
            *place = Notes::place(key(known));
        }
    }
}

/// Moves of one seat that were made, each marked with the number of the simulation, so that they need not be forgotten one by one.
#[derive(Debug, Clone)]
struct Marks {
    /// As many as a place could name, so that none has to be checked.
    rounds: Box<[u8; 1 << 16]>,
    /// The simulation, counted from 1 to 255 over and over.
    round: u8,
}

impl Marks {
    fn new() -> Self {
        Self { rounds: Box::new([0; 1 << 16]), round: 1 }
    }

    #[inline]
    fn forget(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds[..1 << BITS].fill(0);
            self.round = 1;
        }
    }

    #[inline]
    fn mark(&mut self, place: u16) {
        self.rounds[usize::from(place)] = self.round;
    }

    /// 1 where the move was made, 0 elsewhere.
    #[inline]
    fn has(&self, place: u16) -> usize {
        usize::from(self.rounds[usize::from(place)] == self.round)
    }
}

/// Moves noted by seat.
#[derive(Debug)]
pub(crate) struct Notes {
    /// Moves that were made, by seat.
    marks: Vec<Marks>,
    /// For GRAVE: second means of one node by their moves, with the round in which they were noted.
    seconds: Vec<(u32, Second)>,
    /// Which node that was, if it has not changed since, and who moves there.
    source: Option<(u32, Seat)>,
    /// How many nodes' second means have been noted.
    round: u32,
}

impl Notes {
    pub(crate) fn new(seats: usize, with_seconds: bool) -> Self {
        let seconds = if with_seconds { vec![(0, Second::default()); 1 << BITS] } else { Vec::new() };
        Self { marks: vec![Marks::new(); seats], seconds, source: None, round: 0 }
    }

    /// The place of a move among those of its seat.
    #[inline]
    fn place(key: u64) -> u16 {
        (key & ((1 << BITS) - 1)) as u16
    }

    /// Forgets what was marked.
    #[inline]
    fn forget(&mut self) {
        self.marks.iter_mut().for_each(Marks::forget);
    }

    #[inline]
    fn mark(&mut self, seat: Seat, place: u16) {
        self.marks[usize::from(seat.0)].mark(place);
    }

    /// Says that second means may be others than when they were noted.
    #[inline]
    pub(crate) fn expire(&mut self) {
        self.source = None;
    }

    /// Notes the second means of a node, in place of those of another.
    fn note(&mut self, source: u32, mover: Seat, places: &[u16], seconds: &[Second]) {
        self.source = Some((source, mover));
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seconds.fill((0, Second::default()));
            self.round = 1;
        }
        for (&place, &second) in places.iter().zip(seconds) {
            self.seconds[usize::from(place)] = (self.round, second);
        }
    }

    /// What was noted of a move; nothing where there was nothing.
    #[inline]
    fn noted(&self, seat: Seat, place: u16) -> Second {
        let (round, second) = self.seconds[usize::from(place)];
        let is_known = round == self.round && self.source.is_some_and(|(_, mover)| mover == seat);
        if is_known { second } else { Second::default() }
    }
}

impl<M: Copy + Eq + Hash> Core<M> {
    /// Credits a simulation to all moves as first, at every node of the path.
    pub(crate) fn credit(&mut self, ticket: &Ticket<M>, utilities: &Utilities) {
        let Some(notes) = &mut self.notes else { return };
        notes.expire();
        notes.forget();
        for &(seat, chosen) in &ticket.trace {
            notes.mark(seat, Notes::place(key(chosen)));
        }
        for step in ticket.path.iter().rev() {
            let node = self.tree.nodes[step.node as usize];
            let utility = utilities[node.mover];
            let Tree { moves, beside, .. } = &mut self.tree;
            let places = &mut beside.places[node.range()];
            settle(places, &moves[node.range()]);
            notes.mark(node.mover, places[step.offset as usize]);
            count(&mut beside.seconds[node.range()], places, &notes.marks[usize::from(node.mover.0)], utility);
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
            let seconds = &self.tree.beside.seconds[node.tried_range()];
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
                    let implicit = self.tree.beside.implicits[node.edges as usize + place];
                    (1.0 - alpha) * edge.mean + alpha * implicit
                }
            };
            let own = (mean, edge.visits as f32);
            let mut score = match self.params.amaf {
                None => own.0,
                Some(Amaf::Rave { .. }) => {
                    let second = self.tree.beside.seconds[node.edges as usize + place];
                    if second.visits == 0.0 { own.0 } else { (1.0 - beta) * own.0 + beta * second.mean() }
                }
                Some(Amaf::Grave { bias, .. }) => {
                    let second = if reference == id {
                        self.tree.beside.seconds[node.edges as usize + place]
                    } else {
                        self.recalled(node.mover, moves[place])
                    };
                    let seen = second.visits;
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
        if notes.source.is_none_or(|(source, _)| source != found) {
            let node = &self.tree.nodes[found as usize];
            let places = &mut self.tree.beside.places[node.range()];
            settle(places, &self.tree.moves[node.range()]);
            notes.note(found, node.mover, places, &self.tree.beside.seconds[node.range()]);
        }
        found
    }

    #[inline]
    fn recalled(&self, seat: Seat, chosen: M) -> Second {
        let place = Notes::place(key(chosen));
        self.notes.as_ref().map_or_else(Second::default, |notes| notes.noted(seat, place))
    }
}

/// The first edge with the highest `(1−β)·Q + β·AMAF + bonus·spread`, or `Q` where that is proven.
#[inline]
fn best_by_rave(edges: &[Edge], seconds: &[Second], beta: f32, bonus: f32) -> (usize, f32) {
    // Several running maxima, so that one comparison does not wait for the last, nor one division for another.
    const LANES: usize = 4;
    let score = |edge: &Edge, second: &Second| {
        // A spread of 0 marks a proven edge. Which edges were seen elsewhere nobody can foresee: there is no branch on it.
        let counts = (second.visits != 0.0) & (edge.spread != 0.0);
        let beta = f32::from_bits(beta.to_bits() & 0u32.wrapping_sub(u32::from(counts)));
        edge.mean + beta * (second.mean() - edge.mean) + bonus * edge.spread
    };
    let (groups, few) = edges.as_chunks::<LANES>();
    let (others, few_others) = seconds.as_chunks::<LANES>();
    let (mut scores, mut found) = ([f32::NEG_INFINITY; LANES], [0u32; LANES]);
    for (number, (group, others)) in groups.iter().zip(others).enumerate() {
        let here: [f32; LANES] = std::array::from_fn(|lane| score(&group[lane], &others[lane]));
        let higher: [bool; LANES] = std::array::from_fn(|lane| here[lane] > scores[lane]);
        scores = std::array::from_fn(|lane| if higher[lane] { here[lane] } else { scores[lane] });
        found = std::array::from_fn(|lane| if higher[lane] { number as u32 } else { found[lane] });
    }
    let mut best = (0, f32::NEG_INFINITY);
    for (lane, (&score, &number)) in scores.iter().zip(&found).enumerate() {
        let place = number as usize * LANES + lane;
        if score > best.1 || score == best.1 && place < best.0 {
            best = (place, score);
        }
    }
    for (place, (edge, second)) in few.iter().zip(few_others).enumerate() {
        let score = score(edge, second);
        if score > best.1 {
            best = (groups.len() * LANES + place, score);
        }
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

    fn place(letter: char) -> u16 {
        Notes::place(key(letter))
    }

    #[test]
    fn notes_are_forgotten_at_once() {
        let mut notes = Notes::new(2, false);
        notes.mark(Seat(1), place('a'));
        let has = |notes: &Notes, seat: usize, letter| notes.marks[seat].has(place(letter)) == 1;
        assert!(has(&notes, 1, 'a') && !has(&notes, 0, 'a') && !has(&notes, 1, 'b'));
        notes.forget();
        assert!(!has(&notes, 1, 'a'));
    }

    #[test]
    fn second_means_are_noted_for_one_node_at_a_time() {
        let mut notes = Notes::new(2, true);
        let second = |visits| Second { visits, sum: 0.0 };
        let noted = |notes: &Notes, seat| ['a', 'b', 'c'].map(|letter| notes.noted(Seat(seat), place(letter)).visits);
        notes.note(7, Seat(1), &[place('a'), place('b')], &[second(3.0), second(4.0)]);
        assert_eq!((noted(&notes, 1), noted(&notes, 0)), ([3.0, 4.0, 0.0], [0.0; 3]));
        notes.note(8, Seat(1), &[place('b')], &[second(5.0)]);
        assert_eq!((noted(&notes, 1), notes.source), ([0.0, 5.0, 0.0], Some((8, Seat(1)))));
        notes.expire();
        assert_eq!(notes.source, None);
    }

    #[test]
    fn second_means_are_those_of_the_moves_that_were_made() {
        assert_eq!(Second::default().mean(), 0.0);
        let letters = ['a', 'b', 'c', 'd', 'e'];
        let places = letters.map(place);
        for number in 0..=letters.len() {
            let mut seconds = vec![Second::default(); number];
            for (made, utility) in [("ab", 1.0), ("b", -1.0), ("bde", 1.0), ("be", 1.0)] {
                let mut notes = Notes::new(1, false);
                made.chars().for_each(|letter| notes.mark(Seat(0), place(letter)));
                count(&mut seconds, &places[..number], &notes.marks[0], utility);
            }
            let found: Vec<(f32, f32)> = seconds.iter().map(|second| (second.visits, second.mean())).collect();
            assert_eq!(found, [(1.0, 1.0), (4.0, 0.5), (0.0, 0.0), (1.0, 1.0), (2.0, 1.0)][..number]);
        }
    }

    #[test]
    fn rave_by_hand() {
        let edge = |mean, spread| Edge { mean, spread, visits: 4, child: crate::search::tree::NONE };
        let second = |visits, sum| Second { visits, sum };
        let edges = [edge(0.2, 0.5), edge(0.4, 0.5), edge(0.3, 0.0)];
        // ½·0.2 + ½·0.9 + 0.05 = 0.6; the second was never seen elsewhere: 0.4 + 0.05; the third is proven: 0.3.
        let seconds = [second(10.0, 9.0), second(0.0, 0.0), second(10.0, 10.0)];
        let (best, score) = best_by_rave(&edges, &seconds, 0.5, 0.1);
        assert_eq!(best, 0);
        assert!((score - 0.6).abs() < 1e-6);
        assert_eq!(best_by_rave(&edges[1..], &seconds[1..], 0.5, 0.1).0, 0);
        // The first of equals, in whichever lane.
        for count in 1..=9 {
            let (edges, seconds) = (vec![edge(0.1, 0.5); count], vec![second(2.0, 1.0); count]);
            assert_eq!(best_by_rave(&edges, &seconds, 0.5, 0.1).0, 0);
            let mut better = edges.clone();
            better[count - 1].mean = 0.2;
            assert_eq!(best_by_rave(&better, &seconds, 0.5, 0.1).0, count - 1);
        }
    }
}
