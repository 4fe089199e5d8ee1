//! Ludii's game language: text → expanded tree → typed rules → a running game.

pub mod board;
pub mod grammar;
pub mod tree;
pub mod verify;
