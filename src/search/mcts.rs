//! The search as a whole: prepares the root, runs the threads, reads the result, and keeps the tree for the next move.

use super::amaf::{Amaf, Notes};
use super::analysis::{Analysis, Stop};
use super::beside::Beside;
use super::bounds::Bounds;
use super::budget::Budget;
use super::core::Core;
use super::cutoff::{self, Cut};
use super::ground::Ground;
use super::pace::{Outlook, Pace};
use super::parallel::run_together;
use super::params::{Params, ParamsError, Quality, RootPolicy, Schedule, Shaping};
use super::root::Root;
use super::selection::{Bound, Manner};
use super::shaping::Shaper;
use super::shot::Halver;
use super::signal::Signal;
use super::taste::Lessons;
use super::transposition::Table;
use super::tree::{NONE, ROOT, Spread, Tree};
use super::watch::Watch;
use super::worker::{Scene, Worker};
use crate::game::{Game, PlayoutLimit, Random, Seat, Turn};
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

/// Why there is nothing to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchError {
    /// The game is over, or the seat is not to move.
    NotToMove(Seat),
    /// Several seats move at once, which this search does not know how to do.
    Joint,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotToMove(seat) => write!(f, "player {seat} is not to move here, so there is nothing to search"),
            Self::Joint => f.write_str("several players move at once here, which this agent cannot search"),
        }
    }
}

impl std::error::Error for SearchError {}

/// A searcher with its tree. It belongs to one game; [`reset`](Self::reset) makes it forget a game played.
pub struct Mcts<G: Game> {
    core: Core<G::Move>,
    /// Where the kept part of the tree is copied to; the two take turns.
    spare: Tree<G::Move>,
    renumbered: Vec<u32>,
    workers: Vec<Worker<G>>,
    /// Moves made since the last search.
    played: Vec<G::Move>,
    /// Whether they are the whole story.
    on_track: bool,
    /// Own moves left in the game as the last search saw it.
    outlook: Outlook,
    /// Where play-outs of this game are cut, once that is decided.
    cut: Option<Option<Cut>>,
    /// The board, where the losers' side of it counts.
    ground: Option<Ground>,
}

impl<G: Game> Mcts<G> {
    /// A searcher for one game.
    ///
    /// # Errors
    /// When the parameters contradict each other, or leave their ranges.
    pub fn new(params: Params, game: &G) -> Result<Self, ParamsError> {
        params.check()?;
        let params = if params.fit { params.fitted(game) } else { params };
        let info = game.info();
        params.check_for(info)?;
        params.check_measures(|what| game.measures(what))?;
        if params.fast.is_some() && game.drawing().is_none() {
            return Err(ParamsError::new("FAST learns from what stands where, which this game does not say"));
        }
        let ground = match params.shaping {
            Some(Shaping { quality: Quality::Losers(feature), .. }) => Some(
                Ground::new(game, feature)
                    .ok_or_else(|| ParamsError::new("this game's board has nothing of that kind to count"))?,
            ),
            _ => None,
        };
        let closed = !info.stochastic && !params.open_loop;
        let bound = Bound::of(params.tree);
        let halving = closed && params.schedule != Schedule::OneByOne;
        let core = Core {
            tree: Tree::new(params.memory)
                .keep_beside(Beside::new(params.amaf.is_some(), params.implicit.is_some()))
                .keep_bounds(params.bounds.then_some(Bounds {
                    low: info.outcomes.first().copied().unwrap_or(-1.0),
                    high: info.outcomes.last().copied().unwrap_or(1.0),
                })),
            root: Root::new(RootPolicy::Uniform, 1, None),
            pace: Pace::new(&Budget::ONE, params.clock, Outlook::default(), info.seats),
            bound,
            spread: bound.map_or(Spread::Deviation, Bound::spread),
            manner: Manner {
                first_play: params.first_play,
                sufficient: params.sufficiency.map_or(f32::INFINITY, |alpha| 2.0 * alpha - 1.0),
            },
            virtual_loss: params.threads > 1 && !halving,
            closed,
            grows: bound.is_some() || halving,
            solver: params.solver && closed && !params.transpositions,
            table: (params.transpositions && closed).then(Table::default),
            enriched: params.enriches(),
            only_rave: matches!(params.amaf, Some(Amaf::Rave { .. }))
                && params.history.is_none()
                && params.implicit.is_none()
                && !params.bounds,
            guided: params.taste.is_some() || params.fast.is_some(),
            lessons: (params.taste.is_some() || params.history.is_some() || params.fast.is_some())
                .then(|| Lessons::new(info.seats, params.taste, params.fast)),
            notes: params.amaf.map(|amaf| Notes::new(info.seats, matches!(amaf, super::params::Amaf::Grave { .. }))),
            shaper: params.shaping.map(Shaper::new),
            watch: None,
            depth: 0,
            params,
        };
        Ok(Self {
            spare: Tree::new(core.params.memory),
            core,
            renumbered: Vec::new(),
            workers: Vec::new(),
            played: Vec::new(),
            on_track: false,
            outlook: Outlook::default(),
            cut: None,
            ground,
        })
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.core.params
    }

