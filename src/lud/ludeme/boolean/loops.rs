//! `(is Loop …)`: pieces that surround others.

use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;

/// A test for a loop through a site.
#[derive(Debug, Clone, PartialEq)]
pub struct Loop {
    kind: SiteType,
    /// Whose sites must be enclosed; any where there are none.
    enclosed: Vec<IntFn>,
    directions: DirectionFn,
    colour: IntFn,
    start: IntFn,
    /// The sites at the outside.
    outer: Bits,
    /// How the sites inside hang together.
    links: Links,
}

impl Loop {
    /// Compiles `(is Loop …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        if call.get("path").bool() == Some(true) || !call.get("regionStart").is_empty() {
            return Err(c.unsupported(call));
        }
        let kind = c.site_type(call.get("type"));
        let mut enclosed = Vec::new();
        for slot in ["surround", "surroundList"] {
            for role in call.get(slot).elements() {
                enclosed.push(c.int(role)?);
            }
        }
        let start = match call.get("start") {
            Value::Empty => IntFn::LastTo,
            value => c.int(value)?,
        };
        let outer = Bits::from_sites(c.rules.topology.of(kind).outer.iter().map(|&site| i32::from(site)));
        Ok(Self {
            kind,
            enclosed,
            directions: DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?,
            colour: c.int_or(call.get("colour"), IntFn::Mover)?,
            start,
            outer,
            links: Links::along(c, kind, AbsoluteDirection::Orthogonal)?,
        })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let from = self.start.eval(ctx);
        let topology = &ctx.rules.topology;
        if from < 0 || from as usize >= topology.count(self.kind) {
            return false;
        }
        let what = ctx.what(self.kind, from);
        let colour = self.colour.eval(ctx);
        if what <= 0 {
            return false;
        }
        let mut owners: SmallVec<[i32; 8]> = SmallVec::new();
        for role in &self.enclosed {
            owners.push(role.eval(ctx));
        }
        let around = topology.steps_within(self.kind, from as usize, AbsoluteDirection::Adjacent);
        if owners.is_empty() && self.links.can_fill() {
            return self.by_sets(ctx, around, what, colour);
        }
        for &origin in around.iter().rev() {
            let origin = i32::from(origin);
            if self.outer.contains(origin) || !self.may_be_inside(ctx, &owners, origin) {
                continue;
            }
            if let Some(inside) = self.inside(ctx, &owners, origin, what)
                && self.closes(ctx, &inside, what, colour)
            {
                return true;
            }
        }
        false
    }

    /// As [`Loop::eval`] for the sites around the one asked about, where any sites may be enclosed.
    fn by_sets(&self, ctx: &mut Context<'_>, around: &[u16], what: i32, colour: i32) -> bool {
        let mut free = ctx.rules.board_sites(self.kind);
        free.subtract(&ctx.sites_holding(self.kind, what));
        // The free sites that are outside, as far as that is known.
        let mut outside = free.clone();
        outside.intersect(&self.outer);
        for origin in around.iter().map(|&origin| i32::from(origin)) {
            if self.outer.contains(origin) || outside.contains(origin) {
                continue;
            }
            let mut left = free.clone();
            if self.links.touches(origin, &mut left, &outside) {
                if free.contains(origin) {
                    outside.insert(origin);
                }
                continue;
            }
            let mut inside = free.clone();
            inside.subtract(&left);
            inside.insert(origin);
            if self.closes(ctx, &inside, what, colour) {
                return true;
            }
        }
        false
    }

    fn may_be_inside(&self, ctx: &Context<'_>, owners: &[i32], site: i32) -> bool {
        owners.is_empty() || owners.contains(&ctx.who(self.kind, site))
    }

    /// The sites that can be reached from `origin` without crossing the piece's own kind; nothing where that leads outside.
    fn inside(&self, ctx: &Context<'_>, owners: &[i32], origin: i32, what: i32) -> Option<Bits> {
        let topology = &ctx.rules.topology;
        let mut inside = Bits::from_sites([origin]);
        let mut frontier: SmallVec<[i32; 64]> = SmallVec::new();
        frontier.push(origin);
        let mut next = 0;
        while next < frontier.len() {
            let site = frontier[next];
            next += 1;
            for radial in topology.radials(self.kind, site as usize, AbsoluteDirection::Orthogonal) {
                for &to in &radial.sites[1..] {
                    let to = i32::from(to);
                    if inside.contains(to) {
                        continue;
                    }
                    if ctx.what(self.kind, to) == what {
                        break;
                    }
                    let is_outer = self.outer.contains(to);
                    if owners.is_empty() || (self.may_be_inside(ctx, owners, to) && !is_outer) {
                        inside.insert(to);
                        frontier.push(to);
                    }
                    if is_outer {
                        return None;
                    }
                }
            }
        }
        Some(inside)
    }

    /// Whether the sites around `inside` are all of one colour and hang together as a ring.
    fn closes(&self, ctx: &mut Context<'_>, inside: &Bits, what: i32, colour: i32) -> bool {
        let topology = &ctx.rules.topology;
        let mut ring: SmallVec<[i32; 64]> = SmallVec::new();
        for site in inside {
            for &to in topology.steps_within(self.kind, site as usize, AbsoluteDirection::Orthogonal) {
                let to = i32::from(to);
                if !inside.contains(to) && !ring.contains(&to) {
                    ring.push(to);
                }
            }
        }
        if ring.iter().any(|&site| ctx.who(self.kind, site) != colour) {
            return false;
        }
        // Walk along the ring, dropping sites that lead nowhere, until all that is left has been walked.
        let (mut index, mut before) = (0, 0);
        let mut walked: SmallVec<[i32; 64]> = SmallVec::new();
        let longest = 4 * ring.len();
        while !ring.is_empty() && walked.len() <= longest {
            let Some(&site) = ring.get(index) else { return false };
            let leads_to = if ctx.what(self.kind, site) == what {
                let mut found = None;
                for &direction in self.directions.eval(ctx, self.kind, site).iter() {
                    let steps = topology.steps_within(self.kind, site as usize, direction);
                    let fits = |to: &i32| ring.contains(to) && ctx.what(self.kind, *to) == what;
                    found = steps.iter().map(|&to| i32::from(to)).find(fits);
                    if found.is_some() {
                        break;
                    }
                }
                found
            } else {
                None
            };
            match leads_to {
                None => {
                    ring.retain(|held| *held != site);
                    if let Some(position) = walked.iter().position(|&held| held == site) {
                        walked.remove(position);
                    }
                    index = before;
                }
                Some(next) => {
                    walked.push(site);
                    if walked.len() == ring.len() {
                        return true;
                    }
                    before = index;
                    index = ring.iter().position(|&held| held == next).unwrap_or(0);
                }
            }
        }
        false
    }
}
