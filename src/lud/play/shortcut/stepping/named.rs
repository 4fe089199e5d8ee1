//! Steps of a piece that is looked for on the board, whosever turn it is: they are asked about and not made.

use super::area::{Area, EMPTY};
use super::item::Item;
use super::moves::Moves;
use super::way::{Kind, Way};
use super::{Board, Each, Stepping};
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

impl<S: SiteSet> Item<S> {
    /// The steps of a piece that is looked for onto empty sites, where a generator makes nothing else.
    pub fn of_named(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let MovesFn::Leaf(leaf) = moves else { return None };
        let Leaf::Step(step) = &rules.leaves[usize::from(*leaf)].leaf else { return None };
        let (piece, step) = step.of_found()?;
        let (condition, takes) = step.asked(rules)?;
        // Other sites are told by who moves, which may be another than the owner of the piece.
        let is_onto_empty = Area::of(condition, Register::To, rules, stepping)? == Area::Classes(EMPTY);
        if takes || !is_onto_empty || stepping.is_stacking {
            return None;
        }
        let (whose, kinds) = stepping.named(piece, rules)?;
        let mut all = Each::<Option<Moves<S>>>::default();
        for (player, all) in all.iter_mut().enumerate().skip(1).take(stepping.players) {
            let what = usize::from(kinds[player]);
            if what == 0 {
                continue;
            }
            // Otherwise it would have to be looked for among the pieces of others.
            if usize::from(*rules.owners.get(what)?) != player {
                return None;
            }
            let way = Way {
                leaf: *leaf,
                what: what as u8,
                kind: Kind::Move,
                from: 0,
                over: 0,
                is_relative: false,
                before: 0,
            };
            let mut moves = Moves::none(what, stepping.sites);
            for site in 0..stepping.sites {
                moves.add_steps(site, step.ends(what, site), EMPTY, way);
            }
            moves.settle();
            *all = Some(moves);
        }
        Some(Self::Named(whose, Box::new(all)))
    }
}

impl<S: SiteSet> Stepping<S> {
    /// The lowest site with a piece of a component, which is a player's.
    #[inline]
    pub(super) fn found(&self, board: &Board<S>, what: u8, player: usize) -> S {
        self.pieces_of(board, what, player).sites().next().map_or(S::EMPTY, S::only)
    }
}
