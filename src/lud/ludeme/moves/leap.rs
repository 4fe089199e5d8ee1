//! `(move Leap …)`: a piece goes where a walk of steps and turns ends, whatever stands in between.

use super::classes::{classes_at, split};
use super::entry::{Entry, Kind, Test, Tests};
use super::place::{Apply, Start};
use super::step::moved;
use super::{Leaf, MovesFn, Onto, Sites};
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType, Topology};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::Action;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{Plain, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};
use AbsoluteDirection::{E, N, NE, NW, S, SE, SW, W};

/// A leap to where a walk ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Leap {
    start: Start,
    /// Ends of the walks from each site.
    ends: Vec<Vec<u16>>,
    /// Most ends of the walks from any site.
    most_ends: u32,
    /// Whether only leaps towards where the piece faces count.
    forward: BoolFn,
    condition: BoolFn,
    apply: Apply,
}

impl Leap {
    /// Compiles `(move Leap …)` and `(leap …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        super::place::refuse_levels(c, call)?;
        let to = call.get("to").call().ok_or_else(|| c.unsupported(call))?;
        let rotations = match call.get("rotations") {
            Value::Empty => true,
            Value::Bool(truth) => *truth,
            _ => return Err(c.unsupported(call)),
        };
        let start = Start::compile(c, call.get("from"), IntFn::Register(Register::From))?;
        let walks: Vec<Vec<&str>> = call
            .get("walk")
            .elements()
            .iter()
            .map(|walk| walk.elements().iter().filter_map(Value::constant).collect())
            .collect();
        // The walk itself is always on sites of the game's own type.
        let ends = walk_ends(&c.rules.topology, c.rules.default_type(), &walks, rotations);
        let leap = Self {
            most_ends: ends.iter().map(Vec::len).max().unwrap_or(0) as u32,
            ends,
            start,
            forward: c.opt_bool(call.get("forward"))?.unwrap_or(BoolFn::Constant(false)),
            condition: c.opt_bool(to.get("If"))?.unwrap_or(BoolFn::Constant(true)),
            apply: Apply::compile(c, to.get("effect"))?.split(c),
        };
        let sets = [Register::From, Register::To];
        c.with_then(call, |c| c.leaf_setting(call, Leaf::Leap(Box::new(leap)), 0, &sets))
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let Some(from) = self.start.eval(ctx) else { return };
        let what = ctx.what(kind, from);
        let facing =
            if self.forward.eval(ctx) && what != 0 { ctx.rules.components[what as usize].facing } else { None };
        let registers = (ctx.set(Register::From, from), ctx.get(Register::To));
        if self.start.allows(ctx) {
            for &site in &self.ends[from as usize] {
                if sink.wants(i32::from(site))
                    && facing
                        .is_none_or(|facing| is_forward(&ctx.rules.topology, kind, facing, from as usize, site.into()))
                {
                    ctx.set(Register::To, i32::from(site));
                    if self.condition.eval(ctx) {
                        ctx.emit(id, from, i32::from(site), &[], sink);
                    }
                }
            }
        }
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
    }

    /// Whether it is known beforehand if only leaps towards where the piece faces count.
    fn is_settled(&self) -> bool {
        matches!(self.forward, BoolFn::Constant(_))
    }

    /// Whether a leap of a component counts, where that is known beforehand.
    fn counts(&self, rules: &Rules, what: usize, from: usize, to: u16) -> bool {
        let facing = rules.components[what].facing.filter(|_| self.forward == BoolFn::Constant(true));
        facing.is_none_or(|facing| is_forward(&rules.topology, self.start.kind, facing, from, usize::from(to)))
    }

    /// The most slots: one for each place where a walk ends.
    pub(super) fn most_slots(&self) -> Option<u32> {
        self.is_settled().then_some(self.most_ends)
    }

    /// The move in a slot.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let from = self.start.eval(ctx)?;
        let to = i32::from(*self.ends[from as usize].get(slot as usize)?);
        let registers = (ctx.set(Register::From, from), ctx.set(Register::To, to));
        let what = ctx.what(self.start.kind, from) as usize;
        let counts = self.counts(ctx.rules, what, from as usize, to as u16);
        let found = (counts && self.start.allows(ctx) && self.condition.eval(ctx)).then(|| ctx.bind(id, from, to, &[]));
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
        found
    }

    /// What is asked of the piece before it may start.
    pub(super) fn start_condition(&self) -> Option<&BoolFn> {
        self.start.condition.as_ref()
    }

    /// What is tried from a site, where the classes of sites decide.
    pub(super) fn entries(
        &self,
        c: &Compiler,
        id: u16,
        what: usize,
        site: usize,
        tests: &mut Tests,
    ) -> Option<Vec<Entry>> {
        if !self.start.is_own(c) || !self.is_settled() {
            return None;
        }
        let (classes, rest) = split(&self.condition, Register::To);
        let test = tests.keep(rest)?;
        let entry = |&to: &u16| {
            let accept = classes_at(c, &classes, Register::To, site, usize::from(to))?;
            Some(Entry { leaf: id, to, accept, kind: Kind::Step, test, guard: Test::NONE })
        };
        self.ends[site].iter().filter(|&&to| self.counts(&c.rules, what, site, to)).map(entry).collect()
    }

    /// Where it may lead from a site, where it starts from the piece that the rules around go through.
    pub(super) fn ends_from(&self, c: &Compiler, site: usize) -> Option<&[u16]> {
        self.start.is_own(c).then(|| &self.ends[site][..])
    }

    /// Where it leads for a component, where that is all that is asked.
    #[must_use]
    pub fn onto(&self, what: usize, rules: &Rules) -> Option<Onto> {
        let plain = self.start.is_free(rules.default_type(), &IntFn::Register(Register::From)) && self.is_settled();
        let mut onto = Onto::of(rules, |site| &self.ends[site], &self.condition, &self.apply).filter(|_| plain)?;
        for (site, ends) in onto.ends.iter_mut().enumerate() {
            ends.retain(|&(to, _)| self.counts(rules, what, site, to));
        }
        Some(onto)
    }

    /// The effect of its moves, where it is the only thing besides that the piece of the board moves.
    pub(super) fn lone_effect(&self, rules: &Rules) -> Option<&Apply> {
        self.apply.alone(self.start.kind == rules.default_type())
    }

    /// What its moves come down to.
    pub(super) fn plain(&self) -> Plain {
        self.apply.plain_move()
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        ctx.set(Register::From, from);
        ctx.set(Register::To, to);
        self.apply.run(ctx, program);
        program.push(moved(self.start.kind, from, to));
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}

