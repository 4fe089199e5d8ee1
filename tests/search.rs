//! The search over whole games: proofs, reproducibility, odd positions, limits.

mod toys;

use halfling::agent::Spec;
use halfling::arcade::yardstick::{Breakthrough, Pig, TicTacToe};
use halfling::game::{Game, Random, Seat, Turn, random_from_seed};
use halfling::search::{Analysis, Budget, Mcts, Params, Proof, SearchError, Signal, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};
use toys::{Fan, FanMove};

fn params(agent: &str) -> Params {
    agent.parse::<Spec>().expect(agent).params().expect("the agent searches").clone()
}

/// Every agent that can search alone and on one thread.
const AGENTS: [&str; 17] = [
    "flat-mc",
    "uct",
    "uct-tuned",
    "ucb-sqrt+uct",
    "half-greedy+uct",
    "halving+uct",
    "flat-halving",
    "uct-sqrt-sh",
    "shot",
    "h-mcts",
    "kilothon-uct",
    "uct+solver+reuse",
    "uct+tt",
    "uct+open-loop",
    "uct+fpu-parent+final-max-robust",
    "h-mcts+solver",
    "uct-sqrt-sh+reuse+cap(plies=20)",
];

/// Plays `moves` from the start.
fn position<G: Game>(game: &G, moves: &[&str]) -> (G::State, Seat) {
    let mut rng = random_from_seed(0);
    let mut workspace = game.workspace();
    let mut state = game.start(&mut workspace, &mut rng);
    for text in moves {
        let Turn::Player(seat) = game.turn(&state) else { panic!("over before {text}") };
        let chosen = game.parse_move(&state, seat, text, &mut workspace).unwrap();
        game.apply(&mut state, chosen, &mut workspace, &mut rng);
    }
    let Turn::Player(seat) = game.turn(&state) else { panic!("over") };
    (state, seat)
}

fn search<G: Game>(game: &G, moves: &[&str], agent: &str, iterations: u64) -> (Analysis<G::Move>, String) {
    let (state, seat) = position(game, moves);
    let mut mcts = Mcts::new(params(agent), game).unwrap();
    let budget = Budget::iterations(iterations).unwrap();
    let analysis = mcts.search(game, &state, seat, &budget, &mut random_from_seed(7)).unwrap();
    let best = game.move_text(&state, analysis.moves[0].chosen);
    (analysis, best)
}

#[test]
fn the_solver_finds_forced_wins() {
    // X on b2 and a1 threatens c3; O on c1, c3 … X to move wins at once with a line on the left or the diagonal.
    let game = TicTacToe::new();
    let (analysis, best) = search(&game, &["a1", "b1", "b2", "a2"], "uct+solver", 5000);
    assert_eq!((best.as_str(), analysis.moves[0].proof), ("c3", Some(Proof::Win)));
    assert_eq!(analysis.stop, Stop::Proven);

    // Two plies deeper: a1, then b1? loses to a fork. X plays b2 or another forking move and wins by force.
    let (analysis, _) = search(&game, &["a1", "b1"], "uct+solver", 50_000);
    assert_eq!((analysis.stop, analysis.moves[0].proof), (Stop::Proven, Some(Proof::Win)));
}

#[test]
fn the_solver_proves_that_tic_tac_toe_is_a_draw() {
    for agent in ["uct+solver", "uct-tuned+solver", "uct-sqrt-sh+solver"] {
        let (analysis, _) = search(&TicTacToe::new(), &[], agent, 2_000_000);
        assert_eq!((analysis.stop, analysis.moves[0].proof), (Stop::Proven, Some(Proof::Draw)), "{agent}");
        assert!(analysis.iterations < 2_000_000, "{agent}");
    }
}

#[test]
fn the_solver_sees_that_a_move_loses() {
    // O must answer the threat a1-b2-c3; everything else is proven to lose.
    let (analysis, best) = search(&TicTacToe::new(), &["a1", "b1", "b2"], "uct+solver", 20_000);
    assert_eq!(analysis.moves.iter().filter(|report| report.proof == Some(Proof::Loss)).count(), 6);
    assert_eq!(best, "c3", "even a lost position is defended for as long as the tree was unsure");
}

