//! Directions: absolute, or relative to where a piece faces.

mod relative;

pub use relative::Relative;

use super::boolean::{BoolFn, PlayerTest};
use super::int::IntFn;
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType};
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;
use crate::lud::tree::{Call, Value};
use smallvec::{SmallVec, smallvec};
use std::ops::Deref;

/// Up to so many sites, all pairs of them are looked at beforehand.
const FEW_SITES: usize = 128;

/// A short list of directions.
pub type Directions = SmallVec<[AbsoluteDirection; 8]>;

/// Directions that a rule keeps, or that were put together for the question.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolved<'r> {
    /// Kept by the rule.
    Known(&'r [AbsoluteDirection]),
    /// Put together.
    Made(Directions),
}

impl Deref for Resolved<'_> {
    type Target = [AbsoluteDirection];

    fn deref(&self) -> &[AbsoluteDirection] {
        match self {
            Self::Known(known) => known,
            Self::Made(made) => made,
        }
    }
}

/// Which piece is asked about, where it is not the one on the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facing {
    /// Component index.
    pub what: i32,
    /// Its rotation.
    pub rotation: i32,
    /// Where it faces, where that is not as its component says.
    pub towards: Option<AbsoluteDirection>,
}

impl Facing {
    /// A piece that faces as its component does, in games in which none is ever turned.
    #[must_use]
    pub fn of_unturned(c: &Compiler, what: usize) -> Option<Self> {
        let is_turned = c.rules.layout.planes[Plane::Rotation as usize].is_some();
        (!is_turned).then_some(Self { what: what as i32, rotation: 0, towards: None })
    }
}

/// Some directions.
#[derive(Debug, Clone, PartialEq)]
pub enum DirectionFn {
    /// Always the same.
    Fixed(Directions),
    /// Relative to where the piece on the site faces; `of` chooses the supported directions, those of the site alone where
    /// `by_site` holds.
    Relative {
        /// The relative directions.
        relatives: Vec<Relative>,
        /// Which directions count as supported.
        of: RelationType,
        /// Whether only those of the site count.
        by_site: bool,
        /// What comes out for each component that is not turned, where nothing but the component decides.
        unturned: Option<(SiteType, Vec<Directions>)>,
        /// The same for each number of turns from one on, in games in which pieces are turned. Turned as often as there are
        /// directions, a piece has faced wherever it can.
        turned: Vec<Vec<Directions>>,
    },
    /// One of two.
    If(Box<(BoolFn, DirectionFn, DirectionFn)>),
    /// Those of the first and those of the second.
    Union(Box<(DirectionFn, DirectionFn)>),
    /// Those of the first that are not among the second.
    Difference(Box<(DirectionFn, DirectionFn)>),
    /// The directions that lead from one site to another, of those that the board has, one bit each.
    Towards(SiteType, u64, Box<(IntFn, IntFn)>),
    /// Some of the directions, drawn by lot.
    Random(u64, Box<(DirectionFn, IntFn)>),
}

impl DirectionFn {
    /// Compiles what stands in a slot; `default` where it is empty.
    pub fn compile(c: &mut Compiler, value: &Value, default: AbsoluteDirection) -> Compiled<Self> {
        let mut directions = Self::parse(c, value, default)?;
        if let Self::Relative { relatives, of, by_site: false, unturned, turned } = &mut directions
            && !relatives.iter().any(|one| matches!(one, Relative::SameDirection | Relative::OppositeDirection))
        {
            let kind = c.rules.default_type();
            let by_component = |rotation: i32| -> Vec<Directions> {
                c.on_empty_board(|ctx| {
                    let piece = |what: usize| Facing { what: what as i32, rotation, towards: None };
                    (0..ctx.rules.components.len())
                        .map(|what| relative_at(ctx, kind, -1, piece(what), relatives, *of, false))
                        .collect()
                })
            };
            *unturned = Some((kind, by_component(0)));
            if c.rules.layout.planes[Plane::Rotation as usize].is_some() {
                *turned = (1..=AbsoluteDirection::COUNT as i32).map(by_component).collect();
            }
        }
        Ok(directions)
    }

