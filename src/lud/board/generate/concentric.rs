//! Concentric boards: morris boards of any number of sides, targets; circles are in their own file.

use std::f64::consts::PI;

use super::super::error::BoardError;
use super::super::geometry::normalise;
use super::super::graph::Graph;
use super::super::numbers::{dimensions, optional_dimension};
use super::super::topology::SiteType;
use super::circle::{cells_on_circles, vertices_on_circles};
use super::{Result, check_size};
use crate::lud::tree::{Call, Value};

/// `(concentric …)`.
pub(super) fn concentric(call: &Call, site_type: SiteType) -> Result<Graph> {
    let rings = optional_dimension(call, "rings")?;
    let stagger = flag(call, "stagger")?.unwrap_or(false);
    match (call.get("shape").constant(), optional_dimension(call, "sides")?, rings) {
        (Some("Triangle"), _, Some(rings)) => polygons(call, 3, rings, site_type),
        (Some("Square"), _, Some(rings)) => polygons(call, 4, rings, site_type),
        (Some("Hexagon"), _, Some(rings)) => polygons(call, 6, rings, site_type),
        (Some("Target"), _, Some(rings)) => match optional_dimension(call, "steps")? {
            Some(steps) => {
                check_size(call, rings, steps)?;
                circles(call, &vec![steps; rings as usize], false, site_type)
            }
            None => target(call, rings),
        },
        (None, Some(sides), Some(rings)) => polygons(call, sides, rings, site_type),
        _ => {
            let cells = dimensions(call, "cells")?.ok_or_else(|| BoardError::argument(call, "cells"))?;
            circles(call, &cells, stagger, site_type)
        }
    }
}

fn flag(call: &Call, name: &'static str) -> Result<Option<bool>> {
    match call.get(name) {
        Value::Empty => Ok(None),
        Value::Bool(value) => Ok(Some(*value)),
        _ => Err(BoardError::argument(call, name)),
    }
}

fn circles(call: &Call, cells: &[i32], stagger: bool, site_type: SiteType) -> Result<Graph> {
    let widest = cells.iter().map(|n| n.saturating_abs()).max().unwrap_or(0);
    check_size(call, cells.len() as i32 + 1, 2 * widest)?;
    Ok(if site_type == SiteType::Cell { cells_on_circles(cells, stagger) } else { vertices_on_circles(cells, stagger) })
}

/// Polygons within polygons, joined at midpoints or corners.
fn polygons(call: &Call, sides: i32, rings: i32, site_type: SiteType) -> Result<Graph> {
    check_size(call, 2 * sides, rings)?;
    if sides < 3 {
        return Err(BoardError::argument(call, "sides"));
    }
    let midpoints = flag(call, "midpoints")?.unwrap_or(true);
    let join_midpoints = flag(call, "joinMidpoints")?.unwrap_or(true);
    let join_corners = flag(call, "joinCorners")?.unwrap_or(false);
    let arc = 2.0 * PI / f64::from(sides);
    let start = PI / 2.0 + if sides % 2 == 0 { arc / 2.0 } else { 0.0 };
    let mut graph = Graph::default();
    for ring in 0..rings {
        let radius = f64::from(1 + ring * if sides == 3 { 2 } else { 1 });
        let first = graph.vertices.len();
        for side in 0..sides {
            let corner = |side: i32| {
                let angle = start + arc * f64::from(side);
                [radius * angle.cos(), radius * angle.sin(), 0.0]
            };
            let (a, c) = (corner(side), corner(side + 1));
            graph.find_or_add_vertex(a);
            if midpoints {
                graph.find_or_add_vertex([(a[0] + c[0]) / 2.0, (a[1] + c[1]) / 2.0, 0.0]);
            }
        }
        let end = graph.vertices.len();
        for v in first..end {
            graph.add_edge(v, if v + 1 < end { v + 1 } else { first });
        }
    }
    if midpoints && join_midpoints || join_corners {
        let per_side = if midpoints { 2 } else { 1 };
        let per_ring = sides as usize * per_side;
        for ring in 0..rings.max(1) as usize - 1 {
            for side in 0..sides as usize {
                let corner = ring * per_ring + side * per_side;
                if join_corners {
                    graph.add_edge(corner, corner + per_ring);
                }
                if join_midpoints {
                    graph.add_edge(corner + 1, corner + 1 + per_ring);
                }
            }
        }
    }
    graph.reorder_all();
    if site_type == SiteType::Cell {
        graph.make_faces(true);
    }
    Ok(graph)
}

/// Rings within rings, each one cell.
fn target(call: &Call, rings: i32) -> Result<Graph> {
    const STEPS: i32 = 8;
    check_size(call, rings, STEPS)?;
    let mut graph = Graph::default();
    for ring in 0..rings {
        let first = graph.vertices.len();
        for step in 0..STEPS {
            let angle = PI / 2.0 + 2.0 * PI / f64::from(STEPS) * f64::from(step);
            let radius = f64::from(ring + 1);
            graph.find_or_add_vertex([radius * angle.cos(), radius * angle.sin(), 0.0]);
        }
        let end = graph.vertices.len();
        for a in first..end {
            let b = if a + 1 < end { a + 1 } else { first };
            let (p, q) = (normalise(graph.vertices[a].point), normalise(graph.vertices[b].point));
            if let Some(id) = graph.add_edge(a, b) {
                graph.edges[id].tangents = [Some([-p[1], p[0], 0.0]), Some([q[1], -q[0], 0.0])];
            }
        }
    }
    graph.make_faces(true);
    for (f, face) in graph.faces.iter_mut().enumerate() {
        face.point = [0.0, if f == 0 { 0.0 } else { -(f as f64) - 0.5 }, 0.0];
    }
    Ok(graph)
}
