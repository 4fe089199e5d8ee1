//! Dice: their faces, values and sums, and what the next roll shows.

use super::context::Context;
use super::layout::Plane;
use super::level::Level;
use crate::lud::board::SiteType;

impl Context<'_> {
    /// Lays the dice down before the start rules.
    pub(super) fn lay_dice(&mut self) {
        let rules = self.rules;
        for set in &rules.dice {
            let first = rules.containers[set.container].first;
            for (index, &die) in set.dice.iter().enumerate() {
                let flat = self.flat(SiteType::Cell, first + index as i32);
                let who = rules.owners[usize::from(die)];
                if rules.features.stacking {
                    self.stack_insert(flat, -1, Level { what: die, who, ..Level::default() });
                } else {
                    self.put(flat, i32::from(die), i32::from(who), 1);
                }
                let faces = &rules.components[usize::from(die)].faces;
                self.state.dice.push(faces.first().copied().unwrap_or(0));
            }
        }
        self.sum_dice();
    }

    /// Sums what the dice show, whether used or not, where they may show something else than they were rolled to.
    pub(super) fn sum_turned_dice(&mut self) {
        if std::mem::take(&mut self.state.dice_turned) {
            self.sum_dice();
        }
    }

    /// Sums what the dice show, whether used or not.
    pub(super) fn sum_dice(&mut self) {
        let rules = self.rules;
        if rules.dice.is_empty() {
            return;
        }
        self.state.dice_sums.clear();
        for set in &rules.dice {
            let first = rules.containers[set.container].first;
            let mut sum = 0;
            for (index, &die) in set.dice.iter().enumerate() {
                let face = self.plane(Plane::State, SiteType::Cell, first + index as i32);
                sum += rules.components[usize::from(die)].faces.get(face as usize).copied().unwrap_or(0);
            }
            self.state.dice_sums.push(sum);
        }
    }

    /// Turns the die on a site to a face.
    pub(super) fn show_face(&mut self, site: i32, face: i32) {
        if face < 0 {
            return;
        }
        let rules = self.rules;
        self.lay_face(site, face);
        self.state.dice_turned = true;
        for set in &rules.dice {
            let container = &rules.containers[set.container];
            if site >= container.first && site < container.first + container.sites {
                let index = (site - container.first) as usize;
                let faces = &rules.components[usize::from(set.dice[index])].faces;
                self.state.dice[set.first + index] = faces.get(face as usize).copied().unwrap_or(0);
            }
        }
    }

    /// Rolls all dice: the faces that were drawn for the next roll, or new ones where there are no more.
    pub(super) fn roll(&mut self) {
        let rules = self.rules;
        let total: usize = rules.dice.iter().map(|set| set.dice.len()).sum();
        if self.state.next_faces.len() < total {
            self.draw_faces();
        }
        let first_face = self.state.next_faces.first().copied();
        let mut equal = true;
        self.state.dice_sums.clear();
        for set in &rules.dice {
            let first = rules.containers[set.container].first;
            let mut sum = 0;
            for (index, &die) in set.dice.iter().enumerate() {
                let face = self.state.next_faces[set.first + index];
                equal &= first_face == Some(face);
                self.turn_die(first as usize + index, face);
                let pips = rules.components[usize::from(die)].faces.get(usize::from(face)).copied().unwrap_or(0);
                self.state.dice[set.first + index] = pips;
                sum += pips;
            }
            self.state.dice_sums.push(sum);
        }
        if self.state.next_faces.len() == total {
            self.state.next_faces.clear();
        } else {
            self.state.next_faces.drain(..total);
        }
        self.state.dice_equal = equal;
    }

    /// Makes the die on a flat site show a face, if it does not.
    #[inline]
    pub(super) fn turn_die(&mut self, flat: usize, face: u8) {
        let layout = &self.rules.layout;
        if self.state.get(layout, Plane::State, flat) != i32::from(face) {
            self.lay_face(flat as i32, i32::from(face));
        }
    }

    /// Makes the piece that is a die show a face.
    #[inline]
    fn lay_face(&mut self, site: i32, face: i32) {
        let rules = self.rules;
        let flat = self.flat(SiteType::Cell, site);
        if rules.features.stacking && !self.set_lone_state(flat, face) {
            self.set_in_stack(Plane::State, SiteType::Cell, site, -1, face);
        } else {
            self.state.set(&rules.layout, Plane::State, flat, face);
        }
    }

    /// Draws the faces of the next roll.
    pub fn draw_faces(&mut self) {
        let rules = self.rules;
        self.state.next_faces.clear();
        if rules.dice.is_empty() {
            return;
        }
        // One number is enough for many dice: each takes the whole part of its share, and the next what is left.
        let mut left = self.chance_number();
        let mut used = 1;
        for set in &rules.dice {
            for &die in &set.dice {
                let faces = rules.components[usize::from(die)].faces.len().max(1) as u64;
                used *= faces;
                if used > MOST_RESULTS {
                    left = self.chance_number();
                    used = faces;
                }
                let share = u128::from(left) * u128::from(faces);
                self.state.next_faces.push((share >> 64) as u8);
                left = share as u64;
            }
        }
    }
}

/// How many results may be told apart by one random number, so that all are equally likely as far as anybody can tell.
const MOST_RESULTS: u64 = 1 << 32;