    fn parse(c: &mut Compiler, value: &Value, default: AbsoluteDirection) -> Compiled<Self> {
        match value {
            Value::Empty => Ok(Self::Fixed(smallvec![default])),
            Value::Constant(_, name) => Self::named(&[name]).ok_or_else(|| CompileError::shape(value, "direction")),
            Value::Array(list) => {
                let names: Option<Vec<&str>> = list.iter().map(|item| item.constant()).collect();
                names.and_then(|names| Self::named(&names)).ok_or_else(|| CompileError::shape(value, "direction"))
            }
            Value::Call(call) => match call.name() {
                "Directions" => Self::directions(c, call),
                "If" => {
                    let cond = c.bool(call.get("condition"))?;
                    let yes = Self::compile(c, call.get("directionsOk"), default)?;
                    let no = Self::compile(c, call.get("directionsNotOk"), default)?;
                    Ok(Self::If(Box::new((cond, yes, no))))
                }
                name @ ("Union" | "Difference") => {
                    let one = Self::compile(c, call.get("directions"), default)?;
                    let other = Self::compile(c, call.get("directionsToRemove"), default)?;
                    let parts = Box::new((one, other));
                    Ok(if name == "Union" { Self::Union(parts) } else { Self::Difference(parts) })
                }
                _ => Err(CompileError::shape(value, "direction")),
            },
            _ => Err(CompileError::shape(value, "direction")),
        }
    }

    fn directions(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        if call.keyword() == Some("Random") {
            let among = Self::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
            let number = c.int(call.get("num"))?;
            return Ok(Self::Random(c.draw_id(), Box::new((among, number))));
        }
        if !call.get("from").is_empty() {
            let sites = (c.int(call.get("from"))?, c.int(call.get("to"))?);
            let kind = c.site_type(call.get("type"));
            let supported = c.rules.topology.supported(kind, RelationType::All);
            let supported = supported.iter().fold(0, |bits, &direction| bits | 1 << direction as usize);
            return Ok(Self::Towards(kind, supported, Box::new(sites)));
        }
        let mut names = Vec::new();
        for slot in ["relativeDirection", "relativeDirections", "absoluteDirection", "absoluteDirections"] {
            names.extend(call.get(slot).elements().iter().filter_map(Value::constant));
        }
        if names.is_empty() {
            names.push("Forward");
        }
        let mut result = Self::named(&names).ok_or_else(|| c.unsupported(call))?;
        if let Self::Relative { of, by_site, .. } = &mut result {
            *of = call.get("of").constant().and_then(RelationType::from_name).unwrap_or(RelationType::Adjacent);
            *by_site = call.get("bySite").bool().unwrap_or(false);
        }
        Ok(result)
    }

    fn named(names: &[&str]) -> Option<Self> {
        if names.is_empty() {
            return None;
        }
        if let Some(fixed) = names.iter().map(|name| AbsoluteDirection::from_name(name)).collect::<Option<Directions>>()
        {
            return Some(Self::Fixed(fixed));
        }
        let relatives = names.iter().map(|name| Relative::named(name)).collect::<Option<Vec<_>>>()?;
        Some(Self::Relative {
            relatives,
            of: RelationType::Adjacent,
            by_site: false,
            unturned: None,
            turned: Vec::new(),
        })
    }

    /// The only direction, where it is always the same one.
    #[must_use]
    pub fn single(&self) -> Option<AbsoluteDirection> {
        match self {
            Self::Fixed(fixed) if fixed.len() == 1 => Some(fixed[0]),
            _ => None,
        }
    }

    /// The relative directions, where it is a list of them.
    #[must_use]
    pub fn relatives(&self) -> &[Relative] {
        match self {
            Self::Relative { relatives, .. } => relatives,
            _ => &[],
        }
    }

    /// The directions for each component that is not turned, on sites of a type, where nothing else decides; one list for
    /// all components where it is always the same.
    #[must_use]
    pub fn by_component(&self, kind: SiteType) -> Option<Vec<&[AbsoluteDirection]>> {
        match self {
            Self::Fixed(fixed) => Some(vec![fixed]),
            Self::Relative { unturned: Some((known, table)), .. } if *known == kind => {
                Some(table.iter().map(|directions| &directions[..]).collect())
            }
            _ => None,
        }
    }

