//! `(move Step …)`: a piece steps to a neighbour.

use super::{Leaf, MovesFn};
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::{Action, EffectId};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;
use smallvec::SmallVec;

/// A step to a neighbour.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub(super) kind: SiteType,
    from: IntFn,
    from_condition: Option<BoolFn>,
    directions: DirectionFn,
    condition: BoolFn,
    effect: Option<EffectId>,
}

impl Step {
    /// Compiles `(move Step …)` and `(step …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let to = call.get("to").call().ok_or_else(|| c.unsupported(call))?;
        if call.get("stack").bool() == Some(true) || !to.get("rotations").is_empty() {
            return Err(c.unsupported(call));
        }
        let (mut from, mut from_condition) = (IntFn::Register(Register::From), None);
        let mut kind = c.rules.default_type();
        if let Some(start) = call.get("from").call() {
            if !start.get("region").is_empty() || !start.get("level").is_empty() {
                return Err(c.unsupported(start));
            }
            kind = c.site_type(start.get("type"));
            from = c.int_or(start.get("loc"), from)?;
            from_condition = c.opt_bool(start.get("If"))?;
        }
        let directions = DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
        let condition = c.opt_bool(to.get("If"))?.unwrap_or(BoolFn::Constant(true));
        let (effect, effect_condition) = c.apply_effect(to.get("effect"))?;
        if effect_condition.is_some() {
            return Err(c.unsupported(to));
        }
        let step = Self { kind, from, from_condition, directions, condition, effect };
        c.with_then(call, |c| c.leaf(call, Leaf::Step(Box::new(step)), 0))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let from = self.from.eval(ctx);
        if from < 0 || from as usize >= ctx.rules.topology.count(self.kind) {
            return;
        }
        let registers = (ctx.set(Register::From, from), ctx.get(Register::To));
        if self.from_condition.as_ref().is_none_or(|condition| condition.eval(ctx)) {
            let mut done: SmallVec<[u16; 16]> = SmallVec::new();
            for direction in self.directions.eval(ctx, self.kind, from) {
                for step in ctx.rules.topology.steps(self.kind, from as usize, direction) {
                    if step.to_type != self.kind || done.contains(&step.to) {
                        continue;
                    }
                    let to = i32::from(step.to);
                    ctx.set(Register::To, to);
                    if self.condition.eval(ctx) {
                        done.push(step.to);
                        ctx.emit(id, from, to, &[], sink);
                    }
                }
            }
        }
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        if let Some(effect) = self.effect {
            ctx.set(Register::From, from);
            ctx.set(Register::To, to);
            ctx.append_effect(effect, program);
        }
        program.push(Action::Move {
            from_type: self.kind,
            from,
            to_type: self.kind,
            to,
            state: -1,
            rotation: -1,
            value: -1,
        });
    }
}
