//! Joining the parts of a run that different processes played.

use super::folder::{BoardRecord, Description, files};
use super::journal::{Journal, read_lines};
use super::record::GameRecord;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What a merge did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Games in the result.
    pub games: u64,
    /// Games that were in more than one part, counted once each time they were left out.
    pub repeated: u64,
    /// Games that the schedule has and no part does.
    pub missing: u64,
}

/// Joins runs with equal settings, and all their shards, into one folder without shards.
///
/// # Errors
/// When settings differ, a folder cannot be read, or the target already holds something.
pub fn merge(folders: &[PathBuf], target: &Path) -> io::Result<Merged> {
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidInput, text);
    let (Some(first), false) = (folders.first(), target.join(super::DESCRIPTION).exists()) else {
        return Err(invalid(format!("{} already holds a run, or there is nothing to merge", target.display())));
    };
    let description = Description::read(first)?;
    for folder in &folders[1..] {
        let differences = description.settings.differences(&Description::read(folder)?.settings);
        if !differences.is_empty() {
            let lines = differences.join("\n  ");
            return Err(invalid(format!("{} and {} differ:\n  {lines}", first.display(), folder.display())));
        }
    }
    // First where each game is, then the games in order: the records themselves need not fit into memory at once.
    let mut places: BTreeMap<u64, (usize, u64)> = BTreeMap::new();
    let mut sources = Vec::new();
    let mut repeated = 0;
    for folder in folders {
        for path in files(folder, "games")? {
            let source = sources.len();
            let mut line = 0;
            read_lines(&path, |record: super::Brief| {
                if places.insert(record.game, (source, line)).is_some() {
                    repeated += 1;
                }
                line += 1;
            })?;
            sources.push(path);
        }
    }
    fs::create_dir_all(target)?;
    let mut games = Journal::open(&target.join("games.jsonl"), |_: GameRecord| {})?;
    let kept: HashSet<(usize, u64)> = places.values().copied().collect();
    for (source, path) in sources.iter().enumerate() {
        let mut line = 0;
        let mut outcome = Ok(());
        read_lines(path, |record: GameRecord| {
            if outcome.is_ok() && kept.contains(&(source, line)) {
                outcome = games.append(&record);
            }
            line += 1;
        })?;
        outcome?;
    }
    let mut drawn = HashSet::new();
    let mut boards = Journal::open(&target.join("boards.jsonl"), |_: BoardRecord| {})?;
    for folder in folders {
        for path in files(folder, "boards")? {
            let mut outcome = Ok(());
            read_lines(&path, |board: BoardRecord| {
                if outcome.is_ok() && drawn.insert(board.rules.clone()) {
                    outcome = boards.append(&board);
                }
            })?;
            outcome?;
        }
    }
    // Last, so that a merge that was cut off does not look like a run.
    description.write(target)?;
    let scheduled = super::schedule(&description.settings).len() as u64;
    let games = places.len() as u64;
    Ok(Merged { games, repeated, missing: scheduled.saturating_sub(games) })
}
