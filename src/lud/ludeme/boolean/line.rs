//! `(is Line …)`: pieces in a row.

mod any_of;
mod arms;
mod scattered;
mod stacked;
mod windows;

use any_of::AnyOf;
use arms::Arms;
use scattered::Scattered;
use windows::Windows;

use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::{IntFn, whats};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;

/// A few component indices.
type Whats = SmallVec<[i32; 8]>;

/// A test for a line through a site.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    kind: SiteType,
    length: IntFn,
    direction: AbsoluteDirection,
    through: IntFn,
    through_any: Option<RegionFn>,
    who: Option<IntFn>,
    what: Vec<IntFn>,
    exact: BoolFn,
    contiguous: BoolFn,
    condition: Option<BoolFn>,
    /// Whether something that is the same for all sites chooses among several conditions.
    chooses: bool,
    by_level: BoolFn,
    top: BoolFn,
    kinds: IntFn,
    opposites: BoolFn,
    /// The rows of sites that are long enough, where one without a gap is asked for first.
    windows: Option<Windows>,
    /// What lies on both sides of every site, where the test is of the plain kind.
    arms: Option<Arms>,
    /// The same, where it is of the plain kind but for being through any of some sites.
    any_arms: Option<Arms>,
    /// The same on a small board.
    any_of: Option<AnyOf>,
    /// The same, where it is of the plain kind but for a length that depends on the position.
    varying: Option<Arms>,
    /// The same, where it is of the plain kind by levels of stacks.
    space: Option<Arms>,
    /// The same, where it is of the plain kind in a game with stacks but for asking that its pieces lie alone on their sites.
    lone: Option<Arms>,
    /// The same, where it is of the plain kind but for asking that its pieces be of several kinds: what a line needs at least.
    needed: Option<Arms>,
    /// The lines through every site, where pieces may lie apart from each other and nothing else is out of the ordinary.
    scattered: Option<Scattered>,
}

/// What stays the same while one line test looks along its lines.
struct Search<'w> {
    whats: &'w Whats,
    /// What the sites of the line have to meet.
    condition: Option<&'w BoolFn>,
    length: i32,
    exact: bool,
    contiguous: bool,
    kinds: i32,
    /// Whether pieces anywhere in a stack count, not only on top.
    any_level: bool,
}

