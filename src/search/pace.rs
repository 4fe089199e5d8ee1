//! How long a search goes on: iterations, time, and the game's clock.
//!
//! **Clock bonus time** (Putrich, Tavares and Meneguzzi 2023, eq. 4): every move gets τ_min; once half of it is used, the search
//! adds `max(τ_min, min(τ_max, G / m̄)) − τ_min`, where `G` is the time left for the game and `m̄` the number of own moves left.
//! `m̄` is the mean length of the finished simulations so far, in plies from the root, divided by the number of seats: exact
//! where seats take turns, an estimate elsewhere. No finished simulation, no bonus.
//!
//! Taken by the letter, that runs the clock out in long games: τ_min is spent whatever is left, and random play-outs may see the end
//! coming for hundreds of moves. The *careful* form, which is the default, divides what is left by a number of moves that is never
//! too small: m̄ as above, but no less than [`FEWEST_MOVES`], and no less than the moves that were made already (a game that has
//! lasted long may last longer). A move gets no more than that share, τ_min or not, and of it goes what a move costs besides searching.
//! So what is left falls by a share a move and never to nothing; where there is plenty for τ_max, both forms are the same.
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
/// Own moves that a game is thought to last at least, where the clock is dealt out carefully.
const FEWEST_MOVES: f64 = 20.0;
/// What a move is thought to cost besides searching.
const MOVE_COST: Duration = Duration::from_millis(3);
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
    /// What the move gets anyway.
    min: Duration,
    max: Duration,
    left: Duration,
    /// Own moves to come at least, where the clock is dealt out carefully.
    moves: Option<f64>,
}

/// What a searcher knows of the game before it searches.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outlook {
    /// Own moves left as an earlier search saw it.
    pub own_moves: Option<f64>,
    /// Own moves made, as far as it was asked for them.
    pub made: u32,
}

impl Outlook {
    /// Own moves that are thought to be left, carefully.
    fn moves(&self) -> f64 {
        self.own_moves.unwrap_or(UNKNOWN_MOVES).max(self.fewest())
    }

    fn fewest(&self) -> f64 {
        FEWEST_MOVES.max(f64::from(self.made))
    }

    /// After a search that saw so many own moves left, if it saw any end.
    pub(crate) fn after(&self, own_moves: Option<f64>) -> Self {
        let own_moves = own_moves.map(|moves| (moves - 1.0).max(1.0)).or(self.own_moves);
        Self { own_moves, made: self.made + 1 }
    }
}

