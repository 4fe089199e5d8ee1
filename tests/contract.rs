//! What must hold of every game of the catalogue.

use halfling::catalog::{self, BUILT_IN, Visitor};
use halfling::game::{Game, PlayoutLimit, Random, Seat, SeatSet, Turn, random_from_seed};
use std::collections::HashSet;
use std::sync::Arc;

/// Random games checked of each game.
const GAMES: u64 = 10;
/// Most plies of each.
const PLIES: u32 = 400;

struct Contract;

impl Visitor for Contract {
    type Output = ();

    fn visit<G: Game + 'static>(self, game: Arc<G>) {
        for seed in 0..GAMES {
            check_game(game.as_ref(), seed);
            let (first, second) = (hashes(game.as_ref(), seed), hashes(game.as_ref(), seed));
            assert_eq!(first, second, "{}: the same seed plays the same game", game.info().name);
        }
        check_fused(game.as_ref());
    }
}

#[test]
fn every_game_keeps_the_contract() {
    for (name, _) in BUILT_IN {
        println!("{name}");
        catalog::open(name, Contract).unwrap();
    }
}

/// Plays a random game and checks every position of it.
fn check_game<G: Game>(game: &G, seed: u64) {
    let name = &game.info().name;
    let seats = game.info().seats;
    let mut rng = random_from_seed(seed);
    let mut workspace = game.workspace();
    let mut state = game.start(&mut workspace, &mut rng);
    let mut seen_illegal = HashSet::new();
    for _ in 0..PLIES {
        let utilities = game.utilities(&state);
        assert_eq!(utilities.as_slice().len(), seats, "{name}");
        assert!(utilities.as_slice().iter().all(|value| (-1.0..=1.0).contains(value)), "{name}");
        let seat = match game.turn(&state) {
            Turn::Over => break,
            Turn::Player(seat) => seat,
            Turn::Joint(movers) => {
                assert!(movers.iter().all(|seat| seat.index() < seats) && movers.len() > 1, "{name}");
                assert!(game.info().simultaneous, "{name}");
                play_joint(game, &mut state, movers, &mut workspace, &mut rng);
                continue;
            }
        };
        assert!(seat.index() < seats, "{name}");
        let moves = legal(game, &state, seat, &mut workspace);
        assert!(!moves.is_empty(), "{name}: whoever is to move has a move");
        let texts: HashSet<String> = moves.iter().map(|&chosen| game.move_text(&state, chosen)).collect();
        let distinct: HashSet<G::Move> = moves.iter().copied().collect();
        assert_eq!(texts.len(), distinct.len(), "{name}: moves are told apart by their texts");
        for &chosen in &moves {
            let text = game.move_text(&state, chosen);
            assert_eq!(game.parse_move(&state, seat, &text, &mut workspace), Ok(chosen), "{name}");
        }
        // A move that was legal once is accepted exactly where it is legal again.
        let before = game.hash(&state);
        for &old in &seen_illegal {
            let mut copy = state.clone();
            let accepted = game.try_apply(&mut copy, old, &mut workspace, &mut rng).is_ok();
            assert_eq!(accepted, distinct.contains(&old), "{name}");
            if !accepted {
                assert_eq!(game.hash(&copy), before, "{name}: a refused move changes nothing");
            }
        }
        seen_illegal.extend(distinct.iter().copied());
        let copy = state.clone();
        let chosen = moves[(game.hash(&state) % moves.len() as u64) as usize];
        game.try_apply(&mut state, chosen, &mut workspace, &mut rng).expect("listed moves are accepted");
        assert_eq!(game.hash(&copy), before, "{name}: a copy is a copy");
        assert!(!game.state_text(&state).is_empty(), "{name}");
    }
}

/// Checks a joint turn and plays it.
fn play_joint<G: Game>(
    game: &G,
    state: &mut G::State,
    movers: SeatSet,
    workspace: &mut G::Workspace,
    rng: &mut Random,
) {
    let name = &game.info().name;
    let before = game.hash(state);
    let mut chosen = Vec::new();
    for seat in movers.iter() {
        let moves = legal(game, state, seat, workspace);
        assert!(!moves.is_empty(), "{name}: whoever is to move has a move");
        let texts: HashSet<String> = moves.iter().map(|&candidate| game.move_text(state, candidate)).collect();
        let distinct: HashSet<G::Move> = moves.iter().copied().collect();
        assert_eq!(texts.len(), distinct.len(), "{name}: moves are told apart by their texts");
        for &candidate in &moves {
            let text = game.move_text(state, candidate);
            assert_eq!(game.parse_move(state, seat, &text, workspace), Ok(candidate), "{name}");
            let mut copy = state.clone();
            assert!(game.try_apply(&mut copy, candidate, workspace, rng).is_err(), "{name}: one move is not a turn");
        }
        let mut answers = Vec::new();
        game.answers(state, &chosen, seat, workspace, &mut answers);
        assert!(!answers.is_empty() && answers.iter().all(|answer| distinct.contains(answer)), "{name}");
        chosen.push(moves[(before.wrapping_add(u64::from(seat.0) * 7) % moves.len() as u64) as usize]);
    }
    if let Some(predicted) = game.predict(state) {
        assert!(game.predicts() && predicted.as_slice().iter().all(|value| (-1.0..=1.0).contains(value)), "{name}");
    }
    let copy = state.clone();
    game.apply_joint(state, &chosen, workspace, rng);
    assert_eq!(game.hash(&copy), before, "{name}: a copy is a copy");
    assert!(!game.state_text(state).is_empty(), "{name}");
    if let Some(drawing) = game.drawing() {
        let contents = game.contents(state);
        assert!(contents.is_sorted_by_key(|mark| mark.site), "{name}");
        assert!(contents.iter().all(|mark| (mark.site as usize) < drawing.sites.len()), "{name}");
    }
}

