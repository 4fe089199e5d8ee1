//! Tron: two cycles drive through a grid and leave walls behind them. Whoever crashes loses; who crash together draw.
//!
//! Both move at once, one square north, south, east or west. A move that is certain to crash is not listed: a player without
//! any other has crashed. Two who drive onto the same square crash together. The board's edge is wall.
//!
//! Once the players cannot reach each other any more, each has its own room to fill, and whoever lasts longer wins. The
//! prediction compares how many moves a greedy wall-follower makes in either room (Den Teuling and Winands 2012); it may be
//! wrong where the rooms are nearly equal.
//!
//! Positions are equal when walls and heads are.

mod board;
mod grid;

pub use board::{Board, BoardError};

use super::hash;
use crate::game::{Drawing, Game, GameInfo, Mark, Playout, PlayoutLimit, Random, Seat, SeatSet, Turn, Utilities};
use grid::{Cell, Grid};
use rand::Rng;

/// The boards that come along: four of 16×16, one of 6×6.
pub const BOARDS: [(&str, &str); 5] = [
    ("tron-a", include_str!("../../../games/tron/a.txt")),
    ("tron-b", include_str!("../../../games/tron/b.txt")),
    ("tron-c", include_str!("../../../games/tron/c.txt")),
    ("tron-d", include_str!("../../../games/tron/d.txt")),
    ("tron-6", include_str!("../../../games/tron/6.txt")),
];

/// Tron on one board.
#[derive(Debug)]
pub struct Tron {
    info: GameInfo,
    board: Board,
    head_on: bool,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    walls: Grid,
    heads: [Cell; 2],
    result: Outcome,
    /// Squares of the first player's wall, for drawing: row by row.
    first: [u16; grid::MAX_SIZE],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Open,
    Draw,
    Won(u8),
}

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Heading(u8);

const NAMES: [&str; 4] = ["north", "south", "east", "west"];

/// The directions that a set of exits holds, side by side.
const DIRECTIONS: [[u8; 4]; 16] = {
    let mut table = [[0; 4]; 16];
    let mut exits = 0;
    while exits < 16 {
        let (mut direction, mut count) = (0, 0);
        while direction < 4 {
            if exits >> direction & 1 == 1 {
                table[exits][count] = direction as u8;
                count += 1;
            }
            direction += 1;
        }
        exits += 1;
    }
    table
};

/// One of the exits, each equally likely but for 2⁻³⁰: `chance` is any 32-bit number. There is an exit.
#[inline]
fn draw(exits: u8, chance: u32) -> u8 {
    let count = u64::from(exits.count_ones());
    DIRECTIONS[usize::from(exits & 15)][((u64::from(chance) * count) >> 32) as usize & 3]
}

impl Tron {
    /// The game on a board. With `head_on`, a search that asks the players one after the other lets the second drive onto the
    /// square that the first has just taken, for a draw (§4.1 of the study); without it, only if there is no other square.
    #[must_use]
    pub fn new(name: &str, board: Board, head_on: bool) -> Self {
        let walls = hash::of_numbers(board.grid.rows().map(u64::from));
        let starts = board.starts.map(|cell| u64::from(cell.x) << 8 | u64::from(cell.y));
        let info = GameInfo {
            name: name.to_owned(),
            seats: 2,
            stochastic: false,
            simultaneous: true,
            max_plies: None,
            outcomes: vec![-1.0, 0.0, 1.0],
            rules_hash: hash::of_numbers([hash::of_text("tron"), walls, starts[0], starts[1], u64::from(head_on)]),
        };
        Self { info, board, head_on }
    }

    /// Moves both heads, without asking whether anyone is stuck afterwards; whether they met.
    #[inline]
    fn drive(state: &mut Position, directions: [u8; 2]) -> bool {
        let heads = [state.heads[0].step(directions[0]), state.heads[1].step(directions[1])];
        state.walls.block(heads[0]);
        state.walls.block(heads[1]);
        state.first[usize::from(heads[0].y - 1)] |= 1 << (heads[0].x - 1);
        state.heads = heads;
        heads[0] == heads[1]
    }

    /// What follows from the exits that the players have.
    #[inline]
    fn judge(exits: [u8; 2]) -> Outcome {
        match exits {
            [0, 0] => Outcome::Draw,
            [0, _] => Outcome::Won(1),
            [_, 0] => Outcome::Won(0),
            _ => Outcome::Open,
        }
    }

    #[inline]
    fn exits(state: &Position) -> [u8; 2] {
        [state.walls.exits(state.heads[0]), state.walls.exits(state.heads[1])]
    }

    fn worth(result: Outcome) -> Utilities {
        match result {
            Outcome::Open | Outcome::Draw => Utilities::all(2, 0.0),
            Outcome::Won(seat) => Utilities::won_by(Seat(seat), 2),
        }
    }

