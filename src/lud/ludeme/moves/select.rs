//! `(move Select …)`: sites chosen without moving anything.

use super::place::{Where, holds, stack_height};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{Asked, BoolFn, Classes};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::action::Action;
use crate::lud::play::bits::{self, Bits};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::play::stack::Stacks;
use crate::lud::tree::Call;

/// One or two sites chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Select {
    from_type: SiteType,
    from: Where,
    condition: Option<BoolFn>,
    /// Level of the piece selected, where it is not the top.
    level: Option<IntFn>,
    to: Option<Target>,
    /// All sites that there are, where the condition is that the site is occupied, and nothing else.
    if_occupied: Option<Bits>,
    /// The condition, where it is asked of many sites at once.
    asked: Option<Asked>,
    /// Whether every site of a region of the board may be selected.
    takes_all: bool,
    /// The most sites that there can be to select besides one, where they are known to be few.
    most_ends: Option<u32>,
}

/// The second site.
#[derive(Debug, Clone, PartialEq)]
struct Target {
    kind: SiteType,
    to: Where,
    condition: Option<BoolFn>,
}

/// A choice of one site, maybe together with others.
#[derive(Debug)]
pub struct OfSite<'s> {
    /// The site, or those of which it is one.
    pub from: SitesFn,
    /// What it has to meet.
    pub condition: Option<&'s BoolFn>,
    /// The level of the piece, where it is not the top.
    pub level: Option<&'s IntFn>,
    /// The other sites, and what they have to meet.
    pub to: Option<(SitesFn, Option<&'s BoolFn>)>,
    /// Sites from here on do not exist.
    pub end: usize,
}

/// Pairs of sites to select.
#[derive(Debug)]
pub struct Pairs<'s> {
    /// The first of them.
    pub from: SitesFn,
    /// What has to hold of each of those sites.
    pub from_condition: Option<&'s BoolFn>,
    /// The second.
    pub to: SitesFn,
    /// What has to hold of each of those sites.
    pub condition: Option<&'s BoolFn>,
}

