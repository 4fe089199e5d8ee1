//! One iteration, cut in two at the play-out: [`Core::select`] says what to simulate, [`Core::absorb`] takes the result.
//!
//! Between the two the tree is not touched, so several threads can share it behind a lock, each simulating outside of it; and
//! whoever simulates may do so anywhere, even in another language. Where tickets overlap, a selected path counts as lost
//! until its result is known (*virtual loss*, Chaslot et al. 2008), which sends the next thread elsewhere.
//!
//! The tree is *closed loop* here: the game is deterministic, so a path of moves names a position, and selection needs
//! statistics only. [`open_loop`](super::open_loop) has the other kind.

use super::amaf::Notes;
use super::analysis::Stop;
use super::pace::Pace;
use super::params::Params;
use super::root::Root;
use super::selection::{Bound, Manner};
use super::shaping::Shaper;
use super::taste::Lessons;
use super::transposition::Table;
use super::tree::{NONE, ROOT, Spread, Tree};
use super::watch::Watch;
use crate::game::{Random, Seat, Simulation, Turn, Utilities};
use std::hash::Hash;

/// What a path counts as while its simulation is under way.
const VIRTUAL: f32 = -1.0;

/// One edge of a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub node: u32,
    /// Which of the node's edges.
    pub offset: u32,
}

/// What to simulate, and then what came of it. Reused from iteration to iteration, so that nothing is allocated.
#[derive(Debug)]
pub(crate) struct Ticket<M> {
    /// The edges from the root on.
    pub path: Vec<Step>,
    /// Their moves.
    pub moves: Vec<M>,
    /// Whether the moves after the path are wanted.
    pub listing: bool,
    /// Who made the moves of the path, where that is wanted.
    pub movers: Vec<Seat>,
    /// The moves of the play-out with their seats, where they are wanted.
    pub trace: Vec<(Seat, M)>,
    /// The quality of the play-out that rewards are shaped by, where it was measured.
    pub quality: Option<f32>,
    /// The moves after the path, once simulated.
    pub listed: Vec<M>,
    /// The outcome, where it is known without simulating (index as in the tree).
    pub known: Option<u8>,
    /// Steps at which a proven edge would have been chosen but another was looked into, with the outcome of the former.
    pub floors: Vec<(u32, u8)>,
    /// What a heuristic thinks of the position that was reached for the first time, for the first seat, where it was asked.
    pub assessed: Option<f32>,
    /// Hash of the position after the path, where transpositions are on.
    pub hash: Option<u64>,
    /// Whether the path was counted at selection.
    counted: bool,
}

impl<M> Ticket<M> {
    pub(crate) fn new() -> Self {
        Self {
            path: Vec::new(),
            moves: Vec::new(),
            movers: Vec::new(),
            trace: Vec::new(),
            quality: None,
            assessed: None,
            listing: false,
            listed: Vec::new(),
            known: None,
            floors: Vec::new(),
            hash: None,
            counted: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.path.clear();
        self.moves.clear();
        self.movers.clear();
        self.trace.clear();
        self.quality = None;
        self.assessed = None;
        self.listed.clear();
        self.floors.clear();
        self.listing = false;
        self.known = None;
        self.hash = None;
        self.counted = false;
    }
}

/// The shared part of a search: the tree, the policies at work, and the pace.
#[derive(Debug)]
pub(crate) struct Core<M> {
    pub tree: Tree<M>,
    pub root: Root,
    pub pace: Pace,
    pub params: Params,
    /// `None`: no tree below the root.
    pub bound: Option<Bound>,
    pub spread: Spread,
    pub manner: Manner,
    /// Whether selected paths count as lost until they are absorbed.
    pub virtual_loss: bool,
    /// Whether the game is deterministic, so that a path names a position.
    pub closed: bool,
    /// Whether edges get nodes at all.
    pub grows: bool,
    /// Whether proofs are made.
    pub solver: bool,
    /// Whether selection looks at more than an edge's own statistics.
    pub enriched: bool,
    /// Whether that is RAVE and nothing else.
    pub only_rave: bool,
    /// Whether untried moves are chosen by what play-outs like.
    pub guided: bool,
    pub table: Option<Table>,
    /// What moves were worth wherever they were made, where that is learned.
    pub lessons: Option<Lessons>,
    /// Scratch for values from all moves as first, where they are used.
    pub notes: Option<Notes>,
    /// How rewards are shaped, where they are.
    pub shaper: Option<Shaper>,
    /// Someone who may stop the search and look into it.
    pub watch: Option<Watch<M>>,
    /// Longest path so far.
    pub depth: u32,
}

impl<M: Copy + Eq + Hash> Core<M> {
    /// Chooses the next path.
    #[inline]
    pub(crate) fn select(&mut self, ticket: &mut Ticket<M>, rng: &mut Random) {
        ticket.clear();
        let offset = self.choose_root(ticket, rng);
        let step = self.prefer_unproven(ticket, Step { node: ROOT, offset }, rng);
        self.descend(ticket, step, rng);
    }

