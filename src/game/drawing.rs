//! What a viewer needs to draw a position.

use super::Seat;

/// A board as a viewer draws it: its sites in the order of their numbers, and lines between points.
///
/// The plane has its origin at the lower left and one unit of any size; viewers scale it to fit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// The sites; a [`Mark`] refers to one by its index here.
    pub sites: Vec<DrawnSite>,
    /// Lines that are not the outline of a site, for example the edges of a graph that is played on its vertices.
    pub lines: Vec<[(f32, f32); 2]>,
}

impl Drawing {
    /// A board of unit squares, numbered row by row from the lower left, with the labels of a chess board.
    #[must_use]
    pub fn squares(columns: u32, rows: u32) -> Self {
        let site = |row: u32, column: u32| {
            let (x, y) = (column as f32, row as f32);
            let letter = char::from_u32('a' as u32 + column).unwrap_or('?');
            DrawnSite {
                label: format!("{letter}{}", row + 1),
                centre: (x + 0.5, y + 0.5),
                outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
            }
        };
        let sites = (0..rows).flat_map(|row| (0..columns).map(move |column| site(row, column))).collect();
        Self { sites, lines: Vec::new() }
    }
}

/// One place that can hold something.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DrawnSite {
    /// What people call it (`c4`), or nothing.
    pub label: String,
    /// Where its content is drawn.
    pub centre: (f32, f32),
    /// Corners of its polygon in order; empty for a point.
    pub outline: Vec<(f32, f32)>,
}

/// What one site holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Index into [`Drawing::sites`].
    pub site: u32,
    /// Whose it is, where it is somebody's.
    pub owner: Option<Seat>,
    /// A short text: a piece's name (`Pawn`), a number of seeds (`4`), a stack's top piece and height (`Disc×3`).
    pub glyph: String,
}
