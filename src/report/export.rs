//! Exports for other programs.

use super::page::Comparison;
use super::source::Run;
use crate::run::{Kind, ranks_of};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes one row per game, with everything but the moves.
///
/// # Errors
/// When it cannot be written.
pub fn games_csv(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "game,pair,title,category,players,agents,utilities,ranks,plies,end,culprit,seconds,moves,iterations,late,after_clock"
    )?;
    for game in &run.games {
        let agents: Vec<String> =
            game.entrants.iter().map(|&entrant| run.settings().entrants[entrant].agent.to_string()).collect();
        let sum = |value: fn(&crate::run::SeatUse) -> u64| game.usage.iter().map(value).sum::<u64>();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{:.6},{},{},{},{}",
            game.game,
            game.pair,
            quoted(&game.title),
            quoted(&game.category),
            game.entrants.len(),
            quoted(&agents.join(";")),
            joined(&game.utilities),
            joined(&ranks_of(&game.utilities)),
            game.plies,
            game.end,
            game.culprit.map(|seat| seat.to_string()).unwrap_or_default(),
            game.seconds,
            sum(|usage| u64::from(usage.moves)),
            sum(|usage| usage.iterations),
            sum(|usage| u64::from(usage.late)),
            sum(|usage| u64::from(usage.after_clock)),
        )?;
    }
    Ok(())
}

/// Writes one row per game in the columns of Ludii's Kilothon. `published` scores games with a swap as Ludii does, by the
/// colour 1; otherwise by the first seat.
///
/// # Errors
/// When it cannot be written.
pub fn kilothon_csv(run: &Run, published: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "GAME NAME,NUM PLAYERS,WIN?,RANK P1,UTILITY P1,NUM MOVES,NUM P1 MOVES")?;
    for game in run.games.iter().filter(|game| game.end.counts()) {
        let Some((own, colour_one)) = game.challenger() else { continue };
        let utility = if published { colour_one } else { own };
        let rank = rank_of_utility(utility, game.utilities.len());
        let usage = game.usage.first().copied().unwrap_or_default();
        writeln!(
            out,
            "{},{},{},{rank:?},{utility:?},{:?},{}",
            game.title.replace(',', ""),
            game.utilities.len(),
            rank == 1.0,
            f64::from(game.plies),
            usage.moves + usage.after_clock,
        )?;
    }
    Ok(())
}

/// The rank that a utility stands for: the inverse of Ludii's mapping.
fn rank_of_utility(utility: f64, players: usize) -> f64 {
    if players <= 1 { (utility + 1.0) / 2.0 } else { 1.0 + (1.0 - utility) * (players as f64 - 1.0) / 2.0 }
}

/// Writes one row per game in the raw-results format of Ludii's evaluations.
///
/// # Errors
/// When it cannot be written.
pub fn raw_results_csv(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "agents,utilities")?;
    for game in run.games.iter().filter(|game| game.end.counts()) {
        let agents: Vec<String> =
            game.entrants.iter().map(|&entrant| format!("'{}'", run.settings().entrants[entrant].agent)).collect();
        let utilities: Vec<String> = game.utilities.iter().map(|utility| format!("{utility:?}")).collect();
        writeln!(out, "\"({})\",\"{}\"", agents.join(" / "), utilities.join(";"))?;
    }
    Ok(())
}

/// The summary as Markdown: one section per run, the comparison, the best and worst titles.
#[must_use]
pub fn markdown(runs: &[Run], comparison: Option<&Comparison>) -> String {
    let mut text = String::from("# Halfling report\n");
    for run in runs {
        let summary = super::summary(run.settings(), &run.tally);
        let _ = write!(text, "\n## {}\n\n```\n{summary}```\n", run.name);
        if run.tally.titles.len() > 1 && !matches!(run.settings().kind, Kind::Tournament { .. }) {
            title_table(run, &mut text);
        }
    }
    if let Some(comparison) = comparison {
        let _ = write!(
            text,
            "\n## {} against {}\n\n{} titles: mean difference {:+.3}; better in {}, worse in {}, equal in {}; sign test \
             p = {:.4}, Wilcoxon p = {:.4}.\n",
            comparison.second,
            comparison.first,
            comparison.titles.len(),
            comparison.mean,
            comparison.better,
            comparison.worse,
            comparison.equal,
            comparison.sign_p,
            comparison.wilcoxon_p
        );
    }
    text
}

/// The ten best and the ten worst titles.
fn title_table(run: &Run, text: &mut String) {
    let mut rows: Vec<(&String, &crate::run::TitleTally)> =
        run.tally.titles.iter().filter(|(_, title)| title.games > 0).collect();
    rows.sort_by(|a, b| b.1.entrants[0].mean().total_cmp(&a.1.entrants[0].mean()));
    text.push_str(
        "\n| title | category | games | won | drawn | lost | utility | plies |\n|---|---|--:|--:|--:|--:|--:|--:|\n",
    );
    let skipped = rows.len().saturating_sub(20);
    for (index, (name, title)) in rows.iter().enumerate() {
        if skipped > 0 && index == 10 {
            let _ = writeln!(text, "| … {skipped} more | | | | | | | |");
        }
        if skipped > 0 && (10..10 + skipped).contains(&index) {
            continue;
        }
        let sum = title.entrants[0];
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {:+.3} | {:.1} |",
            name.replace('|', "\\|"),
            title.category,
            title.games,
            sum.wins,
            sum.draws(),
            sum.losses,
            sum.mean(),
            title.plies as f64 / title.games as f64
        );
    }
}

fn joined(values: &[f32]) -> String {
    quoted(&values.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"))
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', ';']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// The rows of a comparison.
///
/// # Errors
/// When it cannot be written.
pub fn comparison_csv(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "title,first,second,difference")?;
    for (title, first, second, difference) in &comparison.titles {
        writeln!(out, "{},{first},{second},{difference}", quoted(title))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::utility_of_rank;

    #[test]
    fn ranks_and_utilities_are_inverse() {
        for players in 1..=6 {
            for rank in [1.0, 1.5, players as f32] {
                let back = rank_of_utility(f64::from(utility_of_rank(rank, players)), players);
                assert!((back - f64::from(rank)).abs() < 1e-6, "{rank} of {players}: {back}");
            }
        }
    }

    #[test]
    fn commas_are_quoted() {
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("Nine Men's Morris"), "Nine Men's Morris");
        assert_eq!(joined(&[1.0, -1.0]), "\"1;-1\"");
    }
}
