//! The moves that may be made, one after the other.

use super::effect::Acts;
use super::play::{Carry, Dice, Ends, FirstOnTrack, Pieces, Play, Selection, Sites, Step, StepKind};
use super::value::{Number, Set, Test};
use super::{Machine, sites_of};
use crate::game::{Random, draw_below};
use crate::lud::play::context::Register;
use smallvec::SmallVec;

/// A move that may be made, or several that differ in the level only.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'p> {
    pub step: &'p Step,
    /// The piece that is asked.
    pub piece: i32,
    pub level: i32,
    pub pips: i32,
    pub die: i32,
    /// The number that is gone through.
    pub value: i32,
    /// The player who acts as the mover, where there is one.
    pub acting: i32,
    /// The site that is gone through, and the end that the rules around see.
    pub site: i32,
    pub outer_to: i32,
    pub from: i32,
    pub to: i32,
    pub from_level: i32,
    /// How many pieces go at once, where that is told.
    pub count: i32,
    pub applies: bool,
    pub weight: u32,
}

/// A rule that is asked for moves, and what the rules around it see.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'p> {
    pub step: &'p Step,
    pub piece: i32,
    pub outer_to: i32,
    weight: u32,
}

/// Moves that may be made.
#[derive(Debug, Default)]
pub(super) struct Candidates<'p> {
    pub list: SmallVec<[Candidate<'p>; 24]>,
    total: u32,
    /// Whether one is enough.
    any: bool,
}

/// Stands for the level of any piece of the mover on a site.
pub(super) const ANY_LEVEL: i32 = i32::MAX;

impl<'p> Candidates<'p> {
    fn is_done(&self) -> bool {
        self.any && self.total > 0
    }

    #[inline]
    pub fn push(&mut self, candidate: Candidate<'p>) {
        self.total += candidate.weight;
        self.list.push(candidate);
    }

    /// One of the moves.
    pub fn draw(&self, rng: &mut Random) -> Option<(Candidate<'p>, u32)> {
        if self.total == 0 {
            return None;
        }
        let mut index = draw_below(rng, self.total);
        for candidate in &self.list {
            if index < candidate.weight {
                return Some((*candidate, index));
            }
            index -= candidate.weight;
        }
        None
    }
}

impl Machine<'_, '_> {
    /// Whether there are any moves.
    pub fn can_move(&mut self, play: &Play) -> bool {
        let registers = self.ctx.registers();
        let mut found = Candidates { any: true, ..Candidates::default() };
        self.gather(play, 1, &mut found);
        self.ctx.restore(registers);
        found.total > 0
    }

