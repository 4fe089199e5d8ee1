//! The arena of a search over joint turns.
//!
//! A node is a position in which one or several seats choose, each from a list of its own. A *cell* is one combination of
//! their choices: it leads to the next node. Cells of small nodes stand side by side; those of large ones, and of games with
//! chance (where a cell is also told apart by the position it led to), are found through a map and made when they are needed.
//!
//! A search waits for memory more than for anything else, so everything that one step down looks at is one record of words in
//! one vector, side by side: two for the node, one for each list, one or two for each action, half a word or more for each cell. Nodes
//! are known by the index of their first word, cells by that of their first half. Only the moves themselves are kept apart.
//!
//! | word | lower half | upper half |
//! | --- | --- | --- |
//! | node, first | visits | number of lists (0 for an end); from bit 48 whether cells stand here |
//! | node, second | index of the first move, or of an end's outcome | number of actions |
//! | list | seat (8 bits), number of actions (24 bits) | stride |
//! | action | visits | mean reward |
//! | action, second | what the rule keeps besides, where it does | |
//!
//! The halves of a cell are its child (or, while it has none, how often it was chosen) and, where the rule needs them, its visits and the
//! sums of the seats' rewards.

use super::actions::{Actions, List, Questions, upper, upper_real};
use super::roots::Roots;
use crate::game::{Seat, Utilities};
use std::collections::HashMap;
use std::hint::black_box;

/// The node that every search starts from. It is nobody's child.
pub(super) const ROOT: u32 = 0;
/// The smallest number of a child, for the root is given at least as many words; smaller ones count how often a cell was chosen that has
/// no child yet.
pub(super) const CHILD: u32 = 8;
/// Most cells of a node that stand side by side.
const DENSE: usize = 128;
/// Outcomes that are looked through before another is remembered.
const FEW_OUTCOMES: usize = 8;
/// Words of a line of cache.
const LINE: usize = 8;
/// Words of a node before its lists.
const HEAD: usize = 2;
/// Set in a node's first word where its cells stand in the record.
const HAS_CELLS: u64 = 1 << 48;

/// A place among the lists of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor {
    at: u32,
    end: u32,
    first: u32,
    moves: u32,
}

/// What a rule keeps besides visits and means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Keeps {
    /// A merit for each action.
    pub merits: bool,
    /// Sums of rewards in each cell, for so many seats.
    pub sums: usize,
}

/// The lists of the node that comes next.
#[derive(Debug, Default)]
struct Draft {
    /// Their words.
    heads: Vec<u64>,
    /// Moves that belong to some list.
    listed: usize,
    /// Combinations of the lists' moves.
    cells: usize,
}

/// The arena.
#[derive(Debug)]
pub(super) struct Tree<M> {
    words: Vec<u64>,
    moves: Vec<M>,
    keeps: Keeps,
    sparse: HashMap<(u32, u32, u64), u32>,
    draft: Draft,
    outcomes: Vec<Utilities>,
    /// Words that belong to nothing.
    gaps: usize,
    /// Number of nodes.
    pub nodes: usize,
    memory: usize,
    pub full: bool,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(memory: usize) -> Self {
        Self {
            words: Vec::new(),
            moves: Vec::new(),
            keeps: Keeps::default(),
            sparse: HashMap::new(),
            draft: Draft::default(),
            outcomes: Vec::new(),
            gaps: 0,
            nodes: 0,
            memory,
            full: false,
        }
    }

    pub(super) fn clear(&mut self, keeps: Keeps) {
        self.words.clear();
        self.moves.clear();
        self.sparse.clear();
        self.draft.heads.clear();
        self.draft.listed = 0;
        self.draft.cells = 1;
        self.outcomes.clear();
        self.gaps = 0;
        self.nodes = 0;
        self.keeps = keeps;
        self.full = false;
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        (self.words.len() - self.gaps) * size_of::<u64>()
            + self.moves.len() * size_of::<M>()
            + self.sparse.len() * 2 * size_of::<((u32, u32, u64), u32)>()
    }

    /// Whether there is room for more; once there is not, there never is.
    pub(super) fn has_room(&mut self) -> bool {
        let long = |length: usize| length >= u32::MAX as usize / 2;
        self.full |= self.bytes() >= self.memory || long(2 * self.words.len()) || long(self.moves.len());
        !self.full
    }

    /// A record of so many words, all zero.
    #[inline]
    fn begin(&mut self, words: usize) -> u32 {
        // Not over more lines of cache than it has to; but the root is where it is.
        let from = (self.words.as_ptr().addr() / size_of::<u64>() + self.words.len()) % LINE;
        if (from + words).div_ceil(LINE) > words.div_ceil(LINE) && self.nodes > 0 {
            self.gaps += LINE - from;
            self.words.resize(self.words.len() + LINE - from, 0);
        }
        let node = self.words.len();
        self.nodes += 1;
        self.words.resize((node + words).max(CHILD as usize), 0);
        node as u32
    }

