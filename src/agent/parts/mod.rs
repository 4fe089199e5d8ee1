//! The parts that agents are made of: tables, from which texts are parsed, checked and listed.
//!
//! To add a part, add a row: its name, what it may follow, its arguments with range and default, one line and its paper, and
//! what it sets.

mod agents;
mod extras;
mod joint;

use crate::search::Params;

/// Where a part may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// First: a whole agent.
    Base,
    /// First, with a tree part right after it: how the root is chosen at.
    Root,
    /// First on its own, or right after a [`Place::Root`] part: how the tree is chosen in.
    Tree,
    /// After the others, in any order, once.
    Extra,
}

/// An argument of a part.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// Its value where it is not given.
    pub default: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The words that it is one of, where it is no number; its value is then the place among them.
    pub words: &'static [&'static str],
}

impl Argument {
    /// A value as it is written.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        self.words.get(value as usize).map_or_else(|| value.to_string(), |word| (*word).to_owned())
    }
}

/// A part.
#[derive(Debug)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Where it may stand.
    pub place: Place,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// What it does, in one line.
    pub line: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Sets the parameters; the values are those of the arguments, in order.
    pub(super) set: fn(&mut Params, &[f64]),
}

const fn real(name: &'static str, default: f64, min: f64, max: f64) -> Argument {
    Argument { name, default, min, max, whole: false, words: &[] }
}

/// An argument that is one of some words, the first by default.
const fn word(name: &'static str, words: &'static [&'static str]) -> Argument {
    Argument { name, default: 0.0, min: 0.0, max: words.len() as f64 - 1.0, whole: true, words }
}

const fn whole(name: &'static str, default: f64, min: f64, max: f64) -> Argument {
    Argument { name, default, min, max, whole: true, words: &[] }
}

/// The exploration constant of a bound.
const C: Argument = real("c", 1.0, 0.0, 100.0);

/// The agent without a search has a row so that it is listed, but sets nothing.
pub(super) const RANDOM: &str = "random";

/// Every part: whole agents and their roots and trees, agents for joint turns, and what may be added.
pub fn all() -> impl Iterator<Item = &'static Part> {
    agents::AGENTS.iter().chain(joint::AGENTS).chain(extras::EXTRAS)
}
