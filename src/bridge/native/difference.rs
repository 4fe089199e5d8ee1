//! Differences between the engine's rules and Ludii's, as files that `halfling verify` replays.

use crate::lud::play::canonical::fnv;
use flate2::Compression;
use flate2::write::GzEncoder;
use log::warn;
use parking_lot::Mutex;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::{env, fs};

/// Environment variable that names the folder of such files; without it they go below the system's temporary folder.
const FOLDER_VARIABLE: &str = "HALFLING_DIFFERENCES";

/// Files that are being written.
static WRITING: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Writes without keeping anybody waiting.
pub(super) fn in_background(work: impl FnOnce() + Send + 'static) {
    match thread::Builder::new().name("halfling-difference".to_owned()).spawn(work) {
        Ok(writing) => WRITING.lock().push(writing),
        Err(problem) => warn!("a difference is not written: {problem}"),
    }
}

/// Waits for everything that is being written.
pub(in crate::bridge) fn settle() {
    let writing = std::mem::take(&mut *WRITING.lock());
    for one in writing {
        // One that failed has said so.
        let _ = one.join();
    }
}

fn folder() -> PathBuf {
    env::var_os(FOLDER_VARIABLE).map_or_else(|| env::temp_dir().join("halfling-differences"), PathBuf::from)
}

/// Writes a record in which the rules differ, with the description that it belongs to, and says where.
pub(super) fn write(name: &str, description: &str, record: &str) -> String {
    match write_into(&folder(), name, description, record) {
        Ok(path) => format!("`halfling verify --only trials --ludii {}` shows it", path.display()),
        Err(problem) => format!("it could not be written: {problem}"),
    }
}

/// The layout is that of the reference data: descriptions below `lud`, records below `trials`.
fn write_into(folder: &Path, name: &str, description: &str, record: &str) -> io::Result<PathBuf> {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let case = format!("{plain}-{:08x}", fnv(description) >> 32);
    fs::create_dir_all(folder.join("lud"))?;
    fs::create_dir_all(folder.join("trials"))?;
    fs::write(folder.join("lud").join(format!("{case}.lud")), description)?;
    let file = fs::File::create(folder.join("trials").join(format!("{case}.trial.gz")))?;
    let mut packed = GzEncoder::new(file, Compression::default());
    packed.write_all(record.as_bytes())?;
    packed.finish()?;
    Ok(folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lud::source::Library;
    use crate::lud::verify::{Check, Outcome, Trials};

    #[test]
    fn what_is_written_is_what_verify_reads() {
        let folder = tempfile::tempdir().unwrap();
        let carried = Library::embedded().unwrap().find("Tic-Tac-Toe").unwrap();
        let record = "players 2 stochastic false stacking false\ntrial 1\nstart m1\nlegal 1 C0-C0\n\
                      move C0-C0 [Move:mover=1]\nstate 0 m2 C0=1\nend cut\n";
        write_into(folder.path(), "Tic-Tac-Toe", &carried.text, record).unwrap();
        let library = Library::open(folder.path()).unwrap();
        let trials = Trials::new(folder.path(), &library);
        let cases = trials.cases().unwrap();
        assert_eq!(cases.len(), 1);
        assert!(matches!(trials.check(&cases[0]), Outcome::Different(what) if what.contains("legal moves")));
    }
}
