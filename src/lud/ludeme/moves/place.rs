//! What the rules that make moves have in common: where they start and end, and the effects applied on the way.

use super::MovesFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::action::{Action, EffectId};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::rules::Plain;
use crate::lud::tree::{Call, Value};

/// So many sites are few enough to be asked one by one when they are drawn.
const FEW: u32 = 12;

/// One site or the sites of a region.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Where {
    Site(IntFn),
    Region(RegionFn),
}

impl Where {
    /// Compiles the slots `region` and `loc` of a `from` or `to`; `default` where both are empty.
    pub fn compile(c: &mut Compiler, call: &Call, default: Register) -> Compiled<Self> {
        if call.get("region").is_empty() {
            Ok(Self::Site(c.int_or(call.get("loc"), IntFn::Register(default))?))
        } else {
            Ok(Self::Region(c.region(call.get("region"))?))
        }
    }

    /// The sites.
    #[must_use]
    pub fn sites(&self) -> SitesFn {
        match self {
            Self::Site(site) => SitesFn::At(site.clone()),
            Self::Region(region) => SitesFn::In(region.clone()),
        }
    }

    /// Whether there are only empty sites of a type among those that meet a condition about the site in the register `to`.
    pub fn spares_pieces(&self, kind: SiteType, condition: Option<&BoolFn>) -> bool {
        let is_empty = |condition: &BoolFn| matches!(condition, BoolFn::Class(Register::To, Classes::EMPTY));
        let asks = match condition {
            Some(BoolFn::And(list)) => list.iter().any(is_empty),
            Some(condition) => is_empty(condition),
            None => false,
        };
        asks || matches!(self, Self::Region(region) if region.is_empty_only(kind))
    }

    /// The most sites that there can be, where they are known to be few.
    pub fn most(&self, c: &Compiler) -> Option<u32> {
        match self {
            Self::Site(_) => Some(1),
            Self::Region(region) => region.most(c).map(|most| most as u32),
        }
    }

    /// Whether there are never more than a few.
    pub fn are_few(&self, c: &Compiler) -> bool {
        self.most(c).is_some_and(|most| most <= FEW)
    }

    /// Whether a draw finds out about no other of the sites than the one that is drawn.
    pub fn asks_singly(&self) -> bool {
        matches!(self, Self::Region(region) if region.asks_singly())
    }

    /// Whether there is one site at most, which [`Where::only`] tells.
    pub fn is_only(&self) -> bool {
        match self {
            Self::Site(_) => true,
            Self::Region(RegionFn::LineOfSight(sight)) => sight.is_single,
            Self::Region(_) => false,
        }
    }

    /// The only site; a negative number where there is none.
    pub fn only(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::Site(site) => site.eval(ctx),
            Self::Region(region) => region.nth(0, ctx).unwrap_or(-1),
        }
    }

    /// How many sites there are to be drawn from by [`Where::nth`]: all of them, and for lines maybe others.
    pub fn count(&self, ctx: &mut Context<'_>) -> usize {
        match self {
            Self::Site(_) => 1,
            Self::Region(region) if region.asks_singly() => region.loose_count(ctx),
            Self::Region(region) => region.count(ctx),
        }
    }

    /// The sites as bits, for a region that is low; nothing where it is one site beyond.
    pub fn low_word(&self, ctx: &mut Context<'_>) -> Option<u64> {
        match self {
            Self::Site(site) => match site.eval(ctx) {
                ..0 => Some(0),
                site @ 0..64 => Some(1 << site),
                _ => None,
            },
            Self::Region(region) => Some(region.low_word(ctx)),
        }
    }

    /// The site at a place among those to be drawn from, where it is one of them.
    pub fn nth(&self, index: usize, ctx: &mut Context<'_>) -> Option<i32> {
        match self {
            Self::Site(site) => Some(site.eval(ctx)),
            Self::Region(region) if region.asks_singly() => region.loose_nth(index, ctx),
            Self::Region(region) => region.nth(index, ctx),
        }
    }

    /// Visits the sites of a type that meet a condition about the site in the register `to`, ascending for a region.
    pub fn each_meeting(
        &self,
        condition: Option<&BoolFn>,
        kind: SiteType,
        ctx: &mut Context<'_>,
        mut visit: impl FnMut(&mut Context<'_>, i32),
    ) {
        if let (Self::Region(region), Some(condition)) = (self, condition)
            && kind == ctx.rules.default_type()
        {
            let mut sites = region.eval(ctx).into_owned();
            if sites.is_below(ctx.rules.topology.count(kind)) {
                condition.narrow(Register::To, kind, &mut sites, ctx);
                for site in &sites {
                    ctx.set(Register::To, site);
                    visit(ctx, site);
                }
                return;
            }
        }
        self.each(ctx, |ctx, site| {
            ctx.set(Register::To, site);
            if site >= 0 && holds(condition, ctx) {
                visit(ctx, site);
            }
        });
    }

    /// Visits the sites, ascending for a region.
    pub fn each(&self, ctx: &mut Context<'_>, mut visit: impl FnMut(&mut Context<'_>, i32)) {
        match self {
            Self::Site(site) => {
                let site = site.eval(ctx);
                visit(ctx, site);
            }
            Self::Region(region) => {
                let region = region.eval(ctx);
                for site in region.iter() {
                    visit(ctx, site);
                }
            }
        }
    }
}

