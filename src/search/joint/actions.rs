//! What a node of the arena keeps for those who choose there, as it is read.

use crate::game::Seat;

/// What is known about one move of one seat in one position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Action {
    pub visits: u32,
    /// Mean reward.
    pub mean: f32,
    /// What the rule keeps besides: the sum of squared rewards (UCB1-Tuned), of estimated payoffs (EXP3), or the regret; 0 where
    /// it keeps nothing.
    pub merit: f64,
}

/// The actions of one list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Actions<'a> {
    words: &'a [u64],
    /// Words of each: 1, or 2 where there are merits.
    step: usize,
}

impl<'a> Actions<'a> {
    /// Actions of `step` words each.
    #[inline]
    pub(super) fn new(words: &'a [u64], step: usize) -> Self {
        Self { words, step }
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        if self.step == 2 { self.words.len() / 2 } else { self.words.len() }
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Action> + use<'a> {
        let Self { words, step } = self;
        let mut at = 0;
        std::iter::from_fn(move || {
            let word = *words.get(at)?;
            let merit = if step == 2 { f64::from_bits(words[at + 1]) } else { 0.0 };
            at += step;
            Some(Action { visits: word as u32, mean: upper_real(word), merit })
        })
    }

    /// The mean reward of all choices so far; that of a draw before the first.
    #[inline]
    pub(super) fn mean(self) -> f64 {
        let add = |(sum, visits), action: Action| {
            (sum + f64::from(action.mean) * f64::from(action.visits), visits + action.visits)
        };
        let (sum, visits) = self.iter().fold((0.0, 0), add);
        if visits == 0 { 0.5 } else { sum / f64::from(visits) }
    }
}

/// The list of one seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    pub seat: Seat,
    /// Word of its first action.
    pub(super) first: u32,
    /// Index of its first move.
    pub(super) moves: u32,
    pub count: u32,
    /// By how much the number of a cell grows from one action to the next.
    pub stride: u32,
}

impl List {
    /// The word of one of its actions, which have `step` words each.
    #[inline]
    pub(super) fn action(&self, place: u32, step: usize) -> u32 {
        self.first + place * step as u32
    }
}

/// The lists of a node with their actions, one after the other.
#[derive(Debug)]
pub(super) struct Questions<'a> {
    heads: std::slice::Iter<'a, u64>,
    /// Words from the actions of the next list on.
    actions: &'a [u64],
    step: usize,
    /// The place of those words, and that of the next list's moves.
    first: u32,
    moves: u32,
}

impl<'a> Questions<'a> {
    #[inline]
    pub(super) fn new(heads: &'a [u64], actions: &'a [u64], step: usize, first: u32, moves: u32) -> Self {
        Self { heads: heads.iter(), actions, step, first, moves }
    }

    /// The word that follows the actions of the last list that was asked for.
    #[inline]
    pub(super) fn behind(&self) -> u32 {
        self.first
    }
}

impl<'a> Iterator for Questions<'a> {
    type Item = (List, Actions<'a>);

    #[inline]
    fn next(&mut self) -> Option<(List, Actions<'a>)> {
        let &word = self.heads.next()?;
        let count = word as u32 >> 8;
        let length = if self.step == 2 { 2 * count } else { count };
        let list = List { seat: Seat(word as u8), first: self.first, moves: self.moves, count, stride: upper(word) };
        let (words, others) = self.actions.split_at(length as usize);
        self.actions = others;
        self.first += length;
        self.moves += count;
        Some((list, Actions { words, step: self.step }))
    }
}

#[inline]
pub(super) fn upper(word: u64) -> u32 {
    (word >> 32) as u32
}

#[inline]
pub(super) fn upper_real(word: u64) -> f32 {
    f32::from_bits(upper(word))
}

#[cfg(test)]
pub(super) fn actions_of_words(words: &[u64]) -> Actions<'_> {
    Actions::new(words, 2)
}
