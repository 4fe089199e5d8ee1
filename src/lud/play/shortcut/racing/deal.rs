//! Pieces of a stack that are dealt one by one along a track.

use super::Machine;
use super::effect::{Act, Acts, Deed, Effect};
use super::value::Number;
use crate::lud::ludeme::int::Operation;
use crate::lud::play::context::Register;

/// One piece for each number from one to another, taken from so far below a level and to so many steps along a track.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deal {
    first: Number,
    last: Number,
    from: Number,
    /// The level above the first one taken.
    above: Number,
    /// The track of each player, the player, and where on it the steps begin.
    tracks: Vec<Option<u16>>,
    player: Number,
    start: Number,
}

impl Deal {
    /// What is done for each number from one to another, where it comes to this.
    pub fn of(first: &Number, last: &Number, each: &Effect) -> Option<Self> {
        let value = Number::Register(Register::Value);
        let Effect::Deed(deed, thens) = each else { return None };
        let Deed::Carry(from, Number::Steps(tracks, steps), Some(Number::Math(Operation::Subtract, level))) = &**deed
        else {
            return None;
        };
        let [above, below] = &level[..] else { return None };
        let (player, start, number) = &**steps;
        let is_deal = thens.is_empty()
            && [below, number].into_iter().all(|number| *number == value)
            && [from, above, player, start].into_iter().all(stays);
        is_deal.then(|| Self {
            first: first.clone(),
            last: last.clone(),
            from: from.clone(),
            above: above.clone(),
            tracks: tracks.clone(),
            player: player.clone(),
            start: start.clone(),
        })
    }
}

/// Whether a number surely is the same for all that are gone through.
fn stays(number: &Number) -> bool {
    match number {
        Number::Constant(_) | Number::Mover | Number::Next | Number::LastFrom | Number::LastTo => true,
        Number::Register(register) => *register != Register::Value,
        Number::At(_, inner) => stays(inner),
        Number::Math(_, operands) => operands.iter().all(stays),
        Number::Hand(_, parts) => stays(&parts.0) && stays(&parts.1),
        _ => false,
    }
}

impl Machine<'_, '_> {
    /// Works out where the pieces go.
    pub fn deal(&mut self, deal: &Deal, acts: &mut Acts<'_>) {
        let (first, last) = (deal.first.of(self), deal.last.of(self));
        let from = deal.from.of(self);
        if self.index(from).is_none_or(|from| self.board.top(from) == 0) {
            return;
        }
        let above = deal.above.of(self);
        let outer = self.ctx.set(Register::From, from);
        let (player, start) = (deal.player.of(self), deal.start.of(self));
        self.ctx.set(Register::From, outer);
        for value in first..=last {
            let to = self.end_of_steps(&deal.tracks, player, start, value);
            if to >= 0 {
                acts.push(Act::Carry(from, to, Some(above.wrapping_sub(value))));
            }
        }
    }
}