    fn sign(&self, state: &Position, cell: Cell) -> char {
        match state.heads.iter().position(|&head| head == cell) {
            Some(0) if state.heads[0] == state.heads[1] => 'X',
            Some(0) => '1',
            Some(_) => '2',
            None if !state.walls.is_blocked(cell) => '.',
            None if self.is_obstacle(cell) => '#',
            None if Self::is_first(state, cell) => 'a',
            None => 'b',
        }
    }

    fn is_obstacle(&self, cell: Cell) -> bool {
        self.board.grid.is_blocked(cell) && !self.board.starts.contains(&cell)
    }

    fn is_first(state: &Position, cell: Cell) -> bool {
        state.first[usize::from(cell.y - 1)] >> (cell.x - 1) & 1 == 1
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (1..=self.board.rows as u8).flat_map(|y| (1..=self.board.columns as u8).map(move |x| Cell { x, y }))
    }
}

impl Game for Tron {
    type State = Position;
    type Move = Heading;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Position {
        let mut state =
            Position { walls: self.board.grid, heads: self.board.starts, result: Outcome::Open, first: [0; 16] };
        let first = self.board.starts[0];
        state.first[usize::from(first.y - 1)] |= 1 << (first.x - 1);
        state.result = Self::judge(Self::exits(&state));
        state
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.result == Outcome::Open { Turn::Joint(SeatSet::first(2)) } else { Turn::Over }
    }

    fn legal_moves(&self, state: &Position, seat: Seat, (): &mut (), moves: &mut Vec<Heading>) {
        let exits = state.walls.exits(state.heads[seat.index()]);
        let listed = &DIRECTIONS[usize::from(exits)][..exits.count_ones() as usize];
        moves.extend(listed.iter().map(|&direction| Heading(direction)));
    }

    fn answers(&self, state: &Position, earlier: &[Heading], seat: Seat, (): &mut (), moves: &mut Vec<Heading>) {
        let before = moves.len();
        self.legal_moves(state, seat, &mut (), moves);
        if let ([first], false) = (earlier, self.head_on) {
            let taken = state.heads[1 - seat.index()].step(first.0);
            let own = state.heads[seat.index()];
            if moves[before..].iter().any(|heading| own.step(heading.0) != taken) {
                moves.retain(|heading| own.step(heading.0) != taken);
            }
        }
    }

    fn apply(&self, _state: &mut Position, _chosen: Heading, (): &mut (), _rng: &mut Random) {
        unreachable!("every turn is joint")
    }

    fn apply_joint(&self, state: &mut Position, chosen: &[Heading], (): &mut (), _rng: &mut Random) {
        let met = Self::drive(state, [chosen[0].0, chosen[1].0]);
        state.result = if met { Outcome::Draw } else { Self::judge(Self::exits(state)) };
    }

    fn utilities(&self, state: &Position) -> Utilities {
        Self::worth(state.result)
    }

    fn predicts(&self) -> bool {
        true
    }

    fn predict(&self, state: &Position) -> Option<Utilities> {
        if state.result != Outcome::Open || !state.walls.separates(state.heads[0], state.heads[1]) {
            return None;
        }
        let rooms = state.heads.map(|head| state.walls.room(head));
        Some(Self::worth(match rooms[0].cmp(&rooms[1]) {
            std::cmp::Ordering::Less => Outcome::Won(1),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Won(0),
        }))
    }

    /// Squares between the heads, counted along rows and columns.
    fn distance(&self, state: &Position) -> Option<u32> {
        let [a, b] = state.heads;
        Some(u32::from(a.x.abs_diff(b.x)) + u32::from(a.y.abs_diff(b.y)))
    }

    fn hash(&self, state: &Position) -> u64 {
        let heads = state.heads.map(|cell| u64::from(cell.x) << 8 | u64::from(cell.y));
        hash::of_numbers(state.walls.rows().map(u64::from).chain(heads))
    }

    fn move_text(&self, _state: &Position, chosen: Heading) -> String {
        NAMES[usize::from(chosen.0)].to_owned()
    }

    fn state_text(&self, state: &Position) -> String {
        let mut text = String::new();
        for y in (1..=self.board.rows as u8).rev() {
            text.extend((1..=self.board.columns as u8).map(|x| self.sign(state, Cell { x, y })));
            text.push('\n');
        }
        text
    }

    fn drawing(&self) -> Option<Drawing> {
        Some(Drawing::squares(self.board.columns, self.board.rows))
    }

    fn contents(&self, state: &Position) -> Vec<Mark> {
        let mark = |(site, cell): (usize, Cell)| {
            let (owner, glyph) = match self.sign(state, cell) {
                '.' => return None,
                '1' => (Some(Seat(0)), "Cycle"),
                '2' => (Some(Seat(1)), "Cycle"),
                'a' => (Some(Seat(0)), "Wall"),
                'b' => (Some(Seat(1)), "Wall"),
                'X' => (None, "Crash"),
                _ => (None, "Block"),
            };
            Some(Mark { site: site as u32, owner, glyph: glyph.to_owned() })
        };
        self.cells().enumerate().filter_map(mark).collect()
    }

