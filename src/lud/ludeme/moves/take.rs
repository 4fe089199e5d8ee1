//! `(take Control …)`: pieces that change their owner.

use super::place::Where;
use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// A piece replaced by the like of another owner. Own bind: the new component.
#[derive(Debug, Clone, PartialEq)]
pub struct TakeControl {
    kind: SiteType,
    of: IntFn,
    of_all: bool,
    by: IntFn,
    at: Option<Where>,
}

impl TakeControl {
    /// Compiles `(take Control …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let at = if !call.get("at").is_empty() {
            Some(Where::Site(c.int(call.get("at"))?))
        } else {
            c.opt_region(call.get("to"))?.map(Where::Region)
        };
        let take = Self {
            kind: c.site_type(call.get("type")),
            of: c.player(call, &["of", "Of"])?.ok_or_else(|| c.unsupported(call))?,
            of_all: call.get("of").constant() == Some("All"),
            by: c.player(call, &["by", "By"])?.ok_or_else(|| c.unsupported(call))?,
            at,
        };
        c.with_then(call, |c| c.leaf(call, Leaf::TakeControl(Box::new(take)), 1))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let rules = ctx.rules;
        let (of, by) = (self.of.eval(ctx), self.by.eval(ctx));
        let mut sites = Bits::default();
        for owner in 0..=rules.players + 1 {
            if self.of_all || owner as i32 == of {
                sites.union(&ctx.row(self.kind, 1 + owner));
            }
        }
        if let Some(at) = &self.at {
            let mut among = Bits::default();
            at.each(ctx, |_, site| among.insert(site));
            sites.intersect(&among);
        }
        let base = |what: usize| rules.components[what].name.trim_end_matches(|last: char| last.is_ascii_digit());
        for site in &sites {
            let held = base(ctx.what(self.kind, site) as usize);
            let like = (1..rules.components.len())
                .find(|&what| i32::from(rules.components[what].owner) == by && base(what) == held);
            if let Some(what) = like {
                ctx.emit(id, site, site, &[what as i32], sink);
            }
        }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (kind, site) = (self.kind, i32::from(chosen.to));
        program.push(Action::Remove { kind, site });
        program.push(Action::Add {
            kind,
            site,
            what: i32::from(chosen.binds[0]),
            count: ctx.count(kind, site),
            state: ctx.plane(Plane::State, kind, site),
            rotation: ctx.plane(Plane::Rotation, kind, site),
            value: ctx.plane(Plane::Value, kind, site),
        });
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.kind)
    }
}
