//! One of the moves drawn without looking at all of them: where each piece makes as many moves at most with each throw, one of
//! all these chances is drawn, and where nothing comes of it, one of those left.

use super::gather::{ANY_LEVEL, Candidate, Candidates};
use super::play::{Pieces, Play, Step};
use super::value::Test;
use super::{Machine, sites_of};
use crate::game::{Random, draw_below};
use crate::lud::play::context::Register;
use crate::lud::play::shortcut::bare::nth_site;
use smallvec::SmallVec;

/// What became of drawing a move.
pub(super) enum Drawn<'p> {
    /// A move, and which of several that differ in the level only.
    Move(Candidate<'p>, u32),
    /// There is none.
    Nothing,
    /// That is left to the rules.
    Left,
}

/// Chances to find a move that differ in the site only.
#[derive(Debug)]
struct Heap<'p> {
    over: Over<'p>,
    pips: i32,
    die: i32,
    level: i32,
    /// Which of the moves for a site.
    index: u32,
    /// The sites left, and how much all of them weigh.
    sites: u128,
    weight: u32,
    /// The first heap of those with the same sites and another index.
    first: usize,
}

/// What the site of a chance is that of.
#[derive(Debug, Clone, Copy)]
enum Over<'p> {
    Nothing(&'p Play),
    /// A piece.
    Pieces(&'p Pieces),
    /// A site, which has to meet a condition.
    Sites(&'p Play, Option<&'p Test>),
}

/// What the rules around the chances see.
struct Outer {
    from: i32,
    level: i32,
    site: i32,
    to: i32,
}

/// Chances to find a move.
#[derive(Debug, Default)]
struct Lot<'p> {
    heaps: SmallVec<[Heap<'p>; HEAPS]>,
    /// What all of them weigh.
    weight: u32,
}

/// What became of looking for a move by its number.
enum Find {
    Found,
    /// There is none of this number.
    Missed,
    /// There is none of any number.
    Barren,
}

/// Most heaps of chances.
const HEAPS: usize = 32;
/// On fewer sites than this, moves are soonest looked at one after the other.
const FEW_SITES: u32 = 3;
/// The same where the pieces of a stack make different moves.
const FEW_STACKS: u32 = 5;
/// Stands for the level of the piece on top of a site.
const TOP_LEVEL: i32 = i32::MAX - 1;

/// After so many chances of which nothing came, all that are left are looked at one after the other.
const MISSES: u32 = 3;

/// Whether the moves for some sites are soonest looked at one after the other.
#[inline]
fn are_few(sites: u128, are_stacks: bool) -> bool {
    sites.count_ones() < if are_stacks { FEW_STACKS } else { FEW_SITES }
}

impl Machine<'_, '_> {
    /// Draws one of the moves that may be made.
    pub fn draw<'p>(&mut self, play: &'p Play, rng: &mut Random) -> Drawn<'p> {
        match play {
            Play::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.draw(branch, rng)
            }
            Play::First(list) => {
                for item in list {
                    match self.draw(item, rng) {
                        Drawn::Nothing => {}
                        drawn => return drawn,
                    }
                }
                Drawn::Nothing
            }
            Play::After(parts) => {
                let (prior, inner, pass) = &**parts;
                self.having(prior, |machine| match machine.draw(inner, rng) {
                    Drawn::Nothing => machine.only_move(pass),
                    drawn => drawn,
                })
            }
            Play::Rules => Drawn::Left,
            _ => self.draw_laid_out(play, rng),
        }
    }

    /// The only move of a rule.
    fn only_move<'p>(&mut self, step: &'p Step) -> Drawn<'p> {
        let mut found = Candidates::default();
        self.moves_of(step, 1, &mut found);
        found.list.first().map_or(Drawn::Nothing, |&candidate| Drawn::Move(candidate, 0))
    }

    fn draw_laid_out<'p>(&mut self, play: &'p Play, rng: &mut Random) -> Drawn<'p> {
        let registers = self.ctx.registers();
        let mut lot = Lot::default();
        let can = self.lay_out(play, &mut lot);
        let drawn = can.then(|| self.draw_from(&mut lot, rng));
        self.ctx.restore(registers);
        drawn.unwrap_or_else(|| self.draw_listed(play, rng))
    }

    fn draw_listed<'p>(&mut self, play: &'p Play, rng: &mut Random) -> Drawn<'p> {
        let mut found = Candidates::default();
        if !self.gather(play, 1, &mut found) {
            return Drawn::Left;
        }
        match found.draw(rng) {
            Some((candidate, index)) => Drawn::Move(candidate, index),
            None => Drawn::Nothing,
        }
    }

    /// Draws chances until one is found to be a move. Those that are none give their place to those not drawn yet, which are
    /// looked at one after the other where a few draws found nothing.
    fn draw_from<'p>(&mut self, lot: &mut Lot<'p>, rng: &mut Random) -> Drawn<'p> {
        let outer = Outer {
            from: self.ctx.get(Register::From),
            level: self.ctx.get(Register::Level),
            site: self.ctx.get(Register::Site),
            to: self.ctx.get(Register::To),
        };
        let mut found = Candidates::default();
        for _ in 0..MISSES {
            if lot.weight == 0 {
                return Drawn::Nothing;
            }
            let mut number = draw_below(rng, lot.weight);
            let mut at = 0;
            while number >= lot.heaps[at].weight {
                number -= lot.heaps[at].weight;
                at += 1;
            }
            let heap = &lot.heaps[at];
            let site = if heap.level == ANY_LEVEL {
                self.weighed_site(heap.sites, &mut number)
            } else {
                nth_site(heap.sites, std::mem::take(&mut number))
            };
            let (index, first) = (heap.index, heap.first);
            let outcome = match self.take_up_chance(heap, site, &outer) {
                Some(play) => self.find(play, index, &mut found),
                None => Find::Barren,
            };
            match outcome {
                Find::Found => return Drawn::Move(found.list[0], number),
                Find::Missed => self.take_out(lot, at, site),
                Find::Barren => {
                    let same = lot.heaps[first..].iter().take_while(|heap| heap.first == first).count();
                    (first..first + same).for_each(|at| self.take_out(lot, at, site));
                }
            }
        }
        self.look_at_rest(lot, &outer, &mut found);
        found.draw(rng).map_or(Drawn::Nothing, |(candidate, index)| Drawn::Move(candidate, index))
    }

    /// Finds the moves of all sites that have chances left.
    fn look_at_rest<'p>(&mut self, lot: &Lot<'p>, outer: &Outer, found: &mut Candidates<'p>) {
        for same in lot.heaps.chunk_by(|one, next| one.first == next.first) {
            let heap = &same[0];
            for site in sites_of(same.iter().fold(0, |all, heap| all | heap.sites)) {
                let weight = self.weight_at(heap.level, site);
                if let Some(play) = self.take_up_chance(heap, site, outer) {
                    self.gather(play, weight, found);
                }
            }
        }
    }

    /// The rule that a chance at a site is one of, which the registers are set for; nothing where it makes no moves.
    fn take_up_chance<'p>(&mut self, heap: &Heap<'p>, site: usize, outer: &Outer) -> Option<&'p Play> {
        self.ctx.set(Register::Pips, heap.pips);
        self.ctx.set(Register::Die, heap.die);
        self.ctx.set(Register::From, outer.from);
        self.ctx.set(Register::Level, outer.level);
        self.ctx.set(Register::Site, outer.site);
        self.ctx.set(Register::To, outer.to);
        match heap.over {
            Over::Nothing(play) => Some(play),
            Over::Pieces(pieces) => {
                let (level, what) = self.level_of(site, heap.level);
                self.ctx.set(Register::From, site as i32);
                self.ctx.set(Register::Level, level);
                pieces.by_component[usize::from(what)].map(|generator| &pieces.generators[usize::from(generator)])
            }
            Over::Sites(play, asked) => {
                self.ctx.set(Register::Site, site as i32);
                self.ctx.set(Register::To, site as i32);
                asked.is_none_or(|asked| asked.holds(self)).then_some(play)
            }
        }
    }

    /// How often a chance at a site counts.
    #[inline]
    fn weight_at(&self, level: i32, site: usize) -> u32 {
        match level {
            ANY_LEVEL => u32::from(self.board.count_of(site, usize::from(self.ctx.state.mover))),
            _ => 1,
        }
    }

    /// Takes a chance out of those left, if it is one of them.
    fn take_out(&self, lot: &mut Lot<'_>, at: usize, site: usize) {
        let heap = &mut lot.heaps[at];
        if heap.sites >> site & 1 == 0 {
            return;
        }
        let weight = self.weight_at(heap.level, site);
        heap.sites &= !(1 << site);
        heap.weight -= weight;
        lot.weight -= weight;
    }

    /// One of some sites by a number, each with as many numbers as the mover has pieces there; of the number is left which of
    /// them it is.
    fn weighed_site(&self, sites: u128, number: &mut u32) -> usize {
        let mover = usize::from(self.ctx.state.mover);
        let mut last = 0;
        for site in sites_of(sites) {
            last = site;
            let weight = u32::from(self.board.count_of(site, mover));
            if *number < weight {
                break;
            }
            *number -= weight;
        }
        last
    }

    /// The level that is meant, and what is there.
    #[inline]
    fn level_of(&self, site: usize, level: i32) -> (i32, u8) {
        match level {
            // The components of the mover are all the same in this.
            ANY_LEVEL => (level, self.board.lowest_of(site, i32::from(self.ctx.state.mover))),
            TOP_LEVEL => (i32::from(self.board.height(site)) - 1, self.board.top(site)),
            level => (level, self.board.at_level_or_top(site, level)),
        }
    }

    /// Finds the move of a generator that has a number, where there is one.
    fn find<'p>(&mut self, play: &'p Play, number: u32, found: &mut Candidates<'p>) -> Find {
        match play {
            Play::Nothing => return Find::Barren,
            Play::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                return self.find(branch, number, found);
            }
            Play::Walk(walk) => return self.along(walk, |machine, branch| machine.find(branch, number, found)),
            Play::Step(step) => self.move_of(step, number, found),
            Play::All(list) => {
                let mut number = number;
                for (item, slots) in list {
                    let slots = slots.unwrap_or(0);
                    if number < slots {
                        self.find(item, number, found);
                        break;
                    }
                    number -= slots;
                }
            }
            Play::Dice(dice) => {
                let each = dice.slots.unwrap_or(0).max(1);
                if let Some(&throw) = dice.throws.get((number / each) as usize)
                    && self.take_up(dice, throw)
                {
                    self.find(&dice.inner, number % each, found);
                }
            }
            _ => {}
        }
        if found.list.is_empty() { Find::Missed } else { Find::Found }
    }

    /// Lays the chances of a generator out; false where its moves have to be listed.
    fn lay_out<'p>(&mut self, play: &'p Play, lot: &mut Lot<'p>) -> bool {
        match play {
            Play::Nothing => true,
            Play::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.lay_out(branch, lot)
            }
            Play::All(list) => list.iter().all(|(item, _)| self.lay_out(item, lot)),
            Play::Dice(dice) if dice.slots.is_none() => {
                let (pips, die) = (self.ctx.get(Register::Pips), self.ctx.get(Register::Die));
                let can = dice.throws.iter().all(|&throw| !self.take_up(dice, throw) || self.lay_out(&dice.inner, lot));
                self.ctx.set(Register::Pips, pips);
                self.ctx.set(Register::Die, die);
                can
            }
            Play::Step(_) | Play::Dice(_) | Play::Walk(_) => {
                play.slots_apart().is_some_and(|slots| self.add(Over::Nothing(play), slots, 1, -1, lot))
            }
            Play::Pieces(pieces) => self.lay_out_pieces(pieces, lot),
            Play::Sites(sites) => {
                let Some(slots) = sites.slots.filter(|_| sites.otherwise.is_none()) else { return false };
                let set = sites.set.of(self);
                !are_few(set, slots > 1)
                    && self.add(Over::Sites(&sites.inner, sites.asked.as_ref()), slots, set, -1, lot)
            }
            Play::First(_) | Play::FirstOnTrack(_) | Play::Values(_) | Play::After(_) | Play::Rules => false,
        }
    }

    /// Adds so many chances for each of some sites, with the dice at hand; false where there is no room for them.
    fn add<'p>(&self, over: Over<'p>, slots: u32, sites: u128, level: i32, lot: &mut Lot<'p>) -> bool {
        let mover = usize::from(self.ctx.state.mover);
        let weight = match level {
            ANY_LEVEL => sites_of(sites).map(|site| u32::from(self.board.count_of(site, mover))).sum(),
            _ => sites.count_ones(),
        };
        let first = lot.heaps.len();
        if weight == 0 || first + slots as usize > HEAPS {
            return weight == 0;
        }
        let (pips, die) = (self.ctx.get(Register::Pips), self.ctx.get(Register::Die));
        for index in 0..slots {
            lot.weight += weight;
            lot.heaps.push(Heap { over, pips, die, level, index, sites, weight, first });
        }
        true
    }

    fn lay_out_pieces<'p>(&mut self, pieces: &'p Pieces, lot: &mut Lot<'p>) -> bool {
        let Some(slots) = pieces.slots.filter(|_| pieces.player.is_none()) else { return false };
        let mover = self.ctx.state.mover;
        let is_stacking = self.ctx.rules.features.stacking;
        let takes_levels = is_stacking && !pieces.top && self.rule_for_any(pieces).is_none();
        if are_few(self.board.sites_of(usize::from(mover)), takes_levels) {
            return false;
        }
        let sites = self.sites_of_pieces(pieces, mover);
        let over = Over::Pieces(pieces);
        if !is_stacking {
            return self.add(over, slots, sites, self.ctx.get(Register::Level), lot);
        }
        if pieces.top {
            let own =
                sites_of(sites).filter(|&site| self.board.who(site) == mover).fold(0, |all, site| all | 1 << site);
            return self.add(over, slots, own, TOP_LEVEL, lot);
        }
        if !takes_levels {
            return self.add(over, slots, sites, ANY_LEVEL, lot);
        }
        let highest = sites_of(sites).map(|site| self.board.height(site)).max().unwrap_or(0);
        (0..i32::from(highest)).all(|level| {
            let is_own = |site: &usize| self.board.owner(self.board.at_level(*site, level)) == mover;
            let own = sites_of(sites).filter(is_own).fold(0, |all, site| all | 1 << site);
            self.add(over, slots, own, level, lot)
        })
    }
}
