//! Resolved trees, slot by slot.

use super::golden_tree::{self, list};
use super::{Check, Outcome};
use crate::lud::expand::Options;
use crate::lud::load;
use crate::lud::source::Library;
use crate::lud::tree::{Call, Value};
use std::io;
use std::path::{Path, PathBuf};

/// Compares resolved trees with those that Ludii made, default options chosen.
#[derive(Debug)]
pub struct Trees<'a> {
    reference: PathBuf,
    library: &'a Library,
}

impl<'a> Trees<'a> {
    /// A comparison of the library's descriptions with the folder `trees` of the reference data.
    #[must_use]
    pub fn new(reference: &Path, library: &'a Library) -> Self {
        Self { reference: reference.to_owned(), library }
    }
}

impl Check for Trees<'_> {
    fn name(&self) -> &'static str {
        "trees"
    }

    fn cases(&self) -> io::Result<Vec<String>> {
        Ok(list(&self.reference, "trees", ".tree.gz")?.into_iter().map(|(game, _)| game).collect())
    }

    fn check(&self, game: &str) -> Outcome {
        let theirs = match golden_tree::read(&golden_tree::file(&self.reference, game)) {
            Ok(tree) => tree,
            Err(error) => return Outcome::Different(error.to_string()),
        };
        let description = match self.library.read(game) {
            Ok(description) => description,
            Err(error) => return Outcome::Different(error.to_string()),
        };
        match load(&description, &Options::default()) {
            Ok(loaded) => difference(&theirs, &loaded.tree, &mut String::from("game"))
                .map_or(Outcome::Identical, Outcome::Different),
            Err(error) => Outcome::Refused(error.to_string()),
        }
    }
}

/// The first slot in which two trees differ; places and the form of a symbol do not count.
fn difference(theirs: &Call, ours: &Call, path: &mut String) -> Option<String> {
    if (theirs.class, theirs.is_construct, theirs.overload) != (ours.class, ours.is_construct, ours.overload) {
        let name = |call: &Call| {
            format!("{} {} {}", call.class, if call.is_construct { "construct" } else { "new" }, call.overload)
        };
        return Some(format!("{path} at {}: Ludii has {}, we have {}", ours.place, name(theirs), name(ours)));
    }
    theirs.slots.iter().zip(&ours.slots).find_map(|(their_slot, our_slot)| {
        let length = path.len();
        path.push('.');
        path.push_str(our_slot.name);
        let found = value_difference(&their_slot.value, &our_slot.value, path, ours);
        path.truncate(length);
        found
    })
}

fn value_difference(theirs: &Value, ours: &Value, path: &mut String, within: &Call) -> Option<String> {
    match (theirs, ours) {
        (Value::Call(theirs), Value::Call(ours)) => {
            let length = path.len();
            path.push(' ');
            path.push_str(ours.symbol);
            let found = difference(theirs, ours, path);
            path.truncate(length);
            found
        }
        (Value::Array(theirs), Value::Array(ours)) if theirs.len() == ours.len() => {
            theirs.iter().zip(ours).find_map(|(theirs, ours)| value_difference(theirs, ours, path, within))
        }
        _ if theirs == ours => None,
        _ => Some(format!("{path} at {}: Ludii has {}, we have {}", within.place, brief(theirs), brief(ours))),
    }
}

fn brief(value: &Value) -> String {
    match value {
        Value::Empty => "nothing".to_owned(),
        Value::Call(call) => format!("({})", call.symbol),
        Value::Array(items) => format!("a list of {}", items.len()),
        other => format!("{other:?}"),
    }
}
