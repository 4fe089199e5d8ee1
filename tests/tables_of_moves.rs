//! Moves that are looked up in tables, held against the same moves worked out by the rules.

use halfling::game::{Game, Turn, random_from_seed};
use halfling::lud::play::game::LudGame;
use halfling::lud::play::moves::LudMove;
use halfling::lud::source::{Description, Library};
use halfling::lud::{Options, load};
use rand::RngExt;
use std::sync::Arc;

/// Games whose moves go by tables as they are written.
const GAMES: [&str; 3] = [
    include_str!("written/Round Tower.lud"),
    include_str!("written/Home Ranks.lud"),
    include_str!("written/Hurdles.lud"),
];
/// Nothing, known beforehand.
const NOUGHT: &str = "(* 0 1)";
/// Nothing, which only the position tells, so that there can be no tables.
const UNKNOWN_NOUGHT: &str = "(- (counter) (counter))";

fn compile(text: String) -> LudGame {
    let library = Library::embedded().unwrap();
    let description = Description { path: "written".to_owned(), text, defines: Arc::clone(library.defines()) };
    let loaded = load(&description, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    LudGame::new(&loaded.tree, 0).unwrap()
}

#[test]
fn tables_hold_the_moves_of_the_rules() {
    for game in GAMES {
        compare(&[compile(game.to_owned()), compile(game.replace(NOUGHT, UNKNOWN_NOUGHT))]);
    }
}

/// Plays two games by the same random moves, which have to be the same all along.
fn compare(games: &[LudGame; 2]) {
    let mut rng = random_from_seed(11);
    let mut workspaces = [games[0].workspace(), games[1].workspace()];
    for _ in 0..40 {
        let mut states = [0, 1].map(|at| games[at].start(&mut workspaces[at], &mut rng));
        for ply in 0..120 {
            let Turn::Player(seat) = games[0].turn(&states[0]) else { break };
            let lists = [0, 1].map(|at| {
                let mut moves: Vec<LudMove> = Vec::new();
                games[at].legal_moves(&states[at], seat, &mut workspaces[at], &mut moves);
                let mut keyed: Vec<_> =
                    moves.into_iter().map(|chosen| (games[at].key(&states[at], chosen), chosen)).collect();
                keyed.sort_by(|one, other| one.0.cmp(&other.0));
                keyed
            });
            let [by_tables, by_rules] =
                lists.each_ref().map(|list| list.iter().map(|(key, _)| key).collect::<Vec<_>>());
            assert_eq!(by_tables, by_rules, "after ply {ply}");
            let drawn = rng.random_range(0..by_tables.len());
            for at in [0, 1] {
                games[at].apply(&mut states[at], lists[at][drawn].1, &mut workspaces[at], &mut rng);
            }
            assert_eq!(states[0].contents_hash(), states[1].contents_hash(), "after ply {ply}");
        }
        assert_eq!(games[0].turn(&states[0]), games[1].turn(&states[1]));
    }
}
