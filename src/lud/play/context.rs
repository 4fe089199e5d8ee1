//! What a rule sees while it is evaluated: the game, the position, and the iteration variables.

use super::action::Programs;
use super::bits::Bits;
use super::lanes::Span;
use super::layout::{NOWHERE, Plane};
use super::moves::LudMove;
use super::rules::Rules;
use super::state::State;
use crate::lud::board::SiteType;

/// An iteration variable. All start at −1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Register {
    /// Where a move starts.
    From,
    /// Where a move leads.
    To,
    /// What lies between.
    Between,
    /// The site that a rule goes through.
    Site,
    /// The value that a rule goes through.
    Value,
    /// The level of a stack.
    Level,
    /// The player that a rule goes through.
    Player,
    /// The pips of the die at hand.
    Pips,
    /// The track that a rule goes through.
    Track,
    /// The edge of a puzzle's constraint.
    Edge,
    /// The hint of a puzzle's region.
    Hint,
    /// The dice that a move uses up, one bit for each.
    Die,
    /// The player for whom another player's pieces are moved.
    Acting,
    /// None that rules see: stands for what a position keeps beside the contents of its sites, who moves and the last move,
    /// such as scores and remembered values, where it is asked what a rule depends on.
    Notes,
    /// In the same way: where the last move came from and went to, and named variables.
    Last,
}

impl Register {
    /// All that rules see.
    pub const ALL: [Self; REGISTERS] = [
        Self::From,
        Self::To,
        Self::Between,
        Self::Site,
        Self::Value,
        Self::Level,
        Self::Player,
        Self::Pips,
        Self::Track,
        Self::Edge,
        Self::Hint,
        Self::Die,
        Self::Acting,
    ];
}

/// Room of a new buffer for moves.
const USUAL_MOVES: usize = 256;

/// How many registers there are.
pub const REGISTERS: usize = Register::Notes as usize;

/// Buffers of one thread, reused from move to move.
#[derive(Debug, Default)]
pub struct Scratch {
    programs: Vec<Programs>,
    lists: Vec<Vec<LudMove>>,
    states: Vec<State>,
    /// How many of them hold positions to go back to.
    kept: usize,
    /// Set while a probe such as `(no Moves Next)` or `(is Threatened …)` runs, whose nested probes answer at once.
    pub probing_moves: bool,
    /// See `probing_moves`.
    pub probing_threat: bool,
    /// The sites of the only pieces whose moves may reach the site that a threat is looked for at, where that is known.
    pub suspects: Option<Bits>,
    /// Whether the move at hand has named who moves next.
    pub named_next: bool,
    /// Whether the dice that are rolled before the move about to be applied have been rolled for good.
    pub(super) rolled_ahead: bool,
    /// How many of the effects that come before a move (`do`) are already carried out in the position at hand.
    pub priors_done: usize,
    /// Whether sites of a puzzle that have no value yet count as having 0.
    pub blanks_are_zero: bool,
    /// Sites of the removals carried out, where a rule counts captures.
    pub removals: Option<Vec<(SiteType, i32)>>,
    /// The region that the innermost region iterator runs over, for `(sites)`.
    pub region: Bits,
    /// A site to which there was a move when that was last asked, maybe of another position or game: where to look first.
    pub found_at: i32,
    /// Answers that rules found a moment ago.
    pub(super) answers: super::recall::Answers,
    /// Slots that were not drawn yet.
    pub(super) order: Vec<u32>,
    /// The move after the one at hand, where it is drawn already.
    pub(super) ahead: super::ahead::Ahead,
    /// Whether drawing moves without listing them has paid lately.
    pub(super) luck: super::playout::Luck,
    /// For plies of play-outs that do not ask the rules.
    pub(super) shortcut: super::shortcut::Buffers,
}

/// A rule's view of a position.
#[derive(Debug)]
pub struct Context<'a> {
    /// The compiled game.
    pub rules: &'a Rules,
    /// The position; probes change it and put it back.
    pub state: &'a mut State,
    /// Buffers.
    pub scratch: &'a mut Scratch,
    registers: [i32; REGISTERS],
}

