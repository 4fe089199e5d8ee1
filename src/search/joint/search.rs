//! One search over joint turns: select, grow, play out, back up.

use super::choose;
use super::params::{Bound, Final, JointParams, Rule};
use super::tree::{Action, NONE, ROOT, Tree};
use crate::game::{Game, Measure, PlayoutLimit, Random, Seat, SeatSet, Turn, Utilities};
use crate::search::analysis::{Analysis, MoveReport, Stop};
use crate::search::budget::Budget;
use crate::search::cutoff::{self, Cut};
use crate::search::history::key;
use crate::search::mcts::SearchError;
use crate::search::pace::Pace;
use crate::search::params::{FirstPlay, Params, ParamsError};
use crate::search::signal::{Glance, Signal};
use crate::search::taste::{Lessons, Palate};
use rand::RngExt;
use std::sync::Arc;
use std::time::Duration;

/// Time between two looks at the root.
const GLANCE_INTERVAL: Duration = Duration::from_millis(100);

/// A searcher of joint turns with its tree. It belongs to one game.
pub struct JointSearch<G: Game> {
    params: Params,
    joint: JointParams,
    pub(super) tree: Tree<G::Move>,
    scratch: Scratch<G>,
    signal: Option<Arc<Signal>>,
    own_moves: Option<f64>,
    depth: u32,
    /// Where play-outs of this game are cut, once that is decided.
    cut: Option<Option<Cut>>,
}

/// What an iteration works with, kept so that nothing is allocated.
struct Scratch<G: Game> {
    state: Option<G::State>,
    workspace: G::Workspace,
    /// The combinations from the root on.
    path: Vec<Step>,
    /// The choices of all steps, side by side.
    picks: Vec<Pick>,
    /// Moves of the turn under way, in the order in which seats are asked.
    pending: Vec<(Seat, G::Move)>,
    moves: Vec<G::Move>,
    listed: Vec<G::Move>,
    /// Guide of the play-outs, where they have one, and what it is told by.
    palate: Option<(Palate, Lessons)>,
    /// Who made which moves of the path, where that is learned from.
    made: Vec<(Seat, u64)>,
    /// The moves of a guided play-out.
    trace: Vec<(Seat, G::Move)>,
}

/// One node on the way down.
#[derive(Debug, Clone, Copy)]
struct Step {
    node: u32,
    combination: u32,
    cell: u32,
    /// Index of its first pick.
    picks: u32,
}

/// The choice of one seat.
#[derive(Debug, Clone, Copy)]
struct Pick {
    /// Which of its moves.
    place: u32,
    probability: f64,
}

/// What a simulation came to.
struct Outcome {
    utilities: Utilities,
    plies: u32,
    finished: bool,
}

/// What all iterations of a search have in common.
struct Scene<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    /// The rule in force: never [`Rule::Hybrid`].
    rule: Rule,
    /// The order in which seats are asked where turns are taken in sequence: this one first.
    first: Seat,
    chance: bool,
    expand: bool,
    every: u32,
    /// Most plies of a play-out, and what a position counts by in which one was cut; as it stands where `None`.
    cap: u32,
    goal: Option<Measure>,
    /// Whether untried moves are worth less as fewer are left.
    unexplored: bool,
}

impl<G: Game> JointSearch<G> {
    /// A searcher for one game. Of the parameters it uses those for joint turns, the clock, the play-out cap and the memory.
    ///
    /// # Errors
    /// When the parameters leave their ranges, or are not those of such a search.
    pub fn new(params: Params, game: &G) -> Result<Self, ParamsError> {
        params.check()?;
        let joint = params.joint.ok_or_else(|| ParamsError::new("these parameters are not for joint turns"))?;
        Ok(Self {
            tree: Tree::new(params.memory),
            joint,
            scratch: Scratch {
                state: None,
                workspace: game.workspace(),
                path: Vec::new(),
                picks: Vec::new(),
                pending: Vec::new(),
                moves: Vec::new(),
                listed: Vec::new(),
                palate: params.taste.map(|taste| {
                    let lessons = Lessons::new(game.info().seats, Some(taste), None);
                    (Palate::new(taste, lessons.clone()), lessons)
                }),
                made: Vec::new(),
                trace: Vec::new(),
            },
            signal: None,
            own_moves: None,
            depth: 0,
            cut: None,
            params,
        })
    }

