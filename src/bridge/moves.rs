//! A move of a hosted game.

use std::fmt;
use std::hash::{Hash, Hasher};

/// One of Ludii's legal moves.
///
/// The key says what the move does at a glance (mover, sites, state, levels, kind; the layout is that of `Keys.java`); its
/// highest bits number the moves of a position that would otherwise share it. Moves are equal when their keys are, so that
/// statistics and open-loop searches recognise a move in another position; the index only saves looking for it.
#[derive(Clone, Copy)]
pub struct HostedMove {
    key: u64,
    index: u32,
}

/// Where the number among equals begins.
const ORDINAL_SHIFT: u32 = 60;
/// Where the mover is.
const MOVER_SHIFT: u32 = 48;
/// Where the seat is, in the keys of a trace.
const SEAT_SHIFT: u32 = 56;
const PLAIN: u64 = (1 << SEAT_SHIFT) - 1;

impl HostedMove {
    /// A move by its full key and its index in the list that it came from.
    pub(super) const fn new(key: u64, index: u32) -> Self {
        Self { key, index }
    }

    /// A move of a play-out, and the seat that made it.
    pub(super) const fn from_trace(key: u64) -> (u8, Self) {
        ((key >> SEAT_SHIFT & 0xF) as u8, Self { key: key & PLAIN, index: u32::MAX })
    }

    /// The key with the number among equals.
    pub(super) const fn key(self) -> u64 {
        self.key
    }

    /// The index in the list that it came from.
    pub(super) const fn index(self) -> u32 {
        self.index
    }

    /// The player that it belongs to, from 1.
    pub(super) const fn mover(self) -> u32 {
        (self.key >> MOVER_SHIFT & 0x1F) as u32
    }

    /// Its number among the moves of its list that look the same.
    pub(super) const fn ordinal(self) -> u64 {
        self.key >> ORDINAL_SHIFT
    }
}

impl PartialEq for HostedMove {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for HostedMove {}

impl Hash for HostedMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl fmt::Debug for HostedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}@{}", self.key, self.index)
    }
}

/// Appends a list of plain keys as moves, numbering those that look the same.
pub(super) fn number(
    keys: impl ExactSizeIterator<Item = u64>,
    seen: &mut Vec<(u64, u32)>,
    moves: &mut Vec<HostedMove>,
) {
    let begin = moves.len();
    moves.extend(keys.enumerate().map(|(index, key)| HostedMove::new(key & PLAIN, index as u32)));
    let list = &mut moves[begin..];
    seen.clear();
    seen.extend(list.iter().map(|m| (m.key, m.index)));
    seen.sort_unstable();
    let mut run = 0;
    for pair in 1..seen.len() {
        run = if seen[pair].0 == seen[pair - 1].0 { (run + 1).min(0xF) } else { 0 };
        if run > 0 {
            list[seen[pair].1 as usize].key |= run << ORDINAL_SHIFT;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_look_the_same_are_numbered_in_list_order() {
        let mut moves = vec![HostedMove::new(1, 0)];
        number([7, 5, 7, 7].into_iter(), &mut Vec::new(), &mut moves);
        let ordinals: Vec<u64> = moves[1..].iter().map(|m| m.ordinal()).collect();
        assert_eq!(ordinals, [0, 0, 1, 2]);
        let indices: Vec<u32> = moves[1..].iter().map(|m| m.index()).collect();
        assert_eq!(indices, [0, 1, 2, 3]);
        assert_ne!(moves[1], moves[3]);
    }

    #[test]
    fn a_traced_key_gives_seat_and_plain_move() {
        let (seat, step) = HostedMove::from_trace(3 << SEAT_SHIFT | 42);
        assert_eq!((seat, step), (3, HostedMove::new(42, 9)));
    }
}
