//! Results added up, game by game.

use super::brief::Brief;
use super::record::End;
use super::settings::{Kind, Settings};
use crate::stats::{Pairs, Score};
use std::collections::{BTreeMap, HashMap};

/// Sums of one entrant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sum {
    /// Games with a result.
    pub games: u64,
    /// Sum of its utilities.
    pub utility: f64,
    /// Games that it won: its utility above every other entrant's.
    pub wins: u64,
    /// Games that it lost: its utility below another's.
    pub losses: u64,
}

impl Sum {
    /// Mean utility, 0 of nothing.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.utility / self.games as f64 }
    }

    /// Games that were neither won nor lost.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.games - self.wins - self.losses
    }

    fn add(&mut self, utility: f64, score: f64) {
        self.games += 1;
        self.utility += utility;
        self.wins += u64::from(score > 0.5);
        self.losses += u64::from(score < 0.5);
    }
}

/// Results of one title.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TitleTally {
    /// The category.
    pub category: String,
    /// Seats, 0 where the game was never opened.
    pub seats: usize,
    /// Games by entrant.
    pub entrants: Vec<Sum>,
    /// Sum of the first entrant's utilities as Ludii's Kilothon scores swapped games.
    pub published: f64,
    /// Games with a result.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
    /// Games that reached the cap.
    pub caps: u64,
    /// Games that an agent lost by a fault.
    pub faults: u64,
    /// Why games of it were not played, where they were not.
    pub unplayed: Option<String>,
}

/// Moves, and what was wrong with them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MoveTally {
    /// Moves that agents chose.
    pub moves: u64,
    /// Of these, later than the limit.
    pub late: u64,
    /// Moves played at random because the clock had run out.
    pub after_clock: u64,
    /// Seconds of thinking.
    pub seconds: f64,
    /// Iterations.
    pub iterations: u64,
}

impl MoveTally {
    /// Share of the moves that were late.
    #[must_use]
    pub fn late_share(&self) -> f64 {
        self.late as f64 / (self.moves.max(1)) as f64
    }

    /// Share of all moves that were played after the clock ran out.
    #[must_use]
    pub fn after_clock_share(&self) -> f64 {
        self.after_clock as f64 / (self.moves + self.after_clock).max(1) as f64
    }
}

/// Results of a run so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    /// Games recorded.
    pub records: u64,
    /// Games by how they ended.
    pub ends: BTreeMap<End, u64>,
    /// Sums by entrant.
    pub entrants: Vec<Sum>,
    /// Sums by entrant and seat.
    pub by_seat: Vec<Vec<Sum>>,
    /// Moves by entrant.
    pub moves: Vec<MoveTally>,
    /// Faults by entrant.
    pub faults: Vec<u64>,
    /// Results by title.
    pub titles: BTreeMap<String, TitleTally>,
    /// Whole pairs of the first entrant against the second.
    pub pairs: Pairs,
    /// Sum of plies of games with a result.
    pub plies: u64,
    /// Seconds of all games together.
    pub seconds: f64,
    table: HashMap<(usize, usize), (f64, f64)>,
    half_pairs: HashMap<u64, f64>,
    paired: bool,
}

impl Tally {
    /// Nothing yet.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let entrants = settings.entrants.len();
        Self {
            records: 0,
            ends: BTreeMap::new(),
            entrants: vec![Sum::default(); entrants],
            by_seat: vec![Vec::new(); entrants],
            moves: vec![MoveTally::default(); entrants],
            faults: vec![0; entrants],
            titles: BTreeMap::new(),
            pairs: Pairs::default(),
            plies: 0,
            seconds: 0.0,
            table: HashMap::new(),
            half_pairs: HashMap::new(),
            paired: matches!(settings.kind, Kind::Match | Kind::Compare(_)),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Brief) {
        self.records += 1;
        self.seconds += game.seconds;
        *self.ends.entry(game.end).or_default() += 1;
        let count = self.entrants.len();
        let title = self.titles.entry(game.title.clone()).or_default();
        title.category.clone_from(&game.category);
        title.entrants.resize(count, Sum::default());
        if !game.end.counts() {
            title.unplayed = Some(game.detail.clone());
            return;
        }
        title.seats = game.entrants.len();
        title.games += 1;
        title.plies += u64::from(game.plies);
        title.caps += u64::from(game.end == End::Cap);
        title.faults += u64::from(game.end.is_fault());
        title.published += game.challenger().map_or(0.0, |(_, published)| published);
        self.plies += u64::from(game.plies);
        let mut present: Vec<usize> = game.entrants.clone();
        present.sort_unstable();
        present.dedup();
        for &entrant in present.iter().filter(|&&entrant| entrant < count) {
            let (Some(utility), Some(score)) = (game.utility(entrant), game.score(entrant)) else { continue };
            self.entrants[entrant].add(utility, score);
            title.entrants[entrant].add(utility, score);
            for &other in present.iter().filter(|&&other| other != entrant) {
                let cell = self.table.entry((entrant, other)).or_default();
                cell.0 += score;
                cell.1 += 1.0;
            }
        }
        for (seat, &entrant) in game.entrants.iter().enumerate().filter(|(_, entrant)| **entrant < count) {
            let seats = &mut self.by_seat[entrant];
            if seats.len() <= seat {
                seats.resize(seat + 1, Sum::default());
            }
            let utility = f64::from(game.utilities.get(seat).copied().unwrap_or_default());
            seats[seat].add(utility, (1.0 + utility) / 2.0);
            if let Some(usage) = game.usage.get(seat) {
                let moves = &mut self.moves[entrant];
                moves.moves += u64::from(usage.moves);
                moves.late += u64::from(usage.late);
                moves.after_clock += u64::from(usage.after_clock);
                moves.seconds += usage.seconds;
                moves.iterations += usage.iterations;
            }
            if game.end.is_fault() && game.culprit == Some(seat as u8 + 1) {
                self.faults[entrant] += 1;
            }
        }
        if self.paired
            && let Some(score) = game.score(0)
        {
            match self.half_pairs.remove(&game.pair) {
                Some(other) => self.pairs.add(other, score),
                None => drop(self.half_pairs.insert(game.pair, score)),
            }
        }
    }

