//! What can be wrong with a description, and where.

use super::tree::Place;
use std::fmt;

/// A fault in a description, with the place where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LudError {
    /// The file, or the name by which the description was found.
    pub file: Box<str>,
    /// Line and column in that file.
    pub place: Place,
    /// The line itself.
    pub line: Box<str>,
    /// What is wrong, and what was expected.
    pub fault: Box<Fault>,
}

/// What can be wrong with a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A bracket that nothing closes.
    Unclosed(char),
    /// A closing bracket with nothing to close.
    NothingToClose(char),
    /// A closing bracket of the wrong kind: expected, found.
    WrongBracket(char, char),
    /// Text without its closing quotation mark.
    UnclosedText,
    /// A character that cannot stand here.
    UnexpectedCharacter(char),
    /// Two opening brackets whose closing ones do not stand together.
    DoubleBracket,
    /// Clauses nested deeper than the limit.
    TooDeep(usize),
    /// A description that is, or expands to, more bytes than the limit.
    TooLong(usize),
    /// A `define` that does not begin with a name in quotes.
    NamelessDefine,
    /// A define that is used but not there.
    MissingDefine(String),
    /// A define that calls itself: the defines on the way, the first of them also being the last.
    RecursiveDefine(Vec<String>),
    /// A define that is expanded more often than the limit.
    TooManyExpansions(String, usize),
    /// An option that the description does not have, and those that it has.
    UnknownOption(String, Vec<String>),
    /// A ruleset that the description does not have, and those that it has.
    UnknownRuleset(String, Vec<String>),
    /// An option that cannot be read, and why.
    BadOption(&'static str),
    /// A range such as `1..5` that is too long, or whose ends are no numbers or coordinates.
    BadRange(String),
    /// No `(game …)` in the description.
    NoGame,
    /// A ludeme that the language does not have, and the one most like it.
    UnknownLudeme(String, Option<String>),
    /// A word that is neither a number nor a constant of the language.
    UnknownWord(String),
    /// An argument that fits no slot that is left for it: ludeme, argument, what the slots would take.
    WrongArgument(String, String, Vec<String>),
    /// Arguments missing from a ludeme: ludeme, what the slots would take.
    MissingArgument(String, Vec<String>),
    /// A ludeme that cannot stand where it stands: ludeme, what is expected there.
    WrongPlace(String, String),
    /// A description with more clauses, lists, texts and words than the limit.
    TooManyTokens(usize),
    /// A description that can be read in too many ways.
    TooAmbiguous,
}

impl fmt::Display for LudError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, line, fault } = self;
        write!(f, "{file}:{place}: {fault}")?;
        if line.is_empty() {
            return Ok(());
        }
        let column = usize::try_from(place.column).unwrap_or(1).saturating_sub(1);
        // Tabs before the mark are kept, so that it stands under its place whatever their width.
        let indent: String = line.chars().take(column).map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
        write!(f, "\n  | {line}\n  | {indent}^")
    }
}

impl std::error::Error for LudError {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unclosed(open) => write!(f, "this '{open}' is never closed; expected '{}'", closing(*open)),
            Self::NothingToClose(close) => write!(f, "unexpected '{close}': nothing is open here"),
            Self::WrongBracket(expected, found) => write!(f, "expected '{expected}', found '{found}'"),
            Self::UnclosedText => write!(f, "this text is never closed; expected '\"'"),
            Self::UnexpectedCharacter(letter) => {
                write!(f, "unexpected {letter:?}; expected a clause, a list, a text, a number or a word")
            }
            Self::DoubleBracket => write!(f, "'((' is not closed by '))'; expected the name of a ludeme after '('"),
            Self::TooDeep(limit) => write!(f, "nested deeper than {limit} clauses"),
            Self::TooLong(limit) => write!(f, "longer than {limit} bytes after expansion"),
            Self::NamelessDefine => write!(f, "define without a name; expected a name in quotes"),
            Self::MissingDefine(name) => write!(f, "no define named \"{name}\""),
            Self::RecursiveDefine(chain) => {
                let name = chain.first().map_or("", String::as_str);
                write!(f, "define \"{name}\" calls itself")?;
                if chain.len() > 2 {
                    let way: Vec<_> = chain.iter().map(|name| format!("\"{name}\"")).collect();
                    write!(f, ": {}", way.join(" → "))?;
                }
                Ok(())
            }
            Self::TooManyExpansions(name, limit) => write!(f, "define \"{name}\" is expanded more than {limit} times"),
            Self::UnknownOption(option, known) => unknown(f, "option", option, known),
            Self::UnknownRuleset(ruleset, known) => unknown(f, "ruleset", ruleset, known),
            Self::BadOption(why) => write!(f, "option cannot be read: {why}"),
            Self::BadRange(range) => write!(f, "bad range {range}; expected at most 1000 numbers or coordinates"),
            Self::NoGame => write!(f, "no game here; expected '(game \"Name\" …)'"),
            Self::UnknownLudeme(symbol, None) => write!(f, "unknown ludeme '{symbol}'"),
            Self::UnknownLudeme(symbol, Some(like)) => write!(f, "unknown ludeme '{symbol}'; did you mean '{like}'?"),
            Self::UnknownWord(word) => write!(f, "unknown word '{word}'; expected a number or a constant"),
            Self::WrongArgument(ludeme, argument, expected) => {
                write!(
                    f,
                    "'{ludeme}' does not take {argument} here; expected {}",
                    one_of(expected, "no more arguments")
                )
            }
            Self::MissingArgument(ludeme, expected) => {
                write!(f, "'{ludeme}' lacks an argument; expected {}", one_of(expected, "nothing more"))
            }
            Self::WrongPlace(ludeme, expected) => write!(f, "'{ludeme}' cannot stand here; expected {expected}"),
            Self::TooManyTokens(limit) => write!(f, "more than {limit} clauses, lists, texts and words"),
            Self::TooAmbiguous => write!(f, "arguments can be read in too many ways"),
        }
    }
}

fn unknown(f: &mut fmt::Formatter<'_>, kind: &str, name: &str, known: &[String]) -> fmt::Result {
    if known.is_empty() {
        return write!(f, "unknown {kind} \"{name}\"; this description has no {kind}s");
    }
    let known: Vec<_> = known.iter().map(|name| format!("\"{name}\"")).collect();
    write!(f, "unknown {kind} \"{name}\"; expected {}", one_of(&known, ""))
}

fn one_of(names: &[String], none: &str) -> String {
    match names {
        [] => none.to_owned(),
        [name] => name.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '{' => '}',
        '<' => '>',
        _ => ']',
    }
}

/// The line and column of a byte offset, and the line itself.
#[must_use]
pub fn locate(text: &str, offset: usize) -> (Place, Box<str>) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |newline| offset + newline);
    let line = u32::try_from(text[..start].matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1);
    let column = u32::try_from(text[start..offset].chars().count()).unwrap_or(u32::MAX).saturating_add(1);
    (Place { line, column }, text[start..end].trim_end().into())
}
