//! A game whose value is known: each of a few turns offers a fan of moves, and the last one decides what is paid.

use halfling::game::{Game, GameInfo, Random, Seat, Turn, Utilities};

/// `width` moves a turn, `depth` turns, seats in rotation; every turn pays its mover `2·move/(width − 1) − 1`, and the mover of
/// the first turn is paid for that one at the end.
pub struct Fan {
    info: GameInfo,
    width: u16,
    depth: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FanMove(pub u16);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    taken: [u16; 16],
    turns: u32,
}

impl Fan {
    pub fn new(width: u16, depth: u32) -> Self {
        Self::with_seats(width, depth, 1)
    }

    pub fn with_seats(width: u16, depth: u32, seats: usize) -> Self {
        let info = GameInfo {
            name: "fan".to_owned(),
            seats,
            stochastic: false,
            simultaneous: false,
            max_plies: Some(depth),
            outcomes: Vec::new(),
            rules_hash: 0,
        };
        Self { info, width, depth }
    }
}

impl Game for Fan {
    type State = Position;
    type Move = FanMove;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Position {
        Position { taken: [0; 16], turns: 0 }
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.turns == self.depth {
            Turn::Over
        } else {
            Turn::Player(Seat((state.turns as usize % self.info.seats) as u8))
        }
    }

    fn legal_moves(&self, _state: &Position, _seat: Seat, (): &mut (), moves: &mut Vec<FanMove>) {
        moves.extend((0..self.width).map(FanMove));
    }

    fn apply(&self, state: &mut Position, chosen: FanMove, (): &mut (), _rng: &mut Random) {
        let seat = state.turns as usize % self.info.seats;
        if (state.turns as usize) < self.info.seats {
            state.taken[seat] = chosen.0;
        }
        state.turns += 1;
    }

    fn utilities(&self, state: &Position) -> Utilities {
        let mut utilities = Utilities::all(self.info.seats, 0.0);
        for seat in 0..self.info.seats {
            let share = f32::from(state.taken[seat]) / f32::from(self.width.max(2) - 1);
            utilities.set(Seat(seat as u8), 2.0 * share - 1.0);
        }
        utilities
    }

    fn hash(&self, state: &Position) -> u64 {
        let mut hash = u64::from(state.turns);
        for &taken in &state.taken {
            hash = (hash ^ u64::from(taken)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
        }
        hash
    }

    fn move_text(&self, _state: &Position, chosen: FanMove) -> String {
        chosen.0.to_string()
    }

    fn state_text(&self, state: &Position) -> String {
        format!("{state:?}")
    }
}
