//! A position of a game compiled from a description.

use super::bits::Bits;
use super::hash::fact;
use super::layout::{Layout, NOWHERE, Plane};
use super::memory::Memory;
use super::moves::LudMove;
use super::rules::Running;
use crate::lud::board::SiteType;
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};

/// Most players (colours) of a game.
pub const MAX_PLAYERS: usize = 16;

/// One number per player, counted from 1; 0 is nobody.
pub type PerPlayer<T> = [T; MAX_PLAYERS + 1];

/// Turns are not told apart that have so many moves or more.
pub const LONG_TURN: u8 = 3;

/// What the rules may ask about the last move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LastMove {
    /// The move itself; meaningless before the first.
    pub chosen: LudMove,
    /// Where it came from and went to, as `(last From)` and `(last To)` say; −1 where it has none.
    pub from: i32,
    /// See `from`.
    pub to: i32,
    /// Site types of both.
    pub from_type: SiteType,
    /// See `from_type`.
    pub to_type: SiteType,
    /// Levels of both, in stacking games.
    pub from_level: i32,
    /// See `from_level`.
    pub to_level: i32,
    /// `to` of the last action that has a site, consequences included.
    pub to_after: i32,
    /// `from` of the last action that has a site, consequences included.
    pub from_after: i32,
    /// Sites of the last action carried out so far that has any, while the move is being carried out.
    pub from_noted: i32,
    /// See `from_noted`.
    pub to_noted: i32,
    /// Who moved.
    pub mover: u8,
    /// Whether it was a pass.
    pub is_pass: bool,
    /// Whether it was a swap of players.
    pub is_swap: bool,
}

impl LastMove {
    /// Notes the sites of an action that is carried out, as far as it has any.
    #[inline]
    pub(super) fn note(&mut self, from: i32, to: i32) {
        if from >= 0 {
            self.from_noted = from;
        }
        if to >= 0 {
            self.to_noted = to;
        }
    }
}

impl Default for LastMove {
    fn default() -> Self {
        Self {
            chosen: LudMove::NONE,
            from: -1,
            to: -1,
            from_type: SiteType::Cell,
            to_type: SiteType::Cell,
            from_level: 0,
            to_level: 0,
            to_after: -1,
            from_after: -1,
            from_noted: -1,
            to_noted: -1,
            mover: 0,
            is_pass: false,
            is_swap: false,
        }
    }
}

/// The part of a position that every game keeps: plain numbers, copied as bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Core {
    pub(super) hash: u64,
    /// Colour to move, next to move, and who moved before.
    pub mover: u8,
    /// See `mover`.
    pub next: u8,
    /// See `mover`.
    pub prev: u8,
    /// Whether the game is over.
    pub over: bool,
    /// Bit p: player p still plays.
    pub active: u32,
    /// Bit p: player p is known to be unable to move.
    pub stalemated: u32,
    /// Moves since the start position; the move being played counts from the moment at which its consequences begin.
    pub moves: u32,
    /// Turns so far, as `count Turns` says (from 1).
    pub turns: u32,
    /// Moves in this turn before the next one.
    pub moves_this_turn: u32,
    /// Ludii's counter, −1 at first.
    pub counter: i32,
    /// The unnamed variable (`temp`).
    pub temp: i32,
    /// Consecutive passes.
    pub passes: u32,
    /// Bit p: the last turn of player p was a pass.
    pub passed: u32,
    /// Who made the moves of the turn at hand, how many they are so far (up to [`LONG_TURN`]), and whether the first was a pass.
    pub turn_mover: u8,
    /// Who made the moves of the turn before that; 0 where there was none.
    pub before_turn: u8,
    /// See `turn_mover`.
    pub turn_length: u8,
    /// See `turn_mover`.
    pub turn_passed: bool,
    /// How many turns just before the one at hand were mere passes.
    pub passed_turns: u8,
    /// Losses given by the end rules of the move at hand.
    pub losses_decided: u8,
    /// Bit p: player p has lost.
    pub lost: u32,
    /// Ranks of finished players; 0 while undecided.
    pub ranking: PerPlayer<f32>,
    /// Winners and losers so far.
    pub winners: u8,
    /// See `winners`.
    pub losers: u8,
    /// Phase of each player.
    pub phase: PerPlayer<u8>,
    /// Score of each player.
    pub score: PerPlayer<i32>,
    /// Seat (1-based) that plays each colour.
    pub seat: PerPlayer<u8>,
    /// The last move.
    pub last: LastMove,
    /// Decides what the rules leave to chance until the next move.
    pub chance: u64,
    /// Whether the last roll showed equal faces.
    pub dice_equal: bool,
    /// Whether a die was turned to another face since the sums of the dice were worked out.
    pub dice_turned: bool,
}

