//! The position as play-outs of sowing see it: how many seeds each hole holds, and which holes are empty. What else a state keeps
//! about the holes is worked out again when the rules are to see it.

use super::Sowing;
use crate::lud::ludeme::boolean::Comparison;
use crate::lud::play::context::Context;
use crate::lud::play::hash::fact;
use crate::lud::play::layout::{Layout, Plane};
use crate::lud::play::rules::Rules;
use crate::lud::play::shortcut::bare::sites_of;

/// Where the holes of a game stand in a state. Holes and hands have Ludii's own numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Holes {
    /// First word of the counts.
    pub first: usize,
    /// First word of the local states, where the game keeps them.
    states: Option<usize>,
    /// Number of sites of the board.
    pub own: usize,
    /// Number of sites, hands included.
    pub end: usize,
    /// Words in a row of bits.
    row: usize,
    /// The row of bits of seeds.
    owner_row: usize,
}

/// Most sites that a set of them can tell apart.
pub(super) const SITES: usize = 128;

impl Holes {
    /// Those of a game whose pieces are seeds of one kind, and of which a state keeps nothing else.
    pub fn of(rules: &Rules) -> Option<Self> {
        let layout = &rules.layout;
        let known = [Plane::What, Plane::Count, Plane::State].map(|plane| layout.planes[plane as usize]);
        let fits = layout.planes.iter().flatten().count() == known.iter().flatten().count()
            && rules.components.len() == 2
            && layout.own == layout.board
            && layout.containers_end <= SITES;
        // Nobody's pieces, or everyone's.
        let owner = usize::from(*rules.owners.get(1)?);
        if !fits || (1..=rules.players).contains(&owner) {
            return None;
        }
        Some(Self {
            first: usize::from(layout.planes[Plane::Count as usize]?),
            states: layout.planes[Plane::State as usize].map(usize::from),
            own: layout.own,
            end: layout.containers_end,
            row: layout.row,
            owner_row: 1 + owner,
        })
    }

    /// Whether the game keeps local states.
    pub fn has_states(self) -> bool {
        self.states.is_some()
    }

    /// All sites of the board.
    pub fn board(self) -> u128 {
        below(self.own)
    }
}

/// The sites below a number.
pub(super) fn below(end: usize) -> u128 {
    if end >= SITES { u128::MAX } else { (1 << end) - 1 }
}

/// Four bits as four numbers.
const SPREAD: [u64; 16] = {
    let mut spread = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        spread[bits] = (bits & 1 | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45) as u64;
        bits += 1;
    }
    spread
};

/// A play-out at work.
pub(super) struct Machine<'m, 'r> {
    pub ctx: &'m mut Context<'r>,
    pub shape: &'m Sowing,
    pub holes: Holes,
    /// Whether components, rows of bits but that of empty sites, and hash lag behind the counts.
    pub stale: bool,
    /// Whether some site is empty though seeds are counted on it, or the other way round.
    pub haunted: bool,
}

impl Machine<'_, '_> {
    /// Seeds in a hole.
    #[inline]
    pub fn count(&self, site: usize) -> i32 {
        i32::from((self.ctx.state.words[self.holes.first + site / 4] >> (site % 4 * 16)) as u16)
    }

    /// Whether there is something in a hole.
    #[inline]
    pub fn is_occupied(&self, site: usize) -> bool {
        self.ctx.state.words[site / 64] >> (site % 64) & 1 == 0
    }

    /// The empty sites.
    #[inline]
    pub fn empty(&self) -> u128 {
        let words = &self.ctx.state.words;
        let high = if self.holes.row > 1 { words[1] } else { 0 };
        u128::from(words[0]) | u128::from(high) << 64
    }

    #[inline]
    fn set_count(&mut self, site: usize, count: i32) {
        let shift = site % 4 * 16;
        let word = &mut self.ctx.state.words[self.holes.first + site / 4];
        *word = *word & !(0xffff << shift) | u64::from(count as u16) << shift;
    }

    /// Those of some holes that hold seeds.
    #[inline]
    pub fn seeded(&self, sites: u128) -> u128 {
        if self.haunted { self.compared(sites, Comparison::Greater, 0) } else { sites & !self.empty() }
    }

    /// Those of some holes whose number of seeds compares so with a number.
    pub fn compared(&self, sites: u128, comparison: Comparison, number: i32) -> u128 {
        self.among(Plane::Count, sites, comparison, number, |site| self.count(site))
    }

    /// Those of some holes whose local state compares so with a number.
    pub fn compared_states(&self, sites: u128, comparison: Comparison, number: i32) -> u128 {
        self.among(Plane::State, sites, comparison, number, |site| self.state_at(site))
    }

    #[inline]
    fn among(
        &self,
        plane: Plane,
        sites: u128,
        comparison: Comparison,
        number: i32,
        value: impl Fn(usize) -> i32,
    ) -> u128 {
        let (low, mut left) = match comparison.span(number) {
            Some((span, truth)) => {
                let among = sites as u64;
                let met = self.ctx.state.within(&self.ctx.rules.layout, plane, span, among);
                (if truth { met } else { among & !met }, sites >> 64 << 64)
            }
            None => (0, sites),
        };
        let mut met = u128::from(low);
        while left != 0 {
            let site = left.trailing_zeros() as usize;
            met |= u128::from(comparison.holds(value(site), number)) << site;
            left &= left - 1;
        }
        met
    }

