//! Play-outs of games in which a turn is one piece on any empty site, and only what the new piece completes can end the game.
//!
//! Such a play-out is a random order of the empty sites. Pieces are put down in that order without asking the rules, as long
//! as no end rule can hold: its test looks at the new piece only (a line through it, a chain that it joins). The ply at which
//! one may hold is left to the rules, and so are the passes on a full board.

mod test;

use super::bare::{is_bare, last_phase, owns_pieces};
use super::unions::Unions;
use crate::game::{Random, Seat, draw_below};
use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::Chains;
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::state::{LONG_TURN, LastMove};
use test::{Test, Tests};

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// The phase that is played so.
    phase: u8,
    leaf: u16,
    /// The component that each player puts down.
    pieces: Vec<u16>,
    tests: Tests,
}

/// Buffers of one thread.
#[derive(Debug, Default)]
pub struct PlacementBuffers {
    empty: Vec<u16>,
    unions: Vec<Unions>,
    rows: Vec<Vec<u64>>,
}

impl Placement {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let (number, phase) = last_phase(rules)?;
        let MovesFn::Leaf(leaf) = phase.play else { return None };
        let node = &rules.leaves[leaf as usize];
        let Leaf::Add(add) = &node.leaf else { return None };
        let layout = &rules.layout;
        let features = &rules.features;
        let remembers = features.memory || features.remembers_positions() || rules.meta.filters();
        let pieces = add.everywhere(layout.default, rules.players)?;
        if !is_bare(node, 0, 0) || !layout.plain || remembers || !owns_pieces(rules, &pieces) {
            return None;
        }
        // What a graph is made of is told by the number of the player.
        let is_numbered = (1..=rules.players).all(|player| usize::from(pieces[player]) == player);
        let mut tests = Tests::default();
        for rule in rules.end.iter().chain(&phase.end) {
            let EndRule::If(condition, ..) = rule else { return None };
            tests.add(condition, rules)?;
        }
        let asks_graph = tests.list.iter().any(|test| matches!(test, Test::Graph(_)));
        (is_numbered || !asks_graph).then_some(Self { phase: number as u8, leaf, pieces, tests })
    }
}