/// Where a piece starts: the `from` of `step`, `slide`, `hop` and `leap`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Start {
    pub kind: SiteType,
    pub site: IntFn,
    pub condition: Option<BoolFn>,
}

impl Start {
    /// Compiles a `from` slot, which may be empty; `default` is where pieces start then.
    pub fn compile(c: &mut Compiler, value: &Value, default: IntFn) -> Compiled<Self> {
        let Some(from) = value.call() else {
            return Ok(Self { kind: c.rules.default_type(), site: default, condition: None });
        };
        if !from.get("region").is_empty() || !from.get("level").is_empty() {
            return Err(c.unsupported(from));
        }
        Ok(Self {
            kind: c.site_type(from.get("type")),
            site: c.int_or(from.get("loc"), IntFn::Register(Register::From))?,
            condition: c.opt_bool(from.get("If"))?,
        })
    }

    /// The site, where it is one of the board.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Option<i32> {
        let site = match &self.site {
            IntFn::Register(register) => ctx.get(*register),
            site => site.eval(ctx),
        };
        (site >= 0 && (site as usize) < ctx.rules.topology.count(self.kind)).then_some(site)
    }

    /// Whether it is the piece of the board's own type that the rules around go through.
    pub fn is_own(&self, c: &Compiler) -> bool {
        self.kind == c.rules.default_type() && self.site == IntFn::Register(Register::From)
    }

    /// Whether it is a certain site of a type, on no condition.
    pub fn is_free(&self, kind: SiteType, site: &IntFn) -> bool {
        self.kind == kind && self.site == *site && self.condition.is_none()
    }

    /// Whether a piece may start, with the register `from` set.
    #[inline]
    pub fn allows(&self, ctx: &mut Context<'_>) -> bool {
        holds(self.condition.as_ref(), ctx)
    }
}

/// An `apply`: an effect, and the condition on which it happens.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Apply {
    pub condition: Option<BoolFn>,
    pub effect: Option<EffectId>,
    /// The register whose site it clears, where that is all that the effect does.
    clears: Option<Register>,
}

