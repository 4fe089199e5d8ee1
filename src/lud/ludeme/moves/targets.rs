//! Where the moves of pieces on a small board may lead, as sets: of each piece only the sites are drawn that hold what its moves
//! take or go to, so that few draws are in vain where most lines are closed.

use super::entry::{Entry, Kind};
use super::masks::word_of;
use super::quick::Quick;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{Asked, Classes};
use crate::lud::play::bits::nth_bit;
use crate::lud::play::context::{Context, Register};

/// Where the moves of every list of a table lead.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Targets {
    /// The sites of each list, as bits.
    sites: Vec<u64>,
    /// For each list, where its sites begin in `order`.
    starts: Vec<u32>,
    /// Which entry of its list leads to each site, the sites ascending.
    order: Vec<u16>,
    /// What the moves may lead to.
    accept: Classes,
    /// What is asked of every piece before it may move, where it is asked of all of them at once.
    guard: Option<Asked>,
}

/// The sites that moves may lead to in the position at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aims {
    /// The pieces that may move, as bits.
    pub pieces: u64,
    /// The sites that hold what moves may lead to, as bits.
    accepted: u64,
}

impl Targets {
    /// Those of a table, where all sites are below 64 and no two entries of a list lead to the same.
    pub fn of(c: &Compiler, quick: &Quick) -> Option<Self> {
        let sites = c.rules.topology.count(c.rules.default_type());
        if sites > 64 {
            return None;
        }
        let mut targets =
            Self { sites: Vec::new(), starts: Vec::new(), order: Vec::new(), accept: Classes::NONE, guard: None };
        for row in 0..quick.rows() {
            for site in 0..sites {
                targets.add(quick.entries_in(row, site))?;
            }
        }
        targets.guard = quick.common_guard().and_then(|guard| Asked::new(c, guard, Register::From));
        Some(targets)
    }

    fn add(&mut self, entries: &[Entry]) -> Option<()> {
        let mut ends = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let accept = match entry.kind {
                Kind::Slide { lands: false, .. } => continue,
                Kind::Slide { pass, .. } => entry.accept.or(pass),
                _ => entry.accept,
            };
            self.accept = self.accept.or(accept);
            ends.push((entry.to, index as u16));
        }
        ends.sort_unstable();
        if ends.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
        self.starts.push(self.order.len() as u32);
        self.sites.push(ends.iter().fold(0, |sites, (to, _)| sites | 1 << to));
        self.order.extend(ends.iter().map(|&(_, index)| index));
        Some(())
    }

    /// Where some pieces of the mover's, given as bits, may go.
    pub fn aims(&self, pieces: u64, ctx: &mut Context<'_>) -> Aims {
        let pieces = self.guard.as_ref().map_or(pieces, |guard| guard.of_word(pieces, ctx));
        Aims { pieces, accepted: word_of(self.accept, 0, ctx) }
    }

    /// How many sites there are for a list.
    #[inline]
    pub fn count(&self, list: usize, aims: Aims) -> u32 {
        (self.sites[list] & aims.accepted).count_ones()
    }

    /// Which entry of a list leads to the site at a place among those for it.
    #[inline]
    pub fn entry(&self, list: usize, place: u32, aims: Aims) -> usize {
        let site = nth_bit(self.sites[list] & aims.accepted, place);
        let before = self.sites[list] & ((1 << site) - 1);
        usize::from(self.order[self.starts[list] as usize + before.count_ones() as usize])
    }
}
