//! Text of descriptions: brackets, text that remembers where it came from, and the token tree.

pub mod brackets;
mod parse;
mod print;
mod token;
pub mod traced;

pub use parse::{MAX_DEPTH, parse};
pub use print::print;
pub use token::{Content, Token};
