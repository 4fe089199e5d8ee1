//! `(forEach Site …)` and its like: the moves of a generator for every value of an iteration variable.

use super::parts::{Parts, Source};
use super::{Leaf, MovesFn, SetSite};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler, Link, walk};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::{Asked, BoolFn};
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::action::EffectId;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The moves of a generator for every value of an iteration variable.
#[derive(Debug, Clone, PartialEq)]
pub struct ForEach {
    over: Over,
    moves: MovesFn,
    /// What has to hold of a site for there to be moves for it, asked of all sites at once.
    asked: Option<Asked>,
    /// The most slots that the moves for one value take, where they can be drawn without listing them.
    slots_each: Option<u32>,
}

/// What is iterated over.
#[derive(Debug, Clone, PartialEq)]
enum Over {
    /// The sites of a region; other moves where no site gives any.
    Sites(RegionFn, Option<MovesFn>),
    Values(ArrayFn),
    Range(IntFn, IntFn),
    /// All players, or these.
    Players(Option<ArrayFn>),
    /// The levels of the stack on a site, from the bottom or (`true`) from the top.
    Levels(SiteType, IntFn, bool),
    Groups {
        links: Links,
        condition: Option<BoolFn>,
        /// Whether the sites that belong to groups are found all at once.
        at_once: bool,
        /// Whether groups are found by whole sets of sites, since nothing asks which site was looked at last.
        fills: bool,
    },
}

impl ForEach {
    /// The moves for each value, where it goes through numbers and nothing else.
    pub(super) fn moves_by_value(&self) -> Option<&MovesFn> {
        matches!(self.over, Over::Values(_) | Over::Range(..)).then_some(&self.moves)
    }

