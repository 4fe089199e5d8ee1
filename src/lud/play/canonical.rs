//! The canonical text of a position, in which positions are compared with Ludii's.

use super::layout::Plane;
use super::rules::Rules;
use super::state::State;
use crate::lud::board::SiteType;
use std::fmt::Write;

/// `globals` and then ` site=content` for every occupied site: cells, edges, vertices, each by number as text sorts it.
#[must_use]
pub fn canonical(rules: &Rules, state: &State) -> String {
    let mut text = globals(rules, state);
    for (site, content) in contents(rules, state) {
        let _ = write!(text, " {site}={content}");
    }
    text
}

/// Mover, scores where the game keeps them, and the ranking once it is over.
#[must_use]
pub fn globals(rules: &Rules, state: &State) -> String {
    let mut text = format!("m{}", state.mover);
    if rules.features.scores {
        let scores: Vec<String> = (1..=rules.players).map(|player| state.score[player].to_string()).collect();
        let _ = write!(text, " score={}", scores.join(","));
    }
    if state.over {
        let ranks: Vec<String> = (1..=rules.players).map(|player| format!("{:?}", state.ranking[player])).collect();
        let _ = write!(text, " over={}", ranks.join(","));
    }
    text
}

/// Every occupied site with its content, in the canonical order.
#[must_use]
pub fn contents(rules: &Rules, state: &State) -> Vec<(String, String)> {
    let layout = &rules.layout;
    let mut sites: Vec<(char, i32, String)> = Vec::new();
    if rules.features.stacking {
        for (flat, levels) in state.memory().stacks.iter() {
            let (kind, site) = layout.unflat(flat);
            let pieces: Vec<String> = levels
                .iter()
                .map(|piece| {
                    content(i32::from(piece.what), [1, piece.state.into(), piece.rotation.into(), piece.value.into()])
                })
                .collect();
            sites.push((letter(kind), site, pieces.join("/")));
        }
        sites.sort();
        return sites.into_iter().map(|(letter, site, content)| (format!("{letter}{site}"), content)).collect();
    }
    for flat in 0..layout.sites {
        let what = state.get(layout, Plane::What, flat);
        if what == 0 {
            continue;
        }
        let (kind, site) = layout.unflat(flat);
        let mut content = what.to_string();
        let planes =
            [(Plane::Count, 'c', 1), (Plane::State, 's', 0), (Plane::Rotation, 'r', 0), (Plane::Value, 'v', 0)];
        for (plane, letter, usual) in planes {
            let value = state.get(layout, plane, flat);
            if value > usual {
                let _ = write!(content, "{letter}{value}");
            }
        }
        sites.push((letter(kind), site, content));
    }
    sites.sort();
    sites.into_iter().map(|(letter, site, content)| (format!("{letter}{site}"), content)).collect()
}

/// A piece with its count, state, rotation and value, as far as they are not the usual ones.
fn content(what: i32, values: [i32; 4]) -> String {
    let mut text = what.to_string();
    for ((value, letter), usual) in values.into_iter().zip(['c', 's', 'r', 'v']).zip([1, 0, 0, 0]) {
        if value > usual {
            let _ = write!(text, "{letter}{value}");
        }
    }
    text
}

/// The letter of a site type.
#[must_use]
pub fn letter(kind: SiteType) -> char {
    match kind {
        SiteType::Cell => 'C',
        SiteType::Edge => 'E',
        SiteType::Vertex => 'V',
    }
}

/// FNV-1a over the bytes of a text.
#[must_use]
pub fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
