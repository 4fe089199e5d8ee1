//! Effects without sites of their own, and passing.

use super::{Leaf, MovesFn};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::Context;
use crate::lud::tree::Call;

/// An effect without sites of its own.
#[derive(Debug, Clone, PartialEq)]
pub enum Simple {
    /// Passes.
    Pass,
    /// The mover moves again.
    MoveAgain,
    /// Adds to (`true`) or sets the score of a player.
    Score(IntFn, IntFn, bool),
}

impl Simple {
    /// Compiles a call.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let simple = match (call.name(), call.keyword()) {
            ("Move", Some("Pass")) | ("Pass", _) => Self::Pass,
            ("MoveAgain", _) => Self::MoveAgain,
            ("AddScore", _) if call.get("scores").is_empty() => {
                let player = c.player(call, &["player", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::Score(player, c.int(call.get("score"))?, true)
            }
            ("Set", Some("Score")) => {
                let player = c.player(call, &["player", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::Score(player, c.int(call.get("value"))?, false)
            }
            _ => return Err(c.unsupported(call)),
        };
        c.with_then(call, |c| c.leaf(call, Leaf::Simple(Box::new(simple)), 0))
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, program: &mut Vec<Action>) {
        let action = match self {
            Self::Pass => Action::Pass,
            Self::MoveAgain => Action::NextPlayer(i32::from(ctx.state.mover)),
            Self::Score(player, amount, add) => {
                Action::Score { player: player.eval(ctx), amount: amount.eval(ctx), add: *add }
            }
        };
        program.push(action);
    }
}
