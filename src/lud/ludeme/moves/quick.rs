//! The moves of pieces whose rules only look at who is on which site, by tables.
//!
//! Most pieces step, leap, slide or jump by rules that ask of each site on the way nothing but its class: empty, own, neutral,
//! another's. What such a rule would try from a site is then a fixed list of entries, and to list the moves of a piece is to
//! go through the list with one look at each site. What a rule asks besides is kept as a test, asked last.

use super::classes::holds_between;
use super::entry::{Entry, Kind, Line, Test, Tests};
use super::masks::{Counted, Masks, Sets};
use super::settled::{classify, settle};
use super::{Leaf, MovesFn};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::{BINDS, LudMove};
use smallvec::SmallVec;

/// The entries of every component that has such rules only, from every site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quick {
    sites: usize,
    /// Which row of lists each component has.
    rows: Vec<Option<u16>>,
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// Length of the longest list of each row.
    longest: Vec<u32>,
    tests: Tests,
    /// The same entries, sorted so that steps are gone through by whole words.
    masks: Masks,
    /// Whether any of them are slides.
    slides: bool,
}

impl Quick {
    /// Works out the entries of the generators, where there are any of this kind; the pieces may be the mover's only.
    pub fn of(c: &Compiler, generators: &[MovesFn], by_component: &[Option<u16>], own: bool) -> Option<Self> {
        let features = &c.rules.features;
        if features.stacking {
            return None;
        }
        let sites = c.rules.topology.count(c.rules.default_type());
        let mut quick = Self {
            sites,
            rows: Vec::new(),
            starts: vec![0],
            entries: Vec::new(),
            longest: Vec::new(),
            tests: Tests::default(),
            masks: Masks::default(),
            slides: false,
        };
        for (what, generator) in by_component.iter().enumerate() {
            let lists = generator.and_then(|generator| {
                (0..sites)
                    .map(|site| entries_of(c, &generators[generator as usize], what, site, &mut quick.tests))
                    .collect::<Option<Vec<_>>>()
            });
            let Some(mut lists) = lists else {
                quick.rows.push(None);
                continue;
            };
            let owner = c.rules.owners[what];
            let is_settled = !features.owners_change && !features.teams;
            if (1..=c.rules.players).contains(&usize::from(owner)) && is_settled {
                for (site, list) in lists.iter_mut().enumerate() {
                    if own {
                        classify(list, &quick.tests, owner, c);
                    }
                    settle(list, &quick.tests, owner, site, c);
                }
            }
            let row = quick.row_with(&lists).unwrap_or_else(|| quick.add_row(lists));
            quick.rows.push(Some(row));
        }
        (!quick.longest.is_empty()).then(|| quick.sorted())
    }

    /// The row that has these lists already: kinds of pieces that differ in nothing but their names share one.
    fn row_with(&self, lists: &[Vec<Entry>]) -> Option<u16> {
        let has = |row: &u16| lists.iter().enumerate().all(|(site, list)| self.entries_in(*row, site) == &list[..]);
        (0..self.rows()).find(has)
    }

    fn add_row(&mut self, lists: Vec<Vec<Entry>>) -> u16 {
        let row = self.rows();
        self.longest.push(lists.iter().map(Vec::len).max().unwrap_or(0) as u32);
        for list in lists {
            self.entries.extend(list);
            self.starts.push(self.entries.len() as u32);
        }
        row
    }

    /// The same where no site was visited in the turn at hand, if less is asked then.
    #[must_use]
    pub fn unvisited(&self) -> Option<Self> {
        let mut tests = Tests::default();
        let mut eased = false;
        let mut ease = |test: &mut Test| {
            let Some(condition) = self.tests.condition(*test) else { return Some(()) };
            let rest = condition.unless_visited();
            eased |= rest.as_ref() != Some(condition);
            *test = tests.keep(rest)?;
            Some(())
        };
        let mut entries = self.entries.clone();
        for entry in &mut entries {
            ease(&mut entry.guard)?;
            ease(&mut entry.test)?;
            if let Kind::Jump { test, .. } = &mut entry.kind {
                ease(test)?;
            }
        }
        eased.then(|| Self { entries, tests, masks: Masks::default(), ..self.clone() }.sorted())
    }

    fn sorted(mut self) -> Self {
        if !self.entries.iter().any(Entry::is_tested) {
            self.tests = Tests::default();
        }
        let lists = self.starts.windows(2).map(|pair| &self.entries[pair[0] as usize..pair[1] as usize]);
        self.masks = Masks::of(self.sites, lists);
        self.slides = self.entries.iter().any(|entry| matches!(entry.kind, Kind::Slide { .. }));
        self
    }

