//! What moves do, and how those that differ in where they end only are told together.

use super::area::{EMPTY, OTHERS, OWN};
use crate::lud::play::moves::LudMove;
use crate::lud::play::sets::SiteSet;

/// What a move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Puts a piece from the hand onto the board.
    Drop,
    /// Puts a new piece onto the board.
    Add,
    /// Takes a piece of the mover's to another site.
    Move,
    /// As `Move`, next to where the piece stood, by a rule that lets it jump over others as well.
    Beside,
    /// As `Move`, over a row of pieces that stay.
    Past,
    /// As `Move`, and takes the piece jumped over off.
    Over,
    /// As `Move`, and takes all pieces in a row that are jumped over off.
    OverRow,
    /// As `Move`, and takes the piece jumped over off where it is another player's.
    OverOthers,
    /// As `Move`, and takes the piece jumped over off at the end of the turn.
    Later,
    /// As `Move`, onto other pieces of the mover's.
    Join,
    /// As `Move`, in place of the piece that stands there.
    Replace,
    /// Takes a piece off.
    Remove,
    /// Chooses a site.
    Select,
    /// Nothing.
    Pass,
}

/// A move drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub leaf: u16,
    /// The component that moves.
    pub what: u8,
    pub kind: Kind,
    pub from: u8,
    pub to: u8,
    pub over: u8,
    /// How many moves of the rule that are the same but for the line come before it, or how many pieces are in the row that is
    /// jumped over.
    pub before: u8,
}

impl Drawn {
    /// The pass of a player who has no move.
    pub const FORCED_PASS: Self =
        Self { leaf: LudMove::FORCED_PASS.leaf, what: 0, kind: Kind::Pass, from: 0, to: 0, over: 0, before: 0 };

    /// Whether it is that pass.
    #[inline]
    pub fn is_forced(&self) -> bool {
        self.leaf == Self::FORCED_PASS.leaf
    }
}

/// How moves are made, apart from where they end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Way {
    pub leaf: u16,
    pub what: u8,
    pub kind: Kind,
    /// Where they start and what they jump over, or how far these are behind where they end.
    pub from: u8,
    pub over: u8,
    pub is_relative: bool,
    pub before: u8,
}

impl Way {
    /// The move that ends on a site.
    #[inline]
    pub fn to<S: SiteSet>(self, to: u32) -> Drawn {
        // How far two jumps are together may be more than once around.
        let site = |given: u8| {
            if self.is_relative { (to as u8).wrapping_sub(given) & (S::MOST - 1) as u8 } else { given }
        };
        Drawn {
            leaf: self.leaf,
            what: self.what,
            kind: self.kind,
            from: site(self.from),
            to: to as u8,
            over: site(self.over),
            before: self.before,
        }
    }
}

/// What moves onto sites of some classes do, where what is there is taken or not; nothing where pieces would be lost without
/// being taken.
pub(super) fn kind_onto(classes: u8, takes: bool) -> Option<Kind> {
    let onto = if takes { EMPTY | OWN | OTHERS } else { EMPTY };
    let kind = if classes & (OWN | OTHERS) == 0 { Kind::Move } else { Kind::Replace };
    (classes & !onto == 0).then_some(kind)
}