impl Core {
    /// What the rules can tell of the numbers that grow with every move.
    pub(super) fn told(&self, running: Running) -> [i32; 4] {
        [
            (self.moves as i32).min(running.moves),
            (self.turns as i32).min(running.turns),
            self.counter.min(running.counter),
            (self.moves_this_turn as i32).min(running.in_turn),
        ]
    }
}

/// A position. Equality is that of every field; the hashes cover parts of it, from the contents of all
/// sites ([`State::contents_hash`]) to the whole situation ([`State::full_hash`]).
#[derive(Debug, PartialEq)]
pub struct State {
    core: Core,
    pub(super) words: Vec<u64>,
    /// Pending values set by the last move.
    pub pending: SmallVec<[i32; 4]>,
    /// Sites jumped over by the last move, where rules ask for them.
    pub last_between: SmallVec<[i16; 4]>,
    /// Faces (indices) that the next roll will show, one per die of the game.
    pub next_faces: SmallVec<[u8; 8]>,
    /// Current value of each die; 0 once used.
    pub dice: SmallVec<[i16; 8]>,
    /// Sum of each set of dice.
    pub dice_sums: SmallVec<[i16; 2]>,
    /// What only some games keep.
    pub memory: Option<Box<Memory>>,
}

impl Deref for State {
    type Target = Core;

    #[inline]
    fn deref(&self) -> &Core {
        &self.core
    }
}

impl DerefMut for State {
    #[inline]
    fn deref_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            core: self.core,
            words: self.words.clone(),
            pending: self.pending.clone(),
            last_between: self.last_between.clone(),
            next_faces: self.next_faces.clone(),
            dice: self.dice.clone(),
            dice_sums: self.dice_sums.clone(),
            memory: self.memory.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.copy_but_memory(other);
        match (&mut self.memory, &other.memory) {
            (Some(mine), Some(theirs)) => mine.clone_from(theirs),
            (mine, theirs) => mine.clone_from(theirs),
        }
    }
}

impl State {
    /// Whether another position is the same but for chance and for numbers that grow with every move, as far as the rules
    /// cannot tell those apart.
    pub(super) fn is_same_but_for(&self, other: &Self, running: Running) -> bool {
        let (one, two) = (&self.core, &other.core);
        let core = Core {
            moves: one.moves,
            turns: one.turns,
            counter: one.counter,
            moves_this_turn: one.moves_this_turn,
            chance: one.chance,
            ..*two
        };
        self.hash == other.hash
            && one.told(running) == two.told(running)
            && core == *one
            && self.words == other.words
            && self.pending == other.pending
            && self.last_between == other.last_between
            && self.next_faces == other.next_faces
            && self.dice == other.dice
            && self.dice_sums == other.dice_sums
            && self.memory == other.memory
    }

    /// Keeps what [`State::put_back`] needs to undo whatever happens to `other` from now on. Earlier positions are not
    /// copied: nothing but the end of their list can change.
    pub(super) fn keep(&mut self, other: &Self) {
        self.copy_but_memory(other);
        match (&mut self.memory, &other.memory) {
            (Some(mine), Some(theirs)) => mine.copy_but_history(theirs),
            (mine, theirs) => mine.clone_from(theirs),
        }
    }

    /// Puts back what was kept, when `earlier` positions were remembered.
    pub(super) fn put_back(&mut self, kept: &mut Self, earlier: usize) {
        std::mem::swap(self, kept);
        if let (Some(mine), Some(theirs)) = (&mut self.memory, &mut kept.memory) {
            std::mem::swap(&mut mine.history, &mut theirs.history);
            mine.history.truncate(earlier);
        }
    }

    fn copy_but_memory(&mut self, other: &Self) {
        self.core = other.core;
        if self.words.len() == other.words.len() {
            self.words.copy_from_slice(&other.words);
        } else {
            self.words.clone_from(&other.words);
        }
        copy_short(&mut self.pending, &other.pending);
        copy_short(&mut self.last_between, &other.last_between);
        copy_short(&mut self.next_faces, &other.next_faces);
        copy_short(&mut self.dice, &other.dice);
        copy_short(&mut self.dice_sums, &other.dice_sums);
    }
}

