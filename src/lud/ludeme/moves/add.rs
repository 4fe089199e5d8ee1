//! `(move Add …)` and `(move Claim …)`: a piece placed on a site.

use super::place::{Apply, Where, holds, pieces};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{Asked, BoolFn, Comparison};
use crate::lud::ludeme::int::{IntFn, SizeFn};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::ludeme::region::{Occupied, RegionFn, SitesFn};
use crate::lud::play::action::Action;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{Plain, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::play::stack::Stacks;
use crate::lud::tree::Call;

/// A piece placed on a site. Own bind: the component.
#[derive(Debug, Clone, PartialEq)]
pub struct Add {
    kind: SiteType,
    whats: Vec<IntFn>,
    to: Where,
    condition: Option<BoolFn>,
    count: IntFn,
    state: Option<IntFn>,
    apply: Apply,
    /// The rule that makes the moves whose effect happens; those are listed twice.
    with_effect: Option<u16>,
    /// The most sites that there can be, where they are known to be few.
    most_ends: Option<u32>,
    /// The condition, where it is asked of all sites of a region at once.
    asked: Option<Asked>,
}

impl Add {
    /// Whether it adds to sites of a type and does nothing else.
    pub(super) fn is_bare(&self, kind: SiteType) -> bool {
        self.kind == kind && self.apply.effect.is_none() && self.with_effect.is_none()
    }

    /// Whether it only leads to empty sites of a type.
    pub(super) fn spares_pieces(&self, kind: SiteType) -> bool {
        self.kind == kind && self.to.spares_pieces(kind, self.condition.as_ref())
    }

    /// The site that it adds to, where it is one and nothing else happens.
    pub(super) fn only_site(&self) -> Option<&IntFn> {
        match &self.to {
            Where::Site(site) if self.apply.effect.is_none() && self.with_effect.is_none() => Some(site),
            _ => None,
        }
    }

    /// Whether it makes one move at most, which [`Add::bare_action`] is all of.
    #[must_use]
    pub fn adds_one(&self) -> bool {
        self.only_site().is_some() && self.whats.len() == 1 && self.count.constant() == Some(1)
    }

    /// The only component and the only site of a type or of a hand, where one piece without state is added and that is all.
    #[must_use]
    pub fn one_piece(&self, kind: SiteType) -> Option<(&IntFn, &IntFn)> {
        let (Where::Site(site), [what]) = (&self.to, &self.whats[..]) else { return None };
        let plain = self.condition.is_none() && self.state.is_none() && self.count.constant() == Some(1);
        (plain && self.is_bare(kind)).then_some((what, site))
    }

    /// The only component, the only site and how many pieces without state are added there on no condition, where that is all
    /// and the type and the number of the site are as they should be.
    #[must_use]
    pub fn bare_parts(&self, fits: impl FnOnce(SiteType, &IntFn) -> bool) -> Option<(&IntFn, &IntFn, &IntFn)> {
        let (Some(site), [what]) = (self.only_site(), &self.whats[..]) else { return None };
        let plain = self.condition.is_none() && self.state.is_none() && fits(self.kind, site);
        plain.then_some((what, site, &self.count))
    }

    /// The action of the only move, where there is one.
    pub fn bare_action(&self, ctx: &mut Context<'_>) -> Option<Action> {
        let Where::Site(site) = &self.to else { return None };
        let what = self.whats[0].eval(ctx);
        if what < 0 {
            return None;
        }
        let site = site.eval(ctx);
        let before = ctx.set(Register::To, site);
        let action = holds(self.condition.as_ref(), ctx).then(|| {
            let state = self.state.as_ref().map_or(-1, |state| state.eval(ctx));
            added(self.kind, site, what, state)
        });
        ctx.set(Register::To, before);
        action
    }

    /// Compiles `(move Add …)`, `(add …)`, `(move Claim …)` and `(claim …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        if call.get("to").call().is_some_and(|to| !to.get("level").is_empty()) {
            return Err(c.unsupported(call));
        }
        let to = call.get("to").call().ok_or_else(|| c.unsupported(call))?;
        if !to.get("rotations").is_empty() {
            return Err(c.unsupported(to));
        }
        let (whats, state) = pieces(c, call.get("what"))?;
        let mut add = Self {
            kind: c.site_type(to.get("type")),
            whats,
            to: Where::compile(c, to, Register::To)?,
            condition: c.opt_bool(to.get("If"))?,
            count: c.int_or(call.get("count"), IntFn::Constant(1))?,
            state,
            apply: Apply::compile(c, to.get("effect"))?,
            with_effect: None,
            most_ends: None,
            asked: None,
        };
        add.most_ends = add.to.most(c);
        let is_on_board = add.kind == c.rules.default_type() && matches!(add.to, Where::Region(_));
        let condition = add.condition.as_ref().filter(|_| is_on_board);
        add.asked = condition.and_then(|condition| Asked::new(c, condition, Register::To));
        let around = c.thens_around();
        c.with_then(call, move |c| {
            if add.apply.effect.is_some() {
                let MovesFn::Leaf(doubled) = c.leaf(call, Leaf::Add(Box::new(add.clone())), 1)? else {
                    return Err(c.unsupported(call));
                };
                if matches!(add.to, Where::Region(_)) {
                    double_outer(c, doubled, around);
                }
                add.with_effect = Some(doubled);
            }
            // The other rule lists the moves of both, so it keeps the condition.
            add.apply.effect = None;
            let plain = add;
            c.leaf(call, Leaf::Add(Box::new(plain)), 1)
        })
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if self.count.eval(ctx) < 1 {
            return;
        }
        let before = ctx.get(Register::To);
        for what in &self.whats {
            let what = what.eval(ctx);
            if what < 0 {
                continue;
            }
            if sink.is_done() {
                break;
            }
            match &self.to {
                Where::Site(site) => {
                    let site = site.eval(ctx);
                    ctx.set(Register::To, site);
                    // Only the first component is tried on a single site.
                    if holds(self.condition.as_ref(), ctx) {
                        let rule = self.rule(id, ctx);
                        ctx.emit(rule, site, site, &[what], sink);
                    }
                    break;
                }
                Where::Region(region) if sink.asks_any() => self.find_any(id, what, region, ctx, sink),
                Where::Region(region) => {
                    let region = region.eval(ctx);
                    for site in region.iter() {
                        ctx.set(Register::To, site);
                        if holds(self.condition.as_ref(), ctx) {
                            let rule = self.rule(id, ctx);
                            ctx.emit(rule, site, site, &[what], sink);
                            if rule != id {
                                ctx.emit(rule, site, site, &[what], sink);
                            }
                        }
                    }
                }
            }
            ctx.set(Register::To, before);
        }
        ctx.set(Register::To, before);
    }

    /// Hands over moves until one is enough, first that to the site for which there was one when this was last asked.
    fn find_any(&self, id: u16, what: i32, region: &RegionFn, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let mut goes_on = |ctx: &mut Context<'_>, site: i32| {
            let before = ctx.set(Register::To, site);
            if holds(self.condition.as_ref(), ctx) {
                let rule = self.rule(id, ctx);
                ctx.emit(rule, site, site, &[what], sink);
                if sink.is_done() {
                    ctx.scratch.found_at = site;
                }
            }
            ctx.set(Register::To, before);
            !sink.is_done()
        };
        let first = ctx.scratch.found_at;
        let is_there = first >= 0 && region.contains(first, ctx);
        if !is_there || goes_on(ctx, first) {
            region.each_while(ctx, &mut |ctx, site| (is_there && site == first) || goes_on(ctx, site));
        }
    }

    /// The component that each player (from 1) may put on any empty site, where there is nothing else to it.
    #[must_use]
    pub fn everywhere(&self, own: SiteType, players: usize) -> Option<Vec<u16>> {
        let Where::Region(RegionFn::Empty(kind)) = &self.to else { return None };
        self.own_piece(own, players).filter(|_| *kind == own)
    }

    /// The components of which it puts one on an empty site of a type, and on which condition about the site, where there is
    /// nothing else to it.
    #[must_use]
    pub fn onto_empty(&self, own: SiteType) -> Option<(&[IntFn], Option<&BoolFn>)> {
        let is_empty = matches!(&self.to, Where::Region(RegionFn::Empty(kind)) if *kind == own);
        let plain = is_empty && self.is_bare(own) && self.count.constant() == Some(1);
        plain.then_some((&self.whats, self.condition.as_ref()))
    }

    /// Whether it adds one piece on no condition and does nothing else.
    fn is_plain(&self, own: SiteType) -> bool {
        self.is_bare(own) && self.condition.is_none() && self.count.constant() == Some(1)
    }

    /// The component that each player (from 1) adds, where it is a plain one of the mover.
    fn own_piece(&self, own: SiteType, players: usize) -> Option<Vec<u16>> {
        let plain = self.is_plain(own) && self.state.is_none() && self.whats == [IntFn::Mover];
        plain.then(|| (0..=players as u16).collect())
    }

    /// The component that each player (from 1) may put on any stack of the board that is not full, and how many pieces make
    /// one full, where there is nothing else to it.
    #[must_use]
    pub fn onto_stacks(&self, own: SiteType, board: usize, players: usize) -> Option<(Vec<u16>, usize)> {
        let Where::Region(RegionFn::Filter(parts)) = &self.to else { return None };
        let (RegionFn::Fixed(sites), BoolFn::Compare(Comparison::Less, sides)) = &**parts else { return None };
        let (IntFn::Size(size), room) = &**sides else { return None };
        let SizeFn::Stack(kind, SitesFn::At(IntFn::Register(Register::Site))) = &**size else { return None };
        let room = usize::try_from(room.constant()?).ok().filter(|room| (1..=255).contains(room))?;
        let is_board = sites.iter().eq(0..board as i32);
        self.own_piece(own, players).filter(|_| *kind == own && is_board).map(|pieces| (pieces, room))
    }

    /// The component that each player (from 1) may put on any stack of the board, where there is nothing else to it.
    #[must_use]
    pub fn onto_any_stack(&self, own: SiteType, board: usize, players: usize) -> Option<Vec<u16>> {
        let Where::Region(RegionFn::Fixed(sites)) = &self.to else { return None };
        let is_board = sites.iter().eq(0..board as i32);
        self.own_piece(own, players).filter(|_| is_board)
    }

    /// The component that it puts on the site gone through, with the mover as its state, where that is all.
    #[must_use]
    pub fn with_state_of_mover(&self, own: SiteType) -> Option<u16> {
        let is_there = self.to == Where::Site(IntFn::Register(Register::Site));
        self.only_piece_of_mover(own).filter(|_| is_there)
    }

    /// The component that it puts on an empty site next to a neutral piece, with the mover as its state, and which sites are next
    /// to each site, where that is all.
    #[must_use]
    pub fn next_to_neutral(&self, own: SiteType) -> Option<(u16, Vec<Bits>)> {
        let Where::Region(RegionFn::Around(around)) = &self.to else { return None };
        let (region, near) = around.empty_around(own)?;
        let is_neutral = |occupied: &Occupied| {
            let neutral = PlayersFn::One(IntFn::Constant(0));
            occupied.asked().0 == own && occupied.owners().is_some_and(|(owners, _)| *owners == neutral)
        };
        let fits = matches!(region, RegionFn::Occupied(occupied) if is_neutral(occupied));
        self.only_piece_of_mover(own).filter(|_| fits).map(|what| (what, near.to_vec()))
    }

    /// The only component, where one piece of it with the mover as its state is added on no condition and that is all.
    fn only_piece_of_mover(&self, own: SiteType) -> Option<u16> {
        let plain = self.is_plain(own) && self.state == Some(IntFn::Mover);
        match &self.whats[..] {
            [what] if plain => u16::try_from(what.constant()?).ok(),
            _ => None,
        }
    }

    /// Whether there is one place at most for the piece.
    pub(super) fn is_single(&self) -> bool {
        matches!(self.to, Where::Site(_)) && self.with_effect.is_none() && self.whats.len() == 1
    }

    /// The most slots that there can be, where that is known beforehand.
    pub(super) fn most_slots(&self) -> Option<u32> {
        let plain = self.with_effect.is_none() && self.whats.len() == 1;
        self.most_ends.filter(|_| plain && (self.is_single() || self.count.constant() == Some(1)))
    }

    /// One slot for each component and each site of the region.
    pub(super) fn slots(&self, ctx: &mut Context<'_>) -> Option<u32> {
        let Where::Region(region) = &self.to else { return None };
        if self.with_effect.is_some() || self.count.constant() != Some(1) {
            return None;
        }
        Some((region.loose_count(ctx) * self.whats.len()) as u32)
    }

    /// The move in a slot.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let Where::Region(region) = &self.to else { return None };
        let (what, slot) = match self.whats.len() {
            1 => (0, slot as usize),
            _ => {
                let sites = region.loose_count(ctx);
                (slot as usize / sites, slot as usize % sites)
            }
        };
        let what = self.whats[what].eval(ctx);
        if what < 0 {
            return None;
        }
        let site = region.loose_nth(slot, ctx)?;
        let before = ctx.set(Register::To, site);
        let found = holds(self.condition.as_ref(), ctx).then(|| ctx.bind(id, site, site, &[what]));
        ctx.set(Register::To, before);
        found
    }

    /// The region of whose sites each is one move, where nothing is asked of them.
    pub(super) fn choices(&self) -> Option<&RegionFn> {
        self.region_of_choices().filter(|_| self.condition.is_none())
    }

    /// The region of whose sites each that meets the condition is one move, where those that do are found all at once.
    pub(super) fn region_of_choices(&self) -> Option<&RegionFn> {
        let Where::Region(region) = &self.to else { return None };
        let are_known = self.condition.is_none() || self.asked.is_some();
        let is_plain = are_known && self.with_effect.is_none() && self.whats.len() == 1;
        (is_plain && self.count.constant() == Some(1)).then_some(region)
    }

    /// The sites to add to, where all of them are below 64, as bits.
    pub(super) fn low_choices(&self, ctx: &mut Context<'_>) -> Option<u64> {
        let sites = self.region_of_choices()?.low_word(ctx);
        let Some(asked) = &self.asked else { return Some(sites) };
        let own = ctx.rules.layout.own;
        (own >= 64 || sites >> own == 0).then(|| asked.of_word(sites, ctx))
    }

    /// The move to one of the sites of [`Add::choices`] or [`Add::low_choices`].
    pub(super) fn choose(&self, id: u16, site: i32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let what = self.whats[0].eval(ctx);
        if what < 0 {
            return None;
        }
        let before = ctx.set(Register::To, site);
        let chosen = ctx.bind(id, site, site, &[what]);
        ctx.set(Register::To, before);
        Some(chosen)
    }

    /// The rule that makes a move here: with effect where there is one and its condition holds.
    fn rule(&self, id: u16, ctx: &mut Context<'_>) -> u16 {
        match self.with_effect {
            Some(with_effect) if holds(self.apply.condition.as_ref(), ctx) => with_effect,
            _ => id,
        }
    }

    /// What its moves come down to.
    pub(super) fn plain(&self) -> Plain {
        let bare = self.apply.effect.is_none() && self.state.is_none() && self.count.constant() == Some(1);
        if bare { Plain::Add } else { Plain::No }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let site = i32::from(chosen.to);
        ctx.set(Register::To, site);
        let state = self.state.as_ref().map_or(-1, |state| state.eval(ctx));
        let count = self.count.eval(ctx);
        if let Some(effect) = self.apply.effect {
            ctx.set(Register::From, site);
            ctx.append_effect(effect, program);
        }
        let action = added(self.kind, site, i32::from(chosen.binds[0]), state);
        program.extend((0..count).map(|_| action));
    }

    pub(super) fn levels(&self, rules: &Rules, stacks: &Stacks, chosen: LudMove) -> [i32; 2] {
        [super::place::stack_height(rules, stacks, self.kind, chosen.to); 2]
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.kind)
    }
}

/// A piece added to a site.
pub(super) fn added(kind: SiteType, site: i32, what: i32, state: i32) -> Action {
    Action::Add { kind, site, what, count: 1, state, rotation: -1, value: -1 }
}

/// Makes the consequences of the rules around happen twice: Ludii attaches them to both of the equal moves, which are one.
fn double_outer(c: &mut Compiler, leaf: u16, around: usize) {
    let chain = &mut c.rules.leaves[leaf as usize].chain;
    let own = chain.thens.len() - around;
    let outer: Vec<_> = chain.thens.drain(own..).collect();
    chain.thens.extend(outer.into_iter().flat_map(|then| [then, then]));
    chain.doubled = true;
}
