//! Lines whose length and shape are known beforehand: what lies on both sides of every site.

use super::Line;
use crate::lud::board::{SiteType, Topology};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::int::{IntFn, SizeFn};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::rules::Rules;
use std::ops::Range;

/// What an unbroken line through a site has to be like, and the arms that it can be made of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Arms {
    /// How many pieces make a line.
    pub length: u32,
    /// Whether more than that make none.
    pub exact: bool,
    /// Where the axes of each site begin.
    starts: Vec<u32>,
    axes: Vec<Axis>,
    sites: Vec<u16>,
}

/// One way in which a line can run through a site.
#[derive(Debug, Clone, PartialEq)]
struct Axis {
    arm: Range<u32>,
    /// The arms that go on with it on the other side.
    opposites: Vec<Range<u32>>,
}

impl Axis {
    /// How many sites there are at most for a line, with the one that it runs through.
    fn sites(&self) -> usize {
        1 + self.arm.len() + self.opposites.iter().map(Range::len).max().unwrap_or(0)
    }
}

impl Arms {
    /// The arms of a test, where it is one of the plain kind: a fixed number of pieces without gaps, through one site.
    pub fn of(c: &Compiler, line: &Line) -> Option<Self> {
        let length = u32::try_from(line.length.constant()?).ok().filter(|&length| length > 1)?;
        if line.asks_one_kind() { Self::unbroken(c, line, length) } else { None }
    }

    /// The same where the number depends on the position: whole arms.
    pub fn of_any_length(c: &Compiler, line: &Line) -> Option<Self> {
        let varies = line.length.constant().is_none() && line.through_any.is_none() && line.asks_one_kind();
        if varies { Self::unbroken(c, line, u32::MAX) } else { None }
    }

    /// The same where the pieces have to be of several kinds, whole arms: where too few of them are in a row, there is no line.
    pub fn of_several_kinds(c: &Compiler, line: &Line) -> Option<Self> {
        let asks_more = !line.asks_one_kind() && line.through_any.is_none();
        if asks_more && line.exact == BoolFn::Constant(false) { Self::unbroken(c, line, u32::MAX) } else { None }
    }

    fn unbroken(c: &Compiler, line: &Line, length: u32) -> Option<Self> {
        let constant = |flag: &BoolFn| match flag {
            BoolFn::Constant(truth) => Some(*truth),
            _ => None,
        };
        let exact = constant(&line.exact)?;
        let opposites = constant(&line.opposites)?;
        let plain = constant(&line.contiguous)?;
        // The site that a line has to run through stands in a register where there are several.
        let asks_pivot = || line.what.iter().chain(&line.who).any(|number| !number.is_apart(Register::To));
        if (line.through_any.is_some() && asks_pivot())
            || !plain
            || !line.is_asked_beforehand()
            || line.kind != c.rules.default_type()
            || c.rules.features.stacking
        {
            return None;
        }
        let arms = Self::lay_out(&c.rules.topology, line, length, exact, opposites);
        Some(match &line.condition {
            Some(condition) => arms.kept(c, condition),
            None => arms,
        })
    }

    /// The arms of a test by levels of stacks, where it is one of the plain kind: a fixed number of pieces that are like the
    /// one on top of where the last move went.
    pub fn in_space(rules: &Rules, line: &Line) -> Option<Self> {
        let length = u32::try_from(line.length.constant()?).ok().filter(|&length| length > 1)?;
        let plain = rules.features.stacking
            && line.by_level == BoolFn::Constant(true)
            && line.exact == BoolFn::Constant(false)
            && line.kind == rules.default_type()
            && line.through == IntFn::LastTo
            && line.what.is_empty()
            && line.who.is_none();
        // Ludii goes on counting levels from one opposite to the next, which only the slow way does.
        Some(Self::lay_out(&rules.topology, line, length, false, true))
            .filter(|arms| plain && arms.axes.iter().all(|axis| axis.opposites.len() <= 1))
    }

    /// The arms of a test for pieces that lie alone on their sites in a game with stacks, where it is else one of the plain kind.
    pub fn of_lone(rules: &Rules, line: &Line) -> Option<Self> {
        let length = u32::try_from(line.length.constant()?).ok().filter(|&length| length > 1)?;
        let no = BoolFn::Constant(false);
        let plain = rules.features.stacking
            && (&line.by_level, &line.exact) == (&no, &no)
            && line.kind == rules.default_type()
            && line.through_any.is_none()
            && line.what.is_empty()
            && line.who.is_none()
            && line.condition.as_ref().is_some_and(|condition| asks_one_piece(condition, line.kind));
        // Ludii looks along opposites whatever is said.
        plain.then(|| Self::lay_out(&rules.topology, line, length, false, true))
    }