    /// Compiles `(forEach Site …)`, `Value`, `Player` and `Group`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        match call.keyword() {
            Some("Site") => {
                let region = c.region(call.get("regionFn"))?;
                let registers = [Register::Site, Register::To];
                // The consequences are not attached to the moves that stand in.
                let otherwise = match call.get("noMoveYet") {
                    Value::Empty => None,
                    value => Some(inside(c, &registers, |c| c.moves(value))?),
                };
                c.with_then(call, |c| {
                    let moves = inside(c, &registers, |c| c.moves(call.get("generator")))?;
                    let (asked, moves) = asked_first(c, moves);
                    Ok(Self::about_sites(c, Over::Sites(region, otherwise), moves, asked))
                })
            }
            Some("Value") => {
                let over = if call.get("values").is_empty() {
                    Over::Range(c.int(call.get("min"))?, c.int(call.get("max"))?)
                } else {
                    Over::Values(ArrayFn::compile(c, call.get("values"))?)
                };
                c.with_then(call, |c| {
                    let moves = c.inside(Link::Captures(Register::Value), |c| c.moves(call.get("generator")))?;
                    Ok(Self::boxed(c, over, moves))
                })
            }
            Some("Level") => {
                let from_top = call.get("stackDirection").constant() != Some("FromBottom");
                let over = Over::Levels(c.site_type(call.get("type")), c.int(call.get("site"))?, from_top);
                c.with_then(call, |c| {
                    let moves = c.inside(Link::Captures(Register::Level), |c| c.moves(call.get("moves")))?;
                    Ok(Self::boxed(c, over, moves))
                })
            }
            Some("Group") => {
                let condition = c.opt_bool(call.get("If"))?;
                let at_once =
                    |condition: &BoolFn| condition.is_setwise(Register::To) && condition.is_apart(Register::From);
                let links = Links::compile(c, call.get("type"), call.get("directions"))?;
                let at_once = !c.rules.features.stacking && condition.as_ref().is_none_or(at_once);
                let fills = at_once && links.can_fill() && asks_group_only(call.get("moves"));
                let over = Over::Groups { links, condition, at_once, fills };
                if c.decision {
                    // The group itself would have to be carried by every move.
                    return Err(c.unsupported(call));
                }
                c.with_then(call, |c| {
                    let moves = c.moves(call.get("moves"))?;
                    Ok(Self::boxed(c, over, moves))
                })
            }
            // Ludii never attaches the consequences of this one.
            _ if call.get("players").is_empty() && call.keyword() != Some("Player") => Err(c.unsupported(call)),
            _ => {
                let over = match call.get("players") {
                    Value::Empty => None,
                    players => Some(ArrayFn::compile(c, players)?),
                };
                let moves = c.inside(Link::Captures(Register::Player), |c| c.moves(call.get("moves")))?;
                Ok(Self::boxed(c, Over::Players(over), moves))
            }
        }
    }

    fn boxed(c: &Compiler, over: Over, moves: MovesFn) -> MovesFn {
        Self::about_sites(c, over, moves, None)
    }

    fn about_sites(c: &Compiler, over: Over, moves: MovesFn, asked: Option<Asked>) -> MovesFn {
        let slots_each = moves.most_slots(&c.rules.leaves);
        MovesFn::ForEach(Box::new(Self { over, moves, asked, slots_each }))
    }

    /// The sites of a region for which there may be moves.
    fn sites<'r>(&self, region: &'r RegionFn, ctx: &mut Context<'_>) -> Cow<'r, Bits> {
        let sites = region.eval(ctx);
        let Some(asked) = &self.asked else { return sites };
        let mut sites = sites.into_owned();
        asked.keep(&mut sites, ctx);
        Cow::Owned(sites)
    }

    /// The sites that it is about, what they have to meet, and the moves for each, where there are no others.
    #[must_use]
    pub fn over_sites(&self) -> Option<(&RegionFn, Option<&Asked>, &MovesFn)> {
        match &self.over {
            Over::Sites(region, None) => Some((region, self.asked.as_ref(), &self.moves)),
            _ => None,
        }
    }

    /// The sites that it is about, what they have to meet, the moves for each, and others that stand in for them.
    #[must_use]
    pub fn over_sites_or_else(&self) -> Option<(&RegionFn, Option<&Asked>, &MovesFn, Option<&MovesFn>)> {
        match &self.over {
            Over::Sites(region, otherwise) => Some((region, self.asked.as_ref(), &self.moves, otherwise.as_ref())),
            _ => None,
        }
    }

    /// The numbers that are gone through, and the moves for each.
    #[must_use]
    pub fn over_values(&self) -> Option<(&ArrayFn, &MovesFn)> {
        match &self.over {
            Over::Values(values) => Some((values, &self.moves)),
            _ => None,
        }
    }

    /// The first and the last of the numbers that are gone through, and the moves for each.
    #[must_use]
    pub fn over_range(&self) -> Option<(&IntFn, &IntFn, &MovesFn)> {
        match &self.over {
            Over::Range(min, max) => Some((min, max, &self.moves)),
            _ => None,
        }
    }

    /// The stack that is gone through level by level, of sites of a type or of hands, whether from the top, and the moves for each.
    #[must_use]
    pub fn over_levels(&self, kind: SiteType) -> Option<(&IntFn, bool, &MovesFn)> {
        match &self.over {
            Over::Levels(asked, site, from_top) if *asked == kind => Some((site, *from_top, &self.moves)),
            _ => None,
        }
    }

    /// The moves for each player, where it goes through all of them.
    #[must_use]
    pub fn over_all_players(&self) -> Option<&MovesFn> {
        matches!(self.over, Over::Players(None)).then_some(&self.moves)
    }

    /// The moves for each empty site of a type, where it is about those.
    #[must_use]
    pub fn on_empty_sites(&self, kind: SiteType) -> Option<&MovesFn> {
        let is_about = matches!(&self.over, Over::Sites(RegionFn::Empty(empty), None) if *empty == kind);
        (is_about && self.asked.is_none()).then_some(&self.moves)
    }

    /// Whether other moves stand in where it makes none.
    pub(super) fn has_others(&self) -> bool {
        matches!(self.over, Over::Sites(_, Some(_)))
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        match &self.over {
            Over::Sites(region, otherwise) => {
                let region = self.sites(region, ctx);
                if let Sink::Programs(programs) = sink
                    && let Some((set, thens)) = self.set_on_each(ctx)
                    && !region.is_empty()
                {
                    return set.append_to_all(&region, thens, ctx, programs);
                }
                let registers = (ctx.get(Register::To), ctx.get(Register::Site));
                let before = sink.count();
                for site in region.iter() {
                    ctx.set(Register::To, site);
                    ctx.set(Register::Site, site);
                    self.moves.generate(ctx, sink);
                    if sink.is_done() {
                        break;
                    }
                }
                if sink.count() == before
                    && let Some(otherwise) = otherwise
                {
                    otherwise.generate(ctx, sink);
                }
                ctx.set(Register::To, registers.0);
                ctx.set(Register::Site, registers.1);
            }
            Over::Values(values) => {
                let values = values.eval(ctx);
                self.each(Register::Value, values.into_iter(), ctx, sink);
            }
            Over::Range(min, max) => {
                let (min, max) = (min.eval(ctx), max.eval(ctx));
                self.each(Register::Value, min..=max, ctx, sink);
            }
            Over::Players(players) => {
                let players = Self::players(players.as_ref(), ctx);
                self.each(Register::Player, players.into_iter(), ctx, sink);
            }
            Over::Levels(kind, site, from_top) => {
                let height = Self::height(*kind, site, ctx);
                let level = |index: i32| if *from_top { height - 1 - index } else { index };
                self.each(Register::Level, (0..height).map(level), ctx, sink);
                // What comes after it still sees the last level.
                if height > 0 {
                    ctx.set(Register::Level, level(height - 1));
                }
            }
            Over::Groups { links, condition, at_once, fills } => {
                let members = at_once.then(|| members(links.kind, condition.as_ref(), ctx));
                self.groups((links, *fills), condition.as_ref(), members.as_ref(), ctx, sink);
            }
        }
    }

    /// What sets the same number on each site that is gone through, and what follows that, where there is nothing else.
    #[inline]
    fn set_on_each<'r>(&self, ctx: &Context<'r>) -> Option<(&'r SetSite, &'r [EffectId])> {
        let MovesFn::Leaf(id) = self.moves else { return None };
        let node = &ctx.rules.leaves[usize::from(id)];
        let is_bare = node.chain.suffixes.is_empty() && ctx.get(Register::Acting) <= 0;
        match &node.leaf {
            Leaf::SetSite(set) if is_bare && set.sets_same() => Some((set, &node.chain.thens)),
            _ => None,
        }
    }

    /// Lays out the moves for each value; false where they have to be listed.
    pub(super) fn lay_out<'r>(&'r self, parts: &mut Parts<'r>, ctx: &mut Context<'_>) -> bool {
        match &self.over {
            Over::Sites(region, None) => match self.slots_each {
                Some(each) if region.is_indexed() && self.asked.is_none() => {
                    parts.push(region.loose_count(ctx) as u32 * each, Source::Sites(self));
                }
                Some(each) => {
                    let region = self.sites(region, ctx).into_owned();
                    parts.push_region(region, each, self);
                }
                None => {
                    for site in self.sites(region, ctx).iter() {
                        parts.holding(Register::To, site, ctx, |parts, ctx| {
                            parts.holding(Register::Site, site, ctx, |parts, ctx| parts.lay_out(&self.moves, ctx));
                        });
                    }
                }
            },
            Over::Values(values) => self.lay_out_each(Register::Value, values.eval(ctx).into_iter(), parts, ctx),
            Over::Range(min, max) => {
                let (min, max) = (min.eval(ctx), max.eval(ctx));
                self.lay_out_each(Register::Value, min..=max, parts, ctx);
            }
            Over::Players(players) => {
                let players = Self::players(players.as_ref(), ctx);
                self.lay_out_each(Register::Player, players.into_iter(), parts, ctx);
            }
            Over::Levels(kind, site, from_top) => {
                let Some(each) = self.slots_each else { return false };
                let height = Self::height(*kind, site, ctx);
                parts.push(height as u32 * each, Source::Stack(self));
                // As where they are listed.
                if height > 0 {
                    ctx.set(Register::Level, if *from_top { 0 } else { height - 1 });
                }
            }
            Over::Sites(_, Some(_)) | Over::Groups { .. } => return false,
        }
        true
    }

    /// The height of the stack on a site.
    fn height(kind: SiteType, site: &IntFn, ctx: &mut Context<'_>) -> i32 {
        let site = site.eval(ctx);
        ctx.height(super::place::real_type(ctx.rules, kind, site), site)
    }

    /// The move in a slot of the levels of a stack.
    pub(super) fn slot_in_stack(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let (Over::Levels(kind, site, from_top), Some(each)) = (&self.over, self.slots_each) else { return None };
        let index = (slot / each) as i32;
        let level = if *from_top { Self::height(*kind, site, ctx) - 1 - index } else { index };
        let before = ctx.set(Register::Level, level);
        let found = self.moves.fixed_slot(slot % each, ctx);
        ctx.set(Register::Level, before);
        found
    }

    fn lay_out_each<'r>(
        &'r self,
        register: Register,
        values: impl Iterator<Item = i32>,
        parts: &mut Parts<'r>,
        ctx: &mut Context<'_>,
    ) {
        for value in values {
            parts.holding(register, value, ctx, |parts, ctx| parts.lay_out(&self.moves, ctx));
        }
    }

    /// The players that are gone through: all, or those listed that there are.
    fn players(listed: Option<&ArrayFn>, ctx: &mut Context<'_>) -> SmallVec<[i32; 8]> {
        let players = ctx.rules.players as i32;
        match listed {
            None => (1..=players).collect(),
            Some(listed) => {
                listed.eval(ctx).into_iter().filter(|&player| player >= 0 && player <= players + 1).collect()
            }
        }
    }

    /// The move in a slot.
    pub(super) fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let Over::Sites(region, None) = &self.over else { return None };
        let each = self.slots_each?;
        let site = region.loose_nth((slot / each) as usize, ctx)?;
        self.slot_at(site, slot % each, ctx)
    }

    /// The move in a slot of one site of the region, evaluated before.
    pub(super) fn slot_in(&self, region: &Bits, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let each = self.slots_each?;
        self.slot_at(region.nth((slot / each) as usize)?, slot % each, ctx)
    }

    fn slot_at(&self, site: i32, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let registers = (ctx.set(Register::To, site), ctx.set(Register::Site, site));
        let found = self.moves.fixed_slot(slot, ctx);
        ctx.set(Register::To, registers.0);
        ctx.set(Register::Site, registers.1);
        found
    }

    fn each(&self, register: Register, values: impl Iterator<Item = i32>, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let before = ctx.get(register);
        for value in values {
            ctx.set(register, value);
            self.moves.generate(ctx, sink);
            if sink.is_done() {
                break;
            }
        }
        ctx.set(register, before);
    }

    fn groups(
        &self,
        (links, fills): (&Links, bool),
        condition: Option<&BoolFn>,
        members: Option<&Bits>,
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        let kind = links.kind;
        let rules = ctx.rules;
        let registers = ctx.registers();
        let outer = std::mem::take(&mut ctx.scratch.region);
        let mover = i32::from(ctx.state.mover);
        let mut seen = Bits::default();
        let mut candidates = Bits::default();
        match condition {
            Some(_) => {
                for owner in 0..=rules.players + 1 {
                    candidates.union(&ctx.row(kind, 1 + owner));
                }
            }
            None => candidates = ctx.row(kind, 1 + mover as usize),
        }
        candidates.intersect(&rules.board_sites(kind));
        if let Some(members) = members {
            candidates.intersect(members);
        }
        for from in &candidates {
            if seen.contains(from) {
                continue;
            }
            ctx.set(Register::From, from);
            let group = match members {
                Some(members) if fills => links.fill(from, &mut members.clone()),
                _ => match group_of(from, links, condition, members, ctx) {
                    Some(group) => group,
                    None => continue,
                },
            };
            seen.union(&group);
            ctx.scratch.region = group;
            self.moves.generate(ctx, sink);
        }
        ctx.scratch.region = outer;
        ctx.restore(registers);
    }
}

