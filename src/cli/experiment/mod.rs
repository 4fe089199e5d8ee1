//! `halfling experiment`: the papers' experiments.

mod bandits;
mod joint;
mod kilothon;
mod prize_box;
mod tables;
mod techniques;

use super::Failure;
use super::run_options::RunOptions;
use crate::experiment::tables::{finnsson, five_board_games, quality};
use crate::run::{Settings, Shard};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Which experiment.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Experiment {
    /// How root policies spend their trials on boxes with prizes (Putrich et al. 2023, §5.1, Figures 1 and 2)
    PrizeBox(prize_box::PrizeBox),
    /// UCT, sufficiency threshold and moving average on arms whose chances move (Gudmundsson and Björnsson 2013, Figures 4 to 10)
    Arms(bandits::Arms),
    /// The same in a Breakthrough position (Gudmundsson and Björnsson 2013, Figures 11 and 12, Table 1)
    BreakthroughPosition(bandits::BreakthroughPosition),
    /// Early cutoffs and unexplored action urgency over ten games (Finnsson 2012, Tables 1 and 2)
    Finnsson(Box<tables::Tables>),
    /// Relative and qualitative bonus over six games (quality-based rewards, Tables 1 and 2)
    Quality(Box<tables::Tables>),
    /// UCT√SH against UCT at three thinking times (Putrich et al. 2023, Table 2)
    FiveBoardGames(Box<tables::Tables>),
    /// How exploitable searches over joint turns leave their strategies in Goofspiel, computed exactly
    Goofspiel(joint::Goofspiel),
    /// Which selection plays Tron best when both move at once (Tron study 2013, Tables 1 to 5, and its hybrid)
    Tron(joint::Tron),
    /// Every technique against plain UCT at equal time, a combination of those that help, and its test on games held apart
    Techniques(Box<techniques::Techniques>),
    /// UCT and UCT√SH, with and without clock bonus time, in the Kilothon (Putrich et al. 2023, Table 1 and Figure 3)
    Kilothon(Box<kilothon::Kilothon>),
}

pub(super) fn run(experiment: &Experiment) -> Result<ExitCode, Failure> {
    match experiment {
        Experiment::PrizeBox(args) => prize_box::run(args)?,
        Experiment::Arms(args) => bandits::run_arms(args)?,
        Experiment::BreakthroughPosition(args) => bandits::run_position(args)?,
        Experiment::Goofspiel(args) => joint::run_goofspiel(args)?,
        Experiment::Tron(args) => return joint::run_tron(args),
        Experiment::Finnsson(args) => return tables::run(&finnsson(), args),
        Experiment::Quality(args) => return tables::run(&quality(), args),
        Experiment::Techniques(args) => return techniques::run(args),
        Experiment::Kilothon(args) => return kilothon::run(args),
        Experiment::FiveBoardGames(args) => return tables::run(&five_board_games(), args),
    }
    Ok(ExitCode::SUCCESS)
}

/// The folder of a run within an experiment, and what decides its results.
type Part = (PathBuf, Settings);

/// The runs that an experiment consists of, where they can be played apart from each other.
pub(super) fn parts(experiment: &Experiment) -> Result<(Vec<Part>, RunOptions), Failure> {
    match experiment {
        Experiment::Finnsson(args) => Ok((tables::parts(&finnsson(), args)?, args.run.clone())),
        Experiment::Quality(args) => Ok((tables::parts(&quality(), args)?, args.run.clone())),
        Experiment::FiveBoardGames(args) => Ok((tables::parts(&five_board_games(), args)?, args.run.clone())),
        Experiment::Kilothon(args) => Ok((kilothon::parts(args)?, args.run.clone())),
        _ => Err(Failure::misuse(
            "this experiment cannot be cut into tasks, because it is short or its parts build on each other; \
             give it one task: sbatch --wrap 'halfling experiment …'",
        )),
    }
}

/// Says what becomes of the tables where this process played a part only: they need all of it.
fn tables_come_later(run: &RunOptions) -> bool {
    let shard = run.shard();
    if shard == Shard::WHOLE {
        return false;
    }
    eprintln!("shard {shard} has had its turn; the same command without --shard writes the tables from all shards");
    true
}

fn cannot_write(folder: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::failed(format!("cannot write to {}: {error}", folder.display()))
}

/// Makes the folder before anything is worked out.
fn fresh_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))
}

/// Names the files that were written.
fn print_files(written: Result<Vec<PathBuf>, Box<dyn Error>>, folder: &Path) -> Result<(), Failure> {
    for path in written.map_err(|error| cannot_write(folder, &error))? {
        println!("wrote {}", path.display());
    }
    Ok(())
}