    /// The arms through every site.
    pub(super) fn lay_out(topology: &Topology, line: &Line, length: u32, exact: bool, opposites: bool) -> Self {
        let mut arms = Self { length, exact, starts: vec![0], axes: Vec::new(), sites: Vec::new() };
        for pivot in 0..topology.count(line.kind) {
            let radials = topology.radials(line.kind, pivot, line.direction);
            for &index in topology.distinct(line.kind, pivot, line.direction) {
                let radial = &radials[index as usize];
                let arm = arms.keep(&radial.sites);
                let opposites = if opposites {
                    radial.opposites.iter().map(|sites| arms.keep(sites)).collect()
                } else {
                    Vec::new()
                };
                // No line fits in where there are too few sites.
                let axis = Axis { arm, opposites };
                if length == u32::MAX || axis.sites() >= length as usize {
                    arms.axes.push(axis);
                }
            }
            arms.starts.push(arms.axes.len() as u32);
        }
        arms
    }

    /// As much of the arms as meets a condition about their sites and the site that lines run through, where the last move went.
    fn kept(&self, c: &Compiler, condition: &BoolFn) -> Self {
        let mut kept =
            Self { length: self.length, exact: self.exact, starts: vec![0], axes: Vec::new(), sites: Vec::new() };
        c.on_empty_board(|ctx| {
            let before = (ctx.state.last.to, ctx.get(Register::To));
            for pivot in 0..self.starts.len() - 1 {
                ctx.state.last.to = pivot as i32;
                let mut meets = |site: u16| {
                    ctx.set(Register::To, i32::from(site));
                    condition.eval(ctx)
                };
                // Where the site itself does not meet it, there is no line.
                if meets(pivot as u16) {
                    for axis in &self.axes[self.starts[pivot] as usize..self.starts[pivot + 1] as usize] {
                        let mut cut = |arm: &Range<u32>| {
                            let start = kept.sites.len() as u32;
                            let sites = self.sites[arm.start as usize..arm.end as usize].iter().copied();
                            kept.sites.extend(sites.take_while(|&site| meets(site)));
                            start..kept.sites.len() as u32
                        };
                        let axis = Axis { arm: cut(&axis.arm), opposites: axis.opposites.iter().map(cut).collect() };
                        if axis.sites() >= self.length as usize || self.length == u32::MAX {
                            kept.axes.push(axis);
                        }
                    }
                }
                kept.starts.push(kept.axes.len() as u32);
            }
            ctx.state.last.to = before.0;
            ctx.set(Register::To, before.1);
        });
        kept
    }

    /// Keeps as much of an arm as can matter.
    fn keep(&mut self, sites: &[u16]) -> Range<u32> {
        let start = self.sites.len() as u32;
        self.sites.extend(sites.iter().skip(1).take(self.length as usize));
        start..self.sites.len() as u32
    }

    /// Whether a line runs through a site; `holds` tells which sites can belong to it, the site itself does.
    #[inline]
    pub fn line_through(&self, pivot: usize, holds: impl Fn(u16) -> bool) -> bool {
        self.line_of(self.length, pivot, holds)
    }

    /// The same for another number of pieces that make a line.
    #[inline]
    pub fn line_of(&self, length: u32, pivot: usize, holds: impl Fn(u16) -> bool) -> bool {
        let run = |arm: &Range<u32>| {
            let sites = &self.sites[arm.start as usize..arm.end as usize];
            sites.iter().take_while(|&&site| holds(site)).count() as u32
        };
        let makes = |count: u32| if self.exact { count == length } else { count >= length };
        let axes = &self.axes[self.starts[pivot] as usize..self.starts[pivot + 1] as usize];
        axes.iter().any(|axis| {
            let count = 1 + run(&axis.arm);
            if axis.opposites.is_empty() {
                return makes(count);
            }
            // More than enough on one side alone is enough, unless the number is exact.
            (!self.exact && count >= length) || axis.opposites.iter().any(|opposite| makes(count + run(opposite)))
        })
    }
}

