//! `(remove …)`: elements taken off a graph by number, by position or by polygon.

use super::super::error::BoardError;
use super::super::generate::graph_in;
use super::super::graph::Graph;
use super::super::numbers::{dimension_lists, dimensions, point_lists, points, polygon};
use super::super::topology::SiteType;
use super::Result;
use crate::lud::tree::Call;

pub(super) fn remove(call: &Call, kind: SiteType) -> Result<Graph> {
    if let Some(polygon) = polygon(call, "poly")? {
        let mut graph = graph_in(call, "graphFn", kind)?;
        for v in (0..graph.vertices.len()).rev() {
            if polygon.contains(graph.vertices[v].point) {
                graph.remove_vertex(v);
            }
        }
        return Ok(graph);
    }
    let mut graph = graph_in(call, "graph", kind)?;
    let trim = call.get("trimEdges").bool().unwrap_or(true);
    for cell in point_lists(call, "cells")?.unwrap_or_default() {
        let vertices: Option<Vec<usize>> = cell.into_iter().map(|point| graph.find_vertex(point)).collect();
        if let Some(face) = vertices.and_then(|vertices| graph.find_face(&vertices)) {
            graph.remove_face(face, trim);
        }
    }
    for face in descending(dimensions(call, "Cells")?) {
        graph.remove_face(face, trim);
    }
    for edge in point_lists(call, "edges")?.unwrap_or_default() {
        let [a, b, ..] = *edge else { return Err(BoardError::argument(call, "edges")) };
        if let (Some(a), Some(b)) = (graph.find_vertex(a), graph.find_vertex(b)) {
            remove_edge_between(&mut graph, a, b);
        }
    }
    for pair in dimension_lists(call, "Edges")?.unwrap_or_default() {
        if let [Ok(a), Ok(b)] = *pair.into_iter().map(usize::try_from).collect::<Vec<_>>() {
            remove_edge_between(&mut graph, a, b);
        }
    }
    for point in points(call, "vertices")?.unwrap_or_default() {
        if let Some(vertex) = graph.find_vertex(point) {
            graph.remove_vertex(vertex);
        }
    }
    for vertex in descending(dimensions(call, "Vertices")?) {
        graph.remove_vertex(vertex);
    }
    Ok(graph)
}

fn remove_edge_between(graph: &mut Graph, a: usize, b: usize) {
    if let Some(edge) = graph.find_edge(a, b) {
        graph.remove_edge(edge);
    }
}

/// Numbers from high to low, so that removing one does not rename those that follow.
fn descending(numbers: Option<Vec<i32>>) -> Vec<usize> {
    let mut numbers: Vec<usize> =
        numbers.unwrap_or_default().into_iter().filter_map(|n| usize::try_from(n).ok()).collect();
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers
}