/// The group of a site, of the mover's pieces or of sites that meet a condition; nothing where the site does not belong to any.
fn group_of(
    from: i32,
    links: &Links,
    condition: Option<&BoolFn>,
    members: Option<&Bits>,
    ctx: &mut Context<'_>,
) -> Option<Bits> {
    let (rules, kind, mover) = (ctx.rules, links.kind, i32::from(ctx.state.mover));
    let belongs = |ctx: &mut Context<'_>, site: i32| {
        ctx.set(Register::To, site);
        match (members, condition) {
            (Some(members), _) => members.contains(site),
            (None, None) => ctx.who(kind, site) == mover,
            (None, Some(condition)) => condition.eval(ctx),
        }
    };
    if !belongs(ctx, from) {
        return None;
    }
    let mut group = Bits::default();
    group.insert(from);
    let mut queue: SmallVec<[i32; 64]> = smallvec::smallvec![from];
    let mut next = 0;
    while next < queue.len() {
        let site = queue[next];
        next += 1;
        for &direction in links.directions.eval(ctx, kind, site).iter() {
            for &to in rules.topology.steps_within(kind, site as usize, direction) {
                if !group.contains(i32::from(to)) && belongs(ctx, i32::from(to)) {
                    group.insert(i32::from(to));
                    queue.push(i32::from(to));
                }
            }
        }
    }
    Some(group)
}

