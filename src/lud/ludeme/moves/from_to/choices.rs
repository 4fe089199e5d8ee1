//! Pieces from one place to any site of a region, where there is nothing else to it.

use super::FromTo;
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{Asked, BoolFn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::place::{Where, real_type};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{Plain, Rules};

impl FromTo {
    /// The hands of all players, where it takes a piece of the mover's to any stack of the board and there is nothing else
    /// to it.
    #[must_use]
    pub fn from_hand_onto_stacks(&self, rules: &Rules) -> Option<&[i32]> {
        let kind = rules.default_type();
        let plain = self.plain() == Plain::Move
            && (self.from_type, self.to_type) == (kind, kind)
            && self.from_condition.is_none()
            && self.condition.is_none()
            && !self.leaves_level;
        let (Where::Site(IntFn::Board(site)), Where::Region(RegionFn::Fixed(ends))) = (&self.from, &self.to) else {
            return None;
        };
        let (hands, player) = site.hand_of()?;
        let is_board = ends.iter().eq(0..rules.topology.count(kind) as i32);
        (plain && is_board && *player == IntFn::Mover).then_some(hands)
    }

    /// Whether it leads to empty sites of a type, whatever is asked of them.
    #[inline]
    pub(in crate::lud::ludeme::moves) fn is_onto(&self, kind: SiteType) -> bool {
        matches!(&self.to, Where::Region(RegionFn::Empty(empty)) if *empty == kind)
    }

    /// The site to start from and the sites to go to, each of which is one move, where that is all.
    #[inline]
    pub(in crate::lud::ludeme::moves) fn ends_of_choices(&self) -> Option<(&IntFn, &RegionFn)> {
        let (Where::Site(from), Where::Region(ends)) = (&self.from, &self.to) else { return None };
        let is_plain = self.condition.is_none() && self.from_condition.is_none() && self.apply.effect.is_none();
        (is_plain && self.can_draw() && self.copy == BoolFn::Constant(false)).then_some((from, ends))
    }

    /// The site to start from and the sites to go to, each of which is one move, where that is all; nothing to go to where
    /// there is no piece to start with.
    pub(in crate::lud::ludeme::moves) fn choices(&self, ctx: &mut Context<'_>) -> Option<(i32, Option<&RegionFn>)> {
        let (from, ends) = self.ends_of_choices()?;
        let site = from.eval(ctx);
        let is_there = site >= 0 && ctx.what(real_type(ctx.rules, self.from_type, site), site) != 0;
        Some((site, is_there.then_some(ends)))
    }

    /// The condition of the sites to go to from one site, where it is asked of all of them at once.
    pub(super) fn asked_at_once(&self, c: &Compiler) -> Option<Asked> {
        let (Where::Site(_), Where::Region(ends)) = (&self.from, &self.to) else { return None };
        let fits = self.to_type == c.rules.default_type() && ends.is_low(&c.rules);
        self.condition.as_ref().filter(|_| fits).and_then(|condition| Asked::new(c, condition, Register::To))
    }

    /// Whether each of its moves leads from one site to another that meets a condition, which is asked of all those at once.
    pub(super) fn narrows_at_once(&self, c: &Compiler) -> bool {
        let (Where::Site(_), Where::Region(ends)) = (&self.from, &self.to) else { return false };
        self.can_draw()
            && self.copy == BoolFn::Constant(false)
            && self.from_condition.is_none()
            && self.apply.effect.is_none()
            && self.to_type == c.rules.default_type()
            && ends.is_setwise()
            && self.condition.as_ref().is_some_and(|condition| condition.is_nearly_setwise(Register::To))
    }

    /// The sites to go to, each of which is one move, where that is all and they are found at once.
    pub(in crate::lud::ludeme::moves) fn found_at_once(&self, ctx: &mut Context<'_>) -> Option<Bits> {
        if !self.is_narrowed {
            let (from, ends) = self.choices(ctx)?;
            let before = ctx.set(Register::From, from);
            let ends = ends.map_or_else(Bits::default, |ends| ends.eval(ctx).into_owned());
            ctx.set(Register::From, before);
            return Some(ends);
        }
        let (Where::Site(from), Where::Region(ends), Some(condition)) = (&self.from, &self.to, &self.condition) else {
            return None;
        };
        let from = from.eval(ctx);
        if from < 0 || ctx.what(real_type(ctx.rules, self.from_type, from), from) == 0 {
            return Some(Bits::default());
        }
        let before = ctx.set(Register::From, from);
        let mut sites = ends.eval(ctx).into_owned();
        // Only sites of the board are asked at once.
        let are_of_board = sites.is_below(ctx.rules.topology.count(self.to_type));
        if are_of_board {
            condition.narrow(Register::To, self.to_type, &mut sites, ctx);
        }
        ctx.set(Register::From, before);
        are_of_board.then_some(sites)
    }

    /// Whether each of its moves leads from one site to another below 64, and all those are found at once.
    pub(in crate::lud::ludeme::moves) fn chooses_low(&self, rules: &Rules) -> bool {
        let is_plain = self.can_draw()
            && self.copy == BoolFn::Constant(false)
            && self.from_condition.is_none()
            && self.apply.effect.is_none();
        let ends_are_low = match &self.to {
            Where::Region(ends) => ends.is_low(rules) && (self.condition.is_none() || self.asked.is_some()),
            Where::Site(_) => self.condition.is_none() && rules.layout.sites <= 64,
        };
        is_plain && ends_are_low && matches!(self.from, Where::Site(_))
    }

    /// Where its moves lead, where it [chooses low](FromTo::chooses_low) and nothing out of the ordinary is among it.
    pub(in crate::lud::ludeme::moves) fn low_choices(&self, ctx: &mut Context<'_>) -> Option<u64> {
        let Where::Site(from) = &self.from else { return None };
        let from = from.eval(ctx);
        if from < 0 || ctx.what(real_type(ctx.rules, self.from_type, from), from) == 0 {
            return Some(0);
        }
        let before = ctx.set(Register::From, from);
        let ends = match &self.to {
            Where::Region(ends) => Some(ends.low_word(ctx)),
            Where::Site(to) => match to.eval(ctx) {
                ..0 => Some(0),
                to @ 0..64 => Some(1 << to),
                _ => None,
            },
        };
        let own = ctx.rules.layout.own;
        let ends = match &self.asked {
            Some(asked) => ends.filter(|ends| own >= 64 || ends >> own == 0).map(|ends| asked.of_word(ends, ctx)),
            None => ends,
        };
        ctx.set(Register::From, before);
        ends
    }

    /// The move to one of the sites of [`FromTo::choices`], [`FromTo::found_at_once`] or [`FromTo::low_choices`].
    pub(in crate::lud::ludeme::moves) fn choose(&self, id: u16, to: i32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let Where::Site(from) = &self.from else { return None };
        let from = from.eval(ctx);
        let before = (ctx.set(Register::From, from), ctx.set(Register::To, to));
        let chosen = ctx.bind(id, from, to, &[0]);
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
        Some(chosen)
    }
}
