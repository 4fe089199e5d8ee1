//! Search over joint turns: equilibria of matrix games, what the agents play, and that both seats are treated alike.

use halfling::agent::Spec;
use halfling::arcade::tron::{BOARDS, Board, Tron};
use halfling::arcade::{Goofspiel, Line, MatrixGame, Runners};
use halfling::game::{Game, Seat, Turn, random_from_seed};
use halfling::search::{Budget, JointSearch};

const ITERATIONS: u64 = 200_000;

/// What a search thinks of a matrix game: both average strategies, and the value for the first player.
struct Found {
    strategies: [Vec<f64>; 2],
    value: f64,
}

fn solve(game: &MatrixGame, agent: &str, seed: u64) -> Found {
    let params = agent.parse::<Spec>().unwrap().params().unwrap().clone();
    let mut search = JointSearch::new(params, game).unwrap();
    let mut rng = random_from_seed(seed);
    let start = game.start(&mut (), &mut rng);
    search.search(game, &start, Seat(0), &Budget::iterations(ITERATIONS).unwrap(), &mut rng).unwrap();
    let root = search.root().unwrap();
    let shares = |seat| {
        let strategy: Vec<(Line, f64)> = root.strategy(seat).unwrap();
        assert!(strategy.iter().enumerate().all(|(index, (line, _))| line.index() == index));
        strategy.into_iter().map(|(_, share)| share).collect()
    };
    Found { strategies: [Seat(0), Seat(1)].map(shares), value: root.value(Seat(0)).unwrap() }
}

/// The largest error of a probability.
fn error(found: &Found, equilibrium: [&[f64]; 2]) -> f64 {
    let pairs = found.strategies.iter().zip(equilibrium).flat_map(|(found, exact)| found.iter().zip(exact));
    pairs.map(|(found, exact)| (found - exact).abs()).fold(0.0, f64::max)
}

