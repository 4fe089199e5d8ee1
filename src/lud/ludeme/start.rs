//! Start rules.

use super::array::ArrayFn;
use super::boolean::BoolFn;
use super::int::IntFn;
use super::region::RegionFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::NOWHERE;
use crate::lud::tree::{Call, Value};

/// Where a start rule acts.
#[derive(Debug, Clone, PartialEq)]
pub enum Where {
    /// These sites, in this order.
    Sites(Vec<IntFn>),
    /// All sites of a region.
    Region(RegionFn),
}

/// What a start rule puts down, besides the component.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// How many.
    pub count: IntFn,
    /// Local state, −1 for none.
    pub state: IntFn,
    /// Rotation, −1 for none.
    pub rotation: IntFn,
    /// Value, −1 for none.
    pub value: IntFn,
}

/// One start rule.
#[derive(Debug, Clone, PartialEq)]
pub enum StartRule {
    /// A piece (component index) on every site.
    Place(i32, SiteType, Where, Placed),
    /// A piece on the first empty site from this one on.
    PlaceFirstEmpty(i32, i32, Placed),
    /// A stack of pieces on every site, as many as the counts say (of which the first stands for all where there is one).
    Stack(Vec<i32>, SiteType, Where, Placed, Vec<IntFn>),
    /// Pieces on sites of a region that chance chooses; with `true` the pieces come in an order that chance chooses.
    PlaceRandom(Vec<i32>, SiteType, RegionFn, Placed, bool),
    /// The count of sites of a component.
    Count(i32, SiteType, Where, IntFn),
    /// What sites cost.
    Cost(SiteType, Where, IntFn),
    /// The phase of sites.
    Phase(SiteType, Where, IntFn),
    /// The score of a player, or of all.
    Score(Option<IntFn>, IntFn),
    /// The amount of a player, or of all.
    Amount(Option<IntFn>, IntFn),
    /// Players put into a team.
    Team(IntFn, Vec<IntFn>),
    /// Values put into a list; with `true` only those that are new.
    Remember(u16, ArrayFn, BoolFn),
    /// Values of sites of a puzzle.
    Resolved(Vec<(i32, i32)>),
    /// A rule for every value from one to another.
    ForEachValue(IntFn, IntFn, Vec<StartRule>),
}

impl StartRule {
    /// Compiles a `start`.
    pub fn compile_all(c: &mut Compiler, start: &Call) -> Compiled<Vec<Self>> {
        let mut rules = Vec::new();
        for slot in ["rules", "rule"] {
            for value in start.get(slot).elements() {
                let call = value.call().ok_or_else(|| CompileError::shape(value, "start rule"))?;
                Self::compile(c, call, &mut rules)?;
            }
        }
        Ok(rules)
    }

