//! What is kept of the pieces on the board from ply to ply: the empty sites, rows, and chains.

use super::guard::Watch;
use crate::lud::play::context::Context;
use crate::lud::play::hash::fact;
use crate::lud::play::layout::Plane;
use crate::lud::play::shortcut::unions::Unions;

/// So many moves in a row must take no piece away before rows and chains are followed again.
const CALM: u8 = 2;

/// The pieces of one play-out.
#[derive(Debug, Default)]
pub struct Board {
    /// The sites of each owner as they were after the last move, the empty ones first, as the state has them.
    rows: Vec<u64>,
    words: usize,
    /// The bits of the last word of a row that stand for sites of the board.
    mask: u64,
    empty: Vec<u16>,
    /// Where each empty site is in that list.
    places: Vec<u16>,
    lines: Vec<Vec<u64>>,
    chains: Vec<Unions>,
    /// How many moves must still go by without taking a piece away; rows and chains tell nothing until then.
    unrest: u8,
}

impl Board {
    /// The empty sites, in any order.
    #[inline]
    pub fn empty(&self) -> &[u16] {
        &self.empty
    }

    fn vacate(&mut self, site: u16) {
        self.places[usize::from(site)] = self.empty.len() as u16;
        self.empty.push(site);
    }

    fn occupy(&mut self, site: u16) {
        let place = self.places[usize::from(site)];
        self.empty.swap_remove(usize::from(place));
        if let Some(&moved) = self.empty.get(usize::from(place)) {
            self.places[usize::from(moved)] = place;
        }
    }

    /// Whether a piece that was put on a site may be in a row that is long enough.
    #[inline]
    pub fn makes_line(&self, (number, length): (usize, u32), watches: &[Watch], owner: usize, site: u16) -> bool {
        let Watch::Rows(rows) = &watches[number] else { return true };
        self.unrest > 0 || rows.makes_line_of(length, &self.lines[number], owner, usize::from(site))
    }

    /// Whether the chain of a piece may touch enough regions, those of `player` where they are some player's.
    #[inline]
    pub fn connects(
        &mut self,
        number: usize,
        watches: &[Watch],
        (site, owner): (u16, usize),
        player: Option<i32>,
    ) -> bool {
        let Watch::Chains(chains) = &watches[number] else { return true };
        if self.unrest > 0 || owner == 0 || owner >= chains.players() {
            return owner > 0;
        }
        match player {
            // Only the regions around the site itself count where the piece is not the player's.
            Some(player) if player != owner as i32 => usize::try_from(player)
                .ok()
                .filter(|&player| player > 0 && player < chains.players())
                .is_none_or(|player| chains.are_enough(chains.regions_at(player, usize::from(site)))),
            _ => chains.are_enough(self.chains[number].touched(site)),
        }
    }
}

/// The sites of a word of bits.
fn sites_in(index: usize, mut word: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let site = (word != 0).then(|| (index * 64) as u16 + word.trailing_zeros() as u16)?;
        word &= word - 1;
        Some(site)
    })
}

