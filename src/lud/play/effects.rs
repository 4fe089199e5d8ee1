//! Carrying out effects: the consequences of moves, and what comes before them.

use super::action::{Action, EffectId, Programs};
use super::context::{Context, Register};
use super::rules::LeafNode;
use super::sink::Sink;
use crate::lud::ludeme::moves::{Do, Leaf, MovesFn, Simple, Sow};

impl Context<'_> {
    /// Works an effect out in the current position and carries it out: all its moves first, then one after the other.
    pub fn run_effect(&mut self, effect: EffectId) {
        let rules = self.rules;
        self.run_moves(&rules.effects[effect.0 as usize]);
    }

    /// As [`Context::run_effect`], for an effect at hand.
    pub(super) fn run_moves(&mut self, moves: &MovesFn) {
        // A choice between effects is made before anything is carried out, and nothing before it can change it.
        if let MovesFn::If(parts) = moves {
            let branch = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
            return self.run_moves(branch);
        }
        if let MovesFn::Or(list) = moves
            && (list.is_empty() || self.run_together(list, true))
        {
            return;
        }
        if let MovesFn::Do(sequence) = moves {
            if sequence.does_nothing_first(self) {
                return self.run_moves(sequence.next());
            }
            if let Some(setting) = sequence.setting(self.rules) {
                return self.run_after(setting, sequence);
            }
            if sequence.always_follows() {
                self.run_effect(sequence.prior());
                let priors_done = std::mem::replace(&mut self.scratch.priors_done, sequence.effects_done());
                self.run_moves(sequence.next());
                self.scratch.priors_done = priors_done;
                return;
            }
        }
        if let MovesFn::Leaf(id) = moves
            && self.run_leaf(*id).is_some()
        {
            return;
        }
        if let MovesFn::Chained(chained) = moves
            && chained.run(self)
        {
            return;
        }
        let mut programs = self.borrow_programs();
        moves.generate(self, &mut Sink::Programs(&mut programs));
        for index in 0..programs.actions.len() {
            self.act(programs.actions[index]);
        }
        self.return_programs(programs);
    }

    /// Carries out a rule that makes one move at most, where that takes no program; says whether there was a move then.
    fn run_leaf(&mut self, id: u16) -> Option<bool> {
        let rules = self.rules;
        let node = &rules.leaves[id as usize];
        if node.moves_again {
            self.act(Action::NextPlayer(i32::from(self.state.mover)));
            return Some(true);
        }
        if matches!(node.leaf, Leaf::Roll(_)) && node.chain.suffixes.is_empty() {
            self.roll();
            for &then in &node.chain.thens {
                self.run_effect(then);
            }
            return Some(true);
        }
        if !node.chain.suffixes.is_empty() || self.get(Register::Acting) > 0 {
            return None;
        }
        let is_done = match &node.leaf {
            Leaf::Sow(sow) if sow.runs(self) => sow.run(self),
            Leaf::Simple(simple) if let Simple::ForgetAll(list) = **simple => self.forget_all(list),
            leaf => match self.single_action(leaf)? {
                Some(action) => {
                    self.act(action);
                    true
                }
                None => false,
            },
        };
        if is_done {
            for &then in &node.chain.thens {
                self.run_effect(then);
            }
        }
        Some(is_done)
    }

    /// Forgets all numbers of some lists; says whether there were any.
    fn forget_all(&mut self, list: Option<u16>) -> bool {
        let lists = self.state.memory_mut().remembered.iter_mut().enumerate();
        let mut any = false;
        for (_, values) in lists.filter(|(name, _)| list.is_none_or(|list| usize::from(list) == *name)) {
            any |= !values.is_empty();
            values.clear();
        }
        any
    }

    /// The action of the only move that a rule makes in the position at hand, if any, where it makes one of one action at most.
    fn single_action(&mut self, leaf: &Leaf) -> Option<Option<Action>> {
        match leaf {
            Leaf::FromTo(from_to) if from_to.is_bare() => Some(from_to.bare_action(self)),
            Leaf::FromTo(from_to) if from_to.is_lone() => Some(from_to.lone_action(self)),
            Leaf::Remove(remove) if remove.is_bare() => Some(remove.bare_action(self)),
            Leaf::Simple(simple) => simple.action(self).map(Some),
            Leaf::Add(add) if add.adds_one() => Some(add.bare_action(self)),
            Leaf::SetSite(set) => set.action(self),
            _ => None,
        }
    }

    /// Works a rule out that makes one move of one action at most; false where it may make more, and then nothing is done.
    pub fn append_single(&mut self, node: &LeafNode, programs: &mut Programs) -> bool {
        if !node.chain.suffixes.is_empty() || self.get(Register::Acting) > 0 {
            return false;
        }
        let Some(found) = self.single_action(&node.leaf) else { return false };
        if let Some(action) = found {
            programs.actions.push(action);
            programs.actions.extend(node.chain.thens.iter().map(|&then| Action::Consequence(then)));
            programs.finish_move();
        }
        true
    }

    /// Carries out effects that are worked out together and then carried out one after the other, where each takes one action
    /// at most or shifts pieces, and only the first may sow; false where that is not so, and then nothing has happened.
    fn run_together(&mut self, list: &[MovesFn], with_consequences: bool) -> bool {
        if self.get(Register::Acting) > 0 {
            return false;
        }
        let mut programs = self.borrow_programs();
        let worked_out = self.work_out_together(list, with_consequences, &mut programs.actions);
        if let Some(sows) = worked_out {
            if let Some((sow, thens)) = sows
                && sow.run(self)
            {
                for &then in thens {
                    self.run_effect(then);
                }
            }
            for &action in &programs.actions {
                self.act(action);
            }
        }
        self.return_programs(programs);
        worked_out.is_some()
    }

    /// Carries out what follows upon the setting of a variable: for each of its moves the setting and then the move, all worked
    /// out after the setting alone.
    fn run_after(&mut self, setting: &Simple, sequence: &Do) {
        let Some(set) = setting.action(self) else { return };
        let before = match set {
            Action::Variable { name, .. } => {
                Action::Variable { name, value: self.state.memory().variables[usize::from(name)] }
            }
            _ => Action::Temp(self.state.temp),
        };
        self.act(set);
        let mut next = sequence.next();
        while let MovesFn::If(parts) = next {
            next = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
        }
        let done = match next {
            MovesFn::Leaf(id) => self.run_leaf(*id),
            _ => None,
        };
        let is_done = done.unwrap_or_else(|| {
            let mut programs = self.borrow_programs();
            let priors_done = std::mem::replace(&mut self.scratch.priors_done, sequence.effects_done());
            next.generate(self, &mut Sink::Programs(&mut programs));
            self.scratch.priors_done = priors_done;
            let mut first = 0;
            for (index, &end) in programs.ends.iter().enumerate() {
                if index > 0 {
                    self.act(set);
                }
                for &action in &programs.actions[first..end] {
                    self.act(action);
                }
                first = end;
            }
            let is_done = !programs.ends.is_empty();
            self.return_programs(programs);
            is_done
        });
        // Where nothing follows, the variable is not set either.
        if !is_done {
            self.act(before);
        }
    }

    /// Works an effect out without carrying it out, appending its moves to `programs`.
    pub fn collect_effect(&mut self, effect: EffectId, programs: &mut Programs) {
        let rules = self.rules;
        rules.effects[effect.0 as usize].generate(self, &mut Sink::Programs(programs));
    }

    /// Works an effect out and appends the actions of all its moves to `program` as one run.
    pub fn append_effect(&mut self, effect: EffectId, program: &mut Vec<Action>) {
        let rules = self.rules;
        let mut moves = rules.effect(effect);
        while let MovesFn::If(parts) = moves {
            moves = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
        }
        match moves {
            MovesFn::Or(none) if none.is_empty() => return,
            MovesFn::Leaf(id) if self.get(Register::Acting) <= 0 => {
                let node = &rules.leaves[*id as usize];
                if let Leaf::Simple(simple) = &node.leaf
                    && let Simple::PendingSites(sites) = &**simple
                    && node.chain.suffixes.is_empty()
                {
                    program.extend(sites.eval(self).iter().map(Action::Pending));
                    return;
                }
                if node.chain.suffixes.is_empty()
                    && let Some(action) = self.single_action(&node.leaf)
                {
                    if let Some(action) = action {
                        program.push(action);
                        program.extend(node.chain.thens.iter().map(|&then| Action::Consequence(then)));
                    }
                    return;
                }
            }
            _ => {}
        }
        let mut programs = self.borrow_programs();
        moves.generate(self, &mut Sink::Programs(&mut programs));
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

    /// As [`Context::run_resolved`], for an effect at hand.
    pub(super) fn run_resolved_moves(&mut self, moves: &MovesFn) {
        match moves {
            MovesFn::If(parts) => {
                let branch = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
                return self.run_resolved_moves(branch);
            }
            MovesFn::Or(list) if list.is_empty() || self.run_together(list, false) => return,
            // Without consequences there is nothing to resolve.
            MovesFn::Leaf(id) if self.rules.leaves[*id as usize].chain.thens.is_empty() => {
                let node = &self.rules.leaves[*id as usize];
                let is_single = match &node.leaf {
                    Leaf::Sow(sow) => sow.runs(self),
                    Leaf::FromTo(from_to) => from_to.is_bare(),
                    Leaf::Remove(remove) => remove.is_bare(),
                    Leaf::Simple(_) => true,
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

impl<'r> Context<'r> {
    /// Works out effects that are carried out one after the other later; nothing where that cannot be, else the sowing that
    /// comes before all others.
    fn work_out_together(
        &mut self,
        list: &[MovesFn],
        with_consequences: bool,
        actions: &mut Vec<Action>,
    ) -> Option<Option<(&'r Sow, &'r [EffectId])>> {
        let rules = self.rules;
        let mut sows = None;
        for item in list {
            let mut item = item;
            while let MovesFn::If(parts) = item {
                item = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
            }
            let node = match item {
                MovesFn::Or(none) if none.is_empty() => continue,
                MovesFn::Leaf(id) => &rules.leaves[*id as usize],
                _ => return None,
            };
            if !node.chain.suffixes.is_empty() || (!with_consequences && !node.chain.thens.is_empty()) {
                return None;
            }
            if let Leaf::Sow(sow) = &node.leaf
                && sows.is_none()
                && actions.is_empty()
                && sow.runs(self)
            {
                sows = Some((&**sow, &node.chain.thens[..]));
                continue;
            }
            if let Leaf::Shift(shift) = &node.leaf
                && node.chain.thens.is_empty()
            {
                shift.append(self, actions);
                continue;
            }
            match self.single_action(&node.leaf) {
                Some(Some(action)) => {
                    actions.push(action);
                    actions.extend(node.chain.thens.iter().map(|&then| Action::Consequence(then)));
                }
                Some(None) => {}
                None => return None,
            }
        }
        Some(sows)
    }
}
