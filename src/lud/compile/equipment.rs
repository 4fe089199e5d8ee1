//! Equipment: components, containers, and regions, numbered as Ludii numbers them.

use super::{CompileError, Compiled, Compiler};
use crate::lud::ludeme::direction::absolute_named;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::rules::{Component, Container, ContainerKind, NamedRegion};
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
fn role_owners(role: Option<&str>, players: usize) -> Vec<u8> {
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
        let mut first = board_sites;
        for item in items {
            match item.name() {
                "Hand" => {
                    let size = item.get("size").int().unwrap_or(1);
                    for owner in role_owners(item.get("role").constant(), players) {
                        let name = format!("Hand{owner}");
                        self.rules.containers.push(Container {
                            kind: ContainerKind::Hand,
                            name,
                            owner,
                            first,
                            sites: size,
                        });
                        first += size;
                    }
                }
                "Dice" | "Deck" => return Err(self.unsupported(item)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes the components.
    pub(super) fn components(&mut self, items: &[&Call]) -> Compiled<()> {
        self.rules.components.push(Component { name: "Disc".to_owned(), ..Component::default() });
        self.piece_generators.push(None);
        for item in items.iter().filter(|item| rank(item) == 8) {
            match item.name() {
                "Piece" => self.piece(item)?,
                _ => return Err(self.unsupported(item)),
            }
        }
        if self.rules.components.len() == 1 {
            for owner in 1..=self.rules.players as u8 {
                let component = Component { name: format!("Ball{owner}"), owner, ..Component::default() };
                self.add_component(component, None);
            }
        }
        Ok(())
    }

    fn piece(&mut self, item: &Call) -> Compiled<()> {
        let base = item.get("name").text().unwrap_or_default().to_owned();
        let role = item.get("role").constant().unwrap_or("Shared");
        let facing = item.get("dirn").constant().and_then(absolute_named);
        let flips = item
            .get("flips")
            .call()
            .map(|flips| (flips.get("flipA").int().unwrap_or(0), flips.get("flipB").int().unwrap_or(0)));
        let generator = item.get("generator").call();
        let players = self.rules.players;
        for owner in role_owners(Some(role), players) {
            // Ludii appends the owner's number; in games of one player only to neutral pieces.
            let name = if role == "Shared" || (players == 1 && role != "Neutral") {
                base.clone()
            } else {
                format!("{base}{owner}")
            };
            let component = Component {
                name,
                owner,
                facing: facing.or(self.rules.facing.get(owner as usize).copied().flatten()),
                max_state: item.get("maxState").int(),
                max_count: item.get("maxCount").int(),
                max_value: item.get("maxValue").int(),
                flips,
            };
            self.add_component(component, generator.cloned());
        }
        Ok(())
    }

    fn add_component(&mut self, component: Component, generator: Option<Call>) {
        self.rules.components.push(component);
        self.piece_generators.push(generator);
    }

    /// Makes the named and owned regions.
    pub(super) fn regions(&mut self, items: &[&Call]) -> Compiled<()> {
        let players = self.rules.players;
        for item in items.iter().filter(|item| item.name() == "Regions") {
            let mut sites = Vec::new();
            let listed = item.get("sites").elements();
            if !listed.is_empty() {
                sites.push(RegionFn::Fixed(Bits::from_sites(listed.iter().filter_map(Value::int))));
            }
            for slot in ["regionFn", "regionsFn"] {
                for value in item.get(slot).elements() {
                    sites.push(self.region(value)?);
                }
            }
            if sites.is_empty() {
                for slot in ["staticRegion", "staticRegions"] {
                    if !item.get(slot).is_empty() {
                        return Err(CompileError::new(
                            item,
                            "has a kind of static region that is not supported".to_owned(),
                        ));
                    }
                }
            }
            let role = item.get("role").constant();
            let owner = match role {
                None | Some("Neutral") => role.map(|_| 0),
                Some(role) => role_owners(Some(role), players).first().copied(),
            };
            let name = item.get("name").text().map_or_else(|| format!("Region{}", owner.unwrap_or(0)), str::to_owned);
            self.rules.regions.push(NamedRegion { name, owner, sites });
        }
        Ok(())
    }
}
