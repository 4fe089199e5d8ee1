//! The Breakthrough position of Gudmundsson and Björnsson (2013): Figures 11 and 12, Table 1.
//!
//! White is to move, and wins by a5-a6. Capturing on a7 or c7 looks better, since every reply but one loses. The figure is not in
//! the text, but the text says enough to rebuild what matters:
//!
//! * a white pawn on b6 can take on a7 and on c7, and one on a5 can step to a6;
//! * each capture threatens to reach the last row and has one refutation, the recapture: a black pawn on b8, which guards both
//!   squares, and none on d8;
//! * after a6 Black cannot keep White from b7, where a pawn is beyond reach: a8 and c8 are empty. White is not on b7 at once, so
//!   a black pawn stands there: if it takes on a6 or is taken, White gets to b7 with the other pawn;
//! * there are 13 moves: the three, and ten others that do little.
//!
//! The ten others are ours: white pawns on a2, d2, f2 and h2. So are two more black pawns, on e4 and g4, which run for the first
//! row as soon as White loses time: without them White is so far ahead that every move seems to win.
//!
//! The paper's C = 0.4 on rewards 0 and 1 is c = 0.8 on utilities −1 and 1. The move played is the one with the highest estimate.

mod study;

pub use study::{Study, study};

use super::page::{Curve, draw_curves, head};
use crate::agent::{Spec, SpecError};
use crate::arcade::yardstick::{Breakthrough, Position, Step};
use crate::game::{Game, Seat, random_from_seed};
use crate::search::{Analysis, Budget, Mcts, Params};
use crate::stats::{Interval, normal_cdf, wilson};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// White's pawns.
const WHITE: &str = "a5 b6 a2 d2 f2 h2";
/// Black's pawns.
const BLACK: &str = "a7 b7 c7 b8 e4 g4";
/// The move that wins.
const WINNING: &str = "a5-a6";

/// The agents: name, text, and how often of 1,000 the paper saw the winning move at 500 and 1,000 samples.
const AGENTS: [(&str, &str, [f64; 2]); 3] = [
    ("UCT", "uct(c=0.8)+final-max", [280.0, 323.0]),
    ("ST", "uct(c=0.8)+st(alpha=0.6)+final-max", [382.0, 611.0]),
    ("MA", "uct(c=0.8)+ma(m=30,lambda=0.05)+final-max", [326.0, 497.0]),
];
/// The sample counts of Table 1.
const TABLE: [u64; 2] = [500, 1000];

/// The game and the position.
///
/// # Panics
/// Never: the squares are on the board.
#[must_use]
pub fn position() -> (Breakthrough, Position) {
    let game = Breakthrough::new(8);
    let position = game.position(WHITE, BLACK, Seat(0)).expect("the squares are on the board");
    (game, position)
}

/// What came out.
#[derive(Debug, Clone)]
pub struct Outcome {
    trials: u64,
    samples: Vec<u64>,
    /// By agent and sample count: trials in which the winning move was chosen.
    found: [Vec<u64>; 3],
}

/// Searches of the position by one agent, one after the other.
struct Trials {
    game: Breakthrough,
    state: Position,
    params: Params,
}

impl Trials {
    fn new(text: &str) -> Result<Self, SpecError> {
        let spec: Spec = text.parse()?;
        let (game, state) = position();
        Ok(Self { game, state, params: spec.params().cloned().unwrap_or_default() })
    }

    /// Searches `trials` times with so many samples.
    fn each(&self, trials: u64, samples: u64, mut see: impl FnMut(&Analysis<Step>)) {
        // The agents are spelt here, and all of them search Breakthrough.
        let (Ok(mut search), Ok(budget)) = (Mcts::new(self.params.clone(), &self.game), Budget::iterations(samples))
        else {
            return;
        };
        let mut rng = random_from_seed(11 + samples);
        for _ in 0..trials {
            search.reset();
            if let Ok(analysis) = search.search(&self.game, &self.state, Seat(0), &budget, &mut rng) {
                see(&analysis);
            }
        }
    }

    /// How many of them choose the winning move.
    fn found(&self, trials: u64, samples: u64) -> u64 {
        let mut found = 0;
        self.each(trials, samples, |analysis| {
            found += u64::from(self.game.move_text(&self.state, analysis.moves[0].chosen) == WINNING);
        });
        found
    }
}

/// Searches the position `trials` times with each agent and each number of samples; those of the paper's table are among them.
///
/// # Errors
/// Never in practice: when an agent is not one.
pub fn run(trials: u64) -> Result<Outcome, SpecError> {
    let samples: Vec<u64> = (1..=20).map(|step| step * 100).collect();
    let mut found: [Vec<u64>; 3] = Default::default();
    for ((_, text, _), found) in AGENTS.iter().zip(&mut found) {
        let searches = Trials::new(text)?;
        *found = samples.iter().map(|&count| searches.found(trials, count)).collect();
    }
    Ok(Outcome { trials, samples, found })
}

/// The probability of a difference at least this large where there is none (two proportions, two-sided).
fn p_value(own: u64, base: u64, trials: u64) -> f64 {
    let n = trials as f64;
    let [own, base] = [own, base].map(|found| found as f64 / n);
    let pooled = (own + base) / 2.0;
    let deviation = (2.0 * pooled * (1.0 - pooled) / n).sqrt();
    if deviation == 0.0 { 1.0 } else { 2.0 * (1.0 - normal_cdf((own - base).abs() / deviation)) }
}

