//! Meta rules: what holds over all play.

use crate::lud::compile::{Compiled, Compiler};
use crate::lud::tree::{Call, Value};

/// Which repetitions are forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// The same position.
    Positional,
    /// The same position with the same player to move.
    Situational,
    /// The same position in one turn.
    PositionalInTurn,
    /// The same position with the same player to move in one turn.
    SituationalInTurn,
}

/// The meta rules of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Meta {
    /// The second player may swap colours.
    pub swap: bool,
    /// A repetition that makes a move illegal.
    pub no_repeat: Option<Repetition>,
    /// Moves that lose at once are illegal.
    pub no_suicide: bool,
    /// When all pass, the game does not end.
    pub all_pass_goes_on: bool,
}

impl Meta {
    /// Compiles a `meta`.
    pub fn compile(c: &mut Compiler, meta: &Call) -> Compiled<Self> {
        let mut result = Self::default();
        for slot in &meta.slots {
            for call in slot.value.elements().iter().filter_map(Value::call) {
                match (call.name(), call.keyword()) {
                    ("Swap", _) => result.swap = true,
                    _ => return Err(c.unsupported(call)),
                }
            }
        }
        Ok(result)
    }
}
