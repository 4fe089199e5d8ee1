//! `(size …)`: how large groups, territories and stacks are.

use super::IntFn;
use super::count::last_to;
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::players::{PlayersFn, holds};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;

/// A size.
#[derive(Debug, Clone, PartialEq)]
pub enum SizeFn {
    /// Of a list.
    Array(ArrayFn),
    /// Of the group of a site.
    Group(Links, IntFn, Option<BoolFn>),
    /// Of the empty sites that only some players surround.
    Territory(Links, PlayersFn),
    /// Of stacks.
    Stack(SiteType, SitesFn),
    /// Of the pieces on some sites, where none of them covers several sites.
    Pieces(SiteType, SitesFn),
}

impl SizeFn {
    /// Compiles `(size …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let kind = c.site_type(call.get("type"));
        let function = match call.get("sizeType").constant() {
            Some("Array") => Self::Array(ArrayFn::compile(c, call.get("array"))?),
            Some("Group") => Self::Group(
                Links::compile(c, call.get("type"), call.get("directions"))?,
                c.int(call.get("at"))?,
                c.opt_bool(call.get("If"))?,
            ),
            Some("Territory") => Self::Territory(
                Links::compile(c, call.get("type"), call.get("direction"))?,
                PlayersFn::compile(c, call.get("role"), call.get("player"))?,
            ),
            Some("Stack") => Self::Stack(kind, SitesFn::compile(c, call.get("at"), call.get("in"), last_to())?),
            Some("LargePiece") => Self::Pieces(kind, SitesFn::compile(c, call.get("at"), call.get("in"), None)?),
            _ => return Err(c.unsupported(call)),
        };
        Ok(IntFn::Size(Box::new(function)))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::Array(array) => array.eval(ctx).len() as i32,
            Self::Group(links, at, condition) => {
                let from = at.eval(ctx);
                group_of(ctx, links, from, condition.as_ref()).len() as i32
            }
            Self::Territory(links, players) => territory(ctx, links, players),
            Self::Stack(kind, SitesFn::At(site)) => {
                let site = site.eval(ctx);
                ctx.height(*kind, site)
            }
            Self::Stack(kind, SitesFn::In(region)) => {
                let sites = region.eval(ctx);
                sites.iter().map(|site| ctx.height(*kind, site)).sum()
            }
            Self::Pieces(kind, sites) => {
                sites.eval(ctx).iter().filter(|&&site| ctx.what(*kind, site) != 0).count() as i32
            }
        }
    }
}

/// The group of a site: sites that meet the condition (on `to`), or that hold the same component where there is none.
pub fn group_of(ctx: &mut Context<'_>, links: &Links, from: i32, condition: Option<&BoolFn>) -> Bits {
    let before = (ctx.get(Register::From), ctx.set(Register::To, from));
    let mut group = Bits::default();
    if condition.is_none_or(|condition| condition.eval(ctx)) {
        let what = ctx.what(links.kind, from);
        ctx.set(Register::From, from);
        let setwise = condition.is_none_or(|condition| condition.is_setwise(Register::To));
        if setwise && links.has_steps() && links.exists(ctx, from) {
            let mut members = match condition {
                Some(condition) => links.members(condition, Register::To, ctx),
                None => ctx.sites_holding(links.kind, what),
            };
            group = links.fill_seen(ctx, from, &mut members);
            ctx.set(Register::From, before.0);
            ctx.set(Register::To, before.1);
            return group;
        }
        group = links.group(ctx, from, |ctx, to| match condition {
            None => ctx.what(links.kind, to) == what,
            Some(condition) => {
                ctx.set(Register::To, to);
                condition.eval(ctx)
            }
        });
    }
    ctx.set(Register::From, before.0);
    ctx.set(Register::To, before.1);
    group
}

fn territory(ctx: &mut Context<'_>, links: &Links, players: &PlayersFn) -> i32 {
    let players = players.eval(ctx);
    let kind = links.kind;
    let direction = links.directions.single().unwrap_or(AbsoluteDirection::Adjacent);
    let topology = &ctx.rules.topology;
    let mut seen = Bits::default();
    let mut size = 0;
    for start in 0..topology.count(kind) as i32 {
        if seen.contains(start) || !ctx.is_empty(kind, start) {
            continue;
        }
        let group = links.group(ctx, start, |ctx, to| ctx.is_empty(kind, to));
        let enclosed = group.iter().all(|site| {
            let around = if kind == SiteType::Edge {
                &topology.of(kind).sites[site as usize].adjacent
            } else {
                topology.steps_within(kind, site as usize, direction)
            };
            around.iter().map(|&to| i32::from(to)).all(|to| group.contains(to) || holds(players, ctx.who(kind, to)))
        });
        if enclosed {
            size += group.len() as i32;
        }
        seen.union(&group);
    }
    size
}
