//! A position of a hosted game.

use crate::game::{Turn, Utilities};
use parking_lot::Mutex;
use std::sync::Arc;

/// A position: a slot on the Java side and what was read of it.
///
/// Cloning shares the slot; the first change gives the clone one of its own.
#[derive(Debug, Clone)]
pub struct HostedState {
    pub(super) slot: Arc<Slot>,
    pub(super) turn: Turn,
    pub(super) utilities: Utilities,
    pub(super) hash: u64,
}

/// A slot that goes back to its pool when nobody holds it any more.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) index: u32,
    pool: Arc<Slots>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.index != Slots::ROOT {
            self.pool.free.lock().push(self.index);
        }
    }
}

/// Hands out slot numbers. What a freed slot holds stays on the Java side until the number is used again.
#[derive(Debug)]
pub(super) struct Slots {
    free: Mutex<Vec<u32>>,
    next: Mutex<u32>,
}

impl Slots {
    /// The slot in which Java puts the position of the real game.
    pub(super) const ROOT: u32 = 0;

    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { free: Mutex::new(Vec::new()), next: Mutex::new(Self::ROOT + 1) })
    }

    pub(super) fn root(self: &Arc<Self>) -> Arc<Slot> {
        Arc::new(Slot { index: Self::ROOT, pool: Arc::clone(self) })
    }

    pub(super) fn take(self: &Arc<Self>) -> Arc<Slot> {
        let reused = self.free.lock().pop();
        let index = reused.unwrap_or_else(|| {
            let mut next = self.next.lock();
            *next += 1;
            *next - 1
        });
        Arc::new(Slot { index, pool: Arc::clone(self) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_back_when_the_last_holder_goes() {
        let pool = Slots::new();
        let first = pool.take();
        let shared = Arc::clone(&first);
        let index = first.index;
        drop(first);
        assert_ne!(pool.take().index, index, "still held");
        drop(shared);
        let again: Vec<u32> = [pool.take(), pool.take()].iter().map(|slot| slot.index).collect();
        assert!(again.contains(&index));
        drop(pool.root());
        assert!(!pool.free.lock().contains(&Slots::ROOT), "the root is never handed out");
    }
}
