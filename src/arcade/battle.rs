//! Battle: 20 disks a side on an 8×8 board, along two adjacent sides each. Both move a disk at once, one square, onto a free
//! square or onto an enemy's disk, which it captures. Whoever first has captured 10 wins.
//!
//! Finnsson's description (2012) leaves open what follows. The 20 disks stand two deep along the sides of the 6×6 squares in a
//! player's corner. A disk moves in any of the eight directions. Both disks are lifted and then put down: a disk that moves
//! away is not captured where it was; two that come to the same square, or trade squares, capture each other. Both with 10
//! captures at once, or 200 turns, is a draw; a player without a move passes. Positions are equal when disks and captures
//! are, whatever the turn.

use super::hash;
use crate::game::{Drawing, Game, GameInfo, Mark, Random, Seat, SeatSet, Turn, Utilities};

/// Captures that win.
const CAPTURES: u8 = 10;
/// Most turns.
const TURNS: u16 = 200;
/// The first player's disks: files a and b, ranks 1 and 2, of the six nearest to the corner a1. Square = 8·rank + file.
const FIRST: u64 = 0x0000_0303_0303_3f3f;

/// The game.
#[derive(Debug)]
pub struct Battle {
    info: GameInfo,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    disks: [u64; 2],
    captures: [u8; 2],
    turns: u16,
}

/// A disk's move, or a pass, which goes nowhere from nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct March {
    from: u8,
    to: u8,
}

const PASS: March = March { from: 0, to: 0 };

impl Battle {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let info = GameInfo {
            name: "battle".to_owned(),
            seats: 2,
            stochastic: false,
            simultaneous: true,
            max_plies: Some(u32::from(TURNS)),
            outcomes: vec![-1.0, 0.0, 1.0],
            rules_hash: hash::of_text("battle"),
        };
        Self { info }
    }
}

impl Default for Battle {
    fn default() -> Self {
        Self::new()
    }
}

/// The squares around one.
const AROUND: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let west = bit & !0x0101_0101_0101_0101;
        let east = bit & !0x8080_8080_8080_8080;
        let row = bit | west >> 1 | east << 1;
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
};

fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

fn square_text(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Game for Battle {
    type State = Position;
    type Move = March;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Position {
        Position { disks: [FIRST, FIRST.reverse_bits()], captures: [0; 2], turns: 0 }
    }

    fn turn(&self, state: &Position) -> Turn {
        let over = state.turns >= TURNS || state.captures.iter().any(|&captures| captures >= CAPTURES);
        if over { Turn::Over } else { Turn::Joint(SeatSet::first(2)) }
    }

    fn legal_moves(&self, state: &Position, seat: Seat, (): &mut (), moves: &mut Vec<March>) {
        let before = moves.len();
        let own = state.disks[seat.index()];
        for from in squares(own) {
            moves.extend(squares(AROUND[from as usize] & !own).map(|to| March { from, to }));
        }
        if moves.len() == before {
            moves.push(PASS);
        }
    }

    fn apply(&self, _state: &mut Position, _chosen: March, (): &mut (), _rng: &mut Random) {
        unreachable!("every turn is joint")
    }

    fn apply_joint(&self, state: &mut Position, chosen: &[March], (): &mut (), _rng: &mut Random) {
        state.turns += 1;
        let lifted = [0, 1].map(|seat: usize| if chosen[seat] == PASS { 0 } else { 1u64 << chosen[seat].from });
        let landed = [0, 1].map(|seat: usize| if chosen[seat] == PASS { 0 } else { 1u64 << chosen[seat].to });
        let traded = lifted[0] & landed[1] != 0 && lifted[1] & landed[0] != 0;
        if traded || landed[0] & landed[1] != 0 {
            state.disks[0] &= !lifted[0];
            state.disks[1] &= !lifted[1];
            state.captures[0] += 1;
            state.captures[1] += 1;
            return;
        }
        // Lift both before either captures: who moves away is not there.
        let standing = [state.disks[0] & !lifted[0], state.disks[1] & !lifted[1]];
        for seat in 0..2 {
            let captured = standing[1 - seat] & landed[seat];
            state.captures[seat] += u8::from(captured != 0);
            state.disks[seat] = (standing[seat] | landed[seat]) & !landed[1 - seat];
        }
    }

    fn utilities(&self, state: &Position) -> Utilities {
        let [first, second] = state.captures.map(|captures| captures >= CAPTURES);
        let worth = f32::from(u8::from(first)) - f32::from(u8::from(second));
        Utilities::from_slice(&[worth, -worth])
    }

    fn hash(&self, state: &Position) -> u64 {
        let [first, second] = state.captures.map(u64::from);
        hash::of_numbers([state.disks[0], state.disks[1], first, second])
    }

    fn move_text(&self, _state: &Position, chosen: March) -> String {
        if chosen == PASS {
            return "pass".to_owned();
        }
        format!("{}-{}", square_text(chosen.from), square_text(chosen.to))
    }

    fn state_text(&self, state: &Position) -> String {
        let sign = |square: u32| match state.disks.map(|disks| disks >> square & 1) {
            [1, _] => 'o',
            [_, 1] => 'x',
            _ => '.',
        };
        let rows = (0..8u32).rev().map(|rank| (0..8).map(|file| sign(8 * rank + file)).collect::<String>() + "\n");
        format!("{}captured: o {}, x {}\n", rows.collect::<String>(), state.captures[0], state.captures[1])
    }

    fn drawing(&self) -> Option<Drawing> {
        Some(Drawing::squares(8, 8))
    }

    fn contents(&self, state: &Position) -> Vec<Mark> {
        (0..64)
            .filter_map(|site| {
                let owner = state.disks.iter().position(|disks| disks >> site & 1 == 1)?;
                Some(Mark { site, owner: Some(Seat(owner as u8)), glyph: "Disc".to_owned() })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    fn after(disks: [u64; 2], first: (u8, u8), second: (u8, u8)) -> Position {
        let mut state = Position { disks, captures: [0; 2], turns: 0 };
        let march = |(from, to)| March { from, to };
        Battle::new().apply_joint(&mut state, &[march(first), march(second)], &mut (), &mut random_from_seed(1));
        state
    }

    #[test]
    fn each_side_begins_with_twenty_disks_apart() {
        let start = Battle::new().start(&mut (), &mut random_from_seed(1));
        assert_eq!(start.disks.map(u64::count_ones), [20, 20]);
        assert_eq!(start.disks[0] & start.disks[1], 0);
    }

    #[test]
    fn captures_escapes_meetings_and_trades() {
        let stays = after([1, 1 << 1 | 1 << 63], (0, 1), (63, 62));
        assert_eq!((stays.captures, stays.disks), ([1, 0], [1 << 1, 1 << 62]));
        let escapes = after([1, 1 << 1], (0, 1), (1, 2));
        assert_eq!((escapes.captures, escapes.disks), ([0, 0], [1 << 1, 1 << 2]));
        let meets = after([1 | 1 << 40, 1 << 2], (0, 1), (2, 1));
        assert_eq!((meets.captures, meets.disks), ([1, 1], [1 << 40, 0]));
        let trades = after([1, 1 << 1], (0, 1), (1, 0));
        assert_eq!((trades.captures, trades.disks), ([1, 1], [0, 0]));
    }
}
