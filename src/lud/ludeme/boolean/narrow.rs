//! Conditions asked of many sites at once.
//!
//! Most conditions about a site ask who stands there, what stands there, or whether it lies in a region that is always the
//! same. For a set of sites such questions are answered by a few operations on whole words.

use super::near::asked_around;
use super::surroundings::is_flat;
use super::{BoolFn, Classes, Comparison, is_player};
use crate::lud::board::SiteType;
use crate::lud::ludeme::int::{CountSteps, FAR, IntFn, SizeFn};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use smallvec::SmallVec;

/// So few sites are asked one after the other.
const FEW_SITES: usize = 2;

impl BoolFn {
    /// Whether [`BoolFn::narrow`] needs no look at single sites, or nearly none, for the sites in a register.
    #[must_use]
    pub fn is_setwise(&self, register: Register) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::And(list) | Self::Or(list) => list.iter().all(|item| item.is_setwise(register)),
            Self::Not(inner) => inner.is_setwise(register),
            Self::Class(about, _) | Self::OwnerAt(_, about) if *about == register => true,
            Self::Empty(_, IntFn::Register(about)) | Self::Occupied(_, IntFn::Register(about))
                if *about == register =>
            {
                true
            }
            Self::CountAt(test) if test.register() == register => true,
            Self::PairTable(_) => true,
            Self::SiteTable(table) => table.is_setwise(register) || self.is_apart(register),
            Self::AllEmpty(sets) if sets.0.is_register(register) => true,
            Self::Flat(parts) if parts.0.is_register(register) => true,
            Self::Compare(comparison, parts) => {
                let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                kept(*comparison, &parts.0, &parts.1, register).is_some()
                    || is_equality && held(&parts.0, &parts.1, register).is_some()
                    || is_equality && itself(&parts.0, &parts.1, register).is_some()
                    || Pile::asked(*comparison, &parts.0, &parts.1, register).is_some()
                    || self.is_apart(register)
            }
            Self::In(parts) if parts.0.is_register(register) => parts.1.is_apart(register),
            Self::If(parts) => [&parts.0, &parts.1, &parts.2].into_iter().all(|part| part.is_setwise(register)),
            _ => self.is_apart(register),
        }
    }

    /// The same, or whether it asks no more than what is around each of those sites.
    #[must_use]
    pub fn is_nearly_setwise(&self, register: Register) -> bool {
        match self {
            Self::And(list) => list.iter().all(|item| item.is_nearly_setwise(register)),
            Self::Not(inner) => inner.is_nearly_setwise(register),
            _ => {
                self.is_setwise(register) || asked_around(self).is_some_and(|(around, _)| around.is_narrowing(register))
            }
        }
    }

    /// Whether it asks nothing but who is on the site in a register.
    #[must_use]
    pub fn asks_classes(&self, register: Register) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Class(about, _) => *about == register,
            Self::And(list) | Self::Or(list) => list.iter().all(|item| item.asks_classes(register)),
            Self::Not(inner) => inner.asks_classes(register),
            _ => false,
        }
    }

    /// Whether it asks of the site in a register who is on it and in which regions it is, and nothing about other registers.
    #[must_use]
    pub fn asks_site(&self, register: Register) -> bool {
        match self {
            Self::OwnerAt(_, about) => *about == register,
            Self::In(parts) => parts.0.is_register(register) && parts.1.ignores_registers(),
            Self::And(list) | Self::Or(list) => list.iter().all(|item| item.asks_site(register)),
            Self::Not(inner) => inner.asks_site(register),
            _ => self.asks_classes(register),
        }
    }

    /// Takes those of some sites of the board out that do not meet the condition, each in turn being the one in a register.
    pub fn narrow(&self, register: Register, kind: SiteType, sites: &mut Bits, ctx: &mut Context<'_>) {
        // Rows of bits and planes tell what is on top of stacks, which is what these conditions ask about.
        let own = kind == ctx.rules.layout.default;
        match self {
            Self::Constant(true) => {}
            Self::Constant(false) => *sites = Bits::default(),
            Self::And(list) => {
                // Questions to single sites come last, when few sites are left.
                let mut later = SmallVec::<[&Self; 8]>::new();
                for (at, item) in list.iter().enumerate() {
                    match sites.len() {
                        0 => return,
                        // How to ask many sites at once takes longer to tell than to ask these.
                        1..=FEW_SITES => {
                            let rest = list[at..].iter().chain(later.iter().copied());
                            return narrow_each(rest, register, sites, ctx);
                        }
                        _ => {}
                    }
                    if item.is_setwise(register) {
                        item.narrow(register, kind, sites, ctx);
                    } else {
                        later.push(item);
                    }
                }
                for item in later {
                    if sites.is_empty() {
                        return;
                    }
                    item.narrow(register, kind, sites, ctx);
                }
            }
            Self::Or(list) => {
                let mut found = Bits::default();
                for item in list {
                    let mut left = sites.clone();
                    left.subtract(&found);
                    item.narrow(register, kind, &mut left, ctx);
                    found.union(&left);
                }
                *sites = found;
            }
            Self::Not(inner) => {
                let mut met = sites.clone();
                inner.narrow(register, kind, &mut met, ctx);
                sites.subtract(&met);
            }
            Self::Class(about, classes) if *about == register && own => keep_classes(*classes, sites, ctx),
            Self::Empty(about, IntFn::Register(asked)) if *asked == register && *about == kind => {
                sites.intersect(&ctx.board_row(kind, 0));
            }
            Self::Occupied(about, IntFn::Register(asked)) if *asked == register && *about == kind => {
                sites.subtract(&ctx.board_row(kind, 0));
            }
            Self::OwnerAt(test, about) if *about == register && own => {
                let mut found = Bits::default();
                for owner in 0..=ctx.rules.players as i32 + 1 {
                    if is_player(ctx, *test, owner) {
                        found.union(&ctx.board_row(kind, 1 + owner as usize));
                    }
                }
                // Empty sites belong to nobody.
                if is_player(ctx, *test, 0) {
                    found.union(&ctx.board_row(kind, 0));
                }
                sites.intersect(&found);
            }
            Self::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), parts)
                if let Some(other) = itself(&parts.0, &parts.1, register) =>
            {
                let site = other.eval(ctx);
                if *comparison == Comparison::NotEqual {
                    sites.remove(site);
                } else {
                    let is_in = sites.contains(site);
                    *sites = if is_in { Bits::from_sites([site]) } else { Bits::default() };
                }
            }
            Self::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), parts)
                if own
                    && let Some((plane, about, value)) = held(&parts.0, &parts.1, register)
                    && about == kind =>
            {
                let value = value.eval(ctx);
                let mut found = sites.clone();
                keep_holding(plane, value, kind, &mut found, ctx);
                if *comparison == Comparison::Equal {
                    *sites = found;
                } else {
                    sites.subtract(&found);
                }
            }
            Self::Compare(comparison, parts)
                if own
                    && let Some((plane, about, comparison, other)) =
                        kept(*comparison, &parts.0, &parts.1, register)
                    && about == kind
                    && ctx.rules.layout.planes[plane as usize].is_some() =>
            {
                let value = other.eval(ctx);
                match comparison.span(value) {
                    Some((span, truth)) => ctx.state.keep_within(&ctx.rules.layout, plane, span, truth, sites),
                    None => self.narrow_each(register, sites, ctx),
                }
            }
            Self::Compare(comparison, parts)
                if let Some((pile, about, comparison, other)) =
                    Pile::asked(*comparison, &parts.0, &parts.1, register)
                    && about == kind =>
            {
                let value = other.eval(ctx);
                sites.retain(|site| comparison.holds(pile.number(kind, site, ctx), value));
            }
            Self::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), parts)
                if let Some(steps) = beyond_reach(&parts.0, &parts.1)
                    && !sites.is_empty()
                    && let Some(near) = steps.near(register, kind, ctx) =>
            {
                if *comparison == Comparison::Equal {
                    sites.subtract(&near);
                } else {
                    sites.intersect(&near);
                }
            }
            Self::Compare(..)
                if own
                    && let Some((around, some)) = asked_around(self)
                    && around.is_narrowing(register)
                    && around.can_narrow(ctx) =>
            {
                around.narrow(some, sites, ctx);
            }
            Self::CountAt(test) if test.register() == register && own => test.narrow(sites, ctx),
            Self::SiteTable(table) if table.is_setwise(register) && own => table.narrow(sites, ctx),
            Self::PairTable(table) if !table.is_apart(register) && own => match table.met_by(register, ctx) {
                Some(met) => sites.intersect_words(met.iter().copied()),
                None => self.narrow_each(register, sites, ctx),
            },
            Self::AllEmpty(sets) if sets.0.is_register(register) && own => {
                let empty = ctx.state.row(&ctx.rules.layout, 0);
                let is_free = |set: &Bits| set.words().iter().zip(empty).all(|(set, empty)| set & !empty == 0);
                sites.retain(|site| sets.1.get(site as usize).is_none_or(is_free));
            }
            Self::Flat(parts) if parts.0.is_register(register) && kind == SiteType::Vertex => {
                sites.retain(|site| is_flat(ctx, site, &parts.1));
            }
            Self::Connected(connected) if connected.asks_site(register) => connected.narrow(sites, ctx),
            Self::In(parts) if parts.0.is_register(register) && parts.1.is_apart(register) => {
                sites.intersect(&parts.1.eval(ctx));
            }
            Self::If(parts) if parts.0.is_apart(register) => {
                let branch = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 };
                branch.narrow(register, kind, sites, ctx);
            }
            Self::If(parts) => {
                let mut yes = sites.clone();
                parts.0.narrow(register, kind, &mut yes, ctx);
                sites.subtract(&yes);
                parts.1.narrow(register, kind, &mut yes, ctx);
                parts.2.narrow(register, kind, sites, ctx);
                sites.union(&yes);
            }
            Self::AllMeet(parts) if register == Register::Site && own && !parts.1.asks_single_sites() => {
                parts.1.keep_whole(&parts.0, sites, ctx);
            }
            _ if self.is_apart(register) => {
                if !sites.is_empty() && !self.eval(ctx) {
                    *sites = Bits::default();
                }
            }
            _ => self.narrow_each(register, sites, ctx),
        }
    }

    fn narrow_each(&self, register: Register, sites: &mut Bits, ctx: &mut Context<'_>) {
        narrow_each(std::iter::once(self), register, sites, ctx);
    }
}

