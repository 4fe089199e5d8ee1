//! Why a description cannot be compiled.

use crate::lud::tree::{Call, Place, Value};
use std::fmt;

/// A ludeme that the engine cannot play (yet), and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    /// The ludeme, as a person would write it: `(is Repeat …)`.
    pub ludeme: String,
    /// Where it stands in the expanded description.
    pub place: Place,
    /// What is wrong with it.
    pub reason: String,
}

impl CompileError {
    /// An error about a ludeme.
    #[must_use]
    pub fn new(call: &Call, reason: String) -> Self {
        let keyword = call.keyword().filter(|_| call.is_construct).map(|word| format!(" {word}")).unwrap_or_default();
        Self { ludeme: format!("({}{keyword} …)", call.symbol), place: call.place, reason }
    }

    /// A ludeme that the engine does not know.
    #[must_use]
    pub fn unsupported(call: &Call) -> Self {
        Self::new(call, "is not supported".to_owned())
    }

    /// An argument of a shape that nothing here expects.
    #[must_use]
    pub fn shape(value: &Value, expected: &str) -> Self {
        match value {
            Value::Call(call) => Self::new(call, format!("is not supported as {expected}")),
            other => {
                Self { ludeme: format!("{other:?}"), place: Place::default(), reason: format!("is no {expected}") }
            }
        }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.place, self.ludeme, self.reason)
    }
}

impl std::error::Error for CompileError {}
