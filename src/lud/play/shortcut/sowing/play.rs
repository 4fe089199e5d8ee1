//! The moves of a phase: holes that a player may choose.

use super::board::Machine;
use super::effect::Effect;
use super::mask::Mask;
use super::number::Number;
use super::set::Set;
use super::test::Test;
use crate::game::{Random, draw_below};
use crate::lud::board::SiteType;
use crate::lud::play::context::{REGISTERS, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::shortcut::bare::{nth_site, sites_of};
use crate::lud::play::state::LastMove;
use smallvec::SmallVec;

/// The moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Play {
    Nothing,
    Choose(Box<Choice>),
    Carry(Box<Carry>),
    /// The pass of this rule.
    Pass(u16),
    If(Box<(Test, Play, Play)>),
    All(Vec<Play>),
    /// The first of these that has any move.
    First(Vec<Play>),
    /// Those after which a condition holds.
    Filter(Box<(Play, Test)>),
    /// Those that there are after a consequence, which comes before each of them.
    After(Box<(Effect, Play)>),
    /// Left to the rules.
    Rules,
}

/// A hole to choose, and to empty where it is said so.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    pub leaf: u16,
    pub kind: SiteType,
    pub among: u128,
    pub sites: Set,
    pub condition: Option<Mask>,
    /// What else has to hold of a hole, asked of single ones.
    pub rest: Option<Test>,
    /// Whether what is in the hole is taken off.
    pub empties: bool,
    /// What happens before.
    pub first: Option<Effect>,
    pub thens: Vec<Effect>,
}

/// Seeds to be taken from some sites to others, or pairs of sites to choose.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Carry {
    pub leaf: u16,
    /// Whether seeds are taken along.
    pub takes: bool,
    pub from: Set,
    pub from_condition: Option<Test>,
    pub to: Set,
    pub condition: Option<Mask>,
    pub count: Option<Number>,
    /// What happens where they go to, before they do.
    pub apply: Option<Effect>,
    /// What happens before all that.
    pub first: Option<Effect>,
    pub thens: Vec<Effect>,
}

/// Where moves come from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source<'p> {
    Hole(&'p Choice),
    /// From one site, so many.
    Carry(&'p Carry, i32, Option<i32>),
    /// The pass of this rule.
    Pass(u16),
}

/// Moves of a kind, the condition that decides about them afterwards, and the sites that they lead to.
type Part<'p> = (Source<'p>, Option<&'p Test>, u128);

/// All that may be done: there is room for as many as a board has holes, so that none are put on the heap.
type Parts<'p> = SmallVec<[Part<'p>; 64]>;

/// What became of drawing a move.
pub(super) enum Drawn<'p> {
    /// A move to a site, and whether it is made already.
    Move(Source<'p>, usize, bool),
    /// There are no moves.
    Pass,
    /// Left to the rules.
    Rules,
}

impl Play {
    /// Whether nothing is left to the rules.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Nothing | Self::Choose(_) | Self::Carry(_) | Self::Pass(_) => true,
            Self::If(parts) => parts.1.is_known() && parts.2.is_known(),
            Self::All(list) | Self::First(list) => list.iter().all(Self::is_known),
            Self::Filter(parts) => parts.0.is_known(),
            Self::After(parts) => parts.1.is_known(),
            Self::Rules => false,
        }
    }

    /// Whether all is left to the rules.
    pub fn is_left(&self) -> bool {
        matches!(self, Self::Rules)
    }

    /// Whether there are only holes to choose.
    pub fn only_chooses(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Choose(choice) => !choice.empties,
            Self::Carry(_) | Self::Pass(_) | Self::Filter(_) | Self::After(_) | Self::Rules => false,
            Self::If(parts) => parts.1.only_chooses() && parts.2.only_chooses(),
            Self::All(list) | Self::First(list) => list.iter().all(Self::only_chooses),
        }
    }

    /// Whether a part of the moves is filtered.
    pub fn filters(&self) -> bool {
        match self {
            Self::Nothing | Self::Choose(_) | Self::Carry(_) | Self::Pass(_) | Self::Rules => false,
            Self::If(parts) => parts.1.filters() || parts.2.filters(),
            Self::All(list) | Self::First(list) => list.iter().any(Self::filters),
            Self::After(parts) => parts.1.filters(),
            Self::Filter(_) => true,
        }
    }
}

