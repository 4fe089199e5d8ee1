//! Which games are measured.

use super::Args;
use crate::catalog::{self, Visitor};
use crate::cli::{Failure, games};
use crate::game::{Game, random_from_seed};
use crate::lud::verify;
use crate::run::Set;
use rand::seq::SliceRandom;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// The names of the games that the command line asks for.
///
/// # Errors
/// When a pattern matches none, or descriptions cannot be read.
pub(super) fn names(args: &Args) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    let mut library = None;
    for wanted in &args.games {
        if !wanted.contains(['*', '?']) {
            names.push(wanted.clone());
            continue;
        }
        if library.is_none() {
            let variable = env::var_os(catalog::LIBRARY_VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
            library = Some(games::open(args.variant.library().or(variable.as_deref()))?);
        }
        let before = names.len();
        let paths = library.iter().flat_map(|library| library.games());
        names.extend(paths.filter(|path| verify::matches(wanted, path)).cloned());
        if names.len() == before {
            return Err(Failure::misuse(format!("no game matches '{wanted}'")));
        }
    }
    if let Some(list) = &args.list {
        let text =
            fs::read_to_string(list).map_err(|problem| Failure::misuse(format!("{}: {problem}", list.display())))?;
        names.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
    } else if args.games.is_empty() {
        let set = Set::open("kilothon").map_err(Failure::failed)?;
        names.extend(set.titles().iter().map(|title| format!("{}/{}", title.category, title.name)));
    }
    let mut names = args.variant.names(&names)?;
    if let Some(count) = args.sample {
        names.shuffle(&mut random_from_seed(args.seed));
        let supported = names.into_iter().filter(|name| catalog::open(name, Opens).is_ok());
        names = supported.take(count).collect();
    }
    if names.is_empty() { Err(Failure::misuse("none of these games is supported")) } else { Ok(names) }
}

/// Only whether a game opens.
struct Opens;

impl Visitor for Opens {
    type Output = ();

    fn visit<G: Game + 'static>(self, _game: Arc<G>) {}
}
