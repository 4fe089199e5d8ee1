//! Single shapes: regular polygons and stars, repeated polygons, spirals, wedges, and graphs given by lists.

use std::f64::consts::PI;

use super::super::error::BoardError;
use super::super::geometry::normalise;
use super::super::graph::Graph;
use super::super::numbers::{dimension, dimension_lists, optional_dimension, points, polygon_of};
use super::super::topology::SiteType;
use super::{Result, check_size};
use crate::lud::tree::Call;

/// Adds the corners of a regular polygon without its edges.
fn add_corners(graph: &mut Graph, sides: i32) {
    let radius = f64::from(sides) / (2.0 * PI);
    let start = if sides == 4 { PI / 4.0 } else { PI / 2.0 };
    for n in 0..sides {
        let angle = start + f64::from(n) / f64::from(sides) * 2.0 * PI;
        graph.add_vertex([radius * angle.cos(), radius * angle.sin(), 0.0]);
    }
}

/// Adds a regular polygon.
pub(super) fn add_polygon(graph: &mut Graph, sides: i32) {
    add_corners(graph, sides);
    let count = sides.max(0) as usize;
    for n in 0..count {
        graph.add_edge(n, (n + 1) % count);
    }
}

/// `(regular …)`.
pub(super) fn regular(call: &Call, site_type: SiteType) -> Result<Graph> {
    let sides = dimension(call, "numSides")?;
    check_size(call, sides, 1)?;
    let mut graph = Graph::default();
    if call.get("star").is_empty() {
        add_polygon(&mut graph, sides);
    } else {
        add_corners(&mut graph, sides);
        let count = sides as usize;
        for n in 0..count {
            graph.add_edge(n, (n + (count - 1) / 2) % count);
        }
    }
    if site_type == SiteType::Cell {
        graph.make_faces(true);
    }
    graph.reorder_all();
    Ok(graph)
}

/// `(repeat …)`.
pub(super) fn repeat(call: &Call) -> Result<Graph> {
    let (rows, columns) = (dimension(call, "rows")?, dimension(call, "columns")?);
    let steps = points(call, "step")?.unwrap_or_default();
    let [by_column, by_row] = match *steps {
        [a, b, ..] => [a, b],
        _ => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
    };
    let mut polygons = Vec::new();
    for slot in ["poly", "polys"] {
        for value in call.get(slot).elements() {
            polygons.push(polygon_of(value.call().ok_or_else(|| BoardError::argument(call, "polys"))?)?);
        }
    }
    let corners: usize = polygons.iter().map(|polygon| polygon.points.len()).sum();
    check_size(call, rows.saturating_mul(corners as i32), columns)?;
    let mut graph = Graph::default();
    for row in 0..rows {
        for column in 0..columns {
            let origin = [0, 1].map(|i| f64::from(column) * by_column[i] + f64::from(row) * by_row[i]);
            for polygon in &polygons {
                for (n, a) in polygon.points.iter().enumerate() {
                    let b = polygon.points[(n + 1) % polygon.points.len()];
                    let a = graph.find_or_add_vertex([origin[0] + a[0], origin[1] + a[1], 0.0]);
                    let b = graph.find_or_add_vertex([origin[0] + b[0], origin[1] + b[1], 0.0]);
                    graph.find_or_add_edge(a, b);
                }
            }
        }
    }
    graph.make_faces(false);
    graph.reorder_all();
    Ok(graph)
}

