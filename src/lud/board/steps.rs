//! Single steps from every element, with the directions in which they lead.

use std::f64::consts::PI;

use super::direction::AbsoluteDirection::{self, Adjacent, All, Diagonal, OffDiagonal, Orthogonal};
use super::geometry::{Point, angle, distance, distance_to_line, normalise, which_side};
use super::graph::{Graph, compare};
use super::topology::SiteType;

/// A step with the set of directions under which it is listed.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawStep {
    pub to_type: SiteType,
    pub to: usize,
    /// Bit per [`AbsoluteDirection`]: the lists in which the step stands.
    pub listed: u64,
    /// Whether it is a diagonal, even if it stands in other lists because it was found as something else first.
    is_diagonal: bool,
}

const fn bit(direction: AbsoluteDirection) -> u64 {
    1 << direction as u64
}

const NEXT_TO: u64 = bit(Orthogonal) | bit(Adjacent) | bit(All);

/// Collects the steps of one element; a second step to the same place is dropped.
#[derive(Default)]
struct Collector(Vec<RawStep>);

impl Collector {
    fn add(&mut self, to_type: SiteType, to: usize, listed: u64) {
        let is_diagonal = listed & bit(Diagonal) != 0;
        match self.0.iter_mut().find(|step| step.to_type == to_type && step.to == to) {
            Some(existing) => existing.is_diagonal |= is_diagonal,
            None => self.0.push(RawStep { to_type, to, listed, is_diagonal }),
        }
    }
}

/// The steps from all elements of a type, each list clockwise from north.
pub(super) fn steps(graph: &Graph, kind: SiteType) -> Vec<Vec<RawStep>> {
    let unit = graph.average_edge_length();
    let mut is_pivot = vec![false; graph.vertices.len()];
    for pivot in graph.vertices.iter().filter_map(|v| v.pivot) {
        is_pivot[pivot] = true;
    }
    (0..graph.count(kind))
        .map(|id| {
            let mut collector = Collector::default();
            match kind {
                SiteType::Cell => steps_from_face(graph, id, &mut collector),
                SiteType::Vertex => steps_from_vertex(graph, id, &mut collector),
                SiteType::Edge => steps_from_edge(graph, id, &mut collector),
            }
            let mut steps = collector.0;
            set_compass(graph, graph.point(kind, id), &mut steps, unit);
            set_circular(graph, kind, id, &is_pivot, &mut steps);
            sort(graph, graph.point(kind, id), &mut steps);
            steps
        })
        .collect()
}

fn steps_from_vertex(graph: &Graph, id: usize, steps: &mut Collector) {
    let vertex = &graph.vertices[id];
    for &e in &vertex.edges {
        steps.add(SiteType::Vertex, graph.edges[e].other(id), NEXT_TO);
    }
    for &f in &vertex.faces {
        let face = &graph.faces[f];
        if face.vertices.len() < 4 {
            continue;
        }
        let mut best = None;
        let mut least = 1_000_000.0;
        for &to in face.vertices.iter().filter(|&&to| to != id) {
            let gap = distance_to_line(face.point, vertex.point, graph.vertices[to].point);
            if gap < least {
                least = gap;
                best = Some(to);
            }
        }
        if let Some(to) = best {
            steps.add(SiteType::Vertex, to, bit(Diagonal) | bit(All));
        }
    }
    for &e in &vertex.edges {
        steps.add(SiteType::Edge, e, NEXT_TO);
    }
    for &f in &vertex.faces {
        steps.add(SiteType::Cell, f, NEXT_TO);
    }
}

