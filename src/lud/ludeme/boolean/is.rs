//! `(is …)`: questions about players, sites and the game.

use super::connected::{Blocked, Connected};
use super::graph::GraphTest;
use super::line::Line;
use super::loops::Loop;
use super::path::Path;
use super::surroundings::carriers;
use super::threatened::Threatened;
use super::{BoolFn, PlayerTest};
use crate::lud::board::{RelationType, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::meta::Repetition;
use crate::lud::ludeme::puzzle::Constraint;
use crate::lud::ludeme::region::{Pattern, SitesFn};
use crate::lud::play::context::Register;
use crate::lud::tree::{Call, Value};

impl BoolFn {
    /// Compiles `(is …)`.
    pub(super) fn is(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let kind = c.site_type(call.get("type"));
        Ok(match call.get("isType").constant() {
            Some("Empty") => Self::Empty(kind, c.int(call.get("at"))?),
            Some("Occupied") => Self::Occupied(kind, c.int(call.get("at"))?),
            Some(who @ ("Enemy" | "Friend" | "Mover" | "Next" | "Prev" | "Active")) => {
                let player = c.player(call, &["index", "role"])?.ok_or_else(|| c.unsupported(call))?;
                let test = match who {
                    "Enemy" => PlayerTest::Enemy,
                    "Friend" => PlayerTest::Friend,
                    "Mover" => PlayerTest::Mover,
                    "Next" => PlayerTest::Next,
                    "Prev" => PlayerTest::Prev,
                    _ => PlayerTest::Active,
                };
                Self::Player(test, player)
            }
            Some("In") => Self::is_in(c, call)?,
            Some("Line") if c.rules.puzzle.is_some() => Constraint::line(c, call)?,
            Some("Line") => Self::Line(Box::new(Line::compile(c, call)?)),
            Some("Connected") => Self::Connected(Box::new(Connected::compile(c, call)?)),
            Some("Blocked") => Self::Blocked(Box::new(Blocked::compile(c, call)?)),
            Some("Loop") => Self::Loop(Box::new(Loop::compile(c, call)?)),
            Some("Path") => Self::Path(Box::new(Path::compile(c, call)?)),
            Some("Tree" | "SpanningTree" | "TreeCentre" | "CaterpillarTree" | "RegularGraph") => {
                Self::Graph(Box::new(GraphTest::compile(c, call)?))
            }
            Some("Pattern") => Self::Pattern(Box::new(Pattern::compile(c, call)?)),
            Some("Threatened") => Self::Threatened(Box::new(Threatened::compile(c, call)?)),
            Some("Within") => {
                let what = c.int(call.get("what"))?;
                let sites = SitesFn::compile(c, call.get("at"), call.get("in"), Some(IntFn::LastTo))?;
                Self::Within(Box::new((what, sites)))
            }
            Some("Related") => {
                let relation = call.get("relationType").constant().and_then(RelationType::from_name);
                let relation = relation.ok_or_else(|| c.unsupported(call))?;
                let site = c.int(call.get("siteA"))?;
                let others = SitesFn::compile(c, call.get("siteB"), call.get("region"), None)?;
                Self::Related(relation, kind, Box::new((site, others)))
            }
            Some("Target") => Self::target(c, call)?,
            Some("Even") => Self::Even(c.int(call.get("value"))?),
            Some("Odd") => Self::Not(Box::new(Self::Even(c.int(call.get("value"))?))),
            Some("Flat") => {
                let site = c.int_or(call.get("value"), IntFn::Register(Register::To))?;
                Self::Flat(Box::new((site, carriers(c))))
            }
            Some("Visited") => {
                c.rules.features.visited = true;
                c.rules.features.memory = true;
                Self::Visited(c.int(call.get("value"))?)
            }
            Some("AnyDie") => Self::AnyDie(c.int(call.get("value"))?),
            Some("Pending") => Self::Pending,
            Some("Full") => Self::Full,
            Some("Cycle") => {
                c.rules.features.memory = true;
                Self::Cycle
            }
            Some("Repeat") => {
                c.rules.features.memory = true;
                Self::Repeat(Repetition::of(call))
            }
            Some("Triggered") => {
                let event = call.get("event").text().ok_or_else(|| c.unsupported(call))?;
                let event = c.event(event);
                let player = c.player(call, &["index", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::Triggered(event, player)
            }
            Some("LastFrom") => Self::LastFromType(kind),
            Some("LastTo") => Self::LastToType(kind),
            Some(which @ ("Decided" | "Proposed")) => {
                let name = call.get("string").text().ok_or_else(|| c.unsupported(call))?;
                let name = c.proposition(name);
                if which == "Decided" { Self::Decided(name) } else { Self::Proposed(name) }
            }
            Some("Crossing") => Self::Crossing(Box::new((c.int(call.get("edge1"))?, c.int(call.get("edge2"))?))),
            Some("Freedom") => {
                let sites = SitesFn::compile(c, &Value::Empty, call.get("in"), None)?;
                let except = c.int_or(call.get("toPlace"), IntFn::Constant(-1))?;
                Self::Freedom(kind, Box::new((sites, except)))
            }
            _ => return Err(c.unsupported(call)),
        })
    }

    fn is_in(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let mut sites = Vec::new();
        for slot in ["site", "sites"] {
            for value in call.get(slot).elements() {
                sites.push(c.int(value)?);
            }
        }
        if sites.is_empty() {
            sites.push(IntFn::Register(Register::To));
        }
        if !call.get("array").is_empty() {
            return Ok(Self::InArray(Box::new((sites, ArrayFn::compile(c, call.get("array"))?))));
        }
        let region = c.region(call.get("region"))?;
        if sites.len() == 1 {
            let site = sites.remove(0);
            return Ok(Self::In(Box::new((site, region))));
        }
        Ok(Self::AllIn(Box::new((sites, region))))
    }

    fn target(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let numbers = |value: &Value| value.elements().iter().map(Value::int).collect::<Option<Vec<i32>>>();
        let unsupported = c.unsupported(call);
        if c.rules.features.stacking || !call.get("containerIdFn").is_empty() {
            return Err(unsupported);
        }
        let configuration = numbers(call.get("configuration")).ok_or_else(|| unsupported.clone())?;
        let mut sites = numbers(call.get("specificSites")).ok_or_else(|| unsupported.clone())?;
        sites.extend(numbers(call.get("specificSite")).ok_or(unsupported)?);
        if sites.is_empty() {
            // The whole board, given cell by cell.
            if configuration.len() != c.rules.topology.count(SiteType::Cell) {
                return Ok(Self::Constant(false));
            }
            sites = (0..c.rules.topology.count(c.rules.default_type()) as i32).collect();
        }
        if sites.len() > configuration.len() {
            return Ok(Self::Constant(false));
        }
        Ok(Self::Target(sites.into_iter().zip(configuration).collect()))
    }
}
