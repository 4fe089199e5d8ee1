//! Equipment: components and containers, numbered as Ludii numbers them.

use super::{Compiled, Compiler};
use crate::lud::board::AbsoluteDirection;
use crate::lud::play::rules::{Component, Container, ContainerKind, DiceSet};
use crate::lud::tree::{Call, Value};

/// Items of the equipment in the order in which Ludii creates them.
fn rank(call: &Call) -> usize {
    match call.name() {
        "Board" | "MancalaBoard" | "SurakartaBoard" | "Boardless" => 0,
        "Hand" => 1,
        "Deck" => 2,
        "Dice" => 3,
        "Hints" => 4,
        "Regions" => 5,
        "Map" => 6,
        "Dominoes" => 7,
        _ => 8,
    }
}

/// The items of an `equipment`, sorted as Ludii sorts them.
pub(super) fn sorted_items(equipment: &Call) -> Vec<&Call> {
    let mut items: Vec<&Call> = equipment.get("items").elements().iter().filter_map(Value::call).collect();
    items.sort_by_key(|item| rank(item));
    items
}

/// The players that a role stands for where equipment is given out.
pub(super) fn role_owners(role: Option<&str>, players: usize) -> Vec<u8> {
    match role {
        Some("Each") => (1..=players as u8).collect(),
        Some("Shared" | "All") => vec![players as u8 + 1],
        Some(role) => {
            role.strip_prefix('P').and_then(|digits| digits.parse().ok()).map_or(vec![0], |owner| vec![owner])
        }
        None => vec![0],
    }
}

impl Compiler {
    /// Makes hands and dice, after the board.
    pub(super) fn containers(&mut self, items: &[&Call], board_sites: i32) -> Compiled<()> {
        let players = self.rules.players;
        self.rules.containers.push(Container {
            kind: ContainerKind::Board,
            name: "Board".to_owned(),
            owner: 0,
            first: 0,
            sites: board_sites,
        });
        for item in items {
            match item.name() {
                "Hand" => {
                    let size = item.get("size").int().unwrap_or(1);
                    let kind = ContainerKind::Hand;
                    for owner in role_owners(item.get("role").constant(), players) {
                        let name = format!("Hand{owner}");
                        self.rules.containers.push(Container { kind, name, owner, first: 0, sites: size });
                    }
                }
                "Dice" => self.dice(item)?,
                "Deck" => return Err(self.unsupported(item)),
                _ => {}
            }
        }
        let mut first = board_sites;
        for container in self.rules.containers.iter_mut().skip(1) {
            container.first = first;
            first += container.sites;
        }
        Ok(())
    }

    /// Makes dice: dice of the same owner lie together in one container.
    fn dice(&mut self, item: &Call) -> Compiled<()> {
        let owner = match item.get("role").constant() {
            None => self.rules.players as u8 + 1,
            role => role_owners(role, self.rules.players)[0],
        };
        let count = item.get("num").int().ok_or_else(|| self.unsupported(item))?;
        let by_die: Vec<Vec<i16>> = item
            .get("facesByDie")
            .elements()
            .iter()
            .map(|die| die.elements().iter().filter_map(Value::int).map(|pips| pips as i16).collect())
            .collect();
        let listed: Vec<i16> =
            item.get("faces").elements().iter().filter_map(Value::int).map(|pips| pips as i16).collect();
        let announced = item.get("d").int();
        let numbers = announced.unwrap_or_else(|| {
            let first = by_die.first().map_or(6, Vec::len);
            (if listed.is_empty() { first } else { listed.len() }) as i32
        });
        let from = item.get("from").int().unwrap_or(1);
        let known = self.rules.dice.iter().position(|set| self.rules.containers[set.container].owner == owner);
        let container = match known {
            Some(known) => self.rules.dice[known].container,
            None => {
                let kind = ContainerKind::Dice;
                let name = format!("Dice{owner}");
                self.rules.containers.push(Container { kind, name, owner, first: 0, sites: 0 });
                let container = self.rules.containers.len() - 1;
                self.rules.dice.push(DiceSet { container, first: 0, dice: Vec::new(), faces: numbers });
                container
            }
        };
        self.rules.containers[container].sites += count;
        for die in 0..count as usize {
            let faces = if let Some(faces) = by_die.get(die) {
                faces.clone()
            } else if !listed.is_empty() {
                listed.clone()
            } else {
                (from..from + numbers).map(|pips| pips as i16).collect()
            };
            self.dice_faces.push((owner, faces));
        }
        Ok(())
    }

