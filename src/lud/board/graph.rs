//! The graph under construction: vertices, edges and faces that refer to each other by number.

use super::geometry::{Bounds, Point, coincident, distance_3d, polygon_area, rotate, segments_intersect};
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

    /// The face with these vertices, in either direction and from any start.
    pub(super) fn find_face(&self, vertices: &[usize]) -> Option<usize> {
        let around = &self.vertices.get(*vertices.first()?)?.faces;
        around.iter().copied().filter(|&f| same_cycle(&self.faces[f].vertices, vertices)).min()
    }

    /// Adds a face unless it is there; nothing if one of its edges is missing.
    pub(super) fn find_or_add_face(&mut self, vertices: &[usize]) -> Option<usize> {
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

    /// Position of an edge in the circle around a vertex, by its ends.
    pub(super) fn edge_position(&self, vertex: usize, edge: usize) -> usize {
        let Edge { a, b, .. } = self.edges[edge];
        self.vertices[vertex].edges.iter().position(|&e| self.edges[e].matches(a, b)).unwrap_or(0)
    }

    /// Finds all faces anew: the clockwise cycles that turn as sharply as they can, within one layer.
    pub(super) fn make_faces(&mut self, check_crossings: bool) {
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
    pub(super) fn clear_faces(&mut self) {
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
    pub(super) fn clear_edges(&mut self) {
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

    /// Numbers elements of a type by height, then from left to right; ties keep their order.
    pub(super) fn reorder(&mut self, kind: SiteType) {
        let scores: Vec<f64> = (0..self.count(kind))
            .map(|id| {
                let point = self.point(kind, id);
                point[1] * 100.0 + point[0]
            })
            .collect();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|&a, &b| compare(scores[a], scores[b]));
        self.permute(kind, &order);
    }

    /// Numbers elements of all types by height, then from left to right.
    pub(super) fn reorder_all(&mut self) {
        for kind in [SiteType::Vertex, SiteType::Edge, SiteType::Cell] {
            self.reorder(kind);
        }
    }

    /// Puts elements in a new order, which lists old numbers; those not listed are dropped.
    pub(super) fn permute(&mut self, kind: SiteType, order: &[usize]) {
        let mut renamed = vec![None; self.count(kind)];
        for (new, &old) in order.iter().enumerate() {
            renamed[old] = Some(new);
        }
        let rename = |list: &mut Vec<usize>| {
            list.retain_mut(|id| match renamed[*id] {
                Some(new) => {
                    *id = new;
                    true
                }
                None => false,
            });
        };
        match kind {
            SiteType::Vertex => {
                self.vertices = order.iter().map(|&v| std::mem::take(&mut self.vertices[v])).collect();
                for edge in &mut self.edges {
                    // Callers drop the edges of a vertex before the vertex.
                    edge.a = renamed[edge.a].unwrap_or(0);
                    edge.b = renamed[edge.b].unwrap_or(0);
                }
                for face in &mut self.faces {
                    rename(&mut face.vertices);
                }
                for vertex in &mut self.vertices {
                    vertex.pivot = vertex.pivot.and_then(|p| renamed[p]);
                }
            }
            SiteType::Edge => {
                self.edges = order.iter().map(|&e| std::mem::take(&mut self.edges[e])).collect();
                for vertex in &mut self.vertices {
                    rename(&mut vertex.edges);
                }
                for face in &mut self.faces {
                    rename(&mut face.edges);
                }
            }
            SiteType::Cell => {
                self.faces = order.iter().map(|&f| std::mem::take(&mut self.faces[f])).collect();
                for vertex in &mut self.vertices {
                    rename(&mut vertex.faces);
                }
                for edge in &mut self.edges {
                    edge.left = edge.left.and_then(|f| renamed[f]);
                    edge.right = edge.right.and_then(|f| renamed[f]);
                }
            }
        }
    }

    fn retain(&mut self, kind: SiteType, keep: impl Fn(usize) -> bool) {
        let order: Vec<usize> = (0..self.count(kind)).filter(|&id| keep(id)).collect();
        self.permute(kind, &order);
    }

    /// Removes a vertex with its edges and faces.
    pub(super) fn remove_vertex(&mut self, id: usize) {
        if id >= self.vertices.len() {
            return;
        }
        let with: Vec<bool> = self.faces.iter().map(|f| f.vertices.contains(&id)).collect();
        self.retain(SiteType::Cell, |f| !with[f]);
        let gone = self.vertices[id].edges.clone();
        self.retain(SiteType::Edge, |e| !gone.contains(&e));
        self.retain(SiteType::Vertex, |v| v != id);
    }

    /// Removes an edge with its faces.
    pub(super) fn remove_edge(&mut self, id: usize) {
        if id >= self.edges.len() {
            return;
        }
        for face in (0..self.faces.len()).rev() {
            if self.faces[face].edges.contains(&id) {
                self.remove_face(face, false);
            }
        }
        self.retain(SiteType::Edge, |e| e != id);
    }

    /// Removes a face, on request also the edges that then have no face.
    pub(super) fn remove_face(&mut self, id: usize, remove_orphans: bool) {
        if id >= self.faces.len() {
            return;
        }
        let mut orphans = Vec::new();
        for n in 0..self.faces[id].edges.len() {
            let e = self.faces[id].edges[n];
            let edge = &mut self.edges[e];
            if edge.left == Some(id) {
                edge.left = None;
                if remove_orphans && edge.right.is_none() {
                    orphans.push(e);
                }
            }
            if edge.right == Some(id) {
                edge.right = None;
                if remove_orphans && edge.left.is_none() {
                    orphans.push(e);
                }
            }
        }
        self.retain(SiteType::Cell, |f| f != id);
        orphans.sort_unstable();
        orphans.dedup();
        for &e in orphans.iter().rev() {
            self.remove_edge(e);
        }
    }

    /// Removes dangling edges, then vertices that have no edge and are not pivots.
    pub(super) fn trim(&mut self) {
        for e in (0..self.edges.len()).rev() {
            let Edge { a, b, .. } = self.edges[e];
            if self.vertices[a].edges.len() == 1 || self.vertices[b].edges.len() == 1 {
                self.remove_edge(e);
            }
        }
        let mut is_pivot = vec![false; self.vertices.len()];
        for pivot in self.vertices.iter().filter_map(|v| v.pivot) {
            is_pivot[pivot] = true;
        }
        for v in (0..self.vertices.len()).rev() {
            if self.vertices[v].edges.is_empty() && !is_pivot[v] {
                self.remove_vertex(v);
            }
        }
    }

    /// Moves everything.
    pub(super) fn translate(&mut self, by: Point) {
        for vertex in &mut self.vertices {
            vertex.point = std::array::from_fn(|i| vertex.point[i] + by[i]);
        }
        self.place_all();
    }

    /// Scales about the origin.
    pub(super) fn scale(&mut self, by: Point) {
        for vertex in &mut self.vertices {
            vertex.point = std::array::from_fn(|i| vertex.point[i] * by[i]);
        }
        self.place_all();
    }

    /// Turns about the middle, anticlockwise.
    pub(super) fn rotate(&mut self, degrees: f64) {
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
    pub(super) fn skew(&mut self, amount: f64) {
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

fn same_cycle(a: &[usize], b: &[usize]) -> bool {
    let n = a.len();
    if n != b.len() {
        return false;
    }
    let Some(start) = a.iter().position(|&v| v == b[0]) else { return false };
    (0..n).all(|i| a[(start + i) % n] == b[i]) || (0..n).all(|i| a[(start + n - i) % n] == b[i])
}
