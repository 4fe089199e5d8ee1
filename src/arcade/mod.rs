//! Games written in Rust: those with simultaneous moves, most of which Ludii cannot say, and the yardstick games.

mod battle;
mod chinook;
mod goofspiel;
mod hash;
mod matrix;
mod runners;
pub mod tron;
pub mod yardstick;

pub use battle::Battle;
pub use chinook::Chinook;
pub use goofspiel::Goofspiel;
pub use matrix::{Line, MatrixGame};
pub use runners::Runners;
