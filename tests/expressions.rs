//! What is worked out once for many sites is what it is for each of them alone: the same game is described in two ways, of
//! which only one can be worked out at once, and play-outs of both have to come to the same scores.

use halfling::game::{Game, PlayoutLimit, random_from_seed};
use halfling::lud::play::game::LudGame;
use halfling::lud::source::{Description, Library};
use halfling::lud::{Options, load};
use std::sync::Arc;

/// A game of discs on a small board whose scores are the numbers given.
fn game(mover: &str, next: &str) -> LudGame {
    compiled(format!(
        r#"(game "Scores"
            (players 2)
            (equipment {{ (board (square 5)) (piece "Disc" Each) }})
            (rules
                (play (move Add (to (sites Empty)) (then (and (set Score Mover {mover}) (set Score Next {next})))))
                (end (if (= 0 (count Sites in:(sites Empty))) (byScore)))
            )
        )"#
    ))
}

/// A game in the manner of chess whose scores are the numbers given. Which sites its pieces reach depends on more than what is on
/// the sites around them.
fn small_chess(mover: &str, next: &str) -> LudGame {
    let takes = "(to if:(not (is Friend (who at:(to)))) (apply (remove (to))))";
    compiled(format!(
        r#"(game "Small Chess"
            (players 2)
            (equipment {{
                (board (square 5))
                (piece "King" Each (move Step {takes}))
                (piece "Guard" Each (if (is Even (count Moves)) (move Step Orthogonal {takes}) (move Step Diagonal {takes})))
                (piece "Runner" Each
                    (move Slide (to if:(and (is Enemy (who at:(to))) (< 3 (count Pieces Next))) (apply (remove (to)))))
                )
            }})
            (rules
                (start {{
                    (place "King1" 2) (place "Guard1" {{0 1 3}}) (place "Runner1" {{4 7}})
                    (place "King2" 22) (place "Guard2" {{20 21 23}}) (place "Runner2" {{24 17}})
                }})
                (play (forEach Piece (then (and (set Score Mover {mover}) (set Score Next {next})))))
                (end (if (no Moves Next) (result Mover Win)))
            )
        )"#
    ))
}

/// A game of stacks of up to three discs whose scores are the numbers given.
fn piles(mover: &str, next: &str) -> LudGame {
    compiled(format!(
        r#"(game "Piles"
            (players 2)
            (equipment {{ (board (square 5)) (piece "Disc" Each) (piece "Cap" Each) }})
            (rules
                (play
                    (or
                        (move Add
                            (piece (id "Disc" Mover))
                            (to (forEach (sites Board) if:(< (size Stack at:(site)) 3)))
                            stack:True
                        )
                        (move Add
                            (piece (id "Cap" Mover))
                            (to (forEach (sites Board) if:(< (size Stack at:(site)) 2)))
                            stack:True
                        )
                        (then (and (set Score Mover {mover}) (set Score Next {next})))
                    )
                )
                (end (if (> (count Moves) 40) (byScore)))
            )
        )"#
    ))
}

