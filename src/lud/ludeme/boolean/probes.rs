//! Conditions that ask whether moves exist.

use crate::lud::ludeme::moves::MovesFn;
use crate::lud::play::context::Context;

/// Whether a generator has any move now.
pub(super) fn can_move(ctx: &mut Context<'_>, moves: &MovesFn) -> bool {
    let registers = ctx.registers();
    let result = if ctx.rules.features.visited {
        // The sites of the last move count as visited for the question, and not afterwards.
        let (from, to) = (ctx.state.last.from, ctx.state.last.to);
        ctx.state.memory_mut().visited.insert(from);
        ctx.state.memory_mut().visited.insert(to);
        let result = moves.any(ctx);
        ctx.state.memory_mut().visited.remove(from);
        ctx.state.memory_mut().visited.remove(to);
        result
    } else {
        moves.any(ctx)
    };
    ctx.restore(registers);
    result
}

/// Whether the next player has no move, were it their turn now.
pub(super) fn no_moves_next(ctx: &mut Context<'_>) -> bool {
    if ctx.scratch.probing_moves {
        return false;
    }
    let (prev, mover, next) = (ctx.state.prev, ctx.state.mover, ctx.state.next);
    if ctx.state.is_active(i32::from(mover)) {
        let players = ctx.rules.players as u8;
        let mut after = next % players + 1;
        while !ctx.state.is_active(i32::from(after)) {
            after = after % players + 1;
        }
        (ctx.state.prev, ctx.state.mover, ctx.state.next) = (mover, next, after);
    }
    ctx.scratch.probing_moves = true;
    let asked = ctx.state.mover;
    if ctx.state.is_active(i32::from(asked)) {
        let registers = ctx.registers();
        let offers_swap = ctx.rules.meta.swap && ctx.state.moves as usize == ctx.rules.players - 1;
        if offers_swap || ctx.can_draw_ahead().unwrap_or_else(|| ctx.can_move()) {
            ctx.state.stalemated &= !(1 << asked);
        } else {
            ctx.state.stalemated |= 1 << asked;
        }
        ctx.restore(registers);
    }
    ctx.scratch.probing_moves = false;
    (ctx.state.prev, ctx.state.mover, ctx.state.next) = (prev, mover, next);
    ctx.state.stalemated >> next & 1 == 1
}
