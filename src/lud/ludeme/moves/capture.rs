//! Captures along lines: `custodial`, `intervene`, `surround`, `directional`.

use super::MovesFn;
use super::place::{FAR, Start, range_or};
use crate::lud::board::{AbsoluteDirection, Radial, SiteType};
use crate::lud::compile::{Compiled, Compiler, Link};
use crate::lud::ludeme::boolean::{BoolFn, Classes, PlayerTest};
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;

/// An effect on pieces that stand in line with a site.
#[derive(Debug, Clone, PartialEq)]
pub struct Capture {
    start: Start,
    manner: Manner,
    target: BoolFn,
    effect: MovesFn,
}

/// How pieces are captured.
#[derive(Debug, Clone, PartialEq)]
enum Manner {
    /// Between the site and a friend.
    Custodial { direction: AbsoluteDirection, span: RangeFn, friend: BoolFn },
    /// On both sides of the site.
    Intervene { direction: AbsoluteDirection, span: RangeFn },
    /// Surrounded by friends, up to some exceptions, with a certain piece among them.
    Surround { direction: AbsoluteDirection, friend: BoolFn, except: IntFn, with: Option<IntFn> },
    /// All in some directions.
    Directional(DirectionFn),
}

/// Pieces that are held between others.
#[derive(Debug, Clone, Copy)]
pub struct Held<'c> {
    /// The directions of the lines.
    pub direction: AbsoluteDirection,
    /// Whether it is about single pieces.
    pub is_single: bool,
    /// What is captured, by the site in the register `between`.
    pub target: &'c BoolFn,
    /// What holds it, by the site in the register `to`.
    pub friend: &'c BoolFn,
    /// What becomes of it.
    pub effect: &'c MovesFn,
}

