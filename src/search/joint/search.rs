//! One search over joint turns: select, grow, play out, back up.

use super::choose::{Anything, Choice, Exp3, Highest, Regrets, Tuned, Ucb1};
use super::params::{Bound, Final, JointParams, Rule};
use super::roots::Roots;
use super::tree::{CHILD, Keeps, ROOT, Tree};
use crate::game::{Game, Measure, PlayoutLimit, Random, Seat, SeatSet, Turn, Utilities};
use crate::search::analysis::{Analysis, Stop};
use crate::search::budget::Budget;
use crate::search::cutoff::{self, Cut};
use crate::search::mcts::SearchError;
use crate::search::pace::{Outlook, Pace};
use crate::search::params::{FirstPlay, Params, ParamsError};
use crate::search::signal::Signal;
use crate::search::taste::{Lessons, Palate};
use std::sync::Arc;
use std::time::Duration;

/// Time between two looks at the root.
const GLANCE_INTERVAL: Duration = Duration::from_millis(100);

/// A searcher of joint turns with its tree. It belongs to one game.
pub struct JointSearch<G: Game> {
    params: Params,
    pub(super) joint: JointParams,
    pub(super) tree: Tree<G::Move>,
    pub(super) scratch: Scratch<G>,
    pub(super) roots: Roots,
    signal: Option<Arc<Signal>>,
    outlook: Outlook,
    pub(super) depth: u32,
    /// Where play-outs of this game are cut, once that is decided.
    cut: Option<Option<Cut>>,
}

/// What an iteration works with, kept so that nothing is allocated.
pub(super) struct Scratch<G: Game> {
    pub(super) state: Option<G::State>,
    pub(super) workspace: G::Workspace,
    /// The combinations from the root on, where the rule keeps more than visits and means.
    pub(super) path: Vec<Step>,
    /// The choices of all steps, side by side.
    pub(super) picks: Vec<Pick>,
    /// How they were made, where the rule keeps more than visits and means.
    pub(super) draws: Vec<Draw>,
    /// Moves of the turn under way, in the order in which seats are asked.
    pub(super) pending: Vec<(Seat, G::Move)>,
    pub(super) moves: Vec<G::Move>,
    pub(super) listed: Vec<G::Move>,
    /// Guide of the play-outs, where they have one, and what it is told by.
    pub(super) palate: Option<(Palate, Lessons)>,
    /// Who made which moves of the path, where that is learned from.
    pub(super) made: Vec<(Seat, u64)>,
    /// The moves of a guided play-out.
    pub(super) trace: Vec<(Seat, G::Move)>,
}

/// One node on the way down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) node: u32,
    pub(super) combination: u32,
    pub(super) cell: u32,
    /// Index of its first pick.
    pub(super) picks: u32,
}

/// The choice of one seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pick {
    /// Its word of the tree.
    pub(super) action: u32,
    pub(super) seat: Seat,
}

/// How it was chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draw {
    /// Which of its moves.
    pub(super) place: u32,
    pub(super) probability: f64,
}

/// What a simulation came to.
pub(super) struct Outcome {
    pub(super) utilities: Utilities,
    pub(super) plies: u32,
    pub(super) finished: bool,
}

