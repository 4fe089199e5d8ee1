//! `(is Pattern …)` and `(sites Pattern …)`: pieces that lie along a walk.

use super::relations::{follow, walk_steps};
use crate::lud::board::{RelationType, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::{IntFn, whats};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;
use smallvec::SmallVec;

/// Pieces that lie along a walk, in any orientation.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    kind: SiteType,
    from: IntFn,
    whats: Vec<IntFn>,
    /// The sites that the walks from each site lead over, one walk for each orientation in which it stays on the board.
    walks: Vec<Vec<Box<[u16]>>>,
}

impl Pattern {
    /// Compiles `(is Pattern …)` and `(sites Pattern …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        if !call.get("froms").is_empty() {
            return Err(c.unsupported(call));
        }
        let kind = c.site_type(call.get("type"));
        let walk = walk_steps(c, call, call.get("walk"))?;
        let topology = &c.rules.topology;
        let walks = c.on_empty_board(|ctx| {
            let from_site = |from: usize| {
                let walked = |&facing| {
                    let mut sites = Vec::new();
                    let end = follow(ctx, kind, from as i32, facing, &walk, |site| {
                        sites.push(site as u16);
                        true
                    });
                    end.map(|_| sites.into())
                };
                topology.supported(kind, RelationType::Orthogonal).iter().filter_map(walked).collect()
            };
            (0..topology.count(kind)).map(from_site).collect()
        });
        Ok(Self { kind, from: c.int_or(call.get("from"), IntFn::LastTo)?, whats: whats(c, call)?, walks })
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.from.is_apart(register) && self.whats.iter().all(|what| what.is_apart(register))
    }

    /// Whether there is a pattern that starts at the site. None is made of empty sites, unless they are asked for.
    pub fn is_there(&self, ctx: &mut Context<'_>) -> bool {
        let mut found = false;
        self.each(true, ctx, |_, _| {
            found = true;
            false
        });
        found
    }

    /// The sites of all patterns that start at the site.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        self.each(false, ctx, |from, walk| {
            result.insert(from);
            walk.iter().for_each(|&site| result.insert(i32::from(site)));
            true
        });
        result
    }

    /// Calls `visit` with the site and the rest of each pattern that starts there, as long as it says so.
    #[inline]
    fn each(&self, needs_piece: bool, ctx: &mut Context<'_>, mut visit: impl FnMut(i32, &[u16]) -> bool) {
        let from = self.from.eval(ctx);
        let Some(walks) = usize::try_from(from).ok().and_then(|from| self.walks.get(from)) else { return };
        let here = ctx.what(self.kind, from);
        let mut whats: SmallVec<[i32; 8]> = SmallVec::new();
        for what in &self.whats {
            whats.push(what.eval(ctx));
        }
        if whats.is_empty() {
            if needs_piece && here == 0 {
                return;
            }
            whats.push(here);
        }
        if here != whats[0] {
            return;
        }
        for walk in walks {
            let mut wanted = whats.iter().cycle().skip(1);
            let fits = |&site: &u16| wanted.next().is_some_and(|&what| ctx.what(self.kind, i32::from(site)) == what);
            if walk.iter().all(fits) && !visit(from, walk) {
                return;
            }
        }
    }
}
