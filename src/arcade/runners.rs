//! Runners: two race to a goal 50 steps away, and have 50 turns to reach it. At every turn each stands still or takes one, two
//! or three steps forwards or backwards.
//!
//! Finnsson's description (2012) leaves open what follows: nobody runs back behind the start; whoever is there first wins; both
//! at once, or neither in time, is a draw. Positions are equal when both places and the number of turns are.

use super::hash;
use crate::game::{Drawing, DrawnSite, Game, GameInfo, Mark, Random, Seat, SeatSet, Turn, Utilities};

/// Steps to the goal.
const GOAL: i8 = 50;
/// Turns that a game lasts at most.
const TURNS: u8 = 50;
/// Most steps of a turn.
const STRIDE: i8 = 3;

/// The game.
#[derive(Debug)]
pub struct Runners {
    info: GameInfo,
}

/// Where the runners are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    places: [i8; 2],
    turns: u8,
}

/// Steps forwards, or backwards where negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps(i8);

impl Runners {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let info = GameInfo {
            name: "runners".to_owned(),
            seats: 2,
            stochastic: false,
            simultaneous: true,
            max_plies: Some(u32::from(TURNS)),
            outcomes: vec![-1.0, 0.0, 1.0],
            rules_hash: hash::of_text("runners"),
        };
        Self { info }
    }
}

impl Default for Runners {
    fn default() -> Self {
        Self::new()
    }
}

impl Game for Runners {
    type State = Position;
    type Move = Steps;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Position {
        Position { places: [0; 2], turns: 0 }
    }

    fn turn(&self, state: &Position) -> Turn {
        let over = state.turns >= TURNS || state.places.contains(&GOAL);
        if over { Turn::Over } else { Turn::Joint(SeatSet::first(2)) }
    }

    fn legal_moves(&self, state: &Position, seat: Seat, (): &mut (), moves: &mut Vec<Steps>) {
        let back = STRIDE.min(state.places[seat.index()]);
        moves.extend((-back..=STRIDE).map(Steps));
    }

    fn apply(&self, _state: &mut Position, _chosen: Steps, (): &mut (), _rng: &mut Random) {
        unreachable!("every turn is joint")
    }

    fn apply_joint(&self, state: &mut Position, chosen: &[Steps], (): &mut (), _rng: &mut Random) {
        for (place, steps) in state.places.iter_mut().zip(chosen) {
            *place = (*place + steps.0).clamp(0, GOAL);
        }
        state.turns += 1;
    }

    fn utilities(&self, state: &Position) -> Utilities {
        let [first, second] = state.places.map(|place| place == GOAL);
        let worth = f32::from(u8::from(first)) - f32::from(u8::from(second));
        Utilities::from_slice(&[worth, -worth])
    }

    fn distance(&self, state: &Position) -> Option<u32> {
        Some(u32::from(state.places[0].abs_diff(state.places[1])))
    }

    fn hash(&self, state: &Position) -> u64 {
        hash::of_numbers([state.places[0] as u64, state.places[1] as u64, u64::from(state.turns)])
    }

    fn move_text(&self, _state: &Position, chosen: Steps) -> String {
        format!("{:+}", chosen.0)
    }

    fn state_text(&self, state: &Position) -> String {
        let track = |place: i8| -> String {
            (0..=GOAL)
                .map(|at| {
                    if at == place {
                        'R'
                    } else if at == GOAL {
                        '|'
                    } else {
                        '.'
                    }
                })
                .collect()
        };
        format!("turn {}\n1 {}\n2 {}\n", state.turns, track(state.places[0]), track(state.places[1]))
    }

    /// Two tracks of 51 squares.
    fn drawing(&self) -> Option<Drawing> {
        let site = |lane: u8, at: i8| {
            let (x, y) = (f32::from(at), f32::from(lane));
            DrawnSite {
                label: format!("{}:{at}", lane + 1),
                centre: (x + 0.5, y + 0.5),
                outline: vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)],
            }
        };
        let sites = (0..2).flat_map(|lane| (0..=GOAL).map(move |at| site(lane, at))).collect();
        Some(Drawing { sites, lines: Vec::new() })
    }

    fn contents(&self, state: &Position) -> Vec<Mark> {
        let mark = |lane: usize| Mark {
            site: lane as u32 * (GOAL as u32 + 1) + state.places[lane] as u32,
            owner: Some(Seat(lane as u8)),
            glyph: "Runner".to_owned(),
        };
        vec![mark(0), mark(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    #[test]
    fn the_faster_runner_wins_and_equals_draw() {
        let game = Runners::new();
        let mut rng = random_from_seed(1);
        for (second, expected, turns) in [(Steps(2), 1.0, 17), (Steps(3), 0.0, 17)] {
            let mut state = game.start(&mut (), &mut rng);
            while game.turn(&state) != Turn::Over {
                game.apply_joint(&mut state, &[Steps(3), second], &mut (), &mut rng);
            }
            assert_eq!((game.utilities(&state)[Seat(0)], state.turns), (expected, turns));
        }
        let mut state = game.start(&mut (), &mut rng);
        let mut moves = Vec::new();
        game.legal_moves(&state, Seat(0), &mut (), &mut moves);
        assert_eq!(moves.len(), 4, "nobody runs back behind the start");
        state.places = [5, 5];
        moves.clear();
        game.legal_moves(&state, Seat(1), &mut (), &mut moves);
        assert_eq!(moves.len(), 7);
    }
}
