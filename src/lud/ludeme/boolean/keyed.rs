//! Conditions that hang on one site and on nothing in the position: they are sets of sites.

use super::BoolFn;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// What such conditions hang on; [`Register::Last`] stands for where the last move went.
const KEYS: [Register; 5] = [Register::Site, Register::To, Register::From, Register::Between, Register::Last];

impl BoolFn {
    /// A comparison that takes some working out as a set of sites, where nothing but one site decides about it.
    #[must_use]
    pub(super) fn keyed(self, c: &Compiler) -> Self {
        let is_long = |side: &IntFn| matches!(side, IntFn::Board(_) | IntFn::Math(_));
        let is_worthwhile = match &self {
            Self::Compare(_, parts) => is_long(&parts.0) || is_long(&parts.1),
            _ => false,
        };
        if !is_worthwhile || c.rules.puzzle.is_some() || self.is_fixed(0) {
            return self;
        }
        let Some(key) = KEYS.into_iter().find(|key| self.is_fixed(1 << *key as u16)) else { return self };
        let holds = |site: i32| c.on_empty_board(|ctx| ctx.with_key(key, site, |ctx| self.eval(ctx)));
        // Where there is no site, it has to hold or not as it does for sites beyond those of the set.
        let outside = holds(-1);
        if holds(-2) != outside {
            return self;
        }
        let others = Bits::from_sites((0..c.rules.layout.highest()).filter(|&site| holds(site) != outside));
        let asked = if key == Register::Last { IntFn::LastTo } else { IntFn::Register(key) };
        let is_in = Self::In(Box::new((asked, RegionFn::Fixed(others)))).shortened(c);
        if outside { Self::Not(Box::new(is_in)).shortened(c) } else { is_in }
    }

    /// Whether a set of sites that is always the same decides about it.
    pub(super) fn is_keyed(&self) -> bool {
        match self {
            Self::Not(inner) => inner.is_keyed(),
            Self::In(parts) => matches!(**parts, (IntFn::Register(_) | IntFn::LastTo, RegionFn::Fixed(_))),
            _ => false,
        }
    }

    /// What has to hold for there to be any of some moves, where each of them is made on a condition.
    #[must_use]
    pub fn asked_by(c: &Compiler, moves: &MovesFn) -> Option<Self> {
        let condition = match moves {
            MovesFn::Or(list) if !list.is_empty() => {
                Self::Or(list.iter().map(|item| Self::asked_by(c, item)).collect::<Option<_>>()?)
            }
            MovesFn::If(parts) if is_conditional(moves) => {
                Self::And(std::iter::once(parts.0.clone()).chain(Self::asked_by(c, &parts.1)).collect())
            }
            _ => return None,
        };
        Some(condition.shortened(c))
    }

    /// Whether there are any of some moves; where each of them is made on a condition, those conditions are asked.
    pub(super) fn can_move(c: &Compiler, moves: MovesFn) -> Self {
        // The question itself makes sites visited ones.
        if c.rules.features.visited || !is_conditional(&moves) {
            return Self::CanMove(Box::new(moves));
        }
        match moves {
            MovesFn::Or(list) => Self::Or(list.into_iter().map(|item| Self::can_move(c, item)).collect()).shortened(c),
            MovesFn::If(parts) => {
                let (condition, moves, _) = *parts;
                Self::And(vec![condition, Self::can_move(c, moves)]).shortened(c)
            }
            moves => Self::CanMove(Box::new(moves)),
        }
    }
}

impl Context<'_> {
    /// Evaluates with a site in a register, or ([`Register::Last`]) as if the last move had gone there.
    pub fn with_key<T>(&mut self, key: Register, site: i32, eval: impl FnOnce(&mut Self) -> T) -> T {
        let is_last = key == Register::Last;
        let before = if is_last { std::mem::replace(&mut self.state.last.to, site) } else { self.set(key, site) };
        let result = eval(self);
        if is_last {
            self.state.last.to = before;
        } else {
            self.set(key, before);
        }
        result
    }
}

/// Whether each of some moves is made on a condition only.
fn is_conditional(moves: &MovesFn) -> bool {
    match moves {
        MovesFn::Or(list) => !list.is_empty() && list.iter().all(is_conditional),
        MovesFn::If(parts) => parts.2.is_nothing(),
        _ => false,
    }
}