    /// Whether more is asked of some moves than who is where.
    #[must_use]
    pub fn asks_more(&self) -> bool {
        !self.tests.are_none()
    }

    /// Whether pieces slide.
    #[must_use]
    pub fn has_slides(&self) -> bool {
        self.slides
    }

    /// What is asked of every piece before any of its entries, where that is the same for all of them.
    pub fn common_guard(&self) -> Option<&BoolFn> {
        let guard = self.entries.first()?.guard;
        self.tests.condition(guard).filter(|_| self.entries.iter().all(|entry| entry.guard == guard))
    }

    /// Whether the moves of a piece can be counted without going through them.
    #[must_use]
    pub fn is_countable(&self) -> bool {
        self.masks.countable
    }

    /// The entries from every site, the same for all components.
    pub fn for_sites(
        c: &Compiler,
        sites: usize,
        mut entries: impl FnMut(&Compiler, usize) -> Option<Vec<Entry>>,
    ) -> Option<Self> {
        if c.rules.features.stacking {
            return None;
        }
        let mut quick = Self {
            sites,
            rows: vec![Some(0); c.rules.components.len()],
            starts: vec![0],
            entries: Vec::new(),
            longest: vec![0],
            tests: Tests::default(),
            masks: Masks::default(),
            slides: false,
        };
        for site in 0..sites {
            quick.entries.extend(entries(c, site)?);
            quick.starts.push(quick.entries.len() as u32);
        }
        Some(quick.sorted())
    }

    /// Most entries of a component from any site, where it has such rules only.
    pub fn most(&self, what: usize) -> Option<u32> {
        self.rows[what].map(|row| self.longest[row as usize])
    }

    /// The entries of a component from a site, where it has such rules only.
    #[inline]
    pub fn from(&self, what: usize, site: usize) -> Option<&[Entry]> {
        let at = self.list(what, site)?;
        Some(&self.entries[self.starts[at] as usize..self.starts[at + 1] as usize])
    }

    /// How many rows of lists there are.
    pub fn rows(&self) -> u16 {
        self.longest.len() as u16
    }

    /// The row of a component, where it has such rules only.
    #[inline]
    pub fn row_of(&self, what: usize) -> Option<u16> {
        self.rows[what]
    }

    /// The entries of a row from a site.
    #[inline]
    pub fn entries_in(&self, row: u16, site: usize) -> &[Entry] {
        let at = usize::from(row) * self.sites + site;
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The list of a component from a site, where it has such rules only.
    #[inline]
    pub fn list(&self, what: usize, site: usize) -> Option<usize> {
        Some(self.rows[what]? as usize * self.sites + site)
    }
}

impl Quick {
    /// Goes through the moves that a list makes now, until `visit` says stop.
    #[inline]
    pub fn each_move(&self, list: usize, from: usize, ctx: &mut Context<'_>, mut visit: impl FnMut(LudMove) -> bool) {
        let plan = self.masks.plan(list);
        let is_open = |guard: Test, ctx: &mut Context<'_>| self.is_open(guard, from, ctx);
        if !self.masks.each_step(plan, ctx, is_open, |leaf, to| visit(stepped(leaf, from, to))) {
            return;
        }
        let rest = self.masks.rest(plan, ctx);
        if self.tests.are_none() {
            self.each::<false>(rest, from, ctx, visit);
        } else {
            self.each::<true>(rest, from, ctx, visit);
        }
    }

    /// The pieces of others than the mover, for [`Quick::is_barred`].
    #[inline]
    pub fn others(&self, ctx: &Context<'_>) -> SmallVec<[u64; 4]> {
        self.masks.others(ctx)
    }

    /// Whether a list has nothing but jumps over pieces of others, none of which is next to it.
    #[inline]
    pub fn is_barred(&self, list: usize, others: &[u64]) -> bool {
        self.masks.is_barred(list, others)
    }

    /// The step of a rule.
    #[inline]
    pub fn step(&self, leaf: u16, from: usize, to: u16) -> LudMove {
        stepped(leaf, from, to)
    }

    /// The jump of a rule over a site, among those of a row.
    #[inline]
    pub fn jump(&self, row: u16, leaf: u16, from: usize, hurdle: u16, to: u16) -> Option<LudMove> {
        let is_it = |entry: &&Entry| {
            entry.to == to && entry.leaf == leaf && matches!(entry.kind, Kind::Jump { over, .. } if over == hurdle)
        };
        self.entries_in(row, from).iter().find(is_it).map(|entry| made(entry, from))
    }

