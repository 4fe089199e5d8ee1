//! How long a search goes on: iterations, time, and the game's clock.
//!
//! **Clock bonus time** (Putrich, Tavares and Meneguzzi 2023, eq. 4): every move gets τ_min; once half of it is used, the search
//! adds `max(τ_min, min(τ_max, G / m̄)) − τ_min`, where `G` is the time left for the game and `m̄` the number of own moves left.
//! `m̄` is the mean length of the finished simulations so far, in plies from the root, divided by the number of seats: exact
//! where seats take turns, an estimate elsewhere. No finished simulation, no bonus.
//!
//! The clock is read every 100 µs or so, not at every iteration.

use super::analysis::Stop;
use super::budget::Budget;
use super::params::ClockPolicy;
use std::time::{Duration, Instant};

/// How far apart readings of the clock may be.
const READING_INTERVAL: f64 = 100e-6;
/// Most iterations between two readings.
const MAX_STRIDE: u32 = 512;
/// Own moves that a game is thought to last where no play-out has told yet.
const UNKNOWN_MOVES: f64 = 30.0;
/// What is left on the clock for everything that is not search.
const CLOCK_MARGIN: Duration = Duration::from_millis(20);

/// Tells a search when to stop, and how much of its resource is used.
#[derive(Debug)]
pub(crate) struct Pace {
    began: Instant,
    iterations: Option<u64>,
    /// The time for this move, if time limits it.
    time: Option<Duration>,
    bonus: Option<Bonus>,
    /// Most time that a bonus may lead to.
    ceiling: Duration,
    started: u64,
    stride: u32,
    until_reading: u32,
    /// Fraction of the time used at the last reading.
    time_used: f64,
    /// Whether the clock is read even without a time limit, because someone watches.
    watched: bool,
    /// When the clock was last read, since the beginning.
    elapsed: Duration,
    stop: Option<Stop>,
    /// Plies of finished simulations from the root, and how many there were.
    plies: u64,
    finished: u64,
    seats: usize,
}

/// A clock bonus that was not asked for yet.
#[derive(Debug, Clone, Copy)]
struct Bonus {
    min: Duration,
    max: Duration,
    left: Duration,
}

impl Pace {
    /// The pace of a search that begins now. `own_moves` is the number of own moves left as an earlier search saw it.
    pub(crate) fn new(budget: &Budget, policy: ClockPolicy, own_moves: Option<f64>, seats: usize) -> Self {
        let mut bonus = None;
        let mut time = budget.time_limit();
        let mut ceiling = Duration::MAX;
        if let Some(left) = budget.clock_left() {
            ceiling = left.saturating_sub(CLOCK_MARGIN.min(left / 4));
            let planned = match (policy, time) {
                (ClockPolicy::Bonus { min, max }, _) => {
                    bonus = Some(Bonus { min, max, left });
                    min
                }
                (ClockPolicy::Fixed(think), limit) => limit.map_or(think, |limit| limit.min(think)),
                (ClockPolicy::Share, Some(limit)) => limit,
                (ClockPolicy::Share, None) => left.div_f64(own_moves.unwrap_or(UNKNOWN_MOVES).max(1.0)),
            };
            time = Some(planned.min(ceiling));
        } else if let (ClockPolicy::Fixed(think), Some(limit)) = (policy, time) {
            time = Some(limit.min(think));
        }
        Self {
            began: Instant::now(),
            iterations: budget.iteration_limit(),
            time,
            bonus,
            ceiling,
            started: 0,
            stride: 1,
            until_reading: 0,
            time_used: 0.0,
            watched: false,
            elapsed: Duration::ZERO,
            stop: None,
            plies: 0,
            finished: 0,
            seats,
        }
    }