/// A position to go back to.
#[derive(Debug)]
pub(super) struct Kept {
    earlier: usize,
    registers: [i32; REGISTERS],
}

impl<'a> Context<'a> {
    /// A view of `state` with all registers unset.
    pub fn new(rules: &'a Rules, state: &'a mut State, scratch: &'a mut Scratch) -> Self {
        Self { rules, state, scratch, registers: [-1; REGISTERS] }
    }

    /// Value of a register.
    #[inline]
    #[must_use]
    pub fn get(&self, register: Register) -> i32 {
        self.registers[register as usize]
    }

    /// Sets a register and returns what it was.
    #[inline]
    pub fn set(&mut self, register: Register, value: i32) -> i32 {
        std::mem::replace(&mut self.registers[register as usize], value)
    }

    /// All registers, to put back later with [`Context::restore`].
    #[inline]
    #[must_use]
    pub fn registers(&self) -> [i32; REGISTERS] {
        self.registers
    }

    /// Puts registers back.
    #[inline]
    pub fn restore(&mut self, registers: [i32; REGISTERS]) {
        self.registers = registers;
    }

    /// Flat number of a site.
    #[inline]
    #[must_use]
    pub fn flat(&self, kind: SiteType, site: i32) -> usize {
        self.rules.layout.flat(kind, site)
    }

    /// Component on (top of) a site.
    #[inline]
    #[must_use]
    pub fn what(&self, kind: SiteType, site: i32) -> i32 {
        self.state.what(&self.rules.layout, self.flat(kind, site)) as i32
    }

    /// A plane at a site.
    #[inline]
    #[must_use]
    pub fn plane(&self, plane: Plane, kind: SiteType, site: i32) -> i32 {
        self.state.get(&self.rules.layout, plane, self.flat(kind, site))
    }

    /// Owner of what is on (top of) a site; 0 for nobody.
    #[inline]
    #[must_use]
    pub fn who(&self, kind: SiteType, site: i32) -> i32 {
        self.who_flat(self.flat(kind, site))
    }

    /// Owner of what is on (top of) a flat site.
    #[inline]
    #[must_use]
    pub fn who_flat(&self, flat: usize) -> i32 {
        if self.rules.layout.planes[Plane::Who as usize].is_some() {
            return self.state.get(&self.rules.layout, Plane::Who, flat);
        }
        i32::from(self.rules.owners[self.state.what(&self.rules.layout, flat)])
    }

    /// How many pieces a site holds in games that count, else 0 or 1.
    #[inline]
    #[must_use]
    pub fn count(&self, kind: SiteType, site: i32) -> i32 {
        let flat = self.flat(kind, site);
        if self.rules.layout.planes[Plane::Count as usize].is_some() {
            self.state.get(&self.rules.layout, Plane::Count, flat)
        } else {
            i32::from(flat != NOWHERE && !self.state.is_empty_at(flat))
        }
    }

