//! Ludii's game language: text → expanded tree → typed rules → a running game.

pub mod board;
pub mod compile;
pub mod error;
pub mod expand;
pub mod facts;
pub mod grammar;
mod load;
pub mod ludeme;
pub mod play;
pub mod resolve;
pub mod source;
pub mod text;
pub mod tree;
pub mod verify;

pub use error::{Fault, LudError};
pub use expand::Options;
pub use load::{Loaded, load};
