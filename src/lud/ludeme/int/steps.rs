//! `(count Steps …)`: how far sites are apart.

use super::IntFn;
use super::distances::Distances;
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::direction::{DirectionFn, Facing};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::tree::Call;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// Steps of a given kind of move, taken again and again.
#[derive(Debug, Clone, PartialEq)]
pub struct StepRule {
    kind: SiteType,
    directions: DirectionFn,
    condition: BoolFn,
    rotation: Option<IntFn>,
    /// The sites one step from each, whatever is there, where pieces always step the same way.
    near: Vec<Bits>,
    /// The sites from which each is one step away, likewise.
    before: Vec<Vec<u16>>,
    /// Whether the sites that steps may lead to are found all at once, wherever the steps come from.
    asks_at_once: bool,
}

impl StepRule {
    /// Compiles the step move in a slot and the rotation that follows each step.
    pub fn compile(c: &mut Compiler, call: &Call, kind: SiteType) -> Compiled<Option<Self>> {
        let Some(step) = call.get("stepMove").call() else { return Ok(None) };
        let condition = match step.get("to").call() {
            Some(to) => c.opt_bool(to.get("cond"))?.or(c.opt_bool(to.get("If"))?),
            None => None,
        };
        let rule = Self {
            kind,
            directions: DirectionFn::compile(c, step.get("directions"), AbsoluteDirection::Adjacent)?,
            condition: condition.unwrap_or(BoolFn::Constant(true)),
            rotation: c.opt_int(call.get("newRotation"))?,
            near: Vec::new(),
            before: Vec::new(),
            asks_at_once: false,
        };
        Ok(Some(rule.tabled(c)))
    }

    /// Whether pieces always step the same way.
    fn is_same_way(&self) -> bool {
        self.directions.is_fixed() && self.rotation.is_none()
    }

    /// Whether its steps are the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        let own = 1 << Register::From as u16 | 1 << Register::To as u16;
        self.is_same_way() && self.condition.is_fixed(bound | own)
    }

    /// Whether it has nothing to do with a register. The sites of a step stand in registers of their own.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        let is_own = matches!(register, Register::From | Register::To);
        self.is_same_way() && (is_own || self.condition.is_apart(register))
    }

    /// With the steps from every site worked out, where they are always the same.
    fn tabled(mut self, c: &Compiler) -> Self {
        self.asks_at_once = self.kind == c.rules.default_type()
            && self.condition.is_setwise(Register::To)
            && self.condition.is_apart(Register::From);
        if self.is_same_way() {
            let sites = c.rules.topology.count(self.kind) as i32;
            let anything = Self { condition: BoolFn::Constant(true), ..self.clone() };
            self.near = c.on_empty_board(|ctx| {
                let mut near = Vec::new();
                for site in 0..sites {
                    let mut ends = Bits::new(sites as usize);
                    anything.around(ctx, site, Facing { what: 0, rotation: 0, towards: None }, |to| ends.insert(to));
                    near.push(ends);
                }
                near
            });
            self.before = vec![Vec::new(); self.near.len()];
            for (site, ends) in self.near.iter().enumerate() {
                for to in ends {
                    self.before[to as usize].push(site as u16);
                }
            }
        }
        self
    }

    /// The sites from which steps lead to one of some sites, with those sites themselves, where pieces always step the same
    /// way: every step is looked at once.
    fn reaching(&self, targets: &[i32], ctx: &mut Context<'_>) -> Bits {
        let mut reached = Bits::new(self.before.len());
        let mut open: SmallVec<[i32; 128]> = SmallVec::new();
        for &site in targets.iter().filter(|&&site| (site as usize) < self.before.len()) {
            reached.insert(site);
            open.push(site);
        }
        let mut ends = Bits::default();
        if self.asks_at_once {
            ends = Bits::full(self.before.len());
            self.condition.narrow(Register::To, self.kind, &mut ends, ctx);
        }
        let outside = (ctx.get(Register::From), ctx.get(Register::To));
        while let Some(site) = open.pop() {
            if self.asks_at_once {
                let is_end = ends.contains(site);
                for from in self.before[site as usize].iter().map(|&from| i32::from(from)).filter(|_| is_end) {
                    if !reached.contains(from) {
                        reached.insert(from);
                        open.push(from);
                    }
                }
                continue;
            }
            ctx.set(Register::To, site);
            for from in self.before[site as usize].iter().map(|&from| i32::from(from)) {
                if reached.contains(from) {
                    continue;
                }
                ctx.set(Register::From, from);
                if self.condition.eval(ctx) {
                    reached.insert(from);
                    open.push(from);
                }
            }
        }
        ctx.set(Register::From, outside.0);
        ctx.set(Register::To, outside.1);
        reached
    }

    /// Walks outwards from a site, ring by ring; `ring` is told how many steps each ring takes and its sites, and says
    /// whether to go on.
    pub fn walk(&self, ctx: &mut Context<'_>, from: i32, mut ring: impl FnMut(i32, &Bits) -> bool) {
        if self.asks_at_once
            && let Some(first) = self.near.get(from as usize)
        {
            let mut open = Bits::full(self.near.len());
            self.condition.narrow(Register::To, self.kind, &mut open, ctx);
            let mut current = first.clone();
            current.intersect(&open);
            open.remove(from);
            let mut steps = 1;
            while !current.is_empty() && ring(steps, &current) {
                open.subtract(&current);
                let mut next = Bits::new(self.near.len());
                for site in &current {
                    next.union(&self.near[site as usize]);
                }
                next.intersect(&open);
                current = next;
                steps += 1;
            }
            return;
        }
        let what = ctx.what(self.kind, from);
        let mut rotation = ctx.plane(Plane::Rotation, self.kind, from);
        let mut seen = Bits::from_sites([from]);
        let mut current: SmallVec<[i32; 32]> = SmallVec::new();
        self.around(ctx, from, Facing { what, rotation, towards: None }, |to| {
            if !current.contains(&to) {
                current.push(to);
            }
        });
        let mut steps = 1;
        while !current.is_empty() {
            let bits = Bits::from_sites(current.iter().copied());
            seen.union(&bits);
            if !ring(steps, &bits) {
                return;
            }
            let mut next: SmallVec<[i32; 32]> = SmallVec::new();
            for &site in &current {
                if let Some(turn) = &self.rotation {
                    let before = ctx.set(Register::Value, rotation);
                    rotation = turn.eval(ctx);
                    ctx.set(Register::Value, before);
                }
                self.around(ctx, site, Facing { what, rotation, towards: None }, |to| {
                    if !seen.contains(to) && !next.contains(&to) {
                        next.push(to);
                    }
                });
            }
            current = next;
            steps += 1;
        }
    }

    fn around(&self, ctx: &mut Context<'_>, from: i32, facing: Facing, mut visit: impl FnMut(i32)) {
        let before = (ctx.set(Register::From, from), ctx.get(Register::To));
        let topology = &ctx.rules.topology;
        for &direction in self.directions.eval_for(ctx, self.kind, from, Some(facing)).iter() {
            for &to in topology.steps_within(self.kind, from as usize, direction) {
                ctx.set(Register::To, i32::from(to));
                if self.condition.eval(ctx) {
                    visit(i32::from(to));
                }
            }
        }
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
    }
}

