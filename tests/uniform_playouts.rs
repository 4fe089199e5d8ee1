//! Play-outs draw moves without listing them. These tests hold their choices against the listed moves, and whole play-outs
//! against play-outs that list.
//!
//! Seeds are fixed, so that a test passes or fails for good; with other seeds a right program would fail one comparison in
//! a million ([`ALARM`]).
//!
//! Of the games that `HALFLING_LUDII_REFERENCE` leads to, one in forty is compared; all of them where `HALFLING_COMPLETE` is
//! set, and those with a part of `HALFLING_GAMES` (separated by commas) in their names where that is.

mod chi_squared;

use chi_squared::ChiSquared;
use halfling::game::{Game, GameInfo, Playout, PlayoutLimit, Random, Seat, Turn, Utilities, random_from_seed};
use halfling::lud::ludeme::moves::{Leaf, MovesFn};
use halfling::lud::play::context::{Context, Scratch};
use halfling::lud::play::game::{LudGame, Workspace};
use halfling::lud::play::moves::LudMove;
use halfling::lud::play::state::State;
use halfling::lud::source::{Description, Library};
use halfling::lud::verify::golden_tree;
use halfling::lud::{Options, load};
use rand::RngExt;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// How often a comparison of what is equal may fail.
const ALARM: f64 = 1e-6;
/// Draws for each legal move of a position.
const DRAWS: usize = 25;
/// Positions with more moves are left out: they would need too many draws.
const MOST_MOVES: usize = 250;
/// Positions of each game that are compared.
const POSITIONS: usize = 8;
/// One in so many recorded games of Ludii's is compared.
const STRIDE: usize = 40;

/// A small game in the manner of chess: what leaves the own king attacked is no move, and some pieces have far more moves than
/// others.
const SMALL_CHESS: &str = r#"
(game "Small Chess"
    (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Queen" Each (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Pawn" Each (or
            (move Step Forward (to if:(is Empty (to))))
            (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
        ))
    })
    (rules
        (start {
            (place "King1" {"A1"}) (place "Rook1" {"C1" "E1"}) (place "Queen1" {"B1"}) (place "Pawn1" {"A2" "C2"})
            (place "King2" {"E5"}) (place "Rook2" {"C5" "A5"}) (place "Queen2" {"D5"}) (place "Pawn2" {"E4" "C4"})
        })
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))
    )
)"#;

/// Chains without liberties are taken after it is asked whether the new piece has one.
const LATE_CAPTURES: &str = r#"
(game "Late Captures"
    (players 2)
    (equipment {(board (square 4) use:Vertex) (piece "Stone" Each)})
    (rules
        (play (or
            (do
                (move Add (to (sites Empty)))
                ifAfterwards:(> (count Liberties Orthogonal) 0)
                (then (enclose (from (last To)) Orthogonal
                    (between if:(is Enemy (who at:(between))) (apply (and (addScore Mover 1) (remove (between)))))
                ))
            )
            (move Pass)
        ))
        (end (if (all Passed) (byScore)))
    )
)"#;

/// Runners of which some have two moves and some one, by a rule that asks for their state.
const RUNNERS: &str = r#"
(game "Runners"
    (players 2)
    (equipment {
        (board (rectangle 12 6))
        (piece "Runner" Each
            (if (= 0 (state at:(from)))
                (or
                    (move (from) (to (ahead (from) N) if:(is Empty (to))))
                    (move (from) (to (ahead (from) steps:2 N) if:(is Empty (to))))
                )
                (move (from) (to (ahead (from) N) if:(is Empty (to))))
            )
        )
    })
    (rules
        (start {
            (place "Runner1" {"A1" "C1"})
            (place "Runner1" {"E1"} state:1)
            (place "Runner2" {"B1" "D1"})
            (place "Runner2" {"F1"} state:1)
        })
        (play (forEach Piece))
        (end (if (is In (last To) (sites Top)) (result Mover Win)))
    )
)"#;

/// A game of moving any piece anywhere empty, for draws by `(move (from …) (to …))`.
const MOVERS: &str = r#"
(game "Movers"
    (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules
        (start {
            (place "Disc1" (sites Bottom))
            (place "Disc2" (sites Top))
        })
        (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))
    )
)"#;

/// Pieces dropped onto stacks, of which four in a line in space win.
const STACKS: &str = r#"
(game "Stacks"
    (players 2)
    (equipment {(board (square 4)) (piece "Ball" Each)})
    (rules
        (play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 3))) stack:True))
        (end (if (is Line 3 byLevel:True) (result Mover Win)))
    )
)"#;

/// Stacks from the top of which discs go as far as the stack is high.
const TOWERS: &str = r#"
(game "Towers"
    (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules
        (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
        (play
            (move
                (from
                    (sites Occupied by:Mover)
                    if:(= (what at:(from) level:(topLevel at:(from))) (id "Disc" Mover))
                )
                (to (sites Around (from) distance:(size Stack at:(from)) Orthogonal) if:(< (size Stack at:(to)) 3))
            )
        )
        (end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 40) (result Mover Draw))})
    )
)"#;

/// Pieces of nobody whose state says whose they are, flipped between two of the mover's.
const FLIPS: &str = r#"
(game "Flips"
    (players 2)
    (equipment {(board (square 6)) (piece "Chip" Neutral (flips 1 2))})
    (rules
        (start {
            (place "Chip0" {"C3" "D4"} state:1)
            (place "Chip0" {"C4" "D3"} state:2)
        })
        (play
            (forEach Site (sites Empty)
                (append
                    (custodial
                        (from (site))
                        (between
                            if:(is Enemy (state at:(between)))
                            (apply (allCombinations (add (piece "Chip0" state:(mover)) (to (site))) (flip (between))))
                        )
                        (to if:(is Friend (state at:(to))))
                    )
                    (then
                        (and
                            (set Score P1 (count Sites in:(sites State 1)))
                            (set Score P2 (count Sites in:(sites State 2)))
                        )
                    )
                )
            )
        )
        (end (if (all Passed) (byScore)))
    )
)"#;

/// Pieces that come from hands and step; three in a line take one of the other player's.
const MORRIS: &str = r#"
(game "Morris"
    (players 2)
    (equipment {
        (board (concentric Square rings:3) use:Vertex)
        (hand Each)
        (piece "Marker" Each
            (move Step (to if:(is Empty (to))) (then (if (is Line 3 Orthogonal exact:True) (moveAgain))))
        )
    })
    (rules
        (start (place "Marker" "Hand" count:7))
        phases:{
            (phase "Placement"
                (play
                    (if (is Prev Mover)
                        (move Remove (sites Occupied by:Enemy container:"Board"))
                        (move (from (handSite Mover)) (to (sites Empty)) (then (if (is Line 3 Orthogonal) (moveAgain))))
                    )
                )
                (nextPhase Mover (all Sites (sites Hand Mover) if:(= 0 (count Cell at:(site)))) "Movement")
            )
            (phase "Movement"
                (play
                    (if (is Prev Mover)
                        (if (can Move
                                (move Remove
                                    (forEach (sites Occupied by:Enemy container:"Board")
                                        if:(not (is Line 3 Orthogonal through:(site)))
                                    )
                                )
                            )
                            (move Remove
                                (forEach (sites Occupied by:Enemy container:"Board")
                                    if:(not (is Line 3 Orthogonal through:(site)))
                                )
                            )
                            (move Remove (sites Occupied by:Enemy container:"Board"))
                        )
                        (if (> (count Pieces Mover) 3)
                            (do (forEach Piece) ifAfterwards:(not (is Line 4)))
                            (move (from (sites Occupied by:Mover)) (to (sites Empty)))
                        )
                    )
                )
            )
        }
        (end (if (<= (count Pieces Next) 2) (result Next Loss)))
    )
)"#;

/// Pieces that step until a player cannot.
const BLOCKED: &str = r#"
(game "Blocked"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules
        (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
        (play (forEach Piece))
        (end {(if (no Moves Next) (result Mover Win)) (if (is Line 3 Diagonal) (result Mover Win))})
    )
)"#;

/// Seeds sown from holes that hold more than one, as long as there are such, after some were laid elsewhere.
const SEEDS: &str = r#"
(game "Seeds"
    (players 2)
    (equipment {
        (mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True))
        (regions P1 (sites Bottom))
        (regions P2 (sites Top))
        (piece "Seed" Shared)
        (hand Each)
    })
    (rules
        (start (set Count 2 to:(sites Track)))
        phases:{
            (phase "Laying"
                (play (move (from (sites Mover) if:(is Occupied (from))) (to (difference (sites Mover) (from)))))
                (nextPhase (> (count Moves) 6) "Sowing")
            )
            (phase "Sowing"
                (play
                    (priority {
                        (move Select
                            (from (sites Mover)
                                if:(if (not (all Sites (sites Mover) if:(< (count at:(site)) 2)))
                                    (> (count at:(from)) 1)
                                    (and (= 1 (count at:(from))) (is In (from) (sites Board)))
                                )
                            )
                            (then
                                (do (set Var "Sown" (count at:(last To)))
                                    next:(sow
                                        if:(= 2 (count at:(to)))
                                        apply:(fromTo (from (to)) (to (handSite Mover)) count:(var "Sown"))
                                    )
                                )
                            )
                        )
                        (move Pass (then (fromTo (from (handSite Next)) (to (if (is Mover P1) 2 5)))))
                    })
                )
                (end (if (or (<= (count in:(sites Board)) 4) (> (count Moves) 60)) (byScore)))
            )
        }
    )
)"#;

/// Seeds sown on from where the last one fell, with stores and captures of two holes at once.
const RELAY: &str = r#"
(game "Relay"
    (players 2)
    (equipment {
        (mancalaBoard 2 6 (track "Track" "0,ESE,E,ENE,WNW,N,W" loop:True))
        (regions P1 (sites Bottom))
        (regions P2 (sites Top))
        (map {(pair P1 LastSite) (pair P2 FirstSite)})
        (piece "Seed" Shared)
    })
    (rules
        (start (set Count 3 to:(union (sites P1) (sites P2))))
        (play
            (move Select
                (from
                    (if (and (is Prev Mover) (not (is Pending))) (sites {(var "Last")}) (sites Mover))
                    if:(< 0 (count at:(from)))
                )
                (then
                    (sow
                        apply:(if (= (to) (mapEntry Mover))
                            (and (moveAgain) (set Pending))
                            (if (and {
                                    (is In (to) (sites Mover))
                                    (= 1 (count at:(to)))
                                    (< 0 (count at:(if (is Mover P1) (+ (to) 6) (- (to) 6))))
                                })
                                (and
                                    (fromTo (from (to)) (to (mapEntry Mover)) count:1)
                                    (fromTo
                                        (from (if (is Mover P1) (+ (to) 6) (- (to) 6)))
                                        (to (mapEntry Mover))
                                        count:(count at:(if (is Mover P1) (+ (to) 6) (- (to) 6)))
                                    )
                                )
                                (if (< 1 (count at:(to))) (and (moveAgain) (set Var "Last" (to))))
                            )
                        )
                        skipIf:(= (to) (mapEntry Next))
                    )
                )
            )
        )
        (end
            (if (or (no Moves Mover) (> (count Turns) 60))
                (byScore {(score P1 (count at:(mapEntry P1))) (score P2 (count at:(mapEntry P2)))})
            )
        )
    )
)"#;

/// Seeds sown so that the other player has some, with captures of one hole after the other.
const CAPTURES: &str = r#"
(game "Captures"
    (players 2)
    (equipment {
        (mancalaBoard 2 6 (track "Track" "1,E,N,W" loop:True))
        (regions P1 (sites Bottom))
        (regions P2 (sites Top))
        (map {(pair P1 FirstSite) (pair P2 LastSite)})
        (piece "Seed" Shared)
    })
    (rules
        (start (set Count 3 to:(sites Track)))
        (play
            (do
                (move Select
                    (from (sites Mover) if:(< 0 (count at:(from))))
                    (then
                        (sow
                            if:(and
                                (is In (to) (sites Next))
                                (or (= (count at:(to)) 2) (= (count at:(to)) 3))
                            )
                            apply:(fromTo (from (to)) (to (mapEntry (mover))) count:(count at:(to)))
                            includeSelf:False
                            backtracking:True
                        )
                    )
                )
                ifAfterwards:(< 0 (count in:(sites Next)))
            )
        )
        (end
            (if (or (no Moves Next) (> (count Turns) 80))
                (byScore {(score P1 (count at:(mapEntry P1))) (score P2 (count at:(mapEntry P2)))})
            )
        )
    )
)"#;

/// Holes that are marked once they were sown from, and fours taken to hands.
const MARKS: &str = r#"
(game "Marks"
    (players 2)
    (equipment {
        (mancalaBoard 2 5 store:None (track "Track" "0,E,N,W" loop:True))
        (regions "Home" P1 (sites Bottom))
        (regions "Home" P2 (sites Top))
        (piece "Seed" Shared)
        (hand Each)
    })
    (rules
        (start (set Count 3 to:(sites Track)))
        (play
            (move Select
                (from (sites Mover "Home") if:(and (< 0 (count at:(from))) (!= 1 (state at:(from)))))
                (then
                    (sow
                        origin:True
                        (then
                            (and {
                                (forEach Site (sites Track)
                                    (if (= 4 (count at:(site)))
                                        (fromTo (from (site)) (to (handSite Mover)) count:4)
                                    )
                                )
                                (set State at:(last To) 1)
                            })
                        )
                    )
                )
            )
        )
        (end
            (if (all Sites (sites Track) if:(> 2 (count at:(site))))
                (byScore {(score P1 (count Cell at:(handSite P1))) (score P2 (count Cell at:(handSite P2)))})
            )
        )
    )
)"#;

