//! Chinook: a race to the far row with pieces that move as men do in Checkers, on all squares of an 8×8 board, both players
//! at once. On every other turn White moves a man on a white square while Black moves one on a black square, and between
//! them the other way round; White begins on the white squares.
//!
//! Finnsson's description (2012) leaves open what follows. Each side begins with its two nearest rows full. A man steps
//! diagonally forward onto a free square, or jumps diagonally forward over an enemy man onto the free square behind it and
//! takes it; jumps are free to make or leave, and single. Men never leave their colour, so that moves of one turn never
//! meet. A player without a move on the colour passes. Who reaches the far row first wins; both at once, or nobody able to
//! move any more, is a draw. Positions are equal when men and the colour to move on are.

use super::hash;
use crate::game::{Drawing, Game, GameInfo, Mark, Random, Seat, SeatSet, Turn, Utilities};

/// White squares: h1 is one. Square = 8·rank + file.
const WHITE: u64 = 0x55aa_55aa_55aa_55aa;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const TOP: u64 = 0xff << 56;
const BOTTOM: u64 = 0xff;

/// The game.
#[derive(Debug)]
pub struct Chinook {
    info: GameInfo,
}

/// A position. White is the first player and moves up the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    men: [u64; 2],
    /// Whether White moves on the white squares.
    white_on_white: bool,
    over: bool,
}

/// A man's step or jump; a pass goes nowhere from nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Advance {
    from: u8,
    to: u8,
}

const PASS: Advance = Advance { from: 0, to: 0 };

/// The board shifted by a diagonal step forward: left and right as the side to move goes up or down.
fn forward(set: u64, seat: usize) -> [u64; 2] {
    if seat == 0 { [(set & !FILE_A) << 7, (set & !FILE_H) << 9] } else { [(set & !FILE_A) >> 9, (set & !FILE_H) >> 7] }
}

impl Chinook {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let info = GameInfo {
            name: "chinook".to_owned(),
            seats: 2,
            stochastic: false,
            simultaneous: true,
            max_plies: None,
            outcomes: vec![-1.0, 0.0, 1.0],
            rules_hash: hash::of_text("chinook"),
        };
        Self { info }
    }

    /// The squares that a seat moves on.
    fn colour(state: &Position, seat: usize) -> u64 {
        if state.white_on_white == (seat == 0) { WHITE } else { !WHITE }
    }

    /// Lists the moves of a seat's men among `men`.
    fn list(state: &Position, seat: usize, men: u64, moves: &mut Vec<Advance>) {
        let enemy = state.men[1 - seat];
        let free = !(state.men[0] | state.men[1]);
        let mut left = men;
        while left != 0 {
            let from = left.trailing_zeros() as u8;
            left &= left - 1;
            for (side, step) in forward(1 << from, seat).into_iter().enumerate() {
                let to = if step & enemy != 0 { forward(step, seat)[side] } else { step } & free;
                if to != 0 {
                    moves.push(Advance { from, to: to.trailing_zeros() as u8 });
                }
            }
        }
    }
}

impl Default for Chinook {
    fn default() -> Self {
        Self::new()
    }
}

