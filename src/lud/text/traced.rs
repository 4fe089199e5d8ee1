//! Text that remembers where each part of it came from, through all the cutting and pasting of expansion.

use super::brackets;
use std::ops::Range;

/// Where a byte of the text came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// 0 for the description itself, else one more than the number of the library's define.
    pub source: u16,
    /// Offset within that source.
    pub offset: u32,
    /// Offset within the description: for text out of the library, where the outermost define was called.
    pub site: u32,
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    start: u32,
    origin: Origin,
}

/// Text in pieces, each with its origin.
#[derive(Debug, Clone, Default)]
pub struct Traced {
    text: String,
    pieces: Vec<Piece>,
}

/// Descriptions are limited to far less than this; see [`crate::lud::expand`].
fn narrow(length: usize) -> u32 {
    u32::try_from(length).expect("texts are limited to a few megabytes")
}

impl Traced {
    /// The text of a whole source.
    #[must_use]
    pub fn of_source(text: &str, source: u16) -> Self {
        Self::of_part(text, Origin { source, offset: 0, site: 0 })
    }

    /// A text whose first byte has this origin and whose other bytes follow it there.
    #[must_use]
    pub fn of_part(text: &str, origin: Origin) -> Self {
        Self { text: text.to_owned(), pieces: vec![Piece { start: 0, origin }] }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the byte at an offset came from.
    #[must_use]
    pub fn origin(&self, at: usize) -> Origin {
        let at = narrow(at);
        let index = self.pieces.partition_point(|piece| piece.start <= at);
        self.pieces[..index].last().map_or(Origin { source: 0, offset: 0, site: 0 }, |piece| piece.at(at))
    }

    /// Appends a part of another text.
    pub fn push(&mut self, other: &Self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let base = narrow(self.text.len());
        self.text.push_str(&other.text[range.clone()]);
        let (from, to) = (narrow(range.start), narrow(range.end));
        let first = other.pieces.partition_point(|piece| piece.start <= from).saturating_sub(1);
        for piece in other.pieces[first..].iter().take_while(|piece| piece.start < to) {
            let start = piece.start.max(from);
            self.add(Piece { start: base + start - from, origin: piece.at(start) });
        }
    }

    /// Appends a whole text that came out of the library, as called from `site`.
    pub fn push_called(&mut self, other: &Self, site: u32) {
        let base = narrow(self.text.len());
        self.text.push_str(&other.text);
        for piece in &other.pieces {
            let mut origin = piece.origin;
            if origin.source != 0 {
                origin.site = site;
            }
            self.add(Piece { start: base + piece.start, origin });
        }
    }

    fn add(&mut self, piece: Piece) {
        // Parts that go on where the last one ended need no piece of their own.
        let continues = self.pieces.last().is_some_and(|last| last.at(piece.start) == piece.origin);
        if !continues {
            self.pieces.push(piece);
        }
    }

    /// A copy of a part.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let mut part = Self::default();
        part.push(self, range);
        part
    }

    /// Replaces a part by another text.
    pub fn replace(&mut self, range: Range<usize>, other: &Self) {
        let mut next = Self { text: String::with_capacity(self.text.len() + other.text.len()), pieces: Vec::new() };
        next.push(self, 0..range.start);
        next.push(other, 0..other.text.len());
        next.push(self, range.end..self.text.len());
        *self = next;
    }

    /// Removes a part.
    pub fn remove(&mut self, range: Range<usize>) {
        self.replace(range, &Self::default());
    }

    /// A copy without surrounding blanks.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let inner = brackets::trim(&self.text);
        let start = inner.as_ptr() as usize - self.text.as_ptr() as usize;
        self.part(start..start + inner.len())
    }
}

impl Piece {
    fn at(&self, at: u32) -> Origin {
        let step = at - self.start;
        let Origin { source, offset, site } = self.origin;
        // Text of the description itself is its own site.
        Origin { source, offset: offset + step, site: if source == 0 { offset + step } else { site } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_survive_cutting_and_pasting() {
        let mut text = Traced::of_source("abcdef", 0);
        let mut call = Traced::default();
        call.push_called(&Traced::of_source("XYZ", 3), 2);
        text.replace(2..4, &call);
        assert_eq!(text.text(), "abXYZef");
        assert_eq!(text.origin(1), Origin { source: 0, offset: 1, site: 1 });
        assert_eq!(text.origin(3), Origin { source: 3, offset: 1, site: 2 });
        assert_eq!(text.origin(6), Origin { source: 0, offset: 5, site: 5 });
        text.remove(0..3);
        assert_eq!(text.text(), "YZef");
        assert_eq!(text.origin(0), Origin { source: 3, offset: 1, site: 2 });
    }

    #[test]
    fn trimming_keeps_the_place() {
        let text = Traced::of_source("  ab ", 0).trimmed();
        assert_eq!((text.text(), text.origin(0).offset), ("ab", 2));
    }
}
