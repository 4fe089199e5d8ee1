//! Play-outs counted slice by slice, ours and Ludii's alike.

/// What the slices of one measurement came to.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Tally {
    playouts: u64,
    plies: u64,
    seconds: f64,
    best: f64,
}

impl Tally {
    /// Adds a slice.
    pub(super) fn add(&mut self, playouts: u64, plies: u64, seconds: f64) {
        self.playouts += playouts;
        self.plies += plies;
        self.seconds += seconds;
        self.best = self.best.max(rate(playouts, seconds));
    }

    /// Whether there is nothing to tell.
    pub(super) fn is_empty(&self) -> bool {
        self.playouts == 0
    }

    /// Play-outs per second over all slices.
    pub(super) fn playouts_per_second(&self) -> f64 {
        rate(self.playouts, self.seconds)
    }

    /// Play-outs per second in the best slice. Short play-outs make a slice the best as much as a quiet machine does, and
    /// the more so the fewer there are in it: this favours the slower of two.
    pub(super) fn best(&self) -> f64 {
        self.best
    }

    /// Mean plies of a play-out.
    pub(super) fn plies(&self) -> f64 {
        self.plies as f64 / self.playouts.max(1) as f64
    }
}

fn rate(playouts: u64, seconds: f64) -> f64 {
    playouts as f64 / seconds.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_slices_count_and_the_best_is_told_beside() {
        let mut tally = Tally::default();
        assert!(tally.is_empty());
        tally.add(30, 300, 1.0);
        tally.add(10, 300, 1.0);
        assert!(!tally.is_empty());
        assert_eq!((tally.playouts_per_second(), tally.best(), tally.plies()), (20.0, 30.0, 15.0));
    }
}
