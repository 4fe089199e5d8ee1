//! From where a player's moves may reach a site, looked at backwards from the site.
//!
//! Whether a king is in check is asked again and again: before a move is chosen, after it is tried out, by the rules about the end.
//! The moves of most pieces are fixed lists of entries (see [`super::quick`]), so that all that could reach a site is known
//! beforehand, and few pieces stand where they could. Since an entry asks nothing but what is on a few sites, the question is
//! answered for the position after a move without making the move. Where something else might reach the site, there is no answer
//! and the rules have to be asked.

use super::entry::{Entry, Kind, Test, Tests};
use super::lone::by_turn;
use super::quick::entries_of;
use super::settled::{asked_of_mover, is_by_mover};
use super::{Leaf, MovesFn};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes, PlayerTest};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use smallvec::SmallVec;
use std::collections::HashMap;

/// Most ways that are kept: larger boards with many kinds of pieces are left to the rules.
const MOST_WAYS: usize = 400_000;

/// The sites that must be empty on the way, most of the time few.
type Clear = SmallVec<[u16; 8]>;

/// One way in which a piece may reach a site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    to: u16,
    from: u16,
    clear: Clear,
    over: Option<(u16, u8)>,
    is_sure: bool,
    what: u16,
}

/// One way in which pieces of some kinds on a site may reach another.
#[derive(Debug, Clone, PartialEq)]
struct Way {
    /// Where the set of the components stands.
    whats: u32,
    /// Where the set of the sites that must be empty stands.
    clear: Option<u32>,
    /// The site that is jumped over, and what has to be on it.
    over: Option<(u16, Classes)>,
    /// Whether it is a move; else only the rules can tell.
    is_sure: bool,
}

/// All ways in which the moves of one player reach sites that another player's pieces stand on.
#[derive(Debug, Clone, PartialEq)]
pub struct Threats {
    player: u8,
    /// Whether it only tells while the player is not known to be unable to move.
    assumes_able: bool,
    /// Words of a set of sites.
    row: usize,
    /// For each site, the set of the sites from which it may be reached.
    sources: Vec<u64>,
    /// For each site, the number of pairs of a site and a source before its own.
    pairs: Vec<u32>,
    /// The first way of each pair.
    firsts: Vec<u32>,
    ways: Vec<Way>,
    /// Sets of sites.
    masks: Vec<u64>,
    /// Words of a set of components.
    kinds: usize,
    /// Sets of components.
    whats: Vec<u64>,
}

/// Whether a player has a move that goes to a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// There is one.
    Yes,
    /// There is none.
    No,
    /// Only the rules can tell, asked about some pieces and about what is no piece's move.
    Unsure,
    /// Only the rules can tell.
    Unknown,
}

/// Looks for all ways of one player.
pub(super) struct Search<'c> {
    pub c: &'c Compiler,
    pub player: u8,
    found: Vec<Found>,
    /// Whether a rule was taken to be out of play since it is for players without any move.
    assumes_able: bool,
}

impl Threats {
    /// Works out the ways of a player's moves; nothing where they cannot be told.
    #[must_use]
    pub fn of(c: &Compiler, play: &MovesFn, player: u8) -> Option<Self> {
        let features = &c.rules.features;
        if features.stacking || features.teams || features.owners_change {
            return None;
        }
        let mut search = Search { c, player, found: Vec::new(), assumes_able: false };
        search.add(play, true)?;
        Some(Self { assumes_able: search.assumes_able, ..Self::sorted(c, player, search.found) })
    }

