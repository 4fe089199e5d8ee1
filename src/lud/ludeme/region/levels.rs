//! `(forEach Level …)`: levels of a stack.

use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;

/// The levels of a stack that meet a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Levels {
    kind: SiteType,
    at: IntFn,
    from_bottom: bool,
    condition: Option<BoolFn>,
    start: Option<IntFn>,
}

impl Levels {
    /// Compiles `(forEach Level …)`.
    pub(super) fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        Ok(Self {
            kind: c.site_type(call.get("type")),
            at: c.int(call.get("at"))?,
            from_bottom: call.get("stackDirection").constant() == Some("FromBottom"),
            condition: c.opt_bool(call.get("If"))?,
            start: c.opt_int(call.get("startAt"))?,
        })
    }

    /// The numbers of the levels.
    pub(super) fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let site = self.at.eval(ctx);
        let height = ctx.height(self.kind, site);
        let start = self.start.as_ref().map_or(-1, |start| start.eval(ctx));
        let before = ctx.get(Register::Level);
        let levels = if self.from_bottom {
            start.max(0)..height
        } else {
            let top = if start < 0 { height - 1 } else { start.min(height - 1) };
            0..top + 1
        };
        for level in levels {
            ctx.set(Register::Level, level);
            if self.condition.as_ref().is_none_or(|condition| condition.eval(ctx)) {
                result.insert(level);
            }
        }
        ctx.set(Register::Level, before);
        result
    }
}
