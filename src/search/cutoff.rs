//! Early cutoffs of play-outs (Finnsson 2012, Algorithm 1).
//!
//! Before the first search of a game, [`EarlyCutoff::samples`] plain play-outs tell two things:
//!
//! * whether a *goal value*, which the rules of GDL give in every state, is **stable**: whether the variance of its changes from
//!   ply to ply, averaged over play-outs, is below a threshold and not zero. Then play-outs end as many plies after the tree as
//!   the value first changed on average, and one per seat more; the position counts by its goal value;
//! * in which **interval** of depths games end. Where it is wider than the least number of steps, play-outs end after a third of
//!   it, and count as draws.
//!
//! Stability comes first, and no play-out is cut before the least number of steps.
//!
//! Our games have no goal values. In their place stands what [`EarlyCutoff::goal`] names: a seat's share of all pieces, or of all
//! points, on the paper's scale of 0 to 100 with 50 where nobody has any; or nothing, which leaves the interval alone. For
//! threshold and scale to mean what they did, utilities are only formed at the end. Games that cannot count the goal fall back
//! to the interval.

use crate::game::{Game, Measure, PlayoutLimit, Random, Seat, Turn, Utilities};
use rand::RngExt;

/// When to cut play-outs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EarlyCutoff {
    /// Play-outs that decide, 2 or more.
    pub samples: u32,
    /// Variance of the goal's changes below which it is stable, on a scale of 0 to 100.
    pub threshold: f32,
    /// Fewest plies of a play-out that is cut, and least width of the interval.
    pub steps: u32,
    /// What stands for the goal value.
    pub goal: Option<Measure>,
}

/// Where play-outs of a game are cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cut {
    /// Most plies of a play-out.
    pub plies: u32,
    /// What a position that was cut counts by; `None` for a draw.
    pub goal: Option<Measure>,
}

/// The goal value of a seat, in 0 to 100.
fn goal_value<G: Game>(game: &G, state: &G::State, seat: Seat, what: Measure, workspace: &mut G::Workspace) -> f32 {
    let mut own = 0.0;
    let mut all = 0.0;
    for other in 0..game.info().seats {
        let other = Seat(other as u8);
        let has = game.measure(state, other, what, workspace).max(0.0);
        all += has;
        if other == seat {
            own = has;
        }
    }
    // With n seats an even share is 1/n; it counts 50, and everything 100.
    let seats = game.info().seats as f32;
    if all <= 0.0 || seats < 2.0 {
        return 50.0;
    }
    let share = own / all;
    if share <= 1.0 / seats { 50.0 * share * seats } else { 50.0 + 50.0 * (share - 1.0 / seats) / (1.0 - 1.0 / seats) }
}

/// What a position that was cut is worth to each seat.
pub(crate) fn worth<G: Game>(game: &G, state: &G::State, what: Measure, workspace: &mut G::Workspace) -> Utilities {
    let seats = game.info().seats;
    let mut utilities = Utilities::all(seats, 0.0);
    for seat in 0..seats {
        let seat = Seat(seat as u8);
        utilities.set(seat, goal_value(game, state, seat, what, workspace) / 50.0 - 1.0);
    }
    utilities
}

/// Plays the samples from a position and decides; `None` where play-outs should run to their end.
pub(crate) fn decide<G: Game>(
    cutoff: &EarlyCutoff,
    game: &G,
    start: &G::State,
    limit: PlayoutLimit,
    workspace: &mut G::Workspace,
    rng: &mut Random,
) -> Option<Cut> {
    let goal = cutoff.goal.filter(|&what| game.measures(what));
    let mut survey = Survey::default();
    for _ in 0..cutoff.samples {
        survey.add(&sample(game, start, goal, limit, workspace, rng));
    }
    survey.decide(cutoff, goal, game.info().seats as u32)
}

/// What one play-out showed.
struct Sample {
    /// Its plies, where it came to an end.
    end: Option<u32>,
    /// Goal value of the first seat after each ply, the start included.
    goals: Vec<f32>,
}

