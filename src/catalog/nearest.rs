//! The nearest valid spelling of a word.

/// The candidate nearest to `word` by edit distance, if any is near enough to be what was meant: at most a third of the
/// letters differ. Case does not count; among equals the first.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, candidate)| distance * 3 <= candidate.chars().count().max(word.chars().count()))
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance: insertions, deletions and replacements of single characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_typo_and_refuses_the_stranger() {
        let names = ["uct", "uct-sqrt-sh", "random", "flat-mc"];
        assert_eq!(nearest("uct-sqr-sh", names), Some("uct-sqrt-sh"));
        assert_eq!(nearest("Rnadom", names), Some("random"));
        assert_eq!(nearest("alphabeta", names), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
