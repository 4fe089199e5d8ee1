//! Agents that misbehave on purpose: the runner is tested with them.

use crate::agent::{Choice, Player};
use crate::game::{Game, Random, Seat};
use crate::search::Budget;
use rand::RngExt;
use std::fmt;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

/// A way to behave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fake {
    /// Plays the first legal move.
    First,
    /// Plays a random legal move.
    Random,
    /// Panics on its second move.
    Crash,
    /// Never answers its second move.
    Stall,
    /// Answers every move after the limit, by this much.
    Late(Duration),
    /// Offers a move from the start position on its second move.
    Illegal,
}

impl Fake {
    /// The lateness of `late` without a number.
    const LATENESS: Duration = Duration::from_millis(300);

    /// A player that behaves so.
    #[must_use]
    pub fn player<G: Game + 'static>(self, game: &G) -> Box<dyn Player<G>> {
        Box::new(FakePlayer::<G> { fake: self, workspace: game.workspace(), asked: 0, first: None })
    }
}

impl fmt::Display for Fake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("first"),
            Self::Random => f.write_str("random"),
            Self::Crash => f.write_str("crash"),
            Self::Stall => f.write_str("stall"),
            Self::Late(by) => write!(f, "late({})", by.as_secs_f64()),
            Self::Illegal => f.write_str("illegal"),
        }
    }
}

impl FromStr for Fake {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "first" => Self::First,
            "random" => Self::Random,
            "crash" => Self::Crash,
            "stall" => Self::Stall,
            "late" => Self::Late(Self::LATENESS),
            "illegal" => Self::Illegal,
            _ => {
                let by = text.strip_prefix("late(").and_then(|rest| rest.strip_suffix(')'));
                let by = by.and_then(|by| Duration::try_from_secs_f64(by.parse().ok()?).ok());
                return by.map(Self::Late).ok_or_else(|| format!("there is no fake agent '{text}'"));
            }
        })
    }
}

struct FakePlayer<G: Game> {
    fake: Fake,
    workspace: G::Workspace,
    asked: u32,
    first: Option<G::Move>,
}

impl<G: Game> Player<G> for FakePlayer<G> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, budget: &Budget, rng: &mut Random) -> Choice<G::Move> {
        let began = Instant::now();
        self.asked += 1;
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut self.workspace, &mut moves);
        let mut chosen = moves[0];
        let again = self.asked > 1;
        match self.fake {
            Fake::First => {}
            Fake::Random => chosen = moves[rng.random_range(0..moves.len())],
            Fake::Crash => assert!(!again, "crashed on purpose"),
            Fake::Stall if again => loop {
                thread::sleep(Duration::from_millis(20));
            },
            Fake::Stall => {}
            Fake::Late(by) => thread::sleep(budget.time_limit().unwrap_or_default() + by),
            // The move of the first turn is gone by the second in every game where sites fill up or pieces leave.
            Fake::Illegal => chosen = self.first.unwrap_or(chosen),
        }
        self.first.get_or_insert(chosen);
        Choice { chosen, iterations: 1, time: began.elapsed(), value: None, analysis: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_print_back() {
        for name in ["first", "random", "crash", "stall", "late(0.3)", "late(2)", "illegal"] {
            assert_eq!(name.parse::<Fake>().unwrap().to_string(), name);
        }
        assert_eq!("late".parse(), Ok(Fake::Late(Fake::LATENESS)));
        assert!("late(-1)".parse::<Fake>().is_err());
        assert!("x".parse::<Fake>().is_err());
    }
}
