//! What a search may tell a play-out, and what it may ask about a position.

use super::{Random, Seat};

/// A play-out's taste. Moves are drawn uniformly and then accepted or refused, so that a game which can draw a legal move without
/// listing them all still need not.
pub trait Guide<M> {
    /// Whether the play-out plays `candidate`, drawn uniformly among the legal moves of `seat`, after it has refused `refused`
    /// others at this turn. Must accept in the end.
    fn accepts(&mut self, seat: Seat, candidate: M, refused: u32, rng: &mut Random) -> bool;

    /// Hears of a move that was made in the play-out.
    fn made(&mut self, seat: Seat, made: M);
}

/// Something that can be counted in a position, ended or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Pieces of a seat on the board.
    Material,
    /// Moves that a seat would have if it were to move.
    Mobility,
    /// The score that the rules keep for a seat.
    Score,
}

impl Measure {
    /// All of them, with the names that people write.
    pub const ALL: [(&'static str, Self); 3] =
        [("material", Self::Material), ("mobility", Self::Mobility), ("score", Self::Score)];
}
