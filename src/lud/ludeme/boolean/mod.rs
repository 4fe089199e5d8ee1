//! Conditions.

mod line;

use super::int::IntFn;
use super::region::RegionFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::Context;
use crate::lud::tree::{Call, Value};

pub use line::Line;

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is its sign")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum BoolFn {
    /// Always the same.
    Constant(bool),
    /// All of these.
    And(Vec<BoolFn>),
    /// One of these at least.
    Or(Vec<BoolFn>),
    /// The contrary.
    Not(Box<BoolFn>),
    /// One of two.
    If(Box<(BoolFn, BoolFn, BoolFn)>),
    /// A comparison of numbers.
    Compare(Comparison, Box<(IntFn, IntFn)>),
    /// Two regions are (`true`) or are not the same.
    SameRegion(Box<(RegionFn, RegionFn)>, bool),
    /// A site is empty.
    Empty(SiteType, IntFn),
    /// A site is occupied.
    Occupied(SiteType, IntFn),
    /// A player is an enemy of the mover.
    Enemy(IntFn),
    /// A player is the mover or of the mover's team.
    Friend(IntFn),
    /// A player is the mover.
    Mover(IntFn),
    /// A player is the next to move.
    Next(IntFn),
    /// A player is who moved before.
    Prev(IntFn),
    /// A site is in a region.
    In(Box<(IntFn, RegionFn)>),
    /// There is a line.
    Line(Box<Line>),
}

impl BoolFn {
    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let call = match value {
            Value::Bool(truth) => return Ok(Self::Constant(*truth)),
            Value::Call(call) => call,
            _ => return Err(CompileError::shape(value, "condition")),
        };
        Ok(match call.name() {
            "And" => Self::And(Self::list(c, call)?),
            "Or" => Self::Or(Self::list(c, call)?),
            "Not" => Self::Not(Box::new(c.bool(call.get("a"))?)),
            "If" => {
                let no = c.opt_bool(call.get("notOk"))?.unwrap_or(Self::Constant(false));
                Self::If(Box::new((c.bool(call.get("cond"))?, c.bool(call.get("ok"))?, no)))
            }
            "Equals" | "NotEqual" if !call.get("regionA").is_empty() => {
                let regions = (c.region(call.get("regionA"))?, c.region(call.get("regionB"))?);
                Self::SameRegion(Box::new(regions), call.name() == "Equals")
            }
            "Equals" => Self::comparison(c, call, Comparison::Equal)?,
            "NotEqual" => Self::comparison(c, call, Comparison::NotEqual)?,
            "Lt" => Self::comparison(c, call, Comparison::Less)?,
            "Le" => Self::comparison(c, call, Comparison::LessEqual)?,
            "Gt" => Self::comparison(c, call, Comparison::Greater)?,
            "Ge" => Self::comparison(c, call, Comparison::GreaterEqual)?,
            "Is" => Self::is(c, call)?,
            _ => return Err(c.unsupported(call)),
        })
    }

    fn list(c: &mut Compiler, call: &Call) -> Compiled<Vec<Self>> {
        let mut list = Vec::new();
        for slot in &call.slots {
            for value in slot.value.elements() {
                list.push(c.bool(value)?);
            }
        }
        Ok(list)
    }

    fn comparison(c: &mut Compiler, call: &Call, comparison: Comparison) -> Compiled<Self> {
        let left = c.int(call.get("valueA"))?;
        let right = if call.get("roleB").is_empty() { c.int(call.get("valueB"))? } else { c.int(call.get("roleB"))? };
        Ok(Self::Compare(comparison, Box::new((left, right))))
    }

    fn is(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        Ok(match call.keyword() {
            Some("Empty") => Self::Empty(c.site_type(call.get("type")), c.int(call.get("at"))?),
            Some("Occupied") => Self::Occupied(c.site_type(call.get("type")), c.int(call.get("at"))?),
            Some(who @ ("Enemy" | "Friend" | "Mover" | "Next" | "Prev")) => {
                let player = c.player(call, &["index", "role"])?.ok_or_else(|| c.unsupported(call))?;
                match who {
                    "Enemy" => Self::Enemy(player),
                    "Friend" => Self::Friend(player),
                    "Mover" => Self::Mover(player),
                    "Next" => Self::Next(player),
                    _ => Self::Prev(player),
                }
            }
            Some("In") if call.get("sites").is_empty() && call.get("array").is_empty() => {
                let site = c.int_or(call.get("site"), IntFn::Register(crate::lud::play::context::Register::To))?;
                Self::In(Box::new((site, c.region(call.get("region"))?)))
            }
            Some("Line") => Self::Line(Box::new(Line::compile(c, call)?)),
            _ => return Err(c.unsupported(call)),
        })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::Constant(truth) => *truth,
            Self::And(list) => list.iter().all(|item| item.eval(ctx)),
            Self::Or(list) => list.iter().any(|item| item.eval(ctx)),
            Self::Not(inner) => !inner.eval(ctx),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx)
                } else {
                    parts.2.eval(ctx)
                }
            }
            Self::Compare(comparison, parts) => {
                let (left, right) = (parts.0.eval(ctx), parts.1.eval(ctx));
                match comparison {
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::Less => left < right,
                    Comparison::LessEqual => left <= right,
                    Comparison::Greater => left > right,
                    Comparison::GreaterEqual => left >= right,
                }
            }
            Self::SameRegion(regions, same) => {
                let left = regions.0.eval(ctx).into_owned();
                regions.1.eval(ctx).same(&left) == *same
            }
            Self::Empty(kind, at) => {
                let site = at.eval(ctx);
                ctx.is_empty(*kind, site)
            }
            Self::Occupied(kind, at) => {
                let site = at.eval(ctx);
                ctx.what(*kind, site) != 0
            }
            Self::Enemy(player) => {
                let who = player.eval(ctx);
                ctx.is_enemy(who, i32::from(ctx.state.mover))
            }
            Self::Friend(player) => {
                let who = player.eval(ctx);
                let mover = i32::from(ctx.state.mover);
                who == mover || (who > 0 && who <= ctx.rules.players as i32 && !ctx.is_enemy(who, mover))
            }
            Self::Mover(player) => player.eval(ctx) == i32::from(ctx.state.mover),
            Self::Next(player) => player.eval(ctx) == i32::from(ctx.state.next),
            Self::Prev(player) => player.eval(ctx) == i32::from(ctx.state.prev),
            Self::In(parts) => {
                let site = parts.0.eval(ctx);
                parts.1.eval(ctx).contains(site)
            }
            Self::Line(line) => line.eval(ctx),
        }
    }
}
