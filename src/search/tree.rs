//! The arena: nodes in one vector, the edges of a node side by side in another.
//!
//! An edge is 16 bytes of statistics and its move, so at most 32 bytes with a 16-byte move. The statistics are apart from
//! the moves because choosing among edges reads all of the former and one of the latter.
//!
//! The edges that were tried come first, in the order of their first visit; an untried edge is drawn at random and swapped
//! to the border. So choosing looks at the tried edges only, and ties go to the one that came first, which is a random one.
//!
//! An edge has no node of its own until it is visited a second time (or its position turns out to be the end of the game):
//! most edges never are.

use super::beside::Beside;
use super::bounds::Bounds;
use super::moving::Moving;
use crate::game::{Random, Seat, Utilities};
use rand::RngExt;

/// "No node".
pub(crate) const NONE: u32 = u32::MAX;
/// The node that every search starts from.
pub(crate) const ROOT: u32 = 0;
/// Distinct outcomes that the tree can remember exactly; beyond them, ends of the game are played out anew.
const MAX_OUTCOMES: usize = 255;

/// What is known about one move of one position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edge {
    /// Mean utility for the seat that moves, in [−1, 1].
    pub mean: f32,
    /// What selection multiplies its exploration bonus with: see [`Spread`].
    pub spread: f32,
    /// Simulations that went through.
    pub visits: u32,
    /// The position after the move, or [`NONE`].
    pub child: u32,
}

/// What [`Edge::spread`] holds, which depends on the tree's selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// `1/√visits`, for bounds of the form `mean + bonus/√visits`; 0 once the value is proven.
    Deviation,
    /// The mean of the squared utilities, for UCB1-Tuned; −1 once the value is proven.
    Squares,
}

impl Spread {
    /// The mark of a proven edge.
    pub(crate) const fn proven(self) -> f32 {
        match self {
            Self::Deviation => 0.0,
            Self::Squares => -1.0,
        }
    }
}

impl Edge {
    const UNTRIED: Self = Self { mean: 0.0, spread: 1.0, visits: 0, child: NONE };

    /// Whether the value is proven; it then stays as it is.
    #[inline]
    pub(crate) fn is_proven(&self, spread: Spread) -> bool {
        self.spread == spread.proven()
    }

    /// Counts one more simulation of worth `utility`.
    #[inline]
    pub(crate) fn add(&mut self, utility: f32, spread: Spread) {
        self.visits += 1;
        if self.is_proven(spread) {
            return;
        }
        let share = 1.0 / self.visits as f32;
        self.mean += (utility - self.mean) * share;
        match spread {
            // 1/√n from 1/n: one square root, no further division.
            Spread::Deviation => self.spread = share.sqrt(),
            Spread::Squares => {
                let before = if self.visits == 1 { 0.0 } else { self.spread };
                self.spread = before + (utility * utility - before) * share;
            }
        }
    }

    /// Counts one more simulation, older ones being slowly forgotten (see [`moving`](super::moving)).
    #[inline]
    pub(crate) fn add_moving(&mut self, utility: f32, spread: Spread, moving: Moving) {
        let before = self.mean;
        self.add(utility, spread);
        if self.visits > moving.after && !self.is_proven(spread) {
            self.mean = before + (utility - before) * moving.lambda;
        }
    }

    /// Replaces one counted simulation of worth `old` by one of worth `new`.
    #[inline]
    pub(crate) fn replace(&mut self, old: f32, new: f32, spread: Spread) {
        if self.is_proven(spread) {
            return;
        }
        let share = 1.0 / self.visits as f32;
        self.mean += (new - old) * share;
        if spread == Spread::Squares {
            self.spread = (self.spread + (new * new - old * old) * share).max(0.0);
        }
    }
}

/// One position of the tree whose moves are listed, or one where the game is over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// Index of the first edge.
    pub edges: u32,
    /// Number of edges.
    pub count: u32,
    /// Number of them that were tried; they come first.
    pub tried: u32,
    /// Simulations that went through.
    pub visits: u32,
    /// Mean utility for the seat to move.
    pub mean: f32,
    /// Another node that the same edge leads to, where chance decides who is to move; [`NONE`] otherwise.
    pub variant: u32,
    /// The seat to move.
    pub mover: Seat,
    /// 1 + index of the exactly known outcome; 0 while there is none.
    pub outcome: u8,
}

