//! `(move Slide …)`: a piece moves along a line as far as it is free.

mod by_class;

use self::by_class::ByClass;
use super::classes::classes_at;
use super::entry::{Entry, slide_entries};
use super::lines::{Rays, Stop};
use super::place::{Apply, FAR, Start, holds, range_or};
use super::step::{moved, stack_moved};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::{AbsoluteDirection, Radial, RelationType, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{Plain, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;

/// A slide along a line. Own binds: which of the lines from the site, and how far.
#[derive(Debug, Clone, PartialEq)]
pub struct Slide {
    start: Start,
    directions: DirectionFn,
    /// Where they lead, where that is known beforehand.
    rays: Option<Rays>,
    /// The slots where it is not.
    loose: Option<Loose>,
    span: RangeFn,
    /// Where it may pass; empty sites where it is not said.
    go: Option<BoolFn>,
    /// Where it must stop.
    stop: Option<BoolFn>,
    /// Which of its moves are kept (`(apply if:…)` of `to`).
    keep: Option<BoolFn>,
    apply: Apply,
    over: Apply,
    /// What it leaves behind on its way.
    trail: Option<IntFn>,
    /// Whether the whole stack slides.
    stack: bool,
    /// What decides about its moves, where it is nothing but the classes of sites.
    by_class: Option<ByClass>,
}

/// Slots for the sites of lines that the position decides.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Loose {
    /// The most lines.
    lines: u32,
    /// The shortest distance.
    first: u32,
    /// How many distances there are at most.
    reach: u32,
}

impl Loose {
    fn of(c: &Compiler, kind: SiteType, directions: &DirectionFn, span: &RangeFn) -> Option<Self> {
        let lines = directions.most_lines(c, kind)? as u32;
        let topology = &c.rules.topology;
        let all = topology.supported(kind, RelationType::All);
        let radials = |site| all.iter().flat_map(move |&direction| topology.radials(kind, site, direction));
        let longest = (0..topology.count(kind)).flat_map(radials).map(|radial| radial.sites.len() as i32 - 1).max()?;
        let first = span.min.constant().unwrap_or(1).max(1);
        let last = span.max.constant().unwrap_or(FAR).min(longest);
        (lines > 0 && last >= first).then_some(Self { lines, first: first as u32, reach: (last - first) as u32 + 1 })
    }
}

/// How pieces slide along lines.
#[derive(Debug, Clone, Copy)]
pub struct Gliding<'s> {
    /// Where they may pass, by the site in the registers `between` and `to`; empty sites where it is not said.
    pub go: Option<&'s BoolFn>,
    /// Where they stop, by the site in the register `to`.
    pub stop: Option<&'s BoolFn>,
    /// Where they may end, by the site in the register `to`.
    pub keep: Option<&'s BoolFn>,
    /// How many sites they go at least and at most.
    pub span: [usize; 2],
    /// Whether what is where they end is taken.
    pub takes: bool,
}

