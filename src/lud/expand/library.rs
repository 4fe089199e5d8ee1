//! The library of defines that descriptions may use by name, one per `.def` file.

use super::defines::{self, Define};
use crate::lud::error::LudError;
use crate::lud::text::traced::Traced;
use std::collections::HashMap;

/// Defines by name, in the order in which Ludii tries them.
#[derive(Debug, Default)]
pub struct Library {
    pub(super) defines: Vec<Define>,
    pub(super) by_tag: HashMap<String, usize>,
    sources: Vec<(String, String)>,
}

impl Library {
    /// Reads the defines out of their files: name and text of each.
    ///
    /// # Errors
    /// Where a file holds no readable define.
    pub fn new(files: impl IntoIterator<Item = (String, String)>) -> Result<Self, LudError> {
        let mut library = Self { sources: files.into_iter().collect(), ..Self::default() };
        let mut found: Vec<Define> = Vec::new();
        for (number, (_, text)) in (1u16..).zip(&library.sources) {
            let traced = Traced::of_source(text, number);
            let define = defines::interpret(&traced, 0).map_err(|failure| super::explain("", "", &library, failure))?;
            if let Some((define, _)) = define {
                found.retain(|other| other.tag != define.tag);
                found.push(define);
            }
        }
        library.defines = in_ludiis_order(found);
        library.by_tag =
            library.defines.iter().enumerate().map(|(index, define)| (define.tag.clone(), index)).collect();
        Ok(library)
    }

    /// Number of defines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.defines.len()
    }

    /// Whether there are no defines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.defines.is_empty()
    }

    /// Name and text of the file behind a source number of [`crate::lud::text::traced::Origin`]; none for the description.
    pub(super) fn source(&self, source: u16) -> Option<(&str, &str)> {
        let (name, text) = self.sources.get(usize::from(source).checked_sub(1)?)?;
        Some((name, text))
    }
}

/// Ludii keeps its defines in a Java `HashMap` and expands them in its order, on which results can depend where a define
/// stands within the arguments of another.
fn in_ludiis_order(mut defines: Vec<Define>) -> Vec<Define> {
    let mut capacity = 16;
    while defines.len() * 4 > capacity * 3 {
        capacity *= 2;
    }
    let mask = u32::try_from(capacity - 1).unwrap_or(u32::MAX);
    defines.sort_by_key(|define| {
        let hash = define.tag.encode_utf16().fold(0u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
        (hash ^ (hash >> 16)) & mask
    });
    defines
}
