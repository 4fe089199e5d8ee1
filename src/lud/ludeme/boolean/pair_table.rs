//! Conditions that depend on two sites and nothing else, worked out for all pairs of sites when the game is compiled.

use super::BoolFn;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::{RegionFn, SetTable};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// On boards of up to so many sites, what depends on two of them is worked out beforehand.
pub const MOST_PAIRED: usize = 128;

/// The registers of which two are asked about together.
pub const PAIRS: [[Register; 2]; 4] = [
    [Register::From, Register::To],
    [Register::From, Register::Site],
    [Register::Site, Register::To],
    [Register::From, Register::Between],
];

/// A condition about the sites in two registers.
#[derive(Debug, Clone, PartialEq)]
pub struct PairTable {
    registers: [Register; 2],
    sites: usize,
    /// For each site in the first register those in the second that meet it, and the other way round.
    met: [SetTable; 2],
    /// The condition itself, for what is no site of the board.
    condition: BoolFn,
}

impl PairTable {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        !self.registers.contains(&register)
    }

    /// Whether it is the same in every position, once the registers in `bound` (bit by register) are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.registers.iter().all(|&register| bound >> register as u16 & 1 == 1)
    }

    /// Evaluates.
    #[inline]
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let [one, other] = self.registers.map(|register| ctx.get(register) as usize);
        if one >= self.sites || other >= self.sites {
            return self.condition.eval(ctx);
        }
        self.met[0].of(one)[other / 64] >> (other % 64) & 1 == 1
    }

    /// The sites that meet it in a register, where the other holds a site of the board.
    #[inline]
    pub fn met_by(&self, register: Register, ctx: &Context<'_>) -> Option<&[u64]> {
        let at = usize::from(self.registers[0] == register);
        let other = ctx.get(self.registers[at]) as usize;
        (other < self.sites).then(|| self.met[at].of(other))
    }
}

impl BoolFn {
    /// Looked up, where it depends on two sites and nothing else and takes longer to work out.
    #[must_use]
    pub(super) fn paired(self, c: &Compiler) -> Self {
        let sites = c.rules.topology.count(c.rules.default_type());
        if sites > MOST_PAIRED {
            return self;
        }
        match self {
            Self::And(list) => Self::joined_pairs(c, list, Self::And),
            Self::Or(list) => Self::joined_pairs(c, list, Self::Or),
            other if other.is_worth_a_table() => other.pair_table(c, sites),
            other => other,
        }
    }

    /// Makes one table of those members of a list that depend on the same two sites, where they take long.
    fn joined_pairs(c: &Compiler, list: Vec<Self>, whole: fn(Vec<Self>) -> Self) -> Self {
        let sites = c.rules.topology.count(c.rules.default_type());
        for pair in PAIRS {
            let (about, others): (Vec<_>, Vec<_>) = list.iter().cloned().partition(|item| item.is_fixed(bits_of(pair)));
            if !about.iter().any(Self::is_worth_a_table) {
                continue;
            }
            let table = if about.len() == 1 { about[0].clone() } else { whole(about).pair_table(c, sites) };
            return if others.is_empty() { table } else { whole(std::iter::once(table).chain(others).collect()) };
        }
        whole(list)
    }

    fn pair_table(self, c: &Compiler, sites: usize) -> Self {
        let depends = |pair: [Register; 2]| {
            self.is_fixed(bits_of(pair)) && pair.iter().all(|&register| !self.is_fixed(1 << register as u16))
        };
        let Some(registers) = PAIRS.into_iter().find(|&pair| depends(pair)) else { return self };
        let mut met = [vec![Bits::new(sites); sites], vec![Bits::new(sites); sites]];
        c.on_empty_board(|ctx| {
            for one in 0..sites {
                for other in 0..sites {
                    ctx.set(registers[0], one as i32);
                    ctx.set(registers[1], other as i32);
                    if self.eval(ctx) {
                        met[0][one].insert(other as i32);
                        met[1][other].insert(one as i32);
                    }
                }
            }
            registers.into_iter().for_each(|register| _ = ctx.set(register, -1));
        });
        let met = met.map(|sets| SetTable::new(&sets));
        Self::PairTable(Box::new(PairTable { registers, sites, met, condition: self }))
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

/// Two registers as bits.
#[must_use]
pub fn bits_of(pair: [Register; 2]) -> u16 {
    pair.iter().fold(0, |bits, &register| bits | 1 << register as u16)
}
