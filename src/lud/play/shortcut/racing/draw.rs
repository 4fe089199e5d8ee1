//! One of the moves drawn without looking at all of them: where each piece makes as many moves at most with each throw, one of
//! all these chances is drawn, and where nothing comes of it, one of those left.

use super::gather::{ANY_LEVEL, Candidate, Candidates};
use super::play::{Pieces, Play, Sites, Step};
use super::value::Test;
use super::{Machine, sites_of};
use crate::game::{Random, draw_below};
use crate::lud::play::context::Register;
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

/// What several chances have in common.
#[derive(Debug)]
struct Source<'p> {
    play: &'p Play,
    over: Over<'p>,
    pips: i32,
    die: i32,
}

/// What the number of a chance is that of.
#[derive(Debug, Clone, Copy)]
enum Over<'p> {
    Nothing,
    /// The site of a piece.
    Pieces,
    /// A site, which has to meet a condition.
    Sites(Option<&'p Test>),
}

/// A chance to find a move.
#[derive(Debug, Clone, Copy)]
struct Chance {
    source: u8,
    site: u8,
    /// Which of the moves for the site.
    index: u8,
    weight: u8,
    level: i32,
}

/// Chances to find a move.
#[derive(Debug, Default)]
struct Lot<'p> {
    sources: SmallVec<[Source<'p>; 4]>,
    chances: SmallVec<[Chance; 48]>,
    /// The sum of their weights.
    total: u32,
}

/// Most moves for one site.
const MOST: u32 = 64;
/// On fewer sites than this, pieces are soonest looked at one after the other.
const FEW_SITES: u32 = 5;
/// What a share of the chances counts as in [`Luck`].
const WHOLE: u32 = 64;
/// Where more than this share of the chances has to be looked at, it is cheaper to list all moves.
const WORTH: u32 = WHOLE * 5 / 8;
/// For how many plies they are listed then.
const PAUSE: u32 = 80;

/// Whether drawing has paid lately. It depends on plies gone by only, so that it cannot favour any move.
#[derive(Debug, Default)]
pub(super) struct Luck {
    /// What share of the chances was looked at lately, eight times.
    share: u32,
    pause: u32,
}

impl Luck {
    /// Whether moves are listed for the time being.
    #[inline]
    fn pauses(&mut self) -> bool {
        let pauses = self.pause > 0;
        self.pause = self.pause.saturating_sub(1);
        pauses
    }

    #[inline]
    fn note(&mut self, looked_at: usize, all: usize) {
        let share = looked_at as u32 * WHOLE / all.max(1) as u32;
        self.share = self.share - self.share / 8 + share;
        if self.share > 8 * WORTH {
            *self = Self { share: 7 * WORTH, pause: PAUSE };
        }
    }
}

impl<'p> Lot<'p> {
    /// Adds a source, whose number is returned where there is room for it.
    fn source(&mut self, play: &'p Play, over: Over<'p>, pips: i32, die: i32) -> Option<u8> {
        let number = u8::try_from(self.sources.len()).ok()?;
        self.sources.push(Source { play, over, pips, die });
        Some(number)
    }

    /// Adds so many chances that differ in nothing but their number.
    #[inline]
    fn add(&mut self, chances: u32, like: Chance) {
        self.total += chances * u32::from(like.weight);
        self.chances.extend((0..chances as u8).map(|index| Chance { index, ..like }));
    }

