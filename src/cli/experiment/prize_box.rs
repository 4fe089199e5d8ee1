//! `halfling experiment prize-box`.

use super::{fresh_folder, print_files};
use crate::cli::Failure;
use crate::experiment::prize_box::{self, Setup};
use std::path::PathBuf;

/// Options of `halfling experiment prize-box`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PrizeBox {
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

pub(super) fn run(args: &PrizeBox) -> Result<(), Failure> {
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
    fresh_folder(&args.out)?;
    let outcome = prize_box::run(&setup);
    print_files(outcome.write(&args.out), &args.out)?;
    println!();
    print!("{}", outcome.summary());
    Ok(())
}
