//! The moves of all pieces at once: steps and jumps that change the number of a site by the same amount are one shift.
//!
//! On most boards a direction leads from a site to the one whose number is so much higher or lower. The moves that all pieces can
//! make in that direction are then what is left of the set of pieces, shifted by that much, on the sites that may be entered: to
//! count them takes as long for twenty pieces as for one.

use super::entry::{Entry, Kind};
use super::quick::Quick;
use crate::game::{Random, draw_below};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::Classes;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::sets::SiteSet;
use smallvec::SmallVec;

/// Most different sets of classes that the moves of a game may ask for.
const CLASSES: usize = 4;
/// Up to so many shifts, or pieces that take as long, moves are always counted.
const FEW: usize = 20;
/// Above so many shifts, pieces are gone through one by one.
const MOST: usize = 64;
/// How many shifts take as long as to go through one piece.
const SHIFTS_PER_PIECE: usize = 4;

/// Moves of one rule by the same amount.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shift<S> {
    /// Where they may start.
    from: S,
    leaf: u16,
    /// Which row of the table they are of.
    row: u16,
    /// What may be where they end: one of the sets of classes.
    accept: u8,
    /// What has to be jumped over, and how far on that is.
    over: Option<(u8, u8)>,
    /// How far the end is from what is jumped over, or from the start.
    by: u8,
}

impl<S: SiteSet> Shift<S> {
    /// Where the moves of some pieces end.
    #[inline(always)]
    fn ends(&self, pieces: S, sets: &[S; CLASSES]) -> S {
        let mut moved = pieces & self.from;
        if let Some((hurdle, over)) = self.over {
            moved = moved.turned(over) & sets[usize::from(hurdle)];
        }
        moved.turned(self.by) & sets[usize::from(self.accept)]
    }

    /// The move that ends on a site.
    #[inline]
    fn made(&self, to: u32, quick: &Quick) -> Option<LudMove> {
        let back = |site: u32, by: u8| (site + S::MOST - u32::from(by)) % S::MOST;
        let Some((_, over)) = self.over else {
            return Some(quick.step(self.leaf, back(to, self.by) as usize, to as u16));
        };
        let hurdle = back(to, self.by);
        quick.jump(self.row, self.leaf, back(hurdle, over) as usize, hurdle as u16, to as u16)
    }
}

/// What the pieces of a player are.
#[derive(Debug, Clone, PartialEq)]
enum Kinds {
    /// All have the moves of one row of the table.
    Same(u16),
    /// They differ; or some have none.
    Different,
}

/// The shifts of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table<S> {
    /// The sites at which pieces are asked.
    within: S,
    classes: SmallVec<[Classes; CLASSES]>,
    /// The shifts of each row.
    shifts: Vec<Vec<Shift<S>>>,
    /// By player.
    kinds: Vec<Kinds>,
    /// The shifts of all rows.
    most: usize,
}

impl<S: SiteSet> Table<S> {
    fn of(c: &Compiler, quick: &Quick, within: &Bits, sites: usize) -> Option<Self> {
        let mut words = within.words().to_vec();
        words.resize(S::MOST as usize / 64, 0);
        let mut table = Self {
            within: S::of(&words),
            classes: SmallVec::new(),
            shifts: Vec::new(),
            kinds: vec![Kinds::Different],
            most: 0,
        };
        for row in 0..quick.rows() {
            let mut shifts = Vec::new();
            for from in 0..sites {
                for (index, entry) in quick.entries_in(row, from).iter().enumerate() {
                    let again = |other: &Entry| other.leaf == entry.leaf && other.to == entry.to;
                    // Equal jumps could not be told apart by where they go.
                    if entry.kind != Kind::Step && quick.entries_in(row, from)[..index].iter().any(again) {
                        return None;
                    }
                    table.add(&mut shifts, row, from, entry)?;
                }
            }
            if shifts.len() > MOST {
                return None;
            }
            table.most += shifts.len();
            table.shifts.push(shifts);
        }
        for player in 1..=c.rules.players {
            let rows = (1..c.rules.components.len()).filter(|&what| usize::from(c.rules.owners[what]) == player);
            let mut rows = rows.map(|what| quick.row_of(what));
            let first = rows.next().flatten();
            table.kinds.push(match first {
                Some(row) if rows.all(|other| other == first) => Kinds::Same(row),
                _ => Kinds::Different,
            });
        }
        Some(table)
    }

