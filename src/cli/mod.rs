//! The command line: parse → options → run → print.
//!
//! One file per subcommand, each with its `Args` and a `run`. Exit codes: 0 done, 1 failure, 2 misuse.

mod agents;
mod failure;
mod limits;
mod perft;
mod play;
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
    /// Count the positions reached by every sequence of legal moves
    Perft(perft::Args),
    /// Play one game between agents and print it move by move
    Play(play::Args),
    /// Compare with reference data recorded from Ludii
    Verify(verify::Args),
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    env_logger::init();
    let cli = Cli::parse();
    let outcome = match cli.command {
        Command::Agents(args) => agents::run(&args),
        Command::Perft(args) => perft::run(args),
        Command::Play(args) => play::run(args),
        Command::Verify(args) => verify::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}
