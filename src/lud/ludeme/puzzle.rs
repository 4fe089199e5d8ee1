//! Deduction puzzles: sites that take values, the constraints on them, and what the board says about regions.
//!
//! Every site of a puzzle keeps the set of values that it may still have. It is *resolved* once a single one is left, and
//! that value then stands in the plane of components, where other ludemes read it.

use super::boolean::{BoolFn, Comparison};
use super::int::IntFn;
use super::region::RegionFn;
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;

/// Most values of a site: as many as fit into its set.
const MAX_VALUES: i32 = 31;

/// A hint of the equipment: sites, and the number written next to them.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// The sites.
    pub sites: Vec<i32>,
    /// The number.
    pub value: i32,
}

/// What a game knows as a puzzle.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Puzzle {
    /// Least and greatest value of a site.
    pub min: i32,
    /// See `min`.
    pub max: i32,
    /// Hints by site type.
    pub hints: [Vec<Hint>; 3],
    /// Sites whose values the rules constrain and the start does not give.
    pub variables: Vec<i32>,
    /// All constrained sites.
    pub constrained: Bits,
    /// What must hold.
    pub constraints: Vec<BoolFn>,
}

/// Sites that a constraint is about together, and whether the first must have a value for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    sites: Vec<i32>,
    is_star: bool,
}

/// A constraint of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub enum Constraint {
    /// No value twice in a region, but for the exceptions.
    Different(SiteType, RegionFn, Vec<IntFn>),
    /// No value twice in any of the areas of the equipment, but for the exceptions.
    DifferentInAreas(SiteType, Vec<Area>, Vec<IntFn>),
    /// The values of a region add up to a number.
    Sum(SiteType, RegionFn, IntFn),
    /// The values of each area add up to a number; with `true` to the hint of the area.
    SumInAreas(SiteType, Vec<Vec<Area>>, IntFn, bool),
    /// So many sites of a region have a value.
    Count(SiteType, RegionFn, IntFn, IntFn),
    /// No two areas of a kind hold the same values.
    Unique(SiteType, Vec<Vec<Area>>),
    /// It holds for every site of a type.
    ForAll(SiteType, BoolFn),
    /// It holds for every hint.
    ForHints(BoolFn),
    /// The values of two sites compare so, once both have one.
    Compare(Comparison, IntFn, IntFn),
    /// So many equal values in a row, through the site of the last move.
    Line(SiteType, IntFn, AbsoluteDirection),
    /// All constraints hold, with 0 where a site has no value yet.
    Solved,
}

impl Puzzle {
    /// How many values a site can have.
    #[must_use]
    pub fn values(&self) -> u32 {
        (self.max - self.min + 1).max(0) as u32
    }

    /// What the board and the items say, where the game is a puzzle.
    ///
    /// # Errors
    /// Where sites of several types take values, or too many.
    pub fn of(board: &Call, items: &[&Call], default: SiteType) -> Compiled<Option<Self>> {
        let refuse = || CompileError::unsupported(board);
        if !board.get("valuesArray").is_empty() {
            return Err(refuse());
        }
        let Some(values) = board.get("values").call() else { return Ok(None) };
        let range = values.get("range").call().ok_or_else(refuse)?;
        let (min, max) = (range.get("min").int().ok_or_else(refuse)?, range.get("max").int().ok_or_else(refuse)?);
        if max >= MAX_VALUES || site_type(values.get("type")) != Some(default) {
            return Err(refuse());
        }
        let mut puzzle = Self { min, max, ..Self::default() };
        for item in items.iter().filter(|item| item.name() == "Hints") {
            let kind = site_type(item.get("type")).unwrap_or(SiteType::Cell);
            let records = item.get("records").elements().iter().filter_map(Value::call);
            puzzle.hints[kind as usize] = records.map(hint).collect();
        }
        Ok(Some(puzzle))
    }
}

fn site_type(value: &Value) -> Option<SiteType> {
    match value.constant()? {
        "Cell" => Some(SiteType::Cell),
        "Vertex" => Some(SiteType::Vertex),
        "Edge" => Some(SiteType::Edge),
        _ => None,
    }
}

