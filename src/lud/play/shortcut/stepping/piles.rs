//! Several pieces on one site: where a game has stacks, some of them are there from the beginning, pieces leave them one by
//! one, and others of the same player may come to them on few sites.

use super::board::Board;
use super::effect::Effect;
use super::play::Play;
use super::way::{Drawn, Kind};
use super::{Stage, Stepping};
use crate::lud::play::context::Context;
use crate::lud::play::level::Level;
use crate::lud::play::sets::SiteSet;

/// Most sites with several pieces.
const MOST: usize = 4;

/// The pieces below the topmost ones.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Piles {
    sites: [u8; MOST],
    /// How many there are on each of these sites.
    below: [u8; MOST],
}

impl Piles {
    /// Adds pieces below that on a site; false where there is no room.
    fn add(&mut self, site: usize, below: usize) -> bool {
        let (Ok(below), Some(free)) = (u8::try_from(below), self.below.iter().position(|&below| below == 0)) else {
            return false;
        };
        (self.sites[free], self.below[free]) = (site as u8, below);
        true
    }

    fn place(&self, site: usize) -> Option<usize> {
        (0..MOST).find(|&index| self.below[index] > 0 && usize::from(self.sites[index]) == site)
    }

    /// Puts one more piece below that on a site, for which there is room.
    pub fn put_below(&mut self, site: usize) {
        match self.place(site) {
            Some(index) => self.below[index] += 1,
            None => _ = self.add(site, 1),
        }
    }

    /// The sites on which there are several.
    fn all<S: SiteSet>(&self) -> S {
        let high = (0..MOST).filter(|&index| self.below[index] > 0);
        high.fold(S::EMPTY, |all, index| all | S::only(usize::from(self.sites[index])))
    }

    /// How many pieces there are below that on a site.
    pub fn below(&self, site: usize) -> u8 {
        self.place(site).map_or(0, |index| self.below[index])
    }

    /// Takes the topmost pieces off some sites; tells those of them on which there are others.
    pub fn take_tops<S: SiteSet>(&mut self, sites: S) -> S {
        let mut left = S::EMPTY;
        for index in 0..MOST {
            let site = usize::from(self.sites[index]);
            if self.below[index] > 0 && sites.has(site) {
                self.below[index] -= 1;
                left = left | S::only(site);
            }
        }
        left
    }

    /// How many pieces there are below those on some sites.
    pub fn all_below<S: SiteSet>(&self, sites: S) -> i32 {
        let on = (0..MOST).filter(|&index| sites.has(usize::from(self.sites[index])));
        on.map(|index| i32::from(self.below[index])).sum()
    }

    /// The sites on which there is not the same below as in others.
    fn changed<S: SiteSet>(&self, others: &Self) -> S {
        let sites = self.sites.iter().chain(&others.sites).map(|&site| usize::from(site));
        let sites = sites.filter(|&site| self.below(site) != others.below(site));
        sites.fold(S::EMPTY, |all, site| all | S::only(site))
    }
}

impl<S: SiteSet> Board<S> {
    /// As [`Board::make`] where there may be several pieces on a site.
    pub fn make_on_piles(&mut self, drawn: &Drawn, mover: usize, stepping: &Stepping<S>) {
        let [from, to, over] = [drawn.from, drawn.to, drawn.over].map(usize::from);
        let left = match drawn.kind {
            Kind::Pass | Kind::Select => return,
            Kind::Drop => {
                self.hands[mover] -= 1;
                S::EMPTY
            }
            Kind::Add => S::EMPTY,
            Kind::Over => S::only(from) | S::only(over),
            Kind::OverOthers => S::only(from) | (S::only(over) & !self.own[mover]),
            Kind::OverRow => S::only(from) | stepping.paths[from * stepping.sites + to],
            Kind::Move | Kind::Beside | Kind::Past | Kind::Join | Kind::Later | Kind::Replace | Kind::Remove => {
                S::only(from)
            }
        };
        let kept = self.piles.take_tops(left);
        self.remove(left & !kept, stepping);
        match drawn.kind {
            Kind::Join => self.piles.put_below(to),
            Kind::Remove => {}
            _ => self.put(S::only(to), stepping.pieces[mover], mover, stepping),
        }
    }
}