    /// What was learned from simulations.
    #[cfg(test)]
    pub(crate) fn lessons(&self) -> Option<&Lessons> {
        self.core.lessons.as_ref()
    }

    /// The tree of the last search.
    #[cfg(test)]
    pub(crate) fn tree(&self) -> &Tree<G::Move> {
        &self.core.tree
    }

    /// From now on lets someone stop its searches and look into them.
    pub fn attach(&mut self, signal: Arc<Signal>) {
        self.core.watch = Some(Watch::new(signal));
    }

    /// Forgets the tree and everything learned from it.
    pub fn reset(&mut self) {
        self.on_track = false;
        self.played.clear();
        self.outlook = Outlook::default();
        self.cut = None;
        if let Some(lessons) = &self.core.lessons {
            lessons.clear();
        }
    }

    /// Hears of a turn that was played since the last search, by whomever; several moves are a joint turn.
    pub fn played(&mut self, moves: &[G::Move]) {
        match moves {
            [chosen] => self.played.push(*chosen),
            _ => self.on_track = false,
        }
    }

    /// Searches the position for the seat to move. The best move comes first in the result.
    ///
    /// # Errors
    /// When `seat` is not the only one to move.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<Analysis<G::Move>, SearchError> {
        match game.turn(state) {
            Turn::Player(mover) if mover == seat => {}
            Turn::Joint(_) => return Err(SearchError::Joint),
            Turn::Player(_) | Turn::Over => return Err(SearchError::NotToMove(seat)),
        }
        let params = &self.core.params;
        self.core.pace = Pace::new(budget, params.clock, self.outlook, game.info().seats);
        let threads = if self.core.virtual_loss { params.threads } else { 1 };
        while self.workers.len() < threads {
            self.workers.push(Worker::new(game, state, &self.core.params, self.core.lessons.clone()));
        }
        if let Some(shaper) = &mut self.core.shaper {
            shaper.begin(seat);
        }
        let limit = PlayoutLimit { plies: self.core.params.playout_cap };
        let cut = match (self.cut, self.core.params.cutoff) {
            (Some(cut), _) => cut,
            (None, None) => None,
            (None, Some(cutoff)) => {
                let cut = cutoff::decide(&cutoff, game, state, limit, &mut game.workspace(), rng);
                self.cut = Some(cut);
                cut
            }
        };
        let inherited = self.prepare_root(game, state, seat);
        if let Some(watch) = &mut self.core.watch {
            watch.begin(&self.workers[0].tickets[0].listed);
            self.core.pace.watch();
        }
        let moves = self.core.tree.nodes[ROOT as usize].count as usize;
        let scene = Scene {
            game,
            state,
            limit: PlayoutLimit { plies: cut.map_or(limit.plies, |cut| cut.plies.min(limit.plies)) },
            goal: cut.and_then(|cut| cut.goal),
            quality: match self.core.params.shaping {
                Some(Shaping { quality: Quality::Winner(what), .. }) => Some(what),
                _ => None,
            },
            ground: self.ground.as_ref(),
            heuristic: self.core.params.implicit.map(|implicit| implicit.heuristic),
            // A guide of play-outs tells itself what it learns from; without one, the moves do.
            traced: self.core.notes.is_some()
                || self.core.params.fast.is_some()
                || (self.core.lessons.is_some() && !self.core.guided),
            open_loop: !self.core.closed,
            transpositions: self.core.table.is_some(),
        };
        let mut survivors = None;
        if moves == 1 {
            self.core.pace.end(Stop::Forced);
        } else {
            let (policy, halving) = match self.core.params.schedule {
                Schedule::Halving { .. } if !self.core.closed => (RootPolicy::SequentialHalving, None),
                Schedule::Halving { threshold } => (self.core.params.root, Some(threshold)),
                Schedule::OneByOne => (self.core.params.root, None),
            };
            self.core.root = Root::new(policy, moves, self.core.pace.iteration_budget());
            if let Some(threshold) = halving {
                let Self { core, workers, .. } = self;
                let order = Halver { core, worker: &mut workers[0], scene: &scene, rng, threshold }.run();
                survivors = Some(order.into_iter().take(1).collect());
            } else if threads == 1 {
                run_alone(&mut self.core, &mut self.workers[0], &scene, rng);
            } else {
                run_together(&mut self.core, &mut self.workers[..threads], &scene, rng);
            }
        }
        let survivors: Option<Vec<u32>> = survivors.or_else(|| self.core.root.survivors().map(<[u32]>::to_vec));
        if let Some(watch) = &self.core.watch {
            watch.end();
        }
        self.outlook = self.outlook.after(self.core.pace.own_moves_left());
        self.played.clear();
        self.on_track = true;
        Ok(self.core.analysis(seat, survivors.as_deref(), inherited))
    }

    /// Makes a root for the position, from the kept tree where there is one; returns the visits that it brings along.
    fn prepare_root(&mut self, game: &G, state: &G::State, seat: Seat) -> u64 {
        let legal = self.workers[0].list(game, state, seat);
        self.core.depth = 0;
        let kept = if self.core.params.reuse && self.on_track { self.core.follow(&self.played, seat) } else { None };
        if let Some(node) = kept {
            self.core.tree.copy_below(node, &mut self.spare, &mut self.renumbered);
            std::mem::swap(&mut self.core.tree, &mut self.spare);
            if let Some(table) = &mut self.core.table {
                table.renumber(&self.renumbered, NONE);
            }
            let unchanged = self.core.tree.relist_root(legal);
            // In a closed loop other moves than the ones remembered mean another position than the one remembered.
            if unchanged || !self.core.closed {
                return u64::from(self.core.tree.nodes[ROOT as usize].visits);
            }
        }
        self.core.tree.clear();
        if let Some(table) = &mut self.core.table {
            table.clear();
        }
        self.core.tree.has_room(legal.len());
        self.core.tree.add_node(seat, legal);
        0
    }
}

impl<M: Copy + Eq + Hash> Core<M> {
    /// The node after `moves` from the root where `seat` is to move, if the tree has it.
    fn follow(&self, moves: &[M], seat: Seat) -> Option<u32> {
        self.tree.nodes.first()?;
        let mut node = ROOT;
        for (depth, chosen) in moves.iter().enumerate() {
            let here = &self.tree.nodes[node as usize];
            let place = here.tried_range().find(|&index| self.tree.moves[index] == *chosen)?;
            node = self.tree.edges[place].child;
            // Chance may have decided who moves next; who did is known only where it is our turn again.
            while depth + 1 == moves.len() && node != NONE && self.tree.nodes[node as usize].mover != seat {
                node = self.tree.nodes[node as usize].variant;
            }
            if node == NONE || self.tree.nodes[node as usize].count == 0 {
                return None;
            }
        }
        Some(node)
    }
}

/// The search on this thread.
fn run_alone<G: Game>(core: &mut Core<G::Move>, worker: &mut Worker<G>, scene: &Scene<'_, G>, rng: &mut Random) {
    while core.tick() {
        worker.select(0, scene, core, rng);
        let simulation = worker.simulate(0, scene, rng);
        worker.absorb(0, core, simulation.as_ref());
    }
}
