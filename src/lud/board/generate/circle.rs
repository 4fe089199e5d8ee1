//! Circles within circles, divided into cells or joined along spokes.

use std::f64::consts::PI;

use super::super::geometry::{Point, distance, normalise};
use super::super::graph::{Graph, compare};
use super::shape::add_polygon;

/// A point on a circle with its angle.
#[derive(Clone, Copy)]
struct Sample {
    point: Point,
    angle: f64,
}

impl Sample {
    fn new(radius: f64, angle: f64) -> Self {
        Self { point: [radius * angle.cos(), radius * angle.sin(), 0.0], angle }
    }
}

/// Angles of the divisions of a ring, clockwise from the top.
fn angles(ring: usize, count: i32, stagger: bool) -> impl Iterator<Item = f64> {
    let offset = if stagger && ring % 2 == 1 { 2.0 * PI / f64::from(count) / 2.0 } else { 0.0 };
    (0..count).map(move |step| PI / 2.0 + offset - 2.0 * PI * f64::from(step) / f64::from(count))
}

/// Orders samples by angle and drops those that are nearly the same as the one before.
fn tidy(samples: &mut Vec<Sample>, tolerance: f64) {
    samples.sort_by(|a, b| compare(a.angle, b.angle));
    for n in (1..samples.len()).rev() {
        if distance(samples[n].point, samples[n - 1].point) < tolerance {
            samples.remove(n);
        }
    }
}

/// Joins neighbours on a circle by curves.
fn add_arcs(graph: &mut Graph, samples: &[Sample]) {
    let n = samples.len();
    for i in 0..n {
        let at = |i: usize| samples[i % n].point;
        let (Some(a), Some(b)) = (graph.find_vertex(at(i)), graph.find_vertex(at(i + 1))) else { continue };
        if a == b || graph.find_edge(a, b).is_some() {
            continue;
        }
        let between = |from: Point, to: Point| normalise([to[0] - from[0], to[1] - from[1], 0.0]);
        if let Some(id) = graph.add_edge(a, b) {
            graph.edges[id].tangents = [Some(between(at(i + n - 1), at(i + 1))), Some(between(at(i + 2), at(i)))];
        }
    }
}

/// Rings of cells, from the middle outwards; the numbers say how many cells each ring has.
pub(super) fn cells_on_circles(cells: &[i32], stagger: bool) -> Graph {
    let mut graph = Graph::default();
    if cells.is_empty() {
        return graph;
    }
    let pivot = graph.add_vertex([0.0; 3]);
    let radii = |ring: usize| ((ring as f64 - 0.5).max(0.0), ring as f64 + 0.5);
    let mut circles: Vec<Vec<Sample>> = vec![Vec::new(); cells.len() + 1];
    let divided = || cells.iter().enumerate().map(|(ring, n)| (ring, n.abs())).filter(|(_, n)| *n >= 2);
    for (ring, count) in divided() {
        let (inner, outer) = radii(ring);
        for mut angle in angles(ring, count, stagger) {
            while angle < -PI {
                angle += 2.0 * PI;
            }
            while angle > PI {
                angle -= 2.0 * PI;
            }
            circles[ring].push(Sample::new(inner, angle));
            circles[ring + 1].push(Sample::new(outer, angle));
        }
    }
    for samples in &mut circles {
        tidy(samples, 0.001);
    }
    for sample in circles.iter().flatten() {
        graph.find_or_add_vertex(sample.point);
    }
    for samples in circles.iter().filter(|samples| samples.len() >= 2) {
        add_arcs(&mut graph, samples);
    }
    for (ring, count) in divided() {
        let (inner, outer) = radii(ring);
        for angle in angles(ring, count, stagger) {
            let a = graph.find_or_add_vertex(Sample::new(inner, angle).point);
            let b = graph.find_or_add_vertex(Sample::new(outer, angle).point);
            if a != b {
                graph.find_or_add_edge(a, b);
            }
        }
    }
    for vertex in &mut graph.vertices {
        vertex.pivot = Some(pivot);
    }
    graph.make_faces(true);
    graph
}

/// Rings of vertices, joined around (unless their number is negative) and along spokes.
pub(super) fn vertices_on_circles(cells: &[i32], stagger: bool) -> Graph {
    let mut graph = Graph::default();
    match *cells {
        [] => return graph,
        [sides] => {
            add_polygon(&mut graph, sides);
            graph.reorder_all();
            return graph;
        }
        _ => {}
    }
    // Without a single vertex in the middle, the middle is empty.
    let mut rings = cells.to_vec();
    if rings[0].abs() > 1 {
        rings.insert(0, 0);
    }
    let has_pivot = rings[0] != 0;
    let mut circles: Vec<Vec<Sample>> = rings
        .iter()
        .enumerate()
        .map(|(ring, n)| angles(ring, n.abs(), stagger).map(|angle| Sample::new(ring as f64, angle)).collect())
        .collect();
    for samples in &mut circles[1..] {
        tidy(samples, 0.1);
    }
    for sample in circles.iter().flatten() {
        graph.find_or_add_vertex(sample.point);
    }
    for (samples, &count) in circles.iter().zip(&rings).skip(1) {
        if count >= 2 && samples.len() >= 2 {
            add_arcs(&mut graph, samples);
        }
    }
    for ring in 0..rings.len() - 1 {
        for sample in &circles[ring] {
            let Some(a) = graph.find_vertex(sample.point) else { continue };
            if ring == 0 {
                for outer in &circles[1] {
                    if let Some(b) = graph.find_vertex(outer.point) {
                        graph.find_or_add_edge(a, b);
                    }
                }
                continue;
            }
            let ratio = (ring + 1) as f64 / ring as f64;
            if let Some(b) = graph.find_vertex([sample.point[0] * ratio, sample.point[1] * ratio, 0.0]) {
                graph.find_or_add_edge(a, b);
                if !has_pivot {
                    graph.vertices[b].pivot = Some(a);
                }
            }
        }
    }
    if has_pivot {
        let pivot = graph.find_vertex([0.0; 3]);
        for vertex in &mut graph.vertices {
            vertex.pivot = pivot;
        }
    }
    graph
}
