//! `halfling status`: how far a run is that several processes play, on a cluster or not.

use super::Failure;
use crate::cluster::slurm::{self, SlurmError, Task};
use crate::cluster::{NodeTally, Plan, Progress, Shards, quote};
use crate::report::running_score;
use crate::run::{DESCRIPTION, now};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Options of `halfling status`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  halfling status runs/ten            # games, shards, score so far, nodes, what to do
  halfling status runs/ten --json     # the same for programs
  watch -n 60 halfling status runs/ten")]
pub(super) struct Args {
    /// Folder of the run; it may be going on
    folder: PathBuf,
    /// Print JSON instead
    #[arg(long)]
    json: bool,
}

/// Nodes that are slower than this compared with the others are pointed out.
const SLOW: f64 = 0.8;
/// Failed tasks that are described one by one.
const SHOWN: usize = 8;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let plan = if Plan::path(&args.folder).exists() { Some(Plan::read(&args.folder)?) } else { None };
    let (parts, shards) = match &plan {
        Some(plan) => (plan.parts.clone(), plan.shards),
        None => parts_of(&args.folder)?,
    };
    let progress = Progress::read(&args.folder, &parts, shards)?;
    let queue = match &plan {
        Some(plan) => {
            let jobs: Vec<u64> = plan.submissions()?.iter().map(|submission| submission.job).collect();
            slurm::tasks(&jobs).map(|tasks| (jobs, tasks))
        }
        None => Ok((Vec::new(), Vec::new())),
    };
    let status = Status { folder: &args.folder, plan: plan.as_ref(), progress, queue };
    let text = if args.json { format!("{:#}\n", status.json()) } else { status.text() };
    super::output::print(text.as_bytes())
}

/// The runs of a folder that was not submitted: itself, or those below it.
fn parts_of(folder: &Path) -> Result<(Vec<PathBuf>, u64), Failure> {
    let mut parts = Vec::new();
    if folder.join(DESCRIPTION).exists() {
        parts.push(PathBuf::new());
    } else {
        let entries = std::fs::read_dir(folder)
            .map_err(|error| Failure::misuse(format!("cannot read {}: {error}", folder.display())))?;
        parts.extend(
            entries.flatten().filter(|entry| entry.path().join(DESCRIPTION).exists()).map(|e| e.file_name().into()),
        );
        parts.sort();
    }
    let Some(first) = parts.first() else {
        return Err(Failure::misuse(format!("{} holds no run", folder.display())));
    };
    let shards = Progress::shards_of_files(&folder.join(first))?;
    Ok((parts, shards))
}

struct Status<'a> {
    folder: &'a Path,
    plan: Option<&'a Plan>,
    progress: Progress,
    queue: Result<(Vec<u64>, Vec<Task>), SlurmError>,
}

/// How shards stand.
struct ShardStates {
    done: Shards,
    running: Shards,
    waiting: Shards,
    stopped: Shards,
}

