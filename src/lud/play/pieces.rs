//! Moving, copying and adding pieces where there are no stacks.

use super::context::Context;
use super::layout::Plane;
use crate::lud::board::SiteType;

/// What a piece takes along.
const CARRIED: [Plane; 3] = [Plane::State, Plane::Rotation, Plane::Value];

impl Context<'_> {
    /// Moves a piece; what is given replaces its state, rotation and value.
    pub(super) fn move_piece(&mut self, from_type: SiteType, from: i32, to_type: SiteType, to: i32, given: [i32; 3]) {
        let (source, target) = (self.flat(from_type, from), self.flat(to_type, to));
        let what = self.what(from_type, from);
        if what == 0 {
            return;
        }
        if self.rules.layout.plain {
            self.put(source, 0, 0, 0);
            self.put(target, what, 0, 1);
            return;
        }
        if self.rules.layout.counted {
            return self.move_counted(source, target, what as usize);
        }
        if self.rules.layout.planes[Plane::Who as usize].is_none() && target != super::layout::NOWHERE {
            return self.move_owned(source, target, what as usize, given);
        }
        let layout = &self.rules.layout;
        let carried = [Plane::State, Plane::Rotation, Plane::Value].map(|plane| self.state.get(layout, plane, source));
        let count = self.count(from_type, from);
        if count <= 1 {
            self.clear(source);
        } else {
            let who = self.who_flat(source);
            self.put(source, what, who, count - 1);
        }
        let stays = self.what(to_type, to) == what && layout.planes[Plane::Count as usize].is_some();
        let new_count = if stays { self.count(to_type, to) + 1 } else { 1 };
        let who = i32::from(self.rules.owners[what as usize]);
        self.put(target, what, who, new_count);
        for ((plane, own), given) in [Plane::State, Plane::Rotation, Plane::Value].into_iter().zip(carried).zip(given) {
            self.state.set(layout, plane, target, if given < 0 { own } else { given });
        }
    }

    /// Moves one piece of a site where the owners of pieces do not change.
    fn move_owned(&mut self, source: usize, target: usize, what: usize, given: [i32; 3]) {
        let (layout, owners) = (&self.rules.layout, &self.rules.owners);
        let state = &mut *self.state;
        let is_counted = layout.planes[Plane::Count as usize].is_some();
        let left = if is_counted { state.get(layout, Plane::Count, source) - 1 } else { 0 };
        let mut carried = [0; 3];
        for (plane, carried) in CARRIED.into_iter().zip(&mut carried) {
            if layout.planes[plane as usize].is_some() {
                *carried = state.get(layout, plane, source);
                if left <= 0 {
                    state.set(layout, plane, source, 0);
                }
            }
        }
        if left <= 0 {
            state.exchange(layout, owners, source, 0);
        }
        if is_counted {
            state.set(layout, Plane::Count, source, left.max(0));
            let there = if state.what(layout, target) == what { state.get(layout, Plane::Count, target) } else { 0 };
            state.set(layout, Plane::Count, target, there + 1);
        }
        state.exchange(layout, owners, target, what);
        for ((plane, own), given) in CARRIED.into_iter().zip(carried).zip(given) {
            if layout.planes[plane as usize].is_some() {
                state.set(layout, plane, target, if given < 0 { own } else { given });
            }
        }
    }

    /// Moves one piece of a site where nothing but pieces and their numbers are kept.
    fn move_counted(&mut self, source: usize, target: usize, what: usize) {
        let (layout, owners) = (&self.rules.layout, &self.rules.owners);
        let state = &mut *self.state;
        let left = state.get(layout, Plane::Count, source) - 1;
        if left <= 0 {
            state.exchange(layout, owners, source, 0);
        }
        state.set(layout, Plane::Count, source, left.max(0));
        if target == super::layout::NOWHERE {
            return;
        }
        let there = if state.what(layout, target) == what { state.get(layout, Plane::Count, target) } else { 0 };
        state.exchange(layout, owners, target, what);
        state.set(layout, Plane::Count, target, there + 1);
    }

    /// Drops pieces of a site one by one onto others, so many onto each in turn, in a game that counts pieces. As with single
    /// moves, there are no more once the site is empty, and each site keeps its own state, rotation and value.
    pub(crate) fn drop_seeds(&mut self, start: i32, falls: &[(i32, i32)]) {
        let rules = self.rules;
        let layout = &rules.layout;
        if let Some(&(last, _)) = falls.iter().rfind(|(hole, seeds)| *hole >= 0 && *seeds > 0) {
            self.state.last.to_noted = last;
        }
        if start >= 0 && falls.iter().any(|(_, seeds)| *seeds > 0) {
            self.state.last.from_noted = start;
        }
        let source = layout.own_flat(start);
        let what = self.state.what(layout, source);
        if what == 0 {
            return;
        }
        let owner = i32::from(rules.owners[what]);
        let have = self.state.get(layout, Plane::Count, source);
        let mut left = have;
        for &(hole, seeds) in falls {
            let target = layout.own_flat(hole);
            if target == source {
                continue;
            }
            let seeds = seeds.min(left);
            if seeds == 0 {
                continue;
            }
            left -= seeds;
            if target == super::layout::NOWHERE {
                continue;
            }
            if self.state.what(layout, target) == what {
                let held = self.state.get(layout, Plane::Count, target);
                self.state.set(layout, Plane::Count, target, held + seeds);
            } else {
                self.put(target, what as i32, owner, seeds);
            }
        }
        if left == 0 {
            self.clear(source);
        } else {
            self.state.set(layout, Plane::Count, source, left);
        }
    }

    /// Moves some of the pieces of a site.
    pub(super) fn move_count(&mut self, from_type: SiteType, from: i32, to_type: SiteType, to: i32, count: i32) {
        let (source, target) = (self.flat(from_type, from), self.flat(to_type, to));
        let what = self.what(from_type, from);
        let have = self.count(from_type, from);
        if have <= count {
            self.clear(source);
        } else {
            let who = self.who_flat(source);
            self.put(source, what, who, have - count);
        }
        let who = i32::from(self.rules.owners[what as usize]);
        let there = self.count(to_type, to);
        // Pieces that come upon others of another kind are lost.
        if there == 0 || self.what(to_type, to) == what {
            self.put(target, what, who, there + count);
        }
    }

    /// Puts a copy of a piece on another site.
    pub(super) fn copy_piece(&mut self, from_type: SiteType, from: i32, to_type: SiteType, to: i32) {
        let count = self.count(from_type, from);
        self.move_piece(from_type, from, to_type, to, [-1; 3]);
        let (source, target) = (self.flat(from_type, from), self.flat(to_type, to));
        let (what, who) = (self.what(to_type, to), self.who_flat(target));
        self.put(source, what, who, count);
        let rules = self.rules;
        for plane in [Plane::State, Plane::Rotation, Plane::Value] {
            let value = self.state.get(&rules.layout, plane, target);
            self.state.set(&rules.layout, plane, source, value);
        }
    }

    /// The type of a site: a number beyond the board's own sites of a type is a cell of a hand.
    pub(super) fn container_type(&self, kind: SiteType, site: i32) -> SiteType {
        if site >= self.rules.layout.counts[kind as usize] as i32 { SiteType::Cell } else { kind }
    }

    /// Adds pieces where the site is empty or counts.
    pub(super) fn add_piece(&mut self, kind: SiteType, site: i32, what: i32, count: i32, given: [i32; 3]) {
        let kind = self.container_type(kind, site);
        let flat = self.flat(kind, site);
        if flat == super::layout::NOWHERE {
            return;
        }
        let layout = &self.rules.layout;
        if self.state.is_empty_at(flat) {
            let who = i32::from(self.rules.owners[what as usize]);
            self.put(flat, what, who, count);
        } else if layout.planes[Plane::Count as usize].is_some() {
            let (held, who, old) = (self.what(kind, site), self.who_flat(flat), self.count(kind, site));
            self.put(flat, held, who, old + count);
        }
        for (plane, given) in [Plane::State, Plane::Rotation, Plane::Value].into_iter().zip(given) {
            if given >= 0 {
                self.state.set(layout, plane, flat, given);
            }
        }
    }
}
