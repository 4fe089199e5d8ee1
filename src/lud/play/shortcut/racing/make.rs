//! Moves as play-outs of races make them.

use super::Machine;
use super::effect::{Acts, Effect};
use super::gather::{ANY_LEVEL, Candidate, Candidates};
use super::play::{Carry, Step, StepKind, Use};
use super::value::Test;
use crate::lud::play::action::Action;
use crate::lud::play::context::{REGISTERS, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::state::LastMove;

/// What happens where a move goes to, and the condition of that which is still to be asked.
fn applied<'p>(candidate: &Candidate<'p>) -> (Option<&'p Effect>, Option<&'p Test>) {
    match &candidate.step.kind {
        StepKind::Carry(carry) if candidate.applies => (carry.apply.as_ref(), None),
        StepKind::Slide(slide) if candidate.applies => (slide.apply.as_ref(), None),
        StepKind::Near(near) => (near.apply.as_ref(), near.apply_condition.as_ref()),
        _ => (None, None),
    }
}

impl Machine<'_, '_> {
    /// Makes a move with all consequences; of several that differ in the level only, the one with this number.
    pub fn make(&mut self, candidate: Candidate<'_>, index: u32) -> LudMove {
        let step = candidate.step;
        let (from, to) = (candidate.from, candidate.to);
        let mut level = candidate.level;
        if level == ANY_LEVEL {
            let player = if candidate.acting > 0 { candidate.acting as u8 } else { self.ctx.state.mover };
            level = self.own_level(candidate.piece as usize, player, index);
        }
        self.ctx.restore([-1; REGISTERS]);
        let (seen_from, seen_to) = match &step.kind {
            StepKind::Carry(_) | StepKind::Select(_) | StepKind::Near(_) | StepKind::Slide(_) => (from, to),
            StepKind::Remove(..) | StepKind::Swap(..) | StepKind::Pass => (candidate.piece, candidate.outer_to),
        };
        self.ctx.set(Register::From, seen_from);
        self.ctx.set(Register::To, seen_to);
        self.ctx.set(Register::Site, candidate.site);
        self.ctx.set(Register::Level, level);
        self.ctx.set(Register::Pips, candidate.pips);
        self.ctx.set(Register::Die, candidate.die);
        self.ctx.set(Register::Value, candidate.value);
        self.ctx.set(Register::Acting, candidate.acting);
        let applies = i32::from(candidate.applies);
        let withheld = |carry: &Carry| i32::from(carry.apply.is_some() && !candidate.applies);
        let own: &[i32] = match &step.kind {
            StepKind::Carry(carry) if carry.from_level.is_some() => {
                &[withheld(carry) | (candidate.from_level + 1) << 2, -1]
            }
            StepKind::Carry(carry) if carry.count.is_some() => &[withheld(carry), candidate.count],
            StepKind::Carry(carry) => &[withheld(carry)],
            StepKind::Slide(_) => &[applies],
            StepKind::Remove(_, Some(_)) => &[candidate.from_level],
            StepKind::Select(selection) if selection.level.is_some() => &[candidate.from_level],
            _ => &[],
        };
        let chosen = self.ctx.bind(step.leaf, from, to, own);
        self.ctx.state.last.from_noted = -1;
        self.ctx.state.last.to_noted = -1;
        for prior in &step.priors {
            let mut acts = Acts::new();
            self.work_out(prior, &mut acts);
            self.perform_all(&acts);
        }
        let mut acts = Acts::new();
        if let (Some(effect), condition) = applied(&candidate) {
            let mut apply = |machine: &mut Self| {
                if condition.is_none_or(|condition| condition.holds(machine)) {
                    machine.work_out(effect, &mut acts);
                }
            };
            match candidate.acting {
                player @ 1.. => self.as_player(player, apply),
                _ => apply(self),
            }
        }
        let replays = step.dice.as_ref().is_some_and(|dice| self.replays(dice, candidate.die));
        if !self.ctx.state.pending.is_empty() {
            self.ctx.state.pending.clear();
        }
        self.ctx.restore([-1; REGISTERS]);
        self.perform_all(&acts);
        if let Some(dice) = &step.dice {
            self.use_up(dice, candidate, replays);
        }
        match &step.kind {
            StepKind::Pass => {}
            StepKind::Remove(..) => {
                self.note(from, to);
                self.take_off(from, candidate.from_level);
            }
            StepKind::Select(_) => self.note(from, to),
            StepKind::Swap(..) => {
                // The second piece is put where the first was.
                self.note(from, to);
                self.note(from, from);
                self.swap(from, to);
            }
            StepKind::Near(_) | StepKind::Slide(_) => {
                self.note(from, to);
                self.carry(from, None, to);
            }
            StepKind::Carry(carry) if carry.count.is_some() => {
                // As a move keeps it.
                let count = i32::from(candidate.count as i16);
                self.note(from, to);
                if !self.carry_many(from, to, count) {
                    let kind = self.ctx.rules.default_type();
                    let [from_type, to_type] = [from, to].map(|site| self.ctx.container_type(kind, site));
                    self.tell();
                    self.ctx.act(Action::MoveCount { from_type, from, to_type, to, count });
                    self.is_blind = !self.look();
                }
            }
            StepKind::Carry(carry) => {
                self.note(from, to);
                self.carry(from, carry.from_level.as_ref().map(|_| candidate.from_level), to);
            }
        }
        self.remember_last(step, chosen);
        let rules = self.ctx.rules;
        for (then, &effect) in step.thens.iter().zip(&rules.leaves[usize::from(step.leaf)].chain.thens) {
            match self.is_blind {
                true => self.ctx.run_effect(effect),
                false => self.run(then),
            }
        }
        let last = &mut self.ctx.state.last;
        (last.from_after, last.to_after) = (last.from_noted, last.to_noted);
        self.ctx.restore([-1; REGISTERS]);
        chosen
    }

