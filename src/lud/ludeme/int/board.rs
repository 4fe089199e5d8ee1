//! Numbers that the board and the equipment give.

use super::IntFn;
use super::onward::Onward;
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::direction::{DirectionFn, Relative, leading};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::rules::{ContainerKind, Rules};
use crate::lud::tree::{Call, Value};

/// A property of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// Its row.
    Row,
    /// Its column.
    Column,
    /// Its layer.
    Layer,
    /// Its phase (colour).
    Phase,
}

/// A number that the board or the equipment gives.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardFn {
    /// The site some steps ahead of another; that site itself where there is none.
    Ahead(SiteType, IntFn, IntFn, DirectionFn),
    /// The same in the direction of a move or against it, known beforehand.
    Onward(Box<Onward>),
    /// A property of a site.
    Property(Property, SiteType, IntFn),
    /// The site in a row and a column.
    Coordinates(SiteType, IntFn, IntFn),
    /// A site of the (first) hand of a player: first site by player, and the index.
    Hand(Vec<i32>, IntFn, IntFn),
    /// A number for each player, and the player.
    ByPlayer(Vec<i32>, IntFn),
    /// What maps assign to a key: which maps, and the key; the key itself where no map has it.
    Map(Vec<usize>, IntFn),
    /// A number for each key from a first one on, and the key; the key itself beyond them.
    Table(i32, Vec<i32>, IntFn),
    /// A site of a region by its index.
    RegionSite(RegionFn, IntFn),
    /// A value of a list by its index.
    ArrayValue(ArrayFn, IntFn),
    /// Costs of some sites.
    Cost(SiteType, SitesFn),
    /// The edge between two vertices.
    Edge(IntFn, IntFn),
}

impl BoardFn {
    /// For the first site of the hand of a player: those of all players, and the player.
    #[must_use]
    pub fn hand_of(&self) -> Option<(&[i32], &IntFn)> {
        match self {
            Self::Hand(first, player, IntFn::Constant(0)) => Some((first, player)),
            _ => None,
        }
    }

    /// The player whose number it is, where nothing else decides.
    #[must_use]
    pub fn player_asked(&self) -> Option<&IntFn> {
        match self {
            Self::ByPlayer(_, player) | Self::Map(_, player) | Self::Table(_, _, player) => Some(player),
            _ => None,
        }
    }