impl<S: SiteSet> Stepping<S> {
    /// Whether all that may happen is known for pieces on others: some step and jump onto empty sites, and those jumped over
    /// are taken off; or else all lie alone, and none comes onto others.
    pub(super) fn knows_piles(&self) -> bool {
        let is_known = |effect: &Effect<S>| effect.knows_piles();
        let plays = |stage: &Stage<S>| stage.is_left || self.lie_alone || stage.play.is_of_items();
        let is_plain = !self.has_kinds && !self.takes_later && (!self.lie_alone || self.joined.is_empty());
        is_plain && self.phases.iter().all(plays) && self.effects.iter().flatten().all(is_known)
    }
}

impl<S: SiteSet> Play<S> {
    /// Whether it is made of moves of pieces from hands and on the board only.
    fn is_of_items(&self) -> bool {
        match self {
            Self::If(_, both) => both.iter().all(Self::is_of_items),
            Self::First(list) | Self::Either(list) => list.iter().all(Self::is_of_items),
            Self::Sum(_) | Self::Ask => true,
            Self::Longest(longest) => longest.moves.is_of_items(),
            Self::Go(..) | Self::Take(..) | Self::Unless(..) => false,
        }
    }
}

impl<S: SiteSet> Effect<S> {
    /// Whether it does nothing to pieces but take topmost ones off.
    fn knows_piles(&self) -> bool {
        match self {
            Self::Again | Self::Leave | Self::Take(_) | Self::SetValue(..) => true,
            Self::If(_, both) => both.iter().all(Self::knows_piles),
            Self::All(list) => list.iter().all(Self::knows_piles),
            _ => false,
        }
    }
}

impl Context<'_> {
    /// The pieces below the topmost ones of a game with stacks, and in hands; nothing where the pieces on a site are not the same.
    pub(super) fn look_below<S: SiteSet>(&self, stepping: &Stepping<S>, board: &mut Board<S>) -> Option<()> {
        let stacks = self.stacks();
        if stacks.has_leftovers() {
            return None;
        }
        for player in 1..=stepping.players {
            let plain = Level { what: u16::from(stepping.pieces[player]), who: player as u8, ..Level::default() };
            let all_plain = |levels: &[Level]| levels.iter().all(|level| *level == plain);
            if let Some(hand) = stepping.hands[player] {
                let held = stacks.levels(usize::from(hand));
                board.hands[player] = i16::try_from(held.len()).ok().filter(|_| all_plain(held))?;
                board.held[player] = if held.is_empty() { 0 } else { stepping.pieces[player] };
            }
        }
        for player in 1..=stepping.players {
            let plain = Level { what: u16::from(stepping.pieces[player]), who: player as u8, ..Level::default() };
            for site in (S::of(self.state.row(&self.rules.layout, 1 + player)) & stepping.all).sites() {
                let levels = stacks.levels(site);
                let fits = levels.iter().all(|level| *level == plain)
                    && match levels.len() {
                        0 => false,
                        1 => true,
                        height => stepping.moves_tops && !stepping.lie_alone && board.piles.add(site, height - 1),
                    };
                if !fits {
                    return None;
                }
            }
        }
        ((board.piles.all::<S>() | stepping.joined).len() as usize <= MOST).then_some(())
    }

    /// Brings stacks to where they are after the moves made, of which some sites are known to have changed.
    pub(super) fn settle_stacks<S: SiteSet>(
        &mut self,
        stepping: &Stepping<S>,
        before: &Board<S>,
        board: &Board<S>,
        changed: S,
    ) {
        let mut pile = |flat: usize, what: u8, height: usize| {
            self.stack_clear(flat);
            if height > 0 {
                self.stack_pile(flat, (0..height).map(|_| (u16::from(what), 0)));
            }
        };
        for player in 1..=stepping.players {
            if let Some(hand) = stepping.hands[player].filter(|_| before.hands[player] != board.hands[player]) {
                pile(usize::from(hand), board.held[player], board.hands[player] as usize);
            }
        }
        for site in (changed | before.piles.changed(&board.piles)).sites() {
            match stepping.what_at(board, site) {
                0 => pile(site, 0, 0),
                what => pile(site, what as u8, 1 + usize::from(board.piles.below(site))),
            }
        }
    }
}
