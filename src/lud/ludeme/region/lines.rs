//! Sites along the lines of the board.

use super::{RegionFn, SitesFn};
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;
use std::sync::Arc;

/// Contents that `(sites Around … Own)` and its like ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contents {
    Any,
    Empty,
    NotEmpty,
    Own,
    NotOwn,
    Enemy,
    NotEnemy,
}

impl Contents {
    fn named(name: Option<&str>) -> Option<Self> {
        Some(match name {
            None => Self::Any,
            Some("Empty") => Self::Empty,
            Some("NotEmpty") => Self::NotEmpty,
            Some("Own") => Self::Own,
            Some("NotOwn") => Self::NotOwn,
            Some("Enemy") => Self::Enemy,
            Some("NotEnemy") => Self::NotEnemy,
            _ => return None,
        })
    }

    /// Whether a component is among the contents asked for; 0 is an empty site.
    fn accept(self, ctx: &Context<'_>, what: i32) -> bool {
        if what == 0 {
            return matches!(self, Self::Any | Self::Empty);
        }
        let owner = i32::from(ctx.rules.owners[what as usize]);
        let mover = i32::from(ctx.state.mover);
        let shared = ctx.rules.players as i32 + 1;
        let has_teams = ctx.state.memory.as_deref().is_some_and(|memory| !memory.teams.is_empty());
        let enemy = owner > 0 && owner < shared && owner != mover && ctx.is_enemy(owner, mover);
        match self {
            Self::Any | Self::NotEmpty => true,
            Self::Empty => false,
            Self::Own => owner == mover || owner == shared,
            Self::NotOwn => owner != mover && owner != shared,
            Self::Enemy => enemy,
            // With teams Ludii looks for the enemies here.
            Self::NotEnemy => owner == shared || if has_teams { enemy } else { owner == mover },
        }
    }
}

impl Contents {
    /// The rows of bits that tell all in games without stacks and teams, some of them twice, and whether it is the sites in
    /// them that are asked for.
    fn rows(self, ctx: &Context<'_>) -> ([usize; 4], bool) {
        let shared = ctx.rules.players + 2;
        let mover = 1 + usize::from(ctx.state.mover);
        // Rows of empty sites, of the mover's pieces, of pieces that all share, and of neutral ones.
        match self {
            Self::Empty => ([0; 4], true),
            Self::Any | Self::NotEmpty => ([0; 4], false),
            Self::Own | Self::NotEnemy => ([mover, mover, shared, shared], true),
            Self::NotOwn => ([0, mover, shared, shared], false),
            Self::Enemy => ([0, mover, shared, 1], false),
        }
    }

    /// A word of the set of all sites of the game's own type whose contents are asked for.
    #[inline]
    fn word(self, at: usize, ctx: &Context<'_>) -> u64 {
        if self == Self::Any {
            return u64::MAX;
        }
        let (rows, keeps) = self.rows(ctx);
        let layout = &ctx.rules.layout;
        let [one, two, three, four] = rows.map(|row| ctx.state.row(layout, row).get(at).copied().unwrap_or(0));
        let met = one | two | three | four;
        if keeps { met } else { !met }
    }

    /// Takes the sites out whose contents are not among those asked for.
    fn keep(self, kind: SiteType, sites: &mut Bits, ctx: &Context<'_>) {
        let rules = ctx.rules;
        if self == Self::Any {
            return;
        }
        if rules.features.stacking || rules.features.owners_change || rules.features.teams {
            sites.retain(|site| self.accept(ctx, ctx.what(kind, site)));
            return;
        }
        let layout = &rules.layout;
        if kind == layout.default {
            for (at, word) in sites.words_mut().iter_mut().enumerate() {
                *word &= self.word(at, ctx);
            }
            return;
        }
        let (rows, keeps) = self.rows(ctx);
        let mut met = Bits::default();
        for row in rows {
            met.union(&ctx.board_row(kind, row));
        }
        if keeps {
            sites.intersect(&met);
        } else {
            sites.subtract(&met);
        }
    }
}

/// The sites at a distance around others.
#[derive(Debug, Clone, PartialEq)]
pub struct Around {
    kind: SiteType,
    sites: SitesFn,
    contents: Contents,
    distance: IntFn,
    direction: AbsoluteDirection,
    condition: Option<BoolFn>,
    include_self: BoolFn,
    /// The sites around each site that meet the condition, where it asks nothing of the position and the distance is known.
    near: Vec<Bits>,
    /// What is asked of each of those besides, where the condition asks of the position who is on that site only.
    asked: Option<BoolFn>,
}

