//! The table of a comparison: by category, then every case that is not identical with the reason, then those that are.

use super::Summary;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The category of a case: the first two folders of its path.
fn category(case: &str) -> String {
    let folders: Vec<&str> = case.split('/').collect();
    folders[..folders.len().saturating_sub(1).min(2)].join("/")
}

/// A cell of a Markdown table.
fn cell(text: &str) -> String {
    let short: String = text.chars().take(160).collect();
    short.replace('|', "\\|").replace('\n', " ")
}

/// The comparison as Markdown.
#[must_use]
pub fn table(summary: &Summary) -> String {
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
    verified(summary, &mut text);
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

#[cfg(test)]
mod tests {
    use super::{Summary, table};

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
        let text = table(&summary);
        assert!(text.contains("| board/space | 1 | 1 | 0 |"), "{text}");
        assert!(text.contains("| puzzle | 0 | 0 | 1 |"), "{text}");
        assert!(text.contains("ply 3 \\| legal"), "{text}");
        assert!(text.contains("| board/space/line | A |"), "{text}");
    }
}
