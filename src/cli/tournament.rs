//! `halfling tournament`: several agents, everyone against everyone or against the first.

use super::drive::drive;
use super::matches;
use super::run_options::RunOptions;
use super::variant::Variant;
use super::{Failure, Limits};
use crate::run::{Agent, Kind, Settings, from_catalog};
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `halfling tournament`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The agents
    #[arg(num_args = 2.., required = true)]
    agents: Vec<Agent>,
    /// The games, or sets of games
    #[arg(long, num_args = 1.., required = true, value_name = "GAME")]
    on: Vec<String>,
    #[command(flatten)]
    variant: Variant,
    /// Only the first agent meets the others
    #[arg(long)]
    gauntlet: bool,
    /// Games per title and pairing, half of them with swapped seats
    #[arg(long = "games", default_value_t = 20, value_name = "N")]
    count: u64,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    pub(super) run: RunOptions,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let settings = settings(args)?;
    let driven = drive(settings.clone(), &args.run, "tournament", Arc::new(from_catalog), |_| false)?;
    matches::finish(&driven, &settings, &args.run)
}

/// What decides the results.
pub(super) fn settings(args: &Args) -> Result<Settings, Failure> {
    let kind = Kind::Tournament { gauntlet: args.gauntlet };
    matches::settings(kind, &args.agents, &args.variant.names(&args.on)?, args.count, &args.limits, &args.run)
}
