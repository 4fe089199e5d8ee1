//! Hexagons: hexagons, triangles, diamonds, prisms, stars, rectangles and polygons of them.

use super::super::error::BoardError;
use super::super::geometry::Point;
use super::super::graph::{Basis, Graph};
use super::super::numbers::{dimension, dimensions, optional_dimension, polygon};
use super::super::polygon::Polygon;
use super::{Result, add_if_new, check_size, grid};
use crate::lud::tree::Call;

/// Corners of a cell about its centre, clockwise from the top.
pub(super) fn corners() -> [[f64; 2]; 6] {
    let x = 3.0_f64.sqrt() / 2.0;
    [[0.0, 1.0], [x, 0.5], [x, -0.5], [0.0, -1.0], [-x, -0.5], [-x, 0.5]]
}

/// Centre of a cell.
pub(super) fn centre(row: i32, column: i32) -> Point {
    [3.0_f64.sqrt() * (f64::from(column) - 0.5 * f64::from(row)), 1.5 * f64::from(row), 0.0]
}

/// `(hex …)`.
pub(super) fn hex(call: &Call) -> Result<Graph> {
    if call.overload == 1 || call.get("dimA").is_empty() {
        let polygon = match (polygon(call, "poly")?, dimensions(call, "sides")?) {
            (Some(polygon), _) => polygon,
            (None, Some(sides)) if !sides.is_empty() => Polygon::from_hex_sides(&sides, centre),
            _ => return Err(BoardError::argument(call, "sides")),
        };
        return custom(call, polygon);
    }
    let size = dimension(call, "dimA")?;
    let second = optional_dimension(call, "dimB")?;
    match (call.get("shape").constant(), second) {
        (None | Some("Hexagon"), None) => hexagon(call, size),
        (None | Some("Hexagon"), Some(second)) => custom(call, Polygon::from_hex_sides(&[size, second], centre)),
        (Some("Limping"), _) => custom(call, Polygon::from_hex_sides(&[size, size + 1], centre)),
        (Some("Triangle"), _) => filled(call, size, size, |r, c| r <= c),
        (Some("Diamond"), _) => diamond(call, size, size, size, |_, _| true),
        (Some("Prism"), _) => {
            let span = size + second.unwrap_or(size) - 1;
            diamond(call, size, span, span, |r, c| (r - c).abs() < size)
        }
        (Some("Star"), _) => filled(call, 4 * size + 1, 4 * size + 1, |r, c| in_star(r, c, size)),
        (Some("Square"), _) => rectangle(call, size, size),
        (Some("Rectangle"), _) => rectangle(call, size, second.unwrap_or(size)),
        _ => Err(BoardError::argument(call, "shape")),
    }
}

/// Whether a six-pointed star with arms of the given size has a place there.
pub(super) fn in_star(r: i32, c: i32, size: i32) -> bool {
    if r < size {
        c >= size && c - r <= size
    } else if r <= 2 * size {
        r - c <= size && c < 3 * size + 1
    } else if r <= 3 * size {
        c >= size && c - r <= size
    } else {
        c <= 3 * size && r - c <= size
    }
}

fn rectangle(call: &Call, rows: i32, columns: i32) -> Result<Graph> {
    filled(call, rows, columns + rows, |r, c| c >= (r + 1) / 2 && c < columns + r / 2)
}

/// The cells of a grid for which a condition holds.
fn filled(call: &Call, rows: i32, columns: i32, has: impl Fn(i32, i32) -> bool) -> Result<Graph> {
    check_size(call, rows, columns)?;
    let mut points = Vec::new();
    for r in 0..rows {
        for c in (0..columns).filter(|&c| has(r, c)) {
            add_cell(&mut points, centre(r, c));
        }
    }
    Ok(finish(&points))
}

fn add_cell(points: &mut Vec<Point>, centre: Point) {
    for [dx, dy] in corners() {
        add_if_new(points, centre[0] + dx, centre[1] + dy);
    }
}

fn finish(points: &[Point]) -> Graph {
    let mut graph = Graph::from_unit_distances(points, Basis::Hexagonal);
    graph.reorder_all();
    graph
}

/// As [`filled`], on its side: cells with flat tops, rows going up to the left and to the right.
fn diamond(call: &Call, size: i32, rows: i32, columns: i32, has: impl Fn(i32, i32) -> bool) -> Result<Graph> {
    check_size(call, rows, columns)?;
    check_size(call, size, size)?;
    let mut points = Vec::new();
    for r in 0..rows {
        for c in (0..columns).filter(|&c| has(r, c)) {
            let (x, y) = (1.5 * f64::from(c - r), 3.0_f64.sqrt() * f64::from(r + c) * 0.5);
            for [dy, dx] in corners() {
                add_if_new(&mut points, x + dx, y + dy);
            }
        }
    }
    Ok(finish(&points))
}

fn custom(call: &Call, mut polygon: Polygon) -> Result<Graph> {
    polygon.inflate(0.1);
    let (rows, columns) = grid(call, &polygon, 3)?;
    let mut points = Vec::new();
    for r in rows {
        for c in columns.clone() {
            if polygon.contains(centre(r, c)) {
                add_cell(&mut points, centre(r, c));
            }
        }
    }
    Ok(finish(&points))
}

/// A hexagon of hexagons. Built row by row, since its positions are not rounded to single precision as the other
/// shapes' are, and since the creation order of its edges shows in their ends.
pub(super) fn hexagon(call: &Call, size: i32) -> Result<Graph> {
    let span = 2 * size - 1;
    check_size(call, span, span)?;
    let half = span / 2;
    let mut graph = Graph::default();
    let is_in = |row: i32, column: i32| column <= half + row && row - column <= half;
    let corner = |graph: &mut Graph, row: i32, column: i32, n: usize| {
        let (middle, [dx, dy]) = (centre(row, column), corners()[n]);
        graph.add_vertex([middle[0] + dx, middle[1] + dy, 0.0]);
    };
    for row in 0..=half {
        for column in (0..span).filter(|&c| is_in(row, c)) {
            corner(&mut graph, row, column, 4);
            corner(&mut graph, row, column, 3);
            if column + 1 > half + row {
                corner(&mut graph, row, column, 2);
            }
        }
    }
    for row in half..span {
        for column in (0..span).filter(|&c| is_in(row, c)) {
            corner(&mut graph, row, column, 5);
            corner(&mut graph, row, column, 0);
            if column == span - 1 {
                corner(&mut graph, row, column, 1);
            }
        }
    }
    add_hexagon_edges(&mut graph, span);
    graph.make_faces(false);
    graph.reorder_all();
    Ok(graph)
}

/// First the zigzag lines from left to right, then the uprights between them.
fn add_hexagon_edges(graph: &mut Graph, span: i32) {
    let half = span / 2;
    let mut v = 0;
    let widths = (0..=half).map(|row| half + 1 + row).chain((half..span).map(|row| span + half - row));
    for cells in widths {
        for _ in 0..2 * cells {
            graph.add_edge(v, v + 1);
            v += 1;
        }
        v += 1;
    }
    let mut v = 0;
    for row in 0..half {
        let above = (span + 2 * row + 3) as usize;
        for _ in 0..=half + 1 + row {
            graph.add_edge(v, v + above);
            v += 2;
        }
        v -= 1;
    }
    for _ in 0..=span {
        graph.add_edge(v, v + (2 * span + 1) as usize);
        v += 2;
    }
    for row in half..span {
        let above = (3 * span - 1 - 2 * row) as usize;
        for _ in 0..span + half - row {
            graph.add_edge(v, v + above);
            v += 2;
        }
        v += 1;
    }
}