fn compiled(text: String) -> LudGame {
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

#[test]
fn threats_are_looked_for_among_those_pieces_that_may_be_the_ones_as_among_all() {
    let number = |at: &str, role: &str| format!("(if (is Threatened (id \"King\" {role}) {at}) 1 2)");
    // Where the site is given, all pieces are asked.
    let ways = [["", ""], ["at:(where \"King\" Mover)", "at:(where \"King\" Next)"]];
    let [some, all] = ways.map(|[own, other]| scores(&small_chess(&number(own, "Mover"), &number(other, "Next"))));
    assert_eq!(some, all);
    assert!(all.iter().any(|scores| scores.contains(&1)), "there were no threats");
    assert!(all.iter().any(|scores| scores[1..=2] == [2, 2]), "there were always threats");
}

#[test]
fn regions_of_which_nothing_is_left_out_are_told_by_what_they_have_in_common() {
    let column = "(sites Column (column of:(last To)))";
    let regions = [
        "(sites Occupied by:Mover)",
        "(sites Occupied by:Next container:\"Board\" component:\"Disc\")",
        "(sites Occupied by:All component:(id \"Disc\" Next))",
    ];
    for region in regions {
        let whole = format!("(if (= (count Sites in:{region}) (count Sites in:(difference {region} {column}))) 1 2)");
        let each = format!("(if (= 0 (count Sites in:(forEach {region} if:(is In (site) {column})))) 1 2)");
        let pair = [whole, each].map(|number| scores(&game(&number, &number)));
        assert_eq!(pair[0], pair[1], "{region}");
    }
}

#[test]
fn what_hangs_on_one_site_is_worked_out_beforehand_as_when_it_is_asked() {
    // With something of the position in it, a number is asked for each site.
    let ways = |number: &str| [number.to_owned(), format!("(+ {number} (* 0 (counter)))")];
    let numbers = [
        "(row of:(site))",
        "(ahead (ahead (site) N) E)",
        "(- (* 2 (column of:(site))) 3)",
        "(abs (- (row of:(site)) (column of:(site))))",
    ];
    for number in numbers {
        for sign in ["=", "!=", "<", "<=", ">", ">="] {
            for other in ["(row of:(last To))", "(column of:(site))", "(count Sites in:(sites Occupied by:Mover))"] {
                let sites = |number: &str| {
                    let met = format!("({sign} {number} {other})");
                    format!(
                        "(+ (count Sites in:(forEach (sites Board) if:(and (is Empty (site)) {met})))
                            (if (all Sites (sites Occupied by:Next) if:{met}) 1 2))"
                    )
                };
                let pair = ways(number).map(|number| scores(&game(&sites(&number), "1")));
                assert_eq!(pair[0], pair[1], "{sign} {number} {other}");
            }
        }
    }
    let after_last = ["(ahead (last To) E)", "(+ 5 (last To))", "(- 20 (last To))"];
    for number in after_last {
        let asked = |number: &str| format!("(if (< 9 {number}) 1 (if (= {number} (ahead (last To) N)) 2 3))");
        let pair = ways(number).map(|number| scores(&game(&asked(&number), &asked(&number))));
        assert_eq!(pair[0], pair[1], "{number}");
    }
}

#[test]
fn regions_that_hang_on_where_the_last_move_went_are_looked_up_as_they_are_worked_out() {
    let regions = [
        "(sites Row (row of:{}))",
        "(union (sites Direction from:{} NE included:True) (sites Direction from:{} SW))",
        "(forEach (sites Board) if:(< (row of:(site)) (row of:{})))",
        "(if (= 2 (row of:{})) (sites Top) (if (= 1 (row of:{})) (sites Left)))",
    ];
    for region in regions {
        let [known, asked] = ["(last To)", "(+ (last To) (* 0 (counter)))"].map(|site| {
            let number = format!("(+ 1 (count Sites in:(intersection {} (sites Empty))))", region.replace("{}", site));
            scores(&game(&number, &number))
        });
        assert_eq!(known, asked, "{region}");
    }
}

#[test]
fn owners_and_sums_are_found_for_many_sites_at_once_as_one_by_one() {
    let conditions = [
        ("(= (who at:(site)) (mover))", "(= (+ (* 0 (site)) (who at:(site))) (mover))"),
        ("(!= (what at:(site)) (id \"Disc\" Next))", "(!= (+ (* 0 (site)) (what at:(site))) (id \"Disc\" Next))"),
        ("(is Enemy (who at:(site)))", "(is Enemy (+ (* 0 (site)) (who at:(site))))"),
        (
            "(can Move (or (if (is Empty (site)) (move Add (to (last To)))) (if (= 3 (site)) (move Add (to (site))))))",
            "(or (is Empty (site)) (= 3 (site)))",
        ),
    ];
    for (once, each) in conditions {
        let number = |condition: &str| {
            format!(
                "(+ {{
                    (if (all Sites (sites Row (row of:(last To))) if:{condition}) 50 0)
                    (+ (results from:(sites {{(last To)}}) to:(sites Around (last To)) (if (= (to) 7) 3 1)))
                    (count Sites in:(forEach (sites Board) if:{condition}))
                }})"
            )
        };
        let listed = |condition: &str| {
            number(condition).replace("(sites {(last To)})", "(intersection (sites Board) (sites {(last To)}))")
        };
        let pair = [number(once), listed(each)].map(|number| scores(&game(&number, &number)));
        assert_eq!(pair[0], pair[1], "{once}");
    }
}

