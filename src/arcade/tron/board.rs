//! Boards as text.
//!
//! Lines that begin with `%` are comments. In the others `.` is a free square, `#` an obstacle, `1` and `2` are where the
//! players start; the first line is the top of the board.

use super::grid::{Cell, Grid, MAX_SIZE};
use std::fmt;

/// A board before the first move: both starts are walls already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) grid: Grid,
    pub(super) starts: [Cell; 2],
}

/// Why a text is not a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardError(String);

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// When lines differ in length, the board is smaller than 2×2 or larger than 16×16, a sign is unknown, or there is not
    /// one start for each player.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let refuse = |reason: String| Err(BoardError(reason));
        let lines: Vec<Vec<char>> = text
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.starts_with('%') && !line.is_empty())
            .map(|line| line.chars().collect())
            .collect();
        let rows = lines.len();
        let columns = lines.first().map_or(0, Vec::len);
        if !(2..=MAX_SIZE).contains(&rows) || !(2..=MAX_SIZE).contains(&columns) {
            return refuse(format!("a board has 2×2 to {MAX_SIZE}×{MAX_SIZE} squares, not {columns}×{rows}"));
        }
        let mut grid = Grid::empty(columns, rows);
        let mut starts = [None; 2];
        for (line, signs) in lines.iter().enumerate() {
            if signs.len() != columns {
                return refuse(format!("line {} has {} squares, the first has {columns}", line + 1, signs.len()));
            }
            for (column, sign) in signs.iter().enumerate() {
                let cell = Cell { x: column as u8 + 1, y: (rows - line) as u8 };
                match sign {
                    '.' => continue,
                    '#' => {}
                    '1' | '2' => {
                        let start = &mut starts[usize::from(*sign == '2')];
                        if start.replace(cell).is_some() {
                            return refuse(format!("player {sign} starts in two places"));
                        }
                    }
                    _ => return refuse(format!("'{sign}' in line {} is none of . # 1 2", line + 1)),
                }
                grid.block(cell);
            }
        }
        let [Some(first), Some(second)] = starts else {
            return refuse("both players need a start, 1 and 2".to_owned());
        };
        Ok(Self { columns: columns as u32, rows: rows as u32, grid, starts: [first, second] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_with_their_top_first() {
        let board = Board::parse("% a comment\n1.#\n..2\n").unwrap();
        assert_eq!((board.columns, board.rows), (3, 2));
        assert_eq!(board.starts, [Cell { x: 1, y: 2 }, Cell { x: 3, y: 1 }]);
        assert!(board.grid.is_blocked(Cell { x: 3, y: 2 }) && !board.grid.is_blocked(Cell { x: 2, y: 2 }));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let reason = |text: &str| Board::parse(text).unwrap_err().to_string();
        assert!(reason("").contains("2×2"));
        assert!(reason("1.\n..2").contains("line 2"));
        assert!(reason("1.\n1.").contains("two places"));
        assert!(reason("1.\nx2").contains('x'));
        assert!(reason("1.\n..").contains("both"));
        assert!(reason(&format!("{}\n{}", "1".to_owned() + &".".repeat(16), ".".repeat(16) + "2")).contains("17"));
    }
}
