//! From a finished graph to a [`Topology`].

use std::collections::HashMap;
use std::sync::OnceLock;

use super::direction::{AbsoluteDirection, COMPASS, RelationType};
use super::graph::{Graph, compare};
use super::measure::{self, Measures, SIDES};
use super::steps::{RawStep, steps};
use super::topology::{Element, Elements, SiteType, Step, StepTable, Topology};
use crate::lud::tree::{Call, Value};

/// How the game around a board bears on it.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuildOptions {
    /// Whether the rules ask for layers (`(layer …)`): rows and columns then come from exact positions.
    pub three_dimensions: bool,
}

impl BuildOptions {
    /// What a resolved game description asks of its board.
    #[must_use]
    pub fn of_game(game: &Call) -> Self {
        Self { three_dimensions: find(game, &|call| call.class == "functions.ints.board.Layer").is_some() }
    }
}

/// The board ludeme of a resolved game description.
#[must_use]
pub fn board_of(game: &Call) -> Option<&Call> {
    find(game, &|call| call.class.starts_with("equipment.container.board.") && call.name() != "Track")
}

/// The first ludeme, from the top down, for which a condition holds.
fn find<'a>(call: &'a Call, wanted: &impl Fn(&Call) -> bool) -> Option<&'a Call> {
    fn find_in<'a>(value: &'a Value, wanted: &impl Fn(&Call) -> bool) -> Option<&'a Call> {
        match value {
            Value::Call(call) => find(call, wanted),
            Value::Array(elements) => elements.iter().find_map(|element| find_in(element, wanted)),
            _ => None,
        }
    }
    if wanted(call) { Some(call) } else { call.slots.iter().find_map(|slot| find_in(&slot.value, wanted)) }
}

/// Derives everything that rules ask of a board.
pub(super) fn finish(graph: &Graph, default: SiteType, is_boardless: bool, options: BuildOptions) -> Topology {
    let measures = Measures::of(graph);
    let elements = [SiteType::Cell, SiteType::Vertex, SiteType::Edge]
        .map(|kind| elements(graph, kind, &measures, is_boardless, options));
    Topology {
        default,
        elements,
        basis: graph.basis,
        curves: graph
            .edges
            .iter()
            .map(|edge| match edge.tangents {
                [Some(a), Some(b)] => Some([[a[0], a[1]], [b[0], b[1]]]),
                _ => None,
            })
            .collect(),
        pivots: graph.vertices.iter().map(|vertex| vertex.pivot.map(|p| p as u16)).collect(),
    }
}

