//! The moves of a compiled game.

/// Own and captured registers that a move can carry.
pub const BINDS: usize = 5;

/// A move: which rule makes it, where, and the registers that the rule needs to be carried out.
///
/// Legal lists hold only these; what a move does is worked out when it is applied, from the same position in which it was
/// listed. Two moves are equal if the same rule makes them at the same place with the same registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LudMove {
    /// Index of the [`Leaf`](super::super::ludeme::moves::Leaf) that makes it, or one of the special values below.
    pub leaf: u16,
    /// Site that it comes from, −1 for none.
    pub from: i16,
    /// Site that it goes to, −1 for none.
    pub to: i16,
    /// The leaf's own values, then the captured registers.
    pub binds: [i16; BINDS],
}

impl LudMove {
    /// No move.
    pub const NONE: Self = Self { leaf: u16::MAX, from: -1, to: -1, binds: [0; BINDS] };
    /// The pass that the rules force on a player who has no other move.
    pub const FORCED_PASS: Self = Self { leaf: u16::MAX - 1, from: -1, to: -1, binds: [0; BINDS] };
    /// The offer to swap colours.
    pub const SWAP: Self = Self { leaf: u16::MAX - 2, from: -1, to: -1, binds: [0; BINDS] };

    /// Whether it is [`LudMove::FORCED_PASS`]; the number of the rule tells, and comparing that alone takes no call.
    #[inline]
    #[must_use]
    pub fn is_forced_pass(self) -> bool {
        self.leaf == Self::FORCED_PASS.leaf
    }

    /// Whether it is [`LudMove::SWAP`].
    #[inline]
    #[must_use]
    pub fn is_swap(self) -> bool {
        self.leaf == Self::SWAP.leaf
    }
}
