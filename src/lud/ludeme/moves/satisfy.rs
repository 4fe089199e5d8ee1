//! `(satisfy …)`: the moves of a deduction puzzle.

use super::{Leaf, MovesFn, Sites};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::puzzle::Puzzle;
use crate::lud::play::action::Action;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// A site given a value that breaks no constraint, or a value struck off or put back. Own binds: the value, and whether it is
/// struck off or put back.
#[derive(Debug, Clone, PartialEq)]
pub struct Satisfy;

impl Satisfy {
    /// Compiles `(satisfy …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        c.constraints(call)?;
        let moves = c.leaf(call, Leaf::Satisfy(Box::new(Self)), 2)?;
        if let MovesFn::Leaf(leaf) = moves {
            c.rules.leaves[leaf as usize].is_decision = true;
        }
        Ok(moves)
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let Some(puzzle) = &ctx.rules.puzzle else { return };
        for &site in &puzzle.variables {
            let held = ctx.state.memory().candidates[site as usize];
            for value in puzzle.min..=puzzle.max {
                if allows(ctx, puzzle, site, value) {
                    ctx.emit(id, site, site, &[value, 0], sink);
                }
                // The last value left cannot be struck off.
                if held != 1 << value {
                    ctx.emit(id, site, site, &[value, 1], sink);
                }
            }
            if sink.is_done() {
                return;
            }
        }
    }

    /// Two slots for every value of every site: to give it, and to strike it off or put it back.
    pub(super) fn slots(&self, ctx: &Context<'_>) -> Option<u32> {
        let puzzle = ctx.rules.puzzle.as_ref()?;
        Some(2 * puzzle.variables.len() as u32 * puzzle.values())
    }

    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let puzzle = ctx.rules.puzzle.as_ref()?;
        let (place, kind) = (slot / 2, slot % 2);
        let site = *puzzle.variables.get((place / puzzle.values()) as usize)?;
        let value = puzzle.min + (place % puzzle.values()) as i32;
        let is_move = if kind == 0 {
            allows(ctx, puzzle, site, value)
        } else {
            ctx.state.memory().candidates[site as usize] != 1 << value
        };
        is_move.then(|| ctx.bind(id, site, site, &[value, kind as i32]))
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let site = i32::from(chosen.to);
        let value = 1 << chosen.binds[0];
        let held = ctx.state.memory().candidates.get(site as usize).copied().unwrap_or(0);
        let values = if chosen.binds[1] == 0 { value } else { held ^ value };
        program.push(Action::Candidates { kind: ctx.rules.default_type(), site, values });
    }

    pub(super) fn sites(&self, rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(rules.default_type())
    }
}

/// Whether a site can be given a value without breaking a constraint.
fn allows(ctx: &mut Context<'_>, puzzle: &Puzzle, site: i32, value: i32) -> bool {
    let held = ctx.state.memory().candidates[site as usize];
    let last = std::mem::replace(&mut ctx.state.last.to, site);
    ctx.set_candidates(site, 1 << value);
    let allowed = puzzle.constraints.iter().all(|constraint| constraint.eval(ctx));
    ctx.set_candidates(site, held);
    ctx.state.last.to = last;
    allowed
}
