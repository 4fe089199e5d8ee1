//! What only the positions of some games keep.

use super::bits::Bits;
use super::stack::Stacks;
use std::sync::Arc;

/// What only some games keep.
#[derive(Debug, Default)]
pub struct Memory {
    /// Named variables, by index; `i32::MIN` where unset.
    pub variables: Vec<i32>,
    /// Remembered values, by name index.
    pub remembered: Vec<Vec<i32>>,
    /// Value of each player.
    pub player_values: Vec<i32>,
    /// Amount (of money) of each player.
    pub amounts: Vec<i32>,
    /// Sites visited in this turn.
    pub visited: Bits,
    /// Sites to clear at the end of the turn, in order.
    pub to_clear: Vec<i32>,
    /// Hashes of earlier positions, for repetition.
    pub history: Vec<u64>,
    /// Hashes of the positions of this turn.
    pub turn_history: Vec<u64>,
    /// Bit set of players per triggered event, by name index.
    pub triggered: Vec<u32>,
    /// Team of each player.
    pub teams: Vec<u8>,
    /// The pot of bets.
    pub pot: i32,
    /// Open propositions, votes per proposition, and the decided one, by name index.
    pub propositions: Vec<u16>,
    /// See `propositions`.
    pub votes: Vec<u16>,
    /// See `propositions`.
    pub decided: i32,
    /// Hash of the state stored by `(remember State)`.
    pub stored_state: u64,
    /// Where each component stood at the start.
    pub start_sites: Arc<Vec<Bits>>,
    /// Cost of each flat site.
    pub costs: Vec<i32>,
    /// Phase of each flat site where `(set Phase)` changed it.
    pub site_phases: Vec<i32>,
    /// Pieces at each stop of each track, by component, where a track meets a site more than once.
    pub track_counts: Vec<i16>,
    /// Sites of the board that the actions of the last move went to.
    pub last_tos: Bits,
    /// The values that each site of a puzzle may have, one bit each.
    pub candidates: Vec<u32>,
    /// The stacks, in games that have them.
    pub stacks: Stacks,
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        is_same_list(&self.variables, &other.variables)
            && is_same_list(&self.remembered, &other.remembered)
            && is_same_list(&self.player_values, &other.player_values)
            && is_same_list(&self.amounts, &other.amounts)
            && self.visited == other.visited
            && is_same_list(&self.to_clear, &other.to_clear)
            && is_same_list(&self.history, &other.history)
            && is_same_list(&self.turn_history, &other.turn_history)
            && is_same_list(&self.triggered, &other.triggered)
            && is_same_list(&self.teams, &other.teams)
            && self.pot == other.pot
            && is_same_list(&self.propositions, &other.propositions)
            && is_same_list(&self.votes, &other.votes)
            && self.decided == other.decided
            && self.stored_state == other.stored_state
            && (Arc::ptr_eq(&self.start_sites, &other.start_sites) || self.start_sites == other.start_sites)
            && is_same_list(&self.costs, &other.costs)
            && is_same_list(&self.site_phases, &other.site_phases)
            && is_same_list(&self.track_counts, &other.track_counts)
            && self.last_tos == other.last_tos
            && is_same_list(&self.candidates, &other.candidates)
            && (self.stacks.are_none() && other.stacks.are_none() || self.stacks == other.stacks)
    }
}

/// Whether two lists are the same. Most are empty in most games, and comparing lists without room in memory takes some
/// processors far longer than to see that.
#[inline]
fn is_same_list<T: PartialEq>(mine: &[T], theirs: &[T]) -> bool {
    mine.len() == theirs.len() && (mine.is_empty() || mine == theirs)
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        self.history.clone_from(&other.history);
        self.copy_but_history(other);
    }
}

impl Memory {
    /// Makes all equal to another but the earlier positions, keeping the room of the lists.
    pub(super) fn copy_but_history(&mut self, other: &Self) {
        let Self {
            variables,
            remembered,
            player_values,
            amounts,
            visited,
            to_clear,
            history: _,
            turn_history,
            triggered,
            teams,
            pot,
            propositions,
            votes,
            decided,
            stored_state,
            start_sites,
            costs,
            site_phases,
            track_counts,
            last_tos,
            candidates,
            stacks,
        } = self;
        copy_list(variables, &other.variables);
        if !(remembered.is_empty() && other.remembered.is_empty()) {
            remembered.clone_from(&other.remembered);
        }
        copy_list(player_values, &other.player_values);
        copy_list(amounts, &other.amounts);
        visited.clone_from(&other.visited);
        copy_list(to_clear, &other.to_clear);
        copy_list(turn_history, &other.turn_history);
        copy_list(triggered, &other.triggered);
        copy_list(teams, &other.teams);
        *pot = other.pot;
        copy_list(propositions, &other.propositions);
        copy_list(votes, &other.votes);
        *decided = other.decided;
        *stored_state = other.stored_state;
        if !Arc::ptr_eq(start_sites, &other.start_sites) {
            start_sites.clone_from(&other.start_sites);
        }
        copy_list(costs, &other.costs);
        copy_list(site_phases, &other.site_phases);
        copy_list(track_counts, &other.track_counts);
        last_tos.clone_from(&other.last_tos);
        copy_list(candidates, &other.candidates);
        stacks.clone_from(&other.stacks);
    }
}

/// Makes a list equal to another; most are empty in most games.
#[inline]
fn copy_list<T: Copy>(mine: &mut Vec<T>, theirs: &[T]) {
    if mine.len() == theirs.len() {
        if !theirs.is_empty() {
            mine.copy_from_slice(theirs);
        }
    } else {
        mine.clear();
        mine.extend_from_slice(theirs);
    }
}