/// One piece that steps and jumps against many that come from a hand and step.
const HUNT: &str = r#"
(game "Hunt"
    (players 2)
    (equipment {
        (board (square 5))
        (hand P2)
        (piece "Fox" P1
            (or
                (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
                (move Step Orthogonal (to if:(is Empty (to))))
            )
        )
        (piece "Goose" P2 (move Step (to if:(is Empty (to)))))
    })
    (rules
        (start {(place "Fox1" (centrePoint)) (place "Goose2" (sites Top)) (place "Goose2" (handSite P2) count:6)})
        phases:{
            (phase "Placement" P2
                (play (move (from (handSite P2)) (to (sites Empty))))
                (nextPhase P2 (all Sites (sites Hand P2) if:(= 0 (count Cell at:(site)))) "Movement")
            )
            (phase "Movement" (play (forEach Piece)))
        }
        (end {
            (if (no Moves Next) (result Next Loss))
            (if (<= (count Pieces P2) 3) (result P1 Win))
            (if (and (is Mover P1) (is In (last To) (sites Corners))) (result P1 Win))
        })
    )
)"#;

/// Pieces that leave stacks one by one and come back to them, against some that go in all directions but back and take the
/// topmost of them.
const PILES: &str = r#"
(game "Piles"
    (players 2) (equipment {(board (square 5))
        (hand P2)
        (piece "Tiger" P1 N
            (or
                (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
                (move Step (difference Adjacent Backwards) (to if:(is Empty (to))))
            )
        )
        (piece "Goat" P2 S
            (move Step (difference Orthogonal Forward)
                (to if:(or (is Empty (to)) (and (is In (to) (sites {6 8 16})) (is Friend (who at:(to))))))
            )
        )
    })
    (rules
        (start {
            (place Stack "Tiger1" (sites Bottom))
            (place Stack "Goat2" (sites {6 8 16}) count:4)
            (place Stack "Goat2" (handSite P2) count:3)
        })
        phases:{
            (phase "Placement" P2
                (play (move (from (handSite P2)) (to (sites Empty))))
                (nextPhase P2 (all Sites (sites Hand P2) if:(= 0 (count Cell at:(site)))) "Movement")
            )
            (phase "Movement" (play (forEach Piece top:True)))
        }
        (end {
            (if (<= (count Pieces P2) 9) (result P1 Win))
            (if (no Moves Next) (result Next Loss))
        })
    )
)"#;

/// Pieces that step by where they are in their own and the other's region and go off at the far side, against one that they
/// have to leave behind.
const HERD: &str = r#"
(game "Herd"
    (players 2) (equipment {(board (square 6))
        (piece "Dog" P1 (move Step (to if:(is Empty (to)))))
        (piece "Sheep" P2 N
            (if (is In (from) (sites Top))
                (move Remove (from))
                (move Step (directions {Forward FR Leftward Rightward})
                    (to if:(if (is In (from) (sites Next))
                        (and (is Empty (to)) (not (is In (to) (sites Mover))))
                        (is In (to) (difference (sites Empty) (sites Next)))
                    ))
                )
            )
        )
        (regions P1 (sites {13 14 21 28}))
        (regions P2 (sites {8 9 19}))
    })
    (rules
        (start {(place "Dog1" 27) (place "Sheep2" (union (sites Bottom) (sites {13 19 22 31})))})
        (play (forEach Piece))
        (end {
            (if
                (= 0 (count Sites in:(forEach (sites Occupied by:P2) if:(<= (row of:(site)) (row of:(where "Dog" P1))))))
                (result P2 Win)
            )
            (if (no Moves Next) (result Next Loss))
        })
    )
)"#;

/// Pieces that jump once, and others that have to begin the longest sequences of jumps.
const CHOICES: &str = r#"
(define "Over" (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
(define "Again"
    (then
        (if
            (can Move (hop (from (last To)) Diagonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))
            (moveAgain)
        )
    )
)
(game "Choices"
    (players 2)
    (equipment {(board (square 7)) (piece "Man" Each) (piece "King" Each)})
    (rules
        (start {
            (place "Man1" (sites {0 4 14 18})) (place "King1" (sites {2 6 10 16 24}))
            (place "Man2" (sites {48 44 34 30})) (place "King2" (sites {46 42 38 32 26}))
        })
        (play
            (if (is Prev Mover)
                (max Moves (move Hop (from (last To)) Diagonal "Over" "Again"))
                (priority {
                    (or
                        (forEach Piece "Man" (move Hop Diagonal "Over"))
                        (max Moves (forEach Piece "King" (move Hop Diagonal "Over" "Again")))
                    )
                    (or
                        (forEach Piece "Man" (move Step Diagonal (to if:(is Empty (to)))))
                        (forEach Piece "King" (move Slide Diagonal))
                    )
                })
            )
        )
        (end (if (no Moves Next) (result Mover Win)))
    )
)"#;

/// Pieces that leap, and jump over any piece but take those of others only, on a board of more than 128 sites.
const WIDE: &str = r#"
(game "Wide"
    (players 2)
    (equipment {
        (board (square 12))
        (piece "Knight" Each
            (or
                (move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
                (move Hop Orthogonal
                    (between
                        if:(is Occupied (between))
                        (apply (if (is Enemy (who at:(between))) (remove (between))))
                    )
                    (to if:(is Empty (to)))
                )
            )
        )
    })
    (rules
        (start {(place "Knight1" (expand (sites Bottom))) (place "Knight2" (expand (sites Top)))})
        (play (forEach Piece))
        (end {
            (if (no Pieces Next) (result Mover Win))
            (if (>= (count Moves) 90) (result Mover Draw))
        })
    )
)"#;

/// Pieces that go between two others take both, and fly once few are left; one way along an edge is closed.
const PARTING: &str = r#"
(game "Parting"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "General" P1
            (if (< (count Pieces P2) 6)
                (move (from) (to (sites Empty)))
                (move Step
                    (to if:(is Empty (to)))
                    (then (intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
                )
            )
        )
        (piece "Soldier" P2
            (move Step Orthogonal (to if:(and (is Empty (to)) (not (and (= (from) 15) (= (to) 10))))))
        )
    })
    (rules
        (start {
            (place "General1" {"C3" "B1" "D1"})
            (place "Soldier2" (sites Top))
            (place "Soldier2" {"A4" "B4" "D4" "E4"})
        })
        (play (forEach Piece))
        (end {
            (if (no Moves Next) (result Next Loss))
            (if (<= (count Pieces P2) 3) (result P1 Win))
            (if (is In (where "General" P1) (sites Top)) (result P1 Win))
            (if (= 2 (where "Soldier" P2)) (result P2 Win))
            (if (= (sites Occupied by:P2) (sites Bottom)) (result P2 Win))
        })
    )
)"#;

/// Pieces that jump over rows of others, some of them only an even way or onto sites of one colour.
const ROWS: &str = r#"
(game "Rows"
    (players 2)
    (equipment {
        (board (square 6))
        (piece "Tiger" P1
            (or
                (move Step (to if:(is Empty (to))))
                (move Hop
                    (between (range 1 3) if:(is Enemy (who at:(between))) (apply (remove (between))))
                    (to if:(and (is Empty (to)) (is Even (count Steps (from) (to)))))
                )
            )
        )
        (piece "Ram" P2
            (or {
                (move Step Orthogonal (to if:(is Empty (to))))
                (move Hop Orthogonal
                    (between before:1 (range 1 2) after:2 if:(is Enemy (who at:(between))) (apply (remove (between))))
                    (to if:(is Empty (to)))
                )
                (do
                    (move Hop Diagonal
                        (between before:1 after:2 if:(is Enemy (who at:(between))) (apply (remove (between))))
                        (to if:(is Empty (to)))
                    )
                    ifAfterwards:(is In (last To) (sites Phase 0))
                )
            })
        )
    })
    (rules
        (start {(place "Tiger1" (expand (sites Bottom))) (place "Ram2" (expand (sites Top)))})
        (play (forEach Piece))
        (end {
            (if (no Moves Next) (result Next Loss))
            (if (<= (count Pieces Next) 2) (result Next Loss))
        })
    )
)"#;

/// A puzzle of one player, whose pieces come from the hand and jump at once.
const PEGS: &str = r#"
(game "Pegs"
    (players 1)
    (equipment {
        (board (square 4))
        (hand P1)
        (piece "Peg" P1)
    })
    (rules
        (start (place "Peg" (handSite P1) count:7))
        (play
            (if (is Even (count Moves))
                (move (from (handSite Mover)) (to (sites Empty)) (then (moveAgain)))
                (forEach Piece
                    (if (= (from) (last To))
                        (move Hop
                            (between if:(or (is Friend (who at:(between))) (is Empty (between))))
                            (to if:(is Empty (to)))
                        )
                    )
                )
            )
        )
        (end {
            (if (is Target {1 1 1 1} {0 3 12 15}) (result Mover Win))
            (if (and (is Even (count Moves)) (all Sites (sites Hand P1) if:(= 0 (count Cell at:(site))))) (result Mover Win))
            (if (no Moves Next) (result Mover Loss))
        })
    )
)"#;

/// Pieces of several kinds that come from hands, slide as far as they can, and turn those of others around them into their own.
const CONVERTS: &str = r#"
(game "Converts"
    (players 2)
    (equipment {
        (board (square 5))
        (hand Each)
        (piece "Ball" Each
            (move Slide
                (then
                    (forEach Site (sites Around (last To) Enemy)
                        (and (remove (site)) (add (piece (id "Ball" Mover)) (to (site))))
                    )
                )
            )
        )
        (piece "Runner" Each (move (from) (to (sites LineOfSight Farthest at:(from)))))
        (piece "King" Each
            (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))))
        )
    })
    (rules
        (start {
            (place "Runner1" (handSite P1) count:2)
            (place "Runner2" (handSite P2) count:2)
            (place "King1" {"C1"})
            (place "King2" {"C5"})
            (place "Ball1" {"A1" "E1"})
            (place "Ball2" {"A5" "E5"})
        })
        (play
            (if (is Occupied (handSite Mover))
                (move (from (handSite Mover)) (to (sites Empty)))
                (forEach Piece)
            )
        )
        (end {
            (if (= (where "King" Next) Off) (result Mover Win))
            (if (no Moves Next) (result Next Loss))
            (if (>= (count Moves) 80) (result Mover Draw))
        })
    )
)"#;

/// Pieces are taken between two that are alike.
const PINCERS: &str = r#"
(game "Pincers"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each
            (move Step
                (to if:(is Empty (to)))
                (then
                    (custodial
                        (from (last To))
                        (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between))))
                        (to if:(= (what at:(to)) (what at:(last To))))
                    )
                )
            )
        )
    })
    (rules
        (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
        (play (forEach Piece))
        (end (if (<= (count Pieces Next) 1) (result Next Loss)))
    )
)"#;

/// Draughts on a small board: captures go on and must be the longest, pieces are taken at the end of the turn, and kings fly.
const DRAUGHTS: &str = r#"
(game "Draughts"
    (players 2)
    (equipment {
        (board (square 6))
        (piece "Man" P1 N)
        (piece "Man" P2 S)
        (piece "King" Each)
        (regions P1 (sites Bottom))
        (regions P2 (sites Top))
    })
    (rules
        (start {
            (place "Man1" (difference (expand (sites Bottom)) (sites Phase 1)))
            (place "Man2" (difference (expand (sites Top)) (sites Phase 1)))
        })
        (play
            (if (is Prev Mover)
                (if (= (what at:(last To)) (id "Man" Mover))
                    (max Moves
                        (move Hop (from (last To)) Diagonal
                            (between
                                if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between))))
                                (apply (remove (between) at:EndOfTurn))
                            )
                            (to if:(is Empty (to)))
                            (then
                                (if
                                    (can Move
                                        (hop (from (last To)) Diagonal
                                            (between
                                                if:(and
                                                    (not (is In (between) (sites ToClear)))
                                                    (is Enemy (who at:(between)))
                                                )
                                            )
                                            (to if:(is Empty (to)))
                                        )
                                    )
                                    (moveAgain)
                                    (if (is In (last To) (sites Next)) (promote (last To) (piece "King") Mover))
                                )
                            )
                        )
                    )
                    (max Moves
                        (move Hop (from (last To)) Diagonal
                            (between before:5 after:5
                                if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between))))
                                (apply (remove (between) at:EndOfTurn))
                            )
                            (to if:(is Empty (to)))
                            (then
                                (if
                                    (can Move
                                        (hop (from (last To)) Diagonal
                                            (between before:5 after:5
                                                if:(and
                                                    (not (is In (between) (sites ToClear)))
                                                    (is Enemy (who at:(between)))
                                                )
                                            )
                                            (to if:(is Empty (to)))
                                        )
                                    )
                                    (moveAgain)
                                )
                            )
                        )
                    )
                )
                (priority {
                    (max Moves
                        (or
                            (forEach Piece "Man"
                                (move Hop (from) Diagonal
                                    (between
                                        if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between))))
                                        (apply (remove (between) at:EndOfTurn))
                                    )
                                    (to if:(is Empty (to)))
                                    (then
                                        (if
                                            (can Move
                                                (hop (from (last To)) Diagonal
                                                    (between
                                                        if:(and
                                                            (not (is In (between) (sites ToClear)))
                                                            (is Enemy (who at:(between)))
                                                        )
                                                    )
                                                    (to if:(is Empty (to)))
                                                )
                                            )
                                            (moveAgain)
                                            (if (is In (last To) (sites Next))
                                                (promote (last To) (piece "King") Mover)
                                            )
                                        )
                                    )
                                )
                            )
                            (forEach Piece "King"
                                (move Hop Diagonal
                                    (between before:5 after:5
                                        if:(is Enemy (who at:(between)))
                                        (apply (remove (between) at:EndOfTurn))
                                    )
                                    (to if:(is Empty (to)))
                                    (then
                                        (if
                                            (can Move
                                                (hop (from (last To)) Diagonal
                                                    (between before:5 after:5
                                                        if:(and
                                                            (not (is In (between) (sites ToClear)))
                                                            (is Enemy (who at:(between)))
                                                        )
                                                    )
                                                    (to if:(is Empty (to)))
                                                )
                                            )
                                            (moveAgain)
                                        )
                                    )
                                )
                            )
                        )
                    )
                    (or
                        (forEach Piece "Man"
                            (move Step (directions {FR FL}) (to if:(is Empty (to))))
                            (then (if (is In (last To) (sites Next)) (promote (last To) (piece "King") Mover)))
                        )
                        (forEach Piece "King" (move Slide Diagonal))
                    )
                })
            )
        )
        (end (if (no Moves Next) (result Mover Win)))
    )
)"#;

