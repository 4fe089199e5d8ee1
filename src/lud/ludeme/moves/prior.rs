//! `(do …)`: effects that come before moves.

use super::aside::{always_follows, may_read_notes, only_notes};
use super::requirement::Filter;
use super::rolling::rolls_only;
use super::settings::Settings;
use super::simple::Simple;
use super::{Leaf, MovesFn};
use crate::lud::compile::{Compiled, Compiler, Link};
use crate::lud::play::action::EffectId;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{ContainerKind, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// `(do … next:…)`: an effect carried out before each of the moves that follow from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Do {
    prior: EffectId,
    /// How many effects of the rules around are carried out by then.
    depth: usize,
    next: MovesFn,
    /// The pass that stands in where nothing follows, in games with dice.
    pass: Option<MovesFn>,
    /// Whether the effect does nothing but roll the dice, if even that.
    only_rolls: bool,
    /// Whether the effect makes notes only that the moves that follow do not read, and whether that is so but for moves to come
    /// that they may look at.
    is_aside: bool,
    is_aside_for_now: bool,
    /// Whether it does nothing besides but change scores and variables.
    only_rolls_and_counts: bool,
    /// The variables that the effect sets, where it does nothing else.
    settings: Option<Settings>,
    /// Whether exactly one move follows, whatever the effect leads to.
    always_follows: bool,
}

