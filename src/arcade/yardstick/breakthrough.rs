//! Breakthrough on bitboards: the yardstick for speed.
//!
//! Each side has two rows of pieces, which step one square forward, straight or diagonally; diagonal steps may capture.
//! Whoever reaches the far row, or takes the last enemy piece, wins. Draws cannot happen, and the side to move always has a
//! move.
//!
//! Seen from the side to move the board is always the same way up: seat 1 moves "up" on its board, and after each ply the
//! board is turned around. So one set of shifts serves both, and a play-out has no branches on colour.

use crate::game::{
    Drawing, Game, GameInfo, Guide, Mark, Measure, Playout, PlayoutLimit, Random, Seat, Turn, Utilities,
};
use rand::Rng;
use std::hash::{Hash, Hasher};

/// Moves of a play-out that are noted at once.
const GROUP: usize = 32;

/// Breakthrough on a board of 4×4 to 8×8.
#[derive(Debug)]
pub struct Breakthrough {
    info: GameInfo,
    size: u32,
    /// Squares of the board: file `x`, rank `y` is bit `8·y + x`.
    board: u64,
    /// The rank that wins for the side to move.
    goal: u64,
    start: [u64; 2],
}

/// A position, seen from the side to move. Equal pieces and mover are equal positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Pieces of the side to move.
    own: u64,
    /// Pieces of the other side.
    enemy: u64,
    mover: u8,
    over: bool,
}

/// A step of one piece, in the squares of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Hash for Step {
    /// As one word: searches know moves by their hashes, and work out that of every move of a play-out.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u16(u16::from_le_bytes([self.from, self.to]));
    }
}

impl Breakthrough {
    /// The game on a board of `size` × `size`.
    ///
    /// # Panics
    /// When `size` is not 4 to 8.
    #[must_use]
    pub fn new(size: u32) -> Self {
        assert!((4..=8).contains(&size), "Breakthrough is played on boards of 4×4 to 8×8");
        let row = (1u64 << size) - 1;
        let board = (0..size).fold(0, |board, y| board | row << (8 * y));
        let near = row | row << 8;
        let goal = row << (8 * (size - 1));
        Self {
            info: GameInfo {
                name: format!("breakthrough-{size}"),
                seats: 2,
                stochastic: false,
                simultaneous: false,
                max_plies: None,
                outcomes: vec![-1.0, 1.0],
                rules_hash: 0x6272_6561_6b00 | u64::from(size),
            },
            size,
            board,
            goal,
            start: [near, goal | goal >> 8],
        }
    }

    /// The position with the given pieces, as squares such as `a5` separated by blanks, and `mover` to move; `None` where a text
    /// is no square of the board, or is given twice.
    #[must_use]
    pub fn position(&self, white: &str, black: &str, mover: Seat) -> Option<Position> {
        let mut sides = [0u64; 2];
        for (side, squares) in [white, black].into_iter().enumerate() {
            for square in squares.split_whitespace() {
                let &[file, rank] = square.as_bytes() else { return None };
                let (x, y) = (u32::from(file.checked_sub(b'a')?), u32::from(rank.checked_sub(b'1')?));
                if x >= self.size || y >= self.size || (sides[0] | sides[1]) >> (8 * y + x) & 1 == 1 {
                    return None;
                }
                sides[side] |= 1 << (8 * y + x);
            }
        }
        let [white, black] = sides;
        let over = white == 0 || black == 0 || white & self.goal != 0 || self.turned(black) & self.goal != 0;
        Some(match mover {
            Seat(0) => Position { own: white, enemy: black, mover: 0, over },
            _ => Position { own: self.turned(black), enemy: self.turned(white), mover: 1, over },
        })
    }

    /// Destinations of the three kinds of step, straight, left and right, as bits of the squares stepped to.
    fn targets(&self, state: &Position) -> [u64; 3] {
        let free = self.board & !state.own;
        // On an 8×8 board a sideways step off the edge would wrap around to the next rank.
        let not_left = !0x0101_0101_0101_0101u64;
        let not_right = !0x8080_8080_8080_8080u64;
        [state.own << 8 & free & !state.enemy, (state.own & not_left) << 7 & free, (state.own & not_right) << 9 & free]
    }

    /// The board turned around: the square `s` of one side is `turned(s)` of the other.
    fn turned(&self, bits: u64) -> u64 {
        // Ranks are swapped as bytes; files stay, so that both sides name files alike.
        bits.swap_bytes() >> (8 * (8 - self.size))
    }

