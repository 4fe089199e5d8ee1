//! Steps along a track, looked up.

use crate::lud::board::Track;
use crate::lud::play::rules::Rules;

/// Fewer steps than this are looked up.
const STEPS: usize = 32;

/// Where so many steps from each site of the board lead on a track; nothing where a site does not tell how far a piece on it
/// has come.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Walks(Vec<i16>);

impl Walks {
    /// Those of a track.
    pub fn of(track: &Track, rules: &Rules) -> Self {
        if rules.features.hidden_places && !track.is_looped {
            return Self(Vec::new());
        }
        let from = |site: usize| track.index_of(site as i32).unwrap_or(track.elements.len());
        let ends = (0..rules.layout.own).flat_map(|site| (0..STEPS).map(move |steps| (site, steps)));
        Self(ends.map(|(site, steps)| track.after(from(site), steps as i32) as i16).collect())
    }

    /// Where some steps from a site lead, where that can be looked up.
    #[inline]
    pub fn end(&self, from: i32, steps: i32) -> Option<i32> {
        if from < 0 || !(0..STEPS as i32).contains(&steps) {
            return None;
        }
        self.0.get(from as usize * STEPS + steps as usize).map(|&site| i32::from(site))
    }
}
