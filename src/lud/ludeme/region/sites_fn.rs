//! One site or the sites of a region, where a ludeme takes either.

use super::RegionFn;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::Numbers;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::context::Context;
use crate::lud::tree::Value;

/// One site or the sites of a region.
#[derive(Debug, Clone, PartialEq)]
pub enum SitesFn {
    /// One site; none where it is negative.
    At(IntFn),
    /// The sites of a region, ascending.
    In(RegionFn),
}

impl SitesFn {
    /// Compiles a slot with a site and one with a region; `default` where both are empty.
    pub fn compile(c: &mut Compiler, at: &Value, region: &Value, default: Option<IntFn>) -> Compiled<Self> {
        if !region.is_empty() {
            return Ok(Self::In(c.region(region)?));
        }
        match default {
            Some(default) if at.is_empty() => Ok(Self::At(default)),
            _ => Ok(Self::At(c.int(at)?)),
        }
    }

    /// The sites.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Numbers {
        match self {
            Self::At(site) => {
                let site = site.eval(ctx);
                if site >= 0 { smallvec::smallvec![site] } else { Numbers::new() }
            }
            Self::In(region) => region.eval(ctx).iter().collect(),
        }
    }

    /// The same as one site, where it is a region of one.
    #[must_use]
    pub fn or_only(self) -> Self {
        match &self {
            Self::In(RegionFn::List(list)) => list.only().cloned().map_or(self, Self::At),
            _ => self,
        }
    }

    /// Calls `visit` with each of the sites.
    #[inline]
    pub fn each(&self, ctx: &mut Context<'_>, mut visit: impl FnMut(&mut Context<'_>, i32)) {
        match self {
            Self::At(site) => {
                let site = site.eval(ctx);
                if site >= 0 {
                    visit(ctx, site);
                }
            }
            Self::In(region) => region.eval(ctx).iter().for_each(|site| visit(ctx, site)),
        }
    }

    /// How many sites.
    pub fn count(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::At(site) => i32::from(site.eval(ctx) >= 0),
            Self::In(region) => region.count(ctx) as i32,
        }
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        match self {
            Self::At(site) => site.ignores_registers(),
            Self::In(region) => region.ignores_registers(),
        }
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        match self {
            Self::At(site) => site.is_fixed(bound),
            Self::In(region) => region.is_fixed(bound),
        }
    }
}