fn elements(graph: &Graph, kind: SiteType, measures: &Measures, is_boardless: bool, options: BuildOptions) -> Elements {
    let steps = steps(graph, kind);
    let mut sites = sites(graph, kind, measures);
    for (site, steps) in sites.iter_mut().zip(&steps) {
        let related = |relation: RelationType| -> Vec<u16> {
            let bit = 1u64 << relation.key() as u64;
            steps.iter().filter(|s| s.to_type == kind && s.listed & bit != 0).map(|s| s.to as u16).collect()
        };
        site.all = related(RelationType::All);
        if kind == SiteType::Edge {
            // Edges know one kind of neighbour only.
            site.orthogonal = site.all.clone();
            site.adjacent = site.all.clone();
        } else {
            site.orthogonal = related(RelationType::Orthogonal);
            site.diagonal = related(RelationType::Diagonal);
            site.off = related(RelationType::OffDiagonal);
            site.adjacent = related(RelationType::Adjacent);
        }
    }
    let properties = &measures.properties[kind as usize];
    let duplicates = measures.duplicates[kind as usize];
    let by_position = duplicates || options.three_dimensions;
    let rows = lines_of_sites(&mut sites, by_position, 1, |site| &mut site.row);
    let columns = lines_of_sites(&mut sites, by_position, 0, |site| &mut site.column);
    let layers = if is_boardless { Vec::new() } else { layers(&mut sites, duplicates) };
    if duplicates && !is_boardless {
        for site in &mut sites {
            site.label = short_label(site.column, site.row);
        }
    }
    if kind == SiteType::Edge {
        for (id, site) in sites.iter_mut().enumerate() {
            site.label = id.to_string();
        }
    }
    let with = |property: u64| -> Vec<u16> {
        properties.iter().enumerate().filter(|(_, p)| **p & property != 0).map(|(id, _)| id as u16).collect()
    };
    let sides = COMPASS
        .into_iter()
        .map(|direction| {
            let bit = SIDES.iter().position(|side| *side == direction);
            (direction, bit.map_or_else(Vec::new, |n| with(measure::SIDE << n)))
        })
        .collect();
    Elements {
        supported: RelationType::ALL.map(|relation| supported(&steps, kind, relation)),
        supported_here: Default::default(),
        courses: OnceLock::new(),
        steps: step_table(&steps, kind),
        lines: OnceLock::new(),
        corners: with(measure::CORNER),
        concave: with(measure::CONCAVE),
        convex: with(measure::CONVEX),
        outer: with(measure::OUTER),
        perimeter: with(measure::PERIMETER),
        inner: with(measure::INNER),
        major: with(measure::MAJOR),
        minor: with(measure::MINOR),
        top: with(measure::TOP),
        bottom: with(measure::BOTTOM),
        left: with(measure::LEFT),
        right: with(measure::RIGHT),
        centre: with(measure::CENTRE),
        axial: with(measure::AXIAL),
        horizontal: with(measure::HORIZONTAL),
        vertical: with(measure::VERTICAL),
        angled: with(measure::ANGLED),
        slash: with(measure::SLASH),
        slosh: with(measure::SLOSH),
        rows,
        columns,
        layers,
        diagonals: Vec::new(),
        phases: (0..6).map(|n| with(measure::PHASE << n)).collect(),
        sides,
        sites,
    }
}

/// Sites with what the graph alone says.
fn sites(graph: &Graph, kind: SiteType, measures: &Measures) -> Vec<Element> {
    let narrow = |ids: &[usize]| -> Vec<u16> { ids.iter().map(|&id| id as u16).collect() };
    // In the order in which Ludii goes through the owners, not around the element.
    let mut edges_of: Vec<Vec<u16>> = vec![Vec::new(); if kind == SiteType::Vertex { graph.vertices.len() } else { 0 }];
    let mut cells_of: Vec<Vec<u16>> = vec![Vec::new(); graph.count(kind)];
    if kind == SiteType::Vertex {
        for (e, edge) in graph.edges.iter().enumerate() {
            edges_of[edge.a].push(e as u16);
            edges_of[edge.b].push(e as u16);
        }
    }
    for (f, face) in graph.faces.iter().enumerate() {
        match kind {
            SiteType::Cell => cells_of[f].push(f as u16),
            SiteType::Vertex => face.vertices.iter().for_each(|&v| cells_of[v].push(f as u16)),
            SiteType::Edge => face.edges.iter().for_each(|&e| cells_of[e].push(f as u16)),
        }
    }
    cells_of
        .into_iter()
        .enumerate()
        .map(|(id, cells)| {
            let situation = measures.situations[kind as usize].get(id).cloned().unwrap_or_default();
            let (vertices, edges) = match kind {
                SiteType::Cell => (narrow(&graph.faces[id].vertices), narrow(&graph.faces[id].edges)),
                SiteType::Vertex => (vec![id as u16], std::mem::take(&mut edges_of[id])),
                SiteType::Edge => (narrow(&[graph.edges[id].a, graph.edges[id].b]), vec![id as u16]),
            };
            let phase = measure::phase_of(measures.properties[kind as usize][id]);
            Element {
                point: graph.point(kind, id),
                row: situation.row,
                column: situation.column,
                layer: situation.layer,
                label: situation.label,
                vertices,
                edges,
                cells,
                phase: phase.map_or(-1, |phase| phase as i32),
                ..Element::default()
            }
        })
        .collect()
}

