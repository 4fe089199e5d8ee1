//! The steps of one simulation over joint turns: choosing, playing what was chosen, playing out, counting the result.

use super::choose;
use super::params::Rule;
use super::search::{JointSearch, Outcome, Pick, Scene, Scratch};
use super::tree::List;
use crate::game::{Game, MAX_SEATS, PlayoutLimit, Random, Seat, Turn, Utilities};
use crate::search::cutoff;
use crate::search::history::key;
use rand::RngExt;

impl<G: Game> JointSearch<G> {
    /// Chooses for every seat of a node; returns the number of the combination. The moves are left in
    /// `pending` where seats are asked one after the other, and else, all of them, in `moves`.
    #[inline]
    pub(super) fn choose(&mut self, scene: &Scene<'_, G>, node: u32, rng: &mut Random) -> u32 {
        let visits = self.tree.visits(node);
        let Self { tree, scratch, roots, .. } = self;
        let Scratch { picks, pending, moves, made, palate, .. } = scratch;
        let sequential = scene.is_sequential();
        moves.clear();
        let mut combination = 0;
        let mut take = |list: &List, place: usize, probability: f64| {
            combination += place as u32 * list.stride;
            let (place, action) = (place as u32, tree.action(list, place as u32));
            picks.push(Pick { seat: list.seat, place, action, probability });
            let chosen = tree.moves(list)[place as usize];
            if palate.is_some() {
                made.push((list.seat, key(chosen)));
            }
            if sequential {
                pending.push((list.seat, chosen));
            } else {
                moves.push(chosen);
            }
        };
        match scene.rule {
            Rule::Sequential(bound) | Rule::Decoupled(bound, _) if visits >= self.joint.threshold => {
                for list in tree.lists(node) {
                    let actions = tree.actions(&list);
                    take(&list, choose::by_bound(bound, actions, visits, scene.unexplored, roots, rng), 1.0);
                }
            }
            Rule::Exp3 { gamma, eta, .. } => {
                for list in tree.lists(node) {
                    let (place, probability) = choose::by_exp3(gamma, eta, tree.actions(&list), rng);
                    take(&list, place, probability);
                }
            }
            Rule::RegretMatching { gamma } => {
                for list in tree.lists(node) {
                    let (place, probability) = choose::by_regret(gamma, tree.actions(&list), rng);
                    take(&list, place, probability);
                }
            }
            Rule::Sequential(_) | Rule::Decoupled(..) | Rule::Random | Rule::Hybrid { .. } => {
                for list in tree.lists(node) {
                    take(&list, choose::any(list.count as usize, rng), 1.0);
                }
            }
        }
        combination
    }

    /// Plays the pending moves if they make up the turn; whether they did.
    #[inline]
    pub(super) fn advance(&mut self, scene: &Scene<'_, G>, turn: Turn, rng: &mut Random) -> bool {
        let Scratch { state, workspace, pending, moves, .. } = &mut self.scratch;
        let Some(state) = state else { return false };
        match turn {
            Turn::Joint(_) if !scene.is_sequential() => scene.game.apply_joint(state, moves, workspace, rng),
            Turn::Player(_) if !scene.is_sequential() => scene.game.apply(state, moves[0], workspace, rng),
            Turn::Joint(seats) => {
                if pending.len() < seats.len() {
                    return false;
                }
                pending.sort_unstable_by_key(|&(seat, _)| seat);
                moves.clear();
                moves.extend(pending.iter().map(|&(_, chosen)| chosen));
                scene.game.apply_joint(state, moves, workspace, rng);
            }
            Turn::Player(_) => scene.game.apply(state, pending[0].1, workspace, rng),
            Turn::Over => {}
        }
        pending.clear();
        true
    }

