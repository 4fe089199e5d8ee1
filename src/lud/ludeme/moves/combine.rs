//! Rules that make moves out of other rules' moves: `seq`, `while`, `append`, `allCombinations`.

use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::play::action::{Action, EffectId, Programs};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// Most rounds of a `while`.
const MAX_ROUNDS: usize = 10_000;

/// Effects that are worked out one after the other, each in the position that those before it reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Chained {
    effects: Vec<EffectId>,
    /// Goes on with the effects as long as this holds; once where there is no condition.
    condition: Option<BoolFn>,
    /// Consequences of the rules around.
    thens: Vec<EffectId>,
}

impl Chained {
    /// Compiles `(seq …)`.
    pub fn seq(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let effects = call.get("moves").elements().iter().map(|value| c.effect(value));
        let effects = effects.collect::<Compiled<Vec<_>>>()?;
        Self::registered(c, call, effects, None)
    }

    /// Compiles `(while …)`.
    pub fn repeat(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let condition = c.bool(call.get("condition"))?;
        let effect = c.effect(call.get("moves"))?;
        c.with_then(call, |c| Self::registered(c, call, vec![effect], Some(condition)))
    }

    fn registered(c: &Compiler, call: &Call, effects: Vec<EffectId>, condition: Option<BoolFn>) -> Compiled<MovesFn> {
        if c.decision {
            return Err(c.unsupported(call));
        }
        let thens = c.consequences_around();
        Ok(MovesFn::Chained(Box::new(Self { effects, condition, thens })))
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let mut own = ctx.borrow_programs();
        let programs: &mut Programs = match sink {
            Sink::Programs(programs) | Sink::First(programs) => programs,
            _ => &mut own,
        };
        let before = programs.ends.len();
        ctx.probe(|ctx| self.follow(Some(programs), ctx));
        let any = programs.ends.len() > before;
        if let Sink::Any(found) = sink {
            **found |= any;
        }
        ctx.return_programs(own);
    }

    /// Carries the effects out one after the other for good; false where that cannot be, and then nothing has happened.
    pub fn run(&self, ctx: &mut Context<'_>) -> bool {
        // The consequences of the rules around follow when all effects are worked out, and removals are counted by then.
        if !self.thens.is_empty() || ctx.scratch.removals.is_some() {
            return false;
        }
        let registers = ctx.registers();
        let last = (ctx.state.last.from, ctx.state.last.to);
        self.follow(None, ctx);
        // What counted as moves for the members of the sequence does not for what comes after it.
        (ctx.state.last.from, ctx.state.last.to) = last;
        ctx.restore(registers);
        true
    }

    /// Works the effects out, each in the position that those before it reach, and notes their moves where that is wanted.
    fn follow(&self, mut programs: Option<&mut Programs>, ctx: &mut Context<'_>) {
        let mut rounds = 0;
        while rounds < if self.condition.is_some() { MAX_ROUNDS } else { 1 }
            && super::place::holds(self.condition.as_ref(), ctx)
        {
            for &effect in &self.effects {
                self.advance(effect, programs.as_deref_mut(), ctx);
            }
            rounds += 1;
        }
    }

    /// Works an effect out, notes its moves where that is wanted, and carries them out.
    fn advance(&self, effect: EffectId, mut programs: Option<&mut Programs>, ctx: &mut Context<'_>) {
        let mut step = ctx.borrow_programs();
        ctx.collect_effect(effect, &mut step);
        let mut start = 0;
        for &end in &step.ends {
            let actions = &step.actions[start..end];
            for &action in actions {
                match &mut programs {
                    Some(programs) => ctx.act_recorded(action, &mut programs.actions),
                    None => ctx.act(action),
                }
            }
            if self.condition.is_none()
                && let Some([(_, from), (_, to)]) = actions.first().and_then(|action| action.sites())
            {
                // The members of a sequence count as moves for those after them.
                (ctx.state.last.from, ctx.state.last.to) = (from, to);
            }
            if let Some(programs) = &mut programs {
                programs.actions.extend(self.thens.iter().map(|&then| Action::Consequence(then)));
                programs.finish_move();
            }
            start = end;
        }
        ctx.return_programs(step);
    }
}

/// All moves of an effect as one move. Own binds: types of its first sites.
#[derive(Debug, Clone, PartialEq)]
pub struct Append {
    effect: EffectId,
}

