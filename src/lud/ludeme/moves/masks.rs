//! Tables of moves as sets of sites: steps are listed and counted by whole words.

use super::entry::{Entry, Kind, Test};
use crate::lud::ludeme::boolean::Classes;
use crate::lud::play::bits;
use crate::lud::play::context::Context;
use smallvec::SmallVec;
use std::ops::Range;

/// What is tried from one site, sorted by how it is gone through.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Plan {
    groups: (u32, u32),
    rest: (u32, u32),
    /// Where the set of the sites that are jumped over stands, where all of the rest are jumps.
    over: Option<u32>,
}

/// Steps of one rule that all ask the same of where they lead.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Group {
    leaf: u16,
    accept: Classes,
    /// What is asked about the piece besides.
    guard: Test,
    mask: u32,
    /// The words of the set before and after which there is nothing.
    span: (u16, u16),
}

/// The sites of every set of classes in the position at hand, by words.
pub(super) trait Sets {
    /// The words to look at, where there is nothing in others than some.
    fn span(&self, words: (u16, u16)) -> Range<usize>;

    /// Those sites of some in one word that are of some classes.
    fn common(&self, at: usize, sites: u64, classes: Classes) -> u64;

    /// Whether a site is of some classes.
    fn has(&self, classes: Classes, site: u16) -> bool;

    /// Whether a jump can be made.
    #[inline(always)]
    fn allows(&self, entry: &Entry) -> bool {
        let Kind::Jump { over, hurdle, .. } = entry.kind else { return false };
        self.has(hurdle, over) && self.has(entry.accept, entry.to)
    }
}

/// All of them, for boards of few words: to look at the moves of many pieces.
pub(super) struct View<const ROW: usize>([[u64; 16]; ROW]);

impl<const ROW: usize> View<ROW> {
    /// What is on the board now.
    #[inline(always)]
    pub fn of(ctx: &Context<'_>) -> Self {
        let layout = &ctx.rules.layout;
        let rows = [0, 1 + usize::from(ctx.state.mover), 1].map(|index| ctx.state.row(layout, index));
        let mut words = [[0; 16]; ROW];
        for (at, sets) in words.iter_mut().enumerate() {
            let [empty, own, neutral] = rows.map(|row| row.get(at).copied().unwrap_or(0));
            for (class, sites) in [empty, own, neutral, !(empty | own | neutral)].into_iter().enumerate() {
                for set in 0..1 << class {
                    sets[1 << class | set] = sets[set] | sites;
                }
            }
        }
        Self(words)
    }
}

impl<const ROW: usize> Sets for View<ROW> {
    #[inline(always)]
    fn span(&self, _: (u16, u16)) -> Range<usize> {
        0..ROW
    }

    #[inline(always)]
    fn common(&self, at: usize, sites: u64, classes: Classes) -> u64 {
        sites & self.0[at][classes.bits()]
    }

    #[inline(always)]
    fn has(&self, classes: Classes, site: u16) -> bool {
        self.0[usize::from(site) / 64 % ROW][classes.bits()] >> (site % 64) & 1 == 1
    }
}

/// None of them beforehand, for large boards, where a piece has to do with few of the words.
pub(super) struct Live<'c, 'r>(pub &'c Context<'r>);

impl Sets for Live<'_, '_> {
    #[inline]
    fn span(&self, (first, end): (u16, u16)) -> Range<usize> {
        usize::from(first)..usize::from(end)
    }

    #[inline]
    fn common(&self, at: usize, sites: u64, classes: Classes) -> u64 {
        if sites == 0 { 0 } else { sites & word_of(classes, at, self.0) }
    }

    #[inline]
    fn has(&self, classes: Classes, site: u16) -> bool {
        classes.accept(self.0, usize::from(site))
    }
}

/// A move that is counted among others: a step of a rule to a site, or a jump.
pub(super) enum Counted<'m> {
    Step(u16, u16),
    Jump(&'m Entry),
}

/// The plans of all lists of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Masks {
    /// Words of a set, a power of two.
    pub row: usize,
    plans: Vec<Plan>,
    groups: Vec<Group>,
    rest: Vec<Entry>,
    words: Vec<u64>,
    /// Whether there is nothing but steps and jumps that ask for no more than classes.
    pub countable: bool,
    /// Whether any list has nothing but jumps over pieces of others.
    bars: bool,
}

