//! Words of a command as a shell reads them.

/// Writes a word so that a shell reads it back as one.
#[must_use]
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_it_is_quoted() {
        assert_eq!(quote("uct-sqrt-sh+cbt"), "uct-sqrt-sh+cbt");
        assert_eq!(quote("uct(c=0.4)"), "'uct(c=0.4)'");
        assert_eq!(quote("it's"), "'it'\\''s'");
        assert_eq!(quote(""), "''");
    }
}
