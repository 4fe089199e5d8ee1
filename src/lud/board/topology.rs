//! The finished board: sites of three types with their relations, lines and named sets.

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::geometry::Point;
use super::graph::segments_cross;
use super::radials::Lines;
use super::{AbsoluteDirection, Basis, RelationType};

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
    /// The direction of the line; under `Rotational`, the one that it was found in.
    pub direction: AbsoluteDirection,
    /// The sites in order; `sites[0]` is the origin.
    pub sites: Arc<[u16]>,
    /// The lines from the same origin that lead the opposite way, each as its list of sites, origin first.
    pub opposites: SmallVec<[Arc<[u16]>; 1]>,
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
    /// Single steps; read them with [`Topology::steps`].
    pub(super) steps: StepTable,
    /// Lines, followed when first asked for; read them with [`Topology::radials`].
    pub(super) lines: OnceLock<Lines>,
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
    /// The same for each site alone, worked out when it is first asked for.
    pub(super) supported_here: [OnceLock<Vec<Vec<AbsoluteDirection>>>; 5],
    /// For each site, the directions whose lines meet each other site, one bit each; worked out when first asked for.
    pub(super) courses: OnceLock<Vec<OnceLock<Vec<u64>>>>,
}

/// Single steps by site and direction, in one flat list each.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct StepTable {
    /// All steps, to any type.
    pub steps: Vec<Step>,
    /// `starts[site * (COUNT + 1) + direction]`: where in `steps` a direction begins.
    pub starts: Vec<u32>,
    /// The steps that stay within the type.
    pub within: Vec<u16>,
    /// The same for `within`.
    pub within_starts: Vec<u32>,
}

impl StepTable {
    const STRIDE: usize = AbsoluteDirection::COUNT + 1;

    fn range(starts: &[u32], site: usize, direction: usize) -> std::ops::Range<usize> {
        let at = site * Self::STRIDE + direction;
        match (starts.get(at), starts.get(at + 1)) {
            (Some(&from), Some(&to)) => from as usize..to as usize,
            _ => 0..0,
        }
    }

    fn all(&self, site: usize, direction: usize) -> &[Step] {
        &self.steps[Self::range(&self.starts, site, direction)]
    }

    /// Where in `within` the steps from a site in a direction stand.
    pub(super) fn range_within(&self, site: usize, direction: usize) -> std::ops::Range<usize> {
        Self::range(&self.within_starts, site, direction)
    }

    fn within(&self, site: usize, direction: usize) -> &[u16] {
        &self.within[self.range_within(site, direction)]
    }
}

impl Elements {
    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| {
            let points: Vec<Point> = self.sites.iter().map(|site| site.point).collect();
            Lines::new(&points, &self.steps)
        })
    }

    /// Neighbours of a site by relation.
    #[must_use]
    pub fn related(&self, site: usize, relation: RelationType) -> &[u16] {
        let element = &self.sites[site];
        match relation {
            RelationType::Orthogonal => &element.orthogonal,
            RelationType::Diagonal => &element.diagonal,
            RelationType::OffDiagonal => &element.off,
            RelationType::Adjacent => &element.adjacent,
            RelationType::All => &element.all,
        }
    }
}

