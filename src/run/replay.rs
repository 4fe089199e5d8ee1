//! A recorded game, played again.

use super::record::{GameRecord, changes_text};
use super::table::mix;
use crate::game::{Game, Turn, random_from_seed};
use std::fmt;

/// Why a record cannot be played again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// The record has no moves.
    NoMoves,
    /// Several players moved at once.
    Joint,
    /// The game was over before this ply.
    Over(usize),
    /// No legal move has the recorded text and effect at this ply.
    NoMove(usize, String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMoves => f.write_str("the record has no moves"),
            Self::Joint => f.write_str("games with joint turns cannot be played again"),
            Self::Over(ply) => write!(f, "the game is over before ply {}", ply + 1),
            Self::NoMove(ply, text) => write!(f, "ply {}: no legal move is {text} with the recorded effect", ply + 1),
        }
    }
}

impl std::error::Error for ReplayError {}

/// A start position, and then each move with the position that it leads to.
pub type Replayed<G> = (<G as Game>::State, Vec<(<G as Game>::Move, <G as Game>::State)>);

/// Plays a native record again and returns its start position and then each move with the position that it leads to. Chance
/// follows from the record's seed; moves with the same text are told apart by what they changed on the board.
///
/// # Errors
/// When the record does not fit the game.
pub fn replay<G: Game>(game: &G, record: &GameRecord) -> Result<Replayed<G>, ReplayError> {
    if record.moves.is_empty() && record.plies > 0 {
        return Err(ReplayError::NoMoves);
    }
    let mut workspace = game.workspace();
    let mut chance = random_from_seed(mix(record.seed, 0));
    let start = game.start(&mut workspace, &mut chance);
    let mut state = start.clone();
    let mut board = game.contents(&state);
    let mut steps = Vec::with_capacity(record.moves.len());
    let mut legal = Vec::new();
    for (ply, recorded) in record.moves.iter().enumerate() {
        let seat = match game.turn(&state) {
            Turn::Player(seat) => seat,
            Turn::Joint(_) => return Err(ReplayError::Joint),
            Turn::Over => return Err(ReplayError::Over(ply)),
        };
        legal.clear();
        game.legal_moves(&state, seat, &mut workspace, &mut legal);
        let candidates = legal.iter().copied().filter(|&step| game.move_text(&state, step) == recorded.1);
        let mut found = None;
        for step in candidates {
            let (mut reached, mut dice) = (state.clone(), chance.clone());
            game.apply(&mut reached, step, &mut workspace, &mut dice);
            let after = game.contents(&reached);
            if changes_text(&board, &after) == recorded.4 {
                found = Some((step, reached, dice, after));
                break;
            }
        }
        let (step, reached, dice, after) = found.ok_or_else(|| ReplayError::NoMove(ply, recorded.1.clone()))?;
        (state, chance, board) = (reached.clone(), dice, after);
        steps.push((step, reached));
    }
    Ok((start, steps))
}
