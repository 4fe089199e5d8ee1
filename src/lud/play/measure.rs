//! Counting what a player has: pieces, moves, points.

use super::context::Context;
use super::game::Workspace;
use super::layout::Plane;
use super::rules::Rules;
use super::state::State;
use crate::game::Measure;

/// Whether a game can count this.
pub(super) fn measures(rules: &Rules, what: Measure) -> bool {
    match what {
        Measure::Material | Measure::Mobility => true,
        Measure::Score => rules.features.scores,
    }
}

/// How much `colour` has of it. Moves are those that it would have if it were to move, in the phase that it is in.
pub(super) fn measure(rules: &Rules, state: &State, colour: u8, what: Measure, workspace: &mut Workspace) -> f32 {
    match what {
        Measure::Material => material(rules, state, colour) as f32,
        Measure::Score => state.score[usize::from(colour)] as f32,
        Measure::Mobility => {
            let (scratch, probe) = workspace.parts();
            probe.clone_from(state);
            probe.over = false;
            probe.mover = colour;
            let mut moves = Vec::new();
            Context::new(rules, probe, scratch).legal_moves(&mut moves);
            moves.len() as f32
        }
    }
}

/// Pieces that belong to a colour, each level of a stack and each of a count alike.
fn material(rules: &Rules, state: &State, colour: u8) -> i32 {
    let own = |what: usize| rules.owners.get(what).copied() == Some(colour);
    if rules.features.stacking {
        let stacks = state.memory().stacks.iter();
        return stacks.flat_map(|(_, levels)| levels).filter(|level| own(usize::from(level.what))).count() as i32;
    }
    let layout = &rules.layout;
    let counted = layout.planes[Plane::Count as usize].is_some();
    (0..layout.sites)
        .filter(|&flat| own(state.get(layout, Plane::What, flat) as usize))
        .map(|flat| if counted { state.get(layout, Plane::Count, flat).max(1) } else { 1 })
        .sum()
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Measure, Seat, random_from_seed};
    use crate::lud::play::game::LudGame;
    use crate::lud::source::Library;
    use crate::lud::{Options, load};

    #[test]
    fn breakthrough_is_counted() {
        let description = Library::embedded().unwrap().find("Breakthrough").unwrap();
        let game = LudGame::new(&load(&description, &Options::default()).unwrap().tree, 0).unwrap();
        let mut workspace = game.workspace();
        let start = game.start(&mut workspace, &mut random_from_seed(1));
        for seat in [Seat(0), Seat(1)] {
            assert_eq!(game.measure(&start, seat, Measure::Material, &mut workspace), 16.0);
            assert_eq!(game.measure(&start, seat, Measure::Mobility, &mut workspace), 22.0);
        }
        assert!(game.measures(Measure::Material) && !game.measures(Measure::Score));
    }
}
