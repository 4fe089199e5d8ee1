//! Start rules.

use super::int::IntFn;
use super::region::RegionFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::action::Action;
use crate::lud::play::context::Context;
use crate::lud::play::rules::ContainerKind;
use crate::lud::tree::Call;

/// One start rule.
#[derive(Debug, Clone, PartialEq)]
pub enum StartRule {
    /// A piece on every site of a region.
    Place { what: i32, kind: SiteType, sites: RegionFn, count: IntFn, state: IntFn, rotation: IntFn, value: IntFn },
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
        match (call.name(), call.keyword()) {
            ("Place", None | Some("Cell" | "Vertex" | "Edge")) => Self::place(c, call, rules),
            _ => Err(c.unsupported(call)),
        }
    }

    fn place(c: &mut Compiler, call: &Call, rules: &mut Vec<Self>) -> Compiled<()> {
        let item = call.get("item").text().ok_or_else(|| c.unsupported(call))?.to_owned();
        let kind = c.site_type(call.get("type"));
        let count = c.int_or(call.get("count"), IntFn::Constant(1))?;
        let state = c.int_or(call.get("state"), IntFn::Constant(-1))?;
        let rotation = c.int_or(call.get("rotation"), IntFn::Constant(-1))?;
        let value = c.int_or(call.get("value"), IntFn::Constant(-1))?;
        let one = |what: i32, sites: RegionFn, kind: SiteType| Self::Place {
            what,
            kind,
            sites,
            count: count.clone(),
            state: state.clone(),
            rotation: rotation.clone(),
            value: value.clone(),
        };
        if let Some(container) = call.get("container").text() {
            let containers = c.rules.containers.clone();
            for (index, holder) in containers.iter().enumerate() {
                if holder.kind != ContainerKind::Hand || !holder.name.starts_with(container) {
                    continue;
                }
                // Without a number both piece and hand are meant once for every player.
                let what = if container.ends_with(|last: char| last.is_ascii_digit()) {
                    index
                } else {
                    c.rules
                        .component(&format!("{item}{}", holder.owner))
                        .ok_or_else(|| CompileError::new(call, format!("names an unknown piece \"{item}\"")))?
                };
                let sites = RegionFn::Fixed(crate::lud::play::bits::Bits::from_sites([holder.first]));
                rules.push(one(what as i32, sites, SiteType::Cell));
            }
            return Ok(());
        }
        let what = c
            .rules
            .component(&item)
            .ok_or_else(|| CompileError::new(call, format!("names an unknown piece \"{item}\"")))?
            as i32;
        if !call.get("counts").is_empty() || !call.get("coords").is_empty() || !call.get("coord").is_empty() {
            return Err(c.unsupported(call));
        }
        let mut sites = Vec::new();
        for slot in ["loc", "locs"] {
            for value in call.get(slot).elements() {
                let site = c.int(value)?.constant().ok_or_else(|| c.unsupported(call))?;
                sites.push(site);
            }
        }
        if !sites.is_empty() {
            rules.push(one(what, RegionFn::Fixed(crate::lud::play::bits::Bits::from_sites(sites)), kind));
        }
        if let Some(region) = c.opt_region(call.get("region"))? {
            rules.push(one(what, region, kind));
        }
        Ok(())
    }

    /// Carries it out.
    pub fn run(&self, ctx: &mut Context<'_>) {
        match self {
            Self::Place { what, kind, sites, count, state, rotation, value } => {
                let sites = sites.eval(ctx).into_owned();
                let (count, state) = (count.eval(ctx), state.eval(ctx));
                let (rotation, value) = (rotation.eval(ctx), value.eval(ctx));
                for site in &sites {
                    ctx.act(Action::Add { kind: *kind, site, what: *what, count, state, rotation, value });
                }
            }
        }
    }
}
