//! The run within `halfling submit …`: read as the command that it would be by itself.

use crate::cli::ludii::Ludii;
use crate::cli::run_options::RunOptions;
use crate::cli::{Cli, Command, Failure, experiment, kilothon, matches, tournament};
use crate::run::Settings;
use clap::Parser;
use std::path::PathBuf;

/// A run that can be cut into tasks.
#[derive(Debug)]
pub(in crate::cli) struct Submittable {
    /// Its command, without the program and without options that each task gets by itself.
    pub command: Vec<String>,
    /// The folder, as it was written.
    pub out: PathBuf,
    /// The folders of its runs within that, with what decides their results.
    pub parts: Vec<(PathBuf, Settings)>,
    /// The options that every run has.
    pub options: RunOptions,
    /// The Ludii that it is played in, where it is.
    pub ludii: Option<Ludii>,
}

/// Reads the words of a run.
pub(super) fn read(words: &[String]) -> Result<Submittable, Failure> {
    let command = std::iter::once("halfling").chain(words.iter().map(String::as_str));
    // The parser's own message, with the usage of that command.
    let cli = Cli::try_parse_from(command).unwrap_or_else(|error| error.exit());
    let whole = |settings: Settings| vec![(PathBuf::new(), settings)];
    let (parts, options, ludii) = match &cli.command {
        Command::Kilothon(args) => {
            (whole(kilothon::settings(args)?), args.run.clone(), args.in_ludii.then(|| args.ludii.clone()))
        }
        Command::Match(args) => (whole(matches::match_settings(args)?), args.run.clone(), None),
        Command::Tournament(args) => (whole(tournament::settings(args)?), args.run.clone(), None),
        Command::Experiment(which) => {
            let (parts, options) = experiment::parts(which)?;
            (parts, options, None)
        }
        Command::Compare(_) => {
            return Err(Failure::misuse(
                "compare stops when the games so far decide, which tasks cannot know of each other; submit a match instead",
            ));
        }
        _ => return Err(Failure::misuse("submit takes kilothon, match, tournament or experiment")),
    };
    if options.shard.is_some() || options.wall_time.is_some() || options.requeue {
        return Err(Failure::misuse(
            "--shard, --wall-time and --requeue are what submit gives to each task; use --shards and --time",
        ));
    }
    let out = options.out.clone().ok_or_else(|| {
        Failure::misuse("submit needs a folder that all nodes see under the same name: give it --out DIR")
    })?;
    Ok(Submittable { command: without_jobs(words), out, parts, options, ludii })
}

/// The words without `--jobs`, which each task gets by itself.
fn without_jobs(words: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--jobs" {
            rest.next();
        } else if !word.starts_with("--jobs=") {
            kept.push(word.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_left_to_the_tasks() {
        let words = ["match", "hex", "--jobs", "4", "--games", "2", "--jobs=3"].map(str::to_owned);
        assert_eq!(without_jobs(&words), ["match", "hex", "--games", "2"]);
    }
}
