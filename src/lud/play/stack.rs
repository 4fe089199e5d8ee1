//! Stacks: several pieces on one site, the first at the bottom.
//!
//! All levels of all sites stand in one row, site after site, so that a state stays flat; the planes of the state mirror the
//! top of each stack, which is what most rules ask for.

use super::action::Action;
use super::context::Context;
use super::layout::{NOWHERE, Plane};
use super::level::Level;
use super::state::MAX_PLAYERS;
use crate::lud::board::SiteType;

/// Owners that pieces may have: nobody, the players, and all of them together.
const OWNERS: usize = MAX_PLAYERS + 2;

/// The stacks of a state.
#[derive(Debug, PartialEq, Default)]
pub struct Stacks {
    /// Height of the stack on each flat site; empty where the game has no stacks.
    heights: Vec<u16>,
    /// Where the pieces of each flat site begin.
    starts: Vec<u16>,
    /// All pieces, by site and then from the bottom up.
    levels: Vec<Level>,
    /// How many pieces of each owner have others on top of them.
    buried: [u16; OWNERS],
    /// State, rotation and value that stayed behind above a stack: flat site, level, and a piece that stands for them, by site
    /// and level.
    ///
    /// Where a piece is taken from a given level and those above move down, Ludii does not clear what the top piece had at
    /// its old level, and the next piece put there without any of its own takes it over.
    leftovers: Vec<(u16, u16, Level)>,
}

impl Clone for Stacks {
    fn clone(&self) -> Self {
        Self {
            heights: self.heights.clone(),
            starts: self.starts.clone(),
            levels: self.levels.clone(),
            buried: self.buried,
            leftovers: self.leftovers.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.heights.clone_from(&other.heights);
        self.starts.clone_from(&other.starts);
        self.levels.clone_from(&other.levels);
        self.buried = other.buried;
        self.leftovers.clone_from(&other.leftovers);
    }
}

impl Stacks {
    /// Whether the game has none.
    pub(super) fn are_none(&self) -> bool {
        self.heights.is_empty()
    }

    /// Empty stacks on this many sites.
    #[must_use]
    pub fn new(sites: usize) -> Self {
        Self { heights: vec![0; sites], starts: vec![0; sites], ..Self::default() }
    }

    /// Whether any piece of an owner has others on top of it.
    #[inline]
    #[must_use]
    pub fn has_buried(&self, owner: usize) -> bool {
        self.buried.get(owner).is_none_or(|&buried| buried > 0)
    }

    /// Notes which pieces from a place on to the one below the top of a stack are no longer buried, or are so from now on.
    #[inline]
    fn note_buried(&mut self, places: std::ops::Range<usize>, change: u16) {
        for place in places {
            let buried = &mut self.buried[usize::from(self.levels[place].who)];
            *buried = buried.wrapping_add(change);
        }
    }

    /// Whether anything stayed behind above a stack.
    pub(super) fn has_leftovers(&self) -> bool {
        !self.leftovers.is_empty()
    }

    /// What stayed behind above stacks: flat site, level, and a piece that stands for it.
    pub(super) fn leftovers(&self) -> &[(u16, u16, Level)] {
        &self.leftovers
    }

    /// Leaves something behind at a level of a flat site at which nothing else stayed.
    pub(super) fn leave_behind(&mut self, flat: usize, level: usize, piece: Level) {
        let (flat, level) = (flat as u16, level as u16);
        let at = self.leftovers.partition_point(|held| (held.0, held.1) < (flat, level));
        self.leftovers.insert(at, (flat, level, Level { what: 0, who: 0, ..piece }));
    }

    /// Takes away what stayed behind at a level.
    fn take_leftover(&mut self, flat: usize, level: usize) -> Option<Level> {
        let at = |held: &(u16, u16, Level)| usize::from(held.0) == flat && usize::from(held.1) == level;
        let index = self.leftovers.iter().position(at)?;
        Some(self.leftovers.remove(index).2)
    }

    /// Height of the stack on a flat site.
    #[inline]
    #[must_use]
    pub fn height(&self, flat: usize) -> usize {
        self.heights.get(flat).copied().unwrap_or(0) as usize
    }

    /// Number of pieces below the stack on a flat site in the row of all pieces.
    #[inline]
    fn first(&self, flat: usize) -> usize {
        usize::from(self.starts[flat])
    }

