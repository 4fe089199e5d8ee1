//! Conditions about the moves of a player's own pieces that are known before the game begins.

use super::entry::{Entry, Kind, Test, Tests};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes, Comparison};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;

const FROM: u16 = 1 << Register::From as u16;

/// Leaves out of the entries of a player's piece from a site those that are never made, and what is asked in vain.
pub(super) fn settle(list: &mut Vec<Entry>, tests: &Tests, owner: u8, site: usize, c: &Compiler) {
    // The entries of slides depend on those before them.
    if list.iter().any(|entry| entry.kind != Kind::Step) {
        return;
    }
    list.retain_mut(|entry| {
        let to = usize::from(entry.to);
        let mut answers = [&mut entry.guard, &mut entry.test].into_iter().map(|test| {
            let answer = tests.condition(*test).and_then(|condition| settled(c, condition, owner, site, to));
            if answer == Some(true) {
                *test = Test::NONE;
            }
            answer
        });
        answers.all(|answer| answer != Some(false))
    });
}

/// Tells what is asked about the pieces that a player's steps lead to and jumps go over as classes, where it comes to no more.
pub(super) fn classify(list: &mut [Entry], tests: &Tests, owner: u8, c: &Compiler) {
    for entry in list {
        let classes = |test: Test, register: Register| class_to(c, tests.condition(test)?, owner, register);
        if let Kind::Jump { hurdle, test, .. } = &mut entry.kind
            && let Some(asked) = classes(*test, Register::Between)
        {
            (*hurdle, *test) = (hurdle.and(asked), Test::NONE);
        }
        if !matches!(entry.kind, Kind::Slide { .. })
            && let Some(asked) = classes(entry.test, Register::To)
        {
            (entry.accept, entry.test) = (entry.accept.and(asked), Test::NONE);
        }
    }
}

/// The class that the site in a register has to be of for a player, where a condition asks for pieces of one player or for the
/// only component of one.
fn class_to(c: &Compiler, condition: &BoolFn, player: u8, register: Register) -> Option<Classes> {
    let BoolFn::Compare(Comparison::Equal, parts) = condition else { return None };
    let ((asked, IntFn::Constant(number)) | (IntFn::Constant(number), asked)) = &**parts else { return None };
    let here = IntFn::Register(register);
    let kind = c.rules.default_type();
    let owners = &c.rules.owners;
    let owner = match asked {
        IntFn::Plane(Plane::What, of, at) if *of == kind && **at == here => {
            let owner = *owners.get(usize::try_from(*number).ok()?)?;
            (owners[1..].iter().filter(|&&other| other == owner).count() == 1).then_some(owner)?
        }
        IntFn::Who(of, at) if *of == kind && **at == here => u8::try_from(*number).ok()?,
        _ => return None,
    };
    let has_others = c.rules.players > 2 || owners.iter().any(|&other| usize::from(other) > c.rules.players);
    match owner {
        0 => None,
        owner if owner == player => Some(Classes::OWN),
        owner => (!has_others && usize::from(owner) <= c.rules.players).then_some(Classes::OTHERS),
    }
}

/// What a condition says of each move of a player's piece from a site to another, where it asks for nothing else than where
/// those are and who moves.
fn settled(c: &Compiler, condition: &BoolFn, mover: u8, from: usize, to: usize) -> Option<bool> {
    asks_mover_only(condition).then(|| {
        asked_of_mover(c, mover, from, |ctx| {
            ctx.set(Register::To, to as i32);
            condition.eval(ctx)
        })
    })
}

/// The site that a number stands for in the moves of a component's pieces from a site, where it depends on nothing else than
/// that site and who moves.
pub(super) fn settled_site(c: &Compiler, number: &IntFn, what: usize, from: usize) -> Option<i32> {
    let owner = c.rules.owners[what];
    let is_mover = (1..=c.rules.players).contains(&usize::from(owner))
        && !c.rules.features.owners_change
        && !c.rules.features.teams;
    let is_settled = number.is_fixed(FROM) || is_mover && is_by_mover(number, FROM);
    is_settled.then(|| asked_of_mover(c, owner, from, |ctx| number.eval(ctx)))
}

/// What a question comes to for the piece on a site, where it is about nothing but that and who moves.
pub(super) fn asked_of_mover<T>(c: &Compiler, mover: u8, from: usize, ask: impl FnOnce(&mut Context<'_>) -> T) -> T {
    c.on_empty_board(|ctx| {
        let before = std::mem::replace(&mut ctx.state.mover, mover);
        ctx.set(Register::From, from as i32);
        let answer = ask(ctx);
        ctx.state.mover = before;
        answer
    })
}

/// Whether a number depends on nothing but who moves, once the registers in `bound` are set.
pub(super) fn is_by_mover(number: &IntFn, bound: u16) -> bool {
    match number {
        IntFn::Mover => true,
        IntFn::Math(math) => math.list().is_none() && math.operands().iter().all(|operand| is_by_mover(operand, bound)),
        other => other.is_fixed(bound),
    }
}

fn asks_mover_only(condition: &BoolFn) -> bool {
    const BOUND: u16 = FROM | 1 << Register::To as u16;
    match condition {
        BoolFn::And(list) | BoolFn::Or(list) => list.iter().all(asks_mover_only),
        BoolFn::Not(inner) => asks_mover_only(inner),
        BoolFn::In(parts) if parts.0.is_fixed(BOUND) => match &parts.1 {
            RegionFn::Owned(player, regions) => {
                **player == IntFn::Mover && regions.iter().all(|region| region.is_fixed(BOUND))
            }
            RegionFn::Choice(index, _) => **index == IntFn::Mover,
            region => region.is_fixed(BOUND),
        },
        other => other.is_fixed(BOUND),
    }
}
