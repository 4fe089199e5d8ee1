//! `(move Shoot …)`: a piece placed somewhere along a free line.

use super::add::added;
use super::classes::classes_at;
use super::entry::slide_entries;
use super::lines::Rays;
use super::place::{Start, pieces};
use super::quick::Quick;
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::AbsoluteDirection;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;
use smallvec::SmallVec;

/// A piece placed along a line. Own bind: the component.
#[derive(Debug, Clone, PartialEq)]
pub struct Shoot {
    start: Start,
    what: IntFn,
    directions: DirectionFn,
    /// Where they lead, where that is known beforehand.
    pub(super) rays: Option<Rays>,
    /// What is tried from a site, where the classes of sites decide.
    quick: Option<Quick>,
    condition: BoolFn,
    /// Whether it goes over empty sites only.
    over_empty: bool,
}

impl Shoot {
    /// Compiles `(move Shoot …)` and `(shoot …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let (mut whats, state) = pieces(c, call.get("what"))?;
        if state.is_some() || whats.len() != 1 {
            return Err(c.unsupported(call));
        }
        let start = Start::compile(c, call.get("from"), IntFn::LastTo)?;
        let over_empty = call.get("to").is_empty();
        let condition = match call.get("to").call() {
            None => BoolFn::Empty(c.rules.default_type(), IntFn::Register(Register::To)),
            Some(to) => c.bool(to.get("If"))?,
        };
        let directions = DirectionFn::compile(c, call.get("dirn"), AbsoluteDirection::Adjacent)?;
        let condition = condition.shortened(c);
        let rays = Rays::of(c, start.kind, &directions).filter(|_| start.kind == c.rules.default_type());
        let quick = rays.as_ref().filter(|_| directions.is_fixed()).and_then(|rays| {
            Quick::for_sites(c, c.rules.topology.count(start.kind), |c, site| {
                slide_entries(rays.from(0, site as i32), (1, i32::MAX), 0, |to| {
                    let pass = classes_at(c, &condition, Register::To, site, to)?;
                    Some((Classes::NONE, pass))
                })
            })
        });
        let shoot = Self { rays, quick, start, what: whats.remove(0), directions, condition, over_empty };
        c.with_then(call, |c| c.leaf(call, Leaf::Shoot(Box::new(shoot)), 1))
    }

    /// The component that is placed and the lines from every site, where it comes over empty sites from where the last move
    /// went, and that is all.
    #[must_use]
    pub fn free_lines(&self, rules: &Rules) -> Option<(u16, Vec<Vec<Vec<u16>>>)> {
        let what = u16::try_from(self.what.constant()?).ok()?;
        let starts = self.start.is_free(rules.default_type(), &IntFn::LastTo);
        let plain = starts && self.directions.is_fixed() && self.over_empty;
        let rays = self.rays.as_ref().filter(|_| plain)?;
        Some((what, rays.by_site(rules.topology.count(self.start.kind))))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let Some(from) = self.start.eval(ctx) else { return };
        let what = self.what.eval(ctx);
        if what < 0 {
            return;
        }
        if let Some(quick) = &self.quick
            && let Some(list) = quick.list(0, from as usize)
        {
            if let Sink::List(moves) = sink {
                // All shots bind the same.
                let shot = ctx.bind(id, -1, -1, &[what]);
                quick.each_move(list, from as usize, ctx, |chosen| {
                    let mut made = shot;
                    made.from = chosen.to;
                    made.to = chosen.to;
                    moves.push(made);
                    true
                });
                return;
            }
            if let Sink::Any(any) = sink {
                quick.each_move(list, from as usize, ctx, |_| {
                    **any = true;
                    false
                });
                return;
            }
            let mut found: SmallVec<[i16; 64]> = SmallVec::new();
            quick.each_move(list, from as usize, ctx, |chosen| {
                found.push(chosen.to);
                true
            });
            for site in found {
                ctx.emit(id, site.into(), site.into(), &[what], sink);
                if sink.is_done() {
                    return;
                }
            }
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

    /// The move in one of the slots: one for each site of each line.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let from = self.start.eval(ctx)?;
        let stops = self.rays.as_ref()?.from(ctx.what(self.start.kind, from), from);
        let last = *stops.get(slot as usize)?;
        let what = self.what.eval(ctx);
        if what < 0 {
            return None;
        }
        if let Some(quick) = &self.quick
            && let Some(entries) = quick.from(0, from as usize)
        {
            let site = i32::from(quick.nth_move(entries, slot as usize, from as usize, ctx)?.to);
            return Some(ctx.bind(id, site, site, &[what]));
        }
        let registers = (ctx.get(Register::To), ctx.get(Register::Between));
        let way = &stops[slot as usize + 1 - usize::from(last.distance)..=slot as usize];
        let free = way.iter().all(|stop| {
            ctx.set(Register::To, i32::from(stop.site));
            let free = self.condition.eval(ctx);
            ctx.set(Register::Between, i32::from(stop.site));
            free
        });
        let site = i32::from(last.site);
        let found = free.then(|| ctx.bind(id, site, site, &[what]));
        ctx.set(Register::To, registers.0);
        ctx.set(Register::Between, registers.1);
        found
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        program.push(added(self.start.kind, i32::from(chosen.to), i32::from(chosen.binds[0]), -1));
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}
