//! Quality-based rewards, Tables 1 and 2: relative and qualitative bonus over six games.

use super::{Cell, Extent, Pairing, Plan};

/// A row: game, k of the relative bonus with its figure, k of the qualitative bonus with its figure, and the quality measure.
type Row = (&'static str, (f64, f64, f64), (f64, f64, f64), &'static str);

const ROWS: [Row; 6] = [
    ("Amazons", (2.2, 54.74, 1.38), (1.6, 64.52, 1.33), "mobility"),
    ("Breakthrough", (8.0, 50.04, 1.39), (2.0, 74.84, 1.20), "material"),
    ("Cannon", (3.0, 62.83, 1.34), (4.0, 65.93, 1.31), "material"),
    ("Checkers", (2.8, 52.11, 0.79), (2.0, 53.82, 0.76), "material"),
    ("Chinese Checkers", (1.2, 56.76, 1.37), (2.8, 65.70, 1.32), "home"),
    ("Pentalath", (1.0, 51.44, 1.39), (1.6, 46.64, 1.38), "row"),
];

/// The base agent. The paper found its constant by experiment and does not give it.
const UCT: &str = "uct(c=0.8)";

/// The plan.
#[must_use]
pub fn quality() -> Plan {
    let mut cells = Vec::new();
    for (game, (relative, win, half), (qualitative, quality_win, quality_half), measure) in ROWS {
        let mut add = |column: &str, part: String, paper| {
            let pairing = Pairing { game, agent: format!("{UCT}+{part}"), against: UCT.to_owned(), time: None };
            cells.push(Cell { row: game, column: column.to_owned(), pairing, paper });
        };
        add("RB, online a′", format!("rb(k={relative})"), Some((win, half)));
        add("RB, a = 0.25", format!("rb(k={relative},a=0.25)"), None);
        let bonus = |a: &str| format!("qb(k={qualitative},quality={measure}{a})");
        add("QB, online a′", bonus(""), Some((quality_win, quality_half)));
        add("QB, a = 0.25", bonus(",a=0.25"), None);
    }
    Plan {
        slug: "quality",
        title: "Quality-based rewards (Tables 1 and 2)",
        notes: "Against plain UCT under the same limit. The columns for a = 0.25 are empty in the paper. Material is the winner's pieces less the \
                loser's in all games; the paper counts the winner's alone in Checkers. Mobility is the winner's number of moves. In Chinese Checkers \
                and Pentalath the quality is 1/(1 + n), n being the loser's pieces that have arrived, or its longest row that may still grow to five.",
        cells,
        full: Extent { games: 5000, time: 1.0 },
        quick: Extent { games: 12, time: 0.02 },
    }
}
