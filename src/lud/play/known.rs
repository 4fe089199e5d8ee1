//! Positions of small games through which play-outs have come, with the moves of each and where they lead.
//!
//! On a board of a few sites, or with a few pieces, play-outs come through the same positions again and again. A position is
//! worked out by the rules when a play-out gets there for the first time; the next one draws from the list of its moves and
//! looks up where the drawn one leads. Positions count as the same where all that they keep is the same but numbers that grow
//! with every move, as far as the rules cannot tell them apart; those are counted along. Where rules ask whether positions come round and round, those
//! before are kept beside as well, and a position to which they have is left to the rules.
//!
//! Games of a known shape are played in this way where there is room for most of their positions, else by their shape; those of which a
//! ply takes no longer than to look a position up always go by it.

use super::context::{Context, Scratch};
use super::cycle::is_cycle;
use super::game::LudGame;
use super::hash::fact;
use super::moves::LudMove;
use super::rules::{History, Rules, Running};
use super::shortcut::Shortcut;
use super::state::State;
use crate::game::{Random, Seat, draw_below};
use std::collections::HashMap;

/// Boards have so many sites at most,
const MOST_SITES: usize = 20;
/// or so many where players have no more pieces at the start than this, and some.
const MOST_SITES_OF_FEW: usize = 400;
/// See `MOST_SITES_OF_FEW`.
const FEW_PIECES: u32 = 4;
/// So many positions are kept.
const MOST_POSITIONS: usize = 1 << 14;
/// Each time that so many moves were made by the rules, it is asked whether enough others were looked up to go on: one for so
/// many that were made, and one for fewer of them later, when most positions should be known.
const TRIAL: u64 = 1 << 10;
const AT_FIRST: u64 = 10;
const LATER: u64 = 3;
/// Where so many of so many moves made by the rules still lead to positions that were not kept, there will be too many of them.
const MOSTLY_NEW: (u64, u64) = (6, 7);
/// Once there is no more room, a shape goes on where fewer moves were looked up than so many for each that was made.
const WHEN_FULL: u64 = 32;
/// In place of a position that is not known.
const UNKNOWN: u32 = u32::MAX;

/// Whether play-outs of a game that starts from a position are worth keeping positions.
pub(super) fn is_small<'s>(rules: &Rules, shortcut: Option<&Shortcut>, opening: impl FnOnce() -> &'s State) -> bool {
    !shortcut.is_some_and(Shortcut::is_light)
        && rules.layout.sites <= MOST_SITES_OF_FEW
        && !rules.features.stochastic
        && rules.features.history == History::default()
        && !rules.meta.swap
        && rules.puzzle.is_none()
        && (rules.layout.sites <= MOST_SITES
            || !rules.features.random_start && !rules.features.stacking && has_few_pieces(rules, opening()))
}

/// Whether players have a few pieces in a position.
fn has_few_pieces(rules: &Rules, state: &State) -> bool {
    let of_player = |player: usize| state.row(&rules.layout, 1 + player).iter().map(|word| word.count_ones());
    let pieces = (1..=rules.players).flat_map(of_player).sum::<u32>();
    (1..=FEW_PIECES).contains(&pieces)
}

/// The positions known to one thread.
#[derive(Debug, Default)]
pub struct Known {
    places: HashMap<u64, u32>,
    states: Vec<State>,
    positions: Vec<Position>,
    moves: Vec<Way>,
    listed: Vec<LudMove>,
    /// The position at which the last play-out began.
    first: u32,
    /// Moves that were looked up, and moves that were made by the rules.
    looked_up: u64,
    made: u64,
    is_given_up: bool,
}

#[derive(Debug, Clone, Copy)]
struct Position {
    /// Its moves in the list of all; none where the game is over.
    first: u32,
    moves: u32,
    seat: Seat,
    /// What is remembered of it once it is reached.
    hash: u64,
}

/// A move of a position.
#[derive(Debug, Clone, Copy)]
struct Way {
    chosen: LudMove,
    /// The position to which it leads.
    to: u32,
    turn: Turn,
}

