//! Jumps over one piece or over some in a row, told without asking the rules.

use super::Hop;
use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;

/// What jumps over one piece, or over some in a row, onto a site behind them are like, which is empty unless it is told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OverOne<'h> {
    /// Whether the piece that moved last jumps, not the one that the rules around go through.
    pub from_last: bool,
    /// What may be jumped over, by the site in the register `between`.
    pub hurdle: &'h BoolFn,
    /// Whether nothing that is to be taken at the end of the turn is jumped over.
    pub spares_taken: bool,
    /// What becomes of what is jumped over.
    pub taking: Taking,
    /// How many empty sites may lie before the piece.
    pub before: usize,
    /// How many sites further than the first the jump may end.
    pub after: usize,
    /// How many pieces in a row are jumped over, at least and at most; where that may be none, the piece may go next to where it is.
    pub row: [usize; 2],
    /// What is asked of the sites in the registers `from` and `to` besides, whatever the position.
    pub lands: Option<&'h BoolFn>,
    /// What is asked of the site in the register `to`, where that need not be an empty one: the jump may then end on any piece of
    /// the row but the first ones.
    pub onto: Option<&'h BoolFn>,
}

/// What becomes of a piece that is jumped over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    /// It stays.
    Nothing,
    /// It is taken off.
    Now,
    /// It is taken off where it is another player's.
    Others,
    /// It is taken off at the end of the turn.
    Later,
}

/// Whether an effect takes off the piece jumped over where it is another player's, and does nothing else.
fn takes_others(parts: &(BoolFn, MovesFn, MovesFn), kind: SiteType, rules: &Rules) -> bool {
    let (BoolFn::Class(Register::Between, Classes::OTHERS), MovesFn::Leaf(id), MovesFn::Or(rest)) = parts else {
        return false;
    };
    let node = &rules.leaves[usize::from(*id)];
    let takes = matches!(&node.leaf, Leaf::Remove(remove) if remove.is_at(kind, &IntFn::Register(Register::Between)));
    takes && node.chain.thens.is_empty() && rest.is_empty()
}

impl Hop {
    /// What its jumps are like, where they go over one piece or over some in a row onto a site behind them.
    #[must_use]
    pub fn over_one(&self, rules: &Rules) -> Option<OverOne<'_>> {
        let from_last = self.start.is_free(rules.default_type(), &IntFn::LastTo);
        let start = if from_last { IntFn::LastTo } else { IntFn::Register(Register::From) };
        self.over_one_from(&start, rules).map(|like| OverOne { from_last, ..like })
    }

    /// The same where they start from a certain site.
    #[must_use]
    pub fn over_one_from(&self, start: &IntFn, rules: &Rules) -> Option<OverOne<'_>> {
        let kind = rules.default_type();
        let number = |value: &IntFn| value.constant().and_then(|value| usize::try_from(value).ok());
        let plain = self.start.is_free(kind, start)
            && self.rays.is_some()
            && self.stop.is_none()
            && !self.stack
            && self.apply.effect.is_none();
        let row = [number(&self.span.min)?, number(&self.span.max)?];
        let (before, after) = (number(&self.before)?, number(&self.after)?);
        let bound = 1 << Register::From as u16 | 1 << Register::To as u16;
        let (lands, onto) = match &self.go {
            BoolFn::Class(Register::To, Classes::EMPTY) => (None, None),
            BoolFn::Empty(on, IntFn::Register(Register::To)) if *on == kind => (None, None),
            // Only where the piece lands is asked, not what it passes.
            BoolFn::And(list)
                if let [BoolFn::Class(Register::To, Classes::EMPTY), lands] = &list[..]
                    && lands.is_fixed(bound)
                    && [before, after] == [0, 0] =>
            {
                (Some(lands), None)
            }
            go if [before, after] == [0, 0] && row[0] > 0 => (None, Some(go)),
            _ => return None,
        };
        let (hurdle, spares_taken) = match self.hurdle.as_ref().filter(|_| plain)? {
            BoolFn::And(list)
                if let [BoolFn::Not(taken), hurdle] = &list[..]
                    && **taken == BoolFn::In(Box::new((IntFn::Register(Register::Between), RegionFn::ToClear))) =>
            {
                (hurdle, true)
            }
            hurdle => (hurdle, false),
        };
        let taking = match self.over.effect {
            None => Taking::Nothing,
            Some(_) if self.over.always_clears(Register::Between) => Taking::Now,
            Some(effect) => match rules.effect(effect) {
                MovesFn::Leaf(id) if self.over.condition.is_none() => match &rules.leaves[usize::from(*id)].leaf {
                    Leaf::Remove(remove) if remove.is_later_at(kind, Register::Between) => Taking::Later,
                    // The topmost piece of a stack.
                    Leaf::Remove(remove)
                        if remove.is_at(kind, &IntFn::Register(Register::Between))
                            && rules.leaves[usize::from(*id)].chain.thens.is_empty() =>
                    {
                        Taking::Now
                    }
                    _ => return None,
                },
                MovesFn::If(parts) if self.over.condition.is_none() && takes_others(parts, kind, rules) => {
                    Taking::Others
                }
                _ => return None,
            },
        };
        Some(OverOne { from_last: false, hurdle, spares_taken, taking, before, after, row, lands, onto })
    }
}
