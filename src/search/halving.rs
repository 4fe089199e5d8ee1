//! When to halve the moves of the root, and which survive.
//!
//! **Sequential Halving** (Karnin, Koren and Somekh 2013) gives each of the `k` moves that are left `⌊B / (k·⌈log₂ n⌉)⌋`
//! simulations a round, then keeps the better half, rounded up. Under a time limit `B` is unknown: a round then ends when its
//! share `1/⌈log₂ n⌉` of the time is used and every survivor has had its turn.
//!
//! **UCB√SH** (Putrich, Tavares and Meneguzzi 2023, Algorithm 3) chooses by UCB√ among the first `k` moves. When the used
//! resource `r` exceeds `R·h / log₂ n`, `h` counting from 1, the moves are sorted by mean, `k` becomes `⌊k/2⌋` and `h` grows by
//! one. Halving stops at `k_min`: a set that is not larger than that is not halved, and halving never leaves fewer, as in the
//! authors' own program. The resource is time or iterations; all moves are tried once before the first halving.

/// The schedule of UCB√SH over `n` moves.
#[derive(Debug, Clone, PartialEq)]
pub struct SqrtHalving {
    log2: f64,
    k_min: usize,
    /// The halving that comes next, counted from 1.
    next: u32,
    /// Moves left.
    left: usize,
}

impl SqrtHalving {
    /// The schedule at the start.
    #[must_use]
    pub fn new(moves: usize, k_min: usize) -> Self {
        // One move needs no halving; a logarithm of 0 would ask for one at once.
        Self { log2: (moves as f64).log2().max(1.0), k_min, next: 1, left: moves }
    }

    /// How many moves are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether the moves are to be halved now that the fraction `used` of the resource is spent.
    #[must_use]
    pub fn is_due(&self, used: f64) -> bool {
        self.left > self.k_min && used * self.log2 > f64::from(self.next)
    }

    /// Halves. The caller sorts the moves that were left by mean, descending, and keeps the first [`left`](Self::left).
    pub fn halve(&mut self) {
        self.next += 1;
        self.left = (self.left / 2).max(self.k_min);
    }
}

/// The schedule of Sequential Halving over `n` moves: whom to sample next, and when a round is over.
#[derive(Debug, Clone, PartialEq)]
pub struct SequentialHalving {
    /// `⌈log₂ n⌉`, at least 1.
    rounds: u32,
    round: u32,
    left: usize,
    /// Simulations for the whole search, where known.
    budget: Option<u64>,
    /// Simulations that every survivor gets in this round; `u64::MAX` where time decides.
    each: u64,
    /// Simulations made in this round.
    made: u64,
}

impl SequentialHalving {
    /// The schedule at the start; `budget` is the number of simulations, where it is known.
    #[must_use]
    pub fn new(moves: usize, budget: Option<u64>) -> Self {
        let rounds = moves.next_power_of_two().trailing_zeros().max(1);
        let mut schedule = Self { rounds, round: 0, left: moves, budget, each: 0, made: 0 };
        schedule.each = schedule.share();
        schedule
    }

    fn share(&self) -> u64 {
        match self.budget {
            Some(budget) => (budget / (self.left as u64 * u64::from(self.rounds))).max(1),
            None => u64::MAX,
        }
    }

    /// How many moves are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// The place, among the survivors in order, of the move to sample next. Counts it as sampled.
    pub fn draw(&mut self) -> usize {
        let place = (self.made % self.left as u64) as usize;
        self.made += 1;
        place
    }

    /// Whether the round is over now that the fraction `used` of the resource is spent.
    #[must_use]
    pub fn is_due(&self, used: f64) -> bool {
        if self.left <= 1 {
            return false;
        }
        match self.budget {
            Some(_) => self.made >= self.each * self.left as u64,
            None => self.made >= self.left as u64 && used * f64::from(self.rounds) >= f64::from(self.round + 1),
        }
    }

    /// Keeps the better half, rounded up. The caller sorts the moves that were left by mean, descending.
    pub fn halve(&mut self) {
        self.left = self.left.div_ceil(2);
        self.round += 1;
        self.made = 0;
        self.each = self.share();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of 1000 at which the schedule halves, with the moves left after each.
    fn points(mut schedule: SqrtHalving) -> Vec<(u32, usize)> {
        let mut points = Vec::new();
        for step in 0..1000 {
            if schedule.is_due(f64::from(step) / 1000.0) {
                schedule.halve();
                points.push((step, schedule.left()));
            }
        }
        points
    }

    #[test]
    fn sqrt_halving_by_hand() {
        // log₂ 16 = 4: halvings just after ¼, ½ and ¾, if k_min allows.
        assert_eq!(points(SqrtHalving::new(16, 4)), [(251, 8), (501, 4)]);
        assert_eq!(points(SqrtHalving::new(16, 1)), [(251, 8), (501, 4), (751, 2)]);
        // log₂ 30 = 4.9069: after 0.20380, 0.40759, 0.61139 and 0.81518.
        assert_eq!(points(SqrtHalving::new(30, 1)), [(204, 15), (408, 7), (612, 3), (816, 1)]);
        // Never below k_min, and not at all where there are no more moves than that.
        assert_eq!(points(SqrtHalving::new(30, 4)), [(204, 15), (408, 7), (612, 4)]);
        assert_eq!(points(SqrtHalving::new(4, 4)), []);
        assert_eq!(points(SqrtHalving::new(1, 1)), []);
    }

    #[test]
    fn sequential_halving_by_hand() {
        // B = 10 000, n = 30: ⌈log₂ 30⌉ = 5 rounds over 30, 15, 8, 4, 2 moves with 66, 133, 250, 500, 1000 each.
        let mut schedule = SequentialHalving::new(30, Some(10_000));
        let mut rounds = Vec::new();
        let mut total = 0;
        while schedule.left() > 1 {
            rounds.push((schedule.left(), schedule.each));
            while !schedule.is_due(0.0) {
                schedule.draw();
                total += 1;
            }
            schedule.halve();
        }
        assert_eq!(rounds, [(30, 66), (15, 133), (8, 250), (4, 500), (2, 1000)]);
        assert_eq!(total, 1980 + 1995 + 2000 + 2000 + 2000);
    }

    #[test]
    fn survivors_are_sampled_in_turn() {
        let mut schedule = SequentialHalving::new(3, Some(12));
        let places: Vec<usize> = (0..6).map(|_| schedule.draw()).collect();
        assert_eq!(places, [0, 1, 2, 0, 1, 2]);
        assert!(schedule.is_due(0.0));
    }

    #[test]
    fn under_time_a_round_lasts_its_share() {
        let mut schedule = SequentialHalving::new(8, None);
        for _ in 0..8 {
            assert!(!schedule.is_due(0.9), "every move gets its turn first");
            schedule.draw();
        }
        assert!(!schedule.is_due(0.33) && schedule.is_due(0.34));
    }
}
