//! Celtic knots: squares on their corners with rounded cells along the outside.

use std::f64::consts::PI;

use super::super::error::BoardError;
use super::super::geometry::{Point, normalise};
use super::super::graph::Graph;
use super::super::measure::perimeters;
use super::super::numbers::{dimension, dimensions, optional_dimension, polygon};
use super::super::polygon::Polygon;
use super::{Result, check_size, grid};
use crate::lud::tree::Call;

/// `(celtic …)`.
pub(super) fn celtic(call: &Call) -> Result<Graph> {
    let half = 1.0 / 2.0_f64.sqrt();
    let span = 2.0 * half;
    let outline = match (polygon(call, "poly")?, dimensions(call, "sides")?) {
        (Some(polygon), _) => Some(polygon),
        (None, Some(sides)) => {
            Some(Polygon::from_sides(&sides, &[[span, 0.0], [0.0, span], [-span, 0.0], [0.0, -span]]))
        }
        (None, None) => None,
    };
    let (rows, columns, outline) = match outline {
        Some(mut polygon) => {
            polygon.inflate(0.1);
            let (rows, columns) = grid(call, &polygon, 1)?;
            (*rows.start()..rows.end() + 1, *columns.start()..columns.end() + 1, Some(polygon))
        }
        None => {
            let rows = dimension(call, "rows")?;
            (0..rows, 0..optional_dimension(call, "columns")?.unwrap_or(rows), None)
        }
    };
    check_size(call, 2 * (rows.end - rows.start), 2 * (columns.end - columns.start))?;
    let mut graph = Graph::default();
    for row in rows {
        for column in columns.clone() {
            let (x, y) = (f64::from(column) * span, f64::from(row) * span);
            if outline.as_ref().is_some_and(|polygon| !polygon.contains([x, y, 0.0])) {
                continue;
            }
            for (dx, dy) in [(half, 0.0), (0.0, half), (-half, 0.0), (0.0, -half)] {
                graph.find_or_add_vertex([x + dx, y + dy, 0.0]);
            }
        }
    }
    graph.join_unit_distances();
    graph.make_faces(true);
    let outside = perimeters(&graph).into_iter().next().ok_or_else(|| BoardError::argument(call, "rows"))?;
    add_rounded_cells(&mut graph, &outside);
    graph.reorder_all();
    Ok(graph)
}

/// The turn at `b` on the way from `a` to `c`, with its sign.
fn signed_turn([a, b, c]: [Point; 3]) -> f64 {
    let (vx, vy) = (b[0] - a[0], b[1] - a[1]);
    let (ux, uy) = (c[0] - b[0], c[1] - b[1]);
    (ux * -vy + uy * vx).atan2(ux * vx + uy * vy)
}

fn add_rounded_cells(graph: &mut Graph, outside: &[usize]) {
    let n = outside.len();
    let vertex = |i: usize| outside[i % n];
    let turn = |graph: &Graph, i: usize| signed_turn([i + n - 1, i, i + 1].map(|i| graph.vertices[vertex(i)].point));
    // A rounded cell begins at every outward corner and at every second vertex of a straight run.
    let mut straight = 0;
    let mut keys = Vec::new();
    for i in 0..n {
        let turn = turn(graph, i);
        if turn > 0.25 * PI {
            keys.push(i);
            straight = 0;
        } else if turn.abs() < 0.1 * PI {
            straight += 1;
            if straight % 2 == 0 {
                keys.push(i);
            }
        }
    }
    for i in keys {
        let [vb, vc, vd, ve] = [i + n - 1, i, i + 1, i + 2].map(vertex);
        let [b, c, d, e] = [vb, vc, vd, ve].map(|v| graph.vertices[v].point);
        let unit = |from: Point, to: Point| normalise(std::array::from_fn(|k| to[k] - from[k]));
        if signed_turn([c, d, e]) < -0.25 * PI {
            let tangents = [unit(d, e).map(|t| t * 1.25), unit(d, c).map(|t| t * 1.25)];
            add_curve(graph, vc, ve, tangents);
            graph.find_or_add_face(&[vd, vc, ve]);
            continue;
        }
        let mut out = [c[0] - b[0], c[1] - b[1], 0.0];
        if signed_turn([b, c, d]).abs() < 0.1 * PI {
            out = [d[1] - c[1], -(d[0] - c[0]), 0.0];
        }
        let middle = [(c[0] + d[0]) / 2.0, (c[1] + d[1]) / 2.0];
        let beyond = |factor: f64| [middle[0] + factor * out[0], middle[1] + factor * out[1], 0.0];
        let vx = graph.add_vertex(beyond(0.9));
        let tangent = normalise(out).map(|t| t * 1.333);
        add_curve(graph, vc, vx, [tangent, unit(beyond(0.5), c)]);
        add_curve(graph, vx, vd, [unit(beyond(0.5), d), tangent]);
        graph.find_or_add_face(&[vc, vx, vd]);
    }
}

fn add_curve(graph: &mut Graph, a: usize, b: usize, tangents: [Point; 2]) {
    if let Some(id) = graph.add_edge(a, b) {
        graph.edges[id].tangents = tangents.map(Some);
    }
}