    /// How many words the sets of a table have whose moves can be counted.
    #[inline]
    pub fn row(&self) -> usize {
        self.masks.row
    }

    /// How many moves a list makes now, where that can be counted.
    #[inline(always)]
    pub fn count(&self, list: usize, sets: &impl Sets) -> u32 {
        self.masks.count(list, sets)
    }

    /// The move of a list that has `index` others before it, where they can be counted.
    #[inline]
    pub fn counted(&self, list: usize, index: u32, from: usize, sets: &impl Sets) -> Option<LudMove> {
        Some(match self.masks.nth(list, index, sets)? {
            Counted::Step(leaf, to) => stepped(leaf, from, to),
            Counted::Jump(jump) => made(jump, from),
        })
    }

    #[inline]
    fn each<const TESTED: bool>(
        &self,
        entries: &[Entry],
        from: usize,
        ctx: &mut Context<'_>,
        mut visit: impl FnMut(LudMove) -> bool,
    ) {
        let mut index = 0;
        let (mut guard, mut is_open) = (Test::NONE, true);
        while let Some(entry) = entries.get(index) {
            let to = usize::from(entry.to);
            index += 1;
            if TESTED && entry.guard != guard {
                guard = entry.guard;
                is_open = self.is_open(guard, from, ctx);
            }
            if TESTED && !is_open {
                continue;
            }
            let lands = match entry.kind {
                Kind::Step => entry.accept.accept(ctx, to),
                Kind::Jump { over, hurdle, .. } => {
                    hurdle.accept(ctx, usize::from(over)) && entry.accept.accept(ctx, to)
                }
                Kind::Slide { pass, lands, skip, .. } => {
                    let class = Classes::of(ctx, to);
                    if lands && entry.accept.has(class) {
                        index += usize::from(skip);
                        true
                    } else if pass.has(class) {
                        lands
                    } else {
                        index += usize::from(skip);
                        false
                    }
                }
            };
            if lands && (!TESTED || self.passes(entry, from, ctx)) && !visit(made_now(entry, from, ctx)) {
                return;
            }
        }
    }

    /// The move of one entry, where it can be made now.
    #[inline]
    pub fn nth_move(&self, entries: &[Entry], index: usize, from: usize, ctx: &mut Context<'_>) -> Option<LudMove> {
        let entry = entries.get(index)?;
        let to = usize::from(entry.to);
        let lands = match entry.kind {
            Kind::Step => entry.accept.accept(ctx, to),
            Kind::Jump { over, hurdle, .. } => hurdle.accept(ctx, usize::from(over)) && entry.accept.accept(ctx, to),
            Kind::Slide { pass, lands, distance, .. } => {
                lands
                    && entries[index + 1 - usize::from(distance)..index].iter().all(|passed| is_passed(passed, ctx))
                    && entry.accept.or(pass).accept(ctx, to)
            }
        };
        let is_tested = !self.tests.are_none();
        (lands && (!is_tested || (self.is_open(entry.guard, from, ctx) && self.passes(entry, from, ctx))))
            .then(|| made_now(entry, from, ctx))
    }

    /// Whether what is asked about the piece on a site holds.
    #[inline]
    fn is_open(&self, guard: Test, from: usize, ctx: &mut Context<'_>) -> bool {
        if guard == Test::NONE {
            return true;
        }
        let before = ctx.set(Register::From, from as i32);
        let is_open = self.tests.hold(guard, ctx);
        ctx.set(Register::From, before);
        is_open
    }

    /// Whether what is asked about a move besides classes holds.
    #[inline]
    fn passes(&self, entry: &Entry, from: usize, ctx: &mut Context<'_>) -> bool {
        let over = match entry.kind {
            Kind::Jump { over, test, .. } if test != Test::NONE => Some((over, test)),
            _ => None,
        };
        (entry.test == Test::NONE && over.is_none()) || self.is_tested(entry, over, from, ctx)
    }

