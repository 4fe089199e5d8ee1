//! Sets of sites as bits.

use smallvec::SmallVec;

/// Words that take no heap.
const INLINE: usize = 6;

/// A set of small numbers. Up to 384 of them take no heap.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct Bits {
    words: SmallVec<[u64; INLINE]>,
}

impl Clone for Bits {
    #[inline]
    fn clone(&self) -> Self {
        Self::from_words(&self.words)
    }

    fn clone_from(&mut self, other: &Self) {
        if self.words.len() == other.words.len() {
            self.words.copy_from_slice(&other.words);
        } else {
            self.words.clear();
            self.words.extend_from_slice(&other.words);
        }
    }
}

impl Bits {
    /// The empty set, with room for numbers below `size`.
    #[must_use]
    pub fn new(size: usize) -> Self {
        let words = size.div_ceil(64);
        if words > INLINE {
            return Self { words: SmallVec::from_vec(vec![0; words]) };
        }
        Self { words: SmallVec::from_buf_and_len([0; INLINE], words) }
    }

    /// Makes room for so many words.
    #[inline]
    fn grow(&mut self, words: usize) {
        while self.words.len() < words {
            self.words.push(0);
        }
    }

    /// The numbers below `size`.
    #[must_use]
    pub fn full(size: usize) -> Self {
        let mut bits = Self::new(size);
        bits.words.fill(u64::MAX);
        if !size.is_multiple_of(64)
            && let Some(last) = bits.words.last_mut()
        {
            *last = (1 << (size % 64)) - 1;
        }
        bits
    }

    /// The set of the non-negative numbers among `sites`.
    pub fn from_sites(sites: impl IntoIterator<Item = i32>) -> Self {
        let mut bits = Self::default();
        for site in sites {
            bits.insert(site);
        }
        bits
    }

    /// The set whose bits are these words.
    #[must_use]
    pub fn from_words(words: &[u64]) -> Self {
        Self { words: SmallVec::from_slice(words) }
    }

    /// The `len` numbers from `start` on that are in the set of these words, counted from `start`.
    #[must_use]
    pub fn from_range(words: &[u64], start: usize, len: usize) -> Self {
        if start == 0 {
            let mut bits = Self::from_words(&words[..len.div_ceil(64).min(words.len())]);
            if let Some(last) = bits.words.get_mut(len / 64) {
                *last &= (1 << (len % 64)) - 1;
            }
            return bits;
        }
        let (first, shift) = (start / 64, start % 64);
        let word = |at: usize| {
            let low = words.get(first + at).copied().unwrap_or(0) >> shift;
            let high = if shift == 0 { 0 } else { words.get(first + at + 1).copied().unwrap_or(0) << (64 - shift) };
            low | high
        };
        let mut bits = Self { words: (0..len.div_ceil(64)).map(word).collect() };
        if !len.is_multiple_of(64)
            && let Some(last) = bits.words.last_mut()
        {
            *last &= (1 << (len % 64)) - 1;
        }
        bits
    }

    /// Keeps the numbers for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(i32) -> bool) {
        for (at, word) in self.words.iter_mut().enumerate() {
            let mut left = *word;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if !keep((at * 64) as i32 + bit as i32) {
                    *word &= !(1 << bit);
                }
            }
        }
    }

    /// The words of the set, lowest numbers first.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of the set, to change them.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Adds a number; negative numbers are no sites and are ignored.
    #[inline]
    pub fn insert(&mut self, site: i32) {
        if site < 0 {
            return;
        }
        let word = site as usize / 64;
        self.grow(word + 1);
        self.words[word] |= 1 << (site % 64);
    }

    /// Takes a number out.
    #[inline]
    pub fn remove(&mut self, site: i32) {
        if let Some(word) = (site >= 0).then(|| self.words.get_mut(site as usize / 64)).flatten() {
            *word &= !(1 << (site % 64));
        }
    }

    /// Whether the number is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, site: i32) -> bool {
        site >= 0 && self.words.get(site as usize / 64).is_some_and(|word| word >> (site % 64) & 1 == 1)
    }

    /// How many numbers are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The smallest number in the set.
    #[must_use]
    pub fn first(&self) -> Option<i32> {
        self.iter().next()
    }

    /// The number that has `index` smaller ones in the set.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<i32> {
        nth(self.words.iter().copied(), index)
    }

    /// Keeps what is in both.
    pub fn intersect(&mut self, other: &Self) {
        for (index, word) in self.words.iter_mut().enumerate() {
            *word &= other.words.get(index).copied().unwrap_or(0);
        }
    }

    /// Adds what is in the other.
    pub fn union(&mut self, other: &Self) {
        self.grow(other.words.len());
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Takes out what is in the other.
    pub fn subtract(&mut self, other: &Self) {
        for (word, &less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
    }

    /// Whether all of this is in the other.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().enumerate().all(|(index, &word)| word & !other.words.get(index).copied().unwrap_or(0) == 0)
    }

    /// Whether nothing is in both.
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(one, other)| one & other == 0)
    }

    /// Whether both hold the same numbers, whatever room they have.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }

    /// The numbers in ascending order.
    #[must_use]
    pub fn iter(&self) -> BitsIter<'_> {
        BitsIter { words: &self.words, index: 0, word: self.words.first().copied().unwrap_or(0) }
    }
}

/// The number that has `index` smaller ones in a set given by its words.
#[inline]
pub fn nth(words: impl Iterator<Item = u64>, mut index: usize) -> Option<i32> {
    for (at, word) in words.enumerate() {
        let here = word.count_ones() as usize;
        if index < here {
            return Some((at * 64) as i32 + nth_bit(word, index as u32) as i32);
        }
        index -= here;
    }
    None
}

/// Position of the bit that has `index` set bits below it; the word has that many.
#[inline]
fn nth_bit(mut word: u64, mut index: u32) -> u32 {
    let mut below = 0;
    // A few bits are skipped sooner than halves are counted.
    let halves: &[u32] = if index < 12 { &[] } else { &[32, 16, 8] };
    for &half in halves {
        let low = (word & ((1 << half) - 1)).count_ones();
        if index >= low {
            index -= low;
            word >>= half;
            below += half;
        }
    }
    for _ in 0..index {
        word &= word - 1;
    }
    below + word.trailing_zeros()
}

impl<'a> IntoIterator for &'a Bits {
    type Item = i32;
    type IntoIter = BitsIter<'a>;

    fn into_iter(self) -> BitsIter<'a> {
        self.iter()
    }
}

/// Iterates over a set in ascending order.
#[derive(Debug, Clone)]
pub struct BitsIter<'a> {
    words: &'a [u64],
    index: usize,
    word: u64,
}

impl Iterator for BitsIter<'_> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        while self.word == 0 {
            self.index += 1;
            self.word = *self.words.get(self.index)?;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some((self.index * 64) as i32 + bit as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn numbers_are_found_by_their_place() {
        let sites = [0, 1, 7, 8, 31, 32, 33, 62, 63, 64, 100, 127, 128, 300];
        let bits = Bits::from_sites(sites);
        for (place, site) in sites.into_iter().enumerate() {
            assert_eq!(bits.nth(place), Some(site));
        }
        assert_eq!(bits.nth(sites.len()), None);
    }
}
