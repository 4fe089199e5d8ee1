//! Options that every run has: matches, comparisons, tournaments, Kilothons.

use super::Failure;
use crate::run::{Overrun, PlayRules, Settings, Shard};
use std::fs;
use std::path::PathBuf;

/// Where and how a run goes on, and the runner's own rules.
#[derive(Debug, Clone, clap::Args)]
pub struct RunOptions {
    /// Folder of the run; an existing one is continued
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Games at the same time [default: one per core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Allow more timed games at once than there are cores
    #[arg(long)]
    pub oversubscribe: bool,
    /// Play only part i of n, for example 2/8 [default: from SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT, or all]
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Stop after so much time, to be continued later: seconds, or 90m, 2h. No game begins that would hardly end by then
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub wall_time: Option<f64>,
    /// In a Slurm task: put the task back into the queue where the wall time left games to play
    #[arg(long, requires = "wall_time")]
    pub requeue: bool,
    /// List the schedule instead of playing it
    #[arg(long)]
    pub dry_run: bool,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Random plies at the start of each game, the same for both games of a pair
    #[arg(long, default_value_t = 0, value_name = "PLIES")]
    pub opening_plies: u32,
    /// File of openings, one per line: moves separated by blanks
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// End games after so many plies, with the utilities of that position [default: never, and 500 per player in a Kilothon]
    #[arg(long, value_name = "PLIES")]
    pub max_plies: Option<u32>,
    /// End games between two once an agent proves their result
    #[arg(long)]
    pub adjudicate_proofs: bool,
    /// Seconds that a move may be late before its game is lost
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    pub grace: f64,
    /// Seconds of silence, beyond limit and grace, after which an agent is given up
    #[arg(long, default_value_t = 600.0, value_name = "SECONDS")]
    pub patience: f64,
    /// Leave moves and boards out of the records: smaller files, no replays
    #[arg(long)]
    pub no_moves: bool,
}

/// Reads a time: seconds, or a number with s, m or h.
fn parse_time(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if value > 0.0 && value.is_finite() => Ok(value * unit),
        _ => Err(format!("`{text}` is not a time: write seconds, or 90m, or 2h")),
    }
}

impl RunOptions {
    /// The runner's own rules that these options ask for.
    #[must_use]
    pub fn rules(&self, overrun: Overrun) -> PlayRules {
        PlayRules {
            max_plies: self.max_plies,
            max_plies_per_seat: None,
            opening_plies: self.opening_plies,
            overrun,
            grace: self.grace,
            patience: self.patience,
            adjudicate_proofs: self.adjudicate_proofs,
            record_moves: !self.no_moves,
        }
    }

    /// The lists of opening moves.
    ///
    /// # Errors
    /// When the file cannot be read or holds none.
    pub fn openings(&self) -> Result<Vec<Vec<String>>, Failure> {
        let Some(path) = &self.openings else { return Ok(Vec::new()) };
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::misuse(format!("cannot read {}: {error}", path.display())))?;
        let lists: Vec<Vec<String>> = text
            .lines()
            .map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .filter(|list| list.first().is_some_and(|first| !first.starts_with('#')))
            .collect();
        if lists.is_empty() {
            return Err(Failure::misuse(format!("{} holds no opening", path.display())));
        }
        Ok(lists)
    }

    /// The part to play.
    #[must_use]
    pub fn shard(&self) -> Shard {
        self.shard.or_else(Shard::from_slurm).unwrap_or(Shard::WHOLE)
    }

    /// Games at the same time.
    ///
    /// # Errors
    /// When timed games would have to share cores and that was not asked for.
    pub fn jobs(&self, settings: &Settings) -> Result<usize, Failure> {
        let threads = settings.threads();
        let cores = (std::thread::available_parallelism().map_or(1, usize::from) / threads).max(1);
        let jobs = self.jobs.unwrap_or(cores);
        if jobs == 0 {
            return Err(Failure::misuse("--jobs must be at least 1"));
        }
        if settings.is_timed() && jobs > cores && !self.oversubscribe {
            return Err(Failure::misuse(format!(
                "{jobs} timed games at once, where there are cores for {cores}, would take each other's time; use --jobs {cores}, \
                 limit by --iterations, or ask for it with --oversubscribe"
            )));
        }
        Ok(jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("90"), Ok(90.0));
        assert_eq!(parse_time("1.5h"), Ok(5400.0));
        assert_eq!(parse_time("2m"), Ok(120.0));
        assert!(parse_time("-3").is_err() && parse_time("x").is_err() && parse_time("").is_err());
    }
}
