//! Numbers and conditions that nothing but the pips of the dice decides: tables.
//!
//! Games with sticks or shells map the pips that they show to throws, and ask for the throw over and over.

use super::{CountFn, IntFn};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::play::context::Context;
use crate::lud::play::state::State;

/// The bit that stands for the pips of the dice among the registers that are known: it is none of theirs.
pub const PIPS: u16 = 1 << 15;

/// The most pips that are looked up.
const MOST: i32 = 63;

/// A number for each sum of the pips of the only set of dice.
#[derive(Debug, Clone, PartialEq)]
pub struct PipsTable(Vec<i32>);

impl PipsTable {
    /// Evaluates.
    #[inline]
    #[must_use]
    pub fn eval(&self, ctx: &Context<'_>) -> i32 {
        self.0[sum_of(ctx.state) as usize]
    }
}

/// The sum of the pips of the only set of dice.
#[inline]
pub fn sum_of(state: &State) -> i32 {
    state.dice_sums.first().map_or(0, |&sum| i32::from(sum))
}

/// The most pips that the dice can show, where there is one set of them and none shows less than nothing.
fn most(c: &Compiler) -> Option<i32> {
    let [set] = &c.rules.dice[..] else { return None };
    let mut most = 0;
    for &die in &set.dice {
        let faces = &c.rules.components[usize::from(die)].faces;
        if faces.iter().any(|&pips| pips < 0) {
            return None;
        }
        most += faces.iter().copied().max().map_or(0, i32::from);
    }
    (most <= MOST).then_some(most)
}

/// What `eval` gives for each number of pips, where the dice show no more than can be looked up.
fn for_all<T>(c: &Compiler, eval: impl Fn(&mut Context<'_>) -> T) -> Option<Vec<T>> {
    let most = most(c)?;
    Some(c.on_empty_board(|ctx| {
        let before = std::mem::take(&mut ctx.state.dice_sums);
        let results = (0..=most).map(|sum| {
            ctx.state.dice_sums.clear();
            ctx.state.dice_sums.push(sum as i16);
            eval(ctx)
        });
        let results = results.collect();
        ctx.state.dice_sums = before;
        results
    }))
}

impl IntFn {
    /// As a table, where nothing but the pips decides it.
    #[must_use]
    pub(super) fn by_pips(self, c: &Compiler) -> Self {
        let is_short = match &self {
            Self::Constant(_) | Self::PipsTable(_) => true,
            Self::Count(count) => !matches!(**count, CountFn::Pips(..)),
            _ => false,
        };
        if is_short || !self.is_fixed(PIPS) {
            return self;
        }
        for_all(c, |ctx| self.eval(ctx)).map_or(self, |numbers| Self::PipsTable(Box::new(PipsTable(numbers))))
    }
}

impl BoolFn {
    /// As a table, where nothing but the pips decides it.
    #[must_use]
    pub fn by_pips(self, c: &Compiler) -> Self {
        if matches!(self, Self::Constant(_) | Self::PipsIn(_)) || !self.is_fixed(PIPS) || self.is_fixed(0) {
            return self;
        }
        let met = for_all(c, |ctx| self.eval(ctx));
        let bits = met.map(|met| met.iter().enumerate().fold(0, |bits, (sum, &met)| bits | u64::from(met) << sum));
        bits.map_or(self, Self::PipsIn)
    }
}