impl Around {
    /// Compiles `(sites Around …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let contents = Contents::named(call.get("type").constant()).ok_or_else(|| c.unsupported(call))?;
        let around = Self {
            kind: c.site_type(call.get("typeLoc")),
            sites: SitesFn::compile(c, call.get("where"), call.get("regionWhere"), None)?,
            contents,
            distance: c.int_or(call.get("distance"), IntFn::Constant(1))?,
            direction: call
                .get("directions")
                .constant()
                .and_then(AbsoluteDirection::from_name)
                .unwrap_or(AbsoluteDirection::Adjacent),
            condition: c.opt_bool(call.get("If"))?,
            include_self: c.opt_bool(call.get("includeSelf"))?.unwrap_or(BoolFn::Constant(false)),
            near: Vec::new(),
            asked: None,
        };
        Ok(RegionFn::Around(Box::new(around.tabled(c))))
    }

    /// With the sites around each site worked out, where they are always the same.
    fn tabled(mut self, c: &Compiler) -> Self {
        let both = 1 << Register::From as u16 | 1 << Register::To as u16;
        if self.condition.as_ref().is_some_and(|condition| condition.asks_site(Register::To)) {
            self.asked = self.condition.take();
        }
        let is_known = self.condition.as_ref().is_none_or(|condition| condition.is_fixed(both));
        if is_known && let Some(distance) = self.distance.constant() {
            let distance = distance.max(0) as usize;
            self.near = c.on_empty_board(|ctx| {
                (0..ctx.rules.topology.count(self.kind)).map(|site| self.find_near(site, distance, ctx)).collect()
            });
        } else if self.asked.is_some() {
            self.condition = self.asked.take();
        }
        self
    }

    /// Whether it has nothing to do with a register. The sites that the condition is about stand in registers of their own.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        let is_own = matches!(register, Register::From | Register::To);
        let asks = |condition: &BoolFn| is_own || condition.is_apart(register);
        self.sites.is_apart(register)
            && self.distance.is_apart(register)
            && self.include_self.is_apart(register)
            && self.condition.as_ref().is_none_or(asks)
    }

    /// The sites at the distance from one that meet the condition, whatever is on them.
    fn find_near(&self, site: usize, distance: usize, ctx: &mut Context<'_>) -> Bits {
        let before = (ctx.set(Register::From, site as i32), ctx.get(Register::To));
        let mut near = Bits::default();
        for radial in ctx.rules.topology.radials(self.kind, site, self.direction) {
            let Some(&to) = radial.sites.get(distance) else { continue };
            ctx.set(Register::To, i32::from(to));
            if self.condition.as_ref().is_none_or(|condition| condition.eval(ctx)) {
                near.insert(i32::from(to));
            }
        }
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
        near
    }

    /// Whether a site is among those around others.
    pub fn contains(&self, site: i32, ctx: &mut Context<'_>) -> bool {
        if let SitesFn::At(at) = &self.sites
            && !self.near.is_empty()
            && self.asked.is_none()
            && matches!(self.include_self, BoolFn::Constant(false))
        {
            let at = at.eval(ctx);
            let near = usize::try_from(at).ok().and_then(|at| self.near.get(at));
            return site != at
                && near.is_some_and(|near| near.contains(site))
                && (self.contents == Contents::Any || self.contents.accept(ctx, ctx.what(self.kind, site)));
        }
        self.eval(ctx).contains(site)
    }

    /// The most sites that there can be, where they are around one site.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        // The site itself may be included.
        let most = self.near.iter().map(Bits::len).max()? + 1;
        matches!(self.sites, SitesFn::At(_)).then_some(most)
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        self.sites.ignores_registers() && !self.near.is_empty() && matches!(self.include_self, BoolFn::Constant(_))
    }

    /// How many sites there are.
    pub fn count(&self, ctx: &mut Context<'_>) -> usize {
        let features = &ctx.rules.features;
        let by_rows = !(features.stacking || features.owners_change || features.teams);
        if let SitesFn::At(at) = &self.sites
            && self.asked.is_none()
            && self.include_self == BoolFn::Constant(false)
            && self.kind == ctx.rules.layout.default
            && (by_rows || self.contents == Contents::Any)
        {
            let at = at.eval(ctx);
            if let Some(near) = usize::try_from(at).ok().and_then(|at| self.near.get(at)) {
                let words = near.words().iter().enumerate();
                let count: u32 = words.map(|(index, word)| (word & self.contents.word(index, ctx)).count_ones()).sum();
                // The site itself does not count.
                let own = near.contains(at) && self.contents.word(at as usize / 64, ctx) >> (at % 64) & 1 == 1;
                return count as usize - usize::from(own);
            }
        }
        self.eval(ctx).len()
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        let inner = bound | 1 << Register::From as u16 | 1 << Register::To as u16;
        self.sites.is_fixed(bound)
            && self.contents == Contents::Any
            && self.asked.is_none()
            && self.distance.is_fixed(bound)
            && self.condition.as_ref().is_none_or(|condition| condition.is_fixed(inner))
            && self.include_self.is_fixed(bound)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        match &self.sites {
            SitesFn::At(at) => {
                let at = at.eval(ctx);
                if let Some(near) = usize::try_from(at).ok().and_then(|at| self.near.get(at)) {
                    let mut result = near.clone();
                    self.keep(&mut result, ctx);
                    if self.include_self.eval(ctx) {
                        result.insert(at);
                    } else {
                        result.remove(at);
                    }
                    return result;
                }
                self.around(&if at < 0 { Bits::default() } else { Bits::from_sites([at]) }, ctx)
            }
            SitesFn::In(region) => {
                let sites = region.eval(ctx);
                self.around(&sites, ctx)
            }
        }
    }

    fn around(&self, sites: &Bits, ctx: &mut Context<'_>) -> Bits {
        let mut result = if self.near.is_empty() { self.searched(sites, ctx) } else { self.known(sites) };
        self.keep(&mut result, ctx);
        if self.include_self.eval(ctx) {
            result.union(sites);
        } else {
            result.subtract(sites);
        }
        result
    }

    /// Takes the sites out that are not what is asked for.
    fn keep(&self, sites: &mut Bits, ctx: &mut Context<'_>) {
        self.contents.keep(self.kind, sites, ctx);
        if let Some(asked) = &self.asked {
            asked.narrow(Register::To, self.kind, sites, ctx);
        }
    }

    /// The sites around others by the table.
    fn known(&self, sites: &Bits) -> Bits {
        let mut result = Bits::new(self.near.len());
        for near in sites.iter().filter_map(|site| self.near.get(site as usize)) {
            result.union(near);
        }
        result
    }

    /// The sites around others by a look at every line.
    fn searched(&self, sites: &Bits, ctx: &mut Context<'_>) -> Bits {
        let distance = self.distance.eval(ctx).max(0) as usize;
        let size = ctx.rules.topology.count(self.kind);
        let mut result = Bits::default();
        for site in sites.iter().filter(|&site| (site as usize) < size) {
            result.union(&self.find_near(site as usize, distance, ctx));
        }
        result
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
}