    /// Counts one more iteration if there may be one.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        if self.stop.is_some() {
            return false;
        }
        if self.iterations.is_some_and(|limit| self.started >= limit) {
            self.stop = Some(Stop::Iterations);
            return false;
        }
        if self.time.is_some() || self.watched {
            if self.until_reading == 0 {
                self.read_clock();
                if self.stop.is_some() {
                    return false;
                }
                self.until_reading = self.stride;
            }
            self.until_reading -= 1;
        }
        self.started += 1;
        true
    }

    fn read_clock(&mut self) {
        let elapsed = self.began.elapsed();
        self.elapsed = elapsed;
        let each = elapsed.as_secs_f64() / self.started.max(1) as f64;
        // Growing slowly, so that a few fast iterations do not hide slow ones to come.
        self.stride = ((READING_INTERVAL / each) as u32).clamp(1, MAX_STRIDE).min(self.stride * 2);
        let Some(mut time) = self.time else { return };
        if let Some(bonus) = self.bonus.filter(|_| elapsed >= time / 2) {
            time = (time + self.bonus_time(bonus)).min(self.ceiling);
            self.time = Some(time);
            self.bonus = None;
        }
        if elapsed >= time {
            self.stop = Some(Stop::Time);
        }
        self.time_used = elapsed.as_secs_f64() / time.as_secs_f64();
    }

    fn bonus_time(&self, Bonus { min, max, left }: Bonus) -> Duration {
        let Some(moves) = self.own_moves_left() else { return Duration::ZERO };
        bonus(min, max, left, moves)
    }

    /// Own moves left from the root on, as the finished simulations tell.
    pub(crate) fn own_moves_left(&self) -> Option<f64> {
        (self.finished > 0).then(|| (self.mean_plies() / self.seats as f64).max(1.0))
    }

    /// Mean plies from the root to the end of a finished simulation; 0 where none finished.
    pub(crate) fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.finished.max(1) as f64
    }

    /// Takes note of a simulation that ended `plies` after the root.
    #[inline]
    pub(crate) fn note(&mut self, plies: u32, finished: bool) {
        if finished {
            self.plies += u64::from(plies);
            self.finished += 1;
        }
    }

    /// The fraction of the resource that is used: of iterations or time, whichever is scarcer.
    #[inline]
    pub(crate) fn used(&self) -> f64 {
        let iterations = self.iterations.map_or(0.0, |limit| self.started as f64 / limit as f64);
        iterations.max(self.time_used)
    }

    /// How many iterations there will be, where that is certain.
    pub(crate) fn iteration_budget(&self) -> Option<u64> {
        self.iterations.filter(|_| self.time.is_none())
    }

    /// The time that is left for this move, where there is a limit.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.began.elapsed()))
    }

    /// Iterations started.
    pub(crate) fn started(&self) -> u64 {
        self.started
    }

    /// Time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Has the clock read although time may not be limited; [`last_reading`](Self::last_reading) tells.
    pub(crate) fn watch(&mut self) {
        self.watched = true;
    }

    /// The time since the beginning when the clock was last read.
    pub(crate) fn last_reading(&self) -> Duration {
        self.elapsed
    }

    /// Ends the search for `reason`, unless it has ended already.
    pub(crate) fn end(&mut self, reason: Stop) {
        self.stop.get_or_insert(reason);
    }

    /// Why the search ended, if it has.
    pub(crate) fn stop(&self) -> Option<Stop> {
        self.stop
    }
}

/// Clock bonus time, eq. 4: with `left` for the game and `moves` own moves to come.
fn bonus(min: Duration, max: Duration, left: Duration, moves: f64) -> Duration {
    left.div_f64(moves).min(max).max(min) - min
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: Duration = Duration::from_millis(500);
    const MAX: Duration = Duration::from_secs(2);

    #[test]
    fn the_bonus_by_hand() {
        let minute = Duration::from_secs(60);
        // 60 s for 40 moves: 1.5 s each, so 1 s more than the least.
        assert_eq!(bonus(MIN, MAX, minute, 40.0), Duration::from_secs(1));
        // 60 s for 10 moves: 6 s, cut to 2 s.
        assert_eq!(bonus(MIN, MAX, minute, 10.0), Duration::from_millis(1500));
        // 60 s for 300 moves: 0.2 s, raised to 0.5 s: nothing more.
        assert_eq!(bonus(MIN, MAX, minute, 300.0), Duration::ZERO);
    }

    #[test]
    fn a_bonus_is_asked_for_at_half_the_least_time_and_once() {
        let budget = Budget::new(None, None, Some(60.0)).unwrap();
        let policy = ClockPolicy::Bonus { min: Duration::from_millis(40), max: Duration::from_millis(120) };
        let mut pace = Pace::new(&budget, policy, None, 2);
        pace.note(20, true);
        assert!(pace.tick());
        assert_eq!(pace.time, Some(Duration::from_millis(40)));
        std::thread::sleep(Duration::from_millis(21));
        pace.until_reading = 0;
        assert!(pace.tick());
        assert_eq!(pace.time, Some(Duration::from_millis(120)));
        assert!(pace.bonus.is_none());
    }

    #[test]
    fn shares_and_fixed_times_respect_the_clock() {
        let budget = Budget::new(None, None, Some(6.0)).unwrap();
        let time = |policy, moves| Pace::new(&budget, policy, moves, 2).time.unwrap();
        assert_eq!(time(ClockPolicy::Share, Some(12.0)), Duration::from_millis(500));
        assert_eq!(time(ClockPolicy::Share, Some(1.0)), Duration::from_millis(5980));
        assert_eq!(time(ClockPolicy::Fixed(MIN), None), MIN);
        let nearly_over = Budget::new(None, None, Some(0.1)).unwrap();
        let pace = Pace::new(&nearly_over, ClockPolicy::Fixed(MIN), None, 2);
        assert_eq!(pace.time, Some(Duration::from_millis(80)));
    }

    #[test]
    fn iterations_are_exact_and_ignore_the_clock_policy() {
        let budget = Budget::iterations(1000).unwrap();
        let mut pace = Pace::new(&budget, ClockPolicy::Fixed(MIN), None, 2);
        let mut made = 0;
        while pace.tick() {
            made += 1;
        }
        assert_eq!((made, pace.stop()), (1000, Some(Stop::Iterations)));
        assert!((pace.used() - 1.0).abs() < 1e-9);
    }
}
