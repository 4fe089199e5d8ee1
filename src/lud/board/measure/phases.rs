//! Colours such that neighbours differ where four colours suffice.

use std::collections::VecDeque;

use super::super::graph::Graph;
use super::super::topology::SiteType;
use super::{KINDS, Measures, PHASE};

impl Measures {
    pub(super) fn set_phases(&mut self, graph: &Graph) {
        for kind in KINDS {
            let neighbours: Vec<Vec<usize>> = (0..graph.count(kind)).map(|id| neighbours(graph, kind, id)).collect();
            for start in 0..neighbours.len() {
                if phase_of(self.properties[kind as usize][start]).is_none() {
                    self.colour_from(kind, &neighbours, start);
                }
            }
        }
    }

    /// Colours a connected part, preferring elements whose neighbours already have two colours.
    fn colour_from(&mut self, kind: SiteType, neighbours: &[Vec<usize>], start: usize) {
        let properties = &mut self.properties[kind as usize];
        let colours = |properties: &[u64], id: usize| {
            neighbours[id].iter().filter_map(|&n| phase_of(properties[n])).fold(0u32, |set, phase| set | 1 << phase)
        };
        let mut visited = vec![false; neighbours.len()];
        let mut queue = VecDeque::from([start]);
        properties[start] |= PHASE;
        while let Some(id) = queue.pop_front() {
            if visited[id] {
                continue;
            }
            visited[id] = true;
            let taken = colours(properties, id);
            properties[id] |= PHASE << (!taken).trailing_zeros().min(4);
            for &neighbour in &neighbours[id] {
                if visited[neighbour] {
                    continue;
                }
                if colours(properties, neighbour).count_ones() > 1 {
                    queue.push_front(neighbour);
                } else {
                    queue.push_back(neighbour);
                }
            }
        }
    }
}

/// The lowest colour among an element's properties.
pub(in super::super) fn phase_of(properties: u64) -> Option<u32> {
    let phases = (properties / PHASE) & 0b11_1111;
    (phases != 0).then(|| phases.trailing_zeros())
}

fn neighbours(graph: &Graph, kind: SiteType, id: usize) -> Vec<usize> {
    match kind {
        SiteType::Vertex => graph.vertices[id].edges.iter().map(|&e| graph.edges[e].other(id)).collect(),
        SiteType::Edge => {
            let edge = &graph.edges[id];
            [edge.a, edge.b]
                .iter()
                .flat_map(|&v| graph.vertices[v].edges.iter().copied())
                .filter(|&other| other != id)
                .collect()
        }
        SiteType::Cell => graph.faces[id].edges.iter().filter_map(|&e| graph.edges[e].other_face(id)).collect(),
    }
}
