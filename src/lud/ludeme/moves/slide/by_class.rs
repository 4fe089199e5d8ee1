//! Slides of which nothing but the classes of the sites on their way decides.

use super::Slide;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::moves::lines::Stop;
use crate::lud::ludeme::moves::masks::word_of;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::sink::Sink;

/// The classes of sites where a slide goes on, where it has to stop, and where it may end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ByClass {
    pass: Classes,
    stop: Classes,
    keep: Classes,
}

/// What becomes of a slide in the position at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fate {
    sites: Sites,
    /// How far it goes at least and at most.
    span: (i32, i32),
}

/// The sites where it goes on, where it has to stop, and where it may end.
#[derive(Debug, Clone, Copy)]
enum Sites {
    /// The sites of the classes, on a board of one word.
    Words([u64; 3]),
    /// The classes, to be asked site by site.
    Classes([Classes; 3]),
}

impl ByClass {
    /// What a slide asks, where it is of this kind.
    pub fn of(c: &Compiler, slide: &Slide) -> Option<Self> {
        let features = &c.rules.features;
        if slide.start.kind != c.rules.default_type() || features.stacking || features.teams {
            return None;
        }
        let asked = |condition: &Option<BoolFn>, about: &[Register], without: Classes| match condition {
            None => Some(without),
            Some(BoolFn::Class(register, classes)) if about.contains(register) => Some(*classes),
            Some(_) => None,
        };
        Some(Self {
            pass: asked(&slide.go, &[Register::Between, Register::To], Classes::EMPTY)?,
            stop: asked(&slide.stop, &[Register::To], Classes::NONE)?,
            keep: asked(&slide.keep, &[Register::To], Classes::ANY)?,
        })
    }

    /// What becomes of slides that go so far in the position at hand.
    #[inline]
    pub fn now(self, span: (i32, i32), ctx: &Context<'_>) -> Fate {
        let classes = [self.pass, self.stop, self.keep];
        let sites = if ctx.rules.layout.own <= 64 {
            Sites::Words(classes.map(|classes| word_of(classes, 0, ctx)))
        } else {
            Sites::Classes(classes)
        };
        Fate { sites, span }
    }
}

impl Sites {
    /// Whether a slide goes on over a site, has to stop there, and may end there.
    #[inline(always)]
    fn at(self, site: u16, ctx: &Context<'_>) -> [bool; 3] {
        match self {
            Self::Words(words) => words.map(|word| word >> site & 1 == 1),
            Self::Classes(classes) => {
                let class = Classes::of(ctx, usize::from(site));
                classes.map(|classes| classes.has(class))
            }
        }
    }
}

impl Slide {
    /// Hands on the moves along one line; `between` is what the register holds before it is followed.
    #[inline]
    pub(super) fn along_classes(
        &self,
        id: u16,
        from: i32,
        (ray, between): (&[Stop], i32),
        fate: Fate,
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
    ) {
        let Fate { sites, span: (min, max) } = fate;
        let mut passed = between;
        for stop in ray {
            let (to, distance) = (i32::from(stop.site), i32::from(stop.distance));
            if distance > max {
                return;
            }
            let [goes_on, stops, may_end] = sites.at(stop.site, ctx);
            let is_last = min <= distance && stops;
            if !is_last {
                if !goes_on {
                    return;
                }
                passed = to;
            }
            if min <= distance && may_end {
                ctx.set(Register::To, to);
                ctx.set(Register::Between, passed);
                ctx.emit(id, from, to, &[i32::from(stop.line), distance], sink);
            }
            if is_last {
                return;
            }
        }
    }
}