/// Takes those of some sites out that do not meet all conditions.
fn narrow_each<'f>(
    conditions: impl Iterator<Item = &'f BoolFn> + Clone,
    register: Register,
    sites: &mut Bits,
    ctx: &mut Context<'_>,
) {
    let before = ctx.get(register);
    sites.retain(|site| {
        ctx.set(register, site);
        conditions.clone().all(|condition| condition.eval(ctx))
    });
    ctx.set(register, before);
}

fn keep_classes(classes: Classes, sites: &mut Bits, ctx: &Context<'_>) {
    let layout = &ctx.rules.layout;
    let rows = [0, 1 + usize::from(ctx.state.mover), 1].map(|row| ctx.state.row(layout, row));
    for (at, word) in sites.words_mut().iter_mut().enumerate() {
        let [empty, own, neutral] = rows.map(|row| row.get(at).copied().unwrap_or(0));
        let mut met = 0;
        for (class, sites) in [(0, empty), (1, own), (2, neutral), (3, !(empty | own | neutral))] {
            if classes.has(class) {
                met |= sites;
            }
        }
        *word &= met;
    }
}

/// Keeps the sites whose owner or component is the one given.
fn keep_holding(plane: Plane, value: i32, kind: SiteType, sites: &mut Bits, ctx: &Context<'_>) {
    let rules = ctx.rules;
    if plane == Plane::Who {
        match value {
            0 => {
                let mut found = ctx.board_row(kind, 0);
                found.union(&ctx.board_row(kind, 1));
                sites.intersect(&found);
            }
            owner if owner > 0 && owner as usize + 1 < rules.layout.rows => {
                sites.intersect(&ctx.board_row(kind, 1 + owner as usize));
            }
            _ => *sites = Bits::default(),
        }
        return;
    }
    sites.intersect(&ctx.sites_holding(kind, value));
}

