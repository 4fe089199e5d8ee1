//! The summary of a run for people, as plain text.

use crate::run::{End, Kind, Settings, Tally};
use crate::stats::{
    Interval, Sprt, Strength, Verdict, bootstrap_mean, bradley_terry, mean, sign_test, standard_deviation, wilson,
};
use std::fmt::Write as _;

/// Bootstrap samples behind every interval over titles.
pub const RESAMPLES: usize = 10_000;
/// Seed of the bootstrap, so that equal records print equal intervals.
pub const BOOTSTRAP_SEED: u64 = 1;
/// Virtual draws in the prior of ratings.
pub const RATING_PRIOR: f64 = 1.0;

/// Published Kilothon scores, with their sources: the competition of 2022.
pub const REFERENCES: [(&str, f64); 3] =
    [("UBFM Contender, 2022", 0.231), ("MCTimeS, 2022", 0.031), ("SHOT-br, 2022", -0.034)];

/// Published Kilothon scores of which only the bounds are known: Putrich et al., BRACIS 2023, call UCT√SH with clock bonus
/// time the best of their agents, and one that would have come second in 2022.
pub const BANDS: [(&str, f64, f64); 1] = [("UCT√SH+CBT, 2023", 0.031, 0.231)];

/// The summary of a run: first what went wrong, then the score.
#[must_use]
pub fn summary(settings: &Settings, tally: &Tally) -> String {
    let mut text = String::new();
    fairness(settings, tally, &mut text);
    if tally.counted() == 0 {
        text.push_str("no game has a result yet\n");
        return text;
    }
    match settings.kind {
        Kind::Kilothon { .. } => kilothon(settings, tally, &mut text),
        Kind::Match => versus(settings, tally, None, &mut text),
        Kind::Compare(sprt) => versus(settings, tally, Some(sprt), &mut text),
        Kind::Tournament { .. } => tournament(settings, tally, &mut text),
    }
    text
}

/// Every failure, cap and late move, before any score.
fn fairness(settings: &Settings, tally: &Tally, text: &mut String) {
    let _ = write!(text, "games      {}", tally.records);
    let unplayed = tally.ended(End::Unplayed);
    if unplayed > 0 {
        let _ = write!(text, ", of which {unplayed} were not played");
    }
    text.push('\n');
    let mut reasons: Vec<(&str, u64)> = Vec::new();
    for title in tally.titles.values().filter_map(|title| title.unplayed.as_deref()) {
        match reasons.iter_mut().find(|(reason, _)| *reason == title) {
            Some((_, count)) => *count += 1,
            None => reasons.push((title, 1)),
        }
    }
    for (reason, count) in reasons.iter().take(5) {
        let _ = writeln!(text, "           {count} × {reason}");
    }
    if reasons.len() > 5 {
        let _ = writeln!(text, "           and {} other reasons", reasons.len() - 5);
    }
    let ends: Vec<String> = tally.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    let _ = writeln!(text, "ends       {}", ends.join(", "));
    for (index, entrant) in settings.entrants.iter().enumerate() {
        let moves = &tally.moves[index];
        if moves.moves + moves.after_clock == 0 {
            continue;
        }
        let _ = write!(
            text,
            "agent {}    {} [{}]: {} moves, {:.0} iterations and {:.3} s each, {:.2} % late, {:.2} % after the clock",
            index + 1,
            entrant.agent,
            entrant.limit,
            moves.moves,
            moves.iterations as f64 / moves.moves.max(1) as f64,
            moves.seconds / moves.moves.max(1) as f64,
            100.0 * moves.late_share(),
            100.0 * moves.after_clock_share(),
        );
        let faults = tally.faults[index];
        if faults > 0 {
            let _ = write!(text, ", {faults} FAILED GAMES");
        }
        text.push('\n');
    }
    let counted = tally.counted().max(1);
    let _ = writeln!(
        text,
        "length     {:.1} plies on average, {:.2} % at the cap",
        tally.plies as f64 / counted as f64,
        100.0 * tally.ended(End::Cap) as f64 / counted as f64
    );
}

fn kilothon(settings: &Settings, tally: &Tally, text: &mut String) {
    let means = tally.title_means(0);
    let score = bootstrap_mean(&means, RESAMPLES, BOOTSTRAP_SEED);
    let sum = tally.entrants[0];
    let _ = writeln!(text, "titles     {}", means.len());
    let _ = writeln!(
        text,
        "record     {} won, {} drawn, {} lost ({:.1} % won)",
        sum.wins,
        sum.draws(),
        sum.losses,
        100.0 * sum.wins as f64 / sum.games.max(1) as f64
    );
    let _ = writeln!(text, "score      {score:+} mean utility of {}, 95 % over titles", settings.entrants[0].agent);
    let published = mean(&tally.published_means());
    if (published - score.value).abs() > 1e-12 {
        let _ = writeln!(text, "           {published:+.3} as Ludii's Kilothon scores games with a swap");
    }
    let nearest: Vec<String> = REFERENCES.iter().map(|(name, value)| format!("{name} {value:+.3}")).collect();
    let _ = writeln!(text, "reference  {} (all 1,094 titles at 60 s)", nearest.join("; "));
    for (name, low, high) in BANDS {
        let _ = writeln!(text, "           {name}: between {low:+.3} and {high:+.3}");
    }
    if means.len() < 1000 || settings.entrants[0].limit.clock != Some(60.0) {
        text.push_str("           not comparable: this run has other titles or another clock\n");
    }
}