    /// Chooses an edge of the root.
    #[inline]
    pub(crate) fn choose_root(&mut self, ticket: &Ticket<M>, rng: &mut Random) -> u32 {
        if let Some(notes) = &mut self.notes {
            notes.expire();
        }
        match self.root {
            Root::Bound(bound) if self.is_enriched(ROOT) => self.choose_enriched(bound, ROOT, ticket, rng),
            _ => self.root.choose(&mut self.tree, self.pace.used(), &self.manner, rng),
        }
    }

    /// Goes down from an edge that is already chosen, after the path that the ticket holds.
    pub(crate) fn descend(&mut self, ticket: &mut Ticket<M>, mut step: Step, rng: &mut Random) {
        loop {
            let (child, visits) = self.take(ticket, step);
            if child == NONE {
                ticket.listing = visits > 0 && self.grows && !self.tree.full;
                break;
            }
            let outcome = self.tree.nodes[child as usize].outcome;
            if outcome != 0 {
                ticket.known = Some(outcome);
                break;
            }
            let Some(bound) = self.bound else { break };
            if self.table.is_some() && ticket.path.iter().any(|earlier| earlier.node == child) {
                break; // a cycle among shared nodes: play out from here
            }
            let offset = if self.is_enriched(child) {
                self.choose_enriched(bound, child, ticket, rng)
            } else {
                bound.choose(&mut self.tree, child, &self.manner, rng)
            };
            step = self.prefer_unproven(ticket, Step { node: child, offset }, rng);
        }
        self.depth = self.depth.max(ticket.path.len() as u32);
    }

    /// Puts one edge at the end of the path; returns its node and how often it had been visited.
    #[inline]
    pub(crate) fn take(&mut self, ticket: &mut Ticket<M>, step: Step) -> (u32, u32) {
        let node = &mut self.tree.nodes[step.node as usize];
        let index = (node.edges + step.offset) as usize;
        let edge = &mut self.tree.edges[index];
        let found = (edge.child, edge.visits);
        if self.virtual_loss {
            ticket.counted = true;
            node.visits += 1;
            node.mean += (VIRTUAL - node.mean) / node.visits as f32;
            edge.add(VIRTUAL, self.spread);
        }
        if self.lessons.is_some() {
            ticket.movers.push(node.mover);
        }
        ticket.path.push(step);
        ticket.moves.push(self.tree.moves[index]);
        found
    }

    /// Takes the result of a simulation: grows the tree by what it found, and counts it along the path.
    #[inline]
    pub(crate) fn absorb(&mut self, ticket: &mut Ticket<M>, simulation: &Simulation) {
        let playout = &simulation.playout;
        let plies = ticket.path.len() as u32 + playout.plies;
        self.pace.note(plies, playout.finished);
        let mut worth = playout.utilities;
        if let Some(shaper) = &mut self.shaper {
            let quality = if shaper.is_relative() { Some(plies as f32) } else { ticket.quality };
            if let Some(quality) = quality.filter(|_| playout.finished) {
                shaper.shape(&mut worth, quality, self.pace.used());
            }
        }
        self.credit(ticket, &worth);
        self.back_up(ticket, &worth);
        let reached = ticket.path.len();
        let grown = self.tree.nodes.len();
        match simulation.turn {
            Turn::Over if self.closed => self.attach_end(ticket.path.last().copied(), &playout.utilities, ticket),
            Turn::Player(seat) if ticket.listing => self.expand(ticket, seat, simulation),
            Turn::Over | Turn::Player(_) | Turn::Joint(_) => {}
        }
        if self.params.implicit.is_some() {
            // Where the tree grew by a position whose moves were listed, the one tried there was looked at.
            let expanded = ticket.listing && simulation.first.is_some() && self.tree.nodes.len() > grown;
            self.back_up_implicitly(ticket, !expanded && ticket.path.len() == reached && !ticket.listing);
        }
    }

