//! The search's end of a [`Signal`]: hears the wish to stop, shows the root ten times a second.

use super::analysis::Stop;
use super::pace::Pace;
use super::signal::{Glance, Signal};
use super::tree::{ROOT, Tree};
use std::sync::Arc;
use std::time::Duration;

/// Time between two looks at the root.
const INTERVAL: Duration = Duration::from_millis(100);

/// Someone watching a search.
#[derive(Debug)]
pub(crate) struct Watch<M> {
    signal: Arc<Signal>,
    /// The legal moves in the order in which the game lists them.
    listed: Vec<M>,
    /// When the root is shown next, since the beginning of the search.
    next: Duration,
}

impl<M: Copy + Eq> Watch<M> {
    pub(crate) fn new(signal: Arc<Signal>) -> Self {
        Self { signal, listed: Vec::new(), next: INTERVAL }
    }

    /// A search begins over these moves.
    pub(crate) fn begin(&mut self, listed: &[M]) {
        self.listed.clear();
        self.listed.extend_from_slice(listed);
        self.next = INTERVAL;
    }

    /// Called once per iteration.
    #[inline]
    pub(crate) fn attend(&mut self, tree: &Tree<M>, pace: &mut Pace) {
        if self.signal.stopped() {
            pace.end(Stop::Interrupted);
        }
        if pace.last_reading() >= self.next {
            self.next = pace.last_reading() + INTERVAL;
            self.signal.publish(Some(self.glance(tree)));
        }
    }

    /// The search is over.
    pub(crate) fn end(&self) {
        self.signal.publish(None);
    }

    fn glance(&self, tree: &Tree<M>) -> Glance {
        let root = &tree.nodes[ROOT as usize];
        let mut left: Vec<usize> = root.tried_range().collect();
        let moves = self.listed.iter().map(|listed| {
            // Each edge once, so that moves which the rules list twice are both shown.
            match left.iter().position(|&index| tree.moves[index] == *listed) {
                Some(place) => {
                    let edge = &tree.edges[left.swap_remove(place)];
                    (edge.visits, edge.mean)
                }
                None => (0, 0.0),
            }
        });
        Glance { moves: moves.collect(), value: root.mean }
    }
}
