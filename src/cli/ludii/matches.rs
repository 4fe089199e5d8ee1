//! `halfling ludii match`: our agents against Ludii's, on Ludii's rules.

use super::driver::{About, Driver, Lost, Played, Said};
use super::jar::Ludii;
use crate::agent::Spec;
use crate::cli::Failure;
use crate::run::{self, End, GameRecord, Journal, MoveRecord, SeatUse};
use crate::stats;
use serde_json::json;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Options of `halfling ludii match`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ludii: Ludii,
    /// The games, by Ludii's names for them or their paths in its jar
    #[arg(long, num_args = 1.., required = true, value_name = "GAME")]
    games: Vec<String>,
    /// The agents: halfling:AGENT is one of ours, ludii:NAME one of Ludii's (any name that it registers, and
    /// UBFMKilothonContender)
    #[arg(long, num_args = 1.., required = true, value_name = "AGENT")]
    agents: Vec<Entrant>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Seconds for the whole game, for each seat; who overdraws it plays at random from then on
    #[arg(long, value_name = "SECONDS")]
    clock: Option<f64>,
    /// Iterations per move, for agents that count them
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// Games of each title; seats rotate from game to game
    #[arg(long, default_value_t = 2, value_name = "N")]
    rounds: u32,
    /// Moves per player after which a game is drawn
    #[arg(long, default_value_t = 500, value_name = "N")]
    moves_per_player: u32,
    /// Plies after which a game is cut off, its result being what it is then
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Seconds without a sign of life after which Ludii's process is replaced
    #[arg(long, default_value_t = 120.0, value_name = "SECONDS")]
    patience: f64,
    /// File of records, one JSON line per game; games that it holds are not played again
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// An agent in Ludii, ours or theirs.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a match has a handful of these")]
enum Entrant {
    Halfling(Spec),
    Ludii(String),
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("halfling", spec)) => spec.parse().map(Self::Halfling).map_err(|problem| format!("{problem}")),
            Some(("ludii", name)) if !name.is_empty() => Ok(Self::Ludii(name.to_owned())),
            _ => Err("write halfling:AGENT or ludii:NAME".to_owned()),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Halfling(spec) => write!(f, "halfling:{spec}"),
            Self::Ludii(name) => write!(f, "ludii:{name}"),
        }
    }
}

/// Which entrant sits where in a round: the order turns by one seat per round.
fn seating(round: u32, seats: usize, entrants: usize) -> Vec<usize> {
    (0..seats).map(|seat| (seat + round as usize) % entrants).collect()
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if args.time.is_none() && args.iterations.is_none() && args.clock.is_none() {
        return Err(Failure::misuse("give --time, --iterations or --clock"));
    }
    // Which title each number in the file is of.
    let mut done = HashMap::new();
    let mut scores = vec![Vec::new(); args.agents.len()];
    let mut journal = match &args.out {
        Some(path) => Some(Journal::open(path, |record: GameRecord| {
            note(&mut scores, &record);
            done.insert(record.game, record.title);
        })?),
        None => None,
    };
    let patience = Duration::try_from_secs_f64(args.patience).map_err(Failure::misuse)?;
    let mut driver = Driver::new(&args.ludii, patience);
    let mut known: Vec<Option<About>> = Vec::new();
    for game in &args.games {
        known.push(driver.describe(game).inspect_err(|problem| eprintln!("{game}: left out: {problem}")).ok());
    }
    // Round by round, so that more rounds of the same games go on where fewer have stopped.
    let titles = args.games.len() as u64;
    for round in 0..args.rounds {
        for (title, (game, about)) in (0..).zip(args.games.iter().zip(&known)) {
            let Some(about) = about else { continue };
            let place =
                Place { round, number: u64::from(round) * titles + title, pair: u64::from(round / 2) * titles + title };
            if let Some(held) = done.get(&place.number) {
                if *held != about.name {
                    return Err(Failure::misuse(format!(
                        "the file has {held} where {} comes now: it is of other games; give --out another one",
                        about.name
                    )));
                }
                continue;
            }
            let record = play(args, &mut driver, game, about, place)?;
            println!("{}", line(&record));
            note(&mut scores, &record);
            if let Some(journal) = &mut journal {
                journal.append(&record)?;
            }
        }
    }
    println!("\nmean utility, 95 % interval, games");
    for (agent, score) in args.agents.iter().zip(&scores) {
        let half = 1.96 * stats::standard_deviation(score) / (score.len().max(1) as f64).sqrt();
        println!("{agent}: {:+.3} ± {half:.3} ({})", stats::mean(score), score.len());
    }
    Ok(())
}

fn note(scores: &mut [Vec<f64>], record: &GameRecord) {
    if !record.end.counts() {
        return;
    }
    for (&entrant, &utility) in record.entrants.iter().zip(&record.utilities) {
        if let Some(score) = scores.get_mut(entrant) {
            score.push(f64::from(utility));
        }
    }
}

fn line(record: &GameRecord) -> String {
    let seats: Vec<String> =
        record.agents.iter().zip(&record.utilities).map(|(agent, utility)| format!("{agent} {utility:+}")).collect();
    let mut text = format!("{}: {} plies, {}: {}", record.title, record.plies, record.end, seats.join(", "));
    if !record.detail.is_empty() {
        text.push_str(&format!(" ({})", record.detail));
    }
    text
}

