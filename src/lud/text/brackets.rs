//! Matching brackets and quotes the way Ludii matches them.

/// The place of the bracket that closes the one at `from`; none where nothing closes it.
///
/// Only brackets of the same kind count. Every quotation mark opens or closes a text, even an escaped one, and `(<` and `(>`
/// are ludemes, not brackets: so it is in Ludii.
#[must_use]
pub fn matching(text: &str, from: usize) -> Option<usize> {
    scan(text, from, true)
}

/// As [`matching`], but the first closing bracket ends it: for arguments of options, such as `<<>`.
#[must_use]
pub fn first_closing(text: &str, from: usize) -> Option<usize> {
    scan(text, from, false)
}

fn scan(text: &str, from: usize, nested: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let open = bytes[from];
    let close = match open {
        b'(' => b')',
        b'{' => b'}',
        b'[' => b']',
        b'<' => b'>',
        _ => return None,
    };
    let mut depth = 0usize;
    let mut in_text = false;
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        if byte == b'"' {
            in_text = !in_text;
        } else if !in_text && (byte == open || byte == close) {
            let is_ludeme = open == b'<' && at > 0 && bytes[at - 1] == b'(';
            if !is_ludeme {
                if byte == open {
                    depth += 1;
                } else if !nested {
                    return Some(at);
                } else {
                    depth = depth.saturating_sub(1);
                }
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The place of the quotation mark that closes the one at `from`, past escaped ones; none where nothing closes it.
#[must_use]
pub fn matching_quote(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if bytes.get(at + 1) == Some(&b'"') => at += 1,
            b'"' => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Strips what Java's `trim` strips.
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(|letter: char| letter <= ' ')
}

/// Whether a byte may be part of a symbol, number or operator.
#[must_use]
pub fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_\"-.+*/%=!^~<>&|#".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_match_within_their_kind_and_outside_texts() {
        assert_eq!(matching("(a (b) {)", 0), Some(8));
        assert_eq!(matching("(a \")\" b)", 0), Some(8));
        assert_eq!(matching("<(< a b)>", 0), Some(8));
        assert_eq!(matching("(a", 0), None);
        assert_eq!(first_closing("<<>>", 0), Some(2));
    }

    #[test]
    fn quotes_skip_escaped_ones() {
        assert_eq!(matching_quote(r#""a\"b" c"#, 0), Some(5));
        assert_eq!(matching_quote("\"a", 0), None);
    }
}
