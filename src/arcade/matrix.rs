//! Matrix games: two players choose once, at the same time, and a table says what each is paid.

use crate::game::{Game, GameInfo, Random, Seat, SeatSet, Turn, Utilities};

/// A zero-sum game of one joint turn.
#[derive(Debug)]
pub struct MatrixGame {
    info: GameInfo,
    rows: &'static [&'static str],
    columns: &'static [&'static str],
    /// What the first player is paid, row by row, in [−1, 1].
    payoffs: &'static [f32],
}

/// A choice: of a row or of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    is_column: bool,
    number: u8,
}

/// What was chosen, if it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen(Option<[u8; 2]>);

impl MatrixGame {
    /// Whoever guesses: the first player wins if both coins show the same side. Equilibrium: one half each, value 0.
    #[must_use]
    pub fn matching_pennies() -> Self {
        Self::new("matching-pennies", &["heads", "tails"], &["heads", "tails"], &[1.0, -1.0, -1.0, 1.0])
    }

    /// Rock, paper, scissors with unequal prizes (Shafiei, Sturtevant and Schaeffer 2009). Equilibrium: 1/16, 10/16, 5/16,
    /// value 0.
    #[must_use]
    pub fn biased_rps() -> Self {
        const NAMES: &[&str] = &["rock", "paper", "scissors"];
        Self::new("biased-rps", NAMES, NAMES, &[0.0, -0.5, 1.0, 0.5, 0.0, -0.1, -1.0, 0.1, 0.0])
    }

    /// Three rows, two columns; the last row is worse than the first whatever the other chooses. Without it the equilibrium is
    /// 2/5, 3/5 for the rows and 1/2, 1/2 for the columns; its value is 0.1.
    #[must_use]
    pub fn dominated_row() -> Self {
        const ROWS: &[&str] = &["top", "middle", "bottom"];
        Self::new("dominated-row", ROWS, &["left", "right"], &[0.7, -0.5, -0.3, 0.5, 0.4, -0.8])
    }

    fn new(
        name: &str,
        rows: &'static [&'static str],
        columns: &'static [&'static str],
        payoffs: &'static [f32],
    ) -> Self {
        let info = GameInfo {
            name: name.to_owned(),
            seats: 2,
            stochastic: false,
            simultaneous: true,
            max_plies: Some(1),
            outcomes: Vec::new(),
            rules_hash: crate::arcade::hash::of_text(name),
        };
        Self { info, rows, columns, payoffs }
    }

    /// What the first player is paid.
    #[must_use]
    pub fn payoff(&self, row: usize, column: usize) -> f32 {
        self.payoffs[row * self.columns.len() + column]
    }

    /// Numbers of rows and columns.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }
}

impl Line {
    /// Its number, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.number as usize
    }
}

impl Game for MatrixGame {
    type State = Chosen;
    type Move = Line;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), _rng: &mut Random) -> Chosen {
        Chosen(None)
    }

    fn turn(&self, state: &Chosen) -> Turn {
        if state.0.is_some() { Turn::Over } else { Turn::Joint(SeatSet::first(2)) }
    }

    fn legal_moves(&self, _state: &Chosen, seat: Seat, (): &mut (), moves: &mut Vec<Line>) {
        let is_column = seat.0 == 1;
        let count = if is_column { self.columns.len() } else { self.rows.len() };
        moves.extend((0..count as u8).map(|number| Line { is_column, number }));
    }

    fn apply(&self, _state: &mut Chosen, _chosen: Line, (): &mut (), _rng: &mut Random) {
        unreachable!("the only turn is joint")
    }

    fn apply_joint(&self, state: &mut Chosen, chosen: &[Line], (): &mut (), _rng: &mut Random) {
        *state = Chosen(Some([chosen[0].number, chosen[1].number]));
    }

    fn utilities(&self, state: &Chosen) -> Utilities {
        let paid = state.0.map_or(0.0, |[row, column]| self.payoff(row as usize, column as usize));
        Utilities::from_slice(&[paid, -paid])
    }

    fn hash(&self, state: &Chosen) -> u64 {
        state.0.map_or(0, |[row, column]| 1 + u64::from(row) * 16 + u64::from(column))
    }

    fn move_text(&self, _state: &Chosen, chosen: Line) -> String {
        let names = if chosen.is_column { self.columns } else { self.rows };
        names[chosen.index()].to_owned()
    }

    fn state_text(&self, state: &Chosen) -> String {
        match state.0 {
            None => format!("{}: both players choose", self.info.name),
            Some([row, column]) => {
                let paid = self.payoff(row as usize, column as usize);
                format!("{} against {}: {paid:+}", self.rows[row as usize], self.columns[column as usize])
            }
        }
    }
}
