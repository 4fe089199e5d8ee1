//! Play-outs of races: dice are rolled, and a piece goes as far along a track as they say.
//!
//! A position is what stands on each site, what the dice show, and whose turn it is. What the rules say about pieces and dice is
//! kept in a form that looks at nothing else; where that form cannot say all, a ply is left to the rules, as is the end of a
//! game. Stacks that are dealt along tracks are played in the same way, without dice. Stacks, rows and hashes are worked out only when the rules are asked.

mod board;
mod consequences;
mod deal;
mod dice;
mod draw;
mod effect;
mod gather;
mod having;
mod lowering;
mod make;
mod moving;
mod play;
mod runs;
mod value;
mod walked;
mod walks;

use super::bare::{SITES, changes_little, sites_of};
use crate::game::{Random, Seat};
use crate::lud::board::SiteType;
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::moves::{Do, Leaf, MovesFn};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use board::{Board, OWNERS};
use draw::Drawn;
use play::{Play, Step};
use rand::Rng;
use runs::Runs;
use std::cell::Cell;
use value::{Number, Test};
use walks::Walks;

/// Most dice of a game.
const DICE: usize = 16;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Racing {
    phases: Vec<Phase>,
    /// Ends that hold always, where there are such.
    ends: Option<Vec<End>>,
    /// The sites of the board, and of each container.
    own: u128,
    containers: Vec<u128>,
    /// The sites of dice.
    dice: u128,
    /// Whether the rules ask for the levels of pieces.
    asks_level: bool,
    /// Whether consequences are left to the rules, which may ask for chance.
    leaves_effects: bool,
    /// Whether moves may add pieces.
    adds: bool,
    /// Whether a site does not tell how far a piece on it has come.
    keeps_places: bool,
    /// For each track, where so many steps from a site lead, if the site tells all.
    walks: Vec<Walks>,
}

/// A phase of the game.
#[derive(Debug, Clone, PartialEq)]
struct Phase {
    turn: Turn,
    /// Ends that hold only in it, where there are such.
    ends: Option<Vec<End>>,
    next: Vec<Next>,
}

/// How a turn begins.
#[derive(Debug, Clone, PartialEq)]
enum Turn {
    If(Box<(Test, Turn, Turn)>),
    /// Dice rolled on a condition, then the moves, and the pass that stands in for them; and the rule itself.
    Roll(Box<(Test, Play, Step, Do)>),
    Play(Play),
}

/// When a game may end.
#[derive(Debug, Clone, PartialEq)]
enum End {
    If(Test),
    /// If a condition holds of a player; with `true` not of the mover.
    Each(Test, bool),
}

/// When a phase gives way to another.
#[derive(Debug, Clone, PartialEq)]
struct Next {
    who: Number,
    when: Test,
    to: Option<u8>,
}

/// The rules at hand while they are looked through.
struct Lowering<'r> {
    rules: &'r Rules,
    asks_level: Cell<bool>,
    /// How many effects of the rules around are carried out when moves are looked for.
    priors_done: Cell<usize>,
    /// How many effects come before the one at hand as part of a sequence.
    effects_before: Cell<usize>,
    leaves_effects: Cell<bool>,
    adds: Cell<bool>,
    /// Whether scores have been asked for.
    asks_scores: Cell<bool>,
}

/// Buffers of one thread.
#[derive(Debug, Default)]
pub struct RacingBuffers {
    /// A board to look at positions with, whatever it shows.
    board: Option<Box<Board>>,
    runs: Runs,
}

/// A play-out at work.
struct Machine<'m, 'r> {
    ctx: &'m mut Context<'r>,
    shape: &'m Racing,
    board: Box<Board>,
    /// The face that each die shows.
    faces: [u8; DICE],
    /// Whether the state shows other faces.
    turned: bool,
    /// Whether the state holds what cannot be told here, so that the rest is left to the rules.
    is_blind: bool,
    /// Plies played since the state was looked at.
    since: u32,
    runs: Runs,
    /// Where the steps lead that are worked out for the rules at hand.
    walked: i32,
}

