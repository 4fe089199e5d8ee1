//! Triangles: hexagons, triangles, diamonds, prisms, stars, rectangles and polygons of them.

use super::super::error::BoardError;
use super::super::geometry::Point;
use super::super::graph::{Basis, Graph};
use super::super::numbers::{dimension, dimensions, optional_dimension, polygon};
use super::super::polygon::Polygon;
use super::super::topology::SiteType;
use super::hex::in_star;
use super::{Result, check_size, grid};
use crate::lud::tree::Call;

/// Position of a vertex.
pub(super) fn position(row: i32, column: i32) -> Point {
    [f64::from(column) - 0.5 * f64::from(row), 3.0_f64.sqrt() / 2.0 * f64::from(row), 0.0]
}

/// `(tri …)`.
pub(super) fn tri(call: &Call, site_type: SiteType) -> Result<Graph> {
    if call.overload == 1 || call.get("dimA").is_empty() {
        return match (polygon(call, "poly")?, dimensions(call, "sides")?) {
            (Some(polygon), _) => custom(call, polygon, 2),
            (None, Some(sides)) if !sides.is_empty() => from_sides(call, &sides),
            _ => Err(BoardError::argument(call, "sides")),
        };
    }
    let extra = i32::from(site_type == SiteType::Cell);
    let size = dimension(call, "dimA")?;
    let second = optional_dimension(call, "dimB")?.unwrap_or(size);
    match call.get("shape").constant() {
        None | Some("Triangle") => triangle(call, size, site_type),
        Some("Hexagon") => hexagon(call, size + extra),
        Some("Diamond") => diamond(call, size + extra, size + extra, |_, _| true),
        Some("Prism") => {
            let (rows, columns) = (size + extra, second + extra);
            let span = rows + columns - 1;
            diamond(call, span, span, |r, c| (r - c).abs() < rows)
        }
        Some("Square") => rectangle(call, size + extra, size + extra),
        Some("Rectangle") => rectangle(call, size + extra, second + extra),
        Some("Star") => filled(call, 4 * size + 1, 4 * size + 1, |r, c| in_star(r, c, size)),
        Some("Limping") => from_sides(call, &[size, size + 1]),
        _ => Err(BoardError::argument(call, "shape")),
    }
}

/// A triangle of triangles.
pub(super) fn triangle(call: &Call, size: i32, site_type: SiteType) -> Result<Graph> {
    let size = size + i32::from(site_type == SiteType::Cell);
    filled(call, size, size, |r, c| r <= c)
}

fn rectangle(call: &Call, rows: i32, columns: i32) -> Result<Graph> {
    filled(call, rows, columns + rows, |r, c| c >= (r + 1) / 2 && c < columns + r / 2)
}

/// The vertices of a grid for which a condition holds.
fn filled(call: &Call, rows: i32, columns: i32, has: impl Fn(i32, i32) -> bool) -> Result<Graph> {
    check_size(call, rows, columns)?;
    let places = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    Ok(finish(&places.filter(|&(r, c)| has(r, c)).map(|(r, c)| position(r, c)).collect::<Vec<_>>()))
}

/// As [`filled`], on its side: rows going up to the left and to the right.
fn diamond(call: &Call, rows: i32, columns: i32, has: impl Fn(i32, i32) -> bool) -> Result<Graph> {
    check_size(call, rows, columns)?;
    let mut points = Vec::new();
    for r in 0..rows {
        for c in (0..columns).filter(|&c| has(r, c)) {
            points.push([3.0_f64.sqrt() / 2.0 * f64::from(c - r), f64::from(r + c) * 0.5, 0.0]);
        }
    }
    Ok(finish(&points))
}

fn finish(points: &[Point]) -> Graph {
    let mut graph = Graph::from_unit_distances(points, Basis::Triangular);
    graph.reorder_all();
    graph
}

fn from_sides(call: &Call, sides: &[i32]) -> Result<Graph> {
    let is_limping = matches!(*sides, [a, b] if a == b - 1);
    custom(call, Polygon::from_hex_sides(sides, position), if is_limping { sides[0] } else { 2 })
}

fn custom(call: &Call, mut polygon: Polygon, margin: i32) -> Result<Graph> {
    polygon.inflate(0.1);
    let (rows, columns) = grid(call, &polygon, margin)?;
    let places = rows.flat_map(|r| columns.clone().map(move |c| position(r, c)));
    Ok(finish(&places.filter(|&p| polygon.contains(p)).collect::<Vec<_>>()))
}

/// A hexagon of triangles, whose positions are not rounded to single precision as the other shapes' are.
fn hexagon(call: &Call, size: i32) -> Result<Graph> {
    let span = 2 * size - 1;
    check_size(call, span, span)?;
    let half = span / 2;
    let mut graph = Graph::default();
    for row in 0..span {
        for column in (0..span).filter(|&c| c <= half + row && row - c <= half) {
            graph.add_vertex(position(row, column));
        }
    }
    // Along the rows, then between them: upwards in the lower half, downwards in the upper.
    let mut v = 0;
    for edges in (0..=half).map(|n| half + n).chain((0..half).map(|n| span - 2 - n)) {
        for _ in 0..edges {
            graph.add_edge(v, v + 1);
            v += 1;
        }
        v += 1;
    }
    let mut v = 0usize;
    for n in 0..half {
        let above = (half + 1 + n) as usize;
        for _ in 0..half + 1 + n {
            graph.add_edge(v, v + above);
            graph.add_edge(v, v + above + 1);
            v += 1;
        }
    }
    v += span as usize;
    for n in 0..half {
        let below = (span - n) as usize;
        for _ in 0..span - 1 - n {
            graph.add_edge(v, v - below);
            graph.add_edge(v, v - below + 1);
            v += 1;
        }
    }
    graph.make_faces(false);
    graph.reorder_all();
    Ok(graph)
}
