//! The position as play-outs of races see it: what stands on each site from the bottom up, and whose pieces stand where. What
//! else a state keeps about sites is worked out again when the rules are to see it.

use super::sites_below;
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;
use crate::lud::play::level::Level;
use crate::lud::play::rules::Rules;
use crate::lud::play::shortcut::bare::{SITES, sites_of};

/// Most owners of pieces, nobody and everybody among them.
pub(super) const OWNERS: usize = 10;
/// Most pieces in a stack.
const HIGHEST: usize = 64;
/// Most pieces that a move may add.
const ADDED: usize = 16;
/// Numbers of components are below this.
const COMPONENTS: usize = 1 << u8::BITS;

/// Local state and value of a piece in a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Mark {
    state: u16,
    value: u16,
}

impl Mark {
    fn of(level: Level) -> Self {
        Self { state: level.state, value: level.value }
    }

    /// A piece of no kind that has them.
    fn piece(self) -> Level {
        Level { state: self.state, value: self.value, ..Level::default() }
    }
}

/// What stands where.
#[derive(Debug, Clone)]
pub(super) struct Board {
    is_stacking: bool,
    /// Whether pieces in stacks have local states or values.
    keeps_states: bool,
    /// Whether there may be several pieces of a kind on a site of a game without stacks.
    is_counting: bool,
    owners: [u8; COMPONENTS],
    /// Component on top of each site; 0 where there is none.
    tops: [u8; SITES],
    /// How many pieces there are on each site.
    heights: [u8; SITES],
    /// The components on each site from the bottom up, in a game with stacks.
    levels: [[u8; HIGHEST]; SITES],
    /// Local state of what is on each site, in a game without stacks.
    states: [u16; SITES],
    /// Local states and values of the pieces on each site from the bottom up, where they have such, and above them those that
    /// stayed behind: the next piece put there without any of its own takes them over.
    level_marks: [[Mark; HIGHEST]; SITES],
    /// The sites whose level marks may be other than zero.
    stated: u128,
    /// How many pieces of each owner there are on each site.
    counts: [[u8; OWNERS]; SITES],
    /// The sites that hold pieces of each owner.
    has: [u128; OWNERS],
    /// The sites that hold anything.
    occupied: u128,
    /// How many pieces each owner has.
    totals: [u8; OWNERS],
    /// Sites on which something changed since the state was looked at.
    changed: u128,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            is_stacking: false,
            keeps_states: false,
            is_counting: false,
            owners: [0; COMPONENTS],
            tops: [0; SITES],
            heights: [0; SITES],
            levels: [[0; HIGHEST]; SITES],
            states: [0; SITES],
            level_marks: [[Mark::default(); HIGHEST]; SITES],
            stated: 0,
            counts: [[0; OWNERS]; SITES],
            has: [0; OWNERS],
            occupied: 0,
            totals: [0; OWNERS],
            changed: 0,
        }
    }
}

impl Board {
    /// Whether the positions of a game can be seen so.
    pub fn fits(rules: &Rules) -> bool {
        let layout = &rules.layout;
        let planes = layout.planes;
        let is_none = |plane: Plane| planes[plane as usize].is_none();
        let is_known = is_none(Plane::Who) && is_none(Plane::Rotation);
        is_known
            && (is_none(Plane::Value) || rules.features.stacking)
            && layout.containers_end <= SITES
            && rules.players + 2 <= OWNERS
    }

    /// Takes all off the board and makes it that of some rules.
    fn empty(&mut self, rules: &Rules) {
        for site in sites_of(self.occupied()) {
            self.tops[site] = 0;
            self.heights[site] = 0;
            self.counts[site] = [0; OWNERS];
        }
        self.has = [0; OWNERS];
        self.occupied = 0;
        self.totals = [0; OWNERS];
        if self.is_stacking {
            for site in sites_of(std::mem::take(&mut self.stated)) {
                self.level_marks[site] = [Mark::default(); HIGHEST];
            }
        } else {
            self.states = [0; SITES];
        }
        self.is_stacking = rules.features.stacking;
        let has = |plane: Plane| rules.layout.planes[plane as usize].is_some();
        self.keeps_states = self.is_stacking && (has(Plane::State) || has(Plane::Value));
        self.is_counting = has(Plane::Count);
        for (mine, theirs) in self.owners.iter_mut().zip(&rules.owners) {
            *mine = *theirs;
        }
    }