    fn step(&self, state: &mut Position, from: u64, to: u64) {
        let own = state.own ^ (from | to);
        let enemy = state.enemy & !to;
        *state = Position {
            own: self.turned(enemy),
            enemy: self.turned(own),
            mover: state.mover ^ 1,
            over: to & self.goal != 0 || enemy == 0,
        };
    }

    fn square_text(&self, mover: u8, square: u8) -> String {
        let (x, y) = (square % 8, u32::from(square / 8));
        let rank = if mover == 0 { y + 1 } else { self.size - y };
        format!("{}{rank}", char::from(b'a' + x))
    }
}

/// The legal steps of a position, to draw from.
struct Choices {
    /// As [`Breakthrough::targets`].
    targets: [u64; 3],
    counts: [u32; 3],
}

/// A drawn step: the bit of the square stepped to, and how many squares it lies ahead.
#[derive(Clone, Copy)]
struct Drawn {
    to: u64,
    ahead: u8,
}

impl Choices {
    #[inline]
    fn new(game: &Breakthrough, state: &Position) -> Self {
        let targets = game.targets(state);
        Self { targets, counts: targets.map(u64::count_ones) }
    }

    /// Draws one step uniformly.
    #[inline]
    fn draw(&self, rng: &mut Random) -> Drawn {
        let Self { targets, counts } = self;
        let total = counts[0] + counts[1] + counts[2];
        // Multiply-shift: the bias against exact uniformity is below total / 2^32.
        let mut pick = ((u64::from(rng.next_u32()) * u64::from(total)) >> 32) as u32;
        let (mut bits, ahead) = if pick < counts[0] {
            (targets[0], 8)
        } else if pick < counts[0] + counts[1] {
            pick -= counts[0];
            (targets[1], 7)
        } else {
            pick -= counts[0] + counts[1];
            (targets[2], 9)
        };
        for _ in 0..pick {
            bits &= bits - 1;
        }
        Drawn { to: bits & bits.wrapping_neg(), ahead }
    }
}

impl Drawn {
    /// The bits of its two squares.
    #[inline]
    fn bits(self) -> (u64, u64) {
        (self.to >> self.ahead, self.to)
    }

    #[inline]
    fn step(self) -> Step {
        // The highest bit makes no difference but to the processor, which need not ask whether there is one.
        let to = (self.to | 1 << 63).trailing_zeros() as u8;
        Step { from: to - self.ahead, to }
    }
}

impl Game for Breakthrough {
    type State = Position;
    type Move = Step;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Position {
        Position { own: self.start[0], enemy: self.start[1], mover: 0, over: false }
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.over { Turn::Over } else { Turn::Player(Seat(state.mover)) }
    }

    fn legal_moves(&self, state: &Position, _seat: Seat, (): &mut (), moves: &mut Vec<Step>) {
        for (mut bits, back) in self.targets(state).into_iter().zip([8, 7, 9]) {
            while bits != 0 {
                let to = bits.trailing_zeros() as u8;
                moves.push(Step { from: to - back, to });
                bits &= bits - 1;
            }
        }
    }

    fn apply(&self, state: &mut Position, chosen: Step, (): &mut (), _rng: &mut Random) {
        self.step(state, 1 << chosen.from, 1 << chosen.to);
    }

    fn utilities(&self, state: &Position) -> Utilities {
        // The side that moved last has won.
        if state.over { Utilities::won_by(Seat(state.mover ^ 1), 2) } else { Utilities::all(2, 0.0) }
    }

