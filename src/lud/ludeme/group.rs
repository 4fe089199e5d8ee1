//! Groups: sites that hang together.

use super::boolean::BoolFn;
use super::direction::DirectionFn;
use super::moves::Steps;
use super::region::SetTable;
use crate::lud::board::{AbsoluteDirection, Element, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;

/// How sites hang together: by steps in some directions between sites of one type.
#[derive(Debug, Clone, PartialEq)]
pub struct Links {
    /// Type of the sites.
    pub kind: SiteType,
    /// Directions of the steps.
    pub directions: DirectionFn,
    /// Where they lead, where that is known beforehand.
    steps: Option<Steps>,
    /// The same as sets.
    masks: SetTable,
    /// Where only what is seen from above counts: pieces that others lie on do not, nor links that run below others.
    heights: Option<Box<Heights>>,
}

/// What can hide sites and links from those who look from above.
#[derive(Debug, Clone, PartialEq)]
struct Heights {
    /// The sites higher at the same place.
    over: SetTable,
    /// The sites just above, of which two in common hide a link.
    above: SetTable,
}

impl Heights {
    fn of(c: &Compiler, kind: SiteType) -> Self {
        let topology = &c.rules.topology;
        let elements = &topology.of(kind).sites;
        let over = |(site, here): (usize, &Element)| {
            let higher = elements.iter().enumerate().skip(site + 1);
            Bits::from_sites(
                higher.filter(|(_, other)| other.point[..2] == here.point[..2]).map(|(other, _)| other as i32),
            )
        };
        let above = |site: usize| {
            let above = topology.steps_within(kind, site, AbsoluteDirection::Upward);
            Bits::from_sites(above.iter().map(|&site| i32::from(site)))
        };
        Self {
            over: SetTable::new(&elements.iter().enumerate().map(over).collect::<Vec<_>>()),
            above: SetTable::new(&(0..elements.len()).map(above).collect::<Vec<_>>()),
        }
    }

    /// Whether a piece lies higher at the same place.
    #[inline]
    fn hides(&self, site: i32, occupied: &Bits) -> bool {
        self.over.of(site as usize).iter().zip(occupied.words()).any(|(over, occupied)| over & occupied != 0)
    }

    /// Whether pieces lie over a link between two sites.
    #[inline]
    fn hide_link(&self, one: i32, other: i32, occupied: &Bits) -> bool {
        let sets = self.above.of(one as usize).iter().zip(self.above.of(other as usize)).zip(occupied.words());
        sets.map(|((one, other), occupied)| (one & other & occupied).count_ones()).sum::<u32>() >= 2
    }
}

impl Links {
    /// Compiles the slots of a type and of directions, `Adjacent` where there are none.
    pub fn compile(c: &mut Compiler, kind: &Value, directions: &Value) -> Compiled<Self> {
        let directions = DirectionFn::compile(c, directions, AbsoluteDirection::Adjacent)?;
        let kind = c.site_type(kind);
        Ok(Self::by(c, kind, directions))
    }

    /// Steps in one direction.
    pub fn along(c: &mut Compiler, kind: SiteType, direction: AbsoluteDirection) -> Compiled<Self> {
        let directions = DirectionFn::compile(c, &Value::Empty, direction)?;
        Ok(Self::by(c, kind, directions))
    }

    fn by(c: &Compiler, kind: SiteType, directions: DirectionFn) -> Self {
        let steps = directions.is_fixed().then(|| Steps::of(c, kind, &directions)).flatten();
        let masks = steps.as_ref().map_or_else(SetTable::default, |steps| {
            let around = |site: usize| Bits::from_sites(steps.from(0, site as i32).iter().map(|&to| i32::from(to)));
            SetTable::new(&(0..c.rules.topology.count(kind)).map(around).collect::<Vec<_>>())
        });
        Self { kind, directions, steps, masks, heights: None }
    }

    /// The sites that hang together with a site, where that is known beforehand.
    #[must_use]
    pub fn steps_from(&self, site: usize) -> Option<&[u16]> {
        self.steps.as_ref().filter(|_| self.heights.is_none()).map(|steps| steps.from(0, site as i32))
    }

    /// Whether groups of sites that meet a condition about the one in the register `to` have nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register, condition: Option<&BoolFn>) -> bool {
        let asks = |condition: &BoolFn| register == Register::To || condition.is_apart(register);
        self.directions.is_fixed() && condition.is_none_or(asks)
    }

    /// Whether every step can be gone back, as far as that is known beforehand.
    #[must_use]
    pub fn is_mutual(&self, c: &Compiler) -> bool {
        let Some(steps) = self.steps.as_ref().filter(|_| self.heights.is_none()) else { return false };
        let leads = |from: u16, to: u16| steps.from(0, i32::from(from)).contains(&to);
        (0..c.rules.topology.count(self.kind) as u16)
            .all(|from| steps.from(0, i32::from(from)).iter().all(|&to| leads(to, from)))
    }

    /// Whether only what is seen from above counts.
    #[must_use]
    pub fn asks_heights(&self) -> bool {
        self.heights.is_some()
    }

    /// Whether [`Links::fill`] works.
    #[must_use]
    pub fn can_fill(&self) -> bool {
        self.steps.is_some() && self.heights.is_none()
    }

    /// The group of a site within others, which it is taken out of. The site itself need not be among them.
    pub fn fill(&self, start: i32, left: &mut Bits) -> Bits {
        left.remove(start);
        let mut group = Bits::new(self.masks.row() * 64);
        group.insert(start);
        match self.masks.row() {
            1 => self.fill_words::<1>(start, left, &mut group),
            2 => self.fill_words::<2>(start, left, &mut group),
            _ => self.fill_large(start, left, &mut group),
        }
        group
    }

    /// As [`Links::fill`], on a board of so many words.
    #[inline]
    fn fill_words<const ROW: usize>(&self, start: i32, left: &mut Bits, group: &mut Bits) {
        let mut free = [0; ROW];
        for (word, &own) in free.iter_mut().zip(left.words()) {
            *word = own;
        }
        let mut found = [0; ROW];
        let mut frontier = [0; ROW];
        frontier[start as usize / 64] = 1u64 << (start % 64);
        while let Some(site) = take_first(&mut frontier) {
            let around = self.masks.fixed::<ROW>(site);
            for at in 0..ROW {
                let new = free[at] & around[at];
                free[at] ^= new;
                found[at] |= new;
                frontier[at] |= new;
            }
        }
        for (word, free) in left.words_mut().iter_mut().zip(free) {
            *word = free;
        }
        for (word, found) in group.words_mut().iter_mut().zip(found) {
            *word |= found;
        }
    }

    /// As [`Links::fill`], on a large board, where the few neighbours are sooner asked one by one.
    fn fill_large(&self, start: i32, left: &mut Bits, group: &mut Bits) {
        let Some(steps) = &self.steps else { return };
        // Sites whose neighbours are still to be asked for. Most groups have room here.
        let mut queue: SmallVec<[u16; 128]> = SmallVec::new();
        let mut site = start;
        let (left, group) = (left.words_mut(), group.words_mut());
        loop {
            for &to in steps.from(0, site) {
                let (at, bit) = (usize::from(to) / 64, 1u64 << (to % 64));
                if let Some(word) = left.get_mut(at).filter(|word| **word & bit != 0) {
                    *word ^= bit;
                    group[at] |= bit;
                    queue.push(to);
                }
            }
            let Some(next) = queue.pop() else { return };
            site = i32::from(next);
        }
    }

    /// Whether one of some sites is next to a site.
    #[inline]
    #[must_use]
    pub fn is_next_to(&self, site: i32, others: &[u64]) -> bool {
        self.masks.of(site as usize).iter().zip(others).any(|(around, others)| around & others != 0)
    }

    /// Whether a site within others hangs together with one that is next to `open`: a search that ends as soon as it is
    /// found. Where it is not, the sites met are taken out of `left`.
    pub fn touches(&self, start: i32, left: &mut Bits, open: &Bits) -> bool {
        left.remove(start);
        match self.masks.row() {
            1 => self.touches_words::<1>(start, left, open),
            2 => self.touches_words::<2>(start, left, open),
            _ => self.touches_large(start, left, open),
        }
    }

    /// As [`Links::touches`], on a board of so many words.
    #[inline]
    fn touches_words<const ROW: usize>(&self, start: i32, left: &mut Bits, open: &Bits) -> bool {
        let (mut free, mut wanted) = ([0; ROW], [0; ROW]);
        free.iter_mut().zip(left.words()).for_each(|(word, &own)| *word = own);
        wanted.iter_mut().zip(open.words()).for_each(|(word, &own)| *word = own);
        let mut frontier = [0; ROW];
        frontier[start as usize / 64] = 1u64 << (start % 64);
        while let Some(site) = take_first(&mut frontier) {
            let around = self.masks.fixed::<ROW>(site);
            let mut met = 0;
            for at in 0..ROW {
                met |= around[at] & wanted[at];
                let new = free[at] & around[at];
                free[at] ^= new;
                frontier[at] |= new;
            }
            if met != 0 {
                return true;
            }
        }
        left.words_mut().iter_mut().zip(free).for_each(|(word, free)| *word = free);
        false
    }

    /// As [`Links::touches`], on a large board, where the few neighbours are sooner asked one by one.
    fn touches_large(&self, start: i32, left: &mut Bits, open: &Bits) -> bool {
        let Some(steps) = &self.steps else { return false };
        // Sites whose neighbours are still to be asked for. Most groups have room here.
        let mut queue: SmallVec<[u16; 128]> = SmallVec::new();
        let mut site = start;
        loop {
            for &to in steps.from(0, site) {
                let next = i32::from(to);
                if open.contains(next) {
                    return true;
                }
                if left.contains(next) {
                    left.remove(next);
                    queue.push(to);
                }
            }
            let Some(next) = queue.pop() else { return false };
            site = i32::from(next);
        }
    }

    /// The sites one step from a site, where [`Links::can_fill`] holds.
    #[must_use]
    pub fn next_to(&self, site: i32) -> Bits {
        Bits::from_words(self.masks.of(site as usize))
    }

    /// The sites one step from a group that are not in it, where [`Links::can_fill`] holds.
    #[must_use]
    pub fn around(&self, group: &Bits) -> Bits {
        let mut around = self.masks.union_of(group);
        around.subtract(group);
        around
    }

    /// As [`Links::fill`], also where only what is seen from above counts, as long as steps are known beforehand. The site
    /// itself need not be seen.
    pub fn fill_seen(&self, ctx: &Context<'_>, start: i32, left: &mut Bits) -> Bits {
        let Some(heights) = &self.heights else { return self.fill(start, left) };
        let occupied = self.occupied(ctx);
        left.remove(start);
        let mut group = Bits::new(self.masks.row() * 64);
        group.insert(start);
        let mut frontier = group.clone();
        while let Some(site) = frontier.first() {
            frontier.remove(site);
            let mut near = self.next_to(site);
            near.intersect(left);
            for to in &near {
                if !heights.hides(to, &occupied) && !heights.hide_link(site, to, &occupied) {
                    left.remove(to);
                    group.insert(to);
                    frontier.insert(to);
                }
            }
        }
        group
    }

    /// Whether [`Links::fill_seen`] works.
    #[must_use]
    pub fn has_steps(&self) -> bool {
        self.steps.is_some()
    }

    /// The sites of the board that meet a condition about the one in a register.
    pub fn members(&self, condition: &BoolFn, register: Register, ctx: &mut Context<'_>) -> Bits {
        let mut members = ctx.rules.board_sites(self.kind);
        condition.narrow(register, self.kind, &mut members, ctx);
        members
    }

    /// Compiles the slots `type`, `directions` and `isVisible` of a call.
    pub fn of(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let mut links = Self::compile(c, call.get("type"), call.get("directions"))?;
        match call.get("isVisible") {
            Value::Empty | Value::Bool(false) => {}
            Value::Bool(true) => links.heights = Some(Box::new(Heights::of(c, links.kind))),
            _ => return Err(c.unsupported(call)),
        }
        Ok(links)
    }

    /// Whether a piece lies higher at the same place, where that counts.
    #[must_use]
    pub fn is_covered(&self, ctx: &Context<'_>, site: i32) -> bool {
        match &self.heights {
            Some(heights) if self.exists(ctx, site) => heights.hides(site, &self.occupied(ctx)),
            _ => false,
        }
    }

    /// The sites of the board that hold pieces.
    fn occupied(&self, ctx: &Context<'_>) -> Bits {
        let mut occupied = ctx.rules.board_sites(self.kind);
        occupied.subtract(&ctx.empty_sites(self.kind));
        occupied
    }

    /// Whether a site of the type exists.
    #[must_use]
    pub fn exists(&self, ctx: &Context<'_>, site: i32) -> bool {
        site >= 0 && (site as usize) < ctx.rules.topology.count(self.kind)
    }

    /// The neighbours of a site, where they are known beforehand.
    #[must_use]
    pub fn known_neighbours(&self, site: usize) -> Option<&[u16]> {
        self.steps.as_ref().map(|steps| steps.from(0, site as i32))
    }

    /// Calls `visit` for every neighbour of a site.
    #[inline]
    pub fn neighbours(&self, ctx: &mut Context<'_>, site: i32, mut visit: impl FnMut(&mut Context<'_>, i32)) {
        if let Some(steps) = &self.steps {
            for &to in steps.from(0, site) {
                visit(ctx, i32::from(to));
            }
            return;
        }
        let topology = &ctx.rules.topology;
        for &direction in self.directions.eval(ctx, self.kind, site).iter() {
            for &to in topology.steps_within(self.kind, site as usize, direction) {
                visit(ctx, i32::from(to));
            }
        }
    }

    /// The group of a player's pieces that a site belongs to, which holds one of them.
    pub fn group_of(&self, ctx: &mut Context<'_>, start: i32, who: i32) -> Bits {
        let kind = self.kind;
        if !self.can_fill() {
            return self.group(ctx, start, |ctx, to| ctx.who(kind, to) == who);
        }
        self.fill(start, &mut ctx.board_row(kind, 1 + who as usize))
    }

    /// The group of `start`: it and all sites that hang together with it through sites that `joins` accepts. A site that
    /// was refused is asked about again when it is met again.
    pub fn group(
        &self,
        ctx: &mut Context<'_>,
        start: i32,
        mut joins: impl FnMut(&mut Context<'_>, i32) -> bool,
    ) -> Bits {
        let mut group = Bits::new(ctx.rules.topology.count(self.kind));
        group.insert(start);
        if !self.exists(ctx, start) {
            return group;
        }
        // Nothing is put down while the group is looked for.
        let occupied = self.heights.as_ref().map(|_| self.occupied(ctx)).unwrap_or_default();
        let is_seen = |one: i32, other: i32| {
            let is_hidden =
                |heights: &Heights| heights.hide_link(one, other, &occupied) || heights.hides(other, &occupied);
            !self.heights.as_deref().is_some_and(is_hidden)
        };
        let mut frontier = group.clone();
        while let Some(site) = frontier.first() {
            frontier.remove(site);
            self.neighbours(ctx, site, |ctx, to| {
                if !group.contains(to) && is_seen(site, to) && joins(ctx, to) {
                    group.insert(to);
                    frontier.insert(to);
                }
            });
        }
        group
    }
}

/// Takes the first site out of a set.
#[inline]
fn take_first<const ROW: usize>(set: &mut [u64; ROW]) -> Option<usize> {
    let at = set.iter().position(|&word| word != 0)?;
    let site = at * 64 + set[at].trailing_zeros() as usize;
    set[at] &= set[at] - 1;
    Some(site)
}
