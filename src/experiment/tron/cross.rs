//! Who scored how much against whom.

use crate::run::Tally;
use crate::stats::{Interval, wilson};

/// Points and games of every agent against every other.
#[derive(Debug, Clone, PartialEq)]
pub struct Cross {
    cells: Vec<Vec<(f64, f64)>>,
}

impl Cross {
    /// The table of a run between `count` agents.
    #[must_use]
    pub fn of(tally: &Tally, count: usize) -> Self {
        let row = |first: usize| (0..count).map(|second| tally.against(first, second)).collect();
        Self { cells: (0..count).map(row).collect() }
    }

    /// Several tables added up. There is at least one.
    #[must_use]
    pub fn sum(tables: &[Self]) -> Self {
        let mut sum = tables[0].clone();
        for table in &tables[1..] {
            for (own, other) in sum.cells.iter_mut().flatten().zip(table.cells.iter().flatten()) {
                own.0 += other.0;
                own.1 += other.1;
            }
        }
        sum
    }

    /// The share of the points of one agent against another.
    #[must_use]
    pub fn cell(&self, first: usize, second: usize) -> Interval {
        self.group(&[first], &[second])
    }

    /// The share of the points of one agent against all others.
    #[must_use]
    pub fn total(&self, agent: usize) -> Interval {
        let others: Vec<usize> = (0..self.cells.len()).filter(|&other| other != agent).collect();
        self.group(&[agent], &others)
    }

    /// The share of the points of one group of agents against another. Draws count one half, for which Wilson's interval is
    /// too wide rather than too narrow.
    #[must_use]
    pub fn group(&self, group: &[usize], others: &[usize]) -> Interval {
        let (points, games) = self.count(group, others);
        wilson(points, games as u64)
    }

    /// Points and games of one group of agents against another.
    #[must_use]
    pub fn count(&self, group: &[usize], others: &[usize]) -> (f64, f64) {
        let cells = group.iter().flat_map(|&first| others.iter().map(move |&second| self.cells[first][second]));
        cells.fold((0.0, 0.0), |(points, games), cell| (points + cell.0, games + cell.1))
    }

    #[cfg(test)]
    pub(super) fn from_cells(cells: Vec<Vec<(f64, f64)>>) -> Self {
        Self { cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_add_up() {
        let table = Cross::from_cells(vec![vec![(0.0, 0.0), (6.0, 10.0)], vec![(4.0, 10.0), (0.0, 0.0)]]);
        let both = Cross::sum(&[table.clone(), table.clone()]);
        assert_eq!(both.count(&[0], &[1]), (12.0, 20.0));
        assert!((both.total(1).value - 0.4).abs() < 1e-12);
        assert!(both.cell(0, 1).half_width() < table.cell(0, 1).half_width());
    }
}
