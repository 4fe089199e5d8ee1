//! Hexagons made of quadrilaterals, in six sections or in three.

use std::f64::consts::PI;

use super::super::geometry::{Point, rotate};
use super::super::graph::Graph;
use super::super::numbers::dimension;
use super::{Result, check_size};
use crate::lud::tree::Call;

/// `(quadhex …)`.
pub(super) fn quadhex(call: &Call) -> Result<Graph> {
    let layers = dimension(call, "layers")?;
    check_size(call, 3 * layers, 2 * layers)?;
    let mut graph = Graph::default();
    if call.get("thirds").bool().unwrap_or(false) {
        three_sections(&mut graph, layers);
    } else {
        six_sections(&mut graph, layers);
    }
    graph.make_faces(true);
    graph.reorder_all();
    Ok(graph)
}

fn between(t: f64, a: Point, b: Point) -> Point {
    [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), 0.0]
}

fn six_sections(graph: &mut Graph, layers: i32) {
    let size = f64::from(layers);
    let height = size * 3.0_f64.sqrt() / 2.0;
    let (a, b, c, e) = ([0.0; 3], [0.0, height, 0.0], [size / 2.0, height, 0.0], [size, 0.0, 0.0]);
    let d = [(c[0] + e[0]) / 2.0, (c[1] + e[1]) / 2.0, 0.0];
    for turn in 0..6 {
        let theta = f64::from(turn) * PI / 3.0;
        for row in 0..layers {
            let (r0, r1) = (f64::from(row) / size, f64::from(row + 1) / size);
            let (ad0, ad1) = (rotate(between(r0, a, d), theta), rotate(between(r1, a, d), theta));
            let (bc0, bc1) = (rotate(between(r0, b, c), theta), rotate(between(r1, b, c), theta));
            for column in 0..layers {
                let (c0, c1) = (f64::from(column) / size, f64::from(column + 1) / size);
                let va = graph.find_or_add_vertex(between(c0, ad0, bc0));
                let vb = graph.find_or_add_vertex(between(c1, ad0, bc0));
                let vc = graph.find_or_add_vertex(between(c1, ad1, bc1));
                graph.find_or_add_edge(va, vb);
                graph.find_or_add_edge(vb, vc);
                if row == layers - 1 {
                    let vd = graph.find_or_add_vertex(between(c0, ad1, bc1));
                    graph.find_or_add_edge(vc, vd);
                }
            }
        }
    }
}

fn three_sections(graph: &mut Graph, layers: i32) {
    let size = f64::from(layers);
    let height = size * 3.0_f64.sqrt() / 2.0;
    let (o, a, c, e) = ([0.0; 3], [-size / 2.0, -height, 0.0], [-size, 0.0, 0.0], [0.0, -height, 0.0]);
    let ratio = size / (size + 0.5);
    let (f, g) = (between(ratio, e, o), between(ratio / 2.0, a, c));
    let mut section = Graph::default();
    for row in 0..layers {
        let (r0, r1) = (f64::from(row) / size, f64::from(row + 1) / size);
        let (ae0, ae1) = (between(r0, a, e), between(r1, a, e));
        let (gf0, gf1) = (between(r0, g, f), between(r1, g, f));
        for column in 0..layers {
            let (c0, c1) = (f64::from(column) / size, f64::from(column + 1) / size);
            let corners = [between(c0, ae0, gf0), between(c1, ae0, gf0), between(c0, ae1, gf1), between(c1, ae1, gf1)];
            for mirror in [1.0, -1.0] {
                let [va, vb, vc, vd] = corners.map(|[x, y, _]| section.find_or_add_vertex([mirror * x, y, 0.0]));
                for (from, to) in [(va, vb), (vc, vd), (va, vc), (vb, vd)] {
                    section.find_or_add_edge(from, to);
                }
            }
        }
    }
    let count = section.vertices.len();
    for turn in 0..3 {
        for vertex in &mut section.vertices {
            graph.add_vertex(vertex.point);
            vertex.point = rotate(vertex.point, 2.0 * PI / 3.0);
        }
        for edge in &section.edges {
            graph.add_edge(edge.a + turn * count, edge.b + turn * count);
        }
    }
    let layers = layers as usize;
    let seam = |turn: usize, at: usize| turn % 3 * count + at;
    for turn in 0..3 {
        let tip = layers * (2 * layers + 3);
        graph.find_or_add_edge(seam(turn, tip), seam(turn + 1, tip));
    }
    for turn in 0..3 {
        graph.find_or_add_edge(seam(turn, 4 * layers + 2), seam(turn + 1, 4 * layers));
    }
}