/// Where a game stands in a match.
struct Place {
    round: u32,
    number: u64,
    /// The number of the pair of games with seats exchanged that it belongs to.
    pair: u64,
}

fn play(args: &Args, driver: &mut Driver, game: &str, about: &About, place: Place) -> Result<GameRecord, Failure> {
    let entrants = seating(place.round, about.players, args.agents.len());
    let agents: Vec<String> = entrants.iter().map(|&entrant| args.agents[entrant].to_string()).collect();
    let began = Instant::now();
    let mut request = json!({
        "do": "play",
        "game": game,
        "agents": agents,
        "seconds": args.time.unwrap_or(-1.0),
        "iterations": args.iterations.map_or(-1, i64::from),
        "clock": args.clock.unwrap_or(-1.0),
        "moves_per_player": args.moves_per_player,
    });
    if let Some(plies) = args.max_plies {
        request["max_plies"] = json!(plies);
    }
    let answer = if about.alternating || about.simultaneous {
        driver.ask(&request)?
    } else {
        Ok(Said::Error { reason: "nobody moves in it".to_owned() })
    };
    let limits = [
        args.time.map(|time| format!("{time} s")),
        args.iterations.map(|iterations| format!("{iterations} iterations")),
        args.clock.map(|clock| format!("{clock} s a game")),
    ];
    let limit = limits.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let mut record = GameRecord {
        game: place.number,
        pair: place.pair,
        title: about.name.clone(),
        category: String::new(),
        rules: about.rules.clone(),
        limits: vec![limit; agents.len()],
        agents,
        entrants,
        seed: 0,
        utilities: Vec::new(),
        ranks: Vec::new(),
        colour_one: None,
        plies: 0,
        opening: 0,
        end: End::Unplayed,
        culprit: None,
        detail: String::new(),
        seconds: began.elapsed().as_secs_f64(),
        usage: vec![SeatUse::default(); about.players],
        host: run::host(),
        node: run::Node::here(),
        finished: run::now(),
        jobs: 1,
        build: run::build(),
        start: String::new(),
        moves: Vec::new(),
    };
    match answer {
        Ok(Said::Game(played)) => fill(&mut record, *played),
        Ok(Said::Error { reason }) => record.detail = reason,
        Ok(other) => record.detail = format!("{other:?}"),
        Err(Lost::Died(seat)) => blame(&mut record, End::Crashed, seat, "Ludii's process ended"),
        Err(Lost::Hung(seat)) => blame(&mut record, End::Stalled, seat, "Ludii's process said nothing for too long"),
    }
    Ok(record)
}

/// A game that an agent broke: it loses, the others win.
fn blame(record: &mut GameRecord, end: End, seat: Option<u8>, detail: &str) {
    record.detail = detail.to_owned();
    match seat {
        Some(seat) => {
            record.end = end;
            record.culprit = Some(seat);
            record.utilities =
                (1..=record.agents.len()).map(|own| if own == usize::from(seat) { -1.0 } else { 1.0 }).collect();
            record.ranks = run::ranks_of(&record.utilities);
        }
        None => record.end = End::RulesFailed,
    }
}

fn fill(record: &mut GameRecord, played: Played) {
    for (seat, seconds, _, iterations, text, _) in played.moves {
        if let Some(usage) = usize::from(seat).checked_sub(1).and_then(|seat| record.usage.get_mut(seat)) {
            usage.moves += 1;
            usage.seconds += seconds;
            usage.iterations += u64::try_from(iterations).unwrap_or(0);
        }
        let iterations = u64::try_from(iterations).unwrap_or(0);
        record.moves.push(MoveRecord(seat, text, (seconds * 1e6) as u64, iterations, String::new()));
    }
    record.plies = record.moves.len() as u32;
    record.utilities = played.utilities;
    record.ranks = run::ranks_of(&record.utilities);
    let culprit = (played.culprit > 0).then_some(played.culprit);
    match played.end.as_str() {
        "illegal" => blame(record, End::Illegal, culprit, &played.detail),
        "exception" => blame(record, End::Crashed, culprit, &played.detail),
        "cut" | "MoveLimit" | "TurnLimit" => record.end = End::Cap,
        _ => record.end = End::Over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_sits_on_every_seat() {
        assert_eq!(seating(0, 2, 2), [0, 1]);
        assert_eq!(seating(1, 2, 2), [1, 0]);
        assert_eq!(seating(1, 3, 2), [1, 0, 1]);
        assert_eq!(seating(1, 1, 2), [1]);
    }

    #[test]
    fn agents_are_ours_or_ludiis() {
        assert_eq!("ludii:Ludii AI".parse(), Ok(Entrant::Ludii("Ludii AI".to_owned())));
        assert_eq!("halfling:random".parse::<Entrant>().unwrap().to_string(), "halfling:random");
        for wrong in ["UCT", "ludii:", "halfling:nobody-at-all", "other:x"] {
            assert!(wrong.parse::<Entrant>().is_err(), "{wrong}");
        }
    }
}
