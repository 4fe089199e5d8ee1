//! `(remove …)`: pieces taken off.

use super::place::{Where, real_type};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::{Occupied, RegionFn, SitesFn};
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{Plain, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::play::stack::Stacks;
use crate::lud::tree::Call;

/// What is on a site taken off.
#[derive(Debug, Clone, PartialEq)]
pub struct Remove {
    kind: SiteType,
    at: Where,
    later: bool,
    count: IntFn,
    /// Level of the piece, where it is not the top.
    level: Option<IntFn>,
}

impl Remove {
    /// Whether it takes the lowest piece on a certain site of a type off the board at once.
    #[must_use]
    pub fn is_lowest_at(&self, kind: SiteType, site: &IntFn) -> bool {
        let at = matches!(&self.at, Where::Site(at) if at == site);
        at && self.kind == kind
            && !self.later
            && self.count.constant() == Some(1)
            && self.level == Some(IntFn::Constant(0))
    }

    /// Whether it takes the piece on a certain site of a type off the board at once.
    #[must_use]
    pub fn is_at(&self, kind: SiteType, site: &IntFn) -> bool {
        let at = matches!(&self.at, Where::Site(at) if at == site);
        at && self.kind == kind && !self.later && self.count.constant() == Some(1) && self.level.is_none()
    }

    /// The only site of a type from which it takes one piece, the topmost one, at once.
    #[must_use]
    pub fn only_site(&self, kind: SiteType) -> Option<&IntFn> {
        let Where::Site(site) = &self.at else { return None };
        self.is_at(kind, site).then_some(site)
    }

    /// The region of whose sites of a type it takes one piece each off, the topmost one, at once.
    #[must_use]
    pub fn all_of(&self, kind: SiteType) -> Option<&RegionFn> {
        let Where::Region(region) = &self.at else { return None };
        let fits = self.kind == kind && !self.later && self.count.constant() == Some(1) && self.level.is_none();
        fits.then_some(region)
    }

    /// Whether it takes the piece that the rules around go through off the board at once.
    #[must_use]
    pub fn is_of_piece(&self, kind: SiteType) -> bool {
        self.is_at(kind, &IntFn::Register(Register::From))
    }

    /// Whether it takes off at once what is where a move leads, on a site of a type.
    pub(super) fn takes_end(&self, kind: SiteType) -> bool {
        self.is_at(kind, &IntFn::Register(Register::To))
    }

    /// Compiles `(move Remove …)` and `(remove …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let at = if call.get("locationFunction").is_empty() {
            Where::Region(c.region(call.get("regionFunction"))?)
        } else {
            Where::Site(c.int(call.get("locationFunction"))?)
        };
        let remove = Self {
            kind: c.site_type(call.get("type")),
            at,
            later: call.get("at").constant() == Some("EndOfTurn"),
            count: c.int_or(call.get("count"), IntFn::Constant(1))?,
            level: c.opt_int(call.get("level"))?,
        };
        let own = usize::from(remove.level.is_some());
        c.with_then(call, |c| c.leaf(call, Leaf::Remove(Box::new(remove)), own))
    }

    /// The removal of what stands on the site in a register.
    pub(super) fn at_register(c: &mut Compiler, call: &Call, register: Register) -> Compiled<MovesFn> {
        let remove = Self {
            kind: c.rules.default_type(),
            at: Where::Site(IntFn::Register(register)),
            later: false,
            count: IntFn::Constant(1),
            level: None,
        };
        c.leaf(call, Leaf::Remove(Box::new(remove)), 0)
    }

    /// Whether it takes what stands on the site in a register off at the end of the turn.
    #[must_use]
    pub fn is_later_at(&self, kind: SiteType, register: Register) -> bool {
        let at = matches!(&self.at, Where::Site(IntFn::Register(site)) if *site == register);
        at && self.kind == kind && self.later && self.count.constant() == Some(1) && self.level.is_none()
    }

    /// The pieces of which it takes one off, and the condition that they have to meet, where that is all of it.
    #[must_use]
    pub fn of_occupied(&self, kind: SiteType) -> Option<(&Occupied, Option<&BoolFn>)> {
        let plain = self.kind == kind && !self.later && self.count.constant() == Some(1) && self.level.is_none();
        match &self.at {
            Where::Region(RegionFn::Occupied(occupied)) if plain => Some((occupied, None)),
            Where::Region(RegionFn::Filter(parts)) if plain => match &**parts {
                (RegionFn::Occupied(occupied), condition) => Some((occupied, Some(condition))),
                _ => None,
            },
            _ => None,
        }
    }

    /// The sites of a type from any of which all may be taken off at once, in a game without stacks.
    #[must_use]
    pub fn removal(&self, kind: SiteType) -> Option<SitesFn> {
        (self.kind == kind && !self.later && self.level.is_none()).then(|| self.at.sites())
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        self.at.each(ctx, |ctx, site| {
            if site >= 0 && ctx.what(real_type(ctx.rules, self.kind, site), site) != 0 {
                let Some(level) = &self.level else {
                    ctx.emit(id, site, site, &[], sink);
                    return;
                };
                // The top is not told apart from a removal without level.
                let level = level.eval(ctx).max(0);
                let top = ctx.height(real_type(ctx.rules, self.kind, site), site) - 1;
                ctx.emit(id, site, site, &[if level == top { -1 } else { level }], sink);
            }
        });
    }

    /// Whether it makes one move at most, which [`Remove::bare_action`] is all of.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        matches!(self.at, Where::Site(_)) && self.level.is_none() && self.count.constant() == Some(1)
    }

    /// The only site, of a type or of a hand, from which all is taken off at once, in a game without stacks.
    #[must_use]
    pub fn bare_site(&self, kind: SiteType) -> Option<&IntFn> {
        match &self.at {
            Where::Site(site) if self.level.is_none() && !self.later && self.kind == kind => Some(site),
            _ => None,
        }
    }

    /// The sites, of a type or of a hand, from one of which one piece is taken off at once, and its level where it is not the
    /// top.
    #[must_use]
    pub fn one_piece(&self, kind: SiteType) -> Option<(SitesFn, Option<&IntFn>)> {
        let fits = !self.later && self.kind == kind && self.count.constant() == Some(1);
        fits.then(|| (self.at.sites(), self.level.as_ref()))
    }

    /// The action of the only move, where there is one.
    pub fn bare_action(&self, ctx: &mut Context<'_>) -> Option<Action> {
        let Where::Site(at) = &self.at else { return None };
        let site = at.eval(ctx);
        let kind = real_type(ctx.rules, self.kind, site);
        let is_there = site >= 0 && ctx.what(kind, site) != 0;
        is_there.then_some(if self.later { Action::RemoveLater { kind, site } } else { Action::Remove { kind, site } })
    }

    /// Whether it makes one move at most.
    pub(super) fn is_single(&self) -> bool {
        matches!(self.at, Where::Site(_))
    }

    /// One slot for each site of the region.
    pub(super) fn slots(&self, ctx: &mut Context<'_>) -> Option<u32> {
        match &self.at {
            Where::Region(region) if self.level.is_none() => Some(region.loose_count(ctx) as u32),
            _ => None,
        }
    }

    /// Whether pieces come off sites of the board's own type that are found at once and have numbers below 64.
    pub(super) fn chooses_low(&self, rules: &Rules) -> bool {
        let is_low = match &self.at {
            Where::Site(_) => rules.layout.own <= 64,
            Where::Region(region) => region.is_low(rules),
        };
        is_low && self.level.is_none() && self.kind == rules.layout.default
    }

    /// The sites of the board with a piece to take off as bits, where there are no others.
    pub(super) fn low_choices(&self, ctx: &mut Context<'_>) -> Option<u64> {
        let sites = self.at.low_word(ctx)?;
        let layout = &ctx.rules.layout;
        if layout.own < 64 && sites >> layout.own != 0 {
            return None;
        }
        Some(sites & !ctx.state.row(layout, 0)[0])
    }

    /// The move in a slot.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let Where::Region(region) = &self.at else { return None };
        let site = region.loose_nth(slot as usize, ctx)?;
        let is_there = site >= 0 && ctx.what(real_type(ctx.rules, self.kind, site), site) != 0;
        is_there.then(|| ctx.bind(id, site, site, &[]))
    }

    /// What its moves come down to.
    pub(super) fn plain(&self) -> Plain {
        let bare = !self.later && self.level.is_none() && self.count.constant() == Some(1);
        if bare { Plain::Remove } else { Plain::No }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let site = i32::from(chosen.to);
        let kind = real_type(ctx.rules, self.kind, site);
        let level = if self.level.is_some() { i32::from(chosen.binds[0]) } else { -1 };
        let action = if self.later {
            Action::RemoveLater { kind, site }
        } else if level >= 0 {
            Action::RemoveLevel { kind, site, level }
        } else {
            Action::Remove { kind, site }
        };
        for _ in 0..self.count.eval(ctx).max(1) {
            program.push(action);
        }
    }

    pub(super) fn levels(&self, _rules: &Rules, _stacks: &Stacks, chosen: LudMove) -> [i32; 2] {
        if self.level.is_some() && !self.later { [i32::from(chosen.binds[0]).max(0); 2] } else { [0; 2] }
    }

    pub(super) fn sites(&self, rules: &Rules, chosen: LudMove) -> Sites {
        Sites::on(real_type(rules, self.kind, i32::from(chosen.to)))
    }
}

/// The register whose site an effect clears, where that is all that it does: one piece of the board's own type, at once.
pub(super) fn cleared(c: &Compiler, effect: &MovesFn) -> Option<Register> {
    let MovesFn::Leaf(id) = effect else { return None };
    let node = &c.rules.leaves[*id as usize];
    let (Leaf::Remove(remove), true) = (&node.leaf, node.chain.thens.is_empty() && node.chain.suffixes.is_empty())
    else {
        return None;
    };
    let plain = remove.kind == c.rules.default_type()
        && !remove.later
        && remove.level.is_none()
        && remove.count.constant() == Some(1)
        && !c.rules.features.stacking;
    match &remove.at {
        Where::Site(IntFn::Register(register)) if plain => Some(*register),
        _ => None,
    }
}
