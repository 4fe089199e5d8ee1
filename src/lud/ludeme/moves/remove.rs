//! `(remove …)`: pieces taken off.

use super::place::{Where, real_type};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// What is on a site taken off.
#[derive(Debug, Clone, PartialEq)]
pub struct Remove {
    kind: SiteType,
    at: Where,
    later: bool,
    count: IntFn,
}

impl Remove {
    /// Compiles `(move Remove …)` and `(remove …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        super::place::refuse_levels(c, call)?;
        let at = if call.get("locationFunction").is_empty() {
            Where::Region(c.region(call.get("regionFunction"))?)
        } else {
            Where::Site(c.int(call.get("locationFunction"))?)
        };
        let remove = Self {
            kind: c.site_type(call.get("type")),
            at,
            later: call.get("at").constant() == Some("EndOfTurn"),
            count: c.int_or(call.get("count"), IntFn::Constant(1))?,
        };
        c.with_then(call, |c| c.leaf(call, Leaf::Remove(Box::new(remove)), 0))
    }

    /// The removal of what stands on the site in a register.
    pub(super) fn at_register(c: &mut Compiler, call: &Call, register: Register) -> Compiled<MovesFn> {
        let remove = Self {
            kind: c.rules.default_type(),
            at: Where::Site(IntFn::Register(register)),
            later: false,
            count: IntFn::Constant(1),
        };
        c.leaf(call, Leaf::Remove(Box::new(remove)), 0)
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        self.at.each(ctx, |ctx, site| {
            if site >= 0 && ctx.what(real_type(ctx.rules, self.kind, site), site) != 0 {
                ctx.emit(id, site, site, &[], sink);
            }
        });
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let site = i32::from(chosen.to);
        let kind = real_type(ctx.rules, self.kind, site);
        let action = if self.later { Action::RemoveLater { kind, site } } else { Action::Remove { kind, site } };
        for _ in 0..self.count.eval(ctx).max(1) {
            program.push(action);
        }
    }

    pub(super) fn sites(&self, rules: &Rules, chosen: LudMove) -> Sites {
        Sites::on(real_type(rules, self.kind, i32::from(chosen.to)))
    }
}
