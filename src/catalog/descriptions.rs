//! Games compiled from descriptions.

use super::{BUILT_IN, OpenError, nearest};
use crate::lud::play::game::LudGame;
use crate::lud::source::{Description, Library, SourceError};
use crate::lud::{Options, load};
use parking_lot::Mutex;
use std::env;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Environment variable that names a `Ludii.jar` or a folder of descriptions to look into besides the carried ones.
pub const LIBRARY_VARIABLE: &str = "HALFLING_LUDII";

/// What the names of rulesets begin with.
pub const RULESET: &str = "Ruleset/";

/// Libraries by path; the carried one has the empty path.
type Libraries = Vec<(String, Arc<Library>)>;

/// Libraries that were opened: opening a jar takes longer than a game.
static LIBRARIES: OnceLock<Mutex<Libraries>> = OnceLock::new();

/// The library that descriptions come from before all others, where one was chosen.
static CHOSEN: OnceLock<String> = OnceLock::new();

/// Takes descriptions from this `Ludii.jar` or folder, before those that the program carries. Only the first choice counts.
///
/// # Errors
/// When it cannot be read.
pub fn use_library(path: &Path) -> Result<(), SourceError> {
    let path = path.to_string_lossy().into_owned();
    library(&path)?;
    CHOSEN.get_or_init(|| path);
    Ok(())
}

fn library(path: &str) -> Result<Arc<Library>, SourceError> {
    let mut open = LIBRARIES.get_or_init(Mutex::default).lock();
    if let Some((_, library)) = open.iter().find(|(known, _)| known == path) {
        return Ok(Arc::clone(library));
    }
    let library = Arc::new(if path.is_empty() { Library::embedded()? } else { Library::open(Path::new(path))? });
    open.push((path.to_owned(), Arc::clone(&library)));
    Ok(library)
}

/// The description called `name`: a file, a carried one, or one of the library that [`LIBRARY_VARIABLE`] names. What
/// follows a `|` chooses options and does not belong to the name.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn description(name: &str) -> Result<Description, OpenError> {
    let wanted = name.split('|').next().unwrap_or(name);
    let unplayable = |error: SourceError| OpenError::Unplayable { name: name.to_owned(), reason: error.to_string() };
    if wanted.ends_with(".lud") && Path::new(wanted).is_file() {
        let library = library(wanted).map_err(unplayable)?;
        return library
            .games()
            .first()
            .ok_or_else(|| unknown(name))
            .and_then(|path| library.read(path).map_err(unplayable));
    }
    if let Some(path) = CHOSEN.get() {
        match library(path).map_err(unplayable)?.find(wanted) {
            Err(SourceError::NotFound(..)) => {}
            found => return found.map_err(unplayable),
        }
    }
    let carried = library("").map_err(unplayable)?;
    match carried.find(wanted) {
        Err(SourceError::NotFound(..)) => {}
        found => return found.map_err(unplayable),
    }
    match env::var(LIBRARY_VARIABLE) {
        Ok(path) if !path.is_empty() => match library(&path).map_err(unplayable)?.find(wanted) {
            Err(SourceError::NotFound(..)) => Err(unknown(name)),
            found => found.map_err(unplayable),
        },
        _ => Err(unknown(name)),
    }
}

fn unknown(name: &str) -> OpenError {
    let carried = library("").map(|library| library.games().to_vec()).unwrap_or_default();
    let names = BUILT_IN.iter().map(|&(name, _)| name).chain(carried.iter().map(String::as_str));
    OpenError::Unknown { name: name.to_owned(), nearest: nearest(name, names).map(str::to_owned) }
}

/// The compiled game called `name`, with the options or the ruleset after its `|`s (`Hex|Board Size/9x9`,
/// `Oware|Ruleset/Awari (Suggested)`).
pub(super) fn compiled(name: &str) -> Result<Arc<LudGame>, OpenError> {
    let description = description(name)?;
    let mut options = Options::default();
    for choice in name.split('|').skip(1).map(str::to_owned) {
        if choice.starts_with(RULESET) {
            options.ruleset = Some(choice);
        } else {
            options.choices.push(choice);
        }
    }
    let unplayable = |reason: String| OpenError::Unplayable { name: name.to_owned(), reason };
    let loaded = load(&description, &options).map_err(|error| unplayable(error.to_string()))?;
    let hash = crate::lud::play::canonical::fnv(&loaded.expanded());
    LudGame::new(&loaded.tree, hash).map(Arc::new).map_err(|error| unplayable(error.to_string()))
}
