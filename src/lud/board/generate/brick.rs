//! Bricks: two squares wide, laid in bond, in rectangles, diamonds and spirals.

use super::super::error::BoardError;
use super::super::graph::Graph;
use super::super::numbers::{dimension, optional_dimension};
use super::{Result, check_size};
use crate::lud::tree::Call;

/// Corners and joints of a brick about its lower left corner, clockwise.
const BRICK: [[i32; 2]; 6] = [[0, 0], [0, 1], [1, 1], [2, 1], [2, 0], [1, 0]];
const HALF: [[i32; 2]; 4] = [[0, 0], [0, 1], [1, 1], [1, 0]];
const UPRIGHT: [[i32; 2]; 6] = [[0, 0], [0, 1], [0, 2], [1, 2], [1, 1], [1, 0]];

/// `(brick …)`.
pub(super) fn brick(call: &Call) -> Result<Graph> {
    let size = dimension(call, "dimA")?;
    let second = optional_dimension(call, "dimB")?;
    let trim = call.get("trim").bool().unwrap_or(false);
    check_size(call, 4 * size, 4 * second.unwrap_or(size))?;
    let mut graph = Graph::default();
    match call.get("shape").constant() {
        None | Some("Square" | "Rectangle") => rectangle(&mut graph, size, second.unwrap_or(size), trim),
        Some("Limping") => rectangle(&mut graph, size, size + 1, trim),
        Some("Diamond") => diamond(&mut graph, size, 0, trim),
        Some("Prism") => diamond(&mut graph, size, second.unwrap_or(size), trim),
        Some("Spiral") => spiral(&mut graph, size),
        _ => return Err(BoardError::argument(call, "shape")),
    }
    graph.reorder_all();
    Ok(graph)
}

fn rectangle(graph: &mut Graph, rows: i32, columns: i32, trim: bool) {
    let columns = columns * 2 + 1;
    for r in 0..rows {
        for c in (r % 2..columns).step_by(2) {
            lay(graph, r, c, columns, trim);
        }
    }
}

fn diamond(graph: &mut Graph, side: i32, middle: i32, trim: bool) {
    let columns = 2 * side;
    for r in 0..2 * side + 2 * middle {
        for c in ((r + 1) % 2..columns).step_by(2) {
            if r + c >= side - 1 && c - r < side && r + c < 3 * side - 1 && r - c <= side {
                lay(graph, r, c, columns, trim);
            }
        }
    }
}

fn spiral(graph: &mut Graph, rings: i32) {
    for ring in 0..rings {
        if ring == 0 {
            add(graph, rings - 1, rings - 1, &HALF);
            continue;
        }
        for n in (0..2 * ring).step_by(2) {
            add(graph, rings - ring + n, rings - ring - 1, &UPRIGHT);
            add(graph, rings + ring - 1, rings - ring + n, &BRICK);
            add(graph, rings - ring - 1 + n, rings + ring - 1, &UPRIGHT);
            add(graph, rings - ring - 1, rings - ring - 1 + n, &BRICK);
        }
    }
}

/// Lays one brick, on request a half one at the ends of a row.
fn lay(graph: &mut Graph, row: i32, column: i32, columns: i32, trim: bool) {
    if trim && column == 0 {
        add(graph, row, column + 1, &HALF);
    } else if trim && column >= columns - 1 {
        add(graph, row, column, &HALF);
    } else {
        add(graph, row, column, &BRICK);
    }
}

fn add(graph: &mut Graph, row: i32, column: i32, outline: &[[i32; 2]]) {
    let vertices: Vec<usize> = outline
        .iter()
        .map(|[dx, dy]| graph.find_or_add_vertex([f64::from(column + dx), f64::from(row + dy), 0.0]))
        .collect();
    for n in 0..vertices.len() {
        graph.find_or_add_edge(vertices[n], vertices[(n + 1) % vertices.len()]);
    }
    graph.find_or_add_face(&vertices);
}
