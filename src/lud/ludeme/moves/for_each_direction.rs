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
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
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
            Ok(MovesFn::ForEachDirection(Box::new(Self { start, directions, span, between, condition, moves })))
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
                    let (distance, to) = (distance as i32, i32::from(site));
                    if distance > max {
                        break;
                    }
                    if min > 1 && distance < min && self.between.is_some() {
                        ctx.set(Register::Between, to);
                        if !holds(self.between.as_ref(), ctx) {
                            break;
                        }
                        ctx.set(Register::Between, registers[Register::Between as usize]);
                    }
                    ctx.set(Register::To, to);
                    if !holds(self.condition.as_ref(), ctx) {
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

/// The direction of a step from a site to another.
fn turned_towards(topology: &Topology, kind: SiteType, from: usize, to: usize) -> Option<AbsoluteDirection> {
    let leads = |direction: &&AbsoluteDirection| {
        topology.steps_within(kind, from, **direction).iter().any(|&site| usize::from(site) == to)
    };
    topology.supported(kind, RelationType::All).iter().rfind(leads).copied()
}
