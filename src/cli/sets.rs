//! Games as they are named on the command line: titles, sets, files of sets.

use super::Failure;
use crate::run::{BUILT_IN_SETS, Set, Title, from_catalog};

/// The titles that words stand for: names of games, names of sets, files of sets.
pub(super) fn titles(words: &[String]) -> Result<Vec<Title>, Failure> {
    let mut titles = Vec::new();
    for word in words {
        let is_set = BUILT_IN_SETS.iter().any(|(name, _)| name == word);
        if is_set || word.ends_with(".toml") {
            titles.extend(Set::open(word).map_err(Failure::misuse)?.chosen(&from_catalog));
        } else {
            let title = Title { name: word.clone(), category: String::new() };
            // Opened here so that a typing error is found before the first game, not after the last.
            from_catalog(&title).map_err(Failure::misuse)?;
            titles.push(title);
        }
    }
    if titles.is_empty() {
        return Err(Failure::misuse("no game is left to play"));
    }
    Ok(titles)
}
