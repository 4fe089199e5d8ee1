//! Reading a description all the way to its resolved tree.

use super::error::{Fault, LudError, locate};
use super::expand::{self, Category, Options, Ruleset};
use super::resolve;
use super::source::Description;
use super::text::traced::Traced;
use super::text::{parse, print};
use super::tree::{Call, Place};

/// A description that has been read, expanded and resolved.
#[derive(Debug)]
pub struct Loaded {
    game: Traced,
    /// The metadata as written.
    pub metadata: String,
    /// The options that the description offers, with the active choice of each category.
    pub categories: Vec<Category>,
    /// The rulesets that the description offers.
    pub rulesets: Vec<Ruleset>,
    /// The resolved game.
    pub tree: Call,
}

/// Expands and resolves a description.
///
/// # Errors
/// What is wrong with it, and where.
pub fn load(description: &Description, options: &Options) -> Result<Loaded, LudError> {
    let Description { path, text, defines } = description;
    let file = format!("{path}.lud");
    let expanded = expand::expand(&file, text, defines, options)?;
    let explain = |at: usize, fault| expand::explain(&file, text, defines, (expanded.game.origin(at), fault));
    let tokens = parse(expanded.game.text()).map_err(|(at, fault)| explain(at, fault))?;
    let at = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
    let game = tokens.first().ok_or_else(|| explain(0, Fault::NoGame))?;
    let lines = Lines::of(text);
    let place = |offset: u32| lines.place(text, at(expanded.game.origin(at(offset)).site));
    let tree = resolve::resolve(game, &place).map_err(|(offset, fault)| explain(at(offset), fault))?;
    let expand::Expanded { game, metadata, categories, rulesets } = expanded;
    Ok(Loaded { game, metadata, categories, rulesets, tree })
}

impl Loaded {
    /// The expanded description, printed.
    #[must_use]
    pub fn expanded(&self) -> String {
        // It has been read before, so it reads again.
        let tokens = parse(self.game.text()).unwrap_or_default();
        tokens.first().map(print).unwrap_or_default()
    }
}

/// Offsets of line starts, to find places fast.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(breaks).collect())
    }

    fn place(&self, text: &str, offset: usize) -> Place {
        let line = self.0.partition_point(|&start| start <= offset).max(1);
        let start = self.0[line - 1];
        let Some(before) = text.get(start..offset) else { return locate(text, offset).0 };
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place { line: narrow(line), column: narrow(before.chars().count() + 1) }
    }
}
