//! A game while it is being played, as its supervisor sees it.

use super::record::{MoveRecord, SeatUse};
use crate::game::Seat;
use parking_lot::Mutex;
use std::time::{Duration, Instant};

/// What is known of a game so far. The thread that plays writes it, the supervisor reads it: if the thread never comes
/// back, this is what the record keeps.
#[derive(Debug, Default)]
pub struct Live {
    progress: Mutex<Progress>,
}

/// The inside of a [`Live`].
#[derive(Debug, Default)]
pub struct Progress {
    /// What the board held at the start.
    pub start: String,
    /// The moves so far.
    pub moves: Vec<MoveRecord>,
    /// Plies so far.
    pub plies: u32,
    /// How many of them were the opening.
    pub opening: u32,
    /// Use of time by seat.
    pub usage: Vec<SeatUse>,
    /// The question that is open.
    pub asked: Option<Question>,
}

/// A question that an agent has not answered yet.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// Who was asked.
    pub seat: Seat,
    /// When.
    pub since: Instant,
    /// After how long the runner gives up.
    pub patience: Duration,
}

impl Live {
    /// Changes what is known.
    pub fn update<T>(&self, change: impl FnOnce(&mut Progress) -> T) -> T {
        change(&mut self.progress.lock())
    }

    /// The seat that has been silent for longer than the runner waits.
    #[must_use]
    pub fn stalled(&self) -> Option<Question> {
        self.progress.lock().asked.filter(|asked| asked.since.elapsed() > asked.patience)
    }

    /// Takes what is known, leaving nothing.
    #[must_use]
    pub fn take(&self) -> Progress {
        std::mem::take(&mut self.progress.lock())
    }
}
