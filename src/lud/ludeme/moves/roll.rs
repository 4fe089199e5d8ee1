//! `(roll)`, and `(forEach Die …)`: the moves that each die allows.

use super::parts::{Parts, Source};
use super::{Leaf, MovesFn, Sites};
use crate::lud::compile::{Compiled, Compiler, Link};
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;
use std::ops::Range;

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
    /// The most slots that the moves of one die take, where they can be drawn without listing them.
    slots_each: Option<u32>,
    /// The most ways of using dice for one move.
    most_throws: u32,
    /// Whether the condition is that the dice are not used yet, and nothing else.
    if_unused: bool,
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
        let slots_each = inner.most_slots(&c.rules.leaves);
        let unused = (IntFn::Register(Register::Pips), IntFn::Constant(0));
        let if_unused = matches!(&condition, BoolFn::Compare(Comparison::NotEqual, parts) if **parts == unused);
        let mut each = Self { set, condition, combined, inner, slots_each, most_throws: 0, if_unused };
        let throws = c.rules.dice.iter().map(|set| each.throws(set.dice.len()).count() as u32);
        each.most_throws = throws.max().unwrap_or(0);
        Ok(MovesFn::ForEachDie(Box::new(each)))
    }

    /// The set of dice, the condition of each throw, and the moves.
    #[must_use]
    pub fn parts(&self) -> (&IntFn, &BoolFn, &MovesFn) {
        (&self.set, &self.condition, &self.inner)
    }

    /// What of so many dice may be used for one move, where that does not depend on the position.
    #[must_use]
    pub fn fixed_throws(&self, dice: usize) -> Option<Vec<i32>> {
        matches!(self.combined, BoolFn::Constant(_)).then(|| self.throws(dice).collect())
    }

    /// The most slots in any position, where moves can be drawn without listing them.
    pub(super) fn most_slots(&self) -> Option<u32> {
        Some(self.slots_each? * self.most_throws)
    }

    /// What of so many dice may be used for one move, one bit for each: one die, or several together.
    fn throws(&self, dice: usize) -> impl Iterator<Item = i32> + use<> {
        let together: &[i32] = match dice {
            _ if self.combined == BoolFn::Constant(false) => &[],
            2 => &[0b11],
            3 => &[0b111, 0b011, 0b101, 0b110],
            _ => &[],
        };
        (0..dice).map(|index| 1 << index).chain(together.iter().copied())
    }

    /// The pips of some of the dice of a set, where they are all unused; of a single die in any case.
    #[inline]
    fn pips(&self, dice: Range<usize>, throw: i32, ctx: &mut Context<'_>) -> Option<i32> {
        if throw & (throw - 1) == 0 {
            return Some(i32::from(ctx.state.dice[dice.start + throw.trailing_zeros() as usize]));
        }
        if !self.combined.eval(ctx) {
            return None;
        }
        let values = &ctx.state.dice[dice];
        let chosen = || values.iter().enumerate().filter(|(index, _)| throw >> index & 1 == 1).map(|(_, value)| *value);
        chosen().all(|value| value != 0).then(|| chosen().map(i32::from).sum())
    }

    /// The dice of the set, by their numbers among all dice.
    fn dice(&self, ctx: &mut Context<'_>) -> Option<Range<usize>> {
        let set = self.set.eval(ctx);
        let set = usize::try_from(set).ok().and_then(|set| ctx.rules.dice.get(set))?;
        Some(set.first..set.first + set.dice.len())
    }

    /// The slots in the position at hand, which is no more than [`ForEachDie::most_slots`].
    pub(super) fn slots(&self, ctx: &mut Context<'_>) -> Option<u32> {
        let each = self.slots_each?;
        if !self.if_unused {
            return self.most_slots();
        }
        let Some(dice) = self.dice(ctx) else { return Some(0) };
        let throws = self.throws(dice.len());
        let open = throws.filter(|&throw| self.pips(dice.clone(), throw, ctx).is_some_and(|pips| pips != 0));
        Some(open.count() as u32 * each)
    }

    /// The throw with a number among those that slots are for, and its pips.
    fn throw(&self, index: usize, ctx: &mut Context<'_>) -> Option<(i32, i32)> {
        let dice = self.dice(ctx)?;
        if !self.if_unused {
            let throw = self.throws(dice.len()).nth(index)?;
            return Some((throw, self.pips(dice, throw, ctx)?));
        }
        // Used dice have no slots.
        let mut left = index;
        for throw in self.throws(dice.len()) {
            let Some(pips) = self.pips(dice.clone(), throw, ctx).filter(|&pips| pips != 0) else { continue };
            if left == 0 {
                return Some((throw, pips));
            }
            left -= 1;
        }
        None
    }

    /// Lays out the moves of each die.
    pub(super) fn lay_out<'r>(&'r self, parts: &mut Parts<'r>, ctx: &mut Context<'_>) -> bool {
        if let Some(slots) = self.slots(ctx) {
            parts.push(slots, Source::Dice(self));
            return true;
        }
        let Some(dice) = self.dice(ctx) else { return true };
        for throw in self.throws(dice.len()) {
            let Some(pips) = self.pips(dice.clone(), throw, ctx) else { continue };
            parts.holding(Register::Pips, pips, ctx, |parts, ctx| {
                parts.holding(Register::Die, throw, ctx, |parts, ctx| {
                    if self.condition.eval(ctx) {
                        parts.lay_out(&self.inner, ctx);
                    }
                });
            });
        }
        true
    }

    /// The move in a slot below [`ForEachDie::most_slots`].
    pub(super) fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let each = self.slots_each?;
        let index = if each == 1 { slot } else { slot / each };
        let (throw, pips) = self.throw(index as usize, ctx)?;
        let (before, die) = (ctx.set(Register::Pips, pips), ctx.set(Register::Die, throw));
        let is_open = self.if_unused || self.condition.eval(ctx);
        let found = if is_open { self.inner.fixed_slot(slot - index * each, ctx) } else { None };
        ctx.set(Register::Pips, before);
        ctx.set(Register::Die, die);
        found
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let Some(dice) = self.dice(ctx) else { return };
        let (before, die) = (ctx.get(Register::Pips), ctx.get(Register::Die));
        for throw in self.throws(dice.len()) {
            let Some(pips) = self.pips(dice.clone(), throw, ctx) else { continue };
            ctx.set(Register::Pips, pips);
            ctx.set(Register::Die, throw);
            if self.condition.eval(ctx) {
                self.inner.generate(ctx, sink);
            }
        }
        ctx.set(Register::Pips, before);
        ctx.set(Register::Die, die);
    }
}

impl UseDice {
    /// The set of dice, and the condition on which a double is played again.
    #[must_use]
    pub fn parts(&self) -> (&IntFn, &BoolFn) {
        (&self.set, &self.replay_double)
    }

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