    /// A node whose outcome is known.
    pub(super) fn add_end(&mut self, utilities: &Utilities) -> u32 {
        let few = &self.outcomes[..self.outcomes.len().min(FEW_OUTCOMES)];
        let outcome = few.iter().position(|known| known == utilities).unwrap_or_else(|| {
            self.outcomes.push(*utilities);
            self.outcomes.len() - 1
        });
        let node = self.begin(HEAD);
        self.words[node as usize + 1] = outcome as u64;
        node
    }

    /// The outcome of a node, where that is known.
    #[inline]
    pub(super) fn outcome(&self, node: u32) -> Option<&Utilities> {
        (self.width(node) == 0).then(|| &self.outcomes[self.words[node as usize + 1] as u32 as usize])
    }

    /// Where the moves of the next list go, behind those of the lists before it; [`end_list`](Self::end_list) follows.
    #[inline]
    pub(super) fn listing(&mut self) -> &mut Vec<M> {
        &mut self.moves
    }

    /// Ends a list of the next node, that of one seat; [`add_node`](Self::add_node) follows the last.
    #[inline]
    pub(super) fn end_list(&mut self, seat: Seat) {
        let Draft { heads, listed, cells } = &mut self.draft;
        let count = self.moves.len() - *listed;
        heads.push(u64::from(seat.0) | (count as u64) << 8 | (*cells as u64) << 32);
        *listed += count;
        *cells *= count;
    }

    /// The node of the lists that were ended since the last; `dense` where its cells may stand side by side.
    pub(super) fn add_node(&mut self, dense: bool) -> u32 {
        let (width, cells) = (self.draft.heads.len(), self.draft.cells);
        let actions: usize = self.draft.heads.iter().map(|&head| (head as u32 >> 8) as usize).sum();
        let dense = dense && cells <= DENSE;
        let words = if dense { self.words_of_cells(cells) } else { 0 };
        let node = self.begin(HEAD + width + actions * self.action_words() + words);
        let record = &mut self.words[node as usize..];
        record[0] = (width as u64) << 32 | if dense { HAS_CELLS } else { 0 };
        record[1] = (self.moves.len() - actions) as u64 | (actions as u64) << 32;
        for (place, &head) in record[HEAD..].iter_mut().zip(&self.draft.heads) {
            *place = head;
        }
        self.draft.heads.clear();
        self.draft.cells = 1;
        node
    }

    /// Words of so many cells.
    fn words_of_cells(&self, count: usize) -> usize {
        (count * self.cell_halves()).div_ceil(2)
    }

    #[inline]
    fn half(&self, at: usize) -> u32 {
        (self.words[at / 2] >> (32 * (at % 2))) as u32
    }

    #[inline]
    fn set_half(&mut self, at: usize, value: u32) {
        let (word, shift) = (&mut self.words[at / 2], 32 * (at % 2));
        *word = *word & !(u64::from(u32::MAX) << shift) | u64::from(value) << shift;
    }

    #[inline]
    fn action_words(&self) -> usize {
        1 + usize::from(self.keeps.merits)
    }

    #[inline]
    fn cell_halves(&self) -> usize {
        if self.keeps.sums == 0 { 1 } else { 2 + self.keeps.sums }
    }

    /// Whether there are merits or sums.
    #[inline]
    pub(super) fn keeps_more(&self) -> bool {
        self.keeps != Keeps::default()
    }

    /// Simulations that passed through a node.
    #[inline]
    pub(super) fn visits(&self, node: u32) -> u32 {
        self.words[node as usize] as u32
    }

    /// Counts one more simulation that passes through a node; returns how many did before.
    #[inline]
    pub(super) fn enter(&mut self, node: u32) -> u32 {
        let word = &mut self.words[node as usize];
        let visits = *word as u32;
        *word += 1;
        visits
    }

    /// Takes one back that went no further.
    pub(super) fn leave(&mut self, node: u32) {
        self.words[node as usize] -= 1;
    }

    /// How many seats choose at a node; 0 at an end.
    #[inline]
    pub(super) fn width(&self, node: u32) -> usize {
        usize::from((self.words[node as usize] >> 32) as u16)
    }

