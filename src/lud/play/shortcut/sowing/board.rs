//! The position as play-outs of sowing see it: what each hole holds, and how many. The rules see all of it but the hash, which is
//! worked out again when they are to see that too.

use super::Sowing;
use crate::lud::ludeme::boolean::Comparison;
use crate::lud::play::context::Context;
use crate::lud::play::hash::fact;
use crate::lud::play::layout::Plane;
use crate::lud::play::rules::Rules;

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
    /// First word of the components.
    whats: usize,
    /// First word of the row of bits that a site with a component is in: of the empty sites for none, else of its owner's.
    rows: [u16; COMPONENTS],
    /// Whether seeds are all of one kind, and nobody's or everyone's.
    pub is_single: bool,
}

/// Most sites that a set of them can tell apart.
pub(super) const SITES: usize = 128;

/// Most components, none among them.
const COMPONENTS: usize = 8;

impl Holes {
    /// Those of a game whose pieces are few kinds of seeds, and of which a state keeps nothing else.
    pub fn of(rules: &Rules) -> Option<Self> {
        let layout = &rules.layout;
        let known = [Plane::What, Plane::Count, Plane::State].map(|plane| layout.planes[plane as usize]);
        let fits = layout.planes.iter().flatten().count() == known.iter().flatten().count()
            && (2..=COMPONENTS).contains(&rules.components.len())
            && layout.own == layout.board
            && layout.containers_end <= SITES;
        if !fits {
            return None;
        }
        let mut rows = [0; COMPONENTS];
        for (row, owner) in rows.iter_mut().zip(&rules.owners).skip(1) {
            *row = u16::try_from((1 + usize::from(*owner)) * layout.row).ok()?;
        }
        let owner = usize::from(*rules.owners.get(1)?);
        Some(Self {
            first: usize::from(layout.planes[Plane::Count as usize]?),
            states: layout.planes[Plane::State as usize].map(usize::from),
            own: layout.own,
            end: layout.containers_end,
            row: layout.row,
            whats: usize::from(layout.planes[Plane::What as usize]?),
            rows,
            is_single: rules.components.len() == 2 && !(1..=rules.players).contains(&owner),
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

/// Lets one seed of a kind fall into a hole.
#[inline]
pub(super) fn drop_one(words: &mut [u64], holes: &Holes, hole: usize, what: u16) {
    let (shift, counts) = (hole % 4 * 16, holes.first + hole / 4);
    let there = held(words, holes, hole);
    if there == what {
        words[counts] += 1 << shift;
    } else {
        change(words, holes, hole, there, what);
        words[counts] = words[counts] & !(0xffff << shift) | 1 << shift;
    }
}

/// The component on a site; 0 where it is empty.
#[inline(always)]
fn held(words: &[u64], holes: &Holes, site: usize) -> u16 {
    if holes.is_single {
        // The row of empty sites is sooner at hand.
        (!words[site / 64] >> (site % 64) & 1) as u16
    } else {
        (words[holes.whats + site / 4] >> (site % 4 * 16)) as u16
    }
}

/// Puts another component on a site.
#[inline(always)]
fn change(words: &mut [u64], holes: &Holes, site: usize, old: u16, new: u16) {
    words[holes.whats + site / 4] ^= u64::from(old ^ new) << (site % 4 * 16);
    let (at, here) = (site / 64, 1 << (site % 64));
    if holes.is_single {
        words[at] ^= here;
        words[usize::from(holes.rows[1]) + at] ^= here;
    } else {
        words[usize::from(holes.rows[usize::from(old)]) + at] ^= here;
        words[usize::from(holes.rows[usize::from(new)]) + at] ^= here;
    }
}

/// A play-out at work.
pub(super) struct Machine<'m, 'r> {
    pub ctx: &'m mut Context<'r>,
    pub shape: &'m Sowing,
    pub holes: Holes,
    /// Whether the hash lags behind.
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

    /// The component in a hole; 0 where it is empty.
    #[inline]
    pub fn what(&self, site: usize) -> u16 {
        held(&self.ctx.state.words, &self.holes, site)
    }

    /// The empty sites.
    #[inline]
    pub fn empty(&self) -> u128 {
        self.row(0)
    }

    /// The sites of a row of bits: 0 for empty ones, else those with pieces of the owner before it.
    #[inline]
    pub fn row(&self, row: usize) -> u128 {
        let words = &self.ctx.state.words[row * self.holes.row..];
        let high = if self.holes.row > 1 { words[1] } else { 0 };
        u128::from(words[0]) | u128::from(high) << 64
    }

    /// The sites with pieces of a player; none where there is no such player.
    #[inline]
    pub fn owned(&self, player: i32) -> u128 {
        match usize::try_from(player) {
            Ok(player) if player + 1 < self.ctx.rules.layout.rows => self.row(1 + player),
            _ => 0,
        }
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

    /// Writes what is in a hole, and how many.
    #[inline]
    pub fn put(&mut self, site: usize, what: u16, count: i32) {
        self.haunted |= (what != 0) != (count > 0);
        let (words, holes) = (&mut self.ctx.state.words[..], &self.holes);
        let old = held(words, holes, site);
        if old != what {
            change(words, holes, site, old, what);
        }
        self.set_count(site, count);
    }

    /// Empties a hole altogether.
    #[inline]
    pub fn clear(&mut self, site: usize) {
        self.put(site, 0, 0);
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

    /// Lets seeds of a kind fall into a hole, where they take the place of others.
    #[inline]
    pub fn add(&mut self, site: usize, what: u16, seeds: i32) {
        let old = self.what(site);
        if old == what {
            self.ctx.state.words[self.holes.first + site / 4] += (seeds as u64) << (site % 4 * 16);
        } else {
            change(&mut self.ctx.state.words, &self.holes, site, old, what);
            self.set_count(site, seeds);
        }
    }

    /// Puts seeds of a kind into a hole, where they become like those that are there.
    pub fn add_to(&mut self, site: usize, what: u16, seeds: i32) {
        match self.what(site) {
            0 => self.put(site, what, seeds),
            held => {
                let count = self.count(site) + seeds;
                self.put(site, held, count);
            }
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
        let what = self.what(source);
        let have = self.count(source);
        if have <= count {
            self.clear(source);
        } else {
            self.put(source, what, have - count);
        }
        let Some(target) = self.index(to) else { return };
        let there = self.count(target);
        if there == 0 || self.what(target) == what {
            self.put(target, what, there + count);
        }
    }

    /// Takes one seed of a site to another.
    pub fn carry_one(&mut self, from: i32, to: i32) {
        let Some(source) = self.index(from) else { return };
        let what = self.what(source);
        if what == 0 {
            return;
        }
        let (count, state) = (self.count(source), self.state_at(source));
        if count <= 1 {
            self.clear(source);
        } else {
            self.put(source, what, count - 1);
        }
        if let Some(target) = self.index(to) {
            self.add(target, what, 1);
            self.set_state(target, state);
        }
    }

    /// Makes the hash fit the position, so that the rules may see it.
    pub fn tell_rules(&mut self) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let holes = self.holes;
        let state = &mut *self.ctx.state;
        let mut hash = 0;
        for (plane, first) in
            [(Plane::What, Some(holes.whats)), (Plane::Count, Some(holes.first)), (Plane::State, holes.states)]
        {
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
