//! `(move Add …)`: a piece placed on a site.

use super::{Leaf, MovesFn};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::action::{Action, EffectId};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// Where pieces may be added.
#[derive(Debug, Clone, PartialEq)]
enum Where {
    Site(IntFn),
    Region(RegionFn),
}

/// A piece placed on a site. Own bind: the component.
#[derive(Debug, Clone, PartialEq)]
pub struct Add {
    pub(super) kind: SiteType,
    whats: Vec<IntFn>,
    to: Where,
    condition: Option<BoolFn>,
    count: IntFn,
    state: IntFn,
    effect: Option<EffectId>,
    effect_condition: Option<BoolFn>,
}

impl Add {
    /// Compiles `(move Add …)` and `(add …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let to = call.get("to").call().ok_or_else(|| c.unsupported(call))?;
        if !to.get("level").is_empty() || call.get("stack").bool() == Some(true) {
            return Err(c.unsupported(call));
        }
        let mut whats = Vec::new();
        let mut state = IntFn::Constant(-1);
        match call.get("what") {
            Value::Call(piece) => {
                for slot in ["nameComponent", "nameComponents"] {
                    for name in piece.get(slot).elements().iter().filter_map(Value::text) {
                        let what = c.rules.component(name).ok_or_else(|| c.unsupported(piece))?;
                        whats.push(IntFn::Constant(what as i32));
                    }
                }
                for slot in ["component", "components"] {
                    for value in piece.get(slot).elements() {
                        whats.push(c.int(value)?);
                    }
                }
                state = c.int_or(piece.get("state"), state)?;
            }
            // Without a piece, the mover's own.
            _ => whats.push(IntFn::Mover),
        }
        let kind = c.site_type(to.get("type"));
        let place = if to.get("loc").is_empty() {
            Where::Region(c.region(to.get("region"))?)
        } else {
            Where::Site(c.int(to.get("loc"))?)
        };
        let condition = c.opt_bool(to.get("If"))?;
        let (effect, effect_condition) = c.apply_effect(to.get("effect"))?;
        let count = c.int_or(call.get("count"), IntFn::Constant(1))?;
        let add = Self { kind, whats, to: place, condition, count, state, effect, effect_condition };
        c.with_then(call, |c| c.leaf(call, Leaf::Add(Box::new(add)), 1))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if self.count.eval(ctx) < 1 {
            return;
        }
        let before = ctx.get(Register::To);
        for what in &self.whats {
            let what = what.eval(ctx);
            if what < 0 {
                continue;
            }
            match &self.to {
                Where::Site(site) => {
                    let site = site.eval(ctx);
                    self.offer(id, what, site, ctx, sink);
                }
                Where::Region(region) => {
                    let region = region.eval(ctx);
                    for site in region.iter() {
                        self.offer(id, what, site, ctx, sink);
                    }
                }
            }
        }
        ctx.set(Register::To, before);
    }

    fn offer(&self, id: u16, what: i32, site: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        ctx.set(Register::To, site);
        if self.condition.as_ref().is_none_or(|condition| condition.eval(ctx)) {
            ctx.emit(id, site, site, &[what], sink);
        }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let site = i32::from(chosen.to);
        ctx.set(Register::To, site);
        let state = self.state.eval(ctx);
        let count = self.count.eval(ctx);
        if let Some(effect) = self.effect
            && self.effect_condition.as_ref().is_none_or(|condition| condition.eval(ctx))
        {
            ctx.set(Register::From, site);
            ctx.append_effect(effect, program);
        }
        let what = i32::from(chosen.binds[0]);
        for _ in 0..count {
            program.push(Action::Add { kind: self.kind, site, what, count: 1, state, rotation: -1, value: -1 });
        }
    }
}
