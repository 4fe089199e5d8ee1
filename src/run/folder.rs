//! The folder of a run: its description, its records, its boards.

use super::brief::Brief;
use super::journal::{Journal, Torn, read_lines};
use super::record::GameRecord;
use super::settings::Settings;
use super::shard::{Attempt, Shard};
use crate::game::Drawing;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the description within a run's folder.
pub const DESCRIPTION: &str = "run.json";

/// What a run's folder says about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// Version of the format.
    pub format: u32,
    /// The program that began the run.
    pub build: String,
    /// The command that began it.
    pub command: Vec<String>,
    /// What decides the results.
    pub settings: Settings,
}

impl Description {
    /// The description of a run that begins now.
    #[must_use]
    pub fn new(settings: Settings, command: Vec<String>) -> Self {
        Self { format: 1, build: super::build(), command, settings }
    }

    /// Reads the description of a folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be understood.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let path = folder.join(DESCRIPTION);
        let text = fs::read_to_string(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())))?;
        serde_json::from_str(&text).map_err(|error| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{} is not a run: {error}", path.display()))
        })
    }

    /// Writes the description into a folder that has none; one that is there must have the same settings.
    ///
    /// # Errors
    /// When the settings differ, or the folder cannot be read or written.
    pub fn agree(&self, folder: &Path) -> Result<(), FolderError> {
        if !folder.join(DESCRIPTION).exists() {
            return Ok(self.write(folder)?);
        }
        let differences = Self::read(folder)?.settings.differences(&self.settings);
        if differences.is_empty() { Ok(()) } else { Err(FolderError::Different(folder.to_owned(), differences)) }
    }

    /// Writes the description into a folder, whole or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        // Several machines may write it at the same time.
        let unfinished = folder.join(format!("{DESCRIPTION}.{}.{}", super::host(), std::process::id()));
        fs::write(&unfinished, serde_json::to_string_pretty(self)? + "\n")?;
        fs::rename(&unfinished, folder.join(DESCRIPTION))
    }
}

/// How a board is drawn, as a line of the boards file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoardRecord {
    /// Hash of the rules, as in the games' records.
    pub rules: String,
    /// Sites: label, x, y, outline as x, y, x, y …
    pub sites: Vec<(String, f32, f32, Vec<f32>)>,
    /// Lines: x, y, x, y.
    pub lines: Vec<[f32; 4]>,
}

impl BoardRecord {
    /// The record of a drawing.
    #[must_use]
    pub fn new(rules: String, drawing: &Drawing) -> Self {
        let round = |value: f32| (value * 1000.0).round() / 1000.0;
        let sites = drawing
            .sites
            .iter()
            .map(|site| {
                let outline = site.outline.iter().flat_map(|&(x, y)| [round(x), round(y)]).collect();
                (site.label.clone(), round(site.centre.0), round(site.centre.1), outline)
            })
            .collect();
        let lines = drawing.lines.iter().map(|[a, b]| [round(a.0), round(a.1), round(b.0), round(b.1)]).collect();
        Self { rules, sites, lines }
    }
}

/// Why a folder cannot be used for a run.
#[derive(Debug)]
pub enum FolderError {
    /// It holds a run with other settings; the differences, one per line.
    Different(PathBuf, Vec<String>),
    /// It cannot be read or written.
    Io(io::Error),
}

impl std::fmt::Display for FolderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Different(path, lines) => {
                write!(
                    f,
                    "{} holds a run with other settings; choose another folder, or use the same settings:",
                    path.display()
                )?;
                lines.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FolderError {}

impl From<io::Error> for FolderError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A run's folder, open for writing.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// A try at a shard opens both when there is something to write: a cluster's file system is spared files that stay empty.
    games: Option<Journal>,
    boards: Option<Journal>,
    suffix: Suffix,
    drawn: HashSet<String>,
    torn: Vec<Torn>,
}

/// What the names of the files that a process writes carry.
#[derive(Debug, Clone)]
struct Suffix {
    shard: Shard,
    attempt: Option<Attempt>,
}

