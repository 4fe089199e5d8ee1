//! Expanded descriptions, token for token.

use super::golden_tree::{list, read_compressed};
use super::{Check, Outcome};
use crate::lud::expand::{self, Options};
use crate::lud::source::Library;
use crate::lud::text::{Content, Token, parse};
use std::io;
use std::path::{Path, PathBuf};

/// Compares expanded descriptions with those that Ludii printed, default options chosen.
#[derive(Debug)]
pub struct Expand<'a> {
    reference: PathBuf,
    library: &'a Library,
}

impl<'a> Expand<'a> {
    /// A comparison of the library's descriptions with the folder `expanded` of the reference data.
    #[must_use]
    pub fn new(reference: &Path, library: &'a Library) -> Self {
        Self { reference: reference.to_owned(), library }
    }

    fn compare(&self, game: &str) -> Result<(), String> {
        let description = self.library.read(game).map_err(|error| error.to_string())?;
        let file = self.reference.join("expanded").join(format!("{game}.exp.gz"));
        let theirs = read_compressed(&file).map_err(|error| error.to_string())?;
        let theirs = parse(&theirs).map_err(|(at, fault)| format!("the recorded text at byte {at}: {fault}"))?;
        let ours = expand::expand(game, &description.text, &description.defines, &Options::default());
        let ours = ours.map_err(|error| error.to_string())?;
        let text = ours.game.text();
        let ours = parse(text).map_err(|(at, fault)| {
            let near: String = text[at.min(text.len())..].chars().take(60).collect();
            format!("the expanded text near {near:?}: {fault}")
        })?;
        first_difference(&flatten(&theirs), &flatten(&ours)).map_or(Ok(()), Err)
    }
}

impl Check for Expand<'_> {
    fn name(&self) -> &'static str {
        "expand"
    }

    fn cases(&self) -> io::Result<Vec<String>> {
        Ok(list(&self.reference, "expanded", ".exp.gz")?.into_iter().map(|(game, _)| game).collect())
    }

    fn check(&self, game: &str) -> Outcome {
        self.compare(game).map_or_else(Outcome::Different, |()| Outcome::Identical)
    }
}

fn flatten(tokens: &[Token<'_>]) -> Vec<String> {
    let mut flat = Vec::new();
    for token in tokens {
        let label = token.label.map(|label| format!("{label}:")).unwrap_or_default();
        match &token.content {
            Content::Clause(symbol, inner) => {
                flat.push(format!("{label}({symbol}"));
                flat.append(&mut flatten(inner));
                flat.push(")".to_owned());
            }
            Content::List(inner) => {
                flat.push(format!("{label}{{"));
                flat.append(&mut flatten(inner));
                flat.push("}".to_owned());
            }
            Content::Text(text) => flat.push(format!("{label}\"{text}\"")),
            Content::Word(word) => flat.push(format!("{label}{word}")),
        }
    }
    flat
}

fn first_difference(theirs: &[String], ours: &[String]) -> Option<String> {
    let at = theirs.iter().zip(ours).take_while(|(theirs, ours)| theirs == ours).count();
    if at == theirs.len() && at == ours.len() {
        return None;
    }
    let around = |tokens: &[String]| tokens[at.saturating_sub(6)..tokens.len().min(at + 6)].join(" ");
    Some(format!("token {at}: Ludii has … {} …, we have … {} …", around(theirs), around(ours)))
}
