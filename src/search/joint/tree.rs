//! The arena of a search over joint turns.
//!
//! A node is a position in which one or several seats choose, each from a list of its own. A *cell* is one combination of
//! their choices: it leads to the next node. Cells of small nodes stand side by side; those of large ones, and of games with
//! chance (where a cell is also told apart by the position it led to), are found through a map and made when they are needed.

use crate::game::{Seat, Utilities};
use std::collections::HashMap;

/// "No node", "no cell".
pub(super) const NONE: u32 = u32::MAX;
/// The node that every search starts from.
pub(super) const ROOT: u32 = 0;
/// Most cells of a node that stand side by side.
const DENSE: usize = 128;
/// Outcomes that are looked through before another is remembered.
const FEW_OUTCOMES: usize = 8;

/// What is known about one move of one seat in one position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Action<M> {
    pub chosen: M,
    pub visits: u32,
    /// Sum of rewards.
    pub sum: f64,
    /// What the rule keeps besides: the sum of squared rewards (bounds), of estimated payoffs (EXP3), or the regret.
    pub merit: f64,
}

/// The list of one seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    pub seat: Seat,
    /// Index of its first action.
    pub first: u32,
    pub count: u32,
    /// By how much the number of a cell grows from one action to the next.
    pub stride: u32,
}

impl List {
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// A position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// Index of the first list.
    lists: u32,
    /// Number of lists.
    width: u32,
    pub visits: u32,
    /// Index of the first cell, where they stand side by side.
    cells: u32,
    /// Index of the known outcome.
    pub outcome: u32,
}

/// One combination of choices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub child: u32,
    pub visits: u32,
}

/// The arena.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub nodes: Vec<Node>,
    lists: Vec<List>,
    pub actions: Vec<Action<M>>,
    pub cells: Vec<Cell>,
    /// Sums of rewards by cell and seat, where the rule needs them.
    pub sums: Vec<f32>,
    /// Seats whose sums are kept for each cell; 0 where none are.
    pub sum_width: usize,
    sparse: HashMap<(u32, u32, u64), u32>,
    outcomes: Vec<Utilities>,
    memory: usize,
    pub full: bool,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(memory: usize) -> Self {
        Self {
            nodes: Vec::new(),
            lists: Vec::new(),
            actions: Vec::new(),
            cells: Vec::new(),
            sums: Vec::new(),
            sum_width: 0,
            sparse: HashMap::new(),
            outcomes: Vec::new(),
            memory,
            full: false,
        }
    }

    pub(super) fn clear(&mut self, sum_width: usize) {
        self.nodes.clear();
        self.lists.clear();
        self.actions.clear();
        self.cells.clear();
        self.sums.clear();
        self.sparse.clear();
        self.outcomes.clear();
        self.sum_width = sum_width;
        self.full = false;
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.lists.len() * size_of::<List>()
            + self.actions.len() * size_of::<Action<M>>()
            + self.cells.len() * size_of::<Cell>()
            + self.sums.len() * size_of::<f32>()
            + self.sparse.len() * 2 * size_of::<((u32, u32, u64), u32)>()
    }

    /// Whether there is room for more; once there is not, there never is.
    pub(super) fn has_room(&mut self) -> bool {
        let long = |length: usize| length >= NONE as usize / 2;
        self.full |= self.bytes() >= self.memory || long(self.actions.len()) || long(self.cells.len());
        !self.full
    }

    /// A node whose outcome is known.
    pub(super) fn add_end(&mut self, utilities: &Utilities) -> u32 {
        let few = &self.outcomes[..self.outcomes.len().min(FEW_OUTCOMES)];
        let outcome = few.iter().position(|known| known == utilities).unwrap_or_else(|| {
            self.outcomes.push(*utilities);
            self.outcomes.len() - 1
        });
        self.nodes.push(Node { lists: 0, width: 0, visits: 0, cells: NONE, outcome: outcome as u32 });
        self.nodes.len() as u32 - 1
    }

    pub(super) fn outcome(&self, index: u32) -> &Utilities {
        &self.outcomes[index as usize]
    }

    /// A node without lists yet; [`add_list`](Self::add_list) and [`close`](Self::close) follow.
    pub(super) fn open(&mut self) -> u32 {
        let lists = self.lists.len() as u32;
        self.nodes.push(Node { lists, width: 0, visits: 0, cells: NONE, outcome: NONE });
        self.nodes.len() as u32 - 1
    }

    /// Gives the newest node the list of one seat.
    pub(super) fn add_list(&mut self, seat: Seat, moves: &[M]) {
        let first = self.actions.len() as u32;
        let stride = match (self.nodes.last(), self.lists.last()) {
            (Some(node), Some(before)) if node.width > 0 => before.stride * before.count,
            _ => 1,
        };
        self.actions.extend(moves.iter().map(|&chosen| Action { chosen, visits: 0, sum: 0.0, merit: 0.0 }));
        self.lists.push(List { seat, first, count: moves.len() as u32, stride });
        if let Some(node) = self.nodes.last_mut() {
            node.width += 1;
        }
    }

    /// Ends the newest node; `dense` where its cells may stand side by side.
    pub(super) fn close(&mut self, dense: bool) {
        let Some(last) = self.lists.last() else { return };
        let count = last.stride as usize * last.count as usize;
        if dense && count <= DENSE {
            let first = self.cells.len();
            self.cells.resize(first + count, Cell { child: NONE, visits: 0 });
            self.sums.resize((first + count) * self.sum_width, 0.0);
            if let Some(node) = self.nodes.last_mut() {
                node.cells = first as u32;
            }
        }
    }

    /// How many seats choose at a node.
    pub(super) fn width(&self, node: u32) -> usize {
        self.nodes[node as usize].width as usize
    }

    /// The list of one of the seats that choose at a node.
    #[inline]
    pub(super) fn list(&self, node: u32, place: usize) -> List {
        self.lists[self.nodes[node as usize].lists as usize + place]
    }

    /// The cell of a combination that led to the position with `hash` (0 where there is no chance), if it exists.
    #[inline]
    pub(super) fn find_cell(&self, node: u32, combination: u32, hash: u64) -> Option<u32> {
        let dense = self.nodes[node as usize].cells;
        if dense != NONE {
            return Some(dense + combination);
        }
        self.sparse.get(&(node, combination, hash)).copied()
    }

    /// The cell of a combination, made if it is new; `None` where there is no room.
    #[inline]
    pub(super) fn cell(&mut self, node: u32, combination: u32, hash: u64) -> Option<u32> {
        if let Some(cell) = self.find_cell(node, combination, hash) {
            return Some(cell);
        }
        if !self.has_room() {
            return None;
        }
        let cell = self.cells.len() as u32;
        self.cells.push(Cell { child: NONE, visits: 0 });
        self.sums.resize(self.cells.len() * self.sum_width, 0.0);
        self.sparse.insert((node, combination, hash), cell);
        Some(cell)
    }
}
