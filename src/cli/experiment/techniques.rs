//! `halfling experiment techniques`.

use super::{fresh_folder, print_files};
use crate::cli::Failure;
use crate::cli::drive::drive;
use crate::cli::run_options::RunOptions;
use crate::cli::sets::titles;
use crate::experiment::techniques::{self, BASE, Comparison, OPPONENTS, Outcome, TECHNIQUES, agent};
use crate::run::{Entrant, Kind, Limit, Overrun, Settings, Tally, Title, from_catalog};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Options of `halfling experiment techniques`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Techniques {
    /// The games to measure and choose on: a set by name, or a .toml file
    #[arg(long, default_value = "embedded", value_name = "NAME|FILE")]
    set: String,
    /// Goes on to choose a combination on the same games
    #[arg(long)]
    combine: bool,
    /// Goes on to test the combination on these, without those of --set: a set by name, or a .toml file
    #[arg(long, value_name = "NAME|FILE", requires = "combine")]
    test_set: Option<String>,
    /// Take games from here before the program's own: a Ludii.jar, or a folder with lud and def
    #[arg(long, value_name = "JAR|DIR")]
    ludii: Option<PathBuf>,
    /// Only techniques whose part of an agent's text begins with one of these
    #[arg(long, num_args = 1.., value_name = "PART")]
    only: Vec<String>,
    /// Games per title and technique, half of them with swapped seats
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Games per title and opponent in the test [default: as --games]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    test_games: Option<u64>,
    /// Seconds a move
    #[arg(long, default_value_t = 0.1, value_name = "SECONDS", conflicts_with = "iterations")]
    time: f64,
    /// Iterations a move instead of a time
    #[arg(long, value_name = "N")]
    iterations: Option<u64>,
    #[command(flatten)]
    run: RunOptions,
}

/// What plays the comparisons, one run after the other.
struct Stage<'a> {
    args: &'a Techniques,
    out: PathBuf,
    began: Instant,
    complete: bool,
}

pub(super) fn run(args: &Techniques) -> Result<ExitCode, Failure> {
    let out =
        args.run.out.clone().ok_or_else(|| Failure::misuse("the experiment needs a folder: give it --out DIR"))?;
    if let Some(path) = &args.ludii {
        crate::catalog::use_library(path).map_err(Failure::misuse)?;
    }
    let chosen = titles(std::slice::from_ref(&args.set))?;
    fresh_folder(&out)?;
    let mut stage = Stage { args, out: out.clone(), began: Instant::now(), complete: true };
    let mut outcome = Outcome { settings: words(args, &chosen), ..Outcome::default() };
    let mut measured = Vec::new();
    for (name, part) in TECHNIQUES {
        if !args.only.is_empty() && !args.only.iter().any(|wanted| part.starts_with(wanted.as_str())) {
            continue;
        }
        let Some(found) = stage.compare("technique", name, &agent(&[part]), BASE, &chosen, args.games)? else { break };
        outcome.techniques.push(found.clone());
        measured.push((part, found));
    }
    if args.combine && stage.complete && !args.run.dry_run {
        let mut parts: Vec<&str> = Vec::new();
        for (number, part) in techniques::candidates(&measured).into_iter().enumerate() {
            let (last, mut next) = (agent(&parts), parts.clone());
            next.push(part);
            // Parts that exclude each other are not combined.
            if agent(&next).parse::<crate::agent::Spec>().is_err() {
                continue;
            }
            if number > 0 {
                let name = format!("step {number}: {part}");
                let Some(found) = stage.compare("step", &name, &agent(&next), &last, &chosen, args.games)? else {
                    break;
                };
                outcome.steps.push(found.clone());
                if !found.wins() {
                    continue;
                }
            }
            parts = next;
        }
        if stage.complete {
            outcome.combination = Some(agent(&parts));
        }
        if let (Some(set), true) = (&args.test_set, stage.complete) {
            let before: HashSet<&str> = chosen.iter().map(|title| title.name.as_str()).collect();
            let mut apart = titles(std::slice::from_ref(set))?;
            apart.retain(|title| !before.contains(title.name.as_str()));
            let games = args.test_games.unwrap_or(args.games);
            // Where nothing helped, the combination is plain UCT, and has nothing to show against itself.
            for opponent in OPPONENTS.into_iter().filter(|&opponent| opponent != agent(&parts)) {
                let name = format!("combination, {} games", apart.len());
                let Some(found) = stage.compare("test", &name, &agent(&parts), opponent, &apart, games)? else { break };
                outcome.test.push(found);
            }
        }
    }
    if args.run.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    print_files(outcome.write(&out), &out)?;
    print!("\n{}", outcome.page());
    if !stage.complete {
        eprintln!("not everything is played; the same command goes on");
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

/// How it was played, in words.
fn words(args: &Techniques, chosen: &[Title]) -> String {
    let limit = match args.iterations {
        Some(iterations) => format!("{iterations} iterations a move"),
        None => format!("{} s a move", args.time),
    };
    format!(
        "{limit}, seats swapped within pairs. Techniques and steps: {} games on each of the {} titles of set {}. Test: {} games on each \
         title of {}.",
        args.games,
        chosen.len(),
        args.set,
        args.test_games.unwrap_or(args.games),
        args.test_set.as_deref().unwrap_or("no set")
    )
}

impl Stage<'_> {
    /// Plays what is missing of one comparison; nothing where there is no time left, or somebody stopped it.
    fn compare(
        &mut self,
        stage: &str,
        name: &str,
        agent: &str,
        against: &str,
        titles: &[Title],
        games: u64,
    ) -> Result<Option<Comparison>, Failure> {
        let args = self.args;
        let mut options = args.run.clone();
        options.out = Some(self.out.join(folder(stage, agent, against)));
        if let Some(seconds) = args.run.wall_time {
            let left = seconds - self.began.elapsed().as_secs_f64();
            if left <= 0.0 {
                self.complete = false;
                return Ok(None);
            }
            options.wall_time = Some(left);
        }
        let limit = match args.iterations {
            Some(iterations) => Limit::iterations(iterations),
            None => Limit { iterations: None, time: Some(args.time), clock: None },
        };
        limit.budget(None).map_err(Failure::misuse)?;
        let entrant = |text: &str| -> Result<Entrant, Failure> {
            Ok(Entrant { agent: text.parse().map_err(Failure::failed)?, limit })
        };
        let settings = Settings {
            kind: Kind::Match,
            entrants: vec![entrant(agent)?, entrant(against)?],
            titles: titles.to_vec(),
            games,
            seed: options.seed,
            play: options.rules(Overrun::Lose),
            openings: options.openings()?,
            host: None,
        };
        eprintln!("{stage}: {name}: {agent} against {against}");
        let driven = drive(settings, &options, "techniques", Arc::new(from_catalog), |_: &Tally| false)?;
        self.complete &= driven.complete;
        let found = Comparison::new(name, agent, against, &driven.tally);
        if driven.interrupted {
            self.complete = false;
            return Ok(None);
        }
        Ok(Some(found))
    }
}

/// The name of a comparison's folder.
fn folder(stage: &str, agent: &str, against: &str) -> String {
    let plain = |text: &str| -> String {
        let letters = text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' });
        letters.collect::<String>().split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    };
    format!("{stage}--{}--{}", plain(agent), plain(against))
}
