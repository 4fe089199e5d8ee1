//! From a game's name to a running game.
//!
//! Lower-case names are those of the games written in Rust; `tron:FILE` is Tron on the board of a text file, and every other
//! name is that of a description: the path
//! of a `.lud` file, a game that the program carries, or one of the library that [`LIBRARY_VARIABLE`] names.
//!
//! Games are of different types, and everything that works on games is generic over them. A caller therefore hands over a
//! [`Visitor`], and [`open`] calls it with the game that the name stands for:
//!
//! ```
//! use halfling::{catalog, game::Game};
//! use std::sync::Arc;
//!
//! struct Seats;
//! impl catalog::Visitor for Seats {
//!     type Output = usize;
//!     fn visit<G: Game + 'static>(self, game: Arc<G>) -> usize {
//!         game.info().seats
//!     }
//! }
//! assert_eq!(catalog::open("tic-tac-toe", Seats).unwrap(), 2);
//! assert!(catalog::open("tick-tack-toe", Seats).unwrap_err().to_string().contains("tic-tac-toe"));
//! ```

mod descriptions;
mod nearest;
mod tron;

pub use descriptions::{LIBRARY_VARIABLE, RULESET, description, use_library};
pub use nearest::nearest;

use crate::arcade::yardstick::{Breakthrough, Pig, TicTacToe};
use crate::arcade::{Battle, Chinook, Goofspiel, MatrixGame, Runners};
use crate::game::Game;
use std::fmt;
use std::sync::Arc;

/// What a caller wants to do with a game, whatever its type.
pub trait Visitor {
    /// What comes out of it.
    type Output;

    /// Does it.
    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output;
}

/// Why a name did not open a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenError {
    /// No game has that name.
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// There is a description, but it cannot be played; the reason.
    Unplayable {
        /// The name that was asked for.
        name: String,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "there is no game called '{name}'; did you mean '{nearest}'?")
            }
            Self::Unknown { name, nearest: None } => {
                write!(f, "there is no game called '{name}'; `halfling games` lists them")
            }
            Self::Unplayable { name, reason } => write!(f, "'{name}' cannot be played: {reason}"),
        }
    }
}

impl std::error::Error for OpenError {}

/// The names of the games that are written in Rust, each with one line about it.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("battle", "Battle: captures with simultaneous moves"),
    ("biased-rps", "rock, paper, scissors with unequal prizes: one joint turn"),
    ("breakthrough", "Breakthrough on 8×8 bitboards (yardstick)"),
    ("breakthrough-6", "Breakthrough on a 6×6 board (yardstick)"),
    ("chinook", "Chinook: a race of checkers men with simultaneous moves"),
    ("dominated-row", "a matrix game with a row that is never best: one joint turn"),
    ("goofspiel-13", "Goofspiel with 13 cards and shuffled prizes: simultaneous bids"),
    ("goofspiel-4", "Goofspiel with 4 cards, prizes from high to low"),
    ("goofspiel-5", "Goofspiel with 5 cards, prizes from high to low"),
    ("matching-pennies", "matching pennies: one joint turn"),
    ("pig", "Pig, a dice race for two (yardstick for chance)"),
    ("pig-3", "Pig for three players"),
    ("runners", "Runners: a race with simultaneous moves"),
    ("tic-tac-toe", "Tic-tac-toe (yardstick)"),
    ("tron-6", "Tron on an empty 6×6 board; `tron:FILE` takes a board from a text file"),
    (
        "tron-a",
        "Tron on 16×16 squares with four blocks; `tron-a|no-head-on` hides head-on draws from sequential search",
    ),
    ("tron-b", "Tron on 16×16 squares with a broken cross"),
    ("tron-c", "Tron on 16×16 squares with two long walls"),
    ("tron-d", "Tron on 16×16 empty squares"),
];

/// Opens the game called `name` and hands it to `visitor`.
///
/// # Errors
/// When there is no such game, or its description uses what the engine does not support.
pub fn open<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, OpenError> {
    Ok(match name {
        "battle" => visitor.visit(Arc::new(Battle::new())),
        "biased-rps" => visitor.visit(Arc::new(MatrixGame::biased_rps())),
        "breakthrough" => visitor.visit(Arc::new(Breakthrough::new(8))),
        "breakthrough-6" => visitor.visit(Arc::new(Breakthrough::new(6))),
        "chinook" => visitor.visit(Arc::new(Chinook::new())),
        "dominated-row" => visitor.visit(Arc::new(MatrixGame::dominated_row())),
        "goofspiel-13" => visitor.visit(Arc::new(Goofspiel::new(13, true))),
        "goofspiel-4" => visitor.visit(Arc::new(Goofspiel::new(4, false))),
        "goofspiel-5" => visitor.visit(Arc::new(Goofspiel::new(5, false))),
        "matching-pennies" => visitor.visit(Arc::new(MatrixGame::matching_pennies())),
        "pig" => visitor.visit(Arc::new(Pig::new(2))),
        "pig-3" => visitor.visit(Arc::new(Pig::new(3))),
        "runners" => visitor.visit(Arc::new(Runners::new())),
        "tic-tac-toe" => visitor.visit(Arc::new(TicTacToe::new())),
        _ if tron::is_tron(name) => visitor.visit(Arc::new(tron::open(name)?)),
        _ => visitor.visit(descriptions::compiled(name)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;
    impl Visitor for Name {
        type Output = String;
        fn visit<G: Game + 'static>(self, game: Arc<G>) -> String {
            game.info().name.clone()
        }
    }

    #[test]
    fn every_listed_name_opens() {
        for (name, _) in BUILT_IN {
            assert!(open(name, Name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_carried_description_opens_by_its_name() {
        assert_eq!(open("Breakthrough", Name).unwrap(), "Breakthrough");
        assert_eq!(open("connect four", Name).unwrap(), "Connect Four");
    }

    #[test]
    fn a_wild_name_has_no_neighbour() {
        let error = open("zzzzzzzzzzzzzzzzzzzz", Name).unwrap_err();
        assert!(matches!(error, OpenError::Unknown { nearest: None, .. }), "{error}");
    }
}