    /// Notes that a stack has another height, and so that all after it start elsewhere.
    fn resize(&mut self, flat: usize, height: usize) {
        let change = (height as u16).wrapping_sub(self.heights[flat]);
        if change == 0 {
            return;
        }
        self.heights[flat] = height as u16;
        for start in &mut self.starts[flat + 1..] {
            *start = start.wrapping_add(change);
        }
    }

    /// The pieces on a flat site from the bottom up.
    #[inline]
    #[must_use]
    pub fn levels(&self, flat: usize) -> &[Level] {
        if flat >= self.heights.len() {
            return &[];
        }
        let first = self.first(flat);
        &self.levels[first..first + self.height(flat)]
    }

    /// Every flat site that holds pieces, with them; `empty` has a bit for each site that holds none.
    pub fn among<'s>(&'s self, empty: &'s [u64]) -> impl Iterator<Item = (usize, &'s [Level])> {
        let mut first = 0;
        let mut at = 0;
        let mut word = !empty.first().copied().unwrap_or(u64::MAX);
        std::iter::from_fn(move || {
            while word == 0 {
                at += 1;
                word = !*empty.get(at)?;
            }
            let flat = at * 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            let height = usize::from(*self.heights.get(flat)?);
            first += height;
            Some((flat, &self.levels[first - height..first]))
        })
    }

    /// Every flat site that holds pieces, with them.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[Level])> {
        let mut first = 0;
        self.heights.iter().enumerate().filter(|(_, height)| **height > 0).map(move |(flat, &height)| {
            let levels = &self.levels[first..first + height as usize];
            first += height as usize;
            (flat, levels)
        })
    }
}

/// What a piece at a level adds to the contents hash.
#[inline]
fn level_fact(index: usize, flat: usize, piece: Level) -> u64 {
    super::hash::fact(16 + index as u64, flat, piece.packed())
}

/// The part of the contents hash that stacks make.
pub(super) fn hash_from_scratch(stacks: &Stacks) -> u64 {
    let mut hash = 0;
    for (flat, levels) in stacks.iter() {
        for (index, &level) in levels.iter().enumerate() {
            hash ^= level_fact(index, flat, level);
        }
    }
    hash
}

