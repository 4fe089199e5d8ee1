//! `(move Shoot …)`: a piece placed somewhere along a free line.

use super::add::added;
use super::place::{Start, pieces};
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::AbsoluteDirection;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// A piece placed along a line. Own bind: the component.
#[derive(Debug, Clone, PartialEq)]
pub struct Shoot {
    start: Start,
    what: IntFn,
    directions: DirectionFn,
    condition: BoolFn,
}

impl Shoot {
    /// Compiles `(move Shoot …)` and `(shoot …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let (mut whats, state) = pieces(c, call.get("what"))?;
        if state.is_some() || whats.len() != 1 {
            return Err(c.unsupported(call));
        }
        let start = Start::compile(c, call.get("from"), IntFn::LastTo)?;
        let condition = match call.get("to").call() {
            None => BoolFn::Empty(c.rules.default_type(), IntFn::Register(Register::To)),
            Some(to) => c.bool(to.get("If"))?,
        };
        let shoot = Self {
            start,
            what: whats.remove(0),
            directions: DirectionFn::compile(c, call.get("dirn"), AbsoluteDirection::Adjacent)?,
            condition,
        };
        c.with_then(call, |c| c.leaf(call, Leaf::Shoot(Box::new(shoot)), 1))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let Some(from) = self.start.eval(ctx) else { return };
        let what = self.what.eval(ctx);
        if what < 0 {
            return;
        }
        let rules = ctx.rules;
        let registers = ctx.registers();
        for &direction in self.directions.eval(ctx, kind, from).iter() {
            for radial in rules.topology.radials(kind, from as usize, direction) {
                ctx.set(Register::Between, registers[Register::Between as usize]);
                for &site in &radial.sites[1..] {
                    ctx.set(Register::To, i32::from(site));
                    if !self.condition.eval(ctx) {
                        break;
                    }
                    ctx.set(Register::Between, i32::from(site));
                    ctx.emit(id, site.into(), site.into(), &[what], sink);
                }
            }
        }
        ctx.restore(registers);
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        program.push(added(self.start.kind, i32::from(chosen.to), i32::from(chosen.binds[0]), -1));
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}
