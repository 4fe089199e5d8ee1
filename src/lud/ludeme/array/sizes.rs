//! `(sizes Group …)`: how large groups are.

use super::Numbers;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;

/// The sizes of groups.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupSizes {
    links: Links,
    /// Whose pieces are looked at; nothing for the pieces of all players.
    who: Option<IntFn>,
    condition: Option<BoolFn>,
    min: IntFn,
}

impl GroupSizes {
    /// Compiles `(sizes Group …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let condition = c.opt_bool(call.get("If"))?;
        let who = match call.get("role").constant() {
            Some("All" | "Shared") => None,
            Some(role) => Some(IntFn::role(c, role)?),
            None => match c.opt_int(call.get("of"))? {
                None if condition.is_some() => Some(IntFn::Constant(c.rules.players as i32 + 1)),
                of => of,
            },
        };
        let links = Links::of(c, call)?;
        Ok(Self { links, who, condition, min: c.int_or(call.get("min"), IntFn::Constant(0))? })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Numbers {
        let kind = self.links.kind;
        let who = self.who.as_ref().map(|who| who.eval(ctx));
        let min = self.min.eval(ctx);
        let mut candidates = Bits::default();
        match who {
            Some(who) if (0..=ctx.rules.players as i32 + 1).contains(&who) => {
                candidates = ctx.row(kind, 1 + who as usize);
            }
            Some(_) => {}
            None => {
                for player in 1..=ctx.rules.players {
                    candidates.union(&ctx.row(kind, 1 + player));
                }
            }
        }
        candidates.intersect(&ctx.rules.board_sites(kind));
        if candidates.is_empty() {
            return Numbers::new();
        }
        if self.condition.is_none() && self.links.can_fill() {
            let mut members = candidates.clone();
            match who {
                Some(who) => members.union(&ctx.board_row(kind, if who == 0 { 0 } else { 1 + who as usize })),
                None => {
                    members = ctx.rules.board_sites(kind);
                    members.subtract(&ctx.board_row(kind, 0));
                }
            }
            let mut sizes = Numbers::new();
            while let Some(start) = candidates.first() {
                let group = self.links.fill(start, &mut members);
                candidates.subtract(&group);
                if group.len() as i32 >= min {
                    sizes.push(group.len() as i32);
                }
            }
            return sizes;
        }
        let before = (ctx.get(Register::From), ctx.get(Register::To));
        let mut sizes = Numbers::new();
        let mut seen = Bits::default();
        for from in &candidates {
            if seen.contains(from) {
                continue;
            }
            ctx.set(Register::From, from);
            let joins = |ctx: &mut Context<'_>, site: i32| {
                ctx.set(Register::To, site);
                match (&self.condition, who) {
                    (Some(condition), _) => condition.eval(ctx),
                    (None, Some(who)) => ctx.who(kind, site) == who,
                    (None, None) => ctx.what(kind, site) != 0,
                }
            };
            // The condition on the first site sees the `to` of before, as in Ludii.
            let starts = match &self.condition {
                Some(condition) => condition.eval(ctx),
                None => true,
            };
            if starts && !self.links.is_covered(ctx, from) {
                let group = self.links.group(ctx, from, joins);
                if group.len() as i32 >= min {
                    sizes.push(group.len() as i32);
                }
                seen.union(&group);
            }
        }
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
        sizes
    }
}