impl Arms {
    /// Whether a line in space runs through the top of a stack, at a level counted from 0; `holds` tells which sites have a
    /// piece that can belong to it at which level, the top itself has.
    #[inline]
    pub fn line_in_space(&self, pivot: usize, top: i32, holds: impl Fn(u16, i32) -> bool) -> bool {
        let length = self.length as i32;
        if top + 1 >= length && (1..length).all(|below| holds(pivot as u16, top - below)) {
            return true;
        }
        // Counts pieces along an arm; levels change by `rise` from each site to the next.
        let climb = |arm: &Range<u32>, rise: i32| {
            let sites = &self.sites[arm.start as usize..arm.end as usize];
            let mut level = top;
            let mut count = 0;
            for &site in sites {
                level += rise;
                if level < 0 || !holds(site, level) {
                    break;
                }
                count += 1;
            }
            count
        };
        let axes = &self.axes[self.starts[pivot] as usize..self.starts[pivot + 1] as usize];
        axes.iter().any(|axis| {
            [0, -1, 1].into_iter().any(|rise| {
                let count = 1 + climb(&axis.arm, rise);
                count >= length || axis.opposites.iter().any(|opposite| count + climb(opposite, -rise) >= length)
            })
        })
    }
}

/// The sites that all have to hold a piece for a line, and those that must not.
pub type Window = (Vec<u16>, Vec<u16>);

impl Arms {
    /// The ways in which a line may run through a site.
    pub(super) fn windows(&self, pivot: usize) -> Vec<Window> {
        let others = self.length as usize - 1;
        let sites = |arm: &Range<u32>| &self.sites[arm.start as usize..arm.end as usize];
        let mut windows = Vec::new();
        // As many sites of an arm as are part of the line, and the next one, where there must be no more.
        let mut add = |parts: &[(&[u16], usize)]| {
            if parts.iter().any(|(arm, taken)| arm.len() < *taken) {
                return;
            }
            let mut held = vec![pivot as u16];
            held.extend(parts.iter().flat_map(|(arm, taken)| &arm[..*taken]));
            let after = parts.iter().filter_map(|(arm, taken)| arm.get(*taken).copied());
            windows.push((held, if self.exact { after.collect() } else { Vec::new() }));
        };
        for axis in &self.axes[self.starts[pivot] as usize..self.starts[pivot + 1] as usize] {
            let arm = sites(&axis.arm);
            if axis.opposites.is_empty() || !self.exact {
                add(&[(arm, others)]);
            }
            for opposite in &axis.opposites {
                for taken in 0..=others {
                    add(&[(arm, taken), (sites(opposite), others - taken)]);
                }
            }
        }
        windows
    }

    fn windows_in_space(&self, pivot: usize, level: i32, room: i32) -> Vec<Vec<(usize, i32)>> {
        let length = self.length as usize;
        let arm = |arm: &Range<u32>, rise: i32| -> Vec<(usize, i32)> {
            let sites = self.sites[arm.start as usize..arm.end as usize].iter();
            sites.zip(1..).map(|(&site, step)| (usize::from(site), level + rise * step)).collect()
        };
        let mut rows = vec![(0..room).map(|level| (pivot, level)).collect::<Vec<_>>()];
        for axis in &self.axes[self.starts[pivot] as usize..self.starts[pivot + 1] as usize] {
            for rise in [0, -1, 1] {
                let mut row = axis.opposites.first().map_or_else(Vec::new, |opposite| arm(opposite, -rise));
                row.reverse();
                row.push((pivot, level));
                row.extend(arm(&axis.arm, rise));
                rows.push(row);
            }
        }
        let fits = |window: &&[(usize, i32)]| {
            window.contains(&(pivot, level)) && window.iter().all(|place| (0..room).contains(&place.1))
        };
        rows.iter().flat_map(|row| row.windows(length).filter(fits)).map(<[_]>::to_vec).collect()
    }
}

/// Whether a condition says that there is one piece on the site in the register `to`, where there is any.
fn asks_one_piece(condition: &BoolFn, kind: SiteType) -> bool {
    let parts = match condition {
        BoolFn::SiteTable(table) => return asks_one_piece(table.parts().3, kind),
        BoolFn::Compare(Comparison::Equal, parts) => parts,
        _ => return false,
    };
    let is_height = |number: &IntFn| match number {
        IntFn::Size(size) => matches!(
            &**size,
            SizeFn::Stack(of, SitesFn::At(IntFn::Register(Register::To))) if *of == kind
        ),
        _ => false,
    };
    match &**parts {
        (height, IntFn::Constant(1)) | (IntFn::Constant(1), height) => is_height(height),
        _ => false,
    }
}

