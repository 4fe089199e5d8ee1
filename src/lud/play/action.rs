//! Actions: the smallest changes of a position, and how they are carried out.

use super::context::Context;
use super::layout::Plane;
use crate::lud::board::SiteType;

/// Index of an effect (the moves of a `then` or an `apply`) in the compiled rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EffectId(pub u16);

/// One change of a position. Numbers are as evaluated when the move was worked out; −1 means "leave as it is".
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// Moves the (top) piece of a site; `state`, `rotation` and `value` replace the piece's own where given.
    Move {
        /// Kind of site of `from`.
        from_type: SiteType,
        /// Where it comes from.
        from: i32,
        /// Kind of site of `to`.
        to_type: SiteType,
        /// Where it goes.
        to: i32,
        /// The piece's local state.
        state: i32,
        /// The piece's rotation.
        rotation: i32,
        /// The piece's value.
        value: i32,
    },
    /// Moves `count` of the pieces of a site in games that count.
    MoveCount {
        /// Kind of site of `from`.
        from_type: SiteType,
        /// Where it comes from.
        from: i32,
        /// Kind of site of `to`.
        to_type: SiteType,
        /// Where it goes.
        to: i32,
        /// How many pieces.
        count: i32,
    },
    /// Moves the piece at a level (−1: the top) of a stack into another stack (−1: on top of it).
    MoveLevel {
        /// Kind of site of `from`.
        from_type: SiteType,
        /// Where it comes from.
        from: i32,
        /// Level it is taken from.
        from_level: i32,
        /// Kind of site of `to`.
        to_type: SiteType,
        /// Where it goes.
        to: i32,
        /// Level it is put at.
        to_level: i32,
        /// State, rotation and value, −1 to keep the piece's own.
        given: [i32; 3],
    },
    /// Moves a whole stack.
    MoveStack {
        /// Kind of site of `from`.
        from_type: SiteType,
        /// Where it comes from.
        from: i32,
        /// Kind of site of `to`.
        to_type: SiteType,
        /// Where it goes.
        to: i32,
        /// Level of the other stack at which it is put.
        to_level: i32,
    },
    /// Puts a piece into a stack at a level.
    Insert {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// Level in the stack.
        level: i32,
        /// Index of the component.
        what: i32,
        /// The piece's local state.
        state: i32,
    },
    /// Removes the piece at a level.
    RemoveLevel {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// Level in the stack.
        level: i32,
    },
    /// Changes the piece at a level into another.
    PromoteLevel {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// Level in the stack.
        level: i32,
        /// Index of the component that it becomes.
        what: i32,
    },
    /// Sets a plane of the piece at a level.
    SetPlaneLevel {
        /// Which plane.
        plane: Plane,
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// Level in the stack.
        level: i32,
        /// What the plane shall hold.
        value: i32,
    },
    /// Puts a copy of the piece of a site on another.
    Copy {
        /// Kind of site of `from`.
        from_type: SiteType,
        /// Where the piece stands.
        from: i32,
        /// Kind of site of `to`.
        to_type: SiteType,
        /// Where the copy is put.
        to: i32,
    },
    /// Adds a piece.
    Add {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// Index of the component.
        what: i32,
        /// How many pieces.
        count: i32,
        /// The piece's local state.
        state: i32,
        /// The piece's rotation.
        rotation: i32,
        /// The piece's value.
        value: i32,
    },
    /// Removes what is on a site.
    Remove {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
    },
    /// Marks a site to be cleared when the turn ends.
    RemoveLater {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
    },
    /// Changes the piece on a site into another.
    Promote {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// Index of the component that it becomes.
        what: i32,
    },
    /// Sets a plane at a site.
    SetPlane {
        /// Which plane.
        plane: Plane,
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// What the plane shall hold.
        value: i32,
    },
    /// Sets the count of a site, and what it holds.
    SetCount {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// Index of the component.
        what: i32,
        /// How many pieces are there from now on; none clears the site.
        count: i32,
    },
    /// Sets the values that a site of a puzzle may have.
    Candidates {
        /// Kind of the site.
        kind: SiteType,
        /// The site.
        site: i32,
        /// The values, one bit each.
        values: u32,
    },
    /// Sets or adds to a score.
    Score {
        /// The player.
        player: i32,
        /// How many points.
        amount: i32,
        /// Whether the points are added to those the player has.
        add: bool,
    },
    /// Makes a player the next to move.
    NextPlayer(i32),
    /// Adds a pending value.
    Pending(i32),
    /// Sets the counter.
    Counter(i32),
    /// Sets the unnamed variable.
    Temp(i32),
    /// Sets a named variable.
    Variable {
        /// Index of the name.
        name: u16,
        /// Its new value.
        value: i32,
    },
    /// Remembers a value.
    Remember {
        /// Index of the name.
        name: u16,
        /// The value to remember.
        value: i32,
    },
    /// Forgets a value.
    Forget {
        /// Index of the name.
        name: u16,
        /// The value to forget, once.
        value: i32,
    },
    /// Triggers an event for a player.
    Trigger {
        /// Index of the event.
        event: u16,
        /// The player.
        player: i32,
    },
    /// Adds a player to a team.
    Team {
        /// The player.
        player: i32,
        /// The team.
        team: i32,
    },
    /// Makes a proposition.
    Propose(u16),
    /// Votes for a proposition; once all players have voted, the majority decides.
    Vote(u16),
    /// Sets the pot.
    Pot(i32),
    /// Sets the amount that a player has.
    Amount {
        /// The player.
        player: i32,
        /// How much the player has from now on.
        value: i32,
    },
    /// Stores the position, to be compared with later.
    StoreState,
    /// Sets the value of a player.
    PlayerValue {
        /// The player.
        player: i32,
        /// Its new value.
        value: i32,
    },
    /// Uses up a die, by its number among all dice.
    UseDie(u8),
    /// Turns the die on a site to a face.
    ShowFace {
        /// The site.
        site: i32,
        /// Index of the face.
        face: i32,
    },
    /// Rolls all dice.
    Roll,
    /// Swaps the colours of two players.
    SwapPlayers(i32, i32),
    /// Passes.
    Pass,
    /// Selects sites without changing them.
    Select {
        /// Kind of site of `from`.
        from_type: SiteType,
        /// The first site.
        from: i32,
        /// Kind of site of `to`.
        to_type: SiteType,
        /// The second site.
        to: i32,
    },
    /// Evaluates an effect in the position reached and carries it out.
    Consequence(EffectId),
}

