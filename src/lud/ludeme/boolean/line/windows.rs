//! Rows of sites that are long enough for a line, on boards whose sites are bits of one word.

use super::Line;
use super::arms::Arms;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::{BoardFn, IntFn};
use crate::lud::play::context::Context;

/// Boards have so many sites at most.
pub(super) const MOST_SITES: usize = 64;

/// The sites of the rows through every site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Windows {
    /// Where the rows through each site begin.
    starts: Vec<u32>,
    rows: Vec<u64>,
}

impl Windows {
    /// The rows that arms make with each of so many sites.
    pub fn of(arms: &Arms, sites: usize) -> Self {
        let mut windows = Self { starts: vec![0], rows: Vec::new() };
        for pivot in 0..sites {
            let mut rows: Vec<u64> =
                arms.windows(pivot).iter().map(|(held, _)| held.iter().fold(0, |row, &site| row | 1 << site)).collect();
            rows.sort_unstable();
            rows.dedup();
            windows.rows.extend(rows);
            windows.starts.push(windows.rows.len() as u32);
        }
        windows
    }

    /// The rows that have to be without a gap for a test that asks more of pieces than to be like the one on the site itself, where
    /// it is for a fixed number of pieces without gaps through one site.
    pub fn asked_first(c: &Compiler, line: &Line) -> Option<Self> {
        let rules = &c.rules;
        let length = u32::try_from(line.length.constant()?).ok().filter(|&length| length > 1)?;
        let BoolFn::Constant(opposites) = line.opposites else { return None };
        let sites = rules.topology.count(line.kind);
        let asks_more = !line.what.is_empty() || line.who.is_some() || line.condition.is_some();
        let fits = asks_more
            && line.contiguous == BoolFn::Constant(true)
            && line.through_any.is_none()
            && line.what.iter().all(names_pieces)
            && line.kind == rules.default_type()
            && sites <= MOST_SITES
            && !rules.features.stacking
            && rules.puzzle.is_none();
        // More pieces in a row than are asked for fill such a row as well.
        fits.then(|| Self::of(&Arms::lay_out(&rules.topology, line, length, false, opposites), sites))
    }

    /// How many sites there are.
    pub fn sites(&self) -> usize {
        self.starts.len() - 1
    }

    /// The rows through a site.
    #[inline]
    pub fn through(&self, pivot: usize) -> &[u64] {
        &self.rows[self.starts[pivot] as usize..self.starts[pivot + 1] as usize]
    }

    /// Whether there is a row without a gap through a site.
    #[inline]
    pub fn may_hold(&self, pivot: i32, ctx: &Context<'_>) -> bool {
        let empty = ctx.state.row(&ctx.rules.layout, 0)[0];
        let Some(pivot) = usize::try_from(pivot).ok().filter(|&pivot| pivot < self.sites()) else { return true };
        // Lines of empty sites are another matter.
        empty >> pivot & 1 == 1 || self.through(pivot).iter().any(|row| row & empty == 0)
    }
}

/// Whether a number of a component is never that of the empty site.
fn names_pieces(what: &IntFn) -> bool {
    match what {
        IntFn::Constant(what) => *what != 0,
        IntFn::Board(function) => matches!(&**function, BoardFn::ByPlayer(whats, _) if !whats[1..].contains(&0)),
        _ => false,
    }
}
