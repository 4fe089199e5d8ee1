//! Conditions about a site asked of all sites of a small board at once: one word holds them, and a few operations on it and
//! on the words of the position answer for all.

use super::narrow::{held, itself, kept};
use super::{BoolFn, Classes, Comparison};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::lanes::Span;
use crate::lud::play::layout::Plane;

/// A condition about the site in a register, on a board of up to 64 sites without stacks.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    register: Register,
    condition: BoolFn,
    mask: Mask,
}

/// How the sites that meet a condition are found.
#[derive(Debug, Clone, PartialEq)]
enum Mask {
    Constant(bool),
    And(Vec<Mask>),
    Or(Vec<Mask>),
    Not(Box<Mask>),
    /// One of two, by a condition that is the same for all sites.
    If(Box<(BoolFn, Mask, Mask)>),
    Class(Classes),
    /// A number kept for the site is, or (`false`) is not, in a span.
    Within(Plane, Span, bool),
    /// A number kept for the site compares so with another.
    Compared(Plane, Comparison, IntFn),
    /// The site is, or (`false`) is not, a certain one.
    Is(IntFn, bool),
    In(RegionFn),
    /// The same for all sites.
    Apart(BoolFn),
    /// Asked of sets of any size.
    Narrow(BoolFn),
    /// Asked of each site.
    Each(BoolFn),
}

impl Asked {
    /// A condition about the site in a register, where the sites of the board that meet it are found at once.
    #[must_use]
    pub fn new(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        Self::compile(c, condition, register).filter(|asked| asked.mask.each() == 0)
    }

    /// The same where single sites have to be asked only if a condition that is the same for all of them says so.
    #[must_use]
    pub fn mostly(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        Self::compile(c, condition, register).filter(|asked| asked.mask.each() <= 1)
    }

    fn compile(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        let fits = c.rules.topology.count(c.rules.default_type()) <= 64 && !c.rules.features.stacking;
        fits.then(|| Self { register, condition: condition.clone(), mask: Mask::new(c, condition, register) })
    }

    /// The condition.
    #[must_use]
    pub fn condition(&self) -> &BoolFn {
        &self.condition
    }

    /// Keeps those of some sites that meet the condition.
    pub fn keep(&self, sites: &mut Bits, ctx: &mut Context<'_>) {
        if sites.is_below(ctx.rules.layout.own) {
            if let Some(&word) = sites.words().first() {
                sites.words_mut()[0] = self.mask.of(word, self.register, ctx);
            }
            return;
        }
        let before = ctx.get(self.register);
        sites.retain(|site| {
            ctx.set(self.register, site);
            self.condition.eval(ctx)
        });
        ctx.set(self.register, before);
    }

    /// Whether all of some sites meet the condition; nothing where some are not on the board.
    pub fn all(&self, sites: &Bits, ctx: &mut Context<'_>) -> Option<bool> {
        if !sites.is_below(ctx.rules.layout.own) {
            return None;
        }
        let word = sites.words().first().copied().unwrap_or(0);
        Some(self.mask.of(word, self.register, ctx) == word)
    }
}