impl Capture {
    /// Compiles `(custodial …)`, `(intervene …)`, `(surround …)` and `(directional …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let empty = Value::Empty;
        let (between, to) = (call.get("between").call(), call.get("to").call());
        let in_between = |slot| between.map_or(&empty, |between| between.get(slot));
        let at_end = |slot| to.map_or(&empty, |to| to.get(slot));
        let surrounds = call.name() == "Surround";
        let default = if surrounds { IntFn::Register(Register::From) } else { IntFn::LastTo };
        let start = Start::compile(c, call.get("from"), default)?;
        let absolute = |slot: &str| call.get(slot).constant().and_then(AbsoluteDirection::from_name);
        let adjacent = AbsoluteDirection::Adjacent;
        let manner = match call.name() {
            "Custodial" => Manner::Custodial {
                direction: absolute("dirnChoice").unwrap_or(adjacent),
                span: range_or(c, in_between("range"), 0, FAR)?,
                friend: c.bool(at_end("If"))?,
            },
            "Intervene" => Manner::Intervene {
                direction: absolute("dirnChoice").unwrap_or(adjacent),
                span: range_or(c, in_between("range"), 1, 1)?,
            },
            "Surround" => Manner::Surround {
                direction: absolute("relation").unwrap_or(adjacent),
                friend: c.bool(at_end("If"))?,
                except: c.int_or(call.get("except"), IntFn::Constant(0))?,
                with: match call.get("with") {
                    Value::Empty => None,
                    with => super::place::pieces(c, with)?.0.into_iter().next(),
                },
            },
            _ => {
                if call.get("directions").is_empty() {
                    return Err(c.unsupported(call));
                }
                Manner::Directional(DirectionFn::compile(c, call.get("directions"), adjacent)?)
            }
        };
        let ahead = matches!(manner, Manner::Intervene { .. } | Manner::Directional(_));
        let (condition, effect) =
            if ahead { (at_end("If"), at_end("effect")) } else { (in_between("If"), in_between("effect")) };
        let target = c.bool(condition)?;
        let inner = |c: &mut Compiler| {
            let register = if ahead { Register::To } else { Register::Between };
            c.inside(Link::Captures(register), |c| captured(c, call, effect, register))
        };
        // Ludii attaches no consequences to the other two.
        let effect = if matches!(manner, Manner::Custodial { .. } | Manner::Intervene { .. }) {
            c.with_then(call, inner)?
        } else {
            inner(c)?
        };
        Ok(MovesFn::Capture(Box::new(Self { start, manner, target, effect })))
    }

    /// Directions and effect, where it is about rows of pieces whose state is that of an enemy, between the site gone through
    /// and a piece whose state is the mover's.
    #[must_use]
    pub fn of_enemy_states(&self, kind: SiteType) -> Option<(AbsoluteDirection, &MovesFn)> {
        let Manner::Custodial { direction, span, friend } = &self.manner else { return None };
        let plain = self.start.is_free(kind, &IntFn::Register(Register::Site))
            && span.min.constant() == Some(0)
            && span.max.constant() == Some(FAR)
            && *friend == BoolFn::PlayerAt(PlayerTest::Friend, Plane::State, Register::To)
            && self.target == BoolFn::PlayerAt(PlayerTest::Enemy, Plane::State, Register::Between);
        plain.then_some((*direction, &self.effect))
    }

    /// Where it is about rows of pieces, of any length or of one, between where the last move went and some site.
    #[must_use]
    pub fn of_rows(&self, kind: SiteType) -> Option<Held<'_>> {
        let Manner::Custodial { direction, span, friend } = &self.manner else { return None };
        let plain = self.start.is_free(kind, &IntFn::LastTo) && span.min.constant().is_some_and(|min| min <= 1);
        let longest = span.max.constant().filter(|&max| plain && (max == 1 || max == FAR))?;
        Some(Held { is_single: longest == 1, ..self.held(*direction, friend) })
    }

    /// Where it is about pieces next to where the last move went that are surrounded.
    #[must_use]
    pub fn of_surrounded(&self, kind: SiteType) -> Option<Held<'_>> {
        let Manner::Surround { direction, friend, except, with: None } = &self.manner else { return None };
        let plain = self.start.is_free(kind, &IntFn::LastTo) && except.constant() == Some(0);
        plain.then(|| self.held(*direction, friend))
    }

    fn held<'c>(&'c self, direction: AbsoluteDirection, friend: &'c BoolFn) -> Held<'c> {
        Held { direction, is_single: true, target: &self.target, friend, effect: &self.effect }
    }

    /// Directions and effect, where it is about single pieces of others on both sides of where the last move went.
    #[must_use]
    pub fn of_enemies_around(&self, kind: SiteType) -> Option<(AbsoluteDirection, &MovesFn)> {
        let Manner::Intervene { direction, span } = &self.manner else { return None };
        let plain = self.start.is_free(kind, &IntFn::LastTo)
            && span.min.constant() == Some(1)
            && span.max.constant() == Some(1)
            && self.target == BoolFn::Class(Register::To, Classes::OTHERS);
        plain.then_some((*direction, &self.effect))
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let Some(from) = self.start.eval(ctx) else { return };
        let registers = ctx.registers();
        let (rules, kind) = (ctx.rules, self.start.kind);
        match &self.manner {
            Manner::Custodial { direction, span, friend } => {
                let (min, max) = (span.min.eval(ctx), span.max.eval(ctx));
                for radial in rules.topology.radials(kind, from as usize, *direction) {
                    self.custodial(radial, min, max, friend, ctx, sink);
                    if sink.is_done() {
                        break;
                    }
                }
            }
            Manner::Intervene { direction, span } => {
                let (min, max) = (span.min.eval(ctx), span.max.eval(ctx));
                let radials = rules.topology.radials(kind, from as usize, *direction);
                for &index in rules.topology.distinct(kind, from as usize, *direction) {
                    self.intervene(&radials[index as usize], min, max, ctx, sink);
                }
            }
            Manner::Surround { direction, friend, except, with } => {
                let except = except.eval(ctx);
                let with = with.as_ref().map(|with| with.eval(ctx));
                for radial in rules.topology.radials(kind, from as usize, *direction) {
                    if radial.sites.len() > 1
                        && self.is_surrounded(radial.sites[1], from, *direction, friend, except, with, ctx)
                    {
                        ctx.set(Register::Between, i32::from(radial.sites[1]));
                        self.effect.generate(ctx, sink);
                    }
                }
            }
            Manner::Directional(directions) => {
                for &direction in directions.eval(ctx, kind, from).iter() {
                    for radial in rules.topology.radials(kind, from as usize, direction) {
                        for &site in &radial.sites[1..] {
                            if !self.is_target(Register::To, site, ctx) {
                                break;
                            }
                            ctx.set(Register::From, -1);
                            self.effect.generate(ctx, sink);
                            ctx.set(Register::From, registers[Register::From as usize]);
                        }
                    }
                }
            }
        }
        ctx.restore(registers);
    }

    fn is_target(&self, register: Register, site: u16, ctx: &mut Context<'_>) -> bool {
        ctx.set(register, i32::from(site));
        self.target.eval(ctx)
    }

    fn custodial(
        &self,
        radial: &Radial,
        min: i32,
        max: i32,
        friend: &BoolFn,
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        if (max == 1 && min >= 2) || (max != 1 && (max < 1 || min > max)) {
            return;
        }
        let mut end = 1;
        while end < radial.sites.len() && end as i32 <= max && self.is_target(Register::Between, radial.sites[end], ctx)
        {
            end += 1;
        }
        if end == 1 || (max > 1 && min >= end as i32) || (max == 1 && end >= radial.sites.len()) {
            return;
        }
        let friend_at = radial.sites.get(end).map_or(-1, |&site| i32::from(site));
        ctx.set(Register::To, friend_at);
        if friend.eval(ctx) {
            for &site in &radial.sites[1..end] {
                ctx.set(Register::Between, i32::from(site));
                self.effect.generate(ctx, sink);
                if sink.is_done() {
                    return;
                }
            }
        }
    }

    /// The targets along a line.
    fn targets(&self, line: &[u16], max: i32, ctx: &mut Context<'_>) -> SmallVec<[u16; 8]> {
        let mut found = SmallVec::new();
        for &site in line[1..].iter().take(max.max(0) as usize) {
            if !self.is_target(Register::To, site, ctx) {
                break;
            }
            found.push(site);
        }
        found
    }

    fn intervene(&self, radial: &Radial, min: i32, max: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let fits = |count: usize| count as i32 >= min && count as i32 <= max;
        let ahead = self.targets(&radial.sites, max, ctx);
        if !fits(ahead.len()) {
            return;
        }
        let mut found = false;
        let mut behind: SmallVec<[u16; 8]> = SmallVec::new();
        for opposite in &radial.opposites {
            // Where several lines lead back, longer captures count the sites of all of them.
            if max == 1 && min == 1 {
                behind.clear();
            }
            behind.extend(self.targets(opposite, max, ctx));
            if !fits(behind.len()) {
                continue;
            }
            found = true;
            for &site in &behind {
                ctx.set(Register::To, i32::from(site));
                self.effect.generate(ctx, sink);
            }
        }
        if found {
            for &site in &ahead {
                ctx.set(Register::To, i32::from(site));
                self.effect.generate(ctx, sink);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one rule")]
    fn is_surrounded(
        &self,
        site: u16,
        from: i32,
        direction: AbsoluteDirection,
        friend: &BoolFn,
        except: i32,
        with: Option<i32>,
        ctx: &mut Context<'_>,
    ) -> bool {
        if !self.is_target(Register::Between, site, ctx) {
            return false;
        }
        let (rules, kind) = (ctx.rules, self.start.kind);
        let (mut exceptions, mut has_piece) = (0, false);
        for radial in rules.topology.radials(kind, site as usize, direction) {
            let Some(&next) = radial.sites.get(1) else { continue };
            let next = i32::from(next);
            ctx.set(Register::To, next);
            if next != from && !friend.eval(ctx) {
                exceptions += 1;
            }
            has_piece |= with.is_none_or(|with| with == ctx.what(kind, next));
            if exceptions > except {
                return false;
            }
        }
        has_piece
    }
}

/// The effect on captured pieces: what the `apply` says, or their removal.
pub(super) fn captured(c: &mut Compiler, call: &Call, effect: &Value, register: Register) -> Compiled<MovesFn> {
    match effect.call() {
        Some(apply) => applied(c, apply),
        None => super::Remove::at_register(c, call, register),
    }
}

/// Compiles `(apply …)` as moves: its effect, where its condition holds.
pub(super) fn applied(c: &mut Compiler, apply: &Call) -> Compiled<MovesFn> {
    let moves = c.moves(apply.get("effect"))?;
    match c.opt_bool(apply.get("If"))? {
        None => Ok(moves),
        Some(condition) => Ok(MovesFn::If(Box::new((condition, moves, MovesFn::Or(Vec::new()))))),
    }
}
