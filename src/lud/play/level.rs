//! One piece of a stack.

use super::layout::Plane;

/// One piece of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Level {
    /// Component index.
    pub what: u16,
    /// Owner.
    pub who: u8,
    /// Local state.
    pub state: u16,
    /// Rotation.
    pub rotation: u8,
    /// Value.
    pub value: u16,
}

impl Level {
    /// All fields in one number, for hashing.
    #[inline]
    #[must_use]
    pub(super) fn packed(self) -> u64 {
        u64::from(self.what)
            | u64::from(self.who) << 16
            | u64::from(self.state) << 24
            | u64::from(self.rotation) << 40
            | u64::from(self.value) << 48
    }

    /// A plane of this piece.
    #[inline]
    #[must_use]
    pub fn get(self, plane: Plane) -> i32 {
        match plane {
            Plane::What => i32::from(self.what),
            Plane::Who => i32::from(self.who),
            Plane::Count => 1,
            Plane::State => i32::from(self.state),
            Plane::Rotation => i32::from(self.rotation),
            Plane::Value => i32::from(self.value),
        }
    }

    /// Changes a plane of this piece.
    pub(super) fn set(&mut self, plane: Plane, value: i32) {
        match plane {
            Plane::What => self.what = value as u16,
            Plane::Who => self.who = value as u8,
            Plane::Count => {}
            Plane::State => self.state = value as u16,
            Plane::Rotation => self.rotation = value as u8,
            Plane::Value => self.value = value as u16,
        }
    }
}
