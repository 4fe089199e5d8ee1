//! "Monte Carlo Tree Search for Simultaneous Move Games: A Case Study in the Game of Tron": parameter tuning (§6.1), the round
//! robin on four boards of 16×16 (Tables 2 to 4) and on one of 6×6 (Table 5), and the hybrid that its last section proposes.
//!
//! Boards a, b and c are our own: the study shows them in a picture only, and its text does not describe them. Scores on
//! them can therefore be compared with the study's in kind, not in size; board d, the empty one, and 6×6 are as in the study.
//! The study fixes 100,000 simulations a move and 200 games a pair, half of them with swapped starts. Both play their random
//! play-outs with cut-off and expand with prediction.

mod cross;
mod figure;
mod findings;
mod page;
mod paper;
mod tuning;

pub use super::finding::Finding;
pub use cross::Cross;
pub use tuning::{Batch, PARAMETERS, Parameter, Tuning};

use crate::run::{Agent, Entrant, Kind, Limit, PlayRules, Settings, Tally, Title};

/// Strategies of the round robin.
pub const COUNT: usize = 8;
/// The study's name and our agent of each strategy, in the order of its Table 2.
pub const STRATEGIES: [(&str, &str); COUNT] = [
    ("UCT", "seq-uct"),
    ("UCB1T", "seq-ucb1-tuned"),
    ("DUCT(Max)", "duct-max"),
    ("DUCT(Mix)", "duct-mix"),
    ("DUCB1T(Max)", "ducb1-tuned-max"),
    ("DUCB1T(Mix)", "ducb1-tuned-mix"),
    ("EXP3", "exp3"),
    ("RM", "regret-matching"),
];
const SEQUENTIAL: [usize; 2] = [0, 1];
const DECOUPLED: [usize; 4] = [2, 3, 4, 5];
const DECOUPLED_MAX: [usize; 2] = [2, 4];
const DETERMINISTIC: [usize; 4] = [0, 1, 2, 4];
const STOCHASTIC: [usize; 4] = [3, 5, 6, 7];
/// The large boards.
pub const LARGE: [&str; 4] = ["tron-a", "tron-b", "tron-c", "tron-d"];
/// The small board.
pub const SMALL: &str = "tron-6";
/// The hybrid and what it is made of.
pub const HYBRID: [&str; 3] = ["hybrid", "seq-ucb1-tuned", "regret-matching"];

/// What to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Simulations a move.
    pub simulations: u64,
    /// Games of each pair on each large board.
    pub games: u64,
    /// Games of each pair on the small board.
    pub small_games: u64,
    /// Games of each batch of the tuning.
    pub tuning_games: u64,
    /// Batches of the tuning of each parameter; 0 leaves it out.
    pub batches: usize,
    /// Games of the hybrid against each of the two on each board; 0 leaves it out.
    pub hybrid_games: u64,
    /// Seed of everything random.
    pub seed: u64,
}

impl Setup {
    /// As in the study.
    #[must_use]
    pub fn study() -> Self {
        Self {
            simulations: 100_000,
            games: 200,
            small_games: 200,
            tuning_games: 10,
            batches: 12,
            hybrid_games: 200,
            seed: 1,
        }
    }

    /// In less than half an hour on two cores: fewer games, a hundredth of the simulations.
    #[must_use]
    pub fn quick() -> Self {
        Self { simulations: 1000, games: 20, small_games: 60, batches: 6, hybrid_games: 60, ..Self::study() }
    }
}

/// What came out.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    setup: Setup,
    /// Boards a to d.
    large: Vec<Cross>,
    small: Cross,
    /// The hybrid on the large boards together, and on the small one.
    hybrid: Option<[Cross; 2]>,
    tunings: Vec<Tuning>,
}

/// Runs the experiment. `play` plays the games of a stage in a folder of that name, as far as they are missing, and says
/// how they went, or nothing when it was stopped; the experiment then stops, too.
///
/// # Errors
/// When `play` fails.
pub fn run<E>(
    setup: &Setup,
    mut play: impl FnMut(&str, Settings) -> Result<Option<Tally>, E>,
) -> Result<Option<Outcome>, E> {
    let mut large = Vec::new();
    for board in LARGE {
        let Some(tally) = play(board, round_robin(setup, board, setup.games))? else { return Ok(None) };
        large.push(Cross::of(&tally, COUNT));
    }
    let Some(tally) = play(SMALL, round_robin(setup, SMALL, setup.small_games))? else { return Ok(None) };
    let small = Cross::of(&tally, COUNT);
    let mut hybrid = None;
    if setup.hybrid_games > 0 {
        let Some(large) = play("hybrid-16", gauntlet(setup, &LARGE))? else { return Ok(None) };
        let Some(small) = play("hybrid-6", gauntlet(setup, &[SMALL]))? else { return Ok(None) };
        hybrid = Some([large, small].map(|tally| Cross::of(&tally, HYBRID.len())));
    }
    let mut tunings = Vec::new();
    for parameter in PARAMETERS.iter().filter(|_| setup.batches > 0) {
        let mut tuning = Tuning::new(*parameter);
        for batch in 1..=setup.batches {
            let stage = format!("tuning-{}-{batch:02}", parameter.folder);
            let Some(tally) = play(&stage, tuning.settings(setup))? else { return Ok(None) };
            tuning.learn(&tally);
        }
        tunings.push(tuning);
    }
    Ok(Some(Outcome { setup: setup.clone(), large, small, hybrid, tunings }))
}

