//! A set of sites for each site, kept so that many of them are put together soon.

use crate::lud::play::bits::Bits;

/// A set of sites for each site of a board, one after the other, each of as many words as the board needs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetTable {
    words: Vec<u64>,
    row: usize,
}

impl SetTable {
    /// The table of some sets, the first of which is that of site 0; none of them has sites beyond their number.
    #[must_use]
    pub fn new(sets: &[Bits]) -> Self {
        Self::of_sites(sets, sets.len())
    }

    /// The table of some sets of sites below a number, each by its place.
    #[must_use]
    pub fn of_sites(sets: &[Bits], sites: usize) -> Self {
        let row = sites.div_ceil(64);
        let mut words = vec![0; row * sets.len()];
        for (site, set) in sets.iter().enumerate() {
            let own = &mut words[site * row..][..row];
            own.iter_mut().zip(set.words()).for_each(|(word, &own)| *word = own);
        }
        Self { words, row }
    }

    /// Whether both have as many sets of as many words.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        self.row == other.row && self.words.len() == other.words.len()
    }

    /// Adds to each set what is in that of the same site in a table that fits.
    pub fn add(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    /// Words of each set.
    #[must_use]
    pub fn row(&self) -> usize {
        self.row
    }

    /// The set of a site.
    #[inline]
    #[must_use]
    pub fn of(&self, site: usize) -> &[u64] {
        &self.words[site * self.row..][..self.row]
    }

    /// The same, where each set is known to have so many words.
    #[inline]
    #[must_use]
    pub fn fixed<const ROW: usize>(&self, site: usize) -> &[u64; ROW] {
        &self.words.as_chunks::<ROW>().0[site]
    }

    /// What is in the sets of any of some sites; sites that are not on the board have none.
    #[must_use]
    pub fn union_of(&self, sites: &Bits) -> Bits {
        match self.row {
            1 => self.union_words::<1>(sites),
            2 => self.union_words::<2>(sites),
            3 => self.union_words::<3>(sites),
            _ => self.union_large(sites),
        }
    }

    #[inline]
    fn union_words<const ROW: usize>(&self, sites: &Bits) -> Bits {
        let mut result = [0; ROW];
        let sets = self.words.as_chunks::<ROW>().0;
        for set in sites.iter().map_while(|site| sets.get(site as usize)) {
            for (word, more) in result.iter_mut().zip(set) {
                *word |= more;
            }
        }
        Bits::from_words(&result)
    }

    fn union_large(&self, sites: &Bits) -> Bits {
        let mut result = Bits::new(self.row * 64);
        for set in sites
            .iter()
            .map_while(|site| self.words.get(site as usize * self.row..).and_then(|words| words.get(..self.row)))
        {
            for (word, more) in result.words_mut().iter_mut().zip(set) {
                *word |= more;
            }
        }
        result
    }
}
