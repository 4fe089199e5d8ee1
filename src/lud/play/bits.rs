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
    #[inline]
    #[must_use]
    pub fn from_words(words: &[u64]) -> Self {
        // Most boards take one or two words, for which a call to copy memory would take longer than the copy.
        let (inline, len) = match *words {
            [word] => ([word, 0, 0, 0, 0, 0], 1),
            [low, high] => ([low, high, 0, 0, 0, 0], 2),
            _ => return Self { words: SmallVec::from_slice(words) },
        };
        Self { words: SmallVec::from_buf_and_len(inline, len) }
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
        let mut bits = Self::new(len);
        bits.words.iter_mut().enumerate().for_each(|(at, held)| *held = word(at));
        if !len.is_multiple_of(64)
            && let Some(last) = bits.words.last_mut()
        {
            *last &= (1 << (len % 64)) - 1;
        }
        bits
    }

    /// Whether all numbers are below one.
    #[must_use]
    pub fn is_below(&self, end: usize) -> bool {
        self.words.get(end / 64).is_none_or(|word| word >> (end % 64) == 0)
            && self.words.iter().skip(end / 64 + 1).all(|&word| word == 0)
    }

    /// Keeps the numbers of a range.
    pub fn keep_range(&mut self, range: std::ops::Range<usize>) {
        for (at, word) in self.words.iter_mut().enumerate() {
            let first = at * 64;
            let (start, end) = (range.start.saturating_sub(first), range.end.saturating_sub(first));
            let below = |number: usize| if number >= 64 { u64::MAX } else { (1 << number) - 1 };
            *word &= below(end) & !below(start);
        }
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

    /// How many numbers are in both sets.
    #[must_use]
    pub fn count_common(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(one, other)| (one & other).count_ones() as usize).sum()
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

    /// Keeps what is in the set of some words too.
    #[inline]
    pub fn intersect_words(&mut self, mut others: impl Iterator<Item = u64>) {
        for word in &mut self.words {
            *word &= others.next().unwrap_or(0);
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
        numbers(&self.words)
    }
}

/// The numbers of a set given by its words, in ascending order.
#[inline]
#[must_use]
pub fn numbers(words: &[u64]) -> BitsIter<'_> {
    BitsIter { words, index: 0, word: words.first().copied().unwrap_or(0) }
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
///
/// Play-outs ask for it at random, so that a loop over the bits would be mispredicted nearly every time.
#[inline]
#[must_use]
pub fn nth_bit(word: u64, index: u32) -> u32 {
    const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    // How many bits are set in each byte and those below it.
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(EACH_BYTE);
    // The bytes that the bit lies above are those whose sums are not more than the index.
    let above = (((u64::from(index) * EACH_BYTE) | HIGH_BITS) - sums) & HIGH_BITS;
    let first = above.count_ones() * 8;
    let before = (sums << 8 >> first) as u8;
    let byte = (word >> first) as u8;
    first + u32::from(BIT_OF_BYTE[(index as u8 - before) as usize & 7][usize::from(byte)])
}

/// Position of the bit of each byte that has so many set bits below it.
static BIT_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut position, mut below) = (0, 0);
        while position < 8 {
            if byte >> position & 1 == 1 {
                table[below][byte] = position as u8;
                below += 1;
            }
            position += 1;
        }
        byte += 1;
    }
    table
};

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
    #[test]
    fn a_range_is_kept() {
        for (start, end) in [(0, 200), (3, 64), (64, 65), (10, 130), (70, 70)] {
            let mut kept = super::Bits::full(150);
            kept.keep_range(start..end);
            assert_eq!(kept.iter().collect::<Vec<_>>(), (start as i32..end.min(150) as i32).collect::<Vec<_>>());
        }
    }

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

    #[test]
    fn bits_are_found_by_their_place() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for word in (0..2000).map(|_| {
            word = word.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23);
            word
        }) {
            for word in [word, word & word >> 7, word | word << 9, u64::MAX, 1 << 63] {
                let positions = (0..64).filter(|position| word >> position & 1 == 1);
                for (place, position) in positions.enumerate() {
                    assert_eq!(super::nth_bit(word, place as u32), position, "{word:#x}, {place}");
                }
            }
        }
    }
}
