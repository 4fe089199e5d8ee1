//! Ludii's game language: text → expanded tree → typed rules → a running game.

pub mod board;
pub mod compile;
pub mod error;
pub mod expand;
pub mod grammar;
pub mod ludeme;
pub mod play;
pub mod source;
pub mod text;
pub mod tree;
pub mod verify;
