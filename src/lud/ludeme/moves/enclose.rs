//! `(enclose …)`: groups that have no free neighbour left.

use super::MovesFn;
use super::capture::captured;
use super::place::Start;
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler, Link, walk};
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;

/// An effect on groups next to a site that are enclosed.
#[derive(Debug, Clone, PartialEq)]
pub struct Enclose {
    start: Start,
    links: Links,
    /// Whether whole groups can be filled, targets being known for all sites at once.
    fills: bool,
    target: BoolFn,
    /// Whether targets may be empty sites; then the enclosing pieces must hang together.
    empty_targets: bool,
    /// How many empty sites a group may hold.
    exceptions: IntFn,
    effect: MovesFn,
}

impl Enclose {
    /// Compiles `(enclose …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let empty = Value::Empty;
        let between = call.get("between").call();
        let in_between = |slot| between.map_or(&empty, |between| between.get(slot));
        let mut start = Start::compile(c, call.get("from"), IntFn::LastTo)?;
        start.kind = c.site_type(call.get("type"));
        let mut empty_targets = false;
        if let Some(condition) = in_between("If").call() {
            walk(condition, &mut |inner| {
                empty_targets |= matches!((inner.name(), inner.keyword()), ("Is", Some("Empty")));
            });
        }
        let target = c.bool(in_between("If"))?;
        let exceptions = c.int_or(call.get("numException"), IntFn::Constant(0))?;
        let effect = c.with_then(call, |c| {
            c.inside(Link::Captures(Register::Between), |c| captured(c, call, in_between("effect"), Register::Between))
        })?;
        let links = Links::compile(c, call.get("type"), call.get("directions"))?;
        let fills = links.can_fill()
            && !c.rules.features.stacking
            && exceptions == IntFn::Constant(0)
            && target.is_setwise(Register::Between);
        let enclose = Self { start, links, fills, target, empty_targets, exceptions, effect };
        Ok(MovesFn::Enclose(Box::new(enclose)))
    }

    /// How sites hang together and what happens to each piece, where it is about enemies around where the last move went.
    #[must_use]
    pub fn of_enemies(&self, kind: SiteType) -> Option<(&Links, &MovesFn)> {
        let enemies = BoolFn::Class(Register::Between, Classes::OTHERS);
        let plain =
            self.fills && !self.empty_targets && self.start.is_free(kind, &IntFn::LastTo) && self.target == enemies;
        plain.then_some((&self.links, &self.effect))
    }

    /// Whether all sites that are enclosed hold pieces.
    pub(super) fn encloses_pieces(&self) -> bool {
        let holds_piece = |classes: Classes| classes.and(Classes::OCCUPIED) == classes;
        let is_about_pieces =
            |target: &BoolFn| matches!(target, BoolFn::Class(Register::Between, classes) if holds_piece(*classes));
        self.exceptions == IntFn::Constant(0) && is_about_pieces(&self.target)
    }

    /// What happens to each enclosed piece.
    pub(super) fn effect(&self) -> &MovesFn {
        &self.effect
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let Some(from) = self.start.eval(ctx) else { return };
        if ctx.what(kind, from) == 0 {
            return;
        }
        if self.fills {
            return self.fill(from, ctx, sink);
        }
        let registers = ctx.registers();
        let exceptions = self.exceptions.eval(ctx);
        let mut around: SmallVec<[i32; 8]> = SmallVec::new();
        for site in self.neighbours(from, ctx) {
            if !around.contains(&site) && (self.is_target(site, ctx) || (exceptions > 0 && ctx.what(kind, site) == 0)) {
                around.push(site);
            }
        }
        let mut checked = Bits::default();
        for site in around {
            if !checked.contains(site)
                && let Some(group) = self.enclosed(site, exceptions, &mut checked, ctx)
            {
                for &member in &group {
                    ctx.set(Register::Between, member);
                    self.effect.generate(ctx, sink);
                }
            }
        }
        ctx.restore(registers);
    }

    /// The same by whole groups, where targets are known for all sites at once.
    fn fill(&self, from: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let links = &self.links;
        let mut around = links.next_to(from);
        around.remove(from);
        let kind = self.start.kind;
        // Most of the time none of the few neighbours is a target.
        self.target.narrow(Register::Between, kind, &mut around, ctx);
        if around.is_empty() {
            return;
        }
        let mut targets = links.members(&self.target, Register::Between, ctx);
        let mut free = ctx.empty_sites(kind);
        free.subtract(&targets);
        let registers = ctx.registers();
        for site in self.neighbours(from, ctx) {
            if !targets.contains(site) || !around.contains(site) {
                continue;
            }
            // Most groups are free, which is seen soon.
            let mut left = targets.clone();
            if links.touches(site, &mut left, &free) {
                continue;
            }
            let mut group = std::mem::replace(&mut targets, left);
            group.subtract(&targets);
            if self.empty_targets && !self.is_ringed(site, &group, ctx) {
                continue;
            }
            // The members come in the order in which a search meets them.
            for member in self.in_order(site, &group, ctx) {
                ctx.set(Register::Between, i32::from(member));
                self.effect.generate(ctx, sink);
            }
        }
        ctx.restore(registers);
    }

    /// The members of a group in the order in which a search from one of them meets them.
    fn in_order(&self, first: i32, group: &Bits, ctx: &mut Context<'_>) -> SmallVec<[u16; 128]> {
        let mut left = group.clone();
        left.remove(first);
        let mut order: SmallVec<[u16; 128]> = SmallVec::new();
        order.push(first as u16);
        let mut next = 0;
        while next < order.len() && !left.is_empty() {
            for to in self.neighbours(i32::from(order[next]), ctx) {
                if left.contains(to) {
                    left.remove(to);
                    order.push(to as u16);
                }
            }
            next += 1;
        }
        order
    }

    fn neighbours(&self, site: i32, ctx: &mut Context<'_>) -> SmallVec<[i32; 16]> {
        let mut found = SmallVec::new();
        self.links.neighbours(ctx, site, |_, to| found.push(to));
        found
    }

    fn is_target(&self, site: i32, ctx: &mut Context<'_>) -> bool {
        ctx.set(Register::Between, site);
        self.target.eval(ctx)
    }

    /// The group of targets around a site, where it is enclosed.
    fn enclosed(
        &self,
        first: i32,
        exceptions: i32,
        checked: &mut Bits,
        ctx: &mut Context<'_>,
    ) -> Option<SmallVec<[i32; 32]>> {
        let kind = self.start.kind;
        let mut left = exceptions;
        if left > 0 && ctx.what(kind, first) == 0 {
            left -= 1;
        }
        let mut members = Bits::default();
        let mut group: SmallVec<[i32; 32]> = smallvec::smallvec![first];
        members.insert(first);
        let mut next = 0;
        while next < group.len() {
            let site = group[next];
            for to in self.neighbours(site, ctx) {
                if members.contains(to) {
                    continue;
                }
                if !self.is_target(to, ctx) {
                    if ctx.what(kind, to) != 0 {
                        continue;
                    }
                    if left == 0 {
                        return None;
                    }
                    left -= 1;
                }
                members.insert(to);
                group.push(to);
            }
            checked.insert(site);
            next += 1;
        }
        // Without exceptions an empty neighbour has ended the search by now.
        let closed = (exceptions == 0 && !self.empty_targets) || self.has_ring(&group, &members, ctx);
        closed.then_some(group)
    }

    /// Whether all around a group is taken, by pieces that hang together where targets may be empty.
    fn has_ring(&self, group: &[i32], members: &Bits, ctx: &mut Context<'_>) -> bool {
        let kind = self.start.kind;
        let mut ring = Bits::default();
        let mut first = None;
        for &site in group {
            for to in self.neighbours(site, ctx) {
                if members.contains(to) || ring.contains(to) {
                    continue;
                }
                let open = if self.empty_targets { self.is_target(to, ctx) } else { ctx.what(kind, to) == 0 };
                if open {
                    return false;
                }
                first = first.or(Some(to));
                ring.insert(to);
            }
        }
        !self.empty_targets || first.is_some_and(|first| self.hangs_together(first, ring, ctx))
    }

    /// The same for a group that was filled from a site, whose neighbours are no targets.
    fn is_ringed(&self, start: i32, group: &Bits, ctx: &mut Context<'_>) -> bool {
        // The search began next to a piece that is no target, so that the first of the ring is found here.
        let first = self.neighbours(start, ctx).into_iter().find(|&to| !group.contains(to));
        first.is_some_and(|first| self.hangs_together(first, self.links.around(group), ctx))
    }

    /// Whether pieces form a chain from the first to the last, each next to the one before.
    fn hangs_together(&self, first: i32, mut ring: Bits, ctx: &Context<'_>) -> bool {
        let topology = &ctx.rules.topology;
        let mut at = first;
        for _ in 1..ring.len() {
            ring.remove(at);
            let steps = topology.steps_within(self.start.kind, at as usize, AbsoluteDirection::All);
            let Some(&next) = steps.iter().find(|&&to| ring.contains(i32::from(to))) else { return false };
            at = i32::from(next);
        }
        true
    }
}
