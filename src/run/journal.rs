//! Files of JSON lines that only ever grow, and survive being cut off.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of JSON lines open for appending.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    torn: Option<Torn>,
}

/// A last line that was never finished: the process or the machine ended while it was written, or it is being written now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Torn {
    /// The file.
    pub path: PathBuf,
    /// Bytes of the line that are there.
    pub bytes: u64,
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: the last line was never finished ({} bytes)", self.path.display(), self.bytes)
    }
}

impl Journal {
    /// Opens or creates the file, cuts off a last line that was never finished, and gives every whole line to `each`. The file
    /// is locked against other processes where the file system can do that.
    ///
    /// # Errors
    /// When the file cannot be opened, another process has it, or a line before the last is not what it should be.
    pub fn open<T: DeserializeOwned>(path: &Path, mut each: impl FnMut(T)) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let text = format!("{} is in use by another run", path.display());
                return Err(io::Error::new(io::ErrorKind::WouldBlock, text));
            }
            // File systems of clusters often have no locks; the lock is a courtesy, so the run goes on without.
            Err(TryLockError::Error(error)) => log::info!("{} cannot be locked: {error}", path.display()),
        }
        let (whole, torn) = read_whole_lines(&mut file, path, &mut each)?;
        if torn.is_some() {
            file.set_len(whole)?;
        }
        Ok(Self { file, path: path.to_owned(), torn })
    }

    /// Creates a file that nobody else has: the first of `names` that does not exist. It needs no lock.
    ///
    /// # Errors
    /// When no file can be created.
    pub fn create(names: impl Iterator<Item = PathBuf>) -> io::Result<Self> {
        for path in names {
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Self { file, path, torn: None }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let text = format!("cannot create {}: {error}", path.display());
                    return Err(io::Error::new(error.kind(), text));
                }
            }
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "every name for the file is taken"))
    }

    /// What was cut off when the file was opened.
    #[must_use]
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line that is already written, with the line feed at its end.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append_raw(&mut self, line: &[u8]) -> io::Result<()> {
        self.file
            .write_all(line)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot write {}: {error}", self.path.display())))
    }

    /// Appends one line. It is with the operating system when this returns, so that ending the process loses nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.append_raw(&line)
    }
}

/// Reads every whole line of a file that is not being written here. An unfinished last line is left out and returned.
///
/// # Errors
/// When the file cannot be read or a line before the last is not what it should be.
pub fn read_lines<T: DeserializeOwned>(path: &Path, mut each: impl FnMut(T)) -> io::Result<Option<Torn>> {
    let mut file = File::open(path)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())))?;
    read_whole_lines(&mut file, path, &mut each).map(|(_, torn)| torn)
}

/// Gives whole lines to `each`; returns the length of the part that they make up, and what comes after it.
fn read_whole_lines<T: DeserializeOwned>(
    file: &mut File,
    path: &Path,
    each: &mut impl FnMut(T),
) -> io::Result<(u64, Option<Torn>)> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut line = Vec::new();
    let (mut whole, mut read) = (0, 0);
    let mut broken: Option<(usize, serde_json::Error)> = None;
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        read += length as u64;
        if let Some((number, error)) = broken.take() {
            let text = format!("{}, line {number}: {error}", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        if line.last() != Some(&b'\n') {
            break;
        }
        match serde_json::from_slice(&line) {
            Ok(value) => {
                each(value);
                whole += length as u64;
            }
            // Only the last line may be broken: a write that the machine's end cut in two.
            Err(error) => broken = Some((number, error)),
        }
    }
    let torn = (read > whole).then(|| Torn { path: path.to_owned(), bytes: read - whole });
    Ok((whole, torn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn open(path: &Path) -> io::Result<(Journal, Vec<Vec<u32>>)> {
        let mut seen = Vec::new();
        Journal::open(path, |value| seen.push(value)).map(|journal| (journal, seen))
    }

    #[test]
    fn torn_last_lines_are_cut_off_and_the_rest_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        for torn in ["", "[3", "[3,4", "[3,]\n", "\0\0\0\n", "\n"] {
            fs::write(&path, format!("[1]\n[1,2]\n{torn}")).unwrap();
            let (mut journal, seen) = open(&path).unwrap();
            assert_eq!(seen, [vec![1], vec![1, 2]], "{torn:?}");
            assert_eq!(journal.torn().map_or(0, |torn| torn.bytes), torn.len() as u64);
            journal.append(&vec![7]).unwrap();
            drop(journal);
            assert_eq!(fs::read_to_string(&path).unwrap(), "[1]\n[1,2]\n[7]\n", "{torn:?}");
        }
    }

    #[test]
    fn a_broken_line_in_the_middle_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        fs::write(&path, "[1]\nnonsense\n[2]\n").unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(error.contains("x.jsonl, line 2"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "[1]\nnonsense\n[2]\n");
    }

    #[test]
    fn a_file_of_ones_own_takes_the_first_free_name() {
        let folder = tempfile::tempdir().unwrap();
        let names = || ["a", "b"].into_iter().map(|name| folder.path().join(name));
        let mut first = Journal::create(names()).unwrap();
        first.append(&vec![1]).unwrap();
        assert!(Journal::create(names()).unwrap().path().ends_with("b"));
        assert!(Journal::create(names()).is_err());
        assert_eq!(fs::read_to_string(folder.path().join("a")).unwrap(), "[1]\n");
    }

    #[test]
    fn two_runs_cannot_write_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        let (_first, _) = open(&path).unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(error.contains("in use by another run"), "{error}");
    }
}
