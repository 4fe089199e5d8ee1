//! Carrying out effects: the consequences of moves, and what comes before them.

use super::action::{Action, EffectId, Programs};
use super::context::{Context, Register};
use super::sink::Sink;
use crate::lud::ludeme::moves::{Leaf, MovesFn};

impl Context<'_> {
    /// Works an effect out in the current position and carries it out: all its moves first, then one after the other.
    pub fn run_effect(&mut self, effect: EffectId) {
        let rules = self.rules;
        self.run_moves(&rules.effects[effect.0 as usize]);
    }

    fn run_moves(&mut self, moves: &MovesFn) {
        // A choice between effects is made before anything is carried out, and nothing before it can change it.
        if let MovesFn::If(parts) = moves {
            let branch = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
            return self.run_moves(branch);
        }
        if let MovesFn::Or(list) = moves
            && list.is_empty()
        {
            return;
        }
        if let MovesFn::Do(sequence) = moves
            && sequence.does_nothing_first(self)
        {
            return self.run_moves(sequence.next());
        }
        if let MovesFn::Leaf(id) = moves {
            let rules = self.rules;
            let node = &rules.leaves[*id as usize];
            if node.moves_again {
                return self.act(Action::NextPlayer(i32::from(self.state.mover)));
            }
            if matches!(node.leaf, Leaf::Roll(_)) && node.chain.thens.is_empty() && node.chain.suffixes.is_empty() {
                return self.roll();
            }
            if node.chain.suffixes.is_empty() && self.get(Register::Acting) <= 0 {
                let done = match &node.leaf {
                    Leaf::Sow(sow) if sow.runs(self) => Some(sow.run(self)),
                    Leaf::FromTo(from_to) if from_to.is_bare() => {
                        let action = from_to.bare_action(self);
                        if let Some(action) = action {
                            self.act(action);
                        }
                        Some(action.is_some())
                    }
                    _ => None,
                };
                if let Some(is_done) = done {
                    if is_done {
                        for &then in &node.chain.thens {
                            self.run_effect(then);
                        }
                    }
                    return;
                }
            }
        }
        let mut programs = self.borrow_programs();
        moves.generate(self, &mut Sink::Programs(&mut programs));
        for index in 0..programs.actions.len() {
            self.act(programs.actions[index]);
        }
        self.return_programs(programs);
    }

    /// Works an effect out without carrying it out, appending its moves to `programs`.
    pub fn collect_effect(&mut self, effect: EffectId, programs: &mut Programs) {
        let rules = self.rules;
        rules.effects[effect.0 as usize].generate(self, &mut Sink::Programs(programs));
    }

    /// Works an effect out and appends the actions of all its moves to `program` as one run.
    pub fn append_effect(&mut self, effect: EffectId, program: &mut Vec<Action>) {
        let mut programs = self.borrow_programs();
        self.collect_effect(effect, &mut programs);
        program.extend_from_slice(&programs.actions);
        self.return_programs(programs);
    }

    /// Works an effect out and appends to `out` the actions of its moves with all their consequences, each move and its
    /// consequences carried out for that on a copy of the position at hand.
    pub fn resolve_effect(&mut self, effect: EffectId, out: &mut Vec<Action>) {
        let mut programs = self.borrow_programs();
        self.collect_effect(effect, &mut programs);
        self.resolve_programs(&programs, out);
        self.return_programs(programs);
    }

    /// As [`Context::resolve_effect`], and carries those actions out.
    pub fn run_resolved(&mut self, effect: EffectId) {
        let rules = self.rules;
        self.run_resolved_moves(&rules.effects[effect.0 as usize]);
    }

    fn run_resolved_moves(&mut self, moves: &MovesFn) {
        match moves {
            MovesFn::If(parts) => {
                let branch = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
                return self.run_resolved_moves(branch);
            }
            MovesFn::Or(list) if list.is_empty() => return,
            // Without consequences there is nothing to resolve.
            MovesFn::Leaf(id) if self.rules.leaves[*id as usize].chain.thens.is_empty() => {
                let node = &self.rules.leaves[*id as usize];
                let is_single = match &node.leaf {
                    Leaf::Sow(sow) => sow.runs(self),
                    Leaf::FromTo(from_to) => from_to.is_bare(),
                    _ => node.moves_again,
                };
                if is_single && self.get(Register::Acting) <= 0 {
                    return self.run_moves(moves);
                }
            }
            _ => {}
        }
        let mut programs = self.borrow_programs();
        moves.generate(self, &mut Sink::Programs(&mut programs));
        if programs.actions.iter().any(|action| matches!(action, Action::Consequence(_))) {
            let mut resolved = self.borrow_programs();
            self.resolve_programs(&programs, &mut resolved.actions);
            std::mem::swap(&mut programs, &mut resolved);
            self.return_programs(resolved);
        }
        for index in 0..programs.actions.len() {
            self.act(programs.actions[index]);
        }
        self.return_programs(programs);
    }

    fn resolve_programs(&mut self, programs: &Programs, out: &mut Vec<Action>) {
        let mut start = 0;
        for &end in &programs.ends {
            let actions = &programs.actions[start..end];
            start = end;
            if !actions.iter().any(|action| matches!(action, Action::Consequence(_))) {
                out.extend_from_slice(actions);
                continue;
            }
            self.probe(|ctx| {
                let (mut from, mut to) = (-1, -1);
                for &action in actions {
                    match action {
                        Action::Move { from: own_from, to: own_to, .. }
                        | Action::MoveCount { from: own_from, to: own_to, .. }
                            if to == -1 =>
                        {
                            (from, to) = (own_from, own_to);
                        }
                        Action::Add { site, .. } | Action::Remove { site, .. } if to == -1 => (from, to) = (site, site),
                        // The move counts as made once its consequences begin.
                        Action::Consequence(_) => (ctx.state.last.from, ctx.state.last.to) = (from, to),
                        _ => {}
                    }
                    ctx.act_recorded(action, out);
                }
            });
        }
    }

    /// Carries out one action and notes what was done, with the actions of consequences in place of them.
    pub fn act_recorded(&mut self, action: Action, record: &mut Vec<Action>) {
        let Action::Consequence(effect) = action else {
            self.act(action);
            record.push(action);
            return;
        };
        let mut programs = self.borrow_programs();
        self.collect_effect(effect, &mut programs);
        for index in 0..programs.actions.len() {
            self.act_recorded(programs.actions[index], record);
        }
        self.return_programs(programs);
    }
}
