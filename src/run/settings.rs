//! What decides the results of a run.

use super::{Entrant, Limit};
use crate::stats::Sprt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// What kind of run it is, with what only that kind has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Two agents, pairs of games with swapped seats.
    Match,
    /// The same until a sequential test decides.
    Compare(Sprt),
    /// Every agent against every other, or the first against every other.
    Tournament {
        /// Whether only the first agent meets the others.
        gauntlet: bool,
    },
    /// The first agent in seat 1 against the second in seat 2, the third in the others.
    Kilothon {
        /// Whether the second agent takes every other seat, as the competition's text has it.
        opponent_everywhere: bool,
    },
}

/// What happens to a seat whose game clock has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overrun {
    /// It plays at random from there on, as in the Kilothon.
    Random,
    /// It loses, once it is late by more than the grace.
    Lose,
}

/// The runner's own rules of play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayRules {
    /// Most plies of a game, after which it ends with the utilities of the position.
    pub max_plies: Option<u32>,
    /// Most plies of a game per seat.
    pub max_plies_per_seat: Option<u32>,
    /// Random plies at the start.
    pub opening_plies: u32,
    /// What happens when a game clock runs out.
    pub overrun: Overrun,
    /// Seconds that a move may be late before the game is lost.
    pub grace: f64,
    /// Seconds beyond the grace after which a silent agent is given up.
    pub patience: f64,
    /// Whether a game ends when an agent proves its result.
    pub adjudicate_proofs: bool,
    /// Whether moves and boards are recorded.
    pub record_moves: bool,
}

impl Default for PlayRules {
    fn default() -> Self {
        Self {
            max_plies: None,
            max_plies_per_seat: None,
            opening_plies: 0,
            overrun: Overrun::Lose,
            grace: 5.0,
            patience: 600.0,
            adjudicate_proofs: false,
            record_moves: true,
        }
    }
}

impl PlayRules {
    /// Most plies with so many seats.
    #[must_use]
    pub fn max_plies(&self, seats: usize) -> u32 {
        let per_seat = self.max_plies_per_seat.map(|plies| plies.saturating_mul(seats as u32));
        self.max_plies.into_iter().chain(per_seat).min().unwrap_or(u32::MAX)
    }

    /// The grace as a duration.
    #[must_use]
    pub fn grace(&self) -> Duration {
        Duration::try_from_secs_f64(self.grace).unwrap_or(Duration::MAX / 8)
    }

    /// The patience as a duration.
    #[must_use]
    pub fn patience(&self) -> Duration {
        Duration::try_from_secs_f64(self.patience).unwrap_or(Duration::MAX / 8)
    }

    /// How much later than `due` a move may come without being counted as late: a tenth, and at least 50 ms.
    #[must_use]
    pub fn tolerance(&self, due: Duration) -> Duration {
        (due / 10).max(Duration::from_millis(50))
    }
}

/// A game to play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// Its name, as the catalogue knows it.
    pub name: String,
    /// Its category, where it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub category: String,
}

/// Everything that decides the results of a run. Two runs with equal settings can be continued and merged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The kind of run.
    pub kind: Kind,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// The games.
    pub titles: Vec<Title>,
    /// Games per title and pairing.
    pub games: u64,
    /// Seed of everything random.
    pub seed: u64,
    /// The runner's own rules.
    pub play: PlayRules,
    /// Lists of opening moves; pair number p begins with list p modulo their number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<Vec<String>>,
    /// Where the rules come from, where not from this program: a Ludii jar's name and version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

impl Settings {
    /// Whether strength depends on the machine's speed.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.entrants.iter().any(|entrant| entrant.limit.is_timed())
    }

    /// Most threads that one game keeps busy: entrants think one at a time, each with its own number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.entrants.iter().map(|entrant| entrant.agent.threads()).max().unwrap_or(1)
    }

    /// The differences between two settings, one line each; empty where they are equal.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let value = |settings: &Self| serde_json::to_value(settings).unwrap_or_default();
        let mut lines = Vec::new();
        compare("", &value(self), &value(other), &mut lines);
        lines
    }
}

fn compare(path: &str, before: &Value, after: &Value, lines: &mut Vec<String>) {
    let join = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                let missing = Value::Null;
                compare(&join(key), a.get(key).unwrap_or(&missing), b.get(key).unwrap_or(&missing), lines);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&join(&(index + 1).to_string()), a, b, lines);
            }
        }
        (Value::Array(a), Value::Array(b)) => lines.push(format!("{path}: {} before, {} now", a.len(), b.len())),
        _ if before != after => lines.push(format!("{path}: {before} before, {after} now")),
        _ => {}
    }
}

impl Default for Settings {
    /// A match of `random` against itself, which tests and examples start from.
    fn default() -> Self {
        use super::{Agent, Fake};
        let entrant = Entrant { agent: Agent::Fake(Fake::Random), limit: Limit::iterations(1) };
        Self {
            kind: Kind::Match,
            entrants: vec![entrant.clone(), entrant],
            titles: Vec::new(),
            games: 2,
            seed: 1,
            play: PlayRules::default(),
            openings: Vec::new(),
            host: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_what_changed() {
        let settings = Settings::default();
        assert!(settings.differences(&settings.clone()).is_empty());
        let mut other = settings.clone();
        other.seed = 9;
        other.entrants[1].limit = Limit::iterations(50);
        other.play.max_plies = Some(10);
        let lines = settings.differences(&other);
        assert_eq!(
            lines,
            [
                "entrants.2.limit.iterations: 1 before, 50 now",
                "play.max_plies: null before, 10 now",
                "seed: 1 before, 9 now"
            ]
        );
        other.entrants.pop();
        assert!(settings.differences(&other).contains(&"entrants: 2 before, 1 now".to_owned()));
    }

    #[test]
    fn settings_survive_being_written() {
        let mut settings = Settings { games: 8, ..Settings::default() };
        settings.kind = Kind::Compare(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 });
        settings.titles.push(Title { name: "Chess".to_owned(), category: "board/war".to_owned() });
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    }

    #[test]
    fn the_smaller_cap_counts() {
        let rules = PlayRules { max_plies: Some(800), max_plies_per_seat: Some(500), ..PlayRules::default() };
        assert_eq!((rules.max_plies(1), rules.max_plies(2)), (500, 800));
        assert_eq!(PlayRules::default().max_plies(2), u32::MAX);
    }
}
