//! Every technique against plain UCT at equal time over a set of games; a combination chosen there; and its test on games held apart.
//!
//! The plan is three stages, each a run or several in folders of their own:
//!
//! 1. each technique added to plain UCT plays plain UCT;
//! 2. those that won more than half of their games, with their whole interval, are added to a combination one by one, the strongest
//!    first; each new combination plays the last, and is kept if it wins more than half, with its whole interval;
//! 3. the combination plays plain UCT, Ludii's UCT and UCT√SH with clock bonus time on a second set, without the games of the first.
//!
//! Where a game does not allow a technique, the agent leaves it out (`fit`), so that every agent plays every game.

use super::page::head;
use crate::run::{Sum, Tally};
use crate::stats::{Interval, wilson};
use plotters::prelude::*;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What everything is added to, and measured against.
pub const BASE: &str = "uct(c=0.8)";
/// The techniques: name, and what is added.
pub const TECHNIQUES: [(&str, &str); 17] = [
    ("MAST", "mast"),
    ("MAST, all plies", "mast(depth=1000000)"),
    ("NST", "nst"),
    ("FAST", "fast"),
    ("RAVE", "rave"),
    ("GRAVE", "grave"),
    ("progressive history", "ph"),
    ("implicit minimax, material", "im"),
    ("implicit minimax, mobility", "im(heuristic=mobility)"),
    ("score bounds", "sb"),
    ("early cutoffs", "ec"),
    ("unexplored action urgency", "uau"),
    ("relative bonus", "rb"),
    ("qualitative bonus", "qb"),
    ("sufficiency threshold", "st"),
    ("moving average", "ma"),
    ("tree reuse", "reuse"),
];
/// Whom the combination meets in the test.
pub const OPPONENTS: [&str; 3] = [BASE, "kilothon-uct", "uct-sqrt-sh+cbt"];

/// An agent with techniques, as far as a game allows them.
#[must_use]
pub fn agent(added: &[&str]) -> String {
    let mut text = BASE.to_owned();
    for part in added {
        text.push('+');
        text.push_str(part);
    }
    if !added.is_empty() {
        text.push_str("+fit");
    }
    text
}

/// One agent against another over a set.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// What it shows.
    pub name: String,
    /// The agent whose share is given.
    pub agent: String,
    /// The other.
    pub against: String,
    /// All games together.
    pub all: Sum,
    /// By title: category and games of the agent.
    pub titles: BTreeMap<String, (String, Sum)>,
    /// Titles that were not played, with the reason.
    pub unplayed: Vec<(String, String)>,
}

impl Comparison {
    /// What a run says.
    #[must_use]
    pub fn new(name: &str, agent: &str, against: &str, tally: &Tally) -> Self {
        let own = |sums: &[Sum]| sums.first().copied().unwrap_or_default();
        let played = tally.titles.iter().filter(|(_, title)| title.games > 0);
        let missing = tally.titles.iter().filter(|(_, title)| title.games == 0);
        Self {
            name: name.to_owned(),
            agent: agent.to_owned(),
            against: against.to_owned(),
            all: own(&tally.entrants),
            titles: played
                .map(|(name, title)| (name.clone(), (title.category.clone(), own(&title.entrants))))
                .collect(),
            unplayed: missing
                .map(|(name, title)| (name.clone(), title.unplayed.clone().unwrap_or_else(|| "no result".to_owned())))
                .collect(),
        }
    }

    /// The share of wins over all games, a draw counting half.
    #[must_use]
    pub fn share(&self) -> Option<Interval> {
        share(&self.all)
    }

    /// Whether it wins more than half, with its whole interval.
    #[must_use]
    pub fn wins(&self) -> bool {
        self.share().is_some_and(|share| share.low > 0.5)
    }

    /// Shares by the first two parts of the category.
    fn by_category(&self) -> BTreeMap<String, Sum> {
        let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
        for (category, sum) in self.titles.values() {
            let short: Vec<&str> = category.split('/').take(2).collect();
            let total = sums.entry(short.join("/")).or_default();
            total.games += sum.games;
            total.wins += sum.wins;
            total.losses += sum.losses;
            total.utility += sum.utility;
        }
        sums
    }
}

fn share(sum: &Sum) -> Option<Interval> {
    (sum.games > 0).then(|| wilson(sum.wins as f64 + sum.draws() as f64 / 2.0, sum.games))
}

