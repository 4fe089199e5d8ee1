//! What jumps ask of the sites on their way, where it comes down to who stands there.

use super::classes::classes_at;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::play::context::{Context, Register};

/// Most pairs of sites for which classes are worked out one by one.
const MOST: usize = 1 << 14;

/// The classes that are accepted on a site, by where the piece comes from.
#[derive(Debug, Clone, PartialEq)]
enum Accepted {
    Everywhere(Classes),
    Between(usize, Vec<Classes>),
}

/// What may be jumped over, and where the piece may go.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Jumped {
    hurdle: Accepted,
    go: Accepted,
}

impl Accepted {
    fn of(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        if condition.asks_classes(register) {
            return classes_at(c, condition, register, 0, 0).map(Self::Everywhere);
        }
        let sites = c.rules.topology.count(c.rules.default_type());
        if sites * sites > MOST {
            return None;
        }
        let pairs = (0..sites * sites).map(|pair| classes_at(c, condition, register, pair / sites, pair % sites));
        Some(Self::Between(sites, pairs.collect::<Option<_>>()?))
    }

    #[inline]
    fn has(&self, from: i32, site: i32, ctx: &Context<'_>) -> bool {
        let classes = match self {
            Self::Everywhere(classes) => *classes,
            Self::Between(sites, classes) => classes[from as usize * sites + site as usize],
        };
        classes.has(Classes::of(ctx, site as usize))
    }
}

impl Jumped {
    /// What a hurdle and the sites to land on have to be, on sites of the game's own type.
    pub fn of(c: &Compiler, hurdle: &BoolFn, go: &BoolFn) -> Option<Self> {
        Some(Self { hurdle: Accepted::of(c, hurdle, Register::Between)?, go: Accepted::of(c, go, Register::To)? })
    }

    /// Whether a site may be jumped over.
    #[inline]
    pub fn is_hurdle(&self, from: i32, site: i32, ctx: &Context<'_>) -> bool {
        self.hurdle.has(from, site, ctx)
    }

    /// Whether the piece may go to a site.
    #[inline]
    pub fn may_go(&self, from: i32, site: i32, ctx: &Context<'_>) -> bool {
        self.go.has(from, site, ctx)
    }
}
