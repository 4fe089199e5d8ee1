//! Groups: sites that hang together.

use super::boolean::BoolFn;
use super::direction::DirectionFn;
use super::moves::Steps;
use crate::lud::board::{AbsoluteDirection, SiteType};
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
    /// The same as sets, one after the other, each of `row` words.
    masks: Vec<u64>,
    row: usize,
    /// Whether only what is seen from above counts: pieces that others lie on do not, nor links that run below others.
    pub visible: bool,
}

impl Links {
    /// Compiles the slots of a type and of directions, `Adjacent` where there are none.
    pub fn compile(c: &mut Compiler, kind: &Value, directions: &Value) -> Compiled<Self> {
        let directions = DirectionFn::compile(c, directions, AbsoluteDirection::Adjacent)?;
        let kind = c.site_type(kind);
        let steps = directions.is_fixed().then(|| Steps::of(c, kind, &directions)).flatten();
        let count = c.rules.topology.count(kind);
        let row = count.div_ceil(64);
        let mut masks = Vec::new();
        if let Some(steps) = &steps {
            masks.resize(row * count, 0);
            for site in 0..count {
                for &to in steps.from(0, site as i32) {
                    masks[site * row + usize::from(to) / 64] |= 1 << (to % 64);
                }
            }
        }
        Ok(Self { kind, directions, steps, masks, row, visible: false })
    }

    /// The sites that hang together with a site, where that is known beforehand.
    #[must_use]
    pub fn steps_from(&self, site: usize) -> Option<&[u16]> {
        self.steps.as_ref().filter(|_| !self.visible).map(|steps| steps.from(0, site as i32))
    }

    /// Whether groups of sites that meet a condition about the one in the register `to` have nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register, condition: Option<&BoolFn>) -> bool {
        let asks = |condition: &BoolFn| register == Register::To || condition.is_apart(register);
        self.directions.is_fixed() && condition.is_none_or(asks)
    }

    /// Whether [`Links::fill`] works.
    #[must_use]
    pub fn can_fill(&self) -> bool {
        self.steps.is_some() && !self.visible
    }

    /// The group of a site within others, which it is taken out of. The site itself need not be among them.
    pub fn fill(&self, start: i32, left: &mut Bits) -> Bits {
        left.remove(start);
        let mut group = Bits::new(self.row * 64);
        group.insert(start);
        match self.row {
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
        while let Some(at) = frontier.iter().position(|&word| word != 0) {
            let site = at * 64 + frontier[at].trailing_zeros() as usize;
            frontier[at] &= frontier[at] - 1;
            let around = &self.masks[site * ROW..][..ROW];
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

    /// Whether a site within others hangs together with one that is next to `open`: a search that ends as soon as it is
    /// found, and takes the sites met out of `left`.
    pub fn touches(&self, start: i32, left: &mut Bits, open: &Bits) -> bool {
        let row = self.row;
        let mut frontier = Bits::new(row * 64);
        frontier.insert(start);
        left.remove(start);
        while let Some(site) = frontier.first() {
            frontier.remove(site);
            let Some(steps) = &self.steps else { return false };
            for &to in steps.from(0, site) {
                let to = i32::from(to);
                if open.contains(to) {
                    return true;
                }
                if left.contains(to) {
                    left.remove(to);
                    frontier.insert(to);
                }
            }
        }
        false
    }

    /// The sites one step from a group that are not in it, where [`Links::can_fill`] holds.
    #[must_use]
    pub fn around(&self, group: &Bits) -> Bits {
        let mut around = Bits::new(self.row * 64);
        for site in group {
            let mask = &self.masks[site as usize * self.row..][..self.row];
            for (word, more) in around.words_mut().iter_mut().zip(mask) {
                *word |= more;
            }
        }
        around.subtract(group);
        around
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
        links.visible = match call.get("isVisible") {
            Value::Empty | Value::Bool(false) => false,
            Value::Bool(true) => true,
            _ => return Err(c.unsupported(call)),
        };
        Ok(links)
    }

    /// Whether a piece lies higher at the same place.
    #[must_use]
    pub fn is_covered(&self, ctx: &Context<'_>, site: i32) -> bool {
        let elements = &ctx.rules.topology.of(self.kind).sites;
        let Some(here) = usize::try_from(site).ok().and_then(|site| elements.get(site)) else { return false };
        self.visible
            && elements
                .iter()
                .enumerate()
                .skip(site as usize + 1)
                .any(|(other, element)| element.point[..2] == here.point[..2] && ctx.what(self.kind, other as i32) != 0)
    }

    /// Whether a link between two sites can be seen from above.
    fn is_seen(&self, ctx: &Context<'_>, one: i32, other: i32) -> bool {
        if !self.visible {
            return true;
        }
        let topology = &ctx.rules.topology;
        let above = |site: i32| topology.steps_within(self.kind, site as usize, AbsoluteDirection::Upward);
        let occupied = |site: &&u16| ctx.what(self.kind, i32::from(**site)) != 0;
        let both = above(one).iter().filter(occupied).filter(|site| above(other).contains(site)).count();
        both < 2 && !self.is_covered(ctx, other)
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
        if !self.can_fill() || ctx.rules.features.stacking {
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
        let mut frontier = group.clone();
        while let Some(site) = frontier.first() {
            frontier.remove(site);
            self.neighbours(ctx, site, |ctx, to| {
                if !group.contains(to) && self.is_seen(ctx, site, to) && joins(ctx, to) {
                    group.insert(to);
                    frontier.insert(to);
                }
            });
        }
        group
    }
}
