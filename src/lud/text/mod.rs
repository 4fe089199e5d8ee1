//! Text of descriptions: brackets, text that remembers where it came from, and the token tree.

pub mod brackets;
mod parse;
mod print;
mod token;
pub mod traced;

pub use parse::{MAX_DEPTH, MAX_TOKENS, parse};
pub use print::{print, print_short};
pub use token::{Content, Token};
