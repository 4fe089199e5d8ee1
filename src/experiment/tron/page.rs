//! The results as a page and a table, the study's figures beside ours.

use super::{COUNT, Cross, HYBRID, LARGE, Outcome, SMALL, STRATEGIES, Setup, figure, paper};
use crate::stats::Interval;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A share as `57 ± 4`, in per cent.
fn percent(share: Interval) -> String {
    format!("{:.0} ± {:.0}", 100.0 * share.value, 100.0 * share.half_width())
}

impl Outcome {
    /// Writes the page, the table and two figures into a folder; returns the files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let page = folder.join("tron.md");
        std::fs::write(&page, self.markdown())?;
        let table = folder.join("tron.csv");
        std::fs::write(&table, self.csv())?;
        let large = folder.join("tron-16.svg");
        let totals = |cross: &Cross| (0..COUNT).map(|agent| cross.total(agent)).collect::<Vec<_>>();
        let study: Vec<u8> = paper::TOTALS.iter().map(|row| row[4]).collect();
        figure::draw("Tron 16×16, four boards: share of the points", &totals(&self.total()), &study, &large)?;
        let small = folder.join("tron-6.svg");
        figure::draw("Tron 6×6: share of the points", &totals(&self.small), &paper::SMALL_TOTALS, &small)?;
        Ok(vec![page, table, large, small])
    }

    /// The tables and findings, as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Setup { simulations, games, small_games, tuning_games, batches, hybrid_games, seed } = self.setup;
        let mut text = format!(
            "Ours: {simulations} simulations a move, {games} games a pair on each 16×16 board, {small_games} on 6×6, seed {seed}. \
             The study: 100,000 simulations, 200 games. Cells are per cent of the points of the row against the column, with \
             the half-width of Wilson's 95 % interval; the study's figure follows in brackets. Boards a, b and c are our own designs.\n\n\
             ## Claims\n\n"
        );
        for finding in self.findings() {
            let _ =
                writeln!(text, "* **{}**: {}", if finding.holds() { "holds" } else { "does not hold" }, finding.claim);
            for (name, difference) in &finding.evidence {
                let _ = writeln!(text, "  * {name}: {difference:+.3}");
            }
        }
        for (index, board) in LARGE.iter().enumerate() {
            let _ = writeln!(text, "\n## Table 2: {board}\n");
            cross_table(&mut text, &self.large[index], &paper::BOARDS[index]);
        }
        text.push_str("\n## Table 3: all 16×16 boards\n\n");
        cross_table(&mut text, &self.total(), &paper::MEAN);
        self.totals(&mut text);
        text.push_str("\n![16×16](tron-16.svg)\n\n## Table 5: 6×6\n\n");
        cross_table(&mut text, &self.small, &paper::SMALL);
        text.push_str("\n| strategy | total |\n| --- | ---: |\n");
        for (agent, (name, _)) in STRATEGIES.iter().enumerate() {
            let share = percent(self.small.total(agent));
            let _ = writeln!(text, "| {name} | {share} ({}) |", paper::SMALL_TOTALS[agent]);
        }
        text.push_str("\n![6×6](tron-6.svg)\n");
        if let Some([large, small]) = &self.hybrid {
            let _ = writeln!(
                text,
                "\n## The hybrid\n\nSequential UCB1-Tuned while the players are more than 5 squares apart, regret matching when they are \
                 nearer; {hybrid_games} games against either on each board.\n\n| against | 16×16 | 6×6 |\n| --- | ---: | ---: |"
            );
            for (opponent, name) in HYBRID.iter().enumerate().skip(1) {
                let [large, small] = [large, small].map(|cross| percent(cross.cell(0, opponent)));
                let _ = writeln!(text, "| {} | {large} | {small} |", name);
            }
        }
        if !self.tunings.is_empty() {
            let _ = writeln!(
                text,
                "\n## Table 1: tuning\n\n{batches} batches of {tuning_games} games for each parameter on board d against a tree that \
                 selects at random. So few games a batch tell little: the scores of all batches overlap unless they say otherwise.\n\n\
                 | parameter | begun at | ours | study | values tried, with score in per cent |\n| --- | ---: | ---: | ---: | --- |"
            );
            for tuning in &self.tunings {
                let tried: Vec<String> = tuning
                    .batches
                    .iter()
                    .map(|batch| format!("{:.2}: {}", batch.value, percent(batch.score)))
                    .collect();
                let parameter = &tuning.parameter;
                let _ = writeln!(
                    text,
                    "| {} | {} | {:.2} | {} | {} |",
                    parameter.name,
                    parameter.reference,
                    tuning.value(),
                    parameter.tuned,
                    tried.join("; ")
                );
            }
        }
        text
    }

    /// Table 4.
    fn totals(&self, text: &mut String) {
        text.push_str("\n## Table 4: totals\n\n| strategy | a | b | c | d | total |\n| --- | ---: | ---: | ---: | ---: | ---: |\n");
        let total = self.total();
        for (agent, (name, _)) in STRATEGIES.iter().enumerate() {
            let _ = write!(text, "| {name} |");
            for (cross, study) in self.large.iter().chain([&total]).zip(paper::TOTALS[agent]) {
                let _ = write!(text, " {} ({study}) |", percent(cross.total(agent)));
            }
            text.push('\n');
        }
    }

    fn csv(&self) -> String {
        let mut text = String::from("board,row,column,points,games,score,low,high,study\n");
        let boards =
            self.large.iter().zip(LARGE).zip(&paper::BOARDS).map(|((cross, board), study)| (board, cross, study));
        for (board, cross, study) in boards.chain([(SMALL, &self.small, &paper::SMALL)]) {
            for (row, (name, _)) in STRATEGIES.iter().enumerate() {
                for (column, (other, _)) in STRATEGIES.iter().enumerate().filter(|(column, _)| *column != row) {
                    let (points, games) = cross.count(&[row], &[column]);
                    let Interval { low, value, high } = cross.cell(row, column);
                    let paper = f64::from(study[row][column]) / 100.0;
                    let _ = writeln!(
                        text,
                        "{board},{name},{other},{points},{games},{value:.4},{low:.4},{high:.4},{paper:.2}"
                    );
                }
            }
        }
        for (board, cross) in ["hybrid 16×16", "hybrid 6×6"].iter().zip(self.hybrid.iter().flatten()) {
            for (opponent, name) in HYBRID.iter().enumerate().skip(1) {
                let (points, games) = cross.count(&[0], &[opponent]);
                let Interval { low, value, high } = cross.cell(0, opponent);
                let _ =
                    writeln!(text, "{board},{},{},{points},{games},{value:.4},{low:.4},{high:.4},", HYBRID[0], name);
            }
        }
        text
    }
}

fn cross_table(text: &mut String, cross: &Cross, study: &[[u8; COUNT]; COUNT]) {
    text.push_str("| |");
    STRATEGIES.iter().for_each(|(name, _)| text.push_str(&format!(" {name} |")));
    text.push_str("\n| --- |");
    STRATEGIES.iter().for_each(|_| text.push_str(" ---: |"));
    for (row, (name, _)) in STRATEGIES.iter().enumerate() {
        let _ = write!(text, "\n| {name} |");
        for (column, figure) in study[row].iter().enumerate() {
            if row == column {
                text.push_str(" – |");
            } else {
                let _ = write!(text, " {} ({figure}) |", percent(cross.cell(row, column)));
            }
        }
    }
    text.push('\n');
}
