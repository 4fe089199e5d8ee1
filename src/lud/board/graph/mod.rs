//! The graph under construction: vertices, edges and faces that refer to each other by number.

mod edit;
mod faces;
mod transform;

use super::geometry::{Bounds, Point, coincident, distance_3d, segments_intersect};
use super::topology::SiteType;

/// Vertices nearer than this count as the same.
const TOLERANCE: f64 = 0.001;

/// Which regular tiling a graph is, where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Basis {
    /// None, or a mixture.
    #[default]
    Irregular,
    /// Squares.
    Square,
    /// Triangles.
    Triangular,
    /// Hexagons.
    Hexagonal,
}

/// A vertex with the edges and faces around it.
#[derive(Debug, Clone, Default)]
pub(super) struct Vertex {
    pub point: Point,
    pub edges: Vec<usize>,
    pub faces: Vec<usize>,
    /// The vertex about which this one turns, on circular boards.
    pub pivot: Option<usize>,
}

/// An edge with the faces to its sides.
#[derive(Debug, Clone, Default)]
pub(super) struct Edge {
    pub a: usize,
    pub b: usize,
    pub point: Point,
    pub left: Option<usize>,
    pub right: Option<usize>,
    /// Directions in which a curved edge leaves its ends.
    pub tangents: [Option<Point>; 2],
}

/// A face as a cycle of vertices; edge `n` joins vertices `n` and `n + 1`.
#[derive(Debug, Clone, Default)]
pub(super) struct Face {
    pub vertices: Vec<usize>,
    pub edges: Vec<usize>,
    pub point: Point,
}

/// A board graph. Positions in the lists are the numbers of the elements.
#[derive(Debug, Clone, Default)]
pub(super) struct Graph {
    pub vertices: Vec<Vertex>,
    pub edges: Vec<Edge>,
    pub faces: Vec<Face>,
    pub basis: Basis,
}

impl Edge {
    pub(super) fn matches(&self, a: usize, b: usize) -> bool {
        self.a == a && self.b == b || self.a == b && self.b == a
    }

    pub(super) fn other(&self, vertex: usize) -> usize {
        if self.a == vertex { self.b } else { self.a }
    }

    pub(super) fn other_face(&self, face: usize) -> Option<usize> {
        if self.left == Some(face) {
            self.right
        } else if self.right == Some(face) {
            self.left
        } else {
            None
        }
    }

    pub(super) fn is_curved(&self) -> bool {
        self.tangents[0].is_some() && self.tangents[1].is_some()
    }
}

/// Rounds to the precision in which Ludii stores generated positions.
pub(super) fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

impl Graph {
    /// A graph through vertices and pairs of them, with faces, positions in single precision.
    pub(super) fn from_lists(points: &[Point], pairs: &[[usize; 2]]) -> Self {
        let mut graph = Self::default();
        for point in points {
            graph.add_vertex(point.map(single));
        }
        for &[a, b] in pairs {
            graph.find_or_add_edge(a, b);
        }
        graph.assemble();
        graph
    }

    /// A graph through points, with an edge between any two at distance 1 (in the plane).
    pub(super) fn from_unit_distances(points: &[Point], basis: Basis) -> Self {
        let mut pairs = Vec::new();
        for (a, p) in points.iter().enumerate() {
            for (b, q) in points.iter().enumerate().skip(a + 1) {
                // Most pairs are far apart: skip the root for them.
                if (q[0] - p[0]).abs() < 1.02
                    && (q[1] - p[1]).abs() < 1.02
                    && (super::geometry::distance(*q, *p) - 1.0).abs() < 0.01
                {
                    pairs.push([a, b]);
                }
            }
        }
        let mut graph = Self::from_lists(points, &pairs);
        graph.basis = basis;
        graph
    }

    /// A new graph through points with the edges of others and new faces; pivots are given by position.
    pub(super) fn reassembled(points: &[(Point, Option<Point>)], edges: &[Edge]) -> Self {
        let mut graph = Self::default();
        for &(point, _) in points {
            graph.add_vertex(point);
        }
        for (v, &(_, pivot)) in points.iter().enumerate() {
            graph.vertices[v].pivot = pivot.and_then(|[x, y, _]| graph.find_vertex([x, y, 0.0]));
        }
        for edge in edges {
            if let Some(id) = graph.find_or_add_edge(edge.a, edge.b) {
                for (mine, theirs) in graph.edges[id].tangents.iter_mut().zip(edge.tangents) {
                    *mine = theirs.or(*mine);
                }
            }
        }
        graph.assemble();
        graph
    }