/// Pieces that take others between two of them, jump on or pass, and some of which come from hands.
const CHAINS: &str = r#"
(game "Chains"
    (players 2)
    (equipment {
        (board (square 5))
        (hand Each)
        (piece "Marker" Each
            (or {
                (move Hop Orthogonal
                    (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                    (to if:(is Empty (to)))
                    (then
                        (if
                            (can Move
                                (hop (from (last To)) Orthogonal
                                    (between if:(is Enemy (who at:(between))))
                                    (to if:(is Empty (to)))
                                )
                            )
                            (moveAgain)
                        )
                    )
                )
                (move Step Orthogonal
                    (to if:(is Empty (to)))
                    (then
                        (custodial (from (last To)) Orthogonal
                            (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between))))
                            (to if:(is Friend (who at:(to))))
                        )
                    )
                )
                (move Step Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
            })
        )
    })
    (rules
        (start {
            (place "Marker1" (expand (sites Bottom)))
            (place "Marker2" (expand (sites Top)))
            (place "Marker" "Hand" count:4)
        })
        (play
            (if (is Prev Mover)
                (or
                    (move Hop (from (last To)) Orthogonal
                        (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                        (to if:(is Empty (to)))
                        (then
                            (if
                                (can Move
                                    (hop (from (last To)) Orthogonal
                                        (between if:(is Enemy (who at:(between))))
                                        (to if:(is Empty (to)))
                                    )
                                )
                                (moveAgain)
                            )
                        )
                    )
                    (move Pass)
                )
                (or (move (from (handSite Mover)) (to (sites Empty))) (forEach Piece))
            )
        )
        (end (if (no Pieces Next) (result Mover Win)))
    )
)"#;

/// A stack that may move among many discs that may not, so that most draws find nothing, and a disc with two moves.
const CROWD: &str = r#"
(game "Crowd"
    (players 2)
    (equipment {
        (board (rectangle 2 16) {
            (track "Track1" {0..31} P1 directed:True)
            (track "Track2" {31..0} P2 directed:True)
        })
        (dice d:2 num:1)
        (regions "Free" P1 (sites {0 15}))
        (regions "Free" P2 (sites {31}))
        (piece "Disc" Each
            (or
                (if (is In (from) (sites Mover "Free")) (move (from) (to (trackSite Move steps:(count Pips)))))
                (if (= (from) 15) (move (from) (to (trackSite Move steps:3))))
            )
        )
    })
    (rules
        (start {
            (place Stack "Disc1" 0 count:6)
            (place Stack "Disc1" (sites {3 4 5 6 7 8 9 10 11 12 13 14 15}))
            (place Stack "Disc2" 31)
        })
        (play (do (roll) next:(forEach Piece)))
        (end {
            (if (is In (last To) (sites {16 17 18})) (result P1 Win))
            (if (is In (last To) (sites {1 2})) (result P1 Loss))
        })
    )
)"#;

/// Discs in stacks that race along tracks by dice, one throw at a time, and are hit where they stand alone.
const RACE: &str = r#"
(game "Race"
    (players 2)
    (equipment {
        (board (rectangle 2 6) {
            (track "Track1" {0..11} P1 directed:True)
            (track "Track2" {11..0} P2 directed:True)
        })
        (dice d:3 num:2)
        (hand Each)
        (regions "Single" P1 (sites {4 5}))
        (regions "Single" P2 (sites {6 7}))
        (piece "Disc" Each
            (forEach Die
                if:(!= (pips) 0)
                (if (= (trackSite Move steps:(pips)) Off)
                    (move Remove (from) level:(level))
                    (move
                        (from (from) level:(level))
                        (to
                            (trackSite Move steps:(pips))
                            if:(or
                                (and (is Enemy (who at:(to))) (= 1 (size Stack at:(to))))
                                (and
                                    (not (is Enemy (who at:(to))))
                                    (or (is Empty (to)) (not (is In (to) (sites Mover "Single"))))
                                )
                            )
                            (apply if:(is Enemy (who at:(to))) (fromTo (from (to)) (to (handSite (who at:(to))))))
                        )
                    )
                )
                (then (if (not (all DiceUsed)) (moveAgain)))
            )
        )
    })
    (rules
        (start {
            (place Stack "Disc1" 0 count:3)
            (place Stack "Disc1" 3)
            (place Stack "Disc2" 11 count:3)
            (place Stack "Disc2" 5)
        })
        (play
            (do (if (not (is Prev Mover)) (roll))
                next:(if (can Move (forEach Piece)) (forEach Piece) (move Pass))
            )
        )
        (end (if (no Pieces Mover) (result Mover Win)))
    )
)"#;

/// Discs that reach the end of a track exactly or, when all are near, beyond it; one that reaches a certain site may send the
/// one on the first site instead. The moves are asked for twice, with other consequences.
const BEARING_OFF: &str = r#"
(game "Bearing Off"
    (players 2)
    (equipment {
        (board (rectangle 2 7) {
            (track "Track1" {0..6 13..7 End} P1 directed:True)
            (track "Track2" {7..13 6..0 End} P2 directed:True)
        })
        (dice d:4 num:2)
        (regions "Near" P1 (sites {7..10}))
        (regions "Near" P2 (sites {0..3}))
        (map {(pair 1 0) (pair 2 7)})
        (piece "Disc" Each
            (or {
                (if (= (trackSite Move steps:(pips)) End) (move Remove (from)))
                (if
                    (and
                        (= 0 (count Sites in:(difference (sites Occupied by:Mover) (sites Mover "Near"))))
                        (= (trackSite Move steps:(pips)) Off)
                    )
                    (move Remove (from))
                )
                (if (!= (trackSite Move steps:(pips)) Off)
                    (move (from) (to (trackSite Move steps:(pips)) if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
                )
                (if (= (trackSite Move steps:(pips)) 4)
                    (move
                        (from (mapEntry (mover)))
                        (to (trackSite Move steps:(pips)) if:(is Empty (to)))
                    )
                )
            })
        )
    })
    (rules
        (start {(place "Disc1" (sites {0 1 2 3 5})) (place "Disc2" (sites {7 8 9 10 12}))})
        (play
            (do (if (not (is Prev Mover)) (roll))
                next:(if
                    (can Move (forEach Die if:(!= (pips) 0) (forEach Piece)))
                    (forEach Die if:(!= (pips) 0) (forEach Piece) (then (if (not (all DiceUsed)) (moveAgain))))
                    (move Pass)
                )
            )
        )
        (end (if (no Pieces Mover) (result Mover Win)))
    )
)"#;

/// The same by the throws of sticks, where whole stacks are hit.
const STICKS: &str = r#"
(game "Sticks"
    (players 2)
    (equipment {
        (board (rectangle 2 6) {
            (track "Track1" {0..11} P1 directed:True)
            (track "Track2" {11..0} P2 directed:True)
        })
        (dice d:2 from:0 num:3)
        (map "Throw" {(pair 0 4) (pair 1 1) (pair 2 2) (pair 3 3)})
        (piece "Disc" Each
            (if (= (trackSite Move steps:(mapEntry "Throw" (count Pips))) Off)
                (move Remove (from) level:(level))
                (move
                    (from (from) level:(level))
                    (to
                        (trackSite Move steps:(mapEntry "Throw" (count Pips)))
                        if:(not (and (is Enemy (who at:(to))) (is In (to) (sites {2 9}))))
                        (apply
                            if:(is Enemy (who at:(to)))
                            (forEach Level (to) FromTop (fromTo (from (to) level:(level)) (to 5)))
                        )
                    )
                )
            )
        )
    })
    (rules
        (start {
            (place Stack "Disc1" 0 count:3)
            (place Stack "Disc1" 3)
            (place Stack "Disc2" 11 count:3)
            (place Stack "Disc2" 4 count:2)
        })
        (play (do (roll) next:(or (forEach Piece) (move Pass))))
        (end (if (no Pieces Mover) (result Mover Win)))
    )
)"#;

/// Sticks with states in stacks and a herder of nobody's. States stay with a stick that is told by its level and stay behind above
/// the stack otherwise; those passed by are sent back, and the herder is looked for wherever it is.
const HERDER: &str = r#"
(game "Herder"
    (players 2)
    (equipment {
        (board (rectangle 2 6) {(track "Track" {0..11} directed:True)})
        (dice d:2 from:0 num:3)
        (map "Throw" {(pair 0 4) (pair 1 1) (pair 2 2) (pair 3 3)})
        (piece "Stick" Each
            (move
                (from
                    (from)
                    level:(level)
                    if:(or (< 0 (state at:(from) level:(level))) (= (mapEntry "Throw" (count Pips)) 1))
                )
                (to (trackSite Move "Track" steps:(mapEntry "Throw" (count Pips))))
                (then (and {
                    (set State at:(last To) (mapEntry "Throw" (count Pips)))
                    (if (= 4 (size Stack at:(last To))) (set State at:(last To) level:1 0))
                    (forEach Site
                        (sites Track "Track" from:(last From) to:(last To))
                        (if (!= (site) (last To))
                            (forEach Level (site) FromTop
                                (if (is Enemy (who at:(site) level:(level)))
                                    (fromTo (from (site) level:(level)) (to 0))
                                )
                            )
                        )
                    )
                }))
            )
        )
        (piece "Herder" Neutral)
    })
    (rules
        (start {
            (place Stack items:{"Stick1" "Stick2" "Stick1" "Stick2" "Stick1" "Stick2"} 0)
            (place Stack "Herder0" 0)
        })
        (play
            (do (roll)
                next:(if
                    (and
                        (< (where "Herder" Neutral) 8)
                        (!= (mover) (state
                            at:(where "Herder" Neutral)
                            level:(where Level "Herder" Neutral at:(where "Herder" Neutral))
                        ))
                    )
                    (move
                        (from
                            (where "Herder" Neutral)
                            level:(where Level "Herder" Neutral at:(where "Herder" Neutral))
                        )
                        (to (trackSite Move from:(where "Herder" Neutral) "Track" steps:(mapEntry "Throw" (count Pips))))
                        (then (and
                            (set State
                                at:(where "Herder" Neutral)
                                level:(where Level "Herder" Neutral at:(where "Herder" Neutral))
                                (mover)
                            )
                            (fromTo (from (last From)) (to (last To)))
                        ))
                    )
                    (or (forEach Piece) (move Pass))
                )
            )
        )
        (end (if
            (or
                (= 11 (where "Stick" Mover))
                (= 2 (count Sites in:(intersection (sites Track "Track" from:9 to:11) (sites Occupied by:Mover))))
            )
            (result Mover Win)
        ))
    )
)"#;

/// Throws that are remembered until they are used, variables that are set before moves are looked for, and consequences that are
/// left to the rules, chance among them.
const THROWS: &str = r#"
(game "Throws"
    (players 2)
    (equipment {
        (board (rectangle 1 12) {
            (track "Track1" {0..11} P1 directed:True)
            (track "Track2" {11..0} P2 directed:True)
        })
        (dice d:3 num:2)
        (piece "Runner" Each
            (forEach Value (values Remembered "Throws")
                (if (= (trackSite Move steps:(value)) Off)
                    (do (forget Value "Throws" (value)) next:(move Remove (from)))
                    (move
                        (from)
                        (to
                            (trackSite Move steps:(value))
                            if:(not (is Friend (who at:(to))))
                            (apply (and (forget Value "Throws" (value)) (remove (to))))
                        )
                        (then (if (is In (last To) (sites {3 6 8})) (roll)))
                    )
                )
            )
        )
    })
    (rules
        (start {(place "Runner1" (sites {0 1 3})) (place "Runner2" (sites {11 10 8}))})
        (play
            (do (if (not (is Prev Mover)) (roll))
                next:(if (< 0 (size Array (values Remembered "Throws")))
                    (or
                        (forEach Piece)
                        (move Pass (then (forget Value "Throws" All)))
                        (then (if (< 0 (size Array (values Remembered "Throws"))) (moveAgain)))
                    )
                    (do (set Var "Thrown" (count Pips))
                        next:(if (< 3 (var "Thrown"))
                            (move Pass (then (and {
                                (remember Value "Throws" (var "Thrown"))
                                (if (all DiceEqual) (remember Value "Throws" 1))
                                (moveAgain)
                            })))
                            (or
                                (move Pass (then (and (remember Value "Throws" 2) (moveAgain))))
                                (move Pass)
                            )
                        )
                    )
                )
            )
        )
        (end (if (no Pieces Mover) (result Mover Win)))
    )
)"#;

/// Players who move the pieces of either, each as its owner would; pieces come in, and what follows upon a move is told by what
/// was done just before.
const GUIDES: &str = r#"
(game "Guides"
    (players 2)
    (equipment {
        (board (rectangle 2 6) {
            (track "Track1" {0..11} P1 directed:True)
            (track "Track2" {11..0} P2 directed:True)
        })
        (dice d:3 num:1)
        (hand Each)
        (piece "Disc" Each
            (move
                (from (from) level:(level))
                (to
                    (trackSite Move steps:(count Pips))
                    if:(or (not (is Enemy (who at:(to)))) (= 1 (size Stack at:(to))))
                    (apply if:(is Enemy (who at:(to))) (fromTo (from (to)) (to (handSite (mover)))))
                )
                (then
                    (if (is In (last To) (sites {5 6}))
                        (add (piece (id "Disc" Mover)) (to (handSite Mover)))
                        (do (addScore Mover 1) next:(if (= 0 (% (score Mover) 3)) (moveAgain)))
                    )
                )
            )
        )
    })
    (rules
        (start {
            (place Stack "Disc1" 0 count:3)
            (place Stack "Disc1" 3)
            (place Stack "Disc2" 11 count:3)
            (place Stack "Disc2" 5)
        })
        (play (do (roll) next:(or {(forEach Piece P1) (forEach Piece P2) (move Pass)})))
        (end (if (= 10 (score Mover)) (result Mover Win)))
    )
)"#;

/// Partners that race by a die. Stacks are hit level by level, which the rule that comes next still sees, and pieces are counted
/// on some sites only.
const PARTNERS: &str = r#"
(game "Partners"
    (players 4)
    (equipment {
        (board (rectangle 2 6) {
            (track "Track1" {0..11} P1 directed:True)
            (track "Track2" {11..0} P2 directed:True)
            (track "Track3" {0..11} P3 directed:True)
            (track "Track4" {11..0} P4 directed:True)
        })
        (dice d:3 num:1)
        (hand Each)
        (map "Entry" {(pair P1 0) (pair P2 11) (pair P3 0) (pair P4 11)})
        (piece "Disc" Each
            (or
                (if (= 3 (count Pips))
                    (move
                        (from (from) level:(level))
                        (to
                            (trackSite Move from:(from) steps:1)
                            (apply
                                (if (is Enemy (who at:(to)))
                                    (forEach Level (to) FromTop
                                        (if (is Enemy (who at:(to) level:(level)))
                                            (fromTo
                                                (from (to) level:(level))
                                                (to (handSite (who at:(to) level:(level))))
                                            )
                                        )
                                    )
                                )
                            )
                        )
                    )
                )
                (if (= (trackSite Move from:(from) steps:(count Pips)) Off)
                    (move Remove (from) level:(level))
                    (move
                        (from (from) level:(level))
                        (to (trackSite Move from:(from) steps:(count Pips)))
                        (then
                            (forEach Level (last To)
                                (if (is Enemy (who at:(last To) level:(level))) (set Value Mover 1))
                            )
                        )
                    )
                )
            )
        )
    })
    (rules
        (start {
            (set Team 1 {P1 P3})
            (set Team 2 {P2 P4})
            (place Stack "Disc1" 0 count:2)
            (place Stack "Disc1" 4 count:2)
            (place Stack "Disc2" 11 count:2)
            (place Stack "Disc2" 6)
            (place Stack "Disc3" (handSite P3) count:3)
            (place Stack "Disc4" 9 count:2)
        })
        (play
            (do (roll)
                next:(or {
                    (if (and (is Occupied (handSite Mover)) (> 3 (count Pieces Mover in:(sites Board))))
                        (move (from (handSite Mover)) (to (mapEntry "Entry" Mover)))
                    )
                    (forEach Piece)
                    (if (and
                            (not (no Pieces Enemy in:(sites Board)))
                            (<= 1 (count Sites
                                in:(forEach (sites Occupied by:Friend top:False) if:(is In (site) (sites {4 5 6 7})))
                            ))
                        )
                        (move Pass)
                    )
                })
                (then
                    (if (and (= 3 (count Pips)) (< 4 (size Stack in:(sites Occupied by:Mover)))) (moveAgain))
                )
            )
        )
        (end (if (no Pieces TeamMover) (result TeamMover Win)))
    )
)"#;

/// Soldiers that step by other directions once they are across and may become riders where they stand, and riders whose moves
/// have to be listed.
const CROSSING: &str = r#"
(game "Crossing"
    (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "Soldier" Each
            (or
                (move Step
                    (if (is In (from) (sites Mover "Home")) Forward (directions {Forward Rightward Leftward}))
                    (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
                )
                (if (is In (from) (sites Row 2)) (move Promote (from) (piece {"Rider" "Guard"}) Mover))
            )
        )
        (piece "Guard" Each
            (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
        )
        (piece "Rider" Each
            (forEach Direction Orthogonal
                (to
                    if:(is Empty (to))
                    (apply
                        (forEach Direction (from (to)) (directions {FR FL} of:All)
                            (if (not (is Friend (who at:(to))))
                                (move (from) (to (apply if:(is Enemy (who at:(to))) (remove (to)))))
                            )
                        )
                    )
                )
            )
        )
        (regions "Home" P1 (expand (sites Bottom)))
        (regions "Home" P2 (expand (sites Top)))
    })
    (rules
        (start {
            (place "Soldier1" (sites Row 1))
            (place "Soldier2" (sites Row 3))
            (place "Rider1" {"A1" "C1"})
            (place "Rider2" {"C5" "E5"})
            (place "Guard1" coord:"D1")
            (place "Guard2" coord:"B5")
        })
        (play (forEach Piece))
        (end {
            (if (no Pieces Next) (result Mover Win))
            (if (>= (count Moves) 60) (result Mover Draw))
        })
    )
)"#;

/// Two pieces a turn, the second of either player or of nobody, until a player's pieces connect regions.
const DOUBLES: &str = r#"
(game "Doubles"
    (players 2)
    (equipment {
        (board (hex Diamond 4))
        (piece "Marker" Each)
        (piece "Stone" Neutral)
        (regions P1 {(sites Side NE) (sites Side SW)})
        (regions P2 {(sites Side NW) (sites Side SE)})
    })
    (rules
        (start (place "Stone0" {"B2"}))
        phases:{
            (phase "Opening" (play (move Add (to (sites Empty)))) (nextPhase "Playing"))
            (phase "Playing"
                (play
                    (if (is Prev Mover)
                        (or {
                            (move Add (to (sites Empty)))
                            (move Add (piece (next)) (to (sites Empty) if:(not (is In (to) (sites Side NE)))))
                            (move Add (piece "Stone0") (to (sites Empty)))
                        })
                        (move Add (to (sites Empty)) (then (moveAgain)))
                    )
                )
            )
        }
        (end {
            (if (is Connected Mover) (result Mover Win))
            (if (is Connected Next) (result Next Win))
            (if (and (is Connected {(sites Side N) (sites Side S)}) (> (count Moves) 6)) (result Mover Loss))
            (if (no Moves Next) (result Mover Draw))
        })
    )
)"#;

/// Pieces that take others between them, are not put where they make three in a row, and win with four askew.
const BETWEEN: &str = r#"
(game "Between"
    (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules
        (meta (swap))
        (play
            (do
                (move Add (to (sites Empty))
                    (then (custodial (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to))))))
                )
                ifAfterwards:(not (is Line 3 Orthogonal))
            )
        )
        (end {
            (if (is Line 4 Diagonal) (result Mover Win))
            (if (is Connected {(sites Top) (sites Bottom)}) (result Mover Loss))
            (forEach Player if:(> (count Pieces Player) 9) (result Player Win))
            (if (no Moves Next) (result Mover Win))
            (if (> (count Turns) 60) (result Mover Draw))
        })
    )
)"#;

