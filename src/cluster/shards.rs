//! Sets of shards, as Slurm writes them: `1-4,7`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A set of shards, by number from 1.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shards(pub BTreeSet<u64>);

impl Shards {
    /// All of so many.
    #[must_use]
    pub fn all(count: u64) -> Self {
        Self((1..=count).collect())
    }
}

impl FromIterator<u64> for Shards {
    fn from_iter<T: IntoIterator<Item = u64>>(numbers: T) -> Self {
        Self(numbers.into_iter().collect())
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = self.0.iter().copied().peekable();
        let mut separator = "";
        while let Some(first) = numbers.next() {
            let mut last = first;
            while let Some(next) = numbers.next_if_eq(&(last + 1)) {
                last = next;
            }
            match last - first {
                0 => write!(f, "{separator}{first}")?,
                _ => write!(f, "{separator}{first}-{last}")?,
            }
            separator = ",";
        }
        Ok(())
    }
}

impl FromStr for Shards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a set of shards: write 1-4,7");
        let number = |word: &str| word.parse::<u64>().map_err(|_| wrong());
        let mut numbers = BTreeSet::new();
        for word in text.split(',').filter(|word| !word.is_empty()) {
            match word.split_once('-') {
                Some((first, last)) => numbers.extend(number(first)?..=number(last)?),
                None => numbers.extend([number(word)?]),
            }
        }
        Ok(Self(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_short_and_read_back() {
        let shards: Shards = [1, 2, 3, 7, 9, 10].into_iter().collect();
        assert_eq!(shards.to_string(), "1-3,7,9-10");
        assert_eq!("1-3,7,9-10".parse(), Ok(shards));
        assert_eq!(Shards::all(40).to_string(), "1-40");
        assert_eq!("".parse(), Ok(Shards::default()));
        assert!("a".parse::<Shards>().is_err() && "1-x".parse::<Shards>().is_err());
    }
}
