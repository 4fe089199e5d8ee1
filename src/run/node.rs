//! The machine that a game was played on, as its record names it, so that slow, busy or biased machines can be seen.

use serde::{Deserialize, Serialize};
use std::env;
use std::fs;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is known of the machine when a game ends.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Node {
    /// The processor's model.
    #[serde(default)]
    pub cpu: String,
    /// Cores that this process may use.
    #[serde(default)]
    pub cores: usize,
    /// Processes that wanted to run, on average over the last minute, of everybody on the machine; where the system says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f32>,
}

impl Node {
    /// This machine, now.
    #[must_use]
    pub fn here() -> Self {
        Self { cpu: cpu(), cores: std::thread::available_parallelism().map_or(1, usize::from), load: load() }
    }
}

/// The name of this machine: within a Slurm task Slurm's name of the node, which is how people there know it.
#[must_use]
pub fn host() -> String {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let from_slurm = env::var("SLURMD_NODENAME").ok().filter(|name| !name.is_empty());
        let from_kernel = || fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let name = from_slurm.or_else(from_kernel).or_else(|| env::var("HOSTNAME").ok()).unwrap_or_default();
        name.trim().to_owned()
    })
    .clone()
}

/// Seconds since 1970.
#[must_use]
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn cpu() -> String {
    static MODEL: OnceLock<String> = OnceLock::new();
    MODEL
        .get_or_init(|| {
            let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            model(&text).unwrap_or_else(|| env::consts::ARCH.to_owned())
        })
        .clone()
}

/// The model of the first processor, where the text names one: machines with Arm do not.
fn model(text: &str) -> Option<String> {
    let value = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'))?.1.trim();
    (!value.is_empty()).then(|| value.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn load() -> Option<f32> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_read() {
        assert_eq!(model("processor\t: 0\nmodel name\t: AMD  EPYC 7763\n").as_deref(), Some("AMD EPYC 7763"));
        assert_eq!(model("processor\t: 0\nBogoMIPS\t: 50\n"), None);
        assert_eq!(model("model name\t:\n"), None);
    }

    #[test]
    fn this_machine_has_a_name_and_a_processor() {
        let node = Node::here();
        assert!(!host().is_empty() && !node.cpu.is_empty() && node.cores >= 1);
        let text = serde_json::to_string(&node).unwrap();
        assert_eq!(serde_json::from_str::<Node>(&text).unwrap(), node);
    }
}
