//! From expanded text to its token tree.
//!
//! Ludii rewrites the text before it reads it: comments and superfluous blanks go, ranges are written out, double brackets
//! become single. Here the reader does all that on its way, so that every token keeps its place.

use super::brackets::{is_token_byte, matching_quote};
use super::token::{Content, Token};
use crate::lud::error::Fault;
use crate::lud::expand::ranges;
use std::borrow::Cow;

/// How deep clauses and lists may nest; Ludii's own games need less than half of it.
pub const MAX_DEPTH: usize = 100;

/// How many tokens a description may have; Ludii's largest game has a fifth of it.
pub const MAX_TOKENS: usize = 200_000;

/// Reads every clause of a text; what stands between them is skipped, as in Ludii.
///
/// # Errors
/// A fault, and the offset of the byte where it is.
pub fn parse(text: &str) -> Result<Vec<Token<'_>>, (usize, Fault)> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, tokens: 0 };
    let mut clauses = Vec::new();
    loop {
        reader.skip_blanks();
        match reader.peek() {
            None => return Ok(clauses),
            Some(b'(') => reader.clause(None, 1, &mut clauses)?,
            Some(b'"') => reader.at = matching_quote(text, reader.at).map_or(text.len(), |end| end + 1),
            Some(_) => reader.at += 1,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: usize,
}

type Read<T> = Result<T, (usize, Fault)>;

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl<'a> Reader<'a> {
    /// Appends a token, within the limit.
    fn add(&mut self, token: Token<'a>, items: &mut Vec<Token<'a>>) -> Read<()> {
        self.tokens += 1;
        if self.tokens > MAX_TOKENS {
            return Err((usize::try_from(token.at).unwrap_or(0), Fault::TooManyTokens(MAX_TOKENS)));
        }
        items.push(token);
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    /// Skips blanks and comments.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            if byte <= b' ' {
                self.at += 1;
            } else if self.rest().starts_with(b"//") {
                self.at += self.rest().iter().position(|&byte| byte == b'\n').unwrap_or(self.rest().len());
            } else {
                break;
            }
        }
    }

    /// A clause, at its opening bracket.
    fn clause(&mut self, label: Option<&'a str>, depth: usize, items: &mut Vec<Token<'a>>) -> Read<()> {
        let start = self.at;
        if depth > MAX_DEPTH {
            return Err((start, Fault::TooDeep(MAX_DEPTH)));
        }
        self.at += 1;
        self.skip_blanks();
        match self.peek() {
            None => return Err((start, Fault::Unclosed('('))),
            // Ludii drops empty clauses.
            Some(b')') => {
                self.at += 1;
                return Ok(());
            }
            Some(b'"') => {
                let end = matching_quote(self.text, self.at).ok_or((self.at, Fault::UnclosedText))?;
                return Err((self.at, Fault::MissingDefine(self.text[self.at + 1..end].to_owned())));
            }
            Some(b'(') => return self.double_bracket(start, label, depth, items),
            Some(_) => {}
        }
        let symbol = self.symbol()?;
        // Ludii skips whatever character ends the symbol, and so reads `(while:(…) …)`.
        if self.peek() == Some(b':') {
            self.at += 1;
        }
        let arguments = self.items(start, '(', depth)?;
        self.add(Token { label, at: offset(start), content: Content::Clause(symbol, arguments) }, items)
    }

    /// `((a) … (b))`, which Ludii takes for `(a) … (b)`; they come from defines that bring their own brackets.
    fn double_bracket(
        &mut self,
        start: usize,
        label: Option<&'a str>,
        depth: usize,
        items: &mut Vec<Token<'a>>,
    ) -> Read<()> {
        let mut inner = self.items(start, '(', depth)?;
        let ends_with_clause = inner.last().is_some_and(|last| matches!(last.content, Content::Clause(..)));
        if !ends_with_clause {
            return Err((start, Fault::DoubleBracket));
        }
        if let Some(first) = inner.first_mut() {
            first.label = label;
        }
        items.append(&mut inner);
        Ok(())
    }

    /// The items of a clause or list up to its closing bracket, which is consumed.
    fn items(&mut self, start: usize, open: char, depth: usize) -> Read<Vec<Token<'a>>> {
        let (close, other) = if open == '(' { (b')', b'}') } else { (b'}', b')') };
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            let Some(byte) = self.peek() else {
                return Err((start, Fault::Unclosed(open)));
            };
            if byte == close {
                self.at += 1;
                return Ok(items);
            }
            if byte == other {
                return Err((self.at, Fault::WrongBracket(close.into(), byte.into())));
            }
            let label = self.label();
            self.item(label, depth, &mut items)?;
        }
    }

    /// The label before an item, where there is one, and what blanks follow it.
    fn label(&mut self) -> Option<&'a str> {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let length = self.rest().iter().take_while(|byte| is_name(byte)).count();
        if length == 0 || self.rest().get(length) != Some(&b':') {
            return None;
        }
        let label = &self.text[self.at..self.at + length];
        self.at += length + 1;
        self.skip_blanks();
        Some(label)
    }

    fn item(&mut self, label: Option<&'a str>, depth: usize, items: &mut Vec<Token<'a>>) -> Read<()> {
        let start = self.at;
        match self.peek() {
            // A label with nothing after it comes from an empty parameter of a define: Ludii drops it.
            None | Some(b')' | b'}') if label.is_some() => {}
            Some(b'(') => self.clause(label, depth + 1, items)?,
            Some(b'{') => {
                if depth >= MAX_DEPTH {
                    return Err((start, Fault::TooDeep(MAX_DEPTH)));
                }
                self.at += 1;
                let content = Content::List(self.items(start, '{', depth + 1)?);
                self.add(Token { label, at: offset(start), content }, items)?;
            }
            Some(b'"') => self.quoted(label, items)?,
            _ => self.word(label, items)?,
        }
        Ok(())
    }

    /// A text in quotes, or a range of coordinates such as `"A1".."A5"`.
    fn quoted(&mut self, label: Option<&'a str>, items: &mut Vec<Token<'a>>) -> Read<()> {
        let start = self.at;
        let end = matching_quote(self.text, start).ok_or((start, Fault::UnclosedText))?;
        let inner = &self.text[start + 1..end];
        self.at = end + 1;
        if !self.rest().starts_with(b"..\"") {
            self.add(Token { label, at: offset(start), content: Content::Text(tidy(inner, start)?) }, items)?;
            return Ok(());
        }
        let second = self.at + 2;
        let end = matching_quote(self.text, second).ok_or((second, Fault::UnclosedText))?;
        self.at = end + 1;
        let sites = ranges::sites(inner, &self.text[second + 1..end]);
        let sites = sites.ok_or_else(|| (start, Fault::BadRange(self.text[start..self.at].to_owned())))?;
        for (index, site) in sites.into_iter().enumerate() {
            let label = label.filter(|_| index == 0);
            self.add(Token { label, at: offset(start), content: Content::Text(site.into()) }, items)?;
        }
        Ok(())
    }

    /// A number or constant, or a range of numbers such as `1..5`.
    fn word(&mut self, label: Option<&'a str>, items: &mut Vec<Token<'a>>) -> Read<()> {
        let start = self.at;
        let word = self.symbol()?;
        if !word.contains("..") {
            self.add(Token { label, at: offset(start), content: Content::Word(word.into()) }, items)?;
            return Ok(());
        }
        let written = ranges::numbers(word).ok_or_else(|| (start, Fault::BadRange(word.to_owned())))?;
        for (index, word) in written.split_whitespace().enumerate() {
            let label = label.filter(|_| index == 0);
            self.add(Token { label, at: offset(start), content: Content::Word(word.to_owned().into()) }, items)?;
        }
        Ok(())
    }

    fn symbol(&mut self) -> Read<&'a str> {
        let start = self.at;
        while self.peek().is_some_and(is_token_byte) && !self.rest().starts_with(b"//") {
            self.at += 1;
        }
        if self.at == start {
            let letter = self.text[start..].chars().next().unwrap_or('\0');
            let fault = match letter {
                ')' | '}' => Fault::NothingToClose(letter),
                _ => Fault::UnexpectedCharacter(letter),
            };
            return Err((start, fault));
        }
        Ok(&self.text[start..self.at])
    }
}