/// What all iterations of a search have in common.
pub(super) struct Scene<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) root: &'a G::State,
    pub(super) seats: usize,
    /// The rule in force: never [`Rule::Hybrid`].
    pub(super) rule: Rule,
    /// Whether turns are taken in sequence.
    pub(super) sequential: bool,
    /// The order in which seats are asked where turns are taken in sequence: this one first.
    pub(super) first: Seat,
    pub(super) chance: bool,
    pub(super) expand: bool,
    pub(super) every: u32,
    /// Which try of a combination makes a node of what it leads to.
    pub(super) patience: u32,
    /// Most plies of a play-out, and what a position counts by in which one was cut; as it stands where `None`.
    pub(super) cap: u32,
    pub(super) goal: Option<Measure>,
    /// Whether untried moves are worth less as fewer are left.
    pub(super) unexplored: bool,
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
            roots: Roots::get(),
            scratch: Scratch {
                state: None,
                workspace: game.workspace(),
                path: Vec::new(),
                picks: Vec::new(),
                draws: Vec::new(),
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
            outlook: Outlook::default(),
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
        self.outlook = Outlook::default();
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
        // A joint turn is one ply, in which every seat moves.
        let mut pace = Pace::new(budget, self.params.clock, self.outlook, 1);
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
        let rule = self.rule_at(game, state);
        let scene = Scene {
            game,
            root: state,
            seats: game.info().seats,
            cap: cut.map_or(self.params.playout_cap, |cut| cut.plies.min(self.params.playout_cap)),
            goal: cut.and_then(|cut| cut.goal),
            unexplored: self.params.first_play == FirstPlay::Unexplored,
            rule,
            sequential: matches!(rule, Rule::Sequential(_) | Rule::Random),
            first: seat,
            chance: game.info().stochastic,
            expand: self.joint.expand && game.predicts(),
            every: if game.predicts() { self.joint.every } else { 0 },
            patience: rule.patience(self.joint.threshold),
        };
        self.tree.clear(scene.keeps());
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
        self.run(&scene, &mut pace, rng);
        if let Some(signal) = &self.signal {
            signal.publish(None);
        }
        self.outlook = self.outlook.after(pace.own_moves_left());
        Ok(self.analysis(&scene, &pace, rng))
    }

    /// All simulations, by the rule in force.
    fn run(&mut self, scene: &Scene<'_, G>, pace: &mut Pace, rng: &mut Random) {
        let (threshold, unexplored, roots) = (self.joint.threshold, scene.unexplored, self.roots);
        let highest = |c: f64| Highest { bound: Ucb1(c as f32), threshold, unexplored, roots };
        let tuned = Highest { bound: Tuned, threshold, unexplored, roots };
        match scene.rule {
            Rule::Decoupled(Bound::Ucb1 { c }, _) => self.run_by::<_, false>(&highest(c), scene, pace, rng),
            Rule::Decoupled(Bound::Ucb1Tuned, _) => self.run_by::<_, false>(&tuned, scene, pace, rng),
            Rule::Sequential(Bound::Ucb1 { c }) => self.run_by::<_, true>(&highest(c), scene, pace, rng),
            Rule::Sequential(Bound::Ucb1Tuned) => self.run_by::<_, true>(&tuned, scene, pace, rng),
            Rule::Exp3 { gamma, eta, .. } => self.run_by::<_, false>(&Exp3 { gamma, eta }, scene, pace, rng),
            Rule::RegretMatching { gamma } => self.run_by::<_, false>(&Regrets { gamma }, scene, pace, rng),
            Rule::Random | Rule::Hybrid { .. } => self.run_by::<_, true>(&Anything, scene, pace, rng),
        }
    }

    /// The same, compiled for the rule and for whether turns are taken in sequence.
    #[inline(never)]
    fn run_by<C: Choice, const SEQUENTIAL: bool>(
        &mut self,
        choice: &C,
        scene: &Scene<'_, G>,
        pace: &mut Pace,
        rng: &mut Random,
    ) {
        let mut shown = GLANCE_INTERVAL;
        while pace.tick() {
            let outcome = self.iterate::<C, SEQUENTIAL>(choice, scene, rng);
            pace.note(outcome.plies, outcome.finished);
            if let Some(signal) = &self.signal {
                if signal.stopped() {
                    pace.end(Stop::Interrupted);
                }
                if pace.last_reading() >= shown {
                    shown = pace.last_reading() + GLANCE_INTERVAL;
                    signal.publish(Some(self.glance(scene.first)));
                }
            }
        }
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
    fn iterate<C: Choice, const SEQUENTIAL: bool>(
        &mut self,
        choice: &C,
        scene: &Scene<'_, G>,
        rng: &mut Random,
    ) -> Outcome {
        let game = scene.game;
        let Scratch { state, path, picks, draws, pending, made, .. } = &mut self.scratch;
        let Some(state) = state else { unreachable!("a search begins with a copy of its position") };
        state.clone_from(scene.root);
        made.clear();
        path.clear();
        picks.clear();
        draws.clear();
        pending.clear();
        let mut node = ROOT;
        let (mut turns, mut depth) = (0, 0);
        let mut turn = game.turn(scene.root);
        let outcome = loop {
            if let Some(&utilities) = self.tree.outcome(node) {
                break Outcome { utilities, plies: turns, finished: true };
            }
            let picked = self.scratch.picks.len();
            let (combination, cell) = self.choose::<C, SEQUENTIAL>(choice, node, rng);
            let next = cell.map(|cell| (cell, self.tree.approach(cell)));
            if SEQUENTIAL {
                if self.advance(scene, turn, rng) {
                    turns += 1;
                    turn = self.turn(scene);
                }
            } else {
                turn = self.apply_chosen(scene, turn, rng);
                turns += 1;
            }
            let Some((cell, child)) = next.or_else(|| self.find_next(scene, node, combination)) else {
                self.tree.leave(node);
                self.scratch.picks.truncate(picked);
                break self.play_out(scene, turn, turns, rng);
            };
            depth += 1;
            if C::STEP > 1 {
                self.scratch.path.push(Step { node, combination, cell, picks: picked as u32 });
            }
            if child >= CHILD {
                node = child;
                continue;
            }
            // Most combinations are hardly ever tried again: they get a node when they are.
            if child + 1 < scene.patience {
                self.tree.lead(cell, child + 1);
            } else if self.tree.has_room() {
                let child = self.grow(scene, turn);
                self.tree.lead(cell, child);
                if let Some(&utilities) = self.tree.outcome(child) {
                    break Outcome { utilities, plies: turns, finished: true };
                }
            }
            break self.play_out(scene, turn, turns, rng);
        };
        self.depth = self.depth.max(depth);
        self.back_up(scene, &outcome.utilities);
        outcome
    }

    #[inline]
    fn turn(&self, scene: &Scene<'_, G>) -> Turn {
        self.scratch.state.as_ref().map_or(Turn::Over, |state| scene.game.turn(state))
    }

    /// The cell of a combination and what it leads to, where cells do not stand side by side; `None` where there is no room.
    #[cold]
    fn find_next(&mut self, scene: &Scene<'_, G>, node: u32, combination: u32) -> Option<(u32, u32)> {
        let hash = self.hash(scene);
        let cell = self.tree.cell(node, combination, hash)?;
        Some((cell, self.tree.look(cell)))
    }

    /// What tells cells apart besides their combination: the position, where chance took part in it.
    #[inline]
    fn hash(&self, scene: &Scene<'_, G>) -> u64 {
        match &self.scratch.state {
            Some(state) if scene.chance && self.scratch.pending.is_empty() => scene.game.hash(state),
            _ => 0,
        }
    }

    /// Makes a node of the position at hand.
    fn grow(&mut self, scene: &Scene<'_, G>, turn: Turn) -> u32 {
        let Some(state) = &self.scratch.state else { unreachable!("a search begins with a copy of its position") };
        if turn != Turn::Over
            && scene.expand
            && self.scratch.pending.is_empty()
            && let Some(predicted) = scene.game.predict(state)
        {
            return self.tree.add_end(&predicted);
        }
        self.grow_listed(scene, turn)
    }

    /// Makes a node with the lists of those who choose there.
    fn grow_listed(&mut self, scene: &Scene<'_, G>, turn: Turn) -> u32 {
        let Scratch { state, workspace, pending, moves, .. } = &mut self.scratch;
        let Some(state) = state else { unreachable!("a search begins with a copy of its position") };
        let tree = &mut self.tree;
        match turn {
            Turn::Joint(seats) if scene.sequential => {
                let seat = scene.next(seats, pending.len());
                moves.clear();
                moves.extend(pending.iter().map(|&(_, chosen)| chosen));
                scene.game.answers(state, moves, seat, workspace, tree.listing());
                tree.end_list(seat);
            }
            Turn::Joint(seats) => {
                for seat in (0..scene.seats as u8).map(Seat).filter(|&seat| seats.contains(seat)) {
                    scene.game.legal_moves(state, seat, workspace, tree.listing());
                    tree.end_list(seat);
                }
            }
            Turn::Player(seat) => {
                scene.game.legal_moves(state, seat, workspace, tree.listing());
                tree.end_list(seat);
            }
            Turn::Over => return tree.add_end(&scene.game.utilities(state)),
        }
        tree.add_node(!scene.chance)
    }
}

