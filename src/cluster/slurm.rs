//! Slurm's own programs: what we ask them, and what they answer.

use serde::Serialize;
use std::env;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

/// The least largest number of a task plus one, where Slurm does not say: its default.
const DEFAULT_ARRAY_SIZE: u64 = 1001;

/// Why Slurm did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlurmError {
    /// There is no such program on this machine.
    Missing(&'static str),
    /// It said no, or could not be understood.
    Refused(&'static str, String),
}

impl std::fmt::Display for SlurmError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(program) => write!(f, "Slurm is not installed here (there is no {program} on the PATH)"),
            Self::Refused(program, reason) => write!(f, "{program} says: {reason}"),
        }
    }
}

impl std::error::Error for SlurmError {}

/// A task of an array, as the queue or the accounts show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Number of the array's job.
    pub job: u64,
    /// Number of the task in it, which is the shard.
    pub shard: u64,
    /// `RUNNING`, `PENDING`, `FAILED` and so on.
    pub state: String,
    /// Where it runs or ran.
    pub node: String,
    /// Why it is in that state, where Slurm says.
    pub reason: String,
}

impl Task {
    /// Whether it plays, or will without anybody doing anything.
    #[must_use]
    pub fn is_active(&self) -> bool {
        const ACTIVE: [&str; 11] = [
            "PENDING",
            "RUNNING",
            "CONFIGURING",
            "COMPLETING",
            "SUSPENDED",
            "REQUEUED",
            "REQUEUE_HOLD",
            "REQUEUE_FED",
            "RESIZING",
            "SIGNALING",
            "STAGE_OUT",
        ];
        ACTIVE.contains(&self.state.as_str())
    }

