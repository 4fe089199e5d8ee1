//! Rows of sites from end to end of the board, and the pieces of each player on them as bits.

use crate::lud::ludeme::boolean::Line;
use crate::lud::play::rules::Rules;
use std::collections::HashMap;

/// The rows of a board that a test for lines looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// How many pieces in a row make a line.
    length: u32,
    /// The rows through each site with its place on them, and where those of each site begin.
    members: Vec<(u16, u8)>,
    starts: Vec<u32>,
    rows: usize,
}

impl Rows {
    /// The rows for a test of the plain kind, where every site of a row sees the same row.
    pub fn of(rules: &Rules, line: &Line) -> Option<Self> {
        let sites = rules.layout.sites;
        let mut found: HashMap<Vec<u16>, u16> = HashMap::new();
        let (mut members, mut starts) = (Vec::new(), vec![0]);
        let mut length = 0;
        for site in 0..sites {
            let (pieces, rows) = line.rows_through(&rules.topology, site)?;
            length = pieces;
            for mut row in rows {
                if row.first() > row.last() {
                    row.reverse();
                }
                let place = row.iter().position(|&at| usize::from(at) == site).filter(|_| row.len() <= 64)?;
                let next = found.len() as u16;
                members.push((*found.entry(row).or_insert(next), place as u8));
            }
            starts.push(members.len() as u32);
        }
        // Every place of every row is met just once.
        let places: usize = found.keys().map(Vec::len).sum();
        let mut distinct = members.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let regular = distinct.len() == members.len() && places == members.len() && length <= 64;
        regular.then_some(Self { length, members, starts, rows: found.len() })
    }

    /// Takes all pieces off.
    pub fn clear(&self, bits: &mut Vec<u64>, players: usize) {
        bits.clear();
        bits.resize(self.rows * players, 0);
    }

    /// Puts a piece of a player, counted from 0, on a site.
    #[inline]
    pub fn put(&self, bits: &mut [u64], player: usize, site: usize) {
        for &(row, place) in self.through(site) {
            bits[player * self.rows + usize::from(row)] |= 1 << place;
        }
    }

    /// How many pieces in a row make a line.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether they are the same rows, whatever number of pieces makes a line.
    #[must_use]
    pub fn are_those_of(&self, other: &Self) -> bool {
        self.rows == other.rows && self.starts == other.starts && self.members == other.members
    }

    /// Whether the pieces of a player with one more on a site make a row through it of so many.
    #[inline]
    pub fn makes_line_of(&self, length: u32, bits: &[u64], player: usize, site: usize) -> bool {
        self.through(site)
            .iter()
            .any(|&(row, place)| has_run(bits[player * self.rows + usize::from(row)] | 1 << place, length))
    }

    /// The same where pieces of some players make up a line together.
    #[inline]
    pub fn makes_line_among(&self, length: u32, bits: &[u64], players: &[usize], site: usize) -> bool {
        self.through(site).iter().any(|&(row, place)| {
            let held = players.iter().fold(0, |held, player| held | bits[player * self.rows + usize::from(row)]);
            has_run(held | 1 << place, length)
        })
    }

    #[inline]
    fn through(&self, site: usize) -> &[(u16, u8)] {
        &self.members[self.starts[site] as usize..self.starts[site + 1] as usize]
    }
}

/// Whether so many places in a row are taken.
#[inline]
fn has_run(taken: u64, length: u32) -> bool {
    let (mut run, mut seen) = (taken, 1);
    // Each round keeps the places from which as many more are taken as those before it have seen.
    while 2 * seen <= length {
        run &= run >> seen;
        seen *= 2;
    }
    run & (run >> (length - seen)) != 0
}
