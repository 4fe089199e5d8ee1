//! What may stand on a site, as far as most rules ask: nothing, a piece of the mover, a neutral piece, or another's.

use crate::lud::play::context::Context;
use crate::lud::play::layout::NOWHERE;

/// Some of the classes that a site can be of, in games without stacks and without teams. Conditions about one site such as
/// `(or (is Empty (to)) (is Enemy (who at:(to))))` are sets of classes, asked with one look at the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classes(u8);

impl Classes {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// All of them; the fifth is that of sites that do not exist.
    pub const ANY: Self = Self(0b1_1111);
    /// Nothing stands there.
    pub const EMPTY: Self = Self(1);
    /// A piece of the mover.
    pub const OWN: Self = Self(1 << 1);
    /// A piece of another player, or one that all players share.
    pub const OTHERS: Self = Self(1 << 3);
    /// A neutral piece.
    pub const NEUTRAL: Self = Self(1 << 2);
    /// Any piece; the third class is that of neutral ones.
    pub const OCCUPIED: Self = Self(1 << 1 | 1 << 2 | 1 << 3);

    /// The classes of sites that exist, as bits.
    #[inline]
    #[must_use]
    pub fn bits(self) -> usize {
        usize::from(self.0 & 0b1111)
    }

    /// The classes that [`Classes::bits`] came from.
    #[must_use]
    pub fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// All classes but these.
    #[must_use]
    pub fn contrary(self) -> Self {
        Self(!self.0 & Self::ANY.0)
    }

    /// The classes in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The classes in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a flat site is of one of the classes.
    #[inline]
    #[must_use]
    pub fn accept(self, ctx: &Context<'_>, flat: usize) -> bool {
        self.has(if flat == NOWHERE { 4 } else { Self::of(ctx, flat) })
    }

    /// The number of the class that a flat site is of, which exists.
    #[inline]
    #[must_use]
    pub fn of(ctx: &Context<'_>, flat: usize) -> u8 {
        Self::for_player(ctx, ctx.state.mover, flat)
    }

    /// The number of the class that a flat site is of to a player, were it their turn.
    #[inline]
    #[must_use]
    pub fn for_player(ctx: &Context<'_>, player: u8, flat: usize) -> u8 {
        let layout = &ctx.rules.layout;
        if ctx.state.is_in_row(layout, 0, flat) {
            0
        } else if ctx.state.is_in_row(layout, 1 + usize::from(player), flat) {
            1
        } else if ctx.state.is_in_row(layout, 1, flat) {
            2
        } else {
            3
        }
    }

    /// The first word of the set of all sites of these classes.
    #[inline]
    #[must_use]
    pub fn word(self, ctx: &Context<'_>) -> u64 {
        let layout = &ctx.rules.layout;
        let row = |row: usize| ctx.state.row(layout, row)[0];
        let (empty, own, neutral) = (row(0), row(1 + usize::from(ctx.state.mover)), row(1));
        let met = |class: u8, met: u64| if self.has(class) { met } else { 0 };
        met(0, empty) | met(1, own) | met(2, neutral) | met(3, !(empty | own | neutral))
    }

    /// Whether the class of a number is one of these.
    #[inline]
    #[must_use]
    pub fn has(self, class: u8) -> bool {
        self.0 >> class & 1 == 1
    }
}