    fn class(&mut self, classes: Classes) -> Option<u8> {
        let known = self.classes.iter().position(|known| known.bits() == classes.bits());
        let index = known.unwrap_or_else(|| {
            self.classes.push(classes);
            self.classes.len() - 1
        });
        (index < CLASSES).then_some(index as u8)
    }

    fn add(&mut self, shifts: &mut Vec<Shift<S>>, row: u16, from: usize, entry: &Entry) -> Option<()> {
        let distance = |from: usize, to: u16| (u32::from(to) + S::MOST - from as u32) % S::MOST;
        let (over, by) = match entry.kind {
            Kind::Step => (None, distance(from, entry.to)),
            Kind::Jump { over, hurdle, .. } => {
                let hurdle = self.class(hurdle)?;
                (Some((hurdle, distance(from, over) as u8)), distance(usize::from(over), entry.to))
            }
            Kind::Slide { .. } => return None,
        };
        let accept = self.class(entry.accept)?;
        let shift = Shift { from: S::only(from), leaf: entry.leaf, row, accept, over, by: by as u8 };
        let same = |known: &&mut Shift<S>| {
            let moved = Shift { from: known.from, ..shift };
            **known == moved && (known.from & shift.from) == S::EMPTY
        };
        match shifts.iter_mut().find(same) {
            Some(known) => known.from = known.from | shift.from,
            None => shifts.push(shift),
        }
        Some(())
    }

    /// The sites of each set of classes now.
    #[inline(always)]
    fn sets(&self, ctx: &Context<'_>) -> [S; CLASSES] {
        let row = |row: usize| S::of(ctx.state.row(&ctx.rules.layout, row));
        let empty = row(0);
        let mut sets = [empty; CLASSES];
        for (index, classes) in self.classes.iter().enumerate() {
            if classes.bits() == Classes::EMPTY.bits() {
                continue;
            }
            let (own, neutral) = (row(1 + usize::from(ctx.state.mover)), row(1));
            let mut sites = S::EMPTY;
            let others = S::ALL & !(empty | own | neutral);
            for (class, members) in [empty, own, neutral, others].into_iter().enumerate() {
                if classes.bits() >> class & 1 == 1 {
                    sites = sites | members;
                }
            }
            sets[index] = sites;
        }
        sets
    }

    /// Calls `visit` with the moves that the pieces of a player can make by each shift, those that end on the same site by other
    /// shifts apart, until it says stop.
    #[inline(always)]
    fn each<'s>(
        &'s self,
        player: usize,
        quick: &Quick,
        ctx: &Context<'_>,
        mut visit: impl FnMut(S, &'s Shift<S>) -> bool,
    ) {
        let layout = &ctx.rules.layout;
        let sets = self.sets(ctx);
        let own = S::of(ctx.state.row(layout, 1 + player)) & self.within;
        let mut by_shifts = |row: u16, pieces: S| {
            self.shifts[usize::from(row)].iter().all(|shift| {
                let ends = shift.ends(pieces, &sets);
                ends == S::EMPTY || visit(ends, shift)
            })
        };
        if let Kinds::Same(row) = self.kinds[player] {
            by_shifts(row, own);
            return;
        }
        let mut rows: SmallVec<[S; 8]> = SmallVec::from_elem(S::EMPTY, self.shifts.len());
        let mut left = own;
        while left != S::EMPTY {
            let site = left.first() as usize;
            let piece = S::only(site);
            left = left ^ piece;
            if let Some(row) = quick.row_of(ctx.state.what(layout, site)) {
                rows[usize::from(row)] = rows[usize::from(row)] | piece;
            }
        }
        for (row, &pieces) in rows.iter().enumerate() {
            if pieces != S::EMPTY && !by_shifts(row as u16, pieces) {
                return;
            }
        }
    }

