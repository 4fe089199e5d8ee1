//! Uniformly random play-outs on one position, without copies of it.

use super::ahead::Ahead;
use super::context::Context;
use super::game::{LudGame, Workspace};
use super::lot::Lot;
use super::moves::LudMove;
use super::sink::Sink;
use super::state::State;
use crate::game::{Game, Guide, Playout, PlayoutLimit, Random, Seat, draw_below};
use crate::lud::ludeme::moves::{Do, ForEachPiece, LowChoices, MovesFn, Parts, RuleSlots, Slots};
use rand::Rng;

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
        if self.keeps_positions {
            let most = limit.plies.min(self.rules().moves_left(state).saturating_sub(1));
            plies =
                self.play_known(state, most, (&mut workspace.known, &mut workspace.scratch), rng, trace.as_deref_mut());
        }
        let stochastic = self.rules().features.stochastic;
        let mut context = Context::new(self.rules(), state, &mut workspace.scratch);
        let draws_ahead = self.draws_ahead;
        context.scratch.ahead = Ahead::default();
        while plies < limit.plies && !context.state.over {
            let mut decided = None;
            if let Some(shortcut) = &self.shortcut {
                let (played, stop) = context.play_shortcut(shortcut, limit.plies - plies, rng, trace.as_deref_mut());
                plies += played;
                if plies >= limit.plies || context.state.over {
                    break;
                }
                decided = stop;
            }
            if draws_ahead {
                decided = context.take_drawn();
            }
            let chosen = decided.unwrap_or_else(|| context.sample_to_play(rng));
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(context.state.seat[context.state.mover as usize] - 1), chosen));
            }
            if draws_ahead {
                context.apply_drawing_ahead(chosen, rng);
            } else {
                context.apply(chosen);
            }
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

/// Draws from many slots before moves are listed after all.
const TRIES: u32 = 64;
/// Up to so many slots, none is drawn twice.
const FEW: u32 = 256;
/// From so many draws on, their cost is compared with that of a list.
const FEW_DRAWS: u32 = 4;
/// After this many positions in a row in which no draw hit a move, moves are listed at once for a while.
const GIVE_UP: u32 = 4;
/// How many positions that while lasts.
const PAUSE: u32 = 64;

/// Moves of a kind that goes before others are drawn without listing them from so many positions on that had some, those without
/// any counting for half of those before them.
const OFTEN_PREFERRED: u8 = 5;
/// More positions than this are not counted.
const MOST_PREFERRED: u8 = 16;

/// Whether drawing from slots has paid lately. It looks at positions gone by only, so that it cannot favour any move.
#[derive(Debug, Default)]
pub struct Luck {
    misses: u32,
    pause: u32,
    /// Draws that a hit has taken lately, in sixteenths.
    draws: u32,
    /// In about how many of the last positions there were moves of a kind that goes before others.
    preferred: u8,
}

/// What became of drawing a move.
enum Drawn {
    /// A legal move.
    Move(LudMove),
    /// The rules make moves, but the meta rules allow none of them.
    Forbidden,
    /// The rules make no moves.
    Nothing,
    /// None was hit, which says nothing.
    Unlucky,
}

