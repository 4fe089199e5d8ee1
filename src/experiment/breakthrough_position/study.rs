//! A closer look at the position: what is true of its moves, what is chosen instead of the winning one, and how much of the result
//! hangs on parameters.

use super::{AGENTS, Trials, WINNING, p_value, position};
use crate::agent::SpecError;
use crate::experiment::page::head;
use crate::game::{Game, Seat, random_from_seed};
use crate::search::params::{RootPolicy, TreePolicy};
use crate::search::{Budget, Mcts, Params, Proof};
use crate::stats::wilson;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Sample counts at which choices and estimates are looked at.
const SAMPLES: [u64; 6] = [100, 250, 500, 1000, 2000, 4000];
/// Iterations of the search that proves moves.
const LONG: u64 = 400_000;
/// The moves that look good.
const PROMISING: [&str; 3] = [WINNING, "b6-a7", "b6-c7"];

/// Other parameters: what is compared, the agent, and the UCT that it is compared with.
const VARIANTS: [(&str, &str, &str); 19] = [
    ("ST, α = 0.5", "uct(c=0.8)+st(alpha=0.5)+final-max", "uct(c=0.8)+final-max"),
    ("ST, α = 0.6 (the paper's)", "uct(c=0.8)+st(alpha=0.6)+final-max", "uct(c=0.8)+final-max"),
    ("ST, α = 0.7", "uct(c=0.8)+st(alpha=0.7)+final-max", "uct(c=0.8)+final-max"),
    ("ST, α = 0.8", "uct(c=0.8)+st(alpha=0.8)+final-max", "uct(c=0.8)+final-max"),
    ("ST, α = 0.9", "uct(c=0.8)+st(alpha=0.9)+final-max", "uct(c=0.8)+final-max"),
    ("ST, C = 0.2", "uct(c=0.4)+st(alpha=0.6)+final-max", "uct(c=0.4)+final-max"),
    ("ST, C = 0.8", "uct(c=1.6)+st(alpha=0.6)+final-max", "uct(c=1.6)+final-max"),
    ("ST, C = 1.4", "uct(c=2.8)+st(alpha=0.6)+final-max", "uct(c=2.8)+final-max"),
    ("ST, most visits are played", "uct(c=0.8)+st(alpha=0.6)+final-robust", "uct(c=0.8)+final-robust"),
    ("MA, M = 30, λ = 0.05 (the paper's)", "uct(c=0.8)+ma(m=30,lambda=0.05)+final-max", "uct(c=0.8)+final-max"),
    ("MA, M = 30, λ = 0.02", "uct(c=0.8)+ma(m=30,lambda=0.02)+final-max", "uct(c=0.8)+final-max"),
    ("MA, M = 30, λ = 0.01", "uct(c=0.8)+ma(m=30,lambda=0.01)+final-max", "uct(c=0.8)+final-max"),
    ("MA, M = 100, λ = 0.05", "uct(c=0.8)+ma(m=100,lambda=0.05)+final-max", "uct(c=0.8)+final-max"),
    ("MA, M = 100, λ = 0.01", "uct(c=0.8)+ma(m=100,lambda=0.01)+final-max", "uct(c=0.8)+final-max"),
    ("MA, M = 10, λ = 0.1", "uct(c=0.8)+ma(m=10,lambda=0.1)+final-max", "uct(c=0.8)+final-max"),
    ("MA, C = 0.2", "uct(c=0.4)+ma(m=30,lambda=0.05)+final-max", "uct(c=0.4)+final-max"),
    ("MA, C = 0.8", "uct(c=1.6)+ma(m=30,lambda=0.05)+final-max", "uct(c=1.6)+final-max"),
    ("MA, C = 1.4", "uct(c=2.8)+ma(m=30,lambda=0.05)+final-max", "uct(c=2.8)+final-max"),
    ("MA, most visits are played", "uct(c=0.8)+ma(m=30,lambda=0.05)+final-robust", "uct(c=0.8)+final-robust"),
];

/// What came out.
#[derive(Debug, Clone)]
pub struct Study {
    trials: u64,
    /// Every move with what a long search proves of it.
    proofs: Vec<(String, Option<Proof>)>,
    /// By agent and sample count.
    trace: Vec<Vec<Looked>>,
    /// By variant and sample count of the paper's table: how often the variant and its UCT found the winning move.
    variants: Vec<[[u64; 2]; 2]>,
}

/// What all trials of one agent at one sample count had in common.
#[derive(Debug, Clone, Copy, Default)]
struct Looked {
    /// How often each promising move was chosen.
    chosen: [u64; 3],
    /// Mean estimates of them, as shares of wins.
    estimates: [f64; 3],
    /// Mean samples of them.
    visits: [f64; 3],
}

/// Looks into the position with `trials` searches for each figure.
///
/// # Errors
/// Never in practice: when an agent is not one.
pub fn study(trials: u64) -> Result<Study, SpecError> {
    let (game, state) = position();
    let mut trace = Vec::new();
    for (_, text, _) in AGENTS {
        let mut row = Vec::new();
        for samples in SAMPLES {
            let mut looked = Looked::default();
            let share = 1.0 / trials as f64;
            Trials::new(text)?.each(trials, samples, |analysis| {
                for report in &analysis.moves {
                    let name = game.move_text(&state, report.chosen);
                    let Some(place) = PROMISING.iter().position(|promising| *promising == name) else { continue };
                    looked.estimates[place] += share * f64::from(report.value + 1.0) / 2.0;
                    looked.visits[place] += share * f64::from(report.visits);
                    looked.chosen[place] += u64::from(report.chosen == analysis.moves[0].chosen);
                }
            });
            row.push(looked);
        }
        trace.push(row);
    }
    let mut variants = Vec::new();
    for (_, agent, base) in VARIANTS {
        let mut counts = [[0; 2]; 2];
        for (row, samples) in super::TABLE.into_iter().enumerate() {
            counts[row] = [Trials::new(agent)?.found(trials, samples), Trials::new(base)?.found(trials, samples)];
        }
        variants.push(counts);
    }
    Ok(Study { trials, proofs: proofs(), trace, variants })
}

