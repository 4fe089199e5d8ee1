//! Hashes of positions: what they are made of, and which of it counts for which question.

use super::layout::{Layout, Plane};
use super::state::State;

/// Mixes a fact (plane, site, value) into a well spread number, so that a position hashes as the xor of its facts.
#[inline]
pub(super) fn fact(plane: u64, site: usize, value: u64) -> u64 {
    let mixed =
        u128::from((plane << 56) ^ ((site as u64) << 32) ^ value ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    let folded = (mixed >> 64) as u64 ^ mixed as u64;
    (folded ^ (folded >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Plane number of the values that sites of a puzzle may have, in hashes.
const CANDIDATES: u64 = 15;

impl State {
    /// Hash of the contents of all sites, kept incrementally.
    #[must_use]
    pub fn contents_hash(&self) -> u64 {
        self.hash
    }

    /// Adds facts outside the planes to the contents hash, or takes them out again (stacks use it).
    pub(super) fn toggle(&mut self, facts: u64) {
        self.hash ^= facts;
    }

    /// As [`State::toggle`], for the values that a site of a puzzle may have.
    pub fn toggle_candidates(&mut self, site: usize, values: u32) {
        self.hash ^= fact(CANDIDATES, site, u64::from(values));
    }

    /// Hash of what counts as the same position for `no Repeat` and its like: contents of all sites, who plays which colour,
    /// and the unnamed variable.
    #[must_use]
    pub fn position_hash(&self) -> u64 {
        let mut hash = self.hash ^ fact(8, 0, self.temp as u64);
        for (colour, &seat) in self.seat.iter().enumerate() {
            if usize::from(seat) != colour {
                hash ^= fact(9, colour, u64::from(seat));
            }
        }
        hash
    }

    /// Hash of the position and who is to move.
    #[must_use]
    pub fn situation_hash(&self) -> u64 {
        self.position_hash() ^ fact(10, 0, u64::from(self.mover)) ^ fact(10, 1, u64::from(self.next))
    }

    /// Hash of all that Ludii counts as one situation: the position, who moves, and what is pending.
    #[must_use]
    pub fn full_hash(&self) -> u64 {
        self.full_hash_anywhere_in_turn() ^ fact(11, 3, u64::from(self.moves_this_turn))
    }

    /// The same however many moves the turn at hand has had.
    pub(super) fn full_hash_anywhere_in_turn(&self) -> u64 {
        let mut hash = self.situation_hash() ^ fact(11, 0, u64::from(self.prev)) ^ fact(11, 1, u64::from(self.active));
        hash ^= fact(11, 2, u64::from(self.stalemated)) ^ fact(11, 4, u64::from(self.passes));
        for (index, &value) in self.pending.iter().enumerate() {
            hash ^= fact(12, index, value as u64);
        }
        for (player, &score) in self.score.iter().enumerate() {
            if score != 0 {
                hash ^= fact(13, player, score as u64);
            }
        }
        hash
    }

    /// The contents hash computed anew, for tests.
    #[must_use]
    pub fn contents_hash_from_scratch(&self, layout: &Layout) -> u64 {
        let mut hash = 0;
        for plane in [Plane::What, Plane::Who, Plane::Count, Plane::State, Plane::Rotation, Plane::Value] {
            for flat in 0..layout.sites {
                let value = self.get(layout, plane, flat);
                if value > i32::from(plane.unhashed()) {
                    hash ^= fact(plane as u64, flat, value as u64);
                }
            }
        }
        let Some(memory) = self.memory.as_deref() else { return hash };
        for (site, &values) in memory.candidates.iter().enumerate() {
            hash ^= fact(CANDIDATES, site, u64::from(values));
        }
        hash ^ super::stack::hash_from_scratch(&memory.stacks)
    }
}
