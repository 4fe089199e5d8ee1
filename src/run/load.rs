//! Games from the catalogue, as a crew loads them.

use super::settings::Title;
use super::table::{Seated, Table};
use crate::catalog::{self, OpenError, Visitor};
use crate::game::Game;
use std::sync::Arc;

/// Loads a title from the catalogue: by its path, which is its category and its name, where there is such a description, else
/// by its name alone.
///
/// # Errors
/// When the catalogue has no such game or cannot play it, with the reason.
pub fn from_catalog(title: &Title) -> Result<Arc<dyn Table>, String> {
    if !title.category.is_empty() {
        match catalog::open(&format!("{}/{}", title.category, title.name), Seat) {
            Err(OpenError::Unknown { .. }) => {}
            opened => return opened.map_err(|error| error.to_string()),
        }
    }
    catalog::open(&title.name, Seat).map_err(|error| error.to_string())
}

struct Seat;

impl Visitor for Seat {
    type Output = Arc<dyn Table>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        Arc::new(Seated(game))
    }
}
