//! Whose pieces, sites and hands an expression is about, as far as a board of sets can tell.

use super::play::set_of;
use super::test::Test;
use super::{Each, PLAYERS, Stepping, Whose};
use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::int::{IntFn, Where};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::ludeme::region::{Occupied, RegionFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

impl<S: SiteSet> Stepping<S> {
    /// Whose pieces stand on the sites of a region, which are all of the board.
    pub(super) fn on_board(&self, occupied: &Occupied) -> Option<Whose> {
        let (PlayersFn::One(player), hands) = occupied.owners()? else { return None };
        let whose = Whose::of(player)?;
        let is_all = match whose {
            _ if !hands => true,
            Whose::Player(player) => self.hands[player].is_none(),
            _ => self.hands.iter().all(Option::is_none),
        };
        is_all.then_some(whose)
    }

    /// A piece may be the one looked for where it is on one of some sites.
    pub(super) fn standing(&self, piece: &Where, sites: &Bits, rules: &Rules) -> Option<Test<S>> {
        let (whose, kinds) = self.named(piece, rules)?;
        // Not to be there at all is to be on a site below all.
        let fits = sites.is_below(self.sites) && sites.first().is_some();
        fits.then(|| Test::Stands(whose, kinds, set_of(sites)))
    }

    /// The kind of piece that is looked for, by the player whose it is.
    pub(super) fn named(&self, piece: &Where, rules: &Rules) -> Option<(Whose, Each<u8>)> {
        let (whats, player) = piece.named(rules.default_type())?;
        let mut kinds = [0; PLAYERS + 1];
        for (kind, &what) in kinds.iter_mut().zip(whats) {
            *kind = u8::try_from(what).unwrap_or(0);
        }
        Some((Whose::of(player)?, kinds))
    }

    /// The sites that a region may have, whosever it is.
    pub(super) fn any_of(&self, region: &RegionFn) -> Option<Vec<S>> {
        let fits = |sites: &Bits| sites.is_below(self.sites).then(|| set_of(sites));
        match region {
            RegionFn::Fixed(sites) => Some(vec![fits(sites)?]),
            RegionFn::Choice(_, sets) => sets.iter().map(fits).collect(),
            RegionFn::Owned(_, regions) => {
                let sets = regions.iter().map(|region| match region {
                    RegionFn::Fixed(sites) => fits(sites),
                    _ => None,
                });
                sets.collect()
            }
            _ => None,
        }
    }

    /// The sites of a region for each player whose region it may be.
    pub(super) fn goals(&self, region: &RegionFn) -> Option<(Whose, Each<S>)> {
        let fits = |sites: &Bits| sites.is_below(self.sites).then(|| set_of(sites));
        let whose = match region {
            RegionFn::Fixed(_) => Whose::Mover,
            RegionFn::Choice(whose, _) | RegionFn::Owned(whose, _) => Whose::of(whose)?,
            _ => return None,
        };
        let mut goals = [S::EMPTY; PLAYERS + 1];
        for (player, goals) in goals.iter_mut().enumerate().skip(1).take(self.players) {
            *goals = match region {
                RegionFn::Fixed(sites) => fits(sites)?,
                RegionFn::Choice(_, sets) => fits(sets.get(player)?)?,
                RegionFn::Owned(_, regions) => match regions.get(player)? {
                    RegionFn::Fixed(sites) => fits(sites)?,
                    _ => return None,
                },
                _ => return None,
            };
        }
        Some((whose, goals))
    }

    /// A site of the board is of some classes.
    pub(super) fn at(&self, kind: SiteType, site: i32, classes: u8, rules: &Rules) -> Option<Test<S>> {
        let site = u8::try_from(site).ok().filter(|&site| usize::from(site) < self.sites)?;
        (kind == rules.default_type()).then_some(Test::At(site, classes))
    }

    /// All sites of a region hold pieces of one player.
    pub(super) fn held_by(&self, region: &RegionFn, condition: &BoolFn) -> Option<Test<S>> {
        let (RegionFn::Fixed(sites), BoolFn::Compare(Comparison::Equal, sides)) = (region, condition) else {
            return None;
        };
        let (IntFn::Who(_, at), IntFn::Constant(player)) = &**sides else { return None };
        let player = usize::try_from(*player).ok().filter(|player| (1..=self.players).contains(player))?;
        let is_asked = **at == IntFn::Register(Register::Site) && sites.is_below(self.sites);
        is_asked.then(|| Test::Holds(player, set_of(sites)))
    }

    /// Whose hand a region is.
    pub(super) fn whose_hand(&self, region: &RegionFn) -> Option<Whose> {
        // Who has no hand has none with anything in it.
        let is_hand = |player: usize, sites: &Bits| sites.iter().eq(self.hands[player].map(i32::from));
        match region {
            RegionFn::Fixed(sites) if !sites.is_empty() => {
                (1..=self.players).find(|&player| is_hand(player, sites)).map(Whose::Player)
            }
            RegionFn::Choice(player, sites) => self.whose_own_hand(player, sites),
            _ => None,
        }
    }

    /// Whether a region that depends on the mover is the mover's hand.
    pub(super) fn whose_own_hand(&self, player: &IntFn, sites: &[Bits]) -> Option<Whose> {
        // Who has no hand has none with anything in it.
        let is_hand = |player: usize| sites.get(player)?.iter().eq(self.hands[player].map(i32::from)).then_some(());
        (*player == IntFn::Mover && (1..=self.players).all(|player| is_hand(player).is_some())).then_some(Whose::Mover)
    }

    /// Whose hand's only site it is.
    pub(super) fn whose_place(&self, site: &IntFn) -> Option<Whose> {
        match site {
            IntFn::Board(site) => self.whose_site(site.hand_of()?),
            IntFn::Constant(site) => {
                let is_it = |player: &usize| self.hands[*player].map(i32::from) == Some(*site);
                (1..=self.players).find(is_it).map(Whose::Player)
            }
            _ => None,
        }
    }

    /// Whose hand's only site it is, given by player.
    pub(super) fn whose_site(&self, (sites, player): (&[i32], &IntFn)) -> Option<Whose> {
        let fits = |player: usize| sites.get(player) == Some(&self.hands[player].map_or(-1, i32::from));
        (1..=self.players).all(fits).then(|| Whose::of(player)).flatten()
    }
}