    /// Looks at a state, of which the sites of dice are left out; false where it holds what cannot be told here.
    pub fn look(&mut self, ctx: &Context<'_>, dice: u128) -> bool {
        let (rules, layout) = (ctx.rules, &ctx.rules.layout);
        let mut pieces = 0;
        self.empty(rules);
        if !self.is_stacking && layout.planes[Plane::State as usize].is_some() {
            for flat in (0..layout.containers_end).filter(|&flat| dice >> flat & 1 == 0) {
                let Ok(state) = u16::try_from(ctx.state.get(layout, Plane::State, flat)) else { return false };
                self.states[flat] = state;
            }
        }
        // All is on sites of the board's own type and in hands.
        if (layout.containers_end..layout.sites).any(|flat| !ctx.state.is_empty_at(flat)) {
            return false;
        }
        let words = ctx.state.row(layout, 0).iter().rev();
        let empty = words.fold(0, |all: u128, &word| all << 64 | u128::from(word));
        for flat in sites_of(!empty & !dice & sites_below(layout.containers_end)) {
            let what = ctx.state.what(layout, flat);
            if what >= COMPONENTS {
                return false;
            }
            if self.is_stacking {
                let levels = ctx.stacks().levels(flat);
                pieces += levels.len();
                let is_plain = |level: &Level| {
                    usize::from(level.what) < COMPONENTS
                        && level.who == rules.owners[usize::from(level.what)]
                        && level.rotation == 0
                        && (self.keeps_states || Mark::of(*level) == Mark::default())
                };
                if pieces > HIGHEST || !levels.iter().all(is_plain) {
                    return false;
                }
                for level in levels {
                    self.put_on(flat, level.what as u8, Mark::of(*level));
                }
            } else {
                let count = match layout.planes[Plane::Count as usize] {
                    Some(_) => ctx.state.get(layout, Plane::Count, flat),
                    None => 1,
                };
                pieces += count.max(0) as usize;
                if count <= 0 || pieces > usize::from(u8::MAX) {
                    return false;
                }
                for _ in 0..count {
                    self.push(flat, what as u8);
                }
            }
        }
        self.changed = 0;
        !self.is_stacking || self.look_above(ctx)
    }

    /// Looks at what stayed behind above stacks.
    fn look_above(&mut self, ctx: &Context<'_>) -> bool {
        ctx.stacks().leftovers().iter().all(|&(flat, level, left)| {
            let fits = self.keeps_states && usize::from(level) < HIGHEST && left.rotation == 0;
            if fits {
                self.keep_mark(usize::from(flat), usize::from(level), Mark::of(left));
            }
            fits
        })
    }

    /// Makes a state show what stands where.
    pub fn tell(&mut self, ctx: &mut Context<'_>) {
        let rules = ctx.rules;
        for flat in sites_of(std::mem::take(&mut self.changed)) {
            if self.is_stacking {
                ctx.stack_clear(flat);
                let height = i32::from(self.heights[flat]);
                if height > 0 {
                    let piece = |level: i32| {
                        let what = self.at_level(flat, level);
                        let who = self.owners[usize::from(what)];
                        Level { what: u16::from(what), who, ..self.level_marks[flat][level as usize].piece() }
                    };
                    ctx.stack_levels(flat, (0..height).map(piece));
                }
                if self.keeps_states {
                    self.tell_above(flat, ctx);
                }
                continue;
            }
            ctx.clear(flat);
            let what = self.tops[flat];
            if what > 0 {
                ctx.put(
                    flat,
                    i32::from(what),
                    i32::from(self.owners[usize::from(what)]),
                    i32::from(self.heights[flat]),
                );
            }
            if rules.layout.planes[Plane::State as usize].is_some() {
                ctx.state.set(&rules.layout, Plane::State, flat, i32::from(self.states[flat]));
            }
        }
    }

    /// Makes a state show what stayed behind above a stack.
    fn tell_above(&self, flat: usize, ctx: &mut Context<'_>) {
        if self.stated >> flat & 1 == 0 {
            return;
        }
        for level in usize::from(self.heights[flat])..HIGHEST {
            let mark = self.level_marks[flat][level];
            if mark != Mark::default() {
                ctx.state.memory_mut().stacks.leave_behind(flat, level, mark.piece());
            }
        }
    }

    /// Component on top of a site.
    #[inline]
    pub fn top(&self, site: usize) -> u8 {
        self.tops[site]
    }

    /// Owner of what is on top of a site.
    #[inline]
    pub fn who(&self, site: usize) -> u8 {
        self.owners[usize::from(self.tops[site])]
    }

    /// Owner of a component.
    #[inline]
    pub fn owner(&self, what: u8) -> u8 {
        self.owners[usize::from(what)]
    }

    /// How many pieces there are on a site.
    #[inline]
    pub fn height(&self, site: usize) -> u8 {
        self.heights[site]
    }

