//! Conditions that ask whether certain sites are empty, where one site decides which: for each of them they are a set of sites.

use super::{BoolFn, Classes};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;

/// The registers whose sites may decide.
const KEYS: [Register; 4] = [Register::From, Register::To, Register::Site, Register::Between];

impl BoolFn {
    /// A choice between such conditions, and all of several of them, by sets of sites.
    #[must_use]
    pub(super) fn emptied(self, c: &Compiler) -> Self {
        let is_set = |item: &Self| matches!(item, Self::AllEmpty(sets) if matches!(sets.0, IntFn::Register(_)));
        let is_worthwhile = match &self {
            Self::If(_) => true,
            Self::And(list) => list.iter().all(is_set),
            _ => false,
        };
        if !is_worthwhile || c.rules.puzzle.is_some() || self.is_fixed(0) {
            return self;
        }
        match KEYS.into_iter().find_map(|key| Some((key, sets_asked(c, &self, key)?))) {
            Some((key, sets)) => Self::AllEmpty(Box::new((IntFn::Register(key), sets))),
            None => self,
        }
    }
}

/// The sites that have to be empty by the site in a register, where some of them ask for any.
fn sets_asked(c: &Compiler, condition: &BoolFn, key: Register) -> Option<Vec<Bits>> {
    // Where there is no site, it has to hold.
    for site in [-1, -2] {
        if !asked(c, condition, key, site)?.is_empty() {
            return None;
        }
    }
    let sets: Vec<Bits> =
        (0..c.rules.layout.highest()).map(|site| asked(c, condition, key, site)).collect::<Option<_>>()?;
    sets.iter().any(|set| !set.is_empty()).then_some(sets)
}

/// The sites of the board that have to be empty for a condition to hold with a site in a register, where it asks for nothing else.
fn asked(c: &Compiler, condition: &BoolFn, key: Register, site: i32) -> Option<Bits> {
    let bound = 1 << key as u16;
    let kind = c.rules.default_type();
    let on_board =
        |site: i32| (0..c.rules.topology.count(kind) as i32).contains(&site).then(|| Bits::from_sites([site]));
    let holds = |condition: &BoolFn| c.on_empty_board(|ctx| ctx.with_key(key, site, |ctx| condition.eval(ctx)));
    match condition {
        BoolFn::And(list) => list.iter().try_fold(Bits::default(), |mut all, item| {
            all.union(&asked(c, item, key, site)?);
            Some(all)
        }),
        BoolFn::If(parts) if parts.0.is_fixed(bound) => {
            asked(c, if holds(&parts.0) { &parts.1 } else { &parts.2 }, key, site)
        }
        BoolFn::AllEmpty(sets) if sets.0.is_register(key) => {
            Some(usize::try_from(site).ok().and_then(|site| sets.1.get(site)).cloned().unwrap_or_default())
        }
        BoolFn::Empty(about, at) if *about == kind && at.is_fixed(bound) => {
            on_board(c.on_empty_board(|ctx| ctx.with_key(key, site, |ctx| at.eval(ctx))))
        }
        BoolFn::Class(about, Classes::EMPTY) if *about == key => on_board(site),
        condition if condition.is_fixed(bound) && holds(condition) => Some(Bits::default()),
        _ => None,
    }
}
