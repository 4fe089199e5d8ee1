//! Conditions about how many pieces there are, in the form that takes the shortest way to the answer.

use super::{BoolFn, Comparison};
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::int::{CountFn, IntFn, SizeFn, count_at};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::lanes::Span;
use crate::lud::play::layout::Plane;

/// How the number of pieces on the site in a register compares with a number, in games that count pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountTest {
    comparison: Comparison,
    register: Register,
    /// Sites from here on hold nothing that counts.
    end: u32,
    value: i32,
}

impl CountTest {
    /// Evaluates.
    #[inline]
    #[must_use]
    pub fn eval(self, ctx: &Context<'_>) -> bool {
        let site = ctx.get(self.register) as u32;
        let count = if site < self.end { ctx.state.get(&ctx.rules.layout, Plane::Count, site as usize) } else { 0 };
        self.comparison.holds(count, self.value)
    }

    /// Whether it holds of the site in a register exactly where nothing is on it.
    #[must_use]
    pub fn is_none(self, register: Register) -> bool {
        (self.comparison, self.value, self.register) == (Comparison::Equal, 0, register)
    }

    /// How the number of pieces compares, below which site they count, and with what.
    #[must_use]
    pub fn parts(self) -> (Comparison, u32, i32) {
        (self.comparison, self.end, self.value)
    }

    /// The register whose site it asks about.
    #[must_use]
    pub fn register(self) -> Register {
        self.register
    }

    /// The numbers that meet it, or (`false`) do not; nothing where they are too large to be told apart many at a time.
    pub(super) fn span(self) -> Option<(Span, bool)> {
        self.comparison.span(self.value)
    }

    /// Takes those of some sites of the board out of which it does not hold.
    pub fn narrow(self, sites: &mut Bits, ctx: &Context<'_>) {
        let layout = &ctx.rules.layout;
        match self.span() {
            Some((span, truth)) => ctx.state.keep_within(layout, Plane::Count, span, truth, sites),
            None => sites
                .retain(|site| self.comparison.holds(ctx.state.get(layout, Plane::Count, site as usize), self.value)),
        }
    }

    /// Whether it holds of a site exactly where that is occupied.
    #[must_use]
    pub fn is_occupied(self, register: Register) -> bool {
        let asks = matches!(
            (self.comparison, self.value),
            (Comparison::Greater | Comparison::NotEqual, 0) | (Comparison::GreaterEqual, 1)
        );
        asks && self.register == register
    }
}

/// Whether there are at least so many pieces in a region.
#[derive(Debug, Clone, PartialEq)]
pub struct Reaches {
    kind: SiteType,
    region: RegionFn,
    least: i32,
}

impl Reaches {
    /// Where the pieces are.
    #[must_use]
    pub fn region(&self) -> &RegionFn {
        &self.region
    }

    /// The type of the sites.
    #[must_use]
    pub fn kind(&self) -> SiteType {
        self.kind
    }

    /// How many there have to be.
    #[must_use]
    pub fn least(&self) -> i32 {
        self.least
    }

    /// Evaluates: counts until there are enough.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let mut missing = self.least;
        !self.region.each_while(ctx, &mut |ctx, site| {
            missing -= count_at(ctx, self.kind, site);
            missing > 0
        })
    }
}

/// How the number of groups compares with a number: they are counted only until that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupsTest {
    comparison: Comparison,
    groups: IntFn,
    value: IntFn,
}

impl GroupsTest {
    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.groups.is_apart(register) && self.value.is_apart(register)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let value = self.value.eval(ctx);
        let count = match &self.groups {
            IntFn::Count(groups) => groups.groups_until(value, ctx),
            other => other.eval(ctx),
        };
        self.comparison.holds(count, value)
    }
}

impl Comparison {
    /// The numbers that compare so with a number, or (`false`) do not.
    pub(crate) fn span(self, value: i32) -> Option<(Span, bool)> {
        let (low, high) = match self {
            Self::Equal | Self::NotEqual => (value, value),
            Self::Less => (i32::MIN, value.saturating_sub(1)),
            Self::LessEqual => (i32::MIN, value),
            Self::Greater => (value.saturating_add(1), i32::MAX),
            Self::GreaterEqual => (value, i32::MAX),
        };
        Some((Span::new(low, high)?, self != Self::NotEqual))
    }

    /// The comparison that holds when its sides are exchanged.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            same => same,
        }
    }
}