    /// Compiles a call, where it is one of these.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Option<IntFn>> {
        let kind = c.site_type(call.get("type"));
        Ok(Some(match call.name() {
            "Ahead" => {
                let site = c.int(call.get("site"))?;
                let steps = c.int_or(call.get("steps"), IntFn::Constant(1))?;
                let directions = match call.get("directions") {
                    Value::Empty => DirectionFn::compile(
                        c,
                        &Value::Constant("RelativeDirection", "Forward"),
                        AbsoluteDirection::Adjacent,
                    )?,
                    value => DirectionFn::compile(c, value, AbsoluteDirection::Adjacent)?,
                };
                Self::Ahead(kind, site, steps, directions).worked_out(c).into()
            }
            "CentrePoint" => {
                let centre = c.rules.topology.of(kind).centre.first().copied();
                IntFn::Constant(i32::from(centre.ok_or_else(|| c.unsupported(call))?))
            }
            "Row" => Self::Property(Property::Row, kind, c.int(call.get("of"))?).into(),
            "Column" => Self::Property(Property::Column, kind, c.int(call.get("of"))?).into(),
            "Layer" => Self::Property(Property::Layer, kind, c.int(call.get("of"))?).into(),
            "Phase" => Self::Property(Property::Phase, kind, c.int(call.get("of"))?).into(),
            "Coord" => match call.get("coordinate").text() {
                Some(label) => IntFn::Constant(labelled(c, kind, label).unwrap_or(-1)),
                None => Self::Coordinates(kind, c.int(call.get("row"))?, c.int(call.get("column"))?).into(),
            },
            "HandSite" => {
                let player = c.player(call, &["indexPlayer", "role"])?.ok_or_else(|| c.unsupported(call))?;
                let index = c.int_or(call.get("site"), IntFn::Constant(0))?;
                let mut first = vec![-1; c.rules.players + 2];
                // Dice lie in a hand of their own.
                for container in c.rules.containers.iter().filter(|container| container.kind != ContainerKind::Board) {
                    if let Some(slot) = first.get_mut(container.owner as usize).filter(|slot| **slot < 0) {
                        *slot = container.first;
                    }
                }
                Self::Hand(first, player, index).into()
            }
            "Id" | "IndexOfComponent" => return Self::identity(c, call).map(Some),
            "MapEntry" => {
                let key = c.player(call, &["key", "keyRole"])?.ok_or_else(|| c.unsupported(call))?;
                let name = call.get("name").text();
                let maps: Vec<usize> = (0..c.rules.maps.len())
                    .filter(|&map| name.is_none_or(|name| c.rules.maps[map].name == name))
                    .collect();
                Self::tabled(c, maps, key).into()
            }
            "RegionSite" => Self::RegionSite(c.region(call.get("region"))?, c.int(call.get("index"))?).into(),
            "ArrayValue" => Self::ArrayValue(ArrayFn::compile(c, call.get("array"))?, c.int(call.get("index"))?).into(),
            "Cost" => {
                // Unlike elsewhere, the type is cells where none is given.
                let kind = if call.get("type").is_empty() { SiteType::Cell } else { kind };
                c.rules.features.memory = true;
                Self::Cost(kind, SitesFn::compile(c, call.get("at"), call.get("in"), None)?).into()
            }
            "Edge" if !call.get("vA").is_empty() => Self::Edge(c.int(call.get("vA"))?, c.int(call.get("vB"))?).into(),
            _ => return Ok(None),
        }))
    }

    /// What maps assign to a key, as a table where the keys lie close together.
    fn tabled(c: &Compiler, maps: Vec<usize>, key: IntFn) -> Self {
        let keys = || maps.iter().flat_map(|&map| c.rules.maps[map].pairs.iter().map(|pair| pair.0));
        match (keys().min(), keys().max()) {
            (Some(first), Some(last)) if i64::from(last) - i64::from(first) < MOST_KEYS => {
                let numbers = (first..=last).map(|key| mapped(&c.rules, &maps, key)).collect();
                Self::Table(first, numbers, key).composed()
            }
            _ => Self::Map(maps, key),
        }
    }

    /// `(id …)`: a container or component by its exact name, a component of a player by a part of its name, or a player.
    fn identity(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let name = call.get("name").text();
        match (name, call.get("who").constant()) {
            (None, Some(role)) => IntFn::role(c, role),
            (Some(name), None) => {
                let container = c.rules.containers.iter().position(|container| container.name == name);
                let index = container.or(c.rules.component(name));
                Ok(IntFn::Constant(index.map_or(-1, |index| index as i32)))
            }
            (Some(name), Some(role)) => {
                let whats = c.components_by_owner(name).into_iter().map(|what| if what == 0 { -1 } else { what });
                Ok(Self::ByPlayer(whats.collect(), IntFn::role(c, role)?).into())
            }
            (None, None) => Err(c.unsupported(call)),
        }
    }

    /// With the site ahead of every other worked out, where it is always the same.
    fn worked_out(self, c: &Compiler) -> Self {
        match self {
            Self::Ahead(kind, site, steps, directions) if steps.is_fixed(0) && directions.is_fixed() => {
                let sites = c.rules.topology.count(kind) as i32;
                let numbers = c.on_empty_board(|ctx| {
                    (0..sites).map(|site| ahead(ctx, kind, &IntFn::Constant(site), &steps, &directions)).collect()
                });
                Self::Table(0, numbers, site).composed()
            }
            Self::Ahead(kind, site, steps, directions) => match Onward::of(c, kind, &site, &steps, &directions) {
                Some(onward) => Self::Onward(Box::new(onward)),
                None => Self::Ahead(kind, site, steps, directions),
            },
            other => other,
        }
    }

    /// One table instead of two, of which the first tells the key of the second.
    fn composed(self) -> Self {
        match self {
            Self::Table(first, numbers, IntFn::Board(inner)) if matches!(*inner, Self::Table(..)) => {
                let Self::Table(inner_first, inner_numbers, key) = *inner else { unreachable!("matched above") };
                let end = |first: i32, numbers: &[i32]| first + numbers.len() as i32;
                let keys = first.min(inner_first)..end(first, &numbers).max(end(inner_first, &inner_numbers));
                let both = |key: i32| entry(first, &numbers, entry(inner_first, &inner_numbers, key));
                Self::Table(keys.start, keys.map(both).collect(), key)
            }
            other => other,
        }
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        match self {
            Self::Ahead(_, site, steps, directions) => {
                site.is_fixed(bound) && steps.is_fixed(bound) && directions.is_fixed()
            }
            Self::Property(_, _, of) | Self::Map(_, of) | Self::Table(_, _, of) | Self::ByPlayer(_, of) => {
                of.is_fixed(bound)
            }
            Self::Coordinates(_, one, other) | Self::Hand(_, one, other) | Self::Edge(one, other) => {
                one.is_fixed(bound) && other.is_fixed(bound)
            }
            Self::RegionSite(region, index) => region.is_fixed(bound) && index.is_fixed(bound),
            Self::ArrayValue(array, index) => array.is_fixed(bound) && index.is_fixed(bound),
            Self::Cost(..) | Self::Onward(_) => false,
        }
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        match self {
            Self::Map(_, key) | Self::Table(_, _, key) | Self::ByPlayer(_, key) | Self::Property(_, _, key) => {
                key.ignores_registers()
            }
            Self::Hand(_, one, other) | Self::Coordinates(_, one, other) => {
                one.ignores_registers() && other.ignores_registers()
            }
            _ => false,
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::Ahead(kind, site, steps, directions) => ahead(ctx, *kind, site, steps, directions),
            Self::Onward(onward) => onward.eval(ctx),
            Self::Property(property, kind, site) => {
                let site = site.eval(ctx);
                let rules = ctx.rules;
                let Some(element) =
                    usize::try_from(site).ok().and_then(|site| rules.topology.of(*kind).sites.get(site))
                else {
                    return -1;
                };
                match property {
                    Property::Row => element.row,
                    Property::Column => element.column,
                    Property::Layer => element.layer,
                    Property::Phase => {
                        let flat = ctx.flat(*kind, site);
                        let changed = ctx.state.memory.as_deref().and_then(|memory| memory.site_phases.get(flat));
                        changed.copied().filter(|&phase| phase >= 0).unwrap_or(element.phase)
                    }
                }
            }
            Self::Coordinates(kind, row, column) => {
                let (row, column) = (row.eval(ctx), column.eval(ctx));
                let sites = &ctx.rules.topology.of(*kind).sites;
                let found = sites.iter().position(|element| element.row == row && element.column == column);
                found.map_or(-1, |site| site as i32)
            }
            Self::Hand(first, player, index) => {
                let (player, index) = (player.eval(ctx), index.eval(ctx));
                match first.get(player as usize) {
                    Some(&first) if first >= 0 => first + index,
                    _ => -1,
                }
            }
            Self::ByPlayer(numbers, player) => {
                let player = player.eval(ctx);
                usize::try_from(player).ok().and_then(|player| numbers.get(player)).copied().unwrap_or(-1)
            }
            Self::Map(maps, key) => {
                let key = key.eval(ctx);
                mapped(ctx.rules, maps, key)
            }
            Self::Table(first, numbers, key) => {
                let key = key.eval(ctx);
                entry(*first, numbers, key)
            }
            Self::RegionSite(region, index) => {
                let index = index.eval(ctx);
                usize::try_from(index).ok().and_then(|index| region.nth(index, ctx)).unwrap_or(-1)
            }
            Self::ArrayValue(array, index) => {
                let (array, index) = (array.eval(ctx), index.eval(ctx));
                usize::try_from(index).ok().and_then(|index| array.get(index).copied()).unwrap_or(-1)
            }
            Self::Cost(kind, sites) => {
                let mut sum = 0;
                for site in sites.eval(ctx) {
                    let flat = ctx.flat(*kind, site);
                    sum += ctx.state.memory().costs.get(flat).copied().unwrap_or(0);
                }
                sum
            }
            Self::Edge(one, other) => {
                let (one, other) = (one.eval(ctx), other.eval(ctx));
                let topology = &ctx.rules.topology;
                let edges = &topology.of(SiteType::Edge).sites;
                let joins =
                    |edge: u16| edges[usize::from(edge)].vertices.iter().any(|&vertex| i32::from(vertex) == other);
                usize::try_from(one)
                    .ok()
                    .and_then(|one| topology.of(SiteType::Vertex).sites.get(one))
                    .and_then(|vertex| vertex.edges.iter().copied().filter(|&edge| joins(edge)).min())
                    .map_or(-1, i32::from)
            }
        }
    }
}

