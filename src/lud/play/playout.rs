//! Uniformly random play-outs on one position, without copies of it.

use super::context::Context;
use super::game::{LudGame, Workspace};
use super::moves::LudMove;
use super::sink::Sink;
use super::state::State;
use crate::game::{Game, Guide, Playout, PlayoutLimit, Random, Seat};
use crate::lud::ludeme::moves::{Filter, MovesFn};
use rand::{Rng, RngExt};
use smallvec::SmallVec;

impl LudGame {
    /// Plays uniformly random moves until the game is over or the limit is reached.
    pub(super) fn play_out(
        &self,
        state: &mut State,
        limit: PlayoutLimit,
        workspace: &mut Workspace,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> Playout {
        let mut plies = 0;
        let stochastic = self.rules().features.stochastic;
        let mut context = Context::new(self.rules(), state, &mut workspace.scratch);
        while plies < limit.plies && !context.state.over {
            let mut decided = None;
            if let Some(placement) = &self.placement {
                let (placed, stop) = context.place_at_random(placement, limit.plies - plies, rng, trace.as_deref_mut());
                plies += placed;
                if plies >= limit.plies {
                    break;
                }
                decided = stop;
            }
            let chosen = decided.unwrap_or_else(|| context.sample_to_play(rng));
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(context.state.seat[context.state.mover as usize] - 1), chosen));
            }
            context.apply(chosen);
            if stochastic {
                context.state.chance = rng.next_u64();
                context.draw_faces();
            }
            plies += 1;
        }
        Playout { finished: context.state.over, utilities: self.utilities(state), plies }
    }

    /// The same, of the moves drawn playing only those that `guide` accepts.
    pub(super) fn guided_play_out<U: Guide<LudMove>>(
        &self,
        state: &mut State,
        limit: PlayoutLimit,
        workspace: &mut Workspace,
        rng: &mut Random,
        guide: &mut U,
        trace: &mut Vec<(Seat, LudMove)>,
    ) -> Playout {
        let mut plies = 0;
        let stochastic = self.rules().features.stochastic;
        let mut context = Context::new(self.rules(), state, &mut workspace.scratch);
        while plies < limit.plies && !context.state.over {
            let seat = Seat(context.state.seat[context.state.mover as usize] - 1);
            let mut refused = 0;
            let chosen = loop {
                let candidate = context.sample(rng);
                if guide.accepts(seat, candidate, refused, rng) {
                    break candidate;
                }
                refused += 1;
            };
            guide.made(seat, chosen);
            trace.push((seat, chosen));
            context.apply(chosen);
            if stochastic {
                context.state.chance = rng.next_u64();
                context.draw_faces();
            }
            plies += 1;
        }
        Playout { finished: context.state.over, utilities: self.utilities(state), plies }
    }
}

/// Draws from slots before moves are listed after all.
const TRIES: u32 = 64;
/// After this many positions in a row in which no draw hit a move, moves are listed at once for a while.
const GIVE_UP: u32 = 4;
/// How many positions that while lasts.
const PAUSE: u32 = 64;

/// Whether drawing from slots has paid lately. It looks at positions gone by only, so that it cannot favour any move.
#[derive(Debug, Default)]
pub struct Luck {
    misses: u32,
    pause: u32,
    /// Draws that a hit has taken lately, in sixteenths.
    draws: u32,
}

