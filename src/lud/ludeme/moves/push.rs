//! Effects that shift whole lines of pieces: `push` and `attract`.

use super::add::added;
use super::place::Start;
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::{AbsoluteDirection, Radial};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;
use smallvec::SmallVec;

/// A line of pieces shifted. Own bind: the component put on a site, 0 where what is on it is taken off.
#[derive(Debug, Clone, PartialEq)]
pub struct Shift {
    start: Start,
    directions: DirectionFn,
    /// Whether pieces come nearer rather than being pushed on by one.
    attracts: bool,
}

impl Shift {
    /// Compiles `(push …)` and `(attract …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let attracts = call.name() == "Attract";
        let slot = if attracts { "dirn" } else { "directions" };
        let shift = Self {
            start: Start::compile(c, call.get("from"), IntFn::LastTo)?,
            directions: DirectionFn::compile(c, call.get(slot), AbsoluteDirection::Adjacent)?,
            attracts,
        };
        c.with_then(call, |c| c.leaf(call, Leaf::Shift(Box::new(shift)), 1))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let Some(from) = self.start.eval(ctx) else { return };
        let (rules, kind) = (ctx.rules, self.start.kind);
        let directions = self.directions.eval(ctx, kind, from);
        let counted = if self.attracts { directions.len() } else { directions.len().min(1) };
        for &direction in &directions[..counted] {
            for radial in rules.topology.radials(kind, from as usize, direction) {
                if self.attracts {
                    self.attract(id, radial, ctx, sink);
                } else {
                    self.push(id, radial, ctx, sink);
                }
            }
        }
    }

    fn push(&self, id: u16, radial: &Radial, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let from = i32::from(radial.sites[0]);
        let mut carried = ctx.what(self.start.kind, from);
        ctx.emit(id, from, from, &[0], sink);
        for &site in &radial.sites[1..] {
            let site = i32::from(site);
            let what = ctx.what(self.start.kind, site);
            if what != 0 {
                ctx.emit(id, site, site, &[0], sink);
            }
            ctx.emit(id, site, site, &[carried], sink);
            if what == 0 {
                break;
            }
            carried = what;
        }
    }

    fn attract(&self, id: u16, radial: &Radial, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let mut pieces: SmallVec<[i32; 16]> = SmallVec::new();
        for &site in &radial.sites[1..] {
            let site = i32::from(site);
            let what = ctx.what(self.start.kind, site);
            if what != 0 {
                pieces.push(what);
                ctx.emit(id, site, site, &[0], sink);
            }
        }
        for (&what, &site) in pieces.iter().zip(&radial.sites[1..]) {
            ctx.emit(id, site.into(), site.into(), &[what], sink);
        }
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (kind, site) = (self.start.kind, i32::from(chosen.to));
        program.push(match chosen.binds[0] {
            0 => Action::Remove { kind, site },
            what => added(kind, site, i32::from(what), -1),
        });
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}