    /// Draws one of those left: its place, and a number below its weight.
    #[inline]
    fn draw(&self, rng: &mut Random) -> (usize, u32) {
        let mut index = draw_below(rng, self.total);
        if self.total as usize == self.chances.len() {
            return (index as usize, 0);
        }
        let mut at = 0;
        while index >= u32::from(self.chances[at].weight) {
            index -= u32::from(self.chances[at].weight);
            at += 1;
        }
        (at, index)
    }
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
            _ if self.is_worth_drawing() => self.draw_laid_out(play, rng),
            _ => self.draw_listed(play, rng),
        }
    }

    /// The only move of a rule.
    fn only_move<'p>(&mut self, step: &'p Step) -> Drawn<'p> {
        let mut found = Candidates::default();
        self.moves_of(step, 1, &mut found);
        found.list.first().map_or(Drawn::Nothing, |&candidate| Drawn::Move(candidate, 0))
    }

    /// Whether there are so many pieces that not all of them need be looked at.
    fn is_worth_drawing(&mut self) -> bool {
        let sites = self.board.sites_of(usize::from(self.ctx.state.mover)).count_ones();
        sites >= FEW_SITES && !self.luck.pauses()
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

    /// Draws chances until one is found to be a move. Those that are none give their place to those not drawn yet.
    fn draw_from<'p>(&mut self, lot: &mut Lot<'p>, rng: &mut Random) -> Drawn<'p> {
        let outer =
            [Register::From, Register::Level, Register::Site, Register::To].map(|register| self.ctx.get(register));
        let mut found = Candidates::default();
        let all = lot.chances.len();
        while lot.total > 0 {
            let (at, index) = lot.draw(rng);
            let chance = lot.chances[at];
            let source = &lot.sources[usize::from(chance.source)];
            self.ctx.set(Register::Pips, source.pips);
            self.ctx.set(Register::Die, source.die);
            let site = i32::from(chance.site);
            let [from, level, asked_site, to] = match source.over {
                Over::Nothing => outer,
                Over::Pieces => [site, chance.level, outer[2], outer[3]],
                Over::Sites(_) => [outer[0], outer[1], site, site],
            };
            self.ctx.set(Register::From, from);
            self.ctx.set(Register::Level, level);
            self.ctx.set(Register::Site, asked_site);
            self.ctx.set(Register::To, to);
            let may_be = match source.over {
                Over::Sites(Some(asked)) => asked.holds(self),
                Over::Sites(None) | Over::Nothing | Over::Pieces => true,
            };
            if may_be {
                self.find(source.play, u32::from(chance.index), u32::from(chance.weight), &mut found);
                if let Some(&candidate) = found.list.first() {
                    self.luck.note(all - lot.chances.len() + 1, all);
                    return Drawn::Move(candidate, index);
                }
            }
            lot.total -= u32::from(chance.weight);
            lot.chances.swap_remove(at);
        }
        self.luck.note(all, all);
        Drawn::Nothing
    }

    /// Finds the move of a generator that has a number, where there is one.
    fn find<'p>(&mut self, play: &'p Play, number: u32, weight: u32, found: &mut Candidates<'p>) {
        match play {
            Play::Step(step) if number == 0 => self.moves_of(step, weight, found),
            Play::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.find(branch, number, weight, found);
            }
            Play::All(list) => {
                let mut number = number;
                for (item, slots) in list {
                    let slots = slots.unwrap_or(0);
                    if number < slots {
                        return self.find(item, number, weight, found);
                    }
                    number -= slots;
                }
            }
            Play::Dice(dice) => {
                let each = dice.slots.unwrap_or(0).max(1);
                if let Some(&throw) = dice.throws.get((number / each) as usize)
                    && self.take_up(dice, throw)
                {
                    self.find(&dice.inner, number % each, weight, found);
                }
            }
            _ => {}
        }
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
            Play::Step(_) | Play::Dice(_) => {
                let Some(slots) = play.slots_apart().filter(|&slots| slots <= MOST) else { return false };
                let Some(source) = self.source(play, Over::Nothing, lot) else { return false };
                lot.add(slots, Chance { source, site: 0, index: 0, weight: 1, level: -1 });
                true
            }
            Play::Pieces(pieces) => self.lay_out_pieces(pieces, lot),
            Play::Sites(sites) => self.lay_out_sites(sites, lot),
            Play::First(_) | Play::FirstOnTrack(_) | Play::Values(_) | Play::After(_) | Play::Rules => false,
        }
    }

    /// Adds a source that has the dice at hand.
    fn source<'p>(&self, play: &'p Play, over: Over<'p>, lot: &mut Lot<'p>) -> Option<u8> {
        lot.source(play, over, self.ctx.get(Register::Pips), self.ctx.get(Register::Die))
    }

    fn lay_out_sites<'p>(&mut self, sites: &'p Sites, lot: &mut Lot<'p>) -> bool {
        let Some(slots) = sites.slots.filter(|&slots| slots <= MOST && sites.otherwise.is_none()) else { return false };
        let Some(source) = self.source(&sites.inner, Over::Sites(sites.asked.as_ref()), lot) else { return false };
        for site in sites_of(sites.set.of(self)) {
            lot.add(slots, Chance { source, site: site as u8, index: 0, weight: 1, level: -1 });
        }
        true
    }

    fn lay_out_pieces<'p>(&mut self, pieces: &'p Pieces, lot: &mut Lot<'p>) -> bool {
        if pieces.player.is_some() || !pieces.slots.iter().all(|slots| slots.is_some_and(|slots| slots <= MOST)) {
            return false;
        }
        let first = lot.sources.len();
        for generator in &pieces.generators {
            if self.source(generator, Over::Pieces, lot).is_none() {
                return false;
            }
        }
        let mover = usize::from(self.ctx.state.mover);
        let outer = self.ctx.get(Register::Level);
        let is_stacking = self.ctx.rules.features.stacking;
        let any = self.rule_for_any(pieces);
        for site in sites_of(self.sites_of_pieces(pieces, mover as u8)) {
            let mut add = |generator: u16, level: i32, weight: u8| {
                let source = (first + usize::from(generator)) as u8;
                let slots = pieces.slots[usize::from(generator)].unwrap_or(0);
                lot.add(slots, Chance { source, site: site as u8, index: 0, weight, level });
            };
            if !is_stacking {
                if let Some(generator) = pieces.by_component[usize::from(self.board.top(site))] {
                    add(generator, outer, 1);
                }
                continue;
            }
            if let Some(generator) = any {
                add(generator, ANY_LEVEL, self.board.count_of(site, mover));
                continue;
            }
            let height = i32::from(self.board.height(site));
            let lowest = if pieces.top { height - 1 } else { 0 };
            for level in lowest..height {
                let what = self.board.at_level(site, level);
                if usize::from(self.board.owner(what)) == mover
                    && let Some(generator) = pieces.by_component[usize::from(what)]
                {
                    add(generator, level, 1);
                }
            }
        }
        true
    }
}
