//! One number for how the agents behave.

use crate::agent::Spec;
use crate::catalog::{self, Visitor};
use crate::cli::Failure;
use crate::game::{Game, Turn, random_from_seed};
use crate::search::Budget;
use std::sync::Arc;

/// Games whose searches make up the signature.
const SIGNATURE_GAMES: [&str; 4] = ["tic-tac-toe", "breakthrough-6", "breakthrough", "pig-3"];
/// Agents whose searches make up the signature.
const SIGNATURE_AGENTS: [&str; 9] = [
    "uct",
    "uct-tuned",
    "uct-sqrt-sh",
    "ucb-sqrt+uct",
    "half-greedy+uct",
    "h-mcts",
    "shot",
    "kilothon-uct",
    "uct+solver+reuse",
];
/// Iterations of each search of the signature.
const SIGNATURE_ITERATIONS: u64 = 2000;
/// Moves that each game of the signature goes on for.
const SIGNATURE_PLIES: u32 = 4;

/// One number that depends only on how the agents behave: a change of it is a change of play.
pub(super) fn signature() -> Result<u64, Failure> {
    let mut signature = 0xcbf2_9ce4_8422_2325u64;
    for game in SIGNATURE_GAMES {
        for agent in SIGNATURE_AGENTS {
            for number in catalog::open(game, Fingerprint { agent })?? {
                signature = (signature ^ number).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17);
            }
        }
    }
    Ok(signature)
}

struct Fingerprint {
    agent: &'static str,
}

impl Visitor for Fingerprint {
    type Output = Result<Vec<u64>, Failure>;

    /// The visits of every root move over a few moves of self-play.
    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        let game = game.as_ref();
        let spec: Spec = self.agent.parse().map_err(Failure::failed)?;
        let mut player = spec.player(game).map_err(Failure::failed)?;
        let budget = Budget::iterations(SIGNATURE_ITERATIONS).map_err(Failure::failed)?;
        let mut rng = random_from_seed(2023);
        let mut workspace = game.workspace();
        let mut state = game.start(&mut workspace, &mut rng);
        let mut numbers = Vec::new();
        for _ in 0..SIGNATURE_PLIES {
            let Turn::Player(seat) = game.turn(&state) else { break };
            let choice = player.choose(game, &state, seat, &budget, &mut rng);
            let analysis =
                choice.analysis.ok_or_else(|| Failure::failed("an agent of the signature does not search"))?;
            numbers.extend(analysis.moves.iter().map(|report| u64::from(report.visits)));
            game.apply(&mut state, choice.chosen, &mut workspace, &mut rng);
            player.played(game, &[choice.chosen]);
        }
        Ok(numbers)
    }
}
