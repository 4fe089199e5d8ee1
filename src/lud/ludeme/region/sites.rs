//! `(sites …)` in all its forms.

use super::around::Around;
use super::lines::{Along, Between};
use super::occupied::Occupied;
use super::pattern::Pattern;
use super::relations::{Distance, Groups, Incident, Walks};
use super::set_table::SetTable;
use super::sight::LineOfSight;
use super::{MoveSite, RegionFn};
use crate::lud::board::{AbsoluteDirection, Elements, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::int::{IntFn, TrackOf, labelled};
use crate::lud::play::bits::Bits;
use crate::lud::play::rules::ContainerKind;
use crate::lud::tree::{Call, Value};

/// Sets of sites that an index picks one of.
fn indexed<'e>(elements: &'e Elements, keyword: &str) -> Option<&'e [Vec<u16>]> {
    Some(match keyword {
        "Row" => &elements.rows,
        "Column" => &elements.columns,
        "Layer" => &elements.layers,
        "Phase" => &elements.phases,
        _ => return None,
    })
}

fn bits(sites: &[u16]) -> Bits {
    Bits::from_sites(sites.iter().map(|&site| i32::from(site)))
}

impl RegionFn {
    /// Compiles `(sites …)`.
    pub(super) fn sites(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let kind = c.site_type(call.get("elementType"));
        if !call.get("sites").is_empty() {
            return Ok(Self::List(Box::new(ArrayFn::compile(c, call.get("sites"))?)));
        }
        if !call.get("array").is_empty() {
            return Ok(Self::List(Box::new(ArrayFn::compile(c, call.get("array"))?)));
        }
        if !call.get("coords").is_empty() {
            let labels = call.get("coords").elements().iter().filter_map(Value::text);
            return Ok(Self::Fixed(Bits::from_sites(labels.filter_map(|label| labelled(c, kind, label)))));
        }
        if !call.get("possibleSteps").is_empty() {
            return Walks::compile(c, call);
        }
        if !call.get("moveType").is_empty() {
            let which = match call.get("moveType").constant() {
                Some("From") => MoveSite::From,
                Some("To") => MoveSite::To,
                _ => return Err(c.unsupported(call)),
            };
            return Ok(Self::Moves(which, Box::new(c.probe(call.get("moves"))?)));
        }
        let Some(keyword) = call.get("regionType").constant() else { return Self::equipment(c, call) };
        if let Some(region) = Self::of_board(&c.rules.topology.of(kind).clone(), keyword) {
            return Ok(Self::Fixed(region));
        }
        if let Some(sets) = indexed(c.rules.topology.of(kind), keyword) {
            let sets: Vec<Bits> = sets.iter().map(|sites| bits(sites)).collect();
            return Ok(match call.get("index") {
                Value::Empty => Self::Fixed(Bits::default()),
                index => Self::Choice(Box::new(c.int(index)?), sets),
            });
        }
        match keyword {
            "Empty" => match c.opt_int(call.get("index"))? {
                None | Some(IntFn::Constant(0)) => Ok(Self::Empty(kind)),
                Some(container) => Ok(Self::EmptyIn(kind, Box::new(container))),
            },
            "State" => Ok(Self::State(kind, Box::new(c.int(call.get("index"))?))),
            "Cell" | "Edge" => Self::vertices_of(c, call, keyword),
            "Axial" | "Horizontal" | "Vertical" | "Angled" | "Slash" | "Slosh" => {
                let edges = c.rules.topology.of(SiteType::Edge);
                Ok(Self::Fixed(bits(match keyword {
                    "Axial" => &edges.axial,
                    "Horizontal" => &edges.horizontal,
                    "Vertical" => &edges.vertical,
                    "Angled" => &edges.angled,
                    "Slash" => &edges.slash,
                    _ => &edges.slosh,
                })))
            }
            "Playable" | "LineOfPlay" => Ok(Self::Playable(Box::new(next_to(c)))),
            "Pending" => Ok(Self::Pending),
            "LastTo" => {
                c.rules.features.memory = true;
                c.rules.features.last_tos = true;
                Ok(Self::LastTos)
            }
            // Without captures at the end of a turn there are none.
            "ToClear" if !c.rules.features.deferred_removal => Ok(Self::Fixed(Bits::default())),
            "ToClear" => Ok(Self::ToClear),
            "Hand" => Self::hand(c, call),
            "Side" => Self::side(c, call),
            "Start" => {
                let piece = call.get("pid").call().ok_or_else(|| c.unsupported(call))?;
                let what = match piece.get("component") {
                    Value::Empty => return Err(c.unsupported(call)),
                    value => c.int(value)?,
                };
                c.rules.features.start_sites = true;
                c.rules.features.memory = true;
                Ok(Self::Start(Box::new(what)))
            }
            "Around" => Around::compile(c, call),
            "Direction" => Along::compile(c, call),
            "LineOfSight" => LineOfSight::compile(c, call),
            "Between" => Between::compile(c, call),
            "Occupied" => Occupied::compile(c, call),
            "Incident" => Incident::compile(c, call),
            "Distance" => Distance::compile(c, call),
            "Group" => Groups::compile(c, call),
            "Pattern" => Ok(Self::Pattern(Box::new(Pattern::compile(c, call)?))),
            "Track" => Self::track(c, call),
            "Crossing" => {
                let at = c.int(call.get("at"))?;
                let who = c.player(call, &["who", "role"])?.ok_or_else(|| c.unsupported(call))?;
                let topology = &c.rules.topology;
                let edges = topology.count(SiteType::Edge);
                let crossing = |edge: usize| {
                    let others = (0..edges).filter(|&other| other != edge && topology.edges_cross(edge, other));
                    Bits::from_sites(others.map(|other| other as i32))
                };
                let crossings = (0..edges).map(crossing).collect();
                Ok(Self::Crossing(Box::new((at, who, crossings))))
            }
            "Support" => {
                let what = c.opt_int(call.get("index"))?;
                Ok(Self::Support(kind, what.map(Box::new)))
            }
            "Random" => {
                let region = match call.get("region") {
                    Value::Empty => Self::Empty(SiteType::Cell),
                    value => c.region(value)?,
                };
                let number = c.int_or(call.get("num"), IntFn::Constant(1))?;
                Ok(Self::Random(c.draw_id(), Box::new((region, number))))
            }
            _ => Err(c.unsupported(call)),
        }
    }