impl Line {
    /// Compiles `(is Line …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        if !call.get("isVisible").is_empty() {
            return Err(c.unsupported(call));
        }
        let flag = |c: &mut Compiler, slot: &str, default: bool| -> Compiled<BoolFn> {
            Ok(c.opt_bool(call.get(slot))?.unwrap_or(BoolFn::Constant(default)))
        };
        let mut line = Self {
            kind: c.site_type(call.get("type")),
            length: c.int(call.get("length"))?,
            direction: call
                .get("dirn")
                .constant()
                .and_then(AbsoluteDirection::from_name)
                .unwrap_or(AbsoluteDirection::Adjacent),
            through: c.int_or(call.get("through"), IntFn::LastTo)?,
            through_any: c.opt_region(call.get("throughAny"))?,
            who: match call.get("who") {
                Value::Empty => None,
                role => Some(c.int(role)?),
            },
            what: whats(c, call)?,
            exact: flag(c, "exact", false)?,
            contiguous: flag(c, "contiguous", true)?,
            condition: c.opt_bool(call.get("If"))?,
            chooses: false,
            by_level: flag(c, "byLevel", false)?,
            top: flag(c, "top", false)?,
            kinds: c.int_or(call.get("throughHowMuch"), IntFn::Constant(1))?,
            opposites: flag(c, "useOpposites", true)?,
            windows: None,
            arms: None,
            any_arms: None,
            any_of: None,
            varying: None,
            space: None,
            lone: None,
            needed: None,
            scattered: None,
        };
        line.chooses = matches!(&line.condition, Some(BoolFn::If(parts)) if chooses(parts));
        let arms = Arms::of(c, &line);
        *if line.through_any.is_some() { &mut line.any_arms } else { &mut line.arms } = arms;
        line.any_of = line.any_arms.as_ref().and_then(|arms| AnyOf::of(arms, &c.rules));
        line.varying = Arms::of_any_length(c, &line);
        line.space = Arms::in_space(&c.rules, &line);
        line.lone = Arms::of_lone(&c.rules, &line);
        line.needed = Arms::of_several_kinds(c, &line);
        line.scattered = Scattered::of(c, &line);
        line.windows = Windows::asked_first(c, &line);
        Ok(line)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        if let Some(windows) = &self.windows {
            let pivot = self.through.eval(ctx);
            if !windows.may_hold(pivot, ctx) {
                return false;
            }
        }
        if let Some(arms) = &self.arms {
            let pivot = self.through.eval(ctx);
            return self.by_arms(arms, arms.length, pivot, ctx);
        }
        if let Some(scattered) = &self.scattered {
            return self.by_scattered(scattered, ctx);
        }
        if let Some(arms) = &self.varying {
            let pivot = self.through.eval(ctx);
            let before = ctx.set(Register::To, pivot);
            let length = self.length.eval(ctx);
            let found = (length > 1).then(|| self.by_arms(arms, length as u32, pivot, ctx));
            ctx.set(Register::To, before);
            // What is said of single pieces is left to the search.
            if let Some(found) = found {
                return found;
            }
        }
        if let (Some(arms), Some(region)) = (&self.any_arms, &self.through_any) {
            let pivots = region.eval(ctx);
            let found = self.any_of.as_ref().and_then(|lines| lines.holds(self, &pivots, ctx));
            return found.unwrap_or_else(|| self.by_any_arms(arms, &pivots, ctx));
        }
        if let Some(arms) = &self.needed {
            let pivot = self.through.eval(ctx);
            let before = ctx.set(Register::To, pivot);
            let length = self.length.eval(ctx);
            let is_long = length < 2 || self.by_arms(arms, length as u32, pivot, ctx);
            ctx.set(Register::To, before);
            if !is_long {
                return false;
            }
        }
        let before = ctx.get(Register::To);
        let found = match &self.through_any {
            _ if ctx.rules.features.stacking => self.on_stacks(ctx),
            None => {
                let pivot = self.through.eval(ctx);
                self.through_pivot(ctx, pivot).unwrap_or(false)
            }
            Some(region) => {
                let pivots = region.eval(ctx);
                let mut wanted = Whats::new();
                for what in &self.what {
                    wanted.push(what.eval(ctx));
                }
                let mut found = false;
                for pivot in pivots.iter() {
                    if !wanted.is_empty() && !wanted.contains(&ctx.what(self.kind, pivot)) {
                        continue;
                    }
                    // A pivot that fails the condition ends the whole test.
                    match self.through_pivot(ctx, pivot) {
                        None => break,
                        Some(true) => {
                            found = true;
                            break;
                        }
                        Some(false) => {}
                    }
                }
                found
            }
        };
        ctx.set(Register::To, before);
        found
    }

    /// The site that it runs through, where it is of the plain kind and made of pieces like the one there.
    #[must_use]
    pub fn of_like_pieces(&self) -> Option<&IntFn> {
        let plain = self.arms.is_some() && self.what.is_empty() && self.who.is_none() && self.condition.is_none();
        plain.then_some(&self.through)
    }

    /// Whether such a line runs through a site of the board, where `what` tells the piece on each.
    #[must_use]
    pub fn is_through(&self, pivot: usize, what: impl Fn(usize) -> u8) -> bool {
        let here = what(pivot);
        self.arms.as_ref().is_some_and(|arms| arms.line_of(arms.length, pivot, |site| what(usize::from(site)) == here))
    }

    /// Whether there is a line through a site; nothing where the site itself rules the test out.
    fn through_pivot(&self, ctx: &mut Context<'_>, pivot: i32) -> Option<bool> {
        if pivot < 0 {
            return None;
        }
        ctx.set(Register::To, pivot);
        let mut condition = self.condition.as_ref();
        if self.chooses {
            while let Some(BoolFn::If(parts)) = condition {
                condition = Some(if parts.0.eval(ctx) { &parts.1 } else { &parts.2 });
            }
        }
        if condition.is_some_and(|condition| !condition.eval(ctx)) {
            return None;
        }
        if pivot as usize >= ctx.rules.topology.count(self.kind) {
            return None;
        }
        let here = ctx.what(self.kind, pivot);
        let whats = self.whats(ctx, here);
        let search = Search {
            length: self.length.eval(ctx),
            exact: self.exact.eval(ctx),
            contiguous: self.contiguous.eval(ctx),
            kinds: self.kinds.eval(ctx),
            whats: &whats,
            condition,
            any_level: false,
        };
        if !search.holds(ctx, self.kind, pivot) {
            return Some(false);
        }
        let opposites = self.opposites.eval(ctx);
        Some(self.along(ctx, pivot, here, &search, opposites))
    }

    /// The components that a line through a site with `here` on top is made of.
    fn whats(&self, ctx: &mut Context<'_>, here: i32) -> Whats {
        let mut whats = Whats::new();
        if !self.what.is_empty() {
            for what in &self.what {
                whats.push(what.eval(ctx));
            }
        } else if let Some(who) = &self.who {
            let who = who.eval(ctx);
            let owners = &ctx.rules.owners;
            whats.extend((1..owners.len() as i32).filter(|&what| i32::from(owners[what as usize]) == who));
        } else {
            whats.push(here);
        }
        whats
    }

    fn along(&self, ctx: &mut Context<'_>, pivot: i32, here: i32, search: &Search<'_>, opposites: bool) -> bool {
        let topology = &ctx.rules.topology;
        let radials = topology.radials(self.kind, pivot as usize, self.direction);
        for &index in topology.distinct(self.kind, pivot as usize, self.direction) {
            let radial = &radials[index as usize];
            let mut kinds = Whats::new();
            kinds.push(here);
            let mut count = 1;
            if self.run(ctx, &radial.sites, search, &mut count, &mut kinds) {
                return true;
            }
            if radial.opposites.is_empty() || !opposites {
                if count == search.length && search.kinds <= kinds.len() as i32 {
                    return true;
                }
                continue;
            }
            for opposite in &radial.opposites {
                let mut both = count;
                if self.run(ctx, opposite, search, &mut both, &mut kinds)
                    || (both == search.length && search.kinds <= kinds.len() as i32)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Counts along one line; true as soon as an inexact test succeeds.
    #[inline]
    fn run(
        &self,
        ctx: &mut Context<'_>,
        sites: &[u16],
        search: &Search<'_>,
        count: &mut i32,
        kinds: &mut Whats,
    ) -> bool {
        for &site in &sites[1..] {
            let site = i32::from(site);
            let fits = search.holds(ctx, self.kind, site)
                && search.condition.is_none_or(|condition| {
                    ctx.set(Register::To, site);
                    condition.eval(ctx)
                });
            if !fits {
                if search.contiguous {
                    break;
                }
                continue;
            }
            *count += 1;
            if search.kinds > 1 {
                let what = ctx.what(self.kind, site);
                if !kinds.contains(&what) {
                    kinds.push(what);
                }
            }
            if !search.exact && *count == search.length && search.kinds <= kinds.len() as i32 {
                return true;
            }
        }
        false
    }
}

impl Search<'_> {
    #[inline]
    fn holds(&self, ctx: &Context<'_>, kind: SiteType, site: i32) -> bool {
        if self.any_level {
            let height = ctx.height(kind, site);
            return (0..height).any(|level| self.whats.contains(&ctx.plane_at(Plane::What, kind, site, level)));
        }
        self.whats.contains(&ctx.what(kind, site))
    }
}

/// Whether the first of three conditions has nothing to do with the site that is asked about, and so on in the other two.
fn chooses(parts: &(BoolFn, BoolFn, BoolFn)) -> bool {
    let goes_on = |branch: &BoolFn| !matches!(branch, BoolFn::If(inner) if !chooses(inner));
    parts.0.is_apart(Register::To) && goes_on(&parts.1) && goes_on(&parts.2)
}