/// Groups sites into rows or columns, by their number or, on request, by their exact position along an axis.
fn lines_of_sites(
    sites: &mut [Element],
    by_position: bool,
    axis: usize,
    index: impl Fn(&mut Element) -> &mut i32,
) -> Vec<Vec<u16>> {
    const TOLERANCE: f64 = 0.001;
    let mut lines: Vec<Vec<u16>> = Vec::new();
    if by_position {
        let mut positions: Vec<f64> = Vec::new();
        for site in sites.iter().filter(|site| site.point[2] == 0.0) {
            if !positions.iter().any(|p| (site.point[axis] - p).abs() < TOLERANCE) {
                positions.push(site.point[axis]);
            }
        }
        positions.sort_by(|a, b| compare(*a, *b));
        for (n, position) in positions.into_iter().enumerate() {
            let mut line = Vec::new();
            for (id, site) in sites.iter_mut().enumerate() {
                if (site.point[axis] - position).abs() < TOLERANCE {
                    line.push(id as u16);
                    *index(site) = n as i32;
                }
            }
            lines.push(line);
        }
    } else {
        for (id, site) in sites.iter_mut().enumerate() {
            // Cluster numbers are not negative.
            let n = *index(site) as usize;
            if lines.len() <= n {
                lines.resize(n + 1, Vec::new());
            }
            lines[n].push(id as u16);
        }
    }
    lines
}

fn layers(sites: &mut [Element], duplicates: bool) -> Vec<Vec<u16>> {
    if duplicates {
        // A height that is new goes behind its place in the order, as in Ludii.
        let mut heights: Vec<f64> = Vec::new();
        for site in sites.iter() {
            if let Err(place) = heights.binary_search_by(|h| compare(*h, site.point[2])) {
                heights.insert((place + 1).min(heights.len()), site.point[2]);
            }
        }
        let numbers: HashMap<u64, usize> = heights.iter().enumerate().map(|(n, h)| (h.to_bits(), n)).collect();
        for site in sites.iter_mut() {
            if let Some(&n) = numbers.get(&site.point[2].to_bits()) {
                site.layer = n as i32;
            }
        }
    }
    let mut layers: Vec<Vec<u16>> = Vec::new();
    for (id, site) in sites.iter().enumerate() {
        let n = site.layer as usize;
        if layers.len() <= n {
            layers.resize(n + 1, Vec::new());
        }
        layers[n].push(id as u16);
    }
    layers
}

fn short_label(column: i32, row: i32) -> String {
    let letter = |offset: i32| char::from_u32(('A' as i32 + offset) as u32).unwrap_or('?');
    let mut label = String::new();
    if column >= 26 {
        label.push(letter(column / 26 - 1));
    }
    label.push(letter(column % 26));
    label.push_str(&(row + 1).to_string());
    label
}

fn supported(steps: &[Vec<RawStep>], kind: SiteType, relation: RelationType) -> Vec<AbsoluteDirection> {
    let bit = 1u64 << relation.key() as u64;
    let mut found: Vec<AbsoluteDirection> = Vec::new();
    let mut seen = 0u64;
    for step in steps.iter().flatten().filter(|s| s.to_type == kind && s.listed & bit != 0) {
        for direction in AbsoluteDirection::ALL {
            let own = 1u64 << direction as u64;
            if direction.is_specific() && step.listed & own & !seen != 0 {
                seen |= own;
                found.push(direction);
            }
        }
    }
    found.sort_by_key(|direction| direction.facing_index());
    found
}

fn step_table(steps: &[Vec<RawStep>], kind: SiteType) -> StepTable {
    let mut table = StepTable::default();
    for steps in steps {
        for direction in AbsoluteDirection::ALL {
            let bit = 1u64 << direction as u64;
            table.starts.push(table.steps.len() as u32);
            table.within_starts.push(table.within.len() as u32);
            for step in steps.iter().filter(|s| s.listed & bit != 0) {
                table.steps.push(Step { to_type: step.to_type, to: step.to as u16 });
                if step.to_type == kind {
                    table.within.push(step.to as u16);
                }
            }
        }
        table.starts.push(table.steps.len() as u32);
        table.within_starts.push(table.within.len() as u32);
    }
    table
}