impl Source<'_> {
    /// The move to a site.
    pub fn chosen(self, site: usize) -> LudMove {
        let to = site as i16;
        match self {
            Self::Hole(choice) => LudMove { leaf: choice.leaf, from: to, to, ..LudMove::NONE },
            Self::Carry(carry, from, count) => {
                let mut chosen = LudMove { leaf: carry.leaf, from: from as i16, to, ..LudMove::NONE };
                chosen.binds[1] = count.unwrap_or(0) as i16;
                chosen
            }
            Self::Pass(leaf) => LudMove { leaf, ..LudMove::NONE },
        }
    }
}

impl Machine<'_, '_> {
    /// Collects the holes that may be chosen; false where that is left to the rules.
    fn gather<'p>(&mut self, play: &'p Play, test: Option<&'p Test>, parts: &mut Parts<'p>) -> bool {
        match play {
            Play::Nothing => true,
            Play::Choose(choice) => {
                let sites = self.choices(choice);
                if sites != 0 {
                    parts.push((Source::Hole(choice), test, sites));
                }
                true
            }
            Play::Carry(carry) => {
                for from in sites_of(self.sources(carry)) {
                    if let Some((count, sites)) = self.ends(carry, from) {
                        parts.push((Source::Carry(carry, from as i32, count), test, sites));
                    }
                }
                true
            }
            Play::Pass(leaf) => {
                parts.push((Source::Pass(*leaf), test, 1));
                true
            }
            Play::If(branches) => {
                let branch = if branches.0.holds(self) { &branches.1 } else { &branches.2 };
                self.gather(branch, test, parts)
            }
            Play::All(list) => list.iter().all(|item| self.gather(item, test, parts)),
            Play::First(list) => {
                let before = parts.len();
                for item in list {
                    if !self.gather(item, test, parts) {
                        return false;
                    }
                    if parts.len() > before {
                        break;
                    }
                }
                true
            }
            Play::Filter(filter) => self.gather(&filter.0, Some(&filter.1), parts),
            // What is pending would be gone for what happens first, but not for the moves.
            Play::After(_) if !self.ctx.state.pending.is_empty() => false,
            Play::After(after) => {
                let copy = self.ctx.keep_copy();
                let before = (self.stale, self.haunted);
                self.run(&after.0);
                let is_known = self.gather(&after.1, test, parts);
                self.ctx.go_back(copy);
                (self.stale, self.haunted) = before;
                is_known
            }
            Play::Rules => false,
        }
    }

    /// The holes that may be chosen, where the rest of the condition holds of them.
    fn candidates(&mut self, choice: &Choice) -> u128 {
        let mut sites = choice.sites.of(self) & choice.among;
        if choice.empties {
            sites &= !self.empty();
        }
        match &choice.condition {
            Some(condition) => condition.of(sites, &[Register::From, Register::To], self),
            None => sites,
        }
    }

    /// Whether the rest of the condition holds of a hole.
    fn meets(&mut self, rest: &Test, site: usize) -> bool {
        let before = (self.ctx.set(Register::From, site as i32), self.ctx.set(Register::To, site as i32));
        let holds = rest.holds(self);
        self.ctx.set(Register::From, before.0);
        self.ctx.set(Register::To, before.1);
        holds
    }

    /// The holes that may be chosen.
    fn choices(&mut self, choice: &Choice) -> u128 {
        let sites = self.candidates(choice);
        match &choice.rest {
            Some(rest) => sites_of(sites).filter(|&site| self.meets(rest, site)).fold(0, |all, site| all | 1 << site),
            None => sites,
        }
    }

    /// Whether there are any moves; nothing where that is left to the rules.
    fn any(&mut self, play: &Play) -> Option<bool> {
        match play {
            Play::If(branches) => {
                let branch = if branches.0.holds(self) { &branches.1 } else { &branches.2 };
                self.any(branch)
            }
            Play::Choose(choice) => {
                let sites = self.candidates(choice);
                Some(match &choice.rest {
                    Some(rest) => sites_of(sites).any(|site| self.meets(rest, site)),
                    None => sites != 0,
                })
            }
            play => {
                let mut parts = Parts::new();
                self.gather(play, None, &mut parts).then(|| self.has_any(&parts))
            }
        }
    }

    /// The sites from which seeds may be carried.
    fn sources(&mut self, carry: &Carry) -> u128 {
        carry.from.of(self) & super::board::below(self.holes.end)
    }

    /// How many seeds may be carried from a site, and to which sites, where to any.
    fn ends(&mut self, carry: &Carry, from: usize) -> Option<(Option<i32>, u128)> {
        if carry.takes && !self.is_occupied(from) {
            return None;
        }
        let before = (self.ctx.set(Register::From, from as i32), self.ctx.get(Register::To));
        if !carry.takes {
            self.ctx.set(Register::To, from as i32);
        }
        let mut sites = 0;
        let mut count = None;
        if carry.from_condition.as_ref().is_none_or(|condition| condition.holds(self)) {
            count = carry.count.as_ref().map(|count| count.of(self));
            sites = carry.to.of(self) & super::board::below(self.holes.end);
            if let Some(condition) = &carry.condition {
                sites = condition.of(sites, &[Register::To], self);
            }
        }
        self.ctx.set(Register::From, before.0);
        self.ctx.set(Register::To, before.1);
        (sites != 0).then_some((count, sites))
    }

    /// Draws a move; one that has to be tried out is made then.
    pub fn draw<'p>(&mut self, play: &'p Play, rng: &mut Random) -> Drawn<'p> {
        let mut play = play;
        while let Play::If(branches) = play {
            play = if branches.0.holds(self) { &branches.1 } else { &branches.2 };
        }
        if let Play::Choose(choice) = play {
            let mut sites = self.candidates(choice);
            while sites != 0 {
                let site = nth_site(sites, draw_below(rng, sites.count_ones()));
                match &choice.rest {
                    Some(rest) if !self.meets(rest, site) => sites &= !(1 << site),
                    _ => return Drawn::Move(Source::Hole(choice), site, false),
                }
            }
            return Drawn::Pass;
        }
        if let Play::Carry(carry) = play
            && let sources = self.sources(carry)
            && sources.count_ones() == 1
        {
            let from = sources.trailing_zeros() as usize;
            return match self.ends(carry, from) {
                Some((count, sites)) => {
                    let site = nth_site(sites, draw_below(rng, sites.count_ones()));
                    Drawn::Move(Source::Carry(carry, from as i32, count), site, false)
                }
                None => Drawn::Pass,
            };
        }
        let mut parts = Parts::new();
        if !self.gather(play, None, &mut parts) {
            return Drawn::Rules;
        }
        let mut total: u32 = parts.iter().map(|part| part.2.count_ones()).sum();
        while total > 0 {
            let mut index = draw_below(rng, total);
            let mut at = 0;
            while index >= parts[at].2.count_ones() {
                index -= parts[at].2.count_ones();
                at += 1;
            }
            let (source, test, sites) = parts[at];
            let site = nth_site(sites, index);
            match test {
                None => return Drawn::Move(source, site, false),
                Some(test) => {
                    let keeps = self.ctx.state.pending.is_empty();
                    if self.passes(source, site, test, keeps) {
                        return Drawn::Move(source, site, keeps);
                    }
                }
            }
            parts[at].2 &= !(1 << site);
            total -= 1;
        }
        Drawn::Pass
    }

    /// Whether a condition holds after a move, which is undone unless it is to be kept.
    fn passes(&mut self, source: Source<'_>, site: usize, test: &Test, keeps: bool) -> bool {
        let copy = self.ctx.keep_copy();
        let before = (self.stale, self.haunted);
        self.make(source, site, false);
        let next = self.ctx.state.next;
        // Whoever moves again is taken to leave the turn to the one before.
        if self.ctx.state.mover == next {
            self.ctx.state.next = self.ctx.state.prev;
        }
        let passes = test.holds(self);
        if passes && keeps {
            self.ctx.state.next = next;
            self.ctx.forget_copy();
            return true;
        }
        self.ctx.go_back(copy);
        (self.stale, self.haunted) = before;
        passes
    }

    /// Makes a move with all consequences.
    pub fn make(&mut self, source: Source<'_>, site: usize, clears_pending: bool) {
        let chosen = source.chosen(site);
        self.ctx.restore([-1; REGISTERS]);
        let state = &mut *self.ctx.state;
        if clears_pending && !state.pending.is_empty() {
            state.pending.clear();
        }
        let mover = state.mover;
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        let (types, thens) = match source {
            Source::Hole(choice) => {
                self.run_first(choice.first.as_ref());
                let mut types = [choice.kind; 2];
                if choice.empties {
                    self.stale = true;
                    self.clear(site);
                    types = self.ctx.types_of(&self.ctx.rules.leaves[usize::from(choice.leaf)], chosen);
                }
                (types, &choice.thens[..])
            }
            Source::Carry(carry, _, count) => {
                self.run_first(carry.first.as_ref());
                if let Some(apply) = &carry.apply {
                    self.ctx.set(Register::From, from);
                    self.ctx.set(Register::To, to);
                    self.run(apply);
                    self.ctx.restore([-1; REGISTERS]);
                }
                if carry.takes {
                    self.stale = true;
                    match count {
                        Some(count) => self.carry(from, to, count),
                        None => self.carry_one(from, to),
                    }
                }
                let node = &self.ctx.rules.leaves[usize::from(carry.leaf)];
                (self.ctx.types_of(node, chosen), &carry.thens[..])
            }
            // What comes before and after a pass is left to the rules.
            Source::Pass(leaf) => {
                let chain = &self.ctx.rules.leaves[usize::from(leaf)].chain;
                if chain.thens.is_empty() && chain.priors.is_empty() {
                    self.ctx.apply_without_ending(chosen);
                } else {
                    self.leave_to_rules(|ctx| ctx.apply_without_ending(chosen));
                }
                return;
            }
        };
        self.ctx.state.last = LastMove {
            chosen,
            from,
            to,
            from_type: types[0],
            to_type: types[1],
            from_after: from,
            to_after: to,
            from_noted: from,
            to_noted: to,
            mover,
            ..LastMove::default()
        };
        self.ctx.state.moves += 1;
        self.ctx.count_turn(mover);
        for then in thens {
            self.run(then);
        }
        let last = &mut self.ctx.state.last;
        (last.from_after, last.to_after) = (last.from_noted, last.to_noted);
        self.ctx.restore([-1; REGISTERS]);
    }

    #[inline]
    fn run_first(&mut self, first: Option<&Effect>) {
        if let Some(first) = first {
            self.run(first);
        }
    }

    /// Whether some moves have any among them, none of which is left to the rules.
    pub fn can_move_by(&mut self, play: &Play) -> bool {
        self.any(play).unwrap_or(false)
    }

    fn has_any(&mut self, parts: &[Part<'_>]) -> bool {
        parts.iter().any(|(source, test, sites)| match test {
            None => *sites != 0,
            Some(test) => sites_of(*sites).any(|site| self.passes(*source, site, test, false)),
        })
    }

    /// Whether the next player has no move, were it their turn now.
    pub fn no_moves_next(&mut self) -> bool {
        if self.ctx.scratch.probing_moves {
            return false;
        }
        let state = &mut *self.ctx.state;
        let (prev, mover, next) = (state.prev, state.mover, state.next);
        if state.is_active(i32::from(mover)) {
            let players = self.ctx.rules.players as u8;
            let mut after = next % players + 1;
            while !state.is_active(i32::from(after)) {
                after = after % players + 1;
            }
            (state.prev, state.mover, state.next) = (mover, next, after);
        }
        self.ctx.scratch.probing_moves = true;
        let asked = self.ctx.state.mover;
        if self.ctx.state.is_active(i32::from(asked)) {
            let registers = self.ctx.registers();
            let shape = self.shape;
            let play = &shape.phases[usize::from(self.ctx.state.phase[usize::from(asked)])].play;
            let can_move = self.any(play).unwrap_or_else(|| {
                self.tell_rules();
                self.ctx.can_move()
            });
            if can_move {
                self.ctx.state.stalemated &= !(1 << asked);
            } else {
                self.ctx.state.stalemated |= 1 << asked;
            }
            self.ctx.restore(registers);
        }
        self.ctx.scratch.probing_moves = false;
        let state = &mut *self.ctx.state;
        (state.prev, state.mover, state.next) = (prev, mover, next);
        state.stalemated >> next & 1 == 1
    }
}
