//! Meta rules: what holds over all play.

use crate::lud::compile::{Compiled, Compiler};
use crate::lud::tree::{Call, Value};

/// What counts as the same position again.
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

impl Repetition {
    /// The repetition that a ludeme names; that of positions where it names none.
    #[must_use]
    pub fn of(call: &Call) -> Self {
        match call.get("repetitionType").constant() {
            Some("Situational") => Self::Situational,
            Some("PositionalInTurn") => Self::PositionalInTurn,
            Some("SituationalInTurn") => Self::SituationalInTurn,
            _ => Self::Positional,
        }
    }
}

/// The meta rules of a game.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Meta {
    /// The second player may swap colours.
    pub swap: bool,
    /// A repetition that makes a move illegal.
    pub no_repeat: Option<Repetition>,
    /// Moves that lose at once are illegal.
    pub no_suicide: bool,
    /// A piece on which several others rest may not be moved or removed.
    pub pin: bool,
    /// Pieces that nothing carries any more drop.
    pub gravity: bool,
    /// A piece may not climb onto what rests on it.
    pub no_stack_on_fallen: bool,
}

impl Meta {
    /// Compiles a `meta`.
    pub fn compile(c: &mut Compiler, meta: &Call) -> Compiled<Self> {
        let mut result = Self::default();
        for slot in &meta.slots {
            for call in slot.value.elements().iter().filter_map(Value::call) {
                match (call.name(), call.keyword()) {
                    ("Swap", _) => result.swap = true,
                    // What all passing means is among the features of the game.
                    ("PassEnd", _) => {}
                    ("No", Some("Suicide")) => result.no_suicide = true,
                    ("No", Some("Repeat")) => {
                        result.no_repeat = Some(Repetition::of(call));
                    }
                    ("Pin", _) => result.pin = true,
                    ("Gravity", _) => result.gravity = true,
                    ("NoStackOn", _) => result.no_stack_on_fallen = true,
                    _ => return Err(c.unsupported(call)),
                }
            }
        }
        Ok(result)
    }

    /// Whether moves that the play rules make may be refused for any reason.
    #[must_use]
    pub fn restricts(&self) -> bool {
        self.filters() || self.pin || self.no_stack_on_fallen
    }

    /// Whether some moves that the play rules make are not legal.
    #[must_use]
    pub fn filters(&self) -> bool {
        self.no_repeat.is_some() || self.no_suicide
    }
}