impl Node {
    /// The indices of the edges that were tried.
    pub(crate) fn tried_range(&self) -> std::ops::Range<usize> {
        self.edges as usize..(self.edges + self.tried) as usize
    }

    /// The indices of all edges.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.edges as usize..(self.edges + self.count) as usize
    }
}

/// The arena.
#[derive(Debug)]
pub(crate) struct Tree<M> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub moves: Vec<M>,
    /// What is kept of the edges besides.
    pub beside: Beside,
    /// Bounds of the nodes; empty unless they are kept.
    pub bounds: Vec<Bounds>,
    /// The bounds of an unknown position; `None` where bounds are not kept.
    pub widest: Option<Bounds>,
    outcomes: Vec<Utilities>,
    /// Most bytes that nodes and edges may take.
    limit: usize,
    /// Whether the limit was reached.
    pub full: bool,
}

impl<M: Copy + Eq> Tree<M> {
    /// Bytes of one edge with its move.
    pub(crate) const EDGE_BYTES: usize = size_of::<Edge>() + size_of::<M>();
    /// Bytes of one node.
    pub(crate) const NODE_BYTES: usize = size_of::<Node>();

    pub(crate) fn new(limit: usize) -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            beside: Beside::default(),
            bounds: Vec::new(),
            widest: None,
            outcomes: Vec::new(),
            limit,
            full: false,
        }
    }

    /// From now on keeps this beside the edges.
    pub(crate) fn keep_beside(mut self, beside: Beside) -> Self {
        self.beside = beside;
        self
    }

    /// From now on keeps bounds of each node, at first these.
    pub(crate) fn keep_bounds(mut self, widest: Option<Bounds>) -> Self {
        self.widest = widest;
        self
    }

    /// Forgets everything, keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.moves.clear();
        self.beside.clear();
        self.bounds.clear();
        self.outcomes.clear();
        self.full = false;
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * Self::NODE_BYTES
            + self.edges.len() * Self::EDGE_BYTES
            + self.beside.bytes()
            + self.bounds.len() * size_of::<Bounds>()
    }

    /// Whether a node with so many edges still fits; remembers when it does not. The root always fits.
    pub(crate) fn has_room(&mut self, edges: usize) -> bool {
        let fits = self.bytes() + Self::NODE_BYTES + edges * Self::EDGE_BYTES <= self.limit
            && self.edges.len() + edges < NONE as usize
            && self.nodes.len() + 1 < NONE as usize;
        self.full |= !fits;
        fits || self.nodes.is_empty()
    }

    /// Adds a node with untried edges for `moves`. The caller has asked [`has_room`](Self::has_room).
    pub(crate) fn add_node(&mut self, mover: Seat, moves: &[M]) -> u32 {
        let edges = self.edges.len() as u32;
        self.moves.extend_from_slice(moves);
        self.edges.resize(self.moves.len(), Edge::UNTRIED);
        self.beside.pad(self.edges.len());
        self.push_node(Node {
            edges,
            count: moves.len() as u32,
            tried: 0,
            visits: 0,
            mean: 0.0,
            variant: NONE,
            mover,
            outcome: 0,
        })
    }

    /// Adds a node where the game is over with a known outcome (index as from [`outcome_index`](Self::outcome_index)).
    pub(crate) fn add_end(&mut self, outcome: u8) -> u32 {
        self.push_node(Node {
            edges: self.edges.len() as u32,
            count: 0,
            tried: 0,
            visits: 0,
            mean: 0.0,
            variant: NONE,
            mover: Seat(0),
            outcome,
        })
    }

    fn push_node(&mut self, node: Node) -> u32 {
        if let Some(widest) = self.widest {
            let known = |outcome: u8| Bounds::of(self.outcome(outcome), widest);
            let bounds = if node.outcome == 0 { widest } else { known(node.outcome) };
            self.bounds.push(bounds);
        }
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// 1 + the index under which the tree remembers an outcome; `None` once it remembers too many different ones.
    pub(crate) fn outcome_index(&mut self, utilities: &Utilities) -> Option<u8> {
        let index = match self.outcomes.iter().position(|known| known == utilities) {
            Some(index) => index,
            None if self.outcomes.len() < MAX_OUTCOMES => {
                self.outcomes.push(*utilities);
                self.outcomes.len() - 1
            }
            None => return None,
        };
        Some(index as u8 + 1)
    }

    /// The outcome behind [`Node::outcome`], which must not be 0.
    pub(crate) fn outcome(&self, index: u8) -> &Utilities {
        &self.outcomes[index as usize - 1]
    }

    /// The outcome known of the position after an edge.
    pub(crate) fn known(&self, edge: usize) -> Option<&Utilities> {
        let child = self.edges[edge].child;
        if child == NONE {
            return None;
        }
        match self.nodes[child as usize].outcome {
            0 => None,
            index => Some(self.outcome(index)),
        }
    }

    /// Makes the `offset`-th edge of a node, an untried one, its newest tried edge; returns its new offset.
    pub(crate) fn try_edge(&mut self, node: u32, offset: u32) -> u32 {
        let node = &mut self.nodes[node as usize];
        let border = node.tried;
        debug_assert!(offset >= border && offset < node.count);
        node.tried += 1;
        let (a, b) = ((node.edges + offset) as usize, (node.edges + border) as usize);
        self.edges.swap(a, b);
        self.moves.swap(a, b);
        self.beside.swap(a, b);
        border
    }

    /// Draws an untried edge of a node and makes it its newest tried edge; returns its offset.
    pub(crate) fn try_random(&mut self, node: u32, rng: &mut Random) -> u32 {
        let &Node { tried, count, .. } = &self.nodes[node as usize];
        let offset = if tried + 1 == count { tried } else { rng.random_range(tried..count) };
        self.try_edge(node, offset)
    }

    /// Adds a tried edge to a node of an open loop, which knows only the moves that it has met. Moves the node's edges to
    /// the end of the arena when they have no room to grow; `None` when the arena is full.
    pub(crate) fn append_tried(&mut self, node: u32, chosen: M) -> Option<u32> {
        let Node { edges, count, tried, .. } = self.nodes[node as usize];
        if tried == count {
            let room = (2 * count).max(4);
            if !self.has_room(room as usize) {
                return None;
            }
            let start = self.edges.len();
            self.edges.extend_from_within(edges as usize..(edges + count) as usize);
            self.moves.extend_from_within(edges as usize..(edges + count) as usize);
            self.beside.repeat(edges as usize..(edges + count) as usize);
            self.edges.resize(start + room as usize, Edge::UNTRIED);
            self.moves.resize(start + room as usize, chosen);
            self.beside.pad(self.edges.len());
            let node = &mut self.nodes[node as usize];
            node.edges = start as u32;
            node.count = room;
        }
        let node = &mut self.nodes[node as usize];
        let index = (node.edges + node.tried) as usize;
        node.tried += 1;
        self.edges[index] = Edge::UNTRIED;
        self.moves[index] = chosen;
        Some(node.tried - 1)
    }

    /// Gives the root edges for exactly the moves of `legal`, keeping what is known of them. Returns whether nothing but
    /// the order changed.
    pub(crate) fn relist_root(&mut self, legal: &[M]) -> bool {
        let old = self.nodes[ROOT as usize];
        let mut known: Vec<(M, Edge, usize)> =
            old.range().map(|index| (self.moves[index], self.edges[index], index)).collect();
        let mut fresh = Vec::new();
        let start = self.edges.len();
        for &candidate in legal {
            match known.iter().position(|&(known, edge, _)| known == candidate && edge.visits > 0) {
                Some(place) => {
                    let (chosen, edge, index) = known.swap_remove(place);
                    self.moves.push(chosen);
                    self.edges.push(edge);
                    self.beside.repeat(index..index + 1);
                }
                None => fresh.push(candidate),
            }
        }
        let tried = (self.edges.len() - start) as u32;
        self.moves.extend_from_slice(&fresh);
        self.edges.resize(self.moves.len(), Edge::UNTRIED);
        self.beside.pad(self.edges.len());
        let root = &mut self.nodes[ROOT as usize];
        root.edges = start as u32;
        root.count = legal.len() as u32;
        root.tried = tried;
        old.count as usize == legal.len()
            && fresh.iter().all(|candidate| known.iter().any(|(known, ..)| known == candidate))
    }

    /// Copies the part of the tree below `from` into `target`, whose old content is lost. With it go the proofs.
    pub(crate) fn copy_below(&self, from: u32, target: &mut Self, renumbered: &mut Vec<u32>) {
        target.clear();
        target.beside.keep_as(&self.beside);
        target.widest = self.widest;
        target.outcomes.extend_from_slice(&self.outcomes);
        renumbered.clear();
        renumbered.resize(self.nodes.len(), NONE);
        let mut queue = vec![from];
        renumbered[from as usize] = 0;
        let mut head = 0;
        while let Some(&old) = queue.get(head) {
            head += 1;
            let node = &self.nodes[old as usize];
            let edges = target.edges.len();
            target.edges.extend_from_slice(&self.edges[node.range()]);
            target.moves.extend_from_slice(&self.moves[node.range()]);
            target.beside.extend_from(&self.beside, node.range());
            let mut number = |old: u32| {
                if old != NONE && renumbered[old as usize] == NONE {
                    renumbered[old as usize] = queue.len() as u32;
                    queue.push(old);
                }
                if old == NONE { NONE } else { renumbered[old as usize] }
            };
            for edge in &mut target.edges[edges..] {
                edge.child = number(edge.child);
            }
            let variant = if old == from { NONE } else { number(node.variant) };
            target.nodes.push(Node { edges: edges as u32, variant, ..*node });
            if self.widest.is_some() {
                target.bounds.push(self.bounds[old as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    #[test]
    fn an_edge_with_a_sixteen_byte_move_takes_thirty_two_bytes() {
        const { assert!(Tree::<[u32; 4]>::EDGE_BYTES <= 32) };
        const { assert!(Tree::<[u32; 4]>::NODE_BYTES <= 32) };
    }

    #[test]
    fn tried_edges_stay_in_front() {
        let mut tree = Tree::new(usize::MAX);
        let node = tree.add_node(Seat(0), &[10u8, 11, 12, 13]);
        let mut rng = random_from_seed(3);
        let mut seen = Vec::new();
        for expected in 0..4 {
            assert_eq!(tree.try_random(node, &mut rng), expected);
            seen.push(tree.moves[expected as usize]);
        }
        assert_eq!(seen, tree.moves);
        seen.sort_unstable();
        assert_eq!(seen, [10, 11, 12, 13]);
    }

    #[test]
    fn means_and_spreads_follow_their_definitions() {
        let mut edge = Edge::UNTRIED;
        for utility in [1.0, -1.0, 0.0, 1.0] {
            edge.add(utility, Spread::Deviation);
        }
        assert!((edge.mean - 0.25).abs() < 1e-6 && (edge.spread - 0.5).abs() < 1e-6);
        let mut edge = Edge::UNTRIED;
        for utility in [1.0, -1.0, 0.0, 1.0] {
            edge.add(-1.0, Spread::Squares);
            edge.replace(-1.0, utility, Spread::Squares);
        }
        assert!((edge.mean - 0.25).abs() < 1e-6 && (edge.spread - 0.75).abs() < 1e-6);
    }

    #[test]
    fn a_copied_subtree_keeps_its_shape() {
        let mut tree = Tree::new(usize::MAX);
        let root = tree.add_node(Seat(0), &['a', 'b']);
        let child = tree.add_node(Seat(1), &['c', 'd', 'e']);
        let end = tree.add_end(1);
        tree.edges[1].child = child;
        tree.edges[3].child = end;
        tree.nodes[root as usize].tried = 2;
        let mut copy = Tree::new(usize::MAX);
        tree.copy_below(child, &mut copy, &mut Vec::new());
        assert_eq!(copy.moves, ['c', 'd', 'e']);
        assert_eq!(copy.nodes.len(), 2);
        assert_eq!(copy.edges[1].child, 1);
        assert_eq!(copy.nodes[1].outcome, 1);
    }

    #[test]
    fn open_loop_nodes_grow() {
        let mut tree = Tree::new(usize::MAX);
        let node = tree.add_node(Seat(0), &[]);
        for chosen in 0..9u8 {
            assert_eq!(tree.append_tried(node, chosen), Some(u32::from(chosen)));
            tree.add_node(Seat(1), &[]);
        }
        let range = tree.nodes[node as usize].tried_range();
        assert_eq!(tree.moves[range], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
}
