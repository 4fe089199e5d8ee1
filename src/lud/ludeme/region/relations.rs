//! Sites related to others: incident ones, those at a distance, those of a group, and walks.

use super::{RegionFn, SitesFn};
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::{IntFn, StepRule, group_of};
use crate::lud::ludeme::range::RangeFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};
use std::sync::Arc;

/// The sites that touch another.
#[derive(Debug, Clone, PartialEq)]
pub struct Incident {
    result: SiteType,
    of: SiteType,
    at: IntFn,
    owner: Option<IntFn>,
}

impl Incident {
    /// Compiles `(sites Incident …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        Ok(RegionFn::Incident(Box::new(Self {
            result: c.site_type(call.get("resultType")),
            of: c.site_type(call.get("of")),
            at: c.int(call.get("at"))?,
            owner: c.player(call, &["owner", "roleOwner"])?,
        })))
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.owner.is_none() && self.at.is_fixed(bound)
    }

    /// The site that is touched, where nothing else can change it.
    #[must_use]
    pub fn depends_on(&self) -> Option<(&IntFn, SiteType)> {
        self.owner.is_none().then_some((&self.at, self.of))
    }

    /// The same for another site.
    #[must_use]
    pub fn of_site(&self, site: i32) -> Self {
        Self { at: IntFn::Constant(site), ..self.clone() }
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.at.is_apart(register) && self.owner.as_ref().is_none_or(|owner| owner.is_apart(register))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let at = self.at.eval(ctx);
        let topology = &ctx.rules.topology;
        let Some(element) = usize::try_from(at).ok().and_then(|at| topology.of(self.of).sites.get(at)) else {
            return result;
        };
        let add = |result: &mut Bits, sites: &[u16]| {
            for &site in sites {
                result.insert(i32::from(site));
            }
        };
        let edges = &topology.of(SiteType::Edge).sites;
        match (self.of, self.result) {
            (SiteType::Cell, SiteType::Cell) => {
                for &edge in &element.edges {
                    add(&mut result, &edges[edge as usize].cells);
                }
                result.remove(at);
            }
            // Ludii gives the cells of the edges here.
            (SiteType::Vertex, SiteType::Vertex) => {
                for &edge in &element.edges {
                    add(&mut result, &edges[edge as usize].cells);
                }
                result.remove(at);
            }
            (SiteType::Edge, SiteType::Edge) => {
                for &end in &element.vertices {
                    add(&mut result, &topology.of(SiteType::Vertex).sites[end as usize].edges);
                }
                result.remove(at);
            }
            (_, SiteType::Cell) => add(&mut result, &element.cells),
            (_, SiteType::Vertex) => add(&mut result, &element.vertices),
            (_, SiteType::Edge) => add(&mut result, &element.edges),
        }
        if let Some(owner) = &self.owner {
            let owner = owner.eval(ctx);
            let everyone = ctx.rules.players as i32 + 1;
            for site in result.clone().iter() {
                let who = ctx.who(self.result, site);
                if who != owner && !(owner == everyone && who != 0) {
                    result.remove(site);
                }
            }
        }
        result
    }
}

/// The sites at some distance.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    kind: SiteType,
    from: IntFn,
    range: RangeFn,
    /// For each site, the sites within each distance, where plain neighbours count.
    within: Arc<Vec<Vec<Bits>>>,
    rule: Option<StepRule>,
}

