//! Boards: from graph ludemes to one [`Topology`] with Ludii's numbering, neighbours and lines.

mod arctangent;
mod direction;
mod draw;
mod error;
mod finish;
mod generate;
mod geometry;
mod graph;
mod measure;
mod numbers;
mod operate;
mod polygon;
mod radials;
mod steps;
#[cfg(test)]
mod tests;
mod topology;
mod track;

pub use direction::{AbsoluteDirection, COMPASS, RelationType};
pub use draw::{DrawOptions, Glyph, draw_svg};
pub use error::{BoardError, BoardErrorKind};
pub use finish::{BuildOptions, board_of};
pub use generate::{build, build_with};
pub use graph::Basis;
pub use topology::{Element, Elements, Radial, SiteType, Step, Topology};
pub use track::{END, OFF, Track, TrackElement, track_starts, tracks};