impl Action {
    /// Where the action comes from and goes to, where it has sites.
    #[must_use]
    pub fn sites(self) -> Option<[(SiteType, i32); 2]> {
        match self {
            Self::Move { from_type, from, to_type, to, .. }
            | Self::MoveLevel { from_type, from, to_type, to, .. }
            | Self::MoveStack { from_type, from, to_type, to, .. }
            | Self::MoveCount { from_type, from, to_type, to, .. }
            | Self::Copy { from_type, from, to_type, to }
            | Self::Select { from_type, from, to_type, to } => Some([(from_type, from), (to_type, to)]),
            Self::Add { kind, site, .. }
            | Self::Insert { kind, site, .. }
            | Self::Remove { kind, site }
            | Self::RemoveLevel { kind, site, .. }
            | Self::RemoveLater { kind, site }
            | Self::Promote { kind, site, .. }
            | Self::PromoteLevel { kind, site, .. }
            | Self::SetPlane { kind, site, .. }
            | Self::SetPlaneLevel { kind, site, .. }
            | Self::Candidates { kind, site, .. }
            | Self::SetCount { kind, site, .. } => Some([(kind, site), (kind, site)]),
            _ => None,
        }
    }
}

/// Several moves worked out in full: each a run of actions.
#[derive(Debug, Default)]
pub struct Programs {
    /// The actions of all moves, one after the other.
    pub actions: Vec<Action>,
    /// Where each move's actions end.
    pub ends: Vec<usize>,
}

