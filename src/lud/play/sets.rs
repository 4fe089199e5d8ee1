//! Sets of sites in one number or two, for boards on which all sites fit into them.

use super::bits::nth_bit;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of sites in few numbers.
pub trait SiteSet:
    Copy
    + Debug
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// How many sites it can tell apart.
    const MOST: u32;
    /// No site.
    const EMPTY: Self;
    /// All of them.
    const ALL: Self;

    /// The set that a row of words holds; what is beyond it is left out.
    fn of(row: &[u64]) -> Self;

    /// One site.
    fn only(site: usize) -> Self;

    /// All sites below one.
    fn below(site: usize) -> Self;

    /// Whether a site is in it.
    fn has(self, site: usize) -> bool;

    /// How many sites it has.
    fn len(self) -> u32;

    /// Whether it has none.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The site that has so many smaller ones in it.
    fn nth(self, index: u32) -> u32;

    /// The smallest site, where there is one.
    fn first(self) -> u32;

    /// The greatest site, where there is one.
    fn last(self) -> u32;

    /// Every number higher by as much. None of them goes round in the sets that are turned.
    fn turned(self, by: u8) -> Self;

    /// The sites, ascending.
    #[inline(always)]
    fn sites(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            if left.is_empty() {
                return None;
            }
            let site = left.first() as usize;
            left = left ^ Self::only(site);
            Some(site)
        })
    }
}

/// What both numbers do alike.
macro_rules! site_set {
    ($number:ty, $most:literal, $of:expr, $nth:expr) => {
        impl SiteSet for $number {
            const MOST: u32 = $most;
            const EMPTY: Self = 0;
            const ALL: Self = Self::MAX;

            #[inline(always)]
            fn of(row: &[u64]) -> Self {
                $of(row)
            }

            #[inline(always)]
            fn only(site: usize) -> Self {
                1 << site
            }

            #[inline(always)]
            fn below(site: usize) -> Self {
                (1 << site) - 1
            }

            #[inline(always)]
            fn has(self, site: usize) -> bool {
                self >> site & 1 == 1
            }

            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn nth(self, index: u32) -> u32 {
                $nth(self, index)
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn last(self) -> u32 {
                $most - 1 - self.leading_zeros()
            }

            #[inline(always)]
            fn turned(self, by: u8) -> Self {
                self.rotate_left(u32::from(by))
            }
        }
    };
}

site_set!(u64, 64, |row: &[u64]| row[0], nth_bit);
site_set!(
    u128,
    128,
    |row: &[u64]| u128::from(row[0]) | row.get(1).map_or(0, |&high| u128::from(high) << 64),
    nth_of_two
);

/// As [`nth_bit`], of two words.
#[inline(always)]
fn nth_of_two(set: u128, index: u32) -> u32 {
    let low = (set as u64).count_ones();
    if index < low { nth_bit(set as u64, index) } else { 64 + nth_bit((set >> 64) as u64, index - low) }
}

/// A set of sites in two numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pair([u128; 2]);

impl Pair {
    #[inline(always)]
    fn by_half(self, other: Self, join: impl Fn(u128, u128) -> u128) -> Self {
        Self([join(self.0[0], other.0[0]), join(self.0[1], other.0[1])])
    }
}

impl BitAnd for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.by_half(other, BitAnd::bitand)
    }
}

impl BitOr for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.by_half(other, BitOr::bitor)
    }
}

impl BitXor for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.by_half(other, BitXor::bitxor)
    }
}

impl Not for Pair {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(Not::not))
    }
}

impl SiteSet for Pair {
    const MOST: u32 = 256;
    const EMPTY: Self = Self([0; 2]);
    const ALL: Self = Self([u128::MAX; 2]);

    #[inline(always)]
    fn of(row: &[u64]) -> Self {
        Self([u128::of(row), row.get(2..).filter(|high| !high.is_empty()).map_or(0, u128::of)])
    }

    #[inline(always)]
    fn only(site: usize) -> Self {
        let bit = 1 << (site & 127);
        if site < 128 { Self([bit, 0]) } else { Self([0, bit]) }
    }

    #[inline(always)]
    fn below(site: usize) -> Self {
        if site < 128 { Self([u128::below(site), 0]) } else { Self([u128::MAX, u128::below(site - 128)]) }
    }

    #[inline(always)]
    fn has(self, site: usize) -> bool {
        self.0[site >> 7 & 1] >> (site & 127) & 1 == 1
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    #[inline(always)]
    fn nth(self, index: u32) -> u32 {
        let low = self.0[0].count_ones();
        if index < low { nth_of_two(self.0[0], index) } else { 128 + nth_of_two(self.0[1], index - low) }
    }

    #[inline(always)]
    fn first(self) -> u32 {
        if self.0[0] == 0 { 128 + self.0[1].trailing_zeros() } else { self.0[0].trailing_zeros() }
    }

    #[inline(always)]
    fn last(self) -> u32 {
        if self.0[1] == 0 { self.0[0].last() } else { 128 + self.0[1].last() }
    }

    #[inline(always)]
    fn turned(self, by: u8) -> Self {
        let [low, high] = if by < 128 { self.0 } else { [self.0[1], self.0[0]] };
        match by & 127 {
            0 => Self([low, high]),
            by => Self([low << by | high >> (128 - by), high << by | low >> (128 - by)]),
        }
    }
}
