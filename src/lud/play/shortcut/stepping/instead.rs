//! Moves of pieces that go before others of the same piece.

use super::area::Sets;
use super::found::Any;
use super::moves::{Moves, Visitor};
use crate::lud::play::sets::SiteSet;

impl<S: SiteSet> Moves<S> {
    /// These moves where a piece has any, and otherwise others.
    pub fn or_else(mut self, others: Option<Self>) -> Self {
        if let Some(others) = others {
            self.instead = Some(Box::new(others));
            // What is tried or counted at once has to be of one kind.
            (self.tries, self.picks_shifts, self.near) = (0, false, None);
        }
        self
    }

    /// Shows these moves of the pieces that have any and others of the rest, until there are enough.
    #[inline(never)]
    pub fn show_first(&self, others: &Self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        let mut able = S::EMPTY;
        for site in pieces.sites() {
            let mut any = Any(false);
            self.show_own(S::only(site), sets, &mut any);
            if any.0 {
                able = able | S::only(site);
            }
        }
        self.show_own(able, sets, visitor) && others.show(pieces & !able, sets, visitor)
    }
}
