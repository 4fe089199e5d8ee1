//! `halfling search`: one search, shown.

use super::Failure;
use super::variant::Variant;
use crate::agent::Spec;
use crate::catalog::{self, Visitor};
use crate::game::{Game, Random, Seat, Turn, random_from_seed};
use crate::search::{Budget, Described};
use std::sync::Arc;

/// Options of `halfling search`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game
    game: String,
    #[command(flatten)]
    variant: Variant,
    /// Moves to play first, in the game's notation; those of a joint turn joined by '/', in seat order
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// The agent
    #[arg(long, default_value = "halfling")]
    agent: Spec,
    #[command(flatten)]
    limits: super::limits::Limits,
    /// The seat to search for where several move at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16), value_name = "N")]
    seat: u8,
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
    let name = args.variant.name(&args.game)?;
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
            play(game, &mut state, text, &mut workspace, &mut rng)?;
        }
        let asked = Seat(self.args.seat - 1);
        let seat = match game.turn(&state) {
            Turn::Player(seat) => seat,
            Turn::Joint(seats) if seats.contains(asked) => asked,
            Turn::Joint(_) => return Err(Failure::misuse(format!("player {asked} is not among those to move"))),
            Turn::Over => {
                return Err(Failure::misuse("the game is over in this position, so there is nothing to search"));
            }
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

/// Plays one turn: a move, or one per seat joined by '/'.
fn play<G: Game>(
    game: &G,
    state: &mut G::State,
    text: &str,
    workspace: &mut G::Workspace,
    rng: &mut Random,
) -> Result<(), Failure> {
    let mut read = |seat: Seat, text: &str| {
        game.parse_move(state, seat, text, workspace).map_err(|error| {
            let mut legal = Vec::new();
            game.legal_moves(state, seat, workspace, &mut legal);
            let texts: Vec<String> = legal.into_iter().map(|chosen| game.move_text(state, chosen)).collect();
            Failure::misuse(format!("{error}; legal are {}", texts.join(", ")))
        })
    };
    match game.turn(state) {
        Turn::Over => return Err(Failure::misuse(format!("the game is over before '{text}'"))),
        Turn::Player(seat) => {
            let chosen = read(seat, text)?;
            game.apply(state, chosen, workspace, rng);
        }
        Turn::Joint(seats) => {
            let texts: Vec<&str> = text.split('/').collect();
            if texts.len() != seats.len() {
                let count = seats.len();
                return Err(Failure::misuse(format!(
                    "{count} players move at once: '{text}' needs {count} moves joined by '/'"
                )));
            }
            let chosen =
                seats.iter().zip(texts).map(|(seat, text)| read(seat, text)).collect::<Result<Vec<G::Move>, _>>()?;
            game.apply_joint(state, &chosen, workspace, rng);
        }
    }
    Ok(())
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
