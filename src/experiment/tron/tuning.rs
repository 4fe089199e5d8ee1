//! §6.1: a parameter is changed a little after every batch of games against an opponent that selects at random.
//!
//! The study says no more than that a value was slightly increased or decreased depending on how strong the player was. Here
//! a change that scores no worse than the batch before goes on in the same direction, one that scores worse is taken back by
//! turning around with half the step.

use super::{Setup, entrants};
use crate::run::{Kind, Settings, Tally, Title};
use crate::stats::{Interval, wilson};

/// The board that parameters are tuned on.
const BOARD: &str = "tron-d";
/// Whom against.
const OPPONENT: &str = "joint-random";

/// A parameter to tune, with the study's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// Its name in the study.
    pub name: &'static str,
    /// The name of its folder.
    pub(super) folder: &'static str,
    agent: &'static str,
    argument: &'static str,
    /// Where the study began.
    pub reference: f64,
    /// Where it ended.
    pub tuned: f64,
    step: f64,
    least: f64,
    most: f64,
}

/// Table 1's parameters.
pub const PARAMETERS: [Parameter; 4] = [
    Parameter {
        name: "C",
        folder: "c",
        agent: "seq-uct",
        argument: "c",
        reference: 10.0,
        tuned: 13.2,
        step: 3.2,
        least: 0.1,
        most: 100.0,
    },
    Parameter {
        name: "T",
        folder: "t",
        agent: "seq-uct",
        argument: "t",
        reference: 30.0,
        tuned: 30.0,
        step: 12.0,
        least: 0.0,
        most: 1000.0,
    },
    Parameter {
        name: "γ (EXP3)",
        folder: "gamma-exp3",
        agent: "exp3",
        argument: "gamma",
        reference: 0.36,
        tuned: 0.39,
        step: 0.08,
        least: 0.01,
        most: 1.0,
    },
    Parameter {
        name: "γ (regret matching)",
        folder: "gamma-rm",
        agent: "regret-matching",
        argument: "gamma",
        reference: 0.36,
        tuned: 0.31,
        step: 0.08,
        least: 0.01,
        most: 1.0,
    },
];

/// One batch of games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Batch {
    /// The value tried.
    pub value: f64,
    /// The share of the points.
    pub score: Interval,
}

/// A parameter being tuned.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuning {
    /// Which.
    pub parameter: Parameter,
    /// The batches so far.
    pub batches: Vec<Batch>,
    next: f64,
    step: f64,
}

impl Tuning {
    pub(super) fn new(parameter: Parameter) -> Self {
        Self { parameter, batches: Vec::new(), next: parameter.reference, step: parameter.step }
    }

    /// Where the tuning has come to: the last value that was tried.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.batches.last().map_or(self.parameter.reference, |batch| batch.value)
    }

    /// The games of the next batch.
    pub(super) fn settings(&self, setup: &Setup) -> Settings {
        let Parameter { agent, argument, .. } = self.parameter;
        let value = if argument == "t" { self.next.round() } else { (self.next * 1000.0).round() / 1000.0 };
        let agents = [format!("{agent}({argument}={value})"), OPPONENT.to_owned()];
        Settings {
            kind: Kind::Match,
            entrants: entrants(&agents, setup.simulations),
            titles: vec![Title { name: BOARD.to_owned(), category: String::new() }],
            games: setup.tuning_games,
            seed: setup.seed.wrapping_add(1000 + self.batches.len() as u64),
            play: super::rules(),
            ..Settings::default()
        }
    }

    /// Takes the result of a batch and decides where to go.
    pub(super) fn learn(&mut self, tally: &Tally) {
        let (points, games) = tally.against(0, 1);
        let score = wilson(points, games as u64);
        if self.batches.last().is_some_and(|before| score.value < before.score.value) {
            self.step *= -0.5;
        }
        self.batches.push(Batch { value: self.next, score });
        self.next = (self.next + self.step).clamp(self.parameter.least, self.parameter.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn the_agents_of_every_batch_can_be_written() {
        let setup = Setup::quick();
        for parameter in PARAMETERS {
            let mut tuning = Tuning::new(parameter);
            let empty = Tally::new(&tuning.settings(&setup));
            for _ in 0..20 {
                let settings = tuning.settings(&setup);
                assert_eq!(settings.entrants.len(), 2);
                tuning.learn(&empty);
            }
            assert!((parameter.least..=parameter.most).contains(&tuning.value()));
            assert_eq!(tuning.batches.len(), 20);
        }
        struct Opens;
        impl crate::catalog::Visitor for Opens {
            type Output = bool;
            fn visit<G: Game + 'static>(self, game: std::sync::Arc<G>) -> bool {
                OPPONENT.parse::<crate::agent::Spec>().unwrap().player(game.as_ref()).is_ok()
            }
        }
        assert!(crate::catalog::open(BOARD, Opens).unwrap());
    }
}