#[test]
fn every_agent_takes_a_win_in_one_and_stops_one() {
    let game = TicTacToe::new();
    for agent in AGENTS {
        let (_, best) = search(&game, &["a1", "b1", "b2", "a2"], agent, 2000);
        assert_eq!(best, "c3", "{agent} should win");
        let (_, best) = search(&game, &["a1", "b2", "a2"], agent, 2000);
        assert_eq!(best, "a3", "{agent} should defend");
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    for agent in AGENTS {
        let run = || search(&Breakthrough::new(6), &[], agent, 3000).0;
        let (first, second) = (run(), run());
        assert_eq!(first.moves, second.moves, "{agent}");
        assert_eq!(first.iterations, 3000, "{agent}");
        assert_eq!(first.principal_variation, second.principal_variation, "{agent}");
    }
}

/// The moves of a game of self-play.
fn self_play<G: Game + 'static>(game: &G, agent: &str, seed: u64, iterations: u64) -> Vec<G::Move> {
    let spec: Spec = agent.parse().unwrap();
    let mut players: Vec<_> = (0..game.info().seats).map(|_| spec.player(game).unwrap()).collect();
    let budget = Budget::iterations(iterations).unwrap();
    let mut rng = random_from_seed(seed);
    let mut workspace = game.workspace();
    let mut state = game.start(&mut workspace, &mut rng);
    let mut moves = Vec::new();
    while let Turn::Player(seat) = game.turn(&state) {
        let choice = players[seat.index()].choose(game, &state, seat, &budget, &mut rng);
        game.try_apply(&mut state, choice.chosen, &mut workspace, &mut rng).expect("agents play legal moves");
        for player in &mut players {
            player.played(game, &[choice.chosen]);
        }
        moves.push(choice.chosen);
    }
    moves
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for agent in ["uct+reuse", "uct-sqrt-sh", "kilothon-uct", "uct+solver+reuse", "h-mcts+reuse", "uct+tt+reuse"] {
        let game = Breakthrough::new(5);
        assert_eq!(self_play(&game, agent, 3, 200), self_play(&game, agent, 3, 200), "{agent}");
        let pig = Pig::new(2);
        assert_eq!(self_play(&pig, agent, 3, 100), self_play(&pig, agent, 3, 100), "{agent}");
    }
}

#[test]
fn one_legal_move_is_played_at_once() {
    for agent in AGENTS {
        let (analysis, _) = search(&Fan::new(1, 2), &[], agent, 1000);
        assert_eq!((analysis.iterations, analysis.stop, analysis.moves.len()), (0, Stop::Forced, 1), "{agent}");
    }
}

#[test]
fn a_finished_game_is_not_searched() {
    let game = Fan::new(2, 1);
    let mut rng = random_from_seed(0);
    let mut state = game.start(&mut (), &mut rng);
    game.apply(&mut state, FanMove(0), &mut (), &mut rng);
    let mut mcts = Mcts::new(Params::default(), &game).unwrap();
    let budget = Budget::iterations(10).unwrap();
    let error = mcts.search(&game, &state, Seat(0), &budget, &mut rng).unwrap_err();
    assert_eq!(error, SearchError::NotToMove(Seat(0)));
}

#[test]
fn five_hundred_moves_are_all_tried_and_the_best_found() {
    for agent in AGENTS {
        let (analysis, best) = search(&Fan::new(500, 1), &[], agent, 20_000);
        assert_eq!(analysis.moves.len(), 500, "{agent}");
        assert!(analysis.moves.iter().all(|report| report.visits > 0), "{agent}");
        assert_eq!(best, "499", "{agent}");
    }
    // Fewer simulations than moves: still a legal answer, and no panic.
    for agent in AGENTS {
        let (analysis, _) = search(&Fan::new(500, 2), &[], agent, 100);
        assert_eq!(analysis.iterations, 100, "{agent}");
    }
}

#[test]
fn three_players_each_look_after_themselves() {
    // The move that pays most to its mover is the best, whatever it pays to the others.
    for agent in AGENTS {
        let (_, best) = search(&Fan::with_seats(5, 3, 3), &[], agent, 5000);
        assert_eq!(best, "4", "{agent}");
    }
    for agent in ["uct", "uct-sqrt-sh+reuse", "kilothon-uct", "shot"] {
        assert!(!self_play(&Pig::new(3), agent, 5, 200).is_empty());
    }
}