/// The techniques that the combination is made of, strongest first: those that won.
#[must_use]
pub fn candidates(measured: &[(&'static str, Comparison)]) -> Vec<&'static str> {
    let mut won: Vec<(f64, &'static str)> = measured
        .iter()
        .filter(|(_, comparison)| comparison.wins())
        .filter_map(|(part, comparison)| Some((comparison.share()?.value, *part)))
        .collect();
    won.sort_by(|a, b| b.0.total_cmp(&a.0));
    won.into_iter().map(|(_, part)| part).collect()
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// How it was played.
    pub settings: String,
    /// Each technique against plain UCT.
    pub techniques: Vec<Comparison>,
    /// The steps of making a combination.
    pub steps: Vec<Comparison>,
    /// The combination, once it is made.
    pub combination: Option<String>,
    /// Its test.
    pub test: Vec<Comparison>,
}

impl Outcome {
    /// The page.
    #[must_use]
    pub fn page(&self) -> String {
        let mut text = head("Techniques against plain UCT, and a combination");
        let _ = writeln!(text, "{}\n", self.settings);
        text.push_str(
            "Shares of wins in per cent, a draw counting half, with 95 % intervals. Where a game does not allow a technique, the agent \
             plays without it.\n\n## Each technique against plain UCT\n\n",
        );
        table(&mut text, &self.techniques);
        if !self.steps.is_empty() {
            text.push_str(
                "\n## Choosing a combination\n\nA step is kept if it beats the last with its whole interval.\n\n",
            );
            table(&mut text, &self.steps);
        }
        if let Some(combination) = &self.combination {
            let _ = writeln!(text, "\nChosen: `{combination}`.");
        }
        if !self.test.is_empty() {
            text.push_str("\n## The combination on games held apart\n\n");
            table(&mut text, &self.test);
            for comparison in &self.test {
                let _ = writeln!(text, "\n### Against {}, by category\n", comparison.against);
                text.push_str("| category | share | games |\n| --- | --- | --- |\n");
                for (category, sum) in comparison.by_category() {
                    let _ = writeln!(text, "| {category} | {} | {} |", percent(share(&sum)), sum.games);
                }
            }
        }
        let mut reasons: BTreeMap<&str, &str> = BTreeMap::new();
        for comparison in self.techniques.iter().chain(&self.test) {
            reasons.extend(comparison.unplayed.iter().map(|(title, reason)| (title.as_str(), reason.as_str())));
        }
        if !reasons.is_empty() {
            text.push_str("\n## Not played\n\n");
            for (title, reason) in reasons {
                let _ = writeln!(text, "- {title}: {reason}");
            }
        }
        text
    }

    /// Writes table, figure and page into a folder; returns the files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let mut csv = String::from("stage,name,agent,against,game,category,games,wins,draws,losses,share,low,high\n");
        for (stage, comparisons) in [("techniques", &self.techniques), ("steps", &self.steps), ("test", &self.test)] {
            for comparison in comparisons {
                let mut line = |game: &str, category: &str, sum: &Sum| {
                    let Some(share) = share(sum) else { return };
                    let _ = writeln!(
                        csv,
                        "{stage},\"{}\",\"{}\",\"{}\",\"{game}\",\"{category}\",{},{},{},{},{:.4},{:.4},{:.4}",
                        comparison.name,
                        comparison.agent,
                        comparison.against,
                        sum.games,
                        sum.wins,
                        sum.draws(),
                        sum.losses,
                        share.value,
                        share.low,
                        share.high
                    );
                };
                line("all", "", &comparison.all);
                for (game, (category, sum)) in &comparison.titles {
                    line(game, category, sum);
                }
            }
        }
        let [table, figure, page] = ["csv", "svg", "md"].map(|kind| folder.join(format!("techniques.{kind}")));
        std::fs::write(&table, csv)?;
        draw(self, &figure)?;
        std::fs::write(&page, self.page())?;
        Ok(vec![table, figure, page])
    }
}

fn percent(share: Option<Interval>) -> String {
    share.map_or("–".to_owned(), |share| {
        format!("{:.1} [{:.1}, {:.1}]", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
    })
}

fn table(text: &mut String, comparisons: &[Comparison]) {
    text.push_str("| | agent | against | share | games | titles | titles ahead / behind | |\n");
    text.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for comparison in comparisons {
        let ahead = comparison.titles.values().filter(|(_, sum)| sum.wins > sum.losses).count();
        let behind = comparison.titles.values().filter(|(_, sum)| sum.wins < sum.losses).count();
        let verdict = match comparison.share() {
            Some(share) if share.low > 0.5 => "better",
            Some(share) if share.high < 0.5 => "worse",
            _ => "undecided",
        };
        let _ = writeln!(
            text,
            "| {} | `{}` | `{}` | {} | {} | {} | {ahead} / {behind} | {verdict} |",
            comparison.name,
            comparison.agent,
            comparison.against,
            percent(comparison.share()),
            comparison.all.games,
            comparison.titles.len(),
        );
    }
}

/// One line per comparison: its share with the interval.
fn draw(outcome: &Outcome, path: &Path) -> Result<(), Box<dyn Error>> {
    let all = outcome.techniques.iter().chain(&outcome.steps).chain(&outcome.test);
    let shown: Vec<(&Comparison, Interval)> = all.filter_map(|one| Some((one, one.share()?))).collect();
    let count = shown.len().max(1);
    let area = SVGBackend::new(path, (900, 90 + 20 * count as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Techniques against plain UCT at equal time", ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(300)
        .build_cartesian_2d(0.0..100.0, -0.5..count as f64 - 0.5)?;
    let name = |place: f64| {
        let index = place.round();
        let near = (place - index).abs() < 1e-6 && index >= 0.0;
        let at = shown.len().checked_sub(1 + index.max(0.0) as usize).filter(|_| near);
        at.and_then(|at| shown.get(at)).map_or_else(String::new, |(one, _)| one.name.clone())
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .max_light_lines(0)
        .x_desc("wins, per cent, a draw counting half (95 %)")
        .y_labels(count + 1)
        .y_label_formatter(&|place| name(*place))
        .x_label_formatter(&|share| format!("{share:.0}"))
        .draw()?;
    let middle = vec![(50.0, -0.5), (50.0, count as f64 - 0.5)];
    chart.draw_series(std::iter::once(PathElement::new(middle, BLACK.mix(0.4))))?;
    for (index, (_, share)) in shown.iter().enumerate() {
        let y = (count - 1 - index) as f64;
        let colour = RGBColor(31, 119, 180);
        let interval = vec![(100.0 * share.low, y), (100.0 * share.high, y)];
        chart.draw_series(std::iter::once(PathElement::new(interval, colour.stroke_width(2))))?;
        chart.draw_series(std::iter::once(Circle::new((100.0 * share.value, y), 4, colour.filled())))?;
    }
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Spec;

    fn comparison(name: &str, wins: u64, games: u64) -> Comparison {
        let all = Sum { games, utility: 0.0, wins, losses: games - wins };
        let titles = BTreeMap::from([("Hex".to_owned(), ("board/space/connection".to_owned(), all))]);
        Comparison {
            name: name.to_owned(),
            agent: agent(&["x"]),
            against: BASE.to_owned(),
            all,
            titles,
            unplayed: Vec::new(),
        }
    }

    #[test]
    fn every_technique_is_an_agent() {
        for (_, part) in TECHNIQUES {
            agent(&[part]).parse::<Spec>().unwrap();
        }
        for opponent in OPPONENTS {
            opponent.parse::<Spec>().unwrap();
        }
        assert_eq!(agent(&[]), BASE);
    }

    #[test]
    fn candidates_have_won_and_come_strongest_first() {
        let measured = [
            ("a", comparison("a", 300, 500)),
            ("b", comparison("b", 260, 500)),
            ("c", comparison("c", 400, 500)),
            ("d", comparison("d", 100, 500)),
        ];
        assert_eq!(candidates(&measured), ["c", "a"], "260 of 500 may be luck");
    }

    #[test]
    fn a_page_names_all_stages() {
        let outcome = Outcome {
            settings: "ten games".to_owned(),
            techniques: vec![comparison("a", 300, 500)],
            steps: vec![comparison("step", 260, 500)],
            combination: Some(agent(&["a"])),
            test: vec![comparison("test", 200, 500)],
        };
        let page = outcome.page();
        for words in ["better", "undecided", "worse", "board/space | 40.0", "ten games", "Chosen"] {
            assert!(page.contains(words), "{words}: {page}");
        }
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(outcome.write(folder.path()).unwrap().len(), 3);
    }
}
