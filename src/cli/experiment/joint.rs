//! `halfling experiment tron` and `halfling experiment goofspiel`.

use super::{fresh_folder, print_files};
use crate::cli::Failure;
use crate::cli::drive::drive;
use crate::cli::run_options::RunOptions;
use crate::experiment::{goofspiel, tron};
use crate::run::{Settings, Shard, Tally, from_catalog};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `halfling experiment tron`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Tron {
    /// Folder for the games, tables and plots; the same command goes on where it stopped
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// In less than half an hour on two cores: 1000 simulations a move, fewer games
    #[arg(long)]
    quick: bool,
    /// Simulations a move [default: 100000, or 1000 with --quick]
    #[arg(long, value_name = "N")]
    simulations: Option<u64>,
    /// Games of each pair on each 16×16 board [default: 200, or 20 with --quick]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Games of each pair on the 6×6 board [default: 200, or 60 with --quick]
    #[arg(long, value_name = "N")]
    small_games: Option<u64>,
    /// Batches of ten games in tuning each parameter [default: 12, or 6 with --quick]
    #[arg(long, value_name = "N")]
    batches: Option<usize>,
    /// Games of the hybrid against each of two others on each board [default: 200, or 60 with --quick]
    #[arg(long, value_name = "N")]
    hybrid_games: Option<u64>,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

/// Options of `halfling experiment goofspiel`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Goofspiel {
    /// Folder for the tables and plots
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Numbers of cards
    #[arg(long, num_args = 1.., default_values_t = [4, 5], value_parser = clap::value_parser!(u8).range(2..=6))]
    cards: Vec<u8>,
    /// Searches per point
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..))]
    seeds: u64,
    /// Most iterations; points are at 100, 300, 1000 and so on
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(100..))]
    iterations: u64,
}

pub(super) fn run_tron(args: &Tron) -> Result<ExitCode, Failure> {
    let base = if args.quick { tron::Setup::quick() } else { tron::Setup::study() };
    let setup = tron::Setup {
        simulations: args.simulations.unwrap_or(base.simulations),
        games: args.games.unwrap_or(base.games),
        small_games: args.small_games.unwrap_or(base.small_games),
        batches: args.batches.unwrap_or(base.batches),
        hybrid_games: args.hybrid_games.unwrap_or(base.hybrid_games),
        seed: args.seed,
        ..base
    };
    if setup.simulations == 0 || setup.games == 0 || setup.small_games == 0 {
        return Err(Failure::misuse("the experiment needs at least 1 simulation and 1 game of each pair"));
    }
    let play = |stage: &str, settings: Settings| -> Result<Option<Tally>, Failure> {
        eprintln!("{stage}");
        let options = RunOptions {
            out: Some(args.out.join(stage)),
            jobs: args.jobs,
            oversubscribe: false,
            shard: Some(Shard::WHOLE),
            wall_time: None,
            requeue: false,
            dry_run: false,
            seed: settings.seed,
            opening_plies: 0,
            openings: None,
            max_plies: None,
            adjudicate_proofs: false,
            grace: settings.play.grace,
            patience: settings.play.patience,
            no_moves: true,
        };
        let driven = drive(settings, &options, stage, Arc::new(from_catalog), |_| false)?;
        Ok(driven.complete.then_some(driven.tally))
    };
    let Some(outcome) = tron::run(&setup, play)? else {
        eprintln!("interrupted; the same command goes on in {}", args.out.display());
        return Ok(ExitCode::from(130));
    };
    print_files(outcome.write(&args.out), &args.out)?;
    println!();
    for finding in outcome.findings() {
        println!("{finding}");
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn run_goofspiel(args: &Goofspiel) -> Result<(), Failure> {
    let steps = (2..).flat_map(|power| [10u64.pow(power), 3 * 10u64.pow(power)]);
    let checkpoints = steps.take_while(|&iterations| iterations <= args.iterations).collect();
    let setup = goofspiel::Setup { cards: args.cards.clone(), seeds: args.seeds, checkpoints };
    fresh_folder(&args.out)?;
    let outcome = goofspiel::run(&setup, |curve| eprintln!("{curve}")).map_err(Failure::failed)?;
    print_files(outcome.write(&args.out), &args.out)?;
    println!();
    print!("{}", outcome.markdown());
    Ok(())
}
