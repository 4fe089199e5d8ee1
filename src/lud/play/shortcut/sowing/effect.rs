//! Consequences as play-outs of sowing carry them out.

use super::board::Machine;
use super::lowering::Lowering;
use super::mask::Mask;
use super::number::Number;
use super::set::Set;
use super::sow::Sow;
use super::test::Test;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Simple};
use crate::lud::play::action::{Action, EffectId};
use crate::lud::play::context::Register;
use crate::lud::play::rules::LeafNode;
use crate::lud::play::shortcut::bare::sites_of;
use crate::lud::play::sink::Sink;
use smallvec::SmallVec;

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
    Again,
    Temp(Number),
    Variable(u16, Number),
    Counter(Number),
    Pending(Option<Number>),
    Score(Number, Number, bool),
    Pass,
    /// Asked of the rules, which look at no hole for it.
    Rules(MovesFn),
}

/// What is left to be done, as worked out.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act<'e> {
    Carry(i32, i32, i32),
    CarryOne(i32, i32),
    Clear(i32),
    SetCount(i32, bool, i32),
    SetState(i32, i32),
    /// Seeds that fall from a site into a hole.
    Fall(i32, i32, i32),
    /// Something that has nothing to do with holes.
    Other(Action),
    /// A consequence.
    Then(&'e Effect),
}