impl Context<'_> {
    /// Puts pieces down at random as long as no end rule can hold and `most` plies are not reached; returns the number of
    /// plies, and the site that is drawn for the next one where an end rule may hold after it.
    pub(super) fn place_at_random(
        &mut self,
        placement: &Placement,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        let is_there = |player: usize| self.state.phase[player] == placement.phase;
        if !self.takes_turns() || !(1..=self.rules.players).all(is_there) {
            return (0, None);
        }
        let rules = self.rules;
        let players = rules.players;
        let mut buffers = std::mem::take(&mut self.scratch.shortcut.placement);
        let layout = &rules.layout;
        buffers.empty.clear();
        for (at, &word) in self.state.row(layout, 0).iter().enumerate() {
            let mut word = word;
            while word != 0 {
                buffers.empty.push((at * 64) as u16 + word.trailing_zeros() as u16);
                word &= word - 1;
            }
        }
        self.join_chains(placement, &mut buffers.unions);
        self.fill_rows(placement, &mut buffers.rows);
        let mut mover = usize::from(self.state.mover);
        let mut last = None;
        let mut plies = 0;
        let mut stop = None;
        // The last empty site is left to the rules: what comes after it is not a piece.
        while plies < most && buffers.empty.len() > 1 {
            let site = buffers.empty.swap_remove(draw_below(rng, buffers.empty.len() as u32) as usize);
            let what = placement.pieces[mover];
            if self.may_end(placement, &mut buffers, site, mover) {
                stop = Some(self.place_on(placement, site, mover));
                break;
            }
            self.state.exchange(layout, &rules.owners, usize::from(site), usize::from(what));
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.place_on(placement, site, mover)));
            }
            last = Some((site, mover));
            mover = if mover == players { 1 } else { mover + 1 };
            plies += 1;
        }
        self.scratch.shortcut.placement = buffers;
        if let Some((site, by)) = last {
            let chosen = self.place_on(placement, site, by);
            self.note_turns(plies, 1, chosen, by);
        }
        (plies, stop)
    }

    /// A player's move onto a site.
    fn place_on(&self, placement: &Placement, site: u16, mover: usize) -> LudMove {
        let site = i32::from(site);
        self.bind(placement.leaf, site, site, &[i32::from(placement.pieces[mover])])
    }

    /// Whether all players are in the game and move one after the other, and nothing but a placement can come next.
    pub(super) fn takes_turns(&self) -> bool {
        let players = self.rules.players;
        let everyone = ((1u32 << players) - 1) << 1;
        let next = usize::from(self.state.mover) % players + 1;
        self.state.active == everyone
            && usize::from(self.state.next) == next
            && self.state.pending.is_empty()
            && (!self.rules.meta.swap || self.state.moves as usize >= players)
    }

    /// Brings everything but the contents of the sites to where it is after some turns of `length` moves each; `chosen` is
    /// the last move, with one site only, made by the player `by`.
    pub(super) fn note_turns(&mut self, turns: u32, length: u32, chosen: LudMove, by: usize) {
        let players = self.rules.players as u32;
        let default = self.rules.default_type();
        let first = u32::from(self.state.mover);
        let plies = turns * length;
        if players == 1 {
            return self.note_moves(plies, chosen);
        }
        let state = &mut *self.state;
        let turn_before_passed = state.turn_passed && state.turn_length < LONG_TURN;
        state.passed_turns = match turns {
            1 if state.turn_length == 0 => state.passed_turns,
            1 if turn_before_passed => state.passed_turns.saturating_add(1),
            _ => 0,
        };
        state.before_turn = if turns > 1 { ((by as u32 + players - 2) % players + 1) as u8 } else { state.turn_mover };
        (state.turn_mover, state.turn_length, state.turn_passed) =
            (by as u8, length.min(u32::from(LONG_TURN)) as u8, false);
        for turn in 0..turns.min(players) {
            let mover = (first - 1 + turn) % players + 1;
            state.passed &= !(1 << mover);
            state.stalemated &= !(1 << (mover % players + 1));
        }
        state.moves += plies;
        state.turns += turns;
        state.counter += plies as i32;
        state.passes = 0;
        state.moves_this_turn = 0;
        state.prev = by as u8;
        state.mover = (by as u32 % players + 1) as u8;
        state.next = (u32::from(state.mover) % players + 1) as u8;
        state.last = last_on(chosen, default, by as u8);
    }

    /// The same after some moves of the only player, whose turn never ends.
    fn note_moves(&mut self, plies: u32, chosen: LudMove) {
        let default = self.rules.default_type();
        let state = &mut *self.state;
        if state.turn_length == 0 {
            (state.before_turn, state.turn_mover, state.turn_passed) = (state.turn_mover, 1, false);
        }
        state.turn_length = u32::from(state.turn_length).saturating_add(plies).min(u32::from(LONG_TURN)) as u8;
        state.passed &= !(1 << 1);
        state.stalemated &= !(1 << 1);
        state.moves += plies;
        state.moves_this_turn += plies;
        state.counter += plies as i32;
        state.passes = 0;
        (state.prev, state.mover, state.next) = (1, 1, 1);
        state.last = last_on(chosen, default, 1);
    }

    /// Joins the pieces that are there into chains.
    fn join_chains(&self, placement: &Placement, unions: &mut Vec<Unions>) {
        for test in &placement.tests.list {
            let Test::Chain(number, chains) = test else { continue };
            if unions.len() <= *number {
                unions.resize_with(number + 1, Unions::default);
            }
            let sets = &mut unions[*number];
            sets.reset(self.rules.layout.sites);
            for player in 1..=self.rules.players {
                for site in &Bits::from_words(self.state.row(&self.rules.layout, 1 + player)) {
                    sets.touch(site as u16, chains.regions_at(player, site as usize));
                    self.join_neighbours(chains, sets, player, site as u16, |to| to < site as u16);
                }
            }
        }
    }

    /// Notes the pieces that are there in the rows.
    fn fill_rows(&self, placement: &Placement, bits: &mut Vec<Vec<u64>>) {
        bits.resize_with(bits.len().max(placement.tests.rows.len()), Vec::new);
        for (rows, bits) in placement.tests.rows.iter().zip(bits) {
            rows.clear(bits, self.rules.players);
            for player in 1..=self.rules.players {
                for site in &Bits::from_words(self.state.row(&self.rules.layout, 1 + player)) {
                    rows.put(bits, player - 1, site as usize);
                }
            }
        }
    }

    /// Joins a player's piece on a site with those of its neighbours that count and hold pieces of the same player.
    #[inline]
    pub(super) fn join_neighbours(
        &self,
        chains: &Chains,
        sets: &mut Unions,
        player: usize,
        site: u16,
        counts: impl Fn(u16) -> bool,
    ) {
        let layout = &self.rules.layout;
        for &to in chains.neighbours(site) {
            if counts(to) && self.state.is_in_row(layout, 1 + player, usize::from(to)) {
                sets.join(site, to);
            }
        }
    }

    /// Whether an end rule may hold once a piece is on a site; notes the piece in chains and rows.
    #[inline]
    fn may_end(&self, placement: &Placement, buffers: &mut PlacementBuffers, site: u16, player: usize) -> bool {
        let layout = &self.rules.layout;
        let what = placement.pieces[player];
        let PlacementBuffers { unions, rows: bits, .. } = buffers;
        let mut may = false;
        for test in &placement.tests.list {
            may |= match test {
                Test::Line(line) => line.plain_through(usize::from(site), |other| {
                    self.state.what(layout, usize::from(other)) == usize::from(what)
                }),
                Test::Rows(number, length) => {
                    placement.tests.rows[*number].makes_line_of(*length, &bits[*number], player - 1, usize::from(site))
                }
                Test::RowsOf(number, length, owners) => {
                    let rows = &placement.tests.rows[*number];
                    owners.contains(&(player - 1))
                        && rows.makes_line_among(*length, &bits[*number], owners, usize::from(site))
                }
                Test::Count(sets, comparison, number) => {
                    let own = self.pieces_with(player, site) & sets[usize::from(site)];
                    comparison.holds(own.count_ones() as i32, *number)
                }
                Test::Whole(sets) => {
                    let own = self.pieces_with(player, site);
                    sets.iter().any(|set| set & !own == 0)
                }
                Test::Graph(graph) => {
                    let row = self.state.row(layout, 1 + player);
                    graph.may_hold_with(1 + row.iter().map(|word| word.count_ones() as usize).sum::<usize>())
                }
                Test::Chain(number, chains) => {
                    let sets = &mut unions[*number];
                    sets.touch(site, chains.regions_at(player, site as usize));
                    self.join_neighbours(chains, sets, player, site, |_| true);
                    chains.are_enough(sets.touched(site))
                }
            };
        }
        for (rows, bits) in placement.tests.rows.iter().zip(bits) {
            rows.put(bits, player - 1, usize::from(site));
        }
        may
    }

    /// The pieces of a player and one more, on a board of few sites.
    #[inline]
    fn pieces_with(&self, player: usize, site: u16) -> u128 {
        let row = self.state.row(&self.rules.layout, 1 + player);
        row.iter().take(2).rev().fold(0, |set, &word| set << 64 | u128::from(word)) | 1 << site
    }
}

/// What the rules may ask about a move of a player with one site only.
fn last_on(chosen: LudMove, kind: SiteType, mover: u8) -> LastMove {
    let site = i32::from(chosen.to);
    LastMove {
        chosen,
        from: site,
        to: site,
        from_type: kind,
        to_type: kind,
        from_after: site,
        to_after: site,
        from_noted: site,
        to_noted: site,
        mover,
        ..LastMove::default()
    }
}