fn round_robin(setup: &Setup, board: &str, games: u64) -> Settings {
    let agents: Vec<String> = STRATEGIES.iter().map(|(_, agent)| (*agent).to_owned()).collect();
    settings(setup, false, &agents, &[board], games)
}

fn gauntlet(setup: &Setup, boards: &[&str]) -> Settings {
    let agents = HYBRID.map(str::to_owned);
    settings(setup, true, &agents, boards, setup.hybrid_games)
}

fn settings(setup: &Setup, gauntlet: bool, agents: &[String], boards: &[&str], games: u64) -> Settings {
    Settings {
        kind: Kind::Tournament { gauntlet },
        entrants: entrants(agents, setup.simulations),
        titles: boards.iter().map(|board| Title { name: (*board).to_owned(), category: String::new() }).collect(),
        games,
        seed: setup.seed,
        play: rules(),
        ..Settings::default()
    }
}

/// Agents with so many simulations a move.
fn entrants(agents: &[String], simulations: u64) -> Vec<Entrant> {
    // The agents are ours, and a test writes all of them.
    let agent = |text: &String| text.parse::<Agent>().unwrap_or_else(|error| panic!("{error}"));
    agents.iter().map(|text| Entrant { agent: agent(text), limit: Limit::iterations(simulations) }).collect()
}

fn rules() -> PlayRules {
    PlayRules { record_moves: false, ..PlayRules::default() }
}

impl Outcome {
    /// The study's claims, then what the hybrid was proposed for.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = findings::claims(&self.total(), &self.small);
        if let Some([large, small]) = &self.hybrid {
            found.extend(findings::hybrid_claims(large, small));
        }
        found
    }

    /// All large boards together.
    fn total(&self) -> Cross {
        Cross::sum(&self.large)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Crew, Finished, Halt, from_catalog, schedule};
    use std::sync::Arc;

    /// A whole experiment in miniature, without folders.
    #[test]
    fn a_tiny_experiment_fills_every_table() {
        let setup =
            Setup { simulations: 4, games: 2, small_games: 2, batches: 2, tuning_games: 2, hybrid_games: 2, seed: 3 };
        let mut stages = Vec::new();
        let outcome = run(&setup, |stage, settings| -> Result<Option<Tally>, String> {
            stages.push(stage.to_owned());
            let mut tally = Tally::new(&settings);
            let games = schedule(&settings);
            let halt = Arc::new(Halt::default());
            let crew =
                Crew { settings: Arc::new(settings), load: Arc::new(from_catalog), jobs: 2, deadline: None, halt };
            crew.play(games, |Finished { record, .. }| tally.add(&crate::run::Brief::from(&record)));
            assert_eq!(tally.faulted() + tally.ended(crate::run::End::Unplayed), 0, "{stage}");
            Ok(Some(tally))
        });
        let outcome = outcome.unwrap().unwrap();
        assert_eq!(stages.len(), 4 + 1 + 2 + 4 * 2);
        assert_eq!(outcome.total().count(&[0], &[1]).1, 8.0);
        assert_eq!(outcome.findings().len(), 5);
        let page = outcome.markdown();
        assert!(page.contains("Table 5") && page.contains("does not hold"), "{page}");
        let folder = tempfile::tempdir().unwrap();
        let files = outcome.write(folder.path()).unwrap();
        assert_eq!(files.len(), 4);
        assert!(std::fs::read_to_string(&files[1]).unwrap().lines().count() > 5 * 56);
    }

    #[test]
    fn an_interrupted_experiment_stops() {
        let mut stages = 0;
        let outcome = run(&Setup::quick(), |_, _| -> Result<Option<Tally>, String> {
            stages += 1;
            Ok(None)
        });
        assert!(outcome.unwrap().is_none() && stages == 1);
    }
}
