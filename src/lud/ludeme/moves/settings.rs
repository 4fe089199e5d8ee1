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
    list: Vec<Setting>,
    /// Whether the moves that are tried out after them read no variables, so that a move can be found before they are set.
    only_tested: bool,
}

/// What sets one variable.
#[derive(Debug, Clone, PartialEq)]
struct Setting {
    simple: Simple,
    /// Whether it is worked out before the one before it is set.
    is_at_once: bool,
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
        let mut worked_out = SmallVec::<[Action; 4]>::new();
        for setting in &self.list {
            if !setting.is_at_once {
                set(&mut worked_out, &mut before, ctx);
            }
            worked_out.extend(setting.simple.action(ctx));
        }
        set(&mut worked_out, &mut before, ctx);
        let result = inner(ctx);
        for &action in before.iter().rev() {
            ctx.act(action);
        }
        result
    }
}

/// Sets variables, and notes how to put them back.
fn set(worked_out: &mut SmallVec<[Action; 4]>, before: &mut SmallVec<[Action; 4]>, ctx: &mut Context<'_>) {
    for action in worked_out.drain(..) {
        before.push(match action {
            Action::Variable { name, .. } => {
                Action::Variable { name, value: ctx.state.memory().variables[usize::from(name)] }
            }
            _ => Action::Temp(ctx.state.temp),
        });
        ctx.act(action);
    }
}

fn add_settings(rules: &Rules, effect: &MovesFn, list: &mut Vec<Setting>) -> Option<()> {
    let id = match effect {
        MovesFn::Leaf(id) => id,
        // All of them are worked out before the first is set; consequences would come in between.
        MovesFn::Or(effects) => {
            for (index, effect) in effects.iter().enumerate() {
                let at = list.len();
                add_settings(rules, effect, list)?;
                if list.len() != at + 1 {
                    return None;
                }
                list[at].is_at_once = index > 0;
            }
            return Some(());
        }
        _ => return None,
    };
    let node = &rules.leaves[usize::from(*id)];
    let Leaf::Simple(simple) = &node.leaf else { return None };
    if !matches!(**simple, Simple::Temp(_) | Simple::Variable(..)) || !node.chain.suffixes.is_empty() {
        return None;
    }
    list.push(Setting { simple: (**simple).clone(), is_at_once: false });
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
        let acting = ctx.get(Register::Acting);
        self.settings().filter(|_| acting <= 0 || acting == i32::from(ctx.state.mover))
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Seat, random_from_seed};
    use crate::lud::play::game::LudGame;
    use crate::lud::source::{Description, Library};
    use crate::lud::{Options, load};
    use std::sync::Arc;

    fn described(text: &str) -> LudGame {
        let defines = Arc::clone(Library::embedded().unwrap().defines());
        let description = Description { path: "Described".to_owned(), text: text.to_owned(), defines };
        LudGame::new(&load(&description, &Options::default()).unwrap().tree, 0).unwrap()
    }

    #[test]
    fn variables_that_are_set_together_are_worked_out_before_and_stay_set_while_moves_are_tried_out() {
        // Discs slide to the right, and the site that the move before started from is another than theirs.
        let game = described(
            r#"
            (define "Slides"
                (forEach Piece
                    (do
                        (and (set Var "Start" (from)) (set Var "Before" (var "Start")))
                        next:(move Slide Orthogonal)
                        ifAfterwards:(and (> (last To) (var "Start")) (!= (var "Before") (var "Start")))
                    )
                    #1
                )
            )
            (game "Slides"
                (players 2)
                (equipment { (board (rectangle 1 8)) (piece "Disc" Each) })
                (rules
                    (start { (place "Disc1" (sites {1 4})) (place "Disc2" 0) (set Score Each 0) })
                    (play
                        (or
                            { ("Slides" Mover) }
                            (then
                                (and
                                    (set Score Mover (count Sites in:(sites From ("Slides" Mover))))
                                    (set Score Next (count Sites in:(sites From ("Slides" Next))))
                                )
                            )
                        )
                    )
                    (end (if (no Moves Next) (result Mover Win)))
                )
            )"#,
        );
        let (mut workspace, mut rng) = (game.workspace(), random_from_seed(1));
        let mut state = game.start(&mut workspace, &mut rng);
        let mut moves = Vec::new();
        game.legal_moves(&state, Seat(0), &mut workspace, &mut moves);
        let mut ends: Vec<_> = moves.iter().map(|chosen| (chosen.from, chosen.to)).collect();
        ends.sort_unstable();
        assert_eq!(ends, [(1, 2), (1, 3), (4, 5), (4, 6), (4, 7)]);
        let first = moves.iter().find(|chosen| (chosen.from, chosen.to) == (1, 2)).copied().unwrap();
        game.apply(&mut state, first, &mut workspace, &mut rng);
        assert_eq!(state.score[1..3], [2, 1]);
    }
}