    /// The seeds of some holes.
    pub fn sum(&self, sites: u128) -> i32 {
        let mut left = sites;
        let mut sum = 0;
        while left != 0 {
            sum += self.count(left.trailing_zeros() as usize);
            left &= left - 1;
        }
        sum
    }

    /// Whether there are at least so many seeds in some holes.
    pub fn reaches(&self, sites: u128, least: i32) -> bool {
        let mut left = self.seeded(sites);
        let mut missing = least;
        while left != 0 && missing > 0 {
            missing -= self.count(left.trailing_zeros() as usize);
            left &= left - 1;
        }
        missing <= 0
    }

    /// Looks whether some site is empty though seeds are counted on it, or the other way round; says whether there is nothing
    /// but on holes and in hands.
    pub fn look_around(&mut self) -> bool {
        let all = below(self.holes.end);
        let empty = self.empty();
        self.haunted = self.compared(all, Comparison::Greater, 0) != all & !empty;
        let sites = self.ctx.rules.layout.sites;
        sites == self.holes.end || (self.holes.end..sites).all(|flat| self.ctx.state.is_empty_at(flat))
    }

    /// Writes what is in a hole: whether there are seeds, and how many.
    #[inline]
    pub fn put(&mut self, site: usize, is_occupied: bool, count: i32) {
        self.haunted |= is_occupied != (count > 0);
        let word = &mut self.ctx.state.words[site / 64];
        let here = 1 << (site % 64);
        *word = if is_occupied { *word & !here } else { *word | here };
        self.set_count(site, count);
    }

    /// Empties a hole altogether.
    #[inline]
    pub fn clear(&mut self, site: usize) {
        self.put(site, false, 0);
        self.set_state(site, 0);
    }

    /// The local state of a hole.
    #[inline]
    pub fn state_at(&self, site: usize) -> i32 {
        self.holes
            .states
            .map_or(0, |first| i32::from((self.ctx.state.words[first + site / 4] >> (site % 4 * 16)) as u16))
    }

    /// Sets the local state of a hole, where the game keeps such.
    #[inline]
    pub fn set_state(&mut self, site: usize, value: i32) {
        if let Some(first) = self.holes.states {
            let shift = site % 4 * 16;
            let word = &mut self.ctx.state.words[first + site / 4];
            *word = *word & !(0xffff << shift) | u64::from(value as u16) << shift;
        }
    }

    /// Lets seeds fall into a hole.
    #[inline]
    pub fn add(&mut self, site: usize, seeds: i32) {
        let word = &mut self.ctx.state.words[site / 64];
        let here = 1 << (site % 64);
        if *word & here != 0 {
            *word &= !here;
            self.set_count(site, seeds);
        } else {
            self.ctx.state.words[self.holes.first + site / 4] += (seeds as u64) << (site % 4 * 16);
        }
    }

    /// A site as an index, where it is one.
    #[inline]
    pub fn index(&self, site: i32) -> Option<usize> {
        usize::try_from(site).ok().filter(|&site| site < self.holes.end)
    }

    /// Takes some of the seeds of a site to another, as the rules do it.
    pub fn carry(&mut self, from: i32, to: i32, count: i32) {
        let Some(source) = self.index(from) else { return };
        let is_occupied = self.is_occupied(source);
        let have = self.count(source);
        if have <= count {
            self.clear(source);
        } else {
            self.put(source, is_occupied, have - count);
        }
        let Some(target) = self.index(to) else { return };
        let there = self.count(target);
        if there == 0 || self.is_occupied(target) == is_occupied {
            self.put(target, is_occupied, there + count);
        }
    }

    /// Takes one seed of a site to another.
    pub fn carry_one(&mut self, from: i32, to: i32) {
        let Some(source) = self.index(from) else { return };
        if !self.is_occupied(source) {
            return;
        }
        let (count, state) = (self.count(source), self.state_at(source));
        if count <= 1 {
            self.clear(source);
        } else {
            self.put(source, true, count - 1);
        }
        if let Some(target) = self.index(to) {
            self.add(target, 1);
            self.set_state(target, state);
        }
    }

    /// Makes the rest of the state fit the counts, so that the rules may see it.
    pub fn tell_rules(&mut self) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let holes = self.holes;
        let occupied = !self.empty() & below(holes.end);
        let layout: &Layout = &self.ctx.rules.layout;
        let state = &mut *self.ctx.state;
        for (index, word) in state.words[holes.owner_row * holes.row..][..holes.row].iter_mut().enumerate() {
            *word = (occupied >> (index * 64)) as u64;
        }
        for four in 0..holes.end.div_ceil(4) {
            let (word, _) = layout.what_at(four * 4);
            state.words[word] = SPREAD[(occupied >> (four * 4)) as usize & 0xf];
        }
        let mut hash = 0;
        for flat in sites_of(occupied) {
            hash ^= fact(Plane::What as u64, flat, 1);
        }
        for (plane, first) in [(Plane::Count, Some(holes.first)), (Plane::State, holes.states)] {
            let Some(first) = first else { continue };
            for four in 0..holes.end.div_ceil(4) {
                let word = state.words[first + four];
                for lane in (0..4).filter(|_| word != 0) {
                    let value = word >> (lane * 16) & 0xffff;
                    if value > u64::from(plane.unhashed()) {
                        hash ^= fact(plane as u64, four * 4 + lane, value);
                    }
                }
            }
        }
        state.hash = hash;
    }
}
