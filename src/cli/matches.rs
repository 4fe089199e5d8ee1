//! `halfling match`: two agents, many games, swapped seats on the same seed.

use super::drive::drive;
use super::run_options::RunOptions;
use super::shift::Shift;
use super::variant::Variant;
use super::{Failure, Limits};
use crate::run::{Agent, Entrant, Kind, Limit, Overrun, Settings, from_catalog};
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `halfling match`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The games
    #[arg(required = true)]
    games: Vec<String>,
    #[command(flatten)]
    variant: Variant,
    /// The two agents
    #[arg(long, num_args = 2, required = true, value_names = ["A", "B"])]
    agents: Vec<Agent>,
    /// Games per title, half of them with swapped seats
    #[arg(long = "games", default_value_t = 100, value_name = "N")]
    count: u64,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    pub(super) run: RunOptions,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let settings = match_settings(args)?;
    let driven = drive(settings.clone(), &args.run, "match", Arc::new(from_catalog), |_| false)?;
    finish(&driven, &settings, &args.run)
}

/// What decides the results of a match.
pub(super) fn match_settings(args: &Args) -> Result<Settings, Failure> {
    settings(Kind::Match, &args.agents, &args.variant.names(&args.games)?, args.count, &args.limits, &args.run)
}

/// The settings of a run between agents with equal limits.
pub(super) fn settings(
    kind: Kind,
    agents: &[Agent],
    games: &[String],
    count: u64,
    limits: &Limits,
    run: &RunOptions,
) -> Result<Settings, Failure> {
    let limit = limit_of(limits)?;
    let titles = super::sets::titles(games)?;
    if count == 0 {
        return Err(Failure::misuse("--games must be at least 1"));
    }
    Ok(Settings {
        kind,
        entrants: agents.iter().map(|agent| Entrant { agent: agent.clone(), limit }).collect(),
        titles,
        games: count,
        seed: run.seed,
        play: run.rules(Overrun::Lose),
        openings: run.openings()?,
        host: None,
    })
}

/// The limits that the options ask for, checked.
pub(super) fn limit_of(limits: &Limits) -> Result<Limit, Failure> {
    let budget = limits.budget()?;
    Ok(Limit {
        iterations: budget.iteration_limit(),
        time: budget.time_limit().map(|time| time.as_secs_f64()),
        clock: budget.clock_left().map(|clock| clock.as_secs_f64()),
    })
}

/// Prints the summary of a run, and puts a Slurm task back into the queue that has time against it; the exit code says
/// whether the run was interrupted.
pub(super) fn finish(
    driven: &super::drive::Driven,
    settings: &Settings,
    run: &RunOptions,
) -> Result<ExitCode, Failure> {
    if run.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    driven.print(settings);
    println!("records    {}", driven.folder.display());
    if !matches!(settings.kind, Kind::Kilothon { .. }) {
        println!("page       halfling report {}", driven.folder.display());
    }
    let mut shift = Shift::new(run);
    shift.add(driven);
    shift.end()?;
    Ok(if driven.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS })
}
