//! Sites along the lines of the board.

use super::line_ends::{LineEnd, LineEnds, LineSets};
use super::{RegionFn, SitesFn};
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::direction::{DirectionFn, Directions};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;

/// How the sites are found where lines stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stops {
    /// By who stands there.
    Classes(Classes),
    /// All of them at once, since there may be many lines.
    Together,
    /// Each of them is asked.
    Singly,
}

impl Stops {
    fn of(c: &Compiler, kind: SiteType, sites: &SitesFn, stop: Option<&BoolFn>) -> Self {
        match stop {
            None => Self::Classes(Classes::NONE),
            Some(_) if kind != c.rules.default_type() => Self::Singly,
            Some(stop) if matches!(sites, SitesFn::In(_)) && stop.is_setwise(Register::To) => Self::Together,
            Some(BoolFn::Class(Register::To, classes)) => Self::Classes(*classes),
            Some(_) => Self::Singly,
        }
    }
}

/// The sites along the lines from others.
#[derive(Debug, Clone, PartialEq)]
pub struct Along {
    kind: SiteType,
    sites: SitesFn,
    directions: DirectionFn,
    included: BoolFn,
    stop: Option<BoolFn>,
    stop_included: BoolFn,
    distance: Option<IntFn>,
    /// How the sites are found where lines stop.
    stops: Stops,
    /// The sites on the lines from each site, where it is asked of each whether the line from one site gets there.
    ends: Option<LineEnds>,
    /// The sites up to each distance, where nothing else decides how far the lines from one site are followed.
    within: Option<LineSets>,
}

