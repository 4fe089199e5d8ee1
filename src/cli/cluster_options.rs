//! What `submit` and `resubmit` let Slurm be asked for.

use crate::cluster::{Resources, parse_memory, parse_time};

/// What each task asks Slurm for.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct ClusterOptions {
    /// Partition [default: the cluster's]
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Account to charge
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Quality of service
    #[arg(long, value_name = "NAME")]
    qos: Option<String>,
    /// Features that nodes must have; one kind of processor makes timed games comparable
    #[arg(long, value_name = "FEATURES")]
    constraint: Option<String>,
    /// Longest time of a task: 90m, 2h, 2:30:00, 1-12:00:00; a bare number means minutes here and seconds a move in the run [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<u64>,
    /// Most tasks at the same time [default: as many as the cluster gives]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    array_limit: Option<u64>,
    /// Cores of a task [default: as many as its games keep busy]
    #[arg(long, value_name = "N")]
    pub(super) cpus_per_task: Option<usize>,
    /// Memory of a task [default: 3G per game at a time; inside Ludii 2G more than the heap]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    mem: Option<u64>,
    /// Any other option of sbatch, as it is; may be given several times, for example --sbatch=--exclude=n003
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

impl ClusterOptions {
    /// These wishes, and `before` where there is none.
    pub(super) fn over(&self, before: &Resources) -> Resources {
        let or = |wish: &Option<String>, before: &Option<String>| wish.clone().or_else(|| before.clone());
        Resources {
            partition: or(&self.partition, &before.partition),
            account: or(&self.account, &before.account),
            qos: or(&self.qos, &before.qos),
            constraint: or(&self.constraint, &before.constraint),
            seconds: self.time.unwrap_or(before.seconds),
            array_limit: self.array_limit.or(before.array_limit),
            cpus: self.cpus_per_task.unwrap_or(before.cpus),
            memory: self.mem.unwrap_or(before.memory),
            others: before.others.iter().chain(&self.sbatch).cloned().collect(),
        }
    }
}
