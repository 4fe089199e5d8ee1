//! Patterns with `*` and `?`.

/// Whether a pattern matches a path or its last part; case does not matter.
#[must_use]
pub fn matches(pattern: &str, path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or(path);
    let lower = |text: &str| text.to_lowercase().chars().collect::<Vec<_>>();
    let pattern = lower(pattern);
    is_match(&pattern, &lower(path)) || is_match(&pattern, &lower(last))
}

fn is_match(pattern: &[char], text: &[char]) -> bool {
    // Where a star stood last, and how much text it has taken: on a mismatch it takes one more.
    let (mut p, mut t) = (0, 0);
    let mut star = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&letter) if letter == '?' || letter == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    p = at + 1;
                    t = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&letter| letter == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        assert!(matches("*hex*", "board/space/Hex"));
        assert!(matches("Hex", "board/space/Hex"));
        assert!(matches("board/*", "board/space/Hex"));
        assert!(matches("h?x", "board/space/Hex"));
        assert!(!matches("Hex", "board/space/Hexade"));
    }
}
