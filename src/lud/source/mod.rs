//! Where descriptions come from: the program itself, a file, a folder, or a `Ludii.jar`.

mod error;
mod files;

pub use error::SourceError;

use super::expand::Defines;
use files::Files;
use std::path::Path;
use std::sync::Arc;

/// The files of the `games` folder: path and text.
static EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A collection of descriptions and the defines that they may use.
#[derive(Debug)]
pub struct Library {
    files: Files,
    /// Paths without the ending, sorted.
    games: Vec<String>,
    defines: Arc<Defines>,
}

/// A description as written.
#[derive(Debug, Clone)]
pub struct Description {
    /// Its path in the library without the ending.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The defines that it may use.
    pub defines: Arc<Defines>,
}

impl Library {
    /// The descriptions that the program carries.
    ///
    /// # Errors
    /// Where one of its defines cannot be read.
    pub fn embedded() -> Result<Self, SourceError> {
        Self::new(Files::Embedded(EMBEDDED))
    }

    /// A folder, a jar or a single description, whichever the path leads to.
    ///
    /// A folder holds descriptions below `lud` and defines below `def`, as Ludii has them; a folder without `lud` holds
    /// descriptions itself. A single description uses the defines of the folder that it stands in where that has this
    /// layout, else those that the program carries.
    ///
    /// # Errors
    /// Where it cannot be read, is no zip archive, or one of its defines cannot be read.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        Self::new(Files::open(path)?)
    }

    fn new(files: Files) -> Result<Self, SourceError> {
        let defines = Defines::new(files.defines()?).map_err(SourceError::Define)?;
        let mut games = files.games()?;
        games.sort();
        Ok(Self { files, games, defines: Arc::new(defines) })
    }

    /// The paths of all descriptions, without the ending, sorted.
    #[must_use]
    pub fn games(&self) -> &[String] {
        &self.games
    }

    /// The defines.
    #[must_use]
    pub fn defines(&self) -> &Arc<Defines> {
        &self.defines
    }

    /// Finds a description by its path or by its name alone; case does not matter where nothing fits exactly.
    ///
    /// # Errors
    /// Where there is none or more than one, or it cannot be read.
    pub fn find(&self, name: &str) -> Result<Description, SourceError> {
        let wanted = name.strip_suffix(".lud").unwrap_or(name);
        let last = |path: &'_ str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let tests: [&dyn Fn(&str) -> bool; 4] = [
            &|path| path == wanted,
            &|path| last(path) == wanted,
            &|path| path.eq_ignore_ascii_case(wanted),
            &|path| last(path).eq_ignore_ascii_case(wanted),
        ];
        for test in tests {
            let found: Vec<_> = self.games.iter().filter(|path| test(path)).collect();
            match found.as_slice() {
                [] => {}
                [path] => return self.read(path),
                several => {
                    let several = several.iter().map(|path| (*path).clone()).collect();
                    return Err(SourceError::Ambiguous(name.to_owned(), several));
                }
            }
        }
        Err(SourceError::NotFound(name.to_owned(), self.like(&last(wanted))))
    }

    /// Reads the description with this path.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn read(&self, path: &str) -> Result<Description, SourceError> {
        let text = self.files.read(path)?;
        Ok(Description { path: path.to_owned(), text, defines: Arc::clone(&self.defines) })
    }

    /// Names that contain the wanted one, or begin like it.
    fn like(&self, wanted: &str) -> Vec<String> {
        let wanted = wanted.to_lowercase();
        let begin: String = wanted.chars().take(4).collect();
        let names = self.games.iter().map(|path| path.rsplit('/').next().unwrap_or(path));
        let is_like = |name: &&str| name.to_lowercase().contains(&wanted) || name.to_lowercase().starts_with(&begin);
        names.filter(is_like).take(5).map(str::to_owned).collect()
    }
}
