//! Boards: from graph ludemes to one [`Topology`] with Ludii's numbering, neighbours and lines.

mod direction;
mod topology;

pub use direction::{AbsoluteDirection, RelationType};
pub use topology::{Element, Elements, Radial, SiteType, Step, Topology};