#[test]
fn chance_is_searched_in_an_open_loop() {
    // With 49 points gathered the only sensible thing is to hold.
    let game = Pig::new(2);
    let mut rng = random_from_seed(1);
    let mut state = game.start(&mut (), &mut rng);
    let roll = game.parse_move(&state, Seat(0), "roll", &mut ()).unwrap();
    while !game.state_text(&state).contains("player 1: 0 (+50)") {
        game.apply(&mut state, roll, &mut (), &mut rng);
    }
    for agent in ["uct", "uct-sqrt-sh", "kilothon-uct", "h-mcts", "uct+solver", "uct+tt"] {
        let mut mcts = Mcts::new(params(agent), &game).unwrap();
        let budget = Budget::iterations(2000).unwrap();
        let analysis = mcts.search(&game, &state, Seat(0), &budget, &mut rng).unwrap();
        assert_eq!(game.move_text(&state, analysis.moves[0].chosen), "hold", "{agent}");
        assert_eq!(analysis.moves[0].proof, None, "{agent}");
        assert!(analysis.moves[0].value > 0.9, "{agent}");
    }
}

#[test]
fn a_full_tree_stops_growing_and_the_search_goes_on() {
    let (small, _) = search(&Breakthrough::new(8), &[], "uct+memory(mb=0.05)", 20_000);
    assert!(small.memory_full && small.bytes <= 52_429, "{} bytes", small.bytes);
    assert_eq!(small.iterations, 20_000);
    assert_eq!(small.moves.iter().map(|report| u64::from(report.visits)).sum::<u64>(), 20_000);
    let (large, _) = search(&Breakthrough::new(8), &[], "uct", 20_000);
    assert!(!large.memory_full && large.nodes > small.nodes);
    // Too little for even the root: the root stays, and every move is still tried.
    let (tiny, _) = search(&Fan::new(500, 2), &[], "uct+memory(mb=0.001)", 2000);
    assert!(tiny.memory_full && tiny.nodes == 1 && tiny.moves.iter().all(|report| report.visits > 0));
    let (open, _) = search(&Pig::new(2), &["roll"], "uct+memory(mb=0.001)", 2000);
    assert!(open.memory_full || open.moves.len() == 1);
}

#[test]
fn reuse_keeps_what_was_learned() {
    let game = Breakthrough::new(6);
    let budget = Budget::iterations(2000).unwrap();
    for agent in ["uct+reuse", "uct+reuse+tt", "uct+reuse+solver", "uct+reuse+open-loop"] {
        let mut rng = random_from_seed(9);
        let (mut state, seat) = position(&game, &[]);
        let mut mcts = Mcts::new(params(agent), &game).unwrap();
        let first = mcts.search(&game, &state, seat, &budget, &mut rng).unwrap();
        assert_eq!(first.inherited, 0);
        let line = &first.principal_variation[..2];
        for &chosen in line {
            game.apply(&mut state, chosen, &mut (), &mut rng);
            mcts.played(&[chosen]);
        }
        let second = mcts.search(&game, &state, seat, &budget, &mut rng).unwrap();
        assert!(second.inherited > 0, "{agent}");
        let visits: u64 = second.moves.iter().map(|report| u64::from(report.visits)).sum();
        assert!(visits + 1 >= second.inherited + 2000 && visits <= second.inherited + 2000, "{agent}");
        // A position that the tree does not know is searched afresh.
        let (elsewhere, seat) = position(&game, &["a2-a3", "a5-a4", "b2-b3", "b5-b4"]);
        let third = mcts.search(&game, &elsewhere, seat, &budget, &mut rng).unwrap();
        if agent != "uct+reuse+open-loop" {
            assert_eq!(third.inherited, 0, "{agent}");
        }
        mcts.reset();
        assert_eq!(mcts.search(&game, &elsewhere, seat, &budget, &mut rng).unwrap().inherited, 0, "{agent}");
    }
}