impl Slide {
    /// Compiles `(move Slide …)` and `(slide …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        if !call.get("track").is_empty() {
            super::place::refuse_levels(c, call)?;
            return super::TrackSlide::compile(c, call);
        }
        let empty = Value::Empty;
        let between = call.get("between").call();
        let to = call.get("to").call();
        let in_between = |slot| between.map_or(&empty, |between| between.get(slot));
        let at_end = |slot| to.map_or(&empty, |to| to.get(slot));
        for slot in [in_between("before"), in_between("after"), at_end("rotations")] {
            if !slot.is_empty() {
                return Err(c.unsupported(call));
            }
        }
        let mut apply = Apply::compile(c, at_end("effect"))?;
        let keep = apply.condition.take();
        let start = Start::compile(c, call.get("from"), IntFn::Register(Register::From))?;
        let directions = DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
        let span = range_or(c, in_between("range"), -1, FAR)?;
        let rays = Rays::of(c, start.kind, &directions);
        let mut slide = Self {
            loose: if rays.is_some() { None } else { Loose::of(c, start.kind, &directions, &span) },
            rays,
            start,
            directions,
            span,
            go: c.opt_bool(in_between("If"))?,
            stop: c.opt_bool(at_end("If"))?,
            keep,
            apply,
            over: Apply::compile(c, in_between("effect"))?,
            trail: c.opt_int(in_between("trail"))?,
            stack: call.get("stack").bool() == Some(true),
            by_class: None,
        };
        slide.by_class = ByClass::of(c, &slide);
        let sets = [Register::From, Register::To, Register::Between];
        c.with_then(call, |c| c.leaf_setting(call, Leaf::Slide(Box::new(slide)), 2, &sets))
    }

    /// The lines from every site, where a piece slides along them over empty sites as far as it likes, and that is all.
    #[must_use]
    pub fn free_lines(&self, rules: &Rules) -> Option<Vec<Vec<Vec<u16>>>> {
        let plain = self.directions.is_fixed() && self.is_free(rules);
        self.rays.as_ref().filter(|_| plain).map(|rays| rays.by_site(rules.topology.count(self.start.kind)))
    }

    /// Whether a piece slides over empty sites as far as it likes, and that is all.
    #[must_use]
    pub fn is_free(&self, rules: &Rules) -> bool {
        self.start.is_free(rules.default_type(), &IntFn::Register(Register::From))
            && self.span.min.constant().is_some_and(|min| min <= 1)
            && self.span.max.constant() == Some(FAR)
            && self.go.is_none()
            && self.stop.is_none()
            && self.keep.is_none()
            && self.apply.effect.is_none()
            && self.over.effect.is_none()
            && self.trail.is_none()
            && !self.stack
    }

    /// How pieces slide, where one goes along lines from the piece gone through and takes at most what it stops at.
    #[must_use]
    pub fn gliding(&self, rules: &Rules) -> Option<Gliding<'_>> {
        let plain = self.start.is_free(rules.default_type(), &IntFn::Register(Register::From))
            && self.over.effect.is_none()
            && self.trail.is_none()
            && !self.stack;
        let takes = match self.apply.plain_move() {
            Plain::Move => false,
            Plain::Capture | Plain::Overwrite => true,
            _ => return None,
        };
        let [min, max] = [&self.span.min, &self.span.max].map(|number| number.constant().filter(|_| plain));
        let span = [usize::try_from(min?.max(1)).ok()?, usize::try_from(max?).ok()?];
        let [go, stop, keep] = [&self.go, &self.stop, &self.keep].map(Option::as_ref);
        Some(Gliding { go, stop, keep, span, takes })
    }

    /// The sites on each line from a site, for a component, where they are known beforehand.
    #[must_use]
    pub fn lines(&self, what: usize, site: usize) -> Option<Vec<Vec<u16>>> {
        self.rays.as_ref().map(|rays| rays.lines_from(what, site))
    }

    /// The own binds of a slide of a component, on the line that has `before` others to the site before it.
    #[must_use]
    pub fn binds_to(&self, what: usize, from: usize, to: u16, before: usize) -> [i32; 3] {
        let stops = self.rays.as_ref().map(|rays| rays.from(what as i32, from as i32)).unwrap_or_default();
        let stop = stops.iter().filter(|stop| stop.site == to).nth(before);
        stop.map_or([0; 3], |stop| [i32::from(stop.line), i32::from(stop.distance), 0])
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let min = self.span.min.eval(ctx);
        let Some(from) = self.start.eval(ctx) else { return };
        let registers = ctx.registers();
        ctx.set(Register::From, from);
        let max = self.span.max.eval(ctx);
        if self.start.allows(ctx) {
            let span = (min, max);
            match &self.rays {
                Some(rays) => self.along_rays(id, from, rays.from(ctx.what(kind, from), from), span, ctx, sink),
                None => self.search(id, from, span, registers[Register::Between as usize], ctx, sink),
            }
        }
        ctx.restore(registers);
    }

    fn along_rays(
        &self,
        id: u16,
        from: i32,
        mut stops: &[Stop],
        span: (i32, i32),
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        let between = ctx.get(Register::Between);
        let fate = self.by_class.map(|by_class| by_class.now(span, ctx));
        while let Some(&Stop { line, .. }) = stops.first() {
            let end = stops.iter().position(|stop| stop.line != line).unwrap_or(stops.len());
            let (ray, rest) = stops.split_at(end);
            stops = rest;
            if sink.wants_any(|site| ray.iter().any(|stop| i32::from(stop.site) == site)) {
                if let Some(fate) = fate {
                    self.along_classes(id, from, (ray, between), fate, ctx, sink);
                } else {
                    ctx.set(Register::Between, between);
                    let sites = ray.iter().map(|stop| i32::from(stop.site));
                    self.along(id, from, sites, i32::from(line), span, ctx, sink);
                }
            }
            if sink.is_done() {
                return;
            }
        }
    }

    /// Asks the board where the directions lead.
    fn search(&self, id: u16, from: i32, span: (i32, i32), between: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let rules = ctx.rules;
        let mut line = 0;
        for &direction in self.directions.eval(ctx, kind, from).iter() {
            for radial in rules.topology.radials(kind, from as usize, direction) {
                ctx.set(Register::Between, between);
                self.along(id, from, radial.sites.iter().skip(1).map(|&site| i32::from(site)), line, span, ctx, sink);
                if sink.is_done() {
                    return;
                }
                line += 1;
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one scan")]
    fn along(
        &self,
        id: u16,
        from: i32,
        sites: impl Iterator<Item = i32>,
        line: i32,
        (min, max): (i32, i32),
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        for (before, to) in sites.enumerate() {
            let distance = before as i32 + 1;
            if distance > max {
                return;
            }
            ctx.set(Register::To, to);
            if min <= distance
                && let Some(stop) = &self.stop
                && stop.eval(ctx)
            {
                self.offer(id, from, to, [line, distance], ctx, sink);
                return;
            }
            ctx.set(Register::Between, to);
            if !self.passes(to, ctx) {
                return;
            }
            if min <= distance {
                self.offer(id, from, to, [line, distance], ctx, sink);
            }
        }
    }

    /// Whether it may go on from a site, with the registers set to it.
    #[inline]
    fn passes(&self, site: i32, ctx: &mut Context<'_>) -> bool {
        match &self.go {
            Some(go) => go.eval(ctx),
            None => ctx.is_empty(self.start.kind, site),
        }
    }

    /// The most slots in any position, where moves can be drawn without listing them.
    pub(super) fn most_slots(&self) -> Option<u32> {
        match &self.rays {
            Some(rays) => Some(rays.most()),
            None => self.loose.map(|loose| loose.lines * loose.reach),
        }
    }

    /// The move in one of the slots: one for each site of each line.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let from = self.start.eval(ctx)?;
        let Some(rays) = &self.rays else { return self.loose_slot(id, from, slot, ctx) };
        let stops = rays.from(ctx.what(self.start.kind, from), from);
        let last = *stops.get(slot as usize)?;
        let way = stops[slot as usize + 1 - usize::from(last.distance)..slot as usize].iter();
        let own = [i32::from(last.line), i32::from(last.distance)];
        self.bound_slot(id, [from, i32::from(last.site)], way.map(|stop| i32::from(stop.site)), own, ctx)
    }

    /// As [`Slide::slot`], where the position decides where the lines lead.
    fn loose_slot(&self, id: u16, from: i32, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let loose = self.loose?;
        let (line, distance) = ((slot / loose.reach) as usize, (slot % loose.reach + loose.first) as usize);
        let kind = self.start.kind;
        let rules = ctx.rules;
        let own_from = ctx.set(Register::From, from);
        let directions = self.directions.eval(ctx, kind, from);
        ctx.set(Register::From, own_from);
        let mut lines = directions.iter().flat_map(|&direction| rules.topology.radials(kind, from as usize, direction));
        let sites = &lines.nth(line)?.sites;
        let to = i32::from(*sites.get(distance)?);
        let way = sites[1..distance].iter().map(|&site| i32::from(site));
        self.bound_slot(id, [from, to], way, [line as i32, distance as i32], ctx)
    }

    /// The slide along a way to a site, where it may be.
    fn bound_slot(
        &self,
        id: u16,
        [from, to]: [i32; 2],
        way: impl Iterator<Item = i32> + Clone,
        own: [i32; 2],
        ctx: &mut Context<'_>,
    ) -> Option<LudMove> {
        let registers = ctx.registers();
        let found = self.reaches([from, to], way, own[1], ctx).then(|| {
            ctx.set(Register::From, from);
            ctx.bind(id, from, to, &own)
        });
        ctx.restore(registers);
        found
    }

    /// Whether the way to a site is free and the slide may end there.
    fn reaches(
        &self,
        [from, last]: [i32; 2],
        way: impl Iterator<Item = i32> + Clone,
        distance: i32,
        ctx: &mut Context<'_>,
    ) -> bool {
        let min = self.span.min.eval(ctx);
        ctx.set(Register::From, from);
        let max = self.span.max.eval(ctx);
        if distance < min || distance > max {
            return false;
        }
        if self.go.is_none() && !way.clone().all(|site| ctx.is_empty(self.start.kind, site)) {
            return false;
        }
        if !self.start.allows(ctx) {
            return false;
        }
        for (site, distance) in way.zip(1..) {
            ctx.set(Register::To, site);
            if min <= distance && self.stop.as_ref().is_some_and(|stop| stop.eval(ctx)) {
                return false;
            }
            ctx.set(Register::Between, site);
            if self.go.is_some() && !self.passes(site, ctx) {
                return false;
            }
        }
        ctx.set(Register::To, last);
        if !self.stop.as_ref().is_some_and(|stop| stop.eval(ctx)) {
            ctx.set(Register::Between, last);
            if !self.passes(last, ctx) {
                return false;
            }
        }
        holds(self.keep.as_ref(), ctx)
    }

    fn offer(&self, id: u16, from: i32, to: i32, own: [i32; 2], ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if holds(self.keep.as_ref(), ctx) {
            ctx.emit(id, from, to, &own, sink);
        }
    }

    /// What is asked of the piece before it may start.
    pub(super) fn start_condition(&self) -> Option<&BoolFn> {
        self.start.condition.as_ref()
    }

    /// What is tried from a site, where the classes of sites decide.
    pub(super) fn entries(&self, c: &Compiler, id: u16, what: usize, site: usize) -> Option<Vec<Entry>> {
        let rays = self.rays.as_ref().filter(|_| self.start.is_own(c) && self.keep.is_none())?;
        let span = (self.span.min.constant()?, self.span.max.constant()?);
        slide_entries(rays.from(what as i32, site as i32), span, id, |to| {
            let stop = match &self.stop {
                None => Classes::NONE,
                Some(stop) => classes_at(c, stop, Register::To, site, to)?,
            };
            let pass = match &self.go {
                None => Classes::EMPTY,
                Some(go) => classes_at(c, go, Register::Between, site, to)
                    .or_else(|| classes_at(c, go, Register::To, site, to))?,
            };
            Some((stop, pass))
        })
    }

    /// Where it may lead from a site, where it starts from the piece that the rules around go through.
    pub(super) fn stops(&self, c: &Compiler, what: usize, site: usize) -> Option<&[Stop]> {
        self.rays.as_ref().filter(|_| self.start.is_own(c)).map(|rays| rays.from(what as i32, site as i32))
    }

    /// Where it may lead, where it always starts from the same site in a player's turns.
    pub(super) fn fixed_ends(&self, c: &Compiler, player: u8) -> Option<Vec<u16>> {
        let rays = self.rays.as_ref().filter(|_| self.start.kind == c.rules.default_type())?;
        super::lone::by_turn(&self.start.site).filter(|by_next| !by_next)?;
        let site = c.on_empty_board(|ctx| {
            let mover = std::mem::replace(&mut ctx.state.mover, player);
            let site = self.start.eval(ctx);
            ctx.state.mover = mover;
            site
        });
        let Some(site) = site else { return Some(Vec::new()) };
        let whats = 0..c.rules.components.len() as i32;
        Some(whats.flat_map(|what| rays.from(what, site)).map(|stop| stop.site).collect())
    }

    /// The effect of its moves, where it is the only thing besides that the piece of the board moves.
    pub(super) fn lone_effect(&self, rules: &Rules) -> Option<&Apply> {
        self.apply.alone(
            self.over.effect.is_none()
                && self.trail.is_none()
                && !self.stack
                && self.start.kind == rules.default_type(),
        )
    }

    /// What its moves come down to.
    pub(super) fn plain(&self) -> Plain {
        let bare = self.over.effect.is_none() && self.trail.is_none() && !self.stack;
        if bare { self.apply.plain_move() } else { Plain::No }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        ctx.set(Register::From, from);
        ctx.set(Register::To, to);
        let moves = if self.stack { stack_moved } else { moved };
        if self.over.effect.is_none() && self.trail.is_none() {
            self.apply.run_anyway(ctx, program);
            program.push(moves(self.start.kind, from, to));
            return;
        }
        let passed = self.between(ctx, chosen);
        for &site in passed.iter().rev() {
            ctx.set(Register::Between, i32::from(site));
            self.over.run(ctx, program);
        }
        self.apply.run_anyway(ctx, program);
        program.push(moves(self.start.kind, from, to));
        if let Some(trail) = &self.trail {
            let what = trail.eval(ctx);
            let left = std::iter::once(from).chain(passed.iter().map(|&site| i32::from(site)));
            program.extend(left.map(|site| super::add::added(self.start.kind, site, what, -1)));
        }
    }

    /// The sites that a slide passed.
    pub(super) fn between(&self, ctx: &mut Context<'_>, chosen: LudMove) -> SmallVec<[i16; 4]> {
        ctx.set(Register::From, i32::from(chosen.from));
        let directions = self.directions.eval(ctx, self.start.kind, i32::from(chosen.from));
        let Some(radial) = nth_line(ctx.rules, self.start.kind, chosen, &directions) else { return SmallVec::new() };
        radial.sites[1..chosen.binds[1] as usize].iter().map(|&site| site as i16).collect()
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}

/// The line that the first bind of a move counts, among the lines in these directions.
pub(super) fn nth_line<'r>(
    rules: &'r Rules,
    kind: SiteType,
    chosen: LudMove,
    directions: &[AbsoluteDirection],
) -> Option<&'r Radial> {
    let mut left = chosen.binds[0] as usize;
    for &direction in directions {
        let radials = rules.topology.radials(kind, chosen.from as usize, direction);
        if left < radials.len() {
            return Some(&radials[left]);
        }
        left -= radials.len();
    }
    None
}
