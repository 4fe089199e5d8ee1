//! Carrying out a run: folder, crew, progress, interruption, summary.

use super::Failure;
use super::run_options::RunOptions;
use crate::cluster::quote;
use crate::report;
use crate::run::{
    Assignment, Attempt, Brief, Crew, Description, Finished, Folder, GameRecord, Halt, Load, Settings, Shard, Tally,
    schedule,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How a run stands when this process has done its part.
#[derive(Debug)]
pub(super) struct Driven {
    /// All results so far, of this shard.
    pub tally: Tally,
    /// Whether every game of the shard is recorded, or the run was decided.
    pub complete: bool,
    /// Whether the user stopped it.
    pub interrupted: bool,
    /// Games that this process played.
    pub played: u64,
    /// Games of the shard that are not recorded yet.
    pub left: u64,
    /// The folder.
    pub folder: PathBuf,
}

/// Plays what is missing of a run. `decided` is asked after every game whether the run is over early.
pub(super) fn drive(
    settings: Settings,
    options: &RunOptions,
    default_name: &str,
    load: Arc<Load>,
    decided: impl Fn(&Tally) -> bool,
) -> Result<Driven, Failure> {
    let jobs = options.jobs(&settings)?;
    let shard = options.shard();
    let games = schedule(&settings);
    let path = options.out.clone().unwrap_or_else(|| fresh_folder(default_name));
    if options.dry_run {
        list(&settings, &games, shard);
        let tally = Tally::new(&settings);
        return Ok(Driven { tally, complete: true, interrupted: false, played: 0, left: 0, folder: path });
    }
    let deadline = options.wall_time.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let description = Description::new(settings, std::env::args().collect());
    let settings = &description.settings;
    let mut tally = Tally::new(settings);
    let mut done = HashSet::new();
    let attempt = Attempt::from_slurm().filter(|_| shard != Shard::WHOLE);
    let mut folder = Folder::open(&path, &description, shard, attempt, |brief: Brief| {
        done.insert(brief.game);
        tally.add(&brief);
    })
    .map_err(|error| match error {
        crate::run::FolderError::Different(..) => Failure::misuse(error),
        crate::run::FolderError::Io(error) => Failure::failed(error),
    })?;
    for torn in folder.torn() {
        eprintln!("{torn}; its game is played again");
    }
    let mine = games.iter().filter(|game| shard.has(game.pair)).count();
    let missing: Vec<Assignment> =
        games.into_iter().filter(|game| shard.has(game.pair) && !done.contains(&game.game)).collect();
    if !done.is_empty() {
        eprintln!("going on in {}: {} of {mine} games are done", path.display(), done.len());
    }
    if !missing.is_empty() {
        folder.ready()?;
    }
    let halt = interruptible();
    let mut progress = Progress::new(mine, done.len());
    let (mut failure, mut played): (Option<io::Error>, u64) = (None, 0);
    let mut over = decided(&tally);
    if !over {
        let shared = Arc::new(settings.clone());
        let crew = Crew { settings: shared, load, jobs, deadline, halt: Arc::clone(&halt) };
        crew.play(missing, |Finished { record, board }| {
            // What ends after the decision is left out: the record holds what the verdict rests on.
            if failure.is_some() || over || (record_is_of_the_end(settings, &record) && halt_follows(&halt)) {
                return;
            }
            let written = board.map_or(Ok(()), |board| folder.draw(&board)).and_then(|()| folder.append(&record));
            if let Err(error) = written {
                failure = Some(error);
                halt.drop_games();
                return;
            }
            played += 1;
            tally.add(&Brief::from(&record));
            progress.show(&tally, settings);
            if decided(&tally) {
                over = true;
                halt.drop_games();
            }
        });
    }
    progress.end();
    if let Some(error) = failure {
        return Err(Failure::failed(error));
    }
    let left = if over { 0 } else { (mine as u64).saturating_sub(tally.records) };
    let complete = left == 0;
    let interrupted = !complete && halt.is_closing();
    Ok(Driven { tally, complete, interrupted, played, left, folder: path })
}

/// Whether a game ended as it does when its process is ended from outside: a signal to all processes of a job reaches Ludii's,
/// too, and no agent is to blame for that.
fn record_is_of_the_end(settings: &Settings, record: &GameRecord) -> bool {
    settings.host.is_some() && (record.end.is_fault() || !record.end.counts())
}

/// Whether this process was told to stop, or is told within the moment that a signal to several processes takes.
fn halt_follows(halt: &Halt) -> bool {
    if !halt.is_closing() {
        std::thread::sleep(Duration::from_millis(300));
    }
    halt.is_closing()
}

impl Driven {
    /// Prints the summary, and how to go on where something is left.
    pub(super) fn print(&self, settings: &Settings) {
        print!("{}", report::summary(settings, &self.tally));
        if !self.complete {
            let why = if self.interrupted { "interrupted" } else { "stopped at the wall time" };
            eprintln!("{why} with {} games left; to go on:\n  {}", self.left, resume_command(&self.folder));
        }
    }
}

/// The command that goes on with a run: this one, with its folder named.
fn resume_command(folder: &Path) -> String {
    let mut words: Vec<String> = std::env::args().map(|word| quote(&word)).collect();
    if !std::env::args().any(|word| word == "--out" || word.starts_with("--out=")) {
        words.push(format!("--out {}", quote(&folder.display().to_string())));
    }
    words.join(" ")
}

/// A folder under `runs` that does not exist yet.
fn fresh_folder(name: &str) -> PathBuf {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    (1..)
        .map(|number| PathBuf::from(format!("runs/{plain}-{number}")))
        .find(|path| !path.exists())
        .unwrap_or_else(|| PathBuf::from("runs").join(plain))
}

fn list(settings: &Settings, games: &[Assignment], shard: Shard) {
    for game in games.iter().filter(|game| shard.has(game.pair)) {
        let title = &settings.titles[game.title].name;
        let seats = game.seating.seats(2);
        let agents: Vec<String> = seats.iter().map(|&seat| settings.entrants[seat].agent.to_string()).collect();
        println!("{:>6}  pair {:>6}  {title}  {}", game.game, game.pair, agents.join(" – "));
    }
}

/// A halt that Ctrl-C or SIGTERM pulls: once to begin no more games, twice to give up those that are running.
fn interruptible() -> Arc<Halt> {
    static HALT: OnceLock<Arc<Halt>> = OnceLock::new();
    let halt = HALT.get_or_init(|| {
        let halt = Arc::new(Halt::default());
        let pulled = Arc::clone(&halt);
        let pull = move || {
            if pulled.is_closing() {
                pulled.drop_games();
            } else {
                eprintln!("\ntold to stop: finishing the games that are running; Ctrl-C again drops them");
                pulled.close();
            }
        };
        on_termination(pull.clone());
        if let Err(error) = ctrlc::set_handler(pull) {
            log::warn!("Ctrl-C will end the program at once: {error}");
        }
        halt
    });
    Arc::clone(halt)
}

/// Calls `pull` when the process is asked to end by SIGTERM. SIGHUP is left alone: who says `nohup` means it.
#[cfg(unix)]
fn on_termination(pull: impl Fn() + Send + 'static) {
    match signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM]) {
        Ok(mut signals) => drop(std::thread::spawn(move || signals.forever().for_each(|_| pull()))),
        Err(error) => log::warn!("SIGTERM will end the program at once: {error}"),
    }
}

