//! Experiments that are tables of matches: each cell is one agent against another in one game, with the paper's figure beside ours.
//!
//! A [`Plan`] is data. The runner plays each cell as a run of its own in a folder of its own, so that an experiment can be
//! stopped and continued like any other run; the page can be written at any time, from what is there.

mod finnsson;
mod five_board_games;
mod quality;
mod write;

pub use finnsson::finnsson;
pub use five_board_games::five_board_games;
pub use quality::quality;

use crate::run::{Sum, Tally};
use crate::stats::{Interval, wilson};

/// One comparison of two agents in one game.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The paper's name of the game.
    pub row: &'static str,
    /// Which column of the table.
    pub column: String,
    /// Who is compared with whom, and where.
    pub pairing: Pairing,
    /// The paper's share of wins in per cent with the half-width of its interval, where it gives them.
    pub paper: Option<(f64, f64)>,
}

/// Two agents in a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairing {
    /// The game's name here.
    pub game: &'static str,
    /// The agent whose share of wins is given.
    pub agent: String,
    /// The agent that it plays against.
    pub against: String,
    /// Seconds a move, where they differ from the plan's.
    pub time: Option<f64>,
}

/// How much of an experiment is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// Games per cell.
    pub games: u64,
    /// Seconds a move.
    pub time: f64,
}

/// A table of matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Its name, as in commands and files.
    pub slug: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What differs from the paper, and what stands for what.
    pub notes: &'static str,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// As the paper has it.
    pub full: Extent,
    /// So that it takes minutes.
    pub quick: Extent,
}

impl Cell {
    /// The name of the cell's folder.
    #[must_use]
    pub fn folder(&self) -> String {
        let plain = |text: &str| -> String {
            let letters = text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
            letters.collect::<String>().split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
        };
        format!("{}--{}", plain(self.row), plain(&self.column))
    }
}

/// What was played of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The cell.
    pub cell: Cell,
    /// Games, wins, draws; `None` where nothing was played, with the reason where there is one.
    pub result: Result<Sum, String>,
}

impl Played {
    /// What a tally says of a cell.
    #[must_use]
    pub fn of(cell: Cell, tally: &Tally) -> Self {
        let why_not = tally.titles.values().find_map(|title| title.unplayed.clone());
        let result = match tally.entrants.first() {
            Some(sum) if sum.games > 0 => Ok(*sum),
            _ => Err(why_not.unwrap_or_else(|| "no game finished".to_owned())),
        };
        Self { cell, result }
    }

    /// The share of wins with its interval, a draw counting half.
    #[must_use]
    pub fn share(&self) -> Option<Interval> {
        let sum = self.result.as_ref().ok()?;
        Some(wilson(sum.wins as f64 + sum.draws() as f64 / 2.0, sum.games))
    }

    /// How ours compares with the paper's.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        let (Some(ours), Some((paper, half))) = (self.share(), self.cell.paper) else { return "" };
        let (value, own_half) = (100.0 * ours.value, 100.0 * ours.half_width());
        let apart = (value - paper).abs();
        if apart > own_half.hypot(half) {
            "differs"
        } else if own_half > ENOUGH {
            "too few games"
        } else {
            "agrees"
        }
    }
}

/// Half-width of an interval, in percentage points, beyond which nothing is decided.
const ENOUGH: f64 = 8.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Spec;
    use std::collections::HashSet;

    fn played(wins: u64, losses: u64, games: u64, paper: f64) -> Played {
        let sum = Sum { games, utility: 0.0, wins, losses };
        let pairing = Pairing { game: "G", agent: "a".to_owned(), against: "b".to_owned(), time: None };
        let cell = Cell { row: "R", column: "c".to_owned(), pairing, paper: Some((paper, 1.0)) };
        Played { cell, result: Ok(sum) }
    }

    #[test]
    fn verdicts_need_games() {
        assert_eq!(played(5, 5, 10, 55.0).verdict(), "too few games");
        assert_eq!(played(500, 500, 1000, 51.0).verdict(), "agrees");
        assert_eq!(played(500, 500, 1000, 61.0).verdict(), "differs");
        assert_eq!(played(0, 20, 20, 90.0).verdict(), "differs");
        let drawn = played(0, 0, 1000, 50.0);
        assert!((drawn.share().unwrap().value - 0.5).abs() < 1e-9);
    }

    #[test]
    fn every_agent_of_every_plan_is_one_and_every_cell_has_its_own_folder() {
        for plan in [finnsson(), quality(), five_board_games()] {
            let mut folders = HashSet::new();
            for cell in &plan.cells {
                assert!(folders.insert(cell.folder()), "{}", cell.folder());
                for text in [&cell.pairing.agent, &cell.pairing.against] {
                    text.parse::<Spec>().unwrap();
                }
            }
        }
    }
}
