//! End rules and the ranking.

use super::context::Context;
use crate::lud::ludeme::end::{EndResult, Outcome};

impl Context<'_> {
    /// Evaluates the end rules after a move, then the limits.
    pub(super) fn check_ends(&mut self) {
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        for rule in &phase.end {
            if let Some(result) = rule.eval(self) {
                self.apply_result(result);
            }
        }
        if !self.state.over {
            for rule in &rules.end {
                if let Some(result) = rule.eval(self) {
                    self.apply_result(result);
                }
            }
            if !self.state.over && !rules.features.no_all_pass_draw && self.all_passed() {
                self.draw();
            }
        }
        let limit = self.state.turns as usize >= 1250 * rules.players || self.state.moves >= rules.max_moves;
        if !self.state.over && limit {
            self.draw();
        }
    }

    fn all_passed(&self) -> bool {
        // The move just made is not yet counted among the passes.
        self.state.last.is_pass && self.state.passes as usize + 1 >= self.rules.players
    }

    /// Gives a result.
    fn apply_result(&mut self, result: &EndResult) {
        let players = self.rules.players;
        let Some(who) = &result.who else {
            match result.outcome {
                Outcome::Win => self.rank_rest(1.0),
                Outcome::Loss => self.rank_rest(players as f32),
                Outcome::Draw => self.draw(),
                Outcome::Tie => self.state.over = true,
            }
            return;
        };
        let who = who.eval(self);
        if !self.state.is_active(who) {
            return;
        }
        match result.outcome {
            Outcome::Win => self.win(who),
            Outcome::Loss => self.lose(who),
            Outcome::Draw => self.draw(),
            Outcome::Tie => self.state.over = true,
        }
    }

    fn rank_rest(&mut self, rank: f32) {
        for player in 1..=self.rules.players {
            if self.state.ranking[player] == 0.0 {
                self.state.ranking[player] = if self.rules.players > 1 { rank } else { 0.0 };
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
        self.state.active &= !(1 << who);
        let rank = f32::from(self.state.winners) + 1.0;
        self.state.winners += 1;
        self.state.ranking[who as usize] = rank;
        if let Some(last) = self.only_one_active() {
            self.state.ranking[last] = rank + 1.0;
            self.state.losers += 1;
            self.finish();
        } else if self.state.active == 0 {
            self.finish();
        }
    }

    fn lose(&mut self, who: i32) {
        let players = self.rules.players;
        self.state.active &= !(1 << who);
        if players == 1 {
            self.finish();
            return;
        }
        let rank = players as f32 - f32::from(self.state.losers);
        self.state.losers += 1;
        self.state.ranking[who as usize] = rank;
        if i32::from(self.state.next) == who && self.state.active != 0 {
            let mut next = who as usize;
            while !self.state.is_active(next as i32) {
                next = next % players + 1;
            }
            self.state.next = next as u8;
        }
        if let Some(last) = self.only_one_active() {
            self.state.ranking[last] = f32::from(self.state.winners) + 1.0;
            self.finish();
        } else if self.state.active == 0 {
            self.finish();
        }
    }
}
