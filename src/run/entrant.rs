//! Who takes part in a run.

use super::Limit;
use super::fake::Fake;
use crate::agent::{Player, Spec};
use crate::game::Game;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An agent as a run knows it: one of the agent room's, or one that misbehaves on purpose.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a run has a handful of these")]
pub enum Agent {
    /// A real agent.
    Spec(Spec),
    /// One that misbehaves, to test the runner with: `fake:crash` and so on.
    Fake(Fake),
    /// One of Ludii's own, by its name there: `ludii:UCT` and so on. It plays inside a Ludii only.
    Hosted(String),
}

impl Agent {
    /// Threads that it searches with.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self {
            Self::Spec(spec) => spec.params().map_or(1, |params| params.threads.max(1)),
            Self::Fake(_) | Self::Hosted(_) => 1,
        }
    }

    /// A player of this kind for one game.
    ///
    /// # Errors
    /// When the agent cannot play the game, with the reason.
    pub fn player<G: Game + 'static>(&self, game: &G) -> Result<Box<dyn Player<G>>, String> {
        match self {
            Self::Spec(spec) => spec.player(game).map_err(|refusal| refusal.to_string()),
            Self::Fake(fake) => Ok(fake.player(game)),
            Self::Hosted(_) => Err(format!("{self} plays inside Ludii only")),
        }
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(spec) => spec.fmt(f),
            Self::Fake(fake) => write!(f, "fake:{fake}"),
            Self::Hosted(name) => write!(f, "ludii:{name}"),
        }
    }
}

impl FromStr for Agent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("fake", name)) => name.parse().map(Self::Fake),
            Some(("ludii", name)) if !name.is_empty() => Ok(Self::Hosted(name.to_owned())),
            _ => text.parse().map(Self::Spec).map_err(|error: crate::agent::SpecError| error.to_string()),
        }
    }
}

impl TryFrom<String> for Agent {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Agent> for String {
    fn from(agent: Agent) -> Self {
        agent.to_string()
    }
}

impl Serialize for Agent {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Agent {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// An agent with what it may spend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// The agent.
    pub agent: Agent,
    /// Its limits.
    pub limit: Limit,
}
