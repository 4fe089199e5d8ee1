//! New orders and removals: the numbers of elements close up, references follow.

use super::super::topology::SiteType;
use super::{Edge, Graph, compare};

impl Graph {
    /// Numbers elements of a type by height, then from left to right; ties keep their order.
    pub(in super::super) fn reorder(&mut self, kind: SiteType) {
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
    pub(in super::super) fn reorder_all(&mut self) {
        for kind in [SiteType::Vertex, SiteType::Edge, SiteType::Cell] {
            self.reorder(kind);
        }
    }

    /// Puts elements in a new order, which lists old numbers; those not listed are dropped.
    pub(in super::super) fn permute(&mut self, kind: SiteType, order: &[usize]) {
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
    pub(in super::super) fn remove_vertex(&mut self, id: usize) {
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
    pub(in super::super) fn remove_edge(&mut self, id: usize) {
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
    pub(in super::super) fn remove_face(&mut self, id: usize, remove_orphans: bool) {
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
    pub(in super::super) fn trim(&mut self) {
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
}
