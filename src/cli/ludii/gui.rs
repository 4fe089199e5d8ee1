//! `halfling ludii gui`: Ludii's own program with our agents in its menus.

use super::jar::Ludii;
use crate::agent::Spec;
use crate::cli::Failure;
use std::str::FromStr;

/// Options of `halfling ludii gui`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ludii: Ludii,
    /// Agents to put into Ludii's menus, besides the default one
    #[arg(long, num_args = 1.., value_name = "AGENT")]
    agents: Vec<Spec>,
    /// An agent to sit down at once, for example 2=uct-sqrt-sh+cbt
    #[arg(long, value_name = "SEAT=AGENT")]
    seat: Vec<Seated>,
    /// A game to open, by Ludii's name for it
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Begin to play at once
    #[arg(long)]
    play: bool,
}

/// An agent at a seat, as written on the command line.
#[derive(Debug, Clone)]
struct Seated {
    seat: u8,
    agent: Spec,
}

impl FromStr for Seated {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (seat, agent) = text.split_once('=').ok_or("write SEAT=AGENT, for example 2=uct")?;
        let seat = seat.parse().ok().filter(|seat| (1..=16).contains(seat)).ok_or("a seat is a number from 1 to 16")?;
        Ok(Self { seat, agent: agent.parse().map_err(|problem| format!("{problem}"))? })
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut command = args.ludii.command("halfling.Launch")?;
    command.args(args.agents.iter().map(ToString::to_string));
    for Seated { seat, agent } in &args.seat {
        command.args(["--seat", &seat.to_string(), &agent.to_string()]);
    }
    if let Some(game) = &args.game {
        command.args(["--game", game]);
    }
    if args.play {
        command.arg("--play");
    }
    let status = command.status().map_err(|problem| Failure::failed(format!("cannot start Java: {problem}")))?;
    if status.success() { Ok(()) } else { Err(Failure::failed(format!("Ludii ended with {status}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seated_agent_is_a_number_and_an_agent() {
        let seated: Seated = "2=random".parse().unwrap();
        assert_eq!((seated.seat, seated.agent.to_string().as_str()), (2, "random"));
        for wrong in ["random", "0=random", "17=random", "x=random", "1=nobody-at-all"] {
            assert!(wrong.parse::<Seated>().is_err(), "{wrong}");
        }
    }
}
