//! `(is Line …)`: pieces in a row.

use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::direction::absolute_named;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};

/// A test for a line through a site.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    kind: SiteType,
    length: IntFn,
    direction: AbsoluteDirection,
    through: IntFn,
    who: Option<IntFn>,
    what: Vec<IntFn>,
    exact: BoolFn,
    condition: BoolFn,
}

impl Line {
    /// Compiles `(is Line …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        for slot in ["throughAny", "contiguous", "byLevel", "top", "throughHowMuch", "isVisible", "useOpposites"] {
            if !call.get(slot).is_empty() {
                return Err(c.unsupported(call));
            }
        }
        let mut what = Vec::new();
        for slot in ["what", "whats"] {
            for value in call.get(slot).elements() {
                what.push(c.int(value)?);
            }
        }
        Ok(Self {
            kind: c.site_type(call.get("type")),
            length: c.int(call.get("length"))?,
            direction: call.get("dirn").constant().and_then(absolute_named).unwrap_or(AbsoluteDirection::Adjacent),
            through: c.int_or(call.get("through"), IntFn::LastTo)?,
            who: match call.get("who") {
                Value::Empty => None,
                role => Some(c.int(role)?),
            },
            what,
            exact: c.opt_bool(call.get("exact"))?.unwrap_or(BoolFn::Constant(false)),
            condition: c.opt_bool(call.get("If"))?.unwrap_or(BoolFn::Constant(true)),
        })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let pivot = self.through.eval(ctx);
        if pivot < 0 || pivot as usize >= ctx.rules.topology.count(self.kind) {
            return false;
        }
        let before = ctx.set(Register::To, pivot);
        let found = self.through_pivot(ctx, pivot);
        ctx.set(Register::To, before);
        found
    }

    fn counts(&self, ctx: &mut Context<'_>, whats: &[i32], site: i32) -> bool {
        ctx.set(Register::To, site);
        whats.contains(&ctx.what(self.kind, site)) && self.condition.eval(ctx)
    }

    fn through_pivot(&self, ctx: &mut Context<'_>, pivot: i32) -> bool {
        if !self.condition.eval(ctx) {
            return false;
        }
        let here = ctx.what(self.kind, pivot);
        let mut whats: smallvec::SmallVec<[i32; 8]> = smallvec::SmallVec::new();
        if !self.what.is_empty() {
            whats.extend(self.what.iter().map(|what| what.eval(ctx)));
        } else if let Some(who) = &self.who {
            let who = who.eval(ctx);
            whats.extend(
                (1..ctx.rules.components.len() as i32)
                    .filter(|&what| i32::from(ctx.rules.owners[what as usize]) == who),
            );
        } else {
            whats.push(here);
        }
        if !whats.contains(&here) {
            return false;
        }
        let length = self.length.eval(ctx);
        let exact = self.exact.eval(ctx);
        let radials = ctx.rules.topology.radials(self.kind, pivot as usize, self.direction);
        for &index in ctx.rules.topology.distinct(self.kind, pivot as usize, self.direction) {
            let radial = &radials[index as usize];
            let mut count = 1;
            for &site in &radial.sites[1..] {
                if !self.counts(ctx, &whats, i32::from(site)) {
                    break;
                }
                count += 1;
                if !exact && count == length {
                    return true;
                }
            }
            let forward = count;
            if radial.opposites.is_empty() {
                if count == length {
                    return true;
                }
                continue;
            }
            for opposite in &radial.opposites {
                count = forward;
                for &site in &opposite[1..] {
                    if !self.counts(ctx, &whats, i32::from(site)) {
                        break;
                    }
                    count += 1;
                    if !exact && count == length {
                        return true;
                    }
                }
                if count == length {
                    return true;
                }
            }
        }
        false
    }
}