#[test]
fn threads_share_one_tree() {
    let (analysis, _) = search(&Breakthrough::new(6), &[], "uct+threads(n=3)+solver", 20_000);
    assert_eq!(analysis.iterations, 20_000);
    assert_eq!(analysis.moves.iter().map(|report| u64::from(report.visits)).sum::<u64>(), 20_000);
    assert!(analysis.moves.iter().all(|report| (-1.001..=1.001).contains(&report.value)));
    let (analysis, best) = search(&TicTacToe::new(), &["a1", "b2", "a2"], "uct+threads(n=2)", 4000);
    assert_eq!((best.as_str(), analysis.iterations), ("a3", 4000));
    let (open, _) = search(&Pig::new(3), &["roll"], "uct+threads(n=2)", 4000);
    assert!(open.iterations == 4000 || open.stop == Stop::Forced);
}

#[test]
fn time_limits_hold_and_iterations_combine_with_them() {
    let game = Breakthrough::new(8);
    let (state, seat) = position(&game, &[]);
    for agent in ["uct", "shot", "h-mcts", "uct-sqrt-sh", "flat-halving", "uct+threads(n=2)"] {
        let mut mcts = Mcts::new(params(agent), &game).unwrap();
        let mut rng = random_from_seed(4);
        let began = Instant::now();
        let budget = Budget::seconds(0.05).unwrap();
        let analysis = mcts.search(&game, &state, seat, &budget, &mut rng).unwrap();
        let took = began.elapsed();
        assert_eq!(analysis.stop, Stop::Time, "{agent}");
        // Generous, because tests share the machine; `halfling bench --deadlines` measures properly.
        assert!(took >= Duration::from_millis(50) && took < Duration::from_millis(500), "{agent} took {took:?}");
        let both = Budget::new(Some(100), Some(30.0), None).unwrap();
        let analysis = mcts.search(&game, &state, seat, &both, &mut rng).unwrap();
        assert_eq!((analysis.stop, analysis.iterations), (Stop::Iterations, 100), "{agent}");
    }
}

#[test]
fn a_search_can_be_stopped_and_watched_from_outside() {
    let game = Breakthrough::new(8);
    let (state, seat) = position(&game, &[]);
    let signal = Arc::new(Signal::default());
    let mut mcts = Mcts::new(params("uct"), &game).unwrap();
    mcts.attach(Arc::clone(&signal));
    let watcher = std::thread::spawn({
        let signal = Arc::clone(&signal);
        move || {
            let began = Instant::now();
            let glance = loop {
                match signal.glance() {
                    Some(glance) => break Some(glance),
                    None if began.elapsed() > Duration::from_secs(20) => break None,
                    None => std::thread::sleep(Duration::from_millis(5)),
                }
            };
            signal.stop();
            glance
        }
    });
    let budget = Budget::new(Some(u64::MAX), Some(60.0), None).unwrap();
    let analysis = mcts.search(&game, &state, seat, &budget, &mut random_from_seed(4)).unwrap();
    assert_eq!(analysis.stop, Stop::Interrupted);
    let glance = watcher.join().unwrap().expect("the root was shown");
    assert_eq!(glance.moves.len(), 22);
    assert!(glance.moves.iter().all(|&(visits, _)| visits > 0));
    assert!(signal.glance().is_none());
}

#[test]
fn the_analysis_reads_well() {
    let game = TicTacToe::new();
    let (state, _) = position(&game, &["a1", "b1", "b2", "a2"]);
    let (analysis, _) = search(&game, &["a1", "b1", "b2", "a2"], "uct+solver", 500);
    let described = analysis.describe(&game, &state);
    assert_eq!(described.principal_variation, ["c3"]);
    assert!(described.why.contains("c3 wins against any defence"), "{}", described.why);
    let json = serde_json::to_value(&described).unwrap();
    assert_eq!(json["moves"][0]["proof"], "win");
    assert_eq!(json["stop"], "proven");
}

/// Utilities stay in range and every game ends, for every agent against a random one.
#[test]
fn agents_finish_games_against_random() {
    let game = Breakthrough::new(5);
    let budget = Budget::iterations(50).unwrap();
    for agent in AGENTS {
        let mut rng: Random = random_from_seed(1);
        let mut players =
            [agent, "random"].map(|text| text.parse::<Spec>().unwrap().player(&game).expect("both can play"));
        let (mut state, _) = position(&game, &[]);
        while let Turn::Player(seat) = game.turn(&state) {
            let choice = players[seat.index()].choose(&game, &state, seat, &budget, &mut rng);
            game.try_apply(&mut state, choice.chosen, &mut (), &mut rng).expect("legal");
            for player in &mut players {
                player.played(&game, &[choice.chosen]);
            }
        }
        assert_eq!(game.utilities(&state).as_slice().iter().sum::<f32>(), 0.0, "{agent}");
    }
}

