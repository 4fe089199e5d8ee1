//! `(move Hop …)`: a piece jumps over others along a line.

mod over_one;

pub use over_one::{OverOne, Taking};

use super::classes::{classes_at, split};
use super::entry::{Entry, Kind, Test, Tests};
use super::jumped::Jumped;
use super::lines::{Rays, Stop};
use super::place::{Apply, Start, range_or};
use super::slide::nth_line;
use super::step::{moved, stack_moved};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::AbsoluteDirection;
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

/// A jump over other pieces. Own binds: which of the lines from the site, and a packed jump.
#[derive(Debug, Clone, PartialEq)]
pub struct Hop {
    start: Start,
    directions: DirectionFn,
    /// Where they lead, where that is known beforehand.
    rays: Option<Rays>,
    /// How many sites may lie before the hurdle.
    before: IntFn,
    /// How long the hurdle is.
    span: RangeFn,
    /// How many sites further than the first the piece may land.
    after: IntFn,
    hurdle: Option<BoolFn>,
    go: BoolFn,
    /// Where a piece may land although it may not go there; moves to sites where it may go are not made then.
    stop: Option<BoolFn>,
    apply: Apply,
    over: Apply,
    /// Whether the whole stack jumps.
    stack: bool,
    /// Whether all jumps are over one next neighbour onto the site behind it.
    is_plain: bool,
    /// The classes without which nothing is a hurdle, and those of the sites where the piece may go, where that is all that is
    /// asked of them.
    classes: Option<(Classes, Classes)>,
    /// The same of each site, where that is all that is asked of either.
    jumped: Option<Jumped>,
}

/// What a jump is made of.
#[derive(Debug, Clone, Copy)]
struct Jump {
    /// 0: a step without hurdle, 1: onto a site where the piece may not go, 2: onto one where it may.
    manner: i32,
    /// Where on the line the hurdle begins.
    first: i32,
    /// How many sites of the hurdle are jumped over.
    over: i32,
    /// How many sites the hurdle has.
    length: i32,
}

/// A jump over the next site onto the one behind it.
const ONE_OVER: Jump = Jump { manner: 2, first: 1, over: 1, length: 1 };

impl Jump {
    fn pack(self) -> [i32; 2] {
        [self.manner | self.first << 2, self.over | self.length << 7]
    }

    fn unpack(packed: [i16; 2]) -> Self {
        let [low, high] = packed.map(i32::from);
        Self { manner: low & 3, first: low >> 2, over: high & 127, length: high >> 7 }
    }
}

