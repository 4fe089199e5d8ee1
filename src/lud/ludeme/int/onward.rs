//! The site ahead of one in the direction of a move, or against it.

use super::IntFn;
use super::board::ahead;
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::direction::{DirectionFn, Relative};
use crate::lud::play::context::{Context, Register};

/// Boards with more sites get no table: it would have too many pairs.
const MOST_SITES: usize = 128;

/// The site some steps ahead of where a move starts or ends, in its direction or against it, known beforehand for all moves
/// between two sites of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Onward {
    kind: SiteType,
    /// The register of the site.
    site: IntFn,
    steps: IntFn,
    directions: DirectionFn,
    sites: usize,
    /// By where the move starts and where it ends.
    ahead: Vec<i16>,
}

impl Onward {
    /// The table, where the registers `from` and `to` are all that is asked.
    pub fn of(c: &Compiler, kind: SiteType, site: &IntFn, steps: &IntFn, directions: &DirectionFn) -> Option<Self> {
        let sites = c.rules.topology.count(kind);
        let is_asked = matches!(site, IntFn::Register(Register::From | Register::To))
            && steps.is_fixed(0)
            && sites <= MOST_SITES
            && matches!(directions.relatives().first(), Some(Relative::SameDirection | Relative::OppositeDirection));
        if !is_asked {
            return None;
        }
        let ahead = c.on_empty_board(|ctx| {
            let before = [ctx.get(Register::From), ctx.get(Register::To)];
            let mut table = Vec::with_capacity(sites * sites);
            for from in 0..sites as i32 {
                ctx.set(Register::From, from);
                for to in 0..sites as i32 {
                    ctx.set(Register::To, to);
                    table.push(ahead(ctx, kind, site, steps, directions) as i16);
                }
            }
            ctx.set(Register::From, before[0]);
            ctx.set(Register::To, before[1]);
            table
        });
        let (site, steps, directions) = (site.clone(), steps.clone(), directions.clone());
        Some(Self { kind, site, steps, directions, sites, ahead })
    }

    /// Evaluates.
    #[inline]
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let [from, to] = [Register::From, Register::To].map(|register| ctx.get(register) as usize);
        if from < self.sites && to < self.sites {
            return i32::from(self.ahead[from * self.sites + to]);
        }
        // Where a register is not set, the last move tells.
        ahead(ctx, self.kind, &self.site, &self.steps, &self.directions)
    }
}