    /// The directions for each component that is not turned from each site of a type, where nothing else decides.
    #[must_use]
    pub fn by_component_and_site(&self, c: &Compiler, kind: SiteType) -> Option<Vec<Vec<Directions>>> {
        let facings = (0..c.rules.components.len()).map(|what| Facing::of_unturned(c, what));
        let facings = facings.collect::<Option<Vec<_>>>().filter(|_| self.asks_piece_only())?;
        let sites = 0..c.rules.topology.count(kind) as i32;
        Some(c.on_empty_board(|ctx| {
            let mut at = |site, facing| SmallVec::from_slice(&self.eval_for(ctx, kind, site, Some(facing)));
            facings.into_iter().map(|facing| sites.clone().map(|site| at(site, facing)).collect()).collect()
        }))
    }

    /// Whether the component on a site and the site tell all, where no piece is turned.
    fn asks_piece_only(&self) -> bool {
        match self {
            Self::Fixed(_) => true,
            Self::Relative { relatives, .. } => {
                !relatives.iter().any(|one| matches!(one, Relative::SameDirection | Relative::OppositeDirection))
            }
            Self::Union(parts) | Self::Difference(parts) => parts.0.asks_piece_only() && parts.1.asks_piece_only(),
            Self::If(_) | Self::Towards(..) | Self::Random(..) => false,
        }
    }

