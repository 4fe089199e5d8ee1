//! What a finished search knows, for people, files and panels to read.

use crate::game::{Game, Random, Seat, Turn, random_from_seed};
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// What is proven about a move, for the seat that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// It leads to the best possible outcome against any play.
    Win,
    /// It leads to the worst possible outcome against best play.
    Loss,
    /// Its value is known exactly and is neither.
    Draw,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// All iterations were made.
    Iterations,
    /// The time was up.
    Time,
    /// The value of the position was proven.
    Proven,
    /// There was one legal move only.
    Forced,
    /// Someone asked for it through a [`Signal`](super::Signal).
    Interrupted,
}

/// One move of the searched position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveReport<M> {
    /// The move.
    pub chosen: M,
    /// Simulations that began with it.
    pub visits: u32,
    /// Their mean utility for the seat to move, in [−1, 1]; 0 where there were none.
    pub value: f32,
    /// What is proven about it, if anything.
    pub proof: Option<Proof>,
}

/// A finished search, read from its tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis<M> {
    /// The seat that was to move.
    pub seat: Seat,
    /// Every legal move, best first by the final choice's criterion.
    pub moves: Vec<MoveReport<M>>,
    /// The line that the tree thinks best for everyone, beginning with the chosen move.
    pub principal_variation: Vec<M>,
    /// Simulations made in this search.
    pub iterations: u64,
    /// Wall-clock time of this search.
    pub time: Duration,
    /// Why it ended.
    pub stop: Stop,
    /// Nodes of the tree at the end.
    pub nodes: usize,
    /// Bytes of the tree at the end.
    pub bytes: usize,
    /// Whether the tree hit its memory limit.
    pub memory_full: bool,
    /// Simulations inherited from an earlier search through tree reuse.
    pub inherited: u64,
    /// Mean number of plies from here to the end of a simulation.
    pub mean_plies: f64,
    /// Deepest path in the tree in this search.
    pub depth: u32,
}

/// An [`Analysis`] with every move in the game's notation, ready to be written as JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Described {
    /// The seat to move, counted from 1.
    pub seat: u8,
    /// The chosen move.
    pub chosen: String,
    /// Its value for that seat, in [−1, 1].
    pub value: f32,
    /// Every legal move, best first.
    pub moves: Vec<DescribedMove>,
    /// The principal variation.
    pub principal_variation: Vec<String>,
    /// Simulations made.
    pub iterations: u64,
    /// Seconds taken.
    pub seconds: f64,
    /// Why the search ended.
    pub stop: Stop,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Bytes of the tree.
    pub bytes: usize,
    /// Deepest path in the tree.
    pub depth: u32,
    /// Mean number of plies from here to the end of a simulation.
    pub mean_plies: f64,
    /// One paragraph saying why this move.
    pub why: String,
}

/// One move of a [`Described`] search.
#[derive(Debug, Clone, Serialize)]
pub struct DescribedMove {
    /// The move in the game's notation.
    pub text: String,
    /// Simulations that began with it.
    pub visits: u32,
    /// Mean utility for the seat to move.
    pub value: f32,
    /// What is proven about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

impl<M: Copy + Eq> Analysis<M> {
    /// Writes the moves in the game's notation. `state` is the position that was searched.
    pub fn describe<G: Game<Move = M>>(&self, game: &G, state: &G::State) -> Described {
        let texts: Vec<String> = self.moves.iter().map(|report| game.move_text(state, report.chosen)).collect();
        Described {
            seat: self.seat.0 + 1,
            chosen: texts.first().cloned().unwrap_or_default(),
            value: self.moves.first().map_or(0.0, |report| report.value),
            why: self.why(&texts),
            moves: self
                .moves
                .iter()
                .zip(texts)
                .map(|(report, text)| DescribedMove {
                    text,
                    visits: report.visits,
                    value: report.value,
                    proof: report.proof,
                })
                .collect(),
            principal_variation: self.variation_texts(game, state),
            iterations: self.iterations,
            seconds: self.time.as_secs_f64(),
            stop: self.stop,
            nodes: self.nodes,
            bytes: self.bytes,
            depth: self.depth,
            mean_plies: self.mean_plies,
        }
    }

    /// The principal variation as text, as far as it can be played from `state`: after chance it may not fit.
    fn variation_texts<G: Game<Move = M>>(&self, game: &G, state: &G::State) -> Vec<String> {
        let mut state = state.clone();
        let mut workspace = game.workspace();
        let mut rng: Random = random_from_seed(0);
        let mut texts = Vec::new();
        let mut legal = Vec::new();
        for &step in &self.principal_variation {
            let seat = match game.turn(&state) {
                Turn::Player(seat) => seat,
                // What the others choose is not part of the line, so it ends with the own move.
                Turn::Joint(_) => {
                    texts.push(game.move_text(&state, step));
                    break;
                }
                Turn::Over => break,
            };
            legal.clear();
            game.legal_moves(&state, seat, &mut workspace, &mut legal);
            if !legal.contains(&step) {
                break;
            }
            texts.push(game.move_text(&state, step));
            game.apply(&mut state, step, &mut workspace, &mut rng);
        }
        texts
    }

    /// One paragraph saying why the first move was chosen; `texts` are the moves in order.
    fn why(&self, texts: &[String]) -> String {
        let Some(best) = self.moves.first() else { return "There is no legal move.".to_owned() };
        let name = &texts[0];
        let mut words = match (self.stop, best.proof) {
            (Stop::Forced, _) => return format!("{name} is the only legal move, so nothing was searched."),
            (_, Some(Proof::Win)) => format!("{name} wins against any defence: the tree proves it."),
            (_, Some(Proof::Draw)) => {
                format!("{name} leads to a proven value of {:+.2}; nothing better was found.", best.value)
            }
            (_, Some(Proof::Loss)) => format!("Every move is proven to lose; {name} was tried most."),
            _ => {
                let share = 100.0 * f64::from(best.visits)
                    / self.moves.iter().map(|report| f64::from(report.visits)).sum::<f64>().max(1.0);
                format!(
                    "{name} got {} of {} simulations ({share:.0} %) and is worth {:+.2} to player {}.",
                    best.visits,
                    self.iterations + self.inherited,
                    best.value,
                    self.seat
                )
            }
        };
        if let (Some(second), Some(text)) = (self.moves.get(1), texts.get(1)) {
            let _ = match second.proof {
                Some(Proof::Loss) => write!(words, " The next, {text}, is proven to lose."),
                _ => write!(words, " The next, {text}, got {} and is worth {:+.2}.", second.visits, second.value),
            };
        }
        let lost = self.moves.iter().filter(|report| report.proof == Some(Proof::Loss)).count();
        if lost > 0 && best.proof != Some(Proof::Loss) {
            let _ = write!(words, " {lost} of {} moves are proven to lose.", self.moves.len());
        }
        let _ = write!(
            words,
            " Simulations ran {:.0} plies on average; the tree reached depth {} with {} nodes in {:.2} s.",
            self.mean_plies,
            self.depth,
            self.nodes,
            self.time.as_secs_f64()
        );
        if self.memory_full {
            words.push_str(" It hit its memory limit and stopped growing.");
        }
        words
    }
}
