//! Play-outs that prefer moves which did well: MAST and NST.
//!
//! **MAST** (move-average sampling technique; Finnsson and Björnsson 2008) draws moves by a Gibbs distribution over their means
//! `Q(m)` from all simulations, whatever the position: `P(m) ∝ exp(Q(m)/τ)`. Their τ of 10 on scores 0 to 100 is 0.2 on utilities.
//!
//! **NST** (N-gram selection technique; Tak, Winands and Björnsson 2012) looks at sequences of up to three moves that end with
//! `m`, whoever made the others: `Q(m)` is the mean of the means of those sequences, the longer ones as far as they were seen
//! seven times or more.
//!
//! Drawing is by rejection: a uniformly drawn move is accepted with probability `min(1, exp((Q(m) − R)/τ))`, where `R` is a
//! reference near the upper end of what moves of that seat have lately been worth (an expectile, followed as means are read). With
//! `R` at the maximum this is exactly the Gibbs distribution; a lower one treats all moves above it alike, and costs fewer draws.
//! After [`MAX_REFUSED`] refusals the next is taken. An unseen move counts as `R`, so it is always accepted.
//!
//! The tables last for a game. `depth` limits the guided plies of a play-out, after which it goes on uniformly.

use super::features::{Fast, Features};
use super::history::{BITS, History, joined, key};
use crate::game::{Guide, Random, Seat};
use rand::Rng;
use std::hash::Hash;
use std::sync::Arc;

/// What play-outs prefer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Taste {
    /// Longest sequences that are looked at: 1 (MAST), 2 or 3 (NST); 0 where only features guide (see
    /// [`features`](super::features)).
    pub grams: u32,
    /// Temperature of the Gibbs distribution, in utilities; above 0.
    pub tau: f32,
    /// Plies of a play-out that are guided.
    pub depth: u32,
}

/// Draws refused at one turn before anything is accepted.
const MAX_REFUSED: u32 = 3;
/// Times that a sequence of two or more must have been seen.
const SEEN: u32 = 7;
/// How fast the reference follows means above it, and below it.
const UP: f32 = 0.05;
const DOWN: f32 = 0.005;

/// What was learned in a game; threads share it.
#[derive(Debug, Clone)]
pub(crate) struct Lessons {
    /// By seat and move.
    pub moves: Arc<History>,
    /// By the sequence of two, and of three moves; the seat is part of the key.
    sequences: Option<Arc<[History; 2]>>,
    /// What moves change, where features are learned, and how much that weighs beside what they were worth.
    pub features: Option<(Arc<Features>, f32)>,
    /// Whether what moves were worth counts; elsewhere only what they change does.
    by_worth: bool,
}

impl Lessons {
    /// Nothing learned yet.
    pub(crate) fn new(seats: usize, taste: Option<Taste>, fast: Option<Fast>) -> Self {
        let grams = taste.map_or(0, |taste| taste.grams);
        let sequences = (grams > 1).then(|| Arc::new([History::new(seats, BITS + 2), History::new(seats, BITS + 2)]));
        let weight = |fast: Fast| taste.map_or(1.0, |taste| taste.tau / fast.tau);
        let features = fast.map(|fast| (Arc::new(Features::new(seats, fast)), weight(fast)));
        let by_worth = grams > 0 || features.is_none();
        Self { moves: Arc::new(History::new(seats, BITS)), sequences, features, by_worth }
    }

    /// What a move is thought to be worth to its seat anywhere; `None` where it was never seen.
    #[inline]
    pub(crate) fn liking(&self, seat: Seat, key: u64) -> Option<f32> {
        let worth = if self.by_worth {
            let (count, mean) = self.moves.get(seat, key);
            (count > 0).then_some(mean)?
        } else {
            0.0
        };
        let Some((features, weight)) = &self.features else { return Some(worth) };
        let (count, change) = features.changes.get(seat, key);
        match (count, self.by_worth) {
            (0, false) => None,
            (0, true) => Some(worth),
            _ => Some(worth + weight * change),
        }
    }

