//! Moves that depend on a condition, or on whether there are others: `(if …)` and `(priority …)`.

use super::MovesFn;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::tree::{Call, Value};

/// Compiles the slots of `(priority …)` in order.
pub(super) fn priority(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
    c.with_then(call, |c| {
        let mut list = Vec::new();
        for slot in ["list", "list1", "list2"] {
            for value in call.get(slot).elements() {
                list.push(c.moves(value)?);
            }
        }
        Ok(MovesFn::Priority(list))
    })
}

/// Compiles `(if …)`.
pub(super) fn if_else(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
    c.with_then(call, |c| {
        let yes = c.moves(call.get("list"))?;
        let no = match call.get("elseList") {
            Value::Empty => MovesFn::Or(Vec::new()),
            value => c.moves(value)?,
        };
        // Moves that are made where there are any go before the others; nobody need ask first.
        if c.decision && !c.rules.features.visited {
            let condition = call.get("cond").call();
            let negated = condition.filter(|condition| condition.name() == "Not").and_then(|not| not.get("a").call());
            // Where positions must not come again, what follows a move may forbid it.
            let but_then = !c.rules.meta.restricts();
            let asks_for = |condition: &Call, moves: &Value| asks_for(condition, moves, but_then);
            if condition.is_some_and(|condition| asks_for(condition, call.get("list"))) {
                return Ok(preferred(yes, no));
            }
            if negated.is_some_and(|condition| asks_for(condition, call.get("elseList"))) {
                return Ok(preferred(no, yes));
            }
        }
        Ok(shared_first(c.bool(call.get("cond"))?, yes, no))
    })
}

/// Moves on a condition and others on another one, what both conditions ask first being asked once for both.
fn shared_first(condition: BoolFn, yes: MovesFn, no: MovesFn) -> MovesFn {
    let shared = match &no {
        MovesFn::If(parts) if parts.2.is_nothing() => {
            let both = conjuncts(&condition).iter().zip(conjuncts(&parts.0));
            both.take_while(|(one, other)| one == other).count()
        }
        _ => 0,
    };
    let MovesFn::If(parts) = no else { return MovesFn::If(Box::new((condition, yes, no))) };
    if shared == 0 {
        return MovesFn::If(Box::new((condition, yes, MovesFn::If(parts))));
    }
    let on = |asked: &[BoolFn], moves: MovesFn, others: MovesFn| match asked {
        [] => moves,
        [only] => MovesFn::If(Box::new((only.clone(), moves, others))),
        list => MovesFn::If(Box::new((BoolFn::And(list.to_vec()), moves, others))),
    };
    let (otherwise, inner, nothing) = *parts;
    let (first, rest) = conjuncts(&condition).split_at(shared);
    let inner = on(&conjuncts(&otherwise)[shared..], inner, nothing.clone());
    on(first, on(rest, yes, inner), nothing)
}

/// The conditions that all have to hold for one.
pub(super) fn conjuncts(condition: &BoolFn) -> &[BoolFn] {
    if let BoolFn::And(list) = condition { list } else { std::slice::from_ref(condition) }
}

/// Whether a condition asks for nothing but whether there are any of some moves, maybe with other consequences.
fn asks_for(condition: &Call, moves: &Value, but_then: bool) -> bool {
    let asked = condition.get("moves");
    condition.name() == "Can"
        && condition.keyword() == Some("Move")
        && (asked.says_same(moves) || (but_then && asked.says_same_but(moves, "then")))
}

/// Some moves, and others where there are none of them.
fn preferred(first: MovesFn, then: MovesFn) -> MovesFn {
    match then {
        MovesFn::Or(none) if none.is_empty() => first,
        then => MovesFn::Priority(vec![first, then]),
    }
}