fn sample<G: Game>(
    game: &G,
    start: &G::State,
    goal: Option<Measure>,
    limit: PlayoutLimit,
    workspace: &mut G::Workspace,
    rng: &mut Random,
) -> Sample {
    let mut state = start.clone();
    let mut moves = Vec::new();
    let mut goals = Vec::new();
    let mut plies = 0;
    loop {
        if let Some(what) = goal {
            goals.push(goal_value(game, &state, Seat(0), what, workspace));
        }
        let turn = game.turn(&state);
        if turn != Turn::Over && plies == limit.plies {
            return Sample { end: None, goals };
        }
        let mut any = |state: &G::State, seat: Seat, workspace: &mut G::Workspace, rng: &mut Random| {
            moves.clear();
            game.legal_moves(state, seat, workspace, &mut moves);
            moves[rng.random_range(0..moves.len())]
        };
        match turn {
            Turn::Player(seat) => {
                let chosen = any(&state, seat, workspace, rng);
                game.apply(&mut state, chosen, workspace, rng);
            }
            Turn::Joint(seats) => {
                let chosen: Vec<G::Move> = seats.iter().map(|seat| any(&state, seat, workspace, rng)).collect();
                game.apply_joint(&mut state, &chosen, workspace, rng);
            }
            Turn::Over => break,
        }
        plies += 1;
    }
    Sample { end: Some(plies), goals }
}

/// What all samples show together.
#[derive(Debug, Default)]
struct Survey {
    /// Depths of the first and of the last end.
    ends: Option<(u32, u32)>,
    /// Sum over play-outs of the variance of the goal's changes, and of the ply of its first change.
    variance: f64,
    changed: f64,
    /// Play-outs, and those in which the goal changed.
    count: u32,
    with_change: u32,
}

impl Survey {
    fn add(&mut self, sample: &Sample) {
        if let Some(end) = sample.end {
            self.ends = Some(self.ends.map_or((end, end), |(first, last)| (first.min(end), last.max(end))));
        }
        self.count += 1;
        let changes: Vec<f64> = sample.goals.windows(2).map(|pair| f64::from(pair[1] - pair[0])).collect();
        if !changes.is_empty() {
            let mean = changes.iter().sum::<f64>() / changes.len() as f64;
            self.variance += changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / changes.len() as f64;
        }
        if let Some(first) = changes.iter().position(|&change| change != 0.0) {
            self.changed += first as f64 + 1.0;
            self.with_change += 1;
        }
    }

    fn decide(&self, cutoff: &EarlyCutoff, goal: Option<Measure>, seats: u32) -> Option<Cut> {
        let variance = self.variance / f64::from(self.count.max(1));
        if goal.is_some() && variance > 0.0 && variance < f64::from(cutoff.threshold) && self.with_change > 0 {
            let first = (self.changed / f64::from(self.with_change)).round() as u32;
            return Some(Cut { plies: (first + seats).max(cutoff.steps), goal });
        }
        let (first, last) = self.ends?;
        let interval = last - first;
        (interval > cutoff.steps)
            .then(|| Cut { plies: (first + (0.33 * f64::from(interval)) as u32).max(cutoff.steps), goal: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::yardstick::{Breakthrough, TicTacToe};
    use crate::game::random_from_seed;

    const PAPER: EarlyCutoff =
        EarlyCutoff { samples: 100, threshold: 1000.0, steps: 10, goal: Some(Measure::Material) };

    #[test]
    fn the_interval_of_the_paper_by_hand() {
        let mut survey = Survey::default();
        for end in [20, 50, 33] {
            survey.add(&Sample { end: Some(end), goals: Vec::new() });
        }
        // 20 + 0.33·30: the paper rounds a third to 30.
        assert_eq!(survey.decide(&PAPER, None, 2), Some(Cut { plies: 29, goal: None }));
        let narrow = EarlyCutoff { steps: 30, ..PAPER };
        assert_eq!(survey.decide(&narrow, None, 2), None);
    }

    #[test]
    fn material_is_stable_in_breakthrough_and_tic_tac_toe_is_too_short_to_cut() {
        let mut rng = random_from_seed(1);
        let game = Breakthrough::new(8);
        let start = game.start(&mut (), &mut rng);
        let cut = decide(&PAPER, &game, &start, PlayoutLimit::NONE, &mut (), &mut rng).unwrap();
        assert_eq!(cut.goal, Some(Measure::Material));
        assert!((10..40).contains(&cut.plies), "{cut:?}");
        let game = TicTacToe::new();
        let start = game.start(&mut (), &mut rng);
        let plain = EarlyCutoff { goal: None, ..PAPER };
        assert_eq!(decide(&plain, &game, &start, PlayoutLimit::NONE, &mut (), &mut rng), None);
    }

    #[test]
    fn worth_follows_the_share() {
        let game = Breakthrough::new(8);
        let even = game.position("a1 b1", "a8 b8", Seat(0)).unwrap();
        assert_eq!(worth(&game, &even, Measure::Material, &mut ()), Utilities::all(2, 0.0));
        let ahead = game.position("a1 b1 c1", "a8", Seat(1)).unwrap();
        assert_eq!(worth(&game, &ahead, Measure::Material, &mut ()), Utilities::from_slice(&[0.5, -0.5]));
    }
}
