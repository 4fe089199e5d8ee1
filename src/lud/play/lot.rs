//! One of many moves, drawn while they are listed.

use super::moves::LudMove;
use crate::game::Random;
use rand::RngExt;

/// A draw of one of the moves that are offered one after the other, each with the same probability, without keeping the others.
///
/// The move with the number `n` takes the place of those before it with probability `1 / n`. That none of the moves from the one
/// kept, number `i`, up to number `j` does so has the probability `i / j`, so that one random number tells which is the next.
#[derive(Debug)]
pub struct Lot<'s> {
    rng: &'s mut Random,
    offered: u32,
    next: u32,
    kept: LudMove,
}

impl<'s> Lot<'s> {
    /// A draw to which nothing was offered yet.
    #[must_use]
    pub fn new(rng: &'s mut Random) -> Self {
        Self { rng, offered: 0, next: 1, kept: LudMove::NONE }
    }

    /// Offers a move, which is worked out only where it is kept.
    #[inline]
    pub fn offer(&mut self, chosen: impl FnOnce() -> LudMove) {
        self.offered += 1;
        if self.offered == self.next {
            self.kept = chosen();
            let divisor = 1 + u64::from(self.rng.random::<u32>());
            let last = (u64::from(self.offered) << 32) / divisor;
            self.next = u32::try_from(last).map_or(u32::MAX, |last| last.saturating_add(1));
        }
    }

    /// How many moves were offered.
    #[must_use]
    pub fn offered(&self) -> usize {
        self.offered as usize
    }

    /// The move drawn, where any was offered.
    #[must_use]
    pub fn drawn(self) -> Option<LudMove> {
        (self.offered > 0).then_some(self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    #[test]
    fn each_move_is_drawn_as_often() {
        let mut rng = random_from_seed(11);
        for moves in [1, 2, 3, 7, 20] {
            let mut counts = vec![0u32; moves];
            for _ in 0..20_000 * moves {
                let mut lot = Lot::new(&mut rng);
                for number in 0..moves {
                    lot.offer(|| LudMove { to: number as i16, ..LudMove::NONE });
                }
                counts[lot.drawn().unwrap().to as usize] += 1;
            }
            // Five standard deviations of 20,000 expected draws.
            assert!(counts.iter().all(|&count| count.abs_diff(20_000) < 700), "{moves}: {counts:?}");
        }
        assert_eq!(Lot::new(&mut rng).drawn(), None);
    }
}