    fn compile(c: &mut Compiler, call: &Call, rules: &mut Vec<Self>) -> Compiled<()> {
        if call.class.contains("deductionPuzzle") {
            let pairs = call.get("pairs").elements().iter().map(|pair| pair.elements().iter().filter_map(Value::int));
            let pairs = pairs.filter_map(|mut pair| Some((pair.next()?, pair.next()?))).collect();
            rules.push(Self::Resolved(pairs));
            return Ok(());
        }
        match (call.name(), call.keyword()) {
            ("Place", None | Some("Cell" | "Vertex" | "Edge")) => Self::place(c, call, rules),
            ("Place", Some("Stack")) => Self::place_stack(c, call, rules),
            ("Place", Some("Random")) if call.get("where").is_empty() => Self::place_random(c, call, rules),
            ("Set", Some(kind @ ("Count" | "Cost" | "Phase"))) => {
                let site_type = c.site_type(call.get("type"));
                let place = match call.get("at") {
                    Value::Empty => Where::Region(c.region(call.get("to"))?),
                    at => Where::Sites(vec![c.int(at)?]),
                };
                let value = c.int(call.get("value"))?;
                let last = c.rules.components.len() as i32 - 1;
                rules.push(match kind {
                    "Count" => Self::Count(last, site_type, place, value),
                    "Cost" => Self::Cost(site_type, place, value),
                    _ => Self::Phase(site_type, place, value),
                });
                Ok(())
            }
            ("Set", Some(kind @ ("Score" | "Amount"))) => {
                let player = match call.get("role").constant() {
                    None | Some("Each" | "All") => None,
                    Some(role) => Some(IntFn::role(c, role)?),
                };
                let value = c.int(call.get("value"))?;
                rules.push(if kind == "Score" { Self::Score(player, value) } else { Self::Amount(player, value) });
                Ok(())
            }
            ("Set", Some("Team")) => {
                let team = c.int(call.get("index"))?;
                let mut players = Vec::new();
                for role in call.get("roles").elements().iter().filter_map(Value::constant) {
                    players.push(IntFn::role(c, role)?);
                }
                rules.push(Self::Team(team, players));
                Ok(())
            }
            ("Set", Some("RememberValue")) => {
                let name = c.remembered(call.get("name").text().unwrap_or_default());
                let values = match call.get("value") {
                    Value::Empty => ArrayFn::Region(c.region(call.get("regionValue"))?),
                    value => ArrayFn::List(vec![c.int(value)?]),
                };
                let unique = c.opt_bool(call.get("unique"))?.unwrap_or(BoolFn::Constant(false));
                rules.push(Self::Remember(name, values, unique));
                Ok(())
            }
            ("Set", _) if call.get("role").constant().is_some() && call.get("startType").is_empty() => {
                Self::set_site(c, call, rules)
            }
            ("ForEach", Some("Value")) => {
                let (min, max) = (c.int(call.get("min"))?, c.int(call.get("max"))?);
                let mut inner = Vec::new();
                let rule = call.get("startingRule").call().ok_or_else(|| c.unsupported(call))?;
                Self::compile(c, rule, &mut inner)?;
                rules.push(Self::ForEachValue(min, max, inner));
                Ok(())
            }
            _ => Err(c.unsupported(call)),
        }
    }

    fn placed(c: &mut Compiler, call: &Call) -> Compiled<Placed> {
        let mut slot = |name: &str, default: i32| c.int_or(call.get(name), IntFn::Constant(default));
        let mut placed = Placed {
            count: slot("count", 1)?,
            state: slot("state", -1)?,
            rotation: slot("rotation", -1)?,
            value: slot("value", -1)?,
        };
        // Of several counts only the first is used.
        if let Some(count) = call.get("counts").elements().first() {
            placed.count = c.int(count)?;
        }
        Ok(placed)
    }

    fn component(c: &Compiler, call: &Call, name: &str) -> Compiled<i32> {
        let found = c.rules.component(name).map(|index| index as i32);
        found.ok_or_else(|| CompileError::new(call, format!("names an unknown piece \"{name}\"")))
    }

    /// The sites that the slots of a rule name.
    fn sites(c: &mut Compiler, call: &Call, kind: SiteType) -> Compiled<Option<Where>> {
        for slot in ["coord", "coords"] {
            let mut sites = Vec::new();
            for label in call.get(slot).elements().iter().filter_map(Value::text) {
                let site = c.labelled(kind, label);
                let site = site.ok_or_else(|| CompileError::new(call, format!("names no site \"{label}\"")))?;
                sites.push(IntFn::Constant(site));
            }
            if !sites.is_empty() {
                return Ok(Some(Where::Sites(sites)));
            }
        }
        if let Some(region) = c.opt_region(call.get("region"))? {
            return Ok(Some(Where::Region(region)));
        }
        for slot in ["loc", "locs"] {
            if !call.get(slot).is_empty() {
                let sites = call.get(slot).elements().iter().map(|value| c.int(value)).collect::<Compiled<_>>()?;
                return Ok(Some(Where::Sites(sites)));
            }
        }
        Ok(None)
    }