/// A text as Ludii has it after tidying blanks everywhere, even within texts.
fn tidy(inner: &str, at: usize) -> Read<Cow<'_, str>> {
    let is_plain = |(index, byte): (usize, u8)| match byte {
        b'\n' | b'\r' | b'\t' | b'\\' => false,
        b' ' => !matches!(inner.as_bytes().get(index + 1), Some(b' ' | b')' | b'}' | b'\n' | b'\r' | b'\t')),
        b'(' | b'{' | b':' => inner.as_bytes().get(index + 1) != Some(&b' '),
        b'.' => inner.as_bytes().get(index + 1) != Some(&b'.'),
        _ => true,
    };
    if inner.bytes().enumerate().all(is_plain) {
        return Ok(inner.into());
    }
    let inner = ranges::numbers(inner).ok_or_else(|| (at, Fault::BadRange(inner.to_owned())))?;
    let mut tidied = String::with_capacity(inner.len());
    let mut letters =
        inner.chars().map(|letter| if matches!(letter, '\n' | '\r' | '\t') { ' ' } else { letter }).peekable();
    while let Some(letter) = letters.next() {
        if letter == ' ' {
            while letters.next_if_eq(&' ').is_some() {}
            let drops = tidied.ends_with(['(', '{', ':']) || matches!(letters.peek(), Some(')' | '}'));
            if !drops {
                tidied.push(' ');
            }
        } else if letter == '\\' && letters.next_if_eq(&'"').is_some() {
            tidied.push('\'');
        } else {
            tidied.push(letter);
        }
    }
    Ok(tidied.into())
}

