//! How a run is cut: into so many shards that a task lasts tens of minutes.

use crate::run::{Limit, Settings, schedule};

/// Seconds of thinking of both sides together, for each second on one side's clock: 100 titles drawn from all of the Kilothon
/// took 3.50 s a game on average where each side had 3 s.
const SECONDS_PER_CLOCK: f64 = 1.17;
/// Moves of a side in such a game until its clock runs out.
const MOST_MOVES: f64 = 200.0;
/// Plies of a game between two, where nothing else is known.
const PLIES: f64 = 80.0;
/// Seconds of an iteration: a guess on the slow side.
const ITERATION: f64 = 1e-4;
/// Seconds that a game takes besides thinking.
const OVERHEAD: f64 = 0.05;

/// How a run is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// Games of the whole run.
    pub games: u64,
    /// Seconds that a game is expected to take.
    pub game_seconds: f64,
    /// How many shards.
    pub shards: u64,
    /// Games at the same time in a task.
    pub jobs: usize,
}

impl Cut {
    /// Cuts runs so that a task lasts about `task_seconds`, or into `wanted` shards; never into more than there are pairs of
    /// games, or than `most`.
    #[must_use]
    pub fn new(
        runs: &[&Settings],
        jobs: usize,
        task_seconds: f64,
        wanted: Option<u64>,
        game_seconds: Option<f64>,
        most: u64,
    ) -> Self {
        let (mut games, mut pairs, mut seconds) = (0, 0, 0.0);
        for settings in runs {
            let all = schedule(settings);
            games += all.len() as u64;
            pairs = pairs.max(all.last().map_or(0, |last| last.pair + 1));
            seconds += all.len() as f64 * game_seconds.unwrap_or_else(|| seconds_of_game(settings));
        }
        let enough = (seconds / (jobs.max(1) as f64 * task_seconds)).ceil().max(1.0) as u64;
        let shards = wanted.unwrap_or(enough).clamp(1, pairs.clamp(1, most.max(1)));
        Self { games, game_seconds: seconds / games.max(1) as f64, shards, jobs }
    }

    /// Core-hours of the whole run.
    #[must_use]
    pub fn core_hours(&self, threads: usize) -> f64 {
        self.games as f64 * self.game_seconds * threads.max(1) as f64 / 3600.0
    }

    /// Minutes of a task.
    #[must_use]
    pub fn task_minutes(&self) -> f64 {
        self.games as f64 * self.game_seconds / (self.shards.max(1) as f64 * self.jobs.max(1) as f64 * 60.0)
    }
}

/// Seconds that a game with these limits is expected to take. With a clock it is measured; otherwise it is a guess.
#[must_use]
pub fn seconds_of_game(settings: &Settings) -> f64 {
    let side = |limit: &Limit| {
        let moves = PLIES / 2.0;
        let per_move = limit.time.or_else(|| limit.iterations.map(|count| count as f64 * ITERATION));
        match (limit.clock, per_move) {
            (Some(clock), Some(time)) => (time * MOST_MOVES).min(clock * SECONDS_PER_CLOCK / 2.0),
            (Some(clock), None) => clock * SECONDS_PER_CLOCK / 2.0,
            (None, time) => time.unwrap_or_default() * moves,
        }
    };
    settings.entrants.iter().take(2).map(|entrant| side(&entrant.limit)).sum::<f64>() + OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Kind, Title};

    fn kilothon(titles: usize, games: u64) -> Settings {
        let mut settings =
            Settings { kind: Kind::Kilothon { opponent_everywhere: false }, games, ..Settings::default() };
        settings.titles = (0..titles).map(|n| Title { name: n.to_string(), category: String::new() }).collect();
        let clock = Limit { clock: Some(60.0), ..Limit::default() };
        settings.entrants[0].limit = clock;
        settings.entrants[1].limit = Limit { time: Some(0.5), ..clock };
        settings
    }

    #[test]
    fn tasks_last_tens_of_minutes() {
        let (one, ten) = (kilothon(1270, 1), kilothon(1270, 10));
        let cut = |settings: &Settings, jobs| Cut::new(&[settings], jobs, 1800.0, None, None, 1000);
        let minutes = cut(&one, 1).task_minutes();
        assert!((10.0..60.0).contains(&minutes), "{minutes}");
        assert!(cut(&one, 4).shards < cut(&one, 1).shards);
        assert_eq!(cut(&ten, 1).games, 12_700);
        let hours = cut(&ten, 1).core_hours(1);
        assert!((240.0..255.0).contains(&hours), "{hours}");
    }

    #[test]
    fn never_more_shards_than_pairs_or_allowed() {
        let few = kilothon(7, 1);
        assert_eq!(Cut::new(&[&few], 1, 1.0, None, None, 1000).shards, 7);
        assert_eq!(Cut::new(&[&few], 1, 1800.0, Some(40), None, 1000).shards, 7);
        let many = kilothon(1270, 10);
        assert_eq!(Cut::new(&[&many], 1, 1800.0, Some(4000), None, 1000).shards, 1000);
        assert_eq!(Cut::new(&[&many], 1, 1800.0, Some(40), None, 1000).shards, 40);
        assert_eq!(Cut::new(&[&few], 1, 1800.0, None, Some(3600.0), 1000).shards, 7);
    }
}