fn steps_from_edge(graph: &Graph, id: usize, steps: &mut Collector) {
    let edge = &graph.edges[id];
    let ends = [edge.a, edge.b];
    for v in ends {
        for &other in graph.vertices[v].edges.iter().filter(|&&other| other != id) {
            steps.add(SiteType::Edge, other, NEXT_TO);
        }
    }
    for v in ends {
        steps.add(SiteType::Vertex, v, NEXT_TO);
    }
    for face in [edge.left, edge.right].into_iter().flatten() {
        steps.add(SiteType::Cell, face, NEXT_TO);
    }
    for v in ends {
        for &face in &graph.vertices[v].faces {
            steps.add(SiteType::Cell, face, NEXT_TO);
        }
    }
}

fn steps_from_face(graph: &Graph, id: usize, steps: &mut Collector) {
    let face = &graph.faces[id];
    let mut used = vec![id];
    for &e in &face.edges {
        if let Some(other) = graph.edges[e].other_face(id) {
            used.push(other);
            steps.add(SiteType::Cell, other, NEXT_TO);
        }
    }
    // Through each vertex, the face that lies straightest across it.
    for &v in &face.vertices {
        let vertex = &graph.vertices[v];
        let mut best = None;
        let mut least = 1_000_000.0;
        for &other in vertex.faces.iter().filter(|f| !used.contains(f)) {
            let gap = distance_to_line(vertex.point, face.point, graph.faces[other].point);
            if gap < least {
                least = gap;
                best = Some(other);
            }
        }
        if let Some(other) = best {
            used.push(other);
            steps.add(SiteType::Cell, other, bit(Diagonal) | bit(Adjacent) | bit(All));
        }
    }
    for &v in &face.vertices {
        for &other in &graph.vertices[v].faces {
            if !used.contains(&other) {
                used.push(other);
                steps.add(SiteType::Cell, other, bit(OffDiagonal) | bit(Adjacent) | bit(All));
            }
        }
    }
    // Across the edge that leaves the face at a vertex of three edges.
    for &v in &face.vertices {
        let vertex = &graph.vertices[v];
        if vertex.edges.len() != 3 {
            continue;
        }
        let Some(&away) = vertex.edges.iter().find(|e| !face.edges.contains(e)) else { continue };
        let end = &graph.vertices[graph.edges[away].other(v)];
        for &other in &end.faces {
            if used.contains(&other) {
                continue;
            }
            let centre = graph.faces[other].point;
            let gap =
                distance_to_line(vertex.point, face.point, centre) + distance_to_line(end.point, face.point, centre);
            if gap / distance(face.point, centre) > 0.1 {
                continue;
            }
            used.push(other);
            steps.add(SiteType::Cell, other, bit(Diagonal) | bit(All));
        }
    }
    for &v in &face.vertices {
        steps.add(SiteType::Vertex, v, NEXT_TO);
    }
    for &e in &face.edges {
        steps.add(SiteType::Edge, e, NEXT_TO);
    }
}

/// Gives every step a compass direction: of eight if that keeps all steps of the element apart, else of sixteen.
fn set_compass(graph: &Graph, from: Point, steps: &mut [RawStep], unit: f64) {
    let point = |step: &RawStep| graph.point(step.to_type, step.to);
    let mut used = 0u64;
    let mut collision = false;
    for step in steps.iter() {
        let direction = bit(compass(from, point(step), unit, false));
        if used & direction != 0 {
            collision = true;
            break;
        }
        used |= direction;
    }
    for step in steps.iter_mut() {
        let direction = compass(from, point(step), unit, collision);
        let group = if direction.is_upward() {
            AbsoluteDirection::Upward
        } else if direction.is_downward() {
            AbsoluteDirection::Downward
        } else {
            AbsoluteDirection::SameLayer
        };
        step.listed |= bit(direction) | bit(group);
    }
}

