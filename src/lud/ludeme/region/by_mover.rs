//! Regions that depend on who moves and nothing else, worked out for every player when a game is compiled.

use super::RegionFn;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;

impl RegionFn {
    /// Works it out for every player now, where it follows lines that depend on who moves and nothing else.
    pub(super) fn by_mover(self, c: &Compiler) -> Self {
        let Self::Along(along) = &self else { return self };
        if !along.is_by_mover() {
            return self;
        }
        let sets = c.on_empty_board(|ctx| {
            let before = ctx.state.mover;
            let each = |player| {
                ctx.state.mover = player as u8;
                along.eval(ctx)
            };
            let sets = (0..c.rules.players + 2).map(each).collect();
            ctx.state.mover = before;
            sets
        });
        Self::Choice(Box::new(IntFn::Mover), sets)
    }

    /// Whether it depends on nothing but who moves, as far as that is easily told.
    pub(super) fn is_by_mover(&self) -> bool {
        match self {
            Self::Owned(player, regions) => **player == IntFn::Mover && regions.iter().all(|region| region.is_fixed(0)),
            Self::Choice(index, _) => **index == IntFn::Mover,
            other => other.is_fixed(0),
        }
    }
}
