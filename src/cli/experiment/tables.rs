//! `halfling experiment finnsson`, `quality` and `five-board-games`: tables of matches.

use super::{Part, fresh_folder, print_files, tables_come_later};
use crate::cli::Failure;
use crate::cli::drive::drive;
use crate::cli::run_options::RunOptions;
use crate::cli::shift::Shift;
use crate::experiment::tables::{Cell, Extent, Plan, Played};
use crate::run::{Entrant, Kind, Limit, Overrun, Settings, Title, from_catalog};
use std::process::ExitCode;
use std::sync::Arc;

/// Options of the experiments that play matches.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Tables {
    /// Few games and little time for each move: minutes instead of days
    #[arg(long)]
    quick: bool,
    /// Games per cell [default: the paper's; few with --quick]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Seconds a move [default: the paper's; little with --quick]
    #[arg(long, value_name = "SECONDS", conflicts_with = "iterations")]
    time: Option<f64>,
    /// Iterations a move instead of a time
    #[arg(long, value_name = "N")]
    iterations: Option<u64>,
    /// Only rows whose game has this in its name
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) run: RunOptions,
}

impl Tables {
    fn extent(&self, plan: &Plan) -> Extent {
        if self.quick { plan.quick } else { plan.full }
    }

    fn games(&self, plan: &Plan) -> u64 {
        self.games.unwrap_or(self.extent(plan).games)
    }

    /// Whether a cell is asked for.
    fn wants(&self, cell: &Cell) -> bool {
        self.only.as_ref().is_none_or(|text| cell.row.to_lowercase().contains(&text.to_lowercase()))
    }

    /// What decides the results of a cell.
    fn settings(&self, plan: &Plan, cell: &Cell) -> Result<Settings, Failure> {
        let extent = self.extent(plan);
        // Where the plan's cells have times of their own, the quick form keeps their proportions.
        let time = self.time.unwrap_or(match cell.pairing.time {
            Some(own) if self.quick => own * extent.time,
            Some(own) => own,
            None => extent.time,
        });
        let limit = match self.iterations {
            Some(iterations) => Limit::iterations(iterations),
            None => Limit { iterations: None, time: Some(time), clock: None },
        };
        let games = self.games(plan);
        if games == 0 {
            return Err(Failure::misuse("--games must be at least 1"));
        }
        settings(cell, limit, games, &self.run)
    }
}

/// The runs, one for each cell that is played.
pub(super) fn parts(plan: &Plan, args: &Tables) -> Result<Vec<Part>, Failure> {
    let mut parts = Vec::new();
    for cell in plan.cells.iter().filter(|cell| args.wants(cell)) {
        parts.push((cell.folder().into(), args.settings(plan, cell)?));
    }
    if parts.is_empty() { Err(Failure::misuse("no row has that in its name")) } else { Ok(parts) }
}

pub(super) fn run(plan: &Plan, args: &Tables) -> Result<ExitCode, Failure> {
    let out =
        args.run.out.clone().ok_or_else(|| Failure::misuse("the experiment needs a folder: give it --out DIR"))?;
    fresh_folder(&out)?;
    let mut played = Vec::new();
    let mut shift = Shift::new(&args.run);
    for cell in plan.cells.iter().filter(|cell| args.wants(cell)) {
        let settings = args.settings(plan, cell)?;
        let Some(options) = shift.next(&args.run, out.join(cell.folder())) else { break };
        eprintln!("{}: {}", cell.row, cell.column);
        let driven = drive(settings, &options, plan.slug, Arc::new(from_catalog), |_| false)?;
        shift.add(&driven);
        played.push(Played::of(cell.clone(), &driven.tally));
    }
    if args.run.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    if !tables_come_later(&args.run) {
        let limits = match (args.iterations, args.time) {
            (Some(iterations), _) => format!("{iterations} iterations a move"),
            (None, Some(time)) => format!("{time} s a move"),
            (None, None) => {
                format!("{} s a move (or in that proportion where columns have times)", args.extent(plan).time)
            }
        };
        let text = format!("{} games per cell, {limits}, seats swapped within pairs.", args.games(plan));
        print_files(plan.write(&played, &text, &out), &out)?;
        print!("\n{}", plan.page(&played, &text));
    }
    shift.end()?;
    if !shift.is_complete() {
        eprintln!("not everything is played; the same command goes on");
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

/// The settings of one cell's run.
fn settings(cell: &Cell, limit: Limit, games: u64, options: &RunOptions) -> Result<Settings, Failure> {
    let pairing = &cell.pairing;
    limit.budget(None).map_err(Failure::misuse)?;
    let entrant = |text: &str| -> Result<Entrant, Failure> {
        Ok(Entrant { agent: text.parse().map_err(Failure::failed)?, limit })
    };
    Ok(Settings {
        kind: Kind::Match,
        entrants: vec![entrant(&pairing.agent)?, entrant(&pairing.against)?],
        titles: vec![Title { name: pairing.game.to_owned(), category: cell.column.clone() }],
        games,
        seed: options.seed,
        play: options.rules(Overrun::Lose),
        openings: options.openings()?,
        host: None,
    })
}
