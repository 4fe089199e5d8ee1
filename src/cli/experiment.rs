//! `halfling experiment`: the papers' experiments.

use super::Failure;
use crate::experiment::prize_box::{self, Setup};
use std::path::PathBuf;

/// Which experiment.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Experiment {
    /// How root policies spend their trials on boxes with prizes (Putrich et al. 2023, §5.1, Figures 1 and 2)
    PrizeBox(PrizeBox),
}

/// Options of `halfling experiment prize-box`.
#[derive(Debug, clap::Args)]
pub(super) struct PrizeBox {
    /// Folder for the tables and plots
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Independent draws of the prizes
    #[arg(long, default_value_t = 500)]
    seeds: u64,
    /// Boxes
    #[arg(long, default_value_t = 30)]
    boxes: usize,
    /// Trials of each policy on each draw
    #[arg(long, default_value_t = 10_000)]
    trials: u64,
    /// Exploration constant of the bounds
    #[arg(long, default_value_t = 1.0)]
    c: f32,
    /// Fewest boxes that UCB√SH leaves
    #[arg(long, default_value_t = 4)]
    kmin: usize,
}

pub(super) fn run(experiment: &Experiment) -> Result<(), Failure> {
    let Experiment::PrizeBox(args) = experiment;
    if args.seeds < 2
        || args.boxes < 4
        || args.trials < args.boxes as u64
        || args.kmin == 0
        || args.c.is_nan()
        || args.c < 0.0
    {
        return Err(Failure::misuse(
            "the experiment needs 2 seeds, 4 boxes, as many trials as boxes, kmin 1 and c 0, or more of each",
        ));
    }
    let setup = Setup { seeds: args.seeds, boxes: args.boxes, trials: args.trials, c: args.c, k_min: args.kmin };
    let cannot_write =
        |error: Box<dyn std::error::Error>| Failure::failed(format!("cannot write to {}: {error}", args.out.display()));
    std::fs::create_dir_all(&args.out).map_err(|error| cannot_write(error.into()))?;
    let outcome = prize_box::run(&setup);
    for path in outcome.write(&args.out).map_err(cannot_write)? {
        println!("wrote {}", path.display());
    }
    println!();
    print!("{}", outcome.summary());
    Ok(())
}
