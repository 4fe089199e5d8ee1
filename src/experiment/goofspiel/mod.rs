//! Goofspiel as the field's check of simultaneous-move search: how fast the average strategies of a search become hard to
//! exploit.
//!
//! Prizes come from high to low, so the game has no chance and exploitability is computed exactly over all sequences of bids.
//! Utilities are 1, 0 and −1. Average strategies are shares of visits, as the searches play them, exploration included; what
//! exploration costs is therefore a floor that a rule with constant γ does not fall below.

mod figure;

use crate::arcade::Goofspiel;
use crate::experiment::exploitability::exploitability;
use crate::game::{Game, Seat, random_from_seed};
use crate::search::joint::{Bound, Final, JointParams, Rule};
use crate::search::{Budget, JointSearch, Params};
use crate::stats::{Interval, Z95, mean, standard_deviation};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What is compared, with the exploration constants that fit a game of few cards.
pub const RULES: [(&str, Rule); 4] = [
    ("regret matching, γ = 0.05", Rule::RegretMatching { gamma: 0.05 }),
    ("regret matching, γ = 0.31", Rule::RegretMatching { gamma: 0.31 }),
    ("EXP3, γ = 0.05, η = 0.01", Rule::Exp3 { gamma: 0.05, eta: 0.01, centred: false }),
    ("DUCT(Mix), C = 1", Rule::Decoupled(Bound::Ucb1 { c: 1.0 }, Final::Mix)),
];

/// What to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Cards of each game.
    pub cards: Vec<u8>,
    /// Independent searches per point.
    pub seeds: u64,
    /// Iterations at which strategies are looked at, ascending.
    pub checkpoints: Vec<u64>,
}

/// One point of a curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Cards.
    pub cards: u8,
    /// Index of the rule.
    pub rule: usize,
    /// Iterations.
    pub iterations: u64,
    /// Exploitability, mean and 95 % interval over seeds.
    pub exploitability: Interval,
}

/// What came out.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    setup: Setup,
    points: Vec<Point>,
}

/// The exploitability of one search.
fn measure(cards: u8, rule: Rule, iterations: u64, seed: u64) -> Result<f64, Box<dyn Error>> {
    let game = Goofspiel::new(cards, false);
    let mut rng = random_from_seed(seed);
    let start = game.start(&mut (), &mut rng);
    let joint = JointParams { threshold: 0, ..JointParams::new(rule) };
    let mut search = JointSearch::new(Params { joint: Some(joint), ..Params::default() }, &game)?;
    search.search(&game, &start, Seat(0), &Budget::iterations(iterations)?, &mut rng)?;
    Ok(exploitability(&game, &start, search.root()))
}

/// Runs the experiment, telling `progress` before each curve.
///
/// # Errors
/// When a number of iterations is 0.
pub fn run(setup: &Setup, mut progress: impl FnMut(&str)) -> Result<Outcome, Box<dyn Error>> {
    let mut points = Vec::new();
    for &cards in &setup.cards {
        for (rule, (name, choice)) in RULES.iter().enumerate() {
            progress(&format!("{cards} cards, {name}"));
            for &iterations in &setup.checkpoints {
                let found =
                    (0..setup.seeds)
                        .map(|seed| measure(cards, *choice, iterations, seed))
                        .collect::<Result<Vec<f64>, _>>()?;
                let half = Z95 * standard_deviation(&found) / (found.len() as f64).sqrt();
                points.push(Point { cards, rule, iterations, exploitability: Interval::around(mean(&found), half) });
            }
        }
    }
    Ok(Outcome { setup: setup.clone(), points })
}

impl Outcome {
    /// The curve of a rule.
    fn curve(&self, cards: u8, rule: usize) -> impl Iterator<Item = &Point> {
        self.points.iter().filter(move |point| point.cards == cards && point.rule == rule)
    }