/// A puzzle whose sites are given values, or have them struck off and put back.
const LATIN: &str = r#"
(game "Latin"
    (players 1)
    (equipment {(board (square 3) (values Cell (range 1 3))) (regions {Columns Rows})})
    (rules
        (start (set {{0 1} {4 2}}))
        (play (satisfy (all Different)))
        (end (if (is Solved) (result P1 Win)))
    )
)"#;

/// Pieces taken off by turns: any of them, or any but those that have no other of theirs around.
const THINNING: &str = r#"
(game "Thinning"
    (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules
        (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) (place "Disc1" {"A2" "B3" "C2"})})
        (play
            (if (is Even (count Moves))
                (move Remove (sites Occupied by:Next) (then (addScore Mover 1)))
                (or
                    (move Remove (forEach (sites Occupied by:Mover)
                        if:(< 0 (count Sites in:(sites Around (site) Own)))
                    ))
                    (move Pass)
                )
            )
        )
        (end (if (> 4 (count Sites in:(sites Occupied by:All))) (byScore)))
    )
)"#;

/// Pieces put down where others are seen or near, one region at a time and several at once; some shapes and single groups win.
const SIGHTS: &str = r#"
(game "Sights"
    (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules
        (play
            (if (< (count Moves) 2)
                (move Add (to (sites Empty)))
                (if (is Even (count Moves))
                    (move Add (to (union (sites LineOfSight Empty at:(last To)) (sites Around (sites Occupied by:Mover) Empty))))
                    (or {
                        (move Add (to (sites LineOfSight Farthest at:(last To))))
                        (move Add (to (sites Around (last To) Empty Orthogonal if:(is In (from) (sites Around (to) if:(!= (to) 12))))))
                        (move Add (to (difference (sites Empty) (sites Around (sites Occupied by:Next)))))
                        (move Add (to (sites Around (sites Occupied by:Mover) Empty)))
                    })
                )
            )
        )
        (end {
            (if (is Pattern {F R F}) (result Mover Win))
            (if (and (> (count Moves) 5) (= 1 (count Groups Orthogonal if:(is Mover (who at:(to)))))) (result Mover Loss))
            (if (< 3 (count Groups Orthogonal if:(is Next (who at:(to))))) (result Next Win))
            (if (no Moves Next) (result Mover Draw))
        })
    )
)"#;

/// Pieces that take others round the corners of tracks, and pieces that go two sites along one of them.
const RING_ROADS: &str = r#"
(game "Ring Roads"
    (players 2)
    (equipment {
        (board (square 4) {
            (track "Outer" {1 2 3 3 7 11 15 15 14 13 12 12 8 4 0 0} loop:True directed:True)
            (track "Inner" {4 5 6 7 7 3 2 6 10 14 14 15 11 10 9 8 8 12 13 9 5 1 1 0} loop:True directed:True)
        })
        (piece "Coach" Each (or
            (move Step Orthogonal (to if:(is Empty (to))))
            (move Slide "AllTracks"
                (between if:(or (= (between) (from)) (is Empty (between))))
                (to if:(is Enemy (who at:(to))) (apply if:False (remove (to))))
            )
        ))
        (piece "Cart" Each
            (move Slide "Outer"
                (between (exact 2) if:(is Empty (between)))
                (to if:(is Enemy (who at:(to))) (apply if:(is Empty (to)) (remove (to))))
            )
        )
    })
    (rules
        (start {
            (place "Coach1" {"B1" "C2" "A2"}) (place "Cart1" {"A1" "D1"})
            (place "Coach2" {"C4" "B3" "D3"}) (place "Cart2" {"D4" "A4"})
        })
        (play (forEach Piece))
        (end {(if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 100) (result Mover Draw))})
    )
)"#;

/// Pieces of both players put down by either; lines of several lengths and owners end the game.
const LENGTHS: &str = r#"
(game "Lengths"
    (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules
        (play (or (move Add (piece "Disc1") (to (sites Empty))) (move Add (piece "Disc2") (to (sites Empty)))))
        (end {
            (if (is Line 4 All Mover exact:True) (result Mover Win))
            (if (is Line 5 All P1) (result P1 Loss))
            (if (is Line 3 Orthogonal Next exact:True) (result Next Win))
            (if (is Line 4 Diagonal) (result Mover Loss))
        })
    )
)"#;

/// Pieces that cannot move for a while, so that their owners have to pass, and at times all of them in a row.
const WAITING: &str = r#"
(game "Waiting"
    (players 3)
    (equipment {
        (board (square 4))
        (piece "Runner" P1 (move Step N (to if:(is Empty (to)))))
        (piece "Walker" P2 (or
            (move Step Orthogonal (to if:(is Empty (to))))
            (move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
        ))
        (piece "Climber" P3 (move Step (directions {S E}) (to if:(or (is Empty (to)) (is In (to) (sites {"D1"}))) (apply (remove (to))))))
    })
    (rules
        (start {(place "Runner1" {"A1" "B2" "C2"}) (place "Walker2" {"A4"}) (place "Climber3" {"B4" "B3" "A3"})})
        (play (forEach Piece))
        (end {
            (if (and (no Moves Next) (= (count Pieces P3) 1)) (result P2 Win))
            (if (is In (last To) (sites {"D1"})) (result Mover Win))
        })
    )
)"#;

/// Pieces that slide two sites, no more and no less, and jump over what is two steps away; pieces that go on jumping from where
/// the last move went, as often as there are such pieces; and pieces that slide three sites or more.
const STRIDES: &str = r#"
(game "Strides"
    (players 2)
    (equipment {
        (board (square 6))
        (piece "Strider" P1 (or
            (move Slide Orthogonal (between (exact 2)))
            (move Hop Orthogonal
                (between before:2 after:1 if:(and (= 2 (count Steps (from) (between))) (is Enemy (who at:(between)))) (apply (remove (between))))
                (to if:(is Empty (to)))
            )
        ))
        (piece "Hopper" P2 (if (is Prev Mover)
            (or
                (move Hop (from (last To)) Diagonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
                (move Pass)
            )
            (or {
                (move Step Orthogonal (to if:(is Empty (to))))
                (move Slide Diagonal (between (range 3 4)))
                (move Hop Diagonal
                    (between if:(and (!= (row of:(from)) 2) (is Enemy (who at:(between)))) (apply (remove (between))))
                    (to if:(is Empty (to)))
                    (then (if (can Move (hop (from (last To)) Diagonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain)))
                )
            })
        ))
    })
    (rules
        (start {(place "Strider1" (expand (sites Bottom))) (place "Hopper2" (sites {"A5" "C5" "D5" "F5" "B6" "E6"}))})
        (play (forEach Piece))
        (end {(if (no Pieces Next) (result Mover Win)) (if (no Moves Next) (result Next Loss)) (if (> (count Moves) 150) (result Mover Draw))})
    )
)"#;

/// Pieces that go to, or shoot at, what is near in each direction; pieces that slide forwards or backwards as their state says, if
/// they can, and step otherwise; and pieces that slide on where the last move led.
const TURRETS: &str = r#"
(game "Turrets"
    (players {(player N) (player S)})
    (equipment {
        (board (square 6))
        (piece "Turret" P1 (or {
            (forEach Direction Orthogonal
                (between (range 1 2))
                (to
                    if:(not (is Friend (who at:(to))))
                    (apply (if (is Empty (to)) (move (from (from)) (to (to))) (move Remove (to))))
                )
            )
            (move Slide (directions Cell from:(last From) to:(last To)) (between (range 2 3)))
        }))
        (piece "Glider" P2 (if (can Move (move Slide (if (= 0 (state at:(from))) Forward Backward) (between (exact 2))))
            (move Slide (if (= 0 (state at:(from))) Forward Backward) (between (exact 2)) (then (set State at:(last To) (- 1 (state at:(last To))))))
            (or (move Step Diagonal (to if:(is Empty (to)))) (move Select (from)))
        ) maxState:1)
    })
    (rules
        (start {(place "Turret1" (sites {"B1" "D2" "F1"})) (place "Glider2" (sites Top) state:0)})
        (play (forEach Piece))
        (end {(if (no Pieces Next) (result Mover Win)) (if (no Moves Next) (result Next Loss)) (if (> (count Moves) 120) (result Mover Draw))})
    )
)"#;

/// Pieces that may be taken off by the next player where they could have jumped and did not, as noted before their moves.
const FORFEITS: &str = r#"
(define "Jump"
    (move Hop
        (between if:(is Enemy (who at:(between))) (apply (remove (between))))
        (to if:(is Empty (to)))
        (then (set Value Mover 0))
    )
)
(define "Forfeit"
    (move Select
        (from #1 if:(is Occupied (from)))
        (then (and {(remove (last To)) (moveAgain) (set Value Prev 0)}))
    )
)
(game "Forfeits"
    (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "Man" Each
            (or "Jump" (move Step Forwards (to if:(is Empty (to))) (then (set Value Mover 1))))
        )
    })
    (rules
        (start {(place "Man1" (expand (sites Bottom))) (place "Man2" (expand (sites Top)))})
        (play
            (or
                (if (= (value Player Prev) 1)
                    (or
                        (if (and (is In (last From) (sites Pending)) (is In (last From) (sites Empty)))
                            ("Forfeit" (last To))
                        )
                        ("Forfeit" (sites Pending))
                    )
                )
                (do (set Pending (sites From (forEach Piece "Man" "Jump"))) next:(forEach Piece))
            )
        )
        (end {(if (no Pieces Mover) (result Next Win)) (if (no Moves Next) (result Next Loss))})
    )
)"#;

/// Pieces that have to jump where they can, of which one may leap through an open gate, against some that turn round together
/// once none of them can go on.
const TURNING: &str = r#"
(define "Onwards"
    (move Step
        (if (= (value Player P2) 1) (directions {S SE SW}) (directions {N NE NW}))
        (to if:(is Empty (to)))
    )
)
(game "Turning"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Hound" P1
            (priority {
                (move Hop
                    (between (range 1 3) if:(is Enemy (who at:(between))) (apply (remove (between))))
                    (to if:(is Empty (to)))
                )
                (or
                    (move Step Orthogonal (to if:(is Empty (to))))
                    (if (and {(= (from) 0) (is Enemy (who at:6)) (is Empty 24)})
                        (move (from 0) (to 24) (then (remove 6)))
                    )
                )
            })
        )
        (piece "Hare" P2 "Onwards")
    })
    (rules
        (start {(place "Hound1" (sites {0 4 12 22})) (place "Hare2" (sites {6 7 8 10 14 15 19}))})
        (play
            (forEach Piece
                (then
                    (if (not (can Move (forEach Piece "Onwards" P2)))
                        (set Value P2 (if (= (value Player P2) 1) 0 1))
                    )
                )
            )
        )
        (end {
            (if (no Moves P1) (result P2 Win))
            (if (no Pieces P2) (result P1 Win))
            (if (> (count Moves) 120) (result Mover Draw))
        })
    )
)"#;

