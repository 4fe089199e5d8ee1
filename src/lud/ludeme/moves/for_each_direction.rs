//! `(forEach Direction …)`: the moves of a generator for the sites in some directions.

use super::MovesFn;
use super::place::{Start, holds, range_or};
use super::reach::Piece;
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType, Topology};
use crate::lud::compile::{Compiled, Compiler, Link};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::direction::{DirectionFn, Facing};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, REGISTERS, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// The moves of a generator for the sites in some directions, each in the register `to`.
#[derive(Debug, Clone, PartialEq)]
pub struct ForEachDirection {
    start: Start,
    directions: DirectionFn,
    span: RangeFn,
    between: Option<BoolFn>,
    condition: Option<BoolFn>,
    moves: MovesFn,
    /// The most sites in the directions from any site, and the most slots that the moves for one of them take, where moves can
    /// be drawn without listing them.
    slots: Option<(u32, u32)>,
}

impl ForEachDirection {
    /// Compiles `(forEach Direction …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        super::place::refuse_levels(c, call)?;
        let empty = Value::Empty;
        let between = call.get("between").call();
        let in_between = |slot| between.map_or(&empty, |between| between.get(slot));
        for slot in ["before", "after", "trail", "effect"] {
            if !in_between(slot).is_empty() {
                return Err(c.unsupported(call));
            }
        }
        let start = Start::compile(c, call.get("from"), IntFn::Register(Register::From))?;
        let directions = DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
        let span = range_or(c, in_between("range"), 1, 1)?;
        let between = c.opt_bool(in_between("If"))?;
        let to = call.get("to").call();
        let condition = c.opt_bool(to.map_or(&empty, |to| to.get("If")))?;
        let moves = match to.and_then(|to| to.get("effect").call()) {
            Some(apply) if !apply.get("effect").is_empty() => apply.get("effect"),
            _ => call.get("moves"),
        };
        c.with_then(call, |c| {
            let moves = c.inside(Link::Captures(Register::To), |c| c.moves(moves))?;
            let most_each = moves.most_slots(&c.rules.leaves).filter(|&each| each > 0);
            let slots = most_places(c, start.kind, &directions, &span).zip(most_each);
            let each = Self { start, directions, span, between, condition, moves, slots };
            Ok(MovesFn::ForEachDirection(Box::new(each)))
        })
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let Some(from) = self.start.eval(ctx) else { return };
        let (min, max) = (self.span.min.eval(ctx), self.span.max.eval(ctx));
        let registers = ctx.registers();
        let rules = ctx.rules;
        let facing = self.facing(from, ctx);
        if facing.what == 0 && ctx.get(Register::From) >= 0 {
            return;
        }
        for &direction in self.directions.eval_for(ctx, kind, from, Some(facing)).iter() {
            for radial in rules.topology.radials(kind, from as usize, direction) {
                for (distance, &site) in radial.sites.iter().enumerate().skip(1) {
                    let distance = distance as i32;
                    if distance > max || !self.goes_on(i32::from(site), distance < min && min > 1, &registers, ctx) {
                        break;
                    }
                    if distance >= min {
                        self.moves.generate(ctx, sink);
                    }
                }
            }
        }
        ctx.restore(registers);
    }

    /// Goes one site farther along a line, to one before the nearest that counts or to one that does; says whether that may be.
    #[inline]
    fn goes_on(&self, to: i32, is_before: bool, registers: &[i32; REGISTERS], ctx: &mut Context<'_>) -> bool {
        if is_before && self.between.is_some() {
            ctx.set(Register::Between, to);
            if !holds(self.between.as_ref(), ctx) {
                return false;
            }
            ctx.set(Register::Between, registers[Register::Between as usize]);
        }
        ctx.set(Register::To, to);
        holds(self.condition.as_ref(), ctx)
    }

    /// The most slots in any position, where moves can be drawn without listing them.
    pub(super) fn most_slots(&self) -> Option<u32> {
        self.slots.map(|(places, each)| places * each)
    }

    /// The move in a slot.
    pub(super) fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let (_, each) = self.slots?;
        let mut left = (slot / each) as usize;
        let kind = self.start.kind;
        let from = self.start.eval(ctx)?;
        let (min, max) = (self.span.min.eval(ctx), self.span.max.eval(ctx));
        let facing = self.facing(from, ctx);
        if facing.what == 0 && ctx.get(Register::From) >= 0 {
            return None;
        }
        let rules = ctx.rules;
        for &direction in self.directions.eval_for(ctx, kind, from, Some(facing)).iter() {
            for radial in rules.topology.radials(kind, from as usize, direction) {
                let length = (radial.sites.len() - 1).min(max.max(0) as usize);
                if left >= length {
                    left -= length;
                    continue;
                }
                if (left as i32) < min - 1 {
                    return None;
                }
                let registers = ctx.registers();
                let mut way = radial.sites[1..=left + 1].iter().zip(1..);
                let is_open = way
                    .all(|(&site, distance)| self.goes_on(i32::from(site), distance < min && min > 1, &registers, ctx));
                let chosen = if is_open { self.moves.fixed_slot(slot % each, ctx) } else { None };
                ctx.restore(registers);
                return chosen;
            }
        }
        None
    }

    /// Adds where it may lead for a piece; `to` is the site in that register, where the rules around set it.
    pub(super) fn add_reachable(&self, piece: Piece<'_>, to: Option<usize>, found: &mut Bits) -> Option<()> {
        let Piece { c, what, site } = piece;
        let kind = self.start.kind;
        let from = match self.start.site {
            IntFn::Register(Register::From) => site,
            IntFn::Register(Register::To) => to?,
            _ => return None,
        };
        if kind != c.rules.default_type() {
            return None;
        }
        let topology = &c.rules.topology;
        let towards = to.and_then(|to| turned_towards(topology, kind, site, to));
        let facing = Facing { towards, ..Facing::of_unturned(c, what)? };
        let farthest = self.span.max.constant().unwrap_or(i32::MAX);
        for direction in self.directions.possible(c, kind, from, facing)? {
            for radial in topology.radials(kind, from, direction) {
                for (distance, &end) in radial.sites.iter().enumerate().skip(1) {
                    if distance as i32 <= farthest {
                        self.moves.add_reachable(piece, Some(usize::from(end)), found)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Relative directions go by the piece that the rules around are about, turned towards where they have got so far.
    fn facing(&self, from: i32, ctx: &Context<'_>) -> Facing {
        let (kind, topology) = (self.start.kind, &ctx.rules.topology);
        let (piece_at, to) = (ctx.get(Register::From), ctx.get(Register::To));
        let towards = if to >= 0 && piece_at >= 0 {
            turned_towards(topology, kind, piece_at as usize, to as usize)
        } else {
            None
        };
        Facing { what: ctx.what(kind, piece_at), rotation: ctx.plane(Plane::Rotation, kind, from), towards }
    }
}

/// The most sites in some directions from any site, no farther than a span reaches, where the directions are always the same.
fn most_places(c: &Compiler, kind: SiteType, directions: &DirectionFn, span: &RangeFn) -> Option<u32> {
    let topology = &c.rules.topology;
    let farthest = span.max.constant().map_or(usize::MAX, |max| max.max(0) as usize);
    let places = |site: usize, ctx: &mut Context<'_>| -> usize {
        let directions = directions.eval(ctx, kind, site as i32);
        let radials = directions.iter().flat_map(|&direction| topology.radials(kind, site, direction));
        radials.map(|radial| (radial.sites.len() - 1).min(farthest)).sum()
    };
    let most = |ctx: &mut Context<'_>| (0..topology.count(kind)).map(|site| places(site, ctx)).max();
    if directions.is_fixed() { c.on_empty_board(|ctx| most(ctx)).map(|most| most as u32) } else { None }
}

/// The direction of a step from a site to another.
fn turned_towards(topology: &Topology, kind: SiteType, from: usize, to: usize) -> Option<AbsoluteDirection> {
    let leads = |direction: &&AbsoluteDirection| {
        topology.steps_within(kind, from, **direction).iter().any(|&site| usize::from(site) == to)
    };
    topology.supported(kind, RelationType::All).iter().rfind(leads).copied()
}