fn versus(settings: &Settings, tally: &Tally, sprt: Option<Sprt>, text: &mut String) {
    let strength = Strength::of_pairs(&tally.pairs);
    let sum = tally.entrants[0];
    let _ = writeln!(text, "record     {} – {} – {} (won, drawn, lost by agent 1)", sum.wins, sum.draws(), sum.losses);
    for (index, seats) in tally.by_seat.iter().enumerate().take(1) {
        let parts: Vec<String> = seats
            .iter()
            .enumerate()
            .filter(|(_, sum)| sum.games > 0)
            .map(|(seat, sum)| format!("seat {}: {:+.3}", seat + 1, sum.mean()))
            .collect();
        let _ = writeln!(text, "by seat    agent {}: {}", index + 1, parts.join(", "));
    }
    let _ = writeln!(text, "pairs      {:?} (agent 1 has 0, ½, 1, 1½, 2 points)", tally.pairs.0);
    let _ = writeln!(text, "score      {:.3} in [0, 1]", strength.score);
    let _ = writeln!(text, "Elo        {:+.1}", strength.elo);
    let _ = writeln!(text, "nElo       {:+.1}", strength.normalised);
    let _ = writeln!(text, "LOS        {:.1} % that agent 1 is the stronger one", 100.0 * strength.superiority);
    if tally.titles.len() > 1 {
        over_titles(tally, text);
    }
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        let _ = writeln!(text, "SPRT       LLR {:.2} in [{low:.2}, {high:.2}]", sprt.llr(&tally.pairs));
        let _ = writeln!(text, "verdict    {}", verdict_sentence(settings, &sprt, sprt.verdict(&tally.pairs)));
    }
}

/// What a verdict means, in words.
#[must_use]
pub fn verdict_sentence(settings: &Settings, sprt: &Sprt, verdict: Verdict) -> String {
    let (first, second) = (&settings.entrants[0].agent, &settings.entrants[1].agent);
    match verdict {
        Verdict::H1 => format!("{first} is stronger than {second}: H1 (nElo ≥ {}) is accepted", sprt.elo1),
        Verdict::H0 => format!("{first} is not stronger than {second}: H0 (nElo ≤ {}) is accepted", sprt.elo0),
        Verdict::Undecided => {
            format!(
                "undecided between {first} and {second}: more games are needed to tell nElo {} from {}",
                sprt.elo0, sprt.elo1
            )
        }
    }
}

fn over_titles(tally: &Tally, text: &mut String) {
    let means = tally.title_means(0);
    let score = bootstrap_mean(&means, RESAMPLES, BOOTSTRAP_SEED);
    let signs = sign_test(&means);
    let _ = writeln!(text, "titles     {score:+} mean utility of agent 1, 95 % over {} titles", means.len());
    let _ = writeln!(
        text,
        "signs      better in {}, worse in {}, equal in {} titles (p = {:.4})",
        signs.better, signs.worse, signs.equal, signs.p
    );
}

fn tournament(settings: &Settings, tally: &Tally, text: &mut String) {
    let ratings = bradley_terry(settings.entrants.len(), &tally.scores(), RATING_PRIOR);
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.value.total_cmp(&ratings[a].elo.value));
    let width = settings.entrants.iter().map(|entrant| entrant.agent.to_string().chars().count()).max().unwrap_or(5);
    let _ = writeln!(
        text,
        "Bradley–Terry ratings in Elo around their mean, with a prior of {RATING_PRIOR} drawn game each:"
    );
    for (rank, &index) in order.iter().enumerate() {
        let name = settings.entrants[index].agent.to_string();
        let _ = writeln!(
            text,
            "{:>3}  {name:width$}  {:+.1}  {} games",
            rank + 1,
            ratings[index].elo,
            ratings[index].games
        );
    }
    let _ = writeln!(text, "points of the row's agent against the column's:");
    let _ = write!(text, "     {:width$}", "");
    for (rank, _) in order.iter().enumerate() {
        let _ = write!(text, "  {:>11}", rank + 1);
    }
    text.push('\n');
    for (rank, &row) in order.iter().enumerate() {
        let _ = write!(text, "{:>3}  {:width$}", rank + 1, settings.entrants[row].agent.to_string());
        for &column in &order {
            let (points, games) = tally.against(row, column);
            let cell = if games > 0.0 { format!("{points}/{games}") } else { "·".to_owned() };
            let _ = write!(text, "  {cell:>11}");
        }
        text.push('\n');
    }
}

/// The score while a run goes on: cheap, with a normal interval.
#[must_use]
pub fn running_score(settings: &Settings, tally: &Tally) -> String {
    match settings.kind {
        Kind::Kilothon { .. } => {
            let means = tally.title_means(0);
            let error = standard_deviation(&means) / (means.len().max(1) as f64).sqrt();
            format!("utility {:+.3}", Interval::around(mean(&means), 1.96 * error))
        }
        Kind::Match => format!("score {:.3}", Strength::of_pairs(&tally.pairs).score),
        Kind::Compare(sprt) => {
            let (low, high) = sprt.bounds();
            let strength = Strength::of_pairs(&tally.pairs);
            format!("nElo {:+.1}, LLR {:.2} in [{low:.2}, {high:.2}]", strength.normalised, sprt.llr(&tally.pairs))
        }
        Kind::Tournament { .. } => {
            let best = (0..tally.entrants.len())
                .max_by(|&a, &b| tally.entrants[a].mean().total_cmp(&tally.entrants[b].mean()));
            best.map_or_else(String::new, |best| {
                let sum = tally.entrants[best];
                let points = (sum.utility + sum.games as f64) / 2.0;
                format!("{} leads with {:.3}", settings.entrants[best].agent, wilson(points, sum.games))
            })
        }
    }
}
