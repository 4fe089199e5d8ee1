//! `(players …)`: players that fit a description.

use super::Numbers;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::players::{members, team_of};
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;

/// Which players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    Ally,
    Enemy,
    Friend,
    NonMover,
    Team(u8),
}

/// The players that fit a description.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedPlayers {
    which: Which,
    of: Option<IntFn>,
    condition: Option<BoolFn>,
}

impl ListedPlayers {
    /// Compiles `(players …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let which = match call.get("playerType").constant() {
            Some("All") => Which::All,
            Some("Ally") => Which::Ally,
            Some("Enemy") => Which::Enemy,
            Some("Friend") => Which::Friend,
            Some("NonMover") => Which::NonMover,
            other => {
                let team = other.and_then(|name| name.strip_prefix("Team")).and_then(|digits| digits.parse().ok());
                Which::Team(team.ok_or_else(|| c.unsupported(call))?)
            }
        };
        Ok(Self { which, of: c.opt_int(call.get("of"))?, condition: c.opt_bool(call.get("If"))? })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Numbers {
        let players = ctx.rules.players as i32;
        let mover = i32::from(ctx.state.mover);
        let of = match &self.of {
            Some(of) => {
                let of = of.eval(ctx);
                if of <= 0 || of > players {
                    return Numbers::new();
                }
                of
            }
            None => mover,
        };
        let team = team_of(ctx, of as u32);
        let mut result = Numbers::new();
        let before = ctx.get(Register::Player);
        let range = match self.which {
            Which::All => 0..=players + 1,
            Which::NonMover => 0..=players,
            _ => 1..=players,
        };
        match (self.which, team) {
            (Which::Friend, None) => result.push(of),
            (Which::Team(team), None) if i32::from(team) <= players => result.push(i32::from(team)),
            (Which::Ally | Which::Team(_), None) => {}
            _ => {
                for player in range {
                    ctx.set(Register::Player, player);
                    if self.condition.as_ref().is_some_and(|condition| !condition.eval(ctx)) {
                        continue;
                    }
                    let in_team = |team: u8| members(ctx, team) >> player & 1 == 1;
                    let fits = match (self.which, team) {
                        (Which::Ally, Some(team)) => player != of && in_team(team),
                        (Which::Enemy, Some(team)) => player != mover && !in_team(team),
                        (Which::Enemy, None) => player != of,
                        (Which::Friend, Some(team)) => in_team(team),
                        (Which::NonMover, _) => player != mover,
                        (Which::Team(team), _) => in_team(team),
                        _ => true,
                    };
                    if fits {
                        result.push(player);
                    }
                }
            }
        }
        ctx.set(Register::Player, before);
        result
    }
}
