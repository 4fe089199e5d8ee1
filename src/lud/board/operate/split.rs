//! `(splitCrossings …)` and `(subdivide …)`: new vertices within a graph.

use super::super::error::{BoardError, BoardErrorKind};
use super::super::generate::graph_in;
use super::super::geometry::{crossing_point, touches};
use super::super::graph::{Basis, Edge, Graph};
use super::super::numbers::optional_dimension;
use super::super::topology::SiteType;
use super::Result;
use crate::lud::tree::Call;

/// Every split adds an edge or two; a graph that never stops splitting is refused.
const MAX_SPLITS: usize = 4000;

pub(super) fn split_crossings(call: &Call, kind: SiteType) -> Result<Graph> {
    let mut graph = graph_in(call, "graph", kind)?;
    let mut splits = 0;
    // All crossings first, then all touching points.
    for split in [split_one_crossing, split_touching] {
        while split(&mut graph) {
            splits += 1;
            if splits > MAX_SPLITS {
                return Err(BoardError::new(call, BoardErrorKind::TooLarge));
            }
        }
    }
    graph.make_faces(true);
    graph.basis = Basis::Irregular;
    Ok(graph)
}

fn pivot_of(graph: &Graph, edge: &Edge) -> Option<usize> {
    graph.vertices[edge.b].pivot.or(graph.vertices[edge.a].pivot)
}

/// Puts a vertex where two edges cross.
fn split_one_crossing(graph: &mut Graph) -> bool {
    let line = |graph: &Graph, edge: &Edge| [graph.vertices[edge.a].point, graph.vertices[edge.b].point];
    for a in 0..graph.edges.len() {
        let first = graph.edges[a].clone();
        let mut pivot = pivot_of(graph, &first);
        for b in a + 1..graph.edges.len() {
            let second = graph.edges[b].clone();
            // The first pivot met on the way serves, even if its edge does not cross.
            pivot = pivot.or(graph.vertices[second.a].pivot).or(graph.vertices[second.b].pivot);
            let Some(point) = crossing_point(line(graph, &first), line(graph, &second)) else { continue };
            let v = graph.add_vertex(point);
            graph.vertices[v].pivot = pivot;
            graph.remove_edge(b);
            graph.remove_edge(a);
            for (from, to) in [(first.a, v), (v, first.b), (second.a, v), (v, second.b)] {
                graph.find_or_add_edge(from, to);
            }
            return true;
        }
    }
    false
}

/// Splits an edge at the vertices that lie on it. As in Ludii, a second vertex on the same edge removes whichever edge
/// has taken its number.
fn split_touching(graph: &mut Graph) -> bool {
    for e in 0..graph.edges.len() {
        let edge = graph.edges[e].clone();
        let pivot = pivot_of(graph, &edge);
        let (a, b) = (graph.vertices[edge.a].point, graph.vertices[edge.b].point);
        let mut did_split = false;
        for v in 0..graph.vertices.len() {
            if v == edge.a || v == edge.b || !touches(graph.vertices[v].point, a, b) {
                continue;
            }
            if pivot.is_some() {
                graph.vertices[v].pivot = pivot;
            }
            graph.remove_edge(e);
            graph.find_or_add_edge(edge.a, v);
            graph.find_or_add_edge(v, edge.b);
            did_split = true;
        }
        if did_split {
            return true;
        }
    }
    false
}

/// Puts a vertex into every face with enough sides and joins it to the face's vertices.
pub(super) fn subdivide(call: &Call, kind: SiteType) -> Result<Graph> {
    let mut graph = graph_in(call, "graph", kind)?;
    let least = optional_dimension(call, "min")?.unwrap_or(1);
    if kind == SiteType::Vertex {
        graph.make_faces(true);
    }
    let chosen: Vec<usize> =
        (0..graph.faces.len()).rev().filter(|&f| graph.faces[f].vertices.len() as i32 >= least).collect();
    for &f in &chosen {
        let centre = graph.add_vertex(graph.faces[f].point);
        for n in 0..graph.faces[f].vertices.len() {
            let v = graph.faces[f].vertices[n];
            graph.find_or_add_edge(centre, v);
        }
    }
    if kind == SiteType::Cell {
        for f in chosen {
            graph.remove_face(f, false);
        }
        graph.make_faces(true);
    } else {
        graph.clear_faces();
    }
    graph.basis = Basis::Irregular;
    Ok(graph)
}
