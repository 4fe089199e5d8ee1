//! Equal positions share a node (Childs, Brodeur and Kocsis 2008, UCT1: edges keep their own statistics).
//!
//! What counts as equal is the game's [`hash`](crate::game::Game::hash), which leaves out move counters; so shared nodes may
//! form cycles, and a path that comes back to a node of its own is played out from there. Hashes of 64 bits are trusted.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// From the hash of a position to its node.
#[derive(Debug, Default)]
pub(crate) struct Table(HashMap<u64, u32, BuildHasherDefault<AlreadyHashed>>);

impl Table {
    pub(crate) fn get(&self, hash: u64) -> Option<u32> {
        self.0.get(&hash).copied()
    }

    pub(crate) fn insert(&mut self, hash: u64, node: u32) {
        self.0.insert(hash, node);
    }

    /// Follows the nodes to their new numbers, where they have one that is not `gone`.
    pub(crate) fn renumber(&mut self, numbers: &[u32], gone: u32) {
        self.0.retain(|_, node| {
            *node = numbers[*node as usize];
            *node != gone
        });
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Positions are hashed already: hashing them again would only cost time.
#[derive(Debug, Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}
