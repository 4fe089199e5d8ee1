//! Games that a Ludii holds, as tables of a run: the run schedules, records and reports as it does natively.

use super::driver::{About, Drawn, Driver, Lost, Played as Answer, Said};
use super::jar::Ludii;
use crate::cli::Failure;
use crate::game::{Drawing, DrawnSite, GameInfo, Seat};
use crate::run::{self, Agent, End, Live, MoveRecord, Order, SeatUse, Table, Title};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Processes of one Ludii, started when they are needed: one for each game that is played at the same time.
pub(in crate::cli) struct Fleet {
    ludii: Ludii,
    patience: Duration,
    /// Whether clocks follow the colours after a swap, as in Ludii's own Kilothon.
    by_colour: bool,
    idle: Mutex<Vec<Driver>>,
}

impl Fleet {
    /// A fleet that waits so long for a sign of life.
    pub(in crate::cli) fn new(ludii: Ludii, patience: Duration, by_colour: bool) -> Arc<Self> {
        Arc::new(Self { ludii, patience, by_colour, idle: Mutex::default() })
    }

    fn with_driver<T>(&self, work: impl FnOnce(&mut Driver) -> T) -> T {
        let idle = self.idle.lock().pop();
        let mut driver = idle.unwrap_or_else(|| Driver::new(&self.ludii, self.patience));
        let done = work(&mut driver);
        self.idle.lock().push(driver);
        done
    }

    /// Opens a title.
    ///
    /// # Errors
    /// When Ludii does not have it, or its Kilothon leaves it out.
    pub(in crate::cli) fn open(self: &Arc<Self>, title: &Title) -> Result<Arc<dyn Table>, String> {
        let mut request = named(title);
        request["do"] = json!("describe");
        request["draw"] = json!(true);
        let about = match self.with_driver(|driver| driver.ask(&request)) {
            Ok(Ok(Said::Describe(about))) => about,
            Ok(Ok(Said::Error { reason })) => return Err(reason),
            Ok(other) => return Err(format!("Ludii did not say what it is: {other:?}")),
            Err(failure) => return Err(failure.to_string()),
        };
        if !about.left_out.is_empty() {
            return Err(format!("the Kilothon leaves out games with {}", about.left_out));
        }
        Ok(Arc::new(Hosted { info: info(&about), about, title: title.clone(), fleet: Arc::clone(self) }))
    }

    /// Asks any process for something.
    pub(super) fn ask(&self, request: &Value) -> Result<Result<Said, Lost>, Failure> {
        self.with_driver(|driver| driver.ask(request))
    }
}

/// What names a title to the process: name, category and options.
pub(super) fn named(title: &Title) -> Value {
    let mut words = title.name.split('|');
    let name = words.next().unwrap_or_default();
    let options: Vec<&str> = words.collect();
    json!({"game": name, "category": title.category, "options": options})
}

fn info(about: &About) -> GameInfo {
    GameInfo {
        name: about.name.clone(),
        seats: about.players,
        stochastic: about.stochastic,
        simultaneous: !about.alternating,
        max_plies: None,
        outcomes: Vec::new(),
        rules_hash: u64::from_str_radix(&about.rules, 16).unwrap_or_default(),
    }
}

struct Hosted {
    info: GameInfo,
    about: About,
    title: Title,
    fleet: Arc<Fleet>,
}

impl Table for Hosted {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn drawing(&self) -> Option<Drawing> {
        self.about.drawing.as_ref().map(drawing)
    }

