//! One of the moves of one kind of piece, drawn after all of them are found once.

use super::area::Sets;
use super::moves::Moves;
use super::play::Draw;
use super::way::{Drawn, Kind, Way};
use crate::game::{Random, draw_below};
use crate::lud::play::sets::SiteSet;

/// Most shifts, or pieces, of which what each leads to is kept while the moves are counted.
pub(super) const MOST_FOUND: usize = 32;

/// Steps that are all by one rule, onto sites of one class.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Near<S> {
    /// Where they lead from each site.
    pub ends: Vec<S>,
    pub accept: u8,
    pub leaf: u16,
    pub kind: Kind,
}

impl<S: SiteSet> Moves<S> {
    /// Draws one of the moves of some pieces, where they are soon found; nothing where they are not.
    #[inline]
    pub fn pick(&self, pieces: S, sets: &Sets<'_, S>, rng: &mut Random) -> Option<Draw> {
        let own = pieces.len();
        let drawn = if own >= self.fewest && self.picks_shifts {
            if self.asks_areas {
                self.pick_asking(pieces, sets, rng)
            } else {
                self.pick_by_shifts::<false>(pieces, sets, rng)
            }
        } else if own < self.fewest.min(MOST_FOUND as u32 + 1) {
            self.pick_by_pieces(self.near.as_ref()?, pieces, sets, rng)
        } else {
            return None;
        };
        Some(drawn.map_or(Draw::Nothing, Draw::Move))
    }

    #[inline(never)]
    fn pick_asking(&self, pieces: S, sets: &Sets<'_, S>, rng: &mut Random) -> Option<Drawn> {
        self.pick_by_shifts::<true>(pieces, sets, rng)
    }

    #[inline(always)]
    fn pick_by_shifts<const AREAS: bool>(&self, pieces: S, sets: &Sets<'_, S>, rng: &mut Random) -> Option<Drawn> {
        let mut found = [S::EMPTY; MOST_FOUND];
        let (mut shifts, mut total) = (found.iter_mut(), 0);
        for group in &self.groups {
            let accept = sets.get::<AREAS>(group.accept);
            let hurdle = sets.get::<AREAS>(group.hurdle);
            for (&(from, first, by), ends) in group.shifts.iter().zip(&mut shifts) {
                let over = (pieces & from).turned(first);
                let over = if group.hurdle == 0 { over } else { over & hurdle };
                *ends = over.turned(by) & accept;
                total += ends.len();
            }
        }
        if total == 0 {
            return None;
        }
        let mut left = draw_below(rng, total);
        let mut found = found.iter();
        for group in &self.groups {
            for (&(_, first, by), ends) in group.shifts.iter().zip(&mut found) {
                let here = ends.len();
                if left < here {
                    let way = Way { from: first.wrapping_add(by), over: by, ..group.way };
                    return Some(way.to::<S>(ends.nth(left)));
                }
                left -= here;
            }
        }
        None
    }

    #[inline(never)]
    fn pick_by_pieces(&self, near: &Near<S>, pieces: S, sets: &Sets<'_, S>, rng: &mut Random) -> Option<Drawn> {
        let mut found = [S::EMPTY; MOST_FOUND];
        let accept = sets.get::<true>(near.accept);
        let mut total = 0;
        for (site, ends) in pieces.sites().zip(&mut found) {
            *ends = near.ends[site] & accept;
            total += ends.len();
        }
        if total == 0 {
            return None;
        }
        let mut left = draw_below(rng, total);
        for (index, ends) in found.iter().enumerate() {
            let here = ends.len();
            if left < here {
                return Some(Drawn {
                    leaf: near.leaf,
                    what: self.what,
                    kind: near.kind,
                    from: pieces.nth(index as u32) as u8,
                    to: ends.nth(left) as u8,
                    over: 0,
                    before: 0,
                });
            }
            left -= here;
        }
        None
    }
}
