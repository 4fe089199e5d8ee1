//! `halfling experiment kilothon`.

use super::{Part, fresh_folder, print_files, tables_come_later};
use crate::cli::Failure;
use crate::cli::drive::drive;
use crate::cli::run_options::RunOptions;
use crate::cli::sets::titles;
use crate::cli::shift::Shift;
use crate::experiment::kilothon::{self, AGENTS};
use crate::run::{Entrant, Kind, Limit, Overrun, PlayRules, Settings, from_catalog};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Seconds of thinking per game, and seconds a move of the opponent, in the competition.
const CLOCK: f64 = 60.0;
const OPPONENT_TIME: f64 = 0.5;
/// Part of both in the quick form.
const QUICK: f64 = 1.0 / 60.0;
/// Most plies per player.
const PLIES_PER_SEAT: u32 = 500;

/// Options of `halfling experiment kilothon`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Kilothon {
    /// A sixtieth of the clock: minutes instead of days
    #[arg(long)]
    quick: bool,
    /// The titles: a set by name, or a .toml file
    #[arg(long, default_value = "embedded", value_name = "NAME|FILE")]
    set: String,
    /// Take games from here before the program's own: a Ludii.jar, or a folder with lud and def
    #[arg(long, value_name = "JAR|DIR")]
    ludii: Option<PathBuf>,
    /// Games per title and agent [default: 10, as the paper's trials; 1 with --quick]
    #[arg(long, value_name = "N")]
    trials: Option<u64>,
    #[command(flatten)]
    pub(in crate::cli) run: RunOptions,
}

impl Kilothon {
    /// Part of the competition's clock.
    fn scale(&self) -> f64 {
        if self.quick { QUICK } else { 1.0 }
    }

    fn trials(&self) -> u64 {
        self.trials.unwrap_or(if self.quick { 1 } else { 10 }).max(1)
    }
}

/// The runs, one for each agent. Opens the library that the options name.
pub(super) fn parts(args: &Kilothon) -> Result<Vec<Part>, Failure> {
    if let Some(path) = &args.ludii {
        crate::catalog::use_library(path).map_err(Failure::misuse)?;
    }
    let scale = args.scale();
    let titles = titles(std::slice::from_ref(&args.set))?;
    let limit = |time| Limit { iterations: None, time, clock: Some(CLOCK * scale) };
    let agent = |text: &str| text.parse().map_err(Failure::failed);
    let mut parts = Vec::new();
    for (number, (_, text)) in AGENTS.into_iter().enumerate() {
        let settings = Settings {
            kind: Kind::Kilothon { opponent_everywhere: false },
            entrants: vec![
                Entrant { agent: agent(&kilothon::agent(text, scale))?, limit: limit(None) },
                Entrant { agent: agent("kilothon-uct")?, limit: limit(Some(OPPONENT_TIME * scale)) },
                Entrant { agent: agent("random")?, limit: Limit::iterations(1) },
            ],
            titles: titles.clone(),
            games: args.trials(),
            seed: args.run.seed,
            play: PlayRules { max_plies_per_seat: Some(PLIES_PER_SEAT), ..args.run.rules(Overrun::Random) },
            openings: args.run.openings()?,
            host: None,
        };
        parts.push((PathBuf::from(format!("agent-{}", number + 1)), settings));
    }
    Ok(parts)
}

pub(super) fn run(args: &Kilothon) -> Result<ExitCode, Failure> {
    let out =
        args.run.out.clone().ok_or_else(|| Failure::misuse("the experiment needs a folder: give it --out DIR"))?;
    let parts = parts(args)?;
    let titles = parts.first().map_or(0, |(_, settings)| settings.titles.len());
    fresh_folder(&out)?;
    let mut tallies = Vec::new();
    let mut shift = Shift::new(&args.run);
    for ((name, _), (folder, settings)) in AGENTS.into_iter().zip(parts) {
        let Some(options) = shift.next(&args.run, out.join(folder)) else { break };
        eprintln!("{name}");
        let driven = drive(settings, &options, "kilothon", Arc::new(from_catalog), |_| false)?;
        shift.add(&driven);
        tallies.push((name, driven.tally));
    }
    if args.run.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    if !tables_come_later(&args.run) {
        let scale = args.scale();
        let text = format!(
            "Set {}: {titles} titles, {} games per title and agent, {} s for each side and game, {} s a move for the opponent.",
            args.set,
            args.trials(),
            CLOCK * scale,
            (OPPONENT_TIME * scale * 1e4).round() / 1e4
        );
        print_files(kilothon::write(&tallies, &text, &out), &out)?;
        print!("\n{}", kilothon::page(&tallies, &text));
    }
    shift.end()?;
    if !shift.is_complete() {
        eprintln!("not everything is played; the same command goes on");
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}
