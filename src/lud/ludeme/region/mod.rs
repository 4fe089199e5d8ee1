//! Regions: sets of sites.

use super::boolean::BoolFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Scratch};
use crate::lud::play::state::State;
use crate::lud::tree::{Call, Value};
use std::borrow::Cow;

/// A set of sites. What does not depend on the position is worked out when the game is compiled.
#[derive(Debug, Clone, PartialEq)]
pub enum RegionFn {
    /// Always the same.
    Fixed(Bits),
    /// The empty sites of the board.
    Empty(SiteType),
    /// All of these.
    Union(Vec<RegionFn>),
    /// What is in all of these.
    Intersection(Vec<RegionFn>),
    /// What is in the first and not in the second.
    Difference(Box<(RegionFn, RegionFn)>),
    /// One of two.
    If(Box<(BoolFn, RegionFn, RegionFn)>),
    /// The regions that belong to a player (by name, where given).
    Owned(super::int::IntFn, Option<String>),
    /// Everything within some steps of a region.
    Expand { region: Box<RegionFn>, steps: i32, kind: SiteType },
}

impl RegionFn {
    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let Value::Call(call) = value else { return Err(CompileError::shape(value, "region")) };
        let region = match call.name() {
            "Union" => Self::Union(Self::list(c, call)?),
            "Intersection" => Self::Intersection(Self::list(c, call)?),
            "Difference" if call.get("siteToRemove").is_empty() => {
                Self::Difference(Box::new((c.region(call.get("source"))?, c.region(call.get("subtraction"))?)))
            }
            "If" => {
                let no = c.opt_region(call.get("notOk"))?.unwrap_or(Self::Fixed(Bits::default()));
                Self::If(Box::new((c.bool(call.get("cond"))?, c.region(call.get("ok"))?, no)))
            }
            "Expand" if call.get("region").call().is_some() && call.get("dirn").is_empty() => {
                let steps = c.int_or(call.get("steps"), super::int::IntFn::Constant(1))?;
                let steps = steps.constant().ok_or_else(|| c.unsupported(call))?;
                let kind = c.site_type(call.get("type"));
                Self::Expand { region: Box::new(c.region(call.get("region"))?), steps, kind }
            }
            "Sites" => Self::sites(c, call)?,
            _ => return Err(c.unsupported(call)),
        };
        Ok(region.folded(c))
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

    fn sites(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let kind = c.site_type(call.get("elementType"));
        let elements = c.rules.topology.of(kind);
        let fixed = |sites: &[u16]| Ok(Self::Fixed(Bits::from_sites(sites.iter().map(|&site| i32::from(site)))));
        match call.keyword() {
            Some("Empty") if call.get("index").is_empty() => Ok(Self::Empty(kind)),
            Some("Board") => Ok(Self::Fixed(Bits::full(elements.sites.len()))),
            Some("Top") => fixed(&elements.top),
            Some("Bottom") => fixed(&elements.bottom),
            Some("Left") => fixed(&elements.left),
            Some("Right") => fixed(&elements.right),
            Some("Corners") => fixed(&elements.corners),
            Some("Outer") => fixed(&elements.outer),
            Some("Inner") => fixed(&elements.inner),
            Some("Perimeter") => fixed(&elements.perimeter),
            Some("Centre") => fixed(&elements.centre),
            _ if !call.get("role").is_empty() || !call.get("player").is_empty() => {
                let player = c.player(call, &["player", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Ok(Self::Owned(player, call.get("name").text().map(str::to_owned)))
            }
            _ => Err(c.unsupported(call)),
        }
    }

    /// Whether it is the same in every position.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        match self {
            Self::Fixed(_) => true,
            Self::Union(list) | Self::Intersection(list) => list.iter().all(Self::is_fixed),
            Self::Difference(parts) => parts.0.is_fixed() && parts.1.is_fixed(),
            Self::Expand { region, .. } => region.is_fixed(),
            Self::Owned(player, _) => player.constant().is_some(),
            Self::Empty(_) | Self::If(_) => false,
        }
    }

    /// Works it out now, where it never changes.
    fn folded(self, c: &Compiler) -> Self {
        if matches!(self, Self::Fixed(_)) || !self.is_fixed() {
            return self;
        }
        let mut state = State::empty(&c.rules.layout, c.rules.players, false);
        let mut scratch = Scratch::default();
        let mut ctx = Context::new(&c.rules, &mut state, &mut scratch);
        let bits = self.eval(&mut ctx).into_owned();
        Self::Fixed(bits)
    }

    /// Evaluates.
    pub fn eval<'r>(&'r self, ctx: &mut Context<'_>) -> Cow<'r, Bits> {
        match self {
            Self::Fixed(bits) => Cow::Borrowed(bits),
            Self::Empty(kind) => {
                let mut empty = ctx.row(*kind, 0);
                empty.intersect(&ctx.rules.board_sites(*kind));
                Cow::Owned(empty)
            }
            Self::Union(list) => {
                let mut result = Bits::default();
                for item in list {
                    result.union(&item.eval(ctx));
                }
                Cow::Owned(result)
            }
            Self::Intersection(list) => {
                let mut items = list.iter();
                let mut result = items.next().map(|item| item.eval(ctx).into_owned()).unwrap_or_default();
                for item in items {
                    result.intersect(&item.eval(ctx));
                }
                Cow::Owned(result)
            }
            Self::Difference(parts) => {
                let mut result = parts.0.eval(ctx).into_owned();
                result.subtract(&parts.1.eval(ctx));
                Cow::Owned(result)
            }
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx)
                } else {
                    parts.2.eval(ctx)
                }
            }
            Self::Owned(player, name) => {
                let player = player.eval(ctx);
                let rules = ctx.rules;
                let mut result = Bits::default();
                for region in &rules.regions {
                    let owned = region.owner.is_some_and(|owner| i32::from(owner) == player);
                    if owned && name.as_ref().is_none_or(|name| region.name.contains(name.as_str())) {
                        for sites in &region.sites {
                            result.union(&sites.eval(ctx));
                        }
                    }
                }
                Cow::Owned(result)
            }
            Self::Expand { region, steps, kind } => {
                let mut result = region.eval(ctx).into_owned();
                let topology = &ctx.rules.topology;
                for _ in 0..*steps {
                    let mut wider = result.clone();
                    for site in &result {
                        for &near in &topology.of(*kind).sites[site as usize].adjacent {
                            wider.insert(i32::from(near));
                        }
                    }
                    result = wider;
                }
                Cow::Owned(result)
            }
        }
    }
}