    /// The named sets of a board.
    fn of_board(elements: &Elements, keyword: &str) -> Option<Bits> {
        Some(match keyword {
            "Board" => Bits::full(elements.sites.len()),
            "Top" => bits(&elements.top),
            "Bottom" => bits(&elements.bottom),
            "Left" => bits(&elements.left),
            "Right" => bits(&elements.right),
            "Corners" => bits(&elements.corners),
            "ConcaveCorners" => bits(&elements.concave),
            "ConvexCorners" => bits(&elements.convex),
            "Outer" => bits(&elements.outer),
            "Inner" => bits(&elements.inner),
            "Perimeter" => bits(&elements.perimeter),
            "Centre" => bits(&elements.centre),
            "Major" => bits(&elements.major),
            "Minor" => bits(&elements.minor),
            _ => return None,
        })
    }

    fn vertices_of(c: &mut Compiler, call: &Call, keyword: &str) -> Compiled<Self> {
        let of = if keyword == "Cell" { SiteType::Cell } else { SiteType::Edge };
        let sets: Vec<Bits> = c.rules.topology.of(of).sites.iter().map(|site| bits(&site.vertices)).collect();
        match call.get("index") {
            Value::Empty => Ok(Self::Fixed(Bits::default())),
            index => Ok(Self::Choice(Box::new(c.int(index)?), sets)),
        }
    }