/// A board graph with everything that rules ask of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Topology {
    /// The site type that the game is played on.
    pub default: SiteType,
    /// Cells, vertices, edges: index with [`SiteType`] as usize.
    pub elements: [Elements; 3],
    /// Which regular tiling the board is, where that is known.
    pub basis: Basis,
    /// For each edge that is drawn as a curve, the directions in which it leaves its two vertices.
    pub curves: Vec<Option<[[f64; 2]; 2]>>,
    /// For each vertex of a circular board, the vertex about which it turns.
    pub pivots: Vec<Option<u16>>,
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
        self.of(kind).lines().radials(site, direction)
    }

    /// Which of [`Topology::radials`] are not the opposite of an earlier one, as positions in that list.
    #[must_use]
    pub fn distinct(&self, kind: SiteType, site: usize, direction: AbsoluteDirection) -> &[u16] {
        self.of(kind).lines().distinct(site, direction)
    }

    /// The single steps from a site in a direction, to sites of any type, in Ludii's order.
    ///
    /// Empty for `Rotational`, which Ludii keeps for steps within a type only.
    #[must_use]
    pub fn steps(&self, kind: SiteType, site: usize, direction: AbsoluteDirection) -> &[Step] {
        if direction == AbsoluteDirection::Rotational {
            return &[];
        }
        self.of(kind).steps.all(site, direction as usize)
    }

    /// The sites of the same type one step away in a direction, in Ludii's order.
    #[must_use]
    pub fn steps_within(&self, kind: SiteType, site: usize, direction: AbsoluteDirection) -> &[u16] {
        self.of(kind).steps.within(site, direction as usize)
    }

    /// The directions whose lines from a site meet another site, one bit each.
    #[must_use]
    pub fn courses(&self, kind: SiteType, from: usize, to: usize) -> u64 {
        const { assert!(AbsoluteDirection::COUNT <= u64::BITS as usize) };
        let elements = self.of(kind);
        let size = elements.sites.len();
        let courses = elements.courses.get_or_init(|| vec![OnceLock::new(); size]);
        let Some(courses) = courses.get(from) else { return 0 };
        let met = courses.get_or_init(|| {
            let mut met = vec![0; size];
            for direction in AbsoluteDirection::ALL {
                for radial in self.radials(kind, from, direction) {
                    for &site in &radial.sites[1..] {
                        met[usize::from(site)] |= 1 << direction as usize;
                    }
                }
            }
            met
        });
        met.get(to).copied().unwrap_or(0)
    }

    /// The directions that the board supports for a relation.
    #[must_use]
    pub fn supported(&self, kind: SiteType, relation: RelationType) -> &[AbsoluteDirection] {
        &self.of(kind).supported[relation as usize]
    }

    /// The directions that steps of a relation take from one site, in the order in which Ludii meets them.
    #[must_use]
    pub fn supported_at(&self, kind: SiteType, site: usize, relation: RelationType) -> &[AbsoluteDirection] {
        let elements = self.of(kind);
        let table = elements.supported_here[relation as usize]
            .get_or_init(|| (0..elements.sites.len()).map(|site| self.find_supported(kind, site, relation)).collect());
        &table[site]
    }

    fn find_supported(&self, kind: SiteType, site: usize, relation: RelationType) -> Vec<AbsoluteDirection> {
        let mut found = Vec::new();
        for &to in self.steps_within(kind, site, relation.key()) {
            for direction in AbsoluteDirection::ALL.into_iter().filter(|d| d.is_specific()) {
                if !found.contains(&direction) && self.steps_within(kind, site, direction).contains(&to) {
                    found.push(direction);
                }
            }
        }
        found
    }

    /// Number of steps of a relation from one site to all others of its type; 0 for itself and for those out of reach.
    #[must_use]
    pub fn distances_from(&self, kind: SiteType, site: usize, relation: RelationType) -> Vec<u16> {
        let elements = self.of(kind);
        let mut distances = vec![0; elements.sites.len()];
        let mut frontier = vec![site as u16];
        let mut steps = 0;
        while !frontier.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for from in frontier {
                for &to in elements.related(usize::from(from), relation) {
                    if usize::from(to) != site && distances[usize::from(to)] == 0 {
                        distances[usize::from(to)] = steps;
                        next.push(to);
                    }
                }
            }
            frontier = next;
        }
        distances
    }

    /// Whether two edges that share no vertex meet.
    #[must_use]
    pub fn edges_cross(&self, a: usize, b: usize) -> bool {
        let (edges, vertices) = (&self.of(SiteType::Edge).sites, &self.of(SiteType::Vertex).sites);
        let line = |e: usize| -> Option<[Point; 2]> {
            match *edges.get(e)?.vertices {
                [p, q] => Some([vertices[usize::from(p)].point, vertices[usize::from(q)].point]),
                _ => None,
            }
        };
        match (line(a), line(b)) {
            (Some(first), Some(second)) => a != b && segments_cross(first, second),
            _ => false,
        }
    }

    /// Number of site numbers that the board occupies: hands and dice are numbered from here on.
    #[must_use]
    pub fn span(&self) -> usize {
        self.count(SiteType::Cell).max(self.count(self.default))
    }
}