impl Masks {
    /// Sorts the entries of all lists.
    pub fn of<'e>(sites: usize, lists: impl Iterator<Item = &'e [Entry]>) -> Self {
        let row = sites.div_ceil(64).next_power_of_two();
        let mut masks = Self { row, countable: true, ..Self::default() };
        for list in lists {
            masks.add(list);
        }
        masks
    }

    fn add(&mut self, list: &[Entry]) {
        let (groups, rest) = (self.groups.len() as u32, self.rest.len() as u32);
        for entry in list {
            let is_free = entry.test == Test::NONE && entry.guard == Test::NONE;
            self.countable &= is_free && matches!(entry.kind, Kind::Step | Kind::Jump { test: Test::NONE, .. });
            if entry.kind != Kind::Step || entry.test != Test::NONE {
                self.rest.push(*entry);
                continue;
            }
            let same = |group: &Group, words: &[u64]| {
                let at = group.mask as usize + usize::from(entry.to) / 64;
                (group.leaf, group.accept, group.guard) == (entry.leaf, entry.accept, entry.guard)
                    && words[at] >> (entry.to % 64) & 1 == 0
            };
            let known = self.groups[groups as usize..].iter().position(|group| same(group, &self.words));
            let index = known.map_or(self.groups.len(), |known| groups as usize + known);
            if known.is_none() {
                let mask = self.new_set();
                let span = (entry.to / 64, entry.to / 64 + 1);
                self.groups.push(Group { leaf: entry.leaf, accept: entry.accept, guard: entry.guard, mask, span });
            }
            let Group { mask, span, .. } = &mut self.groups[index];
            *span = (span.0.min(entry.to / 64), span.1.max(entry.to / 64 + 1));
            let mask = *mask;
            self.mark(mask, entry.to);
        }
        let jumps = self.rest[rest as usize..].to_vec();
        let others = |entry: &Entry| matches!(entry.kind, Kind::Jump { hurdle, .. } if hurdle == Classes::OTHERS || hurdle == Classes::NONE);
        let over = (!jumps.is_empty() && jumps.iter().all(others)).then(|| {
            let set = self.new_set();
            for entry in &jumps {
                if let Kind::Jump { over, hurdle, .. } = entry.kind
                    && hurdle == Classes::OTHERS
                {
                    self.mark(set, over);
                }
            }
            set
        });
        self.bars |= over.is_some() && groups as usize == self.groups.len();
        self.plans.push(Plan {
            groups: (groups, self.groups.len() as u32),
            rest: (rest, self.rest.len() as u32),
            over,
        });
    }

    fn new_set(&mut self) -> u32 {
        let start = self.words.len();
        self.words.resize(start + self.row, 0);
        start as u32
    }

    fn mark(&mut self, set: u32, site: u16) {
        self.words[set as usize + usize::from(site) / 64] |= 1 << (site % 64);
    }

    /// The plan of a list.
    #[inline]
    pub fn plan(&self, list: usize) -> &Plan {
        &self.plans[list]
    }

    /// Calls `visit` with the rule and the end of every step that can be made, until it says stop. `is_open` tells whether what
    /// is asked about the piece holds.
    #[inline]
    pub fn each_step(
        &self,
        plan: &Plan,
        ctx: &mut Context<'_>,
        is_open: impl Fn(Test, &mut Context<'_>) -> bool,
        mut visit: impl FnMut(u16, u16) -> bool,
    ) -> bool {
        for group in &self.groups[plan.groups.0 as usize..plan.groups.1 as usize] {
            let mut is_asked = group.guard == Test::NONE;
            for at in usize::from(group.span.0)..usize::from(group.span.1) {
                let mask = self.words[group.mask as usize + at];
                if mask == 0 {
                    continue;
                }
                let mut ends = mask & word_of(group.accept, at, ctx);
                if ends != 0 && !is_asked {
                    if !is_open(group.guard, ctx) {
                        break;
                    }
                    is_asked = true;
                }
                while ends != 0 {
                    let to = at as u16 * 64 + ends.trailing_zeros() as u16;
                    ends &= ends - 1;
                    if !visit(group.leaf, to) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// What a plan tries besides, where any of it may be made at all.
    #[inline]
    pub fn rest(&self, plan: &Plan, ctx: &Context<'_>) -> &[Entry] {
        let (first, end) = plan.rest;
        if first == end {
            return &[];
        }
        if let Some(over) = plan.over {
            let hurdles = &self.words[over as usize..][..self.row];
            let meets = |(at, &mask): (usize, &u64)| mask != 0 && mask & word_of(Classes::OTHERS, at, ctx) != 0;
            if !hurdles.iter().enumerate().any(meets) {
                return &[];
            }
        }
        &self.rest[first as usize..end as usize]
    }

    /// Whether a list has nothing but jumps over other pieces than the mover's, none of which is next to it.
    #[inline]
    pub fn is_barred(&self, list: usize, others: &[u64]) -> bool {
        let plan = &self.plans[list];
        let Some(over) = plan.over.filter(|_| plan.groups.0 == plan.groups.1) else { return false };
        self.words[over as usize..][..self.row].iter().zip(others).all(|(mask, others)| mask & others == 0)
    }

    /// The pieces of others than the mover, in as many words as a board has, for [`Masks::is_barred`]: none where that holds of no
    /// list.
    #[inline]
    pub fn others(&self, ctx: &Context<'_>) -> SmallVec<[u64; 4]> {
        let words = if self.bars { self.row.min(ctx.rules.layout.row) } else { 0 };
        (0..words).map(|at| word_of(Classes::OTHERS, at, ctx)).collect()
    }

    /// The ends of a group's steps in one word that can be made.
    #[inline(always)]
    fn ends(&self, group: &Group, at: usize, sets: &impl Sets) -> u64 {
        sets.common(at, self.words[group.mask as usize + at], group.accept)
    }

    /// The jumps of a plan, where any of them may be made at all.
    #[inline(always)]
    fn jumps(&self, plan: &Plan, sets: &impl Sets) -> &[Entry] {
        let (first, end) = plan.rest;
        if first == end {
            return &[];
        }
        if let Some(over) = plan.over {
            let mut met = 0;
            for at in sets.span((0, self.row as u16)) {
                met |= sets.common(at, self.words[over as usize + at], Classes::OTHERS);
            }
            if met == 0 {
                return &[];
            }
        }
        &self.rest[first as usize..end as usize]
    }

    /// How many moves a list makes, in a table of steps and jumps.
    #[inline(always)]
    pub fn count(&self, list: usize, sets: &impl Sets) -> u32 {
        let plan = &self.plans[list];
        let mut count = 0;
        for group in &self.groups[plan.groups.0 as usize..plan.groups.1 as usize] {
            for at in sets.span(group.span) {
                count += self.ends(group, at, sets).count_ones();
            }
        }
        for jump in self.jumps(plan, sets) {
            count += u32::from(sets.allows(jump));
        }
        count
    }

    /// The move of such a list that has `index` others before it.
    #[inline]
    pub fn nth(&self, list: usize, mut index: u32, sets: &impl Sets) -> Option<Counted<'_>> {
        let plan = &self.plans[list];
        for group in &self.groups[plan.groups.0 as usize..plan.groups.1 as usize] {
            for at in sets.span(group.span) {
                let ends = self.ends(group, at, sets);
                let here = ends.count_ones();
                if index < here {
                    return Some(Counted::Step(group.leaf, (at * 64) as u16 + bits::nth_bit(ends, index) as u16));
                }
                index -= here;
            }
        }
        self.jumps(plan, sets).iter().filter(|jump| sets.allows(jump)).nth(index as usize).map(Counted::Jump)
    }
}

/// One word of the set of the sites of some classes, sites that do not exist among them.
#[inline]
pub(super) fn word_of(classes: Classes, at: usize, ctx: &Context<'_>) -> u64 {
    let layout = &ctx.rules.layout;
    let empty = ctx.state.row(layout, 0)[at];
    if classes == Classes::EMPTY {
        return empty;
    }
    let own = ctx.state.row(layout, 1 + usize::from(ctx.state.mover))[at];
    let neutral = ctx.state.row(layout, 1)[at];
    let mut word = 0;
    for (class, sites) in [(0, empty), (1, own), (2, neutral), (3, !(empty | own | neutral))] {
        if classes.has(class) {
            word |= sites;
        }
    }
    word
}