    fn playout(
        &self,
        state: &mut Position,
        limit: PlayoutLimit,
        (): &mut (),
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, Heading)>>,
    ) -> Playout {
        let mut plies = 0;
        if state.result == Outcome::Open {
            let mut exits = Self::exits(state);
            while plies < limit.plies {
                let chance = rng.next_u64();
                let directions = [draw(exits[0], chance as u32), draw(exits[1], (chance >> 32) as u32)];
                if let Some(trace) = trace.as_deref_mut() {
                    trace.extend([(Seat(0), Heading(directions[0])), (Seat(1), Heading(directions[1]))]);
                }
                plies += 1;
                if Self::drive(state, directions) {
                    state.result = Outcome::Draw;
                    break;
                }
                exits = Self::exits(state);
                state.result = Self::judge(exits);
                if state.result != Outcome::Open {
                    break;
                }
            }
        }
        Playout { utilities: Self::worth(state.result), plies, finished: state.result != Outcome::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    fn game(text: &str, head_on: bool) -> Tron {
        Tron::new("test", Board::parse(text).unwrap(), head_on)
    }

    fn play(game: &Tron, turns: &[(&str, &str)]) -> Position {
        let mut rng = random_from_seed(1);
        let mut state = game.start(&mut (), &mut rng);
        for &(first, second) in turns {
            let chosen = [(Seat(0), first), (Seat(1), second)]
                .map(|(seat, text)| game.parse_move(&state, seat, text, &mut ()).unwrap());
            game.apply_joint(&mut state, &chosen, &mut (), &mut rng);
        }
        state
    }

    #[test]
    fn heads_that_meet_draw() {
        let game = game("1.2\n...", true);
        let state = play(&game, &[("east", "west")]);
        assert_eq!((game.turn(&state), game.utilities(&state)), (Turn::Over, Utilities::all(2, 0.0)));
        assert!(game.state_text(&state).contains('X'));
    }

    #[test]
    fn the_one_who_is_stuck_loses() {
        let game = game("1....\n####.\n2....", true);
        // The first player's corridor leads around; the second drives into its end.
        let state = play(&game, &[("east", "east"); 3]);
        assert_eq!(game.turn(&state), Turn::Joint(SeatSet::first(2)));
        let game = self::game("1..\n##.\n2#.\n...", true);
        let state = play(&game, &[("east", "south"), ("east", "east")]);
        assert_eq!(game.turn(&state), Turn::Joint(SeatSet::first(2)));
        let game = self::game("1...\n####\n2.##", true);
        let state = play(&game, &[("east", "east")]);
        assert_eq!(game.utilities(&state), Utilities::won_by(Seat(0), 2));
    }

    #[test]
    fn the_head_on_exception_is_the_games() {
        let mut answers = Vec::new();
        let board = "1.2\n...";
        let east = Heading(2);
        for (head_on, expected) in [(true, 2), (false, 1)] {
            let game = game(board, head_on);
            let state = game.start(&mut (), &mut random_from_seed(1));
            answers.clear();
            game.answers(&state, &[east], Seat(1), &mut (), &mut answers);
            assert_eq!(answers.len(), expected);
        }
        let cornered = game("1.2\n.##", false);
        let state = cornered.start(&mut (), &mut random_from_seed(1));
        answers.clear();
        cornered.answers(&state, &[east], Seat(1), &mut (), &mut answers);
        assert_eq!(answers, [Heading(3)], "there is no other square");
    }

    #[test]
    fn the_larger_room_is_predicted_to_win() {
        let game = game("1..#2.\n...#..\n...#..", true);
        let state = game.start(&mut (), &mut random_from_seed(1));
        assert_eq!(game.predict(&state), Some(Utilities::won_by(Seat(0), 2)));
        let open = self::game("1....2\n......", true);
        assert_eq!(open.predict(&open.start(&mut (), &mut random_from_seed(1))), None);
    }

    #[test]
    fn every_board_that_comes_along_is_symmetric() {
        for (name, text) in BOARDS {
            let board = Board::parse(text).unwrap();
            let turned = |cell: Cell| Cell { x: board.columns as u8 + 1 - cell.x, y: board.rows as u8 + 1 - cell.y };
            let game = Tron::new(name, board.clone(), true);
            assert!(game.cells().all(|cell| board.grid.is_blocked(cell) == board.grid.is_blocked(turned(cell))));
            assert_eq!(board.starts[1], turned(board.starts[0]), "{name}");
        }
    }

    #[test]
    fn play_outs_choose_evenly() {
        // From the middle of the first move: two exits each, four combinations.
        let game = Tron::new("d", Board::parse(BOARDS[3].1).unwrap(), true);
        let mut rng = random_from_seed(5);
        let mut counts = [0u32; 4];
        for _ in 0..40_000 {
            let mut state = game.start(&mut (), &mut rng);
            let mut trace = Vec::new();
            game.playout(&mut state, PlayoutLimit { plies: 1 }, &mut (), &mut rng, Some(&mut trace));
            counts[usize::from(trace[0].1.0 == 2) * 2 + usize::from(trace[1].1.0 == 3)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