impl<G: Game> Scene<'_, G> {
    /// What the rule in force keeps besides visits and means.
    fn keeps(&self) -> Keeps {
        match self.rule {
            Rule::RegretMatching { .. } => Keeps { merits: true, sums: self.seats },
            Rule::Exp3 { .. } | Rule::Sequential(Bound::Ucb1Tuned) | Rule::Decoupled(Bound::Ucb1Tuned, _) => {
                Keeps { merits: true, sums: 0 }
            }
            Rule::Sequential(Bound::Ucb1 { .. })
            | Rule::Decoupled(Bound::Ucb1 { .. }, _)
            | Rule::Random
            | Rule::Hybrid { .. } => Keeps::default(),
        }
    }

    /// Whether the move to play is drawn.
    pub(super) fn is_mixed(&self) -> bool {
        matches!(self.rule, Rule::Decoupled(_, Final::Mix) | Rule::Exp3 { .. } | Rule::RegretMatching { .. })
    }

    /// The seat that is asked after `asked` others: the searching one first, then by number.
    pub(super) fn next(&self, seats: SeatSet, asked: usize) -> Seat {
        let first = seats.contains(self.first).then_some(self.first);
        let others = seats.iter().filter(|&seat| Some(seat) != first);
        // There are as many seats as questions in a turn.
        first.into_iter().chain(others).nth(asked).unwrap_or(self.first)
    }
}