/// The number of steps where there is no way.
pub const FAR: i32 = 1_000_000_000;

/// Number of steps from a site to the nearest of some sites.
#[derive(Debug, Clone, PartialEq)]
pub struct CountSteps {
    kind: SiteType,
    from: IntFn,
    to: SitesFn,
    /// Distances between all sites, where plain neighbours count.
    distances: Arc<Distances>,
    rule: Option<StepRule>,
}

impl CountSteps {
    /// Compiles `(count Steps …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let kind = c.site_type(call.get("type"));
        let relation =
            call.get("relation").constant().and_then(RelationType::from_name).unwrap_or(RelationType::Adjacent);
        let rule = StepRule::compile(c, call, kind)?;
        let distances = if rule.is_some() { Arc::default() } else { c.distances(kind, relation) };
        let to = SitesFn::compile(c, call.get("site2"), call.get("region2"), None)?;
        Ok(IntFn::Steps(Box::new(Self { kind, from: c.int(call.get("site1"))?, to, distances, rule })))
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.rule.as_ref().is_none_or(|rule| rule.is_fixed(bound))
            && self.from.is_fixed(bound)
            && self.to.is_fixed(bound)
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.rule.as_ref().is_none_or(|rule| rule.is_apart(register))
            && self.from.is_apart(register)
            && self.to.is_apart(register)
    }

    /// Whether steps have to be looked for in the position.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        self.rule.is_some()
    }

    /// The sites of a type that are not infinitely far from the others, each in turn being the one in a register, where they
    /// are all found by one search.
    pub fn near(&self, register: Register, kind: SiteType, ctx: &mut Context<'_>) -> Option<Bits> {
        let rule = self.rule.as_ref().filter(|rule| !rule.near.is_empty() && rule.is_apart(register))?;
        if kind != self.kind {
            return None;
        }
        let all = Bits::full(rule.near.len());
        if self.from == IntFn::Register(register) && self.to.is_apart(register) {
            let targets = self.to.eval(ctx);
            return Some(if targets.is_empty() { all } else { rule.reaching(&targets, ctx) });
        }
        if self.to != SitesFn::At(IntFn::Register(register)) || !self.from.is_apart(register) {
            return None;
        }
        let from = self.from.eval(ctx);
        if from < 0 {
            return Some(all);
        }
        let mut reached = Bits::new(rule.near.len());
        if (from as usize) < rule.near.len() {
            rule.walk(ctx, from, |_, sites| {
                reached.union(sites);
                true
            });
            reached.insert(from);
        }
        Some(reached)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let from = self.from.eval(ctx);
        let Some(rule) = &self.rule else {
            if let SitesFn::At(to) = &self.to {
                let to = to.eval(ctx);
                return if from < 0 || to < 0 { 0 } else { self.distances.between(from, to) };
            }
            let to = self.to.eval(ctx);
            if from < 0 || to.is_empty() {
                return 0;
            }
            return to.iter().map(|&to| self.distances.between(from, to)).min().unwrap_or(0);
        };
        let to = match &self.to {
            SitesFn::In(region) => region.eval(ctx),
            SitesFn::At(site) => Cow::Owned(Bits::from_sites([site.eval(ctx)])),
        };
        if from < 0 || to.is_empty() {
            return 0;
        }
        let size = ctx.rules.topology.count(self.kind) as i32;
        if from >= size || to.first().is_none_or(|first| first >= size) {
            return FAR;
        }
        if to.contains(from) {
            return 0;
        }
        let mut found = FAR;
        rule.walk(ctx, from, |steps, sites| {
            if !sites.is_disjoint(&to) {
                found = steps;
            }
            found == FAR
        });
        found
    }
}