impl Apply {
    /// Compiles the slot `effect` of a `to` or `between`.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let (effect, condition) = c.apply_effect(value)?;
        let clears = effect.and_then(|effect| super::remove::cleared(c, &c.rules.effects[effect.0 as usize]));
        Ok(Self { condition, effect, clears })
    }

    /// The same, where an effect that clears a site on a condition of its own is told apart from that condition.
    pub fn split(self, c: &mut Compiler) -> Self {
        let Some(effect) = self.effect.filter(|_| self.condition.is_none()) else { return self };
        let MovesFn::If(parts) = &c.rules.effects[effect.0 as usize] else { return self };
        let (condition, clearing, otherwise) = &**parts;
        let clears = super::remove::cleared(c, clearing);
        if clears.is_none() || !matches!(otherwise, MovesFn::Or(rest) if rest.is_empty()) {
            return self;
        }
        let (condition, clearing) = (condition.clone(), clearing.clone());
        c.rules.effects.push(clearing);
        let effect = EffectId(c.rules.effects.len() as u16 - 1);
        Self { condition: Some(condition), effect: Some(effect), clears }
    }

    /// What a move with this effect on `(to)`, and no other, comes down to.
    pub fn plain_move(&self) -> Plain {
        match (self.effect, self.clears, &self.condition) {
            (None, ..) => Plain::Move,
            (Some(_), Some(Register::To), None) => Plain::Capture,
            (Some(_), Some(Register::To), Some(_)) => Plain::Overwrite,
            _ => Plain::No,
        }
    }

    /// Whether it always clears the site in a register, and does nothing else.
    pub fn always_clears(&self, register: Register) -> bool {
        self.clears == Some(register) && self.condition.is_none()
    }

    /// Appends the actions of the effect where the condition holds.
    pub fn run(&self, ctx: &mut Context<'_>, program: &mut Vec<Action>) {
        if let Some(effect) = self.effect
            && holds(self.condition.as_ref(), ctx)
        {
            self.append(effect, ctx, program);
        }
    }

    #[inline]
    fn append(&self, effect: EffectId, ctx: &mut Context<'_>, program: &mut Vec<Action>) {
        let Some(register) = self.clears else { return ctx.append_effect(effect, program) };
        let site = ctx.get(register);
        let kind = real_type(ctx.rules, ctx.rules.default_type(), site);
        if ctx.what(kind, site) != 0 {
            program.push(Action::Remove { kind, site });
        }
    }

    /// Appends the actions of the effect, whatever the condition says.
    pub fn run_anyway(&self, ctx: &mut Context<'_>, program: &mut Vec<Action>) {
        if let Some(effect) = self.effect {
            self.append(effect, ctx, program);
        }
    }
}

/// Whether a condition holds; none always does.
#[inline]
pub(super) fn holds(condition: Option<&BoolFn>, ctx: &mut Context<'_>) -> bool {
    condition.is_none_or(|condition| condition.eval(ctx))
}

/// Longer than any line of a board.
pub(super) const FAR: i32 = 1_000;

/// Compiles a range slot; from `min` to `max` where it is empty.
pub(super) fn range_or(c: &mut Compiler, value: &Value, min: i32, max: i32) -> Compiled<RangeFn> {
    if value.is_empty() {
        return Ok(RangeFn { min: IntFn::Constant(min), max: IntFn::Constant(max) });
    }
    RangeFn::compile(c, value)
}

/// The components that a `(piece …)` names, with its local state; `default` where there is none.
pub(super) fn pieces(c: &mut Compiler, value: &Value) -> Compiled<(Vec<IntFn>, Option<IntFn>)> {
    let Some(piece) = value.call() else { return Ok((vec![IntFn::Mover], None)) };
    let mut whats = Vec::new();
    for slot in ["nameComponent", "nameComponents"] {
        for name in piece.get(slot).elements().iter().filter_map(Value::text) {
            let what = c.rules.component(name).ok_or_else(|| c.unsupported(piece))?;
            whats.push(IntFn::Constant(what as i32));
        }
    }
    for slot in ["component", "components"] {
        for value in piece.get(slot).elements() {
            whats.push(c.int(value)?);
        }
    }
    let state = c.opt_int(piece.get("state"))?;
    Ok((whats, state))
}

/// Refuses arguments about levels and stacks.
pub(super) fn refuse_levels(c: &Compiler, call: &Call) -> Compiled<()> {
    let leveled = |slot: &str| call.get(slot).call().is_some_and(|place| !place.get("level").is_empty());
    if call.get("stack").bool() == Some(true) || !call.get("level").is_empty() || leveled("from") || leveled("to") {
        return Err(c.unsupported(call));
    }
    Ok(())
}

/// Height of the stack on a site of the board or of a hand.
pub(super) fn stack_height(
    rules: &crate::lud::play::rules::Rules,
    stacks: &crate::lud::play::stack::Stacks,
    kind: SiteType,
    site: i16,
) -> i32 {
    let site = i32::from(site);
    stacks.height(rules.layout.flat(real_type(rules, kind, site), site)) as i32
}

/// Site type of a number that may be a site of a hand, which is always a cell.
pub(super) fn real_type(ctx_rules: &crate::lud::play::rules::Rules, kind: SiteType, site: i32) -> SiteType {
    if site >= ctx_rules.layout.board as i32 && (site as usize) < ctx_rules.layout.containers_end {
        SiteType::Cell
    } else {
        kind
    }
}
