//! End rules and the ranking.

use super::context::Context;
use super::rules::Rules;
use super::state::State;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::end::{EndRule, Outcome, Whom};
use crate::lud::ludeme::int::IntFn;

/// Turns per player after which a game is drawn.
const MAX_TURNS: usize = 1250;

impl Rules {
    /// How many moves can be made at least in a position before the game is drawn for its length; 0 where it is.
    pub(super) fn moves_left(&self, state: &State) -> u32 {
        let turns = (MAX_TURNS * self.players) as u32;
        turns.saturating_sub(state.turns).min(self.max_moves.saturating_sub(state.moves))
    }
}

impl Context<'_> {
    /// How many moves can be made at least before the game is drawn for its length; 0 where it is.
    pub(super) fn moves_left(&self) -> u32 {
        self.rules.moves_left(self.state)
    }

    /// Evaluates the end rules after a move, then the limits.
    pub(super) fn check_ends(&mut self) {
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        if phase.has_end && self.state.active != 0 {
            self.evaluate_ends(&phase.end);
        }
        if !self.state.over && rules.has_end {
            self.evaluate_ends(&rules.end);
        }
        if self.state.active != 0 && self.moves_left() == 0 {
            self.draw();
        }
    }

    fn evaluate_ends(&mut self, ends: &[EndRule]) {
        for rule in ends {
            let Some(Some((whom, outcome))) = rule.eval(self) else { continue };
            let is_open = match whom {
                Whom::All => true,
                Whom::Player(player) => {
                    let player = player.eval(self);
                    self.state.is_active(player)
                }
                // Ludii asks whether the player with the team's number is active.
                Whom::Team(team) => {
                    let team = team.eval(self);
                    self.state.is_active(team)
                }
                Whom::MoversTeam => self.state.is_active(self.team_of(i32::from(self.state.mover))),
            };
            if is_open {
                self.give_result(whom, outcome);
            }
        }
        if !self.state.over && !self.rules.features.no_all_pass_draw && self.all_passed() {
            self.draw();
        }
        self.state.losses_decided = 0;
    }

    /// Whether the last turn of every player was a pass and nothing else.
    #[must_use]
    pub fn all_passed(&self) -> bool {
        if self.rules.players == 1 {
            return self.state.last.is_pass;
        }
        self.state.last.is_pass
            && self.state.turn_length == 1
            && usize::from(self.state.passed_turns) + 1 >= self.rules.players
    }

    /// The team of a player; −1 in games without teams.
    #[must_use]
    pub fn team_of(&self, player: i32) -> i32 {
        let teams = self.state.memory.as_deref().map(|memory| &memory.teams);
        teams.and_then(|teams| teams.get(player as usize)).map_or(-1, |&team| i32::from(team))
    }

    /// Gives a result.
    pub(crate) fn give_result(&mut self, whom: &Whom, outcome: Outcome) {
        let players = self.rules.players;
        match (outcome, whom) {
            (Outcome::Draw, Whom::All | Whom::Player(_)) => self.draw(),
            (Outcome::Tie, _) => self.finish(),
            (Outcome::Win, Whom::All) => self.rank_rest(1.0),
            (Outcome::Loss, Whom::All) => self.rank_rest(players as f32),
            (Outcome::Win, Whom::Player(player)) => {
                let player = player.eval(self);
                self.win(player);
            }
            (Outcome::Loss, Whom::Player(player)) => {
                let player = player.eval(self);
                self.lose(player);
            }
            (Outcome::Win, Whom::Team(team)) => {
                let team = team.eval(self);
                self.team_wins(team);
            }
            (Outcome::Win, Whom::MoversTeam) => {
                let team = self.team_of(i32::from(self.state.mover));
                self.team_wins(team);
            }
            // Ludii does nothing about a loss or a draw of a team.
            (Outcome::Loss | Outcome::Draw, Whom::Team(_) | Whom::MoversTeam) => {}
        }
    }

    fn rank_rest(&mut self, rank: f32) {
        let players = self.rules.players;
        if players == 1 {
            self.state.ranking[1] = 0.0;
        } else {
            for player in 1..=players {
                if self.state.ranking[player] == 0.0 {
                    self.state.ranking[player] = rank;
                }
            }
        }
        self.finish();
    }

    fn finish(&mut self) {
        self.state.active = 0;
        self.state.over = true;
    }

    /// A draw for all who are undecided.
    fn draw(&mut self) {
        let active = self.state.active.count_ones() as f32;
        let rank = (active + 1.0) / 2.0 + f32::from(self.state.winners);
        self.rank_rest(rank);
    }

    fn only_one_active(&self) -> Option<usize> {
        (self.state.active.count_ones() == 1).then(|| self.state.active.trailing_zeros() as usize)
    }

    fn win(&mut self, who: i32) {
        if who < 1 || who as usize > self.rules.players {
            return;
        }
        self.state.active &= !(1 << who);
        let rank = f32::from(self.state.winners) + 1.0;
        self.state.winners += 1;
        self.state.ranking[who as usize] = rank;
        if let Some(last) = self.only_one_active() {
            self.state.ranking[last] = rank + 1.0;
            self.state.losers += 1;
            self.state.lost |= 1 << last;
            self.finish();
        } else if self.state.active == 0 {
            self.finish();
        }
    }

    fn lose(&mut self, who: i32) {
        let players = self.rules.players;
        if self.state.is_active(who) {
            self.state.active &= !(1 << who);
            if players == 1 {
                self.finish();
                return;
            }
            if i32::from(self.state.next) == who && self.state.active != 0 {
                let mut next = who as usize;
                while !self.state.is_active(next as i32) {
                    next = next % players + 1;
                }
                self.state.next = next as u8;
            }
            // Losers of the same move share the average of their ranks, half a rank more for each.
            let single = players as f32 - f32::from(self.state.losers);
            let before = single + 1.0 + 0.5 * (f32::from(self.state.losses_decided) - 1.0);
            let rank = before - 0.5;
            self.state.ranking[who as usize] = rank;
            self.state.losers += 1;
            self.state.lost |= 1 << who;
            for shared in &mut self.state.ranking[1..=players] {
                if *shared == before {
                    *shared = rank;
                }
            }
            if self.state.active == 0 {
                self.finish();
            } else if let Some(last) = self.only_one_active() {
                self.state.ranking[last] = f32::from(self.state.winners) + 1.0;
                self.state.winners += 1;
                self.finish();
            }
        }
        self.state.losses_decided += 1;
    }

    fn team_wins(&mut self, team: i32) {
        let players = self.rules.players;
        let members: Vec<usize> = (1..=players).filter(|&player| self.team_of(player as i32) == team).collect();
        for &member in &members {
            self.state.active &= !(1 << member);
            self.state.winners += 1;
        }
        let free = (1..=players).map(|rank| rank as f32).find(|rank| !self.state.ranking[1..=players].contains(rank));
        let rank = free.unwrap_or(players as f32 + 1.0);
        if free.is_some() {
            for &member in &members {
                self.state.ranking[member] = rank;
            }
        }
        let mut teams: Vec<i32> = (1..=players as i32)
            .filter(|&player| self.state.is_active(player))
            .map(|player| self.team_of(player))
            .collect();
        teams.dedup();
        teams.sort_unstable();
        teams.dedup();
        if let [last] = teams[..] {
            // The game is over, but the losers stay active: Ludii passes the turn once more.
            for player in 1..=players {
                if self.team_of(player as i32) == last {
                    self.state.ranking[player] = rank + members.len() as f32;
                }
            }
            self.state.over = true;
        } else if self.state.active == 0 {
            self.finish();
        }
    }

    /// Ranks all players by their scores.
    pub(crate) fn rank_by_score(&mut self, scores: &[(IntFn, IntFn)], misere: &BoolFn) {
        let players = self.rules.players;
        let misere = misere.eval(self);
        for (player, score) in scores {
            let (player, score) = (player.eval(self), score.eval(self));
            if let Some(held) = self.state.score.get_mut(player as usize) {
                *held = score;
            }
        }
        for player in 1..=players {
            let own = self.state.score[player];
            let (mut better, mut equal) = (0, 0);
            for &other in &self.state.score[1..=players] {
                let is_better = if misere { other < own } else { other > own };
                better += i32::from(is_better);
                equal += i32::from(other == own);
            }
            self.state.ranking[player] = better as f32 + (equal as f32 + 1.0) / 2.0;
        }
        self.finish();
    }
}
