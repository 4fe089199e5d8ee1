//! How far a run is, read from its folder.

use super::nodes::Nodes;
use super::shards::Shards;
use crate::run::{Brief, Description, Shard, Tally, Torn, files, now, read_lines, schedule};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// How far all runs of a folder are.
#[derive(Debug)]
pub struct Progress {
    /// Each run.
    pub parts: Vec<PartProgress>,
    /// How many shards they are cut into.
    pub shards: u64,
    /// Games still missing, by shard: the first is the first shard's.
    pub missing: Vec<u64>,
    /// Results by node.
    pub nodes: Nodes,
    /// Last lines that are not finished.
    pub torn: Vec<Torn>,
    /// When each recorded game ended, in seconds since 1970.
    pub finished: Vec<u64>,
}

/// How far one run is.
#[derive(Debug)]
pub struct PartProgress {
    /// Its folder, within the folder.
    pub folder: PathBuf,
    /// What the folder says about it.
    pub description: Description,
    /// Results so far.
    pub tally: Tally,
    /// Games of its schedule.
    pub games: u64,
}

impl Progress {
    /// Reads runs that are cut into `shards`. They may be going on.
    ///
    /// # Errors
    /// When a folder is not a run or cannot be read.
    pub fn read(out: &Path, parts: &[PathBuf], shards: u64) -> io::Result<Self> {
        let mut progress = Self {
            parts: Vec::new(),
            shards,
            missing: vec![0; usize::try_from(shards).unwrap_or_default()],
            nodes: Nodes::default(),
            torn: Vec::new(),
            finished: Vec::new(),
        };
        for part in parts {
            progress.add(out, part)?;
        }
        Ok(progress)
    }

    /// How many shards the files of a folder are cut into: the division of which most files are.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn shards_of_files(folder: &Path) -> io::Result<u64> {
        let mut counts = std::collections::BTreeMap::new();
        for shard in files(folder, "games")?.iter().filter_map(|path| Shard::of_file(path)) {
            *counts.entry(shard.count).or_insert(0) += 1;
        }
        Ok(counts.into_iter().max_by_key(|&(_, files)| files).map_or(1, |(count, _)| count))
    }

    fn add(&mut self, out: &Path, part: &Path) -> io::Result<()> {
        let folder = out.join(part);
        let description = Description::read(&folder)?;
        let mut tally = Tally::new(&description.settings);
        let mut seen = HashSet::new();
        for path in files(&folder, "games")? {
            let torn = read_lines(&path, |brief: Brief| {
                if seen.insert(brief.game) {
                    tally.add(&brief);
                    self.nodes.add(&brief);
                    self.finished.push(brief.finished);
                }
            })?;
            self.torn.extend(torn);
        }
        let schedule = schedule(&description.settings);
        for game in schedule.iter().filter(|game| !seen.contains(&game.game)) {
            let shard = (game.pair % self.shards) as usize;
            self.missing[shard] += 1;
        }
        let games = schedule.len() as u64;
        self.parts.push(PartProgress { folder: part.to_owned(), description, tally, games });
        Ok(())
    }

    /// Games of all schedules.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.parts.iter().map(|part| part.games).sum()
    }

    /// Games recorded.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.games() - self.left()
    }

    /// Games not recorded.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.missing.iter().sum()
    }

    /// Shards of which games are missing.
    #[must_use]
    pub fn incomplete(&self) -> Shards {
        let numbers = self.missing.iter().zip(1..).filter(|(missing, _)| **missing > 0);
        numbers.map(|(_, number)| number).collect()
    }

    /// Mean seconds of a game so far.
    #[must_use]
    pub fn game_seconds(&self) -> Option<f64> {
        let (records, seconds) = self
            .parts
            .iter()
            .fold((0, 0.0), |(records, seconds), part| (records + part.tally.records, seconds + part.tally.seconds));
        (records > 0).then(|| seconds / records as f64)
    }

    /// Games per second over the last hour in which games ended; none where too few did.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        const HOUR: u64 = 3600;
        let now = now();
        let recent: Vec<u64> = self.finished.iter().copied().filter(|&at| at + HOUR >= now).collect();
        let first = recent.iter().copied().min()?;
        (recent.len() >= 2).then(|| recent.len() as f64 / (now.saturating_sub(first)).max(1) as f64)
    }
}