    fn place(c: &mut Compiler, call: &Call, rules: &mut Vec<Self>) -> Compiled<()> {
        let item = call.get("item").text().ok_or_else(|| c.unsupported(call))?.to_owned();
        let kind = c.site_type(call.get("type"));
        let placed = Self::placed(c, call)?;
        let Some(container) = call.get("container").text() else {
            let what = Self::component(c, call, &item)?;
            if let Some(place) = Self::sites(c, call, kind)? {
                rules.push(Self::Place(what, kind, place, placed));
            }
            return Ok(());
        };
        let has_digits = item.contains(|letter: char| letter.is_ascii_digit());
        let is_shared = c
            .rules
            .component(&item)
            .is_some_and(|index| usize::from(c.rules.components[index].owner) == c.rules.players + 1);
        let find = |c: &Compiler, name: &str| c.rules.containers.iter().position(|held| held.name == name);
        if !has_digits && container == "Hand" && !is_shared {
            for player in 1..=c.rules.players {
                let what = Self::component(c, call, &format!("{item}{player}"))?;
                let hand = find(c, &format!("Hand{player}")).ok_or_else(|| c.unsupported(call))?;
                let first = c.rules.containers[hand].first;
                rules.push(Self::PlaceFirstEmpty(what, first, placed.clone()));
            }
            return Ok(());
        }
        let what = Self::component(c, call, &item)?;
        let holder = find(c, container).ok_or_else(|| c.unsupported(call))?;
        let first = c.rules.containers[holder].first;
        if container.contains("Hand") {
            // Ludii takes the number of the container for that of the piece.
            let place = Where::Sites(vec![IntFn::Constant(first)]);
            rules.push(Self::Place(holder as i32, SiteType::Cell, place, placed));
            return Ok(());
        }
        if first != 0 {
            return Err(c.unsupported(call));
        }
        let place = Where::Sites(vec![c.int(call.get("loc"))?]);
        rules.push(Self::Place(what, kind, place, placed));
        Ok(())
    }

    fn place_stack(c: &mut Compiler, call: &Call, rules: &mut Vec<Self>) -> Compiled<()> {
        let kind = c.site_type(call.get("type"));
        let mut whats = Vec::new();
        for slot in ["item", "items"] {
            for name in call.get(slot).elements().iter().filter_map(Value::text) {
                whats.push(Self::component(c, call, name)?);
            }
        }
        let placed = Self::placed(c, call)?;
        let mut counts = Vec::new();
        for value in call.get("counts").elements() {
            counts.push(c.int(value)?);
        }
        // Several sites take a stack of one kind of piece only, one site takes no list of counts.
        let many = ["locs", "region", "coords"].iter().any(|slot| !call.get(slot).is_empty());
        if (many && whats.len() != 1) || (!many && !counts.is_empty()) {
            return Err(c.unsupported(call));
        }
        let place = match call.get("container").text() {
            None => Self::sites(c, call, kind)?.ok_or_else(|| c.unsupported(call))?,
            Some(name) if !many => {
                let held = c.rules.containers.iter().find(|held| held.name == name);
                let held = held.ok_or_else(|| c.unsupported(call))?;
                let sites = if call.get("loc").is_empty() { 0..held.sites } else { 0..0 };
                let first = held.first;
                let mut sites: Vec<IntFn> = sites.map(|site| IntFn::Constant(first + site)).collect();
                if let Value::Int(site) = call.get("loc") {
                    sites.push(IntFn::Constant(first + *site));
                }
                if sites.is_empty() || !call.get("count").is_empty() {
                    return Err(c.unsupported(call));
                }
                Where::Sites(sites)
            }
            Some(_) => return Err(c.unsupported(call)),
        };
        rules.push(Self::Stack(whats, kind, place, placed, counts));
        Ok(())
    }

    fn place_random(c: &mut Compiler, call: &Call, rules: &mut Vec<Self>) -> Compiled<()> {
        let kind = c.site_type(call.get("type"));
        let mut whats = Vec::new();
        for name in call.get("item").elements().iter().filter_map(Value::text) {
            whats.push(Self::component(c, call, name)?);
        }
        let placed = Self::placed(c, call)?;
        let region = match c.opt_region(call.get("region"))? {
            Some(region) => region,
            None => RegionFn::Empty(kind),
        };
        let shuffled = call.get("randPiecOrder").bool() == Some(true);
        rules.push(Self::PlaceRandom(whats, kind, region, placed, shuffled));
        Ok(())
    }

