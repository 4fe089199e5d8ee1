//! Consequences as play-outs of sowing carry them out.

use super::board::Machine;
use super::mask::Mask;
use super::number::Number;
use super::set::Set;
use super::sow::Sow;
use super::test::Test;
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::shortcut::bare::sites_of;
use crate::lud::play::sink::Sink;
use smallvec::{Array, SmallVec};

/// A consequence.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    Nothing,
    If(Box<(Test, Effect, Effect)>),
    /// One deed at most, and what follows upon it.
    Deed(Box<Deed>, Vec<Effect>),
    /// A sowing, and what follows upon it.
    Sow(Box<Sow>, Vec<Effect>),
    /// All worked out before the first is carried out.
    Together(Vec<Effect>),
    /// The same for each of some holes, all worked out before the first is carried out.
    Each(Box<(Set, Option<Mask>, Effect)>),
    /// A variable set, unless nothing follows.
    Setting(Box<(Deed, Effect)>),
    /// What happens first, and one move worked out after it; nothing where there is no such move.
    After(Box<(Effect, Effect)>),
    /// Left to the rules.
    Rules(Box<MovesFn>),
    /// Left to the rules, consequences worked out with it.
    Resolved(Box<MovesFn>),
}

/// What is done at once.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Deed {
    /// Seeds taken from a site to another: all these, or one.
    Carry(Number, Number, Option<Number>),
    /// What is on a site taken off.
    Clear(Number),
    /// The local state of a site set.
    SetState(Number, Number),
    /// So many seeds put on a site in place of those there.
    SetCount(Number, Number),
    /// Seeds of a kind put on a site, so many of them.
    Add(Number, Number, Number),
    Again,
    Temp(Number),
    Variable(u16, Number),
    Counter(Number),
    Pending(Option<Number>),
    Score(Number, Number, bool),
    Pass,
    /// Asked of the rules, which may (`true`) touch holes.
    Rules(MovesFn, bool),
}

/// What is left to be done, as worked out.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act<'e> {
    Carry(i32, i32, i32),
    CarryOne(i32, i32),
    Clear(i32),
    SetCount(i32, u16, i32),
    /// Seeds of a kind put on a site.
    Add(i32, u16, i32),
    SetState(i32, i32),
    /// Seeds that fall from a site into a hole.
    Fall(i32, i32, i32),
    /// Something that rather has nothing to do with holes.
    Other(Action),
    /// A consequence.
    Then(&'e Effect),
}

/// What is left to be done.
pub(super) type Acts<'e> = SmallVec<[Act<'e>; 6]>;

/// The same where there is much to be done.
pub(super) type ManyActs<'e> = SmallVec<[Act<'e>; 96]>;

impl Deed {
    /// The only act, where there is one.
    fn act<'e>(&self, m: &mut Machine<'_, '_>) -> Option<Act<'e>> {
        Some(match self {
            Self::Carry(from, to, count) => {
                let from = from.of(m);
                if !m.index(from).is_some_and(|from| m.is_occupied(from)) {
                    return None;
                }
                let outer = m.ctx.set(Register::From, from);
                let count = count.as_ref().map(|count| count.of(m));
                let to = to.of(m);
                m.ctx.set(Register::From, outer);
                if to < 0 {
                    return None;
                }
                match count {
                    Some(count) => Act::Carry(from, to, count),
                    None => Act::CarryOne(from, to),
                }
            }
            Self::Clear(site) => {
                let site = site.of(m);
                if !m.index(site).is_some_and(|site| m.is_occupied(site)) {
                    return None;
                }
                Act::Clear(site)
            }
            Self::SetCount(site, count) => {
                let site = site.of(m);
                let count = count.of(m);
                Act::SetCount(site, m.index(site).map_or(0, |site| m.what(site)), count)
            }
            Self::Add(what, site, count) => {
                if count.of(m) < 1 {
                    return None;
                }
                let what = u16::try_from(what.of(m)).ok()?;
                let site = site.of(m);
                let before = m.ctx.set(Register::To, site);
                let count = count.of(m);
                m.ctx.set(Register::To, before);
                Act::Add(site, what, count)
            }
            Self::SetState(site, value) => {
                let site = site.of(m);
                let value = value.of(m);
                if value < 0 || site < 0 {
                    return None;
                }
                Act::SetState(site, value)
            }
            Self::Again => Act::Other(Action::NextPlayer(i32::from(m.ctx.state.mover))),
            Self::Temp(value) => Act::Other(Action::Temp(value.of(m))),
            Self::Variable(name, value) => Act::Other(Action::Variable { name: *name, value: value.of(m) }),
            Self::Counter(value) => Act::Other(Action::Counter(value.of(m))),
            Self::Pending(value) => {
                let value = value.as_ref().map_or(-1, |value| value.of(m));
                Act::Other(Action::Pending(if value == -1 { 1 } else { value }))
            }
            Self::Score(player, amount, add) => {
                let player = player.of(m);
                Act::Other(Action::Score { player, amount: amount.of(m), add: *add })
            }
            Self::Pass => Act::Other(Action::Pass),
            Self::Rules(..) => return None,
        })
    }
}

