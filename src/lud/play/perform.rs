//! Carrying out one move: what comes before it, its own actions, and its consequences.

use super::action::Action;
use super::context::{Context, REGISTERS};
use super::layout::NOWHERE;
use super::moves::LudMove;
use super::rules::{LeafNode, Plain};
use super::state::LastMove;
use crate::lud::board::SiteType;
use crate::lud::ludeme::moves::Leaf;
use smallvec::SmallVec;

impl Context<'_> {
    /// Carries out a chosen move with all its consequences, as the move that rules then call the last one.
    pub(super) fn play(&mut self, chosen: LudMove) {
        self.carry_out(chosen, 0, true);
    }

    /// Carries out a move to see where it leads, leaving out its `outer` last consequences: those of the rules around the
    /// one that asks. What is pending stays so.
    pub fn try_out(&mut self, chosen: LudMove, outer: usize) {
        self.carry_out(chosen, outer, false);
    }

    fn carry_out(&mut self, chosen: LudMove, outer: usize, clears_pending: bool) {
        let rules = self.rules;
        if rules.features.light
            && let Some(node) = rules.leaves.get(chosen.leaf as usize)
            && !matches!(node.plain, Plain::No | Plain::Select)
            && self.scratch.removals.is_none()
        {
            return self.carry_out_plain(node, chosen, outer, clears_pending);
        }
        let is_pass = self.is_pass(chosen);
        (self.state.last.from_noted, self.state.last.to_noted) = (-1, -1);
        let done = std::mem::take(&mut self.scratch.priors_done);
        let named_next = std::mem::replace(&mut self.scratch.named_next, false);
        if chosen.is_forced_pass() {
            if clears_pending {
                self.state.pending.clear();
            }
            self.store_last(chosen, is_pass);
        } else if chosen.is_swap() {
            self.state.pending.clear();
            let (mover, other) = (self.state.mover, self.state.prev);
            self.act(Action::SwapPlayers(i32::from(mover), i32::from(other)));
            self.act(Action::NextPlayer(i32::from(mover)));
            self.store_last(chosen, is_pass);
            self.state.last.is_swap = true;
        } else {
            let node = &rules.leaves[chosen.leaf as usize];
            let levels = if rules.features.stacking { node.leaf.levels(rules, self.stacks(), chosen) } else { [0; 2] };
            self.own_actions(node, chosen, done, clears_pending);
            self.store_last(chosen, is_pass);
            [self.state.last.from_level, self.state.last.to_level] = levels;
            let left_out = if node.chain.doubled { 2 * outer } else { outer };
            for &then in &node.chain.thens[..node.chain.thens.len() - left_out] {
                self.run_effect(then);
            }
        }
        if self.rules.meta.gravity {
            self.drop_pieces();
        }
        let names_next = std::mem::replace(&mut self.scratch.named_next, named_next);
        (self.state.last.from_after, self.state.last.to_after) = (self.state.last.from_noted, self.state.last.to_noted);
        if self.rules.features.deferred_removal && !names_next {
            self.clear_captured();
        }
    }

    /// As [`Context::carry_out`], for a plain move of a game in which a move does nothing but what its rule says.
    fn carry_out_plain(&mut self, node: &LeafNode, chosen: LudMove, outer: usize, clears_pending: bool) {
        self.scratch.priors_done = 0;
        self.restore([-1; REGISTERS]);
        let types = self.types_of(node, chosen);
        self.plain_actions(node, chosen, types);
        if clears_pending && !self.state.pending.is_empty() {
            self.state.pending.clear();
        }
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        let mover = self.state.mover;
        let state = &mut *self.state;
        state.last = LastMove {
            chosen,
            from,
            to,
            from_type: types[0],
            to_type: types[1],
            from_level: 0,
            to_level: 0,
            from_after: from,
            to_after: to,
            from_noted: from,
            to_noted: to,
            mover,
            is_pass: false,
            is_swap: false,
        };
        state.moves += 1;
        self.count_turn(mover);
        if node.chain.thens.len() > outer {
            for &then in &node.chain.thens[..node.chain.thens.len() - outer] {
                self.run_effect(then);
            }
            let state = &mut *self.state;
            (state.last.from_after, state.last.to_after) = (state.last.from_noted, state.last.to_noted);
        }
    }

    /// Types of the sites that a move comes from and goes to.
    #[inline]
    pub(super) fn types_of(&self, node: &LeafNode, chosen: LudMove) -> [SiteType; 2] {
        let default = self.rules.default_type();
        if self.rules.layout.is_board_only(default) {
            return [default; 2];
        }
        let sites = node.leaf.sites(self.rules, chosen);
        [sites.from_type, sites.to_type].map(|kind| kind.unwrap_or(default))
    }

    fn own_actions(&mut self, node: &LeafNode, chosen: LudMove, done: usize, clears_pending: bool) {
        let features = &self.rules.features;
        let is_followed = features.hidden_places || features.last_tos;
        if node.plain != Plain::No && self.scratch.removals.is_none() && !is_followed {
            self.restore([-1; REGISTERS]);
            let types = self.types_of(node, chosen);
            self.plain_actions(node, chosen, types);
            if clears_pending && !self.state.pending.is_empty() {
                self.state.pending.clear();
            }
            return;
        }
        self.set_captured(node, chosen);
        let priors = node.chain.priors.get(done..).unwrap_or_default();
        let mut pending = SmallVec::new();
        if !priors.is_empty() {
            // What is pending is gone once the first action is carried out, but all of the move was worked out before.
            std::mem::swap(&mut self.state.pending, &mut pending);
            for &prior in priors {
                let mut programs = self.borrow_programs();
                let fresh = self.state.pending.clone();
                self.state.pending.extend(pending.iter().copied());
                self.append_effect(prior, &mut programs.actions);
                self.state.pending = fresh;
                for index in 0..programs.actions.len() {
                    self.act(programs.actions[index]);
                }
                self.return_programs(programs);
            }
            pending.extend(self.state.pending.iter().copied());
            std::mem::swap(&mut self.state.pending, &mut pending);
        }
        let mut programs = self.borrow_programs();
        self.build_move(node, chosen, &mut programs.actions);
        if !priors.is_empty() {
            self.state.pending = pending;
        } else if clears_pending {
            self.state.pending.clear();
        }
        self.restore([-1; REGISTERS]);
        if self.rules.features.last_tos {
            self.state.memory_mut().last_tos = super::bits::Bits::default();
        }
        for index in 0..programs.actions.len() {
            self.act(programs.actions[index]);
        }
        self.return_programs(programs);
    }

    /// The actions of a move that comes down to pieces on other sites.
    fn plain_actions(&mut self, node: &LeafNode, chosen: LudMove, types: [SiteType; 2]) {
        match node.plain {
            Plain::Select => {}
            Plain::Remove => self.clear(self.flat(types[1], i32::from(chosen.to))),
            _ if self.rules.layout.plain => self.exchange_pieces(node, chosen, types),
            _ => self.move_pieces(node, chosen, types),
        }
        self.note_sites(chosen);
    }

    /// The actions where a site holds nothing but a component.
    #[inline]
    fn exchange_pieces(&mut self, node: &LeafNode, chosen: LudMove, [from_type, to_type]: [SiteType; 2]) {
        let rules = self.rules;
        let (layout, owners) = (&rules.layout, &rules.owners);
        let to = layout.flat(to_type, i32::from(chosen.to));
        if node.plain == Plain::Add {
            if self.state.is_empty_at(to) {
                self.state.exchange(layout, owners, to, chosen.binds[0] as usize);
            }
            return;
        }
        if node.plain == Plain::Jump
            && let Leaf::Hop(hop) = &node.leaf
            && let Some(over) = hop.over(self, chosen)
        {
            self.state.exchange(layout, owners, layout.flat(from_type, i32::from(over)), 0);
        }
        let from = layout.flat(from_type, i32::from(chosen.from));
        if to != NOWHERE {
            self.state.relocate(layout, owners, from, to);
        } else {
            self.state.exchange(layout, owners, from, 0);
        }
    }

    /// The actions where a site holds more than that.
    fn move_pieces(&mut self, node: &LeafNode, chosen: LudMove, [from_type, to_type]: [SiteType; 2]) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        if node.plain == Plain::Add {
            return self.add_piece(to_type, to, i32::from(chosen.binds[0]), 1, [-1; 3]);
        }
        if node.plain == Plain::Capture {
            let target = self.flat(to_type, to);
            self.clear(target);
        }
        self.move_piece(from_type, from, to_type, to, [-1; 3]);
    }

    #[inline]
    fn note_sites(&mut self, chosen: LudMove) {
        (self.state.last.from_noted, self.state.last.to_noted) = (i32::from(chosen.from), i32::from(chosen.to));
    }

    /// Sets the registers that a move carries.
    pub(super) fn set_captured(&mut self, node: &LeafNode, chosen: LudMove) {
        for (&register, &value) in node.chain.captured.iter().zip(&chosen.binds[node.chain.own..]) {
            self.set(register, i32::from(value));
        }
        if !node.chain.paired.is_empty() {
            let first = node.chain.own + node.chain.captured.len();
            for (index, &register) in node.chain.paired.iter().enumerate() {
                let pair = chosen.binds[first + index / 2] as u16;
                self.set(register, i32::from(pair >> (index % 2 * 8) & 0xff) - 1);
            }
        }
    }

    /// Whether a move is a pass.
    #[must_use]
    pub fn is_pass(&self, chosen: LudMove) -> bool {
        chosen.is_forced_pass() || self.rules.leaves.get(chosen.leaf as usize).is_some_and(|node| node.is_pass)
    }

    fn store_last(&mut self, chosen: LudMove, is_pass: bool) {
        let default = self.rules.default_type();
        let [from_type, to_type] = match self.rules.leaves.get(chosen.leaf as usize) {
            Some(node) => self.types_of(node, chosen),
            None => [default; 2],
        };
        if self.rules.features.last_between {
            let registers = self.registers();
            self.state.last_between = match self.rules.leaves.get(chosen.leaf as usize) {
                Some(node) => node.leaf.between(self, chosen),
                None => SmallVec::new(),
            };
            self.restore(registers);
        }
        let (from_noted, to_noted) = (self.state.last.from_noted, self.state.last.to_noted);
        self.state.last = LastMove {
            chosen,
            from: i32::from(chosen.from),
            to: i32::from(chosen.to),
            from_type,
            to_type,
            from_after: from_noted,
            to_after: to_noted,
            from_noted,
            to_noted,
            mover: self.state.mover,
            is_pass,
            ..LastMove::default()
        };
        self.state.moves += 1;
        self.count_turn(self.state.mover);
    }
}
