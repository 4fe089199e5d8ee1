//! The token tree of an expanded description.

use std::borrow::Cow;

/// A clause, list, text, number or word, with the label that stands before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Token<'a> {
    /// The label, as in `at:(last To)`.
    pub label: Option<&'a str>,
    /// Offset of its first byte in the expanded text, after the label.
    pub at: u32,
    /// What it is.
    pub content: Content<'a>,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub enum Content<'a> {
    /// A clause in parentheses: its symbol and arguments.
    Clause(&'a str, Vec<Token<'a>>),
    /// A list in braces.
    List(Vec<Token<'a>>),
    /// Text in quotes, without them.
    Text(Cow<'a, str>),
    /// A number or a constant.
    Word(Cow<'a, str>),
}

impl Token<'_> {
    /// The token itself and everything in it, first to last.
    pub fn walk(&self, visit: &mut impl FnMut(&Token<'_>)) {
        visit(self);
        if let Content::Clause(_, inner) | Content::List(inner) = &self.content {
            for token in inner {
                token.walk(visit);
            }
        }
    }
}
