//! Functions that give a number.

mod math;

use super::boolean::BoolFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::tree::Value;

pub use math::Math;

/// A function that gives a number.
#[derive(Debug, Clone, PartialEq)]
pub enum IntFn {
    /// Always the same.
    Constant(i32),
    /// An iteration variable.
    Register(Register),
    /// Player to move, next to move, who moved before.
    Mover,
    /// See `Mover`.
    Next,
    /// See `Mover`.
    Prev,
    /// `from` of the last move.
    LastFrom,
    /// `to` of the last move.
    LastTo,
    /// `from` of the last action of the last move, consequences included.
    LastFromAfter,
    /// `to` of the last action of the last move, consequences included.
    LastToAfter,
    /// A plane at a site.
    Plane(Plane, SiteType, Box<IntFn>),
    /// Owner of what is at a site.
    Who(SiteType, Box<IntFn>),
    /// Score of a player.
    Score(Box<IntFn>),
    /// The counter.
    Counter,
    /// One of two.
    If(Box<(BoolFn, IntFn, IntFn)>),
    /// Arithmetic.
    Math(Box<Math>),
}

impl IntFn {
    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let call = match value {
            Value::Int(number) => return Ok(Self::Constant(*number)),
            Value::Constant("RoleType", role) => return Self::role(c, role),
            Value::Constant(_, "Off" | "Undefined") => return Ok(Self::Constant(-1)),
            Value::Constant(_, "End") => return Ok(Self::Constant(-2)),
            Value::Constant(_, "Infinity") => return Ok(Self::Constant(1_000_000_000)),
            Value::Constant(_, "Repeat") => return Ok(Self::Constant(-3)),
            Value::Call(call) => call,
            _ => return Err(CompileError::shape(value, "number")),
        };
        let name = call.name();
        Ok(match (name, call.keyword()) {
            ("From", _) if call.class.contains("iterator") && call.get("at").is_empty() => {
                Self::Register(Register::From)
            }
            ("To", _) if call.class.contains("iterator") => Self::Register(Register::To),
            ("Between", _) if call.class.contains("iterator") => Self::Register(Register::Between),
            ("Site", _) if call.class.contains("iterator") => Self::Register(Register::Site),
            ("Mover", _) => Self::Mover,
            ("Next", _) => Self::Next,
            ("Prev", _) if call.get("type").is_empty() => Self::Prev,
            ("Counter", _) => Self::Counter,
            ("Last", Some(which @ ("From" | "To"))) => {
                let after = match call.get("afterConsequence") {
                    Value::Empty | Value::Bool(false) => false,
                    Value::Bool(true) => true,
                    _ => return Err(c.unsupported(call)),
                };
                match (which, after) {
                    ("From", false) => Self::LastFrom,
                    ("From", true) => Self::LastFromAfter,
                    (_, false) => Self::LastTo,
                    (_, true) => Self::LastToAfter,
                }
            }
            ("What" | "Who" | "State", _) if call.get("level").is_empty() => {
                let kind = c.site_type(call.get("type"));
                let at = Box::new(c.int(call.get("at"))?);
                match name {
                    "What" => Self::Plane(Plane::What, kind, at),
                    "Who" => Self::Who(kind, at),
                    _ => Self::Plane(Plane::State, kind, at),
                }
            }
            ("Score", _) => {
                let player = c.player(call, &["player", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::Score(Box::new(player))
            }
            ("If", _) => {
                let (cond, yes, no) =
                    (c.bool(call.get("cond"))?, c.int(call.get("valueA"))?, c.int(call.get("valueB"))?);
                Self::If(Box::new((cond, yes, no)))
            }
            _ => match Math::compile(c, call)? {
                Some(math) => math.folded(),
                None => return Err(c.unsupported(call)),
            },
        })
    }

    /// The player that a role stands for.
    pub fn role(c: &Compiler, role: &str) -> Compiled<Self> {
        let everyone = c.rules.players as i32 + 1;
        Ok(match role {
            "Mover" => Self::Mover,
            "Next" => Self::Next,
            "Prev" => Self::Prev,
            "Neutral" => Self::Constant(0),
            "Shared" | "All" | "Each" | "Any" => Self::Constant(everyone),
            "Player" => Self::Register(Register::Player),
            _ => match role.strip_prefix('P').and_then(|digits| digits.parse().ok()) {
                Some(player) => Self::Constant(player),
                None => {
                    return Err(CompileError {
                        ludeme: role.to_owned(),
                        place: crate::lud::tree::Place::default(),
                        reason: "is a role that is not supported here".to_owned(),
                    });
                }
            },
        })
    }

    /// The value where it never changes.
    #[must_use]
    pub fn constant(&self) -> Option<i32> {
        match self {
            Self::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::Constant(value) => *value,
            Self::Register(register) => ctx.get(*register),
            Self::Mover => i32::from(ctx.state.mover),
            Self::Next => i32::from(ctx.state.next),
            Self::Prev => i32::from(ctx.state.prev),
            Self::LastFrom => ctx.state.last.from,
            Self::LastTo => ctx.state.last.to,
            Self::LastFromAfter => ctx.state.last.from_after,
            Self::LastToAfter => ctx.state.last.to_after,
            Self::Plane(plane, kind, at) => {
                let site = at.eval(ctx);
                ctx.plane(*plane, *kind, site)
            }
            Self::Who(kind, at) => {
                let site = at.eval(ctx);
                ctx.who(*kind, site)
            }
            Self::Score(player) => {
                let player = player.eval(ctx);
                ctx.state.score.get(player as usize).copied().unwrap_or(0)
            }
            Self::Counter => ctx.state.counter,
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx)
                } else {
                    parts.2.eval(ctx)
                }
            }
            Self::Math(math) => math.eval(ctx),
        }
    }
}
