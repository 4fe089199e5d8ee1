//! `halfling bench`: speed, and a signature of behaviour.
//!
//! Two forms. With games alone it measures play-outs and searches by the clock on the wall, several threads included. With
//! `--games`, `--list` or `--sample` it measures compiled games in processor time of one thread, beside Ludii where its jar is given.

mod choice;
mod compiled;
mod cpu;
mod page;
mod ratios;
mod record;
mod searches;
mod signature;
mod tally;
mod warm_up;

pub(super) use record::speeds;

use super::Failure;
use super::variant::Variant;
use crate::agent::Spec;
use std::path::PathBuf;

/// Options of `halfling bench`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Games to measure by the clock on the wall, on one thread and on several
    #[arg(value_name = "GAME", default_values_t = ["breakthrough", "breakthrough-6", "tic-tac-toe", "tron-d"].map(str::to_owned))]
    named: Vec<String>,
    #[command(flatten)]
    variant: Variant,
    /// Measure these in processor time of one thread: names, paths (options after |), or patterns with * and ?
    #[arg(long, value_name = "GAME|GLOB", num_args = 1..)]
    games: Vec<String>,
    /// The same for the games of this file, a name or path on each line
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// So many supported games of --games, drawn by --seed; of all that Ludii's Kilothon has where none are named
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Our jar, for --games beside a Ludii.jar; found beside the program or built where that is possible, if not given
    #[arg(long, value_name = "JAR")]
    jar: Option<PathBuf>,
    /// Append what was measured of each game to this file, one JSON object per line; games that it has are not repeated
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write what was measured, by category and game by game, to this Markdown page
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Games at the same time: Ludii warms up for several together, and each is measured alone
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// Seconds of processor for Ludii to warm up at the most; it is measured as soon as Java's compiler is at rest
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    warm_up: f64,
    /// Measure a game so many times, each with a Ludii of its own, and take the measurement with the ratio in the middle
    #[arg(long, default_value_t = 1, value_name = "N")]
    times: usize,
    /// With --times: only games whose ratio is below this are measured more than once
    #[arg(long, value_name = "RATIO")]
    below: Option<f64>,
    /// Seconds for each measurement
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// With --games or --sample: no searches, which is faster and leaves sims/s out
    #[arg(long)]
    playouts_only: bool,
    /// Iterations of each search that is measured
    #[arg(long, default_value_t = 50_000)]
    iterations: u64,
    /// The agent whose search is measured
    #[arg(long, default_value = "uct")]
    agent: Spec,
    /// Threads of the search that is measured beside the one on one thread
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Searches whose time limit is checked, at 50 ms each; 0 leaves the check out
    #[arg(long, default_value_t = 0)]
    deadlines: usize,
    /// Measure how long it takes to load every description of this library instead: a Ludii.jar, or a folder with lud and def
    #[arg(long, value_name = "JAR|DIR")]
    loading: Option<PathBuf>,
    /// Print the signature only
    #[arg(long)]
    signature: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.signature {
        println!("signature {}", signature::signature()?);
        return Ok(());
    }
    if let Some(path) = &args.loading {
        return super::loading::measure(path);
    }
    if args.seconds.is_nan() || args.seconds <= 0.0 {
        return Err(Failure::misuse("--seconds must be more than 0"));
    }
    if args.jobs == 0 {
        return Err(Failure::misuse("--jobs must be at least 1"));
    }
    if args.times == 0 {
        return Err(Failure::misuse("--times must be at least 1"));
    }
    if args.below.is_some() && args.times == 1 {
        return Err(Failure::misuse("--below says which games are measured again: --times says how often"));
    }
    if !args.games.is_empty() || args.list.is_some() || args.sample.is_some() {
        return ratios::run(args);
    }
    searches::run(args)?;
    println!("signature {}", signature::signature()?);
    Ok(())
}
