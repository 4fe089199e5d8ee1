//! Printing token trees for people.

use super::token::{Content, Token};

const WIDTH: usize = 100;
const INDENT: usize = 4;

/// Prints a token tree, on several lines where one is too long.
#[must_use]
pub fn print(token: &Token<'_>) -> String {
    let mut out = String::new();
    block(token, 0, &mut out);
    out
}

/// Prints a token on one line, cut off after so many characters.
#[must_use]
pub fn print_short(token: &Token<'_>, most: usize) -> String {
    let mut out = String::new();
    line(token, most, &mut out);
    if out.chars().count() <= most {
        return out;
    }
    out.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

fn block(token: &Token<'_>, indent: usize, out: &mut String) {
    let start = out.len();
    let room = WIDTH.saturating_sub(indent);
    line(token, room, out);
    if out.len() - start <= room {
        return;
    }
    let (head, items, close) = match &token.content {
        Content::Clause(symbol, items) => (format!("({symbol}"), items, ')'),
        Content::List(items) => ("{".to_owned(), items, '}'),
        Content::Text(_) | Content::Word(_) => return,
    };
    out.truncate(start);
    label(token, out);
    out.push_str(&head);
    // What is short stays on the first line: names, roles, keywords.
    let mut rest = items.iter().peekable();
    if close == ')' {
        while let Some(word) = rest.next_if(|item| matches!(item.content, Content::Text(_) | Content::Word(_))) {
            out.push(' ');
            line(word, usize::MAX, out);
        }
    }
    for item in rest {
        newline(indent + INDENT, out);
        block(item, indent + INDENT, out);
    }
    newline(indent, out);
    out.push(close);
}

fn newline(indent: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

fn label(token: &Token<'_>, out: &mut String) {
    if let Some(label) = token.label {
        out.push_str(label);
        out.push(':');
    }
}

/// Prints on one line, and gives up soon after more bytes than fit.
fn line(token: &Token<'_>, room: usize, out: &mut String) {
    let most = out.len().saturating_add(room);
    label(token, out);
    match &token.content {
        Content::Clause(symbol, items) => {
            out.push('(');
            out.push_str(symbol);
            for item in items {
                if out.len() > most {
                    return;
                }
                out.push(' ');
                line(item, most - out.len().min(most), out);
            }
            out.push(')');
        }
        Content::List(items) => {
            out.push('{');
            for (index, item) in items.iter().enumerate() {
                if out.len() > most {
                    return;
                }
                if index > 0 {
                    out.push(' ');
                }
                line(item, most - out.len().min(most), out);
            }
            out.push('}');
        }
        Content::Text(text) => {
            out.push('"');
            out.push_str(text);
            out.push('"');
        }
        Content::Word(word) => out.push_str(word),
    }
}
