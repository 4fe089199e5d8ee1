//! End rules and results.

use super::boolean::BoolFn;
use super::cases::Cases;
use super::int::IntFn;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};
use std::ops::Deref;

/// What happens to a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The best rank that is left.
    Win,
    /// The worst rank that is left.
    Loss,
    /// The game ends; all who are undecided share their ranks.
    Draw,
    /// The game ends.
    Tie,
}

/// Whom a result is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Whom {
    /// Everyone who is undecided.
    All,
    /// A player.
    Player(IntFn),
    /// The team of this number.
    Team(IntFn),
    /// The team of the mover.
    MoversTeam,
}

/// A result.
#[derive(Debug, Clone, PartialEq)]
pub enum EndResult {
    /// An outcome for someone.
    Outcome(Whom, Outcome),
    /// The scores decide, after these are set (player, score); the lowest is best where the condition holds.
    ByScore(Vec<(IntFn, IntFn)>, BoolFn),
}

/// One end rule.
#[derive(Debug, Clone, PartialEq)]
pub enum EndRule {
    /// Condition, inner rules of which the first that holds decides, and the result otherwise.
    If(BoolFn, InnerRules, Option<EndResult>),
    /// A result for each player for whom the condition holds; with `true` not for the mover.
    ForEachPlayer(BoolFn, Whom, Outcome, bool),
    /// A result for each track for which the condition holds.
    ForEachTrack(BoolFn, Whom, Outcome),
}

/// Rules of which the first that holds decides.
#[derive(Debug, Clone, PartialEq)]
pub struct InnerRules {
    rules: Vec<EndRule>,
    /// The conditions of all of them, where they give an outcome at once.
    cases: Option<Cases>,
}

impl InnerRules {
    fn new(rules: Vec<EndRule>) -> Self {
        let conditions: Option<Vec<&BoolFn>> = rules.iter().map(EndRule::decides_at_once).collect();
        let cases = conditions.and_then(|conditions| Cases::of(conditions.into_iter()));
        Self { rules, cases }
    }

    /// The result that the first rule that holds asks for.
    fn first<'r>(&'r self, ctx: &mut Context<'_>) -> Option<Found<'r>> {
        match &self.cases {
            Some(cases) => match &self.rules[cases.first(ctx)?] {
                EndRule::If(_, _, Some(EndResult::Outcome(whom, outcome))) => Some(Some((whom, *outcome))),
                _ => None,
            },
            None => self.rules.iter().find_map(|rule| rule.eval(ctx)),
        }
    }
}

impl Deref for InnerRules {
    type Target = [EndRule];

    fn deref(&self) -> &[EndRule] {
        &self.rules
    }
}

/// What an end rule that holds asks for: a result still to be given, or nothing more.
type Found<'r> = Option<(&'r Whom, Outcome)>;

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
                Ok(Self::If(c.bool(call.get("test"))?, InnerRules::new(inner), result))
            }
            "ForEach" => {
                let condition = c.bool(call.get("If"))?;
                let result = call.get("result").call().ok_or_else(|| c.unsupported(call))?;
                let EndResult::Outcome(whom, outcome) = Self::result(c, result)? else {
                    return Err(c.unsupported(call));
                };
                if !call.get("trackType").is_empty() {
                    return Ok(Self::ForEachTrack(condition, whom, outcome));
                }
                let others_only = call.get("type").constant() == Some("NonMover");
                Ok(Self::ForEachPlayer(condition, whom, outcome, others_only))
            }
            _ => Err(c.unsupported(call)),
        }
    }

    fn result(c: &mut Compiler, call: &Call) -> Compiled<EndResult> {
        if call.name() == "ByScore" {
            let mut scores = Vec::new();
            for score in call.get("finalScore").elements().iter().filter_map(Value::call) {
                let player = c.player(score, &["role"])?.ok_or_else(|| c.unsupported(score))?;
                scores.push((player, c.int(score.get("score"))?));
            }
            let misere = c.opt_bool(call.get("misere"))?.unwrap_or(BoolFn::Constant(false));
            return Ok(EndResult::ByScore(scores, misere));
        }
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
        let whom = match call.get("who").constant() {
            None => return Err(c.unsupported(call)),
            Some("All") => Whom::All,
            Some("TeamMover") => Whom::MoversTeam,
            Some(role) => match role.strip_prefix("Team").and_then(|digits| digits.parse().ok()) {
                Some(team) => Whom::Team(IntFn::Constant(team)),
                None => Whom::Player(IntFn::role(c, role)?),
            },
        };
        Ok(EndResult::Outcome(whom, outcome))
    }

    /// The condition, where all that follows is an outcome for someone.
    fn decides_at_once(&self) -> Option<&BoolFn> {
        match self {
            Self::If(condition, inner, Some(EndResult::Outcome(..))) if inner.is_empty() => Some(condition),
            _ => None,
        }
    }

    /// Whether it holds now, and the result that it asks for. Scores and results for each player are given at once.
    pub fn eval<'r>(&'r self, ctx: &mut Context<'_>) -> Option<Found<'r>> {
        match self {
            Self::If(condition, inner, result) => {
                if !condition.eval(ctx) {
                    return None;
                }
                if inner.is_empty() {
                    return Some(match result {
                        Some(EndResult::Outcome(whom, outcome)) => Some((whom, *outcome)),
                        Some(EndResult::ByScore(scores, misere)) => {
                            ctx.rank_by_score(scores, misere);
                            None
                        }
                        None => None,
                    });
                }
                if let Some(found) = inner.first(ctx) {
                    return Some(found);
                }
                // As a fall-back Ludii never asks the scores.
                Some(match result {
                    Some(EndResult::Outcome(whom, outcome)) => Some((whom, *outcome)),
                    _ => None,
                })
            }
            Self::ForEachPlayer(condition, whom, outcome, others_only) => {
                let before = ctx.get(Register::Player);
                for player in 1..=ctx.rules.players as i32 {
                    if (*others_only && player == i32::from(ctx.state.mover)) || !ctx.state.is_active(player) {
                        continue;
                    }
                    ctx.set(Register::Player, player);
                    if condition.eval(ctx) {
                        ctx.give_result(whom, *outcome);
                    }
                }
                ctx.set(Register::Player, before);
                Some(None)
            }
            Self::ForEachTrack(condition, whom, outcome) => {
                let before = ctx.get(Register::Track);
                for track in 0..ctx.rules.tracks.len() as i32 {
                    if ctx.state.active == 0 {
                        break;
                    }
                    ctx.set(Register::Track, track);
                    if condition.eval(ctx) {
                        ctx.give_result(whom, *outcome);
                    }
                }
                ctx.set(Register::Track, before);
                Some(None)
            }
        }
    }
}