fn hint(record: &Call) -> Hint {
    let mut sites: Vec<i32> = record.get("region").elements().iter().filter_map(Value::int).collect();
    sites.extend(record.get("site").int());
    Hint { sites, value: record.get("hint").int().unwrap_or(0) }
}

impl Constraint {
    /// Compiles a condition that only puzzles have.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<BoolFn> {
        let kind = |c: &Compiler, slot: &str| c.site_type(call.get(slot));
        let constraint = match (call.name(), call.keyword()) {
            ("All", Some("Different")) => {
                let mut except = Vec::new();
                for slot in ["except", "excepts"] {
                    for value in call.get(slot).elements() {
                        except.push(c.int(value)?);
                    }
                }
                let kind = kind(c, "elementType");
                match c.opt_region(call.get("region"))? {
                    Some(region) => Self::Different(kind, region, except),
                    None => Self::DifferentInAreas(kind, areas(c, call, "", true)?.concat(), except),
                }
            }
            ("Is", Some("Sum")) => {
                // Sums are over cells where no type is named.
                let kind = site_type(call.get("type")).unwrap_or(SiteType::Cell);
                let result = c.int(call.get("result"))?;
                let is_hint = result == IntFn::Register(Register::Hint);
                match c.opt_region(call.get("region"))? {
                    Some(region) => Self::Sum(kind, region, result),
                    None => {
                        let name = call.get("nameRegion").text().unwrap_or_default();
                        Self::SumInAreas(kind, areas(c, call, name, false)?, result, is_hint)
                    }
                }
            }
            ("Is", Some("Count")) => {
                let kind = kind(c, "type");
                let what = c.int_or(call.get("of"), IntFn::Constant(1))?;
                match c.opt_region(call.get("region"))? {
                    Some(region) => Self::Count(kind, region, what, c.int(call.get("result"))?),
                    None => return Ok(BoolFn::Constant(false)),
                }
            }
            ("Is", Some("Unique")) => Self::Unique(kind(c, "elementType"), areas(c, call, "", false)?),
            ("Is", Some("Solved")) => Self::Solved,
            ("ForAll", Some("Hint")) => Self::ForHints(c.bool(call.get("constraint"))?),
            ("ForAll", _) => {
                let kind = site_type(call.get("type")).ok_or_else(|| c.unsupported(call))?;
                Self::ForAll(kind, c.bool(call.get("constraint"))?)
            }
            _ => return Err(c.unsupported(call)),
        };
        Ok(BoolFn::Puzzle(Box::new(constraint)))
    }

    /// Compiles `(is Line …)` in a puzzle, in its plain form.
    pub fn line(c: &mut Compiler, call: &Call) -> Compiled<BoolFn> {
        if call
            .slots
            .iter()
            .any(|slot| !slot.value.is_empty() && !["isType", "type", "length", "dirn"].contains(&slot.name))
        {
            return Err(c.unsupported(call));
        }
        let direction = call.get("dirn").constant().and_then(AbsoluteDirection::from_name);
        let kind = c.site_type(call.get("type"));
        let length = c.int(call.get("length"))?;
        let direction = direction.unwrap_or(AbsoluteDirection::Adjacent);
        Ok(BoolFn::Puzzle(Box::new(Self::Line(kind, length, direction))))
    }

    /// The sites whose values it is about, as far as Ludii takes them for variables of the puzzle.
    fn sites(&self, c: &Compiler) -> Vec<i32> {
        match self {
            Self::ForAll(..) | Self::ForHints(_) => {
                (0..c.rules.topology.count(c.rules.default_type()) as i32).collect()
            }
            Self::DifferentInAreas(..) | Self::SumInAreas(..) | Self::Unique(..) => {
                c.rules.puzzle.as_ref().map(|_| ()).map_or_else(Vec::new, |()| all_areas(c))
            }
            Self::Different(_, region, _) | Self::Sum(_, region, _) | Self::Count(_, region, ..) => {
                c.on_empty_board(|ctx| region.eval(ctx).iter().collect())
            }
            _ => Vec::new(),
        }
    }

    /// Whether it holds.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::Different(kind, region, except) => {
                let except: SmallVec<[i32; 4]> = except.iter().map(|value| value.eval(ctx)).collect();
                let sites = region.eval(ctx).into_owned();
                different(ctx, *kind, sites.iter(), &except)
            }
            Self::DifferentInAreas(kind, areas, except) => {
                let except: SmallVec<[i32; 4]> = except.iter().map(|value| value.eval(ctx)).collect();
                areas.iter().all(|area| {
                    (area.is_star && ctx.what(*kind, area.sites[0]) == 0)
                        || different(ctx, *kind, area.sites.iter().copied(), &except)
                })
            }
            Self::Sum(kind, region, result) => {
                let result = result.eval(ctx);
                let sites = region.eval(ctx).into_owned();
                adds_up(ctx, *kind, sites.iter(), result, |value| value)
            }
            Self::SumInAreas(kind, by_kind, result, is_hint) => {
                let mut sum = result.eval(ctx);
                for areas in by_kind {
                    for (index, area) in areas.iter().enumerate() {
                        if *is_hint {
                            let hints = ctx.rules.puzzle.as_ref().map(|puzzle| &puzzle.hints[*kind as usize]);
                            let Some(hint) = hints.and_then(|hints| hints.get(index)) else { return false };
                            ctx.set(Register::Hint, hint.value);
                            sum = hint.value;
                        }
                        if !adds_up(ctx, *kind, area.sites.iter().copied(), sum, |value| value) {
                            return false;
                        }
                    }
                }
                true
            }
            Self::Count(kind, region, what, result) => {
                let (what, result) = (what.eval(ctx), result.eval(ctx));
                let sites = region.eval(ctx).into_owned();
                adds_up(ctx, *kind, sites.iter(), result, |value| i32::from(value == what))
            }
            Self::Unique(kind, by_kind) => {
                let value = |&site: &i32| ctx.resolved(*kind, site);
                let is_full = |area: &Area| area.sites.iter().all(|site| value(site).is_some());
                let same = |one: &Area, other: &Area| one.sites.iter().map(value).eq(other.sites.iter().map(value));
                by_kind.iter().all(|areas| {
                    let repeats = |(index, one): (usize, &Area)| {
                        is_full(one) && areas[..index].iter().any(|other| same(one, other))
                    };
                    !areas.iter().enumerate().any(repeats)
                })
            }
            Self::ForAll(kind, constraint) => {
                let registers = ctx.registers();
                let holds = (0..ctx.rules.topology.count(*kind) as i32).all(|site| {
                    ctx.set(Register::From, site);
                    constraint.eval(ctx)
                });
                ctx.restore(registers);
                holds
            }
            Self::ForHints(constraint) => for_hints(ctx, constraint),
            Self::Compare(comparison, left, right) => {
                let kind = ctx.rules.default_type();
                let (left, right) = (left.eval(ctx), right.eval(ctx));
                match (ctx.resolved(kind, left), ctx.resolved(kind, right)) {
                    (Some(left), Some(right)) => comparison.holds(left, right),
                    _ => true,
                }
            }
            Self::Line(kind, length, direction) => line(ctx, *kind, length, *direction),
            Self::Solved => solved(ctx),
        }
    }
}

