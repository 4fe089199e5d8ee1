//! Rules by which pieces move.

use crate::lud::play::sets::SiteSet;

/// A rule by which pieces move from some sites to some.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule<S> {
    pub leaf: u16,
    pub from: S,
    pub ends: S,
    /// The sites that are known to be empty where it applies.
    pub vacant: S,
}

impl<S: SiteSet> Rule<S> {
    /// Those of some sites to which it may lead.
    pub fn kept(&self, ends: &[u16]) -> Vec<u16> {
        ends.iter().copied().filter(|&to| self.ends.has(usize::from(to))).collect()
    }
}
