//! Moves that touch no piece on the board but the one that moves and what it takes where it goes.

use super::place::Apply;
use super::{Leaf, MovesFn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::EffectId;
use crate::lud::play::rules::{LeafNode, Lone, Rules};

impl LeafNode {
    /// What moves of the rule do besides taking one piece of the board to another site, in place of what stands there; nothing
    /// where they may touch other pieces.
    pub(in crate::lud) fn lone(&self, rules: &Rules) -> Option<Lone> {
        if !rules.features.light || !self.chain.priors.is_empty() || !self.chain.suffixes.is_empty() {
            return None;
        }
        let apply = match &self.leaf {
            Leaf::Step(step) => step.lone_effect(rules)?,
            Leaf::Slide(slide) => slide.lone_effect(rules)?,
            Leaf::Leap(leap) => leap.lone_effect(rules)?,
            Leaf::Hop(hop) => hop.lone_effect(rules)?,
            Leaf::FromTo(from_to) => from_to.lone_effect(rules)?,
            Leaf::TrackSlide(slide) => slide.lone_effect(rules)?,
            _ => return None,
        };
        let mut lone = Lone::default();
        if let Some(effect) = apply.effect {
            lone.add(rules, rules.effect(effect), true)?;
        }
        lone.add_all(rules, &self.chain.thens)?;
        Some(lone)
    }
}

impl Lone {
    fn add_all(&mut self, rules: &Rules, effects: &[EffectId]) -> Option<()> {
        effects.iter().try_for_each(|&effect| self.add(rules, rules.effect(effect), false))
    }

    /// Adds what an effect does; `may_take` says that it may take off what stands where the piece goes.
    fn add(&mut self, rules: &Rules, effect: &MovesFn, may_take: bool) -> Option<()> {
        match effect {
            MovesFn::Or(list) => list.iter().try_for_each(|item| self.add(rules, item, may_take)),
            MovesFn::If(parts) => {
                self.add(rules, &parts.1, may_take)?;
                self.add(rules, &parts.2, may_take)
            }
            MovesFn::Leaf(id) => {
                let node = &rules.leaves[*id as usize];
                if !node.chain.priors.is_empty() || !node.chain.suffixes.is_empty() {
                    return None;
                }
                match &node.leaf {
                    Leaf::Simple(simple) if simple.touches_no_piece() => self.moves_again |= simple.names_next(),
                    Leaf::SetSite(set) if set.keeps_piece() => {}
                    Leaf::Remove(remove) if may_take && remove.takes_end(rules.default_type()) => {}
                    Leaf::Add(add) if may_take => self.hands.push(add.only_site()?.clone()),
                    Leaf::Promote(promote) => self.makes.extend(promote.of_last_move(rules)?),
                    _ => return None,
                }
                self.add_all(rules, &node.chain.thens)
            }
            _ => None,
        }
    }
}

impl Apply {
    /// Itself, for rules whose other effects are none.
    pub(super) fn alone(&self, is_alone: bool) -> Option<&Self> {
        is_alone.then_some(self)
    }
}

/// Whether a number depends on nothing but whose turn it is, and whether on whose turn is next.
pub(super) fn by_turn(number: &IntFn) -> Option<bool> {
    match number {
        IntFn::Constant(_) => Some(false),
        IntFn::Board(board) => match board.player_asked()? {
            IntFn::Constant(_) | IntFn::Mover => Some(false),
            IntFn::Next => Some(true),
            _ => None,
        },
        _ => None,
    }
}
