//! Moves: what makes them, and what they do.
//!
//! A generator is evaluated into a [`Sink`]: into a list of small [`LudMove`]s for a player to choose from, into worked-out
//! action programs where it is an effect, or into a mere yes or no. The same code serves all three.
//!
//! The rules that make single moves are [`Leaf`]s. A leaf *emits* candidates (from, to, and a few numbers of its own) and
//! *builds* the actions of one candidate. A chosen move is built when it is applied, from the position in which it was
//! listed, so lists stay small and most moves of a list are never worked out at all.

mod add;
mod aside;
mod branch;
mod capture;
mod classes;
mod combine;
mod enclose;
mod entry;
mod for_each;
mod for_each_direction;
mod for_each_piece;
mod from_to;
mod hop;
mod jumped;
mod leap;
mod lines;
mod lone;
mod low_choices;
mod masks;
mod onto;
mod parts;
mod place;
mod players;
mod prior;
mod promote;
mod push;
mod quick;
mod reach;
mod remove;
mod requirement;
mod roll;
mod rolling;
mod satisfy;
mod select;
mod set;
mod settings;
mod settled;
mod shifts;
mod shoot;
mod simple;
mod slide;
mod slots;
mod sow;
mod step;
mod take;
mod targets;
mod threats;
mod track;
mod transfer;

pub use add::Add;
pub use capture::{Capture, Held};
pub use combine::{Append, Chained, Combinations};
pub use enclose::Enclose;
pub use for_each::ForEach;
pub use for_each_direction::ForEachDirection;
pub use for_each_piece::{ForEachPiece, OwnPieces};
pub use from_to::FromTo;
pub use hop::{Hop, OverOne, Taking};
pub use leap::Leap;
pub use lines::Steps;
pub use low_choices::LowChoices;
pub use onto::Onto;
pub use parts::{Parts, RuleSlots, Slots};
pub use prior::Do;
pub use promote::Promote;
pub use push::Shift;
pub use remove::Remove;
pub use requirement::Filter;
pub use roll::{ForEachDie, Roll, UseDice};
pub use satisfy::Satisfy;
pub use select::Select;
pub use set::SetSite;
pub use shoot::Shoot;
pub use simple::Simple;
pub use slide::{Gliding, Slide};
pub use sow::{Skip, Sow};
pub use step::Step;
pub use take::TakeControl;
pub use threats::{Answer, Threats};
pub use track::{FirstOnTrack, TrackSlide};
pub use transfer::{Carrying, Origin, Sliding, Stepped, Transfer};

use super::boolean::BoolFn;
use super::region::RegionFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::play::action::Action;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{Plain, Rules};
use crate::lud::play::sink::Sink;
use crate::lud::play::stack::Stacks;
use crate::lud::tree::Call;
use smallvec::SmallVec;

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
    /// The moves for every value of an iteration variable.
    ForEach(Box<ForEach>),
    /// The moves for sites in some directions.
    ForEachDirection(Box<ForEachDirection>),
    /// Moves after an effect.
    Do(Box<Do>),
    /// Some of the moves of a rule.
    Filter(Box<Filter>),
    /// Effects worked out one after the other.
    Chained(Box<Chained>),
    /// Captures along lines.
    Capture(Box<Capture>),
    /// Captures of enclosed groups.
    Enclose(Box<Enclose>),
    /// The moves for the first site of a track that has any.
    FirstOnTrack(Box<FirstOnTrack>),
    /// The moves that each die allows.
    ForEachDie(Box<ForEachDie>),
}