/// What became of a ply.
enum Ply {
    Played,
    /// Left to the rules, maybe with the move that is drawn already.
    Left(Option<LudMove>),
    /// There are no moves, so that the rules force a pass.
    Stuck,
}

impl Racing {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let (features, meta) = (&rules.features, &rules.meta);
        let dice = rules.dice.iter().map(|set| set.dice.len()).sum::<usize>();
        // Without dice, stacks are dealt along tracks.
        let deals = features.stacking && !rules.tracks.is_empty();
        if !Board::fits(rules)
            || dice > DICE
            || (dice == 0 && !deals)
            || !changes_little(rules)
            || features.deferred_removal
            || features.remembers_positions()
            || meta.swap
            || meta.restricts()
        {
            return None;
        }
        let lowering = Lowering {
            rules,
            asks_level: Cell::new(false),
            priors_done: Cell::new(0),
            effects_before: Cell::new(0),
            leaves_effects: Cell::new(false),
            adds: Cell::new(false),
            asks_scores: Cell::new(false),
        };
        let ends = |ends: &[EndRule]| ends.iter().map(|rule| lowering.end(rule)).collect::<Option<Vec<_>>>();
        let mut phases = Vec::new();
        for phase in &rules.phases {
            let next = phase.next.iter().map(|next| {
                Some(Next { who: lowering.number(&next.who)?, when: lowering.test(&next.when)?, to: next.to })
            });
            phases.push(Phase {
                turn: lowering.turn(&phase.play),
                ends: if phase.has_end { Some(ends(&phase.end)?) } else { None },
                next: next.collect::<Option<_>>()?,
            });
        }
        if phases.iter().all(|phase| phase.turn.is_left()) {
            return None;
        }
        let span = |first: usize, sites: usize| sites_below(first + sites) & !sites_below(first);
        let own = sites_below(rules.layout.own);
        let mut containers: Vec<u128> =
            rules.containers.iter().map(|container| span(container.first as usize, container.sites as usize)).collect();
        containers[0] = own;
        let dice = lowering.dice_sites();
        let ends = if rules.has_end { Some(ends(&rules.end)?) } else { None };
        Some(Self {
            phases,
            ends,
            own,
            containers,
            dice,
            asks_level: lowering.asks_level.get(),
            leaves_effects: lowering.leaves_effects.get(),
            adds: lowering.adds.get(),
            keeps_places: features.hidden_places,
            walks: rules.tracks.iter().map(|track| Walks::of(track, rules)).collect(),
        })
    }
}

/// The sites below a number.
fn sites_below(end: usize) -> u128 {
    if end >= SITES { u128::MAX } else { (1 << end) - 1 }
}

impl Turn {
    /// Whether all is left to the rules.
    fn is_left(&self) -> bool {
        match self {
            Self::If(parts) => {
                [&parts.1, &parts.2].into_iter().all(|turn| turn.is_left() || *turn == Self::Play(Play::Nothing))
            }
            Self::Roll(parts) => parts.1.is_left(),
            Self::Play(play) => play.is_left(),
        }
    }
}

