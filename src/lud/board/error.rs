//! What can be wrong with a board description.

use std::fmt;

use crate::lud::tree::{Call, Place};

/// A board that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardError {
    /// The ludeme that is not supported or not usable, as written.
    pub ludeme: String,
    /// Where it stands.
    pub place: Place,
    /// What is wrong.
    pub kind: BoardErrorKind,
}

/// Kinds of [`BoardError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardErrorKind {
    /// The ludeme does not make a board, a graph or a number here.
    Unsupported,
    /// An argument is missing or is of the wrong kind.
    Argument(&'static str),
    /// The board would have more sites than site numbers.
    TooLarge,
}

impl BoardError {
    pub(super) fn new(call: &Call, kind: BoardErrorKind) -> Self {
        Self { ludeme: call.symbol.to_owned(), place: call.place, kind }
    }

    pub(super) fn unsupported(call: &Call) -> Self {
        Self::new(call, BoardErrorKind::Unsupported)
    }

    pub(super) fn argument(call: &Call, name: &'static str) -> Self {
        Self::new(call, BoardErrorKind::Argument(name))
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        match &self.kind {
            BoardErrorKind::Unsupported => write!(f, "({} …) is not supported in a board", self.ludeme),
            BoardErrorKind::Argument(name) => write!(f, "({} …) needs a usable `{name}`", self.ludeme),
            BoardErrorKind::TooLarge => write!(f, "({} …) makes a board with too many sites", self.ludeme),
        }
    }
}

impl std::error::Error for BoardError {}
