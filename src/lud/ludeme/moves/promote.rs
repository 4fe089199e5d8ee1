//! `(move Promote …)`: a piece turned into another.

use super::{Leaf, MovesFn, Sites};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// A piece turned into another. Own bind: the new component.
#[derive(Debug, Clone, PartialEq)]
pub struct Promote {
    kind: SiteType,
    at: IntFn,
    into: Into,
    /// Whose piece it becomes, where that is said.
    owner: Option<IntFn>,
}

/// What a piece may become.
#[derive(Debug, Clone, PartialEq)]
enum Into {
    Names(Vec<String>),
    One(IntFn),
    Any(Vec<IntFn>),
}

impl Promote {
    /// Compiles `(move Promote …)` and `(promote …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let piece = call.get("what").call().ok_or_else(|| c.unsupported(call))?;
        if !piece.get("state").is_empty() {
            return Err(c.unsupported(piece));
        }
        let mut names: Vec<String> = Vec::new();
        for slot in ["nameComponent", "nameComponents"] {
            names.extend(piece.get(slot).elements().iter().filter_map(Value::text).map(str::to_owned));
        }
        let into = if !names.is_empty() {
            Into::Names(names)
        } else if piece.get("components").is_empty() {
            Into::One(c.int(piece.get("component"))?)
        } else {
            let whats = piece.get("components").elements().iter().map(|value| c.int(value));
            Into::Any(whats.collect::<Compiled<Vec<_>>>()?)
        };
        let promote = Self {
            kind: c.site_type(call.get("type")),
            at: c.int_or(call.get("locationFn"), IntFn::Register(Register::To))?,
            into,
            owner: c.player(call, &["who", "role"])?,
        };
        c.with_then(call, |c| c.leaf(call, Leaf::Promote(Box::new(promote)), 1))
    }

    /// What the piece moved last may become, where it is that piece and stays its owner's.
    pub(super) fn of_last_move(&self, rules: &Rules) -> Option<Vec<usize>> {
        let Into::Names(names) = &self.into else { return None };
        let is_own = self.owner == Some(IntFn::Mover) && self.at == IntFn::LastTo && self.kind == rules.default_type();
        let base = |name: &str| name.trim_end_matches(|last: char| last.is_ascii_digit()).to_owned();
        let named = |what: &usize| names.iter().any(|name| base(name) == base(&rules.components[*what].name));
        is_own.then(|| (1..rules.components.len()).filter(named).collect())
    }

    /// What the piece moved last becomes by player, where it is that piece, becomes one kind and stays its owner's.
    #[must_use]
    pub fn last_moved(&self, rules: &Rules) -> Option<Vec<usize>> {
        let Into::Names(names) = &self.into else { return None };
        let [name] = &names[..] else { return None };
        let is_own = self.owner == Some(IntFn::Mover) && self.at == IntFn::LastTo && self.kind == rules.default_type();
        let of_player = |player: usize| {
            let is_it = |what: &usize| {
                let component = &rules.components[*what];
                usize::from(component.owner) == player && component.name.contains(name)
            };
            (1..rules.components.len()).find(is_it).unwrap_or(0)
        };
        is_own.then(|| (0..=rules.players).map(of_player).collect())
    }

    /// Whether it is about the piece that the rules around go through.
    pub(super) fn is_own(&self, c: &Compiler) -> bool {
        self.kind == c.rules.default_type() && self.at == IntFn::Register(Register::From)
    }

    /// The most moves that it makes.
    pub(super) fn most_slots(&self) -> u32 {
        match &self.into {
            Into::Names(names) => names.len() as u32,
            Into::One(_) => 1,
            Into::Any(whats) => whats.len() as u32,
        }
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let site = self.at.eval(ctx);
        if site < 0 {
            return;
        }
        let rules = ctx.rules;
        match &self.into {
            Into::Names(names) => {
                for name in names {
                    let what = self.named(name, ctx);
                    ctx.emit(id, site, site, &[what], sink);
                }
            }
            Into::One(what) => {
                let what = what.eval(ctx);
                if what > 0 {
                    let what = if self.owner.is_some() {
                        self.named(&rules.components[what as usize].name, ctx)
                    } else {
                        what
                    };
                    ctx.emit(id, site, site, &[what], sink);
                }
            }
            Into::Any(whats) => {
                for what in whats {
                    let what = what.eval(ctx);
                    ctx.emit(id, site, site, &[what], sink);
                }
            }
        }
    }

    /// The component of this name; among those of the owner, the first whose name contains it.
    fn named(&self, name: &str, ctx: &mut Context<'_>) -> i32 {
        let rules = ctx.rules;
        let Some(owner) = &self.owner else { return rules.component(name).unwrap_or(0) as i32 };
        let owner = owner.eval(ctx);
        let matches = |what: &usize| {
            let component = &rules.components[*what];
            i32::from(component.owner) == owner && component.name.contains(name)
        };
        (1..rules.components.len()).find(matches).unwrap_or(0) as i32
    }

    pub(super) fn build(&self, _ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        program.push(Action::Promote { kind: self.kind, site: i32::from(chosen.to), what: i32::from(chosen.binds[0]) });
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.kind)
    }
}
