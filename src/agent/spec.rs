//! The text form of agents.

use super::random::RandomPlayer;
use super::{Player, Unsupported};
use crate::catalog::nearest;
use crate::game::Game;
use std::fmt;
use std::str::FromStr;

/// An agent as a person writes it. It prints back as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    text: String,
}

/// Why a text is not an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError {
    reason: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for SpecError {}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text {
            "random" => Ok(Self { text: text.to_owned() }),
            _ => Err(SpecError {
                reason: match nearest(text, ["random"]) {
                    Some(name) => format!("there is no agent '{text}'; did you mean '{name}'?"),
                    None => format!("there is no agent '{text}'; `halfling agents` lists what there is"),
                },
            }),
        }
    }
}

impl Spec {
    /// An agent of this kind for one game.
    ///
    /// # Errors
    /// When such an agent cannot play the game, with the reason.
    pub fn player<G: Game + 'static>(&self, game: &G) -> Result<Box<dyn Player<G>>, Unsupported> {
        Ok(Box::new(RandomPlayer::new(game)))
    }
}