impl Along {
    /// Compiles `(sites Direction …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let mut along = Self {
            kind: c.site_type(call.get("type")),
            sites: SitesFn::compile(c, call.get("from"), call.get("From"), None)?,
            directions: DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?,
            included: c.opt_bool(call.get("included"))?.unwrap_or(BoolFn::Constant(false)),
            stop: c.opt_bool(call.get("stop"))?,
            stop_included: c.opt_bool(call.get("stopIncluded"))?.unwrap_or(BoolFn::Constant(false)),
            distance: c.opt_int(call.get("distance"))?,
            stops: Stops::Singly,
            ends: None,
            within: None,
        };
        along.stops = Stops::of(c, along.kind, &along.sites, along.stop.as_ref());
        let is_asked = matches!(along.sites, SitesFn::At(_)) && along.included == BoolFn::Constant(false);
        if is_asked && along.depends_on().is_none() {
            along.ends = LineEnds::of(c, along.kind, &along.directions);
            along.within = match (&along.stop, &along.distance) {
                (None, Some(_)) => LineSets::of(c, along.kind, &along.directions),
                _ => None,
            };
        }
        Ok(RegionFn::Along(Box::new(along)))
    }

    /// The most sites that there can be, where the lines start from one site.
    #[must_use]
    pub fn most(&self, c: &Compiler) -> Option<usize> {
        if !matches!(self.sites, SitesFn::At(_)) {
            return None;
        }
        let most = if self.directions.is_fixed() {
            most_on_lines(c, self.kind, &self.directions)
        } else {
            let ways = self.directions.alternatives(c, self.kind)?;
            let most = |way: &Directions| most_on_lines(c, self.kind, &DirectionFn::Fixed(way.clone()));
            ways.into_iter().map(most).max().unwrap_or(0)
        };
        // The site itself may be included.
        Some(most + 1)
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        self.sites.ignores_registers()
            && self.directions.is_fixed()
            && self.stop.as_ref().is_none_or(|stop| stop.asks_site(Register::To))
            && matches!((&self.included, &self.stop_included), (BoolFn::Constant(_), BoolFn::Constant(_)))
            && self.distance.as_ref().is_none_or(IntFn::ignores_registers)
    }

    /// The site that the lines start from, where nothing else can change it.
    #[must_use]
    pub fn depends_on(&self) -> Option<(&IntFn, SiteType)> {
        let SitesFn::At(at) = &self.sites else { return None };
        let anywhere = Self { sites: SitesFn::At(IntFn::Constant(0)), ..self.clone() };
        anywhere.is_fixed(0).then_some((at, self.kind))
    }

    /// The same from another site.
    #[must_use]
    pub fn from_site(&self, site: i32) -> Self {
        Self { sites: SitesFn::At(IntFn::Constant(site)), ..self.clone() }
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.sites.is_fixed(bound) && self.directions.is_fixed() && self.is_followed_alike(bound)
    }

    /// Whether it depends on nothing but who moves, as far as that is easily told.
    pub(super) fn is_by_mover(&self) -> bool {
        let are_sites = match &self.sites {
            SitesFn::In(region) => region.is_by_mover(),
            sites => sites.is_fixed(0),
        };
        are_sites && self.directions.is_by_mover() && self.is_followed_alike(0)
    }

    /// Whether how far lines are followed is the same in every position, once the registers in `bound` are set.
    fn is_followed_alike(&self, bound: u16) -> bool {
        let inner = bound | 1 << Register::To as u16;
        self.included.is_fixed(bound)
            && self.stop.as_ref().is_none_or(|stop| stop.is_fixed(inner))
            && self.stop_included.is_fixed(inner)
            && self.distance.as_ref().is_none_or(|distance| distance.is_fixed(bound))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        if let (SitesFn::At(at), Some(sets), Some(distance)) = (&self.sites, &self.within, &self.distance) {
            let site = at.eval(ctx);
            return Bits::from_words(sets.within(site, distance.eval(ctx)));
        }
        let topology = &ctx.rules.topology;
        let size = topology.count(self.kind);
        let mut result = Bits::default();
        let sites = self.sites.eval(ctx);
        let distance = self.distance.as_ref().map_or(usize::MAX, |distance| distance.eval(ctx).max(0) as usize);
        let before = ctx.get(Register::To);
        let mut together = Bits::default();
        if let (Some(stop), Stops::Together) = (&self.stop, self.stops) {
            together = ctx.rules.board_sites(self.kind);
            stop.narrow(Register::To, self.kind, &mut together, ctx);
        }
        for &site in sites.iter().filter(|&&site| (site as usize) < size) {
            if self.included.eval(ctx) {
                result.insert(site);
            }
            for &direction in self.directions.eval(ctx, self.kind, site).iter() {
                for radial in topology.radials(self.kind, site as usize, direction) {
                    let line = radial.sites[1..].iter().take(distance).map(|&to| i32::from(to));
                    match self.stops {
                        Stops::Classes(classes) => {
                            self.follow(line, &mut result, ctx, |ctx, to| classes.accept(ctx, to as usize));
                        }
                        Stops::Together => self.follow(line, &mut result, ctx, |_, to| together.contains(to)),
                        Stops::Singly => self.follow(line, &mut result, ctx, |ctx, to| {
                            ctx.set(Register::To, to);
                            self.stop.as_ref().is_some_and(|stop| stop.eval(ctx))
                        }),
                    }
                }
            }
            ctx.set(Register::To, before);
        }
        result
    }

    /// Whether it is asked of each site by itself whether the line from one site gets there.
    #[must_use]
    pub fn asks_singly(&self) -> bool {
        self.ends.is_some()
    }

    /// How many sites there are on the lines from the only site to start from, wherever they stop, where it can be asked of each
    /// whether a line gets there.
    #[inline]
    pub fn loose_count(&self, ctx: &mut Context<'_>) -> Option<usize> {
        let (SitesFn::At(at), Some(ends)) = (&self.sites, &self.ends) else { return None };
        Some(ends.from(at.eval(ctx)).len())
    }

    /// The site at a place among those of [`Along::loose_count`], where a line gets there.
    pub fn loose_nth(&self, index: usize, ctx: &mut Context<'_>) -> Option<i32> {
        let (SitesFn::At(at), Some(ends)) = (&self.sites, &self.ends) else { return None };
        let &end = ends.from(at.eval(ctx)).get(index)?;
        if self.distance.as_ref().is_some_and(|distance| distance.eval(ctx) < i32::from(end.distance)) {
            return None;
        }
        let before = ctx.get(Register::To);
        let is_reached = self.is_reached(end, ends, ctx);
        ctx.set(Register::To, before);
        is_reached.then(|| i32::from(end.to))
    }

    /// Whether nothing stops a line before it gets to a site, nor there.
    fn is_reached(&self, end: LineEnd, ends: &LineEnds, ctx: &mut Context<'_>) -> bool {
        let Some(stop) = &self.stop else { return true };
        let stops = |to: u16, ctx: &mut Context<'_>| match self.stops {
            Stops::Classes(classes) => classes.accept(ctx, usize::from(to)),
            Stops::Together | Stops::Singly => {
                ctx.set(Register::To, i32::from(to));
                stop.eval(ctx)
            }
        };
        if ends.before(end).iter().any(|&passed| stops(passed, ctx)) {
            return false;
        }
        if !stops(end.to, ctx) {
            return true;
        }
        ctx.set(Register::To, i32::from(end.to));
        self.stop_included.eval(ctx)
    }

    /// Takes the sites of a line up to where it stops.
    #[inline]
    fn follow(
        &self,
        line: impl Iterator<Item = i32>,
        result: &mut Bits,
        ctx: &mut Context<'_>,
        mut stops: impl FnMut(&mut Context<'_>, i32) -> bool,
    ) {
        for to in line {
            if stops(ctx, to) {
                ctx.set(Register::To, to);
                if self.stop_included.eval(ctx) {
                    result.insert(to);
                }
                return;
            }
            result.insert(to);
        }
    }
}

