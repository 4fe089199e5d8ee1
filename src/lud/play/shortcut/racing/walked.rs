//! Where a piece gets with a throw, worked out once for all rules that ask for it.
//!
//! Most rules of a race ask the same of each piece and throw: whether the track ends before, whether the piece reaches its end,
//! and else what stands where it gets. So the moves are kept apart for these three, and each of them asks only what is still open.

use super::Machine;
use super::play::{Carry, Ends, Play, Selection, Step, StepKind};
use super::value::{Number, Test};
use crate::lud::board::{END, OFF};
use crate::lud::ludeme::boolean::Comparison;
use crate::lud::play::context::Register;

/// Moves that depend on where some steps along a track lead.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Walk {
    pub to: Number,
    /// The moves where the track ends before, where its end is reached, and where a site is.
    off: Play,
    end: Play,
    on: Play,
}

/// Numbers of some moves, replaced by what is known of them.
struct Replacing<'f> {
    replace: &'f mut dyn FnMut(&Number) -> Option<Number>,
    /// Whether what is replaced depends on where a move starts.
    asks_from: bool,
}

impl Walk {
    /// The moves of each of the three kinds.
    pub fn branches(&self) -> [&Play; 3] {
        [&self.off, &self.end, &self.on]
    }
}

impl Play {
    /// The same moves, with the steps that are asked for again and again worked out once.
    pub fn walked(self) -> Self {
        if self.slots().is_none() {
            return self;
        }
        let mut asked: Vec<(Number, usize)> = Vec::new();
        let mut note = |number: &Number| {
            if matches!(number, Number::Steps(..)) && is_lasting(number) {
                match asked.iter_mut().find(|(known, _)| known == number) {
                    Some((_, times)) => *times += 1,
                    None => asked.push((number.clone(), 1)),
                }
            }
            None
        };
        Replacing { replace: &mut note, asks_from: false }.play(&self);
        let Some((to, _)) = asked.into_iter().filter(|&(_, times)| times > 1).max_by_key(|&(_, times)| times) else {
            return self;
        };
        let asks_from = asks_from(&to);
        let where_it_is = |known: Number| {
            let mut replace = |number: &Number| (*number == to).then(|| known.clone());
            Replacing { replace: &mut replace, asks_from }.play(&self)
        };
        let off = where_it_is(Number::Constant(OFF));
        let end = where_it_is(Number::Constant(END));
        let on = where_it_is(Number::Walked);
        Self::Walk(Box::new(Walk { to, off, end, on }))
    }

    /// All moves of several generators.
    pub fn all(list: Vec<Self>) -> Self {
        let mut list: Vec<_> = list.into_iter().filter(|item| *item != Self::Nothing).collect();
        match list.len() {
            0 => Self::Nothing,
            1 => list.remove(0),
            length => Self::All(
                list.into_iter()
                    .enumerate()
                    .map(|(index, item)| {
                        let slots = if index + 1 == length { item.slots() } else { item.slots_apart() };
                        (item, slots)
                    })
                    .collect(),
            ),
        }
    }
}

/// Whether a number stays the same while the moves of a piece with a throw are looked for.
fn is_lasting(number: &Number) -> bool {
    match number {
        Number::Constant(_)
        | Number::Mover
        | Number::Next
        | Number::Register(Register::From | Register::Site | Register::Pips)
        | Number::FaceOf(..)
        | Number::Sum(_)
        | Number::BySum(_) => true,
        Number::At(_, inner) | Number::Face(inner) | Number::Table(_, _, inner) => is_lasting(inner),
        Number::Math(_, operands) => operands.iter().all(is_lasting),
        Number::Hand(_, parts) => is_lasting(&parts.0) && is_lasting(&parts.1),
        Number::Steps(_, parts) => is_lasting(&parts.0) && is_lasting(&parts.1) && is_lasting(&parts.2),
        _ => false,
    }
}

/// Whether a lasting number depends on where a move starts.
fn asks_from(number: &Number) -> bool {
    match number {
        Number::Register(register) => *register == Register::From,
        Number::At(_, inner) | Number::Face(inner) | Number::Table(_, _, inner) => asks_from(inner),
        Number::Math(_, operands) => operands.iter().any(asks_from),
        Number::Hand(_, parts) => asks_from(&parts.0) || asks_from(&parts.1),
        Number::Steps(_, parts) => asks_from(&parts.0) || asks_from(&parts.1) || asks_from(&parts.2),
        _ => false,
    }
}

