//! Tables, figures and the page of the arms experiment.

use super::beginning::{pulls, table};
use super::{EXPLORED, NOISE, Outcome, PULLS, STRIDE, Series, Setup};
use crate::experiment::page::{Curve, draw_curves, head};
use crate::stats::{Interval, Z95};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Pulls by which the tables are cut.
const WINDOWS: [(usize, usize); 5] = [(0, 250), (250, 500), (500, 1000), (1000, 2000), (2000, 3000)];

/// The normal distribution's 80 % point.
const POWER_80: f64 = 0.841_621_233_572_914;

/// A statement of the paper that can fail: a difference that should be below or above zero.
struct Finding {
    claim: String,
    difference: Interval,
    above: bool,
}

impl Finding {
    fn verdict(&self) -> String {
        let Interval { low, high, value } = self.difference;
        match self.above {
            true if low > 0.0 => "agrees".to_owned(),
            false if high < 0.0 => "agrees".to_owned(),
            _ if low <= 0.0 && high >= 0.0 => {
                // Standard errors from zero at which a difference is found in four of five cases, beside those of the interval.
                let wanted = (Z95 + POWER_80) / Z95;
                let times = (wanted * self.difference.half_width() / value.abs()).powi(2);
                format!("too few: a difference of this size would need {times:.0} times as many")
            }
            _ => "differs".to_owned(),
        }
    }
}

impl Series {
    fn strides(from: usize, to: usize) -> std::ops::Range<usize> {
        from / STRIDE..to / STRIDE
    }

    fn table(&self) -> String {
        let mut text = String::from("pulls,agent,share,low,high\n");
        for point in 0..PULLS / STRIDE {
            for (index, agent) in self.agents.iter().enumerate() {
                let value = self.over(index, point..point + 1);
                let _ = writeln!(
                    text,
                    "{},{}{},{:.5},{:.5},{:.5}",
                    (point + 1) * STRIDE,
                    agent.name().replace(',', ";"),
                    if index == 0 { "" } else { " minus UCT" },
                    value.value,
                    value.low,
                    value.high
                );
            }
        }
        text
    }

    fn curves(&self) -> Vec<Curve> {
        (1..self.agents.len())
            .map(|index| Curve {
                name: format!("{} − UCT", self.agents[index].name()),
                points: (0..PULLS / STRIDE)
                    .map(|point| {
                        let value = self.over(index, point..point + 1);
                        (((point + 1) * STRIDE) as f64, 100.0 * value.value, 100.0 * value.half_width())
                    })
                    .collect(),
            })
            .collect()
    }

    fn baseline(&self) -> Curve {
        let points = (0..PULLS / STRIDE)
            .map(|point| {
                let value = self.over(0, point..point + 1);
                (((point + 1) * STRIDE) as f64, 100.0 * value.value, 100.0 * value.half_width())
            })
            .collect();
        Curve { name: self.name.clone(), points }
    }

    /// The rows of the page: UCT in per cent, the others as differences in percentage points.
    fn rows(&self) -> String {
        let mut text = format!("\n### {}\n\n| pulls |", self.name);
        for agent in &self.agents {
            let _ = write!(text, " {} |", agent.name());
        }
        text.push_str("\n| --- |");
        text.push_str(&" --- |".repeat(self.agents.len()));
        text.push('\n');
        for (from, to) in WINDOWS {
            let _ = write!(text, "| {}–{to} |", from + 1);
            for index in 0..self.agents.len() {
                let value = self.over(index, Self::strides(from, to));
                let (value, half) = (100.0 * value.value, 100.0 * value.half_width());
                let _ = match index {
                    0 => write!(text, " {value:.1} ± {half:.1} % |"),
                    _ => write!(text, " {value:+.1} ± {half:.1} |"),
                };
            }
            text.push('\n');
        }
        text
    }
}