impl Lowering<'_> {
    fn end(&self, rule: &EndRule) -> Option<End> {
        match rule {
            EndRule::If(condition, ..) => Some(End::If(self.test(condition)?)),
            EndRule::ForEachPlayer(condition, _, _, others_only) => {
                Some(End::Each(self.test(condition)?, *others_only))
            }
            EndRule::ForEachTrack(..) => None,
        }
    }

    fn turn(&self, moves: &MovesFn) -> Turn {
        self.known_turn(moves).unwrap_or_else(|| Turn::Play(self.play(moves)))
    }

    fn known_turn(&self, moves: &MovesFn) -> Option<Turn> {
        match moves {
            MovesFn::If(parts) => {
                Some(Turn::If(Box::new((self.test(&parts.0)?, self.turn(&parts.1), self.turn(&parts.2)))))
            }
            MovesFn::Do(sequence) => {
                let when = self.rolls(self.rules.effect(sequence.roll()?))?;
                let outer = self.priors_done.replace(1);
                let (pass, play) = (sequence.pass_leaf().and_then(|pass| self.step(pass)), self.play(sequence.next()));
                self.priors_done.set(outer);
                Some(Turn::Roll(Box::new((when, play, pass?, (**sequence).clone()))))
            }
            _ => None,
        }
    }

    /// The sites of dice.
    fn dice_sites(&self) -> u128 {
        let containers = self.rules.dice.iter().map(|set| &self.rules.containers[set.container]);
        containers.fold(0, |all, container| {
            let first = container.first as usize;
            all | sites_below(first + container.sites as usize) & !sites_below(first)
        })
    }

    /// When an effect that does nothing else rolls the dice.
    fn rolls(&self, effect: &MovesFn) -> Option<Test> {
        match effect {
            MovesFn::Leaf(id) if matches!(self.rules.leaves[usize::from(*id)].leaf, Leaf::Roll(_)) => {
                Some(Test::Constant(true))
            }
            MovesFn::Or(list) if list.is_empty() => Some(Test::Constant(false)),
            MovesFn::If(parts) => {
                Some(Test::If(Box::new((self.test(&parts.0)?, self.rolls(&parts.1)?, self.rolls(&parts.2)?))))
            }
            _ => None,
        }
    }
}

impl Machine<'_, '_> {
    /// A site as an index, where it is one.
    #[inline]
    fn index(&self, site: i32) -> Option<usize> {
        let layout = &self.ctx.rules.layout;
        let site = site as usize;
        (site < layout.own || (site >= layout.board && site < layout.containers_end)).then_some(site)
    }

    /// The number of the class that a site is of: nothing, the mover's, nobody's, another's.
    #[inline]
    fn class_of(&self, site: usize) -> u8 {
        if self.board.top(site) == 0 {
            return 0;
        }
        match self.board.who(site) {
            who if who == self.ctx.state.mover => 1,
            0 => 2,
            _ => 3,
        }
    }

    /// The number of the kind that a site is of, as tables of conditions about sites have them.
    #[inline]
    fn kind_of(&self, site: usize) -> u8 {
        match self.class_of(site) {
            0 => 0,
            class => 2 * class - 1 + u8::from(self.board.height(site) > 1),
        }
    }

    /// How far along a track the piece on a site has come, where a site does not tell.
    fn place(&self, track: usize, player: i32, site: i32) -> Option<usize> {
        match self.index(site).map_or(0, |site| self.board.lowest_of(site, player)) {
            0 => self.ctx.rules.tracks[track].index_of(site),
            what => self.ctx.place_on_track(track, site, i32::from(what)),
        }
    }

    /// Where some steps from a site lead on the track of a player.
    fn end_of_steps(&self, tracks: &[Option<u16>], player: i32, from: i32, steps: i32) -> i32 {
        let Some(Some(track)) = tracks.get(player as usize) else { return -1 };
        let number = usize::from(*track);
        if let Some(end) = self.shape.walks[number].end(from, steps) {
            return end;
        }
        let track = &self.ctx.rules.tracks[number];
        let place = if self.shape.keeps_places && !track.is_looped {
            if from < 0 {
                return -1;
            }
            self.place(number, player, from)
        } else {
            track.index_of(from)
        };
        track.after(place.unwrap_or(track.elements.len()), steps)
    }

    /// How many pieces a player has.
    #[inline]
    fn pieces_of(&self, player: i32) -> i32 {
        if (1..=self.ctx.rules.players as i32).contains(&player) { self.board.total(player as usize) } else { 0 }
    }

