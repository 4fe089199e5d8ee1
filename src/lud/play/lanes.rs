//! Questions about the numbers of a plane, asked of many sites at once: four numbers lie in a word.

use super::bits::Bits;
use super::layout::{Layout, Plane};
use super::state::State;

/// One in each of the four numbers of a word.
const EACH: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each of them.
const HIGHEST: u64 = 0x8000_8000_8000_8000;

/// Numbers from one to another, told apart in all four numbers of a word at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    low: u64,
    /// The first number beyond, where there is one.
    beyond: Option<u64>,
}

impl Span {
    /// The numbers from `low` to `high`; nothing where they are too large to be told apart so.
    #[must_use]
    pub fn new(low: i32, high: i32) -> Option<Self> {
        let half = |number: i32| u64::try_from(number.max(0)).ok().filter(|&number| number <= 0x8000);
        let beyond = if high >= 0xffff { None } else { Some(half(high + 1)? * EACH) };
        Some(Self { low: half(low)? * EACH, beyond })
    }

    /// Which of the four numbers of a word are among them, as four bits.
    #[inline]
    fn among(self, lanes: u64) -> u64 {
        let least = |number: u64| (((lanes | HIGHEST) - number) | lanes) & HIGHEST;
        let met = least(self.low) & !self.beyond.map_or(0, least);
        // Each factor takes one of the four bits to its place.
        (met >> 15).wrapping_mul(0x0001_0002_0004_0008) >> 48 & 0xf
    }
}

impl State {
    /// Those of some of the first 64 flat sites at which a plane that the game keeps holds a number of a span.
    #[inline]
    #[must_use]
    pub fn within(&self, layout: &Layout, plane: Plane, span: Span, sites: u64) -> u64 {
        layout.planes[plane as usize].map_or(0, |first| self.within_word(usize::from(first), span, 0, sites))
    }

    /// Those of 64 flat sites, from the `at`th 64 on, at which the plane that begins at the word `first` holds a number of a
    /// span.
    #[inline]
    fn within_word(&self, first: usize, span: Span, at: usize, sites: u64) -> u64 {
        let (mut left, mut met) = (sites, 0);
        while left != 0 {
            let four = left.trailing_zeros() & !3;
            met |= span.among(self.words[first + at * 16 + four as usize / 4]) << four;
            left &= !(0xf << four);
        }
        met & sites
    }

    /// Keeps those of some flat sites at which a plane that the game keeps holds a number of a span, or (not `truth`) another.
    pub fn keep_within(&self, layout: &Layout, plane: Plane, span: Span, truth: bool, sites: &mut Bits) {
        let Some(first) = layout.planes[plane as usize] else { return };
        for (at, word) in sites.words_mut().iter_mut().enumerate() {
            let met = self.within_word(usize::from(first), span, at, *word);
            *word = if truth { met } else { *word & !met };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn four_numbers_are_told_apart_at_once() {
        let numbers = [0, 1, 2, 3, 7, 0x7fff, 0x8000, 0xffff];
        for (low, high) in [(0, 0), (1, i32::MAX), (i32::MIN, 2), (2, 3), (3, 1), (0x8000, 0xffff), (5, 0x7ffe)] {
            let span = Span::new(low, high).unwrap();
            for one in numbers {
                for other in numbers {
                    let lanes = one as u64 | (other as u64) << 16 | (one as u64) << 48;
                    let expected = [one, other, 0, one].map(|number| (low..=high).contains(&number));
                    let met = span.among(lanes);
                    assert_eq!([0, 1, 2, 3].map(|lane| met >> lane & 1 == 1), expected, "{low} {high} {lanes:#x}");
                }
            }
        }
        assert!(Span::new(0, 0x9000).is_none());
    }
}
