//! Effects on what stands on one site: local state, value, count, rotation, `flip`, `swap Pieces`.

use super::add::added;
use super::place::real_type;
use super::step::moved;
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::{RelationType, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::{Action, EffectId, Programs};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// A change of what stands on a site. Own bind: the new rotation, for rotations.
#[derive(Debug, Clone, PartialEq)]
pub struct SetSite {
    kind: SiteType,
    site: IntFn,
    what: What,
    /// Level of the piece whose state or value changes, where it is not the top.
    level: Option<IntFn>,
}

/// What changes.
#[derive(Debug, Clone, PartialEq)]
enum What {
    State(IntFn),
    Value(IntFn),
    Count(IntFn),
    Flip,
    /// Rotations to choose from, and whether the rotations before and after the present one are offered too.
    Rotation(Vec<IntFn>, BoolFn, BoolFn),
    /// Exchanged with what stands on another site.
    Swap(IntFn),
}

impl SetSite {
    /// Whether it flips the piece on a certain site of a type.
    #[must_use]
    pub fn is_flip(&self, kind: SiteType, site: &IntFn) -> bool {
        self.kind == kind && self.site == *site && self.what == What::Flip && self.level.is_none()
    }

    /// Whether it gives the piece on a site the mover as its state.
    #[must_use]
    pub fn is_state_of_mover(&self, kind: SiteType, site: &IntFn) -> bool {
        let is_set = self.what == What::State(IntFn::Mover) && self.level.is_none();
        self.kind == kind && self.site == *site && is_set
    }

    /// The site, of a type or of a hand, and the number of pieces that it sets, where it does.
    #[must_use]
    pub fn count(&self, kind: SiteType) -> Option<(&IntFn, &IntFn)> {
        match &self.what {
            What::Count(count) if self.kind == kind => Some((&self.site, count)),
            _ => None,
        }
    }

    /// The site, of a type or of a hand, and the local state that it sets, where it does.
    #[must_use]
    pub fn state(&self, kind: SiteType) -> Option<(&IntFn, &IntFn)> {
        match &self.what {
            What::State(state) if self.kind == kind && self.level.is_none() => Some((&self.site, state)),
            _ => None,
        }
    }

    /// The site, of a type or of a hand, the local state that it sets, and the level where it is not the top, where it does.
    #[must_use]
    pub fn state_at_level(&self, kind: SiteType) -> Option<(&IntFn, &IntFn, Option<&IntFn>)> {
        match &self.what {
            What::State(state) if self.kind == kind => Some((&self.site, state, self.level.as_ref())),
            _ => None,
        }
    }

    /// The site, of a type or of a hand, the value that it sets, and the level where it is not the top, where it does.
    #[must_use]
    pub fn value_at_level(&self, kind: SiteType) -> Option<(&IntFn, &IntFn, Option<&IntFn>)> {
        match &self.what {
            What::Value(value) if self.kind == kind => Some((&self.site, value, self.level.as_ref())),
            _ => None,
        }
    }

    /// The two sites whose pieces change places, where that is what it does.
    #[must_use]
    pub fn swapped(&self, kind: SiteType) -> Option<(&IntFn, &IntFn)> {
        match &self.what {
            What::Swap(other) if self.kind == kind => Some((&self.site, other)),
            _ => None,
        }
    }

    /// Whether it only changes the local state or the value of a piece.
    pub(super) fn keeps_piece(&self) -> bool {
        matches!(self.what, What::State(_) | What::Value(_))
    }

    /// Compiles a call, where it is such an effect.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Option<MovesFn>> {
        let to = IntFn::Register(Register::To);
        let set = match (call.name(), call.keyword()) {
            ("Set", Some(what @ ("State" | "Value" | "Count"))) if !call.get("at").is_empty() => {
                let level = c.opt_int(call.get("level"))?;
                if what == "Count" && (level.is_some() || c.rules.features.stacking) {
                    return Err(c.unsupported(call));
                }
                let value = c.int(call.get("value"))?;
                let what = match what {
                    "State" => What::State(value),
                    "Value" => What::Value(value),
                    _ => What::Count(value),
                };
                Self { kind: c.site_type(call.get("type")), site: c.int(call.get("at"))?, what, level }
            }
            ("Flip", _) => Self {
                kind: c.site_type(call.get("type")),
                site: c.int_or(call.get("loc"), to)?,
                what: What::Flip,
                level: None,
            },
            ("Set" | "Move", Some("Rotation" | "Set")) if call.slots.iter().any(|slot| slot.name == "previous") => {
                let mut rotations = Vec::new();
                for slot in ["directions", "direction"] {
                    for value in call.get(slot).elements() {
                        rotations.push(c.int(value)?);
                    }
                }
                let [previous, next] = ["previous", "next"].map(|slot| c.opt_bool(call.get(slot)));
                let yes = BoolFn::Constant(true);
                let (previous, next) = (previous?.unwrap_or(yes.clone()), next?.unwrap_or(yes));
                let empty = Value::Empty;
                let target = call.get("to").call();
                let site = target.map_or(&empty, |target| target.get("loc"));
                Self {
                    kind: c.site_type(target.map_or(&empty, |target| target.get("type"))),
                    site: c.int_or(site, IntFn::Register(Register::From))?,
                    what: What::Rotation(rotations, previous, next),
                    level: None,
                }
            }
            ("Swap" | "Move", Some("Pieces" | "Swap")) if call.slots.iter().any(|slot| slot.name == "locA") => Self {
                kind: SiteType::Cell,
                site: c.int_or(call.get("locA"), IntFn::LastFrom)?,
                what: What::Swap(c.int_or(call.get("locB"), IntFn::LastTo)?),
                level: None,
            },
            _ => return Ok(None),
        };
        let own = usize::from(matches!(set.what, What::Rotation(..)));
        c.with_then(call, |c| c.leaf(call, Leaf::SetSite(Box::new(set)), own)).map(Some)
    }

    /// The most moves that it makes.
    pub(super) fn most_slots(&self) -> u32 {
        match &self.what {
            What::Rotation(rotations, previous, next) => {
                let may = |turn: &BoolFn| u32::from(*turn != BoolFn::Constant(false));
                rotations.len() as u32 + may(previous) + may(next)
            }
            _ => 1,
        }
    }

    /// The action of the only move, if there is one; nothing where it may make several moves or one of several actions.
    pub fn action(&self, ctx: &mut Context<'_>) -> Option<Option<Action>> {
        if matches!(self.what, What::Rotation(..) | What::Swap(_)) {
            return None;
        }
        let site = self.site.eval(ctx);
        let kind = real_type(ctx.rules, self.kind, site);
        Some(match &self.what {
            What::State(value) => {
                let value = value.eval(ctx);
                (value >= 0 && site >= 0).then(|| self.leveled(Plane::State, (kind, site), value, ctx))
            }
            What::Value(value) => {
                let value = value.eval(ctx);
                (value >= 0).then(|| self.leveled(Plane::Value, (kind, site), value, ctx))
            }
            What::Count(count) => {
                let count = count.eval(ctx);
                Some(Action::SetCount { kind, site, what: ctx.what(kind, site), count })
            }
            What::Flip => {
                let what = ctx.what(kind, site);
                let flips = if site >= 0 && what != 0 { ctx.rules.components[what as usize].flips } else { None };
                flips.map(|_| turned(kind, site, flips, ctx))
            }
            What::Rotation(..) | What::Swap(_) => None,
        })
    }

    /// Whether it sets the same number on each site that is gone through, whatever there is.
    #[must_use]
    pub fn sets_same(&self) -> bool {
        let (What::State(value) | What::Value(value)) = &self.what else { return false };
        let is_gone_through = matches!(self.site, IntFn::Register(Register::Site | Register::To));
        is_gone_through && self.level.is_none() && matches!(value, IntFn::Constant(0..) | IntFn::Mover)
    }

    /// Appends what it does on each of some sites, where it [sets the same](Self::sets_same) on all, each with what follows.
    pub fn append_to_all(&self, sites: &Bits, thens: &[EffectId], ctx: &mut Context<'_>, programs: &mut Programs) {
        let (plane, value) = match &self.what {
            What::State(value) => (Plane::State, value.eval(ctx)),
            What::Value(value) => (Plane::Value, value.eval(ctx)),
            _ => return,
        };
        for site in sites {
            let kind = real_type(ctx.rules, self.kind, site);
            programs.actions.push(self.leveled(plane, (kind, site), value, ctx));
            programs.actions.extend(thens.iter().map(|&then| Action::Consequence(then)));
            programs.finish_move();
        }
    }

    /// Sets a number of a piece, on its level.
    fn leveled(&self, plane: Plane, (kind, site): (SiteType, i32), value: i32, ctx: &mut Context<'_>) -> Action {
        let level = self.level.as_ref().map_or(-1, |level| level.eval(ctx));
        Action::SetPlaneLevel { plane, kind, site, level, value }
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let site = self.site.eval(ctx);
        match &self.what {
            What::State(value) => {
                if value.eval(ctx) >= 0 && site >= 0 {
                    ctx.emit(id, site, site, &[], sink);
                }
            }
            What::Value(value) => {
                if value.eval(ctx) >= 0 {
                    ctx.emit(id, site, site, &[], sink);
                }
            }
            What::Count(_) => ctx.emit(id, site, site, &[], sink),
            What::Flip => {
                let what = ctx.what(real_type(ctx.rules, self.kind, site), site);
                if site >= 0 && what != 0 && ctx.rules.components[what as usize].flips.is_some() {
                    ctx.emit(id, site, site, &[], sink);
                }
            }
            What::Rotation(rotations, previous, next) => {
                if site < 0 {
                    return;
                }
                for rotation in rotations {
                    let rotation = rotation.eval(ctx);
                    ctx.emit(id, site, site, &[rotation], sink);
                }
                let current = ctx.plane(Plane::Rotation, self.kind, site);
                let topology = &ctx.rules.topology;
                let supported = |kind| topology.supported(kind, RelationType::All).len() as i32;
                let last = supported(SiteType::Cell).max(supported(SiteType::Vertex)) - 1;
                if previous.eval(ctx) {
                    ctx.emit(id, site, site, &[if current > 0 { current - 1 } else { last }], sink);
                }
                if next.eval(ctx) {
                    ctx.emit(id, site, site, &[if current < last { current + 1 } else { 0 }], sink);
                }
            }
            What::Swap(other) => {
                let other = other.eval(ctx);
                ctx.emit(id, site, other, &[], sink);
            }
        }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let site = i32::from(chosen.from);
        let kind = real_type(ctx.rules, self.kind, site);
        match &self.what {
            What::State(value) => {
                let value = value.eval(ctx);
                program.push(self.leveled(Plane::State, (kind, site), value, ctx));
            }
            What::Value(value) => {
                let value = value.eval(ctx);
                program.push(self.leveled(Plane::Value, (kind, site), value, ctx));
            }
            What::Count(count) => {
                let count = count.eval(ctx);
                program.push(Action::SetCount { kind, site, what: ctx.what(kind, site), count });
            }
            What::Flip => {
                let what = ctx.what(kind, site);
                program.push(turned(kind, site, ctx.rules.components[what as usize].flips, ctx));
            }
            What::Rotation(..) => {
                let value = i32::from(chosen.binds[0]);
                program.push(Action::SetPlane { plane: Plane::Rotation, kind: self.kind, site, value });
            }
            What::Swap(_) => {
                let other = i32::from(chosen.to);
                let what = ctx.what(self.kind, other);
                program.push(moved(self.kind, site, other));
                program.push(added(ctx.rules.default_type(), site, what, -1));
            }
        }
    }

    pub(super) fn sites(&self, rules: &Rules, chosen: LudMove) -> Sites {
        Sites::on(real_type(rules, self.kind, i32::from(chosen.from)))
    }
}

/// Turns a piece over.
fn turned(kind: SiteType, site: i32, flips: Option<(i32, i32)>, ctx: &Context<'_>) -> Action {
    let state = ctx.plane(Plane::State, kind, site);
    let value = match flips {
        Some((one, other)) if state == one => other,
        Some((one, other)) if state == other => one,
        _ => state,
    };
    Action::SetPlane { plane: Plane::State, kind, site, value }
}