/// The games with their equilibria and values.
fn games() -> [(MatrixGame, [&'static [f64]; 2], f64); 3] {
    const BIASED: &[f64] = &[1.0 / 16.0, 10.0 / 16.0, 5.0 / 16.0];
    [
        (MatrixGame::matching_pennies(), [&[0.5, 0.5], &[0.5, 0.5]], 0.0),
        (MatrixGame::biased_rps(), [BIASED, BIASED], 0.0),
        (MatrixGame::dominated_row(), [&[0.4, 0.6, 0.0], &[0.5, 0.5]], 0.1),
    ]
}

/// Every search comes within the bounds, whatever the seed.
#[test]
fn exp3_and_regret_matching_find_equilibria() {
    for (game, equilibrium, value) in games() {
        for agent in ["exp3(gamma=0.01,eta=0.006,base=mean)", "regret-matching(gamma=0.01)"] {
            let (mut worst, mut furthest) = (0.0f64, 0.0f64);
            for seed in 1..=50 {
                let found = solve(&game, agent, seed);
                worst = worst.max(error(&found, equilibrium));
                furthest = furthest.max((found.value - value).abs());
            }
            println!("{}, {agent}: probabilities within {worst:.4}, value within {furthest:.4}", game.info().name);
            assert!(worst < 0.05 && furthest < 0.02, "{}, {agent}: {worst} {furthest}", game.info().name);
        }
    }
}

/// Shafiei, Sturtevant and Schaeffer (2009): two upper confidence bounds that adapt to each other need not balance at an
/// equilibrium, and in biased rock-paper-scissors do not.
#[test]
fn decoupled_uct_does_not_find_the_equilibrium_of_biased_rps() {
    let (game, equilibrium, _) = games().into_iter().nth(1).unwrap();
    for seed in 1..=3 {
        let found = solve(&game, "duct-mix(c=1,t=0)", seed);
        println!("{:?} {}", found.strategies, error(&found, equilibrium));
        assert!(error(&found, equilibrium) > 0.05, "seed {seed}: {:?}", found.strategies);
    }
}

#[test]
fn the_second_mover_of_a_sequential_search_knows_too_much() {
    // The first player expects to be found out: it thinks matching pennies lost.
    let game = MatrixGame::matching_pennies();
    let params = "seq-uct(c=1,t=0)".parse::<Spec>().unwrap().params().unwrap().clone();
    let mut search = JointSearch::new(params, &game).unwrap();
    let mut rng = random_from_seed(1);
    let start = game.start(&mut (), &mut rng);
    for seat in [Seat(0), Seat(1)] {
        let found = search.search(&game, &start, seat, &Budget::iterations(5000).unwrap(), &mut rng).unwrap();
        assert!(found.moves.iter().all(|report| report.value < -0.9), "{:?}", found.moves);
    }
}

const AGENTS: [&str; 10] = [
    "seq-uct",
    "seq-ucb1-tuned",
    "duct-max",
    "duct-mix",
    "ducb1-tuned-max",
    "ducb1-tuned-mix",
    "exp3",
    "regret-matching",
    "hybrid",
    "joint-random",
];

/// Plays a whole game and checks every move; returns its length.
fn play_through<G: Game + 'static>(game: &G, agent: &str, iterations: u64) -> u32 {
    let mut players = [0, 1].map(|_| agent.parse::<Spec>().unwrap().player(game).unwrap());
    let budget = Budget::iterations(iterations).unwrap();
    let mut rng = random_from_seed(7);
    let mut workspace = game.workspace();
    let mut state = game.start(&mut workspace, &mut rng);
    let mut turns = 0;
    while let Turn::Joint(seats) = game.turn(&state) {
        let mut chosen = Vec::new();
        for seat in seats.iter() {
            let choice = players[seat.index()].choose(game, &state, seat, &budget, &mut rng);
            let mut legal = Vec::new();
            game.legal_moves(&state, seat, &mut workspace, &mut legal);
            assert!(legal.contains(&choice.chosen), "{agent}");
            let analysis = choice.analysis.unwrap();
            assert_eq!(analysis.moves.len(), legal.len(), "{agent}");
            let visits: u64 = analysis.moves.iter().map(|report| u64::from(report.visits)).sum();
            assert_eq!(visits, if legal.len() > 1 { iterations } else { 0 }, "{agent}");
            chosen.push(choice.chosen);
        }
        game.apply_joint(&mut state, &chosen, &mut workspace, &mut rng);
        turns += 1;
    }
    turns
}

#[test]
fn every_agent_plays_games_with_walls_cards_and_chance_to_the_end() {
    let tron = Tron::new("tron-6", Board::parse(BOARDS[4].1).unwrap(), true);
    for agent in AGENTS {
        assert!(play_through(&tron, agent, 200) > 1);
        assert_eq!(play_through(&Goofspiel::new(4, false), agent, 200), 4);
        assert_eq!(play_through(&Goofspiel::new(6, true), agent, 200), 6);
        assert!(play_through(&Runners::new(), agent, 100) <= 50);
    }
}

#[test]
fn a_trap_is_seen() {
    // To the east there is a dead end of two squares, to the south a whole room; the other player is far off.
    let board = "1..#####\n.#######\n.......#\n......#2\n######..";
    let game = Tron::new("trap", Board::parse(board).unwrap(), true);
    let mut rng = random_from_seed(3);
    let start = game.start(&mut (), &mut rng);
    for agent in AGENTS {
        let params = agent.parse::<Spec>().unwrap().params().unwrap().clone();
        let mut search = JointSearch::new(params, &game).unwrap();
        let found = search.search(&game, &start, Seat(0), &Budget::iterations(2000).unwrap(), &mut rng).unwrap();
        let best = found.moves.iter().max_by(|a, b| a.value.total_cmp(&b.value)).unwrap();
        assert_eq!(game.move_text(&start, best.chosen), "south", "{agent}: {:?}", found.moves);
    }
}

#[test]
fn one_seed_one_search() {
    let game = Tron::new("tron-d", Board::parse(BOARDS[3].1).unwrap(), true);
    for agent in AGENTS {
        let run = || {
            let params = agent.parse::<Spec>().unwrap().params().unwrap().clone();
            let mut search = JointSearch::new(params, &game).unwrap();
            let mut rng = random_from_seed(11);
            let start = game.start(&mut (), &mut rng);
            let found = search.search(&game, &start, Seat(1), &Budget::iterations(500).unwrap(), &mut rng).unwrap();
            found.moves.iter().map(|report| (report.chosen, report.visits)).collect::<Vec<_>>()
        };
        assert_eq!(run(), run(), "{agent}");
    }
}

#[test]
fn a_full_memory_stops_the_tree_and_not_the_search() {
    let game = Goofspiel::new(13, true);
    let params = "regret-matching+memory(mb=0.05)".parse::<Spec>().unwrap().params().unwrap().clone();
    let mut search = JointSearch::new(params, &game).unwrap();
    let mut rng = random_from_seed(2);
    let start = game.start(&mut (), &mut rng);
    let found = search.search(&game, &start, Seat(0), &Budget::iterations(3000).unwrap(), &mut rng).unwrap();
    assert!(found.memory_full && found.iterations == 3000 && found.bytes < 200_000, "{} bytes", found.bytes);
}
