//! Movements of a whole graph, which keep all numbers.

use super::super::geometry::{Point, rotate};
use super::Graph;

impl Graph {
    /// Moves everything.
    pub(in super::super) fn translate(&mut self, by: Point) {
        for vertex in &mut self.vertices {
            vertex.point = std::array::from_fn(|i| vertex.point[i] + by[i]);
        }
        self.place_all();
    }

    /// Scales about the origin.
    pub(in super::super) fn scale(&mut self, by: Point) {
        for vertex in &mut self.vertices {
            vertex.point = std::array::from_fn(|i| vertex.point[i] * by[i]);
        }
        self.place_all();
    }

    /// Turns about the middle, anticlockwise.
    pub(in super::super) fn rotate(&mut self, degrees: f64) {
        // The constant and the order of operations that Java's conversion uses: the last bits show in ties.
        let theta = degrees * (std::f64::consts::PI / 180.0);
        let [px, py, _] = self.bounds().centre();
        let (sin, cos) = (theta.sin(), theta.cos());
        for vertex in &mut self.vertices {
            let (dx, dy) = (vertex.point[0] - px, vertex.point[1] - py);
            vertex.point = [px + dx * cos - dy * sin, py + dy * cos + dx * sin, vertex.point[2]];
        }
        for edge in &mut self.edges {
            for tangent in edge.tangents.iter_mut().flatten() {
                *tangent = rotate(*tangent, theta);
            }
        }
        self.place_all();
    }

    /// Shifts to the right in proportion to height.
    pub(in super::super) fn skew(&mut self, amount: f64) {
        let bottom = self.bounds().y;
        let skewed = |p: Point| [p[0] + (p[1] - bottom) * amount, p[1], p[2]];
        for vertex in &mut self.vertices {
            vertex.point = skewed(vertex.point);
        }
        for edge in &mut self.edges {
            for tangent in edge.tangents.iter_mut().flatten() {
                *tangent = skewed(*tangent);
            }
        }
        self.place_all();
    }
}