/// The highest bit of each lane of 16 bits that holds a value.
#[inline]
fn lanes_equal(word: u64, value: u16) -> u64 {
    const LOW: u64 = 0x7fff_7fff_7fff_7fff;
    let difference = word ^ (u64::from(value) * 0x0001_0001_0001_0001);
    !(((difference & LOW) + LOW) | difference | LOW)
}

/// Makes a list equal to another; both are empty most of the time.
#[inline]
fn copy_short<A: smallvec::Array<Item: Copy>>(mine: &mut SmallVec<A>, theirs: &SmallVec<A>) {
    if !(mine.is_empty() && theirs.is_empty()) {
        mine.clear();
        mine.extend_from_slice(theirs);
    }
}

impl State {
    /// An empty board before any start rule.
    #[must_use]
    pub fn empty(layout: &Layout, players: usize, with_memory: bool) -> Self {
        let core = Core {
            hash: 0,
            mover: 1,
            next: if players > 1 { 2 } else { 1 },
            prev: 0,
            over: false,
            active: ((1u32 << players) - 1) << 1,
            stalemated: 0,
            moves: 0,
            turns: 1,
            moves_this_turn: 0,
            counter: -1,
            temp: -1,
            passes: 0,
            passed: 0,
            turn_mover: 0,
            before_turn: 0,
            turn_length: 0,
            turn_passed: false,
            passed_turns: players as u8,
            losses_decided: 0,
            lost: 0,
            ranking: [0.0; MAX_PLAYERS + 1],
            winners: 0,
            losers: 0,
            phase: [0; MAX_PLAYERS + 1],
            score: [0; MAX_PLAYERS + 1],
            seat: std::array::from_fn(|colour| colour as u8),
            last: LastMove::default(),
            chance: 0,
            dice_equal: false,
            dice_turned: false,
        };
        let mut state = Self {
            core,
            words: vec![0; layout.words],
            pending: SmallVec::new(),
            last_between: SmallVec::new(),
            next_faces: SmallVec::new(),
            dice: SmallVec::new(),
            dice_sums: SmallVec::new(),
            memory: with_memory.then(Box::default),
        };
        let empty = Bits::full(layout.sites);
        state.words[..empty.words().len()].copy_from_slice(empty.words());
        state
    }

