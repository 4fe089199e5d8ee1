//! Semi-regular tilings, named after the polygons around their vertices.

use std::f64::consts::PI;

use super::super::error::BoardError;
use super::super::geometry::Point;
use super::super::graph::{Basis, Graph};
use super::super::numbers::{dimension, dimensions, optional_dimension, polygon};
use super::super::operate::keep_inside;
use super::super::polygon::Polygon;
use super::{Result, add_if_new, check_size, grid};
use crate::lud::tree::Call;

/// One tile's vertices about its origin, and where the origins are.
struct Tile {
    vertices: Vec<[f64; 2]>,
    origin: fn(i32, i32) -> Point,
}

impl Tile {
    /// The same tile with its axes exchanged.
    fn transposed(self) -> Self {
        Self { vertices: self.vertices.into_iter().map(|[x, y]| [y, x]).collect(), ..self }
    }
}

/// `(tiling …)`.
pub(super) fn tiling(call: &Call) -> Result<Graph> {
    let name = call.get("tiling").constant().ok_or_else(|| BoardError::argument(call, "tiling"))?;
    if call.get("dimA").is_empty() {
        return custom(call, name);
    }
    let size = dimension(call, "dimA")?;
    sized(call, name, size, optional_dimension(call, "dimB")?)
}

fn sized(call: &Call, name: &str, size: i32, second: Option<i32>) -> Result<Graph> {
    let span = 2 * size - 1;
    let diagonal = |r: i32, c: i32| (r - c).abs() <= span / 2;
    let everywhere = |_: i32, _: i32| true;
    match (name, second) {
        ("T31212", _) => laid(call, span, span, &dodecagon(|r, c| dodecagon_origin(r, c, 3.732_050_8)), diagonal),
        ("T4612", _) => laid(call, span, span, &dodecagon(|r, c| dodecagon_origin(r, c, 4.732_050_8)), diagonal),
        ("T333333_33434", _) => laid(call, span, span, &tile_333333_33434(), diagonal),
        ("T33336", _) => laid(call, span, span, &tile_33336(), diagonal),
        ("T33344", _) => laid(call, size, second.unwrap_or(size), &tile_33344(), everywhere),
        ("T33434", _) => laid(call, size, size, &tile_33434(), everywhere),
        ("T3464", None) => laid(call, span, span, &tile_3464(lying_3464), diagonal),
        ("T3464", Some(columns)) => laid(call, size, columns, &tile_3464(lying_3464), everywhere),
        ("T3636", None) => laid(call, span, span, &tile_3636(), diagonal),
        ("T3636", Some(columns)) => laid(call, span, 2 * columns - 1, &tile_3636(), everywhere),
        ("T488", _) => {
            // The one tiling whose elements keep the numbers in which they are made.
            Ok(Graph::from_unit_distances(
                &tiles(call, size, second.unwrap_or(size), &tile_488(), everywhere)?,
                Basis::Irregular,
            ))
        }
        _ => Err(BoardError::argument(call, "tiling")),
    }
}

