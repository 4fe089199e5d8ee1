//! Play-outs of games in which pieces are put on empty sites, in turns of any kind and with any consequences.
//!
//! The rules say what a move does and who moves next. What is saved is the search for sites and for ends: the empty sites are
//! kept as a list from which sites are drawn, and an end rule is evaluated only where its condition may hold, as far as
//! chains and rows tell that are followed piece by piece. Moves of other kinds are drawn by the rules.

mod board;
mod guard;
mod play;

use super::bare::{is_bare, is_simple};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::play::rules::{LeafNode, Phase, Rules};
use board::Board;
use guard::{Guard, Watch};

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Filling {
    /// What each rule adds, by its index, where it puts a piece on an empty site.
    sources: Vec<Option<Source>>,
    /// Whether each rule is a pass and nothing else.
    passes: Vec<bool>,
    /// What tells whether the end rules of the game and of each phase may hold.
    guard: Guard,
    phase_guards: Vec<Guard>,
    /// What is followed piece by piece.
    watches: Vec<Watch>,
}

/// A rule that puts a piece on an empty site.
#[derive(Debug, Clone, PartialEq)]
struct Source {
    whats: Vec<IntFn>,
    condition: Option<BoolFn>,
}

/// Buffers of one thread.
#[derive(Debug, Default)]
pub struct FillingBuffers {
    board: Board,
}

impl Filling {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let features = &rules.features;
        let layout = &rules.layout;
        if !is_simple(rules) || features.stacking || rules.meta.restricts() || layout.own == 0 {
            return None;
        }
        let own = layout.default;
        let source = |leaf: &Leaf| match leaf {
            Leaf::Add(add) => {
                let (whats, condition) = add.onto_empty(own)?;
                Some(Source { whats: whats.to_vec(), condition: condition.cloned() })
            }
            _ => None,
        };
        let sources: Vec<Option<Source>> = rules
            .leaves
            .iter()
            .map(|node| {
                let chain = &node.chain;
                let bare = chain.captured.is_empty() && chain.paired.is_empty() && chain.priors.is_empty();
                if bare && node.is_decision && !chain.doubled { source(&node.leaf) } else { None }
            })
            .collect();
        let is_pass = |node: &LeafNode| node.is_pass && node.is_decision && is_bare(node, node.chain.thens.len(), 0);
        let passes: Vec<bool> = rules.leaves.iter().map(is_pass).collect();
        if !rules.phases.iter().any(|phase| adds(&phase.play, &sources, &passes)) {
            return None;
        }
        let fills = rules.phases.iter().all(|phase| only_adds(&phase.play, &sources));
        let mut watches = Vec::new();
        let mut guarded = |ends| Guard::of_rules(ends, fills, rules, &mut watches);
        let guard = guarded(&rules.end);
        let phase_guards = rules.phases.iter().map(|phase: &Phase| guarded(&phase.end)).collect();
        // What pays is to draw sites without conditions, and to follow what ends ask about.
        (fills || !watches.is_empty()).then_some(Self { sources, passes, guard, phase_guards, watches })
    }
}

/// Whether a generator does nothing but put pieces on empty sites, or pass besides.
fn adds(play: &MovesFn, sources: &[Option<Source>], passes: &[bool]) -> bool {
    let is_added = |item: &MovesFn| adds(item, sources, passes);
    match play {
        MovesFn::Leaf(id) => sources[usize::from(*id)].is_some(),
        MovesFn::Or(list) => {
            list.iter().all(|item| is_added(item) || may_pass(item, passes)) && list.iter().any(is_added)
        }
        MovesFn::If(parts) => is_added(&parts.1) && is_added(&parts.2),
        MovesFn::Filter(filter) => filter.decides_singly(0) && is_added(filter.moves()),
        _ => false,
    }
}

/// Whether a generator makes a pass or nothing.
fn may_pass(play: &MovesFn, passes: &[bool]) -> bool {
    match play {
        MovesFn::Leaf(id) => passes[usize::from(*id)],
        MovesFn::Or(list) => list.is_empty(),
        MovesFn::If(parts) => may_pass(&parts.1, passes) && may_pass(&parts.2, passes),
        _ => false,
    }
}

/// Whether there is a move as long as there is an empty site.
fn only_adds(play: &MovesFn, sources: &[Option<Source>]) -> bool {
    match play {
        MovesFn::Leaf(id) => sources[usize::from(*id)]
            .as_ref()
            .is_some_and(|source| source.condition.is_none() && source.whats.iter().all(never_negative)),
        MovesFn::Or(list) => list.iter().any(|item| only_adds(item, sources)),
        MovesFn::If(parts) => only_adds(&parts.1, sources) && only_adds(&parts.2, sources),
        _ => false,
    }
}

/// Whether a number is known to be a component.
fn never_negative(what: &IntFn) -> bool {
    matches!(what, IntFn::Mover | IntFn::Next) || what.constant().is_some_and(|what| what >= 0)
}
