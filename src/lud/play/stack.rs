//! Stacks: the levels below the top of a site.

/// One piece below the top.
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
    #[must_use]
    pub fn packed(self) -> u64 {
        u64::from(self.what)
            | u64::from(self.who) << 16
            | u64::from(self.state) << 24
            | u64::from(self.rotation) << 40
            | u64::from(self.value) << 48
    }
}

/// The part of the contents hash that the levels below the tops make.
pub(super) fn hash_from_scratch(stacks: &[Vec<Level>], fact: impl Fn(u64, usize, u64) -> u64) -> u64 {
    let mut hash = 0;
    for (site, levels) in stacks.iter().enumerate() {
        for (index, level) in levels.iter().enumerate() {
            hash ^= fact(16 + index as u64, site, level.packed());
        }
    }
    hash
}
