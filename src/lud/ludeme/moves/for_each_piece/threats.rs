//! From where the pieces of a player reach which sites.

use super::ForEachPiece;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::threats::Search;

impl ForEachPiece {
    /// Adds the ways of a player's pieces; nothing where they cannot be told.
    pub(in crate::lud::ludeme::moves) fn add_ways(&self, search: &mut Search<'_>, is_sure: bool) -> Option<()> {
        let c = search.c;
        let asked = &self.asked;
        if asked.player != IntFn::Mover || asked.everyone || asked.container.is_some() || !self.elsewhere.is_empty() {
            return None;
        }
        if asked.kinds[0] != c.rules.default_type() {
            return None;
        }
        let sites = c.rules.topology.count(c.rules.default_type());
        for (what, generator) in asked.by_component.iter().enumerate() {
            let Some(generator) = generator.filter(|_| c.rules.owners[what] == search.player) else { continue };
            let generator = &asked.generators[usize::from(generator)];
            if generator.spares_pieces(c) {
                continue;
            }
            for site in 0..sites {
                match self.tables.as_ref().and_then(|tables| tables.quick.from(what, site)) {
                    Some(entries) => search.add_entries(what, site, entries, is_sure)?,
                    None => search.add_piece(generator, what, site, is_sure)?,
                }
            }
        }
        Some(())
    }

    /// Whether no move of any piece leads to a site of the board on which something stands.
    pub(in crate::lud::ludeme::moves) fn spares_pieces(&self, c: &Compiler) -> bool {
        self.asked.generators.iter().all(|generator| generator.spares_pieces(c))
    }
}
