//! `(roll)`, and `(forEach Die …)`: the moves that each die allows.

use super::{Leaf, MovesFn, Sites};
use crate::lud::compile::{Compiled, Compiler, Link};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// Compiles `(roll)`.
pub fn compile_roll(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
    if c.rules.dice.is_empty() {
        return Err(c.unsupported(call));
    }
    c.with_then(call, |c| c.leaf(call, Leaf::Roll(Box::new(Roll)), 0))
}

/// A roll of all dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Roll;

impl Roll {
    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        ctx.emit(id, -1, -1, &[], sink);
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, _chosen: LudMove, program: &mut Vec<Action>) {
        program.push(Action::Roll);
    }

    pub(super) fn sites(&self, rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(rules.default_type())
    }
}

/// The moves that each die allows, and which dice they use up.
#[derive(Debug, Clone, PartialEq)]
pub struct ForEachDie {
    set: IntFn,
    condition: BoolFn,
    combined: BoolFn,
    inner: MovesFn,
}

/// What a move of `(forEach Die …)` does besides: it uses up dice, the bits of [`Register::Die`].
#[derive(Debug, Clone, PartialEq)]
pub struct UseDice {
    set: IntFn,
    replay_double: BoolFn,
}

impl ForEachDie {
    /// Compiles `(forEach Die …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        if c.rules.dice.is_empty() {
            return Err(c.unsupported(call));
        }
        let set = c.int_or(call.get("handDiceIndex"), IntFn::Constant(0))?;
        let condition = c.opt_bool(call.get("If"))?.unwrap_or(BoolFn::Constant(true));
        let combined = c.opt_bool(call.get("combined"))?.unwrap_or(BoolFn::Constant(false));
        let replay_double = c.opt_bool(call.get("replayDouble"))?.unwrap_or(BoolFn::Constant(false));
        let usage = UseDice { set: set.clone(), replay_double };
        let usage = c.effect_leaf(call, Leaf::UseDice(Box::new(usage)))?;
        let inner = c.with_then(call, |c| {
            c.inside(Link::Captures(Register::Pips), |c| {
                c.inside(Link::Captures(Register::Die), |c| {
                    c.inside(Link::Suffix(usage), |c| c.moves(call.get("moves")))
                })
            })
        })?;
        Ok(MovesFn::ForEachDie(Box::new(Self { set, condition, combined, inner })))
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let rules = ctx.rules;
        let set = self.set.eval(ctx);
        let Some(set) = usize::try_from(set).ok().and_then(|set| rules.dice.get(set)) else { return };
        let values: smallvec::SmallVec<[i32; 8]> =
            ctx.state.dice[set.first..set.first + set.dice.len()].iter().map(|&value| i32::from(value)).collect();
        let (pips, die) = (ctx.get(Register::Pips), ctx.get(Register::Die));
        for (index, &value) in values.iter().enumerate() {
            self.with(ctx, value, 1 << index, sink);
        }
        if self.combined.eval(ctx) {
            let mut sum_of = |mask: i32, ctx: &mut Context<'_>| {
                let chosen = || values.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
                if chosen().all(|(_, &value)| value != 0) {
                    let sum = chosen().map(|(_, value)| value).sum();
                    self.with(ctx, sum, mask, sink);
                }
            };
            match values.len() {
                2 => sum_of(0b11, ctx),
                3 => [0b111, 0b011, 0b101, 0b110].into_iter().for_each(|mask| sum_of(mask, ctx)),
                _ => {}
            }
        }
        ctx.set(Register::Pips, pips);
        ctx.set(Register::Die, die);
    }

    fn with(&self, ctx: &mut Context<'_>, pips: i32, mask: i32, sink: &mut Sink<'_>) {
        ctx.set(Register::Pips, pips);
        ctx.set(Register::Die, mask);
        if self.condition.eval(ctx) {
            self.inner.generate(ctx, sink);
        }
    }
}

impl UseDice {
    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        ctx.emit(id, -1, -1, &[], sink);
    }

    pub(super) fn sites(&self, rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(rules.default_type())
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, _chosen: LudMove, program: &mut Vec<Action>) {
        self.use_up(ctx, program);
    }

    /// Appends what happens to the dice that a move uses up.
    pub fn use_up(&self, ctx: &mut Context<'_>, program: &mut Vec<Action>) {
        let rules = ctx.rules;
        let set = self.set.eval(ctx);
        let Some(set) = usize::try_from(set).ok().and_then(|set| rules.dice.get(set)) else { return };
        let mask = ctx.get(Register::Die);
        for index in 0..set.dice.len() {
            if mask >> index & 1 == 1 {
                program.push(Action::UseDie((set.first + index) as u8));
            }
        }
        if mask.count_ones() != 1 {
            return;
        }
        let values = &ctx.state.dice[set.first..set.first + set.dice.len()];
        let is_double = values.iter().all(|value| *value == values[0]);
        let replays = is_double && self.replay_double.eval(ctx);
        let temp = ctx.state.temp;
        if replays {
            program.push(Action::Temp(if temp == -1 { ctx.get(Register::Pips) } else { -1 }));
        } else if temp != -1 {
            for set in &rules.dice {
                if temp - 1 < set.faces {
                    let container = &rules.containers[set.container];
                    for site in container.first..container.first + container.sites {
                        program.push(Action::ShowFace { site, face: temp - 1 });
                    }
                }
            }
        }
    }
}