impl Mask {
    fn new(c: &Compiler, condition: &BoolFn, register: Register) -> Self {
        let layout = &c.rules.layout;
        let own = layout.default;
        let is_kept = |plane: Plane| layout.planes[plane as usize].is_some();
        let list = |list: &[BoolFn]| list.iter().map(|item| Self::new(c, item, register)).collect();
        match condition {
            BoolFn::Constant(truth) => Self::Constant(*truth),
            condition if condition.is_apart(register) => Self::Apart(condition.clone()),
            BoolFn::And(items) => {
                let mut items: Vec<Self> = list(items);
                // Questions to single sites come last, when few sites are left.
                items.sort_by_key(Self::each);
                Self::And(items)
            }
            BoolFn::Or(items) => {
                let mut items: Vec<Self> = list(items);
                items.sort_by_key(Self::each);
                Self::Or(items)
            }
            BoolFn::Not(inner) => Self::Not(Box::new(Self::new(c, inner, register))),
            BoolFn::If(parts) if parts.0.is_apart(register) => {
                let (yes, no) = (Self::new(c, &parts.1, register), Self::new(c, &parts.2, register));
                Self::If(Box::new((parts.0.clone(), yes, no)))
            }
            BoolFn::Class(about, classes) if *about == register => Self::Class(*classes),
            BoolFn::CountAt(test)
                if test.register() == register
                    && let Some((span, truth)) = test.span() =>
            {
                Self::Within(Plane::Count, span, truth)
            }
            BoolFn::Compare(comparison, parts)
                if let Some((plane, kind, comparison, other)) = kept(*comparison, &parts.0, &parts.1, register)
                    && kind == own
                    && is_kept(plane) =>
            {
                match other.constant().and_then(|value| comparison.span(value)) {
                    Some((span, truth)) => Self::Within(plane, span, truth),
                    None => Self::Compared(plane, comparison, other.clone()),
                }
            }
            BoolFn::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), parts)
                if let Some(other) = itself(&parts.0, &parts.1, register) =>
            {
                Self::Is(other.clone(), *comparison == Comparison::Equal)
            }
            BoolFn::Compare(Comparison::Equal | Comparison::NotEqual, parts)
                if held(&parts.0, &parts.1, register).is_some_and(|(_, kind, _)| kind == own) =>
            {
                Self::Narrow(condition.clone())
            }
            BoolFn::OwnerAt(_, about) if *about == register => Self::Narrow(condition.clone()),
            BoolFn::In(parts) if parts.0 == IntFn::Register(register) && parts.1.is_apart(register) => {
                Self::In(parts.1.clone())
            }
            _ => Self::Each(condition.clone()),
        }
    }

    /// How often single sites are asked: never (0), only where a condition about none of them says so (1), always (2).
    fn each(&self) -> u8 {
        match self {
            Self::And(list) | Self::Or(list) => list.iter().map(Self::each).max().unwrap_or(0),
            Self::Not(inner) => inner.each(),
            Self::If(parts) => parts.1.each().max(parts.2.each()).min(1),
            Self::Each(_) => 2,
            _ => 0,
        }
    }

    /// Those of some sites that meet the condition.
    fn of(&self, sites: u64, register: Register, ctx: &mut Context<'_>) -> u64 {
        if sites == 0 {
            return 0;
        }
        match self {
            Self::Constant(truth) => all_or_none(sites, *truth),
            Self::And(list) => list.iter().fold(sites, |left, item| item.of(left, register, ctx)),
            Self::Or(list) => list.iter().fold(0, |met, item| met | item.of(sites & !met, register, ctx)),
            Self::Not(inner) => sites & !inner.of(sites, register, ctx),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.of(sites, register, ctx)
                } else {
                    parts.2.of(sites, register, ctx)
                }
            }
            Self::Class(classes) => {
                let layout = &ctx.rules.layout;
                let row = |row: usize| ctx.state.row(layout, row)[0];
                let (empty, own, neutral) = (row(0), row(1 + usize::from(ctx.state.mover)), row(1));
                let met = |class: u8, met: u64| if classes.has(class) { met } else { 0 };
                sites & (met(0, empty) | met(1, own) | met(2, neutral) | met(3, !(empty | own | neutral)))
            }
            Self::Within(plane, span, truth) => {
                let met = ctx.state.within(&ctx.rules.layout, *plane, *span, sites);
                if *truth { met } else { sites & !met }
            }
            Self::Compared(plane, comparison, other) => {
                let value = other.eval(ctx);
                match comparison.span(value) {
                    Some((span, truth)) => {
                        let met = ctx.state.within(&ctx.rules.layout, *plane, span, sites);
                        if truth { met } else { sites & !met }
                    }
                    None => {
                        let layout = &ctx.rules.layout;
                        let holds = |site: u32| comparison.holds(ctx.state.get(layout, *plane, site as usize), value);
                        (0..64)
                            .filter(|&site| sites >> site & 1 == 1 && holds(site))
                            .fold(0, |met, site| met | 1 << site)
                    }
                }
            }
            Self::Is(other, truth) => {
                let site = other.eval(ctx);
                let met = if (0..64).contains(&site) { sites & 1 << site } else { 0 };
                if *truth { met } else { sites & !met }
            }
            Self::In(region) => sites & region.low_word(ctx),
            Self::Apart(condition) => all_or_none(sites, condition.eval(ctx)),
            Self::Narrow(condition) => {
                let mut set = Bits::from_words(&[sites]);
                condition.narrow(register, ctx.rules.layout.default, &mut set, ctx);
                set.words().first().copied().unwrap_or(0)
            }
            Self::Each(condition) => {
                let before = ctx.get(register);
                let (mut left, mut met) = (sites, 0);
                while left != 0 {
                    let site = left.trailing_zeros();
                    left &= left - 1;
                    ctx.set(register, site as i32);
                    met |= u64::from(condition.eval(ctx)) << site;
                }
                ctx.set(register, before);
                met
            }
        }
    }
}

fn all_or_none(sites: u64, all: bool) -> u64 {
    if all { sites } else { 0 }
}
