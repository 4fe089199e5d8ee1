//! How a compiled game's board is drawn, and what its sites hold.

use super::layout::Plane;
use super::rules::Rules;
use super::state::State;
use crate::game::{Drawing, DrawnSite, Mark, Seat};
use crate::lud::board::SiteType;

/// The flat sites that a drawing has, in its order: the board's own, then hands and dice.
fn drawn(rules: &Rules) -> impl Iterator<Item = usize> + '_ {
    let layout = &rules.layout;
    (0..layout.sites).filter(move |&flat| {
        // Ludii's numbers leave a gap where a board has fewer sites of its default type than cells.
        flat < layout.counts[layout.default as usize] || flat >= layout.board
    })
}

/// The board: cells as polygons, edges as lines where the game is played on vertices or edges; hands and dice in rows below.
pub fn drawing(rules: &Rules) -> Drawing {
    let elements = &rules.topology.elements;
    let place = |kind: SiteType, site: usize| {
        let point = elements[kind as usize].sites.get(site).map(|element| element.point).unwrap_or_default();
        (point[0] as f32, point[1] as f32)
    };
    let vertices = &elements[SiteType::Vertex as usize].sites;
    let low = |axis: usize| vertices.iter().map(|vertex| vertex.point[axis] as f32).fold(f32::INFINITY, f32::min);
    let high = |axis: usize| vertices.iter().map(|vertex| vertex.point[axis] as f32).fold(f32::NEG_INFINITY, f32::max);
    let (left, bottom) = if vertices.is_empty() { (0.0, 0.0) } else { (low(0), low(1)) };
    let extent = if vertices.is_empty() { 1.0 } else { (high(0) - low(0)).max(high(1) - low(1)) };
    // About the distance between neighbours, for hands to be as large as the board's own sites.
    let step = (extent / (rules.layout.counts[rules.layout.default as usize] as f32).sqrt().max(1.0)).max(1e-3);
    let off_board = |site: i32| {
        let containers = rules.containers.iter().skip(1).enumerate();
        let mut found =
            containers.filter(|(_, container)| (container.first..container.first + container.sites).contains(&site));
        found.next().map_or((left, bottom), |(row, container)| {
            (left + (site - container.first) as f32 * step, bottom - (row as f32 + 1.2) * step)
        })
    };
    let sites = drawn(rules)
        .map(|flat| {
            let (kind, site) = rules.layout.unflat(flat);
            let on_board = (site as usize) < rules.layout.counts[kind as usize]
                && (flat < rules.layout.board || flat >= rules.layout.containers_end);
            if !on_board {
                return DrawnSite { label: String::new(), centre: off_board(site), outline: Vec::new() };
            }
            let element = &elements[kind as usize].sites[site as usize];
            let corners = element.vertices.iter().map(|&vertex| place(SiteType::Vertex, vertex as usize));
            let outline = if kind == SiteType::Cell { corners.collect() } else { Vec::new() };
            DrawnSite { label: element.label.clone(), centre: place(kind, site as usize), outline }
        })
        .collect();
    let lines = if rules.layout.default == SiteType::Cell {
        Vec::new()
    } else {
        let edges = elements[SiteType::Edge as usize].sites.iter();
        edges
            .filter_map(|edge| match edge.vertices[..] {
                [a, b] => Some([place(SiteType::Vertex, a as usize), place(SiteType::Vertex, b as usize)]),
                _ => None,
            })
            .collect()
    };
    Drawing { sites, lines }
}

/// What the drawn sites hold: a piece's name, a number where several or only counters lie there, a die's pips, and a stack's
/// top piece with its height.
pub fn contents(rules: &Rules, state: &State) -> Vec<Mark> {
    let layout = &rules.layout;
    let mut index = vec![None; layout.sites];
    for (number, flat) in drawn(rules).enumerate() {
        index[flat] = Some(number as u32);
    }
    let owner = |number: u8| (1..=rules.players).contains(&usize::from(number)).then(|| Seat(number - 1));
    let own = |what: usize| rules.owners.get(what).copied().unwrap_or_default();
    let name = |what: usize| {
        let name = rules.components.get(what).map_or("", |component| component.name.as_str());
        name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
    };
    if rules.features.stacking {
        let stacks = state.memory().stacks.iter();
        return stacks
            .filter_map(|(flat, levels)| {
                let top = usize::from(levels.last()?.what);
                let glyph = if levels.len() > 1 { format!("{}×{}", name(top), levels.len()) } else { name(top) };
                Some(Mark { site: index[flat]?, owner: owner(own(top)), glyph })
            })
            .collect();
    }
    let counts = layout.planes[Plane::Count as usize].is_some();
    (0..layout.sites)
        .filter_map(|flat| {
            let what = usize::try_from(state.get(layout, Plane::What, flat)).ok().filter(|&what| what > 0)?;
            let who = layout.planes[Plane::Who as usize].map(|_| state.get(layout, Plane::Who, flat) as u8);
            let holder = who.unwrap_or_else(|| own(what));
            let faces = rules.components.get(what).map(|component| component.faces.as_slice()).unwrap_or_default();
            let count = state.get(layout, Plane::Count, flat);
            let glyph = match faces.get(state.get(layout, Plane::State, flat) as usize) {
                Some(pips) => pips.to_string(),
                None if counts && (count > 1 || owner(own(what)).is_none()) => count.to_string(),
                None => name(what),
            };
            Some(Mark { site: index[flat]?, owner: owner(holder), glyph })
        })
        .collect()
}