    /// Whether exploitability after the most iterations is below that after the fewest, intervals and all.
    #[must_use]
    pub fn falls(&self, cards: u8, rule: usize) -> bool {
        let mut curve = self.curve(cards, rule);
        match (curve.next(), curve.last()) {
            (Some(first), Some(last)) => last.exploitability.high < first.exploitability.low,
            _ => false,
        }
    }

    /// Writes the table, the summary and one figure per number of cards into a folder; returns the files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let table = folder.join("goofspiel.csv");
        std::fs::write(&table, self.csv())?;
        let page = folder.join("goofspiel.md");
        std::fs::write(&page, self.markdown())?;
        let mut written = vec![table, page];
        for &cards in &self.setup.cards {
            let figure = folder.join(format!("goofspiel-{cards}.svg"));
            figure::draw(self, cards, &figure)?;
            written.push(figure);
        }
        Ok(written)
    }

    fn csv(&self) -> String {
        let mut text = String::from("cards,rule,iterations,exploitability,low,high\n");
        for Point { cards, rule, iterations, exploitability: Interval { low, value, high } } in &self.points {
            let name = RULES[*rule].0;
            let _ = writeln!(text, "{cards},\"{name}\",{iterations},{value:.5},{low:.5},{high:.5}");
        }
        text
    }

    /// The tables, and what they say about regret matching.
    #[must_use]
    pub fn markdown(&self) -> String {
        let seeds = self.setup.seeds;
        let mut text = format!(
            "Exploitability of the average strategies (shares of visits, exploration included), computed exactly; mean and 95 % \
             interval over {seeds} seeds. 0 is an equilibrium.\n"
        );
        for &cards in &self.setup.cards {
            let _ = write!(text, "\n### {cards} cards\n\n| iterations |");
            RULES.iter().for_each(|(name, _)| text.push_str(&format!(" {name} |")));
            text.push_str("\n| ---: |");
            RULES.iter().for_each(|_| text.push_str(" ---: |"));
            text.push('\n');
            for &iterations in &self.setup.checkpoints {
                let _ = write!(text, "| {iterations} |");
                for rule in 0..RULES.len() {
                    if let Some(point) = self.curve(cards, rule).find(|point| point.iterations == iterations) {
                        let found = point.exploitability;
                        let _ = write!(text, " {:.3} ± {:.3} |", found.value, found.half_width());
                    }
                }
                text.push('\n');
            }
            let _ = write!(text, "\n![{cards} cards](goofspiel-{cards}.svg)\n\n");
            for (rule, (name, _)) in RULES.iter().enumerate() {
                let verdict = if self.falls(cards, rule) { "holds" } else { "does not hold" };
                let _ = writeln!(
                    text,
                    "* {verdict}: with {cards} cards the exploitability of {name} falls with iterations"
                );
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regret_matching_becomes_harder_to_exploit() {
        let mean_of = |cards, iterations| {
            (0..4).map(|seed| measure(cards, RULES[0].1, iterations, seed).unwrap()).sum::<f64>() / 4.0
        };
        for (cards, bound) in [(4, 0.25), (5, 0.7)] {
            let [few, some, many] = [300, 5_000, 80_000].map(|iterations| mean_of(cards, iterations));
            assert!(few > some && some > many, "{cards} cards: {few:.3}, {some:.3}, {many:.3}");
            assert!(many < bound, "{cards} cards: {many:.3}");
        }
    }

    #[test]
    fn files_are_written() {
        let setup = Setup { cards: vec![3], seeds: 2, checkpoints: vec![10, 1000] };
        let outcome = run(&setup, |_| {}).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let files = outcome.write(folder.path()).unwrap();
        assert_eq!(files.len(), 3);
        assert_eq!(std::fs::read_to_string(&files[0]).unwrap().lines().count(), 1 + RULES.len() * 2);
        assert!(std::fs::read_to_string(&files[1]).unwrap().contains("holds"));
    }
}
