//! Putrich, Tavares and Meneguzzi (2023), Table 2: UCT√SH against UCT in five board games at three thinking times.

use super::{Cell, Extent, Pairing, Plan};

/// Games and thinking times of which the text names the figure.
const NAMED: [(&str, f64, f64); 5] = [
    ("Pentalath", 0.5, 51.7),
    ("Pentalath", 2.0, 66.8),
    ("NoGo", 2.0, 79.6),
    ("Breakthrough", 2.0, 66.9),
    ("Amazons", 2.0, 70.1),
];

/// Half-width of the interval of a share of about 60 % in the paper's 1,000 games.
const PAPER_HALF: f64 = 3.1;

/// The plan.
#[must_use]
pub fn five_board_games() -> Plan {
    let mut cells = Vec::new();
    for game in ["Amazons", "Atari Go", "Breakthrough", "NoGo", "Pentalath"] {
        for time in [0.5, 1.0, 2.0] {
            let named = NAMED.iter().find(|(name, seconds, _)| *name == game && *seconds == time);
            cells.push(Cell {
                row: game,
                column: format!("{time} s"),
                pairing: Pairing { game, agent: "uct-sqrt-sh".to_owned(), against: "uct".to_owned(), time: Some(time) },
                paper: named.map(|(_, _, share)| (*share, PAPER_HALF)),
            });
        }
    }
    Plan {
        slug: "five-board-games",
        title: "UCT√SH against UCT in five board games (Putrich et al. 2023, Table 2)",
        notes: "The table's figures are not in the text that we have; those that its paragraphs name are given, with the interval of \
                1,000 games. The fifth game is our guess. The thinking times are the paper's in the full form, and a fiftieth of \
                them in the quick one. Our engine makes many times as many simulations in the same time as Ludii's.",
        cells,
        full: Extent { games: 1000, time: 1.0 },
        quick: Extent { games: 24, time: 0.02 },
    }
}
