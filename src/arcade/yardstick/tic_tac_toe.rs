//! Tic-tac-toe, with every step of the contract left to its provided methods.

use crate::game::{Drawing, Game, GameInfo, Mark, Random, Seat, Turn, Utilities};

/// The squares of every line, as bits.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// The game. Moves are squares 0 to 8, row by row from the top.
#[derive(Debug)]
pub struct TicTacToe {
    info: GameInfo,
}

/// A position: the squares of each player, and whose turn it is. Equal squares are equal positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    marks: [u16; 2],
    mover: u8,
}

impl TicTacToe {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        Self {
            info: GameInfo {
                name: "tic-tac-toe".to_owned(),
                seats: 2,
                stochastic: false,
                simultaneous: false,
                max_plies: Some(9),
                outcomes: vec![-1.0, 0.0, 1.0],
                rules_hash: 0x7469_6374_6163,
            },
        }
    }
}

impl Default for TicTacToe {
    fn default() -> Self {
        Self::new()
    }
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| line & !marks == 0)
}

impl Game for TicTacToe {
    type State = Position;
    type Move = u8;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Position {
        Position::default()
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.marks.iter().copied().any(has_line) || state.marks[0] | state.marks[1] == FULL {
            Turn::Over
        } else {
            Turn::Player(Seat(state.mover))
        }
    }

    fn legal_moves(&self, state: &Position, _seat: Seat, (): &mut (), moves: &mut Vec<u8>) {
        let taken = state.marks[0] | state.marks[1];
        moves.extend((0..9).filter(|square| taken >> square & 1 == 0));
    }

    fn apply(&self, state: &mut Position, chosen: u8, (): &mut (), _rng: &mut Random) {
        state.marks[state.mover as usize] |= 1 << chosen;
        state.mover ^= 1;
    }

    fn utilities(&self, state: &Position) -> Utilities {
        match state.marks.iter().position(|&marks| has_line(marks)) {
            Some(winner) => Utilities::won_by(Seat(winner as u8), 2),
            None => Utilities::all(2, 0.0),
        }
    }

    fn hash(&self, state: &Position) -> u64 {
        let packed = u64::from(state.marks[0]) | u64::from(state.marks[1]) << 16 | u64::from(state.mover) << 32;
        (packed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn move_text(&self, _state: &Position, chosen: u8) -> String {
        format!("{}{}", char::from(b'a' + chosen % 3), 3 - chosen / 3)
    }

    fn drawing(&self) -> Option<Drawing> {
        Some(Drawing::squares(3, 3))
    }

    fn contents(&self, state: &Position) -> Vec<Mark> {
        // Drawings count rows from the bottom, moves from the top.
        let square = |site: u32| 3 * (2 - site / 3) + site % 3;
        let owner = |site: u32| (0..2u8).find(|&seat| state.marks[seat as usize] >> square(site) & 1 == 1);
        let mark = |(site, seat): (u32, u8)| Mark {
            site,
            owner: Some(Seat(seat)),
            glyph: ["Cross", "Disc"][seat as usize].to_owned(),
        };
        (0..9).filter_map(|site| Some((site, owner(site)?))).map(mark).collect()
    }

    fn state_text(&self, state: &Position) -> String {
        let mut text = String::new();
        for square in 0..9 {
            text.push(match (state.marks[0] >> square & 1, state.marks[1] >> square & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '.',
            });
            text.push(if square % 3 == 2 { '\n' } else { ' ' });
        }
        text
    }
}