    /// How many pieces some players, as bits, have on some sites.
    fn pieces_on(&self, players: u32, set: u128) -> i32 {
        if set & (self.board.occupied() | self.shape.dice) == 0 {
            return 0;
        }
        let owners = (0..OWNERS).filter(|owner| players >> owner & 1 == 1);
        let pieces = owners.map(|owner| {
            let held = sites_of(set & self.board.sites_of(owner));
            held.map(|site| i32::from(self.board.count_of(site, owner))).sum::<i32>()
        });
        // Dice are nobody's.
        let dice = if players & 1 == 1 { (set & self.shape.dice).count_ones() as i32 } else { 0 };
        pieces.sum::<i32>() + dice
    }

    /// Looks at the state; false where it holds what cannot be told here.
    fn look(&mut self) -> bool {
        let rules = self.ctx.rules;
        for set in &rules.dice {
            let first = rules.containers[set.container].first;
            for index in 0..set.dice.len() {
                let face = self.ctx.plane(Plane::State, SiteType::Cell, first + index as i32);
                self.faces[set.first + index] = face as u8;
            }
        }
        self.board.look(self.ctx, self.shape.dice)
    }

    /// Makes the state show what stands where and what the dice show.
    fn tell(&mut self) {
        self.board.tell(self.ctx);
        if std::mem::take(&mut self.turned) {
            let rules = self.ctx.rules;
            for set in &rules.dice {
                let first = rules.containers[set.container].first as usize;
                for index in 0..set.dice.len() {
                    self.ctx.turn_die(first + index, self.faces[set.first + index]);
                }
            }
        }
    }

    /// Whether the rules have to be asked about the end of the game.
    fn may_end(&mut self) -> bool {
        let shape = self.shape;
        let phase = &shape.phases[usize::from(self.ctx.state.phase[usize::from(self.ctx.state.mover)])];
        if phase.ends.is_none() && shape.ends.is_none() {
            return false;
        }
        if self.ctx.state.last.is_pass && !self.ctx.rules.features.no_all_pass_draw && self.ctx.all_passed() {
            return true;
        }
        phase.ends.iter().flatten().any(|end| self.holds(end)) || shape.ends.iter().flatten().any(|end| self.holds(end))
    }

    fn holds(&mut self, end: &End) -> bool {
        match end {
            End::If(test) => test.holds(self),
            End::Each(test, others_only) => {
                let mover = i32::from(self.ctx.state.mover);
                let before = self.ctx.get(Register::Player);
                let found = (1..=self.ctx.rules.players as i32).any(|player| {
                    let is_asked = !(*others_only && player == mover) && self.ctx.state.is_active(player);
                    self.ctx.set(Register::Player, player);
                    is_asked && test.holds(self)
                });
                self.ctx.set(Register::Player, before);
                found
            }
        }
    }

    /// Takes players to other phases.
    fn next_phases(&mut self) {
        let shape = self.shape;
        if shape.phases.len() < 2 {
            return;
        }
        let players = self.ctx.rules.players;
        let everyone = players as i32 + 1;
        for player in 1..=players {
            let phase = &shape.phases[usize::from(self.ctx.state.phase[player])];
            for next in &phase.next {
                let who = next.who.of(self);
                if who != everyone && who != player as i32 {
                    continue;
                }
                if next.when.holds(self) {
                    let base = if who == everyone { usize::from(self.ctx.state.mover) } else { player };
                    let after = (self.ctx.state.phase[base] + 1) % shape.phases.len() as u8;
                    self.ctx.state.phase[player] = next.to.unwrap_or(after);
                    break;
                }
            }
        }
    }

