//! Faces: cycles of vertices that enclose nothing else.

use super::super::geometry::{Point, polygon_area};
use super::{Face, Graph, segments_cross};

impl Graph {
    /// The face with these vertices, in either direction and from any start.
    pub(in super::super) fn find_face(&self, vertices: &[usize]) -> Option<usize> {
        let around = &self.vertices.get(*vertices.first()?)?.faces;
        around.iter().copied().filter(|&f| same_cycle(&self.faces[f].vertices, vertices)).min()
    }

    /// Adds a face unless it is there; nothing if one of its edges is missing.
    pub(in super::super) fn find_or_add_face(&mut self, vertices: &[usize]) -> Option<usize> {
        if vertices.len() > self.vertices.len() || vertices.iter().any(|&v| v >= self.vertices.len()) {
            return None;
        }
        if let Some(face) = self.find_face(vertices) {
            return Some(face);
        }
        let edges: Option<Vec<usize>> =
            (0..vertices.len()).map(|n| self.find_edge(vertices[n], vertices[(n + 1) % vertices.len()])).collect();
        let edges = edges?;
        let id = self.faces.len();
        for (&edge, &vertex) in edges.iter().zip(vertices) {
            if self.edges[edge].a == vertex {
                self.edges[edge].right = Some(id);
            } else {
                self.edges[edge].left = Some(id);
            }
        }
        for &v in vertices {
            self.vertices[v].faces.push(id);
        }
        self.faces.push(Face { vertices: vertices.to_vec(), edges, point: [0.0; 3] });
        self.place_face(id);
        Some(id)
    }

    /// Finds all faces anew: the clockwise cycles that turn as sharply as they can, within one layer.
    pub(in super::super) fn make_faces(&mut self, check_crossings: bool) {
        const MAX_SIDES: usize = 32;
        self.clear_faces();
        let mut cycle: Vec<usize> = Vec::new();
        let mut outline: Vec<Point> = Vec::new();
        for start in 0..self.vertices.len() {
            let height = self.vertices[start].point[2];
            for n in 0..self.vertices[start].edges.len() {
                let mut edge = self.vertices[start].edges[n];
                let mut vertex = start;
                let mut closed = false;
                cycle.clear();
                cycle.push(start);
                while cycle.len() <= MAX_SIDES {
                    let previous = vertex;
                    let position = self.edge_position(vertex, edge);
                    let around = &self.vertices[vertex].edges;
                    let next = (1..around.len()).find_map(|m| {
                        let candidate = around[(position + m) % around.len()];
                        let to = self.edges[candidate].other(vertex);
                        ((self.vertices[to].point[2] - height).abs() < 0.0001).then_some((candidate, to))
                    });
                    let Some((along, to)) = next else { break };
                    edge = along;
                    vertex = to;
                    if vertex == start {
                        closed = true;
                        break;
                    }
                    if cycle.contains(&vertex) {
                        break;
                    }
                    cycle.push(vertex);
                    if check_crossings && self.is_crossing(previous, vertex) {
                        break;
                    }
                }
                if closed && cycle.len() >= 3 {
                    outline.clear();
                    outline.extend(cycle.iter().map(|&v| self.vertices[v].point));
                    if polygon_area(&outline) < 0.0 {
                        self.find_or_add_face(&cycle);
                    }
                }
            }
        }
    }

    /// Removes all faces, keeping edges and vertices.
    pub(in super::super) fn clear_faces(&mut self) {
        for edge in &mut self.edges {
            edge.left = None;
            edge.right = None;
        }
        for vertex in &mut self.vertices {
            vertex.faces.clear();
        }
        self.faces.clear();
    }

    /// Removes all edges and faces.
    pub(in super::super) fn clear_edges(&mut self) {
        self.clear_faces();
        for vertex in &mut self.vertices {
            vertex.edges.clear();
        }
        self.edges.clear();
    }

    /// Whether the edge between two vertices crosses one with a lower number.
    fn is_crossing(&self, a: usize, b: usize) -> bool {
        let line = [self.vertices[a].point, self.vertices[b].point];
        for edge in &self.edges {
            if edge.matches(a, b) {
                return false;
            }
            let other = [self.vertices[edge.a].point, self.vertices[edge.b].point];
            if segments_cross(line, other) {
                return true;
            }
        }
        false
    }
}

fn same_cycle(a: &[usize], b: &[usize]) -> bool {
    let n = a.len();
    if n != b.len() {
        return false;
    }
    let Some(start) = a.iter().position(|&v| v == b[0]) else { return false };
    (0..n).all(|i| a[(start + i) % n] == b[i]) || (0..n).all(|i| a[(start + n - i) % n] == b[i])
}
