//! Moves along tracks: `(move Slide … "Track")` and `(firstMoveOnTrack …)`.

mod entries;

use super::place::{Apply, FAR, Start, holds, range_or};
use super::step::moved;
use super::{Leaf, MovesFn, Sites, Sliding};
use crate::lud::board::Track;
use crate::lud::compile::{Compiled, Compiler, Link};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// A slide along tracks. Own bind: whether the effect happens.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackSlide {
    start: Start,
    tracks: Vec<usize>,
    /// Whether a slide only counts once it has gone round a bend.
    needs_bump: bool,
    range: RangeFn,
    go: Option<BoolFn>,
    stop: Option<BoolFn>,
    keep: Option<BoolFn>,
    apply: Apply,
    /// The most ways along tracks that begin at a site, where each of them makes one move at most.
    most_ways: Option<u32>,
}

impl TrackSlide {
    /// Compiles a slide that names a track.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let empty = Value::Empty;
        let between = call.get("between").call();
        let to = call.get("to").call();
        let in_between = |slot| between.map_or(&empty, |between| between.get(slot));
        let at_end = |slot| to.map_or(&empty, |to| to.get(slot));
        for slot in ["before", "after", "trail", "effect"] {
            if !in_between(slot).is_empty() {
                return Err(c.unsupported(call));
            }
        }
        let name = call.get("track").text().unwrap_or_default();
        let any = name == "AllTracks";
        let mut apply = Apply::compile(c, at_end("effect"))?;
        let keep = apply.condition.take();
        let mut slide = Self {
            start: Start::compile(c, call.get("from"), IntFn::Register(Register::From))?,
            tracks: (0..c.rules.tracks.len()).filter(|&track| any || c.rules.tracks[track].name == name).collect(),
            needs_bump: any,
            range: range_or(c, in_between("range"), -1, FAR)?,
            go: c.opt_bool(in_between("If"))?,
            stop: c.opt_bool(at_end("If"))?,
            keep,
            apply,
            most_ways: None,
        };
        let ends_once = slide.keep == Some(BoolFn::Constant(false)) || slide.range.min == slide.range.max;
        slide.most_ways = (ends_once && !c.rules.features.stacking).then(|| slide.most_ways_from(c));
        let sets = [Register::From, Register::To];
        c.with_then(call, |c| c.leaf_setting(call, Leaf::TrackSlide(Box::new(slide)), 1, &sets))
    }

    fn most_ways_from(&self, c: &Compiler) -> u32 {
        let sites = 0..c.rules.topology.count(self.start.kind) as i32;
        sites.map(|site| self.ways(&c.rules, site).count() as u32).max().unwrap_or(0)
    }

    /// Its parts, where each way along a track makes one move at most.
    #[must_use]
    pub fn parts(&self, rules: &Rules) -> Option<Sliding<'_>> {
        let most = self.most_ways.filter(|_| self.start.kind == rules.default_type())?;
        Some(Sliding {
            from: &self.start.site,
            from_condition: self.start.condition.as_ref(),
            range: &self.range,
            go: self.go.as_ref(),
            stop: self.stop.as_ref(),
            keep: self.keep.as_ref(),
            apply: self.apply.effect,
            needs_bump: self.needs_bump,
            most,
        })
    }

    /// The tracks that a slide from a site may take, each with the stop at which it begins.
    pub fn ways<'r>(&self, rules: &'r Rules, from: i32) -> impl Iterator<Item = (&'r Track, usize)> {
        let tracks = self.tracks.iter().map(|&track| &rules.tracks[track]);
        tracks.flat_map(move |track| track.indices_of(from).iter().map(move |&index| (track, usize::from(index))))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let Some(from) = self.start.eval(ctx) else { return };
        let registers = ctx.registers();
        ctx.set(Register::From, from);
        if self.start.allows(ctx) {
            let range = self.range.eval(ctx);
            for (track, start) in self.ways(ctx.rules, from) {
                self.along(track, start, range, ctx, |ctx, to, stops| {
                    ctx.emit(id, from, to, &[i32::from(stops)], sink);
                });
            }
        }
        ctx.restore(registers);
    }

    /// The most slots: one for each way along a track.
    pub(super) fn most_slots(&self) -> Option<u32> {
        self.most_ways
    }

    /// The move in a slot.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let from = self.start.eval(ctx)?;
        let (track, start) = self.ways(ctx.rules, from).nth(slot as usize)?;
        let registers = ctx.registers();
        ctx.set(Register::From, from);
        let mut found = None;
        if self.start.allows(ctx) {
            let range = self.range.eval(ctx);
            self.along(track, start, range, ctx, |ctx, to, stops| {
                found = Some(ctx.bind(id, from, to, &[i32::from(stops)]));
            });
        }
        ctx.restore(registers);
        found
    }

    /// Follows a track from a stop, and hands over where a slide may end and whether it stops there.
    fn along(
        &self,
        track: &Track,
        start: usize,
        (min, max): (i32, i32),
        ctx: &mut Context<'_>,
        mut offer: impl FnMut(&mut Context<'_>, i32, bool),
    ) {
        let elements = &track.elements;
        let mut index = start;
        let mut bumps = elements[index].bump;
        let mut distance = 1;
        while elements[index].next != -1 && distance < elements.len() as i32 && distance <= max {
            let to = elements[index].next;
            ctx.set(Register::To, to);
            if bumps > 0 || !self.needs_bump {
                if self.stop.as_ref().is_some_and(|stop| stop.eval(ctx)) {
                    if min <= distance {
                        offer(ctx, to, true);
                        return;
                    }
                } else if min <= distance && holds(self.keep.as_ref(), ctx) {
                    offer(ctx, to, false);
                }
            }
            distance += 1;
            ctx.set(Register::Between, to);
            let free = match &self.go {
                Some(go) => go.eval(ctx),
                None => ctx.is_empty(self.start.kind, to),
            };
            if !free {
                return;
            }
            index = elements[index].next_index as usize;
            bumps += elements[index].bump;
        }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        if chosen.binds[0] == 1 {
            ctx.set(Register::From, from);
            ctx.set(Register::To, to);
            self.apply.run_anyway(ctx, program);
        }
        program.push(moved(self.start.kind, from, to));
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}

/// The moves for the first site of a track that has any.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstOnTrack {
    name: Option<String>,
    owner: Option<IntFn>,
    moves: MovesFn,
}