    /// Collects the moves that may be made, each as often as `weight` says; false where they are left to the rules.
    pub fn gather<'p>(&mut self, play: &'p Play, weight: u32, found: &mut Candidates<'p>) -> bool {
        match play {
            Play::Nothing => true,
            Play::Step(step) => {
                self.moves_of(step, weight, found);
                true
            }
            Play::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.gather(branch, weight, found)
            }
            Play::Walk(walk) => self.along(walk, |machine, branch| machine.gather(branch, weight, found)),
            Play::All(list) => list.iter().all(|(item, _)| found.is_done() || self.gather(item, weight, found)),
            Play::First(list) => {
                let before = found.total;
                for item in list {
                    if !self.gather(item, weight, found) {
                        return false;
                    }
                    if found.total > before {
                        break;
                    }
                }
                true
            }
            Play::Pieces(pieces) => {
                let (from, level) = (self.ctx.get(Register::From), self.ctx.get(Register::Level));
                let known = self.gather_all(pieces, weight, found);
                self.ctx.set(Register::From, from);
                self.ctx.set(Register::Level, level);
                known
            }
            Play::Dice(dice) => {
                let (pips, die) = (self.ctx.get(Register::Pips), self.ctx.get(Register::Die));
                let known = self.gather_throws(dice, weight, found);
                self.ctx.set(Register::Pips, pips);
                self.ctx.set(Register::Die, die);
                known
            }
            Play::Sites(sites) => {
                let (to, site) = (self.ctx.get(Register::To), self.ctx.get(Register::Site));
                let known = self.gather_sites(sites, weight, found);
                self.ctx.set(Register::To, to);
                self.ctx.set(Register::Site, site);
                known
            }
            Play::FirstOnTrack(first) => {
                let site = self.ctx.get(Register::Site);
                let known = self.gather_first(first, weight, found);
                self.ctx.set(Register::Site, site);
                known
            }
            Play::Values(parts) => {
                let (numbers, inner) = &**parts;
                let outer = self.ctx.get(Register::Value);
                let known = numbers.eval(self.ctx).into_iter().all(|value| {
                    self.ctx.set(Register::Value, value);
                    found.is_done() || self.gather(inner, weight, found)
                });
                self.ctx.set(Register::Value, outer);
                known
            }
            Play::After(parts) => {
                let (prior, inner, pass) = &**parts;
                let before = found.total;
                self.having(prior, |machine| {
                    let known = machine.gather(inner, weight, found);
                    if known && found.total == before {
                        machine.moves_of(pass, weight, found);
                    }
                    known
                })
            }
            Play::Rules => false,
        }
    }

    /// The sites of a set that meet a condition, which is asked of all of them first.
    pub fn sites_meeting(&mut self, set: &Set, asked: Option<&Test>) -> u128 {
        let mut met = set.of(self);
        if let Some(asked) = asked {
            let outer = self.ctx.get(Register::Site);
            for site in sites_of(met) {
                self.ctx.set(Register::Site, site as i32);
                if !asked.holds(self) {
                    met &= !(1 << site);
                }
            }
            self.ctx.set(Register::Site, outer);
        }
        met
    }

    fn gather_sites<'p>(&mut self, sites: &'p Sites, weight: u32, found: &mut Candidates<'p>) -> bool {
        let before = found.total;
        for site in sites_of(self.sites_meeting(&sites.set, sites.asked.as_ref())) {
            self.ctx.set(Register::To, site as i32);
            self.ctx.set(Register::Site, site as i32);
            if !self.gather(&sites.inner, weight, found) {
                return false;
            }
            if found.is_done() {
                break;
            }
        }
        match &sites.otherwise {
            Some(otherwise) if found.total == before => self.gather(otherwise, weight, found),
            _ => true,
        }
    }

    fn gather_first<'p>(&mut self, first: &'p FirstOnTrack, weight: u32, found: &mut Candidates<'p>) -> bool {
        let before = found.total;
        for &stop in &first.stops[usize::from(self.ctx.state.mover)] {
            self.ctx.set(Register::Site, stop);
            if !self.gather(&first.inner, weight, found) {
                return false;
            }
            if found.total > before {
                break;
            }
        }
        true
    }

    /// Takes up a throw, of which the registers tell from then on; false where it allows nothing.
    #[inline]
    pub fn take_up(&mut self, dice: &Dice, throw: i32) -> bool {
        let is_single = throw & (throw - 1) == 0;
        let mut left = throw;
        let mut pips = 0;
        let mut is_unused = true;
        while left != 0 {
            let value = i32::from(self.ctx.state.dice[dice.first + left.trailing_zeros() as usize]);
            left &= left - 1;
            pips += value;
            is_unused &= value != 0;
        }
        if !is_single && !is_unused {
            return false;
        }
        self.ctx.set(Register::Pips, pips);
        self.ctx.set(Register::Die, throw);
        dice.condition.holds(self)
    }

    fn gather_throws<'p>(&mut self, dice: &'p Dice, weight: u32, found: &mut Candidates<'p>) -> bool {
        for &throw in &dice.throws {
            if self.take_up(dice, throw) && !self.gather(&dice.inner, weight, found) {
                return false;
            }
        }
        true
    }

    /// What is found while a player acts as the mover.
    pub fn as_player<T>(&mut self, player: i32, find: impl FnOnce(&mut Self) -> T) -> T {
        let state = &mut self.ctx.state;
        let outer = (state.prev, state.mover, state.next);
        (state.prev, state.mover, state.next) = (outer.1, player as u8, outer.1);
        let found = find(self);
        let state = &mut self.ctx.state;
        (state.prev, state.mover, state.next) = outer;
        found
    }

    /// Collects the moves of all pieces of a player, who acts as the mover.
    fn gather_all<'p>(&mut self, pieces: &'p Pieces, weight: u32, found: &mut Candidates<'p>) -> bool {
        let mover = i32::from(self.ctx.state.mover);
        let player = pieces.player.as_ref().map_or(mover, |player| player.of(self));
        let sites = self.sites_of_pieces(pieces, player as u8);
        if player == mover {
            return self.gather_pieces(pieces, sites, weight, found);
        }
        let acting = self.ctx.set(Register::Acting, player);
        let known = self.as_player(player, |machine| machine.gather_pieces(pieces, sites, weight, found));
        self.ctx.set(Register::Acting, acting);
        known
    }

    /// The sites on which a player's pieces are asked.
    pub fn sites_of_pieces(&mut self, pieces: &Pieces, player: u8) -> u128 {
        let within = match &pieces.container {
            None => self.shape.own,
            Some(container) => {
                let index = container.of(self);
                usize::try_from(index).ok().and_then(|index| self.shape.containers.get(index)).copied().unwrap_or(0)
            }
        };
        self.board.sites_of(usize::from(player)) & within
    }

    /// The rule for all pieces of the mover on a site, where their levels make no difference.
    #[inline]
    pub fn rule_for_any(&self, pieces: &Pieces) -> Option<u16> {
        let any = !pieces.top && !self.shape.asks_level;
        pieces.by_owner[usize::from(self.ctx.state.mover)].filter(|_| any)
    }

    /// Collects the moves of the mover's pieces on some sites.
    fn gather_pieces<'p>(&mut self, pieces: &'p Pieces, sites: u128, weight: u32, found: &mut Candidates<'p>) -> bool {
        let mover = usize::from(self.ctx.state.mover);
        let is_stacking = self.ctx.rules.features.stacking;
        for site in sites_of(sites) {
            if found.is_done() {
                break;
            }
            self.ctx.set(Register::From, site as i32);
            if !is_stacking {
                let Some(generator) = pieces.by_component[usize::from(self.board.top(site))] else { continue };
                if !self.gather(&pieces.generators[usize::from(generator)], weight, found) {
                    return false;
                }
                continue;
            }
            if let Some(generator) = self.rule_for_any(pieces) {
                let own = u32::from(self.board.count_of(site, mover));
                self.ctx.set(Register::Level, ANY_LEVEL);
                if !self.gather(&pieces.generators[usize::from(generator)], weight * own, found) {
                    return false;
                }
                continue;
            }
            let height = i32::from(self.board.height(site));
            let lowest = if pieces.top { height - 1 } else { 0 };
            for level in lowest..height {
                let what = self.board.at_level(site, level);
                if usize::from(self.board.owner(what)) != mover {
                    continue;
                }
                let Some(generator) = pieces.by_component[usize::from(what)] else { continue };
                self.ctx.set(Register::Level, level);
                if !self.gather(&pieces.generators[usize::from(generator)], weight, found) {
                    return false;
                }
            }
        }
        true
    }

    /// The move of one rule that has a number.
    pub fn move_of<'p>(&mut self, step: &'p Step, number: u32, found: &mut Candidates<'p>) {
        match &step.kind {
            StepKind::Near(_) | StepKind::Slide(_) => {
                let asked = self.asked(step, 1);
                self.moved(asked, Some(number), found);
            }
            _ if number == 0 => self.moves_of(step, 1, found),
            _ => {}
        }
    }

    fn asked<'p>(&self, step: &'p Step, weight: u32) -> Asked<'p> {
        Asked { step, piece: self.ctx.get(Register::From), outer_to: self.ctx.get(Register::To), weight }
    }

    /// Collects the moves of one rule.
    pub fn moves_of<'p>(&mut self, step: &'p Step, weight: u32, found: &mut Candidates<'p>) {
        let asked = self.asked(step, weight);
        match &step.kind {
            StepKind::Pass => found.push(self.candidate(asked, -1, -1)),
            StepKind::Remove(Ends::Site(site), level) => {
                let site = site.of(self);
                self.removal_of(site, level.as_ref(), asked, found);
            }
            StepKind::Remove(Ends::Sites(set), level) => {
                for site in sites_of(set.of(self)) {
                    self.removal_of(site as i32, level.as_ref(), asked, found);
                }
            }
            StepKind::Swap(site, other) => {
                let site = site.of(self);
                let other = other.of(self);
                found.push(self.candidate(asked, site, other));
            }
            StepKind::Near(_) | StepKind::Slide(_) => self.moved(asked, None, found),
            StepKind::Carry(carry) => {
                self.starts_of(carry, asked, found);
                self.ctx.set(Register::From, asked.piece);
                self.ctx.set(Register::To, asked.outer_to);
            }
            StepKind::Select(selection) => {
                self.selections(selection, asked, found);
                self.ctx.set(Register::From, asked.piece);
                self.ctx.set(Register::To, asked.outer_to);
            }
        }
    }

    /// A move of a rule with what the rules around have at hand.
    #[inline]
    pub fn candidate<'p>(&self, asked: Asked<'p>, from: i32, to: i32) -> Candidate<'p> {
        Candidate {
            step: asked.step,
            piece: asked.piece,
            level: self.ctx.get(Register::Level),
            pips: self.ctx.get(Register::Pips),
            die: self.ctx.get(Register::Die),
            value: self.ctx.get(Register::Value),
            acting: self.ctx.get(Register::Acting),
            site: self.ctx.get(Register::Site),
            outer_to: asked.outer_to,
            from,
            to,
            from_level: -1,
            count: 1,
            applies: false,
            weight: asked.weight,
        }
    }

    /// The removal of a piece on a site, where there is one.
    fn removal_of<'p>(&mut self, site: i32, level: Option<&Number>, asked: Asked<'p>, found: &mut Candidates<'p>) {
        let Some(height) = self.index(site).map(|site| self.board.height(site)).filter(|&height| height > 0) else {
            return;
        };
        let mut candidate = self.candidate(asked, site, site);
        if let Some(level) = level {
            // The top is not told apart from a removal without level.
            let level = level.of(self).max(0);
            candidate.from_level = if level == i32::from(height) - 1 { -1 } else { level };
        }
        found.push(candidate);
    }

    fn starts_of<'p>(&mut self, carry: &'p Carry, asked: Asked<'p>, found: &mut Candidates<'p>) {
        match &carry.from {
            Ends::Site(site) => {
                let site = site.of(self);
                self.ends_of(carry, site, asked, found);
            }
            Ends::Sites(set) => {
                for site in sites_of(set.of(self)) {
                    self.ends_of(carry, site as i32, asked, found);
                    self.ctx.set(Register::From, asked.piece);
                    self.ctx.set(Register::To, asked.outer_to);
                }
            }
        }
    }

    fn ends_of<'p>(&mut self, carry: &'p Carry, from: i32, asked: Asked<'p>, found: &mut Candidates<'p>) {
        if self.index(from).is_none_or(|from| self.board.top(from) == 0) {
            return;
        }
        let from_level = carry.from_level.as_ref().map_or(-1, |level| level.of(self));
        self.ctx.set(Register::From, from);
        if !carry.from_condition.as_ref().is_none_or(|condition| condition.holds(self)) {
            return;
        }
        let count = carry.count.as_ref().map_or(1, |count| count.of(self));
        let mut end_of = |machine: &mut Self, to: i32| {
            machine.ctx.set(Register::To, to);
            if to < 0 || !carry.condition.as_ref().is_none_or(|condition| condition.holds(machine)) {
                return;
            }
            let mut candidate = Candidate { from_level, count, ..machine.candidate(asked, from, to) };
            let Some(effect) = &carry.apply else { return found.push(candidate) };
            machine.ctx.set(Register::From, asked.piece);
            candidate.applies = carry.apply_condition.as_ref().is_none_or(|condition| condition.holds(machine));
            found.push(candidate);
            if carry.leaves_level && candidate.applies {
                machine.ctx.set(Register::From, from);
                machine.work_out(effect, &mut Acts::new());
            }
        };
        match &carry.to {
            Ends::Site(site) => {
                let to = site.of(self);
                end_of(self, to);
            }
            Ends::Sites(set) => {
                for site in sites_of(set.of(self)) {
                    self.ctx.set(Register::From, from);
                    end_of(self, site as i32);
                }
            }
        }
    }

    fn selections<'p>(&mut self, selection: &'p Selection, asked: Asked<'p>, found: &mut Candidates<'p>) {
        match &selection.from {
            Ends::Site(site) => {
                let site = site.of(self);
                self.selected(selection, site, asked, found);
            }
            Ends::Sites(set) => {
                for site in sites_of(set.of(self)) {
                    self.selected(selection, site as i32, asked, found);
                }
            }
        }
    }

    fn selected<'p>(&mut self, selection: &'p Selection, from: i32, asked: Asked<'p>, found: &mut Candidates<'p>) {
        let exists = |site: i32| usize::try_from(site).is_ok_and(|site| site < selection.end);
        if !exists(from) {
            return;
        }
        self.ctx.set(Register::From, from);
        self.ctx.set(Register::To, from);
        if !selection.condition.as_ref().is_none_or(|condition| condition.holds(self)) {
            return;
        }
        let from_level = selection.level.as_ref().map_or(-1, |level| level.of(self));
        let mut push = |machine: &Self, to: i32| {
            found.push(Candidate { from_level, ..machine.candidate(asked, from, to) });
        };
        let Some((to, condition)) = &selection.to else { return push(self, from) };
        let sites = match to {
            Ends::Site(site) => {
                let site = site.of(self);
                if exists(site) { 1 << site } else { 0 }
            }
            Ends::Sites(set) => set.of(self),
        };
        for site in sites_of(sites) {
            self.ctx.set(Register::To, site as i32);
            if condition.as_ref().is_none_or(|condition| condition.holds(self)) && exists(site as i32) {
                push(self, site as i32);
            }
        }
    }
}