    fn assemble(&mut self) {
        for v in 0..self.vertices.len() {
            self.vertices[v].edges.clear();
        }
        for e in 0..self.edges.len() {
            let Edge { a, b, .. } = self.edges[e];
            self.vertices[a].edges.push(e);
            self.vertices[b].edges.push(e);
        }
        for v in 0..self.vertices.len() {
            self.sort_edges(v);
        }
        self.make_faces(false);
        for v in 0..self.vertices.len() {
            self.vertices[v].faces.clear();
        }
        for f in 0..self.faces.len() {
            for n in 0..self.faces[f].vertices.len() {
                let v = self.faces[f].vertices[n];
                self.vertices[v].faces.push(f);
            }
        }
        for v in 0..self.vertices.len() {
            let centre = self.vertices[v].point;
            let mut faces = std::mem::take(&mut self.vertices[v].faces);
            sort_by_angle(&mut faces, centre, |f| self.faces[f].point);
            self.vertices[v].faces = faces;
        }
    }

    /// Number of elements of a type.
    pub(super) fn count(&self, kind: SiteType) -> usize {
        match kind {
            SiteType::Cell => self.faces.len(),
            SiteType::Vertex => self.vertices.len(),
            SiteType::Edge => self.edges.len(),
        }
    }

    /// Position of an element.
    pub(super) fn point(&self, kind: SiteType, id: usize) -> Point {
        match kind {
            SiteType::Cell => self.faces[id].point,
            SiteType::Vertex => self.vertices[id].point,
            SiteType::Edge => self.edges[id].point,
        }
    }

    /// The pivot of an element, where it has one.
    pub(super) fn pivot(&self, kind: SiteType, id: usize) -> Option<usize> {
        match kind {
            SiteType::Cell => self.faces[id].vertices.iter().find_map(|&v| self.vertices[v].pivot),
            SiteType::Vertex => self.vertices[id].pivot,
            SiteType::Edge => {
                let Edge { a, b, .. } = self.edges[id];
                self.vertices[a].pivot.or(self.vertices[b].pivot)
            }
        }
    }