/// Seeds of each player that take holes over as they are sown, with a jump of the last one and seeds that wait in a hand.
const RIVALS: &str = r#"
(define "Rear"
    (trackSite FirstSite from:(trackSite FirstSite if:(not (is Mover (who at:(to))))) if:(is Mover (who at:(to))))
)
(define "TakeOver"
    (and (remove (to) count:(count at:(to))) (add (piece (id "Seed" Mover)) (to (to)) count:(count at:(to))))
)
(game "Rivals"
    (players 3)
    (equipment {
        (mancalaBoard 2 6 store:None (track "Track" "0,E,N,W" loop:True))
        (piece "Seed" Each)
        (hand Shared)
    })
    (rules
        (start {
            (place "Seed1" (sites {0 1 2 3}) counts:{2})
            (place "Seed2" (sites {4 5 11 10}) counts:{2})
            (place "Seed3" (sites {9 8 7 6}) counts:{2})
        })
        (play
            (if (< 2 (count Pieces Mover))
                (or {
                    (move Select
                        (from ("Rear"))
                        (then
                            (sow
                                numPerHole:(if (is Empty (to)) 2 1)
                                sowEffect:(if (and (!= (mover) (what at:(to))) (is Occupied (to))) ("TakeOver"))
                                apply:(if (= 3 (count at:(to))) (moveAgain))
                            )
                        )
                    )
                    (move Select
                        (from (sites Occupied by:Mover) if:(< 2 (count at:(from))))
                        (then
                            (do
                                (and
                                    (forEach Site (sites Track from:(last To) to:(trackSite Move from:(last To) steps:2))
                                        (if (is Enemy (who at:(site)))
                                            (and
                                                (remove (site) count:(count at:(site)))
                                                (add
                                                    (piece (id "Seed" Mover)) (to Cell (handSite Shared))
                                                    count:(count at:(site))
                                                )
                                            )
                                        )
                                    )
                                    (set Var "Sown" (count at:(last To)))
                                )
                                next:(sow count:(min 2 (var "Sown")))
                                (then
                                    (if (!= 0 (what Cell at:(handSite Shared)))
                                        (fromTo
                                            (from Cell (handSite Shared)) (to (last To))
                                            count:(count Cell at:(handSite Shared))
                                        )
                                    )
                                )
                            )
                        )
                    )
                })
                (move
                    (from (sites Occupied by:Mover))
                    (to (trackSite FirstSite from:(from) if:(is Enemy (who at:(to)))) (apply ("TakeOver")))
                    count:(count at:(from))
                )
            )
        )
        (end {
            (forEach NonMover if:(no Pieces Player) (result Player Loss))
            (if (> (count Turns) 60) (result Mover Draw))
        })
    )
)"#;

/// Seeds laid out by pairs of holes, without a track, with holes to empty and moves that something comes before.
const TRAILS: &str = r#"
(game "Trails"
    (players 2)
    (equipment {
        (mancalaBoard 3 4 store:None)
        (piece "Seed" Shared)
        (hand Each)
    })
    (rules
        (start (set Count 3 to:(sites Board)))
        (play
            (if (is Prev Mover)
                (priority {
                    (move Select
                        (from (last To))
                        (to (difference (sites Around (last To)) (sites (values Remembered "Trail"))) if:(< (count at:(to)) 5))
                        (then
                            (and {
                                (add (piece (id "Seed" Shared)) (to (last To)))
                                (set Var "Left" (- (var "Left") 1))
                                (remember Value "Trail" (last From))
                                (if (< 1 (var "Left")) (moveAgain) (forget Value "Trail" All))
                            })
                        )
                    )
                    (do (and (add (piece (id "Seed" Shared)) (to Cell (handSite Mover))) (forget Value "Trail" All))
                        next:(or
                            (move Pass)
                            (move Select (from (sites Board) if:(< 4 (count at:(from)))) (then (remove (last To))))
                        )
                    )
                })
                (if (is Even (count Moves))
                    (move Remove (forEach (sites Board) if:(< 2 (count at:(site)))) (then (set Var "Left" 0)))
                    (do (set Counter 4)
                        next:(move
                            (from (sites Board) if:(is Occupied (from)))
                            (to (sites Around (from)))
                            (then
                                (if (is Occupied (last From))
                                    (and {
                                        (moveAgain)
                                        (set Var "Left" (count at:(last From)))
                                        (remember Value "Trail" (last From))
                                        (remove (last From) count:(count at:(last From)))
                                    })
                                )
                            )
                        )
                    )
                )
            )
        )
        (end
            (if (or (<= (count Pieces All in:(sites Board)) 9) (> (count Turns) 60))
                (byScore {(score P1 (count Cell at:(handSite P1))) (score P2 (count Cell at:(handSite P2)))})
            )
        )
    )
)"#;

/// Pieces that climb on stacks and raise those around them, and others that climb on pieces as well, which then have others on top of
/// them but still move.
const BUILDERS: &str = r#"
(game "Builders"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Mason" P1 (move Step (to if:(and (<= (- (size Stack at:(to)) (topLevel at:(from))) 1) (= (who at:(to)) 0))) (then (moveAgain))))
        (piece "Giant" P2 (move Step Orthogonal (to if:(<= (- (size Stack at:(to)) (topLevel at:(from))) 1)) (then (moveAgain))))
        (piece "Brick" Neutral)
    })
    (rules
        (start {(place "Mason1" {"A1" "C2" "D4"}) (place "Giant2" {"B3" "D1"})})
        (play (if (is Prev Mover)
            (move Select
                (from (sites Around (last To) if:(and (< (size Stack at:(to)) 3) (= (who at:(to)) 0))))
                (then (add (piece "Brick0") (to (last To)) stack:True))
            )
            (forEach Piece)
        ))
        (end {
            (if (= 3 (topLevel at:(last To))) (result Mover Win))
            (if (no Moves Next) (result Next Loss))
            (if (> (count Moves) 120) (result Mover Draw))
        })
    )
)"#;

/// Turns of two moves that must not lead back to where the turn began, steps that depend on whose region a site is in, and leaps from
/// the few sites of a region to those at a distance.
const STORED: &str = r#"
(game "Stored"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Stone" Each
            (move Step (from if:(not (is In (from) (sites Next)))) Orthogonal (to if:(and (is Empty (to)) (not (is In (to) (sites Mover))))))
        )
        (regions P1 (sites Bottom))
        (regions P2 (sites Top))
    })
    (rules
        (start {(place "Stone1" (sites {"A1" "B1" "D1" "C2"})) (place "Stone2" (sites {"A4" "B4" "D4" "B3"}))})
        (play (avoidStoredState
            (or
                (forEach Piece)
                (move (from (forEach (sites Next) if:(is Friend (who at:(site))))) (to (sites Distance from:(from) (exact 2))) )
                (then (if (< (count MovesThisTurn) 1) (moveAgain) (remember State)))
            )
        ))
        (end {
            (if (no Moves Next) (result Next Loss))
            (if (all Sites (sites Next) if:(is Friend (who at:(site)))) (result Mover Win))
            (if (> (count Moves) 150) (result Mover Draw))
        })
    )
)"#;

/// Sites to choose from of several rules at once: empty ones, some that hold a piece of one kind or another and meet a
/// condition, and others from a hand as long as there is something in it.
const LIGHTS: &str = r#"
(game "Lights"
    (players 2)
    (equipment {
        (board (rectangle 3 4))
        (piece "Square" Shared) (piece "Triangle" Shared) (piece "Disc" Shared) (piece "Marker" Each)
        (hand Each)
    })
    (rules
        (start (place "Marker" "Hand" count:2))
        (play
            (or {
                (move Add (piece "Square") (to (difference (sites Empty) (sites {(last To)}))))
                (if (is Even (count Moves))
                    (move Select (from (sites Occupied by:Shared component:"Square"))
                        (then (promote (last To) (piece {"Triangle"}) Shared))
                    )
                )
                (move Select (from (sites Occupied by:Shared component:"Triangle") if:(!= (from) (last To)))
                    (then (promote (last To) (piece {"Disc"}) Shared))
                )
                (move (from (handSite Mover)) (to (union (sites Occupied by:Shared component:"Disc") (intersection (sites Empty) (sites Left)))))
            })
        )
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) (if (> (count Moves) 60) (result Mover Draw))})
    )
)"#;

/// Chains without liberties change hands before it is asked whether the new piece has one.
const CONVERSIONS: &str = r#"
(game "Conversions"
    (players 2)
    (equipment {(board (square 4) use:Vertex) (piece "Stone" Each)})
    (rules
        (play (or
            (do
                (move Add (to (sites Empty))
                    (then (enclose (from (last To)) Orthogonal
                        (between if:(is Enemy (who at:(between))) (apply (and (remove (between)) (add (to (between))))))
                    ))
                )
                ifAfterwards:(> (count Liberties Orthogonal) 0)
            )
            (move Pass (then (addScore Mover 1)))
        ))
        (end (if (all Passed) (byScore {(score P1 (count Sites in:(sites Occupied by:P1))) (score P2 (count Sites in:(sites Occupied by:P2)))})))
    )
)"#;

/// Groups that no way leads from to others of their owner are taken, in a game with stacks.
const LIFELINES: &str = r#"
(game "Lifelines"
    (players 2)
    (equipment {(board (square 5)) (piece "Disc" Each) (piece "Token" P2) (hand P2)})
    (rules
        (start {(place Stack "Token2" (handSite P2) count:3) (place "Disc1" {0 24}) (place "Disc2" {4 20})})
        (play (or
            (if (and (is Mover P2) (< 0 (size Stack at:(handSite P2)))) (move Remove (handSite P2)))
            (move Add
                (to (sites Empty) if:(and
                    (not (no Pieces Mover in:(sites Board)))
                    (> Infinity (count Steps Orthogonal
                        (step (to if:(or (is Empty (to)) (is Mover (who at:(to))))))
                        (to) (sites Occupied by:Mover)
                    ))
                ))
                (then (forEach Group Orthogonal if:(is Enemy (who at:(to)))
                    (if
                        (not (and
                            (< 0 (count Sites in:(difference (sites Occupied by:Enemy component:"Disc") (sites))))
                            (not (all Sites (sites) if:(not (> Infinity (count Steps Orthogonal
                                (step (to if:(or (is Empty (to)) (is Enemy (who at:(to))))))
                                (site) (difference (sites Occupied by:Enemy) (sites))
                            )))))
                        ))
                        (remove (sites))
                    )
                ))
            )
        ))
        (end {(if (no Moves Next) (result Next Loss)) (if (> (count Moves) 80) (result Mover Draw))})
    )
)"#;

/// Lines of two kinds of pieces, whose length depends on where the last one is.
const TWOFOLD: &str = r#"
(game "Twofold"
    (players 3)
    (equipment {(board (square 5)) (piece "Ball" Each) (piece "Rock" Neutral)})
    (rules
        (start (place "Rock0" {6 12 18}))
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line (+ 3 (% (row of:(last To)) 2)) whats:{(id "Ball" Mover) (id "Ball" Next)} throughHowMuch:2) (result Next Win))
            (if (is Line 4 whats:{(id "Ball" Mover) (id "Rock" Neutral)} throughHowMuch:2) (result Mover Win))
        })
    )
)"#;

/// Throws that change scores before the move, pieces that change places, and moves with consequences that those asked for first do not
/// have.
const TALLY: &str = r#"
(game "Tally"
    (players 2)
    (equipment {
        (board (square 4))
        (piece "Runner" Each (or
            (if (is Even (count Pips)) (move Step Orthogonal (to if:(is Empty (to)))))
            (if (and (= (count Pips) 3) (!= (from) (coord "B2"))) (move Swap Pieces (from) (coord "B2")))
        ))
        (dice d:4 num:1)
    })
    (rules
        (start {(place "Runner1" (sites {"A1" "B1" "C1" "B2"})) (place "Runner2" (sites {"A4" "B4" "C4"}))})
        (play (do (roll (then (addScore Mover (count Pips))))
            next:(do (if (is Even (count Pips)) (forEach Site (sites Occupied by:Mover) (if (is In (site) (sites Left)) (addScore Mover 1))))
                next:(if (can Move (forEach Piece))
                    (forEach Piece (then (if (= 3 (count Pips)) (moveAgain))))
                    (move Pass (then (seq {(forEach Site (sites Left) (if (is Occupied (site)) (addScore Mover 1))) (set Var (score Mover)) (addScore Next (% (var) 2))})))
                )
            )
        ))
        (end (if (>= (score Mover) 60) (result Mover Win)))
    )
)"#;

