//! `halfling experiment finnsson`, `quality` and `five-board-games`: tables of matches.

use super::{fresh_folder, print_files};
use crate::cli::Failure;
use crate::cli::drive::drive;
use crate::cli::run_options::RunOptions;
use crate::experiment::tables::{Cell, Pairing, Plan, Played};
use crate::run::{Entrant, Kind, Limit, Overrun, Settings, Title, from_catalog};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

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
    run: RunOptions,
}

pub(super) fn run(plan: &Plan, args: &Tables) -> Result<ExitCode, Failure> {
    let out =
        args.run.out.clone().ok_or_else(|| Failure::misuse("the experiment needs a folder: give it --out DIR"))?;
    let extent = if args.quick { plan.quick } else { plan.full };
    let games = args.games.unwrap_or(extent.games);
    if games == 0 {
        return Err(Failure::misuse("--games must be at least 1"));
    }
    fresh_folder(&out)?;
    let deadline = args.run.wall_time.map(|seconds| (Instant::now(), seconds));
    let mut played = Vec::new();
    let mut complete = true;
    for cell in &plan.cells {
        let wanted = args.only.as_ref().is_none_or(|text| cell.row.to_lowercase().contains(&text.to_lowercase()));
        if !wanted {
            continue;
        }
        let pairing = match &cell.pairing {
            Ok(pairing) => pairing,
            Err(reason) => {
                played.push(Played { cell: cell.clone(), result: Err((*reason).to_owned()) });
                continue;
            }
        };
        let mut options = args.run.clone();
        options.out = Some(out.join(cell.folder()));
        if let Some((began, seconds)) = deadline {
            let left = seconds - began.elapsed().as_secs_f64();
            if left <= 0.0 {
                complete = false;
                break;
            }
            options.wall_time = Some(left);
        }
        // Where the plan's cells have times of their own, the quick form keeps their proportions.
        let time = args.time.unwrap_or(match pairing.time {
            Some(own) if args.quick => own * extent.time,
            Some(own) => own,
            None => extent.time,
        });
        let limit = match args.iterations {
            Some(iterations) => Limit::iterations(iterations),
            None => Limit { iterations: None, time: Some(time), clock: None },
        };
        let settings = settings(cell, pairing, limit, games, &options)?;
        eprintln!("{}: {}", cell.row, cell.column);
        let driven = drive(settings, &options, plan.slug, Arc::new(from_catalog), |_| false)?;
        complete &= driven.complete;
        played.push(Played::of(cell.clone(), &driven.tally));
        if driven.interrupted {
            break;
        }
    }
    if args.run.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let limits = match (args.iterations, args.time) {
        (Some(iterations), _) => format!("{iterations} iterations a move"),
        (None, Some(time)) => format!("{time} s a move"),
        (None, None) => format!("{} s a move (or in that proportion where columns have times)", extent.time),
    };
    let text = format!("{games} games per cell, {limits}, seats swapped within pairs.");
    print_files(plan.write(&played, &text, &out), &out)?;
    print!("\n{}", plan.page(&played, &text));
    if !complete {
        eprintln!("not everything is played; the same command goes on");
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

/// The settings of one cell's run.
fn settings(
    cell: &Cell,
    pairing: &Pairing,
    limit: Limit,
    games: u64,
    options: &RunOptions,
) -> Result<Settings, Failure> {
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