    /// Forgets a game.
    pub(crate) fn clear(&self) {
        self.moves.clear();
        self.sequences.iter().flat_map(|tables| tables.iter()).for_each(History::clear);
        if let Some((features, _)) = &self.features {
            features.clear();
        }
    }

    /// Learns from a simulation: the keys of all moves in order, with their seats, and what it was worth to each seat.
    pub(crate) fn learn(&self, made: impl Iterator<Item = (Seat, u64)>, worth: impl Fn(Seat) -> f32) {
        let mut before = [None::<u64>; 2];
        for (seat, key) in made {
            let utility = worth(seat);
            self.moves.add(seat, key, utility);
            if let Some(tables) = self.sequences.as_deref() {
                for (table, start) in tables.iter().zip(before) {
                    if let Some(start) = start {
                        table.add(seat, joined(start, key), utility);
                    }
                }
                before = [Some(key), before[0].map(|earlier| joined(earlier, key))];
            }
        }
    }
}

/// The guide of one thread's play-outs.
#[derive(Debug)]
pub(crate) struct Palate {
    taste: Taste,
    /// `1/τ`.
    coldness: f32,
    lessons: Lessons,
    /// Whether nothing but the means of moves counts.
    plain: bool,
    /// The last move of the play-out, and the last two, as keys.
    before: [Option<u64>; 2],
    /// Guided plies left.
    left: u32,
    /// The key of the last candidate, so that it need not be worked out twice.
    candidate: Option<u64>,
    /// Keys of the moves of the play-out, with their seats.
    pub made: Vec<(Seat, u64)>,
    /// References by seat.
    references: [f32; crate::game::MAX_SEATS],
}

impl Palate {
    pub(crate) fn new(taste: Taste, lessons: Lessons) -> Self {
        let references = [0.0; crate::game::MAX_SEATS];
        let plain = lessons.sequences.is_none() && lessons.features.is_none();
        let coldness = taste.tau.recip();
        Self {
            taste,
            coldness,
            plain,
            lessons,
            before: [None; 2],
            left: 0,
            candidate: None,
            made: Vec::new(),
            references,
        }
    }

    /// A play-out begins after these moves.
    pub(crate) fn begin<M: Copy + Hash>(&mut self, path: &[M]) {
        self.left = self.taste.depth;
        self.candidate = None;
        self.made.clear();
        self.before = [None; 2];
        if self.taste.grams > 1 {
            for &chosen in &path[path.len().saturating_sub(2)..] {
                self.note(key(chosen));
            }
        }
    }

    /// Plies of the play-out that are still guided.
    pub(crate) fn left(&self) -> u32 {
        self.left
    }

    #[inline]
    fn note(&mut self, key: u64) {
        self.before = [Some(key), self.before[0].map(|earlier| joined(earlier, key))];
    }

    /// What a move is thought to be worth to its seat; `None` where it was never seen.
    #[inline]
    fn value(&self, seat: Seat, key: u64) -> Option<f32> {
        let mean = self.lessons.liking(seat, key)?;
        let Some(tables) = self.lessons.sequences.as_deref() else { return Some(mean) };
        let (mut sum, mut terms) = (mean, 1.0);
        for (table, start) in tables.iter().zip(self.before).take((self.taste.grams as usize).saturating_sub(1)) {
            if let Some(start) = start {
                let (seen, mean) = table.get(seat, joined(start, key));
                if seen >= SEEN {
                    sum += mean;
                    terms += 1.0;
                }
            }
        }
        Some(sum / terms)
    }
}