    /// The lists of those who choose at a node.
    #[inline]
    pub(super) fn lists(&self, node: u32) -> impl Iterator<Item = List> + use<'_, M> {
        let mut cursor = self.cursor(node);
        std::iter::from_fn(move || self.next_list(&mut cursor))
    }

    /// Whoever chooses at a node, with what is known about their moves: `step` words for each, of which the caller knows that they
    /// are those that the tree keeps.
    #[inline]
    pub(super) fn questions(&self, node: u32, step: usize) -> Questions<'_> {
        debug_assert_eq!(step, self.action_words());
        let record = &self.words[node as usize..];
        let moves = record[1] as u32;
        if let Some(&first) = self.moves.get(moves as usize) {
            black_box(first);
        }
        let width = usize::from((record[0] >> 32) as u16);
        let (heads, actions) = record[HEAD..].split_at(width);
        Questions::new(heads, actions, step, node + (HEAD + width) as u32, moves)
    }

    /// The cell of a combination at a node all of whose [questions](Self::questions) were asked, where its cells stand side by
    /// side.
    #[inline]
    pub(super) fn cell_behind(&self, node: u32, asked: &Questions<'_>, combination: u32) -> Option<u32> {
        let has_cells = self.words[node as usize] & HAS_CELLS != 0;
        has_cells.then(|| 2 * asked.behind() + combination * self.cell_halves() as u32)
    }

    /// Goes through the lists of a node without holding on to the tree; [`next_list`](Self::next_list) follows.
    #[inline]
    pub(super) fn cursor(&self, node: u32) -> Cursor {
        let at = node + HEAD as u32;
        let end = at + self.width(node) as u32;
        Cursor { at, end, first: end, moves: self.words[node as usize + 1] as u32 }
    }

    #[inline]
    pub(super) fn next_list(&self, cursor: &mut Cursor) -> Option<List> {
        if cursor.at == cursor.end {
            return None;
        }
        let word = self.words[cursor.at as usize];
        let count = word as u32 >> 8;
        let Cursor { first, moves, .. } = *cursor;
        cursor.at += 1;
        cursor.first += count * self.action_words() as u32;
        cursor.moves += count;
        Some(List { seat: Seat(word as u8), first, moves, count, stride: upper(word) })
    }

    /// The actions of a list.
    #[inline]
    pub(super) fn actions(&self, list: &List) -> Actions<'_> {
        let (first, step) = (list.first as usize, self.action_words());
        Actions::new(&self.words[first..first + list.count as usize * step], step)
    }

    /// The moves of a list.
    #[inline]
    pub(super) fn moves(&self, list: &List) -> &[M] {
        &self.moves[list.moves as usize..(list.moves + list.count) as usize]
    }

    /// One of the moves of a list.
    #[inline]
    pub(super) fn move_at(&self, list: &List, place: u32) -> M {
        self.moves[(list.moves + place) as usize]
    }

    /// Counts what an action came to.
    #[inline]
    pub(super) fn reward(&mut self, action: u32, reward: f32, roots: Roots) {
        let word = &mut self.words[action as usize];
        let (visits, mean) = (*word as u32 + 1, upper_real(*word));
        let root = roots.inverse(visits);
        let mean = mean + (reward - mean) * (root * root);
        *word = u64::from(visits) | u64::from(mean.to_bits()) << 32;
    }

    /// Adds to the merit of one of the actions of a list, where the rule keeps merits.
    #[inline]
    pub(super) fn add_merit(&mut self, list: &List, place: u32, merit: f64) {
        if self.keeps.merits {
            let word = &mut self.words[list.first as usize + 2 * place as usize + 1];
            *word = (f64::from_bits(*word) + merit).to_bits();
        }
    }

    /// The cell of a combination that led to the position with `hash` (0 where there is no chance), if it exists.
    #[inline]
    pub(super) fn find_cell(&self, node: u32, combination: u32, hash: u64) -> Option<u32> {
        let word = self.words[node as usize];
        if word & HAS_CELLS != 0 {
            let actions = upper(self.words[node as usize + 1]) as usize;
            let lists = node as usize + HEAD + self.width(node);
            let cells = lists + actions * self.action_words();
            return Some((2 * cells + combination as usize * self.cell_halves()) as u32);
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
        let cell = 2 * self.words.len() as u32;
        self.words.resize(self.words.len() + self.words_of_cells(1), 0);
        self.sparse.insert((node, combination, hash), cell);
        Some(cell)
    }

    /// What a cell leads to: a node, or, below [`CHILD`], how often it was chosen.
    #[inline]
    pub(super) fn look(&self, cell: u32) -> u32 {
        self.half(cell as usize)
    }

    /// The same, reading the beginning of the node for nothing, so that it is at hand by the time it is needed: otherwise most of the
    /// time of a step down goes by waiting for it.
    #[inline]
    pub(super) fn approach(&self, cell: u32) -> u32 {
        let child = self.look(cell);
        let node = child as usize;
        if let Some(&word) = self.words.get(node) {
            black_box(word);
            black_box(self.words[(node + LINE).min(self.words.len() - 1)]);
        }
        child
    }

    /// Says where a cell leads to, or how often it was chosen.
    pub(super) fn lead(&mut self, cell: u32, child: u32) {
        self.set_half(cell as usize, child);
    }

    /// Counts the seats' rewards where a cell was chosen, if the rule keeps them.
    #[inline]
    pub(super) fn credit(&mut self, cell: u32, rewards: &[f32]) {
        if self.keeps.sums == 0 {
            return;
        }
        let cell = cell as usize;
        self.set_half(cell + 1, self.half(cell + 1) + 1);
        for (seat, &reward) in rewards.iter().enumerate().take(self.keeps.sums) {
            let at = cell + 2 + seat;
            self.set_half(at, (f32::from_bits(self.half(at)) + reward).to_bits());
        }
    }

    /// The mean reward of a seat where a cell was chosen; 0 where it never was. Only where the rule keeps sums.
    #[inline]
    pub(super) fn mean_of_cell(&self, cell: u32, seat: Seat) -> f64 {
        let cell = cell as usize;
        let sum = f32::from_bits(self.half(cell + 2 + seat.index()));
        f64::from(sum) / f64::from(self.half(cell + 1).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::joint::actions::Action;

    fn tree(keeps: Keeps) -> (Tree<char>, u32) {
        let mut tree = Tree::new(1 << 20);
        tree.clear(keeps);
        tree.add_end(&Utilities::all(3, 0.0));
        for (place, moves) in [&['a', 'b'][..], &['x'], &['p', 'q', 'r']].into_iter().enumerate() {
            tree.listing().extend_from_slice(moves);
            tree.end_list(Seat(place as u8));
        }
        let node = tree.add_node(true);
        (tree, node)
    }

    #[test]
    fn a_record_holds_what_is_put_into_it() {
        for keeps in [Keeps::default(), Keeps { merits: true, sums: 0 }, Keeps { merits: true, sums: 3 }] {
            let (mut tree, node) = tree(keeps);
            let lists: Vec<List> = tree.lists(node).collect();
            assert_eq!(
                lists.iter().map(|list| (list.count, list.stride)).collect::<Vec<_>>(),
                [(2, 1), (1, 2), (3, 2)]
            );
            assert_eq!(tree.moves(&lists[2]), ['p', 'q', 'r']);
            assert_eq!(tree.enter(node), 0);
            let action = lists[2].action(1, tree.action_words());
            tree.reward(action, 1.0, Roots::get());
            tree.reward(action, 0.5, Roots::get());
            tree.add_merit(&lists[2], 1, -2.5);
            let merit = if keeps.merits { -2.5 } else { 0.0 };
            let found: Vec<Action> = tree.actions(&lists[2]).iter().collect();
            assert_eq!((found[1].visits, found[1].merit), (2, merit));
            assert!((found[1].mean - 0.75).abs() < 1e-6);
            assert_eq!((found[0].visits, found[2].visits, tree.actions(&lists[2]).len()), (0, 0, 3));
            assert!((tree.actions(&lists[2]).mean() - 0.75).abs() < 1e-6);
            // The last combination is the last cell of the record.
            let cell = tree.cell(node, 5, 0).unwrap();
            let mut questions = tree.questions(node, tree.action_words());
            for list in &lists {
                let (asked, actions) = questions.next().unwrap();
                assert_eq!((asked.seat, asked.stride, asked.first), (list.seat, list.stride, list.first));
                assert_eq!((actions.len(), asked.moves), (list.count as usize, list.moves));
            }
            assert!(questions.next().is_none());
            assert_eq!(tree.cell_behind(node, &questions, 5), Some(cell));
            assert_eq!((cell as usize + tree.cell_halves()).div_ceil(2), tree.words.len());
            assert_eq!(tree.look(cell), 0);
            tree.credit(cell, &[0.5, 1.5, 2.5, 3.5]);
            tree.lead(cell, 77);
            assert_eq!((tree.approach(cell), tree.look(cell - tree.cell_halves() as u32)), (77, 0));
            assert_eq!((tree.visits(node), tree.width(node)), (1, 3));
            if keeps.sums > 0 {
                assert_eq!([0, 1, 2].map(|seat| tree.mean_of_cell(cell, Seat(seat))), [0.5, 1.5, 2.5]);
            }
        }
    }

    #[test]
    fn ends_have_outcomes_and_chance_has_cells_of_its_own() {
        let (mut tree, node) = tree(Keeps::default());
        assert_eq!((tree.outcome(ROOT), tree.outcome(node)), (Some(&Utilities::all(3, 0.0)), None));
        tree.listing().push('a');
        tree.end_list(Seat(0));
        let open = tree.add_node(false);
        assert_eq!(tree.find_cell(open, 0, 9), None);
        let cell = tree.cell(open, 0, 9).unwrap();
        assert_eq!((tree.cell(open, 0, 9), tree.nodes), (Some(cell), 3));
        assert_ne!(tree.cell(open, 0, 8), Some(cell));
    }
}
