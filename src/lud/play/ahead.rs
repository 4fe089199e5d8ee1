//! Moves of play-outs that are drawn ahead: where the end rules ask whether the next player has a move, one is drawn at once
//! and kept for that player's turn, so that the question is no work of its own.

use super::context::{Context, REGISTERS};
use super::moves::LudMove;
use super::rules::Rules;
use crate::game::Random;
use crate::lud::ludeme::moves::MovesFn;

/// What is drawn ahead.
#[derive(Debug, Default)]
pub struct Ahead {
    /// The random numbers of the play-out, while its end rules are evaluated.
    rng: Option<Random>,
    drawn: Option<(LudMove, Moment)>,
    /// How many moves were drawn in this play-out that were of use when the turn came, and how many were of none. That depends
    /// on positions only, so that it cannot favour any move.
    used: u32,
    wasted: u32,
}

/// So many draws of use make up for one that was of none, after the first.
const USED_FOR_WASTED: u32 = 4;

impl Ahead {
    /// Whether drawing ahead has paid so far.
    fn is_worth(&self) -> bool {
        self.wasted <= 1 + self.used / USED_FOR_WASTED
    }
}

/// What tells whether it is the turn that a move was drawn for; the board stays the same in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Moment {
    prev: u8,
    mover: u8,
    next: u8,
    phase: u8,
    active: u32,
    moves: u32,
    hash: u64,
}

impl Context<'_> {
    fn moment(&self) -> Moment {
        let state = &*self.state;
        Moment {
            prev: state.prev,
            mover: state.mover,
            next: state.next,
            phase: state.phase[usize::from(state.mover)],
            active: state.active,
            moves: state.moves,
            hash: state.hash,
        }
    }

    /// As [`Context::apply`]; the end rules may draw the move after this one.
    pub(super) fn apply_drawing_ahead(&mut self, chosen: LudMove, rng: &mut Random) {
        let mover = self.state.mover;
        self.apply_without_ending(chosen);
        self.scratch.ahead.drawn = None;
        self.scratch.ahead.rng = self.scratch.ahead.is_worth().then(|| rng.clone());
        self.check_ends();
        if let Some(used) = self.scratch.ahead.rng.take() {
            *rng = used;
        }
        self.pass_on(mover);
        self.sum_turned_dice();
    }

    /// The move that was drawn ahead for the turn at hand.
    #[inline]
    pub(super) fn take_drawn(&mut self) -> Option<LudMove> {
        let (chosen, moment) = self.scratch.ahead.drawn.take()?;
        let is_now = moment == self.moment();
        let ahead = &mut self.scratch.ahead;
        *(if is_now { &mut ahead.used } else { &mut ahead.wasted }) += 1;
        is_now.then_some(chosen)
    }

    /// Whether the mover has a move, as drawing one tells; nothing where none is to be drawn.
    pub fn can_draw_ahead(&mut self) -> Option<bool> {
        if self.registers() != [-1; REGISTERS] {
            return None;
        }
        let mut rng = self.scratch.ahead.rng.take()?;
        let moment = self.moment();
        let chosen = match self.scratch.ahead.drawn {
            Some((chosen, known)) if known == moment => chosen,
            _ => self.sample(&mut rng),
        };
        self.scratch.ahead.rng = Some(rng);
        self.scratch.ahead.drawn = Some((chosen, moment));
        Some(!chosen.is_forced_pass())
    }
}

/// Whether moves may be drawn ahead: there is a move where one can be drawn, and which ones there are depends on nothing that
/// changes between the end rules and the next turn, chance among it.
pub(super) fn can_be_drawn(rules: &Rules) -> bool {
    let features = &rules.features;
    features.asks_next_only_at_end
        && (!features.stochastic || features.chance_only_follows)
        && !features.visited
        && !rules.meta.restricts()
        && rules.puzzle.is_none()
        && rules.phases.iter().all(|phase| makes_plain_moves(&phase.play))
}

/// Whether no pass stands in for the moves of a generator.
fn makes_plain_moves(play: &MovesFn) -> bool {
    match play {
        MovesFn::If(parts) => makes_plain_moves(&parts.1) && makes_plain_moves(&parts.2),
        MovesFn::Or(list) | MovesFn::Priority(list) => list.iter().all(makes_plain_moves),
        MovesFn::Do(sequence) => !sequence.may_pass() && makes_plain_moves(sequence.next()),
        _ => true,
    }
}
