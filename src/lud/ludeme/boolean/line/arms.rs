//! Lines whose length and shape are known beforehand: what lies on both sides of every site.

use super::Line;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::context::Context;
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

impl Arms {
    /// The arms of a test, where it is one of the plain kind: a fixed number of pieces without gaps, through one site.
    pub fn of(c: &Compiler, line: &Line) -> Option<Self> {
        let constant = |flag: &BoolFn| match flag {
            BoolFn::Constant(truth) => Some(*truth),
            _ => None,
        };
        let length = u32::try_from(line.length.constant()?).ok().filter(|&length| length > 1)?;
        let exact = constant(&line.exact)?;
        let opposites = constant(&line.opposites)?;
        let plain = constant(&line.contiguous)? && line.kinds.constant() == Some(1);
        if !plain
            || line.condition.is_some()
            || line.kind != c.rules.default_type()
            || c.rules.features.stacking
            || line.through_any.is_some()
        {
            return None;
        }
        let topology = &c.rules.topology;
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
                arms.axes.push(Axis { arm, opposites });
            }
            arms.starts.push(arms.axes.len() as u32);
        }
        Some(arms)
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
        let run = |arm: &Range<u32>| {
            let sites = &self.sites[arm.start as usize..arm.end as usize];
            sites.iter().take_while(|&&site| holds(site)).count() as u32
        };
        let makes = |count: u32| if self.exact { count == self.length } else { count >= self.length };
        let axes = &self.axes[self.starts[pivot] as usize..self.starts[pivot + 1] as usize];
        axes.iter().any(|axis| {
            let count = 1 + run(&axis.arm);
            if axis.opposites.is_empty() {
                return makes(count);
            }
            // More than enough on one side alone is enough, unless the number is exact.
            (!self.exact && count >= self.length) || axis.opposites.iter().any(|opposite| makes(count + run(opposite)))
        })
    }
}

impl Line {
    /// Whether it asks for an unbroken line of one component through where the last move went.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.arms.is_some() && self.through == IntFn::LastTo && self.what.is_empty() && self.who.is_none()
    }

    /// Whether a line of the plain kind runs through a site; `holds` tells which other sites can belong to it.
    #[inline]
    pub fn plain_through(&self, site: usize, holds: impl Fn(u16) -> bool) -> bool {
        self.arms.as_ref().is_none_or(|arms| arms.line_through(site, holds))
    }

    /// The answer for a line of the plain kind.
    pub(super) fn by_arms(&self, arms: &Arms, ctx: &mut Context<'_>) -> bool {
        let pivot = self.through.eval(ctx);
        let layout = &ctx.rules.layout;
        if pivot < 0 || pivot as usize >= ctx.rules.topology.count(self.kind) {
            return false;
        }
        let pivot = pivot as usize;
        if let Some(who) = self.who.as_ref().filter(|_| self.what.is_empty()) {
            let who = who.eval(ctx);
            let owners = &ctx.rules.owners;
            let state = &*ctx.state;
            let holds = |site: u16| {
                let what = state.what(layout, usize::from(site));
                what != 0 && i32::from(owners[what]) == who
            };
            return holds(pivot as u16) && arms.line_through(pivot, holds);
        }
        if self.what.is_empty() {
            let state = &*ctx.state;
            let here = state.what(layout, pivot);
            return arms.line_through(pivot, |site| state.what(layout, usize::from(site)) == here);
        }
        let mut wanted = super::Whats::new();
        for what in &self.what {
            wanted.push(what.eval(ctx));
        }
        let state = &*ctx.state;
        let holds = |site: u16| wanted.contains(&(state.what(layout, usize::from(site)) as i32));
        holds(pivot as u16) && arms.line_through(pivot, holds)
    }
}