impl Distance {
    /// Compiles `(sites Distance …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let kind = c.site_type(call.get("elementType"));
        let relation =
            call.get("relation").constant().and_then(RelationType::from_name).unwrap_or(RelationType::Adjacent);
        let rule = StepRule::compile(c, call, kind)?;
        let topology = &c.rules.topology;
        let within = if rule.is_some() {
            Vec::new()
        } else {
            let around = |site: usize| {
                let mut rings = vec![Bits::from_sites([site as i32])];
                for (other, &steps) in topology.distances_from(kind, site, relation).iter().enumerate() {
                    let steps = usize::from(steps);
                    if steps > 0 {
                        rings.resize_with(rings.len().max(steps + 1), Bits::default);
                        rings[steps].insert(other as i32);
                    }
                }
                for steps in 1..rings.len() {
                    let nearer = rings[steps - 1].clone();
                    rings[steps].union(&nearer);
                }
                rings
            };
            (0..topology.count(kind)).map(around).collect()
        };
        Ok(RegionFn::Distance(Box::new(Self {
            kind,
            from: c.int(call.get("from"))?,
            range: RangeFn::compile(c, call.get("distance"))?,
            within: Arc::new(within),
            rule,
        })))
    }

    /// The most sites that there can be, where neither the steps nor their number depend on the position.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        let (min, max) = (self.range.min.constant()?, self.range.max.constant()?);
        let most = |within: &Vec<Bits>| between(within, min, max).len();
        self.rule.is_none().then(|| self.within.iter().map(most).max().unwrap_or(0))
    }

    /// Whether distances are those from the site in a register, of the game's own type.
    #[must_use]
    pub fn is_from(&self, register: Register, own: SiteType) -> bool {
        self.from.is_register(register) && self.kind == own
    }

    /// Whether steps have to be looked for in the position.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        self.rule.is_some()
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.rule.as_ref().is_none_or(|rule| rule.is_fixed(bound))
            && self.from.is_fixed(bound)
            && self.range.is_fixed(bound)
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.rule.as_ref().is_none_or(|rule| rule.is_apart(register))
            && self.from.is_apart(register)
            && self.range.min.is_apart(register)
            && self.range.max.is_apart(register)
    }

    /// The sites below 64, as bits, where steps need not be looked for.
    pub fn low_word(&self, ctx: &mut Context<'_>) -> Option<u64> {
        if self.is_searched() {
            return None;
        }
        let from = self.from.eval(ctx);
        let (min, max) = self.range.eval(ctx);
        let within = usize::try_from(from).ok().and_then(|from| self.within.get(from));
        let Some(within) = within.filter(|_| 0 <= min && min <= max) else { return Some(0) };
        let word = |steps: i32| within[within.len().min(steps as usize + 1) - 1].words().first().copied().unwrap_or(0);
        Some(if min == 0 { word(max) } else { word(max) & !word(min - 1) })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let from = self.from.eval(ctx);
        let (min, max) = self.range.eval(ctx);
        if from < 0 || from as usize >= ctx.rules.topology.count(self.kind) || min < 0 {
            return result;
        }
        match &self.rule {
            None => return between(&self.within[from as usize], min, max),
            Some(rule) => rule.walk(ctx, from, |steps, ring| {
                if steps >= min {
                    result.union(ring);
                }
                steps < max
            }),
        }
        result
    }
}

/// The sites at some distances, of those within each distance.
fn between(within: &[Bits], min: i32, max: i32) -> Bits {
    let farthest = usize::try_from(max).map_or(0, |max| max.min(within.len() - 1));
    let nearest = usize::try_from(min).unwrap_or(0);
    if max < min || nearest > farthest {
        return Bits::default();
    }
    let mut sites = within[farthest].clone();
    if nearest > 0 {
        sites.subtract(&within[nearest - 1]);
    }
    sites
}

/// The groups of some sites.
#[derive(Debug, Clone, PartialEq)]
pub struct Groups {
    links: Links,
    sites: SitesFn,
    condition: Option<BoolFn>,
    /// Whether all sites of a group have the same one.
    is_mutual: bool,
}