/// Moves on conditions that look at the whole board, with effects that follow one after the other.
const DRIFT: &str = r#"
(game "Drift"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Tile" Shared)
    })
    (rules
        (start (place "Tile" {"B1" "C3"}))
        (play (or {
            (if (not (all Sites (sites Occupied by:Shared) if:(= 0 (count Sites in:(sites LineOfSight Farthest at:(site) W)))))
                (move Select (from 4) (to 3) (then (seq {
                    (forEach Site (sites Column 1) (if (and (is Occupied (site)) (!= 0 (count Sites in:(sites LineOfSight Farthest at:(site) W)))) (fromTo (from (site)) (to (sites LineOfSight Farthest at:(site) W)))))
                    (forEach Site (sites Column 2) (if (and (is Occupied (site)) (!= 0 (count Sites in:(sites LineOfSight Farthest at:(site) W)))) (fromTo (from (site)) (to (sites LineOfSight Farthest at:(site) W)))))
                })))
            )
            (if (not (all Sites (sites Occupied by:Shared) if:(= 0 (count Sites in:(sites LineOfSight Farthest at:(site) N)))))
                (move Select (from 4) (to 7) (then (seq {
                    (forEach Site (sites Row 1) (if (and (is Occupied (site)) (!= 0 (count Sites in:(sites LineOfSight Farthest at:(site) N)))) (fromTo (from (site)) (to (sites LineOfSight Farthest at:(site) N)))))
                    (forEach Site (sites Row 0) (if (and (is Occupied (site)) (!= 0 (count Sites in:(sites LineOfSight Farthest at:(site) N)))) (fromTo (from (site)) (to (sites LineOfSight Farthest at:(site) N)))))
                })))
            )
            (move Select (from (sites Empty)) (then (add (piece "Tile") (to (last To)))))
        }))
        (end {(if (is Full) (result Mover Win)) (if (> (count Moves) 60) (result Mover Draw))})
    )
)"#;

/// Pieces that may not move where they are in a line or between two of the other player's, sites that are out of bounds at
/// first, and lines that are counted.
const PINNED: &str = r#"
(game "Pinned"
    (players 2)
    (equipment {
        (board (square 4))
        (hand Each)
        (piece "Marker" Each
            (if
                (not
                    (or
                        (is Line 3 Orthogonal through:(from))
                        (if (and (!= (ahead (from) N) (from)) (!= (ahead (from) S) (from)))
                            (and (= (next) (who at:(ahead (from) N))) (= (next) (who at:(ahead (from) S))))
                        )
                    )
                )
                (move Step Orthogonal
                    (to if:(and (is Empty (to)) (if (< (count Turns) 14) (not (is In (to) (sites Corners))) True)))
                    (then
                        (if (is Line 3 Orthogonal)
                            (if (< (value Player Mover) 1) (set Value Mover 1) (set Value Mover (+ (value Player Mover) 1)))
                        )
                    )
                )
            )
        )
    })
    (rules
        (start (place "Marker" "Hand" count:5))
        phases:{
            (phase "Placement"
                (play (do (move (from (handSite Mover)) (to (sites Empty))) ifAfterwards:(not (is Line 3 Orthogonal))))
                (nextPhase (and (all Sites (sites Hand P1) if:(= 0 (count Cell at:(site)))) (all Sites (sites Hand P2) if:(= 0 (count Cell at:(site))))) "Movement")
            )
            (phase "Movement" (play (forEach Piece)))
        }
        (end {(if (= (value Player Mover) 3) (result Mover Win)) (if (> (count Moves) 120) (result Mover Draw))})
    )
)"#;

/// Stacks that lose their lowest piece when they are high, and lines of either player in space.
const SINKING: &str = r#"
(game "Sinking"
    (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Disc" Each)})
    (rules
        (play
            (move Add (to (sites Board)) stack:True
                (then (if (= (size Stack at:(last To)) 5) (move Remove (last To) level:0)))
            )
        )
        (end {
            (if (and (is Line 3 P1 byLevel:True) (not (is Line 3 P2 byLevel:True))) (result P1 Win))
            (if (and (is Line 3 P2 byLevel:True) (not (is Line 3 P1 byLevel:True))) (result P2 Win))
            (if (= 40 (count Moves)) (result All Draw))
        })
    )
)"#;

/// Pieces from hands onto stacks of any height.
const HANDFULS: &str = r#"
(game "Handfuls"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (hand Each)})
    (rules
        (start {(place Stack "Disc1" (handSite P1) count:6) (place Stack "Disc2" (handSite P2) count:5)})
        (play (move (from (handSite Mover)) (to (sites Board))))
        (end (if (is Line 3 byLevel:True) (result Mover Win)))
    )
)"#;

/// An opening move of its own, and then pieces on empty sites, with ends that count the mover's pieces on sites by where the last
/// one went, ask for whole sets of them, and for lines of two players together.
const COUNTING: &str = r#"
(game "Counting"
    (players 3)
    (equipment {(board (square 5) use:Vertex) (piece "Ball" Each)})
    (rules
        phases:{
            (phase "Opening" (play (move Add (to (centrePoint)))) (nextPhase "Main"))
            (phase "Main" (play (move Add (to (sites Empty)))))
        }
        (end {
            (if (= 4 (count Sites in:(forEach (sites Row (row of:(last To))) if:(= (who at:(site)) (mover))))) (result Mover Loss))
            (if (= 3 (count Sites in:(forEach (union (sites Direction from:(last To) NE included:True) (sites Direction from:(last To) SW)) if:(is Mover (who at:(site)))))) (result Mover Win))
            (if (!= 0 (count Sites in:(forEach (sites Bottom) if:(all Sites (sites {(site) (ahead (site) steps:2 N) (ahead (site) steps:4 N)}) if:(= (mover) (who at:(site))))))) (result Mover Win))
            (if (is Line 5 whats:{1 3}) (result P1 Win))
            (if (is Line 5 whats:{1 2}) (result P2 Win))
        })
    )
)"#;

/// Pieces on empty sites or passes, with groups that join sides.
const BANKS: &str = r#"
(game "Banks"
    (players 2)
    (equipment {(board (square 5)) (piece "Ball" Each) (piece "Rock" Neutral)})
    (rules
        (start (place "Rock0" {6 12 18}))
        (play (or (move Add (to (sites Empty) if:(not (is In (to) (sites Around (last To) Orthogonal))))) (if (not (was Pass)) (move Pass))))
        (end {
            (if
                (and {
                    (= (who at:(last To)) 2)
                    (> (size Array (array (intersection (sites Top) (sites Group at:(last To))))) 0)
                    (> (size Array (array (intersection (sites Bottom) (sites Group at:(last To))))) 0)
                })
                (result Mover Win)
            )
            (if
                (and {
                    (= (who at:(last To)) 1)
                    (> (size Array (array (intersection (sites Right) (sites Group at:(last To))))) 0)
                    (> (size Array (array (intersection (sites Left) (sites Group at:(last To))))) 0)
                })
                (result Mover Win)
            )
        })
    )
)"#;

/// Pieces from either of two hands, onto empty sites or onto others.
const RELIEF: &str = r#"
(game "Relief"
    (players 2)
    (equipment {(board (hex Hexagon 3)) (hand Each size:2) (piece "Marker" Each) (piece "Blank" Shared)})
    (rules
        (start {(place "Marker" "Hand" count:8) (place "Blank" (handSite 1 1) count:8) (place "Blank" (handSite 2 1) count:8)})
        (play
            (or
                (move (from (handSite Mover 1)) (to (sites Empty)))
                (move (from (handSite Mover 0)) (to (difference (difference (sites Occupied by:Shared) (handSite 2 1)) (handSite 1 1))))
            )
        )
        (end {(if (is Line 3 Mover) (result Mover Win)) (if (is Line 4 throughAny:(sites Board) Next) (result Next Loss))})
    )
)"#;

/// Pieces that are everybody's and leave others behind.
const TRAIL: &str = r#"
(game "Trail"
    (players 2)
    (equipment {
        (board (square 6))
        (piece "Snail" Shared (move Step (to if:(is Empty (to))) (then (add (piece (id "Leaf" Neutral)) (to (last From))))))
        (piece "Leaf" Neutral)
    })
    (rules
        (start (place "Snail" {14 21}))
        (play (forEach Piece Shared))
        (end {(if (no Moves Next) (result Mover Win)) (if (= (last To) 35) (result P1 Win)) (if (= (last To) 0) (result P2 Win))})
    )
)"#;

/// Lines within the half of the board in which the last piece is, and whole rows of one kind or another.
const QUARTERS: &str = r#"
(game "Quarters"
    (players 2)
    (equipment {
        (board (square 6))
        (piece "Disc" Each)
        (piece "Stone" Neutral)
        (regions "West" (sites {0..2 6..8 12..14 18..20 24..26 30..32}))
        (regions "East" (sites {3..5 9..11 15..17 21..23 27..29 33..35}))
    })
    (rules
        (play
            (move Add (to (sites Empty))
                (then
                    (if (is Line 3 if:(if (is In (last To) (sites "West")) (is In (to) (sites "West")) (is In (to) (sites "East"))))
                        (add (piece (id "Stone" Neutral)) (to (sites Around (last To) if:(is Empty (to)))))
                    )
                )
            )
        )
        (end {
            (if (!= 0 (count Sites in:(forEach (sites Column 0) if:(or (all Sites (sites Row (row of:(site))) if:(= 1 (who at:(site)))) (all Sites (sites Row (row of:(site))) if:(!= 1 (who at:(site)))))))) (result Mover Win))
            (if (is Line 4 throughAny:(sites "East") what:(mover)) (result Mover Win))
        })
    )
)"#;

/// Heaps from which one piece or more are taken in a turn, on so small a board that positions come again and again; the rules
/// ask how many turns and moves there were.
const HEAPS: &str = r#"
(game "Heaps"
    (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Bean" Neutral)})
    (rules
        (start (set Count 4 to:(sites {0 1 2})))
        (play
            (if (is Prev Mover)
                (or
                    (move Select (from (last To))
                        (then (if (= (count at:(last To)) 1)
                            (remove (last To))
                            (set Count at:(last To) (- (count at:(last To)) 1))
                        ))
                    )
                    (move Pass)
                )
                (move Select (from (sites Occupied by:Neutral) if:(or (> (count Turns) 2) (!= (from) 1)))
                    (then (if (= (count at:(last To)) 1)
                        (remove (last To))
                        (and (set Count at:(last To) (- (count at:(last To)) 1)) (moveAgain))
                    ))
                )
            )
        )
        (end {
            (if (no Moves Next) (result Mover Win))
            (if (= (counter) 14) (result Next Win))
        })
    )
)"#;

/// Edges of one player, who has to make a graph of some kind.
const WIRES: &str = r#"
(game "Wires"
    (players 1)
    (equipment {(board (square 3) use:Edge) (piece "Wire" Each)})
    (rules
        (play (move Add (to Edge (sites Empty Edge))))
        (end {
            (if (no Moves Mover) (result Mover Loss))
            (if (is SpanningTree Mover) (result Mover Win))
            (if (is RegularGraph Mover) (result Mover Win))
        })
    )
)"#;

/// Moves whose sites have to lie in a certain way to each other, over nothing, and jumps over many pieces in a row.
const SLOPES: &str = r#"
(game "Slopes"
    (players 2)
    (equipment {(board (square 6)) (piece "Stone" Each)})
    (rules
        (start {
            (place "Stone1" (sites Bottom))
            (place "Stone2" (sites Top))
        })
        (play (or
            (move
                (from (sites Occupied by:Mover))
                (to (sites Empty)
                    if:(and {
                        (<= (abs (- (row of:(from)) (row of:(to)))) (abs (- (column of:(from)) (column of:(to)))))
                        (all Sites (sites Between from:(from) to:(to)) if:(is Empty (site)))
                        (= 0 (count Sites in:(intersection
                            (sites Occupied by:Next)
                            (forEach (sites Row (row of:(to))) if:(> (column of:(site)) (column of:(from))))
                        )))
                    })
                )
            )
            (forEach Piece (move Hop Orthogonal
                (between (range 1 4) if:(or (is Enemy (who at:(between))) (= (between) 7)))
                (to if:(is Empty (to)))
            ))
        ))
        (end (if (is In (last To) (sites Corners)) (result Mover Win)))
    )
)"#;

/// Pieces that are promoted in the row of the player who moves next, which is their own while they go on taking.
const CROWNING: &str = r#"
(game "Crowning"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Man" Each)
        (piece "Crown" Each)
        (regions P1 (sites Bottom))
        (regions P2 (sites Top))
    })
    (rules
        (start {(place "Man1" {"A1" "B2" "C1" "D2" "E1"}) (place "Man2" {"A5" "B4" "C5" "D4" "E5"})})
        (play
            (if (is Prev Mover)
                (or
                    (if (= (what at:(last To)) (id "Man" Mover))
                        (move Hop (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))
                            (then (if (can Move (hop (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain)))
                        )
                        (move Hop (from (last To)) Diagonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
                    )
                    (move Pass)
                )
                (or
                    (forEach Piece "Man" (or
                        (move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))
                            (then (if (can Move (hop (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain)))
                        )
                        (move Step (to if:(is Empty (to))))
                    ))
                    (forEach Piece "Crown" (move Step Diagonal (to if:(is Empty (to)))))
                )
                (then
                    (if (and (= (what at:(last To)) (id "Man" Mover)) (is In (last To) (sites Next)))
                        (promote (last To) (piece "Crown") Mover)
                    )
                )
            )
        )
        (end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 150) (result Mover Draw))})
    )
)"#;

