//! Consequences as play-outs of races carry them out.

use super::deal::Deal;
use super::value::{Number, Set, Test};
use super::{Machine, sites_of};
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::Register;
use smallvec::SmallVec;

/// A consequence.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect {
    Nothing,
    If(Box<(Test, Effect, Effect)>),
    /// One deed at most, and what follows upon it.
    Deed(Box<Deed>, Vec<Effect>),
    /// A piece taken from a site to another, and what happens there before; what follows upon it.
    Applied(Box<Applied>, Vec<Effect>),
    /// All worked out before the first is carried out.
    Together(Vec<Effect>),
    /// For each level of the stack on a site, from the top where that is said: all worked out before the first is carried out.
    Levels(Box<(Number, bool, Effect)>),
    /// For each number from one to another: all worked out before the first is carried out.
    Values(Box<(Number, Number, Effect)>),
    /// Pieces of a stack that are dealt along a track.
    Deal(Box<Deal>),
    /// All that is remembered under a name, or under any, forgotten.
    ForgetAll(Option<u16>),
    /// For each of some sites that meet a condition: all worked out before the first is carried out.
    Sites(Box<(Set, Option<Test>, Effect)>),
    /// One carried out, and then another that makes one move at most.
    Sequence(Box<(Effect, Effect)>),
    /// Left to the rules.
    Rules(Box<MovesFn>),
}

/// A piece taken from a site to another, and what happens where it goes to before it does.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Applied {
    pub carry: Deed,
    pub condition: Option<Test>,
    pub effect: Effect,
}

/// What is done at once.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Deed {
    /// One piece taken from a site to another, and at which level where it is not the top.
    Carry(Number, Number, Option<Number>),
    /// A piece taken off, and at which level where it is not the top.
    Remove(Number, Option<Number>),
    /// A component put on a site, in a game with stacks.
    Add(Number, Number),
    /// The local state of a site set, and at which level where it is not the top.
    SetState(Number, Number, Option<Number>),
    /// The same for the value, in a game with stacks.
    SetValue(Number, Number, Option<Number>),
    Again,
    Temp(Number),
    Variable(u16, Number),
    Counter(Number),
    Pending(Option<Number>),
    Score(Number, Number, bool),
    PlayerValue(Number, Number),
    Trigger(u16, Number),
    /// A number remembered; where a condition holds, only if it is not remembered yet.
    Remember(u16, Number, Test),
    Forget(u16, Number),
    Pass,
}

/// What is left to be done, as worked out.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act<'e> {
    /// From where to where, and at which level, where one is told.
    Carry(i32, i32, Option<i32>),
    /// From where, and at which level.
    Remove(i32, i32),
    /// Which component, and where.
    Add(u8, i32),
    /// Where, to what, and at which level; on top where that is −1.
    SetState(i32, i32, i32),
    SetValue(i32, i32, i32),
    /// Something that has nothing to do with sites.
    Other(Action),
    /// A consequence.
    Then(&'e Effect),
}

/// What is left to be done.
pub(super) type Acts<'e> = SmallVec<[Act<'e>; 6]>;

impl Effect {
    /// Whether nothing follows upon any of its deeds.
    pub fn has_no_thens(&self) -> bool {
        match self {
            Self::Nothing | Self::Deal(_) | Self::ForgetAll(_) => true,
            Self::If(parts) => parts.1.has_no_thens() && parts.2.has_no_thens(),
            Self::Deed(_, thens) => thens.is_empty(),
            Self::Applied(applied, thens) => thens.is_empty() && applied.effect.has_no_thens(),
            Self::Together(list) => list.iter().all(Self::has_no_thens),
            Self::Levels(parts) => parts.2.has_no_thens(),
            Self::Values(parts) => parts.2.has_no_thens(),
            Self::Sites(parts) => parts.2.has_no_thens(),
            Self::Sequence(_) | Self::Rules(_) => false,
        }
    }