    /// Makes a move the last one.
    fn remember_last(&mut self, step: &Step, chosen: LudMove) {
        let rules = self.ctx.rules;
        let node = &rules.leaves[usize::from(step.leaf)];
        let [from_type, to_type] = self.ctx.types_of(node, chosen);
        let [from_level, to_level] = match &step.kind {
            _ if !rules.features.stacking => [0; 2],
            StepKind::Select(selection) if selection.level.is_none() => [chosen.from, chosen.to]
                .map(|site| i32::from(self.board.height(site as usize)).saturating_sub(1).max(0)),
            // These do not look at the stacks.
            _ => node.leaf.levels(rules, self.ctx.stacks(), chosen),
        };
        let mover = self.ctx.state.mover;
        let (from_noted, to_noted) = (self.ctx.state.last.from_noted, self.ctx.state.last.to_noted);
        self.ctx.state.last = LastMove {
            chosen,
            from: i32::from(chosen.from),
            to: i32::from(chosen.to),
            from_type,
            to_type,
            from_level,
            to_level,
            from_noted,
            to_noted,
            mover,
            is_pass: step.is_pass,
            ..LastMove::default()
        };
        self.ctx.state.moves += 1;
        self.ctx.count_turn(mover);
    }

    /// The level of one of a player's pieces on a site by its number.
    fn own_level(&self, site: usize, player: u8, index: u32) -> i32 {
        let own = u32::from(self.board.count_of(site, usize::from(player)));
        let height = self.board.height(site);
        let of_mover = |&level: &i32| self.board.owner(self.board.at_level(site, level)) == player;
        (0..i32::from(height)).filter(of_mover).nth((index % own.max(1)) as usize).unwrap_or(0)
    }

    /// Whether a double is played again after a move with some dice.
    fn replays(&mut self, dice: &Use, mask: i32) -> bool {
        let values = &self.ctx.state.dice[dice.first..dice.first + dice.dice];
        mask.count_ones() == 1 && values.iter().all(|value| *value == values[0]) && dice.replays.holds(self)
    }

    fn use_up(&mut self, dice: &Use, candidate: Candidate<'_>, replays: bool) {
        for index in 0..dice.dice {
            if candidate.die >> index & 1 == 1 {
                self.ctx.state.dice[dice.first + index] = 0;
            }
        }
        let temp = self.ctx.state.temp;
        if candidate.die.count_ones() != 1 {
            return;
        }
        if replays {
            self.ctx.state.temp = if temp == -1 { candidate.pips } else { -1 };
        } else if temp != -1 {
            self.turn_dice(temp - 1);
        }
    }

    /// Makes the pass that stands in for moves.
    pub fn pass(&mut self, step: &Step) -> LudMove {
        let mut found = Candidates::default();
        self.moves_of(step, 1, &mut found);
        self.make(found.list[0], 0)
    }
}