    fn set_site(c: &mut Compiler, call: &Call, rules: &mut Vec<Self>) -> Compiled<()> {
        let role = call.get("role").constant().unwrap_or_default();
        let shared = c.rules.players as u8 + 1;
        let owned_by = |owner: u8| c.rules.components.iter().skip(1).position(|held| held.owner == owner);
        let what = match role {
            "Neutral" => owned_by(0).map(|index| index as i32 + 1),
            "Shared" | "All" => owned_by(shared).map(|index| index as i32 + 1),
            // A player's number stands for the component of the same number.
            _ => IntFn::role(c, role)?.constant(),
        };
        let what = what.filter(|&what| what >= 1 && (what as usize) < c.rules.components.len());
        let what = what.ok_or_else(|| c.unsupported(call))?;
        let kind = c.site_type(call.get("type"));
        let minus = || IntFn::Constant(-1);
        let placed = Placed { count: IntFn::Constant(1), state: minus(), rotation: minus(), value: minus() };
        if let Some(place) = Self::sites(c, call, kind)? {
            rules.push(Self::Place(what, kind, place, placed));
        }
        Ok(())
    }

    /// The sites of a puzzle that it gives values.
    pub(super) fn resolved_sites(&self) -> Vec<i32> {
        match self {
            Self::Resolved(pairs) => pairs.iter().map(|pair| pair.0).collect(),
            _ => Vec::new(),
        }
    }

    /// Carries it out.
    pub fn run(&self, ctx: &mut Context<'_>) {
        match self {
            Self::Resolved(pairs) => {
                let kind = ctx.rules.default_type();
                for &(site, value) in pairs {
                    ctx.begin_with(Action::Candidates { kind, site, values: 1 << value }, site);
                }
            }
            Self::Place(what, kind, place, placed) => {
                let placed = placed.eval(ctx);
                place.each(ctx, |ctx, site| placed.put(ctx, *kind, site, *what));
            }
            Self::Stack(whats, kind, place, placed, counts) => {
                let placed = placed.eval(ctx);
                for &what in whats {
                    let mut index = 0;
                    place.each(ctx, |ctx, site| {
                        let count = counts.get(index).map_or(placed.count, |count| count.eval(ctx));
                        index += 1;
                        for _ in 0..count {
                            Evaluated { count: 1, ..placed }.put(ctx, *kind, site, what);
                        }
                    });
                }
            }
            Self::PlaceFirstEmpty(what, first, placed) => {
                let placed = placed.eval(ctx);
                let mut site = *first;
                while ctx.flat(SiteType::Cell, site) != NOWHERE && !ctx.is_empty(SiteType::Cell, site) {
                    site += 1;
                }
                placed.put(ctx, SiteType::Cell, site, *what);
            }
            Self::PlaceRandom(whats, kind, region, placed, shuffled) => {
                ctx.place_random(whats, *kind, region, placed, *shuffled);
            }
            Self::Count(what, kind, place, count) => place.each(ctx, |ctx, site| {
                let count = count.eval(ctx);
                ctx.begin_with(Action::SetCount { kind: *kind, site, what: *what, count }, site);
            }),
            Self::Cost(kind, place, value) => place.each(ctx, |ctx, site| {
                let (value, flat) = (value.eval(ctx), ctx.flat(*kind, site));
                let sites = ctx.rules.layout.sites;
                let costs = &mut ctx.state.memory_mut().costs;
                costs.resize(sites, 0);
                if let Some(cost) = costs.get_mut(flat) {
                    *cost = value;
                }
                ctx.note_start(site);
            }),
            Self::Phase(kind, place, value) => place.each(ctx, |ctx, site| {
                let (value, flat) = (value.eval(ctx), ctx.flat(*kind, site));
                let sites = ctx.rules.layout.sites;
                let phases = &mut ctx.state.memory_mut().site_phases;
                phases.resize(sites, -1);
                if let Some(phase) = phases.get_mut(flat) {
                    *phase = value;
                }
                ctx.note_start(site);
            }),
            Self::Score(player, value) => {
                let amount = value.eval(ctx);
                for player in players(ctx, player.as_ref()) {
                    ctx.begin_with(Action::Score { player, amount, add: false }, -1);
                }
            }
            Self::Amount(player, value) => {
                let amount = value.eval(ctx);
                for player in players(ctx, player.as_ref()) {
                    if let Some(held) = ctx.state.memory_mut().amounts.get_mut(player as usize) {
                        *held = amount;
                    }
                    ctx.note_start(-1);
                }
            }
            Self::Team(team, members) => {
                let team = team.eval(ctx);
                for member in members {
                    let member = member.eval(ctx);
                    if member >= 1 && member <= ctx.rules.players as i32 {
                        let all = ctx.rules.players as u8;
                        let teams = &mut ctx.state.memory_mut().teams;
                        if teams.is_empty() {
                            teams.extend(0..=all);
                        }
                        teams[member as usize] = team as u8;
                        ctx.note_start(-1);
                    }
                }
            }
            Self::Remember(name, values, unique) => {
                let unique = unique.eval(ctx);
                for value in values.eval(ctx) {
                    if !unique || !ctx.state.memory().remembered[*name as usize].contains(&value) {
                        ctx.begin_with(Action::Remember { name: *name, value }, -1);
                    }
                }
            }
            Self::ForEachValue(min, max, inner) => {
                let (min, max) = (min.eval(ctx), max.eval(ctx));
                let before = ctx.get(Register::Value);
                for value in min..=max {
                    ctx.set(Register::Value, value);
                    for rule in inner {
                        rule.run(ctx);
                    }
                }
                ctx.set(Register::Value, before);
            }
        }
    }
}

