//! What is known beforehand of a rule that moves pieces, for those that go by its form.

use super::FromTo;
use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::place::Where;
use crate::lud::ludeme::moves::transfer::{Carrying, Origin, Transfer};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::rules::{Plain, Rules};

impl FromTo {
    /// Whether it makes one move at most, which [`FromTo::bare_action`] is all of.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// Where the pieces of the only move come from and go to, and how many, where the types and the numbers of both sites are as
    /// they should be.
    #[must_use]
    pub fn bare_parts(&self, fits: impl Fn(SiteType, &IntFn) -> bool) -> Option<(&IntFn, &IntFn, Option<&IntFn>)> {
        let (Where::Site(from), Where::Site(to)) = (&self.from, &self.to) else { return None };
        let fits = self.is_bare && fits(self.from_type, from) && fits(self.to_type, to);
        fits.then_some((from, to, self.count.as_ref()))
    }

    /// From which site of the board to which other a piece goes, where both are always the same and that is all of it.
    #[must_use]
    pub fn between(&self, rules: &Rules) -> Option<[usize; 2]> {
        let kind = rules.default_type();
        let (from, to, None) = self.bare_parts(|of, _| of == kind)? else { return None };
        let on_board = |site: &IntFn| usize::try_from(site.constant()?).ok();
        let sites = [on_board(from)?, on_board(to)?];
        (sites[0] != sites[1] && sites.iter().all(|&site| site < rules.topology.count(kind))).then_some(sites)
    }

    /// What moves from sites of a type or of a hand: the sites and their condition, where they lead and the condition there, how
    /// many pieces go, and what always happens then.
    #[must_use]
    pub fn transfer(&self, kind: SiteType) -> Option<Transfer<'_>> {
        let plain = self.from_level.is_none()
            && self.to_level.is_none()
            && !self.stack
            && self.copy == BoolFn::Constant(false)
            && self.apply.condition.is_none()
            && !self.leaves_level;
        let fits = plain && self.from_type == kind && self.to_type == kind && !self.to_type_given;
        fits.then(|| Transfer {
            from: self.from.sites(),
            from_condition: self.from_condition.as_ref(),
            to: self.to.sites(),
            condition: self.condition.as_ref(),
            count: self.count.as_ref(),
            apply: self.apply.effect,
        })
    }

    /// What moves from one site or one of several, of a type or of a hand, to one or to some of several, one piece or as many as
    /// are told: its parts.
    #[must_use]
    pub fn carrying(&self, kind: SiteType) -> Option<Carrying<'_>> {
        self.carrying_from(kind, |_| false)
    }

    /// The same where it may also come from one site that is said to be a cell and surely is one of a hand.
    #[must_use]
    pub fn carrying_from(&self, kind: SiteType, is_in_hand: impl Fn(&IntFn) -> bool) -> Option<Carrying<'_>> {
        let is_held =
            || matches!(&self.from, Where::Site(site) if self.from_type == SiteType::Cell && is_in_hand(site));
        // A level goes before a count and before the stack as a whole.
        let is_one = !self.stack || self.from_level.is_some();
        let plain = self.to_level.is_none() && is_one && self.copy == BoolFn::Constant(false);
        let is_known = plain && self.to_type == kind && !self.to_type_given;
        let fits = is_known && (self.from_type == kind || is_held());
        fits.then(|| Carrying {
            from: self.from.sites(),
            from_level: self.from_level.as_ref(),
            count: self.count.as_ref().filter(|_| self.from_level.is_none()),
            from_condition: self.from_condition.as_ref(),
            to: self.to.sites(),
            condition: self.condition.as_ref(),
            apply_condition: self.apply.condition.as_ref(),
            apply: self.apply.effect,
            leaves_level: self.leaves_level,
        })
    }

    /// Whether it makes one move at most, between two certain sites, which [`FromTo::lone_action`] is all of.
    #[must_use]
    pub fn is_lone(&self) -> bool {
        self.is_single() && self.apply.effect.is_none()
    }

    /// The own binds of a move that nothing happens with, where the number of pieces is always the same.
    #[must_use]
    pub fn binds_of_count(&self) -> [i32; 3] {
        [0, self.count.as_ref().and_then(IntFn::constant).unwrap_or(0), 0]
    }

    /// Where the pieces come from and to which empty sites of the board they may go, where that is all of it.
    #[must_use]
    pub fn onto_empty(&self, rules: &Rules) -> Option<(Origin<'_>, Bits)> {
        if self.count.is_none() { self.any_onto_empty(rules) } else { None }
    }

    /// The same where several pieces may go at once, and how many do.
    #[must_use]
    pub fn some_onto_empty(&self, rules: &Rules) -> Option<(Origin<'_>, Bits, i32)> {
        let count = self.count.as_ref().map_or(Some(1), IntFn::constant)?;
        self.any_onto_empty(rules).map(|(origin, ends)| (origin, ends, count))
    }

    /// The same whatever their number.
    fn any_onto_empty(&self, rules: &Rules) -> Option<(Origin<'_>, Bits)> {
        let kind = rules.default_type();
        let plain = self.plain_but_for_count() == Plain::Move
            && (self.from_type, self.to_type) == (kind, kind)
            && self.from_condition.is_none()
            && !self.leaves_level;
        let (true, Where::Region(ends)) = (plain, &self.to) else { return None };
        let ends = match &self.condition {
            None => ends.empty_ones(rules)?,
            Some(BoolFn::Class(Register::To, Classes::EMPTY)) => match ends {
                RegionFn::Fixed(sites) => sites.clone(),
                ends => ends.empty_ones(rules)?,
            },
            Some(_) => return None,
        };
        let origin = match &self.from {
            Where::Site(IntFn::Board(site)) => {
                let (sites, player) = site.hand_of()?;
                Origin::Hand(sites, player)
            }
            Where::Site(IntFn::Constant(site)) => Origin::Site(*site),
            Where::Site(IntFn::Register(Register::From)) => Origin::Itself,
            Where::Region(RegionFn::Occupied(occupied)) => Origin::Occupied(occupied),
            _ => return None,
        };
        ends.is_below(rules.topology.count(kind)).then_some((origin, ends))
    }

    /// The lines from every site along which the piece that the rules around go through goes as far as it can, where that is
    /// all of it.
    #[must_use]
    pub fn farthest(&self, rules: &Rules) -> Option<Vec<Vec<Vec<u16>>>> {
        let kind = rules.default_type();
        let plain = self.plain() == Plain::Move
            && (self.from_type, self.to_type) == (kind, kind)
            && self.from_condition.is_none()
            && self.condition.is_none()
            && !self.leaves_level
            && matches!(self.from, Where::Site(IntFn::Register(Register::From)));
        match &self.to {
            Where::Region(RegionFn::LineOfSight(sight)) if plain => sight.farthest_from(kind, Register::From),
            _ => None,
        }
    }
}
