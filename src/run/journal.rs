//! Files of JSON lines that only ever grow, and survive being cut off.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of JSON lines open for appending, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens or creates the file, cuts off a last line that was never finished, and gives every whole line to `each`.
    ///
    /// # Errors
    /// When the file cannot be opened, another process has it, or a line before the last is not what it should be.
    pub fn open<T: DeserializeOwned>(path: &Path, mut each: impl FnMut(T)) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if let Err(error) = file.try_lock() {
            let text = format!("{} is in use by another run ({error})", path.display());
            return Err(io::Error::new(io::ErrorKind::WouldBlock, text));
        }
        let whole = read_whole_lines(&mut file, path, &mut each)?;
        file.set_len(whole)?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Appends one line. It is with the operating system when this returns, so that ending the process loses nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append<T: Serialize>(&mut self, value: &T) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file
            .write_all(&line)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot write {}: {error}", self.path.display())))
    }
}

/// Reads every whole line of a file that is not being written here. An unfinished last line is left out.
///
/// # Errors
/// When the file cannot be read or a line before the last is not what it should be.
pub fn read_lines<T: DeserializeOwned>(path: &Path, mut each: impl FnMut(T)) -> io::Result<()> {
    let mut file = File::open(path)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())))?;
    read_whole_lines(&mut file, path, &mut each).map(drop)
}

/// Gives whole lines to `each`; returns the length of the part that they make up.
fn read_whole_lines<T: DeserializeOwned>(file: &mut File, path: &Path, each: &mut impl FnMut(T)) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut line = Vec::new();
    let mut whole = 0;
    let mut broken: Option<(usize, serde_json::Error)> = None;
    for number in 1.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
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
    Ok(whole)
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
    fn two_runs_cannot_write_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.jsonl");
        let (_first, _) = open(&path).unwrap();
        let error = open(&path).unwrap_err().to_string();
        assert!(error.contains("in use by another run"), "{error}");
    }
}
