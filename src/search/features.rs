//! FAST: play-outs that prefer moves by what they do to the features of a position (Finnsson and Björnsson 2010).
//!
//! The original learns, by TD(λ) over simulations, how much *features* of a position are worth, and from them how much moves are. It
//! finds its features in the rules: piece types, and pieces on squares. Here they are what a game draws: **each kind of piece of each
//! owner**, and **each kind of piece on each site**. A position is worth the sum of the weights of what stands on the board, for
//! each seat apart; a move is worth the mean change that it brought where it was made, which is the difference between the two
//! squares for a step and what was taken for a capture. Play-outs then draw moves by `P(m) ∝ exp(Q(m)/τ)` as MAST does.
//!
//! Looking at what stands on the board costs more than a ply of a play-out, so one simulation in `every` is replayed and studied:
//! weights move by `α·(Gₜ − V(sₜ))·φ/|φ|²`, φ counting what stands on the board, with the λ-return `Gₜ = (1−λ)·V(sₜ₊₁) + λ·Gₜ₊₁`, ending with the outcome.
//!
//! Features and moves are told apart by a hash of 14 bits. Needs a game that draws its positions, and no chance, which a replay would
//! not repeat. With MAST or NST beside it the two values add up, each over its own temperature.

use super::history::{BITS, History, key};
use crate::game::{Game, Mark, Random, Seat, Turn, Utilities};
use parking_lot::Mutex;

/// How features are learned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fast {
    /// α: how far weights move, above 0 and at most 1.
    pub alpha: f32,
    /// λ: how much a position learns from the end rather than from the next, in [0, 1].
    pub lambda: f32,
    /// Temperature of the Gibbs distribution, in utilities; above 0.
    pub tau: f32,
    /// One simulation in so many is studied; 1 or more.
    pub every: u32,
}

/// Changes of a move that its mean remembers: weights move, so old changes should fade.
const REMEMBERED: u32 = 200;

/// Weights by seat and feature, and what moves change.
#[derive(Debug)]
pub(crate) struct Features {
    fast: Fast,
    weights: Mutex<Weights>,
    /// By seat and move: the mean change of the value.
    pub changes: History,
}

#[derive(Debug)]
struct Weights {
    by_seat: Vec<Vec<f32>>,
    /// The features of the positions of one simulation, side by side, and where each position ends.
    active: Vec<u16>,
    ends: Vec<usize>,
    /// The square of the length of each position's vector of features.
    squares: Vec<f32>,
    values: Vec<f32>,
    /// The moves between them.
    made: Vec<(Seat, u64)>,
}

impl Features {
    /// Nothing learned yet.
    pub(crate) fn new(seats: usize, fast: Fast) -> Self {
        let weights = Weights {
            by_seat: vec![vec![0.0; 1 << BITS]; seats],
            active: Vec::new(),
            ends: Vec::new(),
            squares: Vec::new(),
            values: Vec::new(),
            made: Vec::new(),
        };
        Self { fast, weights: Mutex::new(weights), changes: History::new(seats, BITS) }
    }

    /// Forgets a game.
    pub(crate) fn clear(&self) {
        self.weights.lock().by_seat.iter_mut().for_each(|weights| weights.fill(0.0));
        self.changes.clear();
    }

    /// Replays a simulation and learns from it. `state` is where it began, and will be where it ended.
    pub(crate) fn study<G: Game>(
        &self,
        game: &G,
        state: &mut G::State,
        moves: impl Iterator<Item = G::Move>,
        utilities: &Utilities,
        workspace: &mut G::Workspace,
        rng: &mut Random,
    ) {
        // Another thread that studies has the table; this simulation is then left out.
        let Some(mut weights) = self.weights.try_lock() else { return };
        weights.begin();
        weights.note(&game.contents(state));
        for chosen in moves {
            let Turn::Player(seat) = game.turn(state) else { break };
            game.apply(state, chosen, workspace, rng);
            weights.made.push((seat, key(chosen)));
            weights.note(&game.contents(state));
        }
        weights.learn(&self.fast, utilities);
        weights.value_moves(&self.changes);
    }
}

impl Weights {
    fn begin(&mut self) {
        self.active.clear();
        self.ends.clear();
        self.squares.clear();
        self.made.clear();
    }

