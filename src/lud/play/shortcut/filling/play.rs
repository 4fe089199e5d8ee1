//! Plies drawn from the list of empty sites.

use super::board::Board;
use super::{Filling, FillingBuffers};
use crate::game::{Random, Seat, draw_below};
use crate::lud::ludeme::moves::{Filter, MovesFn};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use smallvec::SmallVec;

/// So many draws may fail before a move is drawn by the rules.
const TRIES: u32 = 12;
/// For so many plies moves are drawn by the rules after that.
const PAUSE: u32 = 16;

/// Rules whose moves there are, each with what decides about them.
type Choices<'r> = SmallVec<[(u16, Option<&'r Filter>); 4]>;

impl<'r> Context<'r> {
    /// Plays random plies until the game is over or `most` are reached; returns their number.
    pub(in crate::lud::play::shortcut) fn fill_at_random(
        &mut self,
        filling: &Filling,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        let rules = self.rules;
        let FillingBuffers { mut board } = std::mem::take(&mut self.scratch.shortcut.filling);
        self.lay_out(&mut board, &filling.watches);
        let (mut plies, mut pause) = (0, 0);
        while plies < most && !self.state.over {
            let mover = self.state.mover;
            let phase = &rules.phases[usize::from(self.state.phase[usize::from(mover)])];
            let drawn = if pause == 0 && !self.may_swap() {
                self.draw_empty(filling, &phase.play, &board, &mut pause, rng)
            } else {
                pause = u32::saturating_sub(pause, 1);
                None
            };
            let chosen = drawn.unwrap_or_else(|| self.sample(rng));
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[usize::from(mover)] - 1), chosen));
            }
            let before = self.state.hash;
            self.apply_without_ending(chosen);
            self.keep_up(&mut board, &filling.watches, before);
            if self.may_end_by(filling, &mut board) {
                self.check_ends();
            }
            self.pass_on(mover);
            self.sum_turned_dice();
            plies += 1;
        }
        self.scratch.shortcut.filling = FillingBuffers { board };
        (plies, None)
    }

    /// Whether an end rule may hold after the move that was made.
    #[inline]
    fn may_end_by(&mut self, filling: &Filling, board: &mut Board) -> bool {
        if self.state.last.is_pass {
            return true;
        }
        let phase = usize::from(self.state.phase[usize::from(self.state.mover)]);
        self.may_hold(&filling.phase_guards[phase], &filling.watches, board)
            || self.may_hold(&filling.guard, &filling.watches, board)
    }

    /// A legal move onto an empty site, each with the same probability, where those are all that there are and one is found.
    #[inline]
    fn draw_empty(
        &mut self,
        filling: &Filling,
        play: &'r MovesFn,
        board: &Board,
        pause: &mut u32,
        rng: &mut Random,
    ) -> Option<LudMove> {
        let mut choices = Choices::new();
        if board.empty().is_empty() || !self.choices_of(filling, play, None, &mut choices) {
            return None;
        }
        let sites = board.empty().len() as u32;
        let count = |&(leaf, _): &(u16, Option<&Filter>)| {
            filling.sources[usize::from(leaf)].as_ref().map_or(0, |source| source.whats.len() as u32)
        };
        let kinds: u32 = choices.iter().map(count).sum();
        if kinds == 0 {
            return None;
        }
        let is_pass = |&&(leaf, _): &&(u16, Option<&Filter>)| filling.passes[usize::from(leaf)];
        let passes = choices.iter().filter(is_pass).count() as u32;
        for _ in 0..TRIES {
            let slot = draw_below(rng, sites * kinds + passes);
            if slot >= sites * kinds {
                let (leaf, _) = choices.iter().filter(is_pass).nth((slot - sites * kinds) as usize)?;
                return Some(self.bind(*leaf, -1, -1, &[]));
            }
            let site = i32::from(board.empty()[(slot % sites) as usize]);
            let mut kind = slot / sites;
            let mut index = 0;
            while kind >= count(&choices[index]) {
                kind -= count(&choices[index]);
                index += 1;
            }
            let (leaf, filter) = choices[index];
            let source = filling.sources[usize::from(leaf)].as_ref()?;
            let what = source.whats[kind as usize].eval(self);
            if what < 0 {
                return None;
            }
            if let Some(condition) = &source.condition {
                let before = self.set(Register::To, site);
                let holds = condition.eval(self);
                self.set(Register::To, before);
                if !holds {
                    continue;
                }
            }
            let chosen = self.bind(leaf, site, site, &[what]);
            if filter.is_none_or(|filter| filter.lets_through(chosen, self)) {
                return Some(chosen);
            }
        }
        *pause = PAUSE;
        None
    }

    /// Adds the rules that a generator comes down to in the position at hand, or says that others are among them.
    fn choices_of(
        &mut self,
        filling: &Filling,
        play: &'r MovesFn,
        filter: Option<&'r Filter>,
        choices: &mut Choices<'r>,
    ) -> bool {
        let mut play = play;
        while let MovesFn::If(parts) = play {
            play = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
        }
        match play {
            MovesFn::Leaf(leaf) if filling.sources[usize::from(*leaf)].is_some() => {
                choices.push((*leaf, filter));
                true
            }
            MovesFn::Leaf(leaf) if filling.passes[usize::from(*leaf)] && filter.is_none() => {
                choices.push((*leaf, None));
                true
            }
            MovesFn::Or(list) => list.iter().all(|item| self.choices_of(filling, item, filter, choices)),
            MovesFn::Filter(inner) if filter.is_none() && inner.decides_singly(0) => {
                self.choices_of(filling, inner.moves(), Some(inner), choices)
            }
            _ => false,
        }
    }
}
