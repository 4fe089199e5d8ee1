//! Pig: a dice race, for one to sixteen players. The yardstick for chance and for more than two seats.
//!
//! In a turn a player rolls as often as they like. A 1 ends the turn with nothing; anything else adds to the turn's total,
//! which counts once the player holds. The first to reach [`GOAL`] wins.

use crate::game::{Game, GameInfo, MAX_SEATS, Random, Seat, Turn, Utilities};
use rand::RngExt;

/// Points that win.
pub const GOAL: u8 = 50;
/// Decisions after which nobody wins.
const MAX_PLIES: u32 = 1000;

/// Pig.
#[derive(Debug)]
pub struct Pig {
    info: GameInfo,
}

/// A position. The number of decisions so far is not part of its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    scores: [u8; MAX_SEATS],
    gathered: u8,
    mover: u8,
    plies: u32,
}

/// What a player may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Roll the die.
    Roll,
    /// Keep what this turn gathered.
    Hold,
}

impl Pig {
    /// The game for `seats` players.
    ///
    /// # Panics
    /// When `seats` is 0 or more than [`MAX_SEATS`].
    #[must_use]
    pub fn new(seats: usize) -> Self {
        assert!((1..=MAX_SEATS).contains(&seats), "Pig is for 1 to {MAX_SEATS} players");
        Self {
            info: GameInfo {
                name: format!("pig-{seats}"),
                seats,
                stochastic: true,
                simultaneous: false,
                max_plies: Some(MAX_PLIES),
                outcomes: vec![-1.0, 0.0, 1.0],
                rules_hash: 0x0070_6967_0000 | seats as u64,
            },
        }
    }
}

impl Game for Pig {
    type State = Position;
    type Move = Decision;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Position {
        Position { scores: [0; MAX_SEATS], gathered: 0, mover: 0, plies: 0 }
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.plies >= MAX_PLIES || state.scores.iter().any(|&score| score >= GOAL) {
            Turn::Over
        } else {
            Turn::Player(Seat(state.mover))
        }
    }

    fn legal_moves(&self, state: &Position, _seat: Seat, (): &mut (), moves: &mut Vec<Decision>) {
        moves.push(Decision::Roll);
        if state.gathered > 0 {
            moves.push(Decision::Hold);
        }
    }

    fn apply(&self, state: &mut Position, chosen: Decision, (): &mut (), rng: &mut Random) {
        state.plies += 1;
        let ends_turn = match chosen {
            Decision::Roll => match rng.random_range(1..=6u8) {
                1 => true,
                pips => {
                    state.gathered = state.gathered.saturating_add(pips).min(GOAL);
                    false
                }
            },
            Decision::Hold => {
                let score = &mut state.scores[state.mover as usize];
                *score = score.saturating_add(state.gathered).min(GOAL);
                true
            }
        };
        if ends_turn {
            state.gathered = 0;
            state.mover = (state.mover + 1) % self.info.seats as u8;
        }
    }

    fn utilities(&self, state: &Position) -> Utilities {
        match state.scores.iter().position(|&score| score >= GOAL) {
            Some(winner) => Utilities::won_by(Seat(winner as u8), self.info.seats),
            None => Utilities::all(self.info.seats, 0.0),
        }
    }

    fn hash(&self, state: &Position) -> u64 {
        let mut hash = u64::from(state.gathered) << 8 | u64::from(state.mover);
        for &score in &state.scores {
            hash = (hash ^ u64::from(score)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        }
        hash
    }

    fn move_text(&self, _state: &Position, chosen: Decision) -> String {
        match chosen {
            Decision::Roll => "roll".to_owned(),
            Decision::Hold => "hold".to_owned(),
        }
    }

    fn state_text(&self, state: &Position) -> String {
        let mut text = String::new();
        for seat in 0..self.info.seats {
            text.push_str(&format!("player {}: {}", seat + 1, state.scores[seat]));
            if seat == state.mover as usize {
                text.push_str(&format!(" (+{})", state.gathered));
            }
            text.push('\n');
        }
        text
    }
}