impl Outcome {
    fn share(&self, agent: usize, point: usize) -> Interval {
        wilson(self.found[agent][point] as f64, self.trials)
    }

    /// The page.
    #[must_use]
    pub fn page(&self) -> String {
        let (game, state) = position();
        let mut text = head("A Breakthrough position (Gudmundsson and Björnsson 2013, Figures 11 and 12, Table 1)");
        let _ = writeln!(
            text,
            "White (O) to move wins by {WINNING}. Rebuilt from the text; see the module's documentation.\n"
        );
        let _ = writeln!(text, "```text\n{}```\n", game.state_text(&state));
        let _ = writeln!(
            text,
            "{} trials each. C = 0.4, α = 0.6, M = 30, λ = 0.05 on rewards 0 and 1, as in the paper; the move with the highest \
             estimate is played. Frequencies of {WINNING} in 1,000 trials, with 95 % intervals; p is that of a difference to UCT.\n",
            self.trials
        );
        text.push_str("| samples | agent | paper | ours | p | |\n| --- | --- | --- | --- | --- | --- |\n");
        for (row, samples) in TABLE.iter().enumerate() {
            let Some(point) = self.samples.iter().position(|count| count == samples) else { continue };
            for (agent, (name, _, paper)) in AGENTS.iter().enumerate() {
                let share = self.share(agent, point);
                let p = p_value(self.found[agent][point], self.found[0][point], self.trials);
                let better = self.found[agent][point] > self.found[0][point];
                let (p, verdict) = match (agent, better, p < 0.05) {
                    (0, ..) => (String::new(), ""),
                    (_, true, true) => (format!("{p:.2e}"), "agrees: better than UCT"),
                    (_, false, true) => (format!("{p:.2e}"), "differs: worse than UCT"),
                    (_, _, false) => (format!("{p:.3}"), "too few trials, or no difference"),
                };
                let _ = writeln!(
                    text,
                    "| {samples} | {name} | {:.0} | {:.0} [{:.0}, {:.0}] | {p} | {verdict} |",
                    paper[row],
                    1000.0 * share.value,
                    1000.0 * share.low,
                    1000.0 * share.high
                );
            }
        }
        text
    }

    /// Writes everything into a folder; returns the files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let mut table = String::from("samples,agent,share,low,high\n");
        let mut curves = Vec::new();
        for (agent, (name, ..)) in AGENTS.iter().enumerate() {
            let mut points = Vec::new();
            for (point, &samples) in self.samples.iter().enumerate() {
                let share = self.share(agent, point);
                let _ = writeln!(table, "{samples},{name},{:.4},{:.4},{:.4}", share.value, share.low, share.high);
                points.push((samples as f64, 100.0 * share.value, 100.0 * share.half_width()));
            }
            curves.push(Curve { name: (*name).to_owned(), points });
        }
        let [csv, svg, page] = ["csv", "svg", "md"].map(|kind| folder.join(format!("breakthrough-position.{kind}")));
        std::fs::write(&csv, table)?;
        draw_curves(&curves, "a5-a6 is chosen", ("samples", "per cent of the trials"), &svg)?;
        std::fs::write(&page, self.page())?;
        Ok(vec![csv, svg, page])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Proof;
    use crate::search::params::{RootPolicy, TreePolicy};

    #[test]
    fn the_position_is_what_the_text_says() {
        let (game, state) = position();
        let mut moves = Vec::new();
        game.legal_moves(&state, Seat(0), &mut (), &mut moves);
        let texts: Vec<String> = moves.iter().map(|&chosen| game.move_text(&state, chosen)).collect();
        assert_eq!(texts.len(), 13);
        for text in [WINNING, "b6-a7", "b6-c7"] {
            assert!(texts.iter().any(|known| known == text), "{text}");
        }
        // a6 is proven to win in no time, and no reply to a capture but one can hold.
        let mut rng = random_from_seed(1);
        // Exploring so much that every reply is looked into.
        let (root, tree) = (RootPolicy::Ucb1 { c: 8.0 }, TreePolicy::Ucb1 { c: 8.0 });
        let mut search = Mcts::new(Params { solver: true, root, tree, ..Params::default() }, &game).unwrap();
        let budget = Budget::iterations(200_000).unwrap();
        let replies = |capture: &str, search: &mut Mcts<Breakthrough>, rng: &mut crate::game::Random| {
            let mut after = state;
            let chosen = game.parse_move(&state, Seat(0), capture, &mut ()).unwrap();
            game.apply(&mut after, chosen, &mut (), rng);
            search.reset();
            let analysis = search.search(&game, &after, Seat(1), &budget, rng).unwrap();
            let lost = analysis.moves.iter().filter(|report| report.proof == Some(Proof::Loss)).count();
            (lost, analysis.moves.len())
        };
        let (lost, all) = replies(WINNING, &mut search, &mut rng);
        assert_eq!(lost, all);
        for capture in ["b6-a7", "b6-c7"] {
            let (lost, all) = replies(capture, &mut search, &mut rng);
            assert_eq!(lost, all - 1, "{capture}");
        }
    }
}
