//! Hand-written games that prove the contract, and tell how close other engines come to hand-written code.

mod breakthrough;
mod pig;
mod tic_tac_toe;

pub use breakthrough::{Breakthrough, Position, Step};
pub use pig::{Decision, Pig};
pub use tic_tac_toe::TicTacToe;