    /// What only some games keep; the compiler makes sure that a game whose rules use it has it.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        self.memory.as_deref().expect("the compiler gives memory to every game whose rules use it")
    }

    /// See [`State::memory`].
    pub fn memory_mut(&mut self) -> &mut Memory {
        self.memory.as_deref_mut().expect("the compiler gives memory to every game whose rules use it")
    }

    /// Value of a plane at a flat site; 0 where the game does not keep the plane or the site is nowhere.
    #[inline]
    #[must_use]
    pub fn get(&self, layout: &Layout, plane: Plane, flat: usize) -> i32 {
        match layout.planes[plane as usize] {
            Some(first) if flat != NOWHERE => {
                i32::from((self.words[first as usize + flat / 4] >> (flat % 4 * 16)) as u16)
            }
            _ => 0,
        }
    }

    /// The first flat site that `accept` takes among those at which a plane holds a value; none where the game does not keep the
    /// plane.
    #[inline]
    #[must_use]
    pub fn first_equal(
        &self,
        layout: &Layout,
        plane: Plane,
        value: u16,
        accept: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let first = usize::from(layout.planes[plane as usize]?);
        for (index, &word) in self.words[first..first + layout.sites.div_ceil(4)].iter().enumerate() {
            let mut equal = lanes_equal(word, value);
            while equal != 0 {
                let flat = index * 4 + equal.trailing_zeros() as usize / 16;
                if accept(flat) {
                    return Some(flat);
                }
                equal &= equal - 1;
            }
        }
        None
    }

    /// At how many of the first `sites` flat sites a plane holds a value; nothing where the game does not keep the plane.
    #[must_use]
    pub fn count_equal(&self, layout: &Layout, plane: Plane, value: u16, sites: usize) -> Option<usize> {
        let first = usize::from(layout.planes[plane as usize]?);
        let equal = |word: u64| lanes_equal(word, value);
        let whole = sites / 4;
        let mut count: u32 = self.words[first..first + whole].iter().map(|&word| equal(word).count_ones()).sum();
        if !sites.is_multiple_of(4) {
            let lanes = (1 << (sites % 4 * 16)) - 1;
            count += (equal(self.words[first + whole]) & lanes).count_ones();
        }
        Some(count as usize)
    }

    /// Component on (top of) a flat site; 0 where it is empty or nowhere.
    #[inline]
    #[must_use]
    pub fn what(&self, layout: &Layout, flat: usize) -> usize {
        if flat == NOWHERE {
            return 0;
        }
        let (word, shift) = layout.what_at(flat);
        usize::from((self.words[word] >> shift) as u16)
    }

    /// Replaces the component on a flat site in a game that keeps nothing else, with the rows of bits and the hash.
    #[inline]
    pub fn exchange(&mut self, layout: &Layout, owners: &[u8], flat: usize, new: usize) {
        let (word, shift) = layout.what_at(flat);
        let old = usize::from((self.words[word] >> shift) as u16);
        if old == new {
            return;
        }
        self.words[word] ^= ((old ^ new) as u64) << shift;
        let row = |what: usize| if what == 0 { 0 } else { 1 + usize::from(owners[what]) };
        let (old_row, new_row) = (row(old), row(new));
        if old_row != new_row {
            self.flip(layout, old_row, flat);
            self.flip(layout, new_row, flat);
        }
        if old != 0 {
            self.core.hash ^= fact(Plane::What as u64, flat, old as u64);
        }
        if new != 0 {
            self.core.hash ^= fact(Plane::What as u64, flat, new as u64);
        }
    }

    /// Takes the component on a flat site to another, where it replaces what is there, in a game that keeps nothing else.
    #[inline]
    pub fn relocate(&mut self, layout: &Layout, owners: &[u8], from: usize, to: usize) {
        let (word, shift) = layout.what_at(from);
        let what = usize::from((self.words[word] >> shift) as u16);
        if what == 0 || from == to {
            return;
        }
        self.words[word] ^= (what as u64) << shift;
        let (word, shift) = layout.what_at(to);
        let taken = usize::from((self.words[word] >> shift) as u16);
        self.words[word] ^= ((what ^ taken) as u64) << shift;
        let row = 1 + usize::from(owners[what]);
        self.flip(layout, 0, from);
        self.flip(layout, row, from);
        self.flip(layout, row, to);
        self.core.hash ^= fact(Plane::What as u64, from, what as u64) ^ fact(Plane::What as u64, to, what as u64);
        if taken == 0 {
            self.flip(layout, 0, to);
        } else {
            self.flip(layout, 1 + usize::from(owners[taken]), to);
            self.core.hash ^= fact(Plane::What as u64, to, taken as u64);
        }
    }

    /// Sets a plane at a flat site and keeps the hash. The caller keeps the rows of bits.
    #[inline]
    pub fn set(&mut self, layout: &Layout, plane: Plane, flat: usize, value: i32) {
        let Some(first) = layout.planes[plane as usize] else { return };
        let word = &mut self.words[first as usize + flat / 4];
        let shift = flat % 4 * 16;
        let old = (*word >> shift) as u16;
        let new = value as u16;
        if old == new {
            return;
        }
        *word ^= u64::from(old ^ new) << shift;
        let silent = plane.unhashed();
        if old > silent {
            self.hash ^= fact(plane as u64, flat, u64::from(old));
        }
        if new > silent {
            self.hash ^= fact(plane as u64, flat, u64::from(new));
        }
    }

    /// Row of bits: 0 for empty sites, 1 + owner for occupied ones.
    #[inline]
    #[must_use]
    pub fn row(&self, layout: &Layout, row: usize) -> &[u64] {
        &self.words[row * layout.row..(row + 1) * layout.row]
    }

    /// Flips a site in a row of bits.
    #[inline]
    pub fn flip(&mut self, layout: &Layout, row: usize, flat: usize) {
        self.words[row * layout.row + flat / 64] ^= 1 << (flat % 64);
    }

    /// Whether a flat site is in a row of bits.
    #[inline]
    #[must_use]
    pub fn is_in_row(&self, layout: &Layout, row: usize, flat: usize) -> bool {
        self.words[row * layout.row + flat / 64] >> (flat % 64) & 1 == 1
    }

    /// Whether nothing is on a flat site.
    #[inline]
    #[must_use]
    pub fn is_empty_at(&self, flat: usize) -> bool {
        flat != NOWHERE && self.words[flat / 64] >> (flat % 64) & 1 == 1
    }

    /// Whether a player still plays.
    #[inline]
    #[must_use]
    pub fn is_active(&self, player: i32) -> bool {
        player > 0 && player < 32 && self.active >> player & 1 == 1
    }
}
