//! `(move (from …) (to …))`: a piece taken from one place to another.

mod choices;
mod entries;
mod forms;
mod known_ends;
mod pairs;

use self::known_ends::KnownEnds;
use self::pairs::Sieve;
use super::place::{Apply, Where, holds, real_type, stack_height};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{Asked, BoolFn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::{LineOfSight, RegionFn};
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::{BINDS, LudMove};
use crate::lud::play::rules::{Plain, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::play::stack::Stacks;
use crate::lud::tree::{Call, Value};

/// A piece taken from one place to another. Own bind: bit 0 whether the effect is withheld, bit 1 whether it is a copy, then the
/// level that the piece comes from, plus one. Second own bind: the count, or the level that the piece goes to.
#[derive(Debug, Clone, PartialEq)]
pub struct FromTo {
    from_type: SiteType,
    to_type: SiteType,
    /// Whether the description names the type of the target, so that a number of a hand does not change it.
    to_type_given: bool,
    from: Where,
    from_condition: Option<BoolFn>,
    to: Where,
    condition: Option<BoolFn>,
    count: Option<IntFn>,
    /// Level that the piece comes from, where it is not the top.
    from_level: Option<IntFn>,
    /// Level that the piece goes to, where it is not the top.
    to_level: Option<IntFn>,
    /// Whether a whole stack moves.
    stack: bool,
    copy: BoolFn,
    apply: Apply,
    /// Whether working the effect out leaves another level behind for the rules that are evaluated next.
    leaves_level: bool,
    /// Whether it makes one move at most, which takes pieces from one site to another on no condition and does nothing else.
    is_bare: bool,
    /// The most sites that there can be to go to from one site, where they are known to be few.
    most_ends: Option<u32>,
    /// Whether there are only few sites to start from, so that each may be asked when it is drawn.
    starts_are_few: bool,
    /// What is asked of all sites to start from and to go to before pairs of them are drawn.
    sieve: Option<Sieve>,
    /// The condition of the sites to go to from one site, where it is asked of all of them at once.
    asked: Option<Asked>,
    /// The sites to go to from each site to start from, where they are known beforehand.
    known_ends: Option<KnownEnds>,
    /// Whether it makes one move from one site to each that meets the condition, and all those are found at once.
    is_narrowed: bool,
}

/// Whether a rule goes through levels, so that the last one stays behind.
fn goes_through_levels(value: &Value) -> bool {
    match value {
        Value::Call(call) => {
            (call.name() == "ForEach" && call.keyword() == Some("Level"))
                || call.slots.iter().any(|slot| slot.name != "then" && goes_through_levels(&slot.value))
        }
        Value::Array(list) => list.iter().any(goes_through_levels),
        _ => false,
    }
}

impl FromTo {
    /// Compiles `(move (from …) (to …))` and `(fromTo …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let from = call.get("from").call().ok_or_else(|| c.unsupported(call))?;
        let to = call.get("to").call().ok_or_else(|| c.unsupported(call))?;
        if !to.get("rotations").is_empty() {
            return Err(c.unsupported(to));
        }
        let mut from_to = Self {
            from_type: c.site_type(from.get("type")),
            to_type: c.site_type(to.get("type")),
            to_type_given: !to.get("type").is_empty(),
            from: Where::compile(c, from, Register::From)?,
            from_condition: c.opt_bool(from.get("If"))?,
            to: Where::compile(c, to, Register::To)?,
            condition: c.opt_bool(to.get("If"))?,
            count: c.opt_int(call.get("count"))?,
            from_level: c.opt_int(from.get("level"))?,
            to_level: c.opt_int(to.get("level"))?,
            stack: call.get("stack").bool() == Some(true),
            copy: c.opt_bool(call.get("copy"))?.unwrap_or(BoolFn::Constant(false)),
            apply: Apply::compile(c, to.get("effect"))?,
            leaves_level: goes_through_levels(to.get("effect")),
            is_bare: false,
            most_ends: None,
            starts_are_few: false,
            sieve: None,
            asked: None,
            known_ends: None,
            is_narrowed: false,
        };
        from_to.sieve = Sieve::of(c, &from_to);
        from_to.asked = from_to.asked_at_once(c);
        from_to.is_narrowed = from_to.narrows_at_once(c);
        from_to.known_ends = KnownEnds::of(c, &from_to.to);
        from_to.most_ends = match &from_to.known_ends {
            Some(known) => Some(known.most()),
            None => from_to.to.most(c),
        };
        from_to.starts_are_few = from_to.from.are_few(c);
        let leads_to_site = matches!(from_to.to, Where::Site(_));
        from_to.is_bare = matches!(from_to.from, Where::Site(_))
            && (leads_to_site || !c.rules.features.stacking && from_to.to.is_only())
            && from_to.from_condition.is_none()
            && from_to.condition.is_none()
            && from_to.from_level.is_none()
            && from_to.to_level.is_none()
            && !from_to.stack
            && from_to.copy == BoolFn::Constant(false)
            && from_to.apply.effect.is_none();
        let stacking = c.rules.features.stacking;
        let leveled = from_to.from_level.is_some() || from_to.to_level.is_some();
        if stacking && from_to.copy != BoolFn::Constant(false) {
            return Err(c.unsupported(call));
        }
        let sets = [Register::From, Register::To];
        // The count is worked out with the move, while `(to)` is still that of the rules around.
        let own = if leveled || from_to.count.is_some() { 2 } else { 1 };
        c.with_then(call, |c| c.leaf_setting(call, Leaf::FromTo(Box::new(from_to)), own, &sets))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if self.is_single() {
            if !sink.is_done() {
                self.only_move(ctx, |ctx, from, to, own| ctx.emit(id, from, to, own, sink));
            }
            return;
        }
        let (outer_from, outer_to) = (ctx.get(Register::From), ctx.get(Register::To));
        self.from.each(ctx, |ctx, from| {
            if sink.is_done() || from < 0 || ctx.what(real_type(ctx.rules, self.from_type, from), from) == 0 {
                return;
            }
            ctx.set(Register::From, from);
            ctx.set(Register::To, outer_to);
            if holds(self.from_condition.as_ref(), ctx) {
                let copies = self.copy.eval(ctx);
                let count = self.count.as_ref().map(|count| count.eval(ctx));
                ctx.set(Register::From, outer_from);
                let levels =
                    [&self.from_level, &self.to_level].map(|level| level.as_ref().map(|level| level.eval(ctx)));
                ctx.set(Register::From, from);
                let manner = (copies, count, levels);
                if let Some((known, ends)) = self.known_from(from) {
                    for &to in ends {
                        ctx.set(Register::To, i32::from(to));
                        if known.is_meant(to, ctx) && holds(self.condition.as_ref(), ctx) {
                            self.offer(id, [from, i32::from(to)], outer_from, manner, ctx, sink);
                            ctx.set(Register::From, from);
                        }
                    }
                    ctx.set(Register::From, outer_from);
                    return;
                }
                self.to.each_meeting(self.condition.as_ref(), self.to_type, ctx, |ctx, to| {
                    self.offer(id, [from, to], outer_from, manner, ctx, sink);
                    ctx.set(Register::From, from);
                });
            }
            ctx.set(Register::From, outer_from);
        });
        ctx.set(Register::To, outer_to);
    }

    /// Hands the sites and own values of the only move to `make`, where there is one between two certain sites.
    #[inline]
    fn only_move<T>(
        &self,
        ctx: &mut Context<'_>,
        make: impl FnOnce(&mut Context<'_>, i32, i32, &[i32]) -> T,
    ) -> Option<T> {
        let (Where::Site(from), Where::Site(to)) = (&self.from, &self.to) else { return None };
        let from = from.eval(ctx);
        if from < 0 || ctx.what(real_type(ctx.rules, self.from_type, from), from) == 0 {
            return None;
        }
        let (outer_from, outer_to) = (ctx.set(Register::From, from), ctx.get(Register::To));
        let mut made = None;
        if holds(self.from_condition.as_ref(), ctx) {
            let copies = self.copy.eval(ctx);
            let count = self.count.as_ref().map(|count| count.eval(ctx));
            let mut levels = None;
            if self.from_level.is_some() || self.to_level.is_some() {
                ctx.set(Register::From, outer_from);
                let level = |level: &Option<IntFn>, ctx: &mut Context<'_>| level.as_ref().map_or(-1, |at| at.eval(ctx));
                levels = Some((level(&self.from_level, ctx), level(&self.to_level, ctx)));
                ctx.set(Register::From, from);
            }
            let to = to.eval(ctx);
            ctx.set(Register::To, to);
            if to >= 0 && holds(self.condition.as_ref(), ctx) {
                // The condition of the effect still sees the piece that the rules around are about.
                ctx.set(Register::From, outer_from);
                let is_withheld = self.apply.effect.is_some() && !holds(self.apply.condition.as_ref(), ctx);
                ctx.set(Register::From, from);
                let kind = i32::from(is_withheld) | i32::from(copies) << 1;
                made = Some(match (levels, count) {
                    (Some((from_level, to_level)), _) => make(ctx, from, to, &[kind | (from_level + 1) << 2, to_level]),
                    (None, Some(count)) => make(ctx, from, to, &[kind, count]),
                    (None, None) => make(ctx, from, to, &[kind]),
                });
            }
        }
        ctx.set(Register::From, outer_from);
        ctx.set(Register::To, outer_to);
        made
    }

    /// The only move, where there is one between two certain sites.
    pub(super) fn only(&self, id: u16, ctx: &mut Context<'_>) -> Option<LudMove> {
        self.only_move(ctx, |ctx, from, to, own| ctx.bind(id, from, to, own))
    }

    /// The action of the only move, where there is one.
    pub fn bare_action(&self, ctx: &mut Context<'_>) -> Option<Action> {
        let Where::Site(from) = &self.from else { return None };
        let from = from.eval(ctx);
        let from_type = real_type(ctx.rules, self.from_type, from);
        if from < 0 || ctx.what(from_type, from) == 0 {
            return None;
        }
        let outer_from = ctx.set(Register::From, from);
        let count = self.count.as_ref().map(|count| count.eval(ctx));
        let to = self.to.only(ctx);
        ctx.set(Register::From, outer_from);
        if to < 0 {
            return None;
        }
        let to_type = if self.to_type_given { self.to_type } else { real_type(ctx.rules, self.to_type, to) };
        Some(match count {
            Some(count) => Action::MoveCount { from_type, from, to_type, to, count },
            None => Action::Move { from_type, from, to_type, to, state: -1, rotation: -1, value: -1 },
        })
    }

    /// The action of the only move, where there is one.
    pub fn lone_action(&self, ctx: &mut Context<'_>) -> Option<Action> {
        self.only_move(ctx, |ctx, from, to, own| {
            let mut binds = [0; BINDS];
            // As a move keeps them.
            binds.iter_mut().zip(own).for_each(|(bind, &value)| *bind = i32::from(value as i16));
            self.action(ctx.rules, [from, to], binds)
        })
    }

    /// Whether it makes one move at most, and nothing else is seen of working it out.
    pub(super) fn is_single(&self) -> bool {
        self.is_pair() && !self.leaves_level
    }

    /// Whether it makes one move at most.
    pub(super) fn is_pair(&self) -> bool {
        matches!((&self.from, &self.to), (Where::Site(_), Where::Site(_)))
    }

    /// One slot for each pair of a site to start from and one to go to, where these do not depend on each other.
    pub(super) fn slots(&self, ctx: &mut Context<'_>) -> Option<u32> {
        if !self.can_draw() {
            return None;
        }
        let from = match &self.from {
            Where::Region(region) if self.starts_are_few => region.loose_count(ctx),
            Where::Region(_) => self.from.count(ctx),
            Where::Site(site) => {
                let site = site.eval(ctx);
                if site < 0 || ctx.what(real_type(ctx.rules, self.from_type, site), site) == 0 {
                    return Some(0);
                }
                // With one site to start from, the others may depend on it.
                let before = ctx.set(Register::From, site);
                let ends = match self.by_lines() {
                    _ if !holds(self.from_condition.as_ref(), ctx) => 0,
                    Some((_, lines)) => lines,
                    None => match self.known_from(site) {
                        Some((_, ends)) => ends.len(),
                        None => self.to.count(ctx),
                    },
                };
                ctx.set(Register::From, before);
                return Some(ends as u32);
            }
        };
        Some((from * self.ends(ctx)?) as u32)
    }

    /// Whether single moves can be told apart by their sites.
    fn can_draw(&self) -> bool {
        let plain = self.count.is_none() && self.from_level.is_none() && self.to_level.is_none();
        plain && self.copy.is_fixed(0) && !self.leaves_level
    }

    /// How many places there are for the sites to go to from each of several: the number of those sites where it is always the
    /// same, else the most that there can be.
    fn ends(&self, ctx: &mut Context<'_>) -> Option<usize> {
        match &self.to {
            _ if self.known_ends.is_some() => self.most_ends.map(|most| most as usize),
            Where::Region(region) if region.is_loosely_apart() => Some(region.loose_count(ctx)),
            Where::Region(_) => self.most_ends.map(|most| most as usize),
            Where::Site(_) => Some(1),
        }
    }

    /// What is seen from the only site to start from and along how many lines, where each line shows one of the sites to go to
    /// at most: then a slot stands for a line, and no other line need be looked along.
    fn by_lines(&self) -> Option<(&LineOfSight, usize)> {
        match (&self.from, &self.to, self.most_ends) {
            (Where::Site(_), Where::Region(RegionFn::LineOfSight(sight)), Some(lines)) if sight.lines_are_apart => {
                Some((sight, lines as usize))
            }
            _ => None,
        }
    }

    /// What is known of the sites to go to from a site, and which they may be.
    #[inline]
    fn known_from(&self, from: i32) -> Option<(&KnownEnds, &[u16])> {
        let known = self.known_ends.as_ref()?;
        Some((known, known.from(from)?))
    }

    /// The most slots for one site to start from, where that is known beforehand.
    pub(super) fn most_slots(&self) -> Option<u32> {
        if self.is_single() {
            return Some(1);
        }
        self.most_ends.filter(|_| self.can_draw() && matches!(self.from, Where::Site(_)))
    }

    /// How many of some slots are for the same site to start from and found out about together.
    pub(super) fn slots_each(&self) -> u32 {
        let depends = matches!(&self.to, Where::Region(region) if !region.is_loosely_apart())
            && !self.to.asks_singly()
            && self.known_ends.is_none();
        self.most_ends.filter(|_| depends && matches!(self.from, Where::Region(_))).unwrap_or(1)
    }

    /// The move in a slot.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let registers = ctx.registers();
        let found = if let Where::Site(_) = self.from {
            self.pair(id, 0, slot as usize, ctx)
        } else {
            let ends = self.ends(ctx)?;
            self.pair(id, slot as usize / ends, slot as usize % ends, ctx)
        };
        ctx.restore(registers);
        found
    }

    /// Whether the sites to go to are those of a region, so that it has slots, if not always the same number of them.
    pub(super) fn has_many_ends(&self) -> bool {
        matches!(self.to, Where::Region(_))
    }

    /// The move from one of the sites to start from to one of those to go to.
    fn pair(&self, id: u16, from: usize, end: usize, ctx: &mut Context<'_>) -> Option<LudMove> {
        let (outer_from, outer_to) = (ctx.get(Register::From), ctx.get(Register::To));
        let from = match &self.from {
            Where::Region(region) if self.starts_are_few => region.loose_nth(from, ctx)?,
            sites => sites.nth(from, ctx)?,
        };
        if from < 0 || ctx.what(real_type(ctx.rules, self.from_type, from), from) == 0 {
            return None;
        }
        ctx.set(Register::From, from);
        ctx.set(Register::To, outer_to);
        if !holds(self.from_condition.as_ref(), ctx) {
            return None;
        }
        let to = match (&self.from, &self.to) {
            _ if let Some((sight, _)) = self.by_lines() => sight.on_line(end, ctx)?,
            _ if let Some((known, ends)) = self.known_from(from) => {
                i32::from(*ends.get(end).filter(|&&to| known.is_meant(to, ctx))?)
            }
            (Where::Region(_), Where::Region(region)) => region.loose_nth(end, ctx)?,
            _ => self.to.nth(end, ctx)?,
        };
        let copies = self.copy.eval(ctx);
        ctx.set(Register::To, to);
        if to < 0 || !holds(self.condition.as_ref(), ctx) {
            return None;
        }
        let mut list = ctx.borrow_list();
        self.offer(id, [from, to], outer_from, (copies, None, [None; 2]), ctx, &mut Sink::List(&mut list));
        let found = list.first().copied();
        ctx.return_list(list);
        found
    }

    /// Hands over the move to a site that meets the condition, which is in the register `to`.
    fn offer(
        &self,
        id: u16,
        [from, to]: [i32; 2],
        outer_from: i32,
        (copies, count, levels): (bool, Option<i32>, [Option<i32>; 2]),
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        // The condition of the effect still sees the piece that the rules around are about.
        ctx.set(Register::From, outer_from);
        let is_withheld = self.apply.effect.is_some() && !holds(self.apply.condition.as_ref(), ctx);
        ctx.set(Register::From, from);
        let kind = i32::from(is_withheld) | i32::from(copies) << 1;
        let [from_level, to_level] = levels.map(|level| level.unwrap_or(-1));
        match count {
            _ if levels != [None; 2] => ctx.emit(id, from, to, &[kind | (from_level + 1) << 2, to_level], sink),
            Some(count) => ctx.emit(id, from, to, &[kind, count], sink),
            None => ctx.emit(id, from, to, &[kind], sink),
        }
        if !is_withheld && self.leaves_level {
            let mut programs = ctx.borrow_programs();
            self.apply.run_anyway(ctx, &mut programs.actions);
            ctx.return_programs(programs);
        }
    }

    /// The site that it leads to, where it is one.
    pub(super) fn only_end(&self) -> Option<&IntFn> {
        match &self.to {
            Where::Site(site) => Some(site),
            Where::Region(_) => None,
        }
    }

    /// Where it leads, where it takes the piece that the rules around go through to sites of the board's own type.
    pub(super) fn ends_of_piece(&self, c: &Compiler) -> Option<&Where> {
        let kind = c.rules.default_type();
        let is_own = self.from == Where::Site(IntFn::Register(Register::From)) && self.from_type == kind;
        (is_own && self.to_type == kind).then_some(&self.to)
    }

    /// The effect of its moves, where it is the only thing besides that one piece moves to a site of the board.
    pub(super) fn lone_effect(&self, rules: &Rules) -> Option<&Apply> {
        let kind = rules.default_type();
        self.apply.alone(
            self.count.is_none()
                && self.from_level.is_none()
                && self.to_level.is_none()
                && !self.stack
                && self.copy == BoolFn::Constant(false)
                && self.from_type == kind
                && self.to_type == kind,
        )
    }

    /// Whether it only leads to empty sites of a type.
    pub(super) fn spares_pieces(&self, kind: SiteType) -> bool {
        self.to_type == kind && self.to.spares_pieces(kind, self.condition.as_ref())
    }

    /// What its moves come down to.
    pub(super) fn plain(&self) -> Plain {
        if self.count.is_none() { self.plain_but_for_count() } else { Plain::No }
    }

    /// The same if as many pieces went as always do.
    fn plain_but_for_count(&self) -> Plain {
        let bare =
            self.from_level.is_none() && self.to_level.is_none() && !self.stack && self.copy == BoolFn::Constant(false);
        if bare { self.apply.plain_move() } else { Plain::No }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        ctx.set(Register::From, from);
        ctx.set(Register::To, to);
        if chosen.binds[0] & 1 == 0 {
            self.apply.run_anyway(ctx, program);
        }
        program.push(self.action(ctx.rules, [from, to], chosen.binds.map(i32::from)));
    }

    /// What takes the pieces from one site to another, with the own binds of the move.
    fn action(&self, rules: &Rules, [from, to]: [i32; 2], own: [i32; BINDS]) -> Action {
        let from_type = real_type(rules, self.from_type, from);
        let to_type = if self.to_type_given { self.to_type } else { real_type(rules, self.to_type, to) };
        if self.to_level.is_some() && self.stack {
            Action::MoveStack { from_type, from, to_type, to, to_level: Self::chosen_levels(own)[1] }
        } else if self.from_level.is_some() || self.to_level.is_some() {
            // A level goes before a count and before the stack as a whole.
            let [from_level, to_level] = Self::chosen_levels(own);
            Action::MoveLevel { from_type, from, from_level, to_type, to, to_level, given: [-1; 3] }
        } else if self.stack && self.count.is_none() {
            Action::MoveStack { from_type, from, to_type, to, to_level: -1 }
        } else if self.count.is_some() {
            Action::MoveCount { from_type, from, to_type, to, count: own[1] }
        } else if own[0] & 2 == 2 {
            Action::Copy { from_type, from, to_type, to }
        } else {
            Action::Move { from_type, from, to_type, to, state: -1, rotation: -1, value: -1 }
        }
    }

    fn chosen_levels(own: [i32; BINDS]) -> [i32; 2] {
        [(own[0] >> 2) - 1, own[1]]
    }

    pub(super) fn levels(&self, rules: &Rules, stacks: &Stacks, chosen: LudMove) -> [i32; 2] {
        if self.to_level.is_some() && self.stack {
            [0, Self::chosen_levels(chosen.binds.map(i32::from))[1].max(0)]
        } else if self.from_level.is_some() || self.to_level.is_some() {
            Self::chosen_levels(chosen.binds.map(i32::from)).map(|level| level.max(0))
        } else if self.count.is_some() {
            let count = i32::from(chosen.binds[1]);
            let from = stack_height(rules, stacks, self.from_type, chosen.from) - count;
            [from, stack_height(rules, stacks, self.to_type, chosen.to)]
        } else {
            [0; 2]
        }
    }

    pub(super) fn sites(&self, rules: &Rules, chosen: LudMove) -> Sites {
        let to_type =
            if self.to_type_given { self.to_type } else { real_type(rules, self.to_type, i32::from(chosen.to)) };
        Sites {
            from_type: Some(real_type(rules, self.from_type, i32::from(chosen.from))),
            to_type: Some(to_type),
            ..Sites::default()
        }
    }
}
