//! What was submitted: kept in the run's folder, so that status and resubmission need nothing else.

use super::resources::Resources;
use super::shards::Shards;
use crate::run::{Description, FolderError, Settings, read_lines};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Name of the subfolder with everything that concerns the cluster.
pub const FOLDER: &str = "cluster";

/// How a run was cut into tasks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of the format.
    pub format: u32,
    /// The program that planned it.
    pub build: String,
    /// Where the program is.
    pub program: PathBuf,
    /// The run as it is written on a command line, without the program.
    pub command: Vec<String>,
    /// Where its relative paths begin.
    pub directory: PathBuf,
    /// The folder of the run, from the root.
    pub out: PathBuf,
    /// How many shards.
    pub shards: u64,
    /// Games at the same time in a task.
    pub jobs: usize,
    /// Seconds that a game was expected to take.
    pub game_seconds: f64,
    /// Whether strength depends on the machine's speed.
    pub timed: bool,
    /// Folders of runs within the folder: an experiment has several, all others one, which is the folder itself.
    pub parts: Vec<PathBuf>,
    /// Options for Java that tasks inside Ludii get.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub java_options: Vec<String>,
    /// What a task asks for.
    pub resources: Resources,
}

/// One array of tasks that was handed to Slurm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Number of the job.
    pub job: u64,
    /// Its shards, as Slurm writes them.
    pub shards: String,
    /// When, in seconds since 1970.
    pub at: u64,
}

impl Submission {
    /// Its shards.
    #[must_use]
    pub fn shards(&self) -> Shards {
        self.shards.parse().unwrap_or_default()
    }
}

impl Plan {
    /// Where the plan of a run's folder is.
    #[must_use]
    pub fn path(out: &Path) -> PathBuf {
        out.join(FOLDER).join("plan.json")
    }

    /// Reads the plan of a run's folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be understood.
    pub fn read(out: &Path) -> io::Result<Self> {
        let path = Self::path(out);
        let text = fs::read_to_string(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())))?;
        serde_json::from_str(&text).map_err(|error| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{} is not a plan: {error}", path.display()))
        })
    }

    /// Writes the plan, the folder for logs, and the description of every run, so that tasks find all of it and write none.
    ///
    /// # Errors
    /// When a folder cannot be written or holds a run with other settings.
    pub fn write(&self, runs: &[(PathBuf, Settings)]) -> Result<(), FolderError> {
        let logs = self.logs();
        fs::create_dir_all(&logs)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot create {}: {error}", logs.display())))?;
        for (part, settings) in runs {
            let folder = self.out.join(part);
            fs::create_dir_all(&folder)?;
            Description::new(settings.clone(), self.words()).agree(&folder)?;
        }
        let unfinished = Self::path(&self.out).with_extension("json.new");
        fs::write(&unfinished, serde_json::to_string_pretty(self).map_err(io::Error::from)? + "\n")?;
        fs::rename(&unfinished, Self::path(&self.out))?;
        Ok(())
    }

    /// The command with the program's name.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = vec!["halfling".to_owned()];
        words.extend(self.command.iter().cloned());
        words
    }

    /// Where tasks write what they say.
    #[must_use]
    pub fn logs(&self) -> PathBuf {
        self.out.join(FOLDER).join("log")
    }

    /// The last error that the task of a shard, or Slurm about it, wrote into its log.
    #[must_use]
    pub fn last_error(&self, shard: u64) -> Option<String> {
        let text = fs::read(self.logs().join(format!("{shard}.log"))).ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        text.lines().rev().find(|line| line.contains("error:")).map(|line| line.trim().to_owned())
    }

    /// What was submitted so far.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub fn submissions(&self) -> io::Result<Vec<Submission>> {
        let mut all = Vec::new();
        let path = self.out.join(FOLDER).join("submitted.jsonl");
        if path.exists() {
            read_lines(&path, |one| all.push(one))?;
        }
        Ok(all)
    }

    /// Notes what was submitted.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&self, submission: &Submission) -> io::Result<()> {
        let path = self.out.join(FOLDER).join("submitted.jsonl");
        let mut file = fs::OpenOptions::new().append(true).create(true).open(path)?;
        let mut line = serde_json::to_vec(submission)?;
        line.push(b'\n');
        file.write_all(&line)
    }
}
