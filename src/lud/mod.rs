//! Ludii's game language: text → expanded tree → typed rules → a running game.

pub mod board;
pub mod compile;
pub mod grammar;
pub mod ludeme;
pub mod play;
pub mod tree;
pub mod verify;
