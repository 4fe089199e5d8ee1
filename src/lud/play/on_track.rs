//! Where on a track pieces stand that have come by one of its sites more than once.
//!
//! A track with an internal loop meets a site twice, so a site does not tell how far a piece on it has come. For such games
//! the state counts, for every track, component and stop of the track, the pieces at that stop. The counts follow Ludii's:
//! a piece that moves goes to the next stop of its new site, or to the first one if there is none further on; a piece that
//! is taken away is taken from every stop of its site, so a count may fall below zero.

use super::action::Action;
use super::context::Context;
use super::layout::Plane;
use super::rules::Rules;

impl Rules {
    /// How many counts the tracks of the game need.
    pub(super) fn track_counts(&self) -> usize {
        if !self.features.hidden_places {
            return 0;
        }
        self.tracks.iter().map(|track| track.elements.len() * self.components.len()).sum()
    }

    /// Where the counts of a component on a track stand, where there are such.
    pub(super) fn track_counts_of(&self, track: usize, what: usize) -> Option<std::ops::Range<usize>> {
        if !self.features.hidden_places || what >= self.components.len() {
            return None;
        }
        let stops = self.tracks.get(track)?.elements.len();
        let first = self.track_row(track, what as i32);
        Some(first..first + stops)
    }

    /// Index of the first count of a component on a track.
    #[inline]
    fn track_row(&self, track: usize, what: i32) -> usize {
        self.track_starts[track] * self.components.len() + self.tracks[track].elements.len() * what as usize
    }
}

impl Context<'_> {
    /// The first stop of a track at a site that holds a piece of a component.
    #[inline]
    #[must_use]
    pub fn place_on_track(&self, track: usize, site: i32, what: i32) -> Option<usize> {
        let row = self.rules.track_row(track, what);
        let counts = &self.state.memory().track_counts;
        let stops = self.rules.tracks[track].indices_of(site);
        stops.iter().map(|&stop| usize::from(stop)).find(|stop| counts[row + stop] > 0)
    }

    /// Keeps the counts up to date for an action that is about to be carried out.
    pub(super) fn follow_on_tracks(&mut self, action: Action) {
        let stacking = self.rules.features.stacking;
        match action {
            Action::Move { from_type, from, to, .. } | Action::Copy { from_type, from, to, .. } => {
                let what = self.what(from_type, from);
                self.carry_on_tracks(from, to, what, 1);
            }
            Action::MoveLevel { from_type, from, from_level, to, .. } => {
                let what = self.plane_at(Plane::What, from_type, from, from_level);
                self.carry_on_tracks(from, to, what, 1);
            }
            Action::MoveCount { from_type, from, to, count, .. } if !stacking => {
                let what = self.what(from_type, from);
                self.carry_on_tracks(from, to, what, count);
            }
            // Ludii counts a piece that is put on a stack twice.
            Action::Add { site, what, count, .. } => self.enter_tracks(site, what, if stacking { 2 } else { count }),
            Action::Insert { site, what, .. } => self.enter_tracks(site, what, 1),
            Action::Remove { kind, site } => {
                let what = self.what(kind, site);
                self.leave_tracks(site, what);
            }
            Action::RemoveLevel { kind, site, level } => {
                let what = self.plane_at(Plane::What, kind, site, level);
                self.leave_tracks(site, what);
            }
            Action::SetCount { kind, site, count, .. } if count <= 0 => {
                let what = self.what(kind, site);
                self.leave_tracks(site, what);
            }
            _ => {}
        }
    }

    /// Keeps the counts up to date for pieces that go from one site to another.
    pub(super) fn carry_on_tracks(&mut self, from: i32, to: i32, what: i32, count: i32) {
        if what == 0 || (from == to && self.rules.features.stacking) {
            return;
        }
        let rules = self.rules;
        let counts = &mut self.state.memory_mut().track_counts;
        for (index, track) in rules.tracks.iter().enumerate() {
            let row = rules.track_row(index, what);
            let (starts, ends) = (track.indices_of(from), track.indices_of(to));
            let first = ends.first().copied().map(usize::from);
            let counted = |stop: &&u16| counts[row + usize::from(**stop)] > 0;
            if let Some(&old) = starts.iter().find(counted) {
                counts[row + usize::from(old)] -= count as i16;
                if let Some(new) = ends.iter().find(|&&stop| stop > old).map(|&stop| usize::from(stop)).or(first) {
                    counts[row + new] += count as i16;
                }
            } else if starts.is_empty()
                && let Some(new) = first
            {
                counts[row + new] += 1;
            }
        }
    }

    fn enter_tracks(&mut self, site: i32, what: i32, count: i32) {
        let rules = self.rules;
        for (index, track) in rules.tracks.iter().enumerate() {
            if let Some(stop) = track.index_of(site) {
                self.state.memory_mut().track_counts[rules.track_row(index, what) + stop] += count as i16;
            }
        }
    }

    /// Keeps the counts up to date for a piece that is taken off a site.
    pub(super) fn leave_tracks(&mut self, site: i32, what: i32) {
        if what == 0 {
            return;
        }
        let rules = self.rules;
        for (index, track) in rules.tracks.iter().enumerate() {
            let row = rules.track_row(index, what);
            for &stop in track.indices_of(site) {
                self.state.memory_mut().track_counts[row + usize::from(stop)] -= 1;
            }
        }
    }
}
