//! Operators: graphs made from other graphs.

mod add;
mod combine;
mod cut;
mod remove;
mod split;

use super::error::{BoardError, BoardErrorKind};
use super::generate::{check_size, graph, graph_in, site_type};
use super::graph::{Basis, Graph};
use super::numbers::{dimension, optional_real, real};
use super::topology::SiteType;
use crate::lud::tree::Call;

pub(super) use combine::unite;
pub(super) use cut::keep_inside;

type Result<T> = std::result::Result<T, BoardError>;

/// The largest graph that may be made complete.
const MAX_COMPLETE: usize = 64;

/// The graph that an operator makes; nothing if the ludeme is no operator.
pub(super) fn operate(call: &Call, kind: SiteType) -> Result<Option<Graph>> {
    let moved = |change: &dyn Fn(&mut Graph) -> Result<()>| {
        let mut graph = graph_in(call, "graph", kind)?;
        change(&mut graph)?;
        Ok(graph)
    };
    let result = match call.name() {
        "Add" => add::add(call, kind),
        "Clip" => cut::clip(call, kind),
        "Keep" => cut::keep(call, kind),
        "Hole" => cut::hole(call, kind),
        "Complete" => complete(call, kind),
        "Dual" => dual(call, kind),
        "Intersect" => combine::intersect(call, kind),
        "Merge" => combine::merge(call, kind),
        "Union" => combine::union(call, kind),
        "Layers" => layers(call, kind),
        "MakeFaces" => moved(&|graph| {
            graph.make_faces(true);
            Ok(())
        }),
        "Recoordinate" => graph_in(call, "graph", kind),
        "Remove" => remove::remove(call, kind),
        "Renumber" => moved(&|graph| renumber(call, graph)),
        "Rotate" => moved(&|graph| {
            graph.rotate(real(call, "degreesFn")?);
            Ok(())
        }),
        "Scale" => moved(&|graph| {
            let x = real(call, "scaleX")?;
            graph.scale([
                x,
                optional_real(call, "scaleY")?.unwrap_or(x),
                optional_real(call, "scaleZ")?.unwrap_or(1.0),
            ]);
            Ok(())
        }),
        "Shift" => moved(&|graph| {
            graph.translate([real(call, "dx")?, real(call, "dy")?, optional_real(call, "dz")?.unwrap_or(0.0)]);
            Ok(())
        }),
        "Skew" => moved(&|graph| {
            graph.skew(real(call, "amount")?);
            Ok(())
        }),
        "SplitCrossings" => split::split_crossings(call, kind),
        "Subdivide" => split::subdivide(call, kind),
        "Trim" => moved(&|graph| {
            graph.trim();
            Ok(())
        }),
        _ => return Ok(None),
    };
    result.map(Some)
}

/// All graphs that an operator with several operands works on.
fn operands(call: &Call, kind: SiteType) -> Result<Vec<Graph>> {
    if call.get("graphs").is_empty() {
        return Ok(vec![graph_in(call, "graphA", kind)?, graph_in(call, "graphB", kind)?]);
    }
    let functions = call.get("graphs").elements().iter();
    functions
        .map(|function| graph(function.call().ok_or_else(|| BoardError::argument(call, "graphs"))?, kind))
        .collect()
}

/// Joins all vertices that are hardly farther apart than the mean edge is long.
fn connect_near(graph: &mut Graph, from: impl Iterator<Item = usize>) {
    let threshold = 1.1 * graph.average_edge_length();
    for a in from {
        for b in (0..graph.vertices.len()).filter(|&b| b != a) {
            if super::geometry::distance(graph.vertices[a].point, graph.vertices[b].point) < threshold {
                graph.find_or_add_edge(a, b);
            }
        }
    }
}

fn complete(call: &Call, kind: SiteType) -> Result<Graph> {
    let mut graph = graph_in(call, "graph", kind)?;
    if call.get("eachCell").bool().unwrap_or(false) {
        for f in 0..graph.faces.len() {
            let vertices = graph.faces[f].vertices.clone();
            for (n, &a) in vertices.iter().enumerate() {
                for &b in &vertices[n + 1..] {
                    graph.find_or_add_edge(a, b);
                }
            }
        }
    } else {
        // A complete graph has an edge for every pair.
        if graph.vertices.len() > MAX_COMPLETE {
            return Err(BoardError::new(call, BoardErrorKind::TooLarge));
        }
        graph.clear_edges();
        for a in 0..graph.vertices.len() {
            for b in a + 1..graph.vertices.len() {
                graph.add_edge(a, b);
            }
        }
        graph.make_faces(true);
    }
    graph.basis = Basis::Irregular;
    Ok(graph)
}

fn dual(call: &Call, kind: SiteType) -> Result<Graph> {
    let source = graph_in(call, "graph", kind)?;
    if source.faces.is_empty() || source.edges.is_empty() {
        return Ok(source);
    }
    let mut graph = Graph::default();
    for face in &source.faces {
        graph.add_vertex(face.point);
    }
    for edge in &source.edges {
        if let (Some(left), Some(right)) = (edge.left, edge.right) {
            graph.add_edge(left, right);
        }
    }
    graph.make_faces(false);
    graph.reorder_all();
    Ok(graph)
}

fn layers(call: &Call, kind: SiteType) -> Result<Graph> {
    let count = dimension(call, "layers")?;
    let mut graph = graph_in(call, "graph", kind)?;
    let ground = graph.clone();
    check_size(call, count, ground.vertices.len() as i32)?;
    for layer in 1..count {
        let below = graph.vertices.len() - ground.vertices.len();
        let offset = graph.vertices.len();
        for vertex in &ground.vertices {
            let [x, y, z] = vertex.point;
            let id = graph.add_vertex([x, y, z + f64::from(layer)]);
            graph.vertices[id].pivot = vertex.pivot.map(|pivot| offset + pivot);
        }
        for edge in &ground.edges {
            if let Some(id) = graph.add_edge(offset + edge.a, offset + edge.b) {
                graph.edges[id].tangents = edge.tangents;
            }
        }
        for v in 0..ground.vertices.len() {
            graph.add_edge(below + v, offset + v);
        }
        for face in &ground.faces {
            let vertices: Vec<usize> = face.vertices.iter().map(|v| offset + v).collect();
            graph.find_or_add_face(&vertices);
        }
    }
    graph.reorder_all();
    Ok(graph)
}

fn renumber(call: &Call, graph: &mut Graph) -> Result<()> {
    let wanted: Vec<SiteType> =
        ["siteTypeA", "siteTypeB", "siteTypeC"].iter().filter_map(|name| site_type(call.get(name))).collect();
    for kind in [SiteType::Vertex, SiteType::Edge, SiteType::Cell] {
        if wanted.is_empty() || wanted.contains(&kind) {
            graph.reorder(kind);
        }
    }
    Ok(())
}