impl Line {
    /// Whether it asks for a line in space, by levels of stacks, of components like the one just put down.
    #[must_use]
    pub fn is_plain_in_space(&self) -> bool {
        self.space.is_some()
    }

    /// The test for a line like the piece just put down that holds wherever this one does, if that piece is taken for one of
    /// the player who has to own the line; where it asks for a line in space and no row is so long that a line fits in beside
    /// the piece.
    #[must_use]
    pub fn in_space_of_anyone(&self, rules: &Rules) -> Option<Self> {
        let mut line = self.clone();
        line.who.take()?;
        let arms = Arms::in_space(rules, &line)?;
        let is_short = |arm: &Range<u32>| arm.len() < arms.length as usize;
        let fits = arms.axes.iter().all(|axis| is_short(&axis.arm) && axis.opposites.iter().all(is_short));
        line.space = Some(arms).filter(|_| fits);
        line.space.is_some().then_some(line)
    }

    /// The lines in space through a site at a level: as many sites and levels each as make a line, none above `room`.
    #[must_use]
    pub fn windows_in_space(&self, site: usize, level: i32, room: i32) -> Vec<Vec<(usize, i32)>> {
        self.space.as_ref().map_or_else(Vec::new, |arms| arms.windows_in_space(site, level, room))
    }

    /// Whether it asks nothing of the sites of a line but what is known once it is known where the last move went.
    fn is_asked_beforehand(&self) -> bool {
        let known = 1 << Register::To as u16 | 1 << Register::Last as u16;
        let is_known = |condition: &BoolFn| {
            self.through == IntFn::LastTo && self.through_any.is_none() && condition.is_fixed(known)
        };
        self.condition.as_ref().is_none_or(is_known)
    }

