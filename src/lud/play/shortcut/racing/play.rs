//! The moves of a phase: dice rolled first, pieces asked one after the other, and for each of them what the dice allow.

use super::effect::{Acts, Effect};
use super::value::{Number, Set, Test};
use super::{Lowering, Machine, sites_of};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Simple};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::context::{REGISTERS, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::LeafNode;
use crate::lud::play::state::LastMove;
use smallvec::SmallVec;

/// The moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Play {
    Nothing,
    Step(Box<Step>),
    If(Box<(Test, Play, Play)>),
    All(Vec<Play>),
    /// The first of these that has any move.
    First(Vec<Play>),
    Pieces(Box<Pieces>),
    Dice(Box<Dice>),
    /// Left to the rules.
    Rules,
}

/// The moves of the mover's pieces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pieces {
    /// The container, where it is not the board.
    container: Option<Number>,
    /// Whether only pieces on top of their stacks are asked.
    top: bool,
    generators: Vec<Play>,
    by_component: Vec<Option<u16>>,
    /// For each player, the generator of all their components, where that is the same.
    by_owner: Vec<Option<u16>>,
}

/// The moves that each throw allows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dice {
    /// The first die of the set.
    first: usize,
    throws: Vec<i32>,
    condition: Test,
    inner: Play,
}

/// A rule that makes moves one by one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    leaf: u16,
    kind: StepKind,
    is_pass: bool,
    dice: Option<Use>,
    thens: Vec<Effect>,
}

/// What a rule does.
#[derive(Debug, Clone, PartialEq)]
enum StepKind {
    Carry(Box<Carry>),
    /// What is taken off a site, and at which level where it is not the top.
    Remove(Number, Option<Number>),
    Pass,
}

/// A piece taken from one site to others.
#[derive(Debug, Clone, PartialEq)]
struct Carry {
    from: Number,
    from_level: Option<Number>,
    from_condition: Option<Test>,
    to: Ends,
    condition: Option<Test>,
    apply_condition: Option<Test>,
    apply: Option<Effect>,
}

/// Where a piece goes.
#[derive(Debug, Clone, PartialEq)]
enum Ends {
    Site(Number),
    Sites(Set),
}

/// The dice that a move uses up.
#[derive(Debug, Clone, PartialEq)]
struct Use {
    first: usize,
    dice: usize,
    replays: Test,
}

/// A move that may be made, or several that differ in the level only.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'p> {
    step: &'p Step,
    /// The piece that is asked.
    piece: i32,
    level: i32,
    pips: i32,
    die: i32,
    from: i32,
    to: i32,
    from_level: i32,
    applies: bool,
    weight: u32,
}

/// Moves that may be made.
#[derive(Debug, Default)]
pub(super) struct Candidates<'p> {
    list: SmallVec<[Candidate<'p>; 24]>,
    total: u32,
    /// Whether one is enough.
    any: bool,
}

impl Play {
    /// Whether nothing is left to the rules.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Nothing | Self::Step(_) => true,
            Self::If(parts) => parts.1.is_known() && parts.2.is_known(),
            Self::All(list) | Self::First(list) => list.iter().all(Self::is_known),
            Self::Pieces(pieces) => pieces.generators.iter().all(Self::is_known),
            Self::Dice(dice) => dice.inner.is_known(),
            Self::Rules => false,
        }
    }

    /// Whether all is left to the rules.
    pub fn is_left(&self) -> bool {
        matches!(self, Self::Rules)
    }
}

impl<'p> Candidates<'p> {
    fn is_done(&self) -> bool {
        self.any && self.total > 0
    }

    /// One of the moves.
    pub fn draw(&self, rng: &mut Random) -> Option<(Candidate<'p>, u32)> {
        if self.total == 0 {
            return None;
        }
        let mut index = draw_below(rng, self.total);
        for candidate in &self.list {
            if index < candidate.weight {
                return Some((*candidate, index));
            }
            index -= candidate.weight;
        }
        None
    }
}

impl Machine<'_, '_> {
    /// Whether there are any moves.
    pub fn can_move(&mut self, play: &Play) -> bool {
        let registers = self.ctx.registers();
        let mut found = Candidates { any: true, ..Candidates::default() };
        self.gather(play, 1, &mut found);
        self.ctx.restore(registers);
        found.total > 0
    }