impl BoolFn {
    /// A comparison, as a test of an amount where it is one.
    pub(super) fn compared(c: &Compiler, comparison: Comparison, left: IntFn, right: IntFn) -> Self {
        let counts_groups =
            |side: &IntFn| matches!(side, IntFn::Count(count) if matches!(**count, CountFn::Groups(..)));
        let is_turned =
            left.constant().is_some() && right.constant().is_none() || !counts_groups(&left) && counts_groups(&right);
        let (comparison, left, right) =
            if is_turned { (comparison.turned(), right, left) } else { (comparison, left, right) };
        if counts_groups(&left) {
            return Self::Groups(Box::new(GroupsTest { comparison, groups: left, value: right }));
        }
        let Some(value) = right.constant() else {
            let parts = match in_common(&left, &right).or_else(|| in_common(&right, &left)) {
                Some(common) if matches!(comparison, Comparison::Equal | Comparison::NotEqual) => {
                    (common, IntFn::Constant(0))
                }
                _ => (left, right),
            };
            return Self::Compare(comparison, Box::new(parts));
        };
        match left {
            // Nothing is left of a list without another: a number that is left tells that soon.
            IntFn::Size(size)
                if value == 0
                    && matches!(comparison, Comparison::Equal | Comparison::NotEqual)
                    && matches!(*size, SizeFn::Array(ArrayFn::Difference(_))) =>
            {
                let SizeFn::Array(ArrayFn::Difference(lists)) = *size else { unreachable!("matched above") };
                let within = Self::WithinArray(lists);
                if comparison == Comparison::Equal { within } else { Self::Not(Box::new(within)) }
            }
            IntFn::CountAt(kind, at) => match *at {
                IntFn::Register(register) if counts(c, kind) => {
                    let layout = &c.rules.layout;
                    let end = if kind == SiteType::Cell { layout.containers_end } else { c.rules.topology.count(kind) };
                    Self::CountAt(CountTest { comparison, register, end: end as u32, value })
                }
                at => Self::Compare(comparison, Box::new((IntFn::CountAt(kind, Box::new(at)), right))),
            },
            IntFn::Count(function) => match *function {
                CountFn::On(kind, SitesFn::In(region)) => match (comparison, value) {
                    (Comparison::Greater, 0..) => Self::reaches(kind, region, value + 1, true),
                    (Comparison::GreaterEqual, 1..) => Self::reaches(kind, region, value, true),
                    (Comparison::NotEqual, 0) => Self::reaches(kind, region, 1, true),
                    (Comparison::Less, 1..) => Self::reaches(kind, region, value, false),
                    (Comparison::LessEqual, 0..) => Self::reaches(kind, region, value + 1, false),
                    (Comparison::Equal, 0) => Self::reaches(kind, region, 1, false),
                    _ => {
                        let count = IntFn::Count(Box::new(CountFn::On(kind, SitesFn::In(region))));
                        Self::Compare(comparison, Box::new((count, right)))
                    }
                },
                // One empty site is enough, so that not all are looked for.
                CountFn::Liberties(links, IntFn::Register(at), None) if links.can_fill() && value == 0 => {
                    let liberty = Self::Liberty(Box::new((links, at)));
                    match comparison {
                        Comparison::Greater | Comparison::NotEqual => liberty,
                        Comparison::Equal | Comparison::LessEqual => Self::Not(Box::new(liberty)),
                        // Their number is never negative.
                        Comparison::GreaterEqual => Self::Constant(true),
                        Comparison::Less => Self::Constant(false),
                    }
                }
                function => Self::Compare(comparison, Box::new((IntFn::Count(Box::new(function)), right))),
            },
            left => Self::Compare(comparison, Box::new((left, right))),
        }
    }

    /// The site that a register has to hold, where that is all that the condition asks and no register tells which it is.
    #[must_use]
    pub fn site_asked_for(&self, register: Register) -> Option<&IntFn> {
        let Self::Compare(Comparison::Equal, parts) = self else { return None };
        match (&parts.0, &parts.1) {
            (IntFn::Register(held), site) | (site, IntFn::Register(held))
                if *held == register && site.ignores_registers() =>
            {
                Some(site)
            }
            _ => None,
        }
    }

    fn reaches(kind: SiteType, region: RegionFn, least: i32, truth: bool) -> Self {
        let reaches = Self::Reaches(Box::new(Reaches { kind, region, least }));
        if truth { reaches } else { Self::Not(Box::new(reaches)) }
    }
}

/// Whether the number of pieces on a site of a type stands in the state as such.
fn counts(c: &Compiler, kind: SiteType) -> bool {
    let layout = &c.rules.layout;
    !c.rules.features.stacking
        && kind == layout.default
        && layout.planes[Plane::Count as usize].is_some()
        && layout.counts[kind as usize] == layout.board
}

/// How many sites a region and another have in common, where numbers of sites are those of the region and of the region without
/// the other: they are the same where that is 0.
fn in_common(all: &IntFn, rest: &IntFn) -> Option<IntFn> {
    let region = |number: &IntFn| match number {
        IntFn::Count(count) => match &**count {
            CountFn::Sites(SitesFn::In(region)) => Some(region.clone()),
            _ => None,
        },
        _ => None,
    };
    let (all, RegionFn::Difference(parts)) = (region(all)?, region(rest)?) else { return None };
    let common = |parts: (RegionFn, RegionFn)| RegionFn::Intersection(vec![parts.0, parts.1]);
    (parts.0 == all).then(|| IntFn::Count(Box::new(CountFn::Sites(SitesFn::In(common(*parts))))))
}
