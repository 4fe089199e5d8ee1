//! What was measured of one game, and the file that keeps it.

use crate::cli::Failure;
use crate::lud::verify::Speed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Speed of compiled rules, per second of processor of one thread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Ours {
    /// Play-outs from the start to the end, over all slices.
    pub(super) playouts: f64,
    /// The same in the best slice.
    pub(super) best: f64,
    /// Mean plies of a play-out.
    pub(super) plies: f64,
    /// Simulations of a tree search from the start, in the best slice; none where there is nothing to search.
    pub(super) simulations: Option<f64>,
    /// Nanoseconds to copy a position over another.
    pub(super) clone_ns: f64,
}

impl Ours {
    /// Moves of play-outs.
    pub(super) fn moves(&self) -> f64 {
        self.playouts * self.plies
    }
}

/// Speed of Ludii's own play-outs, measured alike.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Theirs {
    /// Play-outs from the start to the end, over all slices.
    pub(super) playouts: f64,
    /// The same in the best slice.
    pub(super) best: f64,
    /// Mean plies of a play-out.
    pub(super) plies: f64,
    /// Seconds of processor that it had to warm up.
    #[serde(default)]
    pub(super) warm_up: f64,
}

/// One line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    /// The game, options after `|`.
    pub(super) game: String,
    /// Our speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ours: Option<Ours>,
    /// Ludii's speed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ludii: Option<Theirs>,
    /// Our play-outs over Ludii's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ratio: Option<f64>,
    /// Why a speed is missing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) problem: String,
    /// The build that measured.
    #[serde(default)]
    pub(super) build: String,
    /// Seconds since 1970.
    #[serde(default)]
    pub(super) when: u64,
    /// Processes that were running or waiting in the last minute, where the system tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) load: Option<f64>,
}

impl Measured {
    /// Our play-outs over Ludii's, in the best slice of each.
    pub(super) fn ratio_of_best(&self) -> Option<f64> {
        Some(self.ours?.best / self.ludii?.best)
    }
}

/// The speeds in a file, by game.
///
/// # Errors
/// When the file cannot be read, or holds something else.
pub(in crate::cli) fn speeds(path: &Path) -> Result<HashMap<String, Speed>, Failure> {
    if !path.is_file() {
        return Err(Failure::misuse(format!("{}: no such file", path.display())));
    }
    let book = Book::open(Some(path))?;
    let speed = |entry: &Measured| {
        let ours = entry.ours?;
        Some((entry.game.clone(), Speed { playouts: ours.playouts, plies: ours.plies, ratio: entry.ratio }))
    };
    let games: BTreeSet<&str> = book.entries.iter().map(|entry| entry.game.as_str()).collect();
    Ok(games.into_iter().filter_map(|game| book.middle(game).and_then(speed)).collect())
}

/// The file that keeps what was measured.
#[derive(Debug, Default)]
pub(super) struct Book {
    file: Option<File>,
    /// What it has.
    pub(super) entries: Vec<Measured>,
}

impl Book {
    /// Reads a file and goes on at its end; without a file, an empty book that keeps nothing.
    ///
    /// # Errors
    /// When the file cannot be read or written, or holds something else.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::default()) };
        let failed = |problem: &dyn std::fmt::Display| Failure::misuse(format!("{}: {problem}", path.display()));
        let mut entries = Vec::new();
        if path.is_file() {
            let file = File::open(path).map_err(|problem| failed(&problem))?;
            for line in BufReader::new(file).lines() {
                let line = line.map_err(|problem| failed(&problem))?;
                entries.push(serde_json::from_str(&line).map_err(|problem| failed(&problem))?);
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(|problem| failed(&problem))?;
        Ok(Self { file: Some(file), entries })
    }

    /// How often a game was measured.
    pub(super) fn times(&self, game: &str) -> usize {
        self.entries.iter().filter(|entry| entry.game == game).count()
    }

    /// The entry of a game that has the ratio in the middle of all of its ratios, the lower of two.
    pub(super) fn middle(&self, game: &str) -> Option<&Measured> {
        let mut entries: Vec<&Measured> = self.entries.iter().filter(|entry| entry.game == game).collect();
        if entries.iter().any(|entry| entry.ratio.is_some()) {
            entries.retain(|entry| entry.ratio.is_some());
        }
        entries.sort_by(|one, other| one.ratio.unwrap_or_default().total_cmp(&other.ratio.unwrap_or_default()));
        entries.get(entries.len().saturating_sub(1) / 2).copied()
    }

    /// Adds an entry and writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, entry: Measured) -> Result<(), Failure> {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&entry).map_err(Failure::failed)?;
            writeln!(file, "{line}").and_then(|()| file.flush())?;
        }
        self.entries.push(entry);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(game: &str, ratio: Option<f64>) -> Measured {
        let ours = Ours { playouts: 1234.5, best: 1300.0, plies: 6.0, simulations: None, clone_ns: 20.0 };
        Measured {
            game: game.to_owned(),
            ours: Some(ours),
            ludii: None,
            ratio,
            problem: String::new(),
            build: "test".to_owned(),
            when: 1,
            load: Some(0.5),
        }
    }

    #[test]
    fn a_book_goes_on_where_it_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bench.jsonl");
        Book::open(Some(&path)).unwrap().add(entry("One", Some(2.0))).unwrap();
        let mut book = Book::open(Some(&path)).unwrap();
        assert_eq!(book.entries, [entry("One", Some(2.0))]);
        book.add(entry("Two|Board Size/9x9", None)).unwrap();
        assert_eq!(Book::open(Some(&path)).unwrap().entries.len(), 2);
        std::fs::write(&path, "something else\n").unwrap();
        assert!(Book::open(Some(&path)).is_err());
    }

    #[test]
    fn of_several_measurements_the_one_in_the_middle_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bench.jsonl");
        let mut book = Book::open(Some(&path)).unwrap();
        for ratio in [Some(9.0), Some(4.0), None, Some(6.0)] {
            book.add(entry("One", ratio)).unwrap();
        }
        book.add(entry("Two", None)).unwrap();
        assert_eq!((book.times("One"), book.times("Two"), book.times("Three")), (4, 1, 0));
        assert_eq!(book.middle("One").unwrap().ratio, Some(6.0), "what failed does not count");
        assert_eq!(book.middle("Two").unwrap().ratio, None);
        assert_eq!(book.middle("Three"), None);
        book.add(entry("One", Some(5.0))).unwrap();
        assert_eq!(book.middle("One").unwrap().ratio, Some(5.0), "the lower of two");
        assert_eq!(speeds(&path).unwrap()["One"].ratio, Some(5.0));
    }
}