impl Context<'_> {
    /// One of the legal moves, each of the list with the same probability.
    pub fn sample(&mut self, rng: &mut Random) -> LudMove {
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        if self.may_swap() {
            let swap = self.offers_swap().then_some(LudMove::SWAP);
            return self.draw_legal(&phase.play, swap, rng).unwrap_or(LudMove::FORCED_PASS);
        }
        self.sample_from(&phase.play, rng)
    }

    /// As [`Context::sample`], for a move that is played at once: dice that are rolled before it are rolled for good, and
    /// the move begins after that.
    fn sample_to_play(&mut self, rng: &mut Random) -> LudMove {
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        if let MovesFn::ForEachPiece(each) = &phase.play
            && !rules.meta.swap
            && !rules.meta.restricts()
            && let Some(picked) = each.pick_soon(self, rng)
        {
            return picked.unwrap_or(LudMove::FORCED_PASS);
        }
        if !rules.features.stochastic || rules.meta.swap || rules.meta.restricts() {
            return self.sample(rng);
        }
        let mut play = &phase.play;
        loop {
            match play {
                MovesFn::If(parts) => play = if parts.0.eval(self) { &parts.1 } else { &parts.2 },
                MovesFn::Do(sequence) if let Some(roll) = sequence.counting_roll(0) => {
                    self.run_effect(roll);
                    return self.sample_after_roll(sequence, rng);
                }
                _ => return self.sample_from(play, rng),
            }
        }
    }

    /// One of the moves after dice that are rolled for good, which is played at once.
    pub(super) fn sample_after_roll(&mut self, sequence: &Do, rng: &mut Random) -> LudMove {
        let (mut sequence, mut done) = (sequence, 1);
        self.scratch.priors_done = done;
        // What else only counts is done for good as well.
        while let MovesFn::Do(inner) = sequence.next()
            && let Some(counting) = inner.counting_roll(done)
        {
            self.run_effect(counting);
            done += 1;
            self.scratch.priors_done = done;
            sequence = inner;
        }
        let chosen = self.sample_from(sequence.next(), rng);
        self.scratch.priors_done = done;
        self.scratch.rolled_ahead = true;
        if !chosen.is_forced_pass() {
            return chosen;
        }
        sequence.pass(self).unwrap_or(chosen)
    }

    fn sample_from(&mut self, play: &MovesFn, rng: &mut Random) -> LudMove {
        self.draw_legal(play, None, rng).unwrap_or(LudMove::FORCED_PASS)
    }

    /// A legal move of the rules, or the one that is added to them.
    fn draw_legal(&mut self, play: &MovesFn, added: Option<LudMove>, rng: &mut Random) -> Option<LudMove> {
        let done = self.scratch.priors_done;
        let mut instead = None;
        let drawn = match added {
            None => self.draw_resolved(play, &mut instead, rng),
            Some(_) => self.draw_one(play, added, rng),
        };
        self.scratch.priors_done = done;
        match drawn {
            Drawn::Move(chosen) => Some(chosen),
            Drawn::Forbidden => None,
            Drawn::Nothing | Drawn::Unlucky => instead,
        }
    }

    /// Draws one of the moves of what a generator comes down to in the position at hand, and tells the pass that stands in for
    /// them where there are none.
    fn draw_resolved(&mut self, play: &MovesFn, instead: &mut Option<LudMove>, rng: &mut Random) -> Drawn {
        let mut play = play;
        loop {
            match play {
                MovesFn::If(parts) => play = if parts.0.eval(self) { &parts.1 } else { &parts.2 },
                MovesFn::Do(sequence) if sequence.is_idle(self) => {
                    *instead = sequence.pass(self).or(*instead);
                    self.scratch.priors_done = sequence.effects_done();
                    play = sequence.next();
                }
                MovesFn::Do(sequence) if sequence.is_aside() => play = sequence.next(),
                MovesFn::Priority(list) => {
                    let Some((last, before)) = list.split_last() else { return Drawn::Nothing };
                    for item in before {
                        match self.draw_preferred(item, rng) {
                            Drawn::Nothing | Drawn::Unlucky => {}
                            drawn => return drawn,
                        }
                    }
                    play = last;
                }
                _ => return self.draw_one(play, None, rng),
            }
        }
    }

    /// Draws one of the moves that go before others.
    fn draw_preferred(&mut self, item: &MovesFn, rng: &mut Random) -> Drawn {
        let mut item = item;
        while let MovesFn::If(parts) = item {
            item = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
        }
        if let MovesFn::Priority(list) = item {
            for item in list {
                match self.draw_preferred(item, rng) {
                    Drawn::Nothing | Drawn::Unlucky => {}
                    drawn => return drawn,
                }
            }
            return Drawn::Nothing;
        }
        if let Some(drawn) = self.draw_site(item, rng) {
            return drawn;
        }
        // There are none most of the time, which is soonest known by listing them.
        let drawn = match item {
            _ if self.scratch.luck.preferred < OFTEN_PREFERRED => self.draw_listed(item, None, rng),
            MovesFn::ForEachPiece(each) if each.can_draw(self) && !self.rules.meta.restricts() => {
                self.draw_preferred_piece(item, each, rng)
            }
            _ => self.draw_one(item, None, rng),
        };
        let preferred = &mut self.scratch.luck.preferred;
        match drawn {
            Drawn::Move(_) => *preferred = (*preferred + 1).min(MOST_PREFERRED),
            Drawn::Nothing | Drawn::Unlucky => *preferred /= 2,
            Drawn::Forbidden => {}
        }
        drawn
    }

    /// Draws one of the moves of the mover's pieces that go before others, which `item` is.
    fn draw_preferred_piece(&mut self, item: &MovesFn, each: &ForEachPiece, rng: &mut Random) -> Drawn {
        if let Some(picked) = each.pick_soon(self, rng) {
            return picked.map_or(Drawn::Nothing, Drawn::Move);
        }
        // There may be none, so that only some of what a list would take is spent on draws.
        let mut draws = 0;
        let tries = (each.draws_worth(self) / 3).clamp(1, TRIES);
        match each.draw(tries, &mut draws, self, rng, |_, _| true) {
            Some(chosen) => Drawn::Move(chosen),
            None => self.draw_listed(item, None, rng),
        }
    }

    /// Draws one of the moves of a generator that selects sites which are found all at once.
    #[inline]
    fn draw_site(&mut self, play: &MovesFn, rng: &mut Random) -> Option<Drawn> {
        if !play.may_choose() || self.rules.meta.restricts() {
            return None;
        }
        // Empty sites are found in the position as it is.
        if let Some((id, region)) = play.empty_choices(self) {
            let Some(region) = region else { return Some(Drawn::Nothing) };
            let sites = region.count(self);
            if sites == 0 {
                return Some(Drawn::Nothing);
            }
            let site = region.nth(draw_below(rng, sites as u32) as usize, self)?;
            return MovesFn::choose(id, site, self).map(Drawn::Move);
        }
        let mut choices = LowChoices::default();
        if play.low_choices(&mut choices, self) {
            if choices.count == 0 {
                return Some(Drawn::Nothing);
            }
            return choices.choose(draw_below(rng, choices.count), self).map(Drawn::Move);
        }
        let (id, choices) = play.choices(self)?;
        let sites = choices.len();
        if sites == 0 {
            return Some(Drawn::Nothing);
        }
        let site = choices.nth(draw_below(rng, sites as u32) as usize)?;
        MovesFn::choose(id, site, self).map(Drawn::Move)
    }

    /// Draws one of the moves of a generator, or of those and the one that is added to them.
    fn draw_one(&mut self, play: &MovesFn, added: Option<LudMove>, rng: &mut Random) -> Drawn {
        if added.is_none()
            && let Some(drawn) = self.draw_site(play, rng)
        {
            return drawn;
        }
        match play {
            MovesFn::ForEachPiece(each) if added.is_none() && each.can_draw(self) => self.draw_piece(play, each, rng),
            _ => self.draw_move(play, added, rng),
        }
    }

    /// Draws one of the moves of the mover's pieces, which `play` is.
    fn draw_piece(&mut self, play: &MovesFn, each: &ForEachPiece, rng: &mut Random) -> Drawn {
        if !self.rules.meta.restricts()
            && let Some(picked) = each.pick_soon(self, rng)
        {
            return picked.map_or(Drawn::Nothing, Drawn::Move);
        }
        if self.scratch.luck.pause > 0 {
            self.scratch.luck.pause -= 1;
            if self.rules.meta.restricts() || !each.can_count(self) {
                return self.draw_listed(play, None, rng);
            }
            return each.pick(self, rng).map_or(Drawn::Nothing, Drawn::Move);
        }
        let mut draws = 0;
        let found = each.draw(TRIES, &mut draws, self, rng, |ctx, chosen| ctx.is_legal_choice(chosen));
        // A few draws are always worth it.
        let worth = if draws >= FEW_DRAWS { each.draws_worth(self) } else { u32::MAX };
        self.note_luck(found.is_some(), draws, worth);
        match found {
            Some(chosen) => Drawn::Move(chosen),
            None => self.draw_listed(play, None, rng),
        }
    }

    /// As [`Context::draw_one`], where pieces are not drawn one by one.
    fn draw_move(&mut self, play: &MovesFn, added: Option<LudMove>, rng: &mut Random) -> Drawn {
        if self.scratch.luck.pause > 0 {
            self.scratch.luck.pause -= 1;
            return self.draw_listed(play, added, rng);
        }
        let drawn = match RuleSlots::of(play, self) {
            Some(slots) if added.is_none() => self.draw_slot(&slots, rng),
            _ => self.draw_part(play, added, false, rng),
        };
        match drawn {
            Drawn::Unlucky => self.draw_listed(play, added, rng),
            drawn => drawn,
        }
    }

    /// As [`Context::draw_move`], after all moves are listed.
    fn draw_listed(&mut self, play: &MovesFn, added: Option<LudMove>, rng: &mut Random) -> Drawn {
        self.draw_part(play, added, true, rng)
    }

    fn draw_part(&mut self, play: &MovesFn, added: Option<LudMove>, lists_all: bool, rng: &mut Random) -> Drawn {
        let mut parts = Parts::new(self.borrow_list(), lists_all);
        if added.is_some() || self.rules.meta.restricts() {
            parts.lay_out(play, self);
            added.into_iter().for_each(|added| parts.add(added));
        } else if let Some(listed) = parts.lay_out_or_else(play, self) {
            self.return_list(parts.into_buffer());
            return self.draw_by_lot(listed, rng);
        }
        let drawn = self.draw_slot(&parts, rng);
        self.return_list(parts.into_buffer());
        drawn
    }

    /// Draws one of the moves while they are listed.
    fn draw_by_lot(&mut self, play: &MovesFn, rng: &mut Random) -> Drawn {
        let mut sink = Sink::Lot(Lot::new(rng));
        play.generate(self, &mut sink);
        let Sink::Lot(lot) = sink else { unreachable!("made above") };
        lot.drawn().map_or(Drawn::Nothing, Drawn::Move)
    }

    /// Draws slots until one holds a legal move.
    fn draw_slot(&mut self, source: &impl Slots, rng: &mut Random) -> Drawn {
        let slots = source.slots();
        let is_list = source.is_list();
        let once = is_list || slots <= FEW;
        let mut order = std::mem::take(&mut self.scratch.order);
        order.clear();
        order.reserve(FEW as usize);
        let (mut left, mut draws) = (slots, 0);
        // A few draws are always worth it.
        let mut worth = u32::MAX;
        let mut result = Drawn::Nothing;
        while left > 0 {
            let pick = draw_below(rng, left);
            let slot = if order.is_empty() { pick } else { order[pick as usize] };
            if let Some(chosen) = source.slot(slot, self) {
                if self.is_legal_choice(chosen) {
                    result = Drawn::Move(chosen);
                    break;
                }
                result = Drawn::Forbidden;
            }
            draws += 1;
            if draws == FEW_DRAWS && !is_list {
                worth = source.worth(self);
            }
            if draws >= worth.saturating_mul(2) || (draws == TRIES && !once) {
                result = Drawn::Unlucky;
                break;
            }
            if once {
                // Slots that were drawn in vain give their place to those not drawn yet.
                if order.is_empty() {
                    order.extend(0..slots);
                }
                order.swap_remove(pick as usize);
                left -= 1;
            }
        }
        self.scratch.order = order;
        if !is_list {
            self.note_luck(!matches!(result, Drawn::Unlucky), draws, worth);
        }
        result
    }

    #[inline]
    fn note_luck(&mut self, hit: bool, draws: u32, worth: u32) {
        let luck = &mut self.scratch.luck;
        luck.misses = if hit { 0 } else { luck.misses + 1 };
        luck.draws = luck.draws - luck.draws / 8 + 2 * draws;
        if luck.misses == GIVE_UP || luck.draws / 16 > worth {
            *luck = Luck { misses: 0, pause: PAUSE, draws: luck.draws.min(worth.saturating_mul(8)), ..*luck };
        }
    }
}
