//! `halfling merge`: joins the parts of a run that different processes played.

use super::Failure;
use crate::run::{Description, Tally, files, merge, read_lines};
use std::path::PathBuf;

/// Options of `halfling merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders of runs with equal settings; shards within a folder are joined, too
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Folder of the result
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let merged = merge(&args.folders, &args.out)?;
    let settings = Description::read(&args.out)?.settings;
    let mut tally = Tally::new(&settings);
    for path in files(&args.out, "games")? {
        read_lines(&path, |brief: crate::run::Brief| tally.add(&brief))?;
    }
    print!("{}", crate::report::summary(&settings, &tally));
    for torn in &merged.torn {
        eprintln!("{torn}; it is left out");
    }
    eprintln!(
        "{} games in {}; {} left out as repeated, {} of the schedule missing",
        merged.games,
        args.out.display(),
        merged.repeated,
        merged.missing
    );
    Ok(())
}