    /// From now on lets someone stop its searches and look into them.
    pub fn attach(&mut self, signal: Arc<Signal>) {
        self.signal = Some(signal);
    }

    /// Forgets what was learned from a game.
    pub fn reset(&mut self) {
        self.own_moves = None;
        self.cut = None;
        if let Some((_, lessons)) = &self.scratch.palate {
            lessons.clear();
        }
    }

    /// Searches the position for `seat`, which is to move, alone or with others. The move to play comes first in the result,
    /// the others follow by visits.
    ///
    /// # Errors
    /// When `seat` is not to move.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<Analysis<G::Move>, SearchError> {
        let to_move = match game.turn(state) {
            Turn::Player(mover) => mover == seat,
            Turn::Joint(seats) => seats.contains(seat),
            Turn::Over => false,
        };
        if !to_move {
            return Err(SearchError::NotToMove(seat));
        }
        let seats = game.info().seats;
        // A joint turn is one ply, in which every seat moves.
        let mut pace = Pace::new(budget, self.params.clock, self.own_moves, 1);
        let cut = match (self.cut, self.params.cutoff) {
            (Some(cut), _) => cut,
            (None, None) => None,
            (None, Some(cutoff)) => {
                let limit = PlayoutLimit { plies: self.params.playout_cap };
                let cut = cutoff::decide(&cutoff, game, state, limit, &mut self.scratch.workspace, rng);
                self.cut = Some(cut);
                cut
            }
        };
        let scene = Scene {
            game,
            root: state,
            cap: cut.map_or(self.params.playout_cap, |cut| cut.plies.min(self.params.playout_cap)),
            goal: cut.and_then(|cut| cut.goal),
            unexplored: self.params.first_play == FirstPlay::Unexplored,
            rule: self.rule_at(game, state),
            first: seat,
            chance: game.info().stochastic,
            expand: self.joint.expand && game.predicts(),
            every: if game.predicts() { self.joint.every } else { 0 },
        };
        let keeps_sums = matches!(scene.rule, Rule::RegretMatching { .. });
        self.tree.clear(if keeps_sums { seats } else { 0 });
        self.depth = 0;
        self.scratch.state.get_or_insert_with(|| state.clone()).clone_from(state);
        self.scratch.pending.clear();
        self.grow_root(&scene);
        if self.own_list(seat).is_some_and(|list| list.count == 1) {
            pace.end(Stop::Forced);
        }
        if self.signal.is_some() {
            pace.watch();
        }
        let mut shown = GLANCE_INTERVAL;
        while pace.tick() {
            let outcome = self.iterate(&scene, rng);
            pace.note(outcome.plies, outcome.finished);
            if let Some(signal) = &self.signal {
                if signal.stopped() {
                    pace.end(Stop::Interrupted);
                }
                if pace.last_reading() >= shown {
                    shown = pace.last_reading() + GLANCE_INTERVAL;
                    signal.publish(Some(self.glance(seat)));
                }
            }
        }
        if let Some(signal) = &self.signal {
            signal.publish(None);
        }
        self.own_moves = pace.own_moves_left().map(|moves| (moves - 1.0).max(1.0)).or(self.own_moves);
        Ok(self.analysis(&scene, &pace, rng))
    }

    /// The rule for a search from here.
    fn rule_at(&self, game: &G, state: &G::State) -> Rule {
        match self.joint.rule {
            Rule::Hybrid { near, gamma } if game.distance(state).is_some_and(|steps| steps <= near) => {
                Rule::RegretMatching { gamma }
            }
            Rule::Hybrid { .. } => Rule::Sequential(Bound::Ucb1Tuned),
            rule => rule,
        }
    }

    /// The root always has its lists: what the game predicts of it does not matter, for a move has to be found.
    fn grow_root(&mut self, scene: &Scene<'_, G>) {
        let turn = scene.game.turn(scene.root);
        self.grow_listed(scene, turn);
    }

    /// One simulation.
    #[inline]
    fn iterate(&mut self, scene: &Scene<'_, G>, rng: &mut Random) -> Outcome {
        let game = scene.game;
        let Scratch { state, path, picks, pending, made, .. } = &mut self.scratch;
        let Some(state) = state else { unreachable!("a search begins with a copy of its position") };
        state.clone_from(scene.root);
        made.clear();
        path.clear();
        picks.clear();
        pending.clear();
        let mut node = ROOT;
        let mut turns = 0;
        let mut turn = game.turn(scene.root);
        let outcome = loop {
            let known = self.tree.nodes[node as usize].outcome;
            if known != NONE {
                break Outcome { utilities: *self.tree.outcome(known), plies: turns, finished: true };
            }
            let combination = self.choose(scene, node, rng);
            let picked = self.scratch.picks.len() - self.tree.width(node);
            if self.advance(scene, turn, rng) {
                turns += 1;
                turn = self.turn(scene);
            }
            let hash = self.hash(scene);
            let Some(cell) = self.tree.cell(node, combination, hash) else {
                self.scratch.picks.truncate(picked);
                break self.play_out(scene, turn, turns, rng);
            };
            self.scratch.path.push(Step { node, combination, cell, picks: picked as u32 });
            let child = self.tree.cells[cell as usize].child;
            if child != NONE {
                node = child;
                continue;
            }
            // Most combinations are never tried again: they get a node when they are.
            if self.tree.cells[cell as usize].visits > 0 && self.tree.has_room() {
                let child = self.grow(scene, turn);
                self.tree.cells[cell as usize].child = child;
                let known = self.tree.nodes[child as usize].outcome;
                if known != NONE {
                    break Outcome { utilities: *self.tree.outcome(known), plies: turns, finished: true };
                }
            }
            break self.play_out(scene, turn, turns, rng);
        };
        self.depth = self.depth.max(self.scratch.path.len() as u32);
        self.back_up(scene, &outcome.utilities);
        outcome
    }

    fn turn(&self, scene: &Scene<'_, G>) -> Turn {
        self.scratch.state.as_ref().map_or(Turn::Over, |state| scene.game.turn(state))
    }

    /// What tells cells apart besides their combination: the position, where chance took part in it.
    #[inline]
    fn hash(&self, scene: &Scene<'_, G>) -> u64 {
        match &self.scratch.state {
            Some(state) if scene.chance && self.scratch.pending.is_empty() => scene.game.hash(state),
            _ => 0,
        }
    }

    /// Chooses for every seat of a node; returns the number of the combination, and leaves the moves pending.
    #[inline]
    fn choose(&mut self, scene: &Scene<'_, G>, node: u32, rng: &mut Random) -> u32 {
        let visits = self.tree.nodes[node as usize].visits;
        let by_bound =
            matches!(scene.rule, Rule::Sequential(_) | Rule::Decoupled(..)) && visits >= self.joint.threshold;
        let log = if by_bound { f64::from(visits.max(1)).ln() } else { 0.0 };
        let mut combination = 0;
        for place in 0..self.tree.width(node) {
            let list = self.tree.list(node, place);
            let actions = &self.tree.actions[list.range()];
            let (chosen, probability) = match scene.rule {
                Rule::Exp3 { gamma, eta, .. } => choose::by_exp3(gamma, eta, actions, rng),
                Rule::RegretMatching { gamma } => choose::by_regret(gamma, actions, rng),
                Rule::Sequential(bound) | Rule::Decoupled(bound, _) if by_bound => {
                    (choose::by_bound(bound, actions, log, scene.unexplored, rng), 1.0)
                }
                Rule::Sequential(_) | Rule::Decoupled(..) | Rule::Random | Rule::Hybrid { .. } => {
                    (choose::any(actions.len(), rng), 1.0)
                }
            };
            combination += chosen as u32 * list.stride;
            self.scratch.picks.push(Pick { place: chosen as u32, probability });
            let chosen = actions[chosen].chosen;
            if self.scratch.palate.is_some() {
                self.scratch.made.push((list.seat, key(chosen)));
            }
            self.scratch.pending.push((list.seat, chosen));
        }
        combination
    }

    /// Plays the pending moves if they make up the turn; whether they did.
    #[inline]
    fn advance(&mut self, scene: &Scene<'_, G>, turn: Turn, rng: &mut Random) -> bool {
        let Scratch { state, workspace, pending, moves, .. } = &mut self.scratch;
        let Some(state) = state else { return false };
        match turn {
            Turn::Joint(seats) => {
                if pending.len() < seats.len() {
                    return false;
                }
                if scene.is_sequential() {
                    pending.sort_unstable_by_key(|&(seat, _)| seat);
                }
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

    /// Makes a node of the position at hand.
    fn grow(&mut self, scene: &Scene<'_, G>, turn: Turn) -> u32 {
        let Some(state) = &self.scratch.state else { unreachable!("a search begins with a copy of its position") };
        if turn == Turn::Over {
            return self.tree.add_end(&scene.game.utilities(state));
        }
        if scene.expand
            && self.scratch.pending.is_empty()
            && let Some(predicted) = scene.game.predict(state)
        {
            return self.tree.add_end(&predicted);
        }
        self.grow_listed(scene, turn)
    }

    /// Makes a node with the lists of those who choose there.
    fn grow_listed(&mut self, scene: &Scene<'_, G>, turn: Turn) -> u32 {
        let Scratch { state, workspace, pending, moves, listed, .. } = &mut self.scratch;
        let Some(state) = state else { unreachable!("a search begins with a copy of its position") };
        let node = self.tree.open();
        match turn {
            Turn::Joint(seats) if scene.is_sequential() => {
                let seat = scene.next(seats, pending.len());
                moves.clear();
                moves.extend(pending.iter().map(|&(_, chosen)| chosen));
                listed.clear();
                scene.game.answers(state, moves, seat, workspace, listed);
                self.tree.add_list(seat, listed);
            }
            Turn::Joint(seats) => {
                for seat in seats.iter() {
                    listed.clear();
                    scene.game.legal_moves(state, seat, workspace, listed);
                    self.tree.add_list(seat, listed);
                }
            }
            Turn::Player(seat) => {
                listed.clear();
                scene.game.legal_moves(state, seat, workspace, listed);
                self.tree.add_list(seat, listed);
            }
            Turn::Over => {}
        }
        self.tree.close(!scene.chance);
        node
    }

    /// Plays on at random, all seats at once, after completing the turn under way.
    #[inline]
    fn play_out(&mut self, scene: &Scene<'_, G>, turn: Turn, mut turns: u32, rng: &mut Random) -> Outcome {
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
                None => scene.game.playout(state, limit, workspace, rng, None),
                Some((palate, _)) => {
                    trace.clear();
                    scene.game.guided_playout(state, limit, workspace, rng, palate, listed, trace)
                }
            };
            played += playout.plies;
            let mut outcome = None;
            if playout.finished || played >= cap {
                let utilities = match scene.goal {
                    Some(goal) if !playout.finished => cutoff::worth(scene.game, state, goal, workspace),
                    _ => playout.utilities,
                };
                outcome = Some((utilities, playout.finished));
            } else if let Some(utilities) = scene.game.predict(state) {
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
    fn back_up(&mut self, scene: &Scene<'_, G>, utilities: &Utilities) {
        let tree = &mut self.tree;
        for step in &self.scratch.path {
            tree.nodes[step.node as usize].visits += 1;
            tree.cells[step.cell as usize].visits += 1;
            let sums = step.cell as usize * tree.sum_width;
            for (seat, sum) in tree.sums[sums..sums + tree.sum_width].iter_mut().enumerate() {
                *sum += reward(utilities, Seat(seat as u8)) as f32;
            }
            for place in 0..tree.width(step.node) {
                let list = tree.list(step.node, place);
                let pick = self.scratch.picks[step.picks as usize + place];
                let reward = reward(utilities, list.seat);
                let base = match scene.rule {
                    Rule::Exp3 { centred: true, .. } => mean(&tree.actions[list.range()]),
                    _ => 0.0,
                };
                let action = &mut tree.actions[(list.first + pick.place) as usize];
                action.visits += 1;
                action.sum += reward;
                match scene.rule {
                    Rule::Exp3 { .. } => action.merit += (reward - base) / pick.probability,
                    Rule::RegretMatching { .. } => {
                        let base = step.combination - pick.place * list.stride;
                        for other in 0..list.count {
                            let mean = tree.find_cell(step.node, base + other * list.stride, 0).map_or(0.0, |cell| {
                                let sum = tree.sums[cell as usize * tree.sum_width + list.seat.index()];
                                f64::from(sum) / f64::from(tree.cells[cell as usize].visits.max(1))
                            });
                            tree.actions[(list.first + other) as usize].merit += mean - reward;
                        }
                    }
                    _ => action.merit += reward * reward,
                }
            }
        }
    }

    fn glance(&self, seat: Seat) -> Glance {
        let Some(list) = self.own_list(seat) else { return Glance::default() };
        let actions = &self.tree.actions[list.range()];
        let (visits, sum) = actions.iter().fold((0, 0.0), |(v, s), action| (v + action.visits, s + action.sum));
        Glance {
            value: utility(sum, visits),
            moves: actions.iter().map(|action| (action.visits, utility(action.sum, action.visits))).collect(),
        }
    }

    /// The list of a seat at the root.
    fn own_list(&self, seat: Seat) -> Option<super::tree::List> {
        (0..self.tree.width(ROOT)).map(|place| self.tree.list(ROOT, place)).find(|list| list.seat == seat)
    }

    fn analysis(&self, scene: &Scene<'_, G>, pace: &Pace, rng: &mut Random) -> Analysis<G::Move> {
        let seat = scene.first;
        let actions = self.own_list(seat).map_or(&[][..], |list| &self.tree.actions[list.range()]);
        let mut order: Vec<usize> = (0..actions.len()).collect();
        let mean = |place: usize| utility(actions[place].sum, actions[place].visits);
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
            .map(|&place| {
                let action = &actions[place];
                MoveReport { chosen: action.chosen, visits: action.visits, value: mean(place), proof: None }
            })
            .collect();
        Analysis {
            seat,
            principal_variation: moves.first().map(|report| report.chosen).into_iter().collect(),
            moves,
            iterations: pace.started(),
            time: pace.elapsed(),
            stop: pace.stop().unwrap_or(Stop::Iterations),
            nodes: self.tree.nodes.len(),
            bytes: self.tree.bytes(),
            memory_full: self.tree.full,
            inherited: 0,
            mean_plies: pace.mean_plies(),
            depth: self.depth,
        }
    }
}

impl<G: Game> Scene<'_, G> {
    fn is_sequential(&self) -> bool {
        matches!(self.rule, Rule::Sequential(_) | Rule::Random)
    }

    /// Whether the move to play is drawn.
    fn is_mixed(&self) -> bool {
        matches!(self.rule, Rule::Decoupled(_, Final::Mix) | Rule::Exp3 { .. } | Rule::RegretMatching { .. })
    }

    /// The seat that is asked after `asked` others: the searching one first, then by number.
    fn next(&self, seats: SeatSet, asked: usize) -> Seat {
        let first = seats.contains(self.first).then_some(self.first);
        let others = seats.iter().filter(|&seat| Some(seat) != first);
        // There are as many seats as questions in a turn.
        first.into_iter().chain(others).nth(asked).unwrap_or(self.first)
    }
}

/// The mean reward of all choices from a list so far; that of a draw before the first.
#[inline]
fn mean<M>(actions: &[Action<M>]) -> f64 {
    let (sum, visits) =
        actions.iter().fold((0.0, 0), |(sum, visits), action| (sum + action.sum, visits + action.visits));
    if visits == 0 { 0.5 } else { sum / f64::from(visits) }
}

/// A utility in [−1, 1] as a reward in [0, 1].
#[inline]
fn reward(utilities: &Utilities, seat: Seat) -> f64 {
    f64::midpoint(1.0, f64::from(utilities[seat]))
}

/// The mean utility of rewards; 0 of none.
fn utility(sum: f64, visits: u32) -> f32 {
    if visits == 0 { 0.0 } else { (2.0 * sum / f64::from(visits) - 1.0) as f32 }
}