impl Append {
    /// Compiles `(append …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let effect = c.effect(call.get("list"))?;
        c.with_then(call, |c| {
            let moves = c.leaf(call, Leaf::Append(Box::new(Self { effect })), 2)?;
            // The first of its moves is made the decision.
            if let Some(node) = c.rules.leaves.last_mut() {
                node.is_decision = true;
            }
            Ok(moves)
        })
    }

    /// The effect whose moves it is made of.
    #[must_use]
    pub fn effect(&self) -> EffectId {
        self.effect
    }

    /// Whether the effect has any move.
    pub(super) fn has_any(&self, ctx: &mut Context<'_>) -> bool {
        let rules = ctx.rules;
        rules.effect(self.effect).any(ctx)
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if let Sink::Any(found) = sink {
            **found |= self.has_any(ctx);
            return;
        }
        let mut programs = ctx.borrow_programs();
        let rules = ctx.rules;
        rules.effect(self.effect).generate(ctx, &mut Sink::First(&mut programs));
        if !programs.ends.is_empty() {
            let first = programs.actions.first().and_then(|action| action.sites());
            let [(from_type, from), (to_type, to)] = first.unwrap_or([(SiteType::Cell, -1); 2]);
            ctx.emit(id, from, to, &[from_type as i32, to_type as i32], sink);
        }
        ctx.return_programs(programs);
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, _chosen: LudMove, program: &mut Vec<Action>) {
        ctx.append_effect(self.effect, program);
    }

    pub(super) fn sites(&self, _rules: &Rules, chosen: LudMove) -> Sites {
        let kind = |bind: i16| [SiteType::Cell, SiteType::Vertex, SiteType::Edge][bind as usize];
        Sites { from_type: Some(kind(chosen.binds[0])), to_type: Some(kind(chosen.binds[1])), ..Sites::default() }
    }
}

/// Every move of one rule with every move of another. Own binds: which of each, and the rule whose sites it has.
#[derive(Debug, Clone, PartialEq)]
pub struct Combinations {
    first: EffectId,
    second: EffectId,
}

impl Combinations {
    /// Compiles `(allCombinations …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let both = Self { first: c.effect(call.get("listA"))?, second: c.effect(call.get("listB"))? };
        c.with_then(call, |c| {
            let moves = c.leaf(call, Leaf::Combinations(Box::new(both)), 3)?;
            if let Some(node) = c.rules.leaves.last_mut() {
                node.is_decision = true;
            }
            Ok(moves)
        })
    }

    /// The two rules.
    #[must_use]
    pub fn parts(&self) -> [EffectId; 2] {
        [self.first, self.second]
    }

    fn lists(&self, ctx: &mut Context<'_>) -> [Vec<LudMove>; 2] {
        let rules = ctx.rules;
        [self.first, self.second].map(|effect| {
            let mut list = ctx.borrow_list();
            rules.effect(effect).generate(ctx, &mut Sink::List(&mut list));
            list
        })
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let rules = ctx.rules;
        if let Sink::Any(found) = sink {
            **found |= rules.effect(self.first).any(ctx) && rules.effect(self.second).any(ctx);
            return;
        }
        let [first, second] = self.lists(ctx);
        if let Sink::Programs(programs) | Sink::First(programs) = sink {
            let chain = &rules.leaves[id as usize].chain;
            if chain.suffixes.is_empty() && ctx.get(Register::Acting) <= 0 {
                for &one in &first {
                    for &other in &second {
                        self.append(one, other, ctx, programs);
                        programs.actions.extend(chain.thens.iter().map(|&then| Action::Consequence(then)));
                        programs.finish_move();
                    }
                }
                ctx.return_list(first);
                ctx.return_list(second);
                return;
            }
        }
        let decides = |chosen: &LudMove| rules.leaves[chosen.leaf as usize].is_decision;
        for (i, one) in first.iter().enumerate() {
            for (j, other) in second.iter().enumerate() {
                let sited = if decides(one) || !decides(other) { one } else { other };
                let own = [i as i32, j as i32, i32::from(sited.leaf)];
                ctx.emit(id, sited.from.into(), sited.to.into(), &own, sink);
            }
        }
        ctx.return_list(first);
        ctx.return_list(second);
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let [first, second] = self.lists(ctx);
        let mut programs = ctx.borrow_programs();
        let [one, other, ..] = chosen.binds;
        self.append(first[one as usize], second[other as usize], ctx, &mut programs);
        program.extend_from_slice(&programs.actions);
        ctx.return_programs(programs);
        ctx.return_list(first);
        ctx.return_list(second);
    }

    /// Appends the actions of two listed moves.
    fn append(&self, one: LudMove, other: LudMove, ctx: &mut Context<'_>, programs: &mut Programs) {
        let ends = programs.ends.len();
        for chosen in [one, other] {
            ctx.emit_listed(chosen, &mut Sink::Programs(programs));
        }
        programs.ends.truncate(ends);
    }

    pub(super) fn sites(&self, rules: &Rules, chosen: LudMove) -> Sites {
        let leaf = chosen.binds[2] as u16;
        rules.leaves[leaf as usize].leaf.sites(rules, chosen)
    }
}