    /// Collects the moves that may be made, each as often as `weight` says; false where they are left to the rules.
    pub fn gather<'p>(&mut self, play: &'p Play, weight: u32, found: &mut Candidates<'p>) -> bool {
        match play {
            Play::Nothing => true,
            Play::Step(step) => {
                self.moves_of(step, weight, found);
                true
            }
            Play::If(parts) => {
                let branch = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
                self.gather(branch, weight, found)
            }
            Play::All(list) => list.iter().all(|item| found.is_done() || self.gather(item, weight, found)),
            Play::First(list) => {
                let before = found.total;
                for item in list {
                    if !self.gather(item, weight, found) {
                        return false;
                    }
                    if found.total > before {
                        break;
                    }
                }
                true
            }
            Play::Pieces(pieces) => {
                let (from, level) = (self.ctx.get(Register::From), self.ctx.get(Register::Level));
                let known = self.gather_pieces(pieces, weight, found);
                self.ctx.set(Register::From, from);
                self.ctx.set(Register::Level, level);
                known
            }
            Play::Dice(dice) => {
                let (pips, die) = (self.ctx.get(Register::Pips), self.ctx.get(Register::Die));
                let known = self.gather_throws(dice, weight, found);
                self.ctx.set(Register::Pips, pips);
                self.ctx.set(Register::Die, die);
                known
            }
            Play::Rules => false,
        }
    }

    fn gather_throws<'p>(&mut self, dice: &'p Dice, weight: u32, found: &mut Candidates<'p>) -> bool {
        for &throw in &dice.throws {
            let is_single = throw & (throw - 1) == 0;
            let mut left = throw;
            let mut pips = 0;
            let mut is_unused = true;
            while left != 0 {
                let value = i32::from(self.ctx.state.dice[dice.first + left.trailing_zeros() as usize]);
                left &= left - 1;
                pips += value;
                is_unused &= value != 0;
            }
            if !is_single && !is_unused {
                continue;
            }
            self.ctx.set(Register::Pips, pips);
            self.ctx.set(Register::Die, throw);
            if dice.condition.holds(self) && !self.gather(&dice.inner, weight, found) {
                return false;
            }
        }
        true
    }

    fn gather_pieces<'p>(&mut self, pieces: &'p Pieces, weight: u32, found: &mut Candidates<'p>) -> bool {
        let mover = usize::from(self.ctx.state.mover);
        let within = match &pieces.container {
            None => self.shape.own,
            Some(container) => {
                let index = container.of(self);
                usize::try_from(index).ok().and_then(|index| self.shape.containers.get(index)).copied().unwrap_or(0)
            }
        };
        let is_stacking = self.ctx.rules.features.stacking;
        for site in sites_of(self.board.sites_of(mover) & within) {
            if found.is_done() {
                break;
            }
            self.ctx.set(Register::From, site as i32);
            if !is_stacking {
                let Some(generator) = pieces.by_component[usize::from(self.board.top(site))] else { continue };
                if !self.gather(&pieces.generators[usize::from(generator)], weight, found) {
                    return false;
                }
                continue;
            }
            if let Some(generator) = pieces.by_owner[mover]
                && !pieces.top
                && !self.shape.asks_level
            {
                let own = u32::from(self.board.count_of(site, mover));
                self.ctx.set(Register::Level, ANY_LEVEL);
                if !self.gather(&pieces.generators[usize::from(generator)], weight * own, found) {
                    return false;
                }
                continue;
            }
            let height = i32::from(self.board.height(site));
            let lowest = if pieces.top { height - 1 } else { 0 };
            for level in lowest..height {
                let what = self.board.at_level(site, level);
                if usize::from(self.board.owner(what)) != mover {
                    continue;
                }
                let Some(generator) = pieces.by_component[usize::from(what)] else { continue };
                self.ctx.set(Register::Level, level);
                if !self.gather(&pieces.generators[usize::from(generator)], weight, found) {
                    return false;
                }
            }
        }
        true
    }

    fn moves_of<'p>(&mut self, step: &'p Step, weight: u32, found: &mut Candidates<'p>) {
        let piece = self.ctx.get(Register::From);
        let mut candidate = Candidate {
            step,
            piece,
            level: self.ctx.get(Register::Level),
            pips: self.ctx.get(Register::Pips),
            die: self.ctx.get(Register::Die),
            from: -1,
            to: -1,
            from_level: -1,
            applies: false,
            weight,
        };
        match &step.kind {
            StepKind::Pass => found.push(candidate),
            StepKind::Remove(site, level) => {
                let site = site.of(self);
                let Some(height) = self.index(site).map(|site| self.board.height(site)).filter(|&height| height > 0)
                else {
                    return;
                };
                (candidate.from, candidate.to) = (site, site);
                if let Some(level) = level {
                    // The top is not told apart from a removal without level.
                    let level = level.of(self).max(0);
                    candidate.from_level = if level == i32::from(height) - 1 { -1 } else { level };
                }
                found.push(candidate);
            }
            StepKind::Carry(carry) => {
                let outer_to = self.ctx.get(Register::To);
                self.ends_of(carry, candidate, found);
                self.ctx.set(Register::From, piece);
                self.ctx.set(Register::To, outer_to);
            }
        }
    }

    fn ends_of<'p>(&mut self, carry: &'p Carry, mut candidate: Candidate<'p>, found: &mut Candidates<'p>) {
        let from = carry.from.of(self);
        if self.index(from).is_none_or(|from| self.board.top(from) == 0) {
            return;
        }
        candidate.from = from;
        if let Some(level) = &carry.from_level {
            candidate.from_level = level.of(self);
        }
        self.ctx.set(Register::From, from);
        if !carry.from_condition.as_ref().is_none_or(|condition| condition.holds(self)) {
            return;
        }
        match &carry.to {
            Ends::Site(site) => {
                candidate.to = site.of(self);
                self.end_of(carry, candidate, found);
            }
            Ends::Sites(set) => {
                for site in sites_of(set.of(self)) {
                    candidate.to = site as i32;
                    self.ctx.set(Register::From, from);
                    self.end_of(carry, candidate, found);
                }
            }
        }
    }

    fn end_of<'p>(&mut self, carry: &'p Carry, mut candidate: Candidate<'p>, found: &mut Candidates<'p>) {
        self.ctx.set(Register::To, candidate.to);
        if candidate.to < 0 || !carry.condition.as_ref().is_none_or(|condition| condition.holds(self)) {
            return;
        }
        if carry.apply.is_some() {
            self.ctx.set(Register::From, candidate.piece);
            candidate.applies = carry.apply_condition.as_ref().is_none_or(|condition| condition.holds(self));
        }
        found.push(candidate);
    }

    /// Makes a move with all consequences; of several that differ in the level only, the one with this number.
    pub fn make(&mut self, candidate: Candidate<'_>, index: u32) -> LudMove {
        let step = candidate.step;
        let (from, to) = (candidate.from, candidate.to);
        let mut level = candidate.level;
        if level == ANY_LEVEL {
            level = self.own_level(candidate.piece as usize, index);
        }
        self.ctx.restore([-1; REGISTERS]);
        self.ctx.set(Register::From, candidate.piece);
        self.ctx.set(Register::Level, level);
        self.ctx.set(Register::Pips, candidate.pips);
        self.ctx.set(Register::Die, candidate.die);
        let applies = i32::from(candidate.applies);
        let own: &[i32] = match &step.kind {
            StepKind::Carry(carry) if carry.from_level.is_some() => &[applies | (candidate.from_level + 1) << 2, -1],
            StepKind::Carry(_) => &[applies],
            StepKind::Remove(_, Some(_)) => &[candidate.from_level],
            _ => &[],
        };
        let chosen = self.ctx.bind(step.leaf, from, to, own);
        self.ctx.state.last.from_noted = -1;
        self.ctx.state.last.to_noted = -1;
        let mut acts = Acts::new();
        if let StepKind::Carry(carry) = &step.kind {
            self.ctx.set(Register::From, from);
            self.ctx.set(Register::To, to);
            if candidate.applies
                && let Some(effect) = &carry.apply
            {
                self.work_out(effect, &mut acts);
            }
        }
        let replays = step.dice.as_ref().is_some_and(|dice| self.replays(dice, candidate.die));
        if !self.ctx.state.pending.is_empty() {
            self.ctx.state.pending.clear();
        }
        self.ctx.restore([-1; REGISTERS]);
        self.perform_all(&acts);
        match &step.kind {
            StepKind::Pass => {}
            StepKind::Remove(..) => {
                self.note(from, to);
                if let Some(site) = self.index(from) {
                    match candidate.from_level {
                        -1 => self.board.remove(site),
                        level => {
                            self.board.take(site, level);
                        }
                    }
                }
            }
            StepKind::Carry(_) => {
                self.note(from, to);
                self.carry(from, candidate.from_level, to);
            }
        }
        if let Some(dice) = &step.dice {
            self.use_up(dice, candidate, replays);
        }
        self.remember_last(step, chosen);
        for then in &step.thens {
            self.run(then);
        }
        let last = &mut self.ctx.state.last;
        (last.from_after, last.to_after) = (last.from_noted, last.to_noted);
        self.ctx.restore([-1; REGISTERS]);
        chosen
    }

    /// Makes a move the last one.
    fn remember_last(&mut self, step: &Step, chosen: LudMove) {
        let rules = self.ctx.rules;
        let node = &rules.leaves[usize::from(step.leaf)];
        let [from_type, to_type] = self.ctx.types_of(node, chosen);
        let [from_level, to_level] = match rules.features.stacking {
            true => node.leaf.levels(rules, self.ctx.stacks(), chosen),
            false => [0; 2],
        };
        let mover = self.ctx.state.mover;
        let (from_noted, to_noted) = (self.ctx.state.last.from_noted, self.ctx.state.last.to_noted);
        self.ctx.state.last = LastMove {
            chosen,
            from: i32::from(chosen.from),
            to: i32::from(chosen.to),
            from_type,
            to_type,
            from_level,
            to_level,
            from_noted,
            to_noted,
            mover,
            is_pass: step.is_pass,
            ..LastMove::default()
        };
        self.ctx.state.moves += 1;
        self.ctx.count_turn(mover);
    }

    /// The level of one of the mover's pieces on a site by its number.
    fn own_level(&self, site: usize, index: u32) -> i32 {
        let mover = self.ctx.state.mover;
        let own = u32::from(self.board.count_of(site, usize::from(mover)));
        let height = self.board.height(site);
        let of_mover = |&level: &i32| self.board.owner(self.board.at_level(site, level)) == mover;
        (0..i32::from(height)).filter(of_mover).nth((index % own.max(1)) as usize).unwrap_or(0)
    }

    /// Whether a double is played again after a move with some dice.
    fn replays(&mut self, dice: &Use, mask: i32) -> bool {
        let values = &self.ctx.state.dice[dice.first..dice.first + dice.dice];
        mask.count_ones() == 1 && values.iter().all(|value| *value == values[0]) && dice.replays.holds(self)
    }

    fn use_up(&mut self, dice: &Use, candidate: Candidate<'_>, replays: bool) {
        for index in 0..dice.dice {
            if candidate.die >> index & 1 == 1 {
                self.ctx.state.dice[dice.first + index] = 0;
            }
        }
        let temp = self.ctx.state.temp;
        if candidate.die.count_ones() != 1 {
            return;
        }
        if replays {
            self.ctx.state.temp = if temp == -1 { candidate.pips } else { -1 };
        } else if temp != -1 {
            self.turn_dice(temp - 1);
        }
    }

    /// Makes the pass that stands in for moves.
    pub fn pass(&mut self, step: &Step) -> LudMove {
        let mut found = Candidates::default();
        self.moves_of(step, 1, &mut found);
        self.make(found.list[0], 0)
    }
}

