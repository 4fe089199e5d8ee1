//! Steps that a search takes together, so that a game may do them faster together than one by one.

use super::{Game, Guide, Random, Seat, Turn, Utilities};
use rand::RngExt;

/// When a play-out stops short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayoutLimit {
    /// Most plies to play.
    pub plies: u32,
}

impl PlayoutLimit {
    /// To the end of the game, however far.
    pub const NONE: Self = Self { plies: u32::MAX };
}

/// How a play-out ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Playout {
    /// What the last position is worth to each seat.
    pub utilities: Utilities,
    /// Plies played.
    pub plies: u32,
    /// Whether the game was over; false where the limit came first.
    pub finished: bool,
}

/// What one call of [`Game::simulate`] found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Simulation {
    /// Who was to move after the path.
    pub turn: Turn,
    /// Index among the listed moves of the play-out's first move, where moves were listed and one was played.
    pub first: Option<usize>,
    /// The play-out, its plies counted from after the path.
    pub playout: Playout,
}

pub(super) fn playout<G: Game + ?Sized>(
    game: &G,
    state: &mut G::State,
    limit: PlayoutLimit,
    workspace: &mut G::Workspace,
    rng: &mut Random,
    mut trace: Option<&mut Vec<(Seat, G::Move)>>,
) -> Playout {
    let mut moves = Vec::new();
    let mut joint = Vec::new();
    let mut plies = 0;
    let mut finished = false;
    while plies < limit.plies {
        match game.turn(state) {
            Turn::Player(seat) => {
                moves.clear();
                game.legal_moves(state, seat, workspace, &mut moves);
                let chosen = moves[rng.random_range(0..moves.len())];
                if let Some(trace) = trace.as_deref_mut() {
                    trace.push((seat, chosen));
                }
                game.apply(state, chosen, workspace, rng);
            }
            Turn::Joint(seats) => {
                joint.clear();
                for seat in seats.iter() {
                    moves.clear();
                    game.legal_moves(state, seat, workspace, &mut moves);
                    let chosen = moves[rng.random_range(0..moves.len())];
                    if let Some(trace) = trace.as_deref_mut() {
                        trace.push((seat, chosen));
                    }
                    joint.push(chosen);
                }
                game.apply_joint(state, &joint, workspace, rng);
            }
            Turn::Over => {
                finished = true;
                break;
            }
        }
        plies += 1;
    }
    finished |= game.turn(state) == Turn::Over;
    Playout { utilities: game.utilities(state), plies, finished }
}

#[expect(clippy::too_many_arguments, reason = "mirrors Game::guided_playout")]
pub(super) fn guided_playout<G: Game + ?Sized, U: Guide<G::Move>>(
    game: &G,
    state: &mut G::State,
    limit: PlayoutLimit,
    workspace: &mut G::Workspace,
    rng: &mut Random,
    guide: &mut U,
    moves: &mut Vec<G::Move>,
    trace: &mut Vec<(Seat, G::Move)>,
) -> Playout {
    let mut joint = Vec::new();
    let mut plies = 0;
    while plies < limit.plies {
        match game.turn(state) {
            Turn::Player(seat) => {
                let chosen = guided_draw(game, state, seat, workspace, rng, guide, moves);
                trace.push((seat, chosen));
                game.apply(state, chosen, workspace, rng);
            }
            Turn::Joint(seats) => {
                joint.clear();
                for seat in seats.iter() {
                    let chosen = guided_draw(game, state, seat, workspace, rng, guide, moves);
                    trace.push((seat, chosen));
                    joint.push(chosen);
                }
                game.apply_joint(state, &joint, workspace, rng);
            }
            Turn::Over => break,
        }
        plies += 1;
    }
    Playout { utilities: game.utilities(state), plies, finished: game.turn(state) == Turn::Over }
}

/// Lists the moves of a seat and draws until the guide accepts one.
fn guided_draw<G: Game + ?Sized, U: Guide<G::Move>>(
    game: &G,
    state: &G::State,
    seat: Seat,
    workspace: &mut G::Workspace,
    rng: &mut Random,
    guide: &mut U,
    moves: &mut Vec<G::Move>,
) -> G::Move {
    moves.clear();
    game.legal_moves(state, seat, workspace, moves);
    let chosen = moves[accepted(moves, seat, rng, guide)];
    guide.made(seat, chosen);
    chosen
}

/// Draws from a list until the guide accepts; returns the place.
pub(crate) fn accepted<M: Copy, U: Guide<M>>(moves: &[M], seat: Seat, rng: &mut Random, guide: &mut U) -> usize {
    if moves.len() == 1 {
        return 0;
    }
    let mut refused = 0;
    loop {
        let place = rng.random_range(0..moves.len());
        if guide.accepts(seat, moves[place], refused, rng) {
            return place;
        }
        refused += 1;
    }
}

#[expect(clippy::too_many_arguments, reason = "mirrors Game::simulate")]
pub(super) fn simulate<G: Game + ?Sized>(
    game: &G,
    root: &G::State,
    path: &[G::Move],
    listed: Option<&mut Vec<G::Move>>,
    limit: PlayoutLimit,
    scratch: &mut G::State,
    workspace: &mut G::Workspace,
    rng: &mut Random,
    mut trace: Option<&mut Vec<(Seat, G::Move)>>,
) -> Simulation {
    scratch.clone_from(root);
    for &step in path {
        game.apply(scratch, step, workspace, rng);
    }
    let turn = game.turn(scratch);
    let mut first = None;
    if let (Some(listed), Turn::Player(seat)) = (listed, turn) {
        let before = listed.len();
        game.legal_moves(scratch, seat, workspace, listed);
        let index = rng.random_range(0..listed.len() - before);
        let chosen = listed[before + index];
        if let Some(trace) = trace.as_deref_mut() {
            trace.push((seat, chosen));
        }
        game.apply(scratch, chosen, workspace, rng);
        first = Some(index);
    }
    let mut playout = game.playout(scratch, limit, workspace, rng, trace);
    playout.plies += u32::from(first.is_some());
    Simulation { turn, first, playout }
}