/// A comparison, decided where what is known of its sides tells.
fn compared(comparison: Comparison, left: Number, right: Number) -> Test {
    match (&left, &right) {
        (Number::Constant(left), Number::Constant(right)) => Test::Constant(comparison.holds(*left, *right)),
        // A site is above all numbers below zero.
        (Number::Walked, Number::Constant(right @ ..0)) => Test::Constant(comparison.holds(0, *right)),
        (Number::Constant(left @ ..0), Number::Walked) => Test::Constant(comparison.holds(*left, 0)),
        _ => Test::Compare(comparison, Box::new((left, right))),
    }
}

/// Several conditions together, all of them or any (`decisive` is `true`) of them.
fn joined(list: Vec<Test>, decisive: bool) -> Test {
    if list.contains(&Test::Constant(decisive)) {
        return Test::Constant(decisive);
    }
    let mut open: Vec<_> = list.into_iter().filter(|test| !matches!(test, Test::Constant(_))).collect();
    match open.len() {
        0 => Test::Constant(!decisive),
        1 => open.remove(0),
        _ if decisive => Test::Or(open),
        _ => Test::And(open),
    }
}

/// Whether no site is told.
fn is_nowhere(site: &Number) -> bool {
    matches!(site, Number::Constant(..0))
}

impl Replacing<'_> {
    fn play(&mut self, play: &Play) -> Play {
        match play {
            Play::Step(step) => {
                let kind = match &step.kind {
                    StepKind::Carry(carry) => self.carry(carry),
                    StepKind::Select(selection) => self.selection(selection),
                    StepKind::Swap(site, other) => Some(StepKind::Swap(self.number(site), self.number(other))),
                    StepKind::Remove(sites, level) => {
                        let level = level.as_ref().map(|level| self.number(level));
                        self.ends(sites).map(|sites| StepKind::Remove(sites, level))
                    }
                    StepKind::Near(_) | StepKind::Slide(_) => Some(step.kind.clone()),
                    StepKind::Pass => Some(StepKind::Pass),
                };
                kind.map_or(Play::Nothing, |kind| Play::Step(Box::new(Step { kind, ..(**step).clone() })))
            }
            Play::If(parts) => match self.test(&parts.0) {
                Test::Constant(true) => self.play(&parts.1),
                Test::Constant(false) => self.play(&parts.2),
                test => Play::If(Box::new((test, self.play(&parts.1), self.play(&parts.2)))),
            },
            Play::All(list) => Play::all(list.iter().map(|(item, _)| self.play(item)).collect()),
            other => other.clone(),
        }
    }

    /// Nothing where no move is possible.
    fn carry(&mut self, carry: &Carry) -> Option<StepKind> {
        if self.asks_from && carry.from != Ends::Site(Number::Register(Register::From)) {
            return Some(StepKind::Carry(Box::new(carry.clone())));
        }
        Some(StepKind::Carry(Box::new(Carry {
            from: self.ends(&carry.from)?,
            from_level: carry.from_level.as_ref().map(|level| self.number(level)),
            count: carry.count.as_ref().map(|count| self.number(count)),
            from_condition: self.condition(carry.from_condition.as_ref())?,
            to: self.ends(&carry.to)?,
            condition: self.condition(carry.condition.as_ref())?,
            apply_condition: carry.apply_condition.as_ref().map(|condition| self.test(condition)),
            apply: carry.apply.clone(),
            leaves_level: carry.leaves_level,
        })))
    }

    /// Nothing where no site can be chosen.
    fn selection(&mut self, selection: &Selection) -> Option<StepKind> {
        if self.asks_from && selection.from != Ends::Site(Number::Register(Register::From)) {
            return Some(StepKind::Select(Box::new(selection.clone())));
        }
        Some(StepKind::Select(Box::new(Selection {
            from: self.ends(&selection.from)?,
            condition: selection.condition.as_ref().map(|condition| self.test(condition)),
            level: selection.level.as_ref().map(|level| self.number(level)),
            to: selection.to.clone(),
            end: selection.end,
        })))
    }

    /// The ends of a move, nothing where there are none.
    fn ends(&mut self, ends: &Ends) -> Option<Ends> {
        match ends {
            Ends::Site(site) => Some(self.number(site)).filter(|site| !is_nowhere(site)).map(Ends::Site),
            Ends::Sites(set) => Some(Ends::Sites(set.clone())),
        }
    }

    /// What is left of a condition, nothing where it cannot hold.
    #[expect(clippy::option_option, reason = "the outer one says whether it can hold at all")]
    fn condition(&mut self, condition: Option<&Test>) -> Option<Option<Test>> {
        match condition.map(|condition| self.test(condition)) {
            Some(Test::Constant(false)) => None,
            Some(Test::Constant(true)) | None => Some(None),
            test => Some(test),
        }
    }

    fn test(&mut self, test: &Test) -> Test {
        match test {
            Test::And(list) => joined(list.iter().map(|item| self.test(item)).collect(), false),
            Test::Or(list) => joined(list.iter().map(|item| self.test(item)).collect(), true),
            Test::Not(inner) => match self.test(inner) {
                Test::Constant(truth) => Test::Constant(!truth),
                inner => Test::Not(Box::new(inner)),
            },
            Test::If(parts) => match self.test(&parts.0) {
                Test::Constant(true) => self.test(&parts.1),
                Test::Constant(false) => self.test(&parts.2),
                test => Test::If(Box::new((test, self.test(&parts.1), self.test(&parts.2)))),
            },
            Test::Compare(comparison, parts) => compared(*comparison, self.number(&parts.0), self.number(&parts.1)),
            Test::Empty(site, truth) => match self.number(site) {
                site if is_nowhere(&site) => Test::Constant(false),
                site => Test::Empty(site, *truth),
            },
            Test::Player(test, player) => Test::Player(*test, self.number(player)),
            Test::In(parts) => match self.number(&parts.0) {
                site if is_nowhere(&site) => Test::Constant(false),
                site => Test::In(Box::new((site, parts.1.clone()))),
            },
            Test::Line(parts) => match self.number(&parts.0) {
                site if is_nowhere(&site) => Test::Constant(false),
                site => Test::Line(Box::new((site, parts.1.clone()))),
            },
            Test::InEmpty(site) => match self.number(site) {
                site if is_nowhere(&site) => Test::Constant(false),
                site => Test::InEmpty(site),
            },
            other => other.clone(),
        }
    }

    fn number(&mut self, number: &Number) -> Number {
        if let Some(known) = (self.replace)(number) {
            return known;
        }
        match number {
            Number::At(held, site) => match self.number(site) {
                site if is_nowhere(&site) => Number::Constant(0),
                site => Number::At(*held, Box::new(site)),
            },
            Number::AtLevel(parts, held) => {
                Number::AtLevel(Box::new((self.number(&parts.0), self.number(&parts.1))), *held)
            }
            Number::If(parts) => match self.test(&parts.0) {
                Test::Constant(true) => self.number(&parts.1),
                Test::Constant(false) => self.number(&parts.2),
                test => Number::If(Box::new((test, self.number(&parts.1), self.number(&parts.2)))),
            },
            Number::Math(operation, operands) => {
                Number::Math(*operation, operands.iter().map(|operand| self.number(operand)).collect())
            }
            Number::Table(first, numbers, key) => Number::Table(*first, numbers.clone(), Box::new(self.number(key))),
            Number::Steps(tracks, parts) => {
                let parts = (self.number(&parts.0), self.number(&parts.1), self.number(&parts.2));
                Number::Steps(tracks.clone(), Box::new(parts))
            }
            other => other.clone(),
        }
    }
}

impl Machine<'_, '_> {
    /// What is found for where the steps of a walk lead.
    #[inline]
    pub fn along<'p, T>(&mut self, walk: &'p Walk, find: impl FnOnce(&mut Self, &'p Play) -> T) -> T {
        let to = walk.to.of(self);
        let outer = std::mem::replace(&mut self.walked, to);
        let branch = match to {
            OFF => &walk.off,
            END => &walk.end,
            _ => &walk.on,
        };
        let found = find(self, branch);
        self.walked = outer;
        found
    }
}