    fn is_tested(&self, entry: &Entry, over: Option<(u16, Test)>, from: usize, ctx: &mut Context<'_>) -> bool {
        let registers = ctx.registers();
        ctx.set(Register::From, from as i32);
        let mut holds = true;
        if let Kind::Jump { over, .. } = entry.kind {
            ctx.set(Register::Between, i32::from(over));
        }
        if let Some((_, test)) = over {
            holds = self.tests.hold(test, ctx);
        }
        ctx.set(Register::To, i32::from(entry.to));
        holds = holds && self.tests.hold(entry.test, ctx);
        ctx.restore(registers);
        holds
    }
}

/// Whether a slide goes on over a site on its way: it may pass, and need not stop.
#[inline]
fn is_passed(entry: &Entry, ctx: &Context<'_>) -> bool {
    let Kind::Slide { pass, lands, .. } = entry.kind else { return false };
    let class = Classes::of(ctx, usize::from(entry.to));
    pass.has(class) && !(lands && entry.accept.has(class))
}

#[inline]
fn stepped(leaf: u16, from: usize, to: u16) -> LudMove {
    LudMove { leaf, from: from as i16, to: to as i16, binds: [0; BINDS] }
}

#[inline]
fn made(entry: &Entry, from: usize) -> LudMove {
    let binds: [i16; BINDS] = match entry.kind {
        Kind::Step => [0; BINDS],
        Kind::Jump { line, binds: [low, high], .. } => [i16::from(line), low, high, 0, 0],
        Kind::Slide { line: Line::Board(line), distance, .. } => [i16::from(line), i16::from(distance), 0, 0, 0],
        Kind::Slide { line: Line::Track(_), .. } => [0; BINDS],
    };
    LudMove { leaf: entry.leaf, from: from as i16, to: entry.to as i16, binds }
}

/// The move of an entry in the position at hand.
#[inline]
fn made_now(entry: &Entry, from: usize, ctx: &Context<'_>) -> LudMove {
    let mut chosen = made(entry, from);
    if let Kind::Slide { line: Line::Track(applied), .. } = entry.kind {
        chosen.binds[0] = i16::from(applied.accept(ctx, usize::from(entry.to)));
    }
    chosen
}

/// What a generator tries from a site, where it is of this kind.
pub(super) fn entries_of(
    c: &Compiler,
    generator: &MovesFn,
    what: usize,
    site: usize,
    tests: &mut Tests,
) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    add_entries(c, generator, what, site, None, tests, &mut entries)?;
    Some(entries)
}

fn add_entries(
    c: &Compiler,
    generator: &MovesFn,
    what: usize,
    site: usize,
    guard: Option<&BoolFn>,
    tests: &mut Tests,
    entries: &mut Vec<Entry>,
) -> Option<()> {
    let id = match generator {
        MovesFn::Or(list) => {
            for item in list {
                add_entries(c, item, what, site, guard, tests, entries)?;
            }
            return Some(());
        }
        MovesFn::If(parts) if parts.0.is_fixed(1 << Register::From as u16) => {
            let holds = c.on_empty_board(|ctx| holds_between(&parts.0, Register::From, site, site, ctx));
            let branch = if holds { &parts.1 } else { &parts.2 };
            return add_entries(c, branch, what, site, guard, tests, entries);
        }
        MovesFn::If(parts) => {
            let both = |condition: BoolFn| match guard {
                Some(guard) => BoolFn::And(vec![guard.clone(), condition]),
                None => condition,
            };
            let (yes, no) = (both(parts.0.clone()), both(BoolFn::Not(Box::new(parts.0.clone())).shortened(c)));
            add_entries(c, &parts.1, what, site, Some(&yes), tests, entries)?;
            return add_entries(c, &parts.2, what, site, Some(&no), tests, entries);
        }
        MovesFn::Leaf(id) => *id,
        _ => return None,
    };
    let node = &c.rules.leaves[id as usize];
    if !node.chain.captured.is_empty() || !node.chain.priors.is_empty() {
        return None;
    }
    let mut new = match &node.leaf {
        Leaf::Step(step) => step.entries(c, id, what, site, tests)?,
        Leaf::Leap(leap) => leap.entries(c, id, what, site, tests)?,
        Leaf::Hop(hop) => hop.entries(c, id, what, site, tests)?,
        Leaf::Slide(slide) => slide.entries(c, id, what, site)?,
        Leaf::TrackSlide(slide) => slide.entries(c, id, site)?,
        Leaf::FromTo(from_to) => from_to.entries(c, id, what, site, tests)?,
        _ => return None,
    };
    let guard = match (guard, node.leaf.start_condition()) {
        (Some(guard), Some(start)) => Some(BoolFn::And(vec![guard.clone(), start.clone()])),
        (one, other) => one.or(other).cloned(),
    };
    let guard = tests.keep(guard)?;
    for entry in &mut new {
        entry.guard = guard;
    }
    new.retain(Entry::may_hold);
    entries.extend(new);
    Some(())
}
