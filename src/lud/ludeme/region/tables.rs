//! Regions worked out when a game is compiled: those that never change, and those that depend on one site and nothing else.

use super::RegionFn;
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// On boards of up to so many sites, regions that depend on one of them are worked out beforehand.
pub(super) const MOST_TABLED: usize = 400;

/// Numbers below this one choose among regions.
const MOST_CHOICES: usize = 64;

impl RegionFn {
    /// One of two; a number that is compared with one after the other chooses among all.
    pub(super) fn either(condition: BoolFn, yes: Self, no: Self) -> Self {
        let key = match &condition {
            BoolFn::Compare(Comparison::Equal, parts) => match &**parts {
                (IntFn::Constant(value), number @ IntFn::Board(_))
                | (number @ IntFn::Board(_), IntFn::Constant(value)) => {
                    usize::try_from(*value).ok().filter(|&value| value < MOST_CHOICES).map(|value| (value, number))
                }
                _ => None,
            },
            _ => None,
        };
        if let (Some((value, number)), Self::Fixed(sites)) = (key, &yes) {
            let mut sets = match &no {
                Self::Fixed(none) if none.is_empty() => Vec::new(),
                Self::Choice(known, sets) if **known == *number => sets.clone(),
                _ => return Self::If(Box::new((condition, yes, no))),
            };
            sets.resize(sets.len().max(value + 1), Bits::default());
            sets[value] = sites.clone();
            return Self::Choice(Box::new(number.clone()), sets);
        }
        Self::If(Box::new((condition, yes, no)))
    }

    /// Works it out now, where it never changes.
    pub(super) fn folded(self, c: &Compiler) -> Self {
        let is_fixed = match &self {
            Self::Fixed(_) => return self,
            Self::Equipment(regions) => {
                regions.iter().all(|&region| c.rules.regions[region].sites.iter().all(|sites| sites.is_fixed(0)))
            }
            other => other.is_fixed(0),
        };
        if is_fixed {
            return Self::Fixed(c.on_empty_board(|ctx| self.eval(ctx).into_owned()));
        }
        self.tabled(c)
    }

    /// Works it out for every site now, where it depends on one site and nothing else.
    fn tabled(self, c: &Compiler) -> Self {
        let table = |at: &IntFn, kind: SiteType, from: &dyn Fn(i32, &mut Context<'_>) -> Bits| {
            let sites = c.rules.topology.count(kind) as i32;
            let table = c.on_empty_board(|ctx| (0..sites).map(|site| from(site, ctx)).collect());
            Self::Choice(Box::new(at.clone()), table)
        };
        match &self {
            Self::Along(along) if let Some((at, kind)) = along.depends_on() => {
                table(at, kind, &|site, ctx| along.from_site(site).eval(ctx))
            }
            Self::Incident(incident) if let Some((at, kind)) = incident.depends_on() => {
                table(at, kind, &|site, ctx| incident.of_site(site).eval(ctx))
            }
            _ => self.split().by_register(c).within(c).by_mover(c),
        }
    }

    /// With what a filter asks of the board and the piece at hand before what it asks of the position.
    fn split(self) -> Self {
        let known = 1 << Register::Site as u16 | 1 << Register::From as u16;
        let Self::Filter(parts) = &self else { return self };
        let (region, BoolFn::And(list)) = &**parts else { return self };
        let (first, then): (Vec<_>, Vec<_>) = list.iter().cloned().partition(|item| item.is_fixed(known));
        if !region.is_fixed(0) || first.is_empty() || then.is_empty() {
            return self;
        }
        let near = Self::Filter(Box::new((region.clone(), BoolFn::And(first))));
        Self::Filter(Box::new((near, BoolFn::And(then))))
    }

    /// Works it out for every value of a register now, where it depends on that and nothing else.
    fn by_register(self, c: &Compiler) -> Self {
        let values = c.rules.topology.count(c.rules.default_type());
        if values > MOST_TABLED {
            return self;
        }
        match self {
            Self::Filter(parts) if !parts.0.is_fixed(0) => {
                let (region, condition) = *parts;
                Self::Filter(Box::new((region.by_register(c), condition))).by_one(values, c)
            }
            other => other.by_one(values, c),
        }
    }

    fn by_one(self, values: usize, c: &Compiler) -> Self {
        let is_simple = match &self {
            Self::Fixed(_) | Self::ByRegister(..) => true,
            // What chooses may take longer to know than the site that it depends on.
            Self::Choice(index, _) => !matches!(**index, IntFn::Board(_)) || self.is_fixed(1 << Register::Last as u16),
            // Games that count pieces look into lists themselves.
            Self::List(array) => array.only().is_some() || c.rules.features.counts || c.rules.features.stacking,
            _ => false,
        };
        if is_simple || self.is_fixed(0) {
            return self;
        }
        match self.register() {
            Some(register) => self.by_values(register, values, c),
            None => self.by_last(c).by_pair(c),
        }
    }

    /// The register that it depends on and on nothing else.
    fn register(&self) -> Option<Register> {
        let registers = [Register::From, Register::To, Register::Site];
        registers.into_iter().find(|&register| self.is_fixed(1 << register as u16))
    }

    /// With the lists among which it is what they have in common with something else worked out for every value of a register now,
    /// where they depend on that and nothing else: to count that goes by whole words then.
    #[must_use]
    pub fn with_tabled_lists(self, c: &Compiler) -> Self {
        let values = c.rules.topology.count(c.rules.default_type());
        let Self::Intersection(list) = self else { return self };
        let tabled = |item: Self| match item.register() {
            Some(register) if matches!(item, Self::List(_)) && values <= MOST_TABLED && !item.is_fixed(0) => {
                item.by_values(register, values, c)
            }
            _ => item,
        };
        Self::Intersection(list.into_iter().map(tabled).collect())
    }

    fn by_values(self, register: Register, values: usize, c: &Compiler) -> Self {
        let sets = c.on_empty_board(|ctx| {
            let each = |value| {
                ctx.set(register, value);
                self.eval(ctx).into_owned()
            };
            (0..values as i32).map(each).collect()
        });
        Self::ByRegister(register, sets, Box::new(self))
    }

    /// Works it out for every site to which the last move may have gone, where it depends on that and nothing else.
    fn by_last(self, c: &Compiler) -> Self {
        let after =
            |site: i32, ctx: &mut Context<'_>| ctx.with_key(Register::Last, site, |ctx| self.eval(ctx).into_owned());
        // What is around a site is looked up anyway.
        let is_known = !matches!(self, Self::Around(_))
            && self.is_fixed(1 << Register::Last as u16)
            && c.on_empty_board(|ctx| after(-1, ctx).is_empty() && after(-2, ctx).is_empty());
        if !is_known {
            return self;
        }
        let sites = c.rules.layout.highest();
        Self::Choice(Box::new(IntFn::LastTo), c.on_empty_board(|ctx| (0..sites).map(|site| after(site, ctx)).collect()))
    }
}
