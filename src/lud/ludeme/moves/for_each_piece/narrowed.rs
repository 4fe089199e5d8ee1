//! What every piece is asked before anything else, asked of all of them at once.

use super::{Asked, ForEachPiece};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{Asked as AskedAtOnce, BoolFn};
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::ludeme::moves::branch::conjuncts;
use crate::lud::play::context::{Context, Register};

/// The condition that the site of a piece has to meet for the piece to have moves, where all pieces share it and the sites of
/// the board that meet it are found at once.
pub(super) fn shared_condition(c: &Compiler, asked: &Asked) -> Option<AskedAtOnce> {
    let mut conditions = asked.generators.iter().map(|generator| match generator {
        MovesFn::If(parts) if parts.2.is_nothing() => Some(&parts.0),
        _ => None,
    });
    let condition = conditions.next()??;
    if conditions.any(|other| other != Some(condition)) {
        return None;
    }
    let narrows =
        |part: &&BoolFn| !part.is_apart(Register::From) && AskedAtOnce::new(c, part, Register::From).is_some();
    let mut narrowing: Vec<BoolFn> = conjuncts(condition).iter().filter(narrows).cloned().collect();
    let condition = if narrowing.len() > 1 { BoolFn::And(narrowing) } else { narrowing.pop()? };
    AskedAtOnce::new(c, &condition, Register::From)
}

impl ForEachPiece {
    /// The sites of the first type with pieces that may have moves, by the condition that all of them share, if there is one.
    #[inline]
    pub(super) fn narrowed(&self, ctx: &mut Context<'_>) -> Option<u64> {
        let condition = self.shared_condition.as_ref()?;
        let own = ctx.state.row(&ctx.rules.layout, self.asked_row(ctx))[0];
        let in_range = self.in_range[0].words().first().copied().unwrap_or(0);
        Some(condition.of_word(own & in_range, ctx))
    }
}
