//! Where the contents of each site stand in a state.

use crate::lud::board::SiteType;

/// A plane of a state: one number per site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Plane {
    /// Index of the component on the site (on top, in stacking games); 0 where it is empty.
    What,
    /// Owner of the component where it may differ from the component's own owner.
    Who,
    /// How many components are on the site.
    Count,
    /// Local state.
    State,
    /// Rotation.
    Rotation,
    /// Value of the piece.
    Value,
}

impl Plane {
    /// The highest number that hashes leave out: a site with a piece holds one of them unless its count says more.
    #[inline]
    #[must_use]
    pub(super) fn unhashed(self) -> u16 {
        u16::from(self == Self::Count)
    }
}

/// How many planes there can be.
pub const PLANES: usize = Plane::Value as usize + 1;

/// Which planes a game keeps, and how sites of the three types map onto one range of *flat* sites.
///
/// Flat sites are numbered: the board's default type first, then (from [`Layout::board`] on) hands and dice with Ludii's own
/// numbers, then the board's other types as far as the game uses them.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The site type that the game is played on.
    pub default: SiteType,
    /// Numbers that the board takes in Ludii's numbering; the first hand starts here.
    pub board: usize,
    /// End of hands and dice in Ludii's numbering; of the board's own sites where there are no others.
    pub containers_end: usize,
    /// Flat site of site 0 of each type, where the game keeps that type apart.
    pub base: [Option<u16>; 3],
    /// Number of board sites of each type.
    pub counts: [usize; 3],
    /// Number of board sites of the game's own type.
    pub own: usize,
    /// Number of flat sites.
    pub sites: usize,
    /// Words in a row of bits.
    pub row: usize,
    /// Number of rows of bits: empty sites, then one per owner from neutral (0) to shared (players + 1).
    pub rows: usize,
    /// First word of each plane, where the game keeps it.
    pub planes: [Option<u16>; PLANES],
    /// Number of words of a state.
    pub words: usize,
    /// First word of the components.
    what: usize,
    /// Whether there are no planes but that of the components.
    pub plain: bool,
    /// Whether there are no planes but those of the components and their counts.
    pub counted: bool,
    /// Whether there are no planes but those of the components and their local states.
    pub marked: bool,
}

/// A site that is nowhere.
pub const NOWHERE: usize = usize::MAX;

impl Layout {
    /// A number above those of all sites, of whatever type.
    #[must_use]
    pub fn highest(&self) -> i32 {
        self.counts.iter().copied().fold(self.containers_end, usize::max) as i32
    }

    /// Lays out a game. `others` lists the types besides the default that it uses.
    #[must_use]
    pub fn new(
        default: SiteType,
        counts: [usize; 3],
        containers: usize,
        others: &[SiteType],
        players: usize,
        planes: &[Plane],
    ) -> Self {
        let board = counts[SiteType::Cell as usize].max(counts[default as usize]);
        // Numbers that stand for no site are left out where nothing comes after them.
        let has_gap = containers > 0 || !others.is_empty();
        let containers_end = if has_gap { board + containers } else { counts[default as usize] };
        let mut sites = containers_end;
        let mut base = [None; 3];
        base[default as usize] = Some(0);
        for &other in others {
            if base[other as usize].is_none() {
                base[other as usize] = Some(sites as u16);
                sites += counts[other as usize];
            }
        }
        let row = sites.div_ceil(64).max(1);
        let rows = players + 3;
        let mut words = row * rows;
        let mut first = [None; PLANES];
        for &plane in planes {
            first[plane as usize] = Some(words as u16);
            words += sites.div_ceil(4);
        }
        let what = first[Plane::What as usize].map_or(0, usize::from);
        let plain = first.iter().flatten().count() == 1;
        let counted = first.iter().flatten().count() == 2 && first[Plane::Count as usize].is_some();
        let marked = first.iter().flatten().count() == 2 && first[Plane::State as usize].is_some();
        let own = counts[default as usize];
        Self {
            default,
            board,
            containers_end,
            base,
            counts,
            own,
            sites,
            row,
            rows,
            planes: first,
            words,
            what,
            plain,
            counted,
            marked,
        }
    }

