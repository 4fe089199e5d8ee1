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
        self.each_change(ctx, |ctx, site, what| ctx.emit(id, site, site, &[what], sink));
    }

    /// Appends the actions of all of its moves.
    pub fn append(&self, ctx: &mut Context<'_>, program: &mut Vec<Action>) {
        self.each_change(ctx, |_, site, what| program.push(self.action(site, what)));
    }

    /// Visits the sites that change one after the other, each with the component put there, or 0 where one is taken off.
    fn each_change(&self, ctx: &mut Context<'_>, mut visit: impl FnMut(&mut Context<'_>, i32, i32)) {
        let Some(from) = self.start.eval(ctx) else { return };
        let (rules, kind) = (ctx.rules, self.start.kind);
        let directions = self.directions.eval(ctx, kind, from);
        let counted = if self.attracts { directions.len() } else { directions.len().min(1) };
        for &direction in &directions[..counted] {
            for radial in rules.topology.radials(kind, from as usize, direction) {
                if self.attracts {
                    self.attract(radial, ctx, &mut visit);
                } else {
                    self.push(radial, ctx, &mut visit);
                }
            }
        }
    }

    fn push(&self, radial: &Radial, ctx: &mut Context<'_>, visit: &mut impl FnMut(&mut Context<'_>, i32, i32)) {
        let from = i32::from(radial.sites[0]);
        let mut carried = ctx.what(self.start.kind, from);
        visit(ctx, from, 0);
        for &site in &radial.sites[1..] {
            let site = i32::from(site);
            let what = ctx.what(self.start.kind, site);
            if what != 0 {
                visit(ctx, site, 0);
            }
            visit(ctx, site, carried);
            if what == 0 {
                break;
            }
            carried = what;
        }
    }

    fn attract(&self, radial: &Radial, ctx: &mut Context<'_>, visit: &mut impl FnMut(&mut Context<'_>, i32, i32)) {
        let mut pieces: SmallVec<[i32; 16]> = SmallVec::new();
        for &site in &radial.sites[1..] {
            let site = i32::from(site);
            let what = ctx.what(self.start.kind, site);
            if what != 0 {
                pieces.push(what);
                visit(ctx, site, 0);
            }
        }
        for (&what, &site) in pieces.iter().zip(&radial.sites[1..]) {
            visit(ctx, site.into(), what);
        }
    }

    fn action(&self, site: i32, what: i32) -> Action {
        let kind = self.start.kind;
        if what == 0 { Action::Remove { kind, site } } else { added(kind, site, what, -1) }
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        program.push(self.action(i32::from(chosen.to), i32::from(chosen.binds[0])));
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}