fn different(ctx: &Context<'_>, kind: SiteType, sites: impl Iterator<Item = i32>, except: &[i32]) -> bool {
    let mut seen = 0u32;
    for value in sites.filter_map(|site| ctx.resolved(kind, site)).filter(|value| !except.contains(value)) {
        if value == 0 || seen >> value & 1 == 1 {
            return false;
        }
        seen |= 1 << value;
    }
    true
}

/// Whether what the values of sites count for can still add up to a sum.
fn adds_up(
    ctx: &Context<'_>,
    kind: SiteType,
    sites: impl Iterator<Item = i32>,
    sum: i32,
    worth: impl Fn(i32) -> i32,
) -> bool {
    let (mut so_far, mut all) = (0, true);
    for site in sites {
        match ctx.resolved(kind, site) {
            Some(value) => so_far += worth(value),
            None => all = false,
        }
    }
    so_far <= sum && (!all || so_far == sum)
}

fn for_hints(ctx: &mut Context<'_>, constraint: &BoolFn) -> bool {
    let rules = ctx.rules;
    let Some(puzzle) = &rules.puzzle else { return true };
    let registers = ctx.registers();
    let edges = &rules.topology.of(SiteType::Edge).sites;
    let edges_have_values = rules.default_type() == SiteType::Edge;
    let holds = puzzle.hints[rules.default_type() as usize].iter().all(|hint| {
        // The edges around the last site of the hint, as if it was a vertex.
        let (mut count, mut all) = (0, true);
        for &site in hint.sites.iter().filter(|_| edges_have_values) {
            count = 0;
            for (edge, _) in edges.iter().enumerate().filter(|(_, edge)| edge.vertices.contains(&(site as u16))) {
                match ctx.resolved(SiteType::Edge, edge as i32) {
                    Some(value) => count += value,
                    None => all = false,
                }
            }
        }
        ctx.set(Register::Edge, if !all && count < hint.value { hint.value } else { count });
        if let Some(&from) = hint.sites.first() {
            ctx.set(Register::From, from);
        }
        if let Some(&to) = hint.sites.get(1) {
            ctx.set(Register::To, to);
        }
        ctx.set(Register::Hint, hint.value);
        constraint.eval(ctx)
    });
    ctx.restore(registers);
    holds
}