impl Suffix {
    fn file(&self, folder: &Path, stem: &str) -> PathBuf {
        folder.join(format!("{stem}{}.jsonl", self.shard.suffix()))
    }

    /// Opens the file for writing. A try at a shard has one of its own; otherwise there is one for all, whose whole lines go to
    /// `each`.
    fn open<T: DeserializeOwned>(&self, folder: &Path, stem: &str, each: impl FnMut(T)) -> io::Result<Journal> {
        let Some(Attempt(attempt)) = &self.attempt else { return Journal::open(&self.file(folder, stem), each) };
        let shard = self.shard.suffix();
        Journal::create((1..1000).map(|number| {
            let again = if number == 1 { String::new() } else { format!(".{number}") };
            folder.join(format!("{stem}{shard}-{attempt}{again}.jsonl"))
        }))
    }

    /// The files with records that may be of this shard, other than the one that is open for writing.
    fn others(&self, folder: &Path, stem: &str) -> io::Result<Vec<PathBuf>> {
        let mut found = files(folder, stem)?;
        let own = self.attempt.is_none().then(|| self.file(folder, stem));
        found.retain(|path| self.shard.concerns(path) && Some(path) != own.as_ref());
        Ok(found)
    }
}

impl Folder {
    /// Creates the folder, or opens it to go on; gives every game of the shard that is already finished to `each`, whichever
    /// file it is in: an earlier try's, another division's, that of the undivided run.
    ///
    /// # Errors
    /// When it holds a run with other settings, or cannot be read or written.
    pub fn open(
        path: &Path,
        description: &Description,
        shard: Shard,
        attempt: Option<Attempt>,
        mut each: impl FnMut(Brief),
    ) -> Result<Self, FolderError> {
        fs::create_dir_all(path)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot create {}: {error}", path.display())))?;
        description.agree(path)?;
        let suffix = Suffix { shard, attempt };
        let (mut seen, mut torn) = (HashSet::new(), Vec::new());
        let mut add = |brief: Brief| {
            if shard.has(brief.pair) && seen.insert(brief.game) {
                each(brief);
            }
        };
        for file in suffix.others(path, "games")? {
            torn.extend(read_lines(&file, &mut add)?);
        }
        let games = match suffix.attempt {
            Some(_) => None,
            None => Some(suffix.open(path, "games", &mut add)?),
        };
        torn.extend(games.as_ref().and_then(Journal::torn).cloned());
        let mut drawn = HashSet::new();
        for file in suffix.others(path, "boards")? {
            read_lines(&file, |board: BoardRecord| drawn.extend([board.rules]))?;
        }
        let boards = match suffix.attempt {
            Some(_) => None,
            None => Some(suffix.open(path, "boards", |board: BoardRecord| drawn.extend([board.rules]))?),
        };
        Ok(Self { path: path.to_owned(), games, boards, suffix, drawn, torn })
    }

    /// Makes sure before the first game that its record can be written.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn ready(&mut self) -> io::Result<&mut Journal> {
        Ok(match &mut self.games {
            Some(journal) => journal,
            none => none.insert(self.suffix.open(&self.path, "games", |_: Brief| {})?),
        })
    }

    /// Last lines that were never finished. Their games are not among the finished ones.
    #[must_use]
    pub fn torn(&self) -> &[Torn] {
        &self.torn
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        self.ready()?.append(record)
    }

    /// Appends how a board is drawn, once per rules.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn draw(&mut self, board: &BoardRecord) -> io::Result<()> {
        if !self.drawn.insert(board.rules.clone()) {
            return Ok(());
        }
        let journal = match &mut self.boards {
            Some(journal) => journal,
            none => none.insert(self.suffix.open(&self.path, "boards", |_: BoardRecord| {})?),
        };
        journal.append(board)
    }
}

/// The files of a run's folder whose names begin with `stem`: one, or one per shard, in order.
///
/// # Errors
/// When the folder cannot be listed.
pub fn files(folder: &Path, stem: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let rest = name.strip_prefix(stem).and_then(|rest| rest.strip_suffix(".jsonl"));
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-')) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
