//! Ranges of numbers and of coordinates, written out.

use super::MAX_BYTES;

const MAX_RANGE: i32 = 1000;

/// Writes out every `m..n` between digits; none where a range is too long, its ends are no numbers, or it all comes to more
/// bytes than a description may have.
#[must_use]
pub fn numbers(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("..") {
        let before = &rest[..at];
        let after = &rest[at + 2..];
        let first = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let last = after.bytes().take_while(u8::is_ascii_digit).count();
        out.push_str(before);
        if first == 0 || last == 0 {
            out.push('.');
            rest = &rest[at + 1..];
            continue;
        }
        // The ends of a range stay in place, since the second may begin another range.
        between(before[at - first..].parse().ok()?, after[..last].parse().ok()?, &mut out)?;
        if out.len() > MAX_BYTES {
            return None;
        }
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// Appends the numbers between two, and blanks around them.
fn between(first: i32, last: i32, out: &mut String) -> Option<()> {
    if (i64::from(last) - i64::from(first)).abs() > i64::from(MAX_RANGE) {
        return None;
    }
    let step = if first <= last { 1 } else { -1 };
    out.push(' ');
    let mut number = first;
    while number != last {
        if number != first {
            out.push_str(&number.to_string());
            out.push(' ');
        }
        number += step;
    }
    Some(())
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
