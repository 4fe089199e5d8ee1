//! `halfling search`: one search, shown.

use super::Failure;
use crate::agent::Spec;
use crate::catalog::{self, Visitor};
use crate::game::{Game, Turn, random_from_seed};
use crate::search::{Budget, Described};
use std::sync::Arc;

/// Options of `halfling search`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game
    game: String,
    /// Moves to play first, in the game's notation
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// The agent
    #[arg(long, default_value = "uct")]
    agent: Spec,
    #[command(flatten)]
    limits: super::limits::Limits,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Short for --format json
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

pub(super) fn run(args: Args) -> Result<(), Failure> {
    let budget = args.limits.budget()?;
    let name = args.game.clone();
    catalog::open(&name, Show { args, budget })?
}

struct Show {
    args: Args,
    budget: Budget,
}

impl Visitor for Show {
    type Output = Result<(), Failure>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        let game = game.as_ref();
        let mut player = self.args.agent.player(game).map_err(Failure::misuse)?;
        let mut rng = random_from_seed(self.args.seed);
        let mut workspace = game.workspace();
        let mut state = game.start(&mut workspace, &mut rng);
        for text in &self.args.moves {
            let Turn::Player(seat) = game.turn(&state) else {
                return Err(Failure::misuse(format!("no single player is to move before '{text}'")));
            };
            let chosen = game.parse_move(&state, seat, text, &mut workspace).map_err(|error| {
                let mut legal = Vec::new();
                game.legal_moves(&state, seat, &mut workspace, &mut legal);
                let texts: Vec<String> = legal.into_iter().map(|chosen| game.move_text(&state, chosen)).collect();
                Failure::misuse(format!("{error}; legal are {}", texts.join(", ")))
            })?;
            game.apply(&mut state, chosen, &mut workspace, &mut rng);
        }
        let Turn::Player(seat) = game.turn(&state) else {
            return Err(Failure::misuse("no single player is to move in this position, so there is nothing to search"));
        };
        let choice = player.choose(game, &state, seat, &self.budget, &mut rng);
        let Some(analysis) = choice.analysis else {
            return Err(Failure::misuse(format!("agent '{}' does not search", self.args.agent)));
        };
        let described = analysis.describe(game, &state);
        if self.args.json || self.args.format == Format::Json {
            println!("{}", serde_json::to_string(&described).map_err(Failure::failed)?);
        } else {
            println!("{}", game.state_text(&state));
            print_text(&described);
        }
        Ok(())
    }
}

fn print_text(search: &Described) {
    println!("{:16} {:>10} {:>8}  proof", "move", "visits", "value");
    for report in &search.moves {
        let proof = report.proof.map_or_else(String::new, |proof| format!("{proof:?}").to_lowercase());
        println!("{:16} {:>10} {:>+8.3}  {proof}", report.text, report.visits, report.value);
    }
    println!("\nline: {}", search.principal_variation.join(" "));
    println!("{}", search.why);
}
