//! One process's turn at a run, or at the several runs of an experiment: how long it may last, and what it leaves over.

use super::Failure;
use super::drive::Driven;
use super::run_options::RunOptions;
use crate::cluster::slurm;
use std::env;
use std::path::PathBuf;
use std::time::Instant;

/// A turn.
#[derive(Debug)]
pub(super) struct Shift {
    began: Instant,
    wall_time: Option<f64>,
    requeue: bool,
    played: u64,
    left: bool,
    interrupted: bool,
}

impl Shift {
    /// A turn that begins now.
    pub(super) fn new(options: &RunOptions) -> Self {
        let (wall_time, requeue) = (options.wall_time, options.requeue);
        Self { began: Instant::now(), wall_time, requeue, played: 0, left: false, interrupted: false }
    }

    /// The options for the next run of several, with its folder and the time that is left; none where the turn is over.
    pub(super) fn next(&mut self, options: &RunOptions, out: PathBuf) -> Option<RunOptions> {
        let rest = self.wall_time.map(|seconds| seconds - self.began.elapsed().as_secs_f64());
        if self.interrupted || rest.is_some_and(|rest| rest <= 0.0) {
            self.left = true;
            return None;
        }
        Some(RunOptions { out: Some(out), wall_time: rest, ..options.clone() })
    }

    /// Adds what a run came to.
    pub(super) fn add(&mut self, driven: &Driven) {
        self.played += driven.played;
        self.left |= !driven.complete;
        self.interrupted |= driven.interrupted;
    }

    /// Whether nothing is left over.
    pub(super) fn is_complete(&self) -> bool {
        !self.left
    }

    /// Ends the turn: where that was asked for, the Slurm task goes back into the queue with what time left over.
    pub(super) fn end(&self) -> Result<(), Failure> {
        if !self.requeue || !self.left || self.interrupted {
            return Ok(());
        }
        let Some(job) = own_job() else {
            return Err(Failure::misuse("--requeue is for Slurm tasks, and this is none (SLURM_JOB_ID is not set)"));
        };
        if self.played == 0 {
            // Back in the queue, it would try the same for ever.
            let seconds = self.wall_time.unwrap_or_default();
            return Err(Failure::failed(format!(
                "no game ended within the {seconds:.0} s of this task, so it is not put back into the queue; \
                 resubmit with a longer --time"
            )));
        }
        // Said first: Slurm ends a task that is put back.
        eprintln!("the wall time left games to play; putting the task back into the queue");
        slurm::requeue(&job).map_err(|error| Failure::failed(format!("{error}; halfling resubmit does the same")))
    }
}

/// This Slurm task, as `scontrol` knows it. The number of the job alone will not do: that of an array's last task is the
/// number of the array, and would put all of its tasks back.
fn own_job() -> Option<String> {
    let number = |name: &str| env::var(name).ok().filter(|text| !text.is_empty());
    match (number("SLURM_ARRAY_JOB_ID"), number("SLURM_ARRAY_TASK_ID")) {
        (Some(array), Some(task)) => Some(format!("{array}_{task}")),
        _ => number("SLURM_JOB_ID"),
    }
}