/// For a comparison of the owner or the component at the site in a register with something that does not depend on the
/// register: which of the two it is, the type of the site, and the other side.
pub(super) fn held<'f>(left: &'f IntFn, right: &'f IntFn, register: Register) -> Option<(Plane, SiteType, &'f IntFn)> {
    let asked = |side: &IntFn| match side {
        IntFn::Who(kind, at) if at.is_register(register) => Some((Plane::Who, *kind)),
        IntFn::Plane(Plane::What, kind, at) if at.is_register(register) => Some((Plane::What, *kind)),
        _ => None,
    };
    let ((plane, kind), _, other) = asked_side(Comparison::Equal, left, right, register, asked)?;
    Some((plane, kind, other))
}

/// For a comparison of a number kept for the site in a register with something that does not depend on the register: the
/// plane of the number, the type of the site, the comparison of the number with the other side, and that.
pub(super) fn kept<'f>(
    comparison: Comparison,
    left: &'f IntFn,
    right: &'f IntFn,
    register: Register,
) -> Option<(Plane, SiteType, Comparison, &'f IntFn)> {
    let asked = |side: &IntFn| match side {
        IntFn::CountAt(kind, at) if at.is_register(register) => Some((Plane::Count, *kind)),
        IntFn::Plane(plane @ (Plane::State | Plane::Value | Plane::Rotation), kind, at) if at.is_register(register) => {
            Some((*plane, *kind))
        }
        _ => None,
    };
    let ((plane, kind), comparison, other) = asked_side(comparison, left, right, register, asked)?;
    Some((plane, kind, comparison, other))
}

