//! What a rule tries from a site, as an entry of the tables of [`Quick`](super::quick::Quick).

use super::lines::Stop;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::play::context::Context;

/// What is tried from a site.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Entry {
    /// The rule that makes the move.
    pub leaf: u16,
    /// Where it goes.
    pub to: u16,
    /// What may be there: for a slide, what it has to stop at.
    pub accept: Classes,
    pub kind: Kind,
    /// What else is asked about the move.
    pub test: Test,
    /// What is asked about the piece before any of its entries with the same question.
    pub guard: Test,
}

impl Entry {
    /// Whether there is any position in which it makes a move. Those of a line belong together.
    pub fn may_hold(&self) -> bool {
        match self.kind {
            Kind::Step => self.accept.bits() != 0,
            Kind::Jump { hurdle, .. } => self.accept.bits() != 0 && hurdle.bits() != 0,
            Kind::Slide { .. } => true,
        }
    }

    /// Whether more is asked than classes.
    pub fn is_tested(&self) -> bool {
        let tests_jump = matches!(self.kind, Kind::Jump { test, .. } if test != Test::NONE);
        self.test != Test::NONE || self.guard != Test::NONE || tests_jump
    }
}

/// A condition among those of a table, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test(u16);

impl Test {
    /// Nothing is asked.
    pub const NONE: Self = Self(0);
}

/// The conditions that entries ask besides classes, each kept once.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tests(Vec<BoolFn>);

impl Tests {
    /// Keeps a condition.
    pub fn keep(&mut self, condition: Option<BoolFn>) -> Option<Test> {
        let Some(condition) = condition else { return Some(Test::NONE) };
        let known = self.0.iter().rposition(|known| *known == condition);
        let index = known.unwrap_or_else(|| {
            self.0.push(condition);
            self.0.len() - 1
        });
        u16::try_from(index + 1).ok().map(Test)
    }

    /// Whether none is kept.
    #[inline]
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// A condition that is kept.
    pub fn condition(&self, test: Test) -> Option<&BoolFn> {
        usize::from(test.0).checked_sub(1).map(|index| &self.0[index])
    }

    /// Whether a condition holds for the registers at hand.
    #[inline]
    pub fn hold(&self, test: Test, ctx: &mut Context<'_>) -> bool {
        test == Test::NONE || self.0[usize::from(test.0) - 1].eval(ctx)
    }
}

/// How the site is reached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// At once.
    Step,
    /// Over another site with something on it.
    Jump { over: u16, hurdle: Classes, test: Test, line: u8, binds: [i16; 2] },
    /// Along a line: what may be passed, whether it may stop so near, which of the lines it is, and how many entries on the next
    /// begins.
    Slide { pass: Classes, lands: bool, line: Line, distance: u8, skip: u8 },
}

/// A line along which a piece slides, by what its moves keep of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Line {
    /// One of the lines of the board: its number, and how far the piece goes.
    Board(u8),
    /// A track: whether what is at the end is among these, so that the effect happens.
    Track(Classes),
}

/// The entries of the sites on all lines from a site, each line up to `max` sites and landing from `min` on.
pub(super) fn slide_entries(
    stops: &[Stop],
    (min, max): (i32, i32),
    leaf: u16,
    mut classes: impl FnMut(usize) -> Option<(Classes, Classes)>,
) -> Option<Vec<Entry>> {
    let kept: Vec<&Stop> = stops.iter().filter(|stop| i32::from(stop.distance) <= max).collect();
    let mut entries = Vec::new();
    for (index, stop) in kept.iter().enumerate() {
        let rest = kept[index + 1..].iter().take_while(|other| other.line == stop.line).count();
        let (accept, pass) = classes(usize::from(stop.site))?;
        let kind = Kind::Slide {
            pass,
            lands: min <= i32::from(stop.distance),
            line: Line::Board(stop.line),
            distance: stop.distance,
            skip: rest as u8,
        };
        entries.push(Entry { leaf, to: stop.site, accept, kind, test: Test::NONE, guard: Test::NONE });
    }
    Some(entries)
}
