//! Ranges of numbers and of coordinates, written out.

const MAX_RANGE: i32 = 1000;

/// Writes out every `m..n` between digits; none where a range is too long or its ends are no numbers.
#[must_use]
pub fn numbers(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    let mut at = 1;
    // The ends of a range stay in place, since the second may begin another range.
    while at + 2 < text.len() {
        let bytes = text.as_bytes();
        let is_range =
            bytes[at..].starts_with(b"..") && bytes[at - 1].is_ascii_digit() && bytes[at + 2].is_ascii_digit();
        if is_range {
            let before = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            let after = bytes[at + 2..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let first: i32 = text[at - before..at].parse().ok()?;
            let last: i32 = text[at + 2..at + 2 + after].parse().ok()?;
            if (i64::from(last) - i64::from(first)).abs() > i64::from(MAX_RANGE) {
                return None;
            }
            let step = if first <= last { 1 } else { -1 };
            let mut inner = String::from(" ");
            let mut number = first;
            while number != last {
                if number != first {
                    inner.push_str(&number.to_string());
                    inner.push(' ');
                }
                number += step;
            }
            text.replace_range(at..at + 2, &inner);
            at += inner.len();
        }
        at += 1;
    }
    Some(text)
}

/// The coordinates of a range such as `"A1".."C3"`, column by column; none where the ends are no coordinates or too far
/// apart.
#[must_use]
pub fn sites(from: &str, to: &str) -> Option<Vec<String>> {
    let (from_column, from_row) = coordinate(from)?;
    let (to_column, to_row) = coordinate(to)?;
    let rows = usize::try_from(i64::from(to_row) - i64::from(from_row) + 1).unwrap_or(0);
    if rows > usize::try_from(MAX_RANGE).unwrap_or(0) {
        return None;
    }
    let columns = from_column..=to_column;
    Some(
        columns.flat_map(|column| (from_row..=to_row).map(move |row| format!("{}{row}", char::from(column)))).collect(),
    )
}

fn coordinate(text: &str) -> Option<(u8, i32)> {
    let column = text.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_uppercase();
    Some((column, text[1..].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_out() {
        assert_eq!(numbers("1..4").as_deref(), Some("1 2 3 4"));
        assert_eq!(numbers("4..1").as_deref(), Some("4 3 2 1"));
        assert_eq!(numbers("1..2..3").as_deref(), Some("1 2 3"));
        assert_eq!(numbers("7..7").as_deref(), Some("7 7"));
        assert_eq!(numbers("0..1001"), None);
        assert_eq!(numbers("0..99999999999"), None);
        assert_eq!(sites("A1", "B2").unwrap_or_default(), ["A1", "A2", "B1", "B2"]);
        assert_eq!(sites("A", "B2"), None);
        assert_eq!(sites("A1", "Z99999999"), None);
    }
}