    /// Local state of what is on a site, or on top of it.
    #[inline]
    pub fn state(&self, site: usize) -> u16 {
        if self.is_stacking { self.state_at(site, i32::from(self.heights[site]) - 1) } else { self.states[site] }
    }

    /// Local state of the piece at a level of a site of a game with stacks.
    #[inline]
    pub fn state_at(&self, site: usize, level: i32) -> u16 {
        self.mark_at(site, level).state
    }

    /// Value of the piece at a level of a site of a game with stacks.
    #[inline]
    pub fn value_at(&self, site: usize, level: i32) -> u16 {
        self.mark_at(site, level).value
    }

    #[inline]
    fn mark_at(&self, site: usize, level: i32) -> Mark {
        let is_there = level >= 0 && level < i32::from(self.heights[site]);
        if is_there { self.level_marks[site][level as usize] } else { Mark::default() }
    }

    /// Component at a level of a site of a game with stacks; 0 where there is none.
    #[inline]
    pub fn at_level(&self, site: usize, level: i32) -> u8 {
        if level < 0 || level >= i32::from(self.heights[site]) {
            return 0;
        }
        self.levels[site][level as usize]
    }

    /// Component at a level of a site, or on top where the level is below zero or there are no stacks.
    #[inline]
    pub fn at_level_or_top(&self, site: usize, level: i32) -> u8 {
        if level < 0 || !self.is_stacking { self.tops[site] } else { self.at_level(site, level) }
    }

    /// The lowest component of an owner on a site, or the one on top where there is none.
    #[inline]
    pub fn lowest_of(&self, site: usize, owner: i32) -> u8 {
        if !self.is_stacking || self.heights[site] < 2 {
            return self.tops[site];
        }
        let mut levels = (0..i32::from(self.heights[site])).map(|level| self.at_level(site, level));
        levels.find(|&what| i32::from(self.owners[usize::from(what)]) == owner).unwrap_or(self.tops[site])
    }

    /// How many pieces of an owner there are on a site.
    #[inline]
    pub fn count_of(&self, site: usize, owner: usize) -> u8 {
        self.counts[site][owner]
    }

    /// The sites that hold pieces of an owner.
    #[inline]
    pub fn sites_of(&self, owner: usize) -> u128 {
        self.has[owner]
    }

    /// How many pieces an owner has.
    #[inline]
    pub fn total(&self, owner: usize) -> i32 {
        i32::from(self.totals[owner])
    }

    /// Whether there is room for the pieces that a move may add.
    pub fn has_room(&self) -> bool {
        self.totals.iter().map(|&total| usize::from(total)).sum::<usize>() + ADDED <= HIGHEST
    }

    /// The sites that hold anything.
    #[inline]
    pub fn occupied(&self) -> u128 {
        self.occupied
    }

    /// Puts a piece on top of a site, or with those there, in place of others in a game without stacks.
    #[inline]
    pub fn push(&mut self, site: usize, what: u8) {
        if self.is_stacking {
            self.levels[site][usize::from(self.heights[site])] = what;
        } else if self.heights[site] > 0 && (self.tops[site] != what || !self.is_counting) {
            self.clear(site);
        }
        self.tops[site] = what;
        self.heights[site] += 1;
        let owner = usize::from(self.owners[usize::from(what)]);
        self.counts[site][owner] += 1;
        self.totals[owner] += 1;
        self.has[owner] |= 1 << site;
        self.occupied |= 1 << site;
        self.changed |= 1 << site;
    }

    /// Puts a piece with a local state and a value on top of a stack.
    fn put_on(&mut self, site: usize, what: u8, mark: Mark) {
        if self.keeps_states {
            self.keep_mark(site, usize::from(self.heights[site]), mark);
        }
        self.push(site, what);
    }

    /// Keeps the local state and the value of a level of a stack.
    #[inline]
    fn keep_mark(&mut self, site: usize, level: usize, mark: Mark) {
        self.level_marks[site][level] = mark;
        self.stated |= 1 << site;
    }

