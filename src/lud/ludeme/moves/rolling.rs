//! Effects before moves that may be carried out for good, since nothing but dice, scores and variables change.

use super::simple::Simple;
use super::{Leaf, MovesFn};
use crate::lud::play::rules::Rules;

/// Whether an effect does nothing but roll the dice, if even that; `counts` where scores and variables may change as well.
pub(super) fn rolls_only(rules: &Rules, effect: &MovesFn, counts: bool) -> bool {
    match effect {
        MovesFn::Leaf(id) => {
            let node = &rules.leaves[*id as usize];
            let is_harmless = match &node.leaf {
                Leaf::Roll(_) => true,
                Leaf::Simple(simple) => {
                    counts && matches!(**simple, Simple::Score(..) | Simple::Variable(..) | Simple::Temp(_))
                }
                _ => false,
            };
            is_harmless
                && node.chain.thens.iter().all(|&then| counts && rolls_only(rules, rules.effect(then), counts))
                && node.chain.suffixes.is_empty()
        }
        MovesFn::If(parts) => rolls_only(rules, &parts.1, counts) && rolls_only(rules, &parts.2, counts),
        MovesFn::Or(list) if counts => list.iter().all(|item| rolls_only(rules, item, counts)),
        MovesFn::Or(list) => list.is_empty(),
        MovesFn::ForEach(each) if counts => {
            each.over_sites().is_some_and(|(.., moves)| rolls_only(rules, moves, counts))
        }
        _ => false,
    }
}
