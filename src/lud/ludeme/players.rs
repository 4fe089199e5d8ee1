//! Players that a role stands for, where it may stand for several.

use super::int::IntFn;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Value;

/// Some players.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayersFn {
    /// One player.
    One(IntFn),
    /// Everyone, neutral and shared included.
    All,
    /// The players who are not on the mover's side.
    Enemies,
    /// The other players of the mover's team.
    Allies,
    /// The mover, or the whole team.
    Friends,
    /// Everyone but the mover, neutral included.
    NonMover,
    /// The members of a team, or the player of that number in games without teams.
    Team(u8),
}

/// Players as bits: bit p for player p.
pub type PlayerSet = u32;

impl PlayersFn {
    /// Compiles a slot with a role, or one with a player; everyone where both are empty.
    pub fn compile(c: &mut Compiler, role: &Value, of: &Value) -> Compiled<Self> {
        if !of.is_empty() {
            return Ok(Self::One(match of.call() {
                Some(player) if player.name() == "Player" && !player.get("index").is_empty() => {
                    c.int(player.get("index"))?
                }
                _ => c.int(of)?,
            }));
        }
        Ok(match role.constant() {
            None | Some("All") => Self::All,
            Some("Enemy") => Self::Enemies,
            Some("Ally") => Self::Allies,
            Some("Friend" | "TeamMover") => Self::Friends,
            Some("NonMover") => Self::NonMover,
            Some(role) => match role.strip_prefix("Team").and_then(|digits| digits.parse().ok()) {
                Some(team) => Self::Team(team),
                None => Self::One(IntFn::role(c, role)?),
            },
        })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> PlayerSet {
        let players = ctx.rules.players as u32;
        let everyone = ((1 << players) - 1) << 1;
        let mover = u32::from(ctx.state.mover);
        match self {
            Self::One(player) => {
                let player = player.eval(ctx);
                if (0..32).contains(&player) { 1 << player } else { 0 }
            }
            Self::All => everyone | 1 | 1 << (players + 1),
            Self::NonMover => (everyone | 1) & !(1 << mover),
            Self::Enemies => match team_of(ctx, mover) {
                Some(team) => everyone & !members(ctx, team) & !(1 << mover),
                None => everyone & !(1 << mover),
            },
            Self::Allies => team_of(ctx, mover).map_or(0, |team| members(ctx, team) & !(1 << mover)),
            Self::Friends => team_of(ctx, mover).map_or(1 << mover, |team| members(ctx, team)),
            Self::Team(team) => {
                if team_of(ctx, mover).is_some() {
                    members(ctx, *team)
                } else {
                    1 << team
                }
            }
        }
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        match self {
            Self::One(player) => player.is_apart(register),
            _ => true,
        }
    }

    /// Whether it is the same in every position.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        match self {
            Self::One(player) => player.constant().is_some(),
            Self::All => true,
            _ => false,
        }
    }
}

/// Team of a player, in games with teams.
pub fn team_of(ctx: &Context<'_>, player: u32) -> Option<u8> {
    let teams = &ctx.state.memory.as_deref()?.teams;
    teams.get(player as usize).copied()
}

/// The members of a team.
pub fn members(ctx: &Context<'_>, team: u8) -> PlayerSet {
    let teams = ctx.state.memory.as_deref().map_or(&[][..], |memory| &memory.teams);
    (1..=ctx.rules.players).filter(|&player| teams.get(player) == Some(&team)).fold(0, |set, player| set | 1 << player)
}

/// Whether players as bits hold a player.
#[inline]
#[must_use]
pub fn holds(set: PlayerSet, player: i32) -> bool {
    (0..32).contains(&player) && set >> player & 1 == 1
}