    /// Takes one piece off a site: the one at a level of a stack, or the one on top.
    #[inline]
    pub fn take(&mut self, site: usize, level: i32) -> Option<u8> {
        let height = self.heights[site];
        let at = if level < 0 { i32::from(height) - 1 } else { level };
        if height == 0 || at >= i32::from(height) {
            return None;
        }
        let mut what = self.tops[site];
        if self.is_stacking {
            what = self.at_level(site, at);
            if at + 1 < i32::from(height) {
                self.levels[site].copy_within(at as usize + 1..usize::from(height), at as usize);
            }
            if self.keeps_states {
                let marks = &mut self.level_marks[site];
                match level {
                    // What the uppermost piece had stays behind where those above a level move down.
                    0.. => marks.copy_within(at as usize + 1..usize::from(height), at as usize),
                    _ => marks[usize::from(height) - 1] = Mark::default(),
                }
            }
        }
        let owner = usize::from(self.owners[usize::from(what)]);
        self.heights[site] = height - 1;
        self.counts[site][owner] -= 1;
        self.totals[owner] -= 1;
        if self.counts[site][owner] == 0 {
            self.has[owner] &= !(1 << site);
        }
        if height == 1 {
            self.occupied &= !(1 << site);
            self.tops[site] = 0;
            self.states[site] = 0;
        } else if self.is_stacking {
            self.tops[site] = self.at_level(site, i32::from(height) - 2);
        }
        self.changed |= 1 << site;
        Some(what)
    }

    /// Takes all off a site.
    pub fn clear(&mut self, site: usize) {
        while self.take(site, -1).is_some() {}
        self.states[site] = 0;
        self.changed |= 1 << site;
    }

    /// Takes what is on top off a site, or all in a game without stacks.
    pub fn remove(&mut self, site: usize) {
        if self.is_stacking {
            self.take(site, -1);
        } else {
            self.clear(site);
        }
    }

    /// Makes the pieces of two sites of a game without stacks change places: one goes to the other site, where it keeps its
    /// state, and one like what was there is added to what is left.
    pub fn swap(&mut self, site: usize, other: usize) {
        let met = self.tops[other];
        self.carry(site, None, other);
        match self.tops[site] {
            _ if met == 0 => {}
            0 => self.push(site, met),
            left if self.is_counting => self.push(site, left),
            _ => {}
        }
    }

    /// Moves one piece, from a level or from the top. In a game with stacks, one that is told by its level keeps its state.
    #[inline]
    pub fn carry(&mut self, from: usize, level: Option<i32>, to: usize) {
        if from == to {
            return;
        }
        if self.is_stacking {
            let top = i32::from(self.heights[from]) - 1;
            let kept = level.map(|level| self.mark_at(from, if level < 0 { top } else { level }));
            match (self.take(from, level.unwrap_or(-1)), kept) {
                (Some(what), Some(mark)) => self.put_on(to, what, mark),
                (Some(what), _) => self.push(to, what),
                (None, _) => {}
            }
            return;
        }
        let state = self.states[from];
        if let Some(what) = self.take(from, level.unwrap_or(-1)) {
            self.push(to, what);
            self.states[to] = state;
        }
    }

    /// Moves some of the pieces of a site of a game without stacks. They leave their state behind, and those that come upon
    /// others of another kind are lost.
    pub fn carry_many(&mut self, from: usize, to: usize, count: u8) {
        let what = self.tops[from];
        for _ in 0..count {
            self.take(from, -1);
            if self.tops[to] == 0 || self.tops[to] == what {
                self.push(to, what);
            }
        }
    }

    /// Sets the local state of what is on a site, in a stack of the piece at a level or on top where that is below zero.
    pub fn set_state(&mut self, site: usize, level: i32, state: u16) {
        if self.is_stacking {
            let height = i32::from(self.heights[site]);
            let at = if level < 0 { height - 1 } else { level };
            if (0..height).contains(&at) {
                let mark = Mark { state, ..self.mark_at(site, at) };
                self.keep_mark(site, at as usize, mark);
            }
        } else {
            self.states[site] = state;
        }
        self.changed |= 1 << site;
    }

    /// Sets the value of the piece at a level of a stack, or on top where that is below zero.
    pub fn set_value(&mut self, site: usize, level: i32, value: u16) {
        let height = i32::from(self.heights[site]);
        let at = if level < 0 { height - 1 } else { level };
        if (0..height).contains(&at) {
            let mark = Mark { value, ..self.mark_at(site, at) };
            self.keep_mark(site, at as usize, mark);
            self.changed |= 1 << site;
        }
    }

    /// The lowest of some sites that holds a component, in a certain state where that is not −1.
    pub fn find(&self, among: u128, what: u8, state: i32) -> Option<usize> {
        let has = among & self.has[usize::from(self.owners[usize::from(what)])];
        sites_of(has).find(|&site| {
            if self.is_stacking {
                (0..i32::from(self.heights[site])).any(|level| self.is_at(site, level, what, state))
            } else {
                self.tops[site] == what && (state == -1 || i32::from(self.states[site]) == state)
            }
        })
    }

    /// Whether the piece at a level is of a component, and in a certain state where that is not −1.
    pub fn is_at(&self, site: usize, level: i32, what: u8, state: i32) -> bool {
        self.at_level(site, level) == what && (state == -1 || i32::from(self.state_at(site, level)) == state)
    }
}