fn legal<G: Game>(game: &G, state: &G::State, seat: Seat, workspace: &mut G::Workspace) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(state, seat, workspace, &mut moves);
    moves
}

/// The hashes of the positions that one play-out passes through, one ply at a time.
fn hashes<G: Game>(game: &G, seed: u64) -> Vec<u64> {
    let mut rng = random_from_seed(seed);
    let mut workspace = game.workspace();
    let mut state = game.start(&mut workspace, &mut rng);
    // Starting anew after some plies comes to the same as a first start.
    let first = game.hash(&state);
    game.playout(&mut state, PlayoutLimit { plies: 5 }, &mut workspace, &mut rng, None);
    rng = random_from_seed(seed);
    game.restart(&mut state, &mut workspace, &mut rng);
    assert_eq!(game.hash(&state), first, "{}", game.info().name);
    let mut hashes = vec![first];
    while hashes.len() < PLIES as usize && game.turn(&state) != Turn::Over {
        game.playout(&mut state, PlayoutLimit { plies: 1 }, &mut workspace, &mut rng, None);
        hashes.push(game.hash(&state));
    }
    hashes
}

/// The fused steps do what the single ones do: traces replay, listed moves are the legal ones, plies are counted.
fn check_fused<G: Game>(game: &G) {
    let name = &game.info().name;
    let mut rng = random_from_seed(99);
    let mut workspace = game.workspace();
    let start = game.start(&mut workspace, &mut rng);
    let mut scratch = start.clone();
    for round in 0..20 {
        let mut trace = Vec::new();
        scratch.clone_from(&start);
        let limit = PlayoutLimit { plies: PLIES };
        let playout = game.playout(&mut scratch, limit, &mut workspace, &mut rng, Some(&mut trace));
        assert_eq!(trace.len(), playout.plies as usize * movers_per_turn(game), "{name}");
        assert_eq!(playout.finished, game.turn(&scratch) == Turn::Over, "{name}");
        if game.info().stochastic {
            continue; // a trace does not say what chance brought
        }
        if game.info().simultaneous {
            check_joint_replay(game, &start, &trace, &scratch, &mut workspace, &mut rng);
            continue; // a path of single moves is for games without joint turns
        }
        let path: Vec<G::Move> = trace.iter().take(round).map(|&(_, chosen)| chosen).collect();
        check_replay(game, &start, &trace, &mut workspace, &mut rng);
        let mut listed = Vec::new();
        let simulation =
            game.simulate(&start, &path, Some(&mut listed), limit, &mut scratch, &mut workspace, &mut rng, None);
        let mut there = start.clone();
        for &step in &path {
            game.apply(&mut there, step, &mut workspace, &mut rng);
        }
        assert_eq!(simulation.turn, game.turn(&there), "{name}");
        match simulation.turn {
            Turn::Player(seat) => {
                assert_eq!(listed, legal(game, &there, seat, &mut workspace), "{name}");
                assert!(simulation.first.is_some_and(|first| first < listed.len()), "{name}");
                assert!(simulation.playout.plies >= 1, "{name}");
            }
            _ => assert!(listed.is_empty() && simulation.playout.plies == 0, "{name}"),
        }
    }
}

/// Moves of one turn: the arcade's simultaneous games have joint turns of two only.
fn movers_per_turn<G: Game>(game: &G) -> usize {
    if game.info().simultaneous { 2 } else { 1 }
}

fn check_joint_replay<G: Game>(
    game: &G,
    start: &G::State,
    trace: &[(Seat, G::Move)],
    end: &G::State,
    workspace: &mut G::Workspace,
    rng: &mut Random,
) {
    let mut state = start.clone();
    for turn in trace.chunks(2) {
        assert_eq!(game.turn(&state), Turn::Joint(SeatSet::first(2)), "{}", game.info().name);
        for &(seat, chosen) in turn {
            assert!(legal(game, &state, seat, workspace).contains(&chosen), "{}", game.info().name);
        }
        let chosen: Vec<G::Move> = turn.iter().map(|&(_, chosen)| chosen).collect();
        game.apply_joint(&mut state, &chosen, workspace, rng);
    }
    assert_eq!(game.hash(&state), game.hash(end), "{}: a trace replays to the same end", game.info().name);
    assert_eq!(game.utilities(&state), game.utilities(end), "{}", game.info().name);
}

fn check_replay<G: Game>(
    game: &G,
    start: &G::State,
    trace: &[(Seat, G::Move)],
    workspace: &mut G::Workspace,
    rng: &mut Random,
) {
    let mut state = start.clone();
    for &(seat, chosen) in trace {
        assert_eq!(game.turn(&state), Turn::Player(seat), "{}", game.info().name);
        game.try_apply(&mut state, chosen, workspace, rng).expect("a traced move is legal");
    }
}