    fn hash(&self, state: &Position) -> u64 {
        let mixed = (state.own ^ u64::from(state.mover)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        (mixed ^ state.enemy).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(32)
    }

    fn move_text(&self, state: &Position, chosen: Step) -> String {
        let [from, to] = [chosen.from, chosen.to].map(|square| self.square_text(state.mover, square));
        format!("{from}-{to}")
    }

    fn drawing(&self) -> Option<Drawing> {
        Some(Drawing::squares(self.size, self.size))
    }

    fn contents(&self, state: &Position) -> Vec<Mark> {
        let turned = [self.turned(state.own), self.turned(state.enemy)];
        let sides = if state.mover == 0 { [state.own, state.enemy] } else { [turned[1], turned[0]] };
        let owner = |site: u32| {
            let square = 8 * (site / self.size) + site % self.size;
            (0..2u8).find(|&seat| sides[seat as usize] >> square & 1 == 1)
        };
        let mark = |(site, seat)| Mark { site, owner: Some(Seat(seat)), glyph: "Pawn".to_owned() };
        (0..self.size * self.size).filter_map(|site| Some((site, owner(site)?))).map(mark).collect()
    }

    fn state_text(&self, state: &Position) -> String {
        let turned = [self.turned(state.own), self.turned(state.enemy)];
        let [white, black] = if state.mover == 0 { [state.own, state.enemy] } else { [turned[1], turned[0]] };
        let mut text = String::new();
        for y in (0..self.size).rev() {
            text.push_str(&format!("{} ", y + 1));
            for x in 0..self.size {
                let square = 8 * y + x;
                let mark = match (white >> square & 1, black >> square & 1) {
                    (1, _) => " O",
                    (_, 1) => " X",
                    _ => " .",
                };
                text.push_str(mark);
            }
            text.push('\n');
        }
        text.push_str("  ");
        for x in 0..self.size as u8 {
            text.push(' ');
            text.push(char::from(b'a' + x));
        }
        text.push('\n');
        text
    }

    fn playout(
        &self,
        state: &mut Position,
        limit: PlayoutLimit,
        (): &mut (),
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, Step)>>,
    ) -> Playout {
        let mut plies = 0;
        let Some(trace) = trace else {
            while plies < limit.plies && !state.over {
                let (from, to) = Choices::new(self, state).draw(rng).bits();
                self.step(state, from, to);
                plies += 1;
            }
            return Playout { utilities: self.utilities(state), plies, finished: state.over };
        };
        // Noted in groups: a vector that is added to move by move has its length written each time.
        let mut group = [(Seat(0), Step { from: 0, to: 0 }); GROUP];
        while plies < limit.plies && !state.over {
            let room = group.len().min((limit.plies - plies) as usize);
            let mut count = 0;
            for note in &mut group[..room] {
                let drawn = Choices::new(self, state).draw(rng);
                *note = (Seat(state.mover), drawn.step());
                let (from, to) = drawn.bits();
                self.step(state, from, to);
                count += 1;
                if state.over {
                    break;
                }
            }
            trace.extend_from_slice(&group[..count]);
            plies += count as u32;
        }
        Playout { utilities: self.utilities(state), plies, finished: state.over }
    }

    fn guided_playout<U: Guide<Step>>(
        &self,
        state: &mut Position,
        limit: PlayoutLimit,
        (): &mut (),
        rng: &mut Random,
        guide: &mut U,
        _moves: &mut Vec<Step>,
        trace: &mut Vec<(Seat, Step)>,
    ) -> Playout {
        let mut plies = 0;
        while plies < limit.plies && !state.over {
            let seat = Seat(state.mover);
            let choices = Choices::new(self, state);
            let mut refused = 0;
            let drawn = loop {
                let drawn = choices.draw(rng);
                if guide.accepts(seat, drawn.step(), refused, rng) {
                    break drawn;
                }
                refused += 1;
            };
            let (from, to) = drawn.bits();
            guide.made(seat, drawn.step());
            trace.push((seat, drawn.step()));
            self.step(state, from, to);
            plies += 1;
        }
        Playout { utilities: self.utilities(state), plies, finished: state.over }
    }

    fn measures(&self, what: Measure) -> bool {
        what == Measure::Material
    }

    fn measure(&self, state: &Position, seat: Seat, what: Measure, (): &mut ()) -> f32 {
        match what {
            Measure::Material if seat.0 == state.mover => state.own.count_ones() as f32,
            Measure::Material => state.enemy.count_ones() as f32,
            Measure::Mobility | Measure::Score => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;
    use std::collections::HashMap;

    #[test]
    fn the_start_has_the_known_number_of_moves() {
        let mut moves = Vec::new();
        let game = Breakthrough::new(8);
        let state = game.start(&mut (), &mut random_from_seed(0));
        game.legal_moves(&state, Seat(0), &mut (), &mut moves);
        assert_eq!(moves.len(), 22);
    }

    #[test]
    fn drawn_moves_are_uniform_over_the_listed_ones() {
        let game = Breakthrough::new(6);
        let mut rng = random_from_seed(11);
        let mut state = game.start(&mut (), &mut rng);
        game.playout(&mut state, PlayoutLimit { plies: 12 }, &mut (), &mut rng, None);
        let mut moves = Vec::new();
        game.legal_moves(&state, Seat(0), &mut (), &mut moves);
        let mut counts: HashMap<Step, u32> = moves.iter().map(|&step| (step, 0)).collect();
        let draws = 2000 * moves.len();
        for _ in 0..draws {
            let step = Choices::new(&game, &state).draw(&mut rng).step();
            *counts.get_mut(&step).expect("a drawn step is legal") += 1;
        }
        // Chi-square with one expected value; five standard deviations above its mean.
        let freedom = (moves.len() - 1) as f64;
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 2000.0).powi(2) / 2000.0).sum();
        assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "chi-square {chi} at {freedom} degrees of freedom");
    }
}