    fn sorted(c: &Compiler, player: u8, mut found: Vec<Found>) -> Self {
        found.sort_unstable();
        found.dedup();
        let sites = c.rules.topology.count(c.rules.default_type());
        let row = sites.div_ceil(64);
        let kinds = c.rules.components.len().div_ceil(64);
        let mut threats = Self {
            player,
            assumes_able: false,
            row,
            sources: vec![0; sites * row],
            pairs: Vec::new(),
            firsts: Vec::new(),
            ways: Vec::new(),
            masks: Vec::new(),
            kinds,
            whats: Vec::new(),
        };
        let (mut masks, mut sets) = (HashMap::new(), HashMap::new());
        let mut rest = &found[..];
        for site in 0..sites {
            threats.pairs.push(threats.firsts.len() as u32);
            let mut before = None;
            while let Some(first) = rest.first().filter(|first| usize::from(first.to) == site) {
                let alike = |other: &&Found| {
                    (other.to, other.from, &other.clear, other.over, other.is_sure)
                        == (first.to, first.from, &first.clear, first.over, first.is_sure)
                };
                let count = rest.iter().take_while(alike).count();
                if before != Some(first.from) {
                    before = Some(first.from);
                    threats.sources[site * row + usize::from(first.from) / 64] |= 1 << (first.from % 64);
                    threats.firsts.push(threats.ways.len() as u32);
                }
                let mut whats = vec![0u64; kinds];
                for way in &rest[..count] {
                    whats[usize::from(way.what) / 64] |= 1 << (way.what % 64);
                }
                let clear = (!first.clear.is_empty()).then(|| {
                    let mut mask = vec![0u64; row];
                    for &site in &first.clear {
                        mask[usize::from(site) / 64] |= 1 << (site % 64);
                    }
                    kept(&mut masks, &mut threats.masks, mask)
                });
                let whats = kept(&mut sets, &mut threats.whats, whats);
                let over = first.over.map(|(site, classes)| (site, Classes::from_bits(classes)));
                threats.ways.push(Way { whats, clear, over, is_sure: first.is_sure });
                rest = &rest[count..];
            }
        }
        threats.firsts.push(threats.ways.len() as u32);
        threats
    }

    /// Whether the player, whose piece is not on the site, has a move that goes there, in the position at hand or after another
    /// player's piece has gone `from` one site `to` another. Adds the sites of the pieces that the rules have to be asked about.
    #[must_use]
    pub fn reaches(&self, site: usize, gone: Option<(usize, usize)>, ctx: &Context<'_>, suspects: &mut Bits) -> Answer {
        if self.assumes_able && ctx.state.stalemated >> self.player & 1 == 1 {
            return Answer::Unknown;
        }
        let layout = &ctx.rules.layout;
        let own = ctx.state.row(layout, 1 + usize::from(self.player));
        let sources = &self.sources[site * self.row..][..self.row];
        let mut pair = self.pairs[site] as usize;
        let mut answer = Answer::No;
        for (at, &mask) in sources.iter().enumerate() {
            let mut pieces = own[at] & mask;
            if let Some((_, to)) = gone
                && to / 64 == at
            {
                pieces &= !(1 << (to % 64));
            }
            while pieces != 0 {
                let bit = pieces.trailing_zeros();
                pieces &= pieces - 1;
                let index = pair + (mask & ((1 << bit) - 1)).count_ones() as usize;
                let from = at * 64 + bit as usize;
                let what = ctx.state.what(layout, from);
                let ways = &self.ways[self.firsts[index] as usize..self.firsts[index + 1] as usize];
                for way in ways {
                    if self.whats[way.whats as usize + what / 64] >> (what % 64) & 1 == 1
                        && self.is_open(way, gone, ctx)
                    {
                        if way.is_sure {
                            return Answer::Yes;
                        }
                        answer = Answer::Unsure;
                        suspects.insert(from as i32);
                    }
                }
            }
            pair += mask.count_ones() as usize;
        }
        answer
    }

    #[inline]
    fn is_open(&self, way: &Way, gone: Option<(usize, usize)>, ctx: &Context<'_>) -> bool {
        let layout = &ctx.rules.layout;
        if let Some(clear) = way.clear {
            let empty = ctx.state.row(layout, 0);
            for (at, &mask) in self.masks[clear as usize..][..self.row].iter().enumerate() {
                let mut free = empty[at];
                if let Some((from, to)) = gone {
                    free |= if from / 64 == at { 1 << (from % 64) } else { 0 };
                    free &= !(if to / 64 == at { 1 << (to % 64) } else { 0 });
                }
                if mask & !free != 0 {
                    return false;
                }
            }
        }
        way.over.is_none_or(|(over, classes)| {
            let over = usize::from(over);
            let class = match gone {
                Some((_, to)) if to == over => 3,
                Some((from, _)) if from == over => 0,
                _ => Classes::for_player(ctx, self.player, over),
            };
            classes.has(class)
        })
    }
}

