//! Finnsson (2012), Tables 1 and 2: early cutoffs and unexplored action urgency over ten games.

use super::{Cell, Extent, Pairing, Plan};

/// The base agent: UCT with a transposition table. The paper does not give its constant; that of the program it used is 0.4 on
/// rewards 0 to 1.
const UCT: &str = "uct(c=0.8)+tt";
const MAST: &str = "uct(c=0.8)+tt+mast(depth=1000000)";
const CADIA: &str = "uct(c=0.8)+tt+rave+mast(depth=1000000)+fast";

/// The base agents where both players move at once: decoupled UCT, as the paper's program has it, with the same constant on rewards
/// of 0 to 1. RAVE and FAST are not made for joint turns: there MAST alone stands for all three.
const JOINT_UCT: &str = "duct-max(c=0.4,t=0)";
const JOINT_MAST: &str = "duct-max(c=0.4,t=0)+mast(depth=1000000)";

/// What is added in each column, and to what.
const COLUMNS: [(&str, &str, &str); 7] = [
    ("EC vs UCT", "+ec", UCT),
    ("EC vs MAST", "+ec", MAST),
    ("UAU vs UCT", "+uau", UCT),
    ("UAU vs MAST", "+uau", MAST),
    ("EC+UAU vs UCT", "+ec+uau", UCT),
    ("EC+UAU vs MAST", "+ec+uau", MAST),
    ("EC+UAU vs RAVE/MAST/FAST", "+ec+uau", CADIA),
];

/// The games: the paper's name, ours, and the paper's figures by column.
type Row = (&'static str, &'static str, [Option<(f64, f64)>; 7]);

/// Those of them in which both players move at once.
const SIMULTANEOUS: [&str; 3] = ["battle", "chinook", "runners"];

const ROWS: [Row; 10] = [
    (
        "Amazons small",
        "Amazons 6x6",
        [
            None,
            None,
            Some((56.33, 5.62)),
            Some((56.67, 5.62)),
            Some((58.33, 5.57)),
            Some((60.67, 5.54)),
            Some((56.33, 5.62)),
        ],
    ),
    (
        "Battle",
        "battle",
        [
            Some((87.50, 3.62)),
            Some((73.33, 4.97)),
            Some((46.33, 5.52)),
            Some((54.00, 5.50)),
            Some((74.67, 4.80)),
            Some((74.67, 4.82)),
            Some((84.33, 3.99)),
        ],
    ),
    (
        "Breakthrough",
        "Breakthrough",
        [
            Some((53.00, 5.66)),
            Some((51.67, 5.66)),
            Some((44.33, 5.63)),
            Some((70.67, 5.16)),
            Some((52.33, 5.66)),
            Some((68.33, 5.27)),
            Some((73.33, 5.01)),
        ],
    ),
    (
        "Checkers",
        "Checkers",
        [
            Some((72.83, 4.79)),
            Some((74.33, 4.71)),
            Some((48.33, 5.41)),
            Some((52.00, 5.33)),
            Some((71.00, 4.87)),
            Some((71.33, 4.82)),
            Some((65.83, 5.12)),
        ],
    ),
    (
        "Chinook",
        "chinook",
        [
            Some((46.17, 5.49)),
            Some((52.17, 5.53)),
            Some((50.17, 5.56)),
            Some((63.67, 5.33)),
            Some((44.33, 5.48)),
            Some((63.83, 5.32)),
            Some((54.33, 5.47)),
        ],
    ),
    (
        "Knightthrough",
        "Knightthrough",
        [
            Some((54.67, 5.64)),
            Some((47.67, 5.66)),
            Some((51.33, 5.67)),
            Some((61.00, 5.53)),
            Some((48.00, 5.66)),
            Some((65.67, 5.38)),
            Some((85.00, 4.05)),
        ],
    ),
    (
        "Othello",
        "Othello",
        [
            None,
            None,
            Some((47.83, 5.54)),
            Some((58.50, 5.46)),
            Some((45.83, 5.58)),
            Some((54.67, 5.57)),
            Some((47.83, 5.52)),
        ],
    ),
    (
        "Pentago",
        "Pentago",
        [
            Some((53.33, 5.52)),
            Some((51.00, 5.53)),
            Some((45.17, 5.54)),
            Some((42.00, 5.46)),
            Some((47.67, 5.57)),
            Some((47.33, 5.60)),
            Some((45.67, 5.55)),
        ],
    ),
    (
        "Runners",
        "runners",
        [
            Some((58.17, 5.39)),
            Some((62.67, 5.34)),
            Some((59.50, 5.36)),
            Some((57.83, 5.41)),
            Some((62.17, 5.43)),
            Some((59.83, 5.47)),
            Some((56.17, 4.52)),
        ],
    ),
    (
        "Skirmish",
        "Skirmish",
        [
            Some((63.67, 5.13)),
            Some((67.67, 4.97)),
            Some((41.50, 5.26)),
            Some((45.17, 5.38)),
            Some((58.50, 5.28)),
            Some((61.67, 5.29)),
            Some((54.33, 5.41)),
        ],
    ),
];

/// The plan.
#[must_use]
pub fn finnsson() -> Plan {
    let mut cells = Vec::new();
    for (row, game, figures) in ROWS {
        for ((column, added, base), paper) in COLUMNS.into_iter().zip(figures) {
            let base = match (SIMULTANEOUS.contains(&game), base) {
                (false, base) => base,
                (true, UCT) => JOINT_UCT,
                (true, _) => JOINT_MAST,
            };
            let pairing = Pairing { game, agent: format!("{base}{added}"), against: base.to_owned(), time: None };
            cells.push(Cell { row, column: column.to_owned(), pairing, paper });
        }
    }
    Plan {
        slug: "finnsson",
        title: "Early cutoffs and unexplored action urgency (Finnsson 2012, Tables 1 and 2)",
        notes: "In place of GDL's goal values, early cutoffs look at each side's share of the pieces on the board. The paper leaves \
                out Amazons and Othello where cutoffs did not come into effect; here they may. FAST learns from which piece stands \
                where. In Battle, Chinook and Runners, where both move at once, the search is decoupled UCT, and MAST alone \
                stands for RAVE, MAST and FAST. The paper had 10 s a move on machines of 2011 with interpreted rules.",
        cells,
        full: Extent { games: 300, time: 10.0 },
        // A game takes 155 moves on average: 36 minutes of thinking, shared among the jobs.
        quick: Extent { games: 10, time: 0.02 },
    }
}