    /// Whether it is the same in every position.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        match self {
            Self::Fixed(_) => true,
            Self::Union(parts) | Self::Difference(parts) => parts.0.is_fixed() && parts.1.is_fixed(),
            _ => false,
        }
    }

    /// Whether they depend on nothing but who moves.
    #[must_use]
    pub fn is_by_mover(&self) -> bool {
        match self {
            Self::Fixed(_) => true,
            Self::If(parts) => {
                let is_about_mover = matches!(parts.0, BoolFn::Player(PlayerTest::Mover, IntFn::Constant(_)));
                is_about_mover && parts.1.is_by_mover() && parts.2.is_by_mover()
            }
            Self::Union(parts) | Self::Difference(parts) => parts.0.is_by_mover() && parts.1.is_by_mover(),
            _ => false,
        }
    }

    /// All directions that there may be from a site for a piece, whatever the conditions in it come to.
    #[must_use]
    pub fn possible(&self, c: &Compiler, kind: SiteType, site: usize, facing: Facing) -> Option<Directions> {
        let both = |one: &Self, other: &Self| {
            let mut all = one.possible(c, kind, site, facing)?;
            all.extend(other.possible(c, kind, site, facing)?);
            Some(all)
        };
        match self {
            Self::Fixed(fixed) => Some(fixed.clone()),
            Self::If(parts) => both(&parts.1, &parts.2),
            Self::Union(parts) => both(&parts.0, &parts.1),
            Self::Difference(parts) => parts.0.possible(c, kind, site, facing),
            Self::Random(_, parts) => parts.0.possible(c, kind, site, facing),
            Self::Relative { relatives, .. } => {
                let by_last = |one: &Relative| matches!(one, Relative::SameDirection | Relative::OppositeDirection);
                (!relatives.iter().any(by_last)).then(|| {
                    c.on_empty_board(|ctx| SmallVec::from_slice(&self.eval_for(ctx, kind, site as i32, Some(facing))))
                })
            }
            Self::Towards(..) => None,
        }
    }

    /// All lists of directions that it may come to on sites of a type, as far as that is easily told.
    #[must_use]
    pub fn alternatives(&self, c: &Compiler, kind: SiteType) -> Option<Vec<&Directions>> {
        match self {
            Self::Fixed(fixed) => Some(vec![fixed]),
            Self::If(parts) => {
                let mut all = parts.1.alternatives(c, kind)?;
                all.extend(parts.2.alternatives(c, kind)?);
                Some(all)
            }
            Self::Relative { unturned: Some((known, table)), turned, .. } => {
                let are_known = !turned.is_empty() || c.rules.layout.planes[Plane::Rotation as usize].is_none();
                let mut all: Vec<&Directions> = Vec::new();
                for directions in table.iter().chain(turned.iter().flatten()) {
                    if !all.contains(&directions) {
                        all.push(directions);
                    }
                }
                (*known == kind && are_known).then_some(all)
            }
            _ => None,
        }
    }

    /// The most lines of the board in the directions from any site, as far as that is easily told.
    #[must_use]
    pub fn most_lines(&self, c: &Compiler, kind: SiteType) -> Option<usize> {
        let topology = &c.rules.topology;
        let sites = 0..topology.count(kind);
        match self {
            Self::If(parts) => Some(parts.1.most_lines(c, kind)?.max(parts.2.most_lines(c, kind)?)),
            Self::Towards(known, supported, _) if *known == kind && sites.len() <= FEW_SITES => {
                let ways = |from: usize| {
                    let to = sites.clone().map(|to| (topology.courses(kind, from, to) & supported).count_ones());
                    to.max().unwrap_or(0) as usize
                };
                let alike = |from: usize| {
                    let supported = topology.supported(kind, RelationType::All);
                    supported.iter().map(|&direction| topology.radials(kind, from, direction).len()).max()
                };
                Some(sites.clone().map(ways).max()? * sites.clone().filter_map(alike).max()?)
            }
            _ => {
                let lines = |way: &Directions, site| {
                    way.iter().map(|&direction| topology.radials(kind, site, direction).len()).sum::<usize>()
                };
                let most = |way: &Directions| sites.clone().map(|site| lines(way, site)).max();
                self.alternatives(c, kind)?.into_iter().filter_map(most).max()
            }
        }
    }

    /// The most sites one step from any site in the directions, as far as that is easily told.
    #[must_use]
    pub fn most_steps(&self, c: &Compiler, kind: SiteType) -> Option<usize> {
        let topology = &c.rules.topology;
        let steps = |way: &Directions, site| {
            way.iter().map(|&direction| topology.steps_within(kind, site, direction).len()).sum::<usize>()
        };
        let most = |way: &Directions| (0..topology.count(kind)).map(|site| steps(way, site)).max();
        self.alternatives(c, kind)?.into_iter().filter_map(most).max()
    }

    /// The directions from a site, for the piece on it.
    pub fn eval(&self, ctx: &mut Context<'_>, kind: SiteType, site: i32) -> Resolved<'_> {
        self.eval_for(ctx, kind, site, None)
    }

    /// The directions from a site, for the piece on it or the one given.
    pub fn eval_for(&self, ctx: &mut Context<'_>, kind: SiteType, site: i32, facing: Option<Facing>) -> Resolved<'_> {
        match self {
            Self::Fixed(fixed) => Resolved::Known(fixed),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval_for(ctx, kind, site, facing)
                } else {
                    parts.2.eval_for(ctx, kind, site, facing)
                }
            }
            Self::Relative { relatives, of, by_site, .. }
                if let [only] = relatives[..]
                    && let Some(ends) = only.of_last_move(ctx) =>
            {
                let (from, to) = ends;
                match supported_for(ctx, kind, site, *of, *by_site) {
                    supported if let Some(found) = leading(ctx, kind, from, to, supported).next() => {
                        let only = found as usize;
                        Resolved::Known(&AbsoluteDirection::ALL[only..=only])
                    }
                    _ => Resolved::Known(&[]),
                }
            }
            Self::Relative { relatives, of, by_site, unturned, turned } => {
                let facing = facing.unwrap_or_else(|| Facing {
                    what: ctx.what(kind, site),
                    rotation: ctx.plane(Plane::Rotation, kind, site),
                    towards: None,
                });
                let table = match unturned {
                    Some((known, table)) if *known == kind && facing.towards.is_none() => match facing.rotation {
                        0 => Some(table),
                        turns => usize::try_from(turns - 1).ok().and_then(|turns| turned.get(turns)),
                    },
                    _ => None,
                };
                match table {
                    Some(table) => Resolved::Known(&table[facing.what as usize]),
                    None => Resolved::Made(relative_at(ctx, kind, site, facing, relatives, *of, *by_site)),
                }
            }
            Self::Towards(kind, supported, sites) => {
                let (from, to) = (sites.0.eval(ctx), sites.1.eval(ctx));
                let size = ctx.rules.topology.count(*kind) as i32;
                if from < 0 || from >= size || to < 0 || to >= size {
                    return Resolved::Known(&[]);
                }
                let courses = ctx.rules.topology.courses(*kind, from as usize, to as usize) & supported;
                // There is one most of the time, and then it is in any order.
                if courses.is_power_of_two() {
                    let only = courses.trailing_zeros() as usize;
                    return Resolved::Known(&AbsoluteDirection::ALL[only..=only]);
                }
                let supported = ctx.rules.topology.supported(*kind, RelationType::All);
                Resolved::Made(leading(ctx, *kind, from, to, supported).collect())
            }
            _ => Resolved::Made(self.combined(ctx, kind, site, facing)),
        }
    }

    /// The directions of the forms that put others together.
    fn combined(&self, ctx: &mut Context<'_>, kind: SiteType, site: i32, facing: Option<Facing>) -> Directions {
        match self {
            Self::Union(parts) => {
                let mut result = parts.0.specific(ctx, kind, site, facing);
                for direction in parts.1.specific(ctx, kind, site, facing) {
                    if !result.contains(&direction) {
                        result.push(direction);
                    }
                }
                result
            }
            Self::Difference(parts) => {
                let mut result = parts.0.specific(ctx, kind, site, facing);
                let less = parts.1.specific(ctx, kind, site, facing);
                result.retain(|direction| !less.contains(direction));
                result
            }
            Self::Random(id, parts) => {
                let mut among = parts.0.specific(ctx, kind, site, facing);
                let number = (parts.1.eval(ctx).max(0) as usize).min(among.len());
                for taken in 0..number {
                    let left = among.len() - taken;
                    among.swap(taken, taken + ctx.lot(id ^ taken as u64, left));
                }
                among.truncate(number);
                among
            }
            Self::Fixed(_) | Self::If(_) | Self::Relative { .. } | Self::Towards(..) => {
                SmallVec::from_slice(&self.eval_for(ctx, kind, site, facing))
            }
        }
    }

    /// The directions from a site, with groups such as `Orthogonal` resolved into the site's own directions.
    fn specific(&self, ctx: &mut Context<'_>, kind: SiteType, site: i32, facing: Option<Facing>) -> Directions {
        let mut result = Directions::new();
        for &direction in self.eval_for(ctx, kind, site, facing).iter() {
            match RelationType::from_key(direction) {
                Some(relation) if site >= 0 && (site as usize) < ctx.rules.topology.count(kind) => {
                    for &own in ctx.rules.topology.supported_at(kind, site as usize, relation) {
                        if !result.contains(&own) {
                            result.push(own);
                        }
                    }
                }
                Some(_) => {}
                None => result.push(direction),
            }
        }
        result
    }
}

