//! Sets of games: which titles a run plays.
//!
//! A set is a TOML file. `[games]` has one list of names per category; `[filter]` narrows it down.
//!
//! ```
//! use halfling::run::Set;
//!
//! let set: Set = Set::parse(r#"
//!     description = "two short games"
//!     [games]
//!     "board/space/line" = ["Tic-Tac-Toe", "Connect Four"]
//!     [filter]
//!     players = [2]      # numbers of players
//!     stochastic = false # games with chance
//!     sample = 1         # so many at random …
//!     seed = 7           # … drawn with this seed
//! "#).unwrap();
//! assert_eq!(set.titles().len(), 2);
//! ```

use super::crew::Load;
use super::settings::Title;
use crate::game::random_from_seed;
use rand::seq::SliceRandom;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The sets that come with the program, by name.
pub const BUILT_IN_SETS: &[(&str, &str)] = &[
    ("embedded", include_str!("../../games/sets/embedded.toml")),
    ("finnsson", include_str!("../../games/sets/finnsson.toml")),
    ("five-board-games", include_str!("../../games/sets/five-board-games.toml")),
    ("held-apart", include_str!("../../games/sets/held-apart.toml")),
    ("kilothon", include_str!("../../games/sets/kilothon.toml")),
    ("quality", include_str!("../../games/sets/quality.toml")),
];

/// A set of games.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// One line about it.
    #[serde(default)]
    pub description: String,
    /// Names by category.
    pub games: BTreeMap<String, Vec<String>>,
    /// What narrows it down.
    #[serde(default)]
    pub filter: Filter,
}

/// What narrows a set down. Anything but `sample` needs the games to be opened.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Numbers of players that are allowed; empty for any.
    #[serde(default)]
    pub players: Vec<usize>,
    /// Whether games with chance are wanted, or unwanted.
    pub stochastic: Option<bool>,
    /// Whether games that cannot be opened are left out silently, instead of being recorded as not played.
    #[serde(default)]
    pub supported: bool,
    /// Categories that are allowed, by their beginning or a part between slashes; empty for any.
    #[serde(default)]
    pub categories: Vec<String>,
    /// So many at random.
    pub sample: Option<usize>,
    /// Seed of the sample.
    #[serde(default)]
    pub seed: u64,
}

impl Set {
    /// Reads a set.
    ///
    /// # Errors
    /// When the text is not a set, with line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The set of that name, or in that file.
    ///
    /// # Errors
    /// When there is no such set or it cannot be read.
    pub fn open(name: &str) -> Result<Self, String> {
        if let Some((_, text)) = BUILT_IN_SETS.iter().find(|(own, _)| *own == name) {
            return Self::parse(text);
        }
        if Path::new(name).extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(name).map_err(|error| format!("cannot read {name}: {error}"))?;
            return Self::parse(&text).map_err(|error| format!("{name}: {error}"));
        }
        let names: Vec<&str> = BUILT_IN_SETS.iter().map(|(name, _)| *name).collect();
        Err(format!("there is no set '{name}': write a .toml file or one of {}", names.join(", ")))
    }

    /// Every title, by category and then in the order of the file.
    #[must_use]
    pub fn titles(&self) -> Vec<Title> {
        let named = |(category, names): (&String, &Vec<String>)| -> Vec<Title> {
            names.iter().map(|name| Title { name: name.clone(), category: category.clone() }).collect()
        };
        self.games.iter().flat_map(named).collect()
    }

    /// The titles that pass the filter; `load` opens games where the filter asks about them.
    #[must_use]
    pub fn chosen(&self, load: &Load) -> Vec<Title> {
        let filter = &self.filter;
        let opens = filter.supported || !filter.players.is_empty() || filter.stochastic.is_some();
        let in_category = |title: &Title| {
            filter.categories.is_empty()
                || filter.categories.iter().any(|wanted| {
                    title.category.starts_with(wanted.as_str()) || title.category.split('/').any(|part| part == wanted)
                })
        };
        let fits = |title: &Title| match load(title) {
            Ok(table) => {
                let info = table.info();
                (filter.players.is_empty() || filter.players.contains(&info.seats))
                    && filter.stochastic.is_none_or(|wanted| wanted == info.stochastic)
            }
            Err(_) => !filter.supported,
        };
        let mut titles: Vec<Title> =
            self.titles().into_iter().filter(|title| in_category(title) && (!opens || fits(title))).collect();
        if let Some(count) = filter.sample {
            titles.shuffle(&mut random_from_seed(filter.seed));
            titles.truncate(count);
            titles.sort_by(|a, b| (&a.category, &a.name).cmp(&(&b.category, &b.name)));
        }
        titles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::from_catalog;

    #[test]
    fn every_set_that_comes_along_can_be_read() {
        for (name, _) in BUILT_IN_SETS {
            let set = Set::open(name).unwrap();
            assert!(!set.titles().is_empty() && !set.description.is_empty(), "{name}");
        }
        assert_eq!(Set::open("kilothon").unwrap().titles().len(), 1270);
        assert!(Set::open("nothing").unwrap_err().contains("embedded"));
        assert!(Set::parse("[games]\n[filter]\nplayer = [2]").unwrap_err().contains("player"));
    }

    #[test]
    fn filters_narrow_down() {
        let mut set = Set::open("embedded").unwrap();
        let titles = set.chosen(&from_catalog);
        assert!(titles.iter().any(|title| title.name == "Tic-Tac-Toe"));
        assert!(titles.len() <= set.titles().len());
        set.filter.stochastic = Some(true);
        assert!(set.chosen(&from_catalog).iter().all(|title| title.name != "Tic-Tac-Toe"));
        set.filter = Filter { categories: vec!["space".to_owned()], sample: Some(3), seed: 4, ..Filter::default() };
        let sample = set.chosen(&from_catalog);
        assert_eq!(sample.len(), 3);
        assert!(sample.iter().all(|title| title.category.starts_with("board/space")));
        assert_eq!(sample, set.chosen(&from_catalog));
    }
}