/// Defines the rules that make single moves, with what all of them answer.
macro_rules! leaves {
    ($($(#[doc = $doc:literal])+ $name:ident),+ $(,)?) => {
        /// A rule that makes single moves.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Leaf {
            $($(#[doc = $doc])+ $name(Box<$name>),)+
        }

        impl Leaf {
            /// Hands all moves of this rule, whose index is `id`, to the sink.
            pub fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
                match self {
                    $(Self::$name(leaf) => leaf.generate(id, ctx, sink),)+
                }
            }

            /// Works one move out: appends its actions, without the consequences of the chain around it.
            pub fn build(&self, ctx: &mut Context<'_>, chosen: LudMove, program: &mut Vec<Action>) {
                match self {
                    $(Self::$name(leaf) => leaf.build(ctx, chosen, program),)+
                }
            }

            /// What Ludii records of a move of this rule.
            #[must_use]
            pub fn sites(&self, rules: &Rules, chosen: LudMove) -> Sites {
                match self {
                    $(Self::$name(leaf) => leaf.sites(rules, chosen),)+
                }
            }
        }
    };
}

leaves! {
    /// Adds a piece.
    Add,
    /// Steps to a neighbour.
    Step,
    /// Slides along a line.
    Slide,
    /// Slides along a track.
    TrackSlide,
    /// Jumps over pieces.
    Hop,
    /// Leaps.
    Leap,
    /// Takes a piece from one place to another.
    FromTo,
    /// Removes a piece.
    Remove,
    /// Selects sites.
    Select,
    /// Turns a piece into another.
    Promote,
    /// Places a piece along a line.
    Shoot,
    /// Changes what stands on a site.
    SetSite,
    /// Shifts lines of pieces.
    Shift,
    /// Changes the owner of pieces.
    TakeControl,
    /// Makes one move of several.
    Append,
    /// Combines moves of two rules.
    Combinations,
    /// An effect without sites of its own.
    Simple,
    /// Sows along a track.
    Sow,
    /// Rolls the dice.
    Roll,
    /// Uses up dice.
    UseDice,
    /// Gives sites values that break no constraint.
    Satisfy,
}

impl Leaf {
    /// What its moves come down to in a game without stacks.
    #[must_use]
    pub fn plain(&self) -> Plain {
        match self {
            Self::Step(leaf) => leaf.plain(),
            Self::Slide(leaf) => leaf.plain(),
            Self::Leap(leaf) => leaf.plain(),
            Self::Hop(leaf) => leaf.plain(),
            Self::FromTo(leaf) => leaf.plain(),
            Self::Add(leaf) => leaf.plain(),
            Self::Remove(leaf) => leaf.plain(),
            Self::Select(_) => Plain::Select,
            _ => Plain::No,
        }
    }

    /// The levels that Ludii records of a move in a game with stacks.
    #[must_use]
    pub fn levels(&self, rules: &Rules, stacks: &Stacks, chosen: LudMove) -> [i32; 2] {
        match self {
            Self::Step(leaf) => leaf.levels(rules, stacks, chosen),
            Self::FromTo(leaf) => leaf.levels(rules, stacks, chosen),
            Self::Add(leaf) => leaf.levels(rules, stacks, chosen),
            Self::Select(leaf) => leaf.levels(rules, stacks, chosen),
            Self::Remove(leaf) => leaf.levels(rules, stacks, chosen),
            _ => [0; 2],
        }
    }

    /// The sites that a move passes or jumps over.
    pub fn between(&self, ctx: &mut Context<'_>, chosen: LudMove) -> SmallVec<[i16; 4]> {
        match self {
            Self::Slide(leaf) => leaf.between(ctx, chosen),
            Self::Hop(leaf) => leaf.between(ctx, chosen),
            _ => SmallVec::new(),
        }
    }
}

impl MovesFn {
    /// Compiles a call.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        match (call.name(), call.keyword()) {
            ("Or" | "And", _) => c.with_then(call, |c| {
                let mut list = Vec::new();
                for slot in call.slots.iter().filter(|slot| slot.name != "then") {
                    for value in slot.value.elements() {
                        let moves = c.moves(value)?;
                        // The moves of different kinds of pieces are looked for at once. Effects keep their order.
                        let both = match (list.last(), &moves) {
                            (Some(Self::ForEachPiece(one)), Self::ForEachPiece(other)) if c.decision => {
                                one.and(other, c)
                            }
                            _ => None,
                        };
                        match (list.last_mut(), both) {
                            (Some(last), Some(both)) => *last = Self::ForEachPiece(Box::new(both)),
                            _ => list.push(moves),
                        }
                    }
                }
                // One rule needs nothing around it.
                Ok(if list.len() == 1 { list.remove(0) } else { Self::Or(list) })
            }),
            ("If", _) => branch::if_else(c, call),
            ("Priority", _) => branch::priority(c, call),
            ("ForEach", Some("Piece")) => ForEachPiece::compile(c, call),
            ("ForEach", Some("Die")) => ForEachDie::compile(c, call),
            ("Sow", _) => Sow::compile(c, call),
            ("Satisfy", _) => Satisfy::compile(c, call),
            ("Roll", _) => roll::compile_roll(c, call),
            ("ForEach", Some("Direction")) => ForEachDirection::compile(c, call),
            ("ForEach", _) => ForEach::compile(c, call),
            ("Do", _) => Do::compile(c, call),
            ("Max", _) => Filter::max(c, call),
            ("AvoidStoredState", _) => Filter::avoid_stored(c, call),
            ("Seq", _) => Chained::seq(c, call),
            ("While", _) => Chained::repeat(c, call),
            ("Append", _) => Append::compile(c, call),
            ("AllCombinations", _) => Combinations::compile(c, call),
            ("Custodial" | "Intervene" | "Surround" | "Directional", _) => Capture::compile(c, call),
            ("FirstMoveOnTrack", _) => FirstOnTrack::compile(c, call),
            ("Apply", _) => capture::applied(c, call),
            ("Enclose", _) => Enclose::compile(c, call),
            ("Push" | "Attract", _) => Shift::compile(c, call),
            ("Take", Some("Control")) => TakeControl::compile(c, call),
            ("Move", _) if call.slots.first().is_some_and(|slot| slot.name == "from") => FromTo::compile(c, call),
            ("FromTo", _) => FromTo::compile(c, call),
            ("Move", Some("Add" | "Claim")) | ("Add" | "Claim", _) => Add::compile(c, call),
            ("Move", Some("Step")) | ("Step", _) => Step::compile(c, call),
            ("Move", Some("Slide")) | ("Slide", _) => Slide::compile(c, call),
            ("Move", Some("Hop")) | ("Hop", _) => Hop::compile(c, call),
            ("Move", Some("Leap")) | ("Leap", _) => Leap::compile(c, call),
            ("Move", Some("Remove")) | ("Remove", _) => Remove::compile(c, call),
            ("Move", Some("Select")) | ("Select", _) => Select::compile(c, call),
            ("Move", Some("Promote")) | ("Promote", _) => Promote::compile(c, call),
            ("Move", Some("Shoot")) | ("Shoot", _) => Shoot::compile(c, call),
            _ => match SetSite::compile(c, call)? {
                Some(moves) => Ok(moves),
                None => Simple::compile(c, call),
            },
        }
    }

    /// Whether there never is a move.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Or(none) if none.is_empty())
    }

    /// Hands all moves to the sink.
    pub fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if sink.is_done() {
            return;
        }
        match self {
            Self::Leaf(id) => {
                let rules = ctx.rules;
                let node = &rules.leaves[*id as usize];
                if let Sink::Programs(programs) = sink
                    && ctx.append_single(node, programs)
                {
                    return;
                }
                if let Sink::Any(found) = sink
                    && node.chooses_low
                    && let Some(sites) = node.leaf.low_choices(ctx)
                {
                    **found |= sites != 0;
                    return;
                }
                node.leaf.generate(*id, ctx, sink);
            }
            Self::Or(list) => {
                if let Sink::Any(found) = sink
                    && list.iter().any(|item| item.is_pass(ctx.rules))
                {
                    **found = true;
                    return;
                }
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
                if !sink.counts() {
                    return self.listed(ctx, sink);
                }
                if let Sink::Any(_) = sink {
                    // Any one will do, and those that come last are there most of the time.
                    for item in list.iter().rev() {
                        item.generate(ctx, sink);
                        if sink.is_done() {
                            return;
                        }
                    }
                    return;
                }
                let before = sink.count();
                for item in list {
                    item.generate(ctx, sink);
                    if sink.count() > before {
                        return;
                    }
                }
            }
            Self::ForEachPiece(each) => each.generate(ctx, sink),
            Self::Do(sequence) if matches!(sink, Sink::Reaches(..)) && !sequence.may_pass() => {
                sequence.generate(ctx, sink)
            }
            Self::ForEach(each) if matches!(sink, Sink::Reaches(..)) && !each.has_others() => each.generate(ctx, sink),
            Self::ForEach(_) | Self::Do(_) | Self::FirstOnTrack(_) if !sink.counts() => self.listed(ctx, sink),
            Self::ForEach(each) => each.generate(ctx, sink),
            Self::ForEachDirection(each) => each.generate(ctx, sink),
            Self::Do(sequence) => sequence.generate(ctx, sink),
            Self::Filter(filter) => filter.generate(ctx, sink),
            Self::Chained(chained) => chained.generate(ctx, sink),
            Self::Capture(capture) => capture.generate(ctx, sink),
            Self::Enclose(enclose) => enclose.generate(ctx, sink),
            Self::FirstOnTrack(first) => first.generate(ctx, sink),
            Self::ForEachDie(each) => each.generate(ctx, sink),
        }
    }

    /// Hands the moves to the sink out of a full list of them.
    fn listed(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let mut list = ctx.borrow_list();
        self.generate(ctx, &mut Sink::List(&mut list));
        for &chosen in &list {
            ctx.emit_listed(chosen, sink);
        }
        ctx.return_list(list);
    }

    /// The sites to select from or to add to, each of which is one move of the rule of that number, where that is all and they
    /// are found at once.
    pub fn choices(&self, ctx: &mut Context<'_>) -> Option<(u16, Bits)> {
        let Self::Leaf(id) = self else { return None };
        let rules = ctx.rules;
        let choices = match &rules.leaves[*id as usize].leaf {
            Leaf::Select(select) => select.choices(ctx),
            Leaf::Add(add) => add.choices().map(|region| region.eval(ctx).into_owned()),
            Leaf::FromTo(from_to) => from_to.found_at_once(ctx),
            _ => None,
        };
        Some((*id, choices?))
    }

    /// The rule of which each empty site of the game's own type makes one move, where that is all, and those sites; nothing
    /// instead of them where there is no piece to move.
    #[inline]
    #[must_use]
    pub fn empty_choices<'r>(&self, ctx: &mut Context<'r>) -> Option<(u16, Option<&'r RegionFn>)> {
        let Self::Leaf(id) = self else { return None };
        let rules = ctx.rules;
        let region = match &rules.leaves[*id as usize].leaf {
            Leaf::Add(add) => Some(add.choices()?),
            Leaf::FromTo(from_to) if from_to.is_onto(rules.layout.default) => from_to.choices(ctx)?.1,
            _ => return None,
        };
        let is_empty = |region: &RegionFn| matches!(region, RegionFn::Empty(kind) if *kind == rules.layout.default);
        region.is_none_or(is_empty).then_some((*id, region))
    }

    /// The move to one of the sites of [`MovesFn::choices`] or [`MovesFn::low_choices`].
    pub fn choose(id: u16, site: i32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let rules = ctx.rules;
        match &rules.leaves[id as usize].leaf {
            Leaf::Select(select) => Some(select.choose(id, site, ctx)),
            Leaf::Add(add) => add.choose(id, site, ctx),
            Leaf::Step(step) => step.choose(id, site, ctx),
            Leaf::FromTo(from_to) => from_to.choose(id, site, ctx),
            Leaf::Remove(_) => Some(ctx.bind(id, site, site, &[])),
            Leaf::Simple(simple) if simple.is_pass() => Some(ctx.bind(id, -1, -1, &[])),
            _ => None,
        }
    }

    /// Whether it is a pass, which there always is.
    fn is_pass(&self, rules: &Rules) -> bool {
        matches!(self, Self::Leaf(id) if rules.leaves[*id as usize].is_pass)
    }

    /// Whether there is any move.
    pub fn any(&self, ctx: &mut Context<'_>) -> bool {
        let mut any = false;
        self.generate(ctx, &mut Sink::Any(&mut any));
        any
    }
}

/// What Ludii records of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sites {
    /// Type of the site it comes from.
    pub from_type: Option<SiteType>,
    /// Type of the site it goes to.
    pub to_type: Option<SiteType>,
    /// Whether it is a pass.
    pub is_pass: bool,
    /// Whether it exchanges the players of two colours.
    pub is_swap: bool,
}

impl Sites {
    /// Both sites of one type.
    #[must_use]
    pub fn on(kind: SiteType) -> Self {
        Self { from_type: Some(kind), to_type: Some(kind), ..Self::default() }
    }
}
