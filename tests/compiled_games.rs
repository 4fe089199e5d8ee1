//! Games compiled from descriptions: those that the program carries, and recorded games of Ludii's where they are at hand
//! (`HALFLING_LUDII_REFERENCE`).

use halfling::game::{Game, Turn, random_from_seed};
use halfling::lud::play::game::LudGame;
use halfling::lud::source::Library;
use halfling::lud::verify::{golden_tree, trials};
use halfling::lud::{Options, load};
use rand::RngExt;
use std::path::PathBuf;

/// One in so many recorded games is replayed.
const STRIDE: usize = 16;
/// Fewest of those that must replay with no difference: nine in ten.
const FLOOR: f64 = 0.9;

fn carried() -> Vec<LudGame> {
    let library = Library::embedded().unwrap();
    library
        .games()
        .iter()
        .map(|name| {
            let loaded =
                load(&library.read(name).unwrap(), &Options::default()).unwrap_or_else(|error| panic!("{error}"));
            LudGame::new(&loaded.tree, 0).unwrap_or_else(|error| panic!("{name}: {error}"))
        })
        .collect()
}

#[test]
fn the_hash_kept_move_by_move_is_the_hash_computed_anew() {
    for game in carried() {
        let mut rng = random_from_seed(7);
        let mut workspace = game.workspace();
        let mut state = game.start(&mut workspace, &mut rng);
        let mut moves = Vec::new();
        for ply in 0..300 {
            let Turn::Player(seat) = game.turn(&state) else { break };
            moves.clear();
            game.legal_moves(&state, seat, &mut workspace, &mut moves);
            let chosen = moves[rng.random_range(0..moves.len())];
            game.apply(&mut state, chosen, &mut workspace, &mut rng);
            assert_eq!(
                state.contents_hash(),
                state.contents_hash_from_scratch(&game.rules().layout),
                "{} after ply {ply}",
                game.info().name
            );
        }
    }
}

#[test]
fn recorded_games_replay_move_for_move() {
    let Some(reference) = std::env::var_os("HALFLING_LUDII_REFERENCE").map(PathBuf::from) else {
        println!("skipped: HALFLING_LUDII_REFERENCE is not set");
        return;
    };
    let games = golden_tree::list(&reference, "trees", ".tree.gz").unwrap();
    let sample: Vec<_> = games.into_iter().step_by(STRIDE).collect();
    let mut same = 0;
    for (name, tree) in &sample {
        let tree = golden_tree::read(tree).unwrap();
        let recorded = reference.join("trials").join(format!("{name}.trial.gz"));
        let result = match LudGame::new(&tree, 0) {
            Err(error) => Err(error.to_string()),
            Ok(game) => {
                let text = golden_tree::read_compressed(&recorded).unwrap();
                trials::replay(&game, &text).map_err(|difference| difference.to_string())
            }
        };
        match result {
            Ok(_) => same += 1,
            Err(why) => println!("{name}: {}", why.chars().take(200).collect::<String>()),
        }
    }
    println!("{same} of {} replay with no difference", sample.len());
    assert!(f64::from(same) >= FLOOR * sample.len() as f64, "only {same} of {}", sample.len());
}