impl Programs {
    /// Forgets all, keeping the memory.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.ends.clear();
    }

    /// Ends the move whose actions were pushed last.
    pub fn finish_move(&mut self) {
        self.ends.push(self.actions.len());
    }

    /// Puts actions in front of all moves from the `first` on.
    pub fn prepend(&mut self, actions: &[Action], first: usize) {
        let Some(&filler) = actions.first().filter(|_| first < self.ends.len()) else { return };
        let start_of = |index: usize, ends: &[usize]| if index == 0 { 0 } else { ends[index - 1] };
        let own = &self.actions[start_of(first, &self.ends)..];
        // Nothing changes by noting the same sites once more, unless the moves are carried out apart from each other.
        let only_notes = actions.iter().all(|action| matches!(action, Action::Pending(_)));
        let together = !own.iter().any(|action| matches!(action, Action::Consequence(_)));
        let last = if only_notes && together { first + 1 } else { self.ends.len() };
        let end = self.actions.len();
        self.actions.resize(end + (last - first) * actions.len(), filler);
        // From the last to the first, so that each finds its new place free.
        for index in (first..self.ends.len()).rev() {
            let start = start_of(index, &self.ends);
            let shift = (index.min(last - 1) + 1 - first) * actions.len();
            self.actions.copy_within(start..self.ends[index], start + shift);
            if index < last {
                self.actions[start + shift - actions.len()..start + shift].copy_from_slice(actions);
            }
            self.ends[index] += shift;
        }
    }
}

