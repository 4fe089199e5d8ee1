//! The command line: parse → options → run → print.
//!
//! One file per subcommand, each with its `Args` and a `run`. Exit codes: 0 done, 1 failure, 2 misuse.

mod agents;
mod bench;
mod cluster_options;
mod compare;
mod drive;
mod experiment;
mod failure;
mod games;
mod kilothon;
mod limits;
mod loading;
mod ludii;
mod matches;
mod merge;
mod output;
mod perft;
mod play;
mod playouts;
mod report;
mod resubmit;
mod run_options;
mod search;
mod sets;
mod shift;
mod show;
mod status;
mod submit;
mod tournament;
mod variant;
mod verify;

pub use failure::Failure;
pub use limits::Limits;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Plays any Ludii game: native rules, Monte-Carlo tree search, matches and experiments.
#[derive(Debug, Parser)]
#[command(name = "halfling", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the parts that agents are made of, and the games by name
    Agents(agents::Args),
    /// Test whether one agent is stronger than another, and stop when it is known
    Compare(compare::Args),
    /// Repeat an experiment of a paper, and check what it found
    #[command(subcommand)]
    Experiment(experiment::Experiment),
    /// List descriptions with players, board, category and whether the engine supports them
    Games(games::Args),
    /// Play one game per title against Ludii's UCT, by the rules of Ludii's Kilothon
    Kilothon(kilothon::Args),
    /// Play two agents against each other with swapped seats
    Match(matches::Args),
    /// Join the parts of a run that different processes played
    Merge(merge::Args),
    /// Measure play-outs and simulations per second, and print the signature of behaviour
    Bench(bench::Args),
    /// Play inside a Ludii at hand: its GUI with our agents, or matches against its own
    Ludii(ludii::Args),
    /// Count the positions reached by every sequence of legal moves
    Perft(perft::Args),
    /// Play one game between agents and print it move by move
    Play(play::Args),
    /// Write what runs found: a page with plots and replays, Markdown, CSV
    Report(report::Args),
    /// Submit what is missing of a run on a Slurm cluster
    Resubmit(resubmit::Args),
    /// Show what a description comes to: facts, options, equipment, ludemes, expanded text
    Show(show::Args),
    /// Show how far a run is that several processes play, on a cluster or not
    Status(status::Args),
    /// Play a run as an array of tasks on a Slurm cluster
    Submit(submit::Args),
    /// Rate several agents in a round robin or gauntlet
    Tournament(tournament::Args),
    /// Compare with reference data recorded from Ludii
    Verify(verify::Args),
    /// Search one position and show what the search found
    Search(search::Args),
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    env_logger::init();
    let cli = Cli::parse_from(submit::hoist(std::env::args_os().collect()));
    let outcome = match cli.command {
        Command::Agents(args) => done(agents::run(&args)),
        Command::Compare(args) => compare::run(&args),
        Command::Experiment(experiment) => experiment::run(&experiment),
        Command::Kilothon(args) => kilothon::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Merge(args) => done(merge::run(&args)),
        Command::Ludii(args) => done(ludii::run(args)),
        Command::Perft(args) => done(perft::run(args)),
        Command::Play(args) => done(play::run(args)),
        Command::Report(args) => done(report::run(&args)),
        Command::Resubmit(args) => done(resubmit::run(&args)),
        Command::Status(args) => done(status::run(&args)),
        Command::Submit(args) => done(submit::run(&args)),
        Command::Tournament(args) => tournament::run(&args),
        Command::Verify(args) => done(verify::run(&args)),
        Command::Games(args) => done(games::run(&args)),
        Command::Show(args) => done(show::run(&args)),
        Command::Bench(args) => done(bench::run(&args)),
        Command::Search(args) => done(search::run(args)),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}

/// A subcommand that either does its work or fails.
fn done(outcome: Result<(), Failure>) -> Result<ExitCode, Failure> {
    outcome.map(|()| ExitCode::SUCCESS)
}