impl Hop {
    /// Compiles `(move Hop …)` and `(hop …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let to = call.get("to").call().ok_or_else(|| c.unsupported(call))?;
        let empty = Value::Empty;
        let between = call.get("between").call();
        let in_between = |slot| between.map_or(&empty, |between| between.get(slot));
        if !to.get("rotations").is_empty() || !in_between("trail").is_empty() {
            return Err(c.unsupported(call));
        }
        let mut apply = Apply::compile(c, to.get("effect"))?;
        let stop = apply.condition.take();
        let hurdle = match between {
            None => Some(BoolFn::Constant(true)),
            Some(between) => c.opt_bool(between.get("If"))?,
        };
        let start = Start::compile(c, call.get("from"), IntFn::Register(Register::From))?;
        let directions = DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
        let mut hop = Self {
            is_plain: false,
            classes: None,
            jumped: None,
            rays: Rays::of(c, start.kind, &directions),
            start,
            directions,
            before: c.int_or(in_between("before"), IntFn::Constant(0))?,
            span: range_or(c, in_between("range"), 1, 1)?,
            after: c.int_or(in_between("after"), IntFn::Constant(0))?,
            hurdle,
            go: c.opt_bool(to.get("If"))?.unwrap_or(BoolFn::Constant(true)),
            stop,
            apply,
            over: Apply::compile(c, in_between("effect"))?,
            stack: call.get("stack").bool() == Some(true),
        };
        hop.is_plain = hop.before.constant() == Some(0)
            && hop.after.constant() == Some(0)
            && hop.span.min.constant() == Some(1)
            && hop.span.max.constant() == Some(1)
            && hop.stop.is_none();
        hop.classes = match (&hop.hurdle, &hop.go) {
            (Some(hurdle), BoolFn::Class(Register::To, go)) if hop.start.kind == c.rules.default_type() => {
                Some((classes_between(hurdle), *go))
            }
            _ => None,
        };
        if let Some(hurdle) = &hop.hurdle
            && !hop.is_plain
            && hop.start.kind == c.rules.default_type()
        {
            hop.jumped = Jumped::of(c, hurdle, &hop.go);
        }
        let sets = [Register::From, Register::To];
        c.with_then(call, |c| c.leaf_setting(call, Leaf::Hop(Box::new(hop)), 3, &sets))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let Some(from) = self.start.eval(ctx) else { return };
        if let (true, Some(rays), Some(hurdle)) = (self.is_plain, &self.rays, &self.hurdle) {
            return self.next_but_one(id, from, rays.from(ctx.what(kind, from), from), hurdle, ctx, sink);
        }
        let registers = ctx.registers();
        let (before, after) = (self.before.eval(ctx), self.after.eval(ctx));
        let (min, max) = (self.span.min.eval(ctx), self.span.max.eval(ctx));
        ctx.set(Register::From, from);
        if self.start.allows(ctx) {
            if min == 0 {
                self.step(id, from, ctx, sink);
            }
            if max > 0 {
                let mut scan = Scan { from, line: 0, before, min, max, after };
                match &self.rays {
                    Some(rays) => self.over_rays(id, &mut scan, rays.from(ctx.what(kind, from), from), ctx, sink),
                    None => self.search(id, &mut scan, ctx, sink),
                }
            }
        }
        ctx.restore(registers);
    }

    /// Steps without a hurdle.
    fn step(&self, id: u16, from: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let rules = ctx.rules;
        let mut done: SmallVec<[u16; 16]> = SmallVec::new();
        let mut offer = |site: u16, ctx: &mut Context<'_>| {
            if self.may_go(from, i32::from(site), ctx) && !done.contains(&site) {
                done.push(site);
                ctx.emit(id, from, i32::from(site), &[0, 0, 0], sink);
            }
        };
        if let Some(rays) = &self.rays {
            let first = rays.from(ctx.what(kind, from), from).iter().filter(|stop| stop.distance == 1);
            return first.for_each(|stop| offer(stop.site, ctx));
        }
        for &direction in self.directions.eval(ctx, kind, from).iter() {
            for &site in rules.topology.steps_within(kind, from as usize, direction) {
                offer(site, ctx);
            }
        }
    }

    /// Jumps over the next site of each line.
    fn next_but_one(
        &self,
        id: u16,
        from: i32,
        stops: &[Stop],
        hurdle: &BoolFn,
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        let registers = (ctx.set(Register::From, from), ctx.get(Register::To), ctx.get(Register::Between));
        if self.start.allows(ctx) {
            for pair in stops.windows(2) {
                let (over, to) = (pair[0], i32::from(pair[1].site));
                if pair[1].distance != 2 || !sink.wants(to) {
                    continue;
                }
                ctx.set(Register::Between, i32::from(over.site));
                if hurdle.eval(ctx) {
                    ctx.set(Register::To, to);
                    if self.go.eval(ctx) {
                        let [low, high] = ONE_OVER.pack();
                        ctx.emit(id, from, to, &[i32::from(over.line), low, high], sink);
                    }
                }
            }
        }
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
        ctx.set(Register::Between, registers.2);
    }

    fn over_rays(&self, id: u16, scan: &mut Scan, mut stops: &[Stop], ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        while let Some(&Stop { line, .. }) = stops.first() {
            let end = stops.iter().position(|stop| stop.line != line).unwrap_or(stops.len());
            let (ray, rest) = stops.split_at(end);
            stops = rest;
            if !self.may_jump(ray, scan.before, ctx) {
                continue;
            }
            scan.line = i32::from(line);
            self.along(id, scan, |index| ray.get(index).map(|stop| i32::from(stop.site)), ctx, sink);
            if sink.is_done() {
                return;
            }
        }
    }

    /// Whether anything on a line may be a hurdle that the piece gets to.
    #[inline]
    fn may_jump(&self, ray: &[Stop], before: i32, ctx: &Context<'_>) -> bool {
        let Some((hurdle, go)) = self.classes else { return true };
        for stop in ray.iter().take(before.max(0) as usize + 1) {
            let class = Classes::of(ctx, usize::from(stop.site));
            if hurdle.has(class) {
                return true;
            }
            if !go.has(class) {
                return false;
            }
        }
        false
    }

    /// Asks the board where the directions lead.
    fn search(&self, id: u16, scan: &mut Scan, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let rules = ctx.rules;
        for &direction in self.directions.eval(ctx, kind, scan.from).iter() {
            for radial in rules.topology.radials(kind, scan.from as usize, direction) {
                let site = |index: usize| radial.sites.get(index + 1).map(|&site| i32::from(site));
                self.along(id, scan, site, ctx, sink);
                if sink.is_done() {
                    return;
                }
                scan.line += 1;
            }
        }
    }

    /// Looks for jumps along a line; `site` tells its sites by their distance less one.
    fn along(
        &self,
        id: u16,
        scan: &Scan,
        site: impl Fn(usize) -> Option<i32>,
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        let Some(hurdle) = &self.hurdle else { return };
        let mut first = 0;
        let is_hurdle = |site: i32, ctx: &mut Context<'_>| match &self.jumped {
            Some(jumped) => jumped.is_hurdle(scan.from, site, ctx),
            None => {
                ctx.set(Register::Between, site);
                hurdle.eval(ctx)
            }
        };
        while let Some(here) = site(first) {
            if is_hurdle(here, ctx) {
                let mut length = 1;
                while (length as i32) < scan.max
                    && let Some(further) = site(first + length)
                {
                    if !is_hurdle(further, ctx) {
                        break;
                    }
                    length += 1;
                }
                if length as i32 >= scan.min {
                    self.land(id, scan, site, [first + 1, length], ctx, sink);
                }
                return;
            }
            first += 1;
            if first as i32 > scan.before {
                return;
            }
            if !self.may_go(scan.from, here, ctx) {
                return;
            }
        }
    }

    /// Whether the piece may go to a site, which is put into the register `to` for that.
    #[inline]
    fn may_go(&self, from: i32, to: i32, ctx: &mut Context<'_>) -> bool {
        ctx.set(Register::To, to);
        match &self.jumped {
            Some(jumped) => jumped.may_go(from, to, ctx),
            None => self.go.eval(ctx),
        }
    }

    /// The sites behind a hurdle that begins at distance `first` and has `length` sites, or behind part of it.
    fn land(
        &self,
        id: u16,
        scan: &Scan,
        site: impl Fn(usize) -> Option<i32>,
        [first, length]: [usize; 2],
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        let end = (first + length) as i32;
        for spared in (0..=length as i32 - scan.min).rev() {
            let jump =
                |manner| Jump { manner, first: first as i32, over: length as i32 - spared, length: length as i32 };
            let mut at = end - spared;
            // Where a hurdle may have no length at all, the piece may land where it starts.
            let site_at =
                |at: i32| if at == 0 { Some(scan.from) } else { usize::try_from(at - 1).ok().and_then(&site) };
            while let Some(to) = site_at(at) {
                if !self.may_go(scan.from, to, ctx) {
                    if self.stop.as_ref().is_some_and(|stop| stop.eval(ctx)) {
                        let [low, high] = jump(1).pack();
                        ctx.emit(id, scan.from, to, &[scan.line, low, high], sink);
                    }
                    break;
                }
                if self.stop.is_none() {
                    let [low, high] = jump(2).pack();
                    ctx.emit(id, scan.from, to, &[scan.line, low, high], sink);
                }
                if at - end + 1 > scan.after - spared {
                    break;
                }
                at += 1;
            }
        }
    }

    /// Whether there is one jump along each line at most, the hurdle being as long as it is said and the landing behind it.
    fn lands_once(&self) -> bool {
        self.span.min == self.span.max && self.after.constant() == Some(0)
    }

    /// The most slots: one for each site on each line, where a piece can only jump over its next neighbour and onto the site
    /// behind it, or one for each line.
    pub(super) fn most_slots(&self) -> Option<u32> {
        let rays = self.rays.as_ref()?;
        if self.is_plain { Some(rays.most()) } else { self.lands_once().then(|| rays.most_lines()) }
    }

    /// The jump along one of the lines, where there is one at most.
    fn along_line(&self, id: u16, from: i32, line: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let rays = self.rays.as_ref()?;
        let what = ctx.what(self.start.kind, from);
        let ray = rays.line_from(what, from, line);
        let first = ray.first()?.site;
        let (before, length) = (self.before.eval(ctx), self.span.min.eval(ctx));
        ctx.set(Register::From, from);
        if !self.start.allows(ctx) {
            return None;
        }
        if length == 0 {
            // A step, which is made once though several lines begin with it.
            let is_met =
                (0..line).any(|line| rays.line_from(what, from, line).first().is_some_and(|stop| stop.site == first));
            ctx.set(Register::To, i32::from(first));
            return (!is_met && self.go.eval(ctx)).then(|| ctx.bind(id, from, i32::from(first), &[0, 0, 0]));
        }
        let mut list = ctx.borrow_list();
        if length > 0 && self.may_jump(ray, before, ctx) {
            let scan = Scan { from, line: line as i32, before, min: length, max: length, after: 0 };
            let site = |index: usize| ray.get(index).map(|stop| i32::from(stop.site));
            self.along(id, &scan, site, ctx, &mut Sink::List(&mut list));
        }
        let found = list.pop();
        ctx.return_list(list);
        found
    }

    /// The move in a slot.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let from = self.start.eval(ctx)?;
        if !self.is_plain {
            let registers = ctx.registers();
            let found = self.along_line(id, from, slot, ctx);
            ctx.restore(registers);
            return found;
        }
        let stops = self.rays.as_ref()?.from(ctx.what(self.start.kind, from), from);
        let last = *stops.get(slot as usize)?;
        if last.distance != 2 {
            return None;
        }
        let registers = ctx.registers();
        ctx.set(Register::From, from);
        ctx.set(Register::Between, i32::from(stops[slot as usize - 1].site));
        let mut found = None;
        if self.start.allows(ctx) && self.hurdle.as_ref().is_some_and(|hurdle| hurdle.eval(ctx)) {
            ctx.set(Register::To, i32::from(last.site));
            if self.go.eval(ctx) {
                let [low, high] = ONE_OVER.pack();
                found = Some(ctx.bind(id, from, i32::from(last.site), &[i32::from(last.line), low, high]));
            }
        }
        ctx.restore(registers);
        found
    }

    /// The sites on each line from a site, for a component.
    #[must_use]
    pub fn lines(&self, what: usize, site: usize) -> Vec<Vec<u16>> {
        self.rays.as_ref().map(|rays| rays.lines_from(what, site)).unwrap_or_default()
    }

    /// The own binds of a jump of a component over a hurdle of so many sites from one on, or over part of it where it ends on the
    /// hurdle, on the line that has `before` others with both sites before it.
    #[must_use]
    pub fn binds_over(&self, what: usize, from: usize, [over, to]: [u16; 2], before: usize, length: usize) -> [i32; 3] {
        let stops = self.rays.as_ref().map(|rays| rays.from(what as i32, from as i32)).unwrap_or_default();
        let leads_on = |index: usize| {
            let stop = stops[index];
            let mut rest = stops[index..].iter().take_while(|next| next.line == stop.line).skip(1);
            let end = rest.find(|next| next.site == to && stop.site == over)?;
            Some((stop, i32::from(end.distance) - i32::from(stop.distance)))
        };
        let found = (0..stops.len()).filter_map(leads_on).nth(before);
        found.map_or([0; 3], |(stop, ahead)| {
            let length = length as i32;
            let over = length.min(ahead);
            let [low, high] = Jump { first: i32::from(stop.distance), over, length, ..ONE_OVER }.pack();
            [i32::from(stop.line), low, high]
        })
    }

    /// The site that a jump of the plain kind goes over.
    pub fn over(&self, ctx: &Context<'_>, chosen: LudMove) -> Option<u16> {
        let from = i32::from(chosen.from);
        let stops = self.rays.as_ref()?.from(ctx.what(self.start.kind, from), from);
        stops.iter().find(|stop| i16::from(stop.line) == chosen.binds[0]).map(|stop| stop.site)
    }

    /// What is asked of the piece before it may start.
    pub(super) fn start_condition(&self) -> Option<&BoolFn> {
        self.start.condition.as_ref()
    }

    /// What is tried from a site, where the classes of sites decide.
    pub(super) fn entries(
        &self,
        c: &Compiler,
        id: u16,
        what: usize,
        site: usize,
        tests: &mut Tests,
    ) -> Option<Vec<Entry>> {
        let rays = self.rays.as_ref().filter(|_| self.is_plain && self.start.is_own(c))?;
        let (hurdle_classes, rest) = split(self.hurdle.as_ref()?, Register::Between);
        let hurdle_test = tests.keep(rest)?;
        let (go_classes, rest) = split(&self.go, Register::To);
        let test = tests.keep(rest)?;
        let mut entries = Vec::new();
        for pair in rays.from(what as i32, site as i32).windows(2).filter(|pair| pair[1].distance == 2) {
            let (over, to) = (pair[0].site, pair[1].site);
            let hurdle = classes_at(c, &hurdle_classes, Register::Between, site, usize::from(over))?;
            let accept = classes_at(c, &go_classes, Register::To, site, usize::from(to))?;
            let binds = ONE_OVER.pack().map(|part| part as i16);
            let kind = Kind::Jump { over, hurdle, test: hurdle_test, line: pair[0].line, binds };
            entries.push(Entry { leaf: id, to, accept, kind, test, guard: Test::NONE });
        }
        Some(entries)
    }

    /// Where it may lead from a site, where it starts from the piece that the rules around go through and only jumps.
    pub(super) fn stops(&self, c: &Compiler, what: usize, site: usize) -> Option<&[Stop]> {
        let jumps = self.span.min.constant().is_some_and(|min| min > 0);
        self.rays.as_ref().filter(|_| jumps && self.start.is_own(c)).map(|rays| rays.from(what as i32, site as i32))
    }

    /// The effect of its moves, where it is the only thing besides that the piece of the board moves.
    pub(super) fn lone_effect(&self, rules: &Rules) -> Option<&Apply> {
        self.apply.alone(self.over.effect.is_none() && !self.stack && self.start.kind == rules.default_type())
    }

    /// What its moves come down to.
    pub(super) fn plain(&self) -> Plain {
        let lands = self.apply.plain_move();
        if !self.is_plain || self.stack || self.rays.is_none() || lands == Plain::No {
            Plain::No
        } else if self.over.effect.is_none() {
            lands
        } else if self.over.always_clears(Register::Between) {
            Plain::Jump
        } else {
            Plain::No
        }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        let jump = Jump::unpack([chosen.binds[1], chosen.binds[2]]);
        ctx.set(Register::From, from);
        ctx.set(Register::To, to);
        match jump.manner {
            0 => self.over.run(ctx, program),
            1 => self.apply.run_anyway(ctx, program),
            _ => {
                if self.over.effect.is_some() {
                    let hurdle = self.between(ctx, chosen);
                    for &site in hurdle[..jump.over as usize].iter().rev() {
                        ctx.set(Register::Between, i32::from(site));
                        self.over.run(ctx, program);
                    }
                }
                self.apply.run_anyway(ctx, program);
            }
        }
        let moves = if self.stack { stack_moved } else { moved };
        program.push(moves(self.start.kind, from, to));
    }

    /// The hurdle of a jump.
    pub(super) fn between(&self, ctx: &mut Context<'_>, chosen: LudMove) -> SmallVec<[i16; 4]> {
        let jump = Jump::unpack([chosen.binds[1], chosen.binds[2]]);
        if jump.manner == 0 {
            return SmallVec::new();
        }
        ctx.set(Register::From, i32::from(chosen.from));
        let directions = self.directions.eval(ctx, self.start.kind, i32::from(chosen.from));
        let Some(radial) = nth_line(ctx.rules, self.start.kind, chosen, &directions) else { return SmallVec::new() };
        let first = jump.first as usize;
        radial.sites[first..first + jump.length as usize].iter().map(|&site| site as i16).collect()
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}

/// The classes of the site in the register `between` without which a condition does not hold.
fn classes_between(condition: &BoolFn) -> Classes {
    match condition {
        BoolFn::Class(Register::Between, classes) => *classes,
        BoolFn::And(list) => list.iter().map(classes_between).fold(Classes::ANY, Classes::and),
        _ => Classes::ANY,
    }
}

/// Numbers of one search for jumps.
struct Scan {
    from: i32,
    line: i32,
    before: i32,
    min: i32,
    max: i32,
    after: i32,
}

#[cfg(test)]
mod tests {
    use super::Jump;

    #[test]
    fn jumps_survive_packing() {
        for (manner, first, over, length) in [(0, 0, 0, 0), (1, 7, 1, 1), (2, 120, 99, 127)] {
            let packed = Jump { manner, first, over, length }.pack().map(|part| part as i16);
            let back = Jump::unpack(packed);
            assert_eq!((back.manner, back.first, back.over, back.length), (manner, first, over, length));
        }
    }
}
