//! `halfling kilothon`: one game per title against Ludii's UCT, by the rules of Ludii's Kilothon.

use super::drive::drive;
use super::ludii::{Fleet, Ludii};
use super::run_options::RunOptions;
use super::{Failure, matches};
use crate::catalog;
use crate::run::{Agent, Entrant, Kind, Limit, Load, Overrun, PlayRules, Set, Settings, Shard, Title, from_catalog};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

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
    /// The challenger, in the first seat [default: halfling, its times scaled with the clock]
    #[arg(long)]
    agent: Option<Agent>,
    /// The titles: a set by name, or a .toml file [default: embedded; kilothon, which is all of Ludii's, with --ludii]
    #[arg(long, value_name = "NAME|FILE")]
    set: Option<String>,
    /// Only so many of the titles, drawn with the seed
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Only titles that the engine's own rules support
    #[arg(long)]
    supported: bool,
    /// Play inside Ludii, on its rules and against its own UCT, instead of natively
    #[arg(long)]
    pub(super) in_ludii: bool,
    /// With --in-ludii: clocks follow the colours after a swap, as in Ludii's own code, instead of the agents
    #[arg(long, requires = "in_ludii")]
    clocks_by_colour: bool,
    #[command(flatten)]
    pub(super) ludii: Ludii,
    /// Seconds of thinking for each side and game [default: 60; a twentieth of it for the embedded set]
    #[arg(long, value_name = "SECONDS")]
    clock: Option<f64>,
    /// Seconds per move of the challenger, for agents that do not manage the clock themselves
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// The opponent, in the second seat [default: kilothon-uct, and ludii:UCT inside Ludii]
    #[arg(long)]
    opponent: Option<Agent>,
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
    pub(super) run: RunOptions,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let settings = settings(args)?;
    let load: Arc<Load> = if args.in_ludii {
        let patience = settings.play.patience() + settings.play.grace() + Duration::from_secs_f64(clock(args));
        let fleet = Fleet::new(args.ludii.clone(), patience, args.clocks_by_colour);
        Arc::new(move |title: &Title| fleet.open(title))
    } else {
        Arc::new(from_catalog)
    };
    let driven = drive(settings.clone(), &args.run, "kilothon", load, |_| false)?;
    let code = matches::finish(&driven, &settings, &args.run)?;
    // A page for each shard would be written over by the next; `halfling report` makes one of all.
    if !args.run.dry_run && args.run.shard() == Shard::WHOLE {
        super::report::write_default_page(&driven.folder)?;
    }
    Ok(code)
}

/// The default agent; its least and most seconds per move, those of Putrich et al. 2023, belong to a clock of 60 s.
fn default_agent(clock: f64) -> Result<Agent, Failure> {
    let scale = clock / FULL_CLOCK;
    let text = if scale == 1.0 {
        "halfling".to_owned()
    } else {
        let [min, max] = [0.5 * scale, 2.0 * scale].map(|seconds| (seconds * 1000.0).round().max(1.0) / 1000.0);
        format!("halfling+cbt(min={min},max={max})")
    };
    text.parse().map_err(Failure::failed)
}

/// The set that is played.
fn set(args: &Args) -> &str {
    let usual = if args.ludii.given().is_some() || args.in_ludii { "kilothon" } else { "embedded" };
    args.set.as_deref().unwrap_or(usual)
}

fn scale(args: &Args) -> f64 {
    if set(args) == "embedded" { QUICK } else { 1.0 }
}

fn clock(args: &Args) -> f64 {
    args.clock.unwrap_or(FULL_CLOCK * scale(args))
}

fn titles(args: &Args) -> Result<Vec<Title>, Failure> {
    let mut set = Set::open(set(args)).map_err(Failure::misuse)?;
    set.filter.supported |= args.supported;
    if args.sample.is_some() {
        (set.filter.sample, set.filter.seed) = (args.sample, args.run.seed);
    }
    let titles = set.chosen(&from_catalog);
    if titles.is_empty() { Err(Failure::misuse("no game is left to play")) } else { Ok(titles) }
}

/// What decides the results. Opens the library that the options name.
pub(super) fn settings(args: &Args) -> Result<Settings, Failure> {
    if let Some(jar) = args.ludii.given() {
        catalog::use_library(jar).map_err(Failure::misuse)?;
    }
    let (clock, scale) = (clock(args), scale(args));
    let challenger = Limit { iterations: None, time: args.time, clock: Some(clock) };
    let opponent_time = args.opponent_time.unwrap_or(FULL_OPPONENT_TIME * scale);
    let opponent = Limit { iterations: None, time: Some(opponent_time), clock: Some(clock) };
    for limit in [challenger, opponent] {
        limit.budget(None).map_err(Failure::misuse)?;
    }
    let agent = args.agent.clone().map_or_else(|| default_agent(clock), Ok)?;
    let random: Agent = if args.in_ludii { "ludii:Random" } else { "random" }.parse().map_err(Failure::failed)?;
    let usual = if args.in_ludii { "ludii:UCT" } else { "kilothon-uct" };
    let opponent_agent = args.opponent.clone().map_or_else(|| usual.parse().map_err(Failure::failed), Ok)?;
    let host = match args.in_ludii {
        true => Some(format!(
            "{}{}",
            file_name(&args.ludii)?,
            if args.clocks_by_colour { ", clocks by colour" } else { "" }
        )),
        false => None,
    };
    let play = PlayRules { max_plies_per_seat: Some(PLIES_PER_SEAT), ..args.run.rules(Overrun::Random) };
    Ok(Settings {
        kind: Kind::Kilothon { opponent_everywhere: args.opponent_everywhere },
        entrants: vec![
            Entrant { agent, limit: challenger },
            Entrant { agent: opponent_agent, limit: opponent },
            Entrant { agent: random, limit: Limit::iterations(1) },
        ],
        titles: titles(args)?,
        games: args.repeats.max(1),
        seed: args.run.seed,
        play,
        openings: args.run.openings()?,
        host,
    })
}

/// The name of Ludii's jar, which is what a run's settings keep of it.
fn file_name(ludii: &Ludii) -> Result<String, Failure> {
    let path = ludii.path()?;
    Ok(path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned()))
}