fn is_forward(topology: &Topology, kind: SiteType, facing: AbsoluteDirection, from: usize, to: usize) -> bool {
    let sites = &topology.of(kind).sites;
    let up = sites[to].row - sites[from].row;
    let right = sites[to].column - sites[from].column;
    match facing {
        N => up > 0,
        NE => up > 0 && right > 0,
        E => right > 0,
        SE => up < 0 && right > 0,
        S => up < 0,
        SW => up < 0 && right < 0,
        W => right < 0,
        NW => up > 0 && right < 0,
        _ => false,
    }
}

/// Where walks of forward steps (`F`) and turns (`L`, `R`) from every site end, starting in all orthogonal directions of the
/// board or only in the first.
fn walk_ends(topology: &Topology, kind: SiteType, walks: &[Vec<&str>], rotations: bool) -> Vec<Vec<u16>> {
    let supported = topology.supported(kind, RelationType::Orthogonal);
    let starts = &supported[..if rotations { supported.len() } else { supported.len().min(1) }];
    let turn = |direction: AbsoluteDirection, by: usize| AbsoluteDirection::turned(direction.point()?, by, supported);
    let end = |from: usize, start: AbsoluteDirection, walk: &[&str]| {
        let (mut at, mut direction) = (from, start);
        for &step in walk {
            match step {
                "F" => at = usize::from(*topology.steps_within(kind, at, direction).last()?),
                "R" => direction = turn(direction, 1)?,
                _ => direction = turn(direction, 15)?,
            }
        }
        Some(at as i32)
    };
    (0..topology.count(kind))
        .map(|from| {
            let ends = starts.iter().flat_map(|&start| walks.iter().filter_map(move |walk| end(from, start, walk)));
            Bits::from_sites(ends).iter().map(|site| site as u16).collect()
        })
        .collect()
}
