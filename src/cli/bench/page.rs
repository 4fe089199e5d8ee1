//! What was measured of many games beside Ludii, as a page of Markdown.

use super::ratios::geometric_mean;
use super::record::Measured;
use crate::lud::verify::{category, cell};
use crate::stats::{Interval, bootstrap_mean};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The ratio that every game should reach.
const LEAST: f64 = 5.0;
/// Samples of the bootstrap, and its seed.
const RESAMPLES: (usize, u64) = (10_000, 1);

/// The page: the mean with its interval, by category, then every game from the lowest ratio on, then those without one.
pub(super) fn page(entries: &[&Measured]) -> String {
    let mut rated: Vec<(&Measured, f64)> =
        entries.iter().filter_map(|entry| Some((*entry, entry.ratio.filter(|ratio| *ratio > 0.0)?))).collect();
    rated.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut text = format!("# Speed of {} games beside Ludii\n\n", rated.len());
    let builds: BTreeSet<&str> = rated.iter().map(|(entry, _)| entry.build.as_str()).collect();
    let _ = writeln!(text, "- builds: {}", builds.into_iter().collect::<Vec<_>>().join(", "));
    text.push_str("- play-outs per second of processor on one thread, ours and Ludii's by turns, over all slices\n");
    let mut warm_ups: Vec<f64> = rated.iter().filter_map(|(entry, _)| Some(entry.ludii?.warm_up)).collect();
    warm_ups.sort_by(f64::total_cmp);
    if let (Some(median), Some(most)) = (warm_ups.get(warm_ups.len() / 2), warm_ups.last()) {
        let _ = writeln!(
            text,
            "- Ludii was warmed up for {median:.1} s of processor in the median, {most:.1} s at the most"
        );
    }
    if let Some(&(_, median)) = rated.get(rated.len() / 2) {
        let ratios: Vec<f64> = rated.iter().map(|&(_, ratio)| ratio).collect();
        let Interval { low, value, high } = geometric(&ratios);
        let below = ratios.iter().filter(|&&ratio| ratio < LEAST).count();
        let _ = writeln!(
            text,
            "\nThe ratio is **{value:.1}** in the geometric mean (95 % by bootstrap over games: {low:.1} to {high:.1}), \
             the median {median:.1}; below {LEAST}: {below}.\n"
        );
    }
    text.push_str("| category | games | ratio | lowest |\n| --- | ---: | ---: | ---: |\n");
    let mut categories: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for &(entry, ratio) in &rated {
        categories.entry(category(&entry.game)).or_default().push(ratio);
    }
    for (category, ratios) in &categories {
        let mean = geometric_mean(ratios.iter().copied());
        let _ = writeln!(text, "| {category} | {} | {mean:.1} | {:.1} |", ratios.len(), ratios[0]);
    }
    text.push_str("\n| game | ours | Ludii's | ratio |\n| --- | ---: | ---: | ---: |\n");
    for &(entry, ratio) in &rated {
        let [ours, theirs] = [entry.ours.map(|ours| ours.playouts), entry.ludii.map(|ludii| ludii.playouts)].map(rate);
        let _ = writeln!(text, "| {} | {ours} | {theirs} | {ratio:.1} |", cell(&entry.game));
    }
    let missing: Vec<&&Measured> = entries.iter().filter(|entry| entry.ratio.is_none()).collect();
    if !missing.is_empty() {
        text.push_str("\n| not measured | why |\n| --- | --- |\n");
    }
    for entry in missing {
        let why = if entry.problem.is_empty() { "not compared with Ludii" } else { &entry.problem };
        let _ = writeln!(text, "| {} | {} |", cell(&entry.game), cell(why));
    }
    text
}

/// The geometric mean and its interval.
fn geometric(ratios: &[f64]) -> Interval {
    let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    let Interval { low, value, high } = bootstrap_mean(&logarithms, RESAMPLES.0, RESAMPLES.1);
    Interval { low: low.exp(), value: value.exp(), high: high.exp() }
}

/// A speed in three digits.
fn rate(speed: Option<f64>) -> String {
    let Some(speed) = speed.filter(|speed| *speed > 0.0) else { return String::new() };
    let digits = (2 - speed.log10().floor() as i32).max(0) as usize;
    if digits > 0 {
        return format!("{speed:.digits$}");
    }
    let unit = 10_f64.powi(speed.log10().floor() as i32 - 2);
    let whole = format!("{:.0}", (speed / unit).round() * unit);
    let groups: Vec<&str> = whole.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::super::record::{Ours, Theirs};
    use super::*;

    fn entry(game: &str, speeds: Option<(f64, f64)>) -> Measured {
        let ours = |playouts| Ours { playouts, best: playouts, plies: 6.0, simulations: None, clone_ns: 20.0 };
        let theirs = |playouts| Theirs { playouts, best: playouts, plies: 6.0, warm_up: 2.0 };
        Measured {
            game: game.to_owned(),
            ours: speeds.map(|(own, _)| ours(own)),
            ludii: speeds.map(|(_, other)| theirs(other)),
            ratio: speeds.map(|(own, other)| own / other),
            problem: if speeds.is_none() { "Ludii: no such game".to_owned() } else { String::new() },
            build: "test".to_owned(),
            when: 1,
            load: None,
        }
    }

    #[test]
    fn games_stand_by_ratio_with_their_mean_and_what_is_missing() {
        let entries = [
            entry("board/space/line/A", Some((123_456.0, 1234.56))),
            entry("board/war/B", Some((4.0, 1.0))),
            entry("C", None),
        ];
        let text = page(&entries.iter().collect::<Vec<_>>());
        assert!(text.contains("Speed of 2 games"), "{text}");
        assert!(text.contains("warmed up for 2.0 s of processor in the median, 2.0 s at the most"), "{text}");
        assert!(text.contains("**20.0**") && text.contains("below 5: 1"), "{text}");
        assert!(text.contains("| board/space | 1 | 100.0 | 100.0 |"), "{text}");
        assert!(
            text.contains("| board/war/B | 4.00 | 1.00 | 4.0 |\n| board/space/line/A | 123,000 | 1,230 | 100.0 |"),
            "{text}"
        );
        assert!(text.contains("| C | Ludii: no such game |"), "{text}");
    }
}