impl Machine<'_, '_> {
    /// Works a consequence out and carries it out; says whether anything was done.
    pub fn run(&mut self, effect: &Effect) -> bool {
        match effect {
            Effect::Nothing => false,
            Effect::If(parts) => {
                if parts.0.holds(self) {
                    self.run(&parts.1)
                } else {
                    self.run(&parts.2)
                }
            }
            Effect::Deed(deed, thens) => {
                match &**deed {
                    Deed::Rules(moves, true) => self.leave_to_rules(|ctx| ctx.run_moves(moves)),
                    Deed::Rules(moves, false) => self.ctx.run_moves(moves),
                    deed => return self.run_deed(deed, thens),
                }
                true
            }
            Effect::Sow(sow, thens) => {
                let is_done = sow.run(self);
                if is_done {
                    for then in thens {
                        self.run(then);
                    }
                }
                is_done
            }
            Effect::Together(list) => {
                let Some((first, rest)) = list.split_first() else { return false };
                let mut acts = Acts::new();
                for item in rest {
                    self.work_out(item, &mut acts);
                }
                // What comes first sees what all see.
                let is_done = self.run(first);
                let is_more = !acts.is_empty();
                self.perform_all(&acts);
                is_done || is_more
            }
            Effect::Each(_) => {
                let mut acts = Acts::new();
                self.work_out(effect, &mut acts);
                self.perform_all(&acts);
                !acts.is_empty()
            }
            Effect::Setting(parts) => {
                let Some(act) = parts.0.act(self) else { return false };
                let before = match act {
                    Act::Other(Action::Variable { name, .. }) => {
                        Action::Variable { name, value: self.ctx.state.memory().variables[usize::from(name)] }
                    }
                    _ => Action::Temp(self.ctx.state.temp),
                };
                self.perform(act);
                let is_done = self.run(&parts.1);
                if !is_done {
                    self.ctx.act(before);
                }
                is_done
            }
            Effect::After(parts) => self.run_after(&parts.0, &parts.1),
            Effect::Rules(moves) => {
                self.leave_to_rules(|ctx| ctx.run_moves(moves));
                true
            }
            Effect::Resolved(moves) => {
                self.leave_to_rules(|ctx| ctx.run_resolved_moves(moves));
                true
            }
        }
    }

    /// Carries out what happens first and one move after it; nothing where there is no such move.
    #[inline(never)]
    fn run_after(&mut self, first: &Effect, next: &Effect) -> bool {
        if matches!(next, Effect::Sow(sow, _) if sow.is_sure(self)) {
            self.run(first);
            return self.run(next);
        }
        let copy = self.ctx.keep_copy();
        let before = (self.stale, self.haunted);
        self.run(first);
        let is_done = self.run(next);
        if is_done {
            self.ctx.forget_copy();
        } else {
            self.ctx.go_back(copy);
            (self.stale, self.haunted) = before;
        }
        is_done
    }

    #[inline]
    fn run_deed(&mut self, deed: &Deed, thens: &[Effect]) -> bool {
        let Some(act) = deed.act(self) else { return false };
        self.perform(act);
        for then in thens {
            self.run(then);
        }
        true
    }

    /// Lets the rules do something. They change hashes by what they change, so that these may go on lagging behind.
    #[inline(never)]
    pub fn leave_to_rules(&mut self, act: impl FnOnce(&mut Context<'_>)) {
        if self.shape.remembers {
            self.tell_rules();
        }
        act(self.ctx);
        self.look_around();
    }

    /// Works a consequence out without carrying it out.
    pub fn work_out<'e, A: Array<Item = Act<'e>>>(&mut self, effect: &'e Effect, acts: &mut SmallVec<A>) {
        match effect {
            Effect::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.work_out(branch, acts);
            }
            Effect::Deed(deed, thens) => {
                if let Deed::Rules(moves, _) = &**deed {
                    let mut programs = self.ctx.borrow_programs();
                    moves.generate(self.ctx, &mut Sink::Programs(&mut programs));
                    acts.extend(programs.actions.iter().map(|&action| Act::Other(action)));
                    self.ctx.return_programs(programs);
                } else if let Some(act) = deed.act(self) {
                    acts.push(act);
                    acts.extend(thens.iter().map(Act::Then));
                }
            }
            Effect::Sow(sow, thens) => {
                if sow.work_out(self, acts) {
                    acts.extend(thens.iter().map(Act::Then));
                }
            }
            Effect::Together(list) => {
                for item in list {
                    self.work_out(item, acts);
                }
            }
            Effect::Each(parts) => {
                let mut sites = parts.0.of(self);
                if let Some(mask) = &parts.1 {
                    sites = mask.of(sites, &[Register::Site], self);
                }
                let before = (self.ctx.get(Register::To), self.ctx.get(Register::Site));
                for site in sites_of(sites) {
                    self.ctx.set(Register::To, site as i32);
                    self.ctx.set(Register::Site, site as i32);
                    self.work_out(&parts.2, acts);
                }
                self.ctx.set(Register::To, before.0);
                self.ctx.set(Register::Site, before.1);
            }
            // Others are not made parts of what is worked out together.
            Effect::Nothing | Effect::Setting(_) | Effect::After(_) | Effect::Rules(_) | Effect::Resolved(_) => {}
        }
    }