    /// Plays on at random, all seats at once, after completing the turn under way.
    #[inline]
    pub(super) fn play_out(&mut self, scene: &Scene<'_, G>, turn: Turn, mut turns: u32, rng: &mut Random) -> Outcome {
        if let (Turn::Joint(seats), false) = (turn, self.scratch.pending.is_empty()) {
            while self.scratch.pending.len() < seats.len() {
                let Scratch { state, workspace, pending, moves, listed, .. } = &mut self.scratch;
                let Some(state) = state else { break };
                let seat = scene.next(seats, pending.len());
                moves.clear();
                moves.extend(pending.iter().map(|&(_, chosen)| chosen));
                listed.clear();
                scene.game.answers(state, moves, seat, workspace, listed);
                pending.push((seat, listed[rng.random_range(0..listed.len())]));
            }
            self.advance(scene, turn, rng);
            turns += 1;
        }
        let Scratch { state, workspace, palate, made, trace, listed, .. } = &mut self.scratch;
        let Some(state) = state else { unreachable!("a search begins with a copy of its position") };
        let cap = scene.cap;
        if let Some((palate, _)) = palate {
            palate.begin::<G::Move>(&[]);
        }
        let stretch = if scene.every == 0 { cap } else { scene.every };
        let mut played = 0;
        loop {
            let limit = PlayoutLimit { plies: stretch.min(cap - played) };
            let playout = match palate {
                Some((palate, _)) if palate.left() > 0 => {
                    trace.clear();
                    let limit = PlayoutLimit { plies: limit.plies.min(palate.left()) };
                    scene.game.guided_playout(state, limit, workspace, rng, palate, listed, trace)
                }
                _ => scene.game.playout(state, limit, workspace, rng, None),
            };
            played += playout.plies;
            let mut outcome = None;
            if playout.finished || played >= cap {
                let utilities = match scene.goal {
                    Some(goal) if !playout.finished => cutoff::worth(scene.game, state, goal, workspace),
                    _ => playout.utilities,
                };
                outcome = Some((utilities, playout.finished));
            } else if scene.every > 0
                && let Some(utilities) = scene.game.predict(state)
            {
                outcome = Some((utilities, true));
            }
            if let Some((utilities, finished)) = outcome {
                if let Some((palate, lessons)) = palate {
                    let all = made.iter().chain(&palate.made).copied();
                    lessons.learn(all, |seat| utilities[seat]);
                }
                return Outcome { utilities, plies: turns + played, finished };
            }
        }
    }

    /// Counts the result along the path.
    #[inline]
    pub(super) fn back_up(&mut self, scene: &Scene<'_, G>, utilities: &Utilities) {
        let tree = &mut self.tree;
        let rewards: [f32; MAX_SEATS] = std::array::from_fn(|seat| {
            // A utility in [−1, 1] as a reward in [0, 1]; seats that the game has not are never asked for.
            if seat < scene.seats { 0.5 + 0.5 * utilities[Seat(seat as u8)] } else { 0.0 }
        });
        if !tree.keeps_more() {
            for step in &self.scratch.path {
                tree.count(step.node);
                tree.choose(step.cell, &[]);
            }
            for pick in &self.scratch.picks {
                tree.reward(pick.action, rewards[pick.seat.index()], self.roots);
            }
            return;
        }
        for step in &self.scratch.path {
            tree.count(step.node);
            tree.choose(step.cell, &rewards);
            let mut cursor = tree.cursor(step.node);
            let mut picks = self.scratch.picks[step.picks as usize..].iter();
            while let (Some(list), Some(pick)) = (tree.next_list(&mut cursor), picks.next()) {
                let reward = f64::from(rewards[list.seat.index()]);
                match scene.rule {
                    Rule::Exp3 { centred, .. } => {
                        let base = if centred { tree.actions(&list).mean() } else { 0.0 };
                        tree.add_merit(&list, pick.place, (reward - base) / pick.probability);
                    }
                    Rule::RegretMatching { .. } => {
                        let base = step.combination - pick.place * list.stride;
                        for other in 0..list.count {
                            let cell = tree.find_cell(step.node, base + other * list.stride, 0);
                            let mean = cell.map_or(0.0, |cell| tree.mean_of_cell(cell, list.seat));
                            tree.add_merit(&list, other, mean - reward);
                        }
                    }
                    _ => tree.add_merit(&list, pick.place, reward * reward),
                }
                tree.reward(pick.action, reward as f32, self.roots);
            }
        }
    }
}