    /// Whether it has a node now.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self.state.as_str(), "RUNNING" | "COMPLETING" | "SUSPENDED")
    }

    /// What a person should do about it, where something is to be done that a mere resubmission does not do.
    #[must_use]
    pub fn advice(&self) -> Option<&'static str> {
        match self.state.as_str() {
            "OUT_OF_MEMORY" => Some("it needs more memory: resubmit with a larger --mem"),
            "TIMEOUT" => Some("it did not stop in time: resubmit with a longer --time"),
            "NODE_FAIL" | "BOOT_FAIL" => {
                Some("its node failed: resubmit, if need be without that node (--sbatch=--exclude=NODE)")
            }
            "PENDING" => match self.reason.as_str() {
                "PartitionTimeLimit" => {
                    Some("the partition does not allow so much --time: cancel it and resubmit with less")
                }
                "JobHeldUser" | "JobHeldAdmin" => Some("it is held: scontrol release, or cancel it and resubmit"),
                "launch_failed_requeued_held" => {
                    Some("it could not be started and is held: see the log, then scontrol release")
                }
                "ReqNodeNotAvail" | "BadConstraints" => {
                    Some("no node can take it: check --constraint, --cpus-per-task and --mem")
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether a program of Slurm's is on the path.
#[must_use]
pub fn has(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Submits a batch script; returns the number of the job.
///
/// # Errors
/// When Slurm is not there or refuses the script.
pub fn submit(script: &Path) -> Result<u64, SlurmError> {
    let answer = ask("sbatch", Command::new("sbatch").arg("--parsable").arg(script))?;
    // The job, and after a semicolon the cluster where there are several.
    let job = answer.lines().last().and_then(|line| line.split(';').next()).and_then(|word| word.trim().parse().ok());
    job.ok_or(SlurmError::Refused("sbatch", answer))
}

/// Puts a job that is running back into the queue.
///
/// # Errors
/// When Slurm is not there or refuses.
pub fn requeue(job: &str) -> Result<(), SlurmError> {
    ask("scontrol", Command::new("scontrol").args(["requeue", job])).map(drop)
}

/// The largest number that a task may have.
#[must_use]
pub fn largest_task() -> u64 {
    let size = ask("scontrol", Command::new("scontrol").args(["show", "config"])).ok().and_then(|text| {
        let line = text.lines().find(|line| line.trim_start().starts_with("MaxArraySize"))?;
        line.split_once('=')?.1.trim().parse::<u64>().ok()
    });
    size.unwrap_or(DEFAULT_ARRAY_SIZE).saturating_sub(1).max(1)
}

/// The tasks of some jobs that Slurm still remembers, whatever became of them: for some minutes after their end by itself, and
/// longer where the cluster keeps accounts.
///
/// # Errors
/// When Slurm is not there or does not answer.
pub fn tasks(jobs: &[u64]) -> Result<Vec<Task>, SlurmError> {
    if jobs.is_empty() {
        return if has("squeue") { Ok(Vec::new()) } else { Err(SlurmError::Missing("squeue")) };
    }
    let list = jobs.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let mut squeue = Command::new("squeue");
    squeue.args(["--noheader", "--array", "--states=all", "--format=%F|%K|%T|%N|%r", "--jobs", &list]);
    let queued = match ask("squeue", &mut squeue) {
        Ok(text) => parse_queue(&text),
        // What it says where it has forgotten all of them.
        Err(SlurmError::Refused(_, reason)) if reason.contains("Invalid job id") => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut sacct = Command::new("sacct");
    sacct.args(["--noheader", "--parsable2", "--allocations", "--format=JobID,State,NodeList", "--jobs", &list]);
    let mut all = ask("sacct", &mut sacct).map(|text| parse_accounts(&text)).unwrap_or_default();
    all.retain(|old| !queued.iter().any(|new| (new.job, new.shard) == (old.job, old.shard)));
    all.extend(queued);
    all.sort_by_key(|task| (task.shard, task.job));
    Ok(all)
}

fn parse_queue(text: &str) -> Vec<Task> {
    let task = |line: &str| {
        let mut words = line.trim().split('|');
        let (job, shard) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let mut word = || words.next().unwrap_or_default().to_owned();
        let (state, node, reason) = (word(), word(), word());
        Some(Task { job, shard, state, node, reason: if reason == "None" { String::new() } else { reason } })
    };
    text.lines().filter_map(task).collect()
}

fn parse_accounts(text: &str) -> Vec<Task> {
    let task = |line: &str| {
        let mut words = line.trim().split('|');
        let (job, shard) = words.next()?.split_once('_')?;
        let (job, shard) = (job.parse().ok()?, shard.parse().ok()?);
        // "CANCELLED by 1000" is one of them.
        let state = words.next()?.split_whitespace().next()?.to_owned();
        let node = words.next().filter(|node| *node != "None assigned").unwrap_or_default().to_owned();
        Some(Task { job, shard, state, node, reason: String::new() })
    };
    text.lines().filter_map(task).collect()
}

fn ask(program: &'static str, command: &mut Command) -> Result<String, SlurmError> {
    let Output { status, stdout, stderr } = command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => SlurmError::Missing(program),
        _ => SlurmError::Refused(program, error.to_string()),
    })?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&stderr).trim().to_owned();
    Err(SlurmError::Refused(program, if said.is_empty() { status.to_string() } else { said }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        let queue =
            parse_queue("13|1|RUNNING|n001|None\n13|2|PENDING||BeginTime\n13|3|FAILED|n002|NonZeroExitCode\nrubbish\n");
        assert_eq!(queue.len(), 3);
        assert!(queue[0].is_running() && queue[0].is_active() && queue[0].reason.is_empty());
        assert!(queue[1].is_active() && !queue[1].is_running());
        assert!(!queue[2].is_active());
        let accounts = parse_accounts(
            "13_4|CANCELLED by 0|None assigned\n13_5|OUT_OF_MEMORY|n3\n13_[6-9]|PENDING|\n13|COMPLETED|\n",
        );
        assert_eq!(accounts.len(), 2);
        assert_eq!((accounts[0].state.as_str(), accounts[0].node.as_str()), ("CANCELLED", ""));
        assert!(accounts[1].advice().is_some_and(|advice| advice.contains("--mem")));
    }
}