#[test]
fn tops_bottoms_and_heights_of_stacks_are_found_for_many_sites_at_once_as_one_by_one() {
    let single = |number: &str| format!("(+ (* 0 (site)) {number})");
    let (who, height, bottom) = ("(who at:(site))", "(size Stack at:(site))", "(what at:(site))");
    let cap = "(id \"Cap\" Mover)";
    let conditions = [
        ("(is Empty (site))".to_owned(), format!("(= 0 {})", single(height))),
        ("(is Occupied (site))".to_owned(), format!("(< 0 {})", single(height))),
        (format!("(is Enemy {who})"), format!("(is Enemy {})", single(who))),
        (format!("(= {who} (mover))"), format!("(= {} (mover))", single(who))),
        (
            format!("(= (what at:(site) level:(topLevel at:(site))) {cap})"),
            format!("(= (what at:(site) level:(- {height} 1)) {cap})"),
        ),
        (format!("(= {bottom} {cap})"), format!("(= {} {cap})", single(bottom))),
        (format!("(!= {cap} {bottom})"), format!("(!= {cap} {})", single(bottom))),
        (format!("(< 1 {height})"), format!("(< 1 {})", single(height))),
        (
            format!("(= {height} (size Stack at:(last To)))"),
            format!("(= {} (size Stack at:(last To)))", single(height)),
        ),
    ];
    for (once, each) in conditions {
        let number = |condition: &str| {
            format!(
                "(+
                    (count Sites in:(forEach (sites Board) if:{condition}))
                    (* 30 (size Group at:(last To) Orthogonal if:{}))
                )",
                condition.replace("(site)", "(to)")
            )
        };
        let pair = [number(&once), number(&each)].map(|number| scores(&piles(&number, &number)));
        assert_eq!(pair[0], pair[1], "{once}");
    }
}

#[test]
fn branches_come_to_the_same_whatever_their_conditions_share() {
    let game = |chain: &str| {
        compiled(format!(
            r#"(game "Branches"
                (players 2)
                (equipment {{ (board (square 5)) (piece "Disc" Each) }})
                (rules
                    (play (move Add (to (sites Empty)) (then {chain})))
                    (end (if (= 0 (count Sites in:(sites Empty))) (byScore)))
                )
            )"#
        ))
    };
    let names = [
        ("OUTER", "(is In (last To) (sites Outer))"),
        ("EVEN", "(is Even (count Moves))"),
        ("NEAR", "(< 0 (count Sites in:(sites Around (last To) Own)))"),
        ("ALONE", "(= 0 (count Sites in:(sites Around (last To) Enemy)))"),
        ("ONE", "(addScore Mover 1)"),
        ("TWO", "(addScore Next 2)"),
        ("FIVE", "(addScore Mover 5)"),
    ];
    // In the second of each pair nothing is asked first by two conditions.
    let pairs = [
        ("(if (and OUTER EVEN) ONE (if (and OUTER NEAR) TWO))", "(if (and EVEN OUTER) ONE (if (and OUTER NEAR) TWO))"),
        (
            "(if (and {OUTER EVEN NEAR}) ONE (if (and {OUTER EVEN ALONE}) TWO (if (and OUTER NEAR) FIVE)))",
            "(if (and {NEAR OUTER EVEN}) ONE (if (and {ALONE OUTER EVEN}) TWO (if (and OUTER NEAR) FIVE)))",
        ),
        ("(if OUTER ONE (if (and OUTER NEAR) TWO))", "(if OUTER ONE (if (and NEAR OUTER) TWO))"),
        ("(if (and OUTER EVEN) ONE (if OUTER TWO))", "(if (and EVEN OUTER) ONE (if OUTER TWO))"),
        (
            "(if (and OUTER EVEN) ONE (if (and OUTER NEAR) TWO FIVE))",
            "(if (and EVEN OUTER) ONE (if (and OUTER NEAR) TWO FIVE))",
        ),
    ];
    for (shared, apart) in pairs {
        let pair = [shared, apart].map(|chain| {
            let chain = names.iter().fold(chain.to_owned(), |chain, (name, text)| chain.replace(name, text));
            scores(&game(&chain))
        });
        assert_eq!(pair[0], pair[1], "{shared}");
    }
}