    /// Whether it asks for an unbroken line of one component through where the last move went.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.is_plain_through(&IntFn::LastTo)
    }

    /// Whether it asks for an unbroken line, through a site, of the component that is there.
    #[must_use]
    pub fn is_plain_through(&self, site: &IntFn) -> bool {
        self.arms.is_some() && self.through == *site && self.what.is_empty() && self.who.is_none()
    }

    /// The same in a game with stacks, where its pieces have to lie alone on their sites.
    #[must_use]
    pub fn is_lone_through(&self, site: &IntFn) -> bool {
        self.lone.is_some() && self.through == *site
    }

    /// The same as [`Line::is_plain_through`], whoever is asked to own it.
    #[must_use]
    pub fn is_owned_through(&self, site: &IntFn) -> bool {
        self.arms.is_some() && self.through == *site && self.what.is_empty()
    }

    /// Who has to own an unbroken line through where the last move went, whatever components it is made of.
    #[must_use]
    pub fn owner_through_last(&self) -> Option<&IntFn> {
        self.who.as_ref().filter(|_| self.is_owned_through(&IntFn::LastTo))
    }

    /// The components that a line of the plain kind through where the last move went is made of, where they are given.
    #[must_use]
    pub fn components(&self) -> Option<Vec<i32>> {
        let is_given = self.arms.is_some() && self.through == IntFn::LastTo && !self.what.is_empty();
        if is_given { self.what.iter().map(IntFn::constant).collect() } else { None }
    }

    /// How many pieces make a line of the plain kind, and the lines that run through a site from end to end; nothing where an
    /// end leads on to more than one.
    #[must_use]
    pub fn rows_through(&self, topology: &Topology, site: usize) -> Option<(u32, Vec<Vec<u16>>)> {
        let length = self.arms.as_ref().filter(|_| self.opposites == BoolFn::Constant(true))?.length;
        let radials = topology.radials(self.kind, site, self.direction);
        let row = |&index: &u16| {
            let radial = &radials[usize::from(index)];
            let mut row = match &radial.opposites[..] {
                [] => vec![site as u16],
                [opposite] => opposite.iter().rev().copied().collect(),
                _ => return None,
            };
            row.extend_from_slice(&radial.sites[1..]);
            Some(row)
        };
        let rows = topology.distinct(self.kind, site, self.direction).iter().map(row).collect::<Option<_>>()?;
        Some((length, rows))
    }

    /// The ways in which a line of the plain kind, or of pieces that lie alone, may run through a site.
    #[must_use]
    pub fn windows(&self, site: usize) -> Vec<Window> {
        self.arms.as_ref().or(self.lone.as_ref()).map_or_else(Vec::new, |arms| arms.windows(site))
    }

    /// Whether a line of the plain kind runs through a site; `holds` tells which other sites can belong to it.
    #[inline]
    pub fn plain_through(&self, site: usize, holds: impl Fn(u16) -> bool) -> bool {
        self.arms.as_ref().is_none_or(|arms| arms.line_through(site, holds))
    }

    /// The answer for a line of the plain kind through any of some sites. One that is not on the board ends the whole test.
    pub(super) fn by_any_arms(&self, arms: &Arms, pivots: &Bits, ctx: &mut Context<'_>) -> bool {
        let sites = ctx.rules.topology.count(self.kind) as i32;
        let on_board = || pivots.iter().take_while(|&pivot| pivot < sites);
        if let Some(who) = self.who.as_ref().filter(|_| self.what.is_empty())
            && let Some(row) = row_of(who.eval(ctx), ctx.rules)
        {
            let (state, layout) = (&*ctx.state, &ctx.rules.layout);
            let holds = |site: u16| state.is_in_row(layout, row, usize::from(site));
            return on_board().any(|pivot| holds(pivot as u16) && arms.line_through(pivot as usize, holds));
        }
        if let Some(wanted) = self.wanted(ctx) {
            let (state, layout) = (&*ctx.state, &ctx.rules.layout);
            let holds = |site: u16| wanted >> state.what(layout, usize::from(site)) & 1 == 1;
            return on_board().any(|pivot| holds(pivot as u16) && arms.line_through(pivot as usize, holds));
        }
        on_board().any(|pivot| self.by_arms(arms, arms.length, pivot, ctx))
    }

    /// The components that a line is made of, by bits, where they are given and there are not too many.
    fn wanted(&self, ctx: &mut Context<'_>) -> Option<u64> {
        if self.what.is_empty() || ctx.rules.owners.len() > 64 {
            return None;
        }
        let bit = |what: i32| u32::try_from(what).ok().and_then(|what| 1u64.checked_shl(what)).unwrap_or(0);
        Some(self.what.iter().fold(0, |wanted, what| wanted | bit(what.eval(ctx))))
    }

    /// Whether all of its pieces may be of one kind.
    fn asks_one_kind(&self) -> bool {
        self.kinds.constant() == Some(1)
    }

    /// The answer for a line of the plain kind.
    pub(super) fn by_arms(&self, arms: &Arms, length: u32, pivot: i32, ctx: &mut Context<'_>) -> bool {
        let layout = &ctx.rules.layout;
        if pivot < 0 || pivot as usize >= ctx.rules.topology.count(self.kind) {
            return false;
        }
        let pivot = pivot as usize;
        if let Some(who) = self.who.as_ref().filter(|_| self.what.is_empty()) {
            let who = who.eval(ctx);
            let owners = &ctx.rules.owners;
            let state = &*ctx.state;
            if let Some(row) = row_of(who, ctx.rules) {
                let holds = |site: u16| state.is_in_row(layout, row, usize::from(site));
                return holds(pivot as u16) && arms.line_of(length, pivot, holds);
            }
            let holds = |site: u16| {
                let what = state.what(layout, usize::from(site));
                what != 0 && i32::from(owners[what]) == who
            };
            return holds(pivot as u16) && arms.line_of(length, pivot, holds);
        }
        if self.what.is_empty() {
            let state = &*ctx.state;
            let here = state.what(layout, pivot);
            return arms.line_of(length, pivot, |site| state.what(layout, usize::from(site)) == here);
        }
        if let Some(wanted) = self.wanted(ctx) {
            let state = &*ctx.state;
            let holds = |site: u16| wanted >> state.what(layout, usize::from(site)) & 1 == 1;
            return holds(pivot as u16) && arms.line_of(length, pivot, holds);
        }
        let mut wanted = super::Whats::new();
        for what in &self.what {
            wanted.push(what.eval(ctx));
        }
        let state = &*ctx.state;
        let holds = |site: u16| wanted.contains(&(state.what(layout, usize::from(site)) as i32));
        holds(pivot as u16) && arms.line_of(length, pivot, holds)
    }
}

/// The row of sites of an owner, where a state keeps it: pieces do not change hands.
fn row_of(owner: i32, rules: &Rules) -> Option<usize> {
    let row = usize::try_from(owner + 1).ok().filter(|row| (1..rules.layout.rows).contains(row))?;
    (!rules.features.owners_change).then_some(row)
}