impl Groups {
    /// Compiles `(sites Group …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let links = Links::of(c, call)?;
        let sites = SitesFn::compile(c, call.get("at"), call.get("From"), None)?;
        let condition = c.opt_bool(call.get("If"))?;
        let asks_start = condition.as_ref().is_some_and(|condition| !condition.is_apart(Register::From));
        let is_mutual = !asks_start && links.is_mutual(c);
        Ok(RegionFn::Groups(Box::new(Self { links, sites, condition, is_mutual })))
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.sites.is_apart(register) && self.links.is_apart(register, self.condition.as_ref())
    }

    /// How the pieces of the group of where the last move went are linked, where it is that and nothing is asked of them but
    /// whose they are.
    #[must_use]
    pub fn of_last(&self) -> Option<&Links> {
        let is_last = matches!(self.sites, SitesFn::At(IntFn::LastTo)) && self.condition.is_none();
        is_last.then_some(&self.links)
    }

    /// The register with the site whose group it is, where all sites of the group have the same one.
    #[must_use]
    pub fn of_any_member(&self) -> Option<Register> {
        match &self.sites {
            SitesFn::At(IntFn::Register(register)) if self.is_mutual => Some(*register),
            _ => None,
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        for from in self.sites.eval(ctx) {
            result.union(&group_of(ctx, &self.links, from, self.condition.as_ref()));
        }
        result
    }
}

/// One step of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkStep {
    /// Forward.
    Forward,
    /// Turn left.
    Left,
    /// Turn right.
    Right,
}

/// The steps in a slot.
pub fn walk_steps(c: &Compiler, call: &Call, value: &Value) -> Compiled<Vec<WalkStep>> {
    let step = |value: &Value| match value.constant() {
        Some("F") => Ok(WalkStep::Forward),
        Some("L") => Ok(WalkStep::Left),
        Some("R") => Ok(WalkStep::Right),
        _ => Err(c.unsupported(call)),
    };
    value.elements().iter().map(step).collect()
}

/// The next supported direction when turning left or right.
fn turned(direction: AbsoluteDirection, by: usize, supported: &[AbsoluteDirection]) -> AbsoluteDirection {
    direction.point().and_then(|point| AbsoluteDirection::turned(point, by, supported)).unwrap_or(direction)
}

/// Follows a walk from a site; `visit` is called with every site after a step forward and says whether to go on. `None`
/// where it leaves the board or is stopped, else where it ends.
pub fn follow(
    ctx: &Context<'_>,
    kind: SiteType,
    from: i32,
    facing: AbsoluteDirection,
    walk: &[WalkStep],
    mut visit: impl FnMut(i32) -> bool,
) -> Option<i32> {
    let topology = &ctx.rules.topology;
    let supported = topology.supported(kind, RelationType::Orthogonal);
    let (mut site, mut facing) = (from, facing);
    for step in walk {
        match step {
            WalkStep::Left => facing = turned(facing, 15, supported),
            WalkStep::Right => facing = turned(facing, 1, supported),
            WalkStep::Forward => {
                site = i32::from(*topology.steps_within(kind, site as usize, facing).last()?);
                if !visit(site) {
                    return None;
                }
            }
        }
    }
    Some(site)
}

/// Where walks from a site end.
#[derive(Debug, Clone, PartialEq)]
pub struct Walks {
    kind: SiteType,
    from: IntFn,
    walks: Vec<Vec<WalkStep>>,
    rotations: BoolFn,
}

impl Walks {
    /// Compiles `(sites {{F R F} …})`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let walks = call.get("possibleSteps").elements();
        Ok(RegionFn::Walks(Box::new(Self {
            kind: c.site_type(call.get("elementType")),
            from: c.int_or(call.get("index"), IntFn::Register(Register::From))?,
            walks: walks.iter().map(|walk| walk_steps(c, call, walk)).collect::<Compiled<Vec<_>>>()?,
            rotations: c.opt_bool(call.get("rotations"))?.unwrap_or(BoolFn::Constant(true)),
        })))
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.from.is_fixed(bound) && self.rotations.is_fixed(bound)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let from = self.from.eval(ctx);
        if from < 0 || from as usize >= ctx.rules.topology.count(self.kind) {
            return result;
        }
        let facings = ctx.rules.topology.supported(self.kind, RelationType::Orthogonal);
        let number = if self.rotations.eval(ctx) { facings.len() } else { 1 };
        for &facing in facings.iter().take(number) {
            for walk in &self.walks {
                if let Some(end) = follow(ctx, self.kind, from, facing, walk, |_| true) {
                    result.insert(end);
                }
            }
        }
        result
    }
}