/// The compass direction from one point to another.
fn compass(from: Point, to: Point, unit: f64, sixteen: bool) -> AbsoluteDirection {
    use AbsoluteDirection::{
        D, DE, DN, DNE, DNW, DS, DSE, DSW, DW, E, ENE, ESE, N, NE, NNE, NNW, NW, S, SE, SSE, SSW, SW, U, UE, UN, UNE,
        UNW, US, USE, USW, UW, W, WNW, WSW,
    };
    let rise = to[2] - from[2];
    let elevation = i32::from(rise > 0.1 * unit) - i32::from(rise < -0.1 * unit);
    if elevation != 0 && distance(from, to) < 0.1 * unit {
        return if elevation < 0 { D } else { U };
    }
    let mut angle = angle(from, to);
    if angle < 0.0 {
        angle += 2.0 * PI;
    }
    let count: u32 = if sixteen { 16 } else { 8 };
    let half = 2.0 * PI / f64::from(2 * count);
    let sector = (0..count)
        .find(|&k| angle < if k == 0 { half } else { half + f64::from(2 * k) * PI / f64::from(count) })
        .unwrap_or(0) as usize;
    match (elevation, sixteen) {
        (0, false) => [E, NE, N, NW, W, SW, S, SE][sector],
        (0, true) => [E, ENE, NE, NNE, N, NNW, NW, WNW, W, WSW, SW, SSW, S, SSE, SE, ESE][sector],
        (-1, false) => [DE, DNE, DN, DNW, DW, DSW, DS, DSE][sector],
        (-1, true) => [DE, DNE, DNE, DNE, DN, DNW, DNW, DNW, DW, DSW, DSW, DSW, DS, DSE, DSE, DSE][sector],
        (_, false) => [UE, UNE, UN, UNW, UW, USW, US, USE][sector],
        (_, true) => [UE, UNE, UNE, UNE, UN, UNW, UNW, UNW, UW, USW, USW, USW, US, USE, USE, USE][sector],
    }
}

/// Adds inwards, outwards and around on boards with a pivot.
fn set_circular(graph: &Graph, kind: SiteType, id: usize, is_pivot: &[bool], steps: &mut [RawStep]) {
    use AbsoluteDirection::{CCW, CW, In, Out, Rotational};
    if kind == SiteType::Vertex && is_pivot[id] {
        for step in steps {
            step.listed |= bit(Out) | bit(Rotational);
        }
        return;
    }
    let Some(pivot) = graph.pivot(kind, id) else { return };
    let (from, pivot) = (graph.point(kind, id), graph.vertices[pivot].point);
    let towards = |to: Point| normalise(std::array::from_fn(|i| to[i] - from[i]));
    let inwards = towards(pivot);
    for step in steps.iter_mut().filter(|step| !step.is_diagonal) {
        let to = graph.point(step.to_type, step.to);
        let along = towards(to);
        let dot = along[0] * inwards[0] + along[1] * inwards[1] + along[2] * inwards[2];
        let direction = if dot > 0.9 {
            In
        } else if dot < -0.9 {
            Out
        } else {
            // Ludii looks up the curve between the vertices with the numbers of the two elements, whatever they are.
            let curved = graph.vertices.get(id).is_some_and(|vertex| {
                vertex.edges.iter().any(|&e| graph.edges[e].matches(id, step.to) && graph.edges[e].is_curved())
            });
            if !curved {
                continue;
            }
            if which_side(from, pivot, to) > 0 { CW } else { CCW }
        };
        step.listed |= bit(direction) | bit(Rotational);
    }
}

/// Orders steps clockwise from north.
fn sort(graph: &Graph, from: Point, steps: &mut [RawStep]) {
    let mut keyed: Vec<(f64, RawStep)> =
        steps.iter().map(|step| (clockwise_score(from, graph.point(step.to_type, step.to)), *step)).collect();
    keyed.sort_by(|a, b| compare(a.0, b.0));
    for (slot, (_, step)) in steps.iter_mut().zip(keyed) {
        *slot = step;
    }
}

/// Angle clockwise from north, with a little tolerance so that north itself comes first.
pub(super) fn clockwise_score(from: Point, to: Point) -> f64 {
    let mut score = PI / 2.0 - angle(from, to) + 0.0001;
    while score < 0.0 {
        score += 2.0 * PI;
    }
    score
}