/// A tiling cut out by a polygon, where it can be; else one of a usual size.
fn custom(call: &Call, name: &str) -> Result<Graph> {
    let (given, sides) = (polygon(call, "poly")?, dimensions(call, "sides")?);
    let tile = match name {
        "T3636" => tile_3636(),
        "T3464" => tile_3464(upright_3464).transposed(),
        "T33344" => tile_33344(),
        "T488" => tile_488(),
        "T33434" => {
            return match given {
                Some(mut polygon) => {
                    polygon.inflate(0.1);
                    Ok(keep_inside(&sized(call, name, 5, None)?, &polygon))
                }
                None => sized(call, name, 3, None),
            };
        }
        "T333333_33434" => return sized(call, name, 2, None),
        _ => return sized(call, name, 3, None),
    };
    let mut polygon = match (given, sides) {
        (Some(polygon), _) => polygon,
        (None, Some(sides)) if name == "T488" => {
            Polygon::from_sides(&sides, &[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
        }
        (None, Some(sides)) if !sides.is_empty() => Polygon::from_hex_sides(&sides, tile.origin),
        _ => return Err(BoardError::argument(call, "sides")),
    };
    polygon.inflate(0.1);
    let (rows, columns) = grid(call, &polygon, 2)?;
    let mut points = Vec::new();
    for r in rows {
        for c in columns.clone() {
            if polygon.contains((tile.origin)(r, c)) {
                add_tile(&mut points, &tile, r, c);
            }
        }
    }
    Ok(finish(&points))
}

fn laid(call: &Call, rows: i32, columns: i32, tile: &Tile, has: impl Fn(i32, i32) -> bool) -> Result<Graph> {
    Ok(finish(&tiles(call, rows, columns, tile, has)?))
}

fn tiles(call: &Call, rows: i32, columns: i32, tile: &Tile, has: impl Fn(i32, i32) -> bool) -> Result<Vec<Point>> {
    check_size(call, 3 * rows, 3 * columns)?;
    let mut points = Vec::new();
    for r in 0..rows {
        for c in (0..columns).filter(|&c| has(r, c)) {
            add_tile(&mut points, tile, r, c);
        }
    }
    Ok(points)
}

fn add_tile(points: &mut Vec<Point>, tile: &Tile, row: i32, column: i32) {
    let origin = (tile.origin)(row, column);
    for [dx, dy] in &tile.vertices {
        add_if_new(points, origin[0] + dx, origin[1] + dy);
    }
}

fn finish(points: &[Point]) -> Graph {
    let mut graph = Graph::from_unit_distances(points, Basis::Irregular);
    graph.reorder_all();
    graph
}

fn dodecagon(origin: fn(i32, i32) -> Point) -> Tile {
    let radius = 1.0 / (2.0 - 3.0_f64.sqrt()).sqrt();
    let vertices = (0..12)
        .map(|s| {
            let theta = PI / 12.0 + f64::from(s) / 12.0 * 2.0 * PI;
            [radius * theta.cos(), radius * theta.sin()]
        })
        .collect();
    Tile { vertices, origin }
}

fn dodecagon_origin(row: i32, column: i32, dx: f64) -> Point {
    let dy = dx * 3.0_f64.sqrt() / 2.0;
    [(f64::from(column) - 0.5 * f64::from(row)) * dx, f64::from(row) * dy, 0.0]
}

/// A hexagon and the ring of twelve vertices around it.
fn ringed_hexagon() -> Vec<[f64; 2]> {
    let y = 3.0_f64.sqrt() / 2.0;
    let mut vertices = vec![[-0.5, y], [0.5, y], [1.0, 0.0], [0.5, -y], [-0.5, -y], [-1.0, 0.0]];
    let radians = |degrees: i32| f64::from(degrees) * (PI / 180.0);
    let radius = (1.0 + 3.0_f64.sqrt() / 2.0) / radians(15).cos();
    vertices.extend((0..12).map(|n| {
        let theta = radians(15 + n * 30);
        [radius * theta.cos(), radius * theta.sin()]
    }));
    vertices
}

fn tile_333333_33434() -> Tile {
    let origin = |row: i32, column: i32| {
        let (hx, hy) = (1.5 + 3.0_f64.sqrt(), 2.0 + 3.0_f64.sqrt());
        [hx * f64::from(column - row), hy * f64::from(row + column) * 0.5, 0.0]
    };
    Tile { vertices: ringed_hexagon(), origin }
}

fn tile_3464(origin: fn(i32, i32) -> Point) -> Tile {
    Tile { vertices: ringed_hexagon(), origin }
}

fn lying_3464(row: i32, column: i32) -> Point {
    let (hx, hy) = (1.0 + 3.0_f64.sqrt(), (3.0 + 3.0_f64.sqrt()) / 2.0);
    [hy * f64::from(column - row), hx * f64::from(row + column) * 0.5, 0.0]
}

fn upright_3464(row: i32, column: i32) -> Point {
    let (hx, hy) = (1.0 + 3.0_f64.sqrt(), (3.0 + 3.0_f64.sqrt()) / 2.0);
    [hx * (f64::from(column) - 0.5 * f64::from(row)), hy * f64::from(row), 0.0]
}

fn tile_33336() -> Tile {
    const PLACES: [[i32; 2]; 18] = [
        [-1, 1],
        [1, 1],
        [2, 0],
        [1, -1],
        [-1, -1],
        [-2, 0],
        [-2, 2],
        [0, 2],
        [2, 2],
        [3, 1],
        [4, 0],
        [3, -1],
        [2, -2],
        [0, -2],
        [-2, -2],
        [-3, -1],
        [-4, 0],
        [-3, 1],
    ];
    let y = 3.0_f64.sqrt() / 2.0;
    let origin = |row: i32, column: i32| {
        let (ux, uy) = (0.5, 3.0_f64.sqrt() / 2.0);
        let (row, column) = (f64::from(row), f64::from(column));
        [column * 5.0 * ux - row * 4.0 * ux, row * 2.0 * uy + column * uy, 0.0]
    };
    Tile { vertices: PLACES.iter().map(|[a, b]| [f64::from(*a) * 0.5, f64::from(*b) * y]).collect(), origin }
}

fn tile_33344() -> Tile {
    let origin = |row: i32, column: i32| {
        [f64::from(column) + 0.5 * f64::from(row), f64::from(row) * (1.0 + 3.0_f64.sqrt() / 2.0), 0.0]
    };
    Tile { vertices: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], origin }
}

fn tile_33434() -> Tile {
    let (a, b) = (0.5, 3.0_f64.sqrt() / 2.0);
    let vertices = vec![
        [-a, -a - b],
        [a, -a - b],
        [-a - b, -b],
        [a + b, -b],
        [0.0, -a],
        [-2.0 * a - b, 0.0],
        [-b, 0.0],
        [b, 0.0],
        [2.0 * a + b, 0.0],
        [0.0, a],
        [-a - b, b],
        [a + b, b],
        [-a, a + b],
        [a, a + b],
    ];
    let origin = |row: i32, column: i32| {
        let h = (1.0 + 3.0_f64.sqrt()) / 2.0;
        [h * f64::from(column - row), h * f64::from(row + column), 0.0]
    };
    Tile { vertices, origin }
}

fn tile_3636() -> Tile {
    let u = 3.0_f64.sqrt() / 2.0;
    let vertices = vec![[1.0, 0.0], [0.5, u], [-0.5, u], [-1.0, 0.0], [-0.5, -u], [0.5, -u]];
    let origin = |row: i32, column: i32| {
        [2.0 * (f64::from(column) - 0.5 * f64::from(row)), 3.0_f64.sqrt() * f64::from(row), 0.0]
    };
    Tile { vertices, origin }
}

fn tile_488() -> Tile {
    let (a, b) = (0.5, (1.0 + 2.0 / 2.0_f64.sqrt()) / 2.0);
    let vertices = vec![[a, b], [b, a], [b, -a], [a, -b], [-a, -b], [-b, -a], [-b, a], [-a, b]];
    let origin = |row: i32, column: i32| {
        let v = 1.0 + 2.0 / 2.0_f64.sqrt();
        [f64::from(column) * v, f64::from(row) * v, 0.0]
    };
    Tile { vertices, origin }
}