#[cfg(not(unix))]
fn on_termination(_: impl Fn() + Send + 'static) {}

/// A bar on a terminal, a line now and then elsewhere.
struct Progress {
    bar: Option<ProgressBar>,
    total: usize,
    began: Instant,
    began_at: usize,
    shown: Instant,
}

impl Progress {
    const PERIOD: Duration = Duration::from_secs(20);
    const BLINK: Duration = Duration::from_millis(200);

    fn new(total: usize, done: usize) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_position(done as u64);
            bar.reset_eta();
            bar
        });
        Self { bar, total, began: Instant::now(), began_at: done, shown: Instant::now() }
    }

    fn show(&mut self, tally: &Tally, settings: &Settings) {
        let period = if self.bar.is_some() { Self::BLINK } else { Self::PERIOD };
        if self.shown.elapsed() < period {
            return;
        }
        self.shown = Instant::now();
        let score = report::running_score(settings, tally);
        let done = tally.records as usize;
        match &self.bar {
            Some(bar) => {
                bar.set_position(done as u64);
                bar.set_message(score);
            }
            None => {
                let rate = (done - self.began_at) as f64 / self.began.elapsed().as_secs_f64().max(1e-9);
                let left = (self.total.saturating_sub(done)) as f64 / rate.max(1e-9);
                eprintln!("{done}/{} games, {left:.0} s left, {score}", self.total);
            }
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
