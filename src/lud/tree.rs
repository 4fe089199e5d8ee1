//! The resolved call tree of a description: every ludeme with the overload that Ludii would choose, every argument in its
//! slot.
//!
//! Classes carry Ludii's qualified names without the leading `game.` (for example `rules.play.moves.decision.Move`), since
//! that is how its documentation and its error messages name them; [`Call::name`] is the last part.

use std::fmt;

/// Where in its file a piece of a description stands: line and column counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Place {
    /// Line, from 1; 0 where unknown.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One ludeme with its arguments in the slots of the chosen overload.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The class that Ludii would construct, without the leading `game.`.
    pub class: &'static str,
    /// The symbol as written, for example `move`.
    pub symbol: &'static str,
    /// Whether it is made by a static `construct` method (super-ludemes such as `move`, `is`, `sites`).
    pub is_construct: bool,
    /// Which of the class's constructors or construct methods was chosen, counted per kind as Ludii declares them.
    pub overload: u8,
    /// One entry per slot.
    pub slots: Vec<Slot>,
    /// Where it stands.
    pub place: Place,
}

/// One argument slot.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// The parameter's name in the signature, whether or not it must be written.
    pub name: &'static str,
    /// What fills it.
    pub value: Value,
}

/// What fills a slot.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Empty,
    /// Another ludeme.
    Call(Box<Call>),
    /// A list in braces (or one element where Ludii accepts it as a list).
    Array(Vec<Value>),
    /// An integer, also where an int or dim function is expected.
    Int(i32),
    /// A real number, also where a float function is expected.
    Float(f32),
    /// `True` or `False`, also where a boolean function is expected.
    Bool(bool),
    /// Text in quotes.
    Text(String),
    /// A constant: (enumeration without package, for example `RoleType`; constant, for example `Mover`).
    Constant(&'static str, &'static str),
}

impl Value {
    /// Whether it says the same as another, wherever they stand.
    #[must_use]
    pub fn says_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Call(one), Self::Call(other)) => one.says_same_but(other, None),
            (Self::Array(one), Self::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.says_same(other))
            }
            (one, other) => one == other,
        }
    }

    /// Whether both are calls that say the same but for what is in a slot.
    #[must_use]
    pub fn says_same_but(&self, other: &Self, slot: &str) -> bool {
        matches!((self, other), (Self::Call(one), Self::Call(other)) if one.says_same_but(other, Some(slot)))
    }
}

impl Call {
    /// Whether it says the same as another, wherever they stand, but for what is in a slot if one is named.
    fn says_same_but(&self, other: &Self, slot: Option<&str>) -> bool {
        let agree = |(one, other): (&Slot, &Slot)| {
            one.name == other.name && (Some(one.name) == slot || one.value.says_same(&other.value))
        };
        (self.class, self.is_construct, self.overload) == (other.class, other.is_construct, other.overload)
            && self.slots.len() == other.slots.len()
            && self.slots.iter().zip(&other.slots).all(agree)
    }

    /// The last part of the class name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.class.rsplit('.').next().unwrap_or(self.class)
    }

    /// The value of the slot with this name; [`Value::Empty`] where the overload has no such slot.
    #[must_use]
    pub fn get(&self, name: &str) -> &Value {
        self.slots.iter().find(|slot| slot.name == name).map_or(&Value::Empty, |slot| &slot.value)
    }

    /// The constant in the first slot that holds one, for super-ludemes such as `(is Line …)`.
    #[must_use]
    pub fn keyword(&self) -> Option<&'static str> {
        self.slots.iter().find_map(|slot| match slot.value {
            Value::Constant(_, constant) => Some(constant),
            _ => None,
        })
    }
}

impl Value {
    /// Whether the slot is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// The ludeme in the slot, where there is one.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match self {
            Self::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The constant in the slot, where there is one.
    #[must_use]
    pub fn constant(&self) -> Option<&'static str> {
        match self {
            Self::Constant(_, constant) => Some(constant),
            _ => None,
        }
    }

    /// The integer in the slot, where it is a literal.
    #[must_use]
    pub fn int(&self) -> Option<i32> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The truth value in the slot, where it is a literal.
    #[must_use]
    pub fn bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The text in the slot, where there is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of an array; a single other value counts as its only element; empty for [`Value::Empty`].
    #[must_use]
    pub fn elements(&self) -> &[Value] {
        match self {
            Self::Empty => &[],
            Self::Array(elements) => elements,
            other => std::slice::from_ref(other),
        }
    }
}
