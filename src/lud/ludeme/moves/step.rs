//! `(move Step …)`: a piece steps to a neighbour.

use super::classes::{classes_at, split};
use super::entry::{Entry, Kind, Test, Tests};
use super::lines::Steps;
use super::place::{Apply, Start, stack_height};
use super::reach::Piece;
use super::{Leaf, MovesFn, Onto, Sites, Stepped};
use crate::lud::board::AbsoluteDirection;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{Asked, BoolFn};
use crate::lud::ludeme::direction::{DirectionFn, Facing};
use crate::lud::ludeme::int::{IntFn, Where};
use crate::lud::play::action::Action;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{Plain, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::play::stack::Stacks;
use crate::lud::tree::Call;
use smallvec::SmallVec;

/// A step to a neighbour.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    start: Start,
    directions: DirectionFn,
    /// Where they lead, where that is known beforehand.
    pub(super) steps: Option<Steps>,
    /// The most steps where the position decides.
    most_loose: Option<u32>,
    condition: BoolFn,
    /// The condition, where the sites that meet it are found at once.
    asked: Option<Asked>,
    apply: Apply,
    /// Whether the whole stack steps.
    stack: bool,
}

impl Step {
    /// Compiles `(move Step …)` and `(step …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let to = call.get("to").call().ok_or_else(|| c.unsupported(call))?;
        if !to.get("rotations").is_empty() {
            return Err(c.unsupported(to));
        }
        let start = Start::compile(c, call.get("from"), IntFn::Register(Register::From))?;
        let directions = DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
        let condition = c.opt_bool(to.get("If"))?.unwrap_or(BoolFn::Constant(true));
        let on_board = start.kind == c.rules.default_type();
        let step = Self {
            steps: Steps::of(c, start.kind, &directions),
            most_loose: directions.most_steps(c, start.kind).map(|most| most as u32),
            start,
            directions,
            asked: if on_board { Asked::new(c, &condition, Register::To) } else { None },
            condition,
            apply: Apply::compile(c, to.get("effect"))?.split(c),
            stack: call.get("stack").bool() == Some(true),
        };
        c.with_then(call, |c| match step.split(c) {
            Some((condition, [yes, no])) => {
                let branches = (condition, yes.into_leaf(c, call)?, no.into_leaf(c, call)?);
                Ok(MovesFn::If(Box::new(branches)))
            }
            None => step.into_leaf(c, call),
        })
    }

    fn into_leaf(self, c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        c.leaf_setting(call, Leaf::Step(Box::new(self)), 0, &[Register::From, Register::To])
    }

    /// The steps on a condition and those otherwise, where the condition decides about directions that lead to known sites. Like
    /// a rule, directions see where the rules around come from.
    fn split(&self, c: &Compiler) -> Option<(BoolFn, [Self; 2])> {
        let DirectionFn::If(parts) = &self.directions else { return None };
        let branch = |directions: &DirectionFn| {
            let steps = Steps::of(c, self.start.kind, directions)?;
            Some(Self { directions: directions.clone(), steps: Some(steps), ..self.clone() })
        };
        Some((parts.0.clone(), [branch(&parts.1)?, branch(&parts.2)?])).filter(|_| self.steps.is_none())
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let kind = self.start.kind;
        let Some(from) = self.start.eval(ctx) else { return };
        let registers = (ctx.set(Register::From, from), ctx.get(Register::To));
        if self.start.allows(ctx) {
            match &self.steps {
                Some(steps) => {
                    for &site in steps.from(ctx.what(kind, from), from) {
                        self.offer(id, from, i32::from(site), ctx, sink);
                    }
                }
                None => self.search(id, from, registers.0, ctx, sink),
            }
        }
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
    }

    #[inline]
    fn offer(&self, id: u16, from: i32, to: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if sink.wants(to) {
            ctx.set(Register::To, to);
            if self.condition.eval(ctx) {
                ctx.emit(id, from, to, &[], sink);
            }
        }
    }

    /// Asks the board where the directions lead. They still see where the rules around come from.
    fn search(&self, id: u16, from: i32, outer: i32, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        ctx.set(Register::From, outer);
        let ends = self.searched(from, ctx);
        ctx.set(Register::From, from);
        for site in ends {
            self.offer(id, from, i32::from(site), ctx, sink);
        }
    }

    /// Where the board says that the directions lead, each site once.
    fn searched(&self, from: i32, ctx: &mut Context<'_>) -> SmallVec<[u16; 16]> {
        let kind = self.start.kind;
        let topology = &ctx.rules.topology;
        let mut seen: SmallVec<[u16; 16]> = SmallVec::new();
        for &direction in self.directions.eval(ctx, kind, from).iter() {
            for &site in topology.steps_within(kind, from as usize, direction) {
                if !seen.contains(&site) {
                    seen.push(site);
                }
            }
        }
        seen
    }

    /// The most slots in any position, where moves can be drawn without listing them.
    pub(super) fn most_slots(&self) -> Option<u32> {
        self.steps.as_ref().map(Steps::most).or(self.most_loose)
    }

    /// The move in one of the slots: one for each step.
    pub(super) fn slot(&self, id: u16, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let kind = self.start.kind;
        let from = self.start.eval(ctx)?;
        let to = i32::from(match &self.steps {
            Some(steps) => *steps.from(ctx.what(kind, from), from).get(slot as usize)?,
            None => *self.searched(from, ctx).get(slot as usize)?,
        });
        let registers = (ctx.set(Register::From, from), ctx.set(Register::To, to));
        let found = (self.start.allows(ctx) && self.condition.eval(ctx)).then(|| ctx.bind(id, from, to, &[]));
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
        found
    }

    /// Whether the sites to step to are below 64 and found at once.
    pub(super) fn chooses_low(&self) -> bool {
        self.steps.is_some() && self.asked.is_some()
    }

    /// The sites to step to, where it [chooses low](Step::chooses_low), as bits.
    pub(super) fn low_choices(&self, ctx: &mut Context<'_>) -> Option<u64> {
        let (Some(steps), Some(asked)) = (&self.steps, &self.asked) else { return None };
        let Some(from) = self.start.eval(ctx) else { return Some(0) };
        let before = ctx.set(Register::From, from);
        let mut sites = 0;
        if self.start.allows(ctx) {
            let next = steps.from(ctx.what(self.start.kind, from), from);
            sites = asked.of_word(next.iter().fold(0, |word, &site| word | 1 << site), ctx);
        }
        ctx.set(Register::From, before);
        Some(sites)
    }

    /// The step to one of the sites to step to.
    pub(super) fn choose(&self, id: u16, to: i32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let from = self.start.eval(ctx)?;
        let registers = (ctx.set(Register::From, from), ctx.set(Register::To, to));
        let chosen = ctx.bind(id, from, to, &[]);
        ctx.set(Register::From, registers.0);
        ctx.set(Register::To, registers.1);
        Some(chosen)
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
        let steps = self.steps.as_ref().filter(|_| self.start.is_own(c))?;
        let (classes, rest) = split(&self.condition, Register::To);
        let test = tests.keep(rest)?;
        let entry = |&to: &u16| {
            let accept = classes_at(c, &classes, Register::To, site, usize::from(to))?;
            Some(Entry { leaf: id, to, accept, kind: Kind::Step, test, guard: Test::NONE })
        };
        steps.from(what as i32, site as i32).iter().map(entry).collect()
    }

    /// The piece that it looks for to start from, and the same step of a piece that is given, where that is where it starts.
    #[must_use]
    pub fn of_found(&self) -> Option<(&Where, Self)> {
        let IntFn::Where(piece) = &self.start.site else { return None };
        let start = Start { site: IntFn::Register(Register::From), ..self.start.clone() };
        Some((piece, Self { start, ..self.clone() }))
    }

    /// Where it leads for a component, where that is all that is asked.
    #[must_use]
    pub fn onto(&self, what: usize, rules: &Rules) -> Option<Onto> {
        let plain = self.start.is_free(rules.default_type(), &IntFn::Register(Register::From)) && !self.stack;
        let steps = self.steps.as_ref().filter(|_| plain)?;
        let condition = self.condition.seen_by(usize::from(rules.owners[what]), rules);
        Onto::of(rules, |site| steps.from(what as i32, site as i32), &condition, &self.apply)
    }

    /// The sites next to one in its directions, for a component, where they are known beforehand.
    #[must_use]
    pub fn ends(&self, what: usize, site: usize) -> &[u16] {
        self.steps.as_ref().map(|steps| steps.from(what as i32, site as i32)).unwrap_or_default()
    }

    /// What is asked of the site in the register `to`, and whether what is there is taken, where that is all it does.
    #[must_use]
    pub fn asked(&self, rules: &Rules) -> Option<(&BoolFn, bool)> {
        self.asked_from(&IntFn::Register(Register::From), rules)
    }

    /// The same where it starts from a certain site.
    #[must_use]
    pub fn asked_from(&self, start: &IntFn, rules: &Rules) -> Option<(&BoolFn, bool)> {
        let plain = self.start.is_free(rules.default_type(), start) && !self.stack;
        let takes = match self.apply.plain_move() {
            Plain::Move => false,
            Plain::Capture | Plain::Overwrite => true,
            _ => return None,
        };
        (plain && self.steps.is_some()).then_some((&self.condition, takes))
    }

    /// Its parts, where the piece on a site of the board steps in directions that lead to known sites.
    #[must_use]
    pub fn parts(&self, rules: &Rules) -> Option<Stepped<'_>> {
        let plain = self.start.kind == rules.default_type() && !self.stack && !rules.features.stacking;
        let steps = self.steps.as_ref().filter(|_| plain)?;
        Some(Stepped {
            from: &self.start.site,
            from_condition: self.start.condition.as_ref(),
            condition: &self.condition,
            apply_condition: self.apply.condition.as_ref(),
            apply: self.apply.effect,
            most: steps.most(),
        })
    }

    /// Adds where it may lead from where a piece stands, whatever decides about its directions.
    pub(super) fn add_reachable(&self, piece: Piece<'_>, found: &mut Bits) -> Option<()> {
        let Piece { c, what, site } = piece;
        if !self.start.is_own(c) {
            return None;
        }
        if let Some(steps) = &self.steps {
            for &to in steps.from(what as i32, site as i32) {
                found.insert(i32::from(to));
            }
            return Some(());
        }
        let kind = self.start.kind;
        for direction in self.directions.possible(c, kind, site, Facing::of_unturned(c, what)?)? {
            for &to in c.rules.topology.steps_within(kind, site, direction) {
                found.insert(i32::from(to));
            }
        }
        Some(())
    }

    /// The effect of its moves, where it is the only thing besides that the piece of the board moves.
    pub(super) fn lone_effect(&self, rules: &Rules) -> Option<&Apply> {
        self.apply.alone(!self.stack && self.start.kind == rules.default_type())
    }

    /// What its moves come down to.
    pub(super) fn plain(&self) -> Plain {
        if self.stack { Plain::No } else { self.apply.plain_move() }
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        ctx.set(Register::From, from);
        ctx.set(Register::To, to);
        self.apply.run(ctx, program);
        let kind = self.start.kind;
        program.push(if !ctx.rules.features.stacking {
            moved(kind, from, to)
        } else if self.stack {
            stack_moved(kind, from, to)
        } else {
            let from_level = ctx.height(kind, from) - 1;
            Action::MoveLevel { from_type: kind, from, from_level, to_type: kind, to, to_level: -1, given: [-1; 3] }
        });
    }

    pub(super) fn levels(&self, rules: &Rules, stacks: &Stacks, chosen: LudMove) -> [i32; 2] {
        if self.stack { [0; 2] } else { [stack_height(rules, stacks, self.start.kind, chosen.from) - 1, 0] }
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.start.kind)
    }
}

/// A stack moved as it is between two sites of one type.
pub(super) fn stack_moved(kind: crate::lud::board::SiteType, from: i32, to: i32) -> Action {
    Action::MoveStack { from_type: kind, from, to_type: kind, to, to_level: -1 }
}

/// A piece moved as it is between two sites of one type.
pub(super) fn moved(kind: crate::lud::board::SiteType, from: i32, to: i32) -> Action {
    Action::Move { from_type: kind, from, to_type: kind, to, state: -1, rotation: -1, value: -1 }
}