impl Do {
    /// Compiles `(do …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        c.with_then(call, |c| {
            let (depth, outer) = (c.priors_around(), c.thens_around());
            let moves =
                if call.get("next").is_empty() { c.moves(call.get("prior"))? } else { Self::sequence(c, call)? };
            match c.opt_bool(call.get("ifAfterwards"))? {
                None => Ok(moves),
                Some(condition) => Ok(Filter::afterwards(c, moves, condition, depth, outer)),
            }
        })
    }

    fn sequence(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let prior = c.effect(call.get("prior"))?;
        let depth = c.priors_around();
        let has_dice = c.rules.containers.iter().any(|container| container.kind == ContainerKind::Dice);
        let (next, pass) = c.inside(Link::Prior(prior), |c| {
            let next = c.moves(call.get("next"))?;
            let pass = if has_dice { Some(c.leaf(call, Leaf::Simple(Box::new(Simple::Pass)), 0)?) } else { None };
            Ok((next, pass))
        })?;
        let effect = c.rules.effect(prior);
        let only_rolls = rolls_only(&c.rules, effect, false);
        let only_rolls_and_counts = rolls_only(&c.rules, effect, true);
        let only_notes = pass.is_none() && only_notes(&c.rules, effect);
        let is_aside_for_now = only_notes && !may_read_notes(c, call.get("next"), false);
        let is_aside = is_aside_for_now && !may_read_notes(c, call.get("next"), true);
        let settings = Settings::of(&c.rules, effect, call.get("next"));
        let always_follows = pass.is_none() && always_follows(&c.rules, effect, &next);
        let whole = Self {
            prior,
            depth,
            next,
            pass,
            only_rolls,
            only_rolls_and_counts,
            is_aside,
            is_aside_for_now,
            settings,
            always_follows,
        };
        Ok(MovesFn::Do(Box::new(whole)))
    }

    /// The variables that the effect sets, where it does nothing else.
    pub(super) fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref()
    }

    /// Whether the moves that follow are the same whether the effect is carried out first or not.
    #[must_use]
    pub fn is_aside(&self) -> bool {
        self.is_aside
    }

    /// The same but for rules that keep the moves with which the longest sequences begin.
    #[must_use]
    pub fn is_aside_for_now(&self) -> bool {
        self.is_aside_for_now
    }

    /// Where the dice are rolled before anything else and a pass stands in where nothing follows: the roll.
    #[must_use]
    pub fn roll(&self) -> Option<EffectId> {
        (self.only_rolls && self.depth == 0 && self.pass.is_some()).then_some(self.prior)
    }

    /// As [`Do::roll`], after so many effects that were carried out for good, where scores and variables may change as well.
    #[must_use]
    pub fn counting_roll(&self, effects_done: usize) -> Option<EffectId> {
        (self.only_rolls_and_counts && self.depth == effects_done && self.pass.is_some()).then_some(self.prior)
    }

    /// Whether what follows can be carried out right after what happens first: it is exactly one move.
    #[must_use]
    pub fn always_follows(&self) -> bool {
        self.always_follows
    }

    /// What happens first.
    #[must_use]
    pub fn prior(&self) -> EffectId {
        self.prior
    }

    /// Whether no effect of the rules around comes before, and no pass stands in where nothing follows.
    #[must_use]
    pub fn is_outermost(&self) -> bool {
        self.depth == 0 && self.pass.is_none()
    }

    /// The rule of the pass that stands in where nothing follows.
    #[must_use]
    pub fn pass_leaf(&self) -> Option<u16> {
        match self.pass {
            Some(MovesFn::Leaf(id)) => Some(id),
            _ => None,
        }
    }

    /// Whether nothing happens first in the position at hand, so that the moves that follow are all that there is to it.
    pub fn does_nothing_first(&self, ctx: &mut Context<'_>) -> bool {
        // A mere pass does nothing either.
        let passes_silently = match self.pass {
            Some(MovesFn::Leaf(id)) => ctx.rules.leaves[id as usize].chain.thens.is_empty(),
            Some(_) => false,
            None => true,
        };
        passes_silently && self.is_idle(ctx)
    }

    /// Where all that happens first is that a variable is set, and no pass stands in where nothing follows: what sets it.
    #[must_use]
    pub fn setting<'r>(&self, rules: &'r Rules) -> Option<&'r Simple> {
        let (MovesFn::Leaf(id), None) = (rules.effect(self.prior), &self.pass) else { return None };
        let node = &rules.leaves[*id as usize];
        match &node.leaf {
            Leaf::Simple(simple)
                if matches!(**simple, Simple::Temp(_) | Simple::Variable(..))
                    && node.chain.thens.is_empty()
                    && node.chain.suffixes.is_empty() =>
            {
                Some(simple)
            }
            _ => None,
        }
    }

    /// Whether nothing happens before the moves that follow, a pass maybe standing in for them.
    pub fn is_idle(&self, ctx: &mut Context<'_>) -> bool {
        let mut prior = ctx.rules.effect(self.prior);
        while let MovesFn::If(parts) = prior {
            prior = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 };
        }
        matches!(prior, MovesFn::Or(list) if list.is_empty())
    }

    /// How many effects of the rules around and of this one are carried out when the moves that follow are looked for.
    #[must_use]
    pub fn effects_done(&self) -> usize {
        self.depth + 1
    }

    /// Whether a pass may stand in where nothing follows.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        self.pass.is_some()
    }

    /// The moves that follow.
    #[must_use]
    pub fn next(&self) -> &MovesFn {
        &self.next
    }

    /// The pass that stands in where nothing follows.
    #[must_use]
    pub fn pass(&self, ctx: &Context<'_>) -> Option<LudMove> {
        match self.pass {
            Some(MovesFn::Leaf(id)) => Some(ctx.bind(id, -1, -1, &[])),
            _ => None,
        }
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if let (Sink::Any(found), Some(_)) = (&mut *sink, &self.pass) {
            **found = true;
            return;
        }
        let asks_which =
            matches!(sink, Sink::List(_) | Sink::Lot(_) | Sink::Any(_) | Sink::Ends(..) | Sink::Reaches(..));
        if self.is_aside && asks_which {
            return self.next.generate(ctx, sink);
        }
        if let Some(settings) = self.settings_of_mover(ctx).filter(|_| asks_which && self.pass.is_none()) {
            return self.while_set(settings, ctx, |ctx| self.next.generate(ctx, sink));
        }
        let mut prior = ctx.borrow_programs();
        let mut carried_out = ctx.borrow_programs();
        ctx.collect_effect(self.prior, &mut prior);
        let before = sink.count();
        let done = ctx.scratch.priors_done;
        if prior.actions.is_empty() && self.pass.is_none() {
            // Nothing happens first.
            ctx.scratch.priors_done = self.depth + 1;
            self.next.generate(ctx, sink);
            ctx.scratch.priors_done = done;
            ctx.return_programs(carried_out);
            ctx.return_programs(prior);
            return;
        }
        ctx.probe(|ctx| {
            for index in 0..prior.actions.len() {
                ctx.act_recorded(prior.actions[index], &mut carried_out.actions);
            }
            ctx.scratch.priors_done = self.depth + 1;
            self.next.generate(ctx, sink);
            if sink.count() == before
                && let Some(pass) = &self.pass
            {
                pass.generate(ctx, sink);
            }
            ctx.scratch.priors_done = done;
        });
        if let Sink::Programs(programs) | Sink::First(programs) = sink {
            programs.prepend(&carried_out.actions, before);
        }
        ctx.return_programs(carried_out);
        ctx.return_programs(prior);
    }
}
