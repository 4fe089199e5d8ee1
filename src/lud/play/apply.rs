//! Applying a move: its actions, its consequences, the end rules, and the turn.

use super::action::Action;
use super::bits::Bits;
use super::context::{Context, REGISTERS};
use super::moves::LudMove;
use super::state::LONG_TURN;

impl Context<'_> {
    /// Plays a legal move of the mover, to the end of the step: the next player is to move, or the game is over.
    pub fn apply(&mut self, chosen: LudMove) {
        let mover = self.state.mover;
        self.apply_without_ending(chosen);
        self.finish_move(mover);
        self.sum_turned_dice();
    }

    /// What comes after the actions and consequences of a move of a player: the end rules, and the turn of the next one.
    pub(super) fn finish_move(&mut self, mover: u8) {
        self.check_ends();
        self.pass_on(mover);
    }

    /// What comes after the end rules: the phases, and the turn of the next player.
    pub(super) fn pass_on(&mut self, mover: u8) {
        if self.state.active == 0 {
            self.state.prev = mover;
        } else {
            self.next_phases();
        }
        self.state.counter += 1;
        self.remember_position();
        if self.state.active != 0 {
            self.next_turn(mover);
        }
    }

    /// The actions and consequences of a move, without end rules and without passing the turn.
    pub fn apply_without_ending(&mut self, chosen: LudMove) {
        self.restore([-1; REGISTERS]);
        if let Some(memory) = self.state.memory.as_deref_mut() {
            memory.decided = -1;
        }
        let mover = self.state.mover;
        // A player who has rolled always has a move, be it a pass, and a pass that the rules make is one.
        let has_rolled = std::mem::take(&mut self.scratch.rolled_ahead);
        let is_forced = chosen.is_forced_pass() && !has_rolled;
        if is_forced && self.state.stalemated >> mover & 1 == 0 && (self.is_stuck_if_forced() || !self.can_move()) {
            self.state.stalemated |= 1 << mover;
        }
        self.play(chosen);
        self.restore([-1; REGISTERS]);
    }

    /// Whether a pass is forced only on a player for whom the rules make no move: chance does not take moves away from those
    /// that are asked about, and no piece is held down.
    fn is_stuck_if_forced(&self) -> bool {
        let meta = &self.rules.meta;
        !self.rules.features.stochastic && !meta.pin && !meta.no_stack_on_fallen
    }

    /// Takes the pieces off the board that were captured in the turn.
    pub(super) fn clear_captured(&mut self) {
        let mut captured = std::mem::take(&mut self.state.memory_mut().to_clear);
        let kind = self.rules.default_type();
        for &site in &captured {
            self.act(Action::Remove { kind, site });
        }
        captured.clear();
        self.state.memory_mut().to_clear = captured;
    }

    /// Counts the move in the turn of its player, to know when everyone has passed.
    #[inline]
    pub(super) fn count_turn(&mut self, mover: u8) {
        let state = &mut *self.state;
        if state.turn_length > 0 && state.turn_mover == mover {
            state.turn_length = (state.turn_length + 1).min(LONG_TURN);
            return;
        }
        if state.turn_length > 0 {
            // Only the first move of a turn is asked; longer turns are no mere passes.
            let passed = state.turn_passed && state.turn_length < LONG_TURN;
            state.passed_turns = if passed { state.passed_turns.saturating_add(1) } else { 0 };
        }
        state.before_turn = state.turn_mover;
        state.turn_mover = mover;
        state.turn_length = 1;
        state.turn_passed = state.last.is_pass;
    }

    fn next_phases(&mut self) {
        let rules = self.rules;
        if rules.phases.len() < 2 {
            return;
        }
        let everyone = rules.players as i32 + 1;
        for player in 1..=rules.players {
            let phase = &rules.phases[self.state.phase[player] as usize];
            for next in &phase.next {
                let who = next.who.eval(self);
                if who != everyone && who != player as i32 {
                    continue;
                }
                if next.when.eval(self) {
                    let base = if who == everyone { self.state.mover as usize } else { player };
                    let after = (self.state.phase[base] + 1) % rules.phases.len() as u8;
                    self.state.phase[player] = next.to.unwrap_or(after);
                    break;
                }
            }
        }
    }

    /// Adds the position to what the rules about repetition look at; the mover has not changed yet.
    pub(super) fn remember_position(&mut self) {
        let features = &self.rules.features;
        if !features.remembers_positions() {
            return;
        }
        let history = features.history;
        let new_turn = self.state.mover != self.state.prev;
        if (history.positional && new_turn) || features.cycles {
            let position = self.state.position_hash();
            self.state.memory_mut().history.push(position);
        }
        if history.situational && new_turn {
            let situation = self.state.full_hash();
            self.state.memory_mut().history.push(situation);
        }
        if history.positional_in_turn || history.situational_in_turn {
            let (position, situation) = (self.state.position_hash(), self.state.full_hash());
            let turn = &mut self.state.memory_mut().turn_history;
            if new_turn {
                turn.clear();
            }
            if history.positional_in_turn {
                turn.push(position);
            }
            if history.situational_in_turn {
                turn.push(situation);
            }
        }
    }

    /// Gives the turn to the next player.
    #[inline]
    pub(super) fn next_turn(&mut self, mover: u8) {
        let players = self.rules.players as u8;
        if self.rules.features.visited {
            let (from, to) = (self.state.last.from, self.state.last.to);
            let stays = self.state.mover == self.state.next;
            let visited = &mut self.state.memory_mut().visited;
            if stays {
                visited.insert(from);
                visited.insert(to);
            } else {
                *visited = Bits::default();
            }
        }
        let state = &mut *self.state;
        state.prev = mover;
        state.mover = state.next;
        if state.prev == state.mover && !state.last.is_swap {
            state.moves_this_turn += 1;
        } else {
            state.moves_this_turn = 0;
            state.turns += 1;
        }
        let mut next = state.mover % players + 1;
        while !state.is_active(i32::from(next)) {
            next = next % players + 1;
        }
        state.next = next;
        if state.last.is_pass {
            state.passes += 1;
            state.passed |= 1 << mover;
        } else {
            state.passes = 0;
            state.passed &= !(1 << mover);
        }
        state.stalemated &= !(1 << state.mover);
    }
}
