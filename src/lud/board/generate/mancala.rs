//! Mancala boards: two to six rows of pits, with or without a store at either end.

use super::super::error::BoardError;
use super::super::geometry::Point;
use super::super::graph::{Graph, single};
use super::super::numbers::{dimension, optional_dimension};
use super::super::operate::unite;
use super::super::topology::SiteType;
use super::Result;
use super::square::rectangle;
use crate::lud::tree::Call;

/// `(mancalaBoard …)`. Played on vertices.
pub(super) fn mancala(call: &Call) -> Result<Graph> {
    let (rows, columns) = (dimension(call, "rows")?, dimension(call, "columns")?);
    let store = call.get("store").constant().unwrap_or("Outer");
    let stores = optional_dimension(call, "numStores")?.unwrap_or(2);
    if !(2..=6).contains(&rows) {
        return Err(BoardError::argument(call, "rows"));
    }
    if store == "Inner" || stores != 2 {
        return rectangle(call, rows, rows, None, false, SiteType::Vertex);
    }
    let mut parts = Vec::new();
    for row in 0..rows {
        let mut pits = rectangle(call, 1, columns, None, false, SiteType::Vertex)?;
        pits.translate([0.0, f64::from(row), 0.0]);
        parts.push(pits);
    }
    if store != "None" {
        let (left, right) = stores_at(rows, f64::from(columns));
        parts.insert(0, lone(left));
        parts.push(lone(right));
    }
    Ok(unite(parts, true))
}

/// Where the stores lie, in the precision in which Ludii computes it.
fn stores_at(rows: i32, columns: f64) -> (Point, Point) {
    let (left, right) = match rows {
        2 => (single(-0.85), columns + single(-0.15)),
        3 => (-1.0, columns),
        5 => (-1.0, single(columns + 0.1) + single(-0.1)),
        _ => (single(-0.9), columns + single(-0.1)),
    };
    let y = f64::from(rows - 1) / 2.0;
    ([left, y, 0.0], [right, y, 0.0])
}

fn lone(point: Point) -> Graph {
    let mut graph = Graph::default();
    graph.add_vertex(point);
    graph
}
