//! Runs on a cluster with Slurm: a run cut into shards, one task of a job array for each.
//!
//! Nothing of ours stays alive there. A [`Plan`] in the run's folder says how the run was cut and what each task does; the
//! [`script()`] is an ordinary batch script; a task is an ordinary `--shard i/n` run that writes a file of its own. How far it
//! all is, [`Progress`] reads from those files, and [`slurm`] from the queue.

mod cut;
mod nodes;
mod plan;
mod progress;
mod resources;
mod script;
mod shards;
pub mod slurm;
mod words;

pub use cut::{Cut, seconds_of_game};
pub use nodes::{NodeTally, Nodes};
pub use plan::{FOLDER, Plan, Submission};
pub use progress::{PartProgress, Progress};
pub use resources::{Resources, memory_text, parse_memory, parse_time, time_text};
pub use script::{script, without_slurm};
pub use shards::Shards;
pub use words::quote;
