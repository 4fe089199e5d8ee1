//! The outlines of the connected parts of a graph.

use super::super::arctangent::atan2;
use super::super::geometry::{Point, point_in_polygon};
use super::super::graph::Graph;
use super::super::topology::SiteType;
use super::{Measures, PERIMETER};

/// The vertices of one outline, clockwise.
pub(in super::super) type Perimeter = Vec<usize>;

/// The outlines of all parts that do not lie inside another.
pub(in super::super) fn perimeters(graph: &Graph) -> Vec<Perimeter> {
    let mut covered = vec![false; graph.vertices.len()];
    let mut found: Vec<(Perimeter, Vec<Point>)> = Vec::new();
    while let Some(start) = leftmost(graph, &covered) {
        let perimeter = follow_clockwise(graph, start);
        let outline: Vec<Point> = perimeter.iter().map(|&v| graph.vertices[v].point).collect();
        for &v in &perimeter {
            covered[v] = true;
        }
        for (v, covered) in covered.iter_mut().enumerate() {
            *covered = *covered || point_in_polygon(graph.vertices[v].point, &outline);
        }
        found.push((perimeter, outline));
    }
    for a in (0..found.len()).rev() {
        let first = found[a].1[0];
        if (0..found.len()).any(|b| a != b && point_in_polygon(first, &found[b].1)) {
            found.remove(a);
        }
    }
    found.into_iter().map(|(perimeter, _)| perimeter).collect()
}

fn leftmost(graph: &Graph, covered: &[bool]) -> Option<usize> {
    let mut best = None;
    let mut least = 1_000_000.0;
    for (v, vertex) in graph.vertices.iter().enumerate() {
        if !covered[v] && vertex.point[0] < least {
            least = vertex.point[0];
            best = Some(v);
        }
    }
    best
}

fn follow_clockwise(graph: &Graph, from: usize) -> Perimeter {
    let mut best = None;
    let mut least = 1_000_000.0;
    for &edge in &graph.vertices[from].edges {
        let (p, q) = (graph.vertices[from].point, graph.vertices[graph.edges[edge].other(from)].point);
        let angle = atan2(q[0] - p[0], -(q[1] - p[1]));
        if angle < least {
            least = angle;
            best = Some(edge);
        }
    }
    let Some(mut edge) = best else { return vec![from] };
    let mut perimeter = Vec::new();
    let mut vertex = from;
    // Every step leaves a vertex by one of its edges, so an outline that is longer than this goes in circles.
    for _ in 0..=4 * graph.edges.len() {
        perimeter.push(vertex);
        let previous = vertex;
        vertex = graph.edges[edge].other(vertex);
        let position = graph.edge_position(vertex, edge);
        let around = &graph.vertices[vertex].edges;
        for n in 1..around.len() {
            edge = around[(position + n) % around.len()];
            if graph.edges[edge].other(vertex) != previous {
                break;
            }
        }
        if vertex == from {
            break;
        }
    }
    perimeter
}

impl Measures {
    pub(super) fn set_perimeters(&mut self, graph: &Graph, perimeters: &[Perimeter]) {
        for perimeter in perimeters {
            for (n, &a) in perimeter.iter().enumerate() {
                let b = perimeter[(n + 1) % perimeter.len()];
                self.set(SiteType::Vertex, a, PERIMETER);
                self.set(SiteType::Vertex, b, PERIMETER);
                let around = &graph.vertices[a].edges;
                let Some(&edge) = around.iter().find(|&&e| graph.edges[e].matches(a, b)) else { continue };
                self.set(SiteType::Edge, edge, PERIMETER);
                if let Some(face) = graph.edges[edge].left.or(graph.edges[edge].right) {
                    self.set(SiteType::Cell, face, PERIMETER);
                }
            }
        }
    }
}
