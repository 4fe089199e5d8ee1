//! `halfling ludii`: our agents inside a Ludii that the user has.

mod driver;
mod gui;
mod jar;
mod matches;
mod table;
mod trials;

pub(super) use driver::{Driver, Said, Timed};
pub(super) use jar::Ludii;
pub(super) use table::Fleet;

use super::Failure;
use clap::Subcommand;

/// Options of `halfling ludii`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start Ludii's own program with our agents in its menus
    Gui(gui::Args),
    /// Play our agents against Ludii's, on Ludii's rules, without a screen
    Match(matches::Args),
    /// Write recorded games as files that Ludii's program opens
    Trials(trials::Args),
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Gui(args) => gui::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Trials(args) => trials::run(&args),
    }
}
