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
    /// A short text: a piece's name (`Pawn`), a number of seeds (`4`), levels from the bottom joined by `/`.
    pub glyph: String,
}
