//! The report as one HTML page that needs nothing else.

use super::source::{Replay, Run};
use super::text::{BANDS, BOOTSTRAP_SEED, RATING_PRIOR, REFERENCES, RESAMPLES, summary};
use crate::run::{BoardRecord, Kind, TitleTally};
use crate::stats::{Interval, Strength, bootstrap_mean, bradley_terry, sign_test, wilcoxon_test, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

/// Win ratios against Ludii's UCT by category, as far as the text of Putrich et al., BRACIS 2023, gives those of Figure 3.
/// Their plain UCT is given there by its distance from UCT√SH.
const CATEGORY_REFERENCES: [(&str, &[(&str, f64)]); 3] = [
    ("UCT 2023", &[("sow", 0.51), ("space", 0.48), ("war", 0.47)]),
    ("UCT√SH 2023", &[("hunt", 0.56), ("race", 0.53), ("sow", 0.57), ("space", 0.55), ("war", 0.51)]),
    ("UCT√SH+CBT 2023", &[("sow", 0.69), ("space", 0.63)]),
];

/// Bars of a histogram.
const BINS: usize = 24;

#[derive(Serialize)]
struct Page<'a> {
    build: String,
    references: Vec<(&'static str, f64)>,
    bands: Vec<(&'static str, f64, f64)>,
    category_references: Vec<(&'static str, BTreeMap<&'static str, f64>)>,
    runs: Vec<RunData<'a>>,
    comparison: Option<Comparison>,
    boards: BTreeMap<&'a str, &'a BoardRecord>,
}

#[derive(Serialize)]
struct RunData<'a> {
    name: &'a str,
    label: String,
    kind: &'static str,
    summary: String,
    score: Option<Interval>,
    ratings: Vec<RatingRow>,
    entrants: Vec<EntrantRow>,
    categories: Vec<CategoryRow>,
    lengths: Option<Histogram>,
    durations: Option<Histogram>,
    titles: Vec<TitleRow<'a>>,
    replays: &'a [Replay],
    left_out: u64,
}

#[derive(Serialize)]
struct RatingRow {
    agent: String,
    #[serde(flatten)]
    elo: Interval,
}

#[derive(Serialize)]
struct EntrantRow {
    agent: String,
    limit: String,
    moves: u64,
    seconds_per_move: f64,
    iterations_per_move: f64,
    late: f64,
    after_clock: f64,
    faults: u64,
}

#[derive(Serialize)]
struct TitleRow<'a> {
    title: &'a str,
    category: &'a str,
    group: &'a str,
    seats: Option<usize>,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    utility: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    plies: Option<f64>,
    caps: u64,
    faults: u64,
    unplayed: &'a str,
}

#[derive(Serialize)]
struct CategoryRow {
    name: String,
    titles: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    utility: f64,
    ratio: Option<f64>,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Histogram {
    from: f64,
    step: f64,
    counts: Vec<u64>,
    total: u64,
}

/// Two runs compared by the titles that both have.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// The first run.
    pub first: String,
    /// The second run.
    pub second: String,
    /// Title, utility of agent 1 in the first run, in the second, and the difference.
    pub titles: Vec<(String, f64, f64, f64)>,
    /// Mean difference with its bootstrap over titles.
    pub mean: Interval,
    /// Titles where the second is better.
    pub better: u64,
    /// Titles where it is worse.
    pub worse: u64,
    /// Titles without a difference.
    pub equal: u64,
    /// Of the sign test.
    pub sign_p: f64,
    /// Of Wilcoxon's test.
    pub wilcoxon_p: f64,
}

