//! Which classes of sites a condition about a site accepts, as far as it asks for nothing else.

use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::play::context::{Context, Register, Scratch};
use crate::lud::play::rules::Rules;
use crate::lud::play::state::State;

/// A condition about the site in a register, in two parts that have to hold both: one that [`classes_at`] answers, and the
/// rest.
pub(super) fn split(condition: &BoolFn, register: Register) -> (BoolFn, Option<BoolFn>) {
    if is_class_like(condition, register) {
        return (condition.clone(), None);
    }
    let BoolFn::And(list) = condition else { return (BoolFn::Constant(true), Some(condition.clone())) };
    let (known, mut rest): (Vec<BoolFn>, Vec<BoolFn>) =
        list.iter().cloned().partition(|item| is_class_like(item, register));
    let known = if known.is_empty() { BoolFn::Constant(true) } else { BoolFn::And(known) };
    (known, Some(if rest.len() == 1 { rest.remove(0) } else { BoolFn::And(rest) }))
}

/// Whether [`classes_at`] has an answer.
fn is_class_like(condition: &BoolFn, register: Register) -> bool {
    match condition {
        BoolFn::Constant(true) => true,
        BoolFn::Class(about, _) => *about == register,
        BoolFn::And(list) | BoolFn::Or(list) if !list.is_empty() => {
            list.iter().all(|item| is_class_like(item, register))
        }
        BoolFn::Not(inner) => is_class_like(inner, register),
        other => other.is_fixed(1 << Register::From as u16 | 1 << register as u16),
    }
}

/// The classes that a condition about the site in a register accepts; nothing where it asks about anything else. Members
/// that only ask where the site is are answered now, for a move between two sites.
pub(super) fn classes_at(
    c: &Compiler,
    condition: &BoolFn,
    register: Register,
    from: usize,
    to: usize,
) -> Option<Classes> {
    let holds = |fixed: &BoolFn| c.on_empty_board(|ctx| holds_between(fixed, register, from, to, ctx));
    classes_by(condition, register, &holds)
}

/// As [`classes_at`], once the rules are compiled.
pub(super) fn classes_in(
    rules: &Rules,
    condition: &BoolFn,
    register: Register,
    from: usize,
    to: usize,
) -> Option<Classes> {
    let holds = |fixed: &BoolFn| {
        let (mut state, mut scratch) = (State::empty(&rules.layout, rules.players, false), Scratch::default());
        holds_between(fixed, register, from, to, &mut Context::new(rules, &mut state, &mut scratch))
    };
    classes_by(condition, register, &holds)
}

/// Whether a condition holds that asks where two sites are and nothing else.
pub(super) fn holds_between(fixed: &BoolFn, register: Register, from: usize, to: usize, ctx: &mut Context<'_>) -> bool {
    ctx.set(Register::From, from as i32);
    ctx.set(register, to as i32);
    fixed.eval(ctx)
}

/// As [`classes_at`], told which members hold that only ask where sites are.
fn classes_by(condition: &BoolFn, register: Register, holds: &impl Fn(&BoolFn) -> bool) -> Option<Classes> {
    match condition {
        BoolFn::Constant(true) => Some(Classes::ANY),
        BoolFn::Class(about, classes) if *about == register => Some(*classes),
        BoolFn::And(list) => {
            let parts = list.iter().map(|item| classes_by(item, register, holds));
            parts.reduce(|one, other| Some(one?.and(other?))).flatten()
        }
        BoolFn::Or(list) => {
            let parts = list.iter().map(|item| classes_by(item, register, holds));
            parts.reduce(|one, other| Some(one?.or(other?))).flatten()
        }
        BoolFn::Not(inner) => classes_by(inner, register, holds).map(Classes::contrary),
        BoolFn::If(parts) => {
            let [condition, yes, no] = [&parts.0, &parts.1, &parts.2].map(|part| classes_by(part, register, holds));
            let condition = condition?;
            Some(condition.and(yes?).or(condition.contrary().and(no?)))
        }
        other => {
            let bound = 1 << Register::From as u16 | 1 << register as u16;
            if !other.is_fixed(bound) {
                return None;
            }
            Some(if holds(other) { Classes::ANY } else { Classes::NONE })
        }
    }
}
