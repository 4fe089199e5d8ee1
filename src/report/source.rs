//! Runs as reports read them from their folders.

use crate::run::{BoardRecord, Brief, Description, End, MoveRecord, Settings, Tally, files, read_lines};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;

/// A run with its results added up.
#[derive(Debug)]
pub struct Run {
    /// The folder as it was given.
    pub name: String,
    /// What the folder says about the run.
    pub description: Description,
    /// The results.
    pub tally: Tally,
    /// Plies of every game with a result.
    pub plies: Vec<f64>,
    /// Seconds that the first entrant thought in each of its games.
    pub seconds: Vec<f64>,
    /// Some of the recorded games, with their moves.
    pub replays: Vec<Replay>,
    /// How many recorded games with moves are not among them.
    pub left_out: u64,
    /// How boards are drawn, by hash of the rules.
    pub boards: BTreeMap<String, BoardRecord>,
    /// Rows for exports that want every game, where they were asked for.
    pub games: Vec<Brief>,
}

/// A game with its moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// Number in the schedule.
    pub game: u64,
    /// The title.
    pub title: String,
    /// Hash of the rules.
    pub rules: String,
    /// Agents by seat.
    pub agents: Vec<String>,
    /// Utilities by seat.
    pub utilities: Vec<f32>,
    /// Why it ended.
    pub end: End,
    /// What happened.
    #[serde(default)]
    pub detail: String,
    /// What the board held at the start.
    #[serde(default)]
    pub start: String,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<MoveRecord>,
}

/// What to keep of a run besides its sums.
#[derive(Debug, Clone, Copy)]
pub struct Keep {
    /// Most games with their moves.
    pub replays: usize,
    /// Whether every game's row is kept.
    pub games: bool,
}

impl Run {
    /// Reads a run's folder, all shards together.
    ///
    /// # Errors
    /// When the folder is not a run or cannot be read.
    pub fn read(folder: &Path, keep: Keep) -> io::Result<Self> {
        let description = Description::read(folder)?;
        let settings: &Settings = &description.settings;
        let mut tally = Tally::new(settings);
        let (mut plies, mut seconds, mut games) = (Vec::new(), Vec::new(), Vec::new());
        // Titles take turns in what is kept: no title fills the page alone.
        let per_title = (keep.replays / settings.titles.len().max(1)).max(1);
        let mut kept: HashMap<String, usize> = HashMap::new();
        let mut wanted: HashMap<u64, ()> = HashMap::new();
        let mut with_moves = 0;
        let mut seen = std::collections::HashSet::new();
        let paths = files(folder, "games")?;
        for path in &paths {
            read_lines(path, |brief: Brief| {
                if !seen.insert(brief.game) {
                    return;
                }
                tally.add(&brief);
                if brief.end.counts() {
                    plies.push(f64::from(brief.plies));
                    let own = brief.entrants.iter().zip(&brief.usage).filter(|(entrant, _)| **entrant == 0);
                    seconds.push(own.map(|(_, usage)| usage.seconds).sum());
                }
                if brief.plies > 0 && settings.play.record_moves {
                    with_moves += 1;
                    let count = kept.entry(brief.title.clone()).or_default();
                    if *count < per_title && wanted.len() < keep.replays {
                        *count += 1;
                        wanted.insert(brief.game, ());
                    }
                }
                if keep.games {
                    games.push(brief);
                }
            })?;
        }
        let mut replays = Vec::with_capacity(wanted.len());
        if !wanted.is_empty() {
            for path in &paths {
                pick(path, &mut wanted, &mut replays)?;
            }
        }
        replays.sort_by_key(|replay| replay.game);
        let mut boards = BTreeMap::new();
        for path in files(folder, "boards")? {
            read_lines(&path, |board: BoardRecord| drop(boards.insert(board.rules.clone(), board)))?;
        }
        let left_out = with_moves - replays.len() as u64;
        let name = folder.display().to_string();
        Ok(Self { name, description, tally, plies, seconds, replays, left_out, boards, games })
    }

    /// What decides the run's results.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.description.settings
    }
}

/// Reads the wanted games of a file, with their moves. Only their lines are parsed whole.
fn pick(path: &Path, wanted: &mut HashMap<u64, ()>, replays: &mut Vec<Replay>) -> io::Result<()> {
    use std::io::BufRead;
    let reader = io::BufReader::with_capacity(1 << 20, std::fs::File::open(path)?);
    for line in reader.split(b'\n') {
        if wanted.is_empty() {
            return Ok(());
        }
        let line = line?;
        if !number(&line).is_some_and(|game| wanted.contains_key(&game)) {
            continue;
        }
        // A line that does not parse is a last line that was cut off, which the first pass left out, too.
        if let Ok(replay) = serde_json::from_slice::<Replay>(&line) {
            wanted.remove(&replay.game);
            replays.push(replay);
        }
    }
    Ok(())
}

/// The number of the game that a line is about: it is what every line begins with.
fn number(line: &[u8]) -> Option<u64> {
    let rest = line.strip_prefix(b"{\"game\":")?;
    let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    std::str::from_utf8(&rest[..end]).ok()?.parse().ok()
}