/// Agents with every technique that learns from simulations or changes what they count.
const TECHNIQUES: [&str; 14] = [
    "uct+st",
    "uct+ma",
    "uct+uau",
    "uct+mast",
    "uct+nst+uau",
    "uct+rave",
    "uct+grave(ref=20)",
    "uct+ph",
    "uct+rave+mast+ph+solver+reuse",
    "uct+ec",
    "uct+ec(goal=none,steps=2)+mast",
    "uct+rb",
    "uct+qb(quality=material,a=0.25)",
    "uct-sqrt-sh+mast+grave+rb",
];

#[test]
fn every_technique_takes_a_win_in_one_and_stops_one() {
    for agent in TECHNIQUES {
        let (_, win) = search(&TicTacToe::new(), &["a1", "b1", "b2", "a2"], agent, 2000);
        assert_eq!(win, "c3", "{agent}");
        let (_, stop) = search(&TicTacToe::new(), &["a1", "b2", "b1"], agent, 3000);
        assert_eq!(stop, "c1", "{agent}");
    }
}

#[test]
fn every_technique_is_reproducible() {
    for agent in TECHNIQUES {
        let game = Breakthrough::new(6);
        let [first, second] = [1, 2].map(|_| search(&game, &[], agent, 1500).0);
        let visits = |analysis: &Analysis<_>| analysis.moves.iter().map(|report| report.visits).collect::<Vec<_>>();
        assert_eq!(visits(&first), visits(&second), "{agent}");
        assert_eq!(first.iterations, 1500, "{agent}");
    }
}

#[test]
fn techniques_learn_something() {
    // In this position any pawn may run; play-outs with a taste find out sooner that running wins.
    let game = Breakthrough::new(8);
    let plain = search(&game, &[], "uct", 3000).0;
    for agent in ["uct+mast", "uct+nst", "uct+rave", "uct+ph", "uct+rb", "uct+qb", "uct+ec"] {
        let other = search(&game, &[], agent, 3000).0;
        assert_ne!(other.mean_plies, plain.mean_plies, "{agent} changes nothing");
    }
}

#[test]
fn techniques_are_refused_where_they_make_no_sense() {
    let pig = Pig::new(2);
    for (agent, reason) in [
        ("uct+st", "chance"),
        ("uct+ma", "chance"),
        ("uct+rave", "open loop"),
        ("uct+qb(quality=score)", "cannot count score"),
    ] {
        let error = Mcts::new(params(agent), &pig).err().expect(agent).to_string();
        assert!(error.contains(reason), "{agent}: {error}");
    }
    // Somewhere in the game, where there is a choice: after a roll that was no 1.
    let mut rng = random_from_seed(1);
    let mut state = pig.start(&mut (), &mut rng);
    let roll = pig.parse_move(&state, Seat(0), "roll", &mut ()).unwrap();
    while !pig.state_text(&state).contains("player 1: 0 (+50)") {
        pig.apply(&mut state, roll, &mut (), &mut rng);
    }
    for agent in ["uct+mast", "uct+nst", "uct+rb", "uct+uau"] {
        let mut mcts = Mcts::new(params(agent), &pig).expect(agent);
        let budget = Budget::iterations(500).unwrap();
        assert_eq!(
            mcts.search(&pig, &state, Seat(0), &budget, &mut random_from_seed(1)).unwrap().iterations,
            500,
            "{agent}"
        );
    }
}

#[test]
fn techniques_work_on_several_threads() {
    for agent in ["uct+mast+threads(n=2)", "uct+rave+threads(n=2)", "uct+qb+threads(n=2)"] {
        let (analysis, _) = search(&Breakthrough::new(6), &[], agent, 4000);
        assert_eq!(analysis.iterations, 4000, "{agent}");
        assert_eq!(analysis.moves.iter().map(|report| u64::from(report.visits)).sum::<u64>(), 4000, "{agent}");
    }
}
