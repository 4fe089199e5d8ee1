//! Parts of a run that different processes play.

use std::env;
use std::fmt;
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

    /// What file names carry: nothing for the whole, `-2of8` for a part.
    #[must_use]
    pub fn suffix(&self) -> String {
        if self.count == 1 { String::new() } else { format!("-{}of{}", self.index, self.count) }
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
        for wrong in ["0/8", "9/8", "x", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