    /// Notes the features of a position.
    fn note(&mut self, contents: &[Mark]) {
        let cut = |hash: u64| (hash & ((1 << BITS) - 1)) as u16;
        let mut kinds: Vec<(u16, f32)> = Vec::new();
        for mark in contents {
            let piece = key((mark.owner.map(|seat| seat.0), mark.glyph.as_str()));
            let kind = cut(piece);
            self.active.push(kind);
            self.active.push(cut(key((piece, mark.site))));
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1.0,
                None => kinds.push((kind, 1.0)),
            }
        }
        // A kind counts as often as it stands there, a kind on a site once.
        let square = kinds.iter().map(|(_, count)| count * count).sum::<f32>() + contents.len() as f32;
        self.squares.push(square);
        self.ends.push(self.active.len());
    }

    fn position(&self, at: usize) -> std::ops::Range<usize> {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        begin..self.ends[at]
    }

    /// What a noted position is worth to a seat.
    fn value(&self, seat: usize, at: usize) -> f32 {
        self.active[self.position(at)].iter().map(|&feature| self.by_seat[seat][usize::from(feature)]).sum()
    }

    /// TD(λ) over the noted positions, the last of which has a known worth.
    fn learn(&mut self, fast: &Fast, utilities: &Utilities) {
        for seat in 0..self.by_seat.len() {
            let mut values = std::mem::take(&mut self.values);
            values.clear();
            values.extend((0..self.ends.len()).map(|at| self.value(seat, at)));
            let mut goal = utilities[Seat(seat as u8)];
            for at in (0..values.len()).rev() {
                if let Some(next) = values.get(at + 1) {
                    goal = (1.0 - fast.lambda) * next + fast.lambda * goal;
                }
                let position = self.position(at);
                if position.is_empty() {
                    continue;
                }
                let step = fast.alpha * (goal - values[at]) / self.squares[at];
                for &feature in &self.active[position] {
                    self.by_seat[seat][usize::from(feature)] += step;
                }
            }
            self.values = values;
        }
    }

    /// Credits each move with the change that it brought.
    fn value_moves(&self, changes: &History) {
        for (at, &(seat, made)) in self.made.iter().enumerate() {
            let own = usize::from(seat.0);
            changes.add_fading(seat, made, self.value(own, at + 1) - self.value(own, at), REMEMBERED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::yardstick::Breakthrough;
    use crate::game::{PlayoutLimit, random_from_seed};

    const FAST: Fast = Fast { alpha: 0.02, lambda: 0.9, tau: 0.1, every: 1 };

    #[test]
    fn pieces_are_found_to_be_worth_something() {
        let game = Breakthrough::new(6);
        let features = Features::new(2, FAST);
        let mut rng = random_from_seed(1);
        let start = game.start(&mut (), &mut rng);
        for _ in 0..3000 {
            let mut state = start;
            let mut trace = Vec::new();
            let playout = game.playout(&mut state, PlayoutLimit::NONE, &mut (), &mut rng, Some(&mut trace));
            let mut state = start;
            let moves = trace.iter().map(|&(_, step)| step);
            features.study(&game, &mut state, moves, &playout.utilities, &mut (), &mut rng);
        }
        let mut weights = features.weights.lock();
        let mut worth = |white: &str, black: &str| {
            weights.begin();
            weights.note(&game.contents(&game.position(white, black, Seat(0)).unwrap()));
            weights.value(0, 0)
        };
        let (white, black) = ("a1 b1 c1 d1 e1 f1 a2 c2 d2 e2 f2", "a5 c5 d5 e5 f5 a6 b6 c6 d6 e6 f6");
        let even = worth(&format!("{white} b2"), &format!("{black} b5"));
        let ahead = worth(&format!("{white} b2"), black);
        let behind = worth(white, &format!("{black} b5"));
        assert!(ahead > even && even > behind, "{ahead} {even} {behind}");
    }

    #[test]
    fn weights_follow_td_by_hand() {
        let mut weights = Weights {
            by_seat: vec![vec![0.0; 1 << BITS]; 1],
            active: Vec::new(),
            ends: Vec::new(),
            squares: Vec::new(),
            values: Vec::new(),
            made: Vec::new(),
        };
        let mark = |site| Mark { site, owner: Some(Seat(0)), glyph: "x".to_owned() };
        weights.begin();
        weights.note(&[mark(0)]);
        weights.note(&[mark(1)]);
        weights.learn(&Fast { alpha: 0.5, lambda: 0.5, ..FAST }, &Utilities::all(1, 1.0));
        // Two features each. The last learns ½·1 over them, the first ½·(½·0 + ½·1); they share the feature of the kind.
        assert!((weights.value(0, 1) - (0.25 + 0.25 + 0.125)).abs() < 1e-6, "{}", weights.value(0, 1));
        assert!((weights.value(0, 0) - (0.25 + 0.125 + 0.125)).abs() < 1e-6, "{}", weights.value(0, 0));
    }

    #[test]
    fn a_search_with_features_learns_them() {
        use crate::search::{Budget, Mcts, Params};
        let game = Breakthrough::new(6);
        let mut rng = random_from_seed(3);
        let start = game.start(&mut (), &mut rng);
        let fast = Some(Fast { every: 4, ..FAST });
        let mut search = Mcts::new(Params { fast, ..Params::default() }, &game).unwrap();
        let found = search.search(&game, &start, Seat(0), &Budget::iterations(2000).unwrap(), &mut rng).unwrap();
        assert_eq!(found.iterations, 2000);
        let lessons = search.lessons().unwrap();
        let known = found.moves.iter().filter(|one| lessons.liking(Seat(0), key(one.chosen)).is_some()).count();
        assert_eq!(known, found.moves.len(), "every first move was studied");
        search.reset();
        let lessons = search.lessons().unwrap();
        assert!(found.moves.iter().all(|one| lessons.liking(Seat(0), key(one.chosen)).is_none()));
    }
}