impl Outcome {
    fn findings(&self) -> Vec<Finding> {
        let [low, medium, high] = [0, 1, 2].map(|noise: usize| &self.manual[noise]);
        let beginning = low.beginning(NOISE[0].1);
        let settled = if self.setup.seed == EXPLORED { "these" } else { "other" };
        let begins = format!(
            "Figure 5: with low noise ST is behind UCT to begin with (pulls {}, settled after {settled} random numbers were seen; see below)",
            pulls(&beginning)
        );
        let late = Series::strides(2000, 3000);
        let finding = |claim: &str, difference, above| Finding { claim: claim.to_owned(), difference, above };
        vec![
            finding(&begins, low.over(1, beginning), false),
            finding("Figure 7: with high noise ST surpasses UCT", high.over(1, Series::strides(500, 2000)), true),
            finding("Figure 5: MA is ahead in the end, low noise", low.over(2, late.clone()), true),
            finding("Figure 6: MA is ahead in the end, medium noise", medium.over(2, late.clone()), true),
            finding("Figure 7: MA is ahead in the end, high noise", high.over(2, late), true),
            finding(
                "Figure 9: MA is better with 20 arms and 10 % winners",
                self.walks[0].over(2, Series::strides(500, 3000)),
                true,
            ),
            finding(
                "Figure 9: with 30 % winners of 20 arms ST is better while there are few samples",
                self.walks[1].over(1, Series::strides(0, 500)),
                true,
            ),
            finding(
                "Figure 10: with 50 arms, 10 % winners, ST is better",
                self.walks[2].over(1, Series::strides(250, 3000)),
                true,
            ),
            finding(
                "Figure 10: with 50 arms, 30 % winners, ST is better",
                self.walks[3].over(1, Series::strides(250, 3000)),
                true,
            ),
        ]
    }

    /// The page: findings, then the tables.
    #[must_use]
    pub fn page(&self) -> String {
        let Setup { tasks, models, model_tasks, start, height, step, seed } = &self.setup;
        let mut text = head("Arms whose chances move (Gudmundsson and Björnsson 2013, Figures 4 to 10)");
        let _ = writeln!(
            text,
            "{tasks} tasks on each manual model; {models} random models with {model_tasks} tasks each; {PULLS} pulls a task; seed {seed}. C = 0.4, \
             α = 0.6, M = 30, λ = 0.05 on rewards 0 and 1, as in the paper. Ours: promising paths rise from {start} to {height} before \
             they part (the paper shows them in a figure only), random walks take steps of {step}, and the arm thought best is the \
             one with the highest estimate. Intervals are 95 %, by Student's t, over models or, on the manual model, over pairs of \
             tasks with the same random numbers in which the two promising arms have changed places; all agents get the same \
             random numbers, which makes the differences vary less. The paper gives no numbers for these figures, only curves; so its statements are what is compared.\n"
        );
        text.push_str("| the paper says | difference to UCT, percentage points | |\n| --- | --- | --- |\n");
        for finding in self.findings() {
            let Interval { low, value, high } = finding.difference;
            let _ = writeln!(
                text,
                "| {} | {:+.2} [{:+.2}, {:+.2}] | {} |",
                finding.claim,
                100.0 * value,
                100.0 * low,
                100.0 * high,
                finding.verdict()
            );
        }
        text.push_str("\nThe arm thought best is a winner, in per cent of the tasks for UCT, and the difference to it for the others:\n");
        for series in self.manual.iter().chain(&self.walks) {
            text.push_str(&series.rows());
        }
        text.push_str(&table(&self.shapes));
        text
    }

    /// Writes everything into a folder; returns the files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let mut written = Vec::new();
        let axes = ("pulls", "per cent");
        for (slug, caption, group) in [
            ("arms-figure-4", "UCT, manual model: a winner is thought best", &self.manual),
            ("arms-figure-8", "UCT, random models: a winner is thought best", &self.walks),
        ] {
            let path = folder.join(format!("{slug}.svg"));
            let curves: Vec<Curve> = group.iter().map(Series::baseline).collect();
            draw_curves(&curves, caption, axes, &path)?;
            written.push(path);
        }
        for series in self.manual.iter().chain(&self.walks) {
            let table = folder.join(format!("{}.csv", series.slug));
            std::fs::write(&table, series.table())?;
            let plot = folder.join(format!("{}.svg", series.slug));
            draw_curves(&series.curves(), &format!("Difference to UCT: {}", series.name), axes, &plot)?;
            written.extend([table, plot]);
        }
        let page = folder.join("arms.md");
        std::fs::write(&page, self.page())?;
        written.push(page);
        Ok(written)
    }
}
