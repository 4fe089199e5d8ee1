//! `halfling agents`: what agents are made of, and which games there are.

use super::Failure;
use crate::agent::parts::{self, Part, Place};
use crate::catalog;

/// Options of `halfling agents`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List the games instead
    #[arg(long)]
    games: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.games {
        for (name, line) in catalog::BUILT_IN {
            println!("{name:16} {line}");
        }
        return Ok(());
    }
    println!("An agent is written as parts joined by '+', for example uct-sqrt-sh(kmin=4)+cbt+reuse.");
    let sections = [
        ("Agents", &[Place::Base, Place::Tree][..]),
        ("How the root is chosen at; a tree part follows, for example ucb-sqrt+uct", &[Place::Root]),
        ("What may be added, in any order", &[Place::Extra]),
    ];
    for (title, places) in sections {
        println!("\n{title}:");
        for part in parts::all().filter(|part| places.contains(&part.place)) {
            println!("  {:28} {}{}", heading(part), part.line, paper(part));
        }
    }
    Ok(())
}

fn heading(part: &Part) -> String {
    let arguments: Vec<String> = part
        .arguments
        .iter()
        .map(|argument| format!("{}={}", argument.name, argument.text(argument.default)))
        .collect();
    if arguments.is_empty() { part.name.to_owned() } else { format!("{}({})", part.name, arguments.join(",")) }
}

fn paper(part: &Part) -> String {
    if part.paper.is_empty() { String::new() } else { format!(" [{}]", part.paper) }
}
