//! Conditions about a site asked of all sites of a small board at once: one word holds them, and a few operations on it and
//! on the words of the position answer for all.

use super::carried::Carried;
use super::narrow::{held, itself, kept};
use super::near::Near;
use super::partners::Partners;
use super::{BoolFn, Classes, Comparison, PlayerTest, is_player};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::lanes::Span;
use crate::lud::play::layout::Plane;

/// A condition about the site in a register, on a board of up to 64 sites.
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
    /// The owner or the component at the site is, or (`false`) is not, a certain one.
    Holds(Plane, IntFn, bool),
    /// Something about the owner of what is at the site.
    Owner(PlayerTest),
    /// A number that the site always has compares so with another.
    Numbered(Numbers, Comparison, IntFn),
    /// There is something around the site, or nothing.
    Near(Near),
    /// The sites just below the site are held so.
    Carried(Carried),
    /// The site that is reckoned from the site is empty, or occupied.
    Partners(Partners),
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

    /// The same where single sites have to be asked only if they meet something that is asked of all of them at once.
    #[must_use]
    pub fn guarded(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        Self::compile(c, condition, register).filter(|asked| asked.mask.is_guarded())
    }

    fn compile(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        let fits = c.rules.topology.count(c.rules.default_type()) <= 64;
        fits.then(|| Self { register, condition: condition.clone(), mask: Mask::new(c, condition, register) })
    }

    /// Whether some of it is asked of single sites.
    #[must_use]
    pub fn asks_single_sites(&self) -> bool {
        self.mask.each() > 0
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

    /// Those of some sites of the board that meet the condition, all of them as bits.
    #[inline]
    pub fn of_word(&self, sites: u64, ctx: &mut Context<'_>) -> u64 {
        self.mask.of(sites, self.register, ctx)
    }

    /// Keeps those of some sites of the board for which all sites of a region meet the condition. What the region is may depend
    /// on the site, which then stands in the register that the condition is about.
    pub fn keep_whole(&self, region: &RegionFn, sites: &mut Bits, ctx: &mut Context<'_>) {
        if sites.is_empty() {
            return;
        }
        let own = ctx.rules.layout.own;
        let met = self.mask.of(u64::MAX >> (64 - own), self.register, ctx);
        let before = ctx.get(self.register);
        sites.retain(|site| {
            ctx.set(self.register, site);
            let asked = region.eval(ctx);
            if asked.is_below(own) {
                asked.words().first().is_none_or(|word| word & !met == 0)
            } else {
                super::all::sites(ctx, region, &self.condition)
            }
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
            BoolFn::Empty(kind, IntFn::Register(about)) if *about == register && *kind == own => {
                Self::Class(Classes::EMPTY)
            }
            BoolFn::Occupied(kind, IntFn::Register(about)) if *about == register && *kind == own => {
                Self::Class(Classes::OCCUPIED)
            }
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
            BoolFn::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), parts)
                if let Some((plane, _, other)) =
                    held(&parts.0, &parts.1, register).filter(|(_, kind, _)| *kind == own) =>
            {
                Self::Holds(plane, other.clone(), *comparison == Comparison::Equal)
            }
            BoolFn::Compare(comparison, parts)
                if let Some((numbers, comparison, other)) = numbered(c, *comparison, parts, register) =>
            {
                Self::Numbered(numbers, comparison, other.clone())
            }
            BoolFn::OwnerAt(test, about) if *about == register => Self::Owner(*test),
            BoolFn::In(parts) if parts.0 == IntFn::Register(register) && parts.1.is_apart(register) => {
                Self::In(parts.1.clone())
            }
            _ if let Some(near) = Near::of(c, condition, register) => Self::Near(near),
            _ if let Some(carried) = Carried::of(c, condition, register) => Self::Carried(carried),
            _ if let Some(partners) = Partners::of(c, condition, register) => Self::Partners(partners),
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

    /// Whether single sites are asked only if they meet something that is asked of all at once.
    fn is_guarded(&self) -> bool {
        match self {
            Self::And(list) => list.iter().any(|item| item.is_about_site()) || list.iter().all(Self::is_guarded),
            Self::Or(list) => list.iter().all(Self::is_guarded),
            Self::Not(inner) => inner.is_guarded(),
            Self::If(parts) => parts.1.is_guarded() && parts.2.is_guarded(),
            _ => self.each() == 0,
        }
    }

    /// Whether it is asked of all sites at once and tells them apart.
    fn is_about_site(&self) -> bool {
        self.each() == 0 && !matches!(self, Self::Constant(_) | Self::Apart(_))
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
            Self::Class(classes) => sites & classes.word(ctx),
            Self::Near(near) => near.among(sites, ctx),
            Self::Carried(carried) => carried.among(sites, ctx),
            Self::Partners(partners) => partners.among(sites, register, ctx),
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
            Self::Holds(plane, other, truth) => {
                let value = other.eval(ctx);
                let met = if *plane == Plane::Who { owned(value, sites, ctx) } else { holding(value, sites, ctx) };
                if *truth { met } else { sites & !met }
            }
            Self::Owner(test) => {
                // Empty sites belong to nobody.
                let owners = (0..=ctx.rules.players as i32 + 1).filter(|&owner| is_player(ctx, *test, owner));
                owners.fold(0, |met, owner| met | owned(owner, sites, ctx))
            }
            Self::Numbered(numbers, comparison, other) => {
                let value = other.eval(ctx);
                sites & numbers.that_compare(*comparison, value)
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

/// Those of some sites whose pieces belong to an owner; empty sites belong to nobody.
pub(super) fn owned(owner: i32, sites: u64, ctx: &Context<'_>) -> u64 {
    let layout = &ctx.rules.layout;
    let row = |row: usize| ctx.state.row(layout, row)[0];
    match usize::try_from(owner) {
        Ok(0) => sites & (row(0) | row(1)),
        Ok(owner) if owner + 1 < layout.rows => sites & row(1 + owner),
        _ => 0,
    }
}

/// Those of some sites that hold a component, 0 being none.
pub(super) fn holding(what: i32, sites: u64, ctx: &Context<'_>) -> u64 {
    let held = ctx.sites_holding(ctx.rules.layout.default, what);
    sites & held.words().first().copied().unwrap_or(0)
}

/// A number for each site of a small board.
#[derive(Debug, Clone, PartialEq)]
struct Numbers {
    /// The numbers that there are, in ascending order.
    numbers: Vec<i32>,
    /// The sites whose number is below each of them, and all sites at the end.
    below: Vec<u64>,
}

impl Numbers {
    fn new(of_sites: &[i32]) -> Self {
        let mut numbers = of_sites.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let sites = |holds: &dyn Fn(i32) -> bool| {
            of_sites.iter().enumerate().filter(|(_, number)| holds(**number)).fold(0, |set, (site, _)| set | 1 << site)
        };
        let mut below: Vec<u64> = numbers.iter().map(|&bound| sites(&|number| number < bound)).collect();
        below.push(sites(&|_| true));
        Self { numbers, below }
    }

    /// The sites whose number compares so with another.
    fn that_compare(&self, comparison: Comparison, value: i32) -> u64 {
        let place = self.numbers.partition_point(|&number| number < value);
        let less = self.below[place];
        let up_to = if self.numbers.get(place) == Some(&value) { self.below[place + 1] } else { less };
        let all = self.below[self.numbers.len()];
        match comparison {
            Comparison::Equal => up_to & !less,
            Comparison::NotEqual => all & !(up_to & !less),
            Comparison::Less => less,
            Comparison::LessEqual => up_to,
            Comparison::Greater => all & !up_to,
            Comparison::GreaterEqual => all & !less,
        }
    }
}

/// For a comparison of a number that the site in a register always has with something that does not depend on the register:
/// the numbers of all sites, the comparison of them with the other side, and that.
fn numbered<'f>(
    c: &Compiler,
    comparison: Comparison,
    (left, right): &'f (IntFn, IntFn),
    register: Register,
) -> Option<(Numbers, Comparison, &'f IntFn)> {
    let asked = 1 << register as u16;
    let sides = [(left, right, comparison), (right, left, comparison.turned())];
    let (number, other, comparison) =
        sides.into_iter().find(|(number, other, _)| number.is_fixed(asked) && other.is_apart(register))?;
    let sites = c.rules.topology.count(c.rules.default_type()) as i32;
    let numbers: Vec<i32> =
        c.on_empty_board(|ctx| (0..sites).map(|site| ctx.with_key(register, site, |ctx| number.eval(ctx))).collect());
    Some((Numbers::new(&numbers), comparison, other))
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Numbers};

    #[test]
    fn numbers_of_sites_are_compared_at_once() {
        let of_sites = [3, -1, 7, 3, 0, 12, 7, 7, -1];
        let numbers = Numbers::new(&of_sites);
        let comparisons = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessEqual,
            Comparison::Greater,
            Comparison::GreaterEqual,
        ];
        for comparison in comparisons {
            for value in -3..15 {
                let sites = numbers.that_compare(comparison, value);
                for (site, &number) in of_sites.iter().enumerate() {
                    assert_eq!(
                        sites >> site & 1 == 1,
                        comparison.holds(number, value),
                        "{comparison:?} {value} {site}"
                    );
                }
            }
        }
    }
}
