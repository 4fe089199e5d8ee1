//! What a position keeps beside its pieces: values and scores of players, and sites that are pending for one move.

use super::board::Board;
use super::found::Found;
use super::item::Item;
use super::moves::Visitor;
use super::play::Chosen;
use super::test::Test;
use super::way::Way;
use super::{Stepping, Turn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Simple};
use crate::lud::ludeme::region::{MoveSite, RegionFn};
use crate::lud::play::action::EffectId;
use crate::lud::play::context::Context;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;
use crate::lud::play::shortcut::bare::is_bare;

/// What is kept beside the pieces, and what changes it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Notes<S> {
    /// Whether values of players are.
    pub values: bool,
    /// Whether scores are asked for, which no move of this kind changes.
    pub scores: bool,
    /// Whether pending sites are.
    pub pending: bool,
    /// What is made pending before moves.
    before: Vec<Before<S>>,
    /// Which of them comes before the moves of each rule.
    of_leaf: Vec<Option<u8>>,
}

/// What is made pending before moves: the starts of some moves.
#[derive(Debug, Clone, PartialEq)]
struct Before<S> {
    effect: EffectId,
    moves: Vec<Item<S>>,
    /// Whether only of those that begin the longest sequences.
    is_longest: bool,
}

/// A number that is told without counting.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Number<S> {
    Constant(i32),
    /// The first where a condition holds, else the second.
    If(Test<S>, [i32; 2]),
    /// The site where the last move went, -1 where that was nowhere.
    LastTo,
}

impl<S: SiteSet> Number<S> {
    pub fn of(number: &IntFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        match number {
            IntFn::If(parts) => {
                let test = Test::of(&parts.0, &IntFn::LastTo, rules, stepping).filter(Test::asks_turn_only)?;
                Some(Self::If(test, [parts.1.constant()?, parts.2.constant()?]))
            }
            IntFn::LastTo => Some(Self::LastTo),
            number => number.constant().map(Self::Constant),
        }
    }

    pub fn value(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> i32 {
        match self {
            Self::Constant(value) => *value,
            Self::If(test, both) => both[usize::from(!test.holds(stepping, board, turn, 0, S::EMPTY))],
            Self::LastTo if usize::from(turn.last) < stepping.sites => i32::from(turn.last),
            Self::LastTo => -1,
        }
    }
}

/// Where moves start.
pub(super) struct Starts<S>(pub S);

impl<S: SiteSet> Visitor<S> for Starts<S> {
    fn goes_on(&mut self, ends: S, way: impl FnOnce() -> Way) -> bool {
        if !ends.is_empty() {
            let way = way();
            let back = 0u8.wrapping_sub(way.from) & (S::MOST - 1) as u8;
            let starts = if way.is_relative { ends.turned(back) } else { S::only(usize::from(way.from)) };
            self.0 = self.0 | starts;
        }
        true
    }
}

impl<S: SiteSet> Notes<S> {
    /// Nothing is kept by any of so many rules.
    pub fn none(leaves: usize) -> Self {
        Self { values: false, scores: false, pending: false, before: Vec::new(), of_leaf: vec![None; leaves] }
    }
}

impl<S: SiteSet> Stepping<S> {
    /// Notes what is made pending before the moves of a rule; nothing where something else happens before them.
    pub(super) fn note_before(&mut self, leaf: u16, rules: &Rules) -> Option<()> {
        let effect = match rules.leaves[usize::from(leaf)].chain.priors[..] {
            [] => return Some(()),
            [effect] => effect,
            _ => return None,
        };
        let known = self.notes.before.iter().position(|before| before.effect == effect);
        let index = match known {
            Some(index) => index,
            None => {
                let MovesFn::Leaf(id) = rules.effect(effect) else { return None };
                let node = &rules.leaves[usize::from(*id)];
                let Leaf::Simple(simple) = &node.leaf else { return None };
                let Simple::PendingSites(RegionFn::Moves(MoveSite::From, moves)) = &**simple else { return None };
                let (moves, is_longest) = match &**moves {
                    MovesFn::Filter(filter) if filter.keeps_longest() == Some(0) => (filter.moves(), true),
                    moves => (moves, false),
                };
                let moves = Item::of(moves, rules, self).filter(|_| is_bare(node, 0, 0))?;
                self.asks_longest |= is_longest;
                self.notes.before.push(Before { effect, moves, is_longest });
                self.notes.before.len() - 1
            }
        };
        self.notes.pending = true;
        self.notes.of_leaf[usize::from(leaf)] = Some(u8::try_from(index).ok()?);
        Some(())
    }

    /// Whether the rules may have to be asked what is pending after a move of a rule.
    pub(super) fn may_leave_before(&self, leaf: usize) -> bool {
        self.notes.of_leaf[leaf].is_some_and(|index| self.notes.before[usize::from(index)].is_longest)
    }

    /// What is pending after a move of a rule, which is about to be made; nothing where the rules have to be asked.
    pub(super) fn pending_after(&self, leaf: u16, board: &Board<S>, turn: &Turn) -> Option<S> {
        let Some(Some(index)) = self.notes.of_leaf.get(usize::from(leaf)) else { return Some(S::EMPTY) };
        let before = &self.notes.before[usize::from(*index)];
        let mut starts = Starts(S::EMPTY);
        Item::show_to(&before.moves, self, board, turn, &mut starts);
        if !before.is_longest || starts.0.len() < 2 {
            return Some(starts.0);
        }
        self.longest_starts(&before.moves, board, turn)
    }

    /// The starts of those moves that begin the longest sequences; nothing where the rules have to be asked.
    #[inline(never)]
    fn longest_starts(&self, moves: &[Item<S>], board: &Board<S>, turn: &Turn) -> Option<S> {
        let mut found = Found::new();
        Item::show_to(moves, self, board, turn, &mut found);
        let mut longest: Chosen = found.all().collect();
        let is_told = self.keep_longest(board, turn, false, &mut longest, 0);
        is_told.then(|| longest.iter().fold(S::EMPTY, |starts, drawn| starts | S::only(usize::from(drawn.from))))
    }
}

impl Context<'_> {
    /// Reads what is kept beside the pieces; nothing where something else than sites is pending.
    pub(super) fn read_notes<S: SiteSet>(&self, stepping: &Stepping<S>, board: &mut Board<S>) -> Option<()> {
        if stepping.notes.values {
            let values = &self.state.memory().player_values;
            for (value, &known) in board.values.iter_mut().zip(values).take(stepping.players + 1) {
                *value = known;
            }
        }
        if stepping.notes.scores {
            for (score, &known) in board.scores.iter_mut().zip(&self.state.score).take(stepping.players + 1) {
                *score = known;
            }
        }
        if stepping.notes.pending {
            for &site in &self.state.pending {
                let site = usize::try_from(site).ok().filter(|&site| site < stepping.sites)?;
                board.pending = board.pending | S::only(site);
            }
        }
        Some(())
    }

    /// Keeps beside the pieces what is to be kept after moves.
    pub(super) fn settle_notes<S: SiteSet>(&mut self, stepping: &Stepping<S>, board: &Board<S>) {
        if stepping.notes.values {
            let values = &mut self.state.memory_mut().player_values;
            for (value, &known) in values.iter_mut().zip(&board.values).take(stepping.players + 1) {
                *value = known;
            }
        }
        self.state.pending.clear();
        if stepping.notes.pending {
            self.state.pending.extend(board.pending.sites().map(|site| site as i32));
        }
    }
}