impl Context<'_> {
    /// The stacks of the position.
    #[must_use]
    pub fn stacks(&self) -> &Stacks {
        &self.state.memory().stacks
    }

    /// Height of the stack on a site; in games without stacks 1 where it holds anything.
    #[must_use]
    pub fn height(&self, kind: SiteType, site: i32) -> i32 {
        let flat = self.flat(kind, site);
        if flat == NOWHERE {
            0
        } else if self.rules.features.stacking {
            self.stacks().height(flat) as i32
        } else {
            i32::from(!self.state.is_empty_at(flat))
        }
    }

    /// A plane of the piece at a level; of the top where the level is negative; 0 where there is none.
    #[must_use]
    pub fn plane_at(&self, plane: Plane, kind: SiteType, site: i32, level: i32) -> i32 {
        if level < 0 || !self.rules.features.stacking {
            return if plane == Plane::Who { self.who(kind, site) } else { self.plane(plane, kind, site) };
        }
        let flat = self.flat(kind, site);
        self.stacks().levels(flat).get(level as usize).map_or(0, |piece| piece.get(plane))
    }

    /// Puts a piece into a stack at a level, or on top where the level is negative.
    pub fn stack_insert(&mut self, flat: usize, level: i32, piece: Level) {
        if flat == NOWHERE {
            return;
        }
        let height = self.stacks().height(flat);
        if !self.stacks().leftovers.is_empty() {
            self.state.memory_mut().stacks.take_leftover(flat, height);
        }
        let at = if level < 0 { height } else { (level as usize).min(height) };
        self.stack_edit(flat, at, height + 1, |levels, first| levels.insert(first + at, piece));
    }

    /// Puts a piece on top of a stack that has no state, rotation or value of its own.
    fn stack_add(&mut self, flat: usize, what: i32) {
        if flat == NOWHERE {
            return;
        }
        let mut piece = self.piece(what, [0; 3]);
        if !self.stacks().leftovers.is_empty() {
            let height = self.stacks().height(flat);
            if let Some(left) = self.state.memory_mut().stacks.take_leftover(flat, height) {
                piece = Level { what: piece.what, who: piece.who, ..left };
            }
        }
        self.stack_insert(flat, -1, piece);
    }

    /// Puts several pieces without rotation or value on top of a stack above which nothing stayed behind: their components and
    /// local states.
    pub(super) fn stack_pile(&mut self, flat: usize, pieces: impl ExactSizeIterator<Item = (u16, u16)>) {
        let owners = &self.rules.owners;
        let piece = |(what, state)| Level { what, who: owners[usize::from(what)], state, ..Level::default() };
        self.stack_levels(flat, pieces.map(piece));
    }

    /// Puts several pieces on top of a stack above which nothing stayed behind.
    pub(super) fn stack_levels(&mut self, flat: usize, pieces: impl ExactSizeIterator<Item = Level>) {
        let height = self.stacks().height(flat);
        let added = pieces.len();
        self.stack_edit(flat, height, height + added, |levels, first| {
            let (at, end) = (first + height, levels.len());
            levels.resize(end + added, Level::default());
            levels.copy_within(at..end, at + added);
            for (level, piece) in levels[at..].iter_mut().zip(pieces) {
                *level = piece;
            }
        });
    }

    /// Takes all pieces off a stack above which nothing stayed behind but so many.
    pub(super) fn stack_cut(&mut self, flat: usize, height: usize) {
        let above = self.stacks().height(flat);
        if above > height {
            self.stack_edit(flat, height, height, |levels, first| drop(levels.drain(first + height..first + above)));
        }
    }

    /// Takes the piece at a level out of a stack, or the top where the level is negative.
    pub fn stack_remove(&mut self, flat: usize, level: i32) -> Option<Level> {
        if flat == NOWHERE {
            return None;
        }
        let height = self.stacks().height(flat);
        let at = if level < 0 { height.wrapping_sub(1) } else { level as usize };
        if at >= height {
            return None;
        }
        if level >= 0
            && let Some(&top) = self.stacks().levels(flat).last()
            && (top.state, top.rotation, top.value) != (0, 0, 0)
        {
            self.state.memory_mut().stacks.leave_behind(flat, height - 1, top);
        }
        let mut taken = None;
        self.stack_edit(flat, at, height - 1, |levels, first| taken = Some(levels.remove(first + at)));
        taken
    }

    /// Takes the top of a stack to the top of another, where it arrives with the state, rotation and value that `given` tells of
    /// it; `false` where that is not all that there is to it, and then nothing has happened.
    fn stack_carry(&mut self, source: usize, target: usize, given: impl FnOnce(Level) -> [i32; 3]) -> bool {
        let rules = self.rules;
        let state = &mut *self.state;
        let Some(memory) = state.memory.as_deref_mut() else { return false };
        let stacks = &mut memory.stacks;
        if source == NOWHERE || target == NOWHERE || !stacks.leftovers.is_empty() || stacks.heights[source] == 0 {
            return false;
        }
        let (before, below) = (usize::from(stacks.heights[source]) - 1, usize::from(stacks.heights[target]));
        let (top, end) = (stacks.first(source) + before, stacks.first(target) + below);
        let taken = stacks.levels[top];
        // The piece below the one taken comes out on top, and the one on which that is put no longer is.
        if before > 0 {
            stacks.note_buried(top - 1..top, 1u16.wrapping_neg());
        }
        if below > 0 {
            stacks.note_buried(end - 1..end, 1);
        }
        let what = usize::from(taken.what);
        let [own_state, rotation, value] = given(taken);
        let put = Level {
            what: taken.what,
            who: rules.owners[what],
            state: own_state.max(0) as u16,
            rotation: rotation.max(0) as u8,
            value: value.max(0) as u16,
        };
        // The pieces in between move up or down by one.
        if source < target {
            stacks.levels.copy_within(top + 1..end, top);
            stacks.levels[end - 1] = put;
            for start in &mut stacks.starts[source + 1..=target] {
                *start -= 1;
            }
        } else {
            stacks.levels.copy_within(end..top, end + 1);
            stacks.levels[end] = put;
            for start in &mut stacks.starts[target + 1..=source] {
                *start += 1;
            }
        }
        stacks.heights[source] -= 1;
        stacks.heights[target] += 1;
        let left = match before {
            0 => Level::default(),
            _ => stacks.levels[stacks.first(source) + before - 1],
        };
        state.toggle(level_fact(before, source, taken) ^ level_fact(below, target, put));
        self.show_top(source, left);
        self.show_top(target, put);
        true
    }

    /// Whether a level is that of the top of a stack, and the piece there has neither state nor rotation nor value.
    fn is_bare_top(&self, flat: usize, level: i32) -> bool {
        let levels = self.stacks().levels(flat);
        levels
            .last()
            .is_some_and(|top| level + 1 == levels.len() as i32 && (top.state, top.rotation, top.value) == (0, 0, 0))
    }

    /// Makes the planes and rows of a site show the top of its stack.
    #[inline]
    fn show_top(&mut self, flat: usize, top: Level) {
        self.put(flat, i32::from(top.what), i32::from(top.who), i32::from(top.what > 0));
        let layout = &self.rules.layout;
        for plane in [Plane::State, Plane::Rotation, Plane::Value] {
            if layout.planes[plane as usize].is_some() {
                self.state.set(layout, plane, flat, top.get(plane));
            }
        }
    }

    /// Empties a site altogether.
    pub fn stack_clear(&mut self, flat: usize) {
        if flat != NOWHERE {
            let height = self.stacks().height(flat);
            self.stack_edit(flat, 0, 0, |levels, first| drop(levels.drain(first..first + height)));
            self.state.memory_mut().stacks.leftovers.retain(|left| usize::from(left.0) != flat);
        }
    }

    /// Changes the stack on a site from a level on, and keeps heights, hash, planes and rows. `edit` is given the pieces of
    /// all stacks and the place of the lowest of this one; `height` is that of the stack afterwards.
    #[inline]
    fn stack_edit(&mut self, flat: usize, from: usize, height: usize, edit: impl FnOnce(&mut Vec<Level>, usize)) {
        let state = &mut *self.state;
        let Some(memory) = state.memory.as_deref_mut() else { return };
        let stacks = &mut memory.stacks;
        let first = stacks.first(flat);
        let before = usize::from(stacks.heights[flat]);
        let mut changes = 0;
        for index in from..before {
            changes ^= level_fact(index, flat, stacks.levels[first + index]);
        }
        let lowest = from.min(before).min(height).saturating_sub(1);
        stacks.note_buried(first + lowest..first + before.saturating_sub(1), 1u16.wrapping_neg());
        edit(&mut stacks.levels, first);
        stacks.note_buried(first + lowest..first + height.saturating_sub(1), 1);
        for index in from..height {
            changes ^= level_fact(index, flat, stacks.levels[first + index]);
        }
        stacks.resize(flat, height);
        let top = if height == 0 { Level::default() } else { stacks.levels[first + height - 1] };
        state.toggle(changes);
        self.show_top(flat, top);
    }

    fn piece(&self, what: i32, given: [i32; 3]) -> Level {
        Level {
            what: what as u16,
            who: self.rules.owners[what as usize],
            state: given[0].max(0) as u16,
            rotation: given[1].max(0) as u8,
            value: given[2].max(0) as u16,
        }
    }

    /// Carries out an action on pieces in a game with stacks; `false` where the action is none of those.
    pub(super) fn act_on_stacks(&mut self, action: Action) -> bool {
        match action {
            // A top piece that moves leaves its state, rotation and value behind.
            Action::Move { from_type, from, to_type, to, .. } => {
                let (source, target) = (self.flat(from_type, from), self.flat(to_type, to));
                if source != target
                    && !self.stack_carry(source, target, |_| [0; 3])
                    && let Some(taken) = self.stack_remove(source, -1)
                {
                    self.stack_add(target, i32::from(taken.what));
                }
            }
            Action::MoveLevel { from_type, from, from_level, to_type, to, to_level, given } => {
                let (source, target) = (self.flat(from_type, from), self.flat(to_type, to));
                let kept = |taken: Level| {
                    let own = [i32::from(taken.state), i32::from(taken.rotation), i32::from(taken.value)];
                    std::array::from_fn::<i32, 3, _>(|index| match given[index] {
                        // Only a piece put on top keeps what it has.
                        value if value < 0 && to_level < 0 => own[index],
                        value => value,
                    })
                };
                // Most pieces go from top to top and leave nothing behind.
                let is_carried = source != target
                    && to_level < 0
                    && self.is_bare_top(source, from_level)
                    && self.stack_carry(source, target, kept);
                if source != target
                    && !is_carried
                    && let Some(taken) = self.stack_remove(source, from_level)
                {
                    let kept = kept(taken);
                    let piece = self.piece(i32::from(taken.what), kept);
                    self.stack_insert(target, to_level, piece);
                }
            }
            Action::MoveStack { from_type, from, to_type, to, to_level } => {
                let (source, target) = (self.flat(from_type, from), self.flat(to_type, to));
                if source != target {
                    let count = self.stacks().height(source);
                    for index in 0..count {
                        let mut piece = self.stacks().levels(source)[index];
                        if to_level >= 0 {
                            (piece.state, piece.rotation, piece.value) = (0, 0, 0);
                        }
                        self.stack_insert(target, to_level, piece);
                    }
                    self.stack_clear(source);
                }
            }
            Action::MoveCount { from_type, from, to_type, to, count } => {
                let (source, target) = (self.flat(from_type, from), self.flat(to_type, to));
                let height = self.stacks().height(source);
                // A stack that is lower than that stays where it is.
                if source != target && height > 0 && height as i32 >= count {
                    for index in height - count.max(0) as usize..height {
                        let piece = self.stacks().levels(source)[index];
                        self.stack_insert(target, -1, piece);
                    }
                    for _ in 0..count {
                        self.stack_remove(source, -1);
                    }
                }
            }
            Action::Add { kind, site, what, state, rotation, value, .. } => {
                let kind = self.container_type(kind, site);
                let flat = self.flat(kind, site);
                if [state, rotation, value] == [-1; 3] {
                    self.stack_add(flat, what);
                } else {
                    let piece = self.piece(what, [state, rotation, value]);
                    self.stack_insert(flat, -1, piece);
                }
            }
            Action::Insert { kind, site, level, what, state } => {
                let piece = self.piece(what, [state, 0, 0]);
                let flat = self.flat(kind, site);
                self.stack_insert(flat, level, piece);
            }
            Action::Remove { kind, site } => {
                let flat = self.flat(kind, site);
                self.stack_remove(flat, -1);
            }
            Action::RemoveLevel { kind, site, level } => {
                let flat = self.flat(kind, site);
                self.stack_remove(flat, level);
            }
            // The changed piece always comes out on top.
            Action::Promote { kind, site, what } => self.promote_in_stack(kind, site, -1, what),
            Action::PromoteLevel { kind, site, level, what } => self.promote_in_stack(kind, site, level, what),
            Action::SetPlane { plane, kind, site, value } => self.set_in_stack(plane, kind, site, -1, value),
            Action::SetPlaneLevel { plane, kind, site, level, value } => {
                self.set_in_stack(plane, kind, site, level, value);
            }
            _ => return false,
        }
        true
    }

    fn promote_in_stack(&mut self, kind: SiteType, site: i32, level: i32, what: i32) {
        let flat = self.flat(kind, site);
        self.stack_remove(flat, level);
        self.stack_add(flat, what);
    }

    /// Sets the local state of the only piece on a site in its stack, though not in its plane; `false` where it is not alone.
    #[inline]
    pub(super) fn set_lone_state(&mut self, flat: usize, state: i32) -> bool {
        let stacks = &mut self.state.memory_mut().stacks;
        if stacks.height(flat) != 1 {
            return false;
        }
        let first = stacks.first(flat);
        let before = stacks.levels[first];
        if before.state != state as u16 {
            let after = Level { state: state as u16, ..before };
            stacks.levels[first] = after;
            self.state.toggle(level_fact(0, flat, before) ^ level_fact(0, flat, after));
        }
        true
    }

    pub(super) fn set_in_stack(&mut self, plane: Plane, kind: SiteType, site: i32, level: i32, value: i32) {
        let flat = self.flat(kind, site);
        if flat == NOWHERE {
            return;
        }
        let height = self.stacks().height(flat);
        let at = if level < 0 { height.wrapping_sub(1) } else { level as usize };
        if at < height {
            self.stack_edit(flat, at, height, |levels, first| levels[first + at].set(plane, value));
        }
    }
}