impl Select {
    /// Compiles `(move Select …)` and `(select …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        if call.get("to").call().is_some_and(|to| !to.get("level").is_empty()) {
            return Err(c.unsupported(call));
        }
        let from = call.get("from").call().ok_or_else(|| c.unsupported(call))?;
        let to = match call.get("to").call() {
            None => None,
            Some(to) => Some(Target {
                kind: c.site_type(to.get("type")),
                to: Where::compile(c, to, Register::To)?,
                condition: c.opt_bool(to.get("If"))?,
            }),
        };
        let most_ends = to.as_ref().and_then(|target: &Target| target.to.most(c));
        let mut select = Self {
            from_type: c.site_type(from.get("type")),
            from: Where::compile(c, from, Register::From)?,
            condition: c.opt_bool(from.get("If"))?,
            level: c.opt_int(from.get("level"))?,
            to,
            if_occupied: None,
            asked: None,
            takes_all: false,
            most_ends,
        };
        let is_occupied = select.from_type == c.rules.default_type()
            && !c.rules.features.stacking
            && select.condition.as_ref().is_some_and(|condition| match condition {
                BoolFn::CountAt(test) => test.is_occupied(Register::From),
                BoolFn::Class(register, classes) => (*register, *classes) == (Register::From, Classes::OCCUPIED),
                _ => false,
            });
        let end = end_of(&c.rules, select.from_type);
        select.if_occupied = is_occupied.then(|| Bits::full(end));
        if select.from_type == c.rules.default_type()
            && matches!(&select.from, Where::Region(region) if region.is_setwise())
        {
            // Both registers hold the site while the condition is asked.
            let apart = select.condition.as_ref().filter(|condition| condition.is_apart(Register::To));
            select.asked = apart.and_then(|condition| Asked::mostly(c, condition, Register::From));
            select.takes_all = select.condition.is_none();
        }
        // Two sites with levels are more than is known of how Ludii records them.
        if select.to.is_some() && c.rules.features.stacking && select.level.is_some() {
            return Err(c.unsupported(call));
        }
        let sets = [Register::From, Register::To];
        let own = usize::from(select.level.is_some());
        c.with_then(call, |c| c.leaf_setting(call, Leaf::Select(Box::new(select)), own, &sets))
    }

    /// The parts of a choice of sites of a type, maybe together with others of that type.
    #[must_use]
    pub fn of_site(&self, rules: &Rules, kind: SiteType) -> Option<OfSite<'_>> {
        let fits = self.from_type == kind && self.to.as_ref().is_none_or(|target| target.kind == kind);
        fits.then(|| OfSite {
            from: self.from.sites(),
            condition: self.condition.as_ref(),
            level: self.level.as_ref(),
            to: self.to.as_ref().map(|target| (target.to.sites(), target.condition.as_ref())),
            end: end_of(rules, kind),
        })
    }

    /// The sites to select from and the condition that they have to meet, where that is all of it.
    #[must_use]
    pub fn only_from(&self) -> Option<(SiteType, SitesFn, Option<&BoolFn>)> {
        let is_all = self.to.is_none() && self.level.is_none();
        is_all.then(|| (self.from_type, self.from.sites(), self.condition.as_ref()))
    }

    /// The pairs of sites of a type to select, where that is all of it.
    #[must_use]
    pub fn pairs(&self, kind: SiteType) -> Option<Pairs<'_>> {
        let target = self.to.as_ref().filter(|target| target.kind == kind)?;
        (self.from_type == kind && self.level.is_none()).then(|| Pairs {
            from: self.from.sites(),
            from_condition: self.condition.as_ref(),
            to: target.to.sites(),
            condition: target.condition.as_ref(),
        })
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if let (Sink::Any(found), Some(all), Where::Region(region)) = (&mut *sink, &self.if_occupied, &self.from)
            && self.to.is_none()
        {
            let region = region.eval(ctx);
            **found = Self::occupied(&region, all, ctx).any(|word| word != 0);
            return;
        }
        if let Some(choices) = self.choices(ctx) {
            if let Sink::Any(found) = sink {
                **found = !choices.is_empty();
                return;
            }
            let registers = (ctx.get(Register::From), ctx.get(Register::To));
            for site in &choices {
                ctx.set(Register::From, site);
                ctx.set(Register::To, site);
                ctx.emit(id, site, site, &[], sink);
                if sink.is_done() {
                    break;
                }
            }
            ctx.set(Register::From, registers.0);
            ctx.set(Register::To, registers.1);
            return;
        }
        let registers = (ctx.get(Register::From), ctx.get(Register::To));
        self.from.each(ctx, |ctx, site| {
            if !exists(ctx.rules, self.from_type, site) || sink.is_done() {
                return;
            }
            ctx.set(Register::From, site);
            ctx.set(Register::To, site);
            if holds(self.condition.as_ref(), ctx) {
                let Some(target) = &self.to else {
                    match &self.level {
                        None => ctx.emit(id, site, site, &[], sink),
                        Some(level) => {
                            let level = level.eval(ctx);
                            ctx.emit(id, site, site, &[level], sink);
                        }
                    }
                    return;
                };
                target.to.each_meeting(target.condition.as_ref(), target.kind, ctx, |ctx, to| {
                    if exists(ctx.rules, target.kind, to) {
                        ctx.emit(id, site, to, &[], sink);
                    }
                });
            }
        });
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
    }

    /// The region of whose sites each that meets the condition is one move, where those that do are found all at once.
    #[inline]
    pub(super) fn region_of_choices(&self) -> Option<&RegionFn> {
        let Where::Region(region) = &self.from else { return None };
        let are_known = self.takes_all || self.asked.is_some() || self.if_occupied.is_some();
        (are_known && self.to.is_none() && self.level.is_none()).then_some(region)
    }

    /// Whether a certain site is selected together with another below 64, on no condition.
    pub(super) fn chooses_low_end(&self, rules: &Rules) -> bool {
        let is_single = matches!(self.from, Where::Site(_)) && self.level.is_none();
        is_single
            && self.to.as_ref().is_some_and(|target| {
                target.condition.is_none()
                    && match &target.to {
                        Where::Site(_) => true,
                        Where::Region(region) => region.is_low(rules),
                    }
            })
    }

    /// The sites to select together with a certain one, as bits.
    fn low_ends(&self, target: &Target, ctx: &mut Context<'_>) -> Option<u64> {
        let Where::Site(from) = &self.from else { return None };
        let from = from.eval(ctx);
        if !exists(ctx.rules, self.from_type, from) {
            return Some(0);
        }
        let registers = (ctx.set(Register::From, from), ctx.set(Register::To, from));
        let ends = if holds(self.condition.as_ref(), ctx) { target.to.low_word(ctx) } else { Some(0) };
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
        let end = end_of(ctx.rules, target.kind);
        ends.map(|ends| if end < 64 { ends & ((1 << end) - 1) } else { ends })
    }

    /// The sites to select from, or to select together with a certain one, where all of them are below 64, as bits.
    pub(super) fn low_choices(&self, ctx: &mut Context<'_>) -> Option<u64> {
        if let Some(target) = &self.to {
            return self.low_ends(target, ctx);
        }
        let sites = self.region_of_choices()?.low_word(ctx);
        let layout = &ctx.rules.layout;
        if let Some(all) = &self.if_occupied {
            return Some(sites & !ctx.state.row(layout, 0)[0] & all.words().first()?);
        }
        if layout.own < 64 && sites >> layout.own != 0 {
            return None;
        }
        Some(self.asked.as_ref().map_or(sites, |asked| asked.of_word(sites, ctx)))
    }

    /// The sites to select from, each of which is one move, where they are found all at once.
    pub(super) fn choices(&self, ctx: &mut Context<'_>) -> Option<Bits> {
        let sites = self.region_of_choices()?.eval(ctx);
        if let Some(all) = &self.if_occupied {
            let mut sites = sites.into_owned();
            let layout = &ctx.rules.layout;
            let words = ctx.state.row(layout, 0).iter().zip(all.words()).map(|(empty, all)| !empty & all);
            sites.intersect_words(words);
            return Some(sites);
        }
        if !sites.is_below(ctx.rules.layout.own) {
            return None;
        }
        let mut sites = sites.into_owned();
        if let Some(asked) = &self.asked {
            asked.keep(&mut sites, ctx);
        }
        Some(sites)
    }

    /// The move that selects one of the sites to select from, or to select together with a certain one.
    pub(super) fn choose(&self, id: u16, site: i32, ctx: &mut Context<'_>) -> LudMove {
        let from = match (&self.from, &self.to) {
            (Where::Site(from), Some(_)) => from.eval(ctx),
            _ => site,
        };
        let registers = (ctx.set(Register::From, from), ctx.set(Register::To, site));
        let chosen = ctx.bind(id, from, site, &[]);
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
        chosen
    }

    /// Whether it makes one move at most.
    pub(super) fn is_single(&self) -> bool {
        let one_target = self.to.as_ref().is_none_or(|target| matches!(target.to, Where::Site(_)));
        matches!(self.from, Where::Site(_)) && one_target
    }

    /// The occupied sites of a region in words.
    fn occupied<'s>(region: &'s Bits, all: &'s Bits, ctx: &'s Context<'_>) -> impl Iterator<Item = u64> + 's {
        let empty = ctx.state.row(&ctx.rules.layout, 0).iter().zip(all.words());
        region.words().iter().zip(empty).map(|(sites, (empty, all))| sites & !empty & all)
    }

    /// One slot for each site of the region, where only one site is selected.
    pub(super) fn slots(&self, ctx: &mut Context<'_>) -> Option<u32> {
        match &self.from {
            Where::Region(region)
                if self.to.is_none()
                    && self.level.is_none()
                    && let Some(all) = &self.if_occupied =>
            {
                let region = region.eval(ctx);
                Some(Self::occupied(&region, all, ctx).map(u64::count_ones).sum())
            }
            Where::Region(region) if self.to.is_none() && self.level.is_none() => Some(region.loose_count(ctx) as u32),
            // One slot for each site to select besides.
            Where::Site(site) if let Some(target) = &self.to => {
                let site = site.eval(ctx);
                if !exists(ctx.rules, self.from_type, site) {
                    return Some(0);
                }
                let before = (ctx.set(Register::From, site), ctx.set(Register::To, site));
                let ends = if holds(self.condition.as_ref(), ctx) { target.to.count(ctx) } else { 0 };
                ctx.set(Register::From, before.0);
                ctx.set(Register::To, before.1);
                Some(ends as u32)
            }
            Where::Region(region) if self.level.is_none() && self.to.is_some() => {
                let most = self.most_ends?;
                Some(region.loose_count(ctx) as u32 * most)
            }
            _ => None,
        }
    }

    /// The most slots for one first site, where that is known beforehand.
    pub(super) fn most_slots(&self) -> Option<u32> {
        if self.is_single() {
            return Some(1);
        }
        self.most_ends.filter(|_| self.level.is_none() && matches!(self.from, Where::Site(_)))
    }

    /// How many of some slots are for the same first site and found out about together.
    pub(super) fn slots_each(&self) -> u32 {
        let together =
            matches!(self.from, Where::Region(_)) && !self.to.as_ref().is_some_and(|target| target.to.asks_singly());
        self.most_ends.filter(|_| together).unwrap_or(1)
    }

    /// Whether one site is selected together with one of several.
    pub(super) fn has_many_ends(&self) -> bool {
        matches!((&self.from, &self.to), (Where::Site(_), Some(Target { to: Where::Region(_), .. })))
    }

    /// The move in a slot, where a site is selected together with one of several.
    fn pair(&self, id: u16, site: i32, end: usize, ctx: &mut Context<'_>) -> Option<LudMove> {
        let target = self.to.as_ref()?;
        let registers = ctx.registers();
        ctx.set(Register::From, site);
        ctx.set(Register::To, site);
        let may_start = exists(ctx.rules, self.from_type, site) && holds(self.condition.as_ref(), ctx);
        let to = if may_start { target.to.nth(end, ctx) } else { None };
        let found = to.filter(|&to| {
            ctx.set(Register::To, to);
            exists(ctx.rules, target.kind, to) && holds(target.condition.as_ref(), ctx)
        });
        let found = found.map(|to| ctx.bind(id, site, to, &[]));
        ctx.restore(registers);
        found
    }

    /// The move in a slot.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let region = match &self.from {
            Where::Region(region) => region,
            Where::Site(site) => {
                let site = site.eval(ctx);
                return self.pair(id, site, slot as usize, ctx);
            }
        };
        if self.to.is_some() {
            let most = self.most_ends?;
            let site = region.loose_nth((slot / most) as usize, ctx)?;
            return self.pair(id, site, (slot % most) as usize, ctx);
        }
        if let Some(all) = &self.if_occupied {
            let region = region.eval(ctx);
            let site = bits::nth(Self::occupied(&region, all, ctx), slot as usize)?;
            let registers = (ctx.set(Register::From, site), ctx.set(Register::To, site));
            let found = ctx.bind(id, site, site, &[]);
            ctx.set(Register::From, registers.0);
            ctx.set(Register::To, registers.1);
            return Some(found);
        }
        let site = region.loose_nth(slot as usize, ctx)?;
        if !exists(ctx.rules, self.from_type, site) {
            return None;
        }
        let registers = (ctx.set(Register::From, site), ctx.set(Register::To, site));
        let found = holds(self.condition.as_ref(), ctx).then(|| ctx.bind(id, site, site, &[]));
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
        found
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        let to_type = self.to.as_ref().map_or(self.from_type, |target| target.kind);
        program.push(Action::Select { from_type: self.from_type, from, to_type, to });
    }

    pub(super) fn levels(&self, rules: &Rules, stacks: &Stacks, chosen: LudMove) -> [i32; 2] {
        let top = |kind, site| (stack_height(rules, stacks, kind, site) - 1).max(0);
        match (&self.level, &self.to) {
            (Some(_), _) => [i32::from(chosen.binds[0]).max(0); 2],
            (None, None) => [top(self.from_type, chosen.from); 2],
            (None, Some(target)) => [top(self.from_type, chosen.from), top(target.kind, chosen.to)],
        }
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        let to_type = self.to.as_ref().map_or(self.from_type, |target| target.kind);
        Sites { from_type: Some(self.from_type), to_type: Some(to_type), ..Sites::default() }
    }
}

/// Whether there is a site of this number: of the board, or of a hand where cells are asked for.
fn exists(rules: &Rules, kind: SiteType, site: i32) -> bool {
    site >= 0 && (site as usize) < end_of(rules, kind)
}

fn end_of(rules: &Rules, kind: SiteType) -> usize {
    match kind {
        SiteType::Cell => rules.layout.containers_end,
        _ => rules.topology.count(kind),
    }
}