    fn play(&self, order: &Order, live: &Live) -> run::Played {
        live.update(|progress| progress.usage = vec![SeatUse::default(); order.seats.len()]);
        if !order.opening.is_empty() || order.rules.opening_plies > 0 {
            return run::Played::without_result(End::Unplayed, "openings are not played inside Ludii");
        }
        let agents: Vec<String> = order
            .seats
            .iter()
            .map(|entrant| match &entrant.agent {
                Agent::Spec(spec) if spec.params().is_some() => format!("halfling:{spec}"),
                Agent::Spec(_) => "ludii:Random".to_owned(),
                other => other.to_string(),
            })
            .collect();
        if let Some(stranger) = agents.iter().find(|agent| agent.starts_with("fake:")) {
            return run::Played::without_result(End::Unplayed, format!("{stranger} does not play inside Ludii"));
        }
        // A second a move is what Ludii asks an agent for that does not say otherwise.
        let think: Vec<f64> = order.seats.iter().map(|entrant| entrant.limit.time.unwrap_or(1.0)).collect();
        let clock = order.seats.iter().find_map(|entrant| entrant.limit.clock);
        let mut request = named(&self.title);
        request["do"] = json!("play");
        request["agents"] = json!(agents);
        request["think"] = json!(think);
        request["clock"] = json!(clock.unwrap_or(-1.0));
        request["by_colour"] = json!(self.fleet.by_colour);
        request["draw"] = json!(order.rules.record_moves);
        // Java's numbers have a sign.
        request["seed"] = json!(order.seed.cast_signed());
        request["moves_per_player"] = json!(order.rules.max_plies_per_seat.unwrap_or(500));
        if let Some(plies) = order.rules.max_plies {
            request["max_plies"] = json!(plies);
        }
        let seats = order.seats.len();
        match self.fleet.ask(&request) {
            Ok(Ok(Said::Game(answer))) => finish(*answer, order.rules.record_moves, seats, live),
            Ok(Ok(Said::Error { reason })) => run::Played::without_result(End::RulesFailed, reason),
            Ok(Ok(other)) => run::Played::without_result(End::RulesFailed, format!("{other:?}")),
            Ok(Err(lost)) => lost_game(lost, seats),
            Err(failure) => run::Played::without_result(End::Unplayed, failure.to_string()),
        }
    }
}

fn lost_game(lost: Lost, seats: usize) -> run::Played {
    let (end, seat, detail) = match lost {
        Lost::Died(seat) => (End::Crashed, seat, "Ludii's process ended"),
        Lost::Hung(seat) => (End::Stalled, seat, "Ludii's process said nothing for too long"),
    };
    match seat.and_then(|seat| seat.checked_sub(1)) {
        Some(seat) => run::Played::lost_by(Seat(seat), seats, end, detail),
        None => run::Played::without_result(End::RulesFailed, detail),
    }
}

fn finish(answer: Answer, keep: bool, seats: usize, live: &Live) -> run::Played {
    live.update(|progress| {
        progress.start = answer.start;
        progress.plies = answer.moves.len() as u32;
        for (seat, seconds, _, iterations, text, changes) in answer.moves {
            let iterations = u64::try_from(iterations).unwrap_or(0);
            if let Some(usage) = usize::from(seat).checked_sub(1).and_then(|seat| progress.usage.get_mut(seat)) {
                usage.moves += 1;
                usage.seconds += seconds;
                usage.iterations += iterations;
            }
            if keep {
                progress.moves.push(MoveRecord(seat, text, (seconds * 1e6) as u64, iterations, changes));
            }
        }
        for (usage, &count) in progress.usage.iter_mut().zip(&answer.after_clock) {
            usage.after_clock = count;
            usage.moves = usage.moves.saturating_sub(count);
        }
    });
    let culprit = answer.culprit.checked_sub(1).map(Seat);
    match (answer.end.as_str(), culprit) {
        ("illegal", Some(culprit)) => run::Played::lost_by(culprit, seats, End::Illegal, answer.detail),
        ("exception", Some(culprit)) => run::Played::lost_by(culprit, seats, End::Crashed, answer.detail),
        ("illegal" | "exception", None) => run::Played::without_result(End::RulesFailed, answer.detail),
        (end, _) => {
            let end = if matches!(end, "cut" | "MoveLimit" | "TurnLimit") { End::Cap } else { End::Over };
            let first = answer.utilities.first().copied().unwrap_or_default();
            let colour_one = (answer.colour_one != first).then_some(answer.colour_one);
            run::Played { end, culprit: None, detail: answer.detail, utilities: answer.utilities, colour_one }
        }
    }
}

fn drawing(drawn: &Drawn) -> Drawing {
    let site = |(label, x, y, corners): &(String, f32, f32, Vec<f32>)| DrawnSite {
        label: label.clone(),
        centre: (*x, *y),
        outline: corners.chunks_exact(2).map(|point| (point[0], point[1])).collect(),
    };
    let line = |points: &Vec<f32>| match points[..] {
        [a, b, c, d] => Some([(a, b), (c, d)]),
        _ => None,
    };
    Drawing { sites: drawn.sites.iter().map(site).collect(), lines: drawn.lines.iter().filter_map(line).collect() }
}