impl FirstOnTrack {
    /// Compiles `(firstMoveOnTrack …)`, whose own consequences Ludii never attaches.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let name = call.get("trackName").text().map(str::to_owned);
        let owner = c.player(call, &["owner"])?;
        let moves = c.inside(Link::Captures(Register::Site), |c| c.moves(call.get("moves")))?;
        Ok(MovesFn::FirstOnTrack(Box::new(Self { name, owner, moves })))
    }

    /// The track of an owner.
    fn track<'r>(&self, rules: &'r Rules, owner: i32) -> Option<&'r Track> {
        rules.tracks.iter().find(|track| match &self.name {
            None => true,
            Some(name) if owner == -1 => track.name == *name,
            Some(name) => track.owner == owner && track.name.contains(name.as_str()),
        })
    }

    /// The sites of the track that are asked while a player is to move, where that is all that they depend on.
    #[must_use]
    pub fn stops(&self, rules: &Rules, mover: i32) -> Option<Vec<i32>> {
        let owner = match &self.owner {
            None => -1,
            Some(IntFn::Mover) => mover,
            Some(owner) => owner.constant()?,
        };
        let elements = self.track(rules, owner).map_or(&[][..], |track| &track.elements[..]);
        Some(elements.iter().map(|element| element.site).filter(|&site| site >= 0).collect())
    }

    /// The moves for each site.
    #[must_use]
    pub fn moves(&self) -> &MovesFn {
        &self.moves
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let rules = ctx.rules;
        let owner = self.owner.as_ref().map_or(-1, |owner| owner.eval(ctx));
        let Some(track) = self.track(rules, owner) else { return };
        let outer = ctx.get(Register::Site);
        let before = sink.count();
        for element in track.elements.iter().filter(|element| element.site >= 0) {
            ctx.set(Register::Site, element.site);
            self.moves.generate(ctx, sink);
            if sink.count() > before {
                break;
            }
        }
        ctx.set(Register::Site, outer);
    }
}