    /// The box around the vertices.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::of(self.vertices.iter().map(|v| v.point))
    }

    pub(super) fn find_vertex(&self, point: Point) -> Option<usize> {
        self.vertices.iter().position(|v| coincident(v.point, point, TOLERANCE))
    }

    pub(super) fn add_vertex(&mut self, point: Point) -> usize {
        self.vertices.push(Vertex { point, ..Vertex::default() });
        self.vertices.len() - 1
    }

    pub(super) fn find_or_add_vertex(&mut self, point: Point) -> usize {
        self.find_vertex(point).unwrap_or_else(|| self.add_vertex(point))
    }

    pub(super) fn find_edge(&self, a: usize, b: usize) -> Option<usize> {
        let around = &self.vertices.get(a)?.edges;
        around.iter().copied().filter(|&e| self.edges[e].matches(a, b)).min()
    }

    pub(super) fn find_or_add_edge(&mut self, a: usize, b: usize) -> Option<usize> {
        self.find_edge(a, b).or_else(|| self.add_edge(a, b))
    }

    /// Joins all vertices that are about 1 apart in space.
    pub(super) fn join_unit_distances(&mut self) {
        for a in 0..self.vertices.len() {
            for b in (0..self.vertices.len()).filter(|&b| b != a) {
                if (distance_3d(self.vertices[a].point, self.vertices[b].point) - 1.0).abs() < 0.05 {
                    self.find_or_add_edge(a, b);
                }
            }
        }
    }

    /// Adds an edge; nothing if a vertex is missing.
    pub(super) fn add_edge(&mut self, a: usize, b: usize) -> Option<usize> {
        if a >= self.vertices.len() || b >= self.vertices.len() {
            return None;
        }
        let id = self.edges.len();
        self.edges.push(Edge { a, b, ..Edge::default() });
        self.place_edge(id);
        self.vertices[a].edges.push(id);
        self.sort_edges(a);
        self.vertices[b].edges.push(id);
        self.sort_edges(b);
        Some(id)
    }

    fn sort_edges(&mut self, vertex: usize) {
        let centre = self.vertices[vertex].point;
        let mut edges = std::mem::take(&mut self.vertices[vertex].edges);
        sort_by_angle(&mut edges, centre, |e| self.vertices[self.edges[e].other(vertex)].point);
        self.vertices[vertex].edges = edges;
    }

    pub(super) fn place_edge(&mut self, id: usize) {
        let (p, q) = (self.vertices[self.edges[id].a].point, self.vertices[self.edges[id].b].point);
        self.edges[id].point = std::array::from_fn(|i| (p[i] + q[i]) * 0.5);
    }

    fn place_face(&mut self, id: usize) {
        let vertices = &self.faces[id].vertices;
        let mut sum = [0.0; 3];
        for &v in vertices {
            let point = self.vertices[v].point;
            for (s, p) in sum.iter_mut().zip(point) {
                *s += p;
            }
        }
        let count = vertices.len().max(1) as f64;
        self.faces[id].point = sum.map(|s| s / count);
    }

    /// Puts edges and faces where their vertices now are.
    pub(super) fn place_all(&mut self) {
        for e in 0..self.edges.len() {
            self.place_edge(e);
        }
        for f in 0..self.faces.len() {
            self.place_face(f);
        }
    }

    /// Position of an edge in the circle around a vertex, by its ends.
    pub(super) fn edge_position(&self, vertex: usize, edge: usize) -> usize {
        let Edge { a, b, .. } = self.edges[edge];
        self.vertices[vertex].edges.iter().position(|&e| self.edges[e].matches(a, b)).unwrap_or(0)
    }

    /// Mean length of an edge.
    pub(super) fn average_edge_length(&self) -> f64 {
        if self.edges.is_empty() {
            return 0.0;
        }
        let mut sum = 0.0;
        for edge in &self.edges {
            sum += distance_3d(self.vertices[edge.a].point, self.vertices[edge.b].point);
        }
        sum / self.edges.len() as f64
    }

    /// Mean position of the vertices.
    pub(super) fn centroid(&self) -> Point {
        let (mut x, mut y) = (0.0, 0.0);
        for vertex in &self.vertices {
            x += vertex.point[0];
            y += vertex.point[1];
        }
        let count = self.vertices.len().max(1) as f64;
        [x / count, y / count, 0.0]
    }
}

/// Whether two segments that share no end meet.
pub(super) fn segments_cross(a: [Point; 2], b: [Point; 2]) -> bool {
    const MARGIN: f64 = 0.001;
    // Far apart in one direction: cannot meet.
    for axis in 0..2 {
        let (low_a, high_a) = (a[0][axis].min(a[1][axis]), a[0][axis].max(a[1][axis]));
        let (low_b, high_b) = (b[0][axis].min(b[1][axis]), b[0][axis].max(b[1][axis]));
        if low_a > high_b + MARGIN || low_b > high_a + MARGIN {
            return false;
        }
    }
    let near = |p: Point, q: Point| super::geometry::distance(p, q) < MARGIN;
    !(near(a[0], b[0]) || near(a[0], b[1]) || near(a[1], b[0]) || near(a[1], b[1])) && segments_intersect(a, b)
}

/// Orders scores; they are never NaN, and equal ones must keep their order in a stable sort.
pub(super) fn compare(a: f64, b: f64) -> std::cmp::Ordering {
    a.partial_cmp(&b).unwrap_or(std::cmp::Ordering::Equal)
}

fn sort_by_angle(ids: &mut [usize], centre: Point, position: impl Fn(usize) -> Point) {
    let mut keyed: Vec<(f64, usize)> =
        ids.iter().map(|&id| (super::geometry::angle(centre, position(id)), id)).collect();
    keyed.sort_by(|a, b| compare(a.0, b.0));
    for (slot, (_, id)) in ids.iter_mut().zip(keyed) {
        *slot = id;
    }
}
