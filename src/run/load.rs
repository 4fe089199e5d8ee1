//! Games from the catalogue, as a crew loads them.

use super::settings::Title;
use super::table::{Seated, Table};
use crate::catalog::{self, Visitor};
use crate::game::Game;
use std::sync::Arc;

/// Loads a title from the catalogue.
///
/// # Errors
/// When the catalogue has no such game or cannot play it, with the reason.
pub fn from_catalog(title: &Title) -> Result<Arc<dyn Table>, String> {
    catalog::open(&title.name, Seat).map_err(|error| error.to_string())
}

struct Seat;

impl Visitor for Seat {
    type Output = Arc<dyn Table>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        Arc::new(Seated(game))
    }
}
