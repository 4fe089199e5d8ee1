//! `(where …)`: where a piece is, and what is at a level of a stack.

use super::IntFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::play::bits::numbers;
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;
use crate::lud::play::level::Level;
use crate::lud::tree::Call;

/// Which piece is looked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// A component by its index.
    What(IntFn),
    /// The component of a player, by the player's number (0 for none), and the player.
    Named(Vec<i32>, IntFn),
}

impl Wanted {
    fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let Some(name) = call.get("namePiece").text() else { return Ok(Self::What(c.int(call.get("what"))?)) };
        let player = c.player(call, &["indexPlayer", "role"])?.ok_or_else(|| c.unsupported(call))?;
        let whats = c.components_by_owner(name);
        Ok(Self::Named(whats, player))
    }

    fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::What(what) => what.eval(ctx),
            Self::Named(whats, player) => whats.get(player.eval(ctx) as usize).copied().unwrap_or(0),
        }
    }
}

/// The lowest site of the board that holds a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Where {
    kind: SiteType,
    wanted: Wanted,
    state: Option<IntFn>,
}

impl Where {
    /// Compiles `(where …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let wanted = Wanted::compile(c, call)?;
        let state = c.opt_int(call.get("state"))?;
        let kind = c.site_type(call.get("type"));
        Ok(IntFn::Where(Box::new(Self { kind, wanted, state })))
    }

    /// A search for the piece with a given index.
    #[must_use]
    pub fn of(kind: SiteType, what: IntFn) -> IntFn {
        IntFn::Where(Box::new(Self { kind, wanted: Wanted::What(what), state: None }))
    }

    /// The type of the sites, the piece, and the state that it has to be in.
    #[must_use]
    pub fn parts(&self) -> (SiteType, &Wanted, Option<&IntFn>) {
        (self.kind, &self.wanted, self.state.as_ref())
    }

    /// The component of each player of which the lowest is looked for, and the player.
    #[must_use]
    pub fn named(&self, kind: SiteType) -> Option<(&[i32], &IntFn)> {
        match &self.wanted {
            Wanted::Named(whats, player) if self.kind == kind && self.state.is_none() => Some((whats, player)),
            _ => None,
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let what = self.wanted.eval(ctx);
        let state = self.state.as_ref().map_or(-1, |state| state.eval(ctx));
        if what <= 0 || what as usize >= ctx.rules.components.len() {
            return -1;
        }
        let count = ctx.rules.topology.count(self.kind) as i32;
        let fits = |ctx: &Context<'_>, site: i32| {
            ctx.what(self.kind, site) == what && (state == -1 || ctx.plane(Plane::State, self.kind, site) == state)
        };
        if ctx.rules.features.stacking {
            let layout = &ctx.rules.layout;
            for (flat, levels) in ctx.stacks().among(ctx.state.row(layout, 0)) {
                let fits =
                    |level: &Level| i32::from(level.what) == what && (state == -1 || i32::from(level.state) == state);
                if levels.iter().any(fits) {
                    let (kind, site) = layout.unflat(flat);
                    if kind == self.kind && site < count {
                        return site;
                    }
                }
            }
            return -1;
        }
        if ctx.rules.features.owners_change {
            return (0..count).find(|&site| fits(ctx, site)).unwrap_or(-1);
        }
        let owner = 1 + usize::from(ctx.rules.owners[what as usize]);
        let layout = &ctx.rules.layout;
        if self.kind == layout.default {
            let mut owned = numbers(ctx.state.row(layout, owner)).take_while(|&site| site < count);
            return owned.find(|&site| fits(ctx, site)).unwrap_or(-1);
        }
        let owned = ctx.row(self.kind, owner);
        owned.iter().take_while(|&site| site < count).find(|&site| fits(ctx, site)).unwrap_or(-1)
    }
}

/// The level of a stack that holds a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct WhereLevel {
    kind: SiteType,
    wanted: Wanted,
    state: Option<IntFn>,
    at: IntFn,
    from_top: BoolFn,
}

impl WhereLevel {
    /// The type of the site, the piece, and the state that it has to be in.
    #[must_use]
    pub fn parts(&self) -> (SiteType, &Wanted, Option<&IntFn>) {
        (self.kind, &self.wanted, self.state.as_ref())
    }

    /// The site, and whether it is looked at from the top.
    #[must_use]
    pub fn stack(&self) -> (&IntFn, &BoolFn) {
        (&self.at, &self.from_top)
    }

    /// Compiles `(where Level …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let wanted = Wanted::compile(c, call)?;
        let state = c.opt_int(call.get("state"))?;
        let kind = c.site_type(call.get("type"));
        let at = c.int(call.get("at"))?;
        let from_top = c.opt_bool(call.get("fromTop"))?.unwrap_or(BoolFn::Constant(true));
        Ok(IntFn::WhereLevel(Box::new(Self { kind, wanted, state, at, from_top })))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let site = self.at.eval(ctx);
        if site < 0 || site as usize >= ctx.rules.layout.board {
            return -1;
        }
        let from_top = self.from_top.eval(ctx);
        let what = self.wanted.eval(ctx);
        let state = self.state.as_ref().map_or(-1, |state| state.eval(ctx));
        if what <= 0 {
            return -1;
        }
        let size = ctx.height(self.kind, site);
        let fits = |level: &i32| {
            ctx.plane_at(Plane::What, self.kind, site, *level) == what
                && (state == -1 || ctx.plane_at(Plane::State, self.kind, site, *level) == state)
        };
        let found = if from_top { (0..size).rev().find(fits) } else { (0..size).find(fits) };
        found.unwrap_or(-1)
    }
}

/// A property of the piece at a level of a site.
#[derive(Debug, Clone, PartialEq)]
pub struct AtLevel {
    plane: Plane,
    kind: SiteType,
    at: IntFn,
    level: IntFn,
}

impl AtLevel {
    /// What is asked, of which type of site, where and at which level.
    #[must_use]
    pub fn parts(&self) -> (Plane, SiteType, &IntFn, &IntFn) {
        (self.plane, self.kind, &self.at, &self.level)
    }

    /// Compiles `(what …)`, `(who …)` and their like with a level.
    pub fn compile(c: &mut Compiler, plane: Plane, call: &Call, level: IntFn) -> Compiled<IntFn> {
        let kind = c.site_type(call.get("type"));
        let at = c.int(call.get("at"))?;
        // The owner and the component on top stand in the state itself.
        let is_top = matches!(&level, IntFn::TopLevel(about, above) if *about == kind && **above == at);
        Ok(match plane {
            Plane::Who if is_top => IntFn::Who(kind, Box::new(at)),
            Plane::What if is_top => IntFn::Plane(plane, kind, Box::new(at)),
            _ => IntFn::AtLevel(Box::new(Self { plane, kind, at, level })),
        })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let site = self.at.eval(ctx);
        if site < 0 {
            return 0;
        }
        let level = self.level.eval(ctx);
        if !ctx.rules.features.stacking || level == -1 {
            return if self.plane == Plane::Who {
                ctx.who(self.kind, site)
            } else {
                ctx.plane(self.plane, self.kind, site)
            };
        }
        ctx.plane_at(self.plane, self.kind, site, level)
    }
}
