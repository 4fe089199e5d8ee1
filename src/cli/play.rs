//! `halfling play`: one game, printed move by move.

use super::Failure;
use super::variant::Variant;
use crate::agent::{Player, Spec};
use crate::catalog::{self, Visitor};
use crate::game::{Game, Turn, random_from_seed};
use crate::search::Budget;
use std::sync::Arc;
use std::time::Duration;

/// Options of `halfling play`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    variant: Variant,
    /// The agents, one per seat; the last one takes every seat that is left
    #[arg(long, num_args = 1.., required = true, value_name = "AGENT")]
    agents: Vec<Spec>,
    #[command(flatten)]
    limits: super::limits::Limits,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print moves only, no boards
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let budget = args.limits.budget()?;
    let name = args.variant.name(&args.game)?;
    catalog::open(&name, Play { args, budget })?
}

struct Play {
    args: Args,
    budget: Budget,
}

impl Visitor for Play {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        let game = game.as_ref();
        let seats = game.info().seats;
        let specs = &self.args.agents;
        if specs.len() > seats {
            return Err(Failure::misuse(format!("{} has {seats} seats, not {}", game.info().name, specs.len())));
        }
        let last = specs.len() - 1;
        let mut players = (0..seats)
            .map(|seat| specs[seat.min(last)].player(game))
            .collect::<Result<Vec<Box<dyn Player<G>>>, _>>()
            .map_err(Failure::misuse)?;
        let mut clocks = vec![self.budget.clock_left(); seats];
        let mut rng = random_from_seed(self.args.seed);
        let mut workspace = game.workspace();
        let mut state = game.start(&mut workspace, &mut rng);
        let mut turns = 0u32;
        loop {
            if !self.args.quiet {
                println!("{}", game.state_text(&state));
            }
            let movers = match game.turn(&state) {
                Turn::Over => break,
                Turn::Player(seat) => vec![seat],
                Turn::Joint(seats) => seats.iter().collect(),
            };
            turns += 1;
            let mut moves = Vec::with_capacity(movers.len());
            for &seat in &movers {
                let clock = &mut clocks[seat.index()];
                let budget = clock.map_or(self.budget, |left| self.budget.with_clock(left));
                let choice = players[seat.index()].choose(game, &state, seat, &budget, &mut rng);
                if let Some(left) = clock {
                    *left = left.saturating_sub(choice.time);
                }
                println!("{}", line(turns, seat, &game.move_text(&state, choice.chosen), &choice, *clock));
                moves.push(choice.chosen);
            }
            match game.turn(&state) {
                Turn::Joint(_) => game.apply_joint(&mut state, &moves, &mut workspace, &mut rng),
                _ => game.apply(&mut state, moves[0], &mut workspace, &mut rng),
            }
            for player in &mut players {
                player.played(game, &moves);
            }
        }
        let utilities = game.utilities(&state);
        for (seat, value) in utilities.as_slice().iter().enumerate() {
            println!("player {} ({}): {value:+}", seat + 1, specs[seat.min(last)]);
        }
        Ok(())
    }
}

fn line<M>(
    turn: u32,
    seat: crate::game::Seat,
    text: &str,
    choice: &crate::agent::Choice<M>,
    clock: Option<Duration>,
) -> String {
    let mut line = format!("{turn}. player {seat}: {text}");
    if let Some(value) = choice.value {
        line.push_str(&format!(
            "  (value {value:+.3}, {} iterations, {:.3} s)",
            choice.iterations,
            choice.time.as_secs_f64()
        ));
    }
    if let Some(left) = clock {
        line.push_str(&format!("  [{:.1} s left]", left.as_secs_f64()));
    }
    line
}
