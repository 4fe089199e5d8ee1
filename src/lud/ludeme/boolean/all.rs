//! `(all …)`: everything meets a condition.

use super::{BoolFn, Comparison};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;
use smallvec::SmallVec;

impl BoolFn {
    /// Compiles `(all …)`.
    pub(super) fn all(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        Ok(match call.get("allType").constant() {
            Some("Sites") => Self::AllSites(Box::new((c.region(call.get("region"))?, c.bool(call.get("If"))?))),
            Some("Different") => Self::AllDifferent(Box::new((c.region(call.get("region"))?, c.bool(call.get("If"))?))),
            Some("Values") => {
                Self::AllValues(Box::new((ArrayFn::compile(c, call.get("array"))?, c.bool(call.get("If"))?)))
            }
            Some("Groups") => {
                let links = Links::compile(c, call.get("type"), call.get("directions"))?;
                let of = c.opt_bool(call.get("of"))?;
                let condition = c.bool(call.get("If"))?;
                let setwise = of.as_ref().is_none_or(|of| of.is_setwise(Register::To)) && links.can_fill();
                let is_same = of.as_ref().is_none_or(|of| of.is_apart(Register::From));
                Self::AllGroups(Box::new(AllGroups { links, of, condition, setwise, is_same }))
            }
            Some("Passed") => {
                let running = &mut c.rules.features.running;
                running.moves = running.moves.max(c.rules.players as i32);
                Self::AllPassed
            }
            Some("DiceUsed") => Self::DiceUsed,
            Some("DiceEqual") => Self::DiceEqual,
            _ => return Err(c.unsupported(call)),
        })
    }
}

/// Whether all sites of a region meet a condition.
pub(super) fn sites(ctx: &mut Context<'_>, region: &RegionFn, condition: &BoolFn) -> bool {
    let before = ctx.get(Register::Site);
    region.each_while(ctx, &mut |ctx, site| {
        ctx.set(Register::Site, site);
        let holds = condition.eval(ctx);
        ctx.set(Register::Site, before);
        holds
    })
}

/// For the question of a game with stacks whether all sites of a region are empty: the sets of sites that the region can be,
/// and which of them, where their numbers are those that the state has.
pub(super) fn of_empty_sites(c: &Compiler, (region, condition): &(RegionFn, BoolFn)) -> Option<(IntFn, Vec<Bits>)> {
    let RegionFn::Choice(index, sets) = region else { return None };
    let is_site = |at: &IntFn| *at == IntFn::Register(Register::Site);
    let kind = match condition {
        BoolFn::Empty(kind, at) if is_site(at) => *kind,
        BoolFn::Compare(Comparison::Equal, parts) => match &**parts {
            (IntFn::Count(count), IntFn::Constant(0)) => match &**count {
                CountFn::On(kind, SitesFn::At(at)) if is_site(at) => *kind,
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let layout = &c.rules.layout;
    let is_flat = |site: i32| layout.flat(kind, site) == site as usize;
    let fits = c.rules.features.stacking && sets.iter().all(|set| set.iter().all(is_flat));
    fits.then(|| ((**index).clone(), sets.clone()))
}

/// Whether all sites of a set are empty; none are none.
#[inline]
pub(super) fn empty(ctx: &Context<'_>, sites: Option<&Bits>) -> bool {
    let empty = ctx.state.row(&ctx.rules.layout, 0);
    sites.is_none_or(|sites| sites.words().iter().zip(empty).all(|(sites, empty)| sites & !empty == 0))
}

/// Whether all sites of a region meet a condition and no two hold the same.
pub(super) fn different(ctx: &mut Context<'_>, region: &RegionFn, condition: &BoolFn) -> bool {
    let kind = ctx.rules.default_type();
    let before = ctx.get(Register::Site);
    let mut seen: SmallVec<[i32; 16]> = SmallVec::new();
    let all = region.eval(ctx).iter().all(|site| {
        ctx.set(Register::Site, site);
        let what = ctx.what(kind, site);
        let fits = condition.eval(ctx) && !seen.contains(&what);
        seen.push(what);
        fits
    });
    ctx.set(Register::Site, before);
    all
}

/// Whether all groups meet a condition; each is `(sites)` while it is tested.
#[derive(Debug, Clone, PartialEq)]
pub struct AllGroups {
    links: Links,
    of: Option<BoolFn>,
    condition: BoolFn,
    /// Whether the members of groups are found all at once.
    setwise: bool,
    /// Whether they have nothing to do with the site that a group is looked for from.
    is_same: bool,
}

impl AllGroups {
    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let kind = self.links.kind;
        let mover = i32::from(ctx.state.mover);
        let mut candidates = match &self.of {
            Some(_) if ctx.rules.layout.base[kind as usize].is_none() => Bits::default(),
            Some(_) => {
                let mut occupied = ctx.rules.board_sites(kind);
                occupied.subtract(&ctx.board_row(kind, 0));
                occupied
            }
            None => ctx.board_row(kind, 1 + mover as usize),
        };
        let before = (ctx.get(Register::From), ctx.get(Register::To));
        let region = std::mem::take(&mut ctx.scratch.region);
        let mut seen = Bits::default();
        let mut all = true;
        let Self { setwise, is_same, .. } = *self;
        let mut members = None;
        if setwise && is_same {
            if let Some(of) = &self.of {
                let found = self.links.members(of, Register::To, ctx);
                candidates.intersect(&found);
                members = Some(found);
            } else {
                members = Some(candidates.clone());
            }
        }
        for from in &candidates {
            if seen.contains(from) {
                continue;
            }
            ctx.set(Register::From, from);
            let joins = |ctx: &mut Context<'_>, site: i32| {
                ctx.set(Register::To, site);
                match &self.of {
                    Some(of) => of.eval(ctx),
                    None => ctx.who(kind, site) == mover,
                }
            };
            if setwise && is_same {
                ctx.set(Register::To, from);
            } else if !joins(ctx, from) {
                continue;
            }
            let group = if setwise {
                if !is_same {
                    members = Some(match &self.of {
                        Some(of) => self.links.members(of, Register::To, ctx),
                        None => ctx.board_row(kind, 1 + mover as usize),
                    });
                }
                self.links.fill(from, &mut members.clone().unwrap_or_default())
            } else {
                self.links.group(ctx, from, joins)
            };
            seen.union(&group);
            ctx.scratch.region = group;
            if !self.condition.eval(ctx) {
                all = false;
                break;
            }
        }
        ctx.scratch.region = region;
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
        all
    }
}
