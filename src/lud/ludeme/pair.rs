//! Two registers, for what depends on the sites in them and nothing else: worked out for all pairs of sites when the game is compiled.

use crate::lud::compile::Compiler;
use crate::lud::play::context::{Context, Register};

/// On boards of up to so many sites, what depends on two of them is worked out beforehand.
const MOST_SITES: usize = 128;
/// The registers of which two are asked about together.
const PAIRS: [[Register; 2]; 4] = [
    [Register::From, Register::To],
    [Register::From, Register::Site],
    [Register::Site, Register::To],
    [Register::From, Register::Between],
];

/// Two registers that hold sites of the board, where they hold any.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    registers: [Register; 2],
    sites: usize,
}

impl Pair {
    /// All that are asked about; none on a large board.
    pub fn all(c: &Compiler) -> impl Iterator<Item = Self> {
        let sites = c.rules.topology.count(c.rules.default_type());
        PAIRS.into_iter().filter(move |_| sites <= MOST_SITES).map(move |registers| Self { registers, sites })
    }

    /// Sites of the board.
    #[must_use]
    pub fn board(self) -> usize {
        self.sites
    }

    /// Both registers as bits, and each by itself.
    #[must_use]
    pub fn bits(self) -> (u16, [u16; 2]) {
        let each = self.registers.map(|register| 1 << register as u16);
        (each[0] | each[1], each)
    }

    /// Whether a register is neither of them.
    #[must_use]
    pub fn is_apart(self, register: Register) -> bool {
        !self.registers.contains(&register)
    }

    /// Whether both are among those in `bound` (bit by register).
    #[must_use]
    pub fn is_fixed(self, bound: u16) -> bool {
        self.bits().0 & !bound == 0
    }

    /// The two sites, where both are of the board.
    #[inline]
    pub fn sites(self, ctx: &Context<'_>) -> Option<[usize; 2]> {
        let [one, other] = self.registers.map(|register| ctx.get(register) as usize);
        (one < self.sites && other < self.sites).then_some([one, other])
    }

    /// Which of the two is the other one than a register, and the site in it, where that is of the board.
    #[inline]
    pub fn other(self, register: Register, ctx: &Context<'_>) -> Option<(usize, usize)> {
        let at = usize::from(self.registers[0] == register);
        let site = ctx.get(self.registers[at]) as usize;
        (site < self.sites).then_some((at, site))
    }

    /// Asks a question about every pair of sites, those with the same first one together.
    pub fn each(self, c: &Compiler, mut ask: impl FnMut(&mut Context<'_>, [usize; 2])) {
        c.on_empty_board(|ctx| {
            for one in 0..self.sites {
                for other in 0..self.sites {
                    ctx.set(self.registers[0], one as i32);
                    ctx.set(self.registers[1], other as i32);
                    ask(ctx, [one, other]);
                }
            }
            self.registers.into_iter().for_each(|register| _ = ctx.set(register, -1));
        });
    }
}