fn line(ctx: &mut Context<'_>, kind: SiteType, length: &IntFn, direction: AbsoluteDirection) -> bool {
    let length = length.eval(ctx);
    let rules = ctx.rules;
    let site = ctx.state.last.to;
    let Some(value) = ctx.resolved(kind, site) else { return false };
    let run = |sites: &[u16]| {
        sites.iter().skip(1).take_while(|&&next| ctx.resolved(kind, i32::from(next)) == Some(value)).count() as i32
    };
    let radials = rules.topology.radials(kind, site as usize, direction);
    rules.topology.distinct(kind, site as usize, direction).iter().any(|&index| {
        let radial = &radials[index as usize];
        let count = 1 + run(&radial.sites);
        count >= length || radial.opposites.iter().any(|opposite| count + run(opposite) >= length)
    })
}

fn solved(ctx: &mut Context<'_>) -> bool {
    let Some(puzzle) = &ctx.rules.puzzle else { return false };
    let before = std::mem::replace(&mut ctx.scratch.blanks_are_zero, true);
    let solved = puzzle.constraints.iter().all(|constraint| constraint.eval(ctx));
    ctx.scratch.blanks_are_zero = before;
    solved
}

/// The areas that the regions of the equipment name whose own name contains `name`: by kind of area, and with `listed` also
/// those given site by site.
fn areas(c: &Compiler, call: &Call, name: &str, listed: bool) -> Compiled<Vec<Vec<Area>>> {
    let mut by_kind = Vec::new();
    for region in c.rules.regions.iter().filter(|region| region.name.contains(name)) {
        for kind in &region.kinds {
            by_kind.push(areas_of(c, kind).ok_or_else(|| c.unsupported(call))?);
        }
        if region.kinds.is_empty() && listed {
            let sites = region.sites.iter().map(|sites| c.on_empty_board(|ctx| sites.eval(ctx).iter().collect()));
            by_kind.push(sites.map(|sites| Area { sites, is_star: false }).collect());
        }
    }
    Ok(by_kind)
}

/// All sites of all areas of the equipment.
fn all_areas(c: &Compiler) -> Vec<i32> {
    let mut sites = Vec::new();
    for region in &c.rules.regions {
        for area in region.kinds.iter().filter_map(|kind| areas_of(c, kind)).flatten() {
            sites.extend(area.sites);
        }
        if region.kinds.is_empty() {
            for listed in &region.sites {
                sites.extend(c.on_empty_board(|ctx| listed.eval(ctx).into_owned()).iter());
            }
        }
    }
    sites
}