/// For a comparison of something that is asked about the site in a register with what does not depend on the register: what is
/// asked, the comparison of it with the other side, and that side.
fn asked_side<'f, T>(
    comparison: Comparison,
    left: &'f IntFn,
    right: &'f IntFn,
    register: Register,
    asked: impl Fn(&IntFn) -> Option<T>,
) -> Option<(T, Comparison, &'f IntFn)> {
    let (asked, comparison, other) = match (asked(left), asked(right)) {
        (Some(asked), None) => (asked, comparison, right),
        (None, Some(asked)) => (asked, comparison.turned(), left),
        _ => return None,
    };
    other.is_apart(register).then_some((asked, comparison, other))
}

/// A number that a stack has and that stands in no row of bits, but is quickly told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pile {
    /// How many pieces are in it.
    Height,
    /// The component at its bottom.
    Bottom,
}

impl Pile {
    /// For a comparison of such a number of the site in a register with something that does not depend on the register: which
    /// number, the type of the site, the comparison of the number with the other side, and that.
    fn asked<'f>(
        comparison: Comparison,
        left: &'f IntFn,
        right: &'f IntFn,
        register: Register,
    ) -> Option<(Self, SiteType, Comparison, &'f IntFn)> {
        let asked = |side: &IntFn| match side {
            IntFn::Size(size) => match &**size {
                SizeFn::Stack(kind, SitesFn::At(at)) if at.is_register(register) => Some((Self::Height, *kind)),
                _ => None,
            },
            IntFn::AtLevel(asked) => match asked.parts() {
                (Plane::What, kind, IntFn::Register(about), IntFn::Constant(0)) if *about == register => {
                    Some((Self::Bottom, kind))
                }
                _ => None,
            },
            _ => None,
        };
        let ((pile, kind), comparison, other) = asked_side(comparison, left, right, register, asked)?;
        Some((pile, kind, comparison, other))
    }

    #[inline]
    fn number(self, kind: SiteType, site: i32, ctx: &Context<'_>) -> i32 {
        match self {
            Self::Height => ctx.height(kind, site),
            Self::Bottom => ctx.plane_at(Plane::What, kind, site, 0),
        }
    }
}

/// The steps of which a comparison asks whether there are infinitely many.
fn beyond_reach<'f>(left: &'f IntFn, right: &'f IntFn) -> Option<&'f CountSteps> {
    let ((IntFn::Constant(FAR), steps) | (steps, IntFn::Constant(FAR))) = (left, right) else { return None };
    let steps = if let IntFn::Recalled(parts) = steps { &parts.0 } else { steps };
    if let IntFn::Steps(steps) = steps { Some(steps) } else { None }
}

/// For a comparison of the site in a register with something that does not depend on the register, that other side.
pub(super) fn itself<'f>(left: &'f IntFn, right: &'f IntFn, register: Register) -> Option<&'f IntFn> {
    let is_site = |side: &IntFn| side.is_register(register);
    let other = if is_site(left) {
        right
    } else if is_site(right) {
        left
    } else {
        return None;
    };
    other.is_apart(register).then_some(other)
}
