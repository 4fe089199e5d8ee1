//! Sides: runs of the outline from corner to corner, named after where they lie from the middle.

use std::f64::consts::PI;

use super::super::direction::AbsoluteDirection;
use super::super::geometry::{Point, angle};
use super::super::graph::Graph;
use super::super::topology::SiteType;
use super::perimeter::Perimeter;
use super::{ALL_SIDES, CORNER, Measures, SIDE};

/// The directions that sides can face, in the order of their bits from [`SIDE`].
pub(in super::super) const SIDES: [AbsoluteDirection; 8] = [
    AbsoluteDirection::E,
    AbsoluteDirection::N,
    AbsoluteDirection::W,
    AbsoluteDirection::S,
    AbsoluteDirection::NE,
    AbsoluteDirection::NW,
    AbsoluteDirection::SW,
    AbsoluteDirection::SE,
];

/// Which of 16 directions leads from `a` to `b`, anticlockwise from east.
pub(super) fn discrete_direction(a: Point, b: Point) -> u32 {
    const ARC: f64 = 2.0 * PI / 16.0;
    let mut angle = angle(a, b);
    if angle < 0.0 {
        angle += 2.0 * PI;
    }
    // Not negative, and at most 16.5.
    ((angle + ARC / 2.0) / ARC) as u32 % 16
}

impl Measures {
    pub(super) fn set_sides(&mut self, graph: &Graph, perimeters: &[Perimeter]) {
        let middle = graph.centroid();
        for perimeter in perimeters {
            for from in 0..perimeter.len() {
                if self.has(SiteType::Vertex, perimeter[from], CORNER) {
                    self.set_side_from(graph, perimeter, middle, from);
                }
            }
        }
        for v in 0..graph.vertices.len() {
            let sides = self.properties[SiteType::Vertex as usize][v] & ALL_SIDES;
            for &e in &graph.vertices[v].edges {
                self.set(SiteType::Edge, e, sides);
            }
            for &f in &graph.vertices[v].faces {
                self.set(SiteType::Cell, f, sides);
            }
        }
    }

    /// Marks the run from one corner to the next.
    fn set_side_from(&mut self, graph: &Graph, perimeter: &Perimeter, middle: Point, from: usize) {
        let n = perimeter.len();
        let corner = |i: usize| self.has(SiteType::Vertex, perimeter[i % n], CORNER);
        // The corner itself ends the run if it is the only one.
        let length = (1..=n).find(|&step| corner(from + step)).unwrap_or(n);
        let (mut x, mut y) = (0.0, 0.0);
        for step in 0..=length {
            let point = graph.vertices[perimeter[(from + step) % n]].point;
            x += point[0];
            y += point[1];
        }
        let mean = [x / (length + 1) as f64, y / (length + 1) as f64, 0.0];
        let index = match discrete_direction(middle, mean) {
            0 => 0,
            4 => 1,
            8 => 2,
            12 => 3,
            1..4 => 4,
            5..8 => 5,
            9..12 => 6,
            _ => 7,
        };
        for step in 0..=length {
            self.set(SiteType::Vertex, perimeter[(from + step) % n], SIDE << index);
        }
    }
}
