//! The folder of a run: its description, its records, its boards.

use super::brief::Brief;
use super::journal::Journal;
use super::record::GameRecord;
use super::settings::Settings;
use super::shard::Shard;
use crate::game::Drawing;
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

    /// Writes the description into a folder, whole or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let unfinished = folder.join(format!("{DESCRIPTION}.{}", std::process::id()));
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
    games: Journal,
    boards: Journal,
    drawn: HashSet<String>,
}

impl Folder {
    /// Creates the folder, or opens it to go on; gives every game that is already finished to `each`.
    ///
    /// # Errors
    /// When it holds a run with other settings, or cannot be read or written.
    pub fn open(
        path: &Path,
        description: &Description,
        shard: Shard,
        mut each: impl FnMut(Brief),
    ) -> Result<Self, FolderError> {
        fs::create_dir_all(path)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot create {}: {error}", path.display())))?;
        if path.join(DESCRIPTION).exists() {
            let before = Description::read(path)?;
            let differences = before.settings.differences(&description.settings);
            if !differences.is_empty() {
                return Err(FolderError::Different(path.to_owned(), differences));
            }
        } else {
            description.write(path)?;
        }
        let mut seen = HashSet::new();
        let games = Journal::open(&path.join(format!("games{}.jsonl", shard.suffix())), |brief: Brief| {
            if seen.insert(brief.game) {
                each(brief);
            }
        })?;
        let mut drawn = HashSet::new();
        let boards = Journal::open(&path.join(format!("boards{}.jsonl", shard.suffix())), |board: BoardRecord| {
            drawn.insert(board.rules);
        })?;
        Ok(Self { path: path.to_owned(), games, boards, drawn })
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
        self.games.append(record)
    }

    /// Appends how a board is drawn, once per rules.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn draw(&mut self, board: &BoardRecord) -> io::Result<()> {
        if self.drawn.insert(board.rules.clone()) {
            self.boards.append(board)?;
        }
        Ok(())
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
