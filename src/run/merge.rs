//! Joining the parts of a run that different processes played, or still play.

use super::folder::{BoardRecord, Description, files};
use super::journal::{Journal, Torn, read_lines};
use super::record::GameRecord;
use std::collections::{BTreeMap, HashMap, HashSet, btree_map, hash_map};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
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
    /// Last lines that were not finished, and so are not in the result.
    pub torn: Vec<Torn>,
}

/// Where a game's line is.
struct Place {
    source: usize,
    start: u64,
    length: usize,
}

/// Joins runs with equal settings, and all their shards, into one folder without shards, with the games in the order of the
/// schedule. The parts are only read: they may still be growing. A game that is there more than once is taken from the first
/// file by name.
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
    let mut places: BTreeMap<u64, Place> = BTreeMap::new();
    let (mut sources, mut torn, mut repeated) = (Vec::new(), Vec::new(), 0);
    for folder in folders {
        for path in files(folder, "games")? {
            let source = sources.len();
            torn.extend(locate(&path, |game, start, length| match places.entry(game) {
                btree_map::Entry::Occupied(_) => repeated += 1,
                btree_map::Entry::Vacant(entry) => {
                    entry.insert(Place { source, start, length });
                }
            })?);
            sources.push(path);
        }
    }
    fs::create_dir_all(target)?;
    if !files(target, "games")?.is_empty() {
        return Err(invalid(format!(
            "{} holds games without a run; choose another folder, or empty it",
            target.display()
        )));
    }
    let mut games = Journal::open(&target.join("games.jsonl"), |_: GameRecord| {})?;
    let (mut shelf, mut line) = (Shelf::new(&sources), Vec::new());
    for place in places.values() {
        shelf.read(place, &mut line)?;
        games.append_raw(&line)?;
    }
    merge_boards(folders, target)?;
    // Last, so that a merge that was cut off does not look like a run.
    description.write(target)?;
    let scheduled = super::schedule(&description.settings).len() as u64;
    let games = places.len() as u64;
    Ok(Merged { games, repeated, missing: scheduled.saturating_sub(games), torn })
}

fn merge_boards(folders: &[PathBuf], target: &Path) -> io::Result<()> {
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
    Ok(())
}

/// Gives number, start and length of every whole line to `each`.
fn locate(path: &Path, mut each: impl FnMut(u64, u64, usize)) -> io::Result<Option<Torn>> {
    let mut games = Vec::new();
    // This finds broken lines and says where they are; the second pass only measures.
    let torn = read_lines(path, |brief: super::Brief| games.push(brief.game))?;
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let (mut line, mut start) = (Vec::new(), 0);
    for game in games {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        each(game, start, length);
        start += length as u64;
    }
    Ok(torn)
}

/// Files to read single lines from, a few of them open at a time.
struct Shelf<'a> {
    paths: &'a [PathBuf],
    open: HashMap<usize, File>,
}

impl<'a> Shelf<'a> {
    /// Well below the number of files that a process may usually have open.
    const OPEN: usize = 200;

    fn new(paths: &'a [PathBuf]) -> Self {
        Self { paths, open: HashMap::new() }
    }

    fn read(&mut self, place: &Place, line: &mut Vec<u8>) -> io::Result<()> {
        if self.open.len() >= Self::OPEN && !self.open.contains_key(&place.source) {
            self.open.clear();
        }
        let file = match self.open.entry(place.source) {
            hash_map::Entry::Occupied(entry) => entry.into_mut(),
            hash_map::Entry::Vacant(entry) => entry.insert(File::open(&self.paths[place.source])?),
        };
        line.resize(place.length, 0);
        file.seek(SeekFrom::Start(place.start))?;
        file.read_exact(line)
    }
}
