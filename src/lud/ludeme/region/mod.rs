//! Regions: sets of sites.

mod around;
mod ask;
mod by_mover;
mod levels;
mod line_ends;
mod lines;
mod most;
mod occupied;
mod pair_sets;
mod pattern;
mod relations;
mod set_table;
mod sight;
mod sites;
mod sites_fn;
mod tables;
mod track_sites;
mod within;

pub use around::Around;
pub use levels::Levels;
pub use lines::{Along, Between};
pub use occupied::Occupied;
pub use pair_sets::PairSets;
pub use pattern::Pattern;
pub use relations::{Distance, Groups, Incident, WalkStep, Walks, follow, walk_steps};
pub use set_table::SetTable;
pub use sight::LineOfSight;
pub use sites_fn::SitesFn;
pub use track_sites::TrackSites;
pub use within::Within;

use super::array::ArrayFn;
use super::boolean::BoolFn;
use super::int::IntFn;
use super::moves::MovesFn;
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::recall::Recall;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};
use std::borrow::Cow;

/// Which site of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveSite {
    /// Where it comes from.
    From,
    /// Where it goes to.
    To,
}

impl MoveSite {
    /// The one that is meant of two sites.
    #[inline]
    #[must_use]
    pub fn of(self, from: i32, to: i32) -> i32 {
        match self {
            Self::From => from,
            Self::To => to,
        }
    }
}

/// A set of sites. What does not depend on the position is worked out when the game is compiled.
#[derive(Debug, Clone, PartialEq)]
pub enum RegionFn {
    /// Always the same.
    Fixed(Bits),
    /// The empty sites of the board.
    Empty(SiteType),
    /// The empty sites of a container by its index.
    EmptyIn(SiteType, Box<IntFn>),
    /// The sites in a list.
    List(Box<ArrayFn>),
    /// All of these.
    Union(Vec<RegionFn>),
    /// What is in all of these.
    Intersection(Vec<RegionFn>),
    /// What is in the first and not in the second.
    Difference(Box<(RegionFn, RegionFn)>),
    /// What is in the first without one site.
    Without(Box<(RegionFn, IntFn)>),
    /// One of two.
    If(Box<(BoolFn, RegionFn, RegionFn)>),
    /// One of several by number; nothing beyond them.
    Choice(Box<IntFn>, Vec<Bits>),
    /// What a region is for each value of a register from 0 on, where nothing else changes it, and the region for others.
    ByRegister(Register, Vec<Bits>, Box<RegionFn>),
    /// What a region is for each pair of sites in two registers, where nothing else changes it.
    ByPair(Box<PairSets>),
    /// The regions of a player, by player.
    Owned(Box<IntFn>, Vec<RegionFn>),
    /// Some regions of the equipment, by index.
    Equipment(Vec<usize>),
    /// Everything within some steps of some sites.
    Expand {
        /// The sites.
        sites: Box<SitesFn>,
        /// How many steps.
        steps: Box<IntFn>,
        /// Type of the sites.
        kind: SiteType,
        /// Direction of the steps; to all adjacent sites where there is none.
        direction: Option<AbsoluteDirection>,
    },
    /// The same, looked up for each of the sites.
    Within(Box<Within>),
    /// Sites with a local state.
    State(SiteType, Box<IntFn>),
    /// Sites that meet a condition.
    Filter(Box<(RegionFn, BoolFn)>),
    /// What a region gives for every site of another.
    ForEachSite(Box<(RegionFn, RegionFn)>),
    /// What a region gives for every player.
    ForEachPlayer(Box<(ArrayFn, RegionFn)>),
    /// Levels of a stack that meet a condition.
    ForEachLevel(Box<Levels>),
    /// The empty sites next to pieces; the centre before there are any. What is next to each site.
    Playable(Box<SetTable>),
    /// The pending values.
    Pending,
    /// Where the actions of the last move went.
    LastTos,
    /// The sites to be cleared at the end of the turn.
    ToClear,
    /// The sites of the innermost iteration over a group.
    Context,
    /// Sites jumped over by the last move.
    LastBetween,
    /// Where a component stood at the start.
    Start(Box<IntFn>),
    /// Sites of moves.
    Moves(MoveSite, Box<MovesFn>),
    /// Sites of a track, from one of them to another.
    Track(Box<TrackSites>),
    /// Edges of a player that cross an edge: the edge, the player, and all edges that cross each.
    Crossing(Box<(IntFn, IntFn, Vec<Bits>)>),
    /// Sites below those that hold some (or a given) component.
    Support(SiteType, Option<Box<IntFn>>),
    /// Some sites of a region, drawn by lot.
    Random(u64, Box<(RegionFn, IntFn)>),
    /// Sites around others.
    Around(Box<Around>),
    /// Sites along lines.
    Along(Box<Along>),
    /// Sites seen from another.
    LineOfSight(Box<LineOfSight>),
    /// Sites between two others.
    Between(Box<Between>),
    /// Where pieces are.
    Occupied(Box<Occupied>),
    /// Sites that touch another.
    Incident(Box<Incident>),
    /// Sites at some distance.
    Distance(Box<Distance>),
    /// Sites of groups.
    Groups(Box<Groups>),
    /// Ends of walks.
    Walks(Box<Walks>),
    /// Sites of patterns.
    Pattern(Box<Pattern>),
    /// A region that takes long, looked up where it has been worked out before.
    Recalled(Box<(RegionFn, Recall)>),
}