/// Whether the moves for a group ask for its sites and for nothing that was looked at on the way to them, as far as that is easily
/// told.
fn asks_group_only(moves: &Value) -> bool {
    let Value::Call(moves) = moves else { return false };
    let mut asks_it = true;
    walk(moves, &mut |call| {
        asks_it &= match (call.name(), call.keyword()) {
            ("If" | "And" | "Or" | "AddScore" | "Site" | "Mover", _) => true,
            ("Is", Some("Odd" | "Even")) | ("Count" | "ForEach", Some("Site" | "Sites")) => true,
            ("Set", Some("State" | "Value")) => !call.get("at").is_empty(),
            ("Sites", None) => call.slots.iter().all(|slot| slot.value.is_empty()),
            _ => false,
        };
    });
    asks_it
}

/// The sites of the board that belong to groups of the mover's pieces, or of sites that meet a condition.
fn members(kind: SiteType, condition: Option<&BoolFn>, ctx: &mut Context<'_>) -> Bits {
    match condition {
        None => ctx.board_row(kind, 1 + usize::from(ctx.state.mover)),
        Some(condition) => {
            let mut sites = ctx.rules.board_sites(kind);
            condition.narrow(Register::To, kind, &mut sites, ctx);
            sites
        }
    }
}

/// Takes the condition on which alone there are moves for a site out of the moves, where it is asked of all sites at once.
fn asked_first(c: &Compiler, moves: MovesFn) -> (Option<Asked>, MovesFn) {
    match moves {
        // Both registers hold the site while the condition is asked.
        MovesFn::If(parts)
            if parts.2.is_nothing()
                && parts.0.is_apart(Register::To)
                && let Some(asked) = Asked::new(c, &parts.0, Register::Site) =>
        {
            (Some(asked), parts.1)
        }
        // What cannot be asked of all sites at once is asked of those that are left.
        MovesFn::If(parts)
            if !c.decision
                && parts.2.is_nothing()
                && let BoolFn::And(list) = &parts.0
                && let (at_once, singly) = split_at_once(c, list)
                && !at_once.is_empty()
                && let Some(asked) = Asked::new(c, &BoolFn::And(at_once), Register::Site) =>
        {
            (Some(asked), MovesFn::If(Box::new((BoolFn::And(singly), parts.1, parts.2))))
        }
        // The moves of several rules, each of which asks by itself: sites that none of them is about are left out before.
        moves
            if !c.decision
                && matches!(moves, MovesFn::Or(_))
                && let Some(asked) = BoolFn::asked_by(c, &moves)
                    .filter(|condition| condition.is_apart(Register::To))
                    .and_then(|condition| Asked::guarded(c, &condition, Register::Site)) =>
        {
            (Some(asked), moves)
        }
        moves => (None, moves),
    }
}

/// Those of some conditions about a site that are asked of all sites at once, and the others.
fn split_at_once(c: &Compiler, list: &[BoolFn]) -> (Vec<BoolFn>, Vec<BoolFn>) {
    list.iter()
        .cloned()
        .partition(|condition| condition.is_apart(Register::To) && Asked::new(c, condition, Register::Site).is_some())
}

/// Compiles what is inside an iterator that sets several registers.
fn inside<T>(
    c: &mut Compiler,
    registers: &[Register],
    inner: impl FnOnce(&mut Compiler) -> Compiled<T>,
) -> Compiled<T> {
    c.chain.extend(registers.iter().map(|&register| Link::Captures(register)));
    let result = inner(c);
    c.chain.truncate(c.chain.len() - registers.len());
    result
}
