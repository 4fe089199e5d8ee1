//! `halfling resubmit`: what is missing of a submitted run, once more.

use super::Failure;
use super::cluster_options::ClusterOptions;
use super::submit::hand_in;
use crate::cluster::{Plan, Progress, Shards, quote, script, slurm, without_slurm};
use std::path::PathBuf;

/// Options of `halfling resubmit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  halfling resubmit runs/ten                        # after a cancellation, or tasks that failed
  halfling resubmit runs/ten --mem 8G --time 4h     # with more memory and time for each task
  halfling resubmit runs/ten --dry-run              # only show the batch script")]
pub(super) struct Args {
    /// Folder of a run that was submitted
    folder: PathBuf,
    #[command(flatten)]
    cluster: ClusterOptions,
    /// Show the batch script, write and submit nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut plan = Plan::read(&args.folder).map_err(|error| {
        Failure::misuse(format!("{error}; resubmit is for folders that halfling submit has written"))
    })?;
    if plan.out.canonicalize().ok() != args.folder.canonicalize().ok() {
        return Err(Failure::misuse(format!(
            "{} was submitted as {}, where its tasks write; move it back there",
            args.folder.display(),
            plan.out.display()
        )));
    }
    plan.resources = args.cluster.over(&plan.resources);
    let progress = Progress::read(&plan.out, &plan.parts, plan.shards)?;
    for torn in &progress.torn {
        eprintln!("{torn}; its game is played again unless a task is just writing it");
    }
    let incomplete = progress.incomplete();
    if incomplete.0.is_empty() {
        println!("nothing is missing: all {} games are recorded", progress.games());
        return Ok(());
    }
    let jobs: Vec<u64> = plan.submissions()?.iter().map(|submission| submission.job).collect();
    let tasks = slurm::tasks(&jobs).map_err(|error| {
        let instead = without_slurm(&plan.command, &plan.java_options, plan.shards, plan.jobs);
        Failure::failed(format!("{error}; fill the folder without it: {instead}"))
    })?;
    let active: Shards = tasks.iter().filter(|task| task.is_active()).map(|task| task.shard).collect();
    let missing: Shards = incomplete.0.difference(&active.0).copied().collect();
    let waiting = incomplete.0.len() - missing.0.len();
    if missing.0.is_empty() {
        println!(
            "nothing to submit: the {waiting} shards with missing games are running or waiting (halfling status {})",
            quote(&args.folder.display().to_string())
        );
        return Ok(());
    }
    println!(
        "missing    {} of {} games; shards {missing}{}",
        progress.left(),
        progress.games(),
        if waiting > 0 { format!(" ({waiting} more are running or waiting)") } else { String::new() }
    );
    let script = script(&plan, &missing);
    if args.dry_run {
        print!("{script}");
        return Ok(());
    }
    hand_in(&plan, &missing, &script)
}
