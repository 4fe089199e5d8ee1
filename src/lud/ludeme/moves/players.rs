//! Whom an effect concerns, where a role may stand for several players.

use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::context::Context;
use crate::lud::tree::{Call, Value};
use smallvec::{SmallVec, smallvec};

/// One or several players.
#[derive(Debug, Clone, PartialEq)]
pub enum Players {
    One(IntFn),
    All,
    Enemies,
    Friends,
    Allies,
    NonMovers,
    Team(u8),
}

impl Players {
    /// Compiles the slots `player` and `role` of a ludeme.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        if let Value::Constant(_, role) = call.get("role") {
            return Self::role(c, call, role);
        }
        c.player(call, &["player"])?.map(Self::One).ok_or_else(|| c.unsupported(call))
    }

    /// The players that a role stands for.
    pub fn role(c: &mut Compiler, call: &Call, role: &str) -> Compiled<Self> {
        Ok(match role {
            "All" => Self::All,
            "Enemy" => Self::Enemies,
            "Friend" | "TeamMover" => Self::Friends,
            "Ally" => Self::Allies,
            "NonMover" => Self::NonMovers,
            "Each" | "Shared" | "Neutral" => return Err(c.unsupported(call)),
            _ => match role.strip_prefix("Team").and_then(|digits| digits.parse().ok()) {
                Some(team) => Self::Team(team),
                None => Self::One(IntFn::role(c, role)?),
            },
        })
    }

    /// The players.
    pub fn eval(&self, ctx: &mut Context<'_>) -> SmallVec<[i32; 8]> {
        let mover = i32::from(ctx.state.mover);
        let everyone = 1..=ctx.rules.players as i32;
        let teams = ctx.state.memory.as_deref().map(|memory| &memory.teams).filter(|teams| !teams.is_empty());
        let of_team = |team: u8| match teams {
            Some(teams) => everyone.clone().filter(|&player| teams[player as usize] == team).collect(),
            None => smallvec![i32::from(team)],
        };
        match self {
            Self::One(player) => smallvec![player.eval(ctx)],
            Self::All => everyone.collect(),
            Self::NonMovers => everyone.filter(|&player| player != mover).collect(),
            Self::Enemies => everyone.filter(|&player| player != mover && ctx.is_enemy(player, mover)).collect(),
            Self::Friends => match teams {
                Some(teams) => of_team(teams[mover as usize]),
                None => smallvec![mover],
            },
            Self::Allies => match teams {
                Some(teams) => {
                    let mut allies: SmallVec<[i32; 8]> = of_team(teams[mover as usize]);
                    allies.retain(|player| *player != mover);
                    allies
                }
                None => SmallVec::new(),
            },
            Self::Team(team) => of_team(*team),
        }
    }
}