fn relative_at(
    ctx: &Context<'_>,
    kind: SiteType,
    site: i32,
    piece: Facing,
    relatives: &[Relative],
    of: RelationType,
    by_site: bool,
) -> Directions {
    let rules = ctx.rules;
    let supported = supported_for(ctx, kind, site, of, by_site);
    let facing = piece
        .towards
        .or_else(|| rules.components.get(piece.what as usize).and_then(|component| component.facing))
        .unwrap_or(AbsoluteDirection::N);
    let facing = relative::rotated(facing, piece.rotation, supported);
    let mut result = Directions::new();
    for &relative in relatives {
        match relative.of_last_move(ctx) {
            Some((from, to)) => result.extend(leading(ctx, kind, from, to, supported).next()),
            None => relative.directions(facing, supported, &mut result),
        }
    }
    result
}

/// The directions that a relation stands for, on the whole board or from a site.
fn supported_for<'r>(
    ctx: &Context<'r>,
    kind: SiteType,
    site: i32,
    of: RelationType,
    by_site: bool,
) -> &'r [AbsoluteDirection] {
    let topology = &ctx.rules.topology;
    if by_site && site >= 0 && (site as usize) < topology.count(kind) {
        topology.supported_at(kind, site as usize, of)
    } else {
        topology.supported(kind, of)
    }
}

impl Relative {
    /// The two sites of the last move between which the direction leads, where it is of that kind.
    #[inline]
    fn of_last_move(self, ctx: &Context<'_>) -> Option<(i32, i32)> {
        let (from, to) = (ctx.state.last.from, ctx.state.last.to);
        match self {
            Self::SameDirection => Some((from, to)),
            Self::OppositeDirection => Some((to, from)),
            _ => None,
        }
    }
}

/// Those of some directions in which some line from a site meets another site.
pub fn leading<'d>(
    ctx: &Context<'_>,
    kind: SiteType,
    from: i32,
    to: i32,
    directions: &'d [AbsoluteDirection],
) -> impl DoubleEndedIterator<Item = AbsoluteDirection> + use<'d> {
    let courses = match (usize::try_from(from), usize::try_from(to)) {
        (Ok(from), Ok(to)) => ctx.rules.topology.courses(kind, from, to),
        _ => 0,
    };
    directions.iter().copied().filter(move |&direction| courses >> direction as usize & 1 == 1)
}
