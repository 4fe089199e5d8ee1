//! The table of a comparison: by category, then every case that is not identical with the reason, then those that are.

use super::Summary;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// How fast a game is played out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    /// Play-outs per second of one thread.
    pub playouts: f64,
    /// Mean plies of a play-out.
    pub plies: f64,
    /// How many times as fast as Ludii, where that was measured.
    pub ratio: Option<f64>,
}

/// The category of a case: the first folders of its path, two where it lies in more.
pub(crate) fn category(case: &str) -> String {
    let folders: Vec<&str> = case.split('/').collect();
    folders[..folders.len().saturating_sub(1).min(2)].join("/")
}

/// A cell of a Markdown table.
pub(crate) fn cell(text: &str) -> String {
    let short: String = text.chars().take(160).collect();
    short.replace('|', "\\|").replace('\n', " ")
}

/// The comparison as Markdown, with the speeds of games by case as far as they are known.
#[must_use]
pub fn table(summary: &Summary, speeds: &HashMap<String, Speed>) -> String {
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let different = summary.different.iter().map(|(case, _)| case);
    let refused = summary.refused.iter().map(|(case, _)| case);
    for case in &summary.verified {
        counts.entry(category(case)).or_default()[0] += 1;
    }
    for case in different {
        counts.entry(category(case)).or_default()[1] += 1;
    }
    for case in refused {
        counts.entry(category(case)).or_default()[2] += 1;
    }
    let mut text = format!("# {}\n\n{} of {} verified.\n\n", summary.kind, summary.identical, summary.total);
    text.push_str("| category | verified | differs | unsupported |\n| --- | ---: | ---: | ---: |\n");
    for (category, [verified, different, refused]) in &counts {
        let _ = writeln!(text, "| {category} | {verified} | {different} | {refused} |");
    }
    for (title, cases) in [("Differs", &summary.different), ("Unsupported", &summary.refused)] {
        if cases.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {title}\n\n| case | reason |\n| --- | --- |\n");
        for (case, why) in cases {
            let _ = writeln!(text, "| {} | {} |", cell(case), cell(why));
        }
    }
    if speeds.is_empty() {
        verified(summary, &mut text);
    } else {
        verified_with_speeds(summary, speeds, &mut text);
    }
    text
}

/// Appends the cases without a difference, by folder.
fn verified(summary: &Summary, text: &mut String) {
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for case in &summary.verified {
        let (folder, name) = case.rsplit_once('/').unwrap_or(("", case));
        folders.entry(folder).or_default().push(name);
    }
    if !folders.is_empty() {
        text.push_str("\n## Verified\n\n| folder | cases |\n| --- | --- |\n");
    }
    for (folder, mut names) in folders {
        names.sort_unstable();
        let _ = writeln!(text, "| {folder} | {} |", names.join(", ").replace('|', "\\|"));
    }
}

/// Appends the cases without a difference one by one, with their speeds.
fn verified_with_speeds(summary: &Summary, speeds: &HashMap<String, Speed>, text: &mut String) {
    text.push_str(
        "\n## Verified\n\nPlay-outs per second of processor on one thread, and how many times as fast as Ludii",
    );
    text.push_str(" where both were measured in one run.\n\n");
    text.push_str("| case | play-outs/s | plies | × Ludii |\n| --- | ---: | ---: | ---: |\n");
    let mut cases: Vec<&String> = summary.verified.iter().collect();
    cases.sort_unstable();
    for case in cases {
        let _ = match speeds.get(case) {
            Some(Speed { playouts, plies, ratio }) => {
                let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.1}"));
                let digits = usize::from(*playouts < 100.0);
                writeln!(text, "| {} | {playouts:.digits$} | {plies:.0} | {ratio} |", cell(case))
            }
            None => writeln!(text, "| {} | | | |", cell(case)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{Speed, Summary, table};
    use std::collections::HashMap;

    #[test]
    fn cases_are_counted_by_category_and_reasons_listed() {
        let summary = Summary {
            kind: "trials",
            total: 3,
            identical: 1,
            verified: vec!["board/space/line/A".to_owned()],
            different: vec![("board/space/B".to_owned(), "ply 3 | legal".to_owned())],
            refused: vec![("puzzle/C".to_owned(), "(deal)".to_owned())],
            seconds: 1.0,
        };
        let text = table(&summary, &HashMap::new());
        assert!(text.contains("| board/space | 1 | 1 | 0 |"), "{text}");
        assert!(text.contains("| puzzle | 0 | 0 | 1 |"), "{text}");
        assert!(text.contains("ply 3 \\| legal"), "{text}");
        assert!(text.contains("| board/space/line | A |"), "{text}");
        let speed = Speed { playouts: 1234.5, plies: 20.4, ratio: Some(12.34) };
        let text = table(&summary, &HashMap::from([("board/space/line/A".to_owned(), speed)]));
        assert!(text.contains("| board/space/line/A | 1234 | 20 | 12.3 |"), "{text}");
    }
}
