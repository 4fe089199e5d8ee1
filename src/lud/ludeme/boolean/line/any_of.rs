//! Lines through any of some sites of a small board: sets of sites, each of which makes a line where pieces stand on all of it.

use super::Line;
use super::arms::Arms;
use super::windows::{MOST_SITES, Windows};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::play::rules::Rules;

/// The lines through every site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AnyOf {
    lines: Windows,
    /// The row of sites that tells where there are pieces of a component, where one does.
    rows: Vec<Option<u16>>,
}

impl AnyOf {
    /// Those of a test, where more pieces than it asks for are as good.
    pub fn of(arms: &Arms, rules: &Rules) -> Option<Self> {
        let layout = &rules.layout;
        if arms.exact || layout.own > MOST_SITES || rules.features.owners_change {
            return None;
        }
        let row = |(what, &owner): (usize, &u8)| {
            let is_only = rules.owners.iter().skip(1).filter(|&&other| other == owner).count() == 1;
            (what > 0 && is_only).then_some(1 + u16::from(owner))
        };
        let rows = rules.owners.iter().enumerate().map(row).collect();
        Some(Self { lines: Windows::of(arms, layout.own), rows })
    }

    /// Whether a line of a test runs through any of some sites, where one row of sites tells where its pieces are. A site that
    /// is not on the board ends the whole test.
    pub fn holds(&self, line: &Line, pivots: &Bits, ctx: &mut Context<'_>) -> Option<bool> {
        let row = match (&line.what[..], &line.who) {
            ([], Some(who)) => {
                let row = usize::try_from(who.eval(ctx) + 1).ok()?;
                (1..ctx.rules.layout.rows).contains(&row).then_some(row)?
            }
            ([what], _) => usize::from((*self.rows.get(usize::try_from(what.eval(ctx)).ok()?)?)?),
            _ => return None,
        };
        let held = ctx.state.row(&ctx.rules.layout, row)[0];
        let on_board = pivots.iter().take_while(|&pivot| (pivot as usize) < self.lines.sites());
        let makes_line = |pivot: i32| self.lines.through(pivot as usize).iter().any(|line| held & line == *line);
        Some(on_board.filter(|&pivot| held >> pivot & 1 == 1).any(makes_line))
    }
}
