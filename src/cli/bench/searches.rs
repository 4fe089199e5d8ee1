//! Play-outs, and searches on one thread and on several, by the clock on the wall.

use super::Args;
use crate::agent::Spec;
use crate::catalog::{self, Visitor};
use crate::cli::Failure;
use crate::game::{Game, PlayoutLimit, Seat, Turn, random_from_seed};
use crate::search::params::DEFAULT_PLAYOUT_CAP;
use crate::search::{Budget, JointSearch, Mcts, Params};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Measures and prints the games that the command line names.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    println!(
        "{:16} {:>12} {:>8} {:>12} {:>8} {:>12} {:>8}",
        "game",
        "playouts/s",
        "plies",
        "sims/s",
        "of p-outs",
        format!("{} threads", args.threads),
        "speed-up"
    );
    let params =
        args.agent.params().cloned().ok_or_else(|| Failure::misuse("an agent that does not search has no speed"))?;
    let games = args.variant.names(&args.named)?;
    for name in &games {
        let speed = catalog::open(
            name,
            Measure {
                seconds: args.seconds,
                iterations: args.iterations,
                threads: args.threads,
                params: params.clone(),
            },
        )??;
        print!(
            "{name:16} {:>12.0} {:>8.1} {:>12.0} {:>8.0}%",
            speed.playouts,
            speed.plies,
            speed.simulations,
            100.0 * speed.simulations / speed.playouts
        );
        match speed.threaded {
            Some(threaded) => println!(" {threaded:>11.0} {:>7.2}x", threaded / speed.simulations),
            None => println!(" {:>11} {:>8}", "-", "-"),
        }
        for (agent, simulations) in &speed.joint {
            println!("  {agent:36} {simulations:>10.0} sims/s");
        }
    }
    if args.deadlines > 0 {
        for name in &games {
            let late = catalog::open(name, Deadlines { searches: args.deadlines })??;
            let at = |share: f64| late[((late.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1e3;
            println!(
                "{name:16} {} searches of 50 ms: late by {:.2} ms (median), {:.2} ms (p99), {:.2} ms (most)",
                late.len(),
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
    }
    Ok(())
}

/// What was measured of one game, all per second but the plies.
struct Speed {
    playouts: f64,
    plies: f64,
    simulations: f64,
    /// `None` where the search knows one thread only.
    threaded: Option<f64>,
    /// Simulations by agent, where several move at once.
    joint: Vec<(&'static str, f64)>,
}

/// Searches over joint turns that are measured: the first three without prediction, as bare play-outs are, the others with.
const JOINT_AGENTS: [&str; 6] = [
    "duct-max(expand=0,every=0)",
    "seq-uct(expand=0,every=0)",
    "regret-matching(expand=0,every=0)",
    "duct-max",
    "seq-uct",
    "regret-matching",
];

struct Measure {
    seconds: f64,
    iterations: u64,
    threads: usize,
    params: Params,
}

impl Visitor for Measure {
    type Output = Result<Speed, Failure>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        // Alternating slices, so that whatever else the machine does disturbs all three alike.
        const SLICES: u32 = 5;
        let slice = self.seconds / f64::from(SLICES);
        if game.info().simultaneous {
            return self.measure_joint(game.as_ref(), slice, SLICES);
        }
        let mut playouts = Rate::default();
        let mut plies = 0;
        let mut alone = Rate::default();
        let mut together = Rate::default();
        let mut single = Mcts::new(self.params.clone(), game.as_ref()).map_err(Failure::misuse)?;
        let mut multiple =
            Mcts::new(Params { threads: self.threads, ..self.params }, game.as_ref()).map_err(Failure::misuse)?;
        // Warm arenas: what is measured is searching, not asking for memory.
        for search in [&mut single, &mut multiple] {
            measure_search(game.as_ref(), search, self.iterations, 0.0, 0, &mut Rate::default())?;
        }
        for seed in 0..u64::from(SLICES) {
            plies += measure_playouts(game.as_ref(), slice, seed, &mut playouts);
            measure_search(game.as_ref(), &mut single, self.iterations, slice, seed, &mut alone)?;
            measure_search(game.as_ref(), &mut multiple, self.iterations, slice, seed, &mut together)?;
        }
        Ok(Speed {
            plies: plies as f64 / playouts.count.max(1) as f64,
            playouts: playouts.per_second(),
            simulations: alone.per_second(),
            threaded: Some(together.per_second()),
            joint: Vec::new(),
        })
    }
}

impl Measure {
    /// The speed of a game in which several move at once.
    fn measure_joint<G: Game>(&self, game: &G, slice: f64, slices: u32) -> Result<Speed, Failure> {
        let mut playouts = Rate::default();
        let mut plies = 0;
        let mut rates: [Rate; JOINT_AGENTS.len()] = Default::default();
        let mut rng = random_from_seed(0);
        let start = game.start(&mut game.workspace(), &mut rng);
        let budget = Budget::iterations(self.iterations).map_err(Failure::misuse)?;
        for seed in 0..u64::from(slices) {
            plies += measure_playouts(game, slice, seed, &mut playouts);
            for (agent, rate) in JOINT_AGENTS.iter().zip(&mut rates) {
                let spec: Spec = agent.parse().map_err(Failure::failed)?;
                let params = spec.params().cloned().unwrap_or_default();
                let mut search = JointSearch::new(params, game).map_err(Failure::failed)?;
                // Once unmeasured, so that the tree has its memory.
                search.search(game, &start, Seat(0), &budget, &mut rng).map_err(Failure::failed)?;
                let began = Instant::now();
                while began.elapsed().as_secs_f64() < slice {
                    let found = search.search(game, &start, Seat(0), &budget, &mut rng).map_err(Failure::failed)?;
                    rate.count += found.iterations.max(1);
                }
                rate.time += began.elapsed();
            }
        }
        Ok(Speed {
            plies: plies as f64 / playouts.count.max(1) as f64,
            playouts: playouts.per_second(),
            simulations: rates[0].per_second(),
            threaded: None,
            joint: JOINT_AGENTS.into_iter().zip(rates.iter().map(Rate::per_second)).collect(),
        })
    }
}

/// How many of something in how much time.
#[derive(Default)]
struct Rate {
    count: u64,
    time: Duration,
}

impl Rate {
    fn per_second(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Plays bare play-outs from the start for `seconds`; returns their plies.
fn measure_playouts<G: Game>(game: &G, seconds: f64, seed: u64, rate: &mut Rate) -> u64 {
    let mut rng = random_from_seed(seed);
    let mut workspace = game.workspace();
    let start = game.start(&mut workspace, &mut rng);
    let mut state = start.clone();
    let mut plies = 0;
    let began = Instant::now();
    while began.elapsed().as_secs_f64() < seconds {
        for _ in 0..256 {
            state.clone_from(&start);
            let limit = PlayoutLimit { plies: DEFAULT_PLAYOUT_CAP };
            plies += u64::from(game.playout(&mut state, limit, &mut workspace, &mut rng, None).plies);
            rate.count += 1;
        }
    }
    rate.time += began.elapsed();
    plies
}

/// Searches the start again and again for `seconds`.
fn measure_search<G: Game>(
    game: &G,
    search: &mut Mcts<G>,
    iterations: u64,
    seconds: f64,
    seed: u64,
    rate: &mut Rate,
) -> Result<(), Failure> {
    let mut rng = random_from_seed(seed);
    let mut workspace = game.workspace();
    let start = game.start(&mut workspace, &mut rng);
    let budget = Budget::iterations(iterations).map_err(Failure::misuse)?;
    let Turn::Player(seat) = game.turn(&start) else {
        return Err(Failure::misuse(format!("{} does not start with one player to move", game.info().name)));
    };
    let began = Instant::now();
    loop {
        search.reset();
        let analysis = search.search(game, &start, seat, &budget, &mut rng).map_err(Failure::failed)?;
        rate.count += analysis.iterations;
        // A start with one legal move is not searched: there is nothing to measure.
        if analysis.iterations == 0 || began.elapsed().as_secs_f64() >= seconds {
            break;
        }
    }
    rate.time += began.elapsed();
    Ok(())
}

struct Deadlines {
    searches: usize,
}

impl Visitor for Deadlines {
    type Output = Result<Vec<Duration>, Failure>;

    /// How late searches of 50 ms came back, in ascending order.
    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Output {
        let limit = Duration::from_millis(50);
        let budget = Budget::seconds(limit.as_secs_f64()).map_err(Failure::misuse)?;
        let mut rng = random_from_seed(0);
        let mut workspace = game.workspace();
        let start = game.start(&mut workspace, &mut rng);
        let mut search = Mcts::new(Params::default(), game.as_ref()).map_err(Failure::failed)?;
        let mut late = Vec::with_capacity(self.searches);
        let Turn::Player(seat) = game.turn(&start) else { return Ok(late) };
        for _ in 0..self.searches {
            let began = Instant::now();
            search.search(game.as_ref(), &start, seat, &budget, &mut rng).map_err(Failure::failed)?;
            late.push(began.elapsed().saturating_sub(limit));
        }
        late.sort_unstable();
        Ok(late)
    }
}
