//! Moves of one kind of piece, tried at random before they are counted.

use super::area::Sets;
use super::moves::Moves;
use super::way::{Drawn, Kind, Way};
use super::{Board, Stepping, Turn};
use crate::game::{Random, draw_below};
use crate::lud::play::sets::SiteSet;

/// Up to so many slots of each piece, some are drawn before moves are counted.
const FEW_SLOTS: usize = 6;
/// How many of them.
const FEW_TRIES: u32 = 3;
/// Up to so many slots where pieces slide, which takes long to count.
const MANY_SLOTS: usize = 128;
/// How many of them.
const MANY_TRIES: u32 = 8;

/// A step, a slide or a jump from a site.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slot<S> {
    /// What has to be passed on the way.
    way: S,
    to: u8,
    accept: u8,
    /// What is jumped over, or the class of what may be passed.
    over: u8,
    /// What has to be jumped over, 0 for steps.
    hurdle: u8,
    leaf: u16,
    kind: Kind,
    before: u8,
}

impl<S: SiteSet> Moves<S> {
    pub fn fill_slots(&mut self) {
        if let Some(most) = self.most_lines() {
            (self.slots_each, self.tries) = (most, MANY_TRIES);
            return;
        }
        let mut lists = Vec::new();
        for (site, spot) in self.spots.iter().enumerate() {
            let slot = |way: Way, to: u8, accept: u8, hurdle: u8| Slot {
                way: S::EMPTY,
                to,
                accept,
                over: way.over,
                hurdle,
                leaf: way.leaf,
                kind: way.kind,
                before: way.before,
            };
            let mut list = Vec::new();
            for step in &spot.steps {
                let way = self.way_of(step, site);
                list.extend(step.ends.sites().map(|to| slot(way, to as u8, step.accept, 0)));
            }
            list.extend(spot.jumps.iter().map(|jump| slot(jump.way, jump.to, 1, jump.hurdle)));
            for far in &self.far {
                for line in &far.lines[site] {
                    let mut path = S::EMPTY;
                    for &to in &line.sites {
                        if line.ends.has(usize::from(to)) {
                            list.push(Slot { way: path, over: far.pass, ..slot(far.way, to, far.accept, 0) });
                        }
                        path = path | S::only(usize::from(to));
                    }
                }
            }
            lists.push(list);
        }
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        let (fits, tries) =
            if self.far.is_empty() { (most <= FEW_SLOTS, FEW_TRIES) } else { (most <= MANY_SLOTS, MANY_TRIES) };
        if most == 0 || !fits || self.far.iter().any(|far| far.jump.is_some() || far.is_farthest) {
            return;
        }
        for list in &mut lists {
            // Nothing is where no site is accepted.
            let nowhere =
                Slot { way: S::EMPTY, to: 0, accept: 0, over: 0, hurdle: 0, leaf: 0, kind: Kind::Pass, before: 0 };
            list.resize(most, nowhere);
        }
        self.slots = lists.concat();
        (self.slots_each, self.tries) = (most as u32, tries);
    }

    /// The most lines from any site, where all that a piece does is to go as far as it can along one of them: then a slot stands
    /// for a line.
    fn most_lines(&self) -> Option<u32> {
        let [far] = &self.far[..] else { return None };
        let is_only = far.is_farthest && self.spots.iter().all(|spot| spot.steps.is_empty() && spot.jumps.is_empty());
        let most = far.lines.iter().map(|lines| lines.len() as u32).max();
        most.filter(|&most| is_only && most > 0)
    }

    /// Draws some of what may be tried; nothing where none of it can be made.
    #[inline]
    pub fn try_some(&self, pieces: S, sets: &Sets<'_, S>, rng: &mut Random) -> Option<Drawn> {
        if self.tries == 0 || pieces.is_empty() {
            return None;
        }
        if self.asks_areas { self.try_asking(pieces, sets, rng) } else { self.try_slots::<false>(pieces, sets, rng) }
    }

    #[inline(never)]
    fn try_asking(&self, pieces: S, sets: &Sets<'_, S>, rng: &mut Random) -> Option<Drawn> {
        self.try_slots::<true>(pieces, sets, rng)
    }

    #[inline(always)]
    fn try_slots<const AREAS: bool>(&self, pieces: S, sets: &Sets<'_, S>, rng: &mut Random) -> Option<Drawn> {
        let (own, each) = (pieces.len(), self.slots_each);
        for _ in 0..self.tries {
            let from = pieces.nth(draw_below(rng, own));
            if let Some(drawn) = self.at_slot::<AREAS>(from, draw_below(rng, each), sets) {
                return Some(drawn);
            }
        }
        None
    }

    /// The same of pieces of several kinds.
    #[inline(never)]
    pub fn try_some_of(
        kinds: &[Self],
        stepping: &Stepping<S>,
        board: &Board<S>,
        sets: &Sets<'_, S>,
        turn: &Turn,
        rng: &mut Random,
    ) -> Option<Drawn> {
        let tries = kinds.iter().map(|moves| moves.tries).min().unwrap_or(0);
        let each = kinds.iter().map(|moves| moves.slots_each).max().unwrap_or(0);
        let pieces = board.own[turn.mover];
        if tries == 0 || pieces.is_empty() {
            return None;
        }
        let own = pieces.len();
        for _ in 0..tries {
            let from = pieces.nth(draw_below(rng, own));
            let slot = draw_below(rng, each);
            let is_here = |moves: &&Self| moves.movers(stepping, board, turn).has(from as usize);
            // Each move has one slot of one piece, and slots that a kind does not have lead nowhere.
            let drawn = match kinds.iter().find(is_here) {
                Some(moves) if slot < moves.slots_each => moves.at_slot::<true>(from, slot, sets),
                _ => None,
            };
            if drawn.is_some() {
                return drawn;
            }
        }
        None
    }

    /// The move of one of the slots of a site, where it can be made.
    #[inline(always)]
    fn at_slot<const AREAS: bool>(&self, from: u32, slot: u32, sets: &Sets<'_, S>) -> Option<Drawn> {
        if self.slots.is_empty() {
            return self.along_line::<AREAS>(from, slot, sets);
        }
        let slot = &self.slots[(from * self.slots_each + slot) as usize];
        let can_be_made = sets.get::<AREAS>(slot.accept).has(usize::from(slot.to))
            && if slot.hurdle == 0 {
                slot.way.is_empty() || (slot.way & !sets.get::<AREAS>(slot.over)).is_empty()
            } else {
                sets.get::<AREAS>(slot.hurdle).has(usize::from(slot.over))
            };
        can_be_made.then_some(Drawn {
            leaf: slot.leaf,
            what: self.what,
            kind: slot.kind,
            from: from as u8,
            to: slot.to,
            over: slot.over,
            before: slot.before,
        })
    }

    /// The move from a site to the end of a line, where the piece can go there at all.
    #[inline(always)]
    fn along_line<const AREAS: bool>(&self, from: u32, line: u32, sets: &Sets<'_, S>) -> Option<Drawn> {
        let far = &self.far[0];
        let end = far.lines[from as usize].get(line as usize)?.end_of_run(sets.get::<AREAS>(far.pass));
        (!end.is_empty()).then(|| Way { from: from as u8, ..far.way }.to::<S>(end.first()))
    }
}