    /// Regions of the equipment by owner and name, or one site by its coordinate.
    fn equipment(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let name = call.get("name").text();
        if let Some(name) = name.filter(|name| is_coordinate(name)) {
            let kind = c.site_type(call.get("siteType"));
            return Ok(Self::Fixed(Bits::from_sites(labelled(c, kind, name))));
        }
        let Some(player) = c.player(call, &["player", "role"])? else {
            let Some(name) = name else { return Ok(Self::Context) };
            let named: Vec<usize> =
                (0..c.rules.regions.len()).filter(|&region| c.rules.regions[region].name == name).collect();
            return Ok(Self::Equipment(named));
        };
        let owned = |owner: usize| {
            let fits = |region: &usize| {
                let region = &c.rules.regions[*region];
                usize::from(region.owner.unwrap_or(0)) == owner && name.is_none_or(|name| region.name.contains(name))
            };
            Self::Equipment((0..c.rules.regions.len()).filter(fits).collect()).folded(c)
        };
        Ok(Self::Owned(Box::new(player), (0..c.rules.players + 2).map(owned).collect()))
    }

    fn hand(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let Some(player) = c.player(call, &["pid", "role"])? else { return Ok(Self::Fixed(Bits::default())) };
        let shared = call.get("role").constant() == Some("Shared");
        let hands = (0..c.rules.players + 2)
            .map(|owner| {
                // Dice lie in a hand of their own.
                let hand = c.rules.containers.iter().find(|container| {
                    container.kind != ContainerKind::Board && (shared || usize::from(container.owner) == owner)
                });
                hand.filter(|_| owner > 0)
                    .map(|hand| Bits::from_sites(hand.first..hand.first + hand.sites))
                    .unwrap_or_default()
            })
            .collect();
        Ok(Self::Choice(Box::new(player), hands))
    }

    fn side(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let by_cell = c.site_type(call.get("elementType")) != SiteType::Vertex;
        let elements = c.rules.topology.of(if by_cell { SiteType::Cell } else { SiteType::Vertex });
        if call.get("role").constant() == Some("Shared") {
            return Ok(Self::Fixed(bits(&elements.outer)));
        }
        let towards = |direction: AbsoluteDirection| {
            elements.sides.iter().find(|side| side.0 == direction).map(|side| bits(&side.1)).unwrap_or_default()
        };
        if let Some(direction) = call.get("direction").constant().and_then(AbsoluteDirection::from_name) {
            return Ok(Self::Fixed(towards(direction)));
        }
        let by_player: Vec<Bits> =
            c.rules.facing.iter().map(|facing| facing.map(towards).unwrap_or_default()).collect();
        let player = c.player(call, &["player", "role"])?.ok_or_else(|| c.unsupported(call))?;
        Ok(Self::Choice(Box::new(player), by_player))
    }

    fn track(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let player = c.player(call, &["pid", "role"])?.unwrap_or(IntFn::Constant(0));
        let name = call.get("name").text().unwrap_or_default();
        let tracks = &c.rules.tracks;
        let track = TrackOf::new(c, player, |player| {
            (0..tracks.len()).find(|&track| {
                let track = &tracks[track];
                track.name == name || (track.name.contains(name) && (track.owner == player || track.owner == 0))
            })
        });
        let ends = (c.opt_int(call.get("from"))?, c.opt_int(call.get("to"))?);
        Ok(Self::Track(Box::new(super::TrackSites::new(c, track, ends.0, ends.1))))
    }
}

/// Whether a text looks like a coordinate to Ludii: at most two equal letters, then digits.
fn is_coordinate(text: &str) -> bool {
    let letters = text.trim_end_matches(|last: char| last.is_ascii_digit());
    if letters.len() == text.len() {
        return false;
    }
    let all_letters = letters.chars().all(|letter| letter.is_ascii_alphabetic());
    let bytes = letters.as_bytes();
    all_letters && letters.len() <= 3 && (letters.len() < 3 || bytes[0] == bytes[1])
}

/// What is next to each site of the board.
fn next_to(c: &Compiler) -> SetTable {
    let elements = &c.rules.topology.of(c.rules.default_type()).sites;
    let adjacent = elements.iter().map(|site| Bits::from_sites(site.adjacent.iter().map(|&to| i32::from(to))));
    SetTable::new(&adjacent.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::is_coordinate;

    #[test]
    fn coordinates_are_letters_and_digits() {
        assert!(is_coordinate("A1") && is_coordinate("12") && is_coordinate("AA10"));
        assert!(!is_coordinate("Home") && !is_coordinate("Home1") && !is_coordinate("A"));
    }
}