    /// Carries out what is left to be done.
    pub fn perform_all(&mut self, acts: &[Act<'_>]) {
        for &act in acts {
            self.perform(act);
        }
    }

    #[inline]
    fn note(&mut self, from: i32, to: i32) {
        self.ctx.state.last.note(from, to);
    }

    fn perform(&mut self, act: Act<'_>) {
        match act {
            Act::Carry(from, to, count) => {
                self.note(from, to);
                self.stale = true;
                self.carry(from, to, count);
            }
            Act::CarryOne(from, to) => {
                self.note(from, to);
                self.stale = true;
                self.carry_one(from, to);
            }
            Act::Clear(site) => {
                self.note(site, site);
                self.stale = true;
                if let Some(site) = self.index(site) {
                    self.clear(site);
                }
            }
            Act::SetCount(site, what, count) => {
                self.note(site, site);
                self.stale = true;
                if let Some(site) = self.index(site) {
                    if count <= 0 {
                        self.clear(site);
                    } else {
                        self.put(site, what, count);
                    }
                }
            }
            Act::Add(site, what, count) => {
                self.note(site, site);
                self.stale = true;
                if let Some(site) = self.index(site) {
                    self.add_to(site, what, count);
                }
            }
            Act::SetState(site, value) => {
                self.note(site, site);
                self.stale = true;
                self.ctx.state.dice_turned = true;
                if let Some(site) = self.index(site) {
                    self.set_state(site, value);
                }
            }
            Act::Fall(from, to, seeds) => {
                self.stale = true;
                for _ in 0..seeds {
                    self.note(from, to);
                    self.carry_one(from, to);
                }
            }
            Act::Other(Action::NextPlayer(player)) => {
                self.ctx.state.next = player as u8;
                self.ctx.scratch.named_next = true;
            }
            Act::Other(Action::Temp(value)) => self.ctx.state.temp = value,
            Act::Other(action) => {
                let touches = matches!(action, Action::Consequence(_)) || action.sites().is_some();
                if touches {
                    self.leave_to_rules(|ctx| ctx.act(action));
                } else {
                    self.ctx.act(action);
                }
            }
            Act::Then(effect) => {
                self.run(effect);
            }
        }
    }
}

impl Effect {
    /// Whether it can be worked out before others are carried out.
    pub fn can_wait(&self) -> bool {
        match self {
            Self::Nothing | Self::Deed(..) => true,
            Self::If(parts) => parts.1.can_wait() && parts.2.can_wait(),
            Self::Sow(sow, _) => sow.can_wait(),
            Self::Together(list) => list.iter().all(Self::can_wait),
            Self::Each(parts) => parts.2.can_wait(),
            Self::Setting(_) | Self::After(_) | Self::Rules(_) | Self::Resolved(_) => false,
        }
    }

    /// Whether nothing follows upon any part of it, and no part is left to the rules.
    pub fn is_bare(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Deed(deed, thens) => thens.is_empty() && !matches!(**deed, Deed::Rules(_, true)),
            Self::Sow(_, thens) => thens.is_empty(),
            Self::If(parts) => parts.1.is_bare() && parts.2.is_bare(),
            Self::Together(list) => list.iter().all(Self::is_bare),
            Self::Each(parts) => parts.2.is_bare(),
            Self::Setting(_) | Self::After(_) | Self::Rules(_) | Self::Resolved(_) => false,
        }
    }

    /// Whether it can be worked out, all of it, before it is carried out, and nothing follows upon any part.
    pub fn waits_bare(&self) -> bool {
        self.is_bare() && self.can_wait()
    }

    /// Whether it is made of deeds and sowings that set no variable themselves.
    pub fn keeps_variables(&self) -> bool {
        match self {
            Self::Nothing | Self::Sow(..) => true,
            Self::Deed(deed, thens) => {
                thens.is_empty() && !matches!(**deed, Deed::Variable(..) | Deed::Temp(_) | Deed::Rules(..))
            }
            Self::If(parts) => parts.1.keeps_variables() && parts.2.keeps_variables(),
            Self::Together(list) => list.iter().all(|item| item.keeps_variables() && !matches!(item, Self::Sow(..))),
            _ => false,
        }
    }
}
