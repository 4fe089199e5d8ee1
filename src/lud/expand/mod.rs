//! From a description as written to one without comments, options, rulesets and defines.
//!
//! Ludii expands descriptions by cutting and pasting text, in this order: comments; options; rulesets; defines, those of the
//! description until nothing changes, then those of the library, and again until nothing changes; comments once more;
//! ranges; metadata. The result can depend on that order, so it is followed here, except for what the reader of the text
//! ([`super::text::parse`]) does on its way: comments that came with defines, ranges, blanks and double brackets.

mod comments;
mod defines;
mod library;
mod options;
pub mod ranges;
mod rulesets;

pub use library::Library as Defines;
pub use options::{Category, Choice};
pub use rulesets::Ruleset;

use super::error::{Fault, LudError, locate};
use super::text::brackets;
use super::text::traced::{Origin, Traced};

/// Longest text, in bytes, that a description may have or expand to: Ludii's limit.
pub const MAX_BYTES: usize = 1_000_000;

/// What a player chooses before the game: options by name, or a ruleset, which is a named set of options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Options, each as `Category/Choice`; categories that are not named keep their default.
    pub choices: Vec<String>,
    /// A ruleset by its name.
    pub ruleset: Option<String>,
}

/// An expanded description.
#[derive(Debug)]
pub struct Expanded {
    /// The game without its metadata.
    pub game: Traced,
    /// The metadata, which is not expanded.
    pub metadata: String,
    /// The options that the description offers.
    pub categories: Vec<Category>,
    /// The rulesets that the description offers.
    pub rulesets: Vec<Ruleset>,
}

/// A fault and where in the text it was found.
pub(crate) type Failure = (Origin, Fault);

/// Expands a description with the given library of defines.
///
/// # Errors
/// What is wrong and where, in the description or in the library's define.
pub fn expand(file: &str, text: &str, library: &Defines, options: &Options) -> Result<Expanded, LudError> {
    expand_text(text, library, options).map_err(|failure| explain(file, text, library, failure))
}

/// Makes an error of a failure: finds the place, and prefers an unclosed bracket as the cause of whatever else went wrong.
pub(crate) fn explain(file: &str, text: &str, library: &Defines, (origin, fault): Failure) -> LudError {
    let is_about_choice = matches!(fault, Fault::UnknownOption(..) | Fault::UnknownRuleset(..) | Fault::TooLong(_));
    let unbalanced = if is_about_choice { None } else { brackets_fault(text) };
    let (origin, fault) = match unbalanced {
        Some((offset, fault)) => {
            let offset = u32::try_from(offset).unwrap_or(u32::MAX);
            (Origin { source: 0, offset, site: offset }, fault)
        }
        None => (origin, fault),
    };
    let offset = usize::try_from(origin.offset).unwrap_or(usize::MAX);
    let (file, (place, line)) = match library.source(origin.source) {
        Some((file, text)) => (file, locate(text, offset)),
        None => (file, locate(text, offset)),
    };
    LudError { file: file.into(), place, line, fault: Box::new(fault) }
}

fn expand_text(source: &str, library: &Defines, options: &Options) -> Result<Expanded, Failure> {
    let start = Origin { source: 0, offset: 0, site: 0 };
    if source.len() > MAX_BYTES {
        return Err((start, Fault::TooLong(MAX_BYTES)));
    }
    let mut text = comments::strip(source);
    let choices = match &options.ruleset {
        Some(name) => rulesets::choices(text.text(), name).map_err(|fault| (start, fault))?,
        None => options.choices.clone(),
    };
    let categories = options::realise(&mut text, &choices)?;
    let rulesets = rulesets::extract(&mut text)?;
    let (game, metadata) = defines::expand(text, library)?;
    Ok(Expanded { game, metadata, categories, rulesets })
}

/// The first bracket of a description that does not match, where there is one.
fn brackets_fault(source: &str) -> Option<(usize, Fault)> {
    let text = comments::strip(source);
    let bytes = text.text().as_bytes();
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut at = 0;
    let place = |at: usize| usize::try_from(text.origin(at).offset).unwrap_or(0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => match brackets::matching_quote(text.text(), at) {
                Some(end) => at = end,
                None => return Some((place(at), Fault::UnclosedText)),
            },
            byte @ (b'(' | b'{') => open.push((at, byte.into())),
            byte @ (b')' | b'}') => {
                let opening = if byte == b')' { '(' } else { '{' };
                match open.pop() {
                    None => return Some((place(at), Fault::NothingToClose(byte.into()))),
                    Some((_, bracket)) if bracket != opening => {
                        let expected = if bracket == '(' { ')' } else { '}' };
                        return Some((place(at), Fault::WrongBracket(expected, byte.into())));
                    }
                    Some(_) => {}
                }
            }
            _ => {}
        }
        at += 1;
    }
    // The clause that was opened last and never closed lies nearest to the slip.
    open.last().map(|&(at, bracket)| (place(at), Fault::Unclosed(bracket)))
}
