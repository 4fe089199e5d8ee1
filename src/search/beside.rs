//! What a tree keeps beside its edges, where a technique needs it: second means, the places of their moves, heuristic values.
//!
//! Apart from the edges, and apart from each other, so that nothing is paid for what is not used: most of a large tree is far away from the
//! processor, and what counts is how much of it a simulation has to look at.

use super::amaf::Second;
use std::ops::Range;

/// The place of a move that was not asked for yet.
pub(crate) const UNSETTLED: u16 = u16::MAX;

/// One entry for each edge in each list that is kept.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// Whether second means are kept, and heuristic values.
    keeps: (bool, bool),
    pub seconds: Vec<Second>,
    /// The places of the edges' moves among notes, or [`UNSETTLED`].
    pub places: Vec<u16>,
    pub implicits: Vec<f32>,
}

impl Beside {
    /// Keeps second means, heuristic values, both or neither.
    pub(crate) fn new(seconds: bool, implicits: bool) -> Self {
        Self { keeps: (seconds, implicits), ..Self::default() }
    }

    /// Gives edges empty entries where they have none.
    pub(crate) fn pad(&mut self, edges: usize) {
        if self.keeps.0 {
            self.seconds.resize(edges, Second::default());
            self.places.resize(edges, UNSETTLED);
        }
        if self.keeps.1 {
            self.implicits.resize(edges, 0.0);
        }
    }

    /// Forgets everything, keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.seconds.clear();
        self.places.clear();
        self.implicits.clear();
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.seconds.len() * size_of::<Second>()
            + self.places.len() * size_of::<u16>()
            + self.implicits.len() * size_of::<f32>()
    }

    /// Two edges change places.
    #[inline]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        if self.keeps.0 {
            self.seconds.swap(a, b);
            self.places.swap(a, b);
        }
        if self.keeps.1 {
            self.implicits.swap(a, b);
        }
    }

    /// Repeats the entries of some edges behind the last.
    pub(crate) fn repeat(&mut self, edges: Range<usize>) {
        if self.keeps.0 {
            self.seconds.extend_from_within(edges.clone());
            self.places.extend_from_within(edges.clone());
        }
        if self.keeps.1 {
            self.implicits.extend_from_within(edges);
        }
    }

    /// From now on keeps what another does.
    pub(crate) fn keep_as(&mut self, other: &Self) {
        self.keeps = other.keeps;
    }

    /// Takes over entries of another, behind the last.
    pub(crate) fn extend_from(&mut self, other: &Self, edges: Range<usize>) {
        if self.keeps.0 {
            self.seconds.extend_from_slice(&other.seconds[edges.clone()]);
            self.places.extend_from_slice(&other.places[edges.clone()]);
        }
        if self.keeps.1 {
            self.implicits.extend_from_slice(&other.implicits[edges]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_wanted_is_kept() {
        for (seconds, implicits) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut beside = Beside::new(seconds, implicits);
            beside.pad(4);
            let lengths = |beside: &Beside| (beside.seconds.len(), beside.places.len(), beside.implicits.len());
            let expected = |edges: usize| {
                (edges * usize::from(seconds), edges * usize::from(seconds), edges * usize::from(implicits))
            };
            assert_eq!(lengths(&beside), expected(4));
            if implicits {
                beside.implicits[3] = 0.5;
            }
            beside.swap(3, 1);
            beside.repeat(1..3);
            assert_eq!(lengths(&beside), expected(6));
            let mut other = Beside::default();
            other.keep_as(&beside);
            other.extend_from(&beside, 4..6);
            assert_eq!(lengths(&other), expected(2));
            assert_eq!(other.implicits.first(), implicits.then_some(&0.5));
            beside.clear();
            assert_eq!((beside.bytes(), lengths(&beside)), (0, expected(0)));
        }
    }
}
