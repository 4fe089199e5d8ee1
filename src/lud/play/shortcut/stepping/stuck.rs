//! Pieces that are taken off because they cannot move.

use super::area::{Area, EMPTY};
use super::effect::{Effect, takes};
use super::moves::Moves;
use super::test::Test;
use super::way::{Kind, Way};
use super::{Stepping, Whose};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

impl<S: SiteSet> Effect<S> {
    /// The pieces of a player that cannot make any of some moves are taken off.
    pub fn take_stuck(
        region: &RegionFn,
        asked: Option<&BoolFn>,
        moves: &MovesFn,
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<Self> {
        let RegionFn::Occupied(occupied) = region else { return None };
        let (PlayersFn::One(player), hands) = occupied.owners()? else { return None };
        let whose = Whose::of(player)?;
        let (condition, moves) = match (asked, moves) {
            (Some(condition), moves) => (condition, moves),
            (None, MovesFn::If(parts)) => match &**parts {
                (condition, moves, MovesFn::Or(rest)) if rest.is_empty() => (condition, moves),
                _ => return None,
            },
            _ => return None,
        };
        let BoolFn::Not(condition) = condition else { return None };
        let BoolFn::CanMove(going) = &**condition else { return None };
        if stepping.is_stacking || !takes(moves, Register::Site, rules) {
            return None;
        }
        let going = Moves::from_any(going, rules, stepping)?;
        let stuck = Area::And(vec![Area::Owned(whose), Area::Not(Box::new(Area::Going(Box::new(going))))]);
        let taken = Self::TakeAll(stuck);
        // Pieces in hand cannot move either.
        Some(if hands && stepping.hands.iter().any(Option::is_some) {
            Self::If(Test::HandIsEmpty(whose), Box::new([taken, Self::Leave]))
        } else {
            taken
        })
    }
}

impl<S: SiteSet> Moves<S> {
    /// Steps and jumps onto empty sites from the site gone through, where they do not depend on what stands there. They are asked
    /// about and not made.
    fn from_any(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let list = if let MovesFn::Or(list) = moves { &list[..] } else { std::slice::from_ref(moves) };
        let mut all = Self::none(0, stepping.sites);
        let here = IntFn::Register(Register::Site);
        for moves in list {
            let MovesFn::Leaf(leaf) = moves else { return None };
            let node = &rules.leaves[usize::from(*leaf)];
            if !node.chain.priors.is_empty() {
                return None;
            }
            let way = Way { leaf: *leaf, what: 0, kind: Kind::Move, from: 0, over: 0, is_relative: false, before: 0 };
            let whats = 1..rules.components.len();
            match &node.leaf {
                Leaf::Step(step) => {
                    let (condition, takes) = step.asked_from(&here, rules)?;
                    if takes || Area::of(condition, Register::To, rules, stepping)? != Area::Classes(EMPTY) {
                        return None;
                    }
                    for site in 0..stepping.sites {
                        let ends = step.ends(1, site);
                        if whats.clone().any(|what| step.ends(what, site) != ends) {
                            return None;
                        }
                        all.add_steps(site, ends, EMPTY, way);
                    }
                }
                Leaf::Hop(hop) => {
                    let like =
                        hop.over_one_from(&here, rules).filter(|like| like.row == [1, 1] && !like.spares_taken)?;
                    let lines = (0..stepping.sites).map(|site| hop.lines(1, site)).collect::<Vec<_>>();
                    let is_like = |what: usize| (0..stepping.sites).all(|site| hop.lines(what, site) == lines[site]);
                    if like.onto.is_some() || !whats.clone().all(is_like) {
                        return None;
                    }
                    all.add_jumps(like, way, lines, stepping.all, rules, stepping)?;
                }
                _ => return None,
            }
        }
        all.settle();
        Some(all)
    }
}