impl Along {
    /// Compiles `(sites Direction …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let along = Self {
            kind: c.site_type(call.get("type")),
            sites: SitesFn::compile(c, call.get("from"), call.get("From"), None)?,
            directions: DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?,
            included: c.opt_bool(call.get("included"))?.unwrap_or(BoolFn::Constant(false)),
            stop: c.opt_bool(call.get("stop"))?,
            stop_included: c.opt_bool(call.get("stopIncluded"))?.unwrap_or(BoolFn::Constant(false)),
            distance: c.opt_int(call.get("distance"))?,
        };
        Ok(RegionFn::Along(Box::new(along)))
    }

    /// The most sites that there can be, where the lines start from one site.
    #[must_use]
    pub fn most(&self, c: &Compiler) -> Option<usize> {
        let known = matches!(self.sites, SitesFn::At(_)) && self.directions.is_fixed();
        // The site itself may be included.
        known.then(|| most_on_lines(c, self.kind, &self.directions) + 1)
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
        let inner = bound | 1 << Register::To as u16;
        self.sites.is_fixed(bound)
            && self.directions.is_fixed()
            && self.included.is_fixed(bound)
            && self.stop.as_ref().is_none_or(|stop| stop.is_fixed(inner))
            && self.stop_included.is_fixed(inner)
            && self.distance.as_ref().is_none_or(|distance| distance.is_fixed(bound))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let topology = &ctx.rules.topology;
        let size = topology.count(self.kind);
        let sites = self.sites.eval(ctx);
        let distance = self.distance.as_ref().map_or(usize::MAX, |distance| distance.eval(ctx).max(0) as usize);
        for &site in sites.iter().filter(|&&site| (site as usize) < size) {
            let before = ctx.get(Register::To);
            if self.included.eval(ctx) {
                result.insert(site);
            }
            for &direction in self.directions.eval(ctx, self.kind, site).iter() {
                for radial in topology.radials(self.kind, site as usize, direction) {
                    for &to in radial.sites.iter().skip(1).take(distance) {
                        let to = i32::from(to);
                        if let Some(stop) = &self.stop {
                            ctx.set(Register::To, to);
                            if stop.eval(ctx) {
                                if self.stop_included.eval(ctx) {
                                    result.insert(to);
                                }
                                break;
                            }
                        }
                        result.insert(to);
                    }
                }
            }
            ctx.set(Register::To, before);
        }
        result
    }
}