#[cfg(test)]
mod tests {
    use super::super::print;
    use super::*;

    fn reads(text: &str, expected: &str) {
        let tokens = parse(text).expect("it reads");
        let printed: Vec<_> = tokens.iter().map(print).collect();
        assert_eq!(printed.join("\n"), expected);
    }

    #[test]
    fn comments_ranges_and_double_brackets_go() {
        reads(
            "(a 1..3 // no ( here\n at: ((b \"x  y\")) { \"A1\"..\"B2\" } )",
            "(a 1 2 3 at:(b \"x y\") {\"A1\" \"A2\" \"B1\" \"B2\"})",
        );
    }

    #[test]
    fn a_label_with_nothing_after_it_is_dropped() {
        reads("(a (b at:) c:(d))", "(a (b) c:(d))");
    }

    #[test]
    fn what_ludii_forgives() {
        reads("(a () (b))", "(a (b))");
        reads("(a ((b) (c)))", "(a (b) (c))");
        reads("(while:(b) c)", "(while (b) c)");
    }

    #[test]
    fn faults_have_places() {
        assert_eq!(parse("(a (b)"), Err((0, Fault::Unclosed('('))));
        assert_eq!(parse("(a {b)}"), Err((5, Fault::WrongBracket('}', ')'))));
        assert_eq!(parse("(a \"b)"), Err((3, Fault::UnclosedText)));
        assert_eq!(parse("(\"B\" c)"), Err((1, Fault::MissingDefine("B".to_owned()))));
        assert_eq!(parse("(a ,)"), Err((3, Fault::UnexpectedCharacter(','))));
        assert_eq!(parse("((a) b)"), Err((0, Fault::DoubleBracket)));
    }

    #[test]
    fn deep_nesting_is_an_error() {
        let deep = "(a ".repeat(100_000);
        assert_eq!(parse(&deep), Err((300, Fault::TooDeep(MAX_DEPTH))));
        let brackets = "(".repeat(100_000);
        assert_eq!(parse(&brackets), Err((100, Fault::TooDeep(MAX_DEPTH))));
    }
}