/// What is left to be done.
pub(super) type Acts<'e> = SmallVec<[Act<'e>; 6]>;

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
                Act::SetCount(site, m.index(site).is_some_and(|site| m.is_occupied(site)), count)
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
            Self::Rules(_) => return None,
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
            Effect::Deed(deed, thens) if !matches!(**deed, Deed::Rules(_)) => {
                let Some(act) = deed.act(self) else { return false };
                self.perform(act);
                for then in thens {
                    self.run(then);
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
            Effect::Each(_) | Effect::Deed(..) => {
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
            Effect::Rules(moves) => {
                self.tell_rules();
                self.ctx.run_moves(moves);
                self.look_around();
                true
            }
            Effect::Resolved(moves) => {
                self.tell_rules();
                self.ctx.run_resolved_moves(moves);
                self.look_around();
                true
            }
        }
    }

    /// Works a consequence out without carrying it out.
    pub fn work_out<'e>(&mut self, effect: &'e Effect, acts: &mut Acts<'e>) {
        match effect {
            Effect::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.work_out(branch, acts);
            }
            Effect::Deed(deed, thens) => {
                if let Deed::Rules(moves) = &**deed {
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
            Effect::Nothing | Effect::Setting(_) | Effect::Rules(_) | Effect::Resolved(_) => {}
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
        let last = &mut self.ctx.state.last;
        if from >= 0 {
            last.from_noted = from;
        }
        if to >= 0 {
            last.to_noted = to;
        }
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
            Act::SetCount(site, is_occupied, count) => {
                self.note(site, site);
                self.stale = true;
                if let Some(site) = self.index(site) {
                    if count <= 0 {
                        self.clear(site);
                    } else {
                        self.put(site, is_occupied, count);
                    }
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
            Act::Other(action) => self.ctx.act(action),
            Act::Then(effect) => {
                self.run(effect);
            }
        }
    }
}

impl Lowering<'_> {
    /// A consequence by its number.
    pub fn effect_of(&self, effect: EffectId) -> Effect {
        self.effect(self.rules.effect(effect))
    }

    /// A consequence, left to the rules where they alone know.
    pub fn effect(&self, moves: &MovesFn) -> Effect {
        self.known(moves).unwrap_or_else(|| Effect::Rules(Box::new(moves.clone())))
    }

    /// What a sowing does at its end, left to the rules where they alone know.
    pub fn captures(&self, moves: &MovesFn) -> Effect {
        if let MovesFn::If(parts) = moves
            && let Some(test) = self.test(&parts.0)
        {
            return Effect::If(Box::new((test, self.captures(&parts.1), self.captures(&parts.2))));
        }
        match self.known(moves) {
            Some(effect) if effect.is_bare() => effect,
            _ => Effect::Resolved(Box::new(moves.clone())),
        }
    }

    fn known(&self, moves: &MovesFn) -> Option<Effect> {
        match moves {
            MovesFn::If(parts) => {
                let (yes, no) = (self.effect(&parts.1), self.effect(&parts.2));
                Some(Effect::If(Box::new((self.test(&parts.0)?, yes, no))))
            }
            MovesFn::Or(list) => {
                if list.is_empty() {
                    return Some(Effect::Nothing);
                }
                let list: Vec<_> = list.iter().map(|item| self.known(item)).collect::<Option<_>>()?;
                let fits = list[1..].iter().all(Effect::can_wait);
                fits.then_some(Effect::Together(list))
            }
            MovesFn::ForEach(each) => {
                let (region, asked, moves) = each.over_sites()?;
                let mask = match asked {
                    Some(asked) => Some(self.mask(asked.condition(), &[Register::Site])?),
                    None => None,
                };
                let effect = self.known(moves)?;
                let set = self.set(region)?;
                effect.can_wait().then(|| Effect::Each(Box::new((set, mask, effect))))
            }
            MovesFn::Do(sequence) => {
                let setting = self.deed(sequence.setting(self.rules)?)?;
                let next = self.known(sequence.next())?;
                next.keeps_variables().then(|| Effect::Setting(Box::new((setting, next))))
            }
            MovesFn::Leaf(id) => self.leaf(&self.rules.leaves[usize::from(*id)], moves),
            _ => None,
        }
    }

    fn leaf(&self, node: &LeafNode, moves: &MovesFn) -> Option<Effect> {
        if !node.chain.suffixes.is_empty() || node.chain.doubled {
            return None;
        }
        let thens = || node.chain.thens.iter().map(|&then| self.effect_of(then)).collect::<Vec<_>>();
        let kind = self.rules.default_type();
        let deed = match &node.leaf {
            Leaf::Sow(sow) => return Some(Effect::Sow(Box::new(self.sow(sow)?), thens())),
            Leaf::FromTo(from_to) => {
                let (from, to, count) = from_to.bare_parts(kind)?;
                let count = match count {
                    Some(count) => Some(self.number(count)?),
                    None => None,
                };
                Deed::Carry(self.number(from)?, self.number(to)?, count)
            }
            Leaf::Remove(remove) => Deed::Clear(self.number(remove.bare_site(kind)?)?),
            Leaf::SetSite(set) => {
                if let Some((site, count)) = set.count(kind) {
                    Deed::SetCount(self.number(site)?, self.number(count)?)
                } else {
                    let (site, value) = set.state(kind).filter(|_| self.holes.has_states())?;
                    Deed::SetState(self.number(site)?, self.number(value)?)
                }
            }
            Leaf::Simple(simple) => match self.deed(simple) {
                Some(deed) => deed,
                None if self.does_no_hole(simple) && node.chain.thens.is_empty() && node.chain.priors.is_empty() => {
                    Deed::Rules(moves.clone())
                }
                None => return None,
            },
            _ => return None,
        };
        Some(Effect::Deed(Box::new(deed), thens()))
    }

    fn deed(&self, simple: &Simple) -> Option<Deed> {
        Some(match simple {
            Simple::MoveAgain => Deed::Again,
            Simple::Pass => Deed::Pass,
            Simple::Temp(value) => Deed::Temp(self.number(value)?),
            Simple::Variable(name, value) => Deed::Variable(*name, self.number(value)?),
            Simple::Counter(value) => Deed::Counter(self.number(value)?),
            Simple::Pending(Some(value)) => Deed::Pending(Some(self.number(value)?)),
            Simple::Pending(None) => Deed::Pending(None),
            Simple::Score(..) => {
                let (player, amount, add) = simple.one_score()?;
                Deed::Score(self.number(player)?, self.number(amount)?, add)
            }
            _ => return None,
        })
    }

    /// Whether the rules look at no hole and touch none for an effect without sites.
    fn does_no_hole(&self, simple: &Simple) -> bool {
        match simple {
            Simple::Nothing | Simple::ForgetAll(_) => true,
            Simple::PlayerValue(player, value) => self.sees_no_hole(player) && self.sees_no_hole(value),
            Simple::PendingSites(region) => self.holds_no_hole(region),
            Simple::NextPlayer(players) => self.lists_no_hole(players),
            Simple::Remember(_, value, unique) => self.sees_no_hole(value) && self.asks_no_hole(unique),
            Simple::Forget(_, value) | Simple::Trigger(_, value) => self.sees_no_hole(value),
            _ => false,
        }
    }
}

impl Effect {
    /// Whether it can be worked out before others are carried out.
    fn can_wait(&self) -> bool {
        match self {
            Self::Nothing | Self::Deed(..) => true,
            Self::If(parts) => parts.1.can_wait() && parts.2.can_wait(),
            Self::Sow(sow, _) => sow.can_wait(),
            Self::Together(list) => list.iter().all(Self::can_wait),
            Self::Each(parts) => parts.2.can_wait(),
            Self::Setting(_) | Self::Rules(_) | Self::Resolved(_) => false,
        }
    }

    /// Whether nothing follows upon any part of it, and no part is left to the rules.
    pub fn is_bare(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Deed(_, thens) | Self::Sow(_, thens) => thens.is_empty(),
            Self::If(parts) => parts.1.is_bare() && parts.2.is_bare(),
            Self::Together(list) => list.iter().all(Self::is_bare),
            Self::Each(parts) => parts.2.is_bare(),
            Self::Setting(_) | Self::Rules(_) | Self::Resolved(_) => false,
        }
    }

    /// Whether it can be worked out, all of it, before it is carried out, and nothing follows upon any part.
    pub fn waits_bare(&self) -> bool {
        self.is_bare() && self.can_wait()
    }

    /// Whether it is made of deeds and sowings that set no variable themselves.
    fn keeps_variables(&self) -> bool {
        match self {
            Self::Nothing | Self::Sow(..) => true,
            Self::Deed(deed, thens) => {
                thens.is_empty() && !matches!(**deed, Deed::Variable(..) | Deed::Temp(_) | Deed::Rules(_))
            }
            Self::If(parts) => parts.1.keeps_variables() && parts.2.keeps_variables(),
            Self::Together(list) => list.iter().all(|item| item.keeps_variables() && !matches!(item, Self::Sow(..))),
            _ => false,
        }
    }
}
