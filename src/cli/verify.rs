//! `halfling verify`: compares with reference data recorded from Ludii.

use super::{Failure, bench};
use crate::lud::source::Library;
use crate::lud::verify::{self, Boards, Check, Expand, Summary, Trees, Trials};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

/// Options of `halfling verify`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder with the reference data: lud, def, and any of expanded, trees, boards, trials
    #[arg(long, value_name = "DIR")]
    ludii: PathBuf,
    /// Compare only this kind of data
    #[arg(long, value_name = "KIND")]
    only: Option<Kind>,
    /// Compare only games whose path or name matches; * and ? stand for anything
    #[arg(long, value_name = "GLOB")]
    games: Option<String>,
    /// Write the results to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the results to this file as a Markdown table by category
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// With --table: also the speeds that `halfling bench --games … --json FILE` measured
    #[arg(long, value_name = "FILE", requires = "table")]
    speeds: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How many differences of each kind to list
    #[arg(long, default_value_t = 20, value_name = "N")]
    list: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Expanded descriptions, token for token
    Expand,
    /// Resolved trees, slot by slot
    Trees,
    /// Boards, field by field
    Boards,
    /// Recorded games, move for move, with the options that the first line of a file names
    Trials,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Expand, Self::Trees, Self::Boards, Self::Trials];

    /// The folder of the reference data that it reads.
    fn folder(self) -> &'static str {
        match self {
            Self::Expand => "expanded",
            Self::Trees => "trees",
            Self::Boards => "boards",
            Self::Trials => "trials",
        }
    }

    fn check<'a>(self, args: &Args, library: &'a Library) -> Box<dyn Check + 'a> {
        match self {
            Self::Expand => Box::new(Expand::new(&args.ludii, library)),
            Self::Trees => Box::new(Trees::new(&args.ludii, library)),
            Self::Boards => Box::new(Boards::new(&args.ludii, library)),
            Self::Trials => Box::new(Trials::new(&args.ludii, library)),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(kind) = args.only
        && !args.ludii.join(kind.folder()).is_dir()
    {
        let folder = args.ludii.join(kind.folder());
        return Err(Failure::misuse(format!("{}: no such folder", folder.display())));
    }
    let library = Library::open(&args.ludii).map_err(Failure::failed)?;
    let mut summaries = Vec::new();
    for kind in Kind::ALL {
        let is_wanted = args.only.is_none_or(|only| only == kind);
        if is_wanted && args.ludii.join(kind.folder()).is_dir() {
            let summary = compare(kind.check(args, &library).as_ref(), args)?;
            list(&summary, args.list);
            summaries.push(summary);
        }
    }
    if let Some(path) = &args.json {
        let json = serde_json::to_string_pretty(&summaries).map_err(Failure::failed)?;
        std::fs::write(path, json).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    }
    if let Some(path) = &args.table {
        let speeds = args.speeds.as_deref().map_or_else(|| Ok(HashMap::new()), bench::speeds)?;
        let tables: Vec<String> = summaries.iter().map(|summary| verify::table(summary, &speeds)).collect();
        let failed = |error| Failure::failed(format!("{}: {error}", path.display()));
        std::fs::write(path, tables.join("\n")).map_err(failed)?;
    }
    for summary in &summaries {
        println!("{summary}");
    }
    Ok(())
}

fn compare(check: &dyn Check, args: &Args) -> Result<Summary, Failure> {
    let threads = args.jobs.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let style = ProgressStyle::with_template("{msg:8} {wide_bar} {pos}/{len} {elapsed}").map_err(Failure::failed)?;
    let bar = ProgressBar::new(0).with_style(style).with_message(check.name());
    let wanted = |case: &str| args.games.as_ref().is_none_or(|pattern| verify::matches(pattern, case));
    let summary = verify::run(check, threads, &wanted, &mut |total| bar.set_length(total as u64), &|| bar.inc(1))?;
    bar.finish_and_clear();
    Ok(summary)
}

fn list(summary: &Summary, most: usize) {
    for (title, cases) in [("different", &summary.different), ("refused", &summary.refused)] {
        for (case, what) in cases.iter().take(most) {
            println!("{} {title}: {case}: {what}", summary.kind);
        }
        if cases.len() > most {
            println!("{} {title}: and {} more", summary.kind, cases.len() - most);
        }
    }
}