/// The player, or all.
fn players(ctx: &mut Context<'_>, player: Option<&IntFn>) -> Vec<i32> {
    match player {
        Some(player) => vec![player.eval(ctx)],
        None => (1..=ctx.rules.players as i32).collect(),
    }
}

impl Where {
    fn each(&self, ctx: &mut Context<'_>, mut act: impl FnMut(&mut Context<'_>, i32)) {
        match self {
            Self::Sites(sites) => {
                for site in sites {
                    let site = site.eval(ctx);
                    act(ctx, site);
                }
            }
            Self::Region(region) => {
                let region = region.eval(ctx).into_owned();
                for site in &region {
                    act(ctx, site);
                }
            }
        }
    }
}

/// A [`Placed`] worked out.
#[derive(Debug, Clone, Copy)]
struct Evaluated {
    count: i32,
    state: i32,
    rotation: i32,
    value: i32,
}

impl Placed {
    fn eval(&self, ctx: &mut Context<'_>) -> Evaluated {
        Evaluated {
            count: self.count.eval(ctx),
            state: self.state.eval(ctx),
            rotation: self.rotation.eval(ctx),
            value: self.value.eval(ctx),
        }
    }
}

impl Evaluated {
    fn put(self, ctx: &mut Context<'_>, kind: SiteType, site: i32, what: i32) {
        let Self { count, state, rotation, value } = self;
        ctx.begin_with(Action::Add { kind, site, what, count, state, rotation, value }, site);
    }
}

impl Context<'_> {
    /// Carries out an action of the start, which counts as a move when rules ask for the last one.
    fn begin_with(&mut self, action: Action, site: i32) {
        self.act(action);
        self.note_start(site);
    }

    fn note_start(&mut self, site: i32) {
        self.state.last.from = site;
        self.state.last.to = site;
        self.state.passed_turns = 0;
    }

    fn place_random(&mut self, whats: &[i32], kind: SiteType, region: &RegionFn, placed: &Placed, shuffled: bool) {
        let mut order: Vec<i32> = whats.to_vec();
        let mut round = 0;
        // Ludii's shuffle counts up while the list gets shorter, so it stops half-way.
        while round + usize::from(shuffled) < order.len() {
            let what = if shuffled { order.remove(self.chance_below(order.len())) } else { order[round] };
            round += 1;
            let mut sites: Vec<i32> = region.eval(self).iter().filter(|&site| self.what(kind, site) == 0).collect();
            let evaluated = Evaluated { count: 1, rotation: -1, ..placed.eval(self) };
            let count = placed.count.eval(self);
            for _ in 0..count {
                if sites.is_empty() {
                    break;
                }
                let site = sites.remove(self.chance_below(sites.len()));
                evaluated.put(self, kind, site, what);
            }
        }
    }

    /// A number below `bound` that chance chooses, from the state's own seed.
    pub fn chance_below(&mut self, bound: usize) -> usize {
        ((u128::from(self.chance_number()) * bound as u128) >> 64) as usize
    }

    /// A number that chance chooses, from the state's own seed.
    pub fn chance_number(&mut self) -> u64 {
        self.state.chance = self.state.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state.chance;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