impl<'p> Candidates<'p> {
    #[inline]
    fn push(&mut self, candidate: Candidate<'p>) {
        self.total += candidate.weight;
        self.list.push(candidate);
    }
}

/// Stands for the level of any piece of the mover on a site.
const ANY_LEVEL: i32 = i32::MAX;

impl Lowering<'_> {
    /// The moves of a generator, left to the rules where they alone know.
    pub fn play(&self, moves: &MovesFn) -> Play {
        self.known(moves).unwrap_or(Play::Rules)
    }

    fn known(&self, moves: &MovesFn) -> Option<Play> {
        Some(match moves {
            MovesFn::Leaf(id) => Play::Step(Box::new(self.step(*id)?)),
            MovesFn::Or(list) if list.is_empty() => Play::Nothing,
            MovesFn::Or(list) => Play::All(list.iter().map(|item| self.known(item)).collect::<Option<_>>()?),
            MovesFn::Priority(list) => Play::First(list.iter().map(|item| self.known(item)).collect::<Option<_>>()?),
            MovesFn::If(parts) => {
                let (yes, no) = (self.play(&parts.1), self.play(&parts.2));
                if yes.is_left() && no.is_left() {
                    return None;
                }
                Play::If(Box::new((self.test(&parts.0)?, yes, no)))
            }
            MovesFn::ForEachPiece(each) => {
                let own = each.of_own(self.rules.default_type())?;
                let components = 1..self.rules.components.len();
                let by_owner = (0..=self.rules.players).map(|player| {
                    let mut all = components
                        .clone()
                        .filter(|&what| usize::from(self.rules.owners[what]) == player && !self.is_die(what));
                    let first = own.by_component[all.next()?]?;
                    all.all(|what| own.by_component[what] == Some(first)).then_some(first)
                });
                Play::Pieces(Box::new(Pieces {
                    container: match own.container {
                        Some(container) => Some(self.number(container)?),
                        None => None,
                    },
                    top: own.top,
                    generators: own.generators.iter().map(|generator| self.whole(generator)).collect::<Option<_>>()?,
                    by_component: own.by_component.to_vec(),
                    by_owner: by_owner.collect(),
                }))
            }
            MovesFn::ForEachDie(each) => {
                let (set, condition, inner) = each.parts();
                let set = self.dice_of(set)?;
                Play::Dice(Box::new(Dice {
                    first: set.first,
                    throws: each.fixed_throws(set.dice.len())?,
                    condition: self.test(condition)?,
                    inner: self.whole(inner)?,
                }))
            }
            _ => return None,
        })
    }

    /// The moves of a generator, where none is left to the rules.
    fn whole(&self, moves: &MovesFn) -> Option<Play> {
        self.known(moves).filter(Play::is_known)
    }

    fn dice_of(&self, set: &IntFn) -> Option<&crate::lud::play::rules::DiceSet> {
        usize::try_from(set.constant()?).ok().and_then(|set| self.rules.dice.get(set))
    }

    fn is_die(&self, what: usize) -> bool {
        self.rules.dice.iter().any(|set| set.dice.iter().any(|&die| usize::from(die) == what))
    }

    /// A rule that makes moves one by one.
    pub fn step(&self, id: u16) -> Option<Step> {
        let node = &self.rules.leaves[usize::from(id)];
        if node.chain.doubled || node.chain.priors.len() > 1 {
            return None;
        }
        let test = |condition: Option<&BoolFn>| match condition {
            Some(condition) => self.test(condition).map(Some),
            None => Some(None),
        };
        let kind = self.rules.default_type();
        let step = match &node.leaf {
            Leaf::FromTo(from_to) => {
                let parts = from_to.carrying(kind)?;
                StepKind::Carry(Box::new(Carry {
                    from: self.number(parts.from)?,
                    from_level: match parts.from_level {
                        Some(level) => Some(self.number(level)?),
                        None => None,
                    },
                    from_condition: test(parts.from_condition)?,
                    to: match &parts.to {
                        SitesFn::At(site) => Ends::Site(self.number(site)?),
                        SitesFn::In(region) => Ends::Sites(self.set(region)?),
                    },
                    condition: test(parts.condition)?,
                    apply_condition: test(parts.apply_condition)?,
                    apply: match parts.apply {
                        Some(effect) => Some(self.effect_of(effect)?),
                        None => None,
                    },
                }))
            }
            Leaf::Remove(remove) => {
                let (site, level) = remove.one_piece(kind)?;
                let level = match level {
                    // Without stacks there are no levels.
                    Some(_) if !self.rules.features.stacking => return None,
                    Some(level) => Some(self.number(level)?),
                    None => None,
                };
                StepKind::Remove(self.number(site)?, level)
            }
            Leaf::Simple(simple) if **simple == Simple::Pass => StepKind::Pass,
            _ => return None,
        };
        Some(Step { leaf: id, kind: step, is_pass: node.is_pass, dice: self.used(node)?, thens: self.thens(node)? })
    }

    /// The dice that a move uses up, if any; nothing where more than that belongs to it.
    #[expect(clippy::option_option, reason = "the outer one says whether it can be told at all")]
    fn used(&self, node: &LeafNode) -> Option<Option<Use>> {
        match node.chain.suffixes[..] {
            [] => Some(None),
            [suffix] => {
                let MovesFn::Leaf(id) = self.rules.effect(suffix) else { return None };
                let Leaf::UseDice(dice) = &self.rules.leaves[usize::from(*id)].leaf else { return None };
                let (set, replays) = dice.parts();
                let set = self.dice_of(set)?;
                Some(Some(Use { first: set.first, dice: set.dice.len(), replays: self.test(replays)? }))
            }
            _ => None,
        }
    }
}
