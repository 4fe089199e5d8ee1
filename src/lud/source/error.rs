//! Why descriptions could not be found or read.

use crate::lud::error::LudError;
use std::path::PathBuf;
use std::{fmt, io};

/// Why descriptions could not be found or read.
#[derive(Debug)]
pub enum SourceError {
    /// A file could not be read.
    Io(PathBuf, io::Error),
    /// A jar that is no zip archive, or a damaged one.
    NotAZip(PathBuf),
    /// No description has this name; names that are like it.
    NotFound(String, Vec<String>),
    /// Several descriptions have this name: their paths.
    Ambiguous(String, Vec<String>),
    /// One of the defines cannot be read.
    Define(LudError),
    /// More bytes than a description may have.
    TooLong(PathBuf),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::NotAZip(path) => write!(f, "{}: not a zip archive; expected a Ludii.jar", path.display()),
            Self::NotFound(name, like) if like.is_empty() => write!(f, "no game named \"{name}\""),
            Self::NotFound(name, like) => write!(f, "no game named \"{name}\"; there is {}", like.join(", ")),
            Self::Ambiguous(name, paths) => write!(f, "several games are named \"{name}\": {}", paths.join(", ")),
            Self::Define(error) => error.fmt(f),
            Self::TooLong(path) => write!(f, "{}: too long for a description", path.display()),
        }
    }
}

impl std::error::Error for SourceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Define(error) => Some(error),
            _ => None,
        }
    }
}