impl RegionFn {
    /// The sites of which it holds the empty ones, where it is such a region of the board.
    #[must_use]
    pub fn empty_ones(&self, rules: &Rules) -> Option<Bits> {
        match self {
            Self::Empty(kind) if *kind == rules.default_type() => Some(rules.board_sites(*kind)),
            Self::Difference(parts) => match &**parts {
                (first, Self::Fixed(without)) => {
                    let mut sites = first.empty_ones(rules)?;
                    sites.subtract(without);
                    Some(sites)
                }
                _ => None,
            },
            Self::Without(parts) => {
                let mut sites = parts.0.empty_ones(rules)?;
                sites.remove(parts.1.constant()?);
                Some(sites)
            }
            Self::Intersection(list) => {
                let (fixed, rest): (Vec<_>, Vec<_>) = list.iter().partition(|item| matches!(item, Self::Fixed(_)));
                let [first] = rest[..] else { return None };
                let mut sites = first.empty_ones(rules)?;
                for item in fixed {
                    let Self::Fixed(others) = item else { return None };
                    sites.intersect(others);
                }
                Some(sites)
            }
            _ => None,
        }
    }

    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let Value::Call(call) = value else { return Err(CompileError::shape(value, "region")) };
        let region = match call.name() {
            "Union" => Self::joined(Self::list(c, call)?),
            "Intersection" => Self::Intersection(Self::list(c, call)?),
            "Difference" => {
                let source = c.region(call.get("source"))?;
                match call.get("siteToRemove") {
                    Value::Empty => Self::Difference(Box::new((source, c.region(call.get("subtraction"))?))),
                    site => Self::Without(Box::new((source, c.int(site)?))),
                }
            }
            "If" => {
                let no = c.opt_region(call.get("notOk"))?.unwrap_or(Self::Fixed(Bits::default()));
                Self::either(c.bool(call.get("cond"))?, c.region(call.get("ok"))?, no)
            }
            "Expand" if call.get("containerIdFn").is_empty() && call.get("containerName").is_empty() => Self::Expand {
                sites: Box::new(SitesFn::compile(c, call.get("origin"), call.get("region"), None)?),
                steps: Box::new(c.int_or(call.get("steps"), IntFn::Constant(1))?),
                kind: c.site_type(call.get("type")),
                direction: call.get("dirn").constant().and_then(AbsoluteDirection::from_name),
            },
            "ForEach" => Self::for_each(c, call)?,
            "Last" if call.keyword() == Some("Between") => Self::LastBetween,
            "Sites" => Self::sites(c, call)?,
            _ => return Err(c.unsupported(call)),
        };
        Ok(region.folded(c).recalled(c))
    }

    fn list(c: &mut Compiler, call: &Call) -> Compiled<Vec<Self>> {
        let mut list = Vec::new();
        for slot in &call.slots {
            for value in slot.value.elements() {
                list.push(c.region(value)?);
            }
        }
        Ok(list)
    }

    fn for_each(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        Ok(match call.get("forEachType").constant() {
            Some("Level") => Self::ForEachLevel(Box::new(Levels::compile(c, call)?)),
            Some(_) => return Err(c.unsupported(call)),
            None if !call.get("players").is_empty() => {
                let players = ArrayFn::compile(c, call.get("players"))?;
                Self::ForEachPlayer(Box::new((players, c.region(call.get("region"))?)))
            }
            None if !call.get("of").is_empty() => {
                Self::ForEachSite(Box::new((c.region(call.get("of"))?, c.region(call.get("region"))?)))
            }
            None => Self::Filter(Box::new((c.region(call.get("region"))?, c.bool(call.get("If"))?))),
        })
    }

    /// Whether it is the same in every position, once the registers in `bound` (bit by register) are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        let with_site = bound | 1 << Register::Site as u16;
        match self {
            Self::Fixed(_) => true,
            Self::List(array) => array.is_fixed(bound),
            Self::Union(list) | Self::Intersection(list) => list.iter().all(|item| item.is_fixed(bound)),
            Self::Difference(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound),
            Self::Without(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound),
            Self::If(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound) && parts.2.is_fixed(bound),
            Self::Choice(index, _) => index.is_fixed(bound),
            Self::ByRegister(register, ..) => bound >> *register as u16 & 1 == 1,
            Self::ByPair(sets) => sets.is_fixed(bound),
            Self::Owned(player, regions) => {
                player.is_fixed(bound) && regions.iter().all(|region| matches!(region, Self::Fixed(_)))
            }
            Self::Expand { sites, steps, .. } => sites.is_fixed(bound) && steps.is_fixed(bound),
            Self::Within(within) => within.is_fixed(bound),
            Self::Filter(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(with_site),
            Self::ForEachSite(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(with_site),
            Self::Around(around) => around.is_fixed(bound),
            Self::Along(along) => along.is_fixed(bound),
            Self::Between(between) => between.is_fixed(bound),
            Self::Incident(incident) => incident.is_fixed(bound),
            Self::Distance(distance) => distance.is_fixed(bound),
            Self::Walks(walks) => walks.is_fixed(bound),
            Self::Track(sites) => sites.is_fixed(),
            _ => false,
        }
    }

    /// Evaluates.
    pub fn eval<'r>(&'r self, ctx: &mut Context<'_>) -> Cow<'r, Bits> {
        match self {
            Self::Fixed(bits) => Cow::Borrowed(bits),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx)
                } else {
                    parts.2.eval(ctx)
                }
            }
            Self::Choice(index, sets) => {
                let index = index.eval(ctx);
                match usize::try_from(index).ok().and_then(|index| sets.get(index)) {
                    Some(bits) => Cow::Borrowed(bits),
                    None => Cow::Owned(Bits::default()),
                }
            }
            Self::ByRegister(register, sets, otherwise) => {
                match usize::try_from(ctx.get(*register)).ok().and_then(|value| sets.get(value)) {
                    Some(bits) => Cow::Borrowed(bits),
                    None => otherwise.eval(ctx),
                }
            }
            Self::Owned(player, regions) => {
                let player = player.eval(ctx);
                match usize::try_from(player).ok().and_then(|player| regions.get(player)) {
                    Some(region) => region.eval(ctx),
                    None => Cow::Owned(Bits::default()),
                }
            }
            Self::Track(sites) if sites.is_whole() => match sites.whole(ctx) {
                Some(all) => Cow::Borrowed(all),
                None => Cow::Owned(Bits::default()),
            },
            other => Cow::Owned(other.gather(ctx)),
        }
    }

    /// Evaluates what has to be put together.
    fn gather(&self, ctx: &mut Context<'_>) -> Bits {
        match self {
            Self::Fixed(_) | Self::If(_) | Self::Choice(..) | Self::ByRegister(..) | Self::Owned(..) => {
                self.eval(ctx).into_owned()
            }
            Self::Empty(kind) => ctx.empty_sites(*kind),
            Self::ByPair(sets) => sets.eval(ctx),
            Self::EmptyIn(kind, container) => {
                let container = container.eval(ctx);
                match usize::try_from(container).ok().and_then(|container| ctx.rules.containers.get(container)) {
                    Some(hand) if container > 0 => {
                        let layout = &ctx.rules.layout;
                        let range = hand.first..hand.first + hand.sites;
                        let is_own = |site: i32| site >= 0 && layout.flat(SiteType::Cell, site) == site as usize;
                        if is_own(range.start) && is_own(range.end - 1) {
                            let mut sites = Bits::from_words(ctx.state.row(layout, 0));
                            sites.keep_range(range.start as usize..range.end as usize);
                            return sites;
                        }
                        Bits::from_sites(range.filter(|&site| ctx.is_empty(SiteType::Cell, site)))
                    }
                    _ => Self::Empty(*kind).gather(ctx),
                }
            }
            Self::List(array) if let Some(site) = array.only() => Bits::from_sites([site.eval(ctx)]),
            Self::List(array) => Bits::from_sites(array.eval(ctx)),
            Self::Union(list) => {
                let mut items = list.iter();
                let mut result = items.next().map(|item| item.eval(ctx).into_owned()).unwrap_or_default();
                for item in items {
                    result.union(&item.eval(ctx));
                }
                result
            }
            Self::Intersection(list) => {
                let mut items = list.iter();
                let mut result = items.next().map(|item| item.eval(ctx).into_owned()).unwrap_or_default();
                for item in items {
                    result.intersect(&item.eval(ctx));
                }
                result
            }
            Self::Difference(parts) => {
                let mut result = parts.0.eval(ctx).into_owned();
                result.subtract(&parts.1.eval(ctx));
                result
            }
            Self::Without(parts) => {
                let mut result = parts.0.eval(ctx).into_owned();
                result.remove(parts.1.eval(ctx));
                result
            }
            Self::Equipment(regions) => {
                let rules = ctx.rules;
                let mut result = Bits::default();
                for &region in regions {
                    for sites in &rules.regions[region].sites {
                        result.union(&sites.eval(ctx));
                    }
                }
                result
            }
            Self::Expand { sites, steps, kind, direction } => {
                let result = Bits::from_sites(sites.eval(ctx));
                let steps = steps.eval(ctx);
                expand(ctx, result, steps, *kind, *direction)
            }
            Self::Within(within) => within.eval(ctx),
            Self::State(kind, state) => {
                let state = state.eval(ctx);
                let count = ctx.rules.topology.count(*kind);
                if let Some(found) = ctx.sites_with(crate::lud::play::layout::Plane::State, *kind, state) {
                    return found;
                }
                let fits = |site: &i32| ctx.plane(crate::lud::play::layout::Plane::State, *kind, *site) == state;
                Bits::from_sites((0..count as i32).filter(fits))
            }
            Self::Filter(parts) => {
                let all = parts.0.eval(ctx);
                let own = ctx.rules.default_type();
                if all.is_below(ctx.rules.topology.count(own)) {
                    let mut result = all.into_owned();
                    parts.1.narrow(Register::Site, own, &mut result, ctx);
                    return result;
                }
                let mut result = Bits::new(all.words().len() * 64);
                let before = ctx.get(Register::Site);
                for site in all.iter() {
                    ctx.set(Register::Site, site);
                    if parts.1.eval(ctx) {
                        result.insert(site);
                    }
                }
                ctx.set(Register::Site, before);
                result
            }
            Self::ForEachSite(parts) => {
                let mut result = Bits::default();
                let before = ctx.get(Register::Site);
                for site in parts.0.eval(ctx).iter() {
                    ctx.set(Register::Site, site);
                    result.union(&parts.1.eval(ctx));
                }
                ctx.set(Register::Site, before);
                result
            }
            Self::ForEachPlayer(parts) => {
                let mut result = Bits::default();
                let before = ctx.get(Register::Player);
                for player in parts.0.eval(ctx) {
                    if player >= 0 && player <= ctx.rules.players as i32 + 1 {
                        ctx.set(Register::Player, player);
                        result.union(&parts.1.eval(ctx));
                    }
                }
                ctx.set(Register::Player, before);
                result
            }
            Self::ForEachLevel(levels) => levels.eval(ctx),
            Self::Playable(next_to) => playable(next_to, ctx),
            Self::Pending => Bits::from_sites(ctx.state.pending.iter().copied()),
            Self::LastTos => {
                let mut sites = ctx.state.memory().last_tos.clone();
                if ctx.state.last.to >= 0 {
                    sites.insert(ctx.state.last.to);
                }
                sites
            }
            Self::ToClear => Bits::from_sites(ctx.state.memory().to_clear.iter().copied()),
            Self::Context => ctx.scratch.region.clone(),
            Self::LastBetween => Bits::from_sites(ctx.state.last_between.iter().map(|&site| i32::from(site))),
            Self::Start(what) => {
                let what = what.eval(ctx);
                let sites = &ctx.state.memory().start_sites;
                usize::try_from(what).ok().and_then(|what| sites.get(what)).cloned().unwrap_or_default()
            }
            Self::Moves(which, moves) => {
                let mut sites = Bits::default();
                moves.generate(ctx, &mut Sink::Ends(*which, &mut sites, 0));
                sites
            }
            Self::Track(sites) => sites.eval(ctx),
            Self::Crossing(parts) => {
                let (edge, who) = (parts.0.eval(ctx), parts.1.eval(ctx));
                let everyone = ctx.rules.players as i32 + 1;
                let mut crossing =
                    usize::try_from(edge).ok().and_then(|edge| parts.2.get(edge)).cloned().unwrap_or_default();
                crossing.retain(|other| {
                    if who == everyone {
                        ctx.what(SiteType::Edge, other) != 0
                    } else {
                        ctx.who(SiteType::Edge, other) == who
                    }
                });
                crossing
            }
            Self::Support(kind, what) => {
                use AbsoluteDirection::{UNE, UNW, USE, USW};
                let what = what.as_ref().map_or(-1, |what| what.eval(ctx));
                let topology = &ctx.rules.topology;
                let carries = |&site: &i32| {
                    [UNW, USW, UNE, USE].into_iter().any(|direction| {
                        let above = topology.steps_within(*kind, site as usize, direction).first();
                        let held = above.map_or(0, |&above| ctx.what(*kind, i32::from(above)));
                        above.is_some() && if what == -1 { held != 0 } else { held == what }
                    })
                };
                Bits::from_sites((0..topology.count(*kind) as i32).filter(carries))
            }
            Self::Random(id, parts) => {
                let mut sites: super::array::Numbers = parts.0.eval(ctx).iter().collect();
                let number = (parts.1.eval(ctx).max(0) as usize).min(sites.len());
                for taken in 0..number {
                    let left = sites.len() - taken;
                    sites.swap(taken, taken + ctx.lot(id ^ taken as u64, left));
                }
                Bits::from_sites(sites.into_iter().take(number))
            }
            Self::Around(around) => around.eval(ctx),
            Self::Along(along) => along.eval(ctx),
            Self::LineOfSight(sight) => sight.eval(ctx),
            Self::Between(between) => between.eval(ctx),
            Self::Occupied(occupied) => occupied.eval(ctx),
            Self::Incident(incident) => incident.eval(ctx),
            Self::Distance(distance) => distance.eval(ctx),
            Self::Groups(groups) => groups.eval(ctx),
            Self::Walks(walks) => walks.eval(ctx),
            Self::Pattern(pattern) => pattern.eval(ctx),
            Self::Recalled(parts) => {
                let shared = match &parts.0 {
                    Self::Groups(groups) => groups.of_any_member(),
                    _ => None,
                };
                ctx.recall_sites(parts.1, shared, |ctx| parts.0.gather(ctx))
            }
        }
    }
}

