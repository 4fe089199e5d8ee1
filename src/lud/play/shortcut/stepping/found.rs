//! What becomes of moves that are gone through: they are kept, counted, or one of them is picked.

use super::moves::Visitor;
use super::way::{Drawn, Way};
use crate::lud::play::sets::SiteSet;
use smallvec::SmallVec;

/// Moves found, those together that differ in where they end only.
#[derive(Debug)]
pub(super) struct Found<S> {
    list: SmallVec<[(S, Way); 16]>,
    pub total: u32,
}

impl<S: SiteSet> Found<S> {
    pub fn new() -> Self {
        Self { list: SmallVec::new(), total: 0 }
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Drawn> {
        self.list.iter().flat_map(|&(ends, way)| ends.sites().map(move |to| way.to::<S>(to as u32)))
    }
}

impl<S: SiteSet> Visitor<S> for Found<S> {
    #[inline]
    fn goes_on(&mut self, ends: S, way: impl FnOnce() -> Way) -> bool {
        if !ends.is_empty() {
            self.total += ends.len();
            self.list.push((ends, way()));
        }
        true
    }
}

/// Whether there is any.
pub(super) struct Any(pub bool);

impl<S: SiteSet> Visitor<S> for Any {
    #[inline(always)]
    fn goes_on(&mut self, ends: S, _way: impl FnOnce() -> Way) -> bool {
        self.0 = !ends.is_empty();
        !self.0
    }
}

/// How many there are. That there may be too many to count is not so, but keeps the compiler from counting several shifts at
/// once with vectors, which takes three times as long without instructions for it.
pub(super) struct Count(pub u32);

impl<S: SiteSet> Visitor<S> for Count {
    #[inline(always)]
    fn goes_on(&mut self, ends: S, _way: impl FnOnce() -> Way) -> bool {
        self.0 += ends.len();
        self.0 < u32::MAX
    }
}

/// The one that has so many before it.
pub(super) struct Nth(pub u32, pub Option<Drawn>);

impl<S: SiteSet> Visitor<S> for Nth {
    #[inline(always)]
    fn goes_on(&mut self, ends: S, way: impl FnOnce() -> Way) -> bool {
        let here = ends.len();
        if self.0 < here {
            self.1 = Some(way().to::<S>(ends.nth(self.0)));
            return false;
        }
        self.0 -= here;
        true
    }
}