impl From<BoardFn> for IntFn {
    fn from(function: BoardFn) -> Self {
        Self::Board(Box::new(function))
    }
}

/// What a table that begins with a first key has for one; the key itself where that is beyond it.
#[inline]
fn entry(first: i32, numbers: &[i32], key: i32) -> i32 {
    numbers.get(key.wrapping_sub(first) as usize).copied().unwrap_or(key)
}

/// Maps are tabled as long as their keys lie within so many numbers.
const MOST_KEYS: i64 = 1_000;

/// What maps assign to a key; the key itself where none has it.
fn mapped(rules: &Rules, maps: &[usize], key: i32) -> i32 {
    maps.iter().filter_map(|&map| rules.maps[map].get(key)).find(|&to| to != -1).unwrap_or(key)
}

/// The site with a coordinate label; edges have none.
pub fn labelled(c: &Compiler, kind: SiteType, label: &str) -> Option<i32> {
    if kind == SiteType::Edge {
        return None;
    }
    let sites = &c.rules.topology.of(kind).sites;
    sites.iter().position(|element| element.label == label).map(|site| site as i32)
}

/// See [`BoardFn::Ahead`].
pub(super) fn ahead(
    ctx: &mut Context<'_>,
    kind: SiteType,
    site: &IntFn,
    steps: &IntFn,
    directions: &DirectionFn,
) -> i32 {
    let (site, distance) = (site.eval(ctx), steps.eval(ctx));
    let topology = &ctx.rules.topology;
    if site < 0 {
        return -1;
    }
    if site as usize >= topology.count(kind) {
        return site;
    }
    let direction = match directions.relatives().first() {
        Some(relative @ (Relative::SameDirection | Relative::OppositeDirection)) => {
            let or_last = |register: i32, last: i32| if register == -1 { last } else { register };
            let from = or_last(ctx.get(Register::From), ctx.state.last.from);
            let to = or_last(ctx.get(Register::To), ctx.state.last.to);
            let (from, to) = if *relative == Relative::SameDirection { (from, to) } else { (to, from) };
            let supported = topology.supported(kind, crate::lud::board::RelationType::All);
            // Ludii goes on looking after the first hit, so the last one counts.
            leading(ctx, kind, from, to, supported).next_back()
        }
        _ => directions.eval(ctx, kind, site).first().copied(),
    };
    let Some(direction) = direction else { return site };
    if distance < 1 {
        return site;
    }
    let radials = topology.radials(kind, site as usize, direction);
    radials.iter().find_map(|radial| radial.sites.get(distance as usize)).map_or(site, |&to| i32::from(to))
}
