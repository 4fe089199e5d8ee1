//! Dice as play-outs of races roll and turn them.

use super::Machine;
use crate::game::{Random, draw_below};

impl Machine<'_, '_> {
    /// What the die at a site shows.
    pub fn pips_at(&self, site: i32) -> i32 {
        let rules = self.ctx.rules;
        for set in &rules.dice {
            let index = (site - rules.containers[set.container].first) as usize;
            if let Some(&die) = set.dice.get(index) {
                let face = self.faces[set.first + index];
                return rules.components[usize::from(die)]
                    .faces
                    .get(usize::from(face))
                    .map_or(-1, |&pips| i32::from(pips));
            }
        }
        -1
    }

    /// Rolls all dice.
    pub fn roll(&mut self, rng: &mut Random) {
        let rules = self.ctx.rules;
        let total: usize = rules.dice.iter().map(|set| set.dice.len()).sum();
        let is_drawn = self.ctx.state.next_faces.len() >= total;
        let state = &mut *self.ctx.state;
        let mut equal = true;
        for (number, set) in rules.dice.iter().enumerate() {
            let mut sum = 0;
            for (index, &die) in set.dice.iter().enumerate() {
                let faces = &rules.components[usize::from(die)].faces;
                let at = set.first + index;
                let face = match is_drawn {
                    true => state.next_faces[at],
                    false => draw_below(rng, faces.len().max(1) as u32) as u8,
                };
                self.faces[at] = face;
                equal &= face == self.faces[0];
                let pips = faces.get(usize::from(face)).copied().unwrap_or(0);
                state.dice[at] = pips;
                sum += pips;
            }
            state.dice_sums[number] = sum;
        }
        if is_drawn {
            state.next_faces.drain(..total);
        }
        state.dice_equal = equal;
        self.turned = true;
    }

    /// Turns all dice that have a face to it.
    pub fn turn_dice(&mut self, face: i32) {
        let rules = self.ctx.rules;
        if face < 0 {
            return;
        }
        for set in rules.dice.iter().filter(|set| face < set.faces) {
            for (index, &die) in set.dice.iter().enumerate() {
                let pips = rules.components[usize::from(die)].faces.get(face as usize).copied().unwrap_or(0);
                self.faces[set.first + index] = face as u8;
                self.ctx.state.dice[set.first + index] = pips;
            }
            self.ctx.state.dice_turned = true;
            self.turned = true;
        }
    }

    /// Sums what the dice show where they may have been turned.
    pub fn sum_dice(&mut self) {
        if !std::mem::take(&mut self.ctx.state.dice_turned) {
            return;
        }
        let rules = self.ctx.rules;
        for (number, set) in rules.dice.iter().enumerate() {
            let pips = set.dice.iter().enumerate().map(|(index, &die)| {
                let face = usize::from(self.faces[set.first + index]);
                rules.components[usize::from(die)].faces.get(face).copied().unwrap_or(0)
            });
            self.ctx.state.dice_sums[number] = pips.sum();
        }
    }
}