/// `(spiral …)`.
pub(super) fn spiral(call: &Call) -> Result<Graph> {
    let (turns, sites) = (dimension(call, "turns")?, dimension(call, "sites")?);
    if !(2..=1000).contains(&sites) || !(0..=1000).contains(&turns) {
        return Err(BoardError::argument(call, "sites"));
    }
    let clockwise = call.get("clockwise").bool().unwrap_or(true);
    let count = sites as usize;
    // Angles grow so that the number of sites per turn doubles twice and then stays.
    let mut angles = vec![0.0; 4 * count];
    let mut index = 1;
    let mut steps = steps_in_first_turn(turns, sites);
    for ring in 1..=turns + 1 {
        let step = PI * 2.0 / f64::from(steps);
        let mut angle = PI * 2.0 * f64::from(ring);
        if ring <= 2 || ring % 2 == 1 {
            angle -= step / 2.0;
        }
        for _ in 0..steps {
            *angles.get_mut(index).ok_or_else(|| BoardError::argument(call, "turns"))? = angle;
            index += 1;
            angle += step;
        }
        if ring <= 2 {
            steps *= 2;
        }
    }
    for _ in 0..2 {
        for v in 2..count {
            angles[v] = (angles[v - 1] + angles[v + 1]) / 2.0;
        }
    }
    angles[1] -= 0.5 * (angles[2] - angles[1]);
    let mut graph = Graph::default();
    graph.add_vertex([0.0; 3]);
    for &angle in &angles[1..count] {
        let x = angle * angle.cos();
        graph.add_vertex([if clockwise { 0.0 - x } else { x }, angle * angle.sin(), 0.0]);
    }
    for v in 0..count - 1 {
        let point = |v: usize| graph.vertices[v].point;
        let along =
            |from: usize, to: usize| normalise([point(to)[0] - point(from)[0], point(to)[1] - point(from)[1], 0.0]);
        let tangents = [Some(along(v.saturating_sub(1), v + 1)), Some(along(v, (v + 1).min(count - 1)))];
        if let Some(id) = graph.add_edge(v, v + 1) {
            graph.edges[id].tangents = tangents;
        }
    }
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(0);
    }
    Ok(graph)
}

/// The most steps in the first turn with which a spiral does not get more sites than it should have.
fn steps_in_first_turn(turns: i32, sites: i32) -> i32 {
    for base in 1..sites {
        let mut steps = base;
        let mut total = 1;
        for ring in 1..turns {
            total += steps;
            if total > sites {
                return base - 1;
            }
            if ring <= 2 {
                steps *= 2;
            }
        }
    }
    0
}

/// `(wedge …)`.
pub(super) fn wedge(call: &Call) -> Result<Graph> {
    let rows = dimension(call, "rows")?;
    let columns = optional_dimension(call, "columns")?.unwrap_or(3);
    check_size(call, rows, columns)?;
    if columns < 2 || rows < 1 {
        return Err(BoardError::argument(call, "columns"));
    }
    let top = f64::from(rows - 1);
    let mut graph = Graph::default();
    graph.add_vertex([top, top, 0.0]);
    for r in 1..rows {
        let (left, right) = (top - f64::from(r), top + f64::from(r));
        for c in 0..columns {
            let t = f64::from(c) / f64::from(columns - 1);
            graph.add_vertex([left + t * (right - left), top - f64::from(r), 0.0]);
        }
    }
    let (rows, columns) = (rows as usize, columns as usize);
    for c in 0..columns {
        graph.add_edge(0, c + 1);
    }
    for r in 1..rows {
        let from = (r - 1) * columns + 1;
        for c in 0..columns - 1 {
            graph.add_edge(from + c, from + c + 1);
        }
        if r + 1 < rows {
            for c in 0..columns {
                graph.add_edge(from + c, from + columns + c);
            }
        }
    }
    Ok(graph)
}

/// `(graph …)`: vertices and edges as listed.
pub(super) fn listed(call: &Call) -> Result<Graph> {
    let points = points(call, "vertices")?.unwrap_or_default();
    check_size(call, points.len() as i32, 1)?;
    let mut pairs = Vec::new();
    for pair in dimension_lists(call, "edges")?.unwrap_or_default() {
        match *pair.into_iter().map(usize::try_from).collect::<Vec<_>>() {
            [Ok(a), Ok(b), ..] => pairs.push([a, b]),
            _ => return Err(BoardError::argument(call, "edges")),
        }
    }
    Ok(Graph::from_lists(&points, &pairs))
}
