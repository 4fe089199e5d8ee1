//! What can be said about a game at a glance: name, players, board, category, equipment, ludemes.

use super::load::Loaded;
use super::tree::{Call, Value};
use std::collections::BTreeMap;

/// What can be said about a game at a glance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Its name.
    pub name: String,
    /// Number of players.
    pub players: usize,
    /// Its board, as short as it can be said.
    pub board: String,
    /// Its classification, for example `board/space/connection`; empty where the metadata has none.
    pub category: String,
}

impl Facts {
    /// The facts about a loaded game.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Self {
        let tree = &loaded.tree;
        let name = tree.get("name").text().unwrap_or_default().to_owned();
        let players = tree.get("players").call().map_or(1, players);
        let board = items(tree).find(|item| item.class.contains(".board.")).map_or("none".to_owned(), board);
        Self { name, players, board, category: metadata_text(&loaded.metadata, "classification") }
    }
}

/// The pieces of equipment.
pub fn items(tree: &Call) -> impl Iterator<Item = &Call> {
    let equipment = tree.get("equipment").call();
    equipment.into_iter().flat_map(|equipment| equipment.get("items").elements()).filter_map(Value::call)
}

/// How often each ludeme is used: class, and the keyword that tells the members of a family apart.
#[must_use]
pub fn ludemes(tree: &Call) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    count(tree, &mut counts);
    counts
}

fn count(call: &Call, counts: &mut BTreeMap<String, usize>) {
    let keyword = call.slots.first().and_then(|slot| slot.value.constant()).filter(|_| call.is_construct);
    let name = keyword.map_or_else(|| call.class.to_owned(), |keyword| format!("{} {keyword}", call.class));
    *counts.entry(name).or_insert(0) += 1;
    call.slots.iter().for_each(|slot| count_value(&slot.value, counts));
}

fn count_value(value: &Value, counts: &mut BTreeMap<String, usize>) {
    match value {
        Value::Call(call) => count(call, counts),
        Value::Array(items) => items.iter().for_each(|item| count_value(item, counts)),
        _ => {}
    }
}

fn players(players: &Call) -> usize {
    players
        .slots
        .iter()
        .find_map(|slot| match &slot.value {
            Value::Int(number) => usize::try_from(*number).ok(),
            Value::Array(list) => Some(list.len()),
            _ => None,
        })
        .unwrap_or(1)
}

/// The board with its shape and sizes, for example `square 8` or `hex Diamond 11`.
fn board(board: &Call) -> String {
    let graph = board.slots.iter().find_map(|slot| slot.value.call());
    brief(graph.filter(|_| board.name() == "Board").unwrap_or(board))
}

fn brief(call: &Call) -> String {
    let words = call.slots.iter().filter_map(|slot| match &slot.value {
        Value::Int(number) => Some(number.to_string()),
        Value::Constant(_, constant) => Some((*constant).to_owned()),
        Value::Call(inner) => Some(format!("({})", inner.symbol)),
        Value::Array(_) => Some("{…}".to_owned()),
        _ => None,
    });
    std::iter::once(call.symbol.to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// The first text after this word in the metadata.
fn metadata_text(metadata: &str, word: &str) -> String {
    let after = metadata.find(&format!("({word} ")).map(|at| &metadata[at..]);
    after.and_then(|after| after.split('"').nth(1)).unwrap_or_default().to_owned()
}
