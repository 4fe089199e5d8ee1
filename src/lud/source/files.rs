//! The files behind a library.

use super::error::SourceError;
use crate::lud::expand::MAX_BYTES;
use parking_lot::Mutex;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

type Archive = ZipArchive<BufReader<File>>;

/// Where the files of a library lie.
pub(super) enum Files {
    /// In the program: path and text of each.
    Embedded(&'static [(&'static str, &'static str)]),
    /// In two folders: descriptions and defines.
    Folder(PathBuf, PathBuf),
    /// In a jar.
    Jar(PathBuf, Box<Mutex<Archive>>),
    /// A single description, with what holds its defines.
    Single(PathBuf, Box<Files>),
}

impl std::fmt::Debug for Files {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Embedded(_) => f.write_str("Embedded"),
            Self::Folder(path, _) | Self::Jar(path, _) | Self::Single(path, _) => write!(f, "{}", path.display()),
        }
    }
}

impl Files {
    pub(super) fn open(path: &Path) -> Result<Self, SourceError> {
        if path.is_dir() {
            return Ok(Self::folder(path));
        }
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if ending.eq_ignore_ascii_case("lud") {
            let with_defines =
                path.ancestors().skip(1).find(|folder| folder.join("lud").is_dir() && folder.join("def").is_dir());
            let defines = with_defines.map_or(Self::Embedded(super::EMBEDDED), Self::folder);
            fs::metadata(path).map_err(|error| SourceError::Io(path.to_owned(), error))?;
            return Ok(Self::Single(path.to_owned(), Box::new(defines)));
        }
        let file = File::open(path).map_err(|error| SourceError::Io(path.to_owned(), error))?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|_| SourceError::NotAZip(path.to_owned()))?;
        Ok(Self::Jar(path.to_owned(), Box::new(Mutex::new(archive))))
    }

    fn folder(path: &Path) -> Self {
        let games = path.join("lud");
        let games = if games.is_dir() { games } else { path.to_owned() };
        Self::Folder(games, path.join("def"))
    }

    /// Paths of the descriptions, without the ending.
    pub(super) fn games(&self) -> Result<Vec<String>, SourceError> {
        let paths = match self {
            Self::Embedded(files) => files.iter().map(|(path, _)| (*path).to_owned()).collect(),
            Self::Folder(games, _) => list(games)?,
            Self::Jar(_, archive) => {
                let names = names(&archive.lock()).into_iter();
                names.filter_map(|name| name.strip_prefix("lud/").map(str::to_owned)).collect()
            }
            Self::Single(path, _) => vec![path.to_string_lossy().into_owned()],
        };
        Ok(paths.into_iter().filter_map(|path| path.strip_suffix(".lud").map(str::to_owned)).collect())
    }

    /// Name and text of every define.
    pub(super) fn defines(&self) -> Result<Vec<(String, String)>, SourceError> {
        match self {
            Self::Embedded(files) => {
                let defines = files.iter().filter(|(path, _)| path.ends_with(".def"));
                Ok(defines.map(|&(path, text)| (path.to_owned(), text.to_owned())).collect())
            }
            Self::Folder(_, defines) if !defines.is_dir() => Ok(Vec::new()),
            Self::Folder(_, defines) => {
                let mut paths = list(defines)?;
                paths.retain(|path| path.ends_with(".def"));
                paths.sort();
                paths.into_iter().map(|path| Ok((format!("def/{path}"), read_file(&defines.join(path))?))).collect()
            }
            Self::Jar(path, archive) => {
                let mut archive = archive.lock();
                let names =
                    names(&archive).into_iter().filter(|name| name.starts_with("def/") && name.ends_with(".def"));
                names.map(|name| read_entry(path, &mut archive, &name).map(|text| (name, text))).collect()
            }
            Self::Single(_, defines) => defines.defines(),
        }
    }

    /// The text of the description with this path.
    pub(super) fn read(&self, path: &str) -> Result<String, SourceError> {
        let file = format!("{path}.lud");
        match self {
            Self::Embedded(files) => {
                let found = files.iter().find(|(name, _)| *name == file).map(|&(_, text)| text.to_owned());
                found.ok_or_else(|| SourceError::NotFound(path.to_owned(), Vec::new()))
            }
            Self::Folder(games, _) => read_file(&games.join(file)),
            Self::Jar(jar, archive) => read_entry(jar, &mut archive.lock(), &format!("lud/{file}")),
            Self::Single(only, _) => read_file(only),
        }
    }
}

/// Names of the entries of an archive, except for those that are not text.
fn names(archive: &Archive) -> Vec<String> {
    archive.file_names().filter_map(Result::ok).map(std::borrow::Cow::into_owned).collect()
}

/// Paths of all files below a folder, relative to it.
fn list(root: &Path) -> Result<Vec<String>, SourceError> {
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| SourceError::Io(folder.clone(), error))?;
        for entry in entries {
            let path = entry.map_err(|error| SourceError::Io(folder.clone(), error))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(inner) = path.strip_prefix(root) {
                files.push(inner.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    Ok(files)
}

fn read_file(path: &Path) -> Result<String, SourceError> {
    let file = File::open(path).map_err(|error| SourceError::Io(path.to_owned(), error))?;
    read_limited(file, path)
}

fn read_entry(jar: &Path, archive: &mut Archive, name: &str) -> Result<String, SourceError> {
    let entry = archive.by_name(name).map_err(|error| SourceError::Io(jar.join(name), error.into()))?;
    read_limited(entry, &jar.join(name))
}

/// Reads no more than a description may have, whatever an archive's directory promises.
fn read_limited(reader: impl Read, path: &Path) -> Result<String, SourceError> {
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes).map_err(|error| SourceError::Io(path.to_owned(), error))?;
    if bytes.len() > MAX_BYTES {
        return Err(SourceError::TooLong(path.to_owned()));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
