//! Play-outs of games in which a turn is a hole chosen, whose seeds are sown.
//!
//! A position is what each hole holds and how many of it, and whose turn it is. What the rules say about holes and seeds is kept
//! in a form that looks at nothing else; what that form cannot say is left to the rules, be it a number, a consequence, a whole
//! ply, or the end of a game. Hashes are worked out only when all is left to the rules.

mod board;
mod choices;
mod consequences;
mod effect;
mod lowering;
mod mask;
mod number;
mod play;
mod set;
mod sow;
mod test;

use super::bare::is_simple_but_for_chance;
use crate::game::{Random, Seat};
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, Simple};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use board::{Holes, Machine};
use lowering::Lowering;
use play::{Drawn, Play};
use rand::Rng;
use sow::Route;
use test::Test;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Sowing {
    holes: Holes,
    routes: Vec<Route>,
    phases: Vec<Phase>,
    /// Whether chance is at work.
    is_stochastic: bool,
    /// Whether earlier positions are remembered.
    remembers: bool,
    /// Ends that hold always, where there are such.
    ends: Option<Vec<End>>,
}

/// A phase of the game.
#[derive(Debug, Clone, PartialEq)]
struct Phase {
    play: Play,
    /// Ends that hold only in it, where there are such.
    ends: Option<Vec<End>>,
    next: Vec<Next>,
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
    who: IntFn,
    when: Test,
    to: Option<u8>,
}

impl Sowing {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let holes = Holes::of(rules)?;
        let (features, meta) = (&rules.features, &rules.meta);
        // Chance is known besides that of dice.
        let is_known = rules.dice.is_empty() && is_simple_but_for_chance(rules);
        if !is_known
            || features.stacking
            || features.deferred_removal
            || meta.swap
            || meta.restricts()
            || !rules.leaves.iter().any(|node| matches!(node.leaf, Leaf::Sow(_))) && !holes.is_single
            || rules.leaves.iter().any(|node| stores_position(&node.leaf))
        {
            return None;
        }
        let remembers = features.remembers_positions();
        let lowering = Lowering { rules, holes, remembers };
        let ends = |ends: &[EndRule]| ends.iter().map(|rule| lowering.end(rule)).collect::<Option<Vec<_>>>();
        let mut phases = Vec::new();
        for phase in &rules.phases {
            let next = phase.next.iter().map(|next| {
                let who = lowering.can_ask_number(&next.who).then(|| next.who.clone())?;
                Some(Next { who, when: lowering.test(&next.when)?, to: next.to })
            });
            phases.push(Phase {
                play: lowering.play(&phase.play),
                ends: if phase.has_end { Some(ends(&phase.end)?) } else { None },
                next: next.collect::<Option<_>>()?,
            });
        }
        if phases.iter().all(|phase| phase.play.is_left()) {
            return None;
        }
        let routes = rules.tracks.iter().map(|track| Route::of(track, holes.end)).collect::<Option<_>>()?;
        let ends = if rules.has_end { Some(ends(&rules.end)?) } else { None };
        Some(Self { holes, routes, phases, is_stochastic: features.stochastic, remembers, ends })
    }
}

/// Whether a rule stores the position at hand.
fn stores_position(leaf: &Leaf) -> bool {
    matches!(leaf, Leaf::Simple(simple) if matches!(**simple, Simple::RememberState))
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
}

impl Machine<'_, '_> {
    /// Whether the rules have to be asked about the end of the game.
    fn may_end(&mut self) -> bool {
        let shape = self.shape;
        let phase = &shape.phases[usize::from(self.ctx.state.phase[usize::from(self.ctx.state.mover)])];
        let ends = [&phase.ends, &shape.ends];
        if ends.iter().all(|ends| ends.is_none()) {
            return false;
        }
        if self.ctx.state.last.is_pass && !self.ctx.rules.features.no_all_pass_draw && self.ctx.all_passed() {
            return true;
        }
        ends.into_iter().flatten().flatten().any(|end| self.holds(end))
    }

    fn holds(&mut self, end: &End) -> bool {
        match end {
            End::If(test) => test.holds(self),
            End::Each(test, others_only) => {
                let before = self.ctx.get(Register::Player);
                let found = (1..=self.ctx.rules.players as i32).any(|player| {
                    if (*others_only && player == i32::from(self.ctx.state.mover)) || !self.ctx.state.is_active(player)
                    {
                        return false;
                    }
                    self.ctx.set(Register::Player, player);
                    test.holds(self)
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
                let who = next.who.eval(self.ctx);
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

    /// Plays one ply; false where it is left to the rules.
    fn play(&mut self, rng: &mut Random, trace: Option<&mut Vec<(Seat, LudMove)>>) -> bool {
        let shape = self.shape;
        let mover = self.ctx.state.mover;
        let play = &shape.phases[usize::from(self.ctx.state.phase[usize::from(mover)])].play;
        let seat = Seat(self.ctx.state.seat[usize::from(mover)] - 1);
        let chosen = match self.draw(play, rng) {
            Drawn::Rules => return false,
            Drawn::Pass => {
                // Where chance is at work the rules ask again whether there are moves.
                if shape.is_stochastic {
                    self.tell_rules();
                }
                self.ctx.apply_without_ending(LudMove::FORCED_PASS);
                LudMove::FORCED_PASS
            }
            Drawn::Move(source, site, is_made) => {
                if let Some(memory) = self.ctx.state.memory.as_deref_mut() {
                    memory.decided = -1;
                }
                if !is_made {
                    self.make(source, site, true);
                }
                source.chosen(site)
            }
        };
        if let Some(trace) = trace {
            trace.push((seat, chosen));
        }
        if self.may_end() {
            self.tell_rules();
            self.ctx.pause_recall(false);
            self.ctx.finish_move(mover);
            self.ctx.pause_recall(true);
            self.ctx.sum_turned_dice();
            return true;
        }
        self.next_phases();
        self.ctx.state.counter += 1;
        if shape.remembers {
            self.tell_rules();
            self.ctx.remember_position();
        }
        self.ctx.next_turn(mover);
        if self.ctx.state.dice_turned {
            self.ctx.sum_turned_dice();
        }
        true
    }
}

impl Context<'_> {
    /// Plays at random as long as nothing is left to the rules and `most` plies are not reached; returns the number of plies.
    pub(super) fn sow_at_random(
        &mut self,
        sowing: &Sowing,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        if sowing.phases[usize::from(self.state.phase[usize::from(self.state.mover)])].play.is_left() {
            return (0, None);
        }
        let mut machine = Machine { ctx: self, shape: sowing, holes: sowing.holes, stale: false, haunted: false };
        if !machine.look_around() {
            return (0, None);
        }
        machine.ctx.pause_recall(true);
        let mut plies = 0;
        while plies < most && !machine.ctx.state.over && machine.play(rng, trace.as_deref_mut()) {
            plies += 1;
            if sowing.is_stochastic {
                machine.ctx.state.chance = rng.next_u64();
            }
        }
        machine.ctx.pause_recall(false);
        machine.tell_rules();
        (plies, None)
    }
}
