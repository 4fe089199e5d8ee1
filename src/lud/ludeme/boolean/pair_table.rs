//! Conditions that depend on two sites and nothing else, worked out for all pairs of sites when the game is compiled.

use super::BoolFn;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::pair::Pair;
use crate::lud::ludeme::region::{RegionFn, SetTable};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// A condition about the sites in two registers.
#[derive(Debug, Clone, PartialEq)]
pub struct PairTable {
    pair: Pair,
    /// For each site in the first register those in the second that meet it, and the other way round.
    met: [SetTable; 2],
    /// The condition itself, for what is no site of the board.
    condition: BoolFn,
}

impl PairTable {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.pair.is_apart(register)
    }

    /// Whether it is the same in every position, once the registers in `bound` (bit by register) are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.pair.is_fixed(bound)
    }

    /// Evaluates.
    #[inline]
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        match self.pair.sites(ctx) {
            Some([one, other]) => self.met[0].of(one)[other / 64] >> (other % 64) & 1 == 1,
            None => self.condition.eval(ctx),
        }
    }

    /// The sites that meet it in a register, where the other holds a site of the board.
    #[inline]
    pub fn met_by(&self, register: Register, ctx: &Context<'_>) -> Option<&[u64]> {
        let (at, other) = self.pair.other(register, ctx)?;
        Some(self.met[at].of(other))
    }
}

impl BoolFn {
    /// Looked up, where it depends on two sites and nothing else and takes longer to work out.
    #[must_use]
    pub(super) fn paired(self, c: &Compiler) -> Self {
        match self {
            Self::And(list) => Self::joined_pairs(c, list, Self::And),
            Self::Or(list) => Self::joined_pairs(c, list, Self::Or),
            other if other.is_worth_a_table() => other.pair_table(c),
            other => other,
        }
    }

    /// Makes one table of those members of a list that depend on the same two sites, where they take long.
    fn joined_pairs(c: &Compiler, list: Vec<Self>, whole: fn(Vec<Self>) -> Self) -> Self {
        for pair in Pair::all(c) {
            let (about, others): (Vec<_>, Vec<_>) = list.iter().cloned().partition(|item| item.is_fixed(pair.bits().0));
            if !about.iter().any(Self::is_worth_a_table) {
                continue;
            }
            let table = if about.len() == 1 { about[0].clone() } else { whole(about).pair_table(c) };
            return if others.is_empty() { table } else { whole(std::iter::once(table).chain(others).collect()) };
        }
        whole(list)
    }

    fn pair_table(self, c: &Compiler) -> Self {
        let depends = |pair: &Pair| {
            let (both, each) = pair.bits();
            self.is_fixed(both) && each.iter().all(|&register| !self.is_fixed(register))
        };
        let Some(pair) = Pair::all(c).find(depends) else { return self };
        let none = vec![Bits::new(pair.board()); pair.board()];
        let mut met = [none.clone(), none];
        pair.each(c, |ctx, [one, other]| {
            if self.eval(ctx) {
                met[0][one].insert(other as i32);
                met[1][other].insert(one as i32);
            }
        });
        let met = met.map(|sets| SetTable::new(&sets));
        Self::PairTable(Box::new(PairTable { pair, met, condition: self }))
    }

    /// Whether it takes clearly longer to work out than to look up.
    fn is_worth_a_table(&self) -> bool {
        match self {
            Self::And(list) | Self::Or(list) => list.iter().any(Self::is_worth_a_table),
            Self::Not(inner) => inner.is_worth_a_table(),
            Self::If(_) | Self::SameRegion(..) | Self::PairTable(_) => true,
            Self::Compare(_, parts) => is_long(&parts.0) || is_long(&parts.1),
            Self::In(parts) => matches!(parts.1, RegionFn::ByPair(_)),
            _ => false,
        }
    }
}

/// Whether a number takes clearly longer to work out than to look up.
fn is_long(number: &IntFn) -> bool {
    match number {
        IntFn::Count(_) | IntFn::If(_) | IntFn::Size(_) | IntFn::Math(_) => true,
        IntFn::Board(_) => !number.ignores_registers(),
        _ => false,
    }
}
