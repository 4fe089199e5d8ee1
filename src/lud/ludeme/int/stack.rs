//! `(count Stack …)`: how many pieces of stacks meet a condition.

use super::IntFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::tree::Call;

/// Components that a set of them has room for.
const MOST_KINDS: usize = u64::BITS as usize;

/// Pieces of stacks that are counted.
#[derive(Debug, Clone, PartialEq)]
pub struct CountStack {
    kind: SiteType,
    /// Where the stacks are.
    sites: SitesFn,
    /// Whether levels are met from the bottom up.
    from_bottom: bool,
    /// Which levels count.
    condition: Option<BoolFn>,
    /// When to stop.
    stop: Option<BoolFn>,
    /// Which components count, where the condition asks for nothing else and nothing stops it.
    kinds: Option<Kinds>,
}

/// Components that a condition about the piece at a level accepts: asked once for all levels.
#[derive(Debug, Clone, PartialEq)]
enum Kinds {
    All,
    Only(IntFn),
    Not(Box<Kinds>),
    Some(Vec<Kinds>),
    Every(Vec<Kinds>),
}

impl Kinds {
    /// Those of a condition that asks for the component at `(level)` of `(to)` and for nothing else about them.
    fn of(condition: &BoolFn, kind: SiteType) -> Option<Self> {
        let list = |conditions: &[BoolFn]| -> Option<Vec<Self>> {
            conditions.iter().map(|item| Self::of(item, kind)).collect()
        };
        Some(match condition {
            BoolFn::Compare(Comparison::Equal, sides) => Self::Only(compared(sides, kind)?.clone()),
            BoolFn::Compare(Comparison::NotEqual, sides) => {
                Self::Not(Box::new(Self::Only(compared(sides, kind)?.clone())))
            }
            BoolFn::Not(inner) => Self::Not(Box::new(Self::of(inner, kind)?)),
            BoolFn::Or(conditions) => Self::Some(list(conditions)?),
            BoolFn::And(conditions) => Self::Every(list(conditions)?),
            _ => return None,
        })
    }

    /// A bit for each component.
    fn eval(&self, ctx: &mut Context<'_>) -> u64 {
        match self {
            Self::All => u64::MAX,
            Self::Only(what) => u32::try_from(what.eval(ctx)).map_or(0, |what| 1u64.checked_shl(what).unwrap_or(0)),
            Self::Not(kinds) => !kinds.eval(ctx),
            Self::Some(list) => list.iter().fold(0, |all, kinds| all | kinds.eval(ctx)),
            Self::Every(list) => list.iter().fold(u64::MAX, |all, kinds| all & kinds.eval(ctx)),
        }
    }
}

/// The number that the component at `(level)` of `(to)` is compared with, where it is the same for all levels and sites.
fn compared(sides: &(IntFn, IntFn), kind: SiteType) -> Option<&IntFn> {
    let is_level = |number: &IntFn| {
        matches!(number, IntFn::AtLevel(at) if matches!(at.parts(),
            (Plane::What, asked, IntFn::Register(Register::To), IntFn::Register(Register::Level)) if asked == kind))
    };
    let other = match sides {
        (level, other) | (other, level) if is_level(level) => other,
        _ => return None,
    };
    (other.is_apart(Register::To) && other.is_apart(Register::Level)).then_some(other)
}

impl CountStack {
    /// Compiles `(count Stack …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let kind = c.site_type(call.get("type"));
        let sites = SitesFn::compile(c, call.get("at"), call.get("to"), None)?;
        let condition = c.opt_bool(call.get("If"))?;
        let stop = c.opt_bool(call.get("stop"))?;
        let can_tell = stop.is_none() && c.rules.features.stacking && c.rules.components.len() <= MOST_KINDS;
        let kinds = match &condition {
            _ if !can_tell => None,
            None => Some(Kinds::All),
            Some(condition) => Kinds::of(condition, kind),
        };
        let from_bottom = call.get("stackDirection").constant() != Some("FromTop");
        Ok(Self { kind, sites, from_bottom, condition, stop, kinds })
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        let is_own = matches!(register, Register::To | Register::Level);
        let asks = |condition: &BoolFn| is_own || condition.is_apart(register);
        self.sites.is_apart(register) && self.condition.as_ref().is_none_or(asks) && self.stop.as_ref().is_none_or(asks)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let Some(kinds) = &self.kinds else { return self.count_levels(ctx) };
        match &self.sites {
            SitesFn::At(site) => {
                let site = site.eval(ctx);
                if ctx.height(self.kind, site) == 0 {
                    return 0;
                }
                let kinds = kinds.eval(ctx);
                self.held(kinds, site, ctx)
            }
            SitesFn::In(region) => {
                let kinds = kinds.eval(ctx);
                let mut count = 0;
                region.each_while(ctx, &mut |ctx, site| {
                    count += self.held(kinds, site, ctx);
                    true
                });
                count
            }
        }
    }

    /// How many pieces on a site are of some components.
    fn held(&self, kinds: u64, site: i32, ctx: &Context<'_>) -> i32 {
        let levels = ctx.stacks().levels(ctx.flat(self.kind, site));
        levels.iter().filter(|level| kinds >> level.what & 1 == 1).count() as i32
    }

    /// Asks each level whether it counts.
    fn count_levels(&self, ctx: &mut Context<'_>) -> i32 {
        let before = (ctx.get(Register::To), ctx.get(Register::Level));
        let mut count = 0;
        for site in self.sites.eval(ctx) {
            let height = ctx.height(self.kind, site);
            for step in 0..height {
                let level = if self.from_bottom { step } else { height - 1 - step };
                ctx.set(Register::To, site);
                ctx.set(Register::Level, level);
                if self.stop.as_ref().is_some_and(|stop| stop.eval(ctx)) {
                    break;
                }
                count += i32::from(self.condition.as_ref().is_none_or(|condition| condition.eval(ctx)));
            }
        }
        ctx.set(Register::To, before.0);
        ctx.set(Register::Level, before.1);
        count
    }
}
