//! Walls as bits: what both players' moves and the flood fill work on.

/// Most rows and columns.
pub(super) const MAX_SIZE: usize = 16;
/// Rows with one more on either side.
const ROWS: usize = MAX_SIZE + 2;

/// A square, counted from 1 from the lower left: row 0 and column 0 are the border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Cell {
    pub x: u8,
    pub y: u8,
}

impl Cell {
    /// The square one step away: 0 north, 1 south, 2 east, 3 west.
    #[inline]
    pub(super) fn step(self, direction: u8) -> Self {
        const X: [u8; 4] = [0, 0, 1, 255];
        const Y: [u8; 4] = [1, 255, 0, 0];
        let direction = usize::from(direction & 3);
        Self { x: self.x.wrapping_add(X[direction]), y: self.y.wrapping_add(Y[direction]) }
    }
}

/// The walls of a board: row by row, bit x for column x. Everything outside of the board is wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Grid([u32; ROWS]);

impl Grid {
    /// A board without obstacles.
    pub(super) fn empty(columns: usize, rows: usize) -> Self {
        let mut grid = [u32::MAX; ROWS];
        let free = ((1u32 << columns) - 1) << 1;
        grid[1..=rows].fill(!free);
        Self(grid)
    }

    /// No square at all.
    fn nothing() -> Self {
        Self([0; ROWS])
    }

    #[inline]
    pub(super) fn is_blocked(&self, cell: Cell) -> bool {
        self.0[usize::from(cell.y)] >> cell.x & 1 == 1
    }

    #[inline]
    pub(super) fn block(&mut self, cell: Cell) {
        self.0[usize::from(cell.y)] |= 1 << cell.x;
    }

    /// The free squares around one, a bit per direction.
    #[inline]
    pub(super) fn exits(&self, cell: Cell) -> u8 {
        let y = usize::from(cell.y);
        let walls = (self.0[y + 1] >> cell.x & 1)
            | (self.0[y - 1] >> cell.x & 1) << 1
            | (self.0[y] >> (cell.x + 1) & 1) << 2
            | (self.0[y] >> (cell.x - 1) & 1) << 3;
        (walls ^ 0xf) as u8
    }

    /// The rows, for hashing.
    pub(super) fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    /// Whether nobody standing at `one` can ever get to a square next to `other`.
    pub(super) fn separates(&self, one: Cell, other: Cell) -> bool {
        let goal = self.around(other);
        let mut reached = self.around(one);
        loop {
            if reached.meets(&goal) {
                return false;
            }
            let before = reached;
            for y in 1..=MAX_SIZE {
                reached.spread(y, y - 1, self);
            }
            for y in (1..=MAX_SIZE).rev() {
                reached.spread(y, y + 1, self);
            }
            if reached == before {
                return true;
            }
        }
    }

    /// The free squares around one.
    fn around(&self, cell: Cell) -> Self {
        let mut squares = Self::nothing();
        let y = usize::from(cell.y);
        let bit = 1 << cell.x;
        squares.0[y] = (bit << 1 | bit >> 1) & !self.0[y];
        squares.0[y + 1] = bit & !self.0[y + 1];
        squares.0[y - 1] = bit & !self.0[y - 1];
        squares
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Lets the squares of a row grow into its free squares, from the row beside it and along itself.
    #[inline]
    fn spread(&mut self, row: usize, from: usize, walls: &Self) {
        let free = !walls.0[row];
        let mut squares = (self.0[row] | self.0[from]) & free;
        // Carries run along free squares in one direction, smearing in the other.
        let mut left = squares;
        let mut free_left = free;
        for shift in [1, 2, 4, 8] {
            left |= free_left & (left << shift);
            free_left &= free_left << shift;
        }
        let mut free_right = free;
        for shift in [1, 2, 4, 8] {
            squares |= free_right & (squares >> shift);
            free_right &= free_right >> shift;
        }
        self.0[row] = squares | left;
    }

    /// How many moves someone at `cell` makes who always goes where most walls are: along them, as far as possible.
    pub(super) fn room(mut self, mut cell: Cell) -> u32 {
        let mut moves = 0;
        loop {
            let exits = self.exits(cell);
            let best = (0..4u8)
                .filter(|direction| exits >> direction & 1 == 1)
                .map(|direction| cell.step(direction))
                .min_by_key(|&next| {
                    // A square without an exit is the last one: only if there is no other.
                    let onward = self.exits(next).count_ones();
                    if onward == 0 { 5 } else { onward }
                });
            let Some(next) = best else { return moves };
            self.block(next);
            cell = next;
            moves += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;
    use rand::RngExt;

    fn cell(x: u8, y: u8) -> Cell {
        Cell { x, y }
    }

    /// The squares reached one by one, as slowly as can be.
    fn separates_slowly(grid: &Grid, one: Cell, other: Cell) -> bool {
        let around =
            |cell: Cell| -> Vec<Cell> { (0..4).map(|d| cell.step(d)).filter(|&next| !grid.is_blocked(next)).collect() };
        let goal = around(other);
        let mut reached = around(one);
        let mut next = 0;
        while next < reached.len() {
            for further in around(reached[next]) {
                if !reached.contains(&further) {
                    reached.push(further);
                }
            }
            next += 1;
        }
        !reached.iter().any(|cell| goal.contains(cell))
    }

    #[test]
    fn the_fast_fill_agrees_with_the_slow_one() {
        let mut rng = random_from_seed(3);
        let mut split = 0;
        for round in 0..400 {
            let (columns, rows) = (rng.random_range(2..=16), rng.random_range(2..=16));
            let mut grid = Grid::empty(columns, rows);
            for _ in 0..columns * rows * (round % 7) / 12 {
                grid.block(cell(rng.random_range(1..=columns) as u8, rng.random_range(1..=rows) as u8));
            }
            let any = |rng: &mut crate::game::Random| {
                cell(rng.random_range(1..=columns) as u8, rng.random_range(1..=rows) as u8)
            };
            let (one, other) = (any(&mut rng), any(&mut rng));
            grid.block(one);
            grid.block(other);
            let slow = separates_slowly(&grid, one, other);
            assert_eq!(grid.separates(one, other), slow, "round {round}");
            split += u32::from(slow);
        }
        assert!((50..350).contains(&split), "{split} of 400 are separated");
    }

    #[test]
    fn room_follows_the_walls() {
        let mut grid = Grid::empty(4, 3);
        grid.block(cell(1, 1));
        // Every other square can be visited in one go from a corner.
        assert_eq!(grid.room(cell(1, 1)), 11);
        let mut corridor = Grid::empty(5, 1);
        corridor.block(cell(3, 1));
        corridor.block(cell(2, 1));
        assert_eq!(corridor.room(cell(3, 1)), 2);
    }

    #[test]
    fn exits_by_hand() {
        let mut grid = Grid::empty(3, 3);
        grid.block(cell(2, 3));
        assert_eq!(grid.exits(cell(2, 2)), 0b1110);
        assert_eq!(grid.exits(cell(1, 1)), 0b0101);
    }
}
