//! The finished board: sites of three types with their relations, lines and named sets.

use super::{AbsoluteDirection, RelationType};

/// What a site is on the board graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum SiteType {
    /// A face of the graph.
    Cell,
    /// A vertex of the graph.
    Vertex,
    /// An edge of the graph.
    Edge,
}

/// One step from a site in some absolute direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The type of the site stepped to (steps between types exist).
    pub to_type: SiteType,
    /// The site stepped to.
    pub to: u16,
}

/// A line from a site: the sites met in order, the origin first.
#[derive(Debug, Clone, PartialEq)]
pub struct Radial {
    /// The direction of the first step.
    pub direction: AbsoluteDirection,
    /// The sites in order; `sites[0]` is the origin.
    pub sites: Vec<u16>,
    /// The lines from the same origin that lead the opposite way, each as its list of sites, origin first.
    pub opposites: Vec<Vec<u16>>,
}

/// One site of the board graph.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Element {
    /// Centre of the site in board units.
    pub point: [f64; 3],
    /// Row, column and layer, as Ludii clusters them.
    pub row: i32,
    /// See `row`.
    pub column: i32,
    /// See `row`.
    pub layer: i32,
    /// The coordinate label, for example `B3`.
    pub label: String,
    /// Vertices of the site (itself for a vertex).
    pub vertices: Vec<u16>,
    /// Edges of the site.
    pub edges: Vec<u16>,
    /// Cells that the site touches.
    pub cells: Vec<u16>,
    /// Neighbours by relation.
    pub orthogonal: Vec<u16>,
    /// See `orthogonal`.
    pub diagonal: Vec<u16>,
    /// See `orthogonal`.
    pub adjacent: Vec<u16>,
    /// See `orthogonal`.
    pub off: Vec<u16>,
    /// All neighbours of the same type.
    pub all: Vec<u16>,
    /// The phase (colour) of the site.
    pub phase: i32,
}

/// All sites of one type with their lines and named sets. Sets are ascending.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Elements {
    /// The sites in order of their number.
    pub sites: Vec<Element>,
    /// `steps[site][direction]`: single steps, to any site type, in Ludii's order.
    pub steps: Vec<Vec<Vec<Step>>>,
    /// `radials[site][direction]`: all lines, forks included, in Ludii's order.
    pub radials: Vec<Vec<Vec<Radial>>>,
    /// `distinct[site][direction]`: indices into `radials[site][direction]` of those that are not the opposite of an earlier
    /// one.
    pub distinct: Vec<Vec<Vec<u16>>>,
    /// Sites at corners.
    pub corners: Vec<u16>,
    /// Corners that point inwards.
    pub concave: Vec<u16>,
    /// Corners that point outwards.
    pub convex: Vec<u16>,
    /// Sites at the outside.
    pub outer: Vec<u16>,
    /// Sites on the perimeter.
    pub perimeter: Vec<u16>,
    /// Sites not at the outside.
    pub inner: Vec<u16>,
    /// Cells with the most sides on tilings of two kinds of cell.
    pub major: Vec<u16>,
    /// The other cells there.
    pub minor: Vec<u16>,
    /// The top row.
    pub top: Vec<u16>,
    /// The bottom row.
    pub bottom: Vec<u16>,
    /// The leftmost sites.
    pub left: Vec<u16>,
    /// The rightmost sites.
    pub right: Vec<u16>,
    /// The middle.
    pub centre: Vec<u16>,
    /// Edges along an axis and other edge sets: `axial`, `horizontal`, `vertical`, `angled`, `slash`, `slosh`.
    pub axial: Vec<u16>,
    /// See `axial`.
    pub horizontal: Vec<u16>,
    /// See `axial`.
    pub vertical: Vec<u16>,
    /// See `axial`.
    pub angled: Vec<u16>,
    /// See `axial`.
    pub slash: Vec<u16>,
    /// See `axial`.
    pub slosh: Vec<u16>,
    /// Sites by row.
    pub rows: Vec<Vec<u16>>,
    /// Sites by column.
    pub columns: Vec<Vec<u16>>,
    /// Sites by layer.
    pub layers: Vec<Vec<u16>>,
    /// Sites by diagonal.
    pub diagonals: Vec<Vec<u16>>,
    /// Sites by phase.
    pub phases: Vec<Vec<u16>>,
    /// Sites on the side that faces a compass direction.
    pub sides: Vec<(AbsoluteDirection, Vec<u16>)>,
    /// Directions that some step of the board takes, by relation (index: [`RelationType`] as usize), sorted as Ludii does.
    pub supported: [Vec<AbsoluteDirection>; 5],
}

/// A board graph with everything that rules ask of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Topology {
    /// The site type that the game is played on.
    pub default: SiteType,
    /// Cells, vertices, edges: index with [`SiteType`] as usize.
    pub elements: [Elements; 3],
}

impl Topology {
    /// All sites of a type.
    #[must_use]
    pub fn of(&self, kind: SiteType) -> &Elements {
        &self.elements[kind as usize]
    }

    /// Number of sites of a type.
    #[must_use]
    pub fn count(&self, kind: SiteType) -> usize {
        self.of(kind).sites.len()
    }

    /// The lines from a site in a direction (which may be a group key such as `Orthogonal`).
    #[must_use]
    pub fn radials(&self, kind: SiteType, site: usize, direction: AbsoluteDirection) -> &[Radial] {
        self.of(kind).radials.get(site).map_or(&[], |by_direction| &by_direction[direction as usize])
    }

    /// The single steps from a site in a direction.
    #[must_use]
    pub fn steps(&self, kind: SiteType, site: usize, direction: AbsoluteDirection) -> &[Step] {
        self.of(kind).steps.get(site).map_or(&[], |by_direction| &by_direction[direction as usize])
    }

    /// The directions that the board supports for a relation.
    #[must_use]
    pub fn supported(&self, kind: SiteType, relation: RelationType) -> &[AbsoluteDirection] {
        &self.of(kind).supported[relation as usize]
    }
}