/// Compares the first agents of two runs by title.
#[must_use]
pub fn compare(first: &Run, second: &Run) -> Comparison {
    let utility = |title: &TitleTally| title.entrants.first().filter(|sum| sum.games > 0).map(crate::run::Sum::mean);
    let titles: Vec<(String, f64, f64, f64)> = first
        .tally
        .titles
        .iter()
        .filter_map(|(name, title)| {
            let a = utility(title)?;
            let b = utility(second.tally.titles.get(name)?)?;
            Some((name.clone(), a, b, b - a))
        })
        .collect();
    let differences: Vec<f64> = titles.iter().map(|row| row.3).collect();
    let signs = sign_test(&differences);
    Comparison {
        first: label(first),
        second: label(second),
        mean: bootstrap_mean(&differences, RESAMPLES, BOOTSTRAP_SEED),
        better: signs.better,
        worse: signs.worse,
        equal: signs.equal,
        sign_p: signs.p,
        wilcoxon_p: wilcoxon_test(&differences).p,
        titles,
    }
}

/// The page of one or several runs; the first two are compared.
///
/// # Errors
/// When the data cannot be written as JSON, which only a number that is not finite could cause.
pub fn page(runs: &[Run]) -> serde_json::Result<String> {
    let data = Page {
        build: format!("halfling {}", crate::run::build()),
        references: REFERENCES.to_vec(),
        bands: BANDS.to_vec(),
        category_references: CATEGORY_REFERENCES
            .iter()
            .map(|(agent, ratios)| (*agent, ratios.iter().copied().collect()))
            .collect(),
        runs: runs.iter().map(run_data).collect(),
        comparison: if let [first, second, ..] = runs { Some(compare(first, second)) } else { None },
        boards: runs.iter().flat_map(|run| &run.boards).map(|(rules, board)| (rules.as_str(), board)).collect(),
    };
    // Within a script element only `<` could end it early.
    let json = serde_json::to_string(&data)?.replace('<', "\\u003c");
    // The data goes in last: nothing within it is taken for a placeholder.
    Ok(include_str!("page/page.html")
        .replace("{{css}}", include_str!("page/page.css"))
        .replace("{{js}}", include_str!("page/page.js"))
        .replacen("{{data}}", &json, 1))
}

/// A run's name in plots: its folder and its first agent.
fn label(run: &Run) -> String {
    let folder = run.name.trim_end_matches('/').rsplit('/').next().unwrap_or(&run.name);
    let agent = run.settings().entrants.first().map(|entrant| entrant.agent.to_string()).unwrap_or_default();
    format!("{folder}: {agent}")
}

fn run_data(run: &Run) -> RunData<'_> {
    let (settings, tally) = (run.settings(), &run.tally);
    let kind = match settings.kind {
        Kind::Match => "match",
        Kind::Compare(_) => "compare",
        Kind::Tournament { .. } => "tournament",
        Kind::Kilothon { .. } => "kilothon",
    };
    let means = tally.title_means(0);
    let is_tournament = matches!(settings.kind, Kind::Tournament { .. });
    let is_versus = matches!(settings.kind, Kind::Match | Kind::Compare(_));
    let score = match means.len() {
        0 => None,
        _ if is_tournament => None,
        // One title says nothing about others; its own pairs do.
        1 if is_versus => {
            let score = Strength::of_pairs(&tally.pairs).score;
            let utility = |score: f64| 2.0 * score - 1.0;
            Some(Interval { low: utility(score.low), value: utility(score.value), high: utility(score.high) })
        }
        _ => Some(bootstrap_mean(&means, RESAMPLES, BOOTSTRAP_SEED)),
    };
    let ratings = if is_tournament {
        let ratings = bradley_terry(settings.entrants.len(), &tally.scores(), RATING_PRIOR);
        let row = |(entrant, rating): (&crate::run::Entrant, &crate::stats::Rating)| RatingRow {
            agent: entrant.agent.to_string(),
            elo: rating.elo,
        };
        settings.entrants.iter().zip(&ratings).map(row).collect()
    } else {
        Vec::new()
    };
    let entrants = settings
        .entrants
        .iter()
        .enumerate()
        .map(|(index, entrant)| {
            let moves = &tally.moves[index];
            let per_move = moves.moves.max(1) as f64;
            EntrantRow {
                agent: entrant.agent.to_string(),
                limit: entrant.limit.to_string(),
                moves: moves.moves,
                seconds_per_move: moves.seconds / per_move,
                iterations_per_move: moves.iterations as f64 / per_move,
                late: moves.late_share(),
                after_clock: moves.after_clock_share(),
                faults: tally.faults[index],
            }
        })
        .collect();
    RunData {
        name: &run.name,
        label: label(run),
        kind,
        summary: summary(settings, tally),
        score,
        ratings,
        entrants,
        categories: categories(run),
        lengths: histogram(&run.plies),
        durations: histogram(&run.seconds),
        titles: tally.titles.iter().map(|(name, title)| title_row(name, title)).collect(),
        replays: &run.replays,
        left_out: run.left_out,
    }
}

