//! Conditions that compare where pieces of a player are with where a certain piece is.

use super::area::fixed_sites;
use super::test::Test;
use super::{Board, Each, Stepping, Turn, Whose};
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::int::{BoardFn, CountFn, IntFn};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

/// A player has no pieces on sites that depend on where a piece is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NoneNear<S> {
    /// Whose piece it is, and its kind by player.
    piece: (Whose, Each<u8>),
    player: Whose,
    /// The sites, by where the piece is.
    sites: Vec<S>,
}

impl<S: SiteSet> NoneNear<S> {
    /// That none of a player's pieces is on a site of which a property compares with that of where another piece is.
    pub fn of(condition: &BoolFn, rules: &Rules, stepping: &Stepping<S>) -> Option<Test<S>> {
        let BoolFn::Compare(Comparison::Equal, parts) = condition else { return None };
        let (IntFn::Count(count), IntFn::Constant(0)) = &**parts else { return None };
        let CountFn::Sites(SitesFn::In(RegionFn::Filter(filter))) = &**count else { return None };
        let (RegionFn::Occupied(occupied), BoolFn::Compare(comparison, sides)) = &**filter else { return None };
        let IntFn::Board(property) = &sides.1 else { return None };
        let BoardFn::Property(property, kind, IntFn::Where(piece)) = &**property else { return None };
        let sites = (0..stepping.sites).map(|place| {
            let there = BoardFn::Property(*property, *kind, IntFn::Constant(place as i32));
            let near = BoolFn::Compare(*comparison, Box::new((sides.0.clone(), IntFn::Board(Box::new(there)))));
            let is_told = near.is_fixed(1 << Register::Site as u16);
            is_told.then(|| fixed_sites(&near, Register::Site, None, rules, stepping))
        });
        Some(Test::NoneNear(Box::new(Self {
            piece: stepping.named(piece, rules)?,
            player: stepping.on_board(occupied)?,
            sites: sites.collect::<Option<_>>()?,
        })))
    }

    /// Whether it may hold.
    pub fn may_hold(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> bool {
        let (whose, kinds) = &self.piece;
        let owner = whose.player(turn);
        let places = stepping.pieces_of(board, kinds[owner], owner);
        // Which one is looked for where there are several is left to the rules.
        let mut places = places.sites();
        match (places.next(), places.next()) {
            (Some(place), None) => (board.own[self.player.player(turn)] & self.sites[place]).is_empty(),
            _ => true,
        }
    }
}