    /// Plays one ply.
    fn play(&mut self, rng: &mut Random, trace: Option<&mut Vec<(Seat, LudMove)>>) -> Ply {
        let shape = self.shape;
        let mover = self.ctx.state.mover;
        let mut turn = &shape.phases[usize::from(self.ctx.state.phase[usize::from(mover)])].turn;
        while let Turn::If(parts) = turn {
            turn = if parts.0.holds(self) { &parts.1 } else { &parts.2 };
        }
        if turn.is_left() || (shape.adds && !self.board.has_room()) {
            return Ply::Left(None);
        }
        let chosen = match turn {
            Turn::If(_) => return Ply::Left(None),
            Turn::Roll(parts) => {
                let (when, play, pass, sequence) = &**parts;
                if when.holds(self) {
                    self.roll(rng);
                }
                match self.draw(play, rng) {
                    Drawn::Move(candidate, index) => self.make(candidate, index),
                    Drawn::Nothing => self.pass(pass),
                    Drawn::Left => {
                        self.tell();
                        self.ctx.state.chance = rng.next_u64();
                        return Ply::Left(Some(self.ctx.sample_after_roll(sequence, rng)));
                    }
                }
            }
            Turn::Play(play) => match self.draw(play, rng) {
                Drawn::Move(candidate, index) => self.make(candidate, index),
                Drawn::Nothing => return Ply::Stuck,
                Drawn::Left => return Ply::Left(None),
            },
        };
        if let Some(memory) = self.ctx.state.memory.as_deref_mut() {
            memory.decided = -1;
        }
        if let Some(trace) = trace {
            trace.push((Seat(self.ctx.state.seat[usize::from(mover)] - 1), chosen));
        }
        self.finish(mover);
        if shape.leaves_effects && self.ctx.rules.features.stochastic {
            self.ctx.state.chance = rng.next_u64();
            self.ctx.draw_faces();
        }
        Ply::Played
    }

    /// Plays as long as nothing is left to the rules and `most` plies are not reached; returns what
    /// [`Context::race_at_random`] does.
    fn play_on(
        &mut self,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        if !self.look() {
            self.runs.note(0);
            return (0, None);
        }
        let mut plies = 0;
        let mut stuck = None;
        while plies < most && !self.ctx.state.over && !self.is_blind && !self.runs.is_pausing() {
            match self.play(rng, trace.as_deref_mut()) {
                Ply::Played => {
                    plies += 1;
                    self.since += 1;
                }
                Ply::Left(chosen) => {
                    self.runs.note(self.since);
                    match chosen {
                        Some(_) => return (plies, chosen),
                        None => break,
                    }
                }
                Ply::Stuck => {
                    stuck = Some(LudMove::FORCED_PASS);
                    break;
                }
            }
        }
        if !self.is_blind {
            self.tell();
        }
        if plies > 0 && self.ctx.rules.features.stochastic {
            self.ctx.state.chance = rng.next_u64();
            self.ctx.draw_faces();
        }
        (plies, stuck)
    }

    /// What comes after a move of a player.
    fn finish(&mut self, mover: u8) {
        if self.is_blind {
            self.ctx.finish_move(mover);
        } else if self.may_end() {
            self.tell();
            self.ctx.finish_move(mover);
        } else {
            self.next_phases();
            self.ctx.state.counter += 1;
            self.ctx.next_turn(mover);
        }
        self.sum_dice();
    }
}

impl Context<'_> {
    /// Plays at random as long as nothing is left to the rules and `most` plies are not reached; returns the number of plies,
    /// and the move that is drawn for the next one where dice were rolled for it.
    pub(super) fn race_at_random(
        &mut self,
        racing: &Racing,
        most: u32,
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        let turn = &racing.phases[usize::from(self.state.phase[usize::from(self.state.mover)])].turn;
        if most == 0 || turn.is_left() || self.scratch.shortcut.racing.runs.pauses() {
            return (0, None);
        }
        let RacingBuffers { board, runs } = std::mem::take(&mut self.scratch.shortcut.racing);
        let mut machine = Machine {
            ctx: self,
            shape: racing,
            board: board.unwrap_or_default(),
            faces: [0; DICE],
            turned: false,
            is_blind: false,
            since: 0,
            runs,
            walked: -1,
        };
        let played = machine.play_on(most, rng, trace);
        let Machine { board, runs, .. } = machine;
        self.scratch.shortcut.racing = RacingBuffers { board: Some(board), runs };
        played
    }
}