impl Context<'_> {
    /// Sets the board up from the position.
    pub(super) fn lay_out(&self, board: &mut Board, watches: &[Watch]) {
        let layout = &self.rules.layout;
        board.words = layout.own.div_ceil(64);
        board.mask = u64::MAX >> (board.words * 64 - layout.own);
        board.rows.clear();
        for row in 0..layout.rows {
            board.rows.extend(layout.board_words(self.state.row(layout, row)));
        }
        board.places.clear();
        board.places.resize(layout.own, 0);
        board.empty.clear();
        for index in 0..board.words {
            for site in sites_in(index, board.rows[index]) {
                board.vacate(site);
            }
        }
        self.follow(board, watches);
    }

    /// Sets rows and chains up from the board.
    fn follow(&self, board: &mut Board, watches: &[Watch]) {
        let sites = self.rules.layout.sites;
        let owners = self.rules.layout.rows - 1;
        board.unrest = 0;
        board.lines.resize_with(watches.len(), Vec::new);
        board.chains.resize_with(watches.len(), Unions::default);
        for (number, watch) in watches.iter().enumerate() {
            match watch {
                Watch::Rows(rows) => rows.clear(&mut board.lines[number], owners),
                Watch::Chains(_) => board.chains[number].reset(sites),
            }
        }
        for owner in 0..owners {
            for index in 0..board.words {
                for site in sites_in(index, board.rows[(1 + owner) * board.words + index]) {
                    self.note_piece(board, watches, owner, site, |to| to < site);
                }
            }
        }
    }

    /// Notes a piece in rows and chains.
    #[inline]
    fn note_piece(
        &self,
        board: &mut Board,
        watches: &[Watch],
        owner: usize,
        site: u16,
        counts: impl Fn(u16) -> bool + Copy,
    ) {
        for (number, watch) in watches.iter().enumerate() {
            match watch {
                Watch::Rows(rows) => rows.put(&mut board.lines[number], owner, usize::from(site)),
                Watch::Chains(chains) if owner > 0 && owner < chains.players() => {
                    let sets = &mut board.chains[number];
                    sets.touch(site, chains.regions_at(owner, usize::from(site)));
                    self.join_neighbours(chains, sets, owner, site, counts);
                }
                Watch::Chains(_) => {}
            }
        }
    }

    /// Brings the board to where the position is after a move, before which its hash was `before`.
    #[inline]
    pub(super) fn keep_up(&self, board: &mut Board, watches: &[Watch], before: u64) {
        match self.lone_piece(board, before) {
            Some((site, owner)) => {
                let (word, bit) = (usize::from(site) / 64, 1 << (site % 64));
                board.rows[word] ^= bit;
                board.rows[(1 + owner) * board.words + word] ^= bit;
                board.occupy(site);
                if board.unrest == 0 {
                    self.note_piece(board, watches, owner, site, |_| true);
                } else {
                    self.calm_down(board, watches);
                }
            }
            None => self.compare(board, watches),
        }
    }

    /// The piece that was put down by the last move, and its owner, where nothing else changed.
    #[inline]
    fn lone_piece(&self, board: &Board, before: u64) -> Option<(u16, usize)> {
        let layout = &self.rules.layout;
        let site = usize::try_from(self.state.last.to).ok().filter(|&site| site < layout.own)?;
        let was_empty = board.rows[site / 64] >> (site % 64) & 1 == 1;
        if !layout.plain || !was_empty {
            return None;
        }
        let what = self.state.what(layout, site);
        let alone = what != 0 && self.state.hash == before ^ fact(Plane::What as u64, site, what as u64);
        alone.then(|| (site as u16, usize::from(self.rules.owners[what])))
    }

    /// Finds out what a move changed.
    fn compare(&self, board: &mut Board, watches: &[Watch]) {
        let layout = &self.rules.layout;
        let mut is_calm = true;
        for row in 0..layout.rows {
            let words = &self.state.row(layout, row)[..board.words];
            for (index, &word) in words.iter().enumerate() {
                let now = if index + 1 == board.words { word & board.mask } else { word };
                let held = std::mem::replace(&mut board.rows[row * board.words + index], now);
                if held == now {
                    continue;
                }
                if row == 0 {
                    sites_in(index, held & !now).for_each(|site| board.occupy(site));
                    sites_in(index, now & !held).for_each(|site| board.vacate(site));
                    continue;
                }
                is_calm &= held & !now == 0;
                if is_calm && board.unrest == 0 {
                    for site in sites_in(index, now & !held) {
                        self.note_piece(board, watches, row - 1, site, |_| true);
                    }
                }
            }
        }
        if !is_calm {
            board.unrest = CALM;
        } else if board.unrest > 0 {
            self.calm_down(board, watches);
        }
    }

    /// Notes that a move took no piece away.
    fn calm_down(&self, board: &mut Board, watches: &[Watch]) {
        board.unrest -= 1;
        if board.unrest == 0 {
            self.follow(board, watches);
        }
    }
}
