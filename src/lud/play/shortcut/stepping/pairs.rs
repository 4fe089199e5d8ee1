//! Two pieces on one site: they come from the hand at once, leave one by one, and are taken off together.

use super::Stepping;
use super::board::Board;
use super::way::{Drawn, Kind};
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

impl<S: SiteSet> Stepping<S> {
    /// Whether there may be two pieces on a site.
    #[inline]
    pub(super) fn has_pairs(&self) -> bool {
        !self.pairing.is_empty()
    }

    /// Notes how many pieces come from the hand at once by a rule, where that is one or two.
    pub(super) fn note_number(&mut self, leaf: u16, count: i32, rules: &Rules) -> Option<()> {
        match count {
            1 => {}
            2 if rules.layout.counted => self.pairing.push(leaf),
            _ => return None,
        }
        Some(())
    }
}

impl<S: SiteSet> Board<S> {
    /// As [`Board::make`] where there may be two pieces on a site.
    pub fn make_with_pairs(&mut self, drawn: &Drawn, mover: usize, stepping: &Stepping<S>) {
        let is_of_board = !matches!(drawn.kind, Kind::Drop | Kind::Add | Kind::Remove | Kind::Select | Kind::Pass);
        let stays = is_of_board && self.pairs.has(usize::from(drawn.from));
        self.make_with_one(drawn, mover, stepping);
        if stays {
            let from = S::only(usize::from(drawn.from));
            self.pairs = self.pairs & !from;
            self.put(from, drawn.what, mover, stepping);
        }
        if drawn.kind == Kind::Drop && stepping.pairing.contains(&drawn.leaf) {
            self.pairs = self.pairs | S::only(usize::from(drawn.to));
            // Where there is only one left, the rules put two all the same.
            self.hands[mover] = (self.hands[mover] - 1).max(0);
        }
    }
}

impl Context<'_> {
    /// Those of some sites with pieces that hold two; nothing where there are more on one than there may be.
    pub(super) fn pairs_of<S: SiteSet>(&self, stepping: &Stepping<S>, sites: S) -> Option<S> {
        let mut pairs = S::EMPTY;
        for site in sites.sites() {
            match self.state.get(&self.rules.layout, Plane::Count, site) {
                1 => {}
                2 if stepping.has_pairs() => pairs = pairs | S::only(site),
                _ => return None,
            }
        }
        Some(pairs)
    }
}