/// Where a piece can be added so that it touches others.
fn playable(next_to: &SetTable, ctx: &Context<'_>) -> Bits {
    let kind = ctx.rules.default_type();
    let mut occupied = ctx.rules.board_sites(kind);
    occupied.subtract(&ctx.row(kind, 0));
    if occupied.is_empty() {
        let centre = &ctx.rules.topology.of(kind).centre;
        return Bits::from_sites(centre.iter().map(|&site| i32::from(site)));
    }
    let mut result = next_to.union_of(&occupied);
    result.subtract(&occupied);
    result
}

/// A region and everything within some steps of it.
fn expand(ctx: &Context<'_>, sites: Bits, steps: i32, kind: SiteType, direction: Option<AbsoluteDirection>) -> Bits {
    let topology = &ctx.rules.topology;
    let elements = topology.of(kind);
    let mut result = sites;
    for _ in 0..steps {
        let mut wider = result.clone();
        for site in result.iter().filter(|&site| (site as usize) < elements.sites.len()) {
            let near = match direction {
                Some(direction) if kind != SiteType::Edge => topology.steps_within(kind, site as usize, direction),
                _ => &elements.sites[site as usize].adjacent,
            };
            for &to in near {
                wider.insert(i32::from(to));
            }
        }
        result = wider;
    }
    result
}
