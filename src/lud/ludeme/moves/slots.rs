//! The slots of single rules and of what is put together from them (see [`super::parts`]).

use super::{Leaf, MovesFn};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::LeafNode;
use crate::lud::play::sink::Sink;

impl Leaf {
    /// What a step, leap, hop or slide asks of the piece before it may start.
    pub(super) fn start_condition(&self) -> Option<&BoolFn> {
        match self {
            Self::Step(step) => step.start_condition(),
            Self::Slide(slide) => slide.start_condition(),
            Self::Leap(leap) => leap.start_condition(),
            Self::Hop(hop) => hop.start_condition(),
            Self::FromTo(from_to) => from_to.start_condition(),
            Self::TrackSlide(slide) => slide.start_condition(),
            _ => None,
        }
    }

    /// The most slots of the rule where it is asked for one value of the registers, or none where it cannot be drawn from.
    fn most_slots(&self) -> Option<u32> {
        match self {
            Self::Step(step) => step.most_slots(),
            Self::Slide(slide) => slide.most_slots(),
            Self::Shoot(shoot) => shoot.rays.as_ref().map(super::lines::Rays::most),
            Self::Leap(leap) => leap.most_slots(),
            Self::Hop(hop) => hop.most_slots(),
            Self::Add(add) => add.most_slots(),
            Self::FromTo(from_to) => from_to.most_slots(),
            Self::Remove(remove) => remove.is_single().then_some(1),
            Self::Select(select) => select.most_slots(),
            Self::Append(_) => Some(1),
            Self::SetSite(set) => Some(set.most_slots()),
            Self::Promote(promote) => Some(promote.most_slots()),
            Self::TrackSlide(slide) => slide.most_slots(),
            Self::Simple(simple) => simple.is_pass().then_some(1),
            _ => None,
        }
    }

    /// The number of slots now.
    pub(super) fn slots(&self, ctx: &mut Context<'_>) -> Option<u32> {
        match self {
            Self::Add(add) if !add.is_single() => add.slots(ctx),
            Self::Select(select) if !select.is_single() => select.slots(ctx),
            Self::FromTo(from_to) if !from_to.is_single() => from_to.slots(ctx),
            Self::Remove(remove) if !remove.is_single() => remove.slots(ctx),
            Self::Satisfy(satisfy) => satisfy.slots(ctx),
            _ => self.most_slots(),
        }
    }

    /// How many draws from so many slots cost about as much as to list all moves.
    pub(super) fn draws_worth(&self, slots: u32) -> u32 {
        let each = match self {
            Self::FromTo(from_to) => from_to.slots_each(),
            Self::Select(select) => select.slots_each(),
            _ => 1,
        };
        // A draw finds out about one end what a list finds out about all of them.
        if each > 1 { (slots / each * 3).max(4) } else { slots }
    }

    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        match self {
            Self::Step(step) => step.slot(id, slot, ctx),
            Self::Slide(slide) => slide.slot(id, slot, ctx),
            Self::Shoot(shoot) => shoot.slot(id, slot, ctx),
            Self::Leap(leap) => leap.slot(id, slot, ctx),
            Self::Hop(hop) => hop.slot(id, slot, ctx),
            Self::Add(add) if !add.is_single() => add.slot(id, slot, ctx),
            Self::Select(select) if !select.is_single() => select.slot(id, slot, ctx),
            // Where another branch has more moves, there are slots beyond the only one.
            Self::FromTo(from_to) if from_to.is_pair() => {
                if slot == 0 {
                    from_to.only(id, ctx)
                } else {
                    None
                }
            }
            Self::FromTo(from_to) => from_to.slot(id, slot, ctx),
            Self::Remove(remove) if !remove.is_single() => remove.slot(id, slot, ctx),
            Self::Satisfy(satisfy) => satisfy.slot(id, slot, ctx),
            Self::TrackSlide(slide) if slide.most_slots().is_some() => slide.slot(id, slot, ctx),
            _ => {
                if let Self::Append(append) = self
                    && !append.has_any(ctx)
                {
                    return None;
                }
                let mut list = ctx.borrow_list();
                self.generate(id, ctx, &mut Sink::List(&mut list));
                let found = list.get(slot as usize).copied();
                ctx.return_list(list);
                found
            }
        }
    }
}

impl MovesFn {
    /// The most slots for one value of the registers, whatever the position; none where moves can only be listed.
    pub(super) fn most_slots(&self, leaves: &[LeafNode]) -> Option<u32> {
        match self {
            Self::Leaf(id) => leaves[*id as usize].leaf.most_slots(),
            Self::Or(list) => list.iter().map(|item| item.most_slots(leaves)).sum(),
            Self::If(parts) => Some(parts.1.most_slots(leaves)?.max(parts.2.most_slots(leaves)?)),
            Self::ForEachDie(each) => each.most_slots(),
            Self::ForEachDirection(each) => each.most_slots(),
            Self::Priority(list) => list.iter().try_fold(0, |most, item| Some(most.max(item.most_slots(leaves)?))),
            Self::Do(sequence) => sequence.most_slots(leaves),
            Self::Filter(filter) => filter.moves().most_slots(leaves).filter(|_| filter.tests_singly()),
            _ => None,
        }
    }

