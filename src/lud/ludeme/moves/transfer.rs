//! The parts of rules that take pieces from one place to another, for those who play by them in another way.

use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::ludeme::region::{Occupied, SitesFn};
use crate::lud::play::action::EffectId;

/// Where the pieces come from that a rule takes to empty sites.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'r> {
    /// The first site of the hand of a player: that of each, and the player.
    Hand(&'r [i32], &'r IntFn),
    /// A site that is always the same.
    Site(i32),
    /// Where some pieces are.
    Occupied(&'r Occupied),
    /// The piece that the rules around go through.
    Itself,
}

/// Pieces that go from some sites to others.
#[derive(Debug, Clone)]
pub struct Transfer<'r> {
    /// Where they come from.
    pub from: SitesFn,
    /// What has to hold of each of those sites.
    pub from_condition: Option<&'r BoolFn>,
    /// Where they go.
    pub to: SitesFn,
    /// What has to hold of each of those sites.
    pub condition: Option<&'r BoolFn>,
    /// How many of them; one where nothing is said.
    pub count: Option<&'r IntFn>,
    /// What happens where they go to, before they do.
    pub apply: Option<EffectId>,
}

/// One piece or several that go from one site to others, and what happens there.
#[derive(Debug, Clone)]
pub struct Carrying<'r> {
    /// Where it comes from.
    pub from: SitesFn,
    /// At which level; on top where nothing is said.
    pub from_level: Option<&'r IntFn>,
    /// How many of them; one where nothing is said.
    pub count: Option<&'r IntFn>,
    /// What has to hold of that site.
    pub from_condition: Option<&'r BoolFn>,
    /// Where it goes.
    pub to: SitesFn,
    /// What has to hold of each of those sites.
    pub condition: Option<&'r BoolFn>,
    /// On what condition something happens first.
    pub apply_condition: Option<&'r BoolFn>,
    /// What happens then.
    pub apply: Option<EffectId>,
    /// Whether working that out leaves another level behind for the rules that are evaluated next.
    pub leaves_level: bool,
}

/// A piece that steps to a neighbour, and what happens there.
#[derive(Debug, Clone)]
pub struct Stepped<'r> {
    /// Where it comes from.
    pub from: &'r IntFn,
    /// What has to hold of that site.
    pub from_condition: Option<&'r BoolFn>,
    /// What has to hold of the site that it goes to.
    pub condition: &'r BoolFn,
    /// On what condition something happens first.
    pub apply_condition: Option<&'r BoolFn>,
    /// What happens then.
    pub apply: Option<EffectId>,
    /// The most sites that there can be to go to.
    pub most: u32,
}

/// A piece that slides along tracks, and what happens where it stops.
#[derive(Debug, Clone)]
pub struct Sliding<'r> {
    /// Where it comes from.
    pub from: &'r IntFn,
    /// What has to hold of that site.
    pub from_condition: Option<&'r BoolFn>,
    /// How far it goes.
    pub range: &'r RangeFn,
    /// What has to hold of each site that it passes.
    pub go: Option<&'r BoolFn>,
    /// Where it stops for good.
    pub stop: Option<&'r BoolFn>,
    /// Where else it may end.
    pub keep: Option<&'r BoolFn>,
    /// What happens where it stops for good.
    pub apply: Option<EffectId>,
    /// Whether it only counts once it has gone round a bend.
    pub needs_bump: bool,
    /// The most ways along tracks that begin at a site, each of which makes one move at most.
    pub most: u32,
}
