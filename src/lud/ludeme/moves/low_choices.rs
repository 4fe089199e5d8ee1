//! Choices of one site each, where all sites to choose from have numbers below 64: each rule has one word of them. A pass stands
//! for the choice of a site where there is one only.

use super::{Leaf, MovesFn};
use crate::lud::play::bits::nth_bit;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{LeafNode, Rules};
use smallvec::SmallVec;

/// More rules than this are not drawn from at once, since they would take the heap.
const MOST_RULES: usize = 8;

/// The sites to choose from, by the number of their rule.
#[derive(Debug, Default)]
pub struct LowChoices {
    rules: SmallVec<[(u16, u64); MOST_RULES]>,
    /// How many there are in all.
    pub count: u32,
}

impl Leaf {
    /// Whether each of its moves is a choice of one site, and those are found at once and below 64.
    #[must_use]
    pub fn chooses_low(&self, rules: &Rules) -> bool {
        let region = match self {
            Self::Select(select) if select.chooses_low_end(rules) => return true,
            Self::Select(select) => select.region_of_choices(),
            Self::Add(add) => add.region_of_choices(),
            Self::FromTo(from_to) => return from_to.chooses_low(rules),
            Self::Remove(remove) => return remove.chooses_low(rules),
            Self::Simple(simple) => return simple.is_pass(),
            _ => None,
        };
        region.is_some_and(|region| region.is_low(rules))
    }

    /// The sites to choose from, where the rule [chooses low](Leaf::chooses_low) and nothing out of the ordinary is among them.
    pub(super) fn low_choices(&self, ctx: &mut Context<'_>) -> Option<u64> {
        match self {
            Self::Select(select) => select.low_choices(ctx),
            Self::Add(add) => add.low_choices(ctx),
            Self::FromTo(from_to) => from_to.low_choices(ctx),
            Self::Remove(remove) => remove.low_choices(ctx),
            Self::Simple(_) => Some(1),
            _ => None,
        }
    }
}

impl MovesFn {
    /// Whether it comes down to rules that [choose low](Leaf::chooses_low).
    fn chooses_low(&self, leaves: &[LeafNode]) -> bool {
        match self {
            Self::Leaf(id) => leaves[*id as usize].chooses_low,
            // Where it takes long to know about a move or two, that is asked of those that are drawn.
            Self::Or(list) => list
                .iter()
                .all(|item| item.chooses_low(leaves) && !(list.len() > 1 && item.is_asked_when_drawn(leaves))),
            Self::If(parts) => parts.1.chooses_low(leaves) && parts.2.chooses_low(leaves),
            _ => false,
        }
    }

    /// Whether there is a site to choose, where it is one rule that [chooses low](Leaf::chooses_low).
    pub fn has_low_choice(&self, ctx: &mut Context<'_>) -> Option<bool> {
        let Self::Leaf(id) = self else { return None };
        let rules = ctx.rules;
        let node = &rules.leaves[*id as usize];
        if !node.chooses_low {
            return None;
        }
        Some(node.leaf.low_choices(ctx)? != 0)
    }

    /// Adds the sites to choose from in the position at hand, each of which is one move, where that is all; false where it is not.
    pub fn low_choices(&self, choices: &mut LowChoices, ctx: &mut Context<'_>) -> bool {
        self.chooses_low(&ctx.rules.leaves) && self.add_low_choices(choices, ctx)
    }

    fn add_low_choices(&self, choices: &mut LowChoices, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::Leaf(id) => {
                let rules = ctx.rules;
                let Some(word) = rules.leaves[*id as usize].leaf.low_choices(ctx) else { return false };
                if word == 0 {
                    return true;
                }
                let has_room = choices.rules.len() < MOST_RULES;
                if has_room {
                    choices.rules.push((*id, word));
                    choices.count += word.count_ones();
                }
                has_room
            }
            Self::Or(list) => list.iter().all(|item| item.add_low_choices(choices, ctx)),
            Self::If(parts) => {
                let branch = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 };
                branch.add_low_choices(choices, ctx)
            }
            _ => false,
        }
    }
}

impl LowChoices {
    /// The move that chooses the site at a place among all of them.
    pub fn choose(&self, mut place: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        for &(id, word) in &self.rules {
            let here = word.count_ones();
            if place < here {
                return MovesFn::choose(id, nth_bit(word, place) as i32, ctx);
            }
            place -= here;
        }
        None
    }
}