impl Pace {
    /// The pace of a search that begins now.
    pub(crate) fn new(budget: &Budget, policy: ClockPolicy, outlook: Outlook, seats: usize) -> Self {
        let mut bonus = None;
        let mut time = budget.time_limit();
        let mut ceiling = Duration::MAX;
        if let Some(left) = budget.clock_left() {
            ceiling = left.saturating_sub(CLOCK_MARGIN.min(left / 4));
            let planned = match (policy, time) {
                (ClockPolicy::Bonus { min, max, careful }, _) => {
                    let (min, moves) = match careful {
                        true => (min.min(share(left, outlook.moves())), Some(outlook.fewest())),
                        false => (min, None),
                    };
                    bonus = Some(Bonus { min, max, left, moves });
                    min
                }
                (ClockPolicy::Fixed(think), limit) => limit.map_or(think, |limit| limit.min(think)),
                (ClockPolicy::Share, Some(limit)) => limit,
                (ClockPolicy::Share, None) => share(left, outlook.moves()),
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

    fn bonus_time(&self, Bonus { min, max, left, moves }: Bonus) -> Duration {
        let Some(seen) = self.own_moves_left() else { return Duration::ZERO };
        bonus(min, max, moves.map_or_else(|| left.div_f64(seen), |fewest| share(left, seen.max(fewest))))
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

/// What a move may take of `left` where so many are to come.
fn share(left: Duration, moves: f64) -> Duration {
    let even = left.div_f64(moves);
    even.saturating_sub(MOVE_COST).max(even / 4)
}

/// Clock bonus time, eq. 4, where an even share of what is left is `even`.
fn bonus(min: Duration, max: Duration, even: Duration) -> Duration {
    even.min(max).max(min) - min
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
        assert_eq!(bonus(MIN, MAX, minute / 40), Duration::from_secs(1));
        // 60 s for 10 moves: 6 s, cut to 2 s.
        assert_eq!(bonus(MIN, MAX, minute / 10), Duration::from_millis(1500));
        // 60 s for 300 moves: 0.2 s, raised to 0.5 s: nothing more.
        assert_eq!(bonus(MIN, MAX, minute / 300), Duration::ZERO);
    }

    #[test]
    fn a_bonus_is_asked_for_at_half_the_least_time_and_once() {
        let budget = Budget::new(None, None, Some(60.0)).unwrap();
        let policy =
            ClockPolicy::Bonus { min: Duration::from_millis(40), max: Duration::from_millis(120), careful: true };
        let mut pace = Pace::new(&budget, policy, Outlook::default(), 2);
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
        let time = |policy, moves| Pace::new(&budget, policy, Outlook { own_moves: moves, made: 0 }, 2).time.unwrap();
        assert_eq!(time(ClockPolicy::Share, Some(60.0)), Duration::from_millis(97));
        // One move is never certain to be the last.
        assert_eq!(time(ClockPolicy::Share, Some(1.0)), Duration::from_millis(297));
        assert_eq!(time(ClockPolicy::Fixed(MIN), None), MIN);
        let nearly_over = Budget::new(None, None, Some(0.1)).unwrap();
        let pace = Pace::new(&nearly_over, ClockPolicy::Fixed(MIN), Outlook::default(), 2);
        assert_eq!(pace.time, Some(Duration::from_millis(80)));
    }

    /// What is left of a clock after `length` own moves, where every search sees `seen(move)` own moves left and each move costs
    /// 2 ms besides; and how many moves were made before the clock was out.
    fn simulated(policy: ClockPolicy, clock: f64, length: u32, seen: impl Fn(u32) -> f64) -> (f64, u32) {
        let mut left = clock;
        let mut outlook = Outlook::default();
        for made in 0..length {
            let Ok(budget) = Budget::new(None, None, Some(left)) else { return (left, made) };
            let mut pace = Pace::new(&budget, policy, outlook, 1);
            pace.note(seen(made) as u32, true);
            let base = pace.time.unwrap();
            let more = pace.bonus.map_or(Duration::ZERO, |bonus| pace.bonus_time(bonus));
            left -= (base + more).min(pace.ceiling).as_secs_f64() + 0.002;
            if left <= 0.0 {
                return (left, made);
            }
            outlook = outlook.after(pace.own_moves_left());
        }
        (left, length)
    }

    #[test]
    fn a_long_game_leaves_time_on_the_clock() {
        for (clock, min, max) in [(60.0, 500, 2000), (12.0, 100, 400), (60.0, 2000, 2000)] {
            let [min, max] = [min, max].map(Duration::from_millis);
            let careful = ClockPolicy::Bonus { min, max, careful: true };
            let exact = ClockPolicy::Bonus { min, max, careful: false };
            // Play-outs that see the end where it is, that always see it soon, and that never come close to it.
            let seers: [fn(u32) -> f64; 3] = [|made| f64::from(300 - made), |_| 10.0, |_| 400.0];
            for seen in seers {
                for policy in [careful, ClockPolicy::Share] {
                    let (left, made) = simulated(policy, clock, 300, seen);
                    assert!(made == 300 && left > 0.0, "{policy:?}, {clock} s: {left} s left after {made} moves");
                }
                assert!(simulated(exact, clock, 300, seen).1 < 150);
            }
            // Neither is much kept for nothing: a game of 40 own moves uses most of it.
            let (left, _) = simulated(careful, clock, 40, |made| f64::from(40 - made));
            assert!(left < 0.4 * clock, "{left} of {clock} s left");
        }
    }

    #[test]
    fn where_time_is_plenty_careful_is_the_papers() {
        let budget = Budget::new(None, None, Some(60.0)).unwrap();
        let times = [true, false].map(|careful| {
            let mut pace =
                Pace::new(&budget, ClockPolicy::Bonus { min: MIN, max: MAX, careful }, Outlook::default(), 2);
            pace.note(40, true);
            pace.time.unwrap() + pace.bonus_time(pace.bonus.unwrap())
        });
        assert_eq!(times, [MAX, MAX]);
    }

    #[test]
    fn iterations_are_exact_and_ignore_the_clock_policy() {
        let budget = Budget::iterations(1000).unwrap();
        let mut pace = Pace::new(&budget, ClockPolicy::Fixed(MIN), Outlook::default(), 2);
        let mut made = 0;
        while pace.tick() {
            made += 1;
        }
        assert_eq!((made, pace.stop()), (1000, Some(Stop::Iterations)));
        assert!((pace.used() - 1.0).abs() < 1e-9);
    }
}
