//! What moves were worth wherever they were played: one mean per seat and move, over all simulations.
//!
//! A move is known by its hash, cut to [`BITS`] bits; moves that share them share their mean. Threads share the table without a
//! lock: each entry is one atomic number, and of two updates at the same moment one may be lost, which an average can bear.

use crate::game::Seat;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of a move's hash that tell it from others.
pub(crate) const BITS: u32 = 14;

/// The hash by which a move is known.
#[inline]
pub(crate) fn key<M: Hash>(chosen: M) -> u64 {
    let mut hasher = Mixer(0);
    chosen.hash(&mut hasher);
    hasher.finish()
}

/// The hash of a sequence of moves, from that of its beginning and of its last move.
#[inline]
pub(crate) fn joined(before: u64, last: u64) -> u64 {
    (before.rotate_left(23) ^ last).wrapping_mul(FACTOR)
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies and folds each word: moves are a few small numbers.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        // Whole words first: their number is known where a move is an array, and then this is a few multiplications.
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.mix(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            self.mix(rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }
}

/// Means by seat and key.
#[derive(Debug)]
pub(crate) struct History {
    /// Count in the upper half, mean in the lower.
    entries: Vec<AtomicU64>,
    bits: u32,
}

impl History {
    /// An empty table for `seats` seats and keys of `bits` bits.
    pub(crate) fn new(seats: usize, bits: u32) -> Self {
        Self { entries: (0..seats << bits).map(|_| AtomicU64::new(0)).collect(), bits }
    }

    #[inline]
    fn place(&self, seat: Seat, key: u64) -> usize {
        (usize::from(seat.0) << self.bits) | (key & ((1 << self.bits) - 1)) as usize
    }

    /// How often a move was seen, and its mean utility for the seat that made it; 0 and 0 where it never was.
    #[inline]
    pub(crate) fn get(&self, seat: Seat, key: u64) -> (u32, f32) {
        read(&self.entries[self.place(seat, key)])
    }

    /// Counts one more simulation in which the move was made, of worth `utility` to its seat.
    #[inline]
    pub(crate) fn add(&self, seat: Seat, key: u64, utility: f32) {
        self.add_fading(seat, key, utility, i32::MAX as u32);
    }

    /// As [`add`](Self::add), but what is older than `most` values fades.
    #[inline]
    pub(crate) fn add_fading(&self, seat: Seat, key: u64, value: f32, most: u32) {
        let entry = &self.entries[self.place(seat, key)];
        let (count, mean) = read(entry);
        let count = (count + 1).min(most);
        // A conversion with a sign is one instruction.
        let mean = mean + (value - mean) / count as i32 as f32;
        entry.store(u64::from(count) << 32 | u64::from(mean.to_bits()), Ordering::Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.entries.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
    }
}

/// Count and mean of an entry.
#[inline]
fn read(entry: &AtomicU64) -> (u32, f32) {
    let entry = entry.load(Ordering::Relaxed);
    ((entry >> 32) as u32, f32::from_bits(entry as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_kept_apart_by_seat_and_move() {
        let history = History::new(2, BITS);
        let (a, b) = (key((1u8, 2u8)), key((2u8, 1u8)));
        assert_ne!(a & 0x3fff, b & 0x3fff);
        for utility in [1.0, -1.0, 1.0, 1.0] {
            history.add(Seat(0), a, utility);
        }
        history.add(Seat(1), a, -1.0);
        assert_eq!(history.get(Seat(0), a), (4, 0.5));
        assert_eq!(history.get(Seat(1), a), (1, -1.0));
        assert_eq!(history.get(Seat(0), b), (0, 0.0));
        history.clear();
        assert_eq!(history.get(Seat(0), a), (0, 0.0));
    }

    #[test]
    fn bytes_are_taken_as_words_of_eight() {
        let mut mixer = Mixer(0);
        mixer.write(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let mut words = Mixer(0);
        words.write_u64(0x0807_0605_0403_0201);
        words.write_u64(0x0a09);
        assert_eq!(mixer.finish(), words.finish());
    }

    #[test]
    fn small_moves_rarely_share_a_place() {
        let mut places: Vec<u64> =
            (0..64u8).flat_map(|from| (0..3u8).map(move |to| key((from, from + 7 + to)) & 0x3fff)).collect();
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 185, "{}", places.len());
    }
}