/// Most sites on the lines from any site in directions that are always the same.
fn most_on_lines(c: &Compiler, kind: SiteType, directions: &DirectionFn) -> usize {
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

/// What is looked for in a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sight {
    Empty,
    Farthest,
    Piece,
}

/// What is seen from a site along the lines.
#[derive(Debug, Clone, PartialEq)]
pub struct LineOfSight {
    kind: SiteType,
    at: IntFn,
    sight: Sight,
    directions: DirectionFn,
    /// The lines from every site, where the directions are always the same and sites are told apart by their number alone.
    lines: Vec<Vec<Arc<[u16]>>>,
    /// Whether one site at most is seen, which [`LineOfSight::only`] tells.
    pub is_single: bool,
}

impl LineOfSight {
    /// Compiles `(sites LineOfSight …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let sight = match call.get("typeLoS").constant() {
            Some("Empty") => Sight::Empty,
            Some("Farthest") => Sight::Farthest,
            _ => Sight::Piece,
        };
        let kind = c.site_type(call.get("typeLoc"));
        let directions = DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
        let topology = &c.rules.topology;
        let mut lines: Vec<Vec<Arc<[u16]>>> = Vec::new();
        if kind == c.rules.default_type() && directions.is_fixed() {
            lines = c.on_empty_board(|ctx| {
                let from_site = |site: usize| {
                    let directions = directions.eval(ctx, kind, site as i32);
                    let radials = directions.iter().flat_map(|&direction| topology.radials(kind, site, direction));
                    radials.map(|radial| radial.sites[1..].into()).collect()
                };
                (0..topology.count(kind)).map(from_site).collect()
            });
        }
        let at = c.int_or(call.get("at"), IntFn::LastTo)?;
        let is_single = sight != Sight::Empty && !lines.is_empty() && lines.iter().all(|lines| lines.len() < 2);
        Ok(RegionFn::LineOfSight(Box::new(Self { kind, at, sight, directions, lines, is_single })))
    }

    /// The most sites that can be seen.
    #[must_use]
    pub fn most(&self, c: &Compiler) -> Option<usize> {
        if !self.directions.is_fixed() {
            return None;
        }
        match self.sight {
            Sight::Farthest | Sight::Piece if !self.lines.is_empty() => self.lines.iter().map(Vec::len).max(),
            _ => Some(most_on_lines(c, self.kind, &self.directions)),
        }
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        self.at.ignores_registers() && self.directions.is_fixed()
    }

    /// The only site that is seen.
    pub fn only(&self, ctx: &mut Context<'_>) -> Option<i32> {
        let from = self.at.eval(ctx);
        let sites = self.lines.get(usize::try_from(from).ok()?)?.first()?;
        let end = sites.iter().position(|&site| !ctx.state.is_empty_at(usize::from(site)));
        let seen = match self.sight {
            Sight::Piece => sites.get(end?),
            _ => sites[..end.unwrap_or(sites.len())].last(),
        };
        seen.map(|&site| i32::from(site))
    }

    /// What is seen along one line, its first site being the next.
    #[inline]
    fn along(&self, sites: &[u16], is_empty: impl Fn(u16) -> bool, result: &mut Bits) {
        let end = sites.iter().position(|&site| !is_empty(site));
        let free = &sites[..end.unwrap_or(sites.len())];
        match self.sight {
            Sight::Empty => free.iter().for_each(|&site| result.insert(i32::from(site))),
            Sight::Farthest => {
                if let Some(&last) = free.last() {
                    result.insert(i32::from(last));
                }
            }
            Sight::Piece => {
                if let Some(end) = end {
                    result.insert(i32::from(sites[end]));
                }
            }
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let from = self.at.eval(ctx);
        let topology = &ctx.rules.topology;
        if from < 0 || from as usize >= topology.count(self.kind) {
            return result;
        }
        if let Some(lines) = self.lines.get(from as usize) {
            let state = &*ctx.state;
            for line in lines {
                self.along(line, |site| state.is_empty_at(usize::from(site)), &mut result);
            }
            return result;
        }
        for &direction in self.directions.eval(ctx, self.kind, from).iter() {
            for radial in topology.radials(self.kind, from as usize, direction) {
                let is_empty = |site: u16| ctx.what(self.kind, i32::from(site)) == 0;
                self.along(&radial.sites[1..], is_empty, &mut result);
            }
        }
        result
    }
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
