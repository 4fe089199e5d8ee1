//! Options that say where a game comes from, and which variant of it is meant.

use super::Failure;
use crate::catalog;
use std::path::{Path, PathBuf};

/// A library, and a choice of options or a ruleset, spelt as Ludii spells them.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Variant {
    /// Take games from here before the program's own: a Ludii.jar, or a folder with lud and def
    #[arg(long, value_name = "JAR|DIR")]
    ludii: Option<PathBuf>,
    /// Choose an option of the game, as Category/Choice; may be given several times
    #[arg(long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// Choose a ruleset of the game by its name
    #[arg(long, conflicts_with = "options")]
    ruleset: Option<String>,
}

impl Variant {
    /// The library that the command line names.
    pub(super) fn library(&self) -> Option<&Path> {
        self.ludii.as_deref()
    }

    /// The full name of a game by which the catalogue finds this variant of it. Opens the library.
    pub(super) fn name(&self, game: &str) -> Result<String, Failure> {
        if let Some(path) = &self.ludii {
            catalog::use_library(path).map_err(Failure::misuse)?;
        }
        let ruleset = self.ruleset.iter().map(|name| match name.strip_prefix(catalog::RULESET) {
            Some(_) => name.clone(),
            None => format!("{}{name}", catalog::RULESET),
        });
        let chosen = self.options.iter().cloned().chain(ruleset);
        Ok(chosen.fold(game.to_owned(), |name, choice| format!("{name}|{choice}")))
    }

    /// The same for several games.
    pub(super) fn names(&self, games: &[String]) -> Result<Vec<String>, Failure> {
        games.iter().map(|game| self.name(game)).collect()
    }
}
