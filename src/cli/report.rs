//! `halfling report`: what runs found, as a page, Markdown or CSV.

use super::Failure;
use crate::report::{self, Keep, Run, export};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Games with their moves that a page holds unless told otherwise.
const REPLAYS: usize = 1000;

/// Options of `halfling report`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders of runs; the first two are compared title by title
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The page [default: report.html in the first folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Most games that can be replayed within the page; others can be opened there from their file
    #[arg(long, default_value_t = REPLAYS, value_name = "N")]
    replays: usize,
    /// Write Markdown instead, to a file or - for the screen
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write one row per game as CSV instead
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the columns of Ludii's Kilothon instead
    #[arg(long, value_name = "FILE")]
    kilothon_csv: Option<PathBuf>,
    /// Score games with a swap by colour, as Ludii's Kilothon does, in --kilothon-csv
    #[arg(long, requires = "kilothon_csv")]
    as_published: bool,
    /// Write the raw-results format of Ludii's evaluations instead
    #[arg(long, value_name = "FILE")]
    raw_results: Option<PathBuf>,
    /// Write the differences between the first two runs as CSV instead
    #[arg(long, value_name = "FILE")]
    differences: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let rows = args.csv.is_some() || args.kilothon_csv.is_some() || args.raw_results.is_some();
    let instead = rows || args.markdown.is_some() || args.differences.is_some();
    if !instead {
        let page = args.out.clone().unwrap_or_else(|| args.folders[0].join("report.html"));
        write_page(&args.folders, &page, args.replays)?;
        println!("{}", page.display());
        return if args.open { open(&page) } else { Ok(()) };
    }
    let runs = read(&args.folders, Keep { replays: 0, games: rows })?;
    let comparison =
        if let [first, second, ..] = runs.as_slice() { Some(report::compare(first, second)) } else { None };
    if let Some(path) = &args.markdown {
        with_output(path, |out| out.write_all(export::markdown(&runs, comparison.as_ref()).as_bytes()))?;
    }
    if let Some(path) = &args.csv {
        with_output(path, |out| runs.iter().try_for_each(|run| export::games_csv(run, out)))?;
    }
    if let Some(path) = &args.kilothon_csv {
        with_output(path, |out| runs.iter().try_for_each(|run| export::kilothon_csv(run, args.as_published, out)))?;
    }
    if let Some(path) = &args.raw_results {
        with_output(path, |out| runs.iter().try_for_each(|run| export::raw_results_csv(run, out)))?;
    }
    if let Some(path) = &args.differences {
        let comparison = comparison.ok_or_else(|| Failure::misuse("--differences needs two runs"))?;
        with_output(path, |out| export::comparison_csv(&comparison, out))?;
    }
    Ok(())
}

fn read(folders: &[PathBuf], keep: Keep) -> Result<Vec<Run>, Failure> {
    Ok(folders.iter().map(|folder| Run::read(folder, keep)).collect::<io::Result<Vec<_>>>()?)
}

/// Writes the page of some runs.
pub(super) fn write_page(folders: &[PathBuf], page: &Path, replays: usize) -> Result<(), Failure> {
    let runs = read(folders, Keep { replays, games: false })?;
    let text = report::page(&runs).map_err(Failure::failed)?;
    fs::write(page, text).map_err(|error| Failure::failed(format!("cannot write {}: {error}", page.display())))
}

/// Writes the page of a run that has just ended into its folder, and says where.
pub(super) fn write_default_page(folder: &Path) -> Result<(), Failure> {
    let page = folder.join("report.html");
    write_page(&[folder.to_owned()], &page, REPLAYS)?;
    println!("report     {}", page.display());
    Ok(())
}

fn with_output(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let result = if path == Path::new("-") {
        write(&mut io::stdout().lock())
    } else {
        File::create(path).map(BufWriter::new).and_then(|mut out| write(&mut out).and_then(|()| out.flush()))
    };
    result.map_err(|error| Failure::failed(format!("cannot write {}: {error}", path.display())))
}

fn open(page: &Path) -> Result<(), Failure> {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started = Command::new(program).arg(page).spawn();
    started.map(drop).map_err(|error| Failure::failed(format!("cannot start a browser ({program}): {error}")))
}
