//! `halfling experiment arms` and `halfling experiment breakthrough-position`: experiments that play no whole games.

use super::{fresh_folder, print_files};
use crate::cli::Failure;
use crate::experiment::arms::{self, Setup};
use crate::experiment::breakthrough_position;
use std::path::PathBuf;

/// Options of `halfling experiment arms`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Arms {
    /// Folder for the tables, plots and the page
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A tenth of the tasks: seconds instead of minutes
    #[arg(long)]
    quick: bool,
    /// Tasks on each manual model, in pairs
    #[arg(long, default_value_t = 1000)]
    tasks: u64,
    /// Random models
    #[arg(long, default_value_t = 50)]
    models: u64,
    /// Tasks on each random model
    #[arg(long, default_value_t = 200)]
    model_tasks: u64,
    /// Where the promising paths of the manual model begin, in 0 to 1
    #[arg(long, default_value_t = 0.75)]
    start: f32,
    /// Where they are before they part, in 0 to 1
    #[arg(long, default_value_t = 0.95)]
    height: f32,
    /// Step of the random walks
    #[arg(long, default_value_t = 0.025)]
    step: f32,
    /// Random numbers: what the paper leaves open was chosen with seed 0, so another one tests these choices
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Threads
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

pub(super) fn run_arms(args: &Arms) -> Result<(), Failure> {
    let share = if args.quick { 10 } else { 1 };
    let setup = Setup {
        tasks: args.tasks / share,
        models: args.models,
        model_tasks: args.model_tasks / share,
        start: args.start,
        height: args.height,
        step: args.step,
        seed: args.seed,
    };
    let sensible = setup.tasks >= 4
        && setup.models >= 2
        && setup.model_tasks >= 1
        && (0.0..=1.0).contains(&setup.start)
        && (0.0..=1.0).contains(&setup.height)
        && (0.02..=0.25).contains(&setup.step)
        && (1..=256).contains(&args.jobs);
    if !sensible {
        return Err(Failure::misuse(
            "the experiment needs 4 tasks and 2 models or more, start and height in 0 to 1, a step in 0.02 to 0.25, and 1 to 256 jobs",
        ));
    }
    fresh_folder(&args.out)?;
    let outcome = arms::run(&setup, args.jobs);
    print_files(outcome.write(&args.out), &args.out)?;
    print!("\n{}", outcome.page());
    Ok(())
}

/// Options of `halfling experiment breakthrough-position`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct BreakthroughPosition {
    /// Folder for the table, the plot and the page
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A fifth of the trials
    #[arg(long)]
    quick: bool,
    /// Searches with each agent and each number of samples
    #[arg(long, default_value_t = 1000)]
    trials: u64,
    /// Look into the position as well: proofs, what is chosen instead, other parameters; writes one more page
    #[arg(long)]
    study: bool,
}

pub(super) fn run_position(args: &BreakthroughPosition) -> Result<(), Failure> {
    let trials = if args.quick { args.trials.div_ceil(5) } else { args.trials };
    if trials == 0 {
        return Err(Failure::misuse("--trials must be at least 1"));
    }
    fresh_folder(&args.out)?;
    let outcome = breakthrough_position::run(trials).map_err(Failure::failed)?;
    print_files(outcome.write(&args.out), &args.out)?;
    print!("\n{}", outcome.page());
    if args.study {
        let study = breakthrough_position::study(trials).map_err(Failure::failed)?;
        print_files(study.write(&args.out), &args.out)?;
        print!("\n{}", study.page());
    }
    Ok(())
}
