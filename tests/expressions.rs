//! What is worked out once for many sites is what it is for each of them alone: the same game is described in two ways, of
//! which only one can be worked out at once, and play-outs of both have to come to the same scores.

use halfling::game::{Game, PlayoutLimit, random_from_seed};
use halfling::lud::play::game::LudGame;
use halfling::lud::source::{Description, Library};
use halfling::lud::{Options, load};
use std::sync::Arc;

/// A game of discs on a small board whose scores are the numbers given.
fn game(mover: &str, next: &str) -> LudGame {
    let text = format!(
        r#"(game "Scores"
            (players 2)
            (equipment {{ (board (square 5)) (piece "Disc" Each) }})
            (rules
                (play (move Add (to (sites Empty)) (then (and (set Score Mover {mover}) (set Score Next {next})))))
                (end (if (= 0 (count Sites in:(sites Empty))) (byScore)))
            )
        )"#
    );
    let defines = Arc::clone(Library::embedded().unwrap().defines());
    let loaded = load(&Description { path: "Scores".to_owned(), text, defines }, &Options::default()).unwrap();
    LudGame::new(&loaded.tree, 0).unwrap_or_else(|error| panic!("{error}"))
}

/// The scores after play-outs that are cut after each number of plies.
fn scores(game: &LudGame) -> Vec<Vec<i32>> {
    let mut workspace = game.workspace();
    let mut all = Vec::new();
    for plies in 1..=25 {
        for seed in 0..4 {
            let mut rng = random_from_seed(seed);
            let mut state = game.start(&mut workspace, &mut rng);
            game.playout(&mut state, PlayoutLimit { plies }, &mut workspace, &mut rng, None);
            all.push(state.score.to_vec());
        }
    }
    assert!(all.iter().flatten().any(|&score| score > 0), "no score says anything");
    all
}

#[test]
fn sites_that_can_be_reached_are_found_at_once_as_one_by_one() {
    let rules = [
        "Orthogonal (step Orthogonal (to if:(is Empty (to)))) (site) (sites Occupied by:Next)",
        "Orthogonal (step N (to if:(is Empty (to)))) (site) (sites Top)",
        "(step N (to if:(or (is Empty (to)) (is In (from) (sites Outer))))) (site) (sites Occupied by:Mover)",
        "(step Orthogonal (to if:(!= (who at:(from)) (who at:(to))))) (site) (last To)",
        "Orthogonal (step Orthogonal (to if:(is Empty (to)))) (last To) (site)",
        "(step N (to if:(not (is Mover (who at:(to)))))) (last To) (site)",
    ];
    for rule in rules {
        let number =
            |sign: &str| format!("(count Sites in:(forEach (sites Board) if:({sign} Infinity (count Steps {rule}))))");
        for (once, each) in [("!=", ">"), ("=", "<=")] {
            let pair = [once, each].map(|sign| scores(&game(&number(sign), "0")));
            assert_eq!(pair[0], pair[1], "{once} {rule}");
        }
    }
}

#[test]
fn groups_are_kept_while_the_position_stays_the_same() {
    let ways = [("(is Mover (who at:(to)))", "Mover"), ("(= (who at:(to)) (next))", "Next")];
    let number = |condition: &str, role: &str| {
        format!(
            "(+ (count Sites in:(forEach (sites Occupied by:{role}) if:(< 2 (size Group at:(site) if:{condition}))))
                (count Sites in:(sites Group at:(last To) if:{condition})))"
        )
    };
    for (condition, role) in ways {
        // A question about the counter keeps groups from being kept.
        let asked = [condition.to_owned(), format!("(and {condition} (<= -1 (counter)))")];
        let pair = asked.map(|condition| scores(&game(&number(&condition, role), &number(&condition, "Mover"))));
        assert_eq!(pair[0], pair[1], "{condition}");
    }
}
