//! What passes between a running search and whoever watches it from another thread.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish to stop, one way; a look at the root, the other way.
///
/// A search that has one asks [`stopped`](Self::stopped) once per iteration (it is one relaxed load) and publishes a
/// [`Glance`] now and then, ten times a second or so.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    glance: Mutex<Option<Arc<Glance>>>,
}

/// The root of a search under way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Glance {
    /// What the position is worth to the seat to move so far, in [−1, 1].
    pub value: f32,
    /// Visits and mean value of every legal move, in the order in which the game lists them.
    pub moves: Vec<(u32, f32)>,
}

impl Signal {
    /// Asks the search under way, and any that starts before [`resume`](Self::resume), to end as soon as it can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes back a wish to stop.
    pub fn resume(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Whether the search should end.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Lets watchers see the root; `None` when nothing is being searched.
    pub fn publish(&self, glance: Option<Glance>) {
        *self.glance.lock() = glance.map(Arc::new);
    }

    /// The root as last published.
    #[must_use]
    pub fn glance(&self) -> Option<Arc<Glance>> {
        self.glance.lock().clone()
    }
}
