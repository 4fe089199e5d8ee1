//! Comments: from `//` to the end of the line, outside texts.

use crate::lud::text::brackets::matching_quote;
use crate::lud::text::traced::Traced;

/// The description without its comments. A quotation mark that nothing closes ends the search, as in Ludii.
pub(super) fn strip(source: &str) -> Traced {
    let whole = Traced::of_source(source, 0);
    let bytes = source.as_bytes();
    let mut kept = Traced::default();
    let (mut start, mut at) = (0, 0);
    while at + 1 < bytes.len() {
        if bytes[at] == b'"' {
            match matching_quote(source, at) {
                Some(end) => at = end + 1,
                None => break,
            }
        } else if bytes[at..].starts_with(b"//") {
            kept.push(&whole, start..at);
            at += bytes[at..].iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len() - at);
            start = at;
        } else {
            at += 1;
        }
    }
    kept.push(&whole, start..source.len());
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_but_not_within_texts() {
        let kept = strip("(a // b\n \"c // d\" e) // f");
        assert_eq!(kept.text(), "(a \n \"c // d\" e) ");
        assert_eq!(kept.origin(4).offset, 8);
    }
}
