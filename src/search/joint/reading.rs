//! What a search over joint turns has found: the move to play, and average strategies.

use super::actions::{Action, List};
use super::params::Rule;
use super::search::{JointSearch, Scene};
use super::tree::{CHILD, ROOT, Tree};
use crate::game::{Game, Random, Seat};
use crate::search::analysis::{Analysis, MoveReport, Stop};
use crate::search::pace::Pace;
use crate::search::signal::Glance;
use rand::RngExt;

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
        (self.tree.nodes > 0).then_some(View { tree: &self.tree, node: ROOT })
    }

    pub(super) fn glance(&self, seat: Seat) -> Glance {
        let Some(list) = self.own_list(seat) else { return Glance::default() };
        let actions = self.tree.actions(&list);
        Glance {
            value: (2.0 * actions.mean() - 1.0) as f32,
            moves: actions.iter().map(|action| (action.visits, utility(&action))).collect(),
        }
    }

    /// The list of a seat at the root.
    pub(super) fn own_list(&self, seat: Seat) -> Option<List> {
        self.tree.lists(ROOT).find(|list| list.seat == seat)
    }

    /// The result; the move to play comes first.
    pub(super) fn analysis(&self, scene: &Scene<'_, G>, pace: &Pace, rng: &mut Random) -> Analysis<G::Move> {
        let seat = scene.first;
        let list = self.own_list(seat);
        let moves = list.map_or(&[][..], |list| self.tree.moves(&list));
        let actions: Vec<Action> = list.map_or_else(Vec::new, |list| self.tree.actions(&list).iter().collect());
        let mut order: Vec<usize> = (0..actions.len()).collect();
        let mean = |place: usize| utility(&actions[place]);
        order.sort_by(|&a, &b| {
            let by_mean = mean(b).total_cmp(&mean(a));
            let by_visits = actions[b].visits.cmp(&actions[a].visits);
            if scene.rule == Rule::Random { by_mean.then(by_visits) } else { by_visits.then(by_mean) }
        });
        if scene.is_mixed() {
            let total: u64 = actions.iter().map(|action| u64::from(action.visits)).sum();
            let mut point = if total > 0 { rng.random_range(0..total) } else { 0 };
            let drawn = order.iter().position(|&place| {
                let visits = u64::from(actions[place].visits);
                let here = point < visits;
                point = point.saturating_sub(visits);
                here
            });
            order[..=drawn.unwrap_or(0)].rotate_right(1);
        }
        let moves: Vec<MoveReport<G::Move>> = order
            .iter()
            .map(|&place| MoveReport {
                chosen: moves[place],
                visits: actions[place].visits,
                value: mean(place),
                proof: None,
            })
            .collect();
        Analysis {
            seat,
            principal_variation: moves.first().map(|report| report.chosen).into_iter().collect(),
            moves,
            iterations: pace.started(),
            time: pace.elapsed(),
            stop: pace.stop().unwrap_or(Stop::Iterations),
            nodes: self.tree.nodes,
            bytes: self.tree.bytes(),
            memory_full: self.tree.full,
            inherited: 0,
            mean_plies: pace.mean_plies(),
            depth: self.depth,
        }
    }
}

impl<M: Copy + Eq> View<'_, M> {
    /// Simulations that passed through.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.tree.visits(self.node)
    }

    /// The average strategy of a seat: its moves with the share of the visits that each had. `None` where the seat does not
    /// choose here, or nothing was tried.
    #[must_use]
    pub fn strategy(&self, seat: Seat) -> Option<Vec<(M, f64)>> {
        let list = self.list(seat)?;
        let visits: Vec<f64> = self.tree.actions(&list).iter().map(|action| f64::from(action.visits)).collect();
        let total: f64 = visits.iter().sum();
        let shares = self.tree.moves(&list).iter().zip(visits).map(|(&chosen, visits)| (chosen, visits / total));
        (total > 0.0).then(|| shares.collect())
    }

    /// The mean utility of a seat over all simulations that passed through.
    #[must_use]
    pub fn value(&self, seat: Seat) -> Option<f64> {
        let actions = self.tree.actions(&self.list(seat)?);
        actions.iter().any(|action| action.visits > 0).then(|| 2.0 * actions.mean() - 1.0)
    }

    /// The position after one move of every seat that chooses here, in seat order, if the tree has it.
    #[must_use]
    pub fn after(&self, chosen: &[M]) -> Option<Self> {
        let mut combination = 0;
        for (list, chosen) in self.tree.lists(self.node).zip(chosen) {
            let index = self.tree.moves(&list).iter().position(|known| known == chosen)?;
            combination += index as u32 * list.stride;
        }
        let cell = self.tree.find_cell(self.node, combination, 0)?;
        let node = self.tree.look(cell);
        (node >= CHILD && self.tree.width(node) > 0).then_some(Self { tree: self.tree, node })
    }

    fn list(&self, seat: Seat) -> Option<List> {
        self.tree.lists(self.node).find(|list| list.seat == seat)
    }
}

/// The mean utility of an action; 0 where it was never tried.
fn utility(action: &Action) -> f32 {
    if action.visits == 0 { 0.0 } else { 2.0 * action.mean - 1.0 }
}