/// What a long search with much exploration proves of every move.
fn proofs() -> Vec<(String, Option<Proof>)> {
    let (game, state) = position();
    let (root, tree) = (RootPolicy::Uniform, TreePolicy::Ucb1 { c: 8.0 });
    let params = Params { solver: true, root, tree, ..Params::default() };
    let (Ok(mut search), Ok(budget)) = (Mcts::new(params, &game), Budget::iterations(LONG / 13)) else {
        return Vec::new();
    };
    let mut rng = random_from_seed(3);
    let mut moves = Vec::new();
    game.legal_moves(&state, Seat(0), &mut (), &mut moves);
    let mut proofs = Vec::new();
    for chosen in moves {
        let mut after = state;
        game.apply(&mut after, chosen, &mut (), &mut rng);
        search.reset();
        let replies =
            search.search(&game, &after, Seat(1), &budget, &mut rng).map(|found| found.moves).unwrap_or_default();
        // A move loses if one reply wins, and wins if all replies lose.
        let proof = if replies.iter().any(|reply| reply.proof == Some(Proof::Win)) {
            Some(Proof::Loss)
        } else if !replies.is_empty() && replies.iter().all(|reply| reply.proof == Some(Proof::Loss)) {
            Some(Proof::Win)
        } else {
            None
        };
        proofs.push((game.move_text(&state, chosen), proof));
    }
    proofs
}

impl Study {
    /// The page.
    #[must_use]
    pub fn page(&self) -> String {
        let mut text = head("The Breakthrough position, looked into");
        let _ = writeln!(text, "{} trials for each figure.\n", self.trials);
        self.write_proofs(&mut text);
        self.write_trace(&mut text);
        self.write_variants(&mut text);
        text
    }

    fn write_proofs(&self, text: &mut String) {
        let named = |proof: Option<Proof>| -> String {
            let found = self.proofs.iter().filter(|(_, known)| *known == proof).map(|(name, _)| name.as_str());
            let list = found.collect::<Vec<_>>().join(", ");
            if list.is_empty() { "none".to_owned() } else { list }
        };
        let _ = writeln!(
            text,
            "## What is true\n\n{} iterations after each move, with the solver:\n\n- proven to win: {};\n- proven to lose: {};\n- not proven: {}.\n",
            LONG / 13,
            named(Some(Proof::Win)),
            named(Some(Proof::Loss)),
            named(None)
        );
    }

    fn write_trace(&self, text: &mut String) {
        text.push_str("## What is chosen, and why\n\nShares of the trials in per cent; estimates as shares of wins; samples spent on each move.\n\n");
        let _ = writeln!(
            text,
            "| samples | agent | {} chosen | {} | {} | others | estimates | samples spent |",
            PROMISING[0], PROMISING[1], PROMISING[2]
        );
        text.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (point, samples) in SAMPLES.iter().enumerate() {
            for ((name, ..), row) in AGENTS.iter().zip(&self.trace) {
                let Looked { chosen, estimates, visits } = row[point];
                let percent = |count: u64| 100.0 * count as f64 / self.trials as f64;
                let others = self.trials - chosen.iter().sum::<u64>();
                let three =
                    |values: [f64; 3], digits: usize| values.map(|value| format!("{value:.digits$}")).join(" / ");
                let _ = writeln!(
                    text,
                    "| {samples} | {name} | {:.1} | {:.1} | {:.1} | {:.1} | {} | {} |",
                    percent(chosen[0]),
                    percent(chosen[1]),
                    percent(chosen[2]),
                    percent(others),
                    three(estimates, 3),
                    three(visits, 0)
                );
            }
        }
    }

    fn write_variants(&self, text: &mut String) {
        text.push_str("\n## Other parameters\n\nHow often in 1,000 trials the winning move is chosen, beside UCT with the same constant and final choice; p is that of the difference.\n\n");
        text.push_str(
            "| | 500 samples | UCT | p | 1,000 samples | UCT | p |\n| --- | --- | --- | --- | --- | --- | --- |\n",
        );
        for ((name, ..), counts) in VARIANTS.iter().zip(&self.variants) {
            let _ = write!(text, "| {name} |");
            for [own, base] in counts {
                let share = |count: &u64| 1000.0 * wilson(*count as f64, self.trials).value;
                let _ = write!(
                    text,
                    " {:.0} | {:.0} | {:.2e} |",
                    share(own),
                    share(base),
                    p_value(*own, *base, self.trials)
                );
            }
            text.push('\n');
        }
    }

    /// Writes the page into a folder; returns the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let page = folder.join("breakthrough-position-study.md");
        std::fs::write(&page, self.page())?;
        Ok(vec![page])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_study_adds_up() {
        let study = study(2).unwrap();
        assert_eq!(study.proofs.len(), 13);
        assert!(study.proofs.contains(&(WINNING.to_owned(), Some(Proof::Win))));
        for looked in study.trace.iter().flatten() {
            assert!(
                looked.chosen.iter().sum::<u64>() <= 2
                    && looked.estimates.iter().all(|share| (0.0..=1.0).contains(share))
            );
        }
        let page = study.page();
        assert!(VARIANTS.iter().all(|(name, ..)| page.contains(name)), "{page}");
    }
}
