//! Effects that do nothing but set variables: what follows upon them is looked for on the position at hand, and the variables are put
//! back after that.

use super::simple::Simple;
use super::{Do, Leaf, MovesFn};
use crate::lud::compile::walk;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{LeafNode, Rules};
use crate::lud::tree::Value;
use smallvec::SmallVec;

/// What sets variables, one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    list: Vec<Simple>,
    /// Whether the moves that are tried out after them read no variables, so that a move can be found before they are set.
    only_tested: bool,
}

impl Settings {
    /// What an effect sets, where it does nothing else; `next` is what follows upon it.
    pub(super) fn of(rules: &Rules, effect: &MovesFn, next: &Value) -> Option<Self> {
        let mut list = Vec::new();
        add_settings(rules, effect, &mut list)?;
        let tried = next.call().filter(|next| next.name() == "Do" && next.get("next").is_empty());
        let only_tested = tried.is_some_and(|tried| !reads_variables(tried.get("prior")));
        Some(Self { list, only_tested })
    }

    /// Runs `inner` while the variables are set.
    fn hold<T>(&self, ctx: &mut Context<'_>, inner: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let mut before = SmallVec::<[Action; 4]>::new();
        for setting in &self.list {
            let Some(set) = setting.action(ctx) else { continue };
            before.push(match set {
                Action::Variable { name, .. } => {
                    Action::Variable { name, value: ctx.state.memory().variables[usize::from(name)] }
                }
                _ => Action::Temp(ctx.state.temp),
            });
            ctx.act(set);
        }
        let result = inner(ctx);
        for &action in before.iter().rev() {
            ctx.act(action);
        }
        result
    }
}

fn add_settings(rules: &Rules, effect: &MovesFn, list: &mut Vec<Simple>) -> Option<()> {
    let MovesFn::Leaf(id) = effect else { return None };
    let node = &rules.leaves[usize::from(*id)];
    let Leaf::Simple(simple) = &node.leaf else { return None };
    if !matches!(**simple, Simple::Temp(_) | Simple::Variable(..)) || !node.chain.suffixes.is_empty() {
        return None;
    }
    list.push((**simple).clone());
    node.chain.thens.iter().try_for_each(|&then| add_settings(rules, rules.effect(then), list))
}

/// Whether moves may depend on variables, be it that they are those of pieces, which are not looked at here.
fn reads_variables(moves: &Value) -> bool {
    let Value::Call(moves) = moves else { return true };
    let mut found = false;
    walk(moves, &mut |call| {
        found |= call.name() == "Var" || matches!((call.name(), call.keyword()), ("ForEach", Some("Piece")));
        found |= matches!((call.name(), call.keyword()), ("Is", Some("Threatened")) | ("No", Some("Moves")));
    });
    found
}

impl Do {
    /// The most slots of the moves that follow, where they are looked for while variables are set, or without the effect.
    pub(super) fn most_slots(&self, leaves: &[LeafNode]) -> Option<u32> {
        let is_drawn = !self.may_pass() && (self.is_aside() || self.settings().is_some());
        self.next().most_slots(leaves).filter(|_| is_drawn)
    }

    /// The move in one of the slots.
    pub(super) fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        match (self.settings(), self.next()) {
            (Some(settings), MovesFn::Filter(filter)) if settings.only_tested => {
                let found = filter.moves().fixed_slot(slot, ctx)?;
                self.while_set(settings, ctx, |ctx| filter.lets_through(found, ctx)).then_some(found)
            }
            (Some(settings), next) => self.while_set(settings, ctx, |ctx| next.fixed_slot(slot, ctx)),
            (None, next) => next.fixed_slot(slot, ctx),
        }
    }

    /// Runs `inner` after the effect, which sets these variables, and takes it back.
    pub(super) fn while_set<T>(
        &self,
        settings: &Settings,
        ctx: &mut Context<'_>,
        inner: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        settings.hold(ctx, |ctx| {
            let done = std::mem::replace(&mut ctx.scratch.priors_done, self.effects_done());
            let result = inner(ctx);
            ctx.scratch.priors_done = done;
            result
        })
    }

    /// The variables that the effect sets, where it does nothing else and the mover's own moves are looked for.
    pub(super) fn settings_of_mover(&self, ctx: &Context<'_>) -> Option<&Settings> {
        self.settings().filter(|_| ctx.get(Register::Acting) <= 0)
    }
}