    /// Whether a site is empty. Sites that do not exist are not.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, kind: SiteType, site: i32) -> bool {
        self.state.is_empty_at(self.flat(kind, site))
    }

    /// Writes the contents of a flat site and keeps rows and hash. `what` 0 empties it.
    pub fn put(&mut self, flat: usize, what: i32, who: i32, count: i32) {
        if flat == NOWHERE {
            return;
        }
        let layout = &self.rules.layout;
        if layout.plain {
            self.state.exchange(layout, &self.rules.owners, flat, what as usize);
            return;
        }
        if layout.counted {
            self.state.exchange(layout, &self.rules.owners, flat, what as usize);
            self.state.set(layout, Plane::Count, flat, count);
            return;
        }
        let old_row = if self.state.is_empty_at(flat) { 0 } else { 1 + self.who_flat(flat) as usize };
        let new_row = if what == 0 { 0 } else { 1 + who as usize };
        if old_row != new_row {
            self.state.flip(layout, old_row, flat);
            self.state.flip(layout, new_row, flat);
        }
        self.state.set(layout, Plane::What, flat, what);
        self.state.set(layout, Plane::Who, flat, who);
        self.state.set(layout, Plane::Count, flat, count);
    }

    /// Empties a flat site altogether.
    pub fn clear(&mut self, flat: usize) {
        if flat == NOWHERE {
            return;
        }
        self.put(flat, 0, 0, 0);
        let layout = &self.rules.layout;
        if layout.plain || layout.counted {
            return;
        }
        for plane in [Plane::State, Plane::Rotation, Plane::Value] {
            self.state.set(layout, plane, flat, 0);
        }
    }

    /// The set of sites of a type in a row of bits (0: empty, 1 + owner: occupied), board and containers.
    #[must_use]
    pub fn row(&self, kind: SiteType, row: usize) -> Bits {
        let layout = &self.rules.layout;
        let words = self.state.row(layout, row);
        if kind == layout.default && layout.sites == layout.containers_end {
            return Bits::from_words(words);
        }
        let (base, count) = (layout.base[kind as usize], layout.counts[kind as usize]);
        if kind != SiteType::Cell || layout.containers_end == layout.board {
            return base.map_or_else(Bits::default, |base| Bits::from_range(words, usize::from(base), count));
        }
        // Hands and dice are cells, whatever the board is played on.
        if kind == layout.default {
            return Bits::from_range(words, 0, layout.containers_end);
        }
        let mut result = base.map_or_else(Bits::default, |base| Bits::from_range(words, usize::from(base), count));
        for flat in layout.board..layout.containers_end {
            if words[flat / 64] >> (flat % 64) & 1 == 1 {
                result.insert(flat as i32);
            }
        }
        result
    }

    /// The set of the board's sites of a type in a row of bits.
    #[must_use]
    pub fn board_row(&self, kind: SiteType, row: usize) -> Bits {
        let layout = &self.rules.layout;
        let words = self.state.row(layout, row);
        let base = layout.base[kind as usize];
        base.map_or_else(Bits::default, |base| Bits::from_range(words, usize::from(base), layout.counts[kind as usize]))
    }

    /// The empty sites of the board of a type.
    #[must_use]
    pub fn empty_sites(&self, kind: SiteType) -> Bits {
        self.board_row(kind, 0)
    }

    /// The board's sites of the game's own type at which a plane holds a value, where the game keeps the plane; of stacks the
    /// top counts.
    #[must_use]
    pub fn sites_with(&self, plane: Plane, kind: SiteType, value: i32) -> Option<Bits> {
        let layout = &self.rules.layout;
        if kind != layout.default {
            return None;
        }
        layout.planes[plane as usize]?;
        let span = Span::new(value, value).filter(|_| value >= 0)?;
        let mut found = Bits::full(layout.counts[kind as usize]);
        self.state.keep_within(layout, plane, span, true, &mut found);
        Some(found)
    }

    /// The board's sites of a type that hold a component, 0 being none; of stacks the top counts.
    #[must_use]
    pub fn sites_holding(&self, kind: SiteType, what: i32) -> Bits {
        let rules = self.rules;
        let Some(&owner) = rules.owners.get(what as usize) else { return Bits::default() };
        if what == 0 {
            return self.board_row(kind, 0);
        }
        let mut sites = if rules.features.owners_change {
            let mut sites = rules.board_sites(kind);
            sites.subtract(&self.board_row(kind, 0));
            sites
        } else {
            self.board_row(kind, 1 + usize::from(owner))
        };
        if rules.features.owners_change || rules.owners.iter().skip(1).filter(|&&other| other == owner).count() > 1 {
            match Span::new(what, what).filter(|_| kind == rules.layout.default) {
                Some(span) => self.state.keep_within(&rules.layout, Plane::What, span, true, &mut sites),
                None => sites.retain(|site| self.what(kind, site) == what),
            }
        }
        sites
    }

    /// Whether a site holds a component, on top or anywhere in its stack.
    #[must_use]
    pub fn has_piece(&self, kind: SiteType, site: i32, what: i32) -> bool {
        if !self.rules.features.stacking {
            return self.what(kind, site) == what;
        }
        (0..self.height(kind, site)).any(|level| self.plane_at(Plane::What, kind, site, level) == what)
    }

    /// A number below `below`, drawn by lot: the same one for the same ludeme and the same registers until the next move.
    #[must_use]
    pub fn lot(&self, id: u64, below: usize) -> usize {
        let mut mixed = self.state.chance ^ id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for two in self.registers.chunks(2) {
            let both = two.iter().fold(0, |both, &register| both << 32 | u64::from(register as u32));
            mixed = (mixed ^ both).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed ^= mixed >> 29;
        }
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * below as u128) >> 64) as usize
    }

    /// A number from one to another, drawn alike; −1 where there is none.
    #[must_use]
    pub fn lot_from(&self, id: u64, min: i32, max: i32) -> i32 {
        if min > max { -1 } else { min + self.lot(id, (max - min + 1) as usize) as i32 }
    }

    /// Owner that belongs to enemies of `player`: whether `who` is one.
    #[must_use]
    pub fn is_enemy(&self, who: i32, player: i32) -> bool {
        if who == 0 || who > self.rules.players as i32 {
            return false;
        }
        match self.state.memory.as_deref().map(|memory| &memory.teams) {
            Some(teams) if !teams.is_empty() => teams[who as usize] != teams[player as usize],
            _ => who != player,
        }
    }

    /// Runs `probe` and then puts the position and the registers back as they were.
    pub fn probe<T>(&mut self, probe: impl FnOnce(&mut Self) -> T) -> T {
        let kept = self.keep_copy();
        let result = probe(self);
        self.go_back(kept);
        result
    }

    /// Keeps a copy of the position and the registers, to go back to with [`Context::go_back`]; the last one first.
    #[must_use]
    pub(super) fn keep_copy(&mut self) -> Kept {
        let states = &mut self.scratch.states;
        match states.get_mut(self.scratch.kept) {
            Some(state) => state.keep(self.state),
            None => states.push(self.state.clone()),
        }
        self.scratch.kept += 1;
        let earlier = self.state.memory.as_deref().map_or(0, |memory| memory.history.len());
        Kept { earlier, registers: self.registers }
    }

    /// Puts the position and the registers back as they were when a copy was made.
    pub(super) fn go_back(&mut self, kept: Kept) {
        self.scratch.kept -= 1;
        self.state.put_back(&mut self.scratch.states[self.scratch.kept], kept.earlier);
        self.registers = kept.registers;
    }

    /// Gives up the last copy.
    pub(super) fn forget_copy(&mut self) {
        self.scratch.kept -= 1;
    }

    /// Runs `act` with `player` as the mover (and the mover as the one before and after), then puts that back.
    pub fn as_player<T>(&mut self, player: i32, act: impl FnOnce(&mut Self) -> T) -> T {
        let (prev, mover, next) = (self.state.prev, self.state.mover, self.state.next);
        (self.state.prev, self.state.mover, self.state.next) = (mover, player as u8, mover);
        let result = act(self);
        (self.state.prev, self.state.mover, self.state.next) = (prev, mover, next);
        result
    }

    /// A buffer for action programs; give it back with [`Context::return_programs`].
    #[must_use]
    pub fn borrow_programs(&mut self) -> Programs {
        self.scratch.programs.pop().unwrap_or_default()
    }

    /// Takes back a buffer.
    pub fn return_programs(&mut self, mut programs: Programs) {
        programs.clear();
        self.scratch.programs.push(programs);
    }

    /// A buffer for moves; give it back with [`Context::return_list`].
    #[must_use]
    pub fn borrow_list(&mut self) -> Vec<LudMove> {
        self.scratch.lists.pop().unwrap_or_else(|| Vec::with_capacity(USUAL_MOVES))
    }

    /// Takes back a buffer.
    pub fn return_list(&mut self, mut list: Vec<LudMove>) {
        list.clear();
        self.scratch.lists.push(list);
    }
}
