//! What a position is worth to each seat.

use super::{MAX_SEATS, Seat};
use std::ops::Index;

/// One value in [−1, 1] per seat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Utilities {
    values: [f32; MAX_SEATS],
    seats: u8,
}

impl Utilities {
    /// The same value for each of `seats` seats.
    #[must_use]
    pub fn all(seats: usize, value: f32) -> Self {
        let mut values = [0.0; MAX_SEATS];
        values[..seats].fill(value);
        Self { values, seats: seats as u8 }
    }

    /// The values of the seats in order.
    #[must_use]
    pub fn from_slice(per_seat: &[f32]) -> Self {
        let mut values = [0.0; MAX_SEATS];
        values[..per_seat.len()].copy_from_slice(per_seat);
        Self { values, seats: per_seat.len() as u8 }
    }

    /// +1 for `winner`, −1 for every other of `seats` seats.
    #[must_use]
    pub fn won_by(winner: Seat, seats: usize) -> Self {
        let mut result = Self::all(seats, -1.0);
        result.values[winner.index()] = 1.0;
        result
    }

    /// Sets the value of one seat.
    pub fn set(&mut self, seat: Seat, value: f32) {
        self.values[seat.index()] = value;
    }

    /// The values of the seats in order.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.values[..self.seats as usize]
    }
}

impl Index<Seat> for Utilities {
    type Output = f32;

    fn index(&self, seat: Seat) -> &f32 {
        &self.values[seat.index()]
    }
}