    /// The flat number of a site, or [`NOWHERE`].
    #[inline]
    #[must_use]
    pub fn flat(&self, kind: SiteType, site: i32) -> usize {
        if site < 0 {
            return NOWHERE;
        }
        let site = site as usize;
        if kind == self.default {
            return self.own_flat(site as i32);
        }
        if site < self.counts[kind as usize] {
            return self.base[kind as usize].map_or(NOWHERE, |base| base as usize + site);
        }
        // Hands and dice are cells whatever the board is played on.
        if kind == SiteType::Cell && site >= self.board && site < self.containers_end { site } else { NOWHERE }
    }

    /// Whether the sites of the board of a type are all there is.
    #[inline]
    #[must_use]
    pub fn is_board_only(&self, kind: SiteType) -> bool {
        kind == self.default && self.sites == self.own
    }

    /// The part of a row of bits that is about the sites of the board of the game's own type.
    #[inline]
    pub fn board_words<'w>(&self, row: &'w [u64]) -> impl Iterator<Item = u64> + use<'w> {
        words_below(row, self.own)
    }

    /// The part of a row of bits that is about the sites of the board of the game's own type, hands and dice.
    #[inline]
    pub fn numbered_words<'w>(&self, row: &'w [u64]) -> impl Iterator<Item = u64> + use<'w> {
        words_below(row, self.containers_end)
    }

    /// Word and shift at which the component on a flat site stands.
    #[inline]
    #[must_use]
    pub fn what_at(&self, flat: usize) -> (usize, usize) {
        (self.what + flat / 4, flat % 4 * 16)
    }

    /// The flat number of a site of the game's own type, or [`NOWHERE`].
    #[inline]
    #[must_use]
    pub fn own_flat(&self, site: i32) -> usize {
        let site = site as usize;
        if site < self.own || (site >= self.board && site < self.containers_end) { site } else { NOWHERE }
    }

    /// Type and number of a flat site.
    #[must_use]
    pub fn unflat(&self, flat: usize) -> (SiteType, i32) {
        if flat < self.counts[self.default as usize] {
            return (self.default, flat as i32);
        }
        if flat < self.containers_end {
            return (SiteType::Cell, flat as i32);
        }
        for kind in [SiteType::Cell, SiteType::Vertex, SiteType::Edge] {
            if let Some(base) = self.base[kind as usize].filter(|_| kind != self.default) {
                let base = base as usize;
                if flat >= base && flat < base + self.counts[kind as usize] {
                    return (kind, (flat - base) as i32);
                }
            }
        }
        (self.default, flat as i32)
    }
}

/// The words of a row of bits for the flat sites below `end`.
#[inline]
pub fn words_below(row: &[u64], end: usize) -> impl Iterator<Item = u64> {
    let whole = end / 64;
    row[..end.div_ceil(64)].iter().enumerate().map(
        move |(at, &word)| {
            if at == whole { word & ((1 << (end % 64)) - 1) } else { word }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_vertices(hands: usize, others: &[SiteType]) -> Layout {
        Layout::new(SiteType::Vertex, [150, 91, 240], hands, others, 2, &[Plane::What])
    }

    #[test]
    fn boards_with_more_cells_than_vertices_have_no_gap_behind_the_vertices() {
        let layout = on_vertices(0, &[]);
        assert!(layout.is_board_only(SiteType::Vertex));
        assert_eq!((layout.own, layout.sites, layout.row), (91, 91, 2));
        assert_eq!(layout.flat(SiteType::Vertex, 91), NOWHERE);
        assert_eq!(layout.flat(SiteType::Cell, 100), NOWHERE);
        assert_eq!(layout.highest(), 240);
    }

    #[test]
    fn hands_keep_their_numbers_behind_the_cells() {
        let layout = on_vertices(2, &[]);
        assert_eq!(layout.flat(SiteType::Vertex, 151), 151);
        assert_eq!(layout.flat(SiteType::Vertex, 100), NOWHERE);
        assert_eq!(layout.sites, 152);
    }
}
