//! `(clip …)`, `(keep …)` and `(hole …)`: parts cut out with a polygon.

use super::super::error::BoardError;
use super::super::generate::graph_in;
use super::super::graph::Graph;
use super::super::numbers::polygon;
use super::super::polygon::Polygon;
use super::super::topology::SiteType;
use super::Result;
use super::combine::rebuild;
use crate::lud::tree::Call;

/// How far a cutting polygon reaches beyond its corners.
const MARGIN: f64 = 0.1;

/// The polygon of a cut; nothing if it is too small to cut.
fn cutter(call: &Call) -> Result<Option<Polygon>> {
    let mut polygon = polygon(call, "poly")?.ok_or_else(|| BoardError::argument(call, "poly"))?;
    if polygon.points.len() < 3 {
        return Ok(None);
    }
    polygon.inflate(MARGIN);
    Ok(Some(polygon))
}

/// Removes what lies inside.
pub(super) fn clip(call: &Call, kind: SiteType) -> Result<Graph> {
    let source = graph_in(call, "graphFn", kind)?;
    let Some(polygon) = cutter(call)? else { return Ok(source) };
    let keep: Vec<bool> = source.vertices.iter().map(|vertex| !polygon.contains(vertex.point)).collect();
    Ok(rebuild(&source, &keep, source.edges.clone()))
}

/// Removes what lies outside.
pub(super) fn keep(call: &Call, kind: SiteType) -> Result<Graph> {
    let source = graph_in(call, "graphFn", kind)?;
    let Some(polygon) = cutter(call)? else { return Ok(source) };
    Ok(keep_inside(&source, &polygon))
}

/// The part of a graph inside a polygon.
pub(in super::super) fn keep_inside(source: &Graph, polygon: &Polygon) -> Graph {
    let keep: Vec<bool> = source.vertices.iter().map(|vertex| polygon.contains(vertex.point)).collect();
    let mut graph = rebuild(source, &keep, source.edges.clone());
    graph.basis = source.basis;
    graph
}

/// Removes the faces inside, with the edges that they leave behind.
pub(super) fn hole(call: &Call, kind: SiteType) -> Result<Graph> {
    let mut graph = graph_in(call, "graphFn", kind)?;
    let Some(polygon) = cutter(call)? else { return Ok(graph) };
    for face in (0..graph.faces.len()).rev() {
        if polygon.contains(graph.faces[face].point) {
            graph.remove_face(face, true);
        }
    }
    Ok(graph)
}