/// What becomes of the turn with a move.
#[derive(Debug, Clone, Copy)]
enum Turn {
    /// It goes on.
    On,
    /// Another begins.
    Next,
    /// The game is over.
    End,
}

/// How far a play-out has come from where it began.
#[derive(Debug, Clone, Copy)]
struct Walk {
    moves: u32,
    turns: u32,
    in_turn: u32,
    counter: i32,
    chance: u64,
}

impl Walk {
    fn from(state: &State) -> Self {
        Self {
            moves: state.moves,
            turns: state.turns,
            in_turn: state.moves_this_turn,
            counter: state.counter,
            chance: state.chance,
        }
    }

    fn step(&mut self, turn: Turn) {
        self.moves += 1;
        self.counter += 1;
        match turn {
            Turn::On => self.in_turn += 1,
            Turn::Next => (self.turns, self.in_turn) = (self.turns + 1, 0),
            Turn::End => {}
        }
    }

    /// What became of the turn with a move that led to a position.
    fn turn(self, state: &State) -> Turn {
        match state.turns == self.turns {
            false => Turn::Next,
            true if state.moves_this_turn == self.in_turn => Turn::End,
            true => Turn::On,
        }
    }

    /// Whether a position was reached by so many moves and turns.
    fn leads_to(self, state: &State) -> bool {
        (self.moves, self.turns, self.in_turn, self.counter)
            == (state.moves, state.turns, state.moves_this_turn, state.counter)
    }

    /// Gives a position the numbers that grow.
    fn number(self, state: &mut State) {
        (state.moves, state.turns, state.counter, state.chance) = (self.moves, self.turns, self.counter, self.chance);
        state.moves_this_turn = self.in_turn;
    }
}

impl Known {
    /// The place of a position, where it is known.
    fn place(&self, state: &State, hash: u64, running: Running) -> Option<u32> {
        let place = *self.places.get(&hash)?;
        self.states[place as usize].is_same_but_for(state, running).then_some(place)
    }

    /// The place of a position, which gets one where there is room.
    fn find_or_add(&mut self, rules: &Rules, state: &mut State, scratch: &mut Scratch) -> Option<u32> {
        let running = rules.features.running;
        let hash = hash_of(state, running);
        if let Some(place) = self.place(state, hash, running) {
            return Some(place);
        }
        if self.is_full() || self.places.contains_key(&hash) {
            return None;
        }
        self.listed.clear();
        if !state.over {
            Context::new(rules, state, scratch).legal_moves(&mut self.listed);
        }
        let seat = Seat(state.seat[usize::from(state.mover)] - 1);
        let way = |&chosen: &LudMove| Way { chosen, to: UNKNOWN, turn: Turn::On };
        self.positions.push(Position {
            first: self.moves.len() as u32,
            moves: self.listed.len() as u32,
            seat,
            hash: state.position_hash(),
        });
        self.moves.extend(self.listed.iter().map(way));
        let place = self.states.len() as u32;
        self.states.push(state.clone());
        self.places.insert(hash, place);
        if self.is_full() {
            (self.looked_up, self.made) = (0, 0);
        }
        Some(place)
    }

