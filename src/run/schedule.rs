//! The games of a run, in order, the same every time.

use super::settings::{Kind, Settings};
use super::table::mix;

/// One game of the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assignment {
    /// Its number, from 0.
    pub game: u64,
    /// The number of its pair: games of a pair share title, seed and opening, with swapped seats.
    pub pair: u64,
    /// Index of its title.
    pub title: usize,
    /// Who sits where.
    pub seating: Seating,
}

/// Who sits where, whatever the number of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seating {
    /// Two entrants by turns, beginning with the first.
    Alternate(usize, usize),
    /// Entrant 0 in the first seat, 1 in the second, and 1 or 2 in the others.
    Challenge {
        /// Who takes the third seat and those after it.
        others: usize,
    },
}

impl Seating {
    /// The entrants by seat.
    #[must_use]
    pub fn seats(self, count: usize) -> Vec<usize> {
        (0..count)
            .map(|seat| match self {
                Self::Alternate(first, second) => [first, second][seat % 2],
                Self::Challenge { others } => [0, 1, others][seat.min(2)],
            })
            .collect()
    }
}

/// All games of a run.
#[must_use]
pub fn schedule(settings: &Settings) -> Vec<Assignment> {
    let titles = 0..settings.titles.len();
    let mut list = List::default();
    match settings.kind {
        Kind::Kilothon { opponent_everywhere } => {
            let others = if opponent_everywhere { 1 } else { 2 };
            for title in titles {
                for _ in 0..settings.games {
                    list.pair(title, &[Seating::Challenge { others }]);
                }
            }
        }
        Kind::Match => {
            for title in titles {
                list.pairs(title, settings.games, 0, 1);
            }
        }
        // By turns, so that a test that stops early has seen every title equally often.
        Kind::Compare(_) => {
            for _ in 0..settings.games.div_ceil(2) {
                for title in titles.clone() {
                    list.pairs(title, 2, 0, 1);
                }
            }
        }
        Kind::Tournament { gauntlet } => {
            let firsts = if gauntlet { 0..1.min(settings.entrants.len()) } else { 0..settings.entrants.len() };
            for title in titles {
                for first in firsts.clone() {
                    for second in first + 1..settings.entrants.len() {
                        list.pairs(title, settings.games, first, second);
                    }
                }
            }
        }
    }
    list.games
}

/// The seed of a pair's games.
#[must_use]
pub fn pair_seed(settings: &Settings, pair: u64) -> u64 {
    mix(settings.seed, pair)
}

#[derive(Default)]
struct List {
    games: Vec<Assignment>,
    pairs: u64,
}

impl List {
    fn pair(&mut self, title: usize, seatings: &[Seating]) {
        for &seating in seatings {
            self.games.push(Assignment { game: self.games.len() as u64, pair: self.pairs, title, seating });
        }
        self.pairs += 1;
    }

    fn pairs(&mut self, title: usize, games: u64, first: usize, second: usize) {
        let both = [Seating::Alternate(first, second), Seating::Alternate(second, first)];
        for _ in 0..games / 2 {
            self.pair(title, &both);
        }
        if games % 2 == 1 {
            self.pair(title, &both[..1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Title;
    use crate::stats::Sprt;

    fn settings(kind: Kind, entrants: usize, titles: usize, games: u64) -> Settings {
        let title = |index: usize| Title { name: format!("T{index}"), category: String::new() };
        let mut settings = Settings { kind, games, titles: (0..titles).map(title).collect(), ..Settings::default() };
        let entrant = settings.entrants[0].clone();
        settings.entrants = vec![entrant; entrants];
        settings
    }

    #[test]
    fn matches_swap_seats_within_a_pair() {
        let games = schedule(&settings(Kind::Match, 2, 2, 3));
        let rows: Vec<_> = games.iter().map(|g| (g.game, g.pair, g.title, g.seating.seats(3))).collect();
        assert_eq!(rows[0], (0, 0, 0, vec![0, 1, 0]));
        assert_eq!(rows[1], (1, 0, 0, vec![1, 0, 1]));
        assert_eq!(rows[2], (2, 1, 0, vec![0, 1, 0]));
        assert_eq!(rows[3], (3, 2, 1, vec![0, 1, 0]));
        assert_eq!(rows.len(), 6);
    }

    #[test]
    fn comparisons_take_titles_by_turns() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let games = schedule(&settings(Kind::Compare(sprt), 2, 3, 4));
        assert_eq!(games.iter().step_by(2).map(|g| g.title).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
    }

    #[test]
    fn tournaments_meet_everyone_or_only_the_first() {
        assert_eq!(schedule(&settings(Kind::Tournament { gauntlet: false }, 4, 1, 2)).len(), 12);
        assert_eq!(schedule(&settings(Kind::Tournament { gauntlet: true }, 4, 1, 2)).len(), 6);
    }

    #[test]
    fn kilothons_seat_the_challenger_first() {
        let games = schedule(&settings(Kind::Kilothon { opponent_everywhere: false }, 3, 5, 1));
        assert_eq!(games.len(), 5);
        assert_eq!(games[4].seating.seats(4), [0, 1, 2, 2]);
        assert_eq!(games[4].seating.seats(1), [0]);
        let games = schedule(&settings(Kind::Kilothon { opponent_everywhere: true }, 3, 1, 1));
        assert_eq!(games[0].seating.seats(4), [0, 1, 1, 1]);
    }
}