    #[inline(always)]
    fn pick(&self, quick: &Quick, ctx: &Context<'_>, rng: &mut Random) -> Option<LudMove> {
        let mut found: SmallVec<[(S, &Shift<S>); 24]> = SmallVec::new();
        let mut total = 0;
        self.each(usize::from(ctx.state.mover), quick, ctx, |ends, shift| {
            total += ends.len();
            found.push((ends, shift));
            true
        });
        if total == 0 {
            return None;
        }
        let mut left = draw_below(rng, total);
        for (ends, shift) in &found {
            let here = ends.len();
            if left < here {
                return shift.made(ends.nth(left), quick);
            }
            left -= here;
        }
        None
    }

    #[inline(always)]
    fn any(&self, player: usize, quick: &Quick, ctx: &Context<'_>) -> bool {
        let mut any = false;
        self.each(player, quick, ctx, |_, _| {
            any = true;
            false
        });
        any
    }

    #[inline(always)]
    fn cost(&self, player: usize, ctx: &Context<'_>) -> Cost {
        let own = S::of(ctx.state.row(&ctx.rules.layout, 1 + player)) & self.within;
        let shifts = match self.kinds[player] {
            Kinds::Same(row) => self.shifts[usize::from(row)].len(),
            Kinds::Different => self.most,
        };
        Cost { shifts, pieces: SHIFTS_PER_PIECE * own.len() as usize }
    }
}

/// The shifts of a table of moves, on boards of up to 64 or up to 128 sites.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shifts {
    Narrow(Box<Table<u64>>),
    Wide(Box<Table<u128>>),
}

impl Shifts {
    /// The shifts of a table of which all moves can be counted, asked of the pieces `within` some sites.
    pub fn of(c: &Compiler, quick: &Quick, within: &Bits) -> Option<Self> {
        if !quick.is_countable() || c.rules.features.owners_change {
            return None;
        }
        let sites = c.rules.topology.count(c.rules.default_type());
        match c.rules.layout.row {
            1 => Table::of(c, quick, within, sites).map(|table| Self::Narrow(Box::new(table))),
            2 => Table::of(c, quick, within, sites).map(|table| Self::Wide(Box::new(table))),
            _ => None,
        }
    }

    /// Counts the mover's moves and takes one of them by lot; none where there are none.
    #[inline]
    pub fn pick(&self, quick: &Quick, ctx: &Context<'_>, rng: &mut Random) -> Option<LudMove> {
        match self {
            Self::Narrow(table) => table.pick(quick, ctx, rng),
            Self::Wide(table) => table.pick(quick, ctx, rng),
        }
    }

    /// Whether any piece of a player can move.
    #[inline]
    pub fn any(&self, player: usize, quick: &Quick, ctx: &Context<'_>) -> bool {
        match self {
            Self::Narrow(table) => table.any(player, quick, ctx),
            Self::Wide(table) => table.any(player, quick, ctx),
        }
    }

    /// How long it takes to count the moves of a player.
    #[inline]
    pub fn cost(&self, player: usize, ctx: &Context<'_>) -> Cost {
        match self {
            Self::Narrow(table) => table.cost(player, ctx),
            Self::Wide(table) => table.cost(player, ctx),
        }
    }
}

/// How long it takes to count moves by shifts, and to go through the pieces one by one, in shifts.
pub(super) struct Cost {
    shifts: usize,
    pieces: usize,
}

impl Cost {
    /// Whether shifts take less long than to go through the pieces.
    #[inline]
    pub fn is_worth(&self) -> bool {
        self.shifts <= self.pieces
    }

    /// Whether moves are better counted than tried.
    #[inline]
    pub fn is_low(&self) -> bool {
        self.shifts.min(self.pieces) <= FEW
    }
}
