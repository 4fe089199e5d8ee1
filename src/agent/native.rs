//! Whose rules an agent searches on inside Ludii.

use std::fmt;
use std::str::FromStr;

/// Whose rules an agent searches on inside Ludii: `native=auto` and so on, as a part of its text form. Elsewhere it has no
/// meaning, since there are only the engine's own rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NativeRules {
    /// The engine's own where they agree with Ludii's, compared at every move as far as that is cheap.
    #[default]
    Auto,
    /// The same, with every comparison that there is, at every move.
    AlwaysCheck,
    /// Ludii's.
    Off,
}

impl NativeRules {
    /// What a part of an agent's text form begins with to choose.
    pub const PREFIX: &str = "native=";
}

impl FromStr for NativeRules {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "always-check" => Ok(Self::AlwaysCheck),
            "off" => Ok(Self::Off),
            _ => Err(format!("'{}' is followed by auto, always-check or off, not '{text}'", Self::PREFIX)),
        }
    }
}

impl fmt::Display for NativeRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::AlwaysCheck => "always-check",
            Self::Off => "off",
        })
    }
}
