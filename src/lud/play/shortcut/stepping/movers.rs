//! Pieces that may move at all, where that depends on what is around them.

use super::area::Area;
use super::moves::Moves;
use super::{Board, Stepping, Turn};
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

/// The generator of each component, where there is one.
type Generators<'r> = Vec<Option<&'r MovesFn>>;

impl<S: SiteSet> Moves<S> {
    /// The mover's pieces that may move.
    #[inline]
    pub fn movers(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> S {
        let pieces = stepping.pieces_of(board, self.what, turn.mover);
        match &self.movable {
            None => pieces,
            Some(area) => pieces & area.sites(stepping, board, turn),
        }
    }
}

/// Which pieces of each component may move and their moves, where that is asked of all pieces, or of those of some components
/// at least, before all else.
pub(super) fn movable<'r, S: SiteSet>(
    generators: &[Option<&'r MovesFn>],
    of_all: bool,
    rules: &Rules,
    stepping: &Stepping<S>,
) -> Option<(Vec<Option<Area<S>>>, Generators<'r>)> {
    let parts = |moves: &'r MovesFn| {
        let MovesFn::If(parts) = moves else { return None };
        let (condition, moves, MovesFn::Or(rest)) = &**parts else { return None };
        let area = Area::of(condition, Register::From, rules, stepping)?;
        // What depends on the place alone is told for each place beforehand.
        let is_asked = rest.is_empty() && !matches!(area, Area::Fixed(_));
        is_asked.then_some((area, moves))
    };
    let told = generators.iter().map(|moves| match moves.map(|moves| (moves, parts(moves))) {
        None => Some((None, None)),
        Some((_, Some((area, moves)))) => Some((Some(area), Some(moves))),
        Some((moves, None)) => (!of_all).then_some((None, Some(moves))),
    });
    let (areas, moves): (Vec<Option<Area<S>>>, _) = told.collect::<Option<Vec<_>>>()?.into_iter().unzip();
    areas.iter().any(Option::is_some).then_some((areas, moves))
}