/// Most sites on the lines from any site in directions that are always the same.
pub(super) fn most_on_lines(c: &Compiler, kind: SiteType, directions: &DirectionFn) -> usize {
    let topology = &c.rules.topology;
    c.on_empty_board(|ctx| {
        let from_site = |site: usize| {
            let directions = directions.eval(ctx, kind, site as i32);
            let radials = directions.iter().flat_map(|&direction| topology.radials(kind, site, direction));
            Bits::from_sites(radials.flat_map(|radial| &radial.sites[1..]).map(|&site| i32::from(site))).len()
        };
        (0..topology.count(kind)).map(from_site).max().unwrap_or(0)
    })
}

/// The sites between two others on a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Between {
    kind: SiteType,
    directions: DirectionFn,
    from: IntFn,
    to: IntFn,
    from_included: BoolFn,
    to_included: BoolFn,
    condition: Option<BoolFn>,
}

impl Between {
    /// Compiles `(sites Between …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        Ok(RegionFn::Between(Box::new(Self {
            kind: c.site_type(call.get("type")),
            directions: DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?,
            from: c.int(call.get("from"))?,
            to: c.int(call.get("to"))?,
            from_included: c.opt_bool(call.get("fromIncluded"))?.unwrap_or(BoolFn::Constant(false)),
            to_included: c.opt_bool(call.get("toIncluded"))?.unwrap_or(BoolFn::Constant(false)),
            condition: c.opt_bool(call.get("cond"))?,
        })))
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        let own = [Register::From, Register::To, Register::Between];
        let inner = own.into_iter().fold(bound, |bits, register| bits | 1 << register as u16);
        self.from.is_fixed(bound)
            && self.to.is_fixed(bound)
            && self.directions.is_fixed()
            && self.from_included.is_fixed(inner)
            && self.to_included.is_fixed(inner)
            && self.condition.as_ref().is_none_or(|condition| condition.is_fixed(inner))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let (from, to) = (self.from.eval(ctx), self.to.eval(ctx));
        let topology = &ctx.rules.topology;
        let size = topology.count(self.kind) as i32;
        if from < 0 || to < 0 || from >= size || to >= size {
            return result;
        }
        let before = (ctx.set(Register::From, from), ctx.set(Register::To, to), ctx.get(Register::Between));
        if self.from_included.eval(ctx) {
            result.insert(from);
        }
        if self.to_included.eval(ctx) {
            result.insert(to);
        }
        let line = self
            .directions
            .eval(ctx, self.kind, from)
            .iter()
            .flat_map(|&direction| topology.radials(self.kind, from as usize, direction))
            .find_map(|radial| {
                let end = radial.sites.iter().skip(1).position(|&site| i32::from(site) == to)?;
                Some(&radial.sites[1..=end])
            });
        for &site in line.unwrap_or_default().iter().rev() {
            ctx.set(Register::Between, i32::from(site));
            if self.condition.as_ref().is_none_or(|condition| condition.eval(ctx)) {
                result.insert(i32::from(site));
            }
        }
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
        ctx.set(Register::Between, before.2);
        result
    }
}
