//! `halfling kilothon`: one game per title against Ludii's UCT, by the rules of Ludii's Kilothon.

use super::drive::drive;
use super::run_options::RunOptions;
use super::{Failure, matches, sets};
use crate::run::{Agent, Entrant, Kind, Limit, Overrun, PlayRules, Settings, from_catalog};
use std::process::ExitCode;
use std::sync::Arc;

/// Seconds of thinking per game in Ludii's Kilothon.
const FULL_CLOCK: f64 = 60.0;
/// Seconds per move of its opponent.
const FULL_OPPONENT_TIME: f64 = 0.5;
/// What part of both the embedded set is played at where nothing else is asked for.
const QUICK: f64 = 1.0 / 20.0;
/// Most plies per player.
const PLIES_PER_SEAT: u32 = 500;

/// Options of `halfling kilothon`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The challenger, in the first seat [default: uct-sqrt-sh+cbt, its times scaled with the clock]
    #[arg(long)]
    agent: Option<Agent>,
    /// The titles: a set by name, or a .toml file
    #[arg(long, default_value = "embedded", value_name = "NAME|FILE")]
    set: String,
    /// Seconds of thinking for each side and game [default: 60; a twentieth of it for the embedded set]
    #[arg(long, value_name = "SECONDS")]
    clock: Option<f64>,
    /// Seconds per move of the challenger, for agents that do not manage the clock themselves
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// The opponent, in the second seat
    #[arg(long, default_value = "kilothon-uct")]
    opponent: Agent,
    /// Seconds per move of the opponent [default: 0.5; a twentieth of it for the embedded set]
    #[arg(long, value_name = "SECONDS")]
    opponent_time: Option<f64>,
    /// The opponent takes every seat but the first, as the competition's text says; its code has random players there
    #[arg(long)]
    opponent_everywhere: bool,
    /// Games per title
    #[arg(long, default_value_t = 1, value_name = "N")]
    repeats: u64,
    #[command(flatten)]
    run: RunOptions,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let settings = settings(args)?;
    let driven = drive(settings.clone(), &args.run, "kilothon", Arc::new(from_catalog), |_| false)?;
    let code = matches::finish(&driven, &settings, &args.run)?;
    if !args.run.dry_run {
        super::report::write_default_page(&driven.folder)?;
    }
    Ok(code)
}

/// The agent of Putrich et al. 2023, whose least and most seconds per move belong to a clock of 60 s.
fn default_agent(clock: f64) -> Result<Agent, Failure> {
    let scale = clock / FULL_CLOCK;
    let text = if scale == 1.0 {
        "uct-sqrt-sh+cbt".to_owned()
    } else {
        let [min, max] = [0.5 * scale, 2.0 * scale].map(|seconds| (seconds * 1000.0).round().max(1.0) / 1000.0);
        format!("uct-sqrt-sh+cbt(min={min},max={max})")
    };
    text.parse().map_err(Failure::failed)
}

fn settings(args: &Args) -> Result<Settings, Failure> {
    let scale = if args.set == "embedded" { QUICK } else { 1.0 };
    let clock = args.clock.unwrap_or(FULL_CLOCK * scale);
    let challenger = Limit { iterations: None, time: args.time, clock: Some(clock) };
    let opponent_time = args.opponent_time.unwrap_or(FULL_OPPONENT_TIME * scale);
    let opponent = Limit { iterations: None, time: Some(opponent_time), clock: Some(clock) };
    for limit in [challenger, opponent] {
        limit.budget(None).map_err(Failure::misuse)?;
    }
    let agent = args.agent.clone().map_or_else(|| default_agent(clock), Ok)?;
    let random: Agent = "random".parse().map_err(Failure::failed)?;
    let play = PlayRules { max_plies_per_seat: Some(PLIES_PER_SEAT), ..args.run.rules(Overrun::Random) };
    Ok(Settings {
        kind: Kind::Kilothon { opponent_everywhere: args.opponent_everywhere },
        entrants: vec![
            Entrant { agent, limit: challenger },
            Entrant { agent: args.opponent.clone(), limit: opponent },
            Entrant { agent: random, limit: Limit::iterations(1) },
        ],
        titles: sets::titles(std::slice::from_ref(&args.set))?,
        games: args.repeats.max(1),
        seed: args.run.seed,
        play,
        openings: args.run.openings()?,
        host: None,
    })
}