/// Pieces that are turned and go where they face, over as many lines as that leaves; others go along lines as far as what is
/// before them lets them, or take what is next to a way that is open.
const VANES: &str = r#"
(game "Vanes"
    (players {(player N) (player S)})
    (equipment {
        (board (square 5))
        (piece "Vane" Each (or
            (move Step (directions {FR FL} of:All) (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
            (move Set Rotation)
        ))
        (piece "Lance" Each (or
            (move Slide (directions {Forward Rightward} of:All) (between (max 2)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
            (move Set Rotation next:False)
        ))
        (piece "Bolt" Each (move
            (from)
            (to (sites Direction from:(from) Forwards stop:(not (is Empty (to)))
                distance:(- 4 (count Sites in:(sites Direction from:(from) Forwards stop:(is Mover (who at:(to))) distance:1)))
            ))
        ))
        (piece "Spring" Each (move
            (from)
            (to
                (intersection
                    (sites Occupied by:Enemy)
                    (union
                        (expand (union (sites {(from)}) (sites Distance (step (directions {N E}) (to if:(is Empty (to)))) from:(from) (range 1 Infinity))) N)
                        (expand (union (sites {(from)}) (sites Distance (step (directions {N E}) (to if:(is Empty (to)))) from:(from) (range 1 Infinity))) E)
                    )
                )
                (apply (remove (to)))
            )
        ))
    })
    (rules
        (start {
            (place "Vane1" {"B1" "D2"} rotation:1) (place "Lance1" {"A1" "C2"} rotation:0) (place "Bolt1" {"E1"}) (place "Spring1" {"C1"})
            (place "Vane2" {"D5" "B4"} rotation:5) (place "Lance2" {"E5" "C4"} rotation:4) (place "Bolt2" {"A5"}) (place "Spring2" {"C5"})
        })
        (play (forEach Piece))
        (end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 150) (result Mover Draw))})
    )
)"#;

/// Men that come from hands by two, or after a jump: what is pending decides what may be done next.
const CLAIMS: &str = r#"
(game "Claims"
    (players 2)
    (equipment {
        (board (square 4))
        (hand Each)
        (piece "Man" Each (or
            (move Step Orthogonal (to if:(is Empty (to))))
            (move Hop Orthogonal
                (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                (to if:(is Empty (to)))
                (then (set Pending))
            )
        ))
    })
    (rules
        (start (place "Man" "Hand" count:4))
        (play
            (if (and (is Pending) (is Occupied (handSite Mover)))
                (move (from (handSite Mover)) (to (sites Empty)))
                (or
                    (if (is Occupied (handSite Mover))
                        (move (from (handSite Mover)) (to (sites Empty)) (then (set Pending 2)))
                    )
                    (forEach Piece)
                )
            )
        )
        (end {(if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 120) (result Mover Draw))})
    )
)"#;

/// A bear that is caught once it cannot step, which is asked of it whosever turn it is; scores and occupied sites decide.
const BEAR: &str = r#"
(game "Bear"
    (players 2)
    (equipment {
        (board (square 3))
        (hand P1)
        (piece "Hound" P1 (move Step (to if:(is Empty (to)))))
        (piece "Bear" P2 (move Step Orthogonal (to if:(is Empty (to)))))
    })
    (rules
        (start {(place "Hound1" (handSite P1) count:4) (place "Bear2" (centrePoint))})
        phases:{
        (phase "Placing"
            (play (if (is Mover P1) (move (from (handSite P1)) (to (sites Empty))) (forEach Piece)))
            (nextPhase (= 5 (count Sites in:(sites Occupied by:All container:"Board"))) "Hunting")
        )
        (phase "Hunting"
            (play
                (forEach Piece
                    (then
                        (if (not (can Move (step (from (where "Bear" P2)) Orthogonal (to if:(is Empty (to))))))
                            (addScore P1 1)
                        )
                    )
                )
            )
            (end {(if (!= 0 (score P1)) (result P1 Win)) (if (> (count Moves) 100) (result P2 Win))})
        )
        }
    )
)"#;

/// New pieces where none of the own are around, then jumps over rows of any pieces or none, unless someone proposes to stop.
const SETTLERS: &str = r#"
(game "Settlers"
    (players 2)
    (equipment {(board (hex 3)) (piece "Hut" Each)})
    (rules
        (play
            (priority
                (move Add (to (sites Empty) if:(= 0 (count Sites in:(sites Around (to) Own)))))
                (or
                    (forEach Piece
                        (move Hop (between (range 0 9) if:(is Occupied (between))) (to if:(is Empty (to))))
                    )
                    (move Propose "Enough" (then (if (is Proposed "Enough") (set Score Mover 1))))
                )
            )
        )
        (end {(if (is Proposed "Enough") (result Next Win)) (if (> (count Moves) 60) (result Mover Draw))})
    )
)"#;

/// Discs that change places with those of the other player unless these stand in line, that step off the track when they have
/// done so, and that anyone may fetch from a pool or take out of it.
const BARTER: &str = r#"
(game "Barter"
    (players 2)
    (equipment {
        (board (rectangle 3 5) {
            (track "Track1" {0..14} P1 directed:True)
            (track "Track2" {14..0} P2 directed:True)
        })
        (dice d:3 num:1)
        (regions "Pool" (sites {6 8}))
        (piece "Disc" Each
            (or {
                (if (and (= 1 (state at:(from))) (= 3 (count Pips)))
                    (move Step (to if:(not (is Friend (who at:(to)))) (apply if:(is Enemy (who at:(to))) (remove (to)))))
                )
                (if
                    (and
                        (is Enemy (who at:(trackSite Move steps:(count Pips))))
                        (not (is Line 2 Orthogonal through:(trackSite Move steps:(count Pips))))
                    )
                    (move Swap Pieces
                        (from)
                        (trackSite Move steps:(count Pips))
                        (then (set State at:(last To) 1))
                    )
                )
                (if (is Empty (trackSite Move steps:(count Pips))) (move (from) (to (trackSite Move steps:(count Pips)))))
            })
        )
    })
    (rules
        (start {(place "Disc1" (sites {0 1 3 4})) (place "Disc2" (sites {9 10 12 14}))})
        (play
            (do (roll)
                next:(or {
                    (forEach Piece)
                    (if (= 1 (count Pips)) (move (from (sites "Pool")) (to (sites {5 7}) if:(is Empty (to)))))
                    (if (= 2 (count Pips)) (move Remove (sites "Pool")))
                    (move Pass)
                })
            )
        )
        (end (if (no Pieces Next) (result Mover Win)))
    )
)"#;

/// Ships that slide along tracks which meet the same sites twice, as far as one of two dice says, once they are launched.
const CIRCUIT: &str = r#"
(game "Circuit"
    (players 2)
    (equipment {
        (board (rectangle 3 5) {
            (track "Track1" {0..4 9..5 10..14 9..5} loop:True P1)
            (track "Track2" {10..14 9..5 0..4 9..5} loop:True P2)
        })
        (dice d:3 num:2)
        (piece "Ship" P1
            (if (or (= 1 (state at:(from))) (= 1 (pips)))
                (move Slide "Track1"
                    (between (exact (pips)) if:(is Empty (between)))
                    (to if:(is Enemy (who at:(to))) (apply if:(not (is Friend (who at:(to)))) (remove (to))))
                    (then (if (= 0 (state at:(last To))) (set State at:(last To) 1)))
                )
            )
        )
        (piece "Ship" P2
            (if (or (= 1 (state at:(from))) (= 1 (pips)))
                (move Slide "Track2"
                    (between (exact (pips)) if:(is Empty (between)))
                    (to if:(is Enemy (who at:(to))) (apply if:(not (is Friend (who at:(to)))) (remove (to))))
                    (then (if (= 0 (state at:(last To))) (set State at:(last To) 1)))
                )
            )
        )
    })
    (rules
        (start {(place "Ship1" (sites {0..4})) (place "Ship2" (sites {10..14}))})
        (play
            (do (if (not (is Prev Mover)) (roll))
                next:(if
                    (can Move (forEach Die if:(!= (pips) 0) (forEach Piece)))
                    (forEach Die if:(!= (pips) 0) (forEach Piece) (then (if (not (all DiceUsed)) (moveAgain))))
                    (move Pass)
                )
            )
        )
        (end (if (no Pieces Next) (result Mover Win)))
    )
)"#;

/// Sticks with values of their own in stacks: one that is hit goes back to where its value says, and loses it.
const HEIRLOOMS: &str = r#"
(game "Heirlooms"
    (players 2)
    (equipment {
        (board (rectangle 2 5) {(track "Round" {0..4 9..5} loop:True)})
        (dice d:3 num:1)
        (piece "Stick" Each
            (move
                (from (from) level:(level))
                (to
                    (trackSite Move from:(from) "Round" steps:(count Pips))
                    (apply if:(is Enemy (who at:(to))) (fromTo (from (to)) (to (value Piece at:(to)))))
                )
            )
        )
    })
    (rules
        (start {
            (place "Stick1" 0 state:1 value:7)
            (place "Stick1" 2 state:2 value:5)
            (place "Stick1" 3 value:9)
            (place "Stick2" 6 state:1 value:4)
            (place "Stick2" 8 value:1)
            (place "Stick2" 9 state:3 value:2)
        })
        (play (do (roll) next:(forEach Piece)))
        (end
            (if
                (and (= 2 (size Stack at:(last To))) (= (last To) (value Piece at:(last To))))
                (result Mover Win)
            )
        )
    )
)"#;

/// Variables are set for each piece before its moves, which are tried out against them, or read them.
const GATHERERS: &str = r#"
(game "Gatherers"
    (players 2)
    (equipment {
        (board (hex Hexagon 4) use:Cell)
        (piece "Disc" Each)
        (piece "Ring" Each)
    })
    (rules
        (start {
            (place "Disc1" {0 5 11 24}) (place "Ring1" {8 30})
            (place "Disc2" {3 14 20 36}) (place "Ring2" {18 27})
        })
        (play (or
            (forEach Piece "Disc"
                (do
                    (set Var "Size" (size Group at:(from)))
                    next:(do
                        (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
                        ifAfterwards:(>= (size Group at:(last To)) (var "Size"))
                    )
                )
            )
            (forEach Piece "Ring"
                (do
                    (set Var "Near" (count Sites in:(sites Around (from) Own))
                        (then (set Var "Here" (from)))
                    )
                    next:(move Step
                        (to if:(and
                            (is Empty (to))
                            (<= (var "Near")
                                (count Sites in:(difference (sites Around (to) Own) (sites {(var "Here")})))
                            )
                        ))
                    )
                )
            )
        ))
        (end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 60) (result Mover Draw))})
    )
)"#;