    /// Gives up, where what is kept is of no use, or a shape would do better.
    fn judge(&mut self, has_shape: bool) {
        if !self.made.is_multiple_of(TRIAL) {
            return;
        }
        let is_first = self.made < 8 * TRIAL;
        let is_kept_up = match (has_shape, self.is_full()) {
            (true, true) => self.looked_up >= WHEN_FULL * self.made,
            (true, false) if !is_first => MOSTLY_NEW.1 * self.states.len() as u64 <= MOSTLY_NEW.0 * self.made,
            _ => true,
        };
        let most = if is_first { AT_FIRST } else { LATER };
        if !is_kept_up || most * self.looked_up < self.made {
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        *self = Self { is_given_up: true, ..Self::default() };
    }

    fn is_full(&self) -> bool {
        self.states.len() == MOST_POSITIONS
    }
}

/// The earlier positions that a state remembers, put aside or back again.
fn swap_earlier(state: &mut State, earlier: &mut Vec<u64>) {
    if let Some(memory) = state.memory.as_deref_mut() {
        std::mem::swap(&mut memory.history, earlier);
    }
}

/// A hash of all that differs often between positions that are not the same.
fn hash_of(state: &State, running: Running) -> u64 {
    let last = &state.last;
    let numbers = [
        i32::from(last.chosen.leaf),
        last.from,
        last.to,
        last.from_after,
        last.to_after,
        i32::from(state.turn_length),
        i32::from(state.before_turn),
    ];
    let memory = state.memory.as_deref();
    let kept = memory.iter().flat_map(|memory| memory.variables.iter().chain(&memory.player_values));
    let told = state.told(running);
    let facts = numbers.iter().chain(&told).chain(kept).enumerate();
    facts.fold(state.full_hash_anywhere_in_turn(), |hash, (index, &number)| hash ^ fact(14, index, number as u64))
}

impl LudGame {
    /// Plays at random as long as the positions are known or can be kept and `most` plies are not reached; returns the number
    /// of plies.
    pub(super) fn play_known(
        &self,
        state: &mut State,
        most: u32,
        (known, scratch): (&mut Known, &mut Scratch),
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> u32 {
        if known.is_given_up || state.over {
            return 0;
        }
        let mut earlier = Vec::new();
        swap_earlier(state, &mut earlier);
        let plies = self.walk_known(state, most, (known, scratch, &mut earlier), rng, trace);
        swap_earlier(state, &mut earlier);
        plies
    }

    /// The same from a position that remembers nothing, with the earlier ones beside it.
    fn walk_known(
        &self,
        state: &mut State,
        most: u32,
        (known, scratch, earlier): (&mut Known, &mut Scratch, &mut Vec<u64>),
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> u32 {
        let rules = self.rules();
        let cycles = rules.features.cycles;
        let is_first = known.states.get(known.first as usize);
        let begins = is_first.is_some_and(|first| first.is_same_but_for(state, rules.features.running));
        let mut place = if begins { known.first } else { UNKNOWN };
        if !begins {
            let Some(found) = known.find_or_add(rules, state, scratch) else { return 0 };
            (place, known.first) = (found, found);
        }
        let mut walk = Walk::from(state);
        // The position that the state at hand is.
        let mut at_hand = place;
        let mut plies = 0;
        while plies < most {
            let position = known.positions[place as usize];
            if position.moves == 0 || cycles && is_cycle(earlier, rules.players) {
                break;
            }
            let index = (position.first + draw_below(rng, position.moves)) as usize;
            let way = known.moves[index];
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((position.seat, way.chosen));
            }
            plies += 1;
            if way.to != UNKNOWN {
                known.looked_up += 1;
                walk.step(way.turn);
                place = way.to;
                if cycles {
                    earlier.push(known.positions[place as usize].hash);
                }
                continue;
            }
            if at_hand != place {
                state.clone_from(&known.states[place as usize]);
            }
            walk.number(state);
            swap_earlier(state, earlier);
            Context::new(rules, state, scratch).apply(way.chosen);
            swap_earlier(state, earlier);
            known.made += 1;
            let turn = walk.turn(state);
            walk.step(turn);
            let found = known.find_or_add(rules, state, scratch);
            // Whatever counts in another way is left to the rules.
            let Some(found) = found.filter(|_| walk.leads_to(state)) else {
                if self.shortcut.is_some() {
                    known.judge(true);
                }
                return plies;
            };
            (known.moves[index].to, known.moves[index].turn) = (found, turn);
            (place, at_hand) = (found, found);
            known.judge(self.shortcut.is_some());
            if known.is_given_up {
                return plies;
            }
        }
        if at_hand != place {
            state.clone_from(&known.states[place as usize]);
        }
        walk.number(state);
        plies
    }
}
