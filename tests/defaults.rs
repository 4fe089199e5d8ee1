//! What a description leaves out is what Ludii takes it to be.

use halfling::game::{Game, PlayoutLimit, Seat, random_from_seed};
use halfling::lud::play::game::LudGame;
use halfling::lud::source::{Description, Library};
use halfling::lud::{Options, load};
use std::sync::Arc;

/// Who wins where each turn sends the pieces of a stack of two off one by one, in a direction: where the lower goes first, the
/// upper is no longer where it was when its own turn comes, and stays.
fn winner(direction: &str) -> f32 {
    let text = format!(
        r#"(game "Unloading"
            (players 2)
            (equipment {{ (board (rectangle 1 3)) (piece "Disc" Neutral) (piece "Cap" Neutral) }})
            (rules
                (start (place Stack items:{{"Disc0" "Cap0"}} 2))
                (play (move Select (from 2) (then (forEach Level 2 {direction} (fromTo (from 2 level:(level)) (to 0))))))
                (end (if (is Empty 2) (result Mover Win)))
            )
        )"#
    );
    let defines = Arc::clone(Library::embedded().unwrap().defines());
    let loaded = load(&Description { path: "Unloading".to_owned(), text, defines }, &Options::default()).unwrap();
    let game = LudGame::new(&loaded.tree, 0).unwrap_or_else(|error| panic!("{error}"));
    let mut workspace = game.workspace();
    let mut rng = random_from_seed(1);
    let mut state = game.start(&mut workspace, &mut rng);
    game.playout(&mut state, PlayoutLimit { plies: 9 }, &mut workspace, &mut rng, None);
    game.utilities(&state)[Seat(0)]
}

#[test]
fn levels_are_gone_through_from_the_top() {
    let (first, second) = (winner("FromTop"), winner("FromBottom"));
    assert!(first > 0.0 && second < 0.0, "{first} {second}");
    assert_eq!(winner(""), first);
}