    /// As [`MovesFn::most_slots`], where whatever working a move out leaves behind is put back before anything else is asked.
    pub(super) fn most_slots_alone(&self, leaves: &[LeafNode]) -> Option<u32> {
        match self {
            Self::Leaf(id) => match &leaves[*id as usize].leaf {
                Leaf::FromTo(from_to) if from_to.is_pair() => Some(1),
                leaf => leaf.most_slots(),
            },
            Self::If(parts) => Some(parts.1.most_slots_alone(leaves)?.max(parts.2.most_slots_alone(leaves)?)),
            _ => self.most_slots(leaves),
        }
    }

    /// The slots of [`MovesFn::most_slots_alone`] without those of dice that are used up, where it is not a sum.
    pub(super) fn slots_by_dice(&self, most: u32, ctx: &mut Context<'_>) -> u32 {
        match self {
            Self::If(parts) => parts.1.slots_by_dice(most, ctx).max(parts.2.slots_by_dice(most, ctx)),
            Self::ForEachDie(each) => each.slots(ctx).unwrap_or(most),
            Self::Or(none) if none.is_empty() => 0,
            _ => most,
        }
    }

    /// Whether [`MovesFn::slots_by_dice`] may be fewer than the most.
    pub(super) fn depends_on_dice(&self) -> bool {
        match self {
            Self::If(parts) => {
                let may =
                    |branch: &Self| matches!(branch, Self::Or(none) if none.is_empty()) || branch.depends_on_dice();
                may(&parts.1) && may(&parts.2)
            }
            Self::ForEachDie(_) => true,
            _ => false,
        }
    }

    /// Whether it can be drawn from in a position, though the most slots that it may have are not known beforehand.
    pub(super) fn has_slots_in_position(&self, leaves: &[LeafNode]) -> bool {
        match self {
            Self::Leaf(id) => match &leaves[*id as usize].leaf {
                Leaf::FromTo(from_to) => from_to.has_many_ends(),
                Leaf::Select(select) => select.has_many_ends(),
                _ => false,
            },
            Self::Or(list) => list.iter().any(|item| item.has_slots_in_position(leaves)),
            Self::If(parts) => parts.1.has_slots_in_position(leaves) || parts.2.has_slots_in_position(leaves),
            Self::Filter(filter) => {
                let moves = filter.moves();
                moves.most_slots(leaves).is_some() || moves.has_slots_in_position(leaves)
            }
            _ => false,
        }
    }

    /// The parts that a generator is the sum of, each with the end of its slots when all are laid end to end.
    pub(super) fn drawn_parts(&self, leaves: &[LeafNode]) -> Vec<(u32, MovesFn)> {
        let mut parts = Vec::new();
        self.add_drawn_parts(leaves, &mut parts);
        parts
    }

    fn add_drawn_parts(&self, leaves: &[LeafNode], parts: &mut Vec<(u32, MovesFn)>) {
        if let Self::Or(list) = self {
            for item in list {
                item.add_drawn_parts(leaves, parts);
            }
        } else {
            let start = parts.last().map_or(0, |(end, _)| *end);
            parts.push((start + self.most_slots_alone(leaves).unwrap_or(0), self.clone()));
        }
    }

    /// The move in a slot below [`MovesFn::most_slots`].
    pub(super) fn fixed_slot(&self, mut slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let rules = ctx.rules;
        match self {
            Self::Leaf(id) => rules.leaves[*id as usize].leaf.slot(*id, slot, ctx),
            Self::Or(list) => {
                for item in list {
                    let most = item.most_slots(&rules.leaves)?;
                    if slot < most {
                        return item.fixed_slot(slot, ctx);
                    }
                    slot -= most;
                }
                None
            }
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.fixed_slot(slot, ctx)
                } else {
                    parts.2.fixed_slot(slot, ctx)
                }
            }
            Self::ForEachDie(each) => each.slot(slot, ctx),
            Self::ForEachDirection(each) => each.slot(slot, ctx),
            Self::Priority(list) => {
                let (last, before) = list.split_last()?;
                let first = before.iter().find(|item| item.any(ctx)).unwrap_or(last);
                first.fixed_slot(slot, ctx)
            }
            Self::Do(sequence) => sequence.slot(slot, ctx),
            Self::Filter(filter) => {
                let found = filter.moves().fixed_slot(slot, ctx)?;
                filter.lets_through(found, ctx).then_some(found)
            }
            _ => None,
        }
    }
}