    /// How many games ended so.
    #[must_use]
    pub fn ended(&self, end: End) -> u64 {
        self.ends.get(&end).copied().unwrap_or_default()
    }

    /// Games with a result.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.ends.iter().filter(|(end, _)| end.counts()).map(|(_, count)| count).sum()
    }

    /// Games that an agent lost by a fault.
    #[must_use]
    pub fn faulted(&self) -> u64 {
        self.ends.iter().filter(|(end, _)| end.is_fault()).map(|(_, count)| count).sum()
    }

    /// Mean utility of an entrant in each title, in the titles' order.
    #[must_use]
    pub fn title_means(&self, entrant: usize) -> Vec<f64> {
        self.titles
            .values()
            .filter_map(|title| title.entrants.get(entrant))
            .filter(|sum| sum.games > 0)
            .map(Sum::mean)
            .collect()
    }

    /// The first entrant's mean utility in each title as Ludii's Kilothon scores swapped games.
    #[must_use]
    pub fn published_means(&self) -> Vec<f64> {
        self.titles.values().filter(|title| title.games > 0).map(|title| title.published / title.games as f64).collect()
    }

    /// Points and games of one entrant against another.
    #[must_use]
    pub fn against(&self, entrant: usize, other: usize) -> (f64, f64) {
        self.table.get(&(entrant, other)).copied().unwrap_or_default()
    }

    /// The scores of every pairing, each once.
    #[must_use]
    pub fn scores(&self) -> Vec<Score> {
        let mut scores: Vec<Score> = self
            .table
            .iter()
            .filter(|((first, second), _)| first < second)
            .map(|(&(first, second), &(points, games))| Score { first, second, points, games })
            .collect();
        scores.sort_by_key(|score| (score.first, score.second));
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Node, SeatUse};

    fn game(number: u64, pair: u64, entrants: [usize; 2], utilities: [f32; 2], end: End) -> Brief {
        Brief {
            game: number,
            pair,
            title: "T".to_owned(),
            category: String::new(),
            rules: String::new(),
            entrants: entrants.to_vec(),
            utilities: utilities.to_vec(),
            colour_one: None,
            plies: 10,
            end,
            culprit: end.is_fault().then_some(2),
            detail: String::new(),
            seconds: 0.5,
            usage: vec![SeatUse { moves: 5, late: 1, after_clock: 5, ..SeatUse::default() }; 2],
            host: String::new(),
            node: Node::default(),
            finished: 0,
        }
    }

    #[test]
    fn adds_up() {
        let mut tally = Tally::new(&Settings::default());
        tally.add(&game(0, 0, [0, 1], [1.0, -1.0], End::Over));
        tally.add(&game(2, 1, [0, 1], [0.0, 0.0], End::Cap));
        tally.add(&game(1, 0, [1, 0], [1.0, -1.0], End::Crashed));
        tally.add(&game(4, 2, [0, 1], [0.0, 0.0], End::Unplayed));
        assert_eq!((tally.records, tally.counted(), tally.faulted(), tally.ended(End::Cap)), (4, 3, 1, 1));
        assert_eq!(tally.entrants[0], Sum { games: 3, utility: 0.0, wins: 1, losses: 1 });
        assert_eq!(tally.entrants[0].draws(), 1);
        assert_eq!(tally.pairs, Pairs([0, 0, 1, 0, 0]));
        assert_eq!(tally.faults, [1, 0]);
        assert_eq!(tally.against(0, 1), (1.5, 3.0));
        assert_eq!(tally.by_seat[0][0].games, 2);
        assert_eq!(tally.moves[0].late_share(), 0.2);
        assert_eq!(tally.moves[0].after_clock_share(), 0.5);
        assert_eq!(tally.titles["T"].games, 3);
        assert_eq!(tally.scores().len(), 1);
    }
}
