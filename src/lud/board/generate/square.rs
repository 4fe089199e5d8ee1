//! Squares: rectangles, diamonds, polygons, pyramids, with or without diagonals.

use super::super::error::BoardError;
use super::super::graph::{Basis, Graph};
use super::super::numbers::{dimension, dimensions, optional_dimension, polygon};
use super::super::polygon::Polygon;
use super::super::topology::SiteType;
use super::{Result, check_size, grid};
use crate::lud::tree::Call;

/// Steps through the four directions that polygons given by sides take, as `[x, y]`.
const TURNS: [[f64; 2]; 4] = [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]];

/// `(square …)`.
pub(super) fn square(call: &Call, site_type: SiteType) -> Result<Graph> {
    let diagonals = call.get("diagonals").constant();
    if call.overload == 1 || call.get("dim").is_empty() {
        return custom(call, diagonals);
    }
    let size = dimension(call, "dim")?;
    let pyramidal = call.get("pyramidal").bool().unwrap_or(false);
    match call.get("shape").constant() {
        None | Some("Square") => rectangle(call, size, size, diagonals, pyramidal, site_type),
        Some("Limping") => rectangle(call, size, size + 1, diagonals, pyramidal, site_type),
        Some("Diamond") => diamond(call, size, diagonals),
        _ => Err(BoardError::argument(call, "shape")),
    }
}

/// `(rectangle …)`.
pub(super) fn rectangle_ludeme(call: &Call, site_type: SiteType) -> Result<Graph> {
    let rows = dimension(call, "dimA")?;
    let columns = optional_dimension(call, "dimB")?.unwrap_or(rows);
    rectangle(call, rows, columns, call.get("diagonals").constant(), false, site_type)
}

/// Rows and columns of cells, or of vertices where the game is played on vertices or edges.
pub(super) fn rectangle(
    call: &Call,
    rows: i32,
    columns: i32,
    diagonals: Option<&str>,
    pyramidal: bool,
    site_type: SiteType,
) -> Result<Graph> {
    check_size(call, rows, columns)?;
    let extra = usize::from(site_type == SiteType::Cell);
    // Not negative: checked above.
    let (rows, columns) = (rows as usize + extra, columns as usize + extra);
    let mut graph = Graph::default();
    for row in 0..rows {
        for column in 0..columns {
            graph.add_vertex([column as f64, row as f64, 0.0]);
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let id = row * columns + column;
            if row + 1 < rows {
                graph.add_edge(id, id + columns);
            }
            if column + 1 < columns {
                graph.add_edge(id, id + 1);
            }
        }
    }
    if pyramidal {
        let rise = 1.0 / 2.0_f64.sqrt();
        for layer in 1..rows {
            let offset = layer as f64 * 0.5;
            for row in 0..rows - layer {
                for column in 0..columns.saturating_sub(layer) {
                    graph.find_or_add_vertex([offset + column as f64, offset + row as f64, layer as f64 * rise]);
                }
            }
        }
        graph.join_unit_distances();
    }
    add_diagonals(&mut graph, 0..=rows as i32, 0..=columns as i32, diagonals);
    graph.make_faces(false);
    graph.basis = Basis::Square;
    graph.reorder_all();
    Ok(graph)
}

fn diamond(call: &Call, size: i32, diagonals: Option<&str>) -> Result<Graph> {
    let span = 2 * size;
    check_size(call, span, span)?;
    let mut points = Vec::new();
    for r in 0..span {
        for c in 0..span {
            if !(r + c < size - 1 || c - r > size || r - c > size || r + c >= 3 * size) {
                points.push([f64::from(c), f64::from(r), 0.0]);
            }
        }
    }
    let mut graph = Graph::from_unit_distances(&points, Basis::Square);
    add_diagonals(&mut graph, 0..=span, 0..=span, diagonals);
    graph.make_faces(false);
    graph.reorder_all();
    Ok(graph)
}

fn custom(call: &Call, diagonals: Option<&str>) -> Result<Graph> {
    let mut polygon = match (polygon(call, "poly")?, dimensions(call, "sides")?) {
        (Some(polygon), _) => polygon,
        (None, Some(sides)) => Polygon::from_sides(&sides, &TURNS),
        (None, None) => return Err(BoardError::argument(call, "sides")),
    };
    polygon.inflate(0.1);
    let (rows, columns) = grid(call, &polygon, 2)?;
    let mut points = Vec::new();
    for row in rows.clone() {
        for column in columns.clone() {
            let point = [f64::from(column), f64::from(row), 0.0];
            if polygon.contains(point) {
                points.push(point);
            }
        }
    }
    let mut graph = Graph::from_unit_distances(&points, Basis::Square);
    add_diagonals(&mut graph, rows, columns, diagonals);
    graph.make_faces(false);
    graph.reorder_all();
    Ok(graph)
}

/// Draws diagonals into the squares of a grid.
fn add_diagonals(
    graph: &mut Graph,
    rows: std::ops::RangeInclusive<i32>,
    columns: std::ops::RangeInclusive<i32>,
    diagonals: Option<&str>,
) {
    let Some(style) = diagonals else { return };
    let find = |graph: &Graph, x: i32, y: i32| graph.find_vertex([f64::from(x), f64::from(y), 0.0]);
    let middle_row = (rows.end() + rows.start()) / 2;
    let middle_column = (columns.end() + columns.start()) / 2;
    if style == "Radiating" {
        let reach = ((rows.end() - rows.start()) / 2).max((columns.end() - columns.start()) / 2) + 1;
        for n in 0..reach {
            for (dx, dy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                // Ludii takes the middle row for x and the middle column for y.
                let a = find(graph, middle_row + n * dx, middle_column + n * dy);
                let b = find(graph, middle_row + (n + 1) * dx, middle_column + (n + 1) * dy);
                if let (Some(a), Some(b)) = (a, b) {
                    graph.find_or_add_edge(a, b);
                }
            }
        }
        return;
    }
    for r in rows {
        for c in columns.clone() {
            let corners = [find(graph, c, r), find(graph, c, r + 1), find(graph, c + 1, r + 1), find(graph, c + 1, r)];
            let [Some(a), Some(b), Some(c2), Some(d)] = corners else { continue };
            match style {
                "Alternating" if (r + c) % 2 == 0 => {
                    graph.find_or_add_edge(a, c2);
                }
                "Alternating" => {
                    graph.find_or_add_edge(b, d);
                }
                "Solid" => {
                    let x = graph.find_or_add_vertex([f64::from(c) + 0.5, f64::from(r) + 0.5, 0.0]);
                    for corner in [a, b, c2, d] {
                        graph.find_or_add_edge(corner, x);
                    }
                }
                "SolidNoSplit" => {
                    graph.find_or_add_edge(a, c2);
                    graph.find_or_add_edge(b, d);
                }
                "Concentric" => {
                    if r < middle_row && c < middle_column || r >= middle_row && c >= middle_column {
                        graph.find_or_add_edge(b, d);
                    } else {
                        graph.find_or_add_edge(a, c2);
                    }
                }
                // `Implied` draws nothing.
                _ => {}
            }
        }
    }
}
