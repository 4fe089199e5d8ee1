//! Corners: where an outline bends, smoothed over its neighbourhood.

use super::super::geometry::{Point, clockwise, distance_to_line};
use super::super::graph::Graph;
use super::super::topology::SiteType;
use super::perimeter::Perimeter;
use super::{CONCAVE, CONVEX, CORNER, Measures, PERIMETER};

impl Measures {
    pub(super) fn set_corners(&mut self, graph: &Graph, perimeters: &[Perimeter]) {
        for perimeter in perimeters {
            self.set_corner_vertices(graph, perimeter);
        }
        for v in 0..graph.vertices.len() {
            if self.has(SiteType::Vertex, v, CORNER) {
                self.spread_corner(graph, v);
            }
        }
    }

    /// Marks edges and faces at a corner vertex.
    fn spread_corner(&mut self, graph: &Graph, v: usize) {
        let is_concave = self.has(SiteType::Vertex, v, CONCAVE);
        let mark = CORNER | if is_concave { CONCAVE } else { CONVEX };
        let mut joined = false;
        for &e in &graph.vertices[v].edges {
            let edge = &graph.edges[e];
            if self.has(SiteType::Vertex, edge.other(v), CORNER) {
                self.set(SiteType::Edge, e, mark);
                if let Some(face) = edge.left.or(edge.right) {
                    self.set(SiteType::Cell, face, mark);
                }
                joined = true;
            }
        }
        if joined {
            return;
        }
        for &e in &graph.vertices[v].edges {
            if !self.has(SiteType::Edge, e, PERIMETER) {
                continue;
            }
            self.set(SiteType::Edge, e, mark);
            if is_concave {
                for &f in &graph.vertices[v].faces {
                    let on_outline =
                        graph.faces[f].vertices.iter().filter(|&&w| self.has(SiteType::Vertex, w, PERIMETER)).count();
                    if on_outline == 1 {
                        self.set(SiteType::Cell, f, mark);
                    }
                }
            } else if let Some(face) = graph.edges[e].left.or(graph.edges[e].right) {
                self.set(SiteType::Cell, face, mark);
            }
        }
    }

    fn set_corner_vertices(&mut self, graph: &Graph, perimeter: &Perimeter) {
        const TOLERANCE: f64 = 0.001;
        const LEAST_CONVEX: f64 = 0.320;
        const LEAST_CONCAVE: f64 = -0.25;
        const SIMILAR: f64 = 0.95;
        let n = perimeter.len();
        if n < 6 {
            for &v in perimeter {
                self.set(SiteType::Vertex, v, CORNER | CONVEX);
            }
            return;
        }
        let outline: Vec<Point> = perimeter.iter().map(|&v| graph.vertices[v].point).collect();
        let scores = bends(&outline);
        let (before, after) = (|i: usize| (i + n - 1) % n, |i: usize| (i + 1) % n);

        let mut keep: Vec<bool> = (0..n)
            .map(|i| {
                !(scores[i] < LEAST_CONVEX
                    || scores[i] < scores[before(i)] - TOLERANCE
                    || scores[i] < scores[after(i)] - TOLERANCE)
            })
            .collect();
        // Neighbours that are nearly as sharp count too; going forwards, they may bring in the next one.
        for i in 0..n {
            if keep[i] {
                for neighbour in [before(i), after(i)] {
                    if scores[neighbour] >= SIMILAR * scores[i] {
                        keep[neighbour] = true;
                    }
                }
            }
        }
        for (i, &v) in perimeter.iter().enumerate() {
            if keep[i] {
                self.set(SiteType::Vertex, v, CORNER | CONVEX);
            }
            let is_concave = !(scores[i] > LEAST_CONCAVE
                || scores[i] > scores[before(i)] + TOLERANCE
                || scores[i] > scores[after(i)] + TOLERANCE);
            if is_concave {
                self.set(SiteType::Vertex, v, CORNER | CONCAVE);
            }
        }
    }
}

/// How sharply an outline bends outwards at each of its points, smoothed.
fn bends(outline: &[Point]) -> Vec<f64> {
    const REACH: usize = 4;
    let n = outline.len();
    let raw: Vec<f64> = (0..n)
        .map(|i| {
            let mut score = 0.0;
            for k in 1..REACH {
                let (a, b) = (outline[(i + n - k) % n], outline[(i + k) % n]);
                let mut distance = distance_to_line(outline[i], a, b);
                if clockwise(a, outline[i], b) {
                    distance = -distance;
                }
                score += distance / k as f64;
            }
            score
        })
        .collect();
    (0..n).map(|i| (4.0 * raw[i] + raw[(i + 1) % n] + raw[(i + n - 1) % n]) / 6.0).collect()
}