/// The areas of a kind.
fn areas_of(c: &Compiler, kind: &str) -> Option<Vec<Area>> {
    let topology = &c.rules.topology;
    let default = c.rules.default_type();
    let elements = topology.of(default);
    let plain = |sites: &[u16]| Area { sites: sites.iter().map(|&site| i32::from(site)).collect(), is_star: false };
    Some(match kind {
        "Columns" => elements.columns.iter().map(|sites| plain(sites)).collect(),
        "Rows" => elements.rows.iter().map(|sites| plain(sites)).collect(),
        "Diagonals" => elements.diagonals.iter().map(|sites| plain(sites)).collect(),
        "Layers" => elements.layers.iter().map(|sites| plain(sites)).collect(),
        "HintRegions" => {
            let hints = &c.rules.puzzle.as_ref()?.hints[SiteType::Cell as usize];
            hints.iter().map(|hint| Area { sites: hint.sites.clone(), is_star: false }).collect()
        }
        "AllDirections" => (0..elements.sites.len())
            .map(|site| {
                let mut sites = vec![site as i32];
                for radial in topology.radials(default, site, AbsoluteDirection::All) {
                    for &met in radial.sites.iter().skip(1) {
                        if !sites.contains(&i32::from(met)) {
                            sites.push(i32::from(met));
                        }
                    }
                }
                Area { sites, is_star: true }
            })
            .collect(),
        "SubGrids" => {
            let cells = &topology.of(SiteType::Cell).sites;
            let size = (cells.len() as f64).sqrt().sqrt() as i32;
            let in_grid = |row: i32, column: i32| {
                let fits = |cell: &usize| cells[*cell].row / size == row && cells[*cell].column / size == column;
                Area { sites: (0..cells.len()).filter(fits).map(|cell| cell as i32).collect(), is_star: false }
            };
            (0..size * size).map(|index| in_grid(index / size, index % size)).collect()
        }
        _ => return None,
    })
}

impl Compiler {
    /// Compiles the constraints of `(satisfy …)` and finds the variables of the puzzle.
    pub fn constraints(&mut self, call: &Call) -> Compiled<()> {
        let mut constraints = Vec::new();
        for slot in ["constraint", "constraints"] {
            for value in call.get(slot).elements() {
                constraints.push(self.bool(value)?);
            }
        }
        let mut constrained: Vec<i32> = Vec::new();
        for constraint in &constraints {
            if let BoolFn::Puzzle(constraint) = constraint {
                constrained.extend(constraint.sites(self));
            }
        }
        constrained.sort_unstable();
        constrained.dedup();
        let given: Vec<i32> =
            self.rules.start.iter().take(1).flat_map(super::start::StartRule::resolved_sites).collect();
        let unsupported = self.unsupported(call);
        let puzzle = self.rules.puzzle.as_mut().ok_or(unsupported)?;
        puzzle.variables = constrained.iter().copied().filter(|site| !given.contains(site)).collect();
        puzzle.constrained = Bits::from_sites(constrained);
        puzzle.constraints = constraints;
        Ok(())
    }
}

impl Context<'_> {
    /// The value of a site, where only one is left, or where those without one count as 0. Sites of types without values have
    /// the value 0.
    #[must_use]
    pub fn resolved(&self, kind: SiteType, site: i32) -> Option<i32> {
        if kind != self.rules.default_type() {
            return Some(0);
        }
        let candidates = self.state.memory().candidates.get(usize::try_from(site).ok()?)?;
        if candidates.count_ones() == 1 {
            return Some(candidates.trailing_zeros() as i32);
        }
        let is_zero = self.scratch.blanks_are_zero
            && self.rules.puzzle.as_ref().is_some_and(|puzzle| puzzle.constrained.contains(site));
        is_zero.then_some(0)
    }

    /// Sets the values that a site may have, and its component where only one is left.
    pub fn set_candidates(&mut self, site: i32, values: u32) {
        let Some(held) = self.state.memory_mut().candidates.get_mut(site as usize) else { return };
        let before = std::mem::replace(held, values);
        self.state.toggle_candidates(site as usize, before);
        self.state.toggle_candidates(site as usize, values);
        let value = if values.count_ones() == 1 { values.trailing_zeros() as i32 } else { 0 };
        let flat = self.flat(self.rules.default_type(), site);
        self.put(flat, value, 0, i32::from(value != 0));
    }
}