fn square_text(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Game for Chinook {
    type State = Position;
    type Move = Advance;
    type Workspace = Vec<Advance>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) -> Vec<Advance> {
        Vec::new()
    }

    fn start(&self, _workspace: &mut Vec<Advance>, _rng: &mut Random) -> Position {
        Position { men: [0xffff, 0xffff << 48], white_on_white: true, over: false }
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.over { Turn::Over } else { Turn::Joint(SeatSet::first(2)) }
    }

    fn legal_moves(&self, state: &Position, seat: Seat, _workspace: &mut Vec<Advance>, moves: &mut Vec<Advance>) {
        let before = moves.len();
        let men = state.men[seat.index()] & Self::colour(state, seat.index());
        Self::list(state, seat.index(), men, moves);
        if moves.len() == before {
            moves.push(PASS);
        }
    }

    fn apply(&self, _state: &mut Position, _chosen: Advance, _workspace: &mut Vec<Advance>, _rng: &mut Random) {
        unreachable!("every turn is joint")
    }

    fn apply_joint(&self, state: &mut Position, chosen: &[Advance], workspace: &mut Vec<Advance>, _rng: &mut Random) {
        for (seat, &Advance { from, to }) in chosen.iter().enumerate() {
            if from == to {
                continue;
            }
            state.men[seat] ^= 1 << from | 1 << to;
            if from.abs_diff(to) > 9 {
                state.men[1 - seat] &= !(1 << u8::midpoint(from, to));
            }
        }
        state.white_on_white = !state.white_on_white;
        workspace.clear();
        Self::list(state, 0, state.men[0], workspace);
        Self::list(state, 1, state.men[1], workspace);
        state.over = state.men[0] & TOP != 0 || state.men[1] & BOTTOM != 0 || workspace.is_empty();
    }

    fn utilities(&self, state: &Position) -> Utilities {
        let arrived = [state.men[0] & TOP != 0, state.men[1] & BOTTOM != 0].map(|there| f32::from(u8::from(there)));
        let worth = arrived[0] - arrived[1];
        Utilities::from_slice(&[worth, -worth])
    }

    fn hash(&self, state: &Position) -> u64 {
        hash::of_numbers([state.men[0], state.men[1], u64::from(state.white_on_white)])
    }

    fn move_text(&self, _state: &Position, chosen: Advance) -> String {
        if chosen == PASS {
            return "pass".to_owned();
        }
        format!("{}-{}", square_text(chosen.from), square_text(chosen.to))
    }

    fn state_text(&self, state: &Position) -> String {
        let sign = |square: u32| match state.men.map(|men| men >> square & 1) {
            [1, _] => 'o',
            [_, 1] => 'x',
            _ => '.',
        };
        let rows = (0..8u32).rev().map(|rank| (0..8).map(|file| sign(8 * rank + file)).collect::<String>() + "\n");
        let colour = if state.white_on_white { "white" } else { "black" };
        format!("{}o moves on the {colour} squares\n", rows.collect::<String>())
    }

    fn drawing(&self) -> Option<Drawing> {
        Some(Drawing::squares(8, 8))
    }

    fn contents(&self, state: &Position) -> Vec<Mark> {
        (0..64)
            .filter_map(|site| {
                let owner = state.men.iter().position(|men| men >> site & 1 == 1)?;
                Some(Mark { site, owner: Some(Seat(owner as u8)), glyph: "Man".to_owned() })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    #[test]
    fn white_squares_are_where_they_should_be() {
        assert_eq!(WHITE.count_ones(), 32);
        let corners = [7, 0, 56].map(|square| WHITE >> square & 1);
        assert_eq!(corners, [1, 0, 1], "h1 and a8 are white, a1 is black");
    }

    #[test]
    fn sides_move_on_opposite_colours_by_turns() {
        let game = Chinook::new();
        let mut rng = random_from_seed(1);
        let mut workspace = game.workspace();
        let mut state = game.start(&mut workspace, &mut rng);
        for turn in 0..6 {
            let mut chosen = Vec::new();
            for seat in 0..2 {
                let mut moves = Vec::new();
                game.legal_moves(&state, Seat(seat), &mut workspace, &mut moves);
                let white = (turn % 2 == 0) == (seat == 0);
                for step in &moves {
                    assert_eq!(WHITE >> step.from & 1 == 1, white);
                    assert_eq!(WHITE >> step.to & 1 == 1, white);
                }
                chosen.push(moves[0]);
            }
            game.apply_joint(&mut state, &chosen, &mut workspace, &mut rng);
        }
    }

    #[test]
    fn a_jump_takes_the_man_in_between() {
        let game = Chinook::new();
        let mut workspace = game.workspace();
        let mut rng = random_from_seed(1);
        // A white man on c3 and black ones on d4 (to be taken), h8.
        let mut state = Position { men: [1 << 18, 1 << 27 | 1 << 63], white_on_white: false, over: false };
        let mut moves = Vec::new();
        game.legal_moves(&state, Seat(0), &mut workspace, &mut moves);
        let texts: Vec<String> = moves.iter().map(|&step| game.move_text(&state, step)).collect();
        assert_eq!(texts, ["c3-b4", "c3-e5"]);
        game.apply_joint(&mut state, &[moves[1], PASS], &mut workspace, &mut rng);
        assert_eq!(state.men, [1 << 36, 1 << 63]);
    }

    #[test]
    fn the_far_row_wins() {
        let game = Chinook::new();
        let mut workspace = game.workspace();
        let mut state = Position { men: [1 << 48, 1 << 40], white_on_white: true, over: false };
        let step = Advance { from: 48, to: 57 };
        game.apply_joint(&mut state, &[step, PASS], &mut workspace, &mut random_from_seed(1));
        assert_eq!((game.turn(&state), game.utilities(&state)), (Turn::Over, Utilities::won_by(Seat(0), 2)));
    }
}
