//! `halfling perft`: counts move sequences, to check rules and time move generation.

use super::Failure;
use super::variant::Variant;
use crate::catalog::{self, Visitor};
use crate::game::{Game, Random, Turn, random_from_seed};
use std::sync::Arc;
use std::time::Instant;

/// Options of `halfling perft`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    variant: Variant,
    /// Deepest level to count
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    catalog::open(&args.variant.name(&args.game)?, Perft { depth: args.depth })?
}

struct Perft {
    depth: u32,
}

impl Visitor for Perft {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        let info = game.info();
        if info.stochastic || info.simultaneous {
            return Err(Failure::misuse(format!(
                "perft counts the positions of deterministic games with one mover at a time; {} is not one",
                info.name
            )));
        }
        let mut rng = random_from_seed(0);
        let mut workspace = game.workspace();
        let start = game.start(&mut workspace, &mut rng);
        println!("{:>5} {:>14} {:>10} {:>12}", "depth", "leaves", "seconds", "leaves/s");
        for depth in 1..=self.depth {
            let began = Instant::now();
            let leaves = count(game.as_ref(), &start, depth, &mut workspace, &mut rng);
            let seconds = began.elapsed().as_secs_f64();
            println!("{depth:>5} {leaves:>14} {seconds:>10.3} {:>12.0}", leaves as f64 / seconds.max(1e-9));
        }
        println!("after each move, at depth {}:", self.depth);
        for (text, leaves) in by_move(game.as_ref(), &start, self.depth, &mut workspace, &mut rng) {
            println!("{text} {leaves}");
        }
        Ok(())
    }
}

/// The number of sequences of `depth` legal moves from `state`; games that end earlier do not count.
pub(crate) fn count<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    workspace: &mut G::Workspace,
    rng: &mut Random,
) -> u64 {
    let Turn::Player(seat) = game.turn(state) else { return 0 };
    let mut moves = Vec::new();
    game.legal_moves(state, seat, workspace, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|chosen| {
            let mut next = state.clone();
            game.apply(&mut next, chosen, workspace, rng);
            count(game, &next, depth - 1, workspace, rng)
        })
        .sum()
}

/// What [`count`] counts, by the text of the first move, sorted. Moves with the same text have a line each.
fn by_move<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    workspace: &mut G::Workspace,
    rng: &mut Random,
) -> Vec<(String, u64)> {
    let Turn::Player(seat) = game.turn(state) else { return Vec::new() };
    let mut moves = Vec::new();
    game.legal_moves(state, seat, workspace, &mut moves);
    let mut counts: Vec<(String, u64)> = moves
        .into_iter()
        .map(|chosen| {
            let text = game.move_text(state, chosen);
            if depth < 2 {
                return (text, 1);
            }
            let mut next = state.clone();
            game.apply(&mut next, chosen, workspace, rng);
            (text, count(game, &next, depth - 1, workspace, rng))
        })
        .collect();
    counts.sort();
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::yardstick::{Breakthrough, TicTacToe};

    fn leaves<G: Game>(game: &G, depth: u32) -> u64 {
        let mut rng = random_from_seed(0);
        let mut workspace = game.workspace();
        let start = game.start(&mut workspace, &mut rng);
        count(game, &start, depth, &mut workspace, &mut rng)
    }

    #[test]
    fn known_counts() {
        // Tic-tac-toe: 255 168 games in all; 9, 72, 504 … sequences, fewer once lines appear.
        let game = TicTacToe::new();
        let counts: Vec<u64> = (1..=6).map(|depth| leaves(&game, depth)).collect();
        assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720]);
        // Breakthrough: two sides that cannot meet within three plies move freely.
        let game = Breakthrough::new(8);
        assert_eq!([leaves(&game, 1), leaves(&game, 2)], [22, 484]);
    }
}
