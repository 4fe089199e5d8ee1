//! `(merge …)`, `(union …)` and `(intersect …)`.

use super::super::error::BoardError;
use super::super::geometry::{Point, coincident};
use super::super::graph::{Basis, Edge, Graph};
use super::super::topology::SiteType;
use super::{Result, connect_near, operands};
use crate::lud::tree::Call;

/// Vertices nearer than this are the same when graphs are put together.
const SAME: f64 = 0.01;

/// A pivot while vertices are being fused.
#[derive(Clone, Copy)]
enum Pivot {
    /// Still that of an operand: its number there and its position.
    Operand(usize, Point),
    /// A vertex of the result.
    Result(usize),
}

/// Puts graphs together and fuses vertices in the same place; the lowest number stays.
pub(super) fn merge(call: &Call, kind: SiteType) -> Result<Graph> {
    let mut points: Vec<Point> = Vec::new();
    let mut pivots: Vec<Option<Pivot>> = Vec::new();
    let mut edges: Vec<Edge> = Vec::new();
    for graph in operands(call, kind)? {
        let offset = points.len();
        for vertex in &graph.vertices {
            points.push(vertex.point);
            pivots.push(vertex.pivot.map(|id| Pivot::Operand(id, graph.vertices[id].point)));
        }
        edges.extend(graph.edges.into_iter().map(|edge| Edge { a: edge.a + offset, b: edge.b + offset, ..edge }));
    }
    let mut v = 0;
    while v < points.len() {
        for other in (v + 1..points.len()).rev() {
            if !coincident(points[v], points[other], SAME) {
                continue;
            }
            for pivot in &mut pivots {
                // Ludii compares the number within the operand with the number in the result.
                if let Some(Pivot::Operand(id, _) | Pivot::Result(id)) = *pivot
                    && id == other
                {
                    *pivot = Some(Pivot::Result(v));
                }
            }
            for edge in &mut edges {
                for end in [&mut edge.a, &mut edge.b] {
                    *end = match *end {
                        end if end == other => v,
                        end if end > other => end - 1,
                        end => end,
                    };
                }
            }
            points.remove(other);
            pivots.remove(other);
        }
        v += 1;
    }
    let vertices: Vec<(Point, Option<Point>)> = points
        .iter()
        .zip(&pivots)
        .map(|(&point, pivot)| {
            let pivot = pivot.map(|pivot| match pivot {
                Pivot::Operand(_, position) => position,
                Pivot::Result(id) => points[id],
            });
            (point, pivot)
        })
        .collect();
    let mut unique: Vec<Edge> = Vec::new();
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
    for edge in edges {
        if !around[edge.a].contains(&edge.b) {
            around[edge.a].push(edge.b);
            around[edge.b].push(edge.a);
            unique.push(edge);
        }
    }
    let mut graph = Graph::reassembled(&vertices, &unique);
    if call.get("connect").bool().unwrap_or(false) {
        let all = 0..graph.vertices.len();
        connect_near(&mut graph, all);
        graph.make_faces(true);
    }
    Ok(graph)
}

/// Puts graphs side by side.
pub(super) fn union(call: &Call, kind: SiteType) -> Result<Graph> {
    Ok(unite(operands(call, kind)?, call.get("connect").bool().unwrap_or(false)))
}

/// Puts graphs side by side, on request with edges between near vertices and new faces.
pub(in super::super) fn unite(graphs: Vec<Graph>, connect: bool) -> Graph {
    let mut result = Graph::default();
    for graph in graphs {
        let (v0, e0, f0) = (result.vertices.len(), result.edges.len(), result.faces.len());
        let shift = |list: &mut Vec<usize>, by: usize| list.iter_mut().for_each(|id| *id += by);
        for mut vertex in graph.vertices {
            shift(&mut vertex.edges, e0);
            shift(&mut vertex.faces, f0);
            vertex.pivot = vertex.pivot.map(|pivot| pivot + v0);
            result.vertices.push(vertex);
        }
        for edge in graph.edges {
            let (left, right) = (edge.left.map(|f| f + f0), edge.right.map(|f| f + f0));
            result.edges.push(Edge { a: edge.a + v0, b: edge.b + v0, left, right, ..edge });
        }
        for mut face in graph.faces {
            shift(&mut face.vertices, v0);
            shift(&mut face.edges, e0);
            result.faces.push(face);
        }
    }
    if connect {
        let all = 0..result.vertices.len();
        connect_near(&mut result, all);
        result.make_faces(true);
    }
    result.basis = Basis::Irregular;
    result
}

/// What all graphs have in common.
pub(super) fn intersect(call: &Call, kind: SiteType) -> Result<Graph> {
    let mut graphs = operands(call, kind)?.into_iter();
    let first = graphs.next().ok_or_else(|| BoardError::argument(call, "graphs"))?;
    let others: Vec<Graph> = graphs.collect();
    if others.is_empty() {
        return Ok(first);
    }
    let ends = |graph: &Graph, edge: &Edge| [graph.vertices[edge.a].point, graph.vertices[edge.b].point];
    let same = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
        coincident(a, c, SAME) && coincident(b, d, SAME) || coincident(a, d, SAME) && coincident(b, c, SAME)
    };
    let has_vertex = |point: Point| {
        others.iter().all(|graph| graph.vertices.iter().any(|vertex| coincident(point, vertex.point, SAME)))
    };
    let has_edge =
        |line: [Point; 2]| others.iter().all(|graph| graph.edges.iter().any(|edge| same(line, ends(graph, edge))));
    let keep: Vec<bool> = first.vertices.iter().map(|vertex| has_vertex(vertex.point)).collect();
    let edges: Vec<Edge> = first.edges.iter().filter(|edge| has_edge(ends(&first, edge))).cloned().collect();
    Ok(rebuild(&first, &keep, edges))
}

/// A new graph from some vertices of another, with edges between them.
pub(super) fn rebuild(source: &Graph, keep: &[bool], mut edges: Vec<Edge>) -> Graph {
    let mut renamed = Vec::with_capacity(keep.len());
    let mut points = Vec::new();
    for (vertex, &keep) in source.vertices.iter().zip(keep) {
        renamed.push(keep.then_some(points.len()));
        if keep {
            points.push((vertex.point, None));
        }
    }
    edges.retain_mut(|edge| match (renamed[edge.a], renamed[edge.b]) {
        (Some(a), Some(b)) => {
            (edge.a, edge.b) = (a, b);
            edge.tangents = [None, None];
            true
        }
        _ => false,
    });
    Graph::reassembled(&points, &edges)
}
