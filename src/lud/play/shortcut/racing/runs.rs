//! Whether looking at positions pays where many plies are left to the rules.

/// What the length of a run counts as in [`Runs`].
const WHOLE: u32 = 8;
/// Where runs are shorter than this many plies, looking at the position costs more than they save.
const WORTH: u32 = WHOLE * 3;
/// Runs count as this long at most, so that a change is soon seen.
const LONGEST: u32 = 16;
/// For how many plies everything is left to the rules then.
const PAUSE: u32 = 64;

/// How many plies were played lately before one was left to the rules. It depends on plies gone by only, so that it cannot
/// favour any move.
#[derive(Debug)]
pub struct Runs {
    /// Their mean length, in parts of [`WHOLE`].
    length: u32,
    pause: u32,
}

impl Default for Runs {
    fn default() -> Self {
        Self { length: WHOLE * LONGEST, pause: 0 }
    }
}

impl Runs {
    /// Whether all plies are left to the rules for the time being.
    #[inline]
    pub fn pauses(&mut self) -> bool {
        let pauses = self.pause > 0;
        self.pause = self.pause.saturating_sub(1);
        pauses
    }

    /// Whether it has been found that all plies are better left to the rules for the time being.
    #[inline]
    pub fn is_pausing(&self) -> bool {
        self.pause > 0
    }

    /// Takes note of a run that ended with a ply or a consequence left to the rules.
    pub fn note(&mut self, plies: u32) {
        self.length = self.length - self.length / WHOLE + plies.min(LONGEST);
        if self.length < WORTH {
            *self = Self { length: WORTH + 1, pause: PAUSE };
        }
    }
}
