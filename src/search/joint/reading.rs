//! Reading average strategies out of a finished search.

use super::search::JointSearch;
use super::tree::{List, NONE, ROOT, Tree};
use crate::game::{Game, Seat};

/// A position of a searched tree, for games without chance.
#[derive(Clone, Copy)]
pub struct View<'a, M> {
    tree: &'a Tree<M>,
    node: u32,
}

impl<G: Game> JointSearch<G> {
    /// The position that was searched last; `None` before the first search.
    #[must_use]
    pub fn root(&self) -> Option<View<'_, G::Move>> {
        (!self.tree.nodes.is_empty()).then_some(View { tree: &self.tree, node: ROOT })
    }
}

impl<M: Copy + Eq> View<'_, M> {
    /// Simulations that passed through.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.tree.nodes[self.node as usize].visits
    }

    /// The average strategy of a seat: its moves with the share of the visits that each had. `None` where the seat does not
    /// choose here, or nothing was tried.
    #[must_use]
    pub fn strategy(&self, seat: Seat) -> Option<Vec<(M, f64)>> {
        let actions = &self.tree.actions[self.list(seat)?.range()];
        let total: f64 = actions.iter().map(|action| f64::from(action.visits)).sum();
        let share = |visits: u32| f64::from(visits) / total;
        (total > 0.0).then(|| actions.iter().map(|action| (action.chosen, share(action.visits))).collect())
    }

    /// The mean utility of a seat over all simulations that passed through.
    #[must_use]
    pub fn value(&self, seat: Seat) -> Option<f64> {
        let actions = &self.tree.actions[self.list(seat)?.range()];
        let (sum, visits) = actions
            .iter()
            .fold((0.0, 0.0), |(sum, visits), action| (sum + action.sum, visits + f64::from(action.visits)));
        (visits > 0.0).then(|| 2.0 * sum / visits - 1.0)
    }

    /// The position after one move of every seat that chooses here, in seat order, if the tree has it.
    #[must_use]
    pub fn after(&self, chosen: &[M]) -> Option<Self> {
        let mut combination = 0;
        for (place, chosen) in (0..self.tree.width(self.node)).zip(chosen) {
            let list = self.tree.list(self.node, place);
            let index = self.tree.actions[list.range()].iter().position(|action| action.chosen == *chosen)?;
            combination += index as u32 * list.stride;
        }
        let cell = self.tree.find_cell(self.node, combination, 0)?;
        let node = self.tree.cells[cell as usize].child;
        (node != NONE && self.tree.width(node) > 0).then_some(Self { tree: self.tree, node })
    }

    fn list(&self, seat: Seat) -> Option<List> {
        (0..self.tree.width(self.node)).map(|place| self.tree.list(self.node, place)).find(|list| list.seat == seat)
    }
}