    /// Whether it adds no pieces.
    pub fn adds_nothing(&self) -> bool {
        match self {
            Self::Nothing | Self::Deal(_) | Self::ForgetAll(_) => true,
            Self::If(parts) => parts.1.adds_nothing() && parts.2.adds_nothing(),
            Self::Deed(deed, thens) => !matches!(**deed, Deed::Add(..)) && thens.iter().all(Self::adds_nothing),
            Self::Applied(applied, thens) => applied.effect.adds_nothing() && thens.iter().all(Self::adds_nothing),
            Self::Together(list) => list.iter().all(Self::adds_nothing),
            Self::Levels(parts) => parts.2.adds_nothing(),
            Self::Values(parts) => parts.2.adds_nothing(),
            Self::Sites(parts) => parts.2.adds_nothing(),
            Self::Sequence(_) | Self::Rules(_) => false,
        }
    }

    /// Whether it makes one move at most, upon which nothing follows.
    pub fn is_single(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::If(parts) => parts.1.is_single() && parts.2.is_single(),
            Self::Deed(_, thens) => thens.is_empty(),
            _ => false,
        }
    }

    /// Whether it has to do with variables only, which can be put back.
    pub fn sets_variables(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::If(parts) => parts.1.sets_variables() && parts.2.sets_variables(),
            Self::Deed(deed, thens) => thens.is_empty() && deed.sets_variable(),
            Self::Together(list) => list.iter().all(Self::sets_variables),
            Self::Sites(parts) => parts.2.sets_variables(),
            Self::Values(parts) => parts.2.sets_variables(),
            _ => false,
        }
    }

    /// Whether it has to do with scores only.
    pub fn only_scores(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::If(parts) => parts.1.only_scores() && parts.2.only_scores(),
            Self::Deed(deed, thens) => thens.is_empty() && matches!(**deed, Deed::Score(..)),
            Self::Together(list) => list.iter().all(Self::only_scores),
            Self::Sites(parts) => parts.2.only_scores(),
            _ => false,
        }
    }
}

impl Deed {
    fn sets_variable(&self) -> bool {
        matches!(
            self,
            Self::Temp(_)
                | Self::Variable(..)
                | Self::PlayerValue(..)
                | Self::Remember(..)
                | Self::Forget(..)
                | Self::Score(..)
        )
    }

    /// The only act, where there is one.
    fn act<'e>(&self, m: &mut Machine<'_, '_>) -> Option<Act<'e>> {
        Some(match self {
            Self::Carry(from, to, level) => {
                let from = from.of(m);
                m.index(from).filter(|&from| m.board.top(from) > 0)?;
                let level = level.as_ref().map(|level| level.of(m));
                let outer = m.ctx.set(Register::From, from);
                let to = to.of(m);
                m.ctx.set(Register::From, outer);
                if to < 0 {
                    return None;
                }
                Act::Carry(from, to, level)
            }
            Self::Remove(site, level) => {
                let site = site.of(m);
                let height = m.index(site).map(|site| i32::from(m.board.height(site))).filter(|&height| height > 0)?;
                let level = level.as_ref().map_or(-1, |level| level.of(m).max(0));
                // The top is not told apart from a removal without level.
                Act::Remove(site, if level == height - 1 { -1 } else { level })
            }
            Self::Add(what, site) => {
                let what = u8::try_from(what.of(m)).ok().filter(|&what| what > 0)?;
                Act::Add(what, site.of(m))
            }
            Self::SetState(site, value, level) => {
                let site = site.of(m);
                let value = value.of(m);
                if value < 0 || site < 0 {
                    return None;
                }
                Act::SetState(site, value, level.as_ref().map_or(-1, |level| level.of(m)))
            }
            Self::SetValue(site, value, level) => {
                let site = site.of(m);
                let value = value.of(m);
                if value < 0 {
                    return None;
                }
                Act::SetValue(site, value, level.as_ref().map_or(-1, |level| level.of(m)))
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
            Self::PlayerValue(player, value) => {
                let player = player.of(m);
                if !(0..=m.ctx.rules.players as i32).contains(&player) {
                    return None;
                }
                Act::Other(Action::PlayerValue { player, value: value.of(m) })
            }
            Self::Remember(list, value, unique) => {
                let value = value.of(m);
                if unique.holds(m) && m.ctx.state.memory().remembered[usize::from(*list)].contains(&value) {
                    return None;
                }
                Act::Other(Action::Remember { name: *list, value })
            }
            Self::Forget(list, value) => Act::Other(Action::Forget { name: *list, value: value.of(m) }),
            Self::Trigger(event, player) => Act::Other(Action::Trigger { event: *event, player: player.of(m) }),
            Self::Pass => Act::Other(Action::Pass),
        })
    }
}

impl Machine<'_, '_> {
    /// Works a consequence out and carries it out.
    pub fn run(&mut self, effect: &Effect) {
        match effect {
            Effect::Nothing => {}
            Effect::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.run(branch);
            }
            Effect::Deed(deed, thens) => {
                if let Some(act) = deed.act(self) {
                    self.perform(act);
                    for then in thens {
                        self.run(then);
                    }
                }
            }
            Effect::Applied(..)
            | Effect::Together(_)
            | Effect::Levels(_)
            | Effect::Values(_)
            | Effect::Deal(_)
            | Effect::ForgetAll(_)
            | Effect::Sites(_) => {
                let mut acts = Acts::new();
                self.work_out(effect, &mut acts);
                self.perform_all(&acts);
            }
            Effect::Sequence(parts) => {
                self.run(&parts.0);
                self.run(&parts.1);
            }
            Effect::Rules(moves) => {
                self.tell();
                self.ctx.run_moves(moves);
                self.is_blind = !self.look();
                self.runs.note(std::mem::take(&mut self.since));
            }
        }
    }

