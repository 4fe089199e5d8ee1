//! From board ludemes to graphs: one file per family of generators.

mod brick;
mod celtic;
mod circle;
mod concentric;
mod hex;
mod mancala;
mod quadhex;
mod shape;
mod square;
mod tiling;
mod tri;

use std::ops::RangeInclusive;

use super::error::{BoardError, BoardErrorKind};
use super::finish::{BuildOptions, finish};
use super::geometry::{Point, distance};
use super::graph::Graph;
use super::numbers::dimension;
use super::operate::operate;
use super::polygon::Polygon;
use super::topology::{SiteType, Topology};
use crate::lud::tree::{Call, Value};

type Result<T> = std::result::Result<T, BoardError>;

/// Boards without a board are large enough for any game.
const BOARDLESS_SIZE: i32 = 41;
const BOARDLESS_HEX_SIZE: i32 = 21;

/// Site numbers are 16 bits wide, and lookups while building compare every vertex with every other.
const MAX_VERTICES: i64 = 6_400;

/// Builds the topology of a `board`, `mancalaBoard`, `surakartaBoard` or `boardless` ludeme.
///
/// # Errors
/// Where a ludeme within it is unknown, lacks an argument, or makes a board that is too large.
pub fn build(board: &Call) -> Result<Topology> {
    build_with(board, BuildOptions::default())
}

/// As [`build`], for a game that bears on its board.
///
/// # Errors
/// As [`build`].
pub fn build_with(board: &Call, options: BuildOptions) -> Result<Topology> {
    let (graph, default) = match board.name() {
        "Board" => {
            let default = site_type(board.get("use")).unwrap_or(SiteType::Cell);
            (graph_in(board, "graphFn", default)?, default)
        }
        "SurakartaBoard" => (graph_in(board, "graphFn", SiteType::Vertex)?, SiteType::Vertex),
        "Boardless" => {
            let size = |default| {
                if board.get("dimension").is_empty() { Ok(default) } else { dimension(board, "dimension") }
            };
            let graph = match board.get("tiling").constant() {
                Some("Square") => {
                    let size = size(BOARDLESS_SIZE)?;
                    square::rectangle(board, size, size, None, false, SiteType::Cell)?
                }
                Some("Hexagonal") => hex::hexagon(board, size(BOARDLESS_HEX_SIZE)?)?,
                Some("Triangular") => tri::triangle(board, size(BOARDLESS_SIZE)?, SiteType::Cell)?,
                _ => return Err(BoardError::argument(board, "tiling")),
            };
            (graph, SiteType::Cell)
        }
        "MancalaBoard" => (mancala::mancala(board)?, SiteType::Vertex),
        _ => return Err(BoardError::unsupported(board)),
    };
    for kind in [SiteType::Cell, SiteType::Vertex, SiteType::Edge] {
        if graph.count(kind) > usize::from(u16::MAX) {
            return Err(BoardError::new(board, BoardErrorKind::TooLarge));
        }
    }
    Ok(finish(&graph, default, board.name() == "Boardless", options))
}

/// The site type named in a slot.
pub(super) fn site_type(value: &Value) -> Option<SiteType> {
    match value.constant()? {
        "Cell" => Some(SiteType::Cell),
        "Vertex" => Some(SiteType::Vertex),
        "Edge" => Some(SiteType::Edge),
        _ => None,
    }
}

/// The graph in a slot.
pub(super) fn graph_in(call: &Call, name: &'static str, site_type: SiteType) -> Result<Graph> {
    let function = call.get(name).call().ok_or_else(|| BoardError::argument(call, name))?;
    graph(function, site_type)
}

/// The graph that a ludeme makes, for a board with the given default site type.
pub(super) fn graph(call: &Call, site_type: SiteType) -> Result<Graph> {
    let graph = made(call, site_type)?;
    if graph.vertices.len() > 2 * MAX_VERTICES as usize {
        return Err(BoardError::new(call, BoardErrorKind::TooLarge));
    }
    Ok(graph)
}

fn made(call: &Call, site_type: SiteType) -> Result<Graph> {
    match call.name() {
        "Square" => square::square(call, site_type),
        "Rectangle" => square::rectangle_ludeme(call, site_type),
        "Hex" => hex::hex(call),
        "Tri" => tri::tri(call, site_type),
        "Brick" => brick::brick(call),
        "Celtic" => celtic::celtic(call),
        "Quadhex" => quadhex::quadhex(call),
        "Tiling" => tiling::tiling(call),
        "Concentric" => concentric::concentric(call, site_type),
        "Regular" => shape::regular(call, site_type),
        "Repeat" => shape::repeat(call),
        "Spiral" => shape::spiral(call),
        "Wedge" => shape::wedge(call),
        "Graph" => shape::listed(call),
        _ => operate(call, site_type)?.ok_or_else(|| BoardError::unsupported(call)),
    }
}

/// Refuses boards with too many vertices before they are built.
pub(super) fn check_size(call: &Call, rows: i32, columns: i32) -> Result<()> {
    if rows < 0 || columns < 0 || i64::from(rows) * i64::from(columns) > MAX_VERTICES {
        return Err(BoardError::new(call, BoardErrorKind::TooLarge));
    }
    Ok(())
}

/// Rows and columns of the grid that a polygon may reach into, with a margin.
fn grid(call: &Call, polygon: &Polygon, margin: i32) -> Result<(RangeInclusive<i32>, RangeInclusive<i32>)> {
    let bounds = polygon.bounds();
    let whole = |low: f64, length: f64| {
        let high = low + length;
        // Also refuses what is not a number.
        let fits = low.abs() < f64::from(1 << 20) && high.abs() < f64::from(1 << 20);
        fits.then(|| low as i32 - margin..=high as i32 + margin)
    };
    let (Some(rows), Some(columns)) = (whole(bounds.y, bounds.height), whole(bounds.x, bounds.width)) else {
        return Err(BoardError::new(call, BoardErrorKind::TooLarge));
    };
    check_size(call, rows.end() - rows.start(), columns.end() - columns.start())?;
    Ok((rows, columns))
}

/// Adds a point unless one is near it already.
fn add_if_new(points: &mut Vec<Point>, x: f64, y: f64) {
    let point = [x, y, 0.0];
    let near = |old: &Point| (old[0] - x).abs() < 0.1 && (old[1] - y).abs() < 0.1 && distance(*old, point) < 0.1;
    if !points.iter().any(near) {
        points.push(point);
    }
}