fn title_row<'a>(name: &'a str, title: &'a TitleTally) -> TitleRow<'a> {
    let sum = title.entrants.first().copied().unwrap_or_default();
    let rate = wilson((sum.utility + sum.games as f64) / 2.0, sum.games);
    let played = sum.games > 0;
    TitleRow {
        title: name,
        category: &title.category,
        group: group(&title.category),
        seats: (title.seats > 0).then_some(title.seats),
        games: title.games,
        wins: sum.wins,
        draws: sum.draws(),
        losses: sum.losses,
        utility: played.then(|| sum.mean()),
        low: played.then_some(rate.low),
        high: played.then_some(rate.high),
        plies: (title.games > 0).then(|| title.plies as f64 / title.games as f64),
        caps: title.caps,
        faults: title.faults,
        unplayed: title.unplayed.as_deref().unwrap_or_default(),
    }
}

/// The class of a category: `space` of `board/space/line`, and the whole of one without slashes.
#[must_use]
pub fn group(category: &str) -> &str {
    let mut parts = category.split('/');
    match (parts.next(), parts.next()) {
        (Some("board"), Some(class)) => class,
        (Some(first), _) => first,
        _ => category,
    }
}

fn categories(run: &Run) -> Vec<CategoryRow> {
    let mut groups: BTreeMap<&str, (u64, crate::run::Sum)> = BTreeMap::new();
    for title in run.tally.titles.values().filter(|title| !title.category.is_empty()) {
        let Some(sum) = title.entrants.first().filter(|sum| sum.games > 0) else { continue };
        let (titles, total) = groups.entry(group(&title.category)).or_default();
        *titles += 1;
        total.games += sum.games;
        total.utility += sum.utility;
        total.wins += sum.wins;
        total.losses += sum.losses;
    }
    groups
        .into_iter()
        .map(|(name, (titles, sum))| {
            let decided = sum.wins + sum.losses;
            let ratio = wilson(sum.wins as f64, decided);
            CategoryRow {
                name: name.to_owned(),
                titles,
                wins: sum.wins,
                draws: sum.draws(),
                losses: sum.losses,
                utility: sum.mean(),
                ratio: (decided > 0).then_some(ratio.value),
                low: ratio.low,
                high: ratio.high,
            }
        })
        .collect()
}

fn histogram(values: &[f64]) -> Option<Histogram> {
    let most = values.iter().copied().fold(0.0f64, f64::max);
    if values.is_empty() || most <= 0.0 {
        return None;
    }
    let step = most / BINS as f64;
    let step = if most >= BINS as f64 { step.ceil() } else { step };
    let mut counts = vec![0; BINS];
    for value in values {
        counts[((value / step) as usize).min(BINS - 1)] += 1;
    }
    while counts.len() > 1 && counts.last() == Some(&0) {
        counts.pop();
    }
    Some(Histogram { from: 0.0, step, counts, total: values.len() as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_classes_of_board_games() {
        assert_eq!(group("board/space/line"), "space");
        assert_eq!(group("board/hunt"), "hunt");
        assert_eq!(group("puzzle/planning"), "puzzle");
        assert_eq!(group("simultaneous"), "simultaneous");
        assert_eq!(group(""), "");
    }

    #[test]
    fn histograms_hold_every_value() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        let histogram = histogram(&values).unwrap();
        assert_eq!(histogram.counts.iter().sum::<u64>(), 200);
        assert_eq!(histogram.step, 9.0);
        assert!(super::histogram(&[]).is_none() && super::histogram(&[0.0]).is_none());
    }
}
