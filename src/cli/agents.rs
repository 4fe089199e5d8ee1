//! `halfling agents`: what agents are made of, and which games there are.

use super::Failure;
use crate::catalog;

/// Options of `halfling agents`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List the games instead
    #[arg(long)]
    games: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.games {
        for (name, line) in catalog::BUILT_IN {
            println!("{name:16} {line}");
        }
    }
    Ok(())
}