    /// Works a consequence out without carrying it out.
    pub fn work_out<'e>(&mut self, effect: &'e Effect, acts: &mut Acts<'e>) {
        match effect {
            Effect::Nothing => {}
            Effect::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.work_out(branch, acts);
            }
            Effect::Deed(deed, thens) => {
                if let Some(act) = deed.act(self) {
                    acts.push(act);
                    acts.extend(thens.iter().map(Act::Then));
                }
            }
            Effect::Applied(applied, thens) => {
                let Some(act @ Act::Carry(from, to, _)) = applied.carry.act(self) else { return };
                let outer_to = self.ctx.set(Register::To, to);
                // The condition still sees the piece that the rules around are about.
                if applied.condition.as_ref().is_none_or(|condition| condition.holds(self)) {
                    let outer_from = self.ctx.set(Register::From, from);
                    self.work_out(&applied.effect, acts);
                    self.ctx.set(Register::From, outer_from);
                }
                self.ctx.set(Register::To, outer_to);
                acts.push(act);
                acts.extend(thens.iter().map(Act::Then));
            }
            Effect::Together(list) => {
                for item in list {
                    self.work_out(item, acts);
                }
            }
            Effect::Levels(parts) => {
                let (site, from_top, each) = &**parts;
                let site = site.of(self);
                let height = self.index(site).map_or(0, |site| i32::from(self.board.height(site)));
                // What comes after it still sees the last level.
                for index in 0..height {
                    self.ctx.set(Register::Level, if *from_top { height - 1 - index } else { index });
                    self.work_out(each, acts);
                }
            }
            Effect::Values(parts) => {
                let (first, last, each) = &**parts;
                let (first, last) = (first.of(self), last.of(self));
                let outer = self.ctx.get(Register::Value);
                for value in first..=last {
                    self.ctx.set(Register::Value, value);
                    self.work_out(each, acts);
                }
                self.ctx.set(Register::Value, outer);
            }
            Effect::Deal(deal) => self.deal(deal, acts),
            Effect::ForgetAll(name) => {
                for (index, values) in self.ctx.state.memory().remembered.iter().enumerate() {
                    if name.is_none_or(|name| usize::from(name) == index) {
                        let forget = |&value| Act::Other(Action::Forget { name: index as u16, value });
                        acts.extend(values.iter().map(forget));
                    }
                }
            }
            Effect::Sites(parts) => {
                let (set, asked, each) = &**parts;
                let outer = (self.ctx.get(Register::To), self.ctx.get(Register::Site));
                for site in sites_of(self.sites_meeting(set, asked.as_ref())) {
                    self.ctx.set(Register::To, site as i32);
                    self.ctx.set(Register::Site, site as i32);
                    self.work_out(each, acts);
                }
                self.ctx.set(Register::To, outer.0);
                self.ctx.set(Register::Site, outer.1);
            }
            // Neither is part of what is worked out.
            Effect::Sequence(_) | Effect::Rules(_) => {}
        }
    }

    /// Carries out what is left to be done.
    pub fn perform_all(&mut self, acts: &[Act<'_>]) {
        for &act in acts {
            self.perform(act);
        }
    }

    /// Notes the sites of an act, as far as it has any.
    #[inline]
    pub fn note(&mut self, from: i32, to: i32) {
        self.ctx.state.last.note(from, to);
    }

    fn perform(&mut self, act: Act<'_>) {
        match act {
            Act::Carry(from, to, level) => {
                self.note(from, to);
                self.carry(from, level, to);
            }
            Act::Remove(site, level) => {
                self.note(site, site);
                self.take_off(site, level);
            }
            Act::Add(what, site) => {
                self.note(site, site);
                if let Some(site) = self.index(site) {
                    self.board.push(site, what);
                }
            }
            Act::SetState(site, value, level) => {
                self.note(site, site);
                self.ctx.state.dice_turned = true;
                if let Some(site) = self.index(site) {
                    self.board.set_state(site, level, value as u16);
                }
            }
            Act::SetValue(site, value, level) => {
                self.note(site, site);
                if let Some(site) = self.index(site) {
                    self.board.set_value(site, level, value as u16);
                }
            }
            Act::Other(Action::NextPlayer(player)) => self.ctx.state.next = player as u8,
            Act::Other(Action::Temp(value)) => self.ctx.state.temp = value,
            Act::Other(action) => self.ctx.act(action),
            Act::Then(effect) => self.run(effect),
        }
    }

    /// Keeps the places of pieces on tracks up to date for a piece that is about to be taken off a site.
    pub fn leave(&mut self, site: usize, level: i32) {
        if self.shape.keeps_places {
            let what = self.board.at_level_or_top(site, level);
            self.ctx.leave_tracks(site as i32, i32::from(what));
        }
    }

    /// Takes a piece off a site: the one at a level, or the one on top where that is −1.
    pub fn take_off(&mut self, site: i32, level: i32) {
        let Some(site) = self.index(site) else { return };
        self.leave(site, level);
        match level {
            -1 => self.board.remove(site),
            level => {
                self.board.take(site, level);
            }
        }
    }

    /// Takes so many pieces from a site to another; false where that is more than is there, or nothing, or nowhere.
    pub fn carry_many(&mut self, from: i32, to: i32, count: i32) -> bool {
        let (Some(from), Some(to)) = (self.index(from), self.index(to)) else { return false };
        if from == to || !(1..=i32::from(self.board.height(from))).contains(&count) {
            return false;
        }
        if self.shape.keeps_places {
            self.ctx.carry_on_tracks(from as i32, to as i32, i32::from(self.board.top(from)), count);
        }
        self.board.carry_many(from, to, count as u8);
        true
    }

    /// Takes one piece from a site to another, at a level where one is told; off the board where there is none.
    pub fn carry(&mut self, from: i32, level: Option<i32>, to: i32) {
        let Some(from) = self.index(from) else { return };
        if self.shape.keeps_places {
            let what = self.board.at_level_or_top(from, level.unwrap_or(-1));
            self.ctx.carry_on_tracks(from as i32, to, i32::from(what), 1);
        }
        match self.index(to) {
            Some(to) => self.board.carry(from, level, to),
            None => {
                self.board.take(from, level.unwrap_or(-1));
            }
        }
    }
}
