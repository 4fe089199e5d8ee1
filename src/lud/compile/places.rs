//! Named places of the equipment: regions, maps and tracks.

use super::equipment::role_owners;
use super::{Compiled, Compiler};
use crate::lud::board::SiteType;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Scratch};
use crate::lud::play::rules::{NamedRegion, NumberMap};
use crate::lud::play::state::State;
use crate::lud::tree::{Call, Value};

impl Compiler {
    /// The site of a type whose coordinate label is this.
    pub(crate) fn labelled(&self, kind: SiteType, label: &str) -> Option<i32> {
        self.rules.topology.of(kind).sites.iter().position(|site| site.label == label).map(|site| site as i32)
    }

    /// What a function gives before the game starts.
    fn before_start(&self, function: &IntFn) -> i32 {
        let mut state = State::empty(&self.rules.layout, self.rules.players, self.rules.features.memory);
        let mut scratch = Scratch::default();
        function.eval(&mut Context::new(&self.rules, &mut state, &mut scratch))
    }

    /// Makes the maps.
    pub(super) fn maps(&mut self, items: &[&Call]) -> Compiled<()> {
        for item in items.iter().filter(|item| item.name() == "Map") {
            let name = item.get("name").text().unwrap_or("Map").to_owned();
            let mut pairs: Vec<(i32, i32)> = Vec::new();
            for pair in item.get("pairs").elements().iter().filter_map(Value::call) {
                let key = self.map_number(pair.get("key"), true)?;
                let value = match pair.get("landmark").constant() {
                    Some(landmark) => self.landmark(pair, landmark)?,
                    None => self.map_number(pair.get("value"), false)?,
                };
                insert(&mut pairs, key, value);
            }
            let keys = item.get("keys").elements().to_vec();
            let values = item.get("values").elements().to_vec();
            for (key, value) in keys.iter().zip(&values) {
                let key = self.map_number(key, true)?;
                let value = self.map_number(value, false)?;
                insert(&mut pairs, key, value);
            }
            pairs.sort_unstable();
            self.rules.maps.push(NumberMap { name, pairs });
        }
        Ok(())
    }

    fn map_number(&mut self, value: &Value, is_key: bool) -> Compiled<i32> {
        match value {
            Value::Text(text) => {
                let kind = self.rules.default_type();
                let letters = text.chars().take_while(char::is_ascii_uppercase).count();
                let is_coordinate = letters > 0
                    && letters < text.len()
                    && text[letters..].chars().all(|letter| letter.is_ascii_digit());
                Ok(if is_key || is_coordinate {
                    self.labelled(kind, text).unwrap_or(-1)
                } else {
                    self.rules.component(text).map_or(-1, |index| index as i32)
                })
            }
            Value::Constant(_, role) => {
                let role = IntFn::role(self, role)?;
                Ok(self.before_start(&role))
            }
            value => {
                let function = self.int(value)?;
                Ok(self.before_start(&function))
            }
        }
    }

    fn landmark(&self, call: &Call, landmark: &str) -> Compiled<i32> {
        let kind = if self.rules.default_type() == SiteType::Vertex { SiteType::Vertex } else { SiteType::Cell };
        let elements = self.rules.topology.of(kind);
        let set = match landmark {
            "BottomSite" => &elements.bottom,
            "CentreSite" => &elements.centre,
            "LeftSite" => &elements.left,
            "RightSite" => &elements.right,
            "Topsite" => &elements.top,
            "FirstSite" => return Ok(0),
            "LastSite" => return Ok(elements.sites.len() as i32 - 1),
            _ => return Err(self.unsupported(call)),
        };
        set.first().map(|&site| i32::from(site)).ok_or_else(|| self.unsupported(call))
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
            let mut kinds = Vec::new();
            for slot in ["staticRegion", "staticRegions"] {
                kinds.extend(item.get(slot).elements().iter().filter_map(Value::constant));
            }
            let role = item.get("role").constant();
            let owner = match role {
                None | Some("Neutral") => role.map(|_| 0),
                Some(role) => role_owners(Some(role), players).first().copied(),
            };
            let name = item.get("name").text().map_or_else(|| format!("Region{}", role.unwrap_or("P1")), str::to_owned);
            self.rules.regions.push(NamedRegion { name, owner, sites, kinds });
        }
        Ok(())
    }
}

/// Adds a pair to a map; a later value replaces an earlier one, and what is off the board is left out.
fn insert(pairs: &mut Vec<(i32, i32)>, key: i32, value: i32) {
    if key != -1 && value != -1 {
        pairs.retain(|pair| pair.0 != key);
        pairs.push((key, value));
    }
}
