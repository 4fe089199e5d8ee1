//! `(add …)`: vertices, edges, curves and cells put onto a graph.

use super::super::error::BoardError;
use super::super::generate::graph_in;
use super::super::graph::{Basis, Graph};
use super::super::numbers::{dimension_lists, point_lists, points};
use super::super::topology::SiteType;
use super::{Result, connect_near};
use crate::lud::tree::Call;

pub(super) fn add(call: &Call, kind: SiteType) -> Result<Graph> {
    let mut graph = if call.get("graph").is_empty() { Graph::default() } else { graph_in(call, "graph", kind)? };
    for curve in point_lists(call, "edgesCurved")?.unwrap_or_default() {
        let [a, b, tangent_a, tangent_b] = *curve else { return Err(BoardError::argument(call, "edgesCurved")) };
        let (a, b) = (graph.find_or_add_vertex(a), graph.find_or_add_vertex(b));
        if let Some(id) = graph.add_edge(a, b) {
            graph.edges[id].tangents = [Some(tangent_a), Some(tangent_b)];
        }
    }
    let mut added = Vec::new();
    for point in points(call, "vertices")?.unwrap_or_default() {
        if graph.find_vertex(point).is_none() {
            added.push(graph.add_vertex(point));
        }
    }
    for edge in point_lists(call, "edges")?.unwrap_or_default() {
        let [a, b] = *edge else { return Err(BoardError::argument(call, "edges")) };
        let (a, b) = (graph.find_or_add_vertex(a), graph.find_or_add_vertex(b));
        graph.find_or_add_edge(a, b);
    }
    for cell in point_lists(call, "cells")?.unwrap_or_default() {
        let vertices: Vec<usize> = cell.into_iter().map(|point| graph.find_or_add_vertex(point)).collect();
        for n in 0..vertices.len() {
            graph.find_or_add_edge(vertices[n], vertices[(n + 1) % vertices.len()]);
        }
        graph.find_or_add_face(&vertices);
    }
    // Numbers that no vertex has are passed over, as in Ludii.
    for pair in dimension_lists(call, "Edges")?.unwrap_or_default() {
        if let [a, b, ..] = *ids(&pair) {
            graph.find_or_add_edge(a, b);
        }
    }
    for cell in dimension_lists(call, "Cells")?.unwrap_or_default() {
        let vertices = ids(&cell);
        if vertices.len() == cell.len() && vertices.len() >= 3 {
            graph.find_or_add_face(&vertices);
        }
    }
    if call.get("connect").bool().unwrap_or(false) {
        connect_near(&mut graph, added.into_iter());
    }
    graph.basis = Basis::Irregular;
    Ok(graph)
}

fn ids(numbers: &[i32]) -> Vec<usize> {
    numbers.iter().filter_map(|&n| usize::try_from(n).ok()).collect()
}
