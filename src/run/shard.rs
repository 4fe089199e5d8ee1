//! Parts of a run that different processes play.

use std::env;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// One of several equal parts of a schedule, by pairs of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u64,
    /// How many there are.
    pub count: u64,
}

impl Shard {
    /// The whole schedule.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Whether this part plays the pair.
    #[must_use]
    pub fn has(&self, pair: u64) -> bool {
        pair % self.count == self.index - 1
    }

    /// What a Slurm array task is told: `SLURM_ARRAY_TASK_ID` of `SLURM_ARRAY_TASK_COUNT`, counted from
    /// `SLURM_ARRAY_TASK_MIN` (0 where that is not set).
    #[must_use]
    pub fn from_slurm() -> Option<Self> {
        let number = |name: &str| env::var(name).ok()?.parse::<u64>().ok();
        let id = number("SLURM_ARRAY_TASK_ID")?;
        let count = number("SLURM_ARRAY_TASK_COUNT")?;
        let first = number("SLURM_ARRAY_TASK_MIN").unwrap_or(0);
        let index = id.checked_sub(first)? + 1;
        (index <= count).then_some(Self { index, count })
    }

    /// The part that a file of records is of, by the name of the file: `games.jsonl`, `games-2of8.jsonl`,
    /// `games-2of8-4711.0.jsonl`.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let stem = path.file_name()?.to_str()?.strip_suffix(".jsonl")?;
        let mut words = stem.split('-').skip(1);
        let Some(part) = words.next() else { return Some(Self::WHOLE) };
        part.replacen("of", "/", 1).parse().ok()
    }

    /// Whether this part must look into that file for games that are already played: not where it is of another part of the
    /// same division.
    #[must_use]
    pub fn concerns(&self, path: &Path) -> bool {
        Self::of_file(path).is_none_or(|other| other.count != self.count || other.index == self.index)
    }

    /// What file names carry: nothing for the whole, `-2of8` for a part.
    #[must_use]
    pub fn suffix(&self) -> String {
        if self.count == 1 { String::new() } else { format!("-{}of{}", self.index, self.count) }
    }
}

/// One of several tries at a part: each writes a file of its own, so that a try that everybody took for dead, on a machine
/// that was cut off, cannot spoil the file of the one that came after it. No locks are needed for that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt(pub String);

impl Attempt {
    /// The try that a Slurm job is: its number and how often it was put back into the queue.
    #[must_use]
    pub fn from_slurm() -> Option<Self> {
        let job = env::var("SLURM_JOB_ID").ok()?;
        let restarts = env::var("SLURM_RESTART_COUNT").unwrap_or_else(|_| "0".to_owned());
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (digits(&job) && digits(&restarts)).then(|| Self(format!("{job}.{restarts}")))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text
            .split_once('/')
            .and_then(|(index, count)| Some(Self { index: index.parse().ok()?, count: count.parse().ok()? }));
        match parsed {
            Some(shard) if shard.index >= 1 && shard.index <= shard.count => Ok(shard),
            _ => Err(format!("`{text}` is not a shard: write i/n with 1 ≤ i ≤ n, for example 2/8")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_split_without_rest() {
        let shards: Vec<Shard> = (1..=3).map(|index| Shard { index, count: 3 }).collect();
        for pair in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(pair)).count(), 1);
        }
        assert_eq!("2/8".parse(), Ok(Shard { index: 2, count: 8 }));
        assert_eq!(Shard { index: 2, count: 8 }.to_string(), "2/8");
        assert_eq!(Shard { index: 2, count: 8 }.suffix(), "-2of8");
        for (name, shard) in [("games.jsonl", Some(Shard::WHOLE)), ("games-2of8-47.0.jsonl", "2/8".parse().ok())] {
            assert_eq!(Shard::of_file(Path::new(name)), shard, "{name}");
        }
        assert_eq!(Shard::of_file(Path::new("x/games-from-elsewhere.jsonl")), None);
        let own: Shard = "2/8".parse().unwrap();
        for (name, concerns) in [
            ("games.jsonl", true),
            ("games-2of8-1.2.jsonl", true),
            ("games-3of8.jsonl", false),
            ("games-3of9.jsonl", true),
        ] {
            assert_eq!(own.concerns(Path::new(name)), concerns, "{name}");
        }
        for wrong in ["0/8", "9/8", "x", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