impl Status<'_> {
    fn tasks(&self) -> &[Task] {
        self.queue.as_ref().map_or(&[], |(_, tasks)| tasks)
    }

    /// Whether it is known what runs and waits.
    fn knows_queue(&self) -> bool {
        self.plan.is_some() && self.queue.is_ok()
    }

    /// The newest task of each shard.
    fn newest(&self) -> BTreeMap<u64, &Task> {
        self.tasks().iter().map(|task| (task.shard, task)).collect()
    }

    fn shards(&self) -> ShardStates {
        let newest = self.newest();
        let incomplete = self.progress.incomplete();
        let done = (1..=self.progress.shards).filter(|shard| !incomplete.0.contains(shard)).collect();
        let mut states =
            ShardStates { done, running: Shards::default(), waiting: Shards::default(), stopped: Shards::default() };
        for shard in incomplete.0 {
            let list = match newest.get(&shard) {
                Some(task) if task.is_running() => &mut states.running,
                Some(task) if task.is_active() => &mut states.waiting,
                _ => &mut states.stopped,
            };
            list.0.insert(shard);
        }
        states
    }

    /// Games that are being played, as far as the queue tells: each running task plays so many at a time.
    fn playing(&self) -> u64 {
        let Some(plan) = self.plan else { return 0 };
        let missing = |task: &Task| self.progress.missing.get(task.shard as usize - 1).copied().unwrap_or_default();
        let running = self.tasks().iter().filter(|task| task.is_running() && task.shard >= 1);
        running.map(|task| missing(task).min(plan.jobs as u64)).sum()
    }

    fn failed_games(&self) -> u64 {
        self.progress.parts.iter().map(|part| part.tally.records - part.tally.counted() + part.tally.faulted()).sum()
    }

    fn game_seconds(&self) -> Option<f64> {
        self.progress.game_seconds().or_else(|| self.plan.map(|plan| plan.game_seconds))
    }

    /// Seconds until the end, with what that rests on.
    fn expected(&self) -> Option<(f64, String)> {
        let left = self.progress.left() as f64;
        let states = self.shards();
        if left == 0.0 {
            return None;
        }
        if let (Some(plan), Some(seconds), true) = (self.plan, self.game_seconds(), self.knows_queue()) {
            let (running, waiting) = (states.running.0.len() as u64, states.waiting.0.len() as u64);
            if running > 0 {
                let games: u64 = states.running.0.union(&states.waiting.0).map(|&shard| self.missing(shard)).sum();
                let at_once = running * plan.jobs as u64;
                return Some((games as f64 * seconds / at_once as f64, format!("with {running} tasks running as now")));
            }
            if waiting > 0 {
                let tasks = plan.resources.array_limit.unwrap_or(waiting).min(waiting);
                let at_once = tasks * plan.jobs as u64;
                return Some((left * seconds / at_once as f64, format!("once {tasks} tasks run at a time")));
            }
            return None;
        }
        self.progress.rate().map(|rate| (left / rate, "at the pace of the last hour".to_owned()))
    }

    fn missing(&self, shard: u64) -> u64 {
        self.progress.missing.get(shard as usize - 1).copied().unwrap_or_default()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let progress = &self.progress;
        let (done, games) = (progress.done(), progress.games());
        let _ = write!(text, "games      {done} of {games} done ({:.1} %)", 100.0 * done as f64 / games.max(1) as f64);
        if self.knows_queue() {
            let _ = write!(text, ", {} running", self.playing());
        }
        let _ = writeln!(text, ", {} failed", self.failed_games());
        let states = self.shards();
        if progress.shards > 1 || self.plan.is_some() {
            let _ = write!(text, "shards     {} of {} done", states.done.0.len(), progress.shards);
            if self.knows_queue() {
                let (running, waiting, stopped) = (&states.running, &states.waiting, &states.stopped);
                let _ = write!(
                    text,
                    ", {} running, {} waiting, {} stopped",
                    running.0.len(),
                    waiting.0.len(),
                    stopped.0.len()
                );
            }
            text.push('\n');
        }
        match &self.queue {
            Ok((jobs, _)) if !jobs.is_empty() => {
                let jobs: Vec<String> = jobs.iter().map(u64::to_string).collect();
                let _ = writeln!(text, "jobs       {}", jobs.join(", "));
            }
            Ok(_) => {}
            Err(error) => {
                let _ = writeln!(text, "queue      not known: {error}");
            }
        }
        self.scores(&mut text);
        if let Some(seconds) = self.game_seconds().filter(|_| progress.left() > 0) {
            let hours = progress.left() as f64 * seconds / 3600.0;
            let _ = writeln!(text, "left       {} games of {seconds:.1} s, {hours:.2} hours of play", progress.left());
        }
        if let Some((seconds, why)) = self.expected() {
            let _ = writeln!(text, "end        {} (in {}), {why}", utc(now() + seconds as u64), span(seconds));
        }
        for torn in &progress.torn {
            let then = if progress.left() > 0 { "its game is played again" } else { "its game was played again" };
            let _ = writeln!(text, "torn       {torn}; it is left out, {then}");
        }
        self.nodes(&mut text);
        self.failures(&states, &mut text);
        let _ = writeln!(text, "to do      {}", self.to_do(&states));
        text
    }

    fn scores(&self, text: &mut String) {
        for part in &self.progress.parts {
            let name = part.folder.display().to_string();
            if part.tally.counted() == 0 {
                continue;
            }
            let score = running_score(&part.description.settings, &part.tally);
            let _ = match name.is_empty() {
                true => writeln!(text, "so far     {score}"),
                false => writeln!(text, "so far     {name}: {score}, {} of {} games", part.tally.records, part.games),
            };
        }
    }

    fn nodes(&self, text: &mut String) {
        let tallies = self.progress.nodes.tallies();
        if tallies.is_empty() {
            return;
        }
        let width = tallies.keys().map(|name| name.chars().count()).max().unwrap_or(4).max(4);
        let _ = writeln!(
            text,
            "\n{:width$}  {:>6}  {:>7}  {:>6}  {:>7}  {:>6}  {:>5}  {:<16}  processor",
            "node", "games", "running", "failed", "s/game", "speed", "load", "utility"
        );
        for (name, tally) in &tallies {
            let running = self.tasks().iter().filter(|task| task.is_running() && task.node == *name).count();
            let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2}"));
            let utility = tally.utility.map_or("–".to_owned(), |(mean, half)| format!("{mean:+.3} ± {half:.3}"));
            let _ = writeln!(
                text,
                "{name:width$}  {:>6}  {running:>7}  {:>6}  {:>7.2}  {:>6}  {:>5}  {utility:<16}  {}",
                tally.games,
                tally.failed,
                tally.seconds / tally.games.max(1) as f64,
                number(tally.speed),
                number(tally.load),
                tally.cpu
            );
        }
        text.push_str("speed: iterations per second, compared with all nodes in the same titles\n");
        for (name, tally) in &tallies {
            if is_slow(tally) {
                let speed = tally.speed.unwrap_or_default();
                let _ = writeln!(
                    text,
                    "node {name} is slow: it makes {speed:.2} of the usual iterations per second; timed games there are biased \
                     (--sbatch=--exclude={name} avoids it)"
                );
            }
        }
        text.push('\n');
    }

    fn failures(&self, states: &ShardStates, text: &mut String) {
        let Some(plan) = self.plan.filter(|_| self.knows_queue()) else { return };
        let newest = self.newest();
        for &shard in states.stopped.0.iter().take(SHOWN) {
            let _ = write!(text, "stopped    shard {shard}: {} games missing", self.missing(shard));
            if let Some(task) = newest.get(&shard) {
                let _ = write!(text, "; {}", task.state.to_lowercase().replace('_', " "));
                if !task.node.is_empty() {
                    let _ = write!(text, " on {}", task.node);
                }
                if let Some(advice) = task.advice() {
                    let _ = write!(text, "; {advice}");
                }
            }
            if let Some(error) = plan.last_error(shard) {
                let _ = write!(text, "; its log: {error}");
            }
            text.push('\n');
        }
        if states.stopped.0.len() > SHOWN {
            let _ = writeln!(
                text,
                "           and {} more; logs are in {}",
                states.stopped.0.len() - SHOWN,
                plan.logs().display()
            );
        }
        for task in self.tasks().iter().filter(|task| task.is_active() && task.advice().is_some()).take(SHOWN) {
            let _ = writeln!(text, "waiting    shard {}: {}", task.shard, task.advice().unwrap_or_default());
        }
    }

    fn to_do(&self, states: &ShardStates) -> String {
        let folder = quote(&self.folder.display().to_string());
        if self.progress.left() == 0 {
            return match self.plan {
                Some(plan) if plan.parts != [PathBuf::new()] => {
                    let words: Vec<String> = plan.words().iter().map(|word| quote(word)).collect();
                    format!("everything is played; the tables: {}", words.join(" "))
                }
                _ => format!(
                    "everything is played: halfling report {folder}; as one file: halfling merge {folder} --out DIR"
                ),
            };
        }
        match (self.plan, states.stopped.0.len()) {
            (None, _) => format!(
                "run shards {} of {} once more, unless they are running; what is recorded is not played again",
                self.progress.incomplete(),
                self.progress.shards
            ),
            (Some(_), 0) => "nothing; halfling report shows what is there so far".to_owned(),
            (Some(_), _) if self.queue.is_err() => {
                format!("look from where Slurm is: shards {} are not complete", self.progress.incomplete())
            }
            (Some(_), count) => format!("halfling resubmit {folder}    # the {count} stopped shards once more"),
        }
    }

    fn json(&self) -> serde_json::Value {
        let states = self.shards();
        let expected = self.expected().map(|(seconds, _)| now() + seconds as u64);
        let scores: Vec<serde_json::Value> = self
            .progress
            .parts
            .iter()
            .map(|part| {
                json!({
                    "folder": part.folder.display().to_string(),
                    "games": part.games,
                    "done": part.tally.records,
                    "score": (part.tally.counted() > 0).then(|| running_score(&part.description.settings, &part.tally)),
                })
            })
            .collect();
        json!({
            "games": self.progress.games(),
            "done": self.progress.done(),
            "running": self.knows_queue().then(|| self.playing()),
            "failed": self.failed_games(),
            "shards": {
                "count": self.progress.shards,
                "done": states.done.to_string(),
                "running": self.knows_queue().then(|| states.running.to_string()),
                "waiting": self.knows_queue().then(|| states.waiting.to_string()),
                "stopped": self.knows_queue().then(|| states.stopped.to_string()),
                "incomplete": self.progress.incomplete().to_string(),
            },
            "runs": scores,
            "game_seconds": self.game_seconds(),
            "expected_end": expected,
            "torn": self.progress.torn.iter().map(|torn| torn.path.display().to_string()).collect::<Vec<_>>(),
            "nodes": self.progress.nodes.tallies(),
            "tasks": self.tasks(),
            "queue": self.queue.as_ref().err().map(ToString::to_string),
            "to_do": self.to_do(&states),
        })
    }
}

fn is_slow(tally: &NodeTally) -> bool {
    tally.speed.is_some_and(|speed| speed < SLOW)
}

/// A stretch of time for people.
fn span(seconds: f64) -> String {
    let minutes = (seconds / 60.0).ceil() as u64;
    match minutes {
        0..=119 => format!("{minutes} min"),
        120..=2879 => format!("{} h {} min", minutes / 60, minutes % 60),
        _ => format!("{} days {} h", minutes / 1440, minutes % 1440 / 60),
    }
}

/// Seconds since 1970 as date and time.
fn utc(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that leap days come last.
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3600, rest % 3600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_for_people() {
        assert_eq!(utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(utc(951_825_600), "2000-02-29 12:00 UTC");
        assert_eq!(utc(1_735_689_599), "2024-12-31 23:59 UTC");
        assert_eq!(
            (span(30.0), span(7260.0), span(200_000.0)),
            ("1 min".into(), "2 h 1 min".into(), "2 days 7 h".into())
        );
    }
}
