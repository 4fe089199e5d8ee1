//! Putrich, Tavares and Meneguzzi (2023), Table 1 and Figure 3: four agents in the Kilothon.
//!
//! UCT and UCT√SH, each with a fixed time a move and with clock bonus time, against Ludii's UCT in every title of a set. The text that
//! we have gives no figures of Table 1 but the competition's first two payoffs; of Figure 3 it gives the win ratios of UCT√SH in five
//! categories and two of UCT√SH with clock bonus time.

use super::page::head;
use crate::run::{Sum, Tally};
use crate::stats::{Interval, bootstrap_mean, wilson};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The agents: name, and text with the least and the most seconds a move to be filled in.
pub const AGENTS: [(&str, &str); 4] = [
    ("UCT", "uct+think(time={min})"),
    ("UCT, cbt", "uct+cbt(min={min},max={max},careful=0)"),
    ("UCT√SH", "uct-sqrt-sh+think(time={min})"),
    ("UCT√SH, cbt", "uct-sqrt-sh+cbt(min={min},max={max},careful=0)"),
];

/// The text of an agent where a game's clock is `scale` times the competition's.
#[must_use]
pub fn agent(text: &str, scale: f64) -> String {
    let seconds = |full: f64| ((full * scale * 1000.0).round().max(1.0) / 1000.0).to_string();
    text.replace("{min}", &seconds(0.5)).replace("{max}", &seconds(2.0))
}

/// The categories of Figure 3, with the win ratios that the text names, in per cent, for UCT√SH and for it with clock bonus time.
const CATEGORIES: [(&str, f64, Option<f64>); 5] = [
    ("hunt", 56.0, None),
    ("race", 53.0, None),
    ("sow", 57.0, Some(69.0)),
    ("space", 55.0, Some(63.0)),
    ("war", 51.0, None),
];

/// Resamples of the titles.
const RESAMPLES: usize = 10_000;

/// The page, from one tally per agent.
#[must_use]
pub fn page(tallies: &[(&str, Tally)], settings: &str) -> String {
    let mut text = head("Four agents in the Kilothon (Putrich et al. 2023, Table 1 and Figure 3)");
    let _ = writeln!(text, "{settings}\n");
    text.push_str(
        "Payoff: mean utility over titles, with a 95 % interval over titles. In the competition the first place had 0.231 and the \
         second 0.031, and the paper says that UCT√SH with clock bonus time came between them, that UCT√SH beat UCT, and that clock \
         bonus time more than doubled the scores of both.\n\n| agent | titles | payoff | games | wins | draws | losses |\n| --- | --- | \
         --- | --- | --- | --- | --- |\n",
    );
    for (name, tally) in tallies {
        let means = tally.title_means(0);
        let Interval { low, value, high } = bootstrap_mean(&means, RESAMPLES, 1);
        let sum = tally.entrants.first().copied().unwrap_or_default();
        let _ = writeln!(
            text,
            "| {name} | {} | {value:+.3} [{low:+.3}, {high:+.3}] | {} | {} | {} | {} |",
            means.len(),
            sum.games,
            sum.wins,
            sum.draws(),
            sum.losses
        );
    }
    text.push_str("\nWin ratio, wins / (wins + losses), by category, in per cent:\n\n| category |");
    for (name, _) in tallies {
        let _ = write!(text, " {name} |");
    }
    text.push_str(" paper: UCT√SH | paper: with cbt |\n| --- |");
    text.push_str(&" --- |".repeat(tallies.len() + 2));
    text.push('\n');
    for (category, plain, bonus) in CATEGORIES {
        let _ = write!(text, "| {category} |");
        for (_, tally) in tallies {
            let _ = match ratio(tally, category) {
                None => write!(text, " – |"),
                Some((share, decided)) => write!(
                    text,
                    " {:.0} [{:.0}, {:.0}] of {decided} |",
                    100.0 * share.value,
                    100.0 * share.low,
                    100.0 * share.high
                ),
            };
        }
        let _ = writeln!(text, " {plain:.0} | {} |", bonus.map_or("–".to_owned(), |share| format!("{share:.0}")));
    }
    text
}

/// Wins among the decided games of the titles whose category has this word, and how many those are.
fn ratio(tally: &Tally, category: &str) -> Option<(Interval, u64)> {
    let titles = tally.titles.values().filter(|title| title.category.split('/').any(|word| word == category));
    let sums: Vec<&Sum> = titles.filter_map(|title| title.entrants.first()).collect();
    let wins: u64 = sums.iter().map(|sum| sum.wins).sum();
    let decided: u64 = wins + sums.iter().map(|sum| sum.losses).sum::<u64>();
    (decided > 0).then(|| (wilson(wins as f64, decided), decided))
}

/// Writes table and page into a folder; returns the files.
///
/// # Errors
/// When a file cannot be written.
pub fn write(tallies: &[(&str, Tally)], settings: &str, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut table = String::from("agent,title,category,games,wins,draws,losses,payoff\n");
    for (name, tally) in tallies {
        for (title, result) in &tally.titles {
            let Some(sum) = result.entrants.first().filter(|sum| sum.games > 0) else { continue };
            let _ = writeln!(
                table,
                "\"{name}\",\"{title}\",\"{}\",{},{},{},{},{:.4}",
                result.category,
                sum.games,
                sum.wins,
                sum.draws(),
                sum.losses,
                sum.mean()
            );
        }
    }
    let [csv, markdown] = ["csv", "md"].map(|kind| folder.join(format!("kilothon.{kind}")));
    std::fs::write(&csv, table)?;
    std::fs::write(&markdown, page(tallies, settings))?;
    Ok(vec![csv, markdown])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Spec;

    #[test]
    fn agents_keep_their_proportions() {
        assert_eq!(agent(AGENTS[3].1, 1.0), "uct-sqrt-sh+cbt(min=0.5,max=2,careful=0)");
        assert_eq!(agent(AGENTS[1].1, 0.05), "uct+cbt(min=0.025,max=0.1,careful=0)");
        for (_, text) in AGENTS {
            agent(text, 0.05).parse::<Spec>().unwrap();
        }
    }
}
