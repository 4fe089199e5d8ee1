//! The steps of one simulation over joint turns: choosing, playing what was chosen, playing out, counting the result.

use super::choose::Choice;
use super::params::Rule;
use super::search::{Draw, JointSearch, Outcome, Pick, Scene, Scratch};
use crate::game::{Game, MAX_SEATS, PlayoutLimit, Random, Turn, Utilities};
use crate::search::cutoff;
use crate::search::history::key;
use rand::RngExt;

impl<G: Game> JointSearch<G> {
    /// Chooses for every seat of a node; returns the number of the combination, and its cell where those stand side by side.
    /// The moves are left in `pending` where seats are asked one after the other, and else, all of them, in `moves`.
    #[inline]
    pub(super) fn choose<C: Choice, const SEQUENTIAL: bool>(
        &mut self,
        choice: &C,
        node: u32,
        rng: &mut Random,
    ) -> (u32, Option<u32>) {
        let Self { tree, scratch, .. } = self;
        let Scratch { picks, draws, pending, moves, made, palate, .. } = scratch;
        moves.clear();
        let here = choice.here(tree.enter(node));
        let mut combination = 0;
        let mut questions = tree.questions(node, C::STEP);
        for (list, actions) in questions.by_ref() {
            let (place, probability) = choice.choose(&here, actions, rng);
            let place = place as u32;
            combination += place * list.stride;
            picks.push(Pick { action: list.action(place, C::STEP), seat: list.seat });
            if C::STEP > 1 {
                draws.push(Draw { place, probability });
            }
            let chosen = tree.move_at(&list, place);
            if palate.is_some() {
                made.push((list.seat, key(chosen)));
            }
            if SEQUENTIAL {
                pending.push((list.seat, chosen));
            } else {
                moves.push(chosen);
            }
        }
        (combination, tree.cell_behind(node, &questions, combination))
    }

    /// Plays the moves that all seats chose at once; returns whose turn it is then.
    #[inline]
    pub(super) fn apply_chosen(&mut self, scene: &Scene<'_, G>, turn: Turn, rng: &mut Random) -> Turn {
        let Scratch { state, workspace, moves, .. } = &mut self.scratch;
        let Some(state) = state else { return Turn::Over };
        match turn {
            Turn::Joint(_) => scene.game.apply_joint(state, moves, workspace, rng),
            Turn::Player(_) => scene.game.apply(state, moves[0], workspace, rng),
            Turn::Over => {}
        }
        scene.game.turn(state)
    }

    /// Plays the pending moves if they make up the turn, where seats are asked one after the other; whether they did.
    #[inline]
    pub(super) fn advance(&mut self, scene: &Scene<'_, G>, turn: Turn, rng: &mut Random) -> bool {
        let Scratch { state, workspace, pending, moves, .. } = &mut self.scratch;
        let Some(state) = state else { return false };
        match turn {
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
        // A utility in [−1, 1] as a reward in [0, 1]; seats that the game has not are never asked for.
        let mut rewards = [0.0; MAX_SEATS];
        for (reward, utility) in rewards.iter_mut().zip(utilities.as_slice()) {
            *reward = 0.5 + 0.5 * utility;
        }
        if !tree.keeps_more() {
            for pick in &self.scratch.picks {
                tree.reward(pick.action, rewards[pick.seat.index() % MAX_SEATS], self.roots);
            }
            return;
        }
        for step in &self.scratch.path {
            tree.credit(step.cell, &rewards);
            let mut cursor = tree.cursor(step.node);
            let Scratch { picks, draws, .. } = &self.scratch;
            let from = step.picks as usize;
            let mut picks = picks[from..].iter().zip(&draws[from..]);
            while let (Some(list), Some((pick, draw))) = (tree.next_list(&mut cursor), picks.next()) {
                let reward = f64::from(rewards[list.seat.index()]);
                match scene.rule {
                    Rule::Exp3 { centred, .. } => {
                        let base = if centred { tree.actions(&list).mean() } else { 0.0 };
                        tree.add_merit(&list, draw.place, (reward - base) / draw.probability);
                    }
                    Rule::RegretMatching { .. } => {
                        let base = step.combination - draw.place * list.stride;
                        for other in 0..list.count {
                            let cell = tree.find_cell(step.node, base + other * list.stride, 0);
                            let mean = cell.map_or(0.0, |cell| tree.mean_of_cell(cell, list.seat));
                            tree.add_merit(&list, other, mean - reward);
                        }
                    }
                    _ => tree.add_merit(&list, draw.place, reward * reward),
                }
                tree.reward(pick.action, reward as f32, self.roots);
            }
        }
    }
}