impl Context<'_> {
    /// Carries out one action.
    pub fn act(&mut self, action: Action) {
        if let Some([(_, from), (_, to)]) = action.sites() {
            self.state.last.note(from, to);
            let is_kept = self.rules.features.last_tos && to >= 0;
            if is_kept && (to as usize) < self.rules.topology.count(self.rules.default_type()) {
                self.state.memory_mut().last_tos.insert(to);
            }
        }
        self.note_removal(action);
        if self.rules.features.hidden_places {
            self.follow_on_tracks(action);
        }
        if let Action::SetPlane { plane: Plane::State, .. } | Action::SetPlaneLevel { plane: Plane::State, .. } = action
        {
            self.state.dice_turned = true;
        }
        if self.rules.features.stacking && self.act_on_stacks(action) {
            return;
        }
        match action {
            Action::Move { from_type, from, to_type, to, state, rotation, value } => {
                self.move_piece(from_type, from, to_type, to, [state, rotation, value]);
            }
            Action::MoveLevel { from_type, from, to_type, to, given, .. } => {
                self.move_piece(from_type, from, to_type, to, given);
            }
            Action::MoveStack { from_type, from, to_type, to, .. } => {
                self.move_piece(from_type, from, to_type, to, [-1; 3]);
            }
            Action::MoveCount { from_type, from, to_type, to, count } => {
                self.move_count(from_type, from, to_type, to, count);
            }
            Action::Copy { from_type, from, to_type, to } => self.copy_piece(from_type, from, to_type, to),
            Action::Add { kind, site, what, count, state, rotation, value } => {
                self.add_piece(kind, site, what, count, [state, rotation, value]);
            }
            Action::Insert { kind, site, what, state, .. } => {
                self.add_piece(kind, site, what, 1, [state, -1, -1]);
            }
            Action::Remove { kind, site } | Action::RemoveLevel { kind, site, .. } => {
                let flat = self.flat(kind, site);
                self.clear(flat);
            }
            Action::RemoveLater { site, .. } => self.state.memory_mut().to_clear.push(site),
            Action::Promote { kind, site, what } | Action::PromoteLevel { kind, site, what, .. } => {
                let flat = self.flat(kind, site);
                let who = i32::from(self.rules.owners[what as usize]);
                self.clear(flat);
                self.put(flat, what, who, 1);
            }
            Action::SetPlane { plane, kind, site, value } | Action::SetPlaneLevel { plane, kind, site, value, .. } => {
                let flat = self.flat(kind, site);
                if flat != super::layout::NOWHERE {
                    let rules = self.rules;
                    self.state.set(&rules.layout, plane, flat, value);
                }
            }
            Action::SetCount { kind, site, what, count } => {
                let flat = self.flat(kind, site);
                if count <= 0 {
                    self.clear(flat);
                } else {
                    let who = i32::from(self.rules.owners[what as usize]);
                    self.put(flat, what, who, count);
                }
            }
            Action::Candidates { site, values, .. } => self.set_candidates(site, values),
            Action::Score { player, amount, add } => {
                if let Some(score) = self.state.score.get_mut(player as usize) {
                    *score = if add { *score + amount } else { amount };
                }
            }
            Action::NextPlayer(player) => {
                self.state.next = player as u8;
                self.scratch.named_next = true;
            }
            Action::UseDie(die) => {
                if let Some(value) = self.state.dice.get_mut(usize::from(die)) {
                    *value = 0;
                }
            }
            Action::ShowFace { site, face } => self.show_face(site, face),
            Action::Roll => self.roll(),
            Action::Pending(value) => {
                if !self.state.pending.contains(&value) {
                    self.state.pending.push(value);
                }
            }
            Action::Counter(value) => self.state.counter = value,
            Action::Temp(value) => self.state.temp = value,
            Action::Variable { name, value } => self.state.memory_mut().variables[name as usize] = value,
            Action::Remember { name, value } => self.state.memory_mut().remembered[name as usize].push(value),
            Action::Forget { name, value } => {
                let values = &mut self.state.memory_mut().remembered[name as usize];
                if let Some(index) = values.iter().position(|&held| held == value) {
                    values.remove(index);
                }
            }
            Action::Trigger { event: _, player } => {
                // Ludii keeps one flag per player, whatever the event is called.
                for players in &mut self.state.memory_mut().triggered {
                    *players |= 1 << player;
                }
            }
            Action::Team { player, team } => {
                let players = self.rules.players;
                let teams = &mut self.state.memory_mut().teams;
                teams.resize(players + 1, 0);
                teams[player as usize] = team as u8;
            }
            Action::Propose(proposition) => self.state.memory_mut().propositions.push(proposition),
            Action::Vote(vote) => self.vote(vote),
            Action::Pot(value) => self.state.memory_mut().pot = value,
            Action::Amount { player, value } => self.state.memory_mut().amounts[player as usize] = value,
            Action::StoreState => self.state.memory_mut().stored_state = self.state.position_hash(),
            Action::PlayerValue { player, value } => {
                self.state.memory_mut().player_values[player as usize] = value;
            }
            Action::SwapPlayers(one, other) => {
                self.state.seat.swap(one as usize, other as usize);
                // A swap is a decision of its own, so a pass that leads to one is no mere pass.
                self.state.last.is_pass = false;
                self.state.turn_passed = false;
            }
            Action::Select { .. } | Action::Pass => {}
            Action::Consequence(effect) => self.run_effect(effect),
        }
    }

    fn note_removal(&mut self, action: Action) {
        if let Some(removals) = &mut self.scratch.removals
            && let Action::Remove { kind, site }
            | Action::RemoveLevel { kind, site, .. }
            | Action::RemoveLater { kind, site } = action
        {
            removals.push((kind, site));
        }
    }

    fn vote(&mut self, vote: u16) {
        let players = self.rules.players;
        let memory = self.state.memory_mut();
        memory.votes.push(vote);
        if memory.votes.len() < players {
            return;
        }
        let count = |vote| memory.votes.iter().filter(|&&other| other == vote).count();
        let most = memory.votes.iter().map(|&vote| count(vote)).max().unwrap_or(0);
        if most > players / 2
            && let Some(&decided) = memory.votes.iter().find(|&&vote| count(vote) == most)
        {
            memory.decided = i32::from(decided);
        }
        memory.votes.clear();
        memory.propositions.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, EffectId, Programs};

    #[test]
    fn what_comes_first_is_put_before_each_new_move() {
        let mut programs = Programs::default();
        for value in 1..=3 {
            programs.actions.push(Action::Temp(value));
            programs.finish_move();
        }
        programs.prepend(&[Action::Pass, Action::Counter(0)], 1);
        assert_eq!(programs.ends, [1, 4, 7]);
        assert_eq!(programs.actions[1..4], [Action::Pass, Action::Counter(0), Action::Temp(2)]);
        assert_eq!(programs.actions[4..], [Action::Pass, Action::Counter(0), Action::Temp(3)]);
    }

    #[test]
    fn sites_are_noted_once_for_moves_that_are_carried_out_together() {
        let moves = |last| {
            let mut programs = Programs::default();
            for action in [Action::Temp(1), Action::Temp(2), last] {
                programs.actions.push(action);
                programs.finish_move();
            }
            programs.prepend(&[Action::Pending(4), Action::Pending(5)], 0);
            programs
        };
        let together = moves(Action::Temp(3));
        assert_eq!(together.ends, [3, 4, 5]);
        assert_eq!(together.actions[..3], [Action::Pending(4), Action::Pending(5), Action::Temp(1)]);
        assert_eq!(together.actions[3..], [Action::Temp(2), Action::Temp(3)]);
        assert_eq!(moves(Action::Consequence(EffectId(0))).ends, [3, 6, 9]);
    }
}
