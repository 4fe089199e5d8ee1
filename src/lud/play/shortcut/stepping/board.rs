//! The pieces of a position as sets of sites.

use super::piles::Piles;
use super::way::{Drawn, Kind};
use super::{Each, KINDS, PLAYERS, Stepping};
use crate::lud::play::sets::SiteSet;

/// Where the pieces are.
#[derive(Debug, Clone)]
pub(super) struct Board<S> {
    pub own: Each<S>,
    pub empty: S,
    /// Those that are taken at the end of the turn.
    pub taken: S,
    /// By component, where players have more than one.
    pub kinds: [S; KINDS],
    /// How many pieces each player has in hand, and what they are.
    pub hands: Each<i16>,
    pub held: Each<u8>,
    /// What is below the topmost pieces.
    pub piles: Piles,
    /// The sites with two pieces, where there are such.
    pub pairs: S,
    /// The sites that are marked, empty ones among them.
    pub marks: S,
    /// The values and scores of the players, and the sites that are pending.
    pub values: Each<i32>,
    pub scores: Each<i32>,
    pub pending: S,
}

impl<S: SiteSet> Board<S> {
    #[inline]
    pub fn pieces(&self, player: usize, stepping: &Stepping<S>) -> i32 {
        let own = self.own[player];
        let more = if stepping.is_plain { 0 } else { self.piles.all_below(own) + (own & self.pairs).len() as i32 };
        own.len() as i32 + more + i32::from(self.hands[player])
    }

    pub fn owner(&self, site: usize) -> usize {
        (1..=PLAYERS).find(|&player| self.own[player].has(site)).unwrap_or(0)
    }

    /// Takes pieces of any player off.
    #[inline]
    pub fn remove(&mut self, sites: S, stepping: &Stepping<S>) {
        for own in &mut self.own[1..=stepping.players] {
            *own = *own & !sites;
        }
        if stepping.has_kinds {
            for kind in &mut self.kinds[1..stepping.kinds] {
                *kind = *kind & !sites;
            }
        }
        self.empty = self.empty | sites;
        if !stepping.is_plain {
            self.pairs = self.pairs & !sites;
            self.marks = self.marks & !sites;
        }
    }

    /// Takes the topmost pieces of any player off.
    #[inline]
    pub fn take(&mut self, sites: S, stepping: &Stepping<S>) {
        let kept = if stepping.is_stacking { self.piles.take_tops(sites) } else { S::EMPTY };
        self.remove(sites & !kept, stepping);
    }

    /// Puts a piece of a player onto a site.
    #[inline]
    pub fn put(&mut self, site: S, what: u8, player: usize, stepping: &Stepping<S>) {
        self.own[player] = self.own[player] | site;
        self.empty = self.empty & !site;
        if stepping.has_kinds {
            self.kinds[usize::from(what)] = self.kinds[usize::from(what)] | site;
        }
    }

    /// Makes a move, without what follows it.
    #[inline]
    pub fn make(&mut self, drawn: &Drawn, mover: usize, stepping: &Stepping<S>) {
        if stepping.is_plain {
            self.make_with_one(drawn, mover, stepping);
        } else {
            self.make_with_more(drawn, mover, stepping);
        }
    }

    /// As [`Board::make`] where there may be several pieces on a site, or marks.
    #[inline(never)]
    fn make_with_more(&mut self, drawn: &Drawn, mover: usize, stepping: &Stepping<S>) {
        if stepping.is_stacking {
            self.make_on_piles(drawn, mover, stepping);
        } else if stepping.has_marks {
            self.make_with_marks(drawn, mover, stepping);
        } else {
            self.make_with_pairs(drawn, mover, stepping);
        }
    }

    /// As [`Board::make`] where there is one piece on a site at most, or only one goes.
    #[inline(always)]
    pub fn make_with_one(&mut self, drawn: &Drawn, mover: usize, stepping: &Stepping<S>) {
        // Where it starts is a site of a hand where the piece comes from there.
        let (from, to) = (|| S::only(usize::from(drawn.from)), S::only(usize::from(drawn.to)));
        match drawn.kind {
            Kind::Drop => {
                self.hands[mover] -= 1;
                self.put(to, self.held[mover], mover, stepping);
            }
            Kind::Add => self.put(to, drawn.what, mover, stepping),
            Kind::Move | Kind::Beside | Kind::Past => {
                let both = from() | to;
                self.own[mover] = self.own[mover] ^ both;
                self.empty = self.empty ^ both;
                if stepping.has_kinds {
                    let kind = &mut self.kinds[usize::from(drawn.what)];
                    *kind = *kind ^ both;
                }
            }
            Kind::Over => {
                self.remove(from() | S::only(usize::from(drawn.over)), stepping);
                self.put(to, drawn.what, mover, stepping);
            }
            Kind::OverRow => {
                let path = stepping.paths[usize::from(drawn.from) * stepping.sites + usize::from(drawn.to)];
                self.remove(from() | path | to, stepping);
                self.put(to, drawn.what, mover, stepping);
            }
            Kind::OverOthers => {
                let over = S::only(usize::from(drawn.over)) & !self.own[mover];
                self.remove(from() | over, stepping);
                self.put(to, drawn.what, mover, stepping);
            }
            Kind::Later => {
                self.taken = self.taken | S::only(usize::from(drawn.over));
                self.remove(from(), stepping);
                self.put(to, drawn.what, mover, stepping);
            }
            Kind::Replace => {
                self.remove(from() | to, stepping);
                self.put(to, drawn.what, mover, stepping);
            }
            Kind::Remove => self.remove(to, stepping),
            // There are no stacks, or this is done elsewhere.
            Kind::Pass | Kind::Select | Kind::Join => {}
        }
    }
}
