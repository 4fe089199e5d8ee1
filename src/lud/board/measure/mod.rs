//! What a finished graph says about its elements: outside and inside, corners, sides, colours, rows and columns.

mod corners;
mod perimeter;
mod phases;
mod property;
mod rows;
mod sides;

use super::geometry::{Bounds, distance_squared};
use super::graph::Graph;
use super::topology::SiteType;
pub(super) use perimeter::perimeters;
pub(super) use phases::phase_of;
pub(super) use property::*;
pub(super) use rows::Situation;
pub(super) use sides::SIDES;

/// All three types, in the order in which Ludii goes through them.
pub(super) const KINDS: [SiteType; 3] = [SiteType::Vertex, SiteType::Edge, SiteType::Cell];

/// Properties and places of all elements, by type and number.
#[derive(Debug, Clone)]
pub(super) struct Measures {
    /// Bits of [`property`], by type (as usize) and number.
    pub properties: [Vec<u64>; 3],
    /// Row, column, layer and label, by type and number.
    pub situations: [Vec<Situation>; 3],
    /// Whether two elements of the type have the same label.
    pub duplicates: [bool; 3],
}

impl Measures {
    /// Measures a graph.
    pub(super) fn of(graph: &Graph) -> Self {
        let mut measures = Self {
            properties: [SiteType::Cell, SiteType::Vertex, SiteType::Edge].map(|kind| vec![0; graph.count(kind)]),
            situations: Default::default(),
            duplicates: [false; 3],
        };
        let perimeters = perimeter::perimeters(graph);
        measures.set_perimeters(graph, &perimeters);
        measures.set_inner_outer(graph);
        measures.set_extremes(graph);
        measures.set_major_minor(graph);
        measures.set_corners(graph, &perimeters);
        measures.set_sides(graph, &perimeters);
        measures.set_phases(graph);
        measures.set_edge_orientation(graph);
        measures.set_situations(graph);
        for kind in KINDS {
            measures.set_centre(graph, kind);
        }
        measures
    }

    fn set(&mut self, kind: SiteType, id: usize, property: u64) {
        self.properties[kind as usize][id] |= property;
    }

    fn has(&self, kind: SiteType, id: usize, property: u64) -> bool {
        self.properties[kind as usize][id] & property != 0
    }

    fn set_inner_outer(&mut self, graph: &Graph) {
        for list in &mut self.properties {
            for properties in list.iter_mut().filter(|p| **p & PERIMETER != 0) {
                *properties |= OUTER;
            }
        }
        for (f, face) in graph.faces.iter().enumerate() {
            if face.vertices.iter().any(|&v| self.has(SiteType::Vertex, v, PERIMETER)) {
                self.set(SiteType::Cell, f, OUTER | PERIMETER);
            }
        }
        for (e, edge) in graph.edges.iter().enumerate() {
            if self.has(SiteType::Vertex, edge.a, PERIMETER)
                && self.has(SiteType::Vertex, edge.b, PERIMETER)
                && (edge.left.is_none() || edge.right.is_none())
            {
                self.set(SiteType::Edge, e, OUTER | PERIMETER);
            }
        }
        for list in &mut self.properties {
            for properties in list.iter_mut().filter(|p| **p & OUTER == 0) {
                *properties |= INNER;
            }
        }
    }

    fn set_extremes(&mut self, graph: &Graph) {
        const TOLERANCE: f64 = 0.01;
        const FAR: f64 = 1_000_000.0;
        for kind in KINDS {
            let (mut low, mut high) = ([FAR; 2], [-FAR; 2]);
            for id in 0..graph.count(kind) {
                let point = graph.point(kind, id);
                for axis in 0..2 {
                    low[axis] = low[axis].min(point[axis]);
                    high[axis] = high[axis].max(point[axis]);
                }
            }
            for id in 0..graph.count(kind) {
                let [x, y, _] = graph.point(kind, id);
                let sides = [(x - low[0], LEFT), (y - low[1], BOTTOM), (high[0] - x, RIGHT), (high[1] - y, TOP)];
                for (gap, property) in sides {
                    if gap < TOLERANCE {
                        self.set(kind, id, property);
                    }
                }
            }
        }
    }

    fn set_major_minor(&mut self, graph: &Graph) {
        let most = graph.faces.iter().map(|f| f.vertices.len()).max().unwrap_or(0);
        for (f, face) in graph.faces.iter().enumerate() {
            self.set(SiteType::Cell, f, if face.vertices.len() == most { MAJOR } else { MINOR });
        }
    }

    fn set_edge_orientation(&mut self, graph: &Graph) {
        for (e, edge) in graph.edges.iter().enumerate() {
            let direction = sides::discrete_direction(graph.vertices[edge.a].point, graph.vertices[edge.b].point);
            let property = match direction {
                0 | 8 => AXIAL | HORIZONTAL,
                4 | 12 => AXIAL | VERTICAL,
                1..4 | 9..12 => ANGLED | SLASH,
                _ => ANGLED | SLOSH,
            };
            self.set(SiteType::Edge, e, property);
        }
    }

    /// The elements with the least sum of squared distances to the corners (and to the outside of small boards).
    fn set_centre(&mut self, graph: &Graph, kind: SiteType) {
        const TOLERANCE: f64 = 0.0001;
        let count = graph.count(kind);
        let marked = |property: u64| -> Vec<_> {
            (0..count).filter(|&id| self.has(kind, id, property)).map(|id| graph.point(kind, id)).collect()
        };
        let mut targets = if count < 100 { marked(PERIMETER) } else { Vec::new() };
        targets.extend(marked(CORNER));
        let sums: Vec<f64> = (0..count)
            .map(|id| {
                let point = graph.point(kind, id);
                let mut sum = 0.0;
                for &target in &targets {
                    sum += distance_squared(point, target);
                }
                sum
            })
            .collect();
        let least = sums.iter().fold(1_000_000.0_f64, |a, &b| a.min(b));
        for (id, sum) in sums.iter().enumerate() {
            if (sum - least).abs() < TOLERANCE {
                self.set(kind, id, CENTRE);
            }
        }
    }
}

/// The box around all elements of a type.
fn bounds(graph: &Graph, kind: SiteType) -> Bounds {
    Bounds::of((0..graph.count(kind)).map(|id| graph.point(kind, id)))
}