/// Where a set stands among those kept, each once.
fn kept(known: &mut HashMap<Vec<u64>, u32>, all: &mut Vec<u64>, set: Vec<u64>) -> u32 {
    let next = all.len() as u32;
    *known.entry(set).or_insert_with_key(|set| {
        all.extend(set);
        next
    })
}

impl Search<'_> {
    /// Adds what a generator may reach; `is_sure` says that its moves are moves of the player.
    fn add(&mut self, moves: &MovesFn, is_sure: bool) -> Option<()> {
        match moves {
            MovesFn::Or(list) => list.iter().try_for_each(|item| self.add(item, is_sure)),
            MovesFn::Priority(list) => list.iter().try_for_each(|item| self.add(item, is_sure && list.len() == 1)),
            MovesFn::If(parts) => match self.known(&parts.0) {
                Some(true) => self.add(&parts.1, is_sure),
                Some(false) => self.add(&parts.2, is_sure),
                None => {
                    self.add(&parts.1, false)?;
                    self.add(&parts.2, false)
                }
            },
            MovesFn::Filter(filter) => self.add(filter.moves(), is_sure && filter.keeps_all_threats()),
            _ if moves.spares_pieces(self.c) => Some(()),
            MovesFn::ForEachPiece(each) => each.add_ways(self, is_sure),
            MovesFn::Leaf(id) => {
                for to in self.fixed_ends(*id)? {
                    // Whatever stands anywhere may let it happen.
                    self.add_anywhere(to);
                }
                Some(())
            }
            _ => None,
        }
    }

    /// What a condition is while threats of the player are looked for, where that is always the same: another player has moved
    /// before.
    fn known(&mut self, condition: &BoolFn) -> Option<bool> {
        match condition {
            BoolFn::Constant(truth) => Some(*truth),
            BoolFn::Player(PlayerTest::Prev, IntFn::Mover) => Some(false),
            BoolFn::Player(PlayerTest::Mover, IntFn::Constant(player)) => Some(*player == i32::from(self.player)),
            // Those who cannot move are rare; the rules are asked about them.
            BoolFn::NoMoves(IntFn::Mover) => {
                self.assumes_able = true;
                Some(false)
            }
            BoolFn::And(list) => {
                let mut all = Some(true);
                for item in list {
                    match self.known(item) {
                        Some(false) => return Some(false),
                        None => all = None,
                        Some(true) => {}
                    }
                }
                all
            }
            BoolFn::Not(inner) => self.known(inner).map(|truth| !truth),
            _ => None,
        }
    }

    /// Where a rule may lead that starts from a fixed site of the player.
    fn fixed_ends(&self, id: u16) -> Option<Vec<u16>> {
        let player = self.player;
        match &self.c.rules.leaves[id as usize].leaf {
            Leaf::Slide(slide) => slide.fixed_ends(self.c, player),
            Leaf::TrackSlide(slide) => slide.fixed_ends(self.c, player),
            _ => None,
        }
    }

    /// A site that the player may reach, whatever stands anywhere: any piece of the player will do to make the rules be asked.
    fn add_anywhere(&mut self, to: u16) {
        let sites = self.c.rules.topology.count(self.c.rules.default_type());
        for what in 1..self.c.rules.components.len() {
            if self.c.rules.owners[what] == self.player {
                for from in 0..sites {
                    self.push(to, from, what, Clear::new(), None, false);
                }
            }
        }
    }

    fn push(&mut self, to: u16, from: usize, what: usize, clear: Clear, over: Option<(u16, u8)>, is_sure: bool) {
        self.found.push(Found { to, from: from as u16, clear, over, is_sure, what: what as u16 });
    }

    /// Adds what the moves of a component from a site may reach.
    pub fn add_piece(&mut self, moves: &MovesFn, what: usize, from: usize, is_sure: bool) -> Option<()> {
        match moves {
            MovesFn::Or(list) => return list.iter().try_for_each(|item| self.add_piece(item, what, from, is_sure)),
            MovesFn::If(parts) => {
                let known = self.known(&parts.0).or_else(|| {
                    let fixed = parts.0.is_fixed(1 << Register::From as u16);
                    fixed.then(|| asked_of_mover(self.c, self.player, from, |ctx| parts.0.eval(ctx)))
                });
                if known != Some(false) {
                    self.add_piece(&parts.1, what, from, is_sure && known.is_some())?;
                }
                if known != Some(true) {
                    self.add_piece(&parts.2, what, from, is_sure && known.is_some())?;
                }
                return Some(());
            }
            _ if moves.spares_pieces(self.c) => return Some(()),
            _ => {}
        }
        if let Some(entries) = entries_of(self.c, moves, what, from, &mut Tests::default()) {
            return self.add_entries(what, from, &entries, is_sure);
        }
        if let Some(ends) = moves.reachable(self.c, what, from) {
            return self.add_reach(what, from, ends.iter());
        }
        let sites = self.c.rules.topology.count(self.c.rules.default_type()) as i32;
        // Where nothing is known, it may lead anywhere.
        let ends = self.only_end(moves, from).map_or(0..sites, |end| end..end + 1);
        self.add_reach(what, from, ends.filter(|end| (0..sites).contains(end)))
    }

    /// Where a rule leads that takes the piece to one site, which depends on nothing but where it stands and whose turn it is.
    fn only_end(&self, moves: &MovesFn, from: usize) -> Option<i32> {
        let MovesFn::Leaf(id) = moves else { return None };
        let Leaf::FromTo(from_to) = &self.c.rules.leaves[*id as usize].leaf else { return None };
        let end = from_to.only_end()?;
        let is_known = is_by_mover(end, 1 << Register::From as u16) || by_turn(end) == Some(false);
        is_known.then(|| asked_of_mover(self.c, self.player, from, |ctx| end.eval(ctx)))
    }

    /// Adds what the entries of a component from a site may reach.
    pub fn add_entries(&mut self, what: usize, from: usize, entries: &[Entry], is_sure: bool) -> Option<()> {
        for (index, entry) in entries.iter().enumerate() {
            let is_sure = is_sure && entry.test == Test::NONE && entry.guard == Test::NONE;
            let others = Classes::OTHERS.bits().trailing_zeros() as u8;
            match entry.kind {
                Kind::Step if entry.accept.has(others) => self.push(entry.to, from, what, Clear::new(), None, is_sure),
                Kind::Jump { over, hurdle, test, .. } if entry.accept.has(others) => {
                    let over = Some((over, hurdle.bits() as u8));
                    self.push(entry.to, from, what, Clear::new(), over, is_sure && test == Test::NONE);
                }
                Kind::Slide { pass, lands: true, distance, .. } if entry.accept.or(pass).has(others) => {
                    let way = &entries[index + 1 - usize::from(distance)..index];
                    let (mut clear, mut is_sure, mut is_open) = (Clear::new(), is_sure, true);
                    for passed in way {
                        let Kind::Slide { pass, lands, .. } = passed.kind else { return None };
                        let through = if lands { pass.and(passed.accept.contrary()) } else { pass };
                        match through.bits() {
                            0 => is_open = false,
                            0b1111 => {}
                            bits if bits == Classes::EMPTY.bits() => clear.push(passed.to),
                            _ => is_sure = false,
                        }
                    }
                    if is_open {
                        self.push(entry.to, from, what, clear, None, is_sure);
                    }
                }
                _ => {}
            }
        }
        (self.found.len() <= MOST_WAYS).then_some(())
    }

    /// Adds that a component may reach some sites from another, which only the rules can tell.
    pub fn add_reach(&mut self, what: usize, from: usize, ends: impl Iterator<Item = i32>) -> Option<()> {
        for to in ends {
            self.push(to as u16, from, what, Clear::new(), None, false);
        }
        (self.found.len() <= MOST_WAYS).then_some(())
    }
}

impl MovesFn {
    /// Whether no move of it leads to a site of the board on which something stands.
    pub(super) fn spares_pieces(&self, c: &Compiler) -> bool {
        match self {
            Self::Or(list) => list.iter().all(|item| item.spares_pieces(c)),
            Self::If(parts) => parts.1.spares_pieces(c) && parts.2.spares_pieces(c),
            Self::Filter(filter) => filter.moves().spares_pieces(c),
            Self::ForEachPiece(each) => each.spares_pieces(c),
            Self::Leaf(id) => match &c.rules.leaves[*id as usize].leaf {
                Leaf::FromTo(from_to) => from_to.spares_pieces(c.rules.default_type()),
                Leaf::Add(add) => add.spares_pieces(c.rules.default_type()),
                Leaf::Simple(simple) => simple.is_pass(),
                _ => false,
            },
            _ => false,
        }
    }
}
