//! End rules and results.

use super::boolean::BoolFn;
use super::int::IntFn;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::Context;
use crate::lud::tree::{Call, Value};

/// What happens to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Outcome {
    Win,
    Loss,
    Draw,
    Tie,
}

/// A result for a player, or for all.
#[derive(Debug, Clone, PartialEq)]
pub struct EndResult {
    /// Who; `None` for all players.
    pub who: Option<IntFn>,
    /// What.
    pub outcome: Outcome,
}

/// One end rule.
#[derive(Debug, Clone, PartialEq)]
pub enum EndRule {
    /// A result under a condition, or that of the first of the inner rules whose condition holds.
    If { condition: BoolFn, inner: Vec<EndRule>, result: Option<EndResult> },
}

impl EndRule {
    /// Compiles an `end`.
    pub fn compile_all(c: &mut Compiler, end: &Call) -> Compiled<Vec<Self>> {
        let mut rules = Vec::new();
        for slot in ["endRule", "endRules"] {
            for value in end.get(slot).elements() {
                rules.push(Self::compile(c, value)?);
            }
        }
        Ok(rules)
    }

    fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let call = value.call().ok_or_else(|| CompileError::shape(value, "end rule"))?;
        match call.name() {
            "If" => {
                let mut inner = Vec::new();
                for slot in ["sub", "subs"] {
                    for value in call.get(slot).elements() {
                        inner.push(Self::compile(c, value)?);
                    }
                }
                let result = match call.get("result") {
                    Value::Empty => None,
                    Value::Call(result) => Some(Self::result(c, result)?),
                    other => return Err(CompileError::shape(other, "result")),
                };
                Ok(Self::If { condition: c.bool(call.get("test"))?, inner, result })
            }
            _ => Err(c.unsupported(call)),
        }
    }

    fn result(c: &mut Compiler, call: &Call) -> Compiled<EndResult> {
        if call.name() != "Result" {
            return Err(c.unsupported(call));
        }
        let outcome = match call.get("result").constant() {
            Some("Win") => Outcome::Win,
            Some("Loss") => Outcome::Loss,
            Some("Draw") => Outcome::Draw,
            Some("Tie") => Outcome::Tie,
            _ => return Err(c.unsupported(call)),
        };
        let who = match call.get("who").constant() {
            Some("All") => None,
            Some(role) => Some(IntFn::role(c, role)?),
            None => return Err(c.unsupported(call)),
        };
        Ok(EndResult { who, outcome })
    }

    /// The result that holds now, if any.
    pub fn eval<'r>(&'r self, ctx: &mut Context<'_>) -> Option<&'r EndResult> {
        match self {
            Self::If { condition, inner, result } => {
                if !condition.eval(ctx) {
                    return None;
                }
                inner.iter().find_map(|rule| rule.eval(ctx)).or(result.as_ref())
            }
        }
    }
}