/// Balls on top of others, of which those with nothing on top climb, where three or four carry them.
const PYRAMID: &str = r#"
(define "NothingOn" (if (!= (from) (ahead (from) #1)) (is Empty (ahead (from) #1)) True))
(game "Pyramid"
    (players 2)
    (equipment {
        (board (square 4 pyramidal:True) use:Vertex)
        (piece "Ball" Each)
        (hand Each)
    })
    (rules
        (start (place "Ball" "Hand" count:12))
        (play (or
            (do
                (move
                    (from (sites Occupied by:Mover)
                        if:(and {("NothingOn" UNE) ("NothingOn" USE) ("NothingOn" USW) ("NothingOn" UNW)})
                    )
                    (to (sites Empty) if:(and (is Flat) (< (layer of:(from)) (layer of:(to)))))
                )
                ifAfterwards:(is Flat (last To))
            )
            (move
                (from (sites Occupied by:Mover container:(mover)))
                (to (sites Empty) if:(is Flat))
            )
        ))
        (end (if (= (layer of:(last To)) 3) (result Mover Win)))
    )
)"#;

fn compile(description: &Description) -> LudGame {
    let loaded = load(description, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    LudGame::new(&loaded.tree, 0).unwrap_or_else(|error| panic!("{}: {error}", description.path))
}

fn written(name: &str, text: &str) -> LudGame {
    let defines = Arc::clone(Library::embedded().unwrap().defines());
    compile(&Description { path: name.to_owned(), text: text.to_owned(), defines })
}

/// The carried games and those above.
fn games() -> Vec<LudGame> {
    let library = Library::embedded().unwrap();
    let carried = library.games().iter().map(|name| compile(&library.read(name).unwrap()));
    let own = [
        ("Small Chess", SMALL_CHESS),
        ("Movers", MOVERS),
        ("Runners", RUNNERS),
        ("Stacks", STACKS),
        ("Towers", TOWERS),
        ("Flips", FLIPS),
        ("Morris", MORRIS),
        ("Blocked", BLOCKED),
        ("Seeds", SEEDS),
        ("Relay", RELAY),
        ("Captures", CAPTURES),
        ("Marks", MARKS),
        ("Hunt", HUNT),
        ("Piles", PILES),
        ("Herd", HERD),
        ("Choices", CHOICES),
        ("Wide", WIDE),
        ("Parting", PARTING),
        ("Rows", ROWS),
        ("Pegs", PEGS),
        ("Converts", CONVERTS),
        ("Pincers", PINCERS),
        ("Draughts", DRAUGHTS),
        ("Chains", CHAINS),
        ("Crowd", CROWD),
        ("Race", RACE),
        ("Bearing Off", BEARING_OFF),
        ("Sticks", STICKS),
        ("Herder", HERDER),
        ("Throws", THROWS),
        ("Guides", GUIDES),
        ("Partners", PARTNERS),
        ("Late Captures", LATE_CAPTURES),
        ("Crossing", CROSSING),
        ("Doubles", DOUBLES),
        ("Between", BETWEEN),
        ("Latin", LATIN),
        ("Thinning", THINNING),
        ("Sights", SIGHTS),
        ("Ring Roads", RING_ROADS),
        ("Lengths", LENGTHS),
        ("Waiting", WAITING),
        ("Strides", STRIDES),
        ("Turrets", TURRETS),
        ("Crowning", CROWNING),
        ("Forfeits", FORFEITS),
        ("Turning", TURNING),
        ("Rivals", RIVALS),
        ("Trails", TRAILS),
        ("Builders", BUILDERS),
        ("Stored", STORED),
        ("Lights", LIGHTS),
        ("Conversions", CONVERSIONS),
        ("Lifelines", LIFELINES),
        ("Twofold", TWOFOLD),
        ("Tally", TALLY),
        ("Drift", DRIFT),
        ("Pinned", PINNED),
        ("Sinking", SINKING),
        ("Handfuls", HANDFULS),
        ("Counting", COUNTING),
        ("Banks", BANKS),
        ("Relief", RELIEF),
        ("Trail", TRAIL),
        ("Quarters", QUARTERS),
        ("Heaps", HEAPS),
        ("Wires", WIRES),
        ("Slopes", SLOPES),
        ("Vanes", VANES),
        ("Claims", CLAIMS),
        ("Bear", BEAR),
        ("Settlers", SETTLERS),
        ("Barter", BARTER),
        ("Circuit", CIRCUIT),
        ("Heirlooms", HEIRLOOMS),
        ("Gatherers", GATHERERS),
        ("Pyramid", PYRAMID),
    ];
    carried.chain(own.map(|(name, text)| written(name, text))).collect()
}

/// Ludii's games where they are at hand, as far as they are supported.
fn reference_games() -> Vec<LudGame> {
    let Some(reference) = std::env::var_os("HALFLING_LUDII_REFERENCE").map(PathBuf::from) else {
        println!("skipped: HALFLING_LUDII_REFERENCE is not set");
        return Vec::new();
    };
    let mut trees = golden_tree::list(&reference, "trees", ".tree.gz").unwrap();
    let wanted = std::env::var("HALFLING_GAMES").ok();
    if let Some(wanted) = &wanted {
        trees.retain(|(name, _)| wanted.split(',').any(|part| name.contains(part)));
        assert!(!trees.is_empty(), "no game has any of {wanted} in its name");
    }
    let takes_all = wanted.is_some() || std::env::var_os("HALFLING_COMPLETE").is_some();
    let sample = trees.into_iter().step_by(if takes_all { 1 } else { STRIDE });
    sample.filter_map(|(_, tree)| LudGame::new(&golden_tree::read(&tree).unwrap(), 0).ok()).collect()
}

/// A position after so many random moves, or none if the game is over by then.
fn position(game: &LudGame, plies: u32, workspace: &mut Workspace, rng: &mut Random) -> Option<State> {
    let mut state = game.start(workspace, rng);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Turn::Player(seat) = game.turn(&state) else { return None };
        moves.clear();
        game.legal_moves(&state, seat, workspace, &mut moves);
        let chosen = moves[rng.random_range(0..moves.len())];
        game.apply(&mut state, chosen, workspace, rng);
    }
    (game.turn(&state) != Turn::Over).then_some(state)
}

/// How a move is drawn.
#[derive(Debug, Clone, Copy)]
enum Draw {
    /// As the rules draw one move.
    Sample,
    /// As a play-out begins.
    FirstOfPlayout,
}

/// Draws moves of a position and holds them against the listed ones. A move that is not listed fails at once.
fn first_moves(game: &LudGame, state: &State, draw: Draw, workspace: &mut Workspace, rng: &mut Random) -> ChiSquared {
    let mut moves = Vec::new();
    game.legal_moves(state, Seat(0), workspace, &mut moves);
    if moves.len() > MOST_MOVES {
        return ChiSquared::default();
    }
    let mut cells: HashMap<LudMove, usize> = HashMap::new();
    let mut weights: Vec<f64> = Vec::new();
    for &listed in &moves {
        let next = weights.len();
        let cell = *cells.entry(listed).or_insert(next);
        if cell == next {
            weights.push(0.0);
        }
        weights[cell] += 1.0;
    }
    let mut counts = vec![0; weights.len()];
    let mut scratch = Scratch::default();
    let mut played = state.clone();
    let mut trace = Vec::new();
    for _ in 0..DRAWS * moves.len() {
        played.clone_from(state);
        let chosen = match draw {
            Draw::Sample => Context::new(game.rules(), &mut played, &mut scratch).sample(rng),
            Draw::FirstOfPlayout => {
                trace.clear();
                game.playout(&mut played, PlayoutLimit { plies: 1 }, workspace, rng, Some(&mut trace));
                trace[0].1
            }
        };
        let name = &game.info().name;
        let cell = cells.get(&chosen).unwrap_or_else(|| panic!("{name}: {} is not listed", game.key(state, chosen)));
        counts[*cell] += 1;
    }
    let expected: Vec<f64> = weights.iter().map(|weight| weight * DRAWS as f64).collect();
    ChiSquared::of(&counts, &expected)
}

/// Compares first moves in several positions of a game; the failure, if any.
fn check_first_moves(game: &LudGame) -> Option<String> {
    let mut workspace = game.workspace();
    let mut rng = random_from_seed(11);
    for draw in [Draw::Sample, Draw::FirstOfPlayout] {
        let mut sum = ChiSquared::default();
        let mut compared = 0;
        for attempt in 0..4 * POSITIONS as u32 {
            let plies = if compared == 0 { 0 } else { (attempt * 7) % 41 };
            if let Some(state) = position(game, plies, &mut workspace, &mut rng) {
                sum.add(first_moves(game, &state, draw, &mut workspace, &mut rng));
                compared += 1;
            }
            if compared == POSITIONS {
                break;
            }
        }
        if sum.tail() < ALARM {
            return Some(format!("{} ({draw:?}): {sum:?}, p = {:.1e}", game.info().name, sum.tail()));
        }
    }
    None
}

#[test]
fn drawn_moves_are_uniform_over_the_listed_ones() {
    let failures: Vec<_> = games().iter().filter_map(check_first_moves).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn drawn_moves_of_reference_games_are_uniform_over_the_listed_ones() {
    let failures: Vec<_> = reference_games().iter().filter_map(check_first_moves).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The ways in which moves are drawn, each with how a game that uses it is told.
fn kinds(game: &LudGame) -> Vec<&'static str> {
    let rules = game.rules();
    let mut kinds: Vec<&'static str> = rules
        .leaves
        .iter()
        .filter(|node| node.is_decision)
        .filter_map(|node| match node.leaf {
            Leaf::Add(_) => Some("add"),
            Leaf::Step(_) => Some("step"),
            Leaf::Slide(_) => Some("slide"),
            Leaf::Hop(_) => Some("hop"),
            Leaf::Leap(_) => Some("leap"),
            Leaf::FromTo(_) => Some("from-to"),
            Leaf::Select(_) => Some("select"),
            Leaf::Remove(_) => Some("remove"),
            Leaf::Satisfy(_) => Some("satisfy"),
            Leaf::TrackSlide(_) => Some("track"),
            _ => None,
        })
        .collect();
    if rules.phases.iter().any(|phase| matches!(phase.play, MovesFn::Filter(_))) {
        kinds.push("filter");
    }
    if !rules.dice.is_empty() {
        kinds.push("die");
    }
    kinds
}

#[test]
fn every_way_of_drawing_is_among_the_games() {
    let mut found: HashMap<&str, Vec<String>> = HashMap::new();
    for game in games() {
        for kind in kinds(&game) {
            found.entry(kind).or_default().push(game.info().name.clone());
        }
    }
    println!("{found:#?}");
    for kind in
        ["add", "step", "slide", "hop", "leap", "from-to", "select", "remove", "satisfy", "track", "filter", "die"]
    {
        assert!(found.contains_key(kind), "no game draws by {kind}");
    }
}

/// A compiled game whose play-outs list all moves, as those of any game do that has no way of its own.
struct Listing<'g>(&'g LudGame);

impl Game for Listing<'_> {
    type State = State;
    type Move = LudMove;
    type Workspace = Workspace;

    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn workspace(&self) -> Workspace {
        self.0.workspace()
    }

    fn start(&self, workspace: &mut Workspace, rng: &mut Random) -> State {
        self.0.start(workspace, rng)
    }

    fn turn(&self, state: &State) -> Turn {
        self.0.turn(state)
    }

    fn legal_moves(&self, state: &State, seat: Seat, workspace: &mut Workspace, moves: &mut Vec<LudMove>) {
        self.0.legal_moves(state, seat, workspace, moves);
    }

    fn apply(&self, state: &mut State, chosen: LudMove, workspace: &mut Workspace, rng: &mut Random) {
        self.0.apply(state, chosen, workspace, rng);
    }

    fn utilities(&self, state: &State) -> Utilities {
        self.0.utilities(state)
    }

    fn hash(&self, state: &State) -> u64 {
        self.0.hash(state)
    }

    fn move_text(&self, state: &State, chosen: LudMove) -> String {
        self.0.move_text(state, chosen)
    }

    fn state_text(&self, state: &State) -> String {
        self.0.state_text(state)
    }
}

/// Plies after which a compared play-out is cut.
const CUT: u32 = 400;
/// Most play-outs of a side, and plies after which there are enough.
const PLAYOUTS: usize = 600;
const PLIES: u64 = 16_000;

/// Play-outs from the start: so many, or until they have had enough plies.
fn play<G: Game>(game: &G, most: usize, enough: u64, seed: u64) -> Vec<Playout> {
    let mut rng = random_from_seed(seed);
    let mut workspace = game.workspace();
    let mut plies = 0;
    let mut played = Vec::new();
    while played.len() < most && plies < enough {
        let mut state = game.start(&mut workspace, &mut rng);
        let playout = game.playout(&mut state, PlayoutLimit { plies: CUT }, &mut workspace, &mut rng, None);
        plies += u64::from(playout.plies);
        played.push(playout);
    }
    played
}

/// Compares lengths and results of play-outs with those that list; the failure, if any.
fn check_playouts(game: &LudGame) -> Option<String> {
    let listed = play(&Listing(game), PLAYOUTS, PLIES, 21);
    let drawn = play(game, listed.len(), u64::MAX, 22);
    assert_eq!(listed.len(), drawn.len());
    let name = &game.info().name;
    // Lengths in classes that hold about as many play-outs each.
    let mut lengths: Vec<u32> = listed.iter().chain(&drawn).map(|playout| playout.plies).collect();
    lengths.sort_unstable();
    let mut bounds: Vec<u32> = (1..8).map(|part| lengths[lengths.len() * part / 8]).collect();
    bounds.dedup();
    let by_length = |playouts: &[Playout]| {
        let mut counts = vec![0; bounds.len() + 1];
        for playout in playouts {
            counts[bounds.partition_point(|&bound| bound <= playout.plies)] += 1;
        }
        counts
    };
    let of_lengths = ChiSquared::of_two(&by_length(&listed), &by_length(&drawn));
    let result = |playout: &Playout| {
        let first = playout.utilities[Seat(0)];
        (playout.finished, (first * 100.0) as i32)
    };
    let mut results: Vec<_> = listed.iter().chain(&drawn).map(result).collect();
    results.sort_unstable();
    results.dedup();
    let by_result = |playouts: &[Playout]| -> Vec<u64> {
        results.iter().map(|wanted| playouts.iter().filter(|&p| result(p) == *wanted).count() as u64).collect()
    };
    let of_results = ChiSquared::of_two(&by_result(&listed), &by_result(&drawn));
    for (what, found) in [("lengths", of_lengths), ("results", of_results)] {
        if found.tail() < ALARM {
            return Some(format!("{name}, {what} of {} play-outs: {found:?}, p = {:.1e}", drawn.len(), found.tail()));
        }
    }
    None
}

#[test]
fn playouts_are_as_long_and_end_as_those_that_list() {
    let failures: Vec<_> = games().iter().filter_map(check_playouts).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn playouts_of_reference_games_are_as_long_and_end_as_those_that_list() {
    let failures: Vec<_> = reference_games().iter().filter_map(check_playouts).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Plays out with a trace, makes the same moves by the rules, and compares the positions; the failure, if any.
fn check_positions(game: &LudGame) -> Option<String> {
    // What a game leaves to chance is drawn anew when its moves are made again.
    if game.info().stochastic {
        return check_plies(game);
    }
    let name = &game.info().name;
    let mut workspace = game.workspace();
    for seed in 0..12 {
        let mut rng = random_from_seed(100 + seed);
        let start = game.start(&mut workspace, &mut rng);
        let mut played = start.clone();
        let mut trace = Vec::new();
        let plies = if seed % 2 == 0 { CUT } else { 3 + seed as u32 * 7 };
        game.playout(&mut played, PlayoutLimit { plies }, &mut workspace, &mut rng, Some(&mut trace));
        let mut made = start;
        for &(seat, chosen) in &trace {
            let mut moves = Vec::new();
            game.legal_moves(&made, seat, &mut workspace, &mut moves);
            if !moves.contains(&chosen) {
                return Some(format!("{name}: {} is not legal after {} moves", game.key(&made, chosen), made.moves));
            }
            game.apply(&mut made, chosen, &mut workspace, &mut rng);
        }
        // The next lot is drawn by whoever asks for it.
        made.chance = played.chance;
        if made != played {
            return Some(format!("{name}: after {} moves\n{played:?}\n{made:?}", trace.len()));
        }
    }
    None
}

/// Plays plies of a game by dice one by one, makes each of them by the rules after the same roll, and compares the positions;
/// the failure, if any.
fn check_plies(game: &LudGame) -> Option<String> {
    if game.shortcut() != Some("racing") {
        return None;
    }
    let name = &game.info().name;
    let mut workspace = game.workspace();
    for seed in 0..6 {
        let mut rng = random_from_seed(100 + seed);
        let mut state = game.start(&mut workspace, &mut rng);
        for _ in 0..400 {
            let Turn::Player(seat) = game.turn(&state) else { break };
            let mut made = state.clone();
            let mut trace = Vec::new();
            game.playout(&mut state, PlayoutLimit { plies: 1 }, &mut workspace, &mut rng, Some(&mut trace));
            let Some(&(_, chosen)) = trace.first() else { break };
            let mut moves = Vec::new();
            game.legal_moves(&made, seat, &mut workspace, &mut moves);
            if !moves.contains(&chosen) {
                return Some(format!("{name}: {} is not legal after {} moves", game.key(&made, chosen), made.moves));
            }
            game.apply(&mut made, chosen, &mut workspace, &mut rng);
            // The next lot is drawn by whoever asks for it.
            made.chance = state.chance;
            made.next_faces.clone_from(&state.next_faces);
            if made != state {
                return Some(format!("{name}: after {} moves\n{state:?}\n{made:?}", made.moves));
            }
        }
    }
    None
}

#[test]
fn playouts_leave_positions_as_the_rules_do() {
    let failures: Vec<_> = games().iter().filter_map(check_positions).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn playouts_of_reference_games_leave_positions_as_the_rules_do() {
    let failures: Vec<_> = reference_games().iter().filter_map(check_positions).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_shortcut_is_among_the_games() {
    let games = games();
    let found: Vec<_> = games.iter().filter_map(LudGame::shortcut).collect();
    for shortcut in
        ["placement", "dropping", "shooting", "flipping", "surrounding", "stepping", "sowing", "racing", "filling"]
    {
        assert!(found.contains(&shortcut), "no game plays out by {shortcut}");
    }
    let stepping = [
        "Morris", "Blocked", "Hunt", "Piles", "Herd", "Choices", "Wide", "Parting", "Rows", "Pegs", "Converts",
        "Pincers", "Draughts", "Chains", "Waiting", "Strides", "Pinned", "Forfeits", "Turning", "Crowning",
    ];
    for name in stepping {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("stepping"), "{name}");
    }
    for name in ["Crowd", "Race", "Bearing Off", "Sticks", "Herder", "Throws", "Guides", "Partners"] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("racing"), "{name}");
    }
    for name in ["Seeds", "Relay", "Captures", "Marks", "Rivals", "Trails"] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("sowing"), "{name}");
    }
    for name in ["Lengths", "Banks", "Quarters"] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("filling"), "{name}");
    }
    for (name, shortcut) in [("Counting", "placement"), ("Sinking", "dropping"), ("Handfuls", "dropping")] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some(shortcut), "{name}");
    }
    let late = games.iter().find(|game| game.info().name == "Late Captures");
    assert_eq!(late.and_then(LudGame::shortcut), Some("surrounding"));
}