    /// Makes the components.
    pub(super) fn components(&mut self, items: &[&Call]) -> Compiled<()> {
        self.add_component(Component { name: "Disc".to_owned(), ..Component::default() }, None);
        for (index, (owner, faces)) in std::mem::take(&mut self.dice_faces).into_iter().enumerate() {
            let name = format!("Die{}", index + 1);
            self.add_component(Component { name, owner, faces, ..Component::default() }, None);
        }
        // Every container of dice is filled with the first dice of the game, as Ludii does.
        let mut first = 0;
        for index in 0..self.rules.dice.len() {
            let count = self.rules.containers[self.rules.dice[index].container].sites as usize;
            self.rules.dice[index].dice = (1..=count as u16).collect();
            self.rules.dice[index].first = first;
            first += count;
        }
        for item in items.iter().filter(|item| rank(item) >= 7) {
            match item.name() {
                "Piece" => self.piece(item)?,
                "Tile" if ["walk", "walks", "slots", "paths"].iter().all(|slot| item.get(slot).is_empty()) => {
                    self.piece(item)?;
                }
                _ => return Err(self.unsupported(item)),
            }
        }
        if self.rules.components.len() == 1 {
            // Ludii appends the player's number to its default pieces as to any other.
            for owner in 1..=self.rules.players as u8 {
                let suffix = if self.rules.players == 1 { String::new() } else { owner.to_string() };
                let component = Component { name: format!("Ball{owner}{suffix}"), owner, ..Component::default() };
                self.add_component(component, None);
            }
        }
        Ok(())
    }

    /// Puts the values of a puzzle in the place of pieces, of which a puzzle has none.
    pub(super) fn values_as_components(&mut self) {
        let Some(puzzle) = &self.rules.puzzle else { return };
        let values = 1..=puzzle.max;
        self.rules.features.memory = true;
        self.rules.components.truncate(1);
        self.piece_generators.truncate(1);
        for value in values {
            self.add_component(Component { name: value.to_string(), ..Component::default() }, None);
        }
    }

    fn piece(&mut self, item: &Call) -> Compiled<()> {
        let role = item.get("role").constant().unwrap_or("Each");
        let facing = item.get("dirn").constant().and_then(AbsoluteDirection::from_name);
        let flips = item
            .get("flips")
            .call()
            .map(|flips| (flips.get("flipA").int().unwrap_or(0), flips.get("flipB").int().unwrap_or(0)));
        let generator = item.get("generator").call();
        let players = self.rules.players;
        for owner in role_owners(Some(role), players) {
            let base = match item.get("name").text() {
                Some(name) => name.to_owned(),
                None if role == "Each" => item.name().to_owned(),
                None => format!("{}{owner}", item.name()),
            };
            // Ludii appends the owner's number; in games of one player only to neutral pieces.
            let owned = role == "Neutral" || (players > 1 && usize::from(owner) <= players && owner > 0);
            let name = if owned && !base.contains("Domino") && !base.contains("Die") {
                format!("{base}{owner}")
            } else {
                base
            };
            let component = Component {
                name,
                owner,
                facing: self.rules.facing.get(owner as usize).copied().flatten().or(facing),
                max_state: item.get("maxState").int(),
                max_count: item.get("maxCount").int(),
                max_value: item.get("maxValue").int(),
                flips,
                faces: Vec::new(),
            };
            self.add_component(component, generator.cloned());
        }
        Ok(())
    }

    fn add_component(&mut self, component: Component, generator: Option<Call>) {
        self.rules.components.push(component);
        self.piece_generators.push(generator);
    }
}