    /// Counts an outcome that was known without simulating.
    pub(crate) fn absorb_known(&mut self, ticket: &Ticket<M>, outcome: u8) {
        let mut utilities = *self.tree.outcome(outcome);
        self.pace.note(ticket.path.len() as u32, true);
        if let Some(shaper) = self.shaper.as_mut().filter(|shaper| shaper.is_relative()) {
            shaper.shape(&mut utilities, ticket.path.len() as f32, self.pace.used());
        }
        self.back_up(ticket, &utilities);
    }

    /// Counts `utilities` along the path.
    #[inline]
    fn back_up(&mut self, ticket: &Ticket<M>, utilities: &Utilities) {
        let mut utilities = *utilities;
        let mut floors = ticket.floors.iter().rev().peekable();
        for (depth, step) in ticket.path.iter().enumerate().rev() {
            let node = &mut self.tree.nodes[step.node as usize];
            let edge = &mut self.tree.edges[(node.edges + step.offset) as usize];
            let utility = utilities[node.mover];
            if ticket.counted {
                edge.replace(VIRTUAL, utility, self.spread);
            } else {
                node.visits += 1;
                match self.params.moving {
                    None => edge.add(utility, self.spread),
                    Some(moving) => edge.add_moving(utility, self.spread, moving),
                }
            }
            if let Some((_, outcome)) = floors.next_if(|(at, _)| *at as usize == depth) {
                // The mover was free to take what is proven.
                let proven = &self.tree.outcome(*outcome);
                if proven[self.tree.nodes[step.node as usize].mover] > utility {
                    utilities = **proven;
                }
            }
            let node = &mut self.tree.nodes[step.node as usize];
            let utility = utilities[node.mover];
            let before = if ticket.counted { VIRTUAL } else { node.mean };
            node.mean += (utility - before) / node.visits as f32;
        }
    }

    /// Gives the position after the path a node with its moves, of which the play-out tried one.
    fn expand(&mut self, ticket: &mut Ticket<M>, seat: Seat, simulation: &Simulation) {
        let (Some(&step), Some(first)) = (ticket.path.last(), simulation.first) else { return };
        let index = self.edge_index(step);
        if self.tree.edges[index].child != NONE {
            return; // another thread was faster
        }
        if let (Some(table), Some(hash)) = (&self.table, ticket.hash)
            && let Some(shared) = table.get(hash)
        {
            self.tree.edges[index].child = shared;
            return;
        }
        if !self.tree.has_room(ticket.listed.len()) {
            return;
        }
        let child = self.tree.add_node(seat, &ticket.listed);
        self.tree.edges[index].child = child;
        if let (Some(table), Some(hash)) = (&mut self.table, ticket.hash) {
            table.insert(hash, child);
        }
        let offset = self.tree.try_edge(child, first as u32);
        let utilities = &simulation.playout.utilities;
        let visits = self.tree.edges[index].visits;
        let node = &mut self.tree.nodes[child as usize];
        node.visits = visits;
        node.mean = utilities[seat];
        self.tree.edges[(node.edges + offset) as usize].add(utilities[seat], self.spread);
        if let Some(worth) = ticket.assessed {
            self.value_implicitly(Step { node: child, offset }, worth);
        }
        // A play-out of one ply tells that the game is over after the move that it tried.
        if simulation.playout.plies == 1 && simulation.playout.finished {
            let step = Step { node: child, offset };
            ticket.path.push(step);
            self.attach_end(Some(step), utilities, ticket);
        }
    }

    /// Remembers that the game is over after an edge, and what follows from it.
    fn attach_end(&mut self, step: Option<Step>, utilities: &Utilities, ticket: &Ticket<M>) {
        let Some(step) = step else { return };
        let index = self.edge_index(step);
        if self.tree.edges[index].child != NONE || !self.tree.has_room(0) {
            return;
        }
        let Some(outcome) = self.tree.outcome_index(utilities) else { return };
        self.tree.edges[index].child = self.tree.add_end(outcome);
        if self.solver {
            self.prove(&ticket.path);
            self.tighten(&ticket.path);
        }
    }

    pub(crate) fn edge_index(&self, step: Step) -> usize {
        (self.tree.nodes[step.node as usize].edges + step.offset) as usize
    }

    /// Whether there may be one more iteration; counts it.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        if self.solver && self.tree.nodes[ROOT as usize].outcome != 0 {
            self.pace.end(Stop::Proven);
        }
        if let Some(watch) = &mut self.watch {
            watch.attend(&self.tree, &mut self.pace);
        }
        self.pace.tick()
    }
}