impl<M: Copy + Hash> Guide<M> for Palate {
    #[inline(always)]
    fn accepts(&mut self, seat: Seat, candidate: M, refused: u32, rng: &mut Random) -> bool {
        let key = key(candidate);
        self.candidate = Some(key);
        if self.left == 0 || refused >= MAX_REFUSED {
            return true;
        }
        let value = if self.plain {
            let (count, mean) = self.lessons.moves.get(seat, key);
            if count == 0 {
                return true;
            }
            mean
        } else {
            let Some(value) = self.value(seat, key) else { return true };
            value
        };
        let reference = &mut self.references[usize::from(seat.0)];
        let above = value - *reference;
        *reference += above * if above > 0.0 { UP } else { DOWN };
        // One comparison, which what is above the reference always passes: whether it is nobody can foresee.
        let drawn = (rng.next_u32() >> 8) as i32 as f32 / (1 << 24) as f32;
        drawn < exponential(above.min(0.0) * self.coldness)
    }

    #[inline]
    fn made(&mut self, seat: Seat, made: M) {
        self.left = self.left.saturating_sub(1);
        let key = self.candidate.take().unwrap_or_else(|| key(made));
        self.made.push((seat, key));
        if self.taste.grams > 1 {
            self.note(key);
        }
    }
}

/// `exp(x)` for x ≤ 0, within a few per cent down to −4 and 0 below −16: `(1 + x/16)^16`.
#[inline]
fn exponential(x: f32) -> f32 {
    let base = (1.0 + x / 16.0).max(0.0);
    let square = base * base;
    let fourth = square * square;
    let eighth = fourth * fourth;
    eighth * eighth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    #[test]
    fn the_exponential_is_near_enough() {
        for step in 0..30 {
            let x = -0.1 * step as f32;
            assert!((exponential(x) - x.exp()).abs() < 0.03, "{x}: {}", exponential(x));
        }
        assert_eq!(exponential(-20.0), 0.0);
    }

    #[test]
    fn good_moves_are_drawn_more_often() {
        let taste = Taste { grams: 1, tau: 0.2, depth: u32::MAX };
        let lessons = Lessons::new(2, Some(taste), None);
        for (chosen, worth) in [('g', 1.0), ('m', 0.0), ('b', -1.0)] {
            for _ in 0..50 {
                lessons.learn([(Seat(0), key(chosen))].into_iter(), |_| worth);
            }
        }
        let mut palate = Palate::new(taste, lessons);
        let mut rng = random_from_seed(2);
        let moves = ['g', 'm', 'b'];
        let mut counts = [0u32; 3];
        for _ in 0..3000 {
            palate.begin::<char>(&[]);
            counts[crate::game::accepted(&moves, Seat(0), &mut rng, &mut palate)] += 1;
        }
        assert!(counts[0] > 5 * counts[1] && counts[1] > counts[2], "{counts:?}");
        // Beyond its depth a play-out is uniform again.
        palate.taste.depth = 0;
        let mut counts = [0u32; 3];
        for _ in 0..3000 {
            palate.begin::<char>(&[]);
            counts[crate::game::accepted(&moves, Seat(0), &mut rng, &mut palate)] += 1;
        }
        assert!(counts.iter().all(|&count| (850..1150).contains(&count)), "{counts:?}");
    }

    #[test]
    fn sequences_tell_a_good_reply_from_a_bad_one() {
        let taste = Taste { grams: 3, tau: 0.2, depth: 9 };
        let lessons = Lessons::new(2, Some(taste), None);
        for _ in 0..20 {
            for (first, worth) in [('a', 1.0), ('b', -1.0)] {
                let made = [(Seat(0), key(first)), (Seat(1), key('x'))];
                lessons.learn(made.into_iter(), |seat| if seat == Seat(1) { worth } else { -worth });
            }
        }
        let mut palate = Palate::new(taste, lessons);
        let mut worth = |first: char| {
            palate.begin(&[first]);
            palate.value(Seat(1), key('x')).unwrap()
        };
        // The move alone is even; after 'a' it has always won.
        assert!((worth('a') - 0.5).abs() < 1e-5);
        assert!((worth('b') + 0.5).abs() < 1e-5);
    }
}
