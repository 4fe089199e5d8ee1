//! Ways to play plies of a play-out without asking the rules, in games whose rules are of a known shape.
//!
//! Each of them plays just the moves that the rules would allow, with the same probabilities, and leaves the position as the
//! rules would leave it; whatever is out of the ordinary it leaves to the rules.

mod bare;
mod dropping;
mod filling;
mod flipping;
mod placement;
mod racing;
mod rows;
mod shooting;
mod sowing;
mod stepping;
mod surrounding;
mod unions;

use super::context::Context;
use super::moves::LudMove;
use super::rules::Rules;
use super::sets::Pair;
use crate::game::{Random, Seat};
use dropping::{Dropping, DroppingBuffers};
use filling::{Filling, FillingBuffers};
use flipping::Flipping;
use placement::{Placement, PlacementBuffers};
use racing::{Racing, RacingBuffers};
use shooting::Shooting;
use sowing::Sowing;
use stepping::Stepping;
use surrounding::{Chains, Surrounding};

/// A game of a known shape.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shortcut {
    /// One piece on any empty site.
    Placement(Placement),
    /// One piece on any stack that is not full.
    Dropping(Dropping),
    /// A slide, and a shot from where it went.
    Shooting(Shooting),
    /// A piece that flips others.
    Flipping(Flipping),
    /// A piece that takes chains without liberties, or a pass.
    Surrounding(Surrounding),
    /// Pieces that come from hands, step, jump and are taken, on boards of up to 64 sites.
    Stepping(Box<Stepping<u64>>),
    /// The same on boards of up to 128.
    SteppingWide(Box<Stepping<u128>>),
    /// The same on boards of up to 255.
    SteppingWider(Box<Stepping<Pair>>),
    /// Holes whose seeds are sown.
    Sowing(Box<Sowing>),
    /// Dice, and pieces that go along tracks.
    Racing(Box<Racing>),
    /// Pieces put on empty sites in turns of any kind, with ends that are asked about only where they may hold.
    Filling(Box<Filling>),
}

/// Buffers of one thread.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    placement: PlacementBuffers,
    dropping: DroppingBuffers,
    chains: Chains,
    filling: FillingBuffers,
    racing: RacingBuffers,
}

impl Shortcut {
    /// What it is called.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Placement(_) => "placement",
            Self::Dropping(_) => "dropping",
            Self::Shooting(_) => "shooting",
            Self::Flipping(_) => "flipping",
            Self::Surrounding(_) => "surrounding",
            Self::Stepping(_) | Self::SteppingWide(_) | Self::SteppingWider(_) => "stepping",
            Self::Sowing(_) => "sowing",
            Self::Racing(_) => "racing",
            Self::Filling(_) => "filling",
        }
    }

    /// Whether a ply takes no longer than to look up a position that was kept.
    pub(super) fn is_light(&self) -> bool {
        matches!(self, Self::Placement(_) | Self::Dropping(_))
    }

    /// The shape of a game, where it is a known one.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        Placement::of(rules)
            .map(Self::Placement)
            .or_else(|| Dropping::of(rules).map(Self::Dropping))
            .or_else(|| Shooting::of(rules).map(Self::Shooting))
            .or_else(|| Flipping::of(rules).map(Self::Flipping))
            .or_else(|| Surrounding::of(rules).map(Self::Surrounding))
            .or_else(|| Stepping::of(rules).map(|stepping| Self::Stepping(Box::new(stepping))))
            .or_else(|| Stepping::of(rules).map(|stepping| Self::SteppingWide(Box::new(stepping))))
            .or_else(|| Stepping::of(rules).map(|stepping| Self::SteppingWider(Box::new(stepping))))
            .or_else(|| Sowing::of(rules).map(|sowing| Self::Sowing(Box::new(sowing))))
            .or_else(|| Racing::of(rules).map(|racing| Self::Racing(Box::new(racing))))
            .or_else(|| Filling::of(rules).map(|filling| Self::Filling(Box::new(filling))))
    }
}

impl Context<'_> {
    /// Plays random plies as long as the shape of the game tells all about them and `most` are not reached; returns their
    /// number, and the move that is drawn for the next one where that is left to the rules.
    pub(super) fn play_shortcut(
        &mut self,
        shortcut: &Shortcut,
        most: u32,
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        // Games that last too long are ended by the rules.
        let most = most.min(self.moves_left().saturating_sub(1));
        match shortcut {
            Shortcut::Placement(placement) => self.place_at_random(placement, most, rng, trace),
            Shortcut::Dropping(dropping) => self.drop_at_random(dropping, most, rng, trace),
            Shortcut::Shooting(shooting) => self.shoot_at_random(shooting, most, rng, trace),
            Shortcut::Flipping(flipping) => self.flip_at_random(flipping, most, rng, trace),
            Shortcut::Surrounding(surrounding) => self.surround_at_random(surrounding, most, rng, trace),
            Shortcut::Stepping(stepping) => self.step_at_random(stepping, most, rng, trace),
            Shortcut::SteppingWide(stepping) => self.step_at_random(stepping, most, rng, trace),
            Shortcut::SteppingWider(stepping) => self.step_at_random(stepping, most, rng, trace),
            Shortcut::Sowing(sowing) => self.sow_at_random(sowing, most, rng, trace),
            Shortcut::Racing(racing) => self.race_at_random(racing, most, rng, trace),
            Shortcut::Filling(filling) => self.fill_at_random(filling, most, rng, trace),
        }
    }
}
