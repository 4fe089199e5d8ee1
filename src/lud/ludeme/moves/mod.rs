//! Moves: what makes them, and what they do.
//!
//! A generator is evaluated into a [`Sink`]: into a list of small [`LudMove`]s for a player to choose from, into worked-out
//! action programs where it is an effect, or into a mere yes or no. The same code serves all three.
//!
//! The rules that make single moves are [`Leaf`]s. A leaf *emits* candidates (from, to, and a few numbers of its own) and
//! *builds* the actions of one candidate. A chosen move is built when it is applied, from the position in which it was
//! listed, so lists stay small and most moves of a list are never worked out at all.

mod add;
mod for_each_piece;
mod remove;
mod roll;
mod simple;
mod sow;
mod step;

pub use add::Add;
pub use for_each_piece::ForEachPiece;
pub use remove::Remove;
pub use roll::{ForEachDie, UseDice};
pub use simple::Simple;
pub use sow::Sow;
pub use step::Step;

use super::boolean::BoolFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::play::action::Action;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// A generator of moves.
#[derive(Debug, Clone, PartialEq)]
pub enum MovesFn {
    /// A rule that makes single moves: index into the compiled rules.
    Leaf(u16),
    /// The moves of all of these.
    Or(Vec<MovesFn>),
    /// One of two.
    If(Box<(BoolFn, MovesFn, MovesFn)>),
    /// The first of these that has any move.
    Priority(Vec<MovesFn>),
    /// The moves of every piece.
    ForEachPiece(Box<ForEachPiece>),
    /// The moves that each die allows.
    ForEachDie(Box<ForEachDie>),
}

/// A rule that makes single moves.
#[derive(Debug, Clone, PartialEq)]
pub enum Leaf {
    /// Adds a piece.
    Add(Box<Add>),
    /// Steps to a neighbour.
    Step(Box<Step>),
    /// Removes a piece.
    Remove(Box<Remove>),
    /// An effect without sites of its own.
    Simple(Box<Simple>),
    /// Sows along a track.
    Sow(Box<Sow>),
    /// Rolls the dice.
    Roll,
    /// Uses up dice.
    UseDice(Box<UseDice>),
}

impl MovesFn {
    /// Compiles a call.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        match (call.name(), call.keyword()) {
            ("Or" | "And", _) => c.with_then(call, |c| {
                let mut list = Vec::new();
                for slot in call.slots.iter().filter(|slot| slot.name != "then") {
                    for value in slot.value.elements() {
                        list.push(c.moves(value)?);
                    }
                }
                Ok(Self::Or(list))
            }),
            ("If", _) => c.with_then(call, |c| {
                let yes = c.moves(call.get("list"))?;
                let no = match call.get("elseList") {
                    Value::Empty => Self::Or(Vec::new()),
                    value => c.moves(value)?,
                };
                Ok(Self::If(Box::new((c.bool(call.get("cond"))?, yes, no))))
            }),
            ("Priority", _) => c.with_then(call, |c| {
                let mut list = Vec::new();
                for slot in ["list", "list1", "list2"] {
                    for value in call.get(slot).elements() {
                        list.push(c.moves(value)?);
                    }
                }
                Ok(Self::Priority(list))
            }),
            ("ForEach", Some("Piece")) => ForEachPiece::compile(c, call),
            ("ForEach", Some("Die")) => ForEachDie::compile(c, call),
            ("Sow", _) => Sow::compile(c, call),
            ("Roll", _) => roll::compile_roll(c, call),
            ("Move", Some("Add")) | ("Add", _) => Add::compile(c, call),
            ("Move", Some("Step")) | ("Step", _) => Step::compile(c, call),
            ("Move", Some("Remove")) | ("Remove", _) => Remove::compile(c, call),
            _ => Simple::compile(c, call),
        }
    }

    /// Hands all moves to the sink.
    pub fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if sink.is_done() {
            return;
        }
        match self {
            Self::Leaf(id) => {
                let rules = ctx.rules;
                rules.leaves[*id as usize].leaf.generate(*id, ctx, sink);
            }
            Self::Or(list) => {
                for item in list {
                    item.generate(ctx, sink);
                }
            }
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.generate(ctx, sink);
                } else {
                    parts.2.generate(ctx, sink);
                }
            }
            Self::Priority(list) => {
                for item in list {
                    let mut any = false;
                    item.generate(ctx, &mut Sink::Any(&mut any));
                    if any {
                        item.generate(ctx, sink);
                        return;
                    }
                }
            }
            Self::ForEachPiece(each) => each.generate(ctx, sink),
            Self::ForEachDie(each) => each.generate(ctx, sink),
        }
    }

    /// Whether there is any move.
    pub fn any(&self, ctx: &mut Context<'_>) -> bool {
        let mut any = false;
        self.generate(ctx, &mut Sink::Any(&mut any));
        any
    }
}

/// Where a move comes from and goes to, as Ludii records it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sites {
    /// Type of the site it comes from.
    pub from_type: Option<SiteType>,
    /// Type of the site it goes to.
    pub to_type: Option<SiteType>,
    /// Whether it is a pass.
    pub is_pass: bool,
}

impl Leaf {
    /// Hands all moves of this rule, whose index is `id`, to the sink.
    pub fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        match self {
            Self::Add(leaf) => leaf.generate(id, ctx, sink),
            Self::Step(leaf) => leaf.generate(id, ctx, sink),
            Self::Remove(leaf) => leaf.generate(id, ctx, sink),
            Self::Simple(_) | Self::Roll | Self::UseDice(_) => ctx.emit(id, -1, -1, &[], sink),
            Self::Sow(leaf) => leaf.generate(id, ctx, sink),
        }
    }

    /// Works one move out: appends its actions, without the consequences of the chain around it.
    pub fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
        match self {
            Self::Add(leaf) => leaf.build(ctx, chosen, program),
            Self::Step(leaf) => leaf.build(ctx, chosen, program),
            Self::Remove(leaf) => leaf.build(ctx, chosen, program),
            Self::Simple(leaf) => leaf.build(ctx, program),
            Self::Sow(leaf) => leaf.build(ctx, program),
            Self::Roll => program.push(Action::Roll),
            Self::UseDice(leaf) => leaf.build(ctx, program),
        }
    }

    /// Site types of the moves that this rule makes.
    #[must_use]
    pub fn sites(&self, rules: &Rules) -> Sites {
        let on = |kind| Sites { from_type: Some(kind), to_type: Some(kind), is_pass: false };
        match self {
            Self::Add(leaf) => on(leaf.kind),
            Self::Step(leaf) => on(leaf.kind),
            Self::Remove(leaf) => on(leaf.kind),
            Self::Sow(leaf) => on(leaf.kind),
            Self::Roll | Self::UseDice(_) => on(rules.default_type()),
            Self::Simple(leaf) => Sites { is_pass: matches!(**leaf, Simple::Pass), ..on(rules.default_type()) },
        }
    }
}
