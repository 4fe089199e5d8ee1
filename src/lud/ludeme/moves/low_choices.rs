//! Choices of one site each, where all sites to choose from have numbers below 64: each rule has one word of them. A pass stands
//! for the choice of a site where there is one only, and each of a few pieces has words of its own.

use super::{ForEachPiece, Leaf, MovesFn};
use crate::lud::play::bits::nth_bit;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{LeafNode, Rules};
use smallvec::SmallVec;

/// More rules than this are not drawn from at once, since they would take the heap.
const MOST_RULES: usize = 8;

/// The sites to choose from, by the number of their rule.
#[derive(Debug, Default)]
pub struct LowChoices {
    rules: SmallVec<[OfRule; MOST_RULES]>,
    /// How many there are in all.
    pub count: u32,
}

/// The sites to choose from by one rule.
#[derive(Debug, Clone, Copy)]
struct OfRule {
    id: u16,
    /// The first rule that chooses among the same sites.
    alike: u16,
    /// The value of the register `from`.
    from: i32,
    sites: u64,
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
            Self::Step(step) => return step.chooses_low(),
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
            Self::Step(step) => step.low_choices(ctx),
            _ => None,
        }
    }
}

impl MovesFn {
    /// How many rules it comes down to at most, where all of them [choose low](Leaf::chooses_low).
    pub(super) fn low_rules(&self, leaves: &[LeafNode]) -> Option<usize> {
        match self {
            Self::Leaf(id) => leaves[*id as usize].chooses_low.then_some(1),
            // Where it takes long to know about a move or two, that is asked of those that are drawn.
            Self::Or(list) => list.iter().try_fold(0, |rules, item| {
                let is_known = list.len() == 1 || !item.is_asked_when_drawn(leaves);
                Some(rules + item.low_rules(leaves).filter(|_| is_known)?)
            }),
            Self::If(parts) => Some(parts.1.low_rules(leaves)?.max(parts.2.low_rules(leaves)?)),
            Self::ForEachPiece(each) => each.low_rules(),
            _ => None,
        }
    }

    /// Whether moves may be choices of a site that are found at once, as far as a short look tells.
    #[inline]
    #[must_use]
    pub fn may_choose(&self) -> bool {
        match self {
            Self::Leaf(_) | Self::Or(_) => true,
            Self::ForEachPiece(each) => each.low_rules().is_some(),
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
        self.low_rules(&ctx.rules.leaves).is_some() && self.add_low_choices(choices, ctx)
    }

    fn add_low_choices(&self, choices: &mut LowChoices, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::Leaf(id) => {
                let rules = ctx.rules;
                choices.add(*id, &rules.leaves[*id as usize], ctx)
            }
            Self::Or(list) => list.iter().all(|item| item.add_low_choices(choices, ctx)),
            Self::If(parts) => {
                let branch = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 };
                branch.add_low_choices(choices, ctx)
            }
            Self::ForEachPiece(each) => each.add_low_choices(choices, ctx),
            _ => false,
        }
    }
}

impl ForEachPiece {
    /// Adds the sites that each piece of the mover's may choose, where they are few; false where they are not.
    fn add_low_choices(&self, choices: &mut LowChoices, ctx: &mut Context<'_>) -> bool {
        let Some(mut pieces) = self.few_pieces(MOST_RULES - choices.rules.len(), ctx) else { return false };
        let before = ctx.get(Register::From);
        let mut has_room = true;
        while pieces != 0 && has_room {
            let site = pieces.trailing_zeros();
            pieces &= pieces - 1;
            ctx.set(Register::From, site as i32);
            has_room = self.generator_at(site as usize, ctx).is_none_or(|moves| moves.add_low_choices(choices, ctx));
        }
        ctx.set(Register::From, before);
        has_room
    }
}

impl LowChoices {
    /// Adds those of a rule with the registers at hand; false where there is no room.
    fn add(&mut self, id: u16, node: &LeafNode, ctx: &mut Context<'_>) -> bool {
        let from = ctx.get(Register::From);
        let alike = node.chooses_as;
        let known = self.rules.iter().find(|of| of.alike == alike && of.from == from);
        let Some(sites) = known.map(|of| of.sites).or_else(|| node.leaf.low_choices(ctx)) else { return false };
        let has_room = sites == 0 || self.rules.len() < MOST_RULES;
        if sites != 0 && has_room {
            self.rules.push(OfRule { id, alike, from, sites });
            self.count += sites.count_ones();
        }
        has_room
    }

    /// The move that chooses the site at a place among all of them.
    pub fn choose(&self, mut place: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        for of in &self.rules {
            let here = of.sites.count_ones();
            if place < here {
                let before = ctx.set(Register::From, of.from);
                let chosen = MovesFn::choose(of.id, nth_bit(of.sites, place) as i32, ctx);
                ctx.set(Register::From, before);
                return chosen;
            }
            place -= here;
        }
        None
    }
}
