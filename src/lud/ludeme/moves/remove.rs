//! `(remove …)`: pieces taken off.

use super::{Leaf, MovesFn};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// Which sites are cleared.
#[derive(Debug, Clone, PartialEq)]
enum Where {
    Site(IntFn),
    Region(RegionFn),
}

/// What is on a site taken off.
#[derive(Debug, Clone, PartialEq)]
pub struct Remove {
    pub(super) kind: SiteType,
    at: Where,
    later: bool,
}

impl Remove {
    /// Compiles `(move Remove …)` and `(remove …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        if !call.get("level").is_empty() || !call.get("count").is_empty() {
            return Err(c.unsupported(call));
        }
        let at = if call.get("locationFunction").is_empty() {
            Where::Region(c.region(call.get("regionFunction"))?)
        } else {
            Where::Site(c.int(call.get("locationFunction"))?)
        };
        let later = call.get("at").constant() == Some("EndOfTurn");
        let remove = Self { kind: c.site_type(call.get("type")), at, later };
        c.with_then(call, |c| c.leaf(call, Leaf::Remove(Box::new(remove)), 0))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        match &self.at {
            Where::Site(site) => {
                let site = site.eval(ctx);
                self.offer(id, site, ctx, sink);
            }
            Where::Region(region) => {
                let region = region.eval(ctx);
                for site in region.iter() {
                    self.offer(id, site, ctx, sink);
                }
            }
        }
    }

    fn offer(&self, id: u16, site: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if site >= 0 && ctx.what(self.kind, site) != 0 {
            ctx.emit(id, site, site, &[], sink);
        }
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let site = i32::from(chosen.to);
        program.push(if self.later { Action::RemoveLater { site } } else { Action::Remove { kind: self.kind, site } });
    }
}