impl Context<'_> {
    /// One of the legal moves, each of the list with the same probability.
    pub fn sample(&mut self, rng: &mut Random) -> LudMove {
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        if self.may_swap() {
            return self.sample_listed(&phase.play, rng);
        }
        self.sample_from(&phase.play, phase.has_slots, rng)
    }

    /// As [`Context::sample`], for a move that is played at once: dice that are rolled before it are rolled for good, and
    /// the move begins after that.
    fn sample_to_play(&mut self, rng: &mut Random) -> LudMove {
        let rules = self.rules;
        if !rules.features.stochastic || rules.meta.swap || rules.meta.restricts() {
            return self.sample(rng);
        }
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        let mut play = &phase.play;
        loop {
            match play {
                MovesFn::If(parts) => play = if parts.0.eval(self) { &parts.1 } else { &parts.2 },
                MovesFn::Do(sequence) if let Some(roll) = sequence.roll() => {
                    self.run_effect(roll);
                    self.scratch.priors_done = 1;
                    let (next, has_slots) = sequence.next();
                    let chosen = self.sample_from(next, has_slots, rng);
                    self.scratch.priors_done = 1;
                    self.scratch.rolled_ahead = true;
                    return match sequence.pass(self) {
                        Some(pass) if chosen == LudMove::FORCED_PASS => pass,
                        _ => chosen,
                    };
                }
                _ => return self.sample_from(play, phase.has_slots, rng),
            }
        }
    }

    fn sample_from(&mut self, play: &MovesFn, has_slots: bool, rng: &mut Random) -> LudMove {
        match play {
            MovesFn::If(parts) => {
                let branch = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
                return self.sample_from(branch, has_slots, rng);
            }
            MovesFn::Priority(list) => {
                let Some((last, before)) = list.split_last() else { return LudMove::FORCED_PASS };
                let mut moves = self.borrow_list();
                for item in before {
                    item.generate(self, &mut Sink::List(&mut moves));
                    if !moves.is_empty() {
                        let chosen = self.choose(&moves, &[], rng);
                        self.return_list(moves);
                        return chosen;
                    }
                }
                self.return_list(moves);
                return self.sample_from(last, has_slots, rng);
            }
            _ => {}
        }
        if has_slots {
            if self.scratch.luck.pause > 0 {
                self.scratch.luck.pause -= 1;
                if let MovesFn::ForEachPiece(each) = play
                    && !self.rules.meta.forbids()
                    && each.can_count(self)
                {
                    return each.pick(self, rng).unwrap_or(LudMove::FORCED_PASS);
                }
            } else if let Some(chosen) = self.draw_slot(play, rng) {
                return chosen;
            }
        }
        self.sample_listed(play, rng)
    }

    /// Draws slots until one holds a legal move, for a while.
    fn draw_slot(&mut self, play: &MovesFn, rng: &mut Random) -> Option<LudMove> {
        if let MovesFn::ForEachPiece(each) = play
            && each.can_draw(self)
        {
            let mut draws = 0;
            let found = each.draw(TRIES, &mut draws, self, rng, |ctx, chosen| ctx.is_legal_choice(chosen));
            // A few draws are always worth it.
            let worth = if draws > 3 { each.draws_worth(self) } else { u32::MAX };
            self.note_luck(found.is_some(), draws, worth);
            return found;
        }
        let slots = play.slots(self)?;
        if slots == 0 {
            return Some(LudMove::FORCED_PASS);
        }
        for _ in 0..TRIES {
            let slot = rng.random_range(0..slots);
            if let Some(chosen) = play.slot(slot, self)
                && self.is_legal_choice(chosen)
            {
                self.note_luck(true, 0, u32::MAX);
                return Some(chosen);
            }
        }
        self.note_luck(false, 0, u32::MAX);
        None
    }

    #[inline]
    fn note_luck(&mut self, hit: bool, draws: u32, worth: u32) {
        let luck = &mut self.scratch.luck;
        luck.misses = if hit { 0 } else { luck.misses + 1 };
        luck.draws = luck.draws - luck.draws / 8 + 2 * draws;
        if luck.misses == GIVE_UP || luck.draws / 16 > worth {
            *luck = Luck { misses: 0, pause: PAUSE, draws: luck.draws.min(worth.saturating_mul(8)) };
        }
    }

    /// Lists the moves before the conditions that need them tried out, and draws until one meets those.
    fn sample_listed(&mut self, play: &MovesFn, rng: &mut Random) -> LudMove {
        let mut moves = self.borrow_list();
        let mut segments: SmallVec<[Segment<'_>; 4]> = SmallVec::new();
        self.list_unfiltered(play, &mut SmallVec::new(), &mut moves, &mut segments);
        if self.offers_swap() {
            moves.push(LudMove::SWAP);
        }
        let chosen = self.choose(&moves, &segments, rng);
        self.return_list(moves);
        chosen
    }

    /// Draws from listed moves until one meets the conditions that are left.
    fn choose(&mut self, moves: &[LudMove], segments: &[Segment<'_>], rng: &mut Random) -> LudMove {
        let mut left = moves.len();
        let mut order: SmallVec<[u32; 64]> = SmallVec::new();
        while left > 0 {
            let pick = rng.random_range(0..left);
            // Moves that were drawn in vain give their place to those not drawn yet.
            let index = if order.is_empty() { pick } else { order[pick] as usize };
            let chosen = moves[index];
            let filters = segments.iter().find(|segment| index < segment.end).map(|segment| &segment.filters[..]);
            if filters.unwrap_or_default().iter().all(|filter| filter.lets_through(chosen, self))
                && self.is_legal_choice(chosen)
            {
                return chosen;
            }
            if order.is_empty() {
                order.extend(0..moves.len() as u32);
            }
            order.swap_remove(pick);
            left -= 1;
        }
        LudMove::FORCED_PASS
    }

    fn list_unfiltered<'r>(
        &mut self,
        play: &'r MovesFn,
        filters: &mut SmallVec<[&'r Filter; 2]>,
        moves: &mut Vec<LudMove>,
        segments: &mut SmallVec<[Segment<'r>; 4]>,
    ) {
        match play {
            MovesFn::Or(list) => {
                for item in list {
                    self.list_unfiltered(item, filters, moves, segments);
                }
            }
            MovesFn::If(parts) => {
                let branch = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
                self.list_unfiltered(branch, filters, moves, segments);
            }
            MovesFn::Filter(filter) if filter.condition().is_some() => {
                // The innermost condition is asked first.
                filters.insert(0, filter);
                self.list_unfiltered(filter.moves(), filters, moves, segments);
                filters.remove(0);
            }
            other => {
                other.generate(self, &mut Sink::List(moves));
                segments.push(Segment { end: moves.len(), filters: filters.clone() });
            }
        }
    }
}

/// Listed moves up to `end` that still have to meet the same conditions.
struct Segment<'r> {
    end: usize,
    filters: SmallVec<[&'r Filter; 2]>,
}
