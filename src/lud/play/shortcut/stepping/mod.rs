//! Play-outs of games in the manner of morris and of fox and geese: pieces come from hands onto empty sites, step, jump over
//! others or go anywhere, and take pieces of others off; lines of pieces let the mover move again or end the game.
//!
//! Each player has one kind of piece, so that the board is a set of sites for each player, and a move is drawn, made and asked
//! for what it brings about by a few operations on these sets. A ply after which an end rule may hold is left to the rules, and
//! so is one for which there is no move.

mod play;
mod test;

use super::bare::{SITES, is_bare, is_simple, sites_of};
use crate::game::{Random, Seat};
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{ContainerKind, NextPhase, Rules};
use crate::lud::play::state::LastMove;
use play::{Drawn, Kind, Play};
use test::Test;

/// Most players of such a game.
const PLAYERS: usize = 4;

/// One for each player, counted from 1.
type Each<T> = [T; PLAYERS + 1];

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Stepping {
    players: usize,
    /// How many sites the board has.
    sites: usize,
    /// The component and the site of the hand of each player, where there are hands.
    pieces: Each<u16>,
    hands: Each<Option<u16>>,
    phases: Vec<Stage>,
    /// What has to hold before the game can end, whatever the phase.
    ends: Vec<Test>,
    /// When the mover moves again after a move of each rule.
    again: Vec<Option<Test>>,
}

/// A phase of the game.
#[derive(Debug, Clone, PartialEq)]
struct Stage {
    play: Play,
    ends: Vec<Test>,
    next: Vec<Next>,
}

/// A way out of a phase.
#[derive(Debug, Clone, PartialEq)]
struct Next {
    /// For whom it is one; for everyone where none is named.
    who: Option<Whose>,
    when: Test,
    to: Option<u8>,
}

/// A player, seen from the position at hand.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Whose {
    Mover,
    Next,
    Player(usize),
}

impl Whose {
    fn of(player: &IntFn) -> Option<Self> {
        match player {
            IntFn::Mover => Some(Self::Mover),
            IntFn::Next => Some(Self::Next),
            IntFn::Constant(player) => {
                usize::try_from(*player).ok().filter(|player| (1..=PLAYERS).contains(player)).map(Self::Player)
            }
            _ => None,
        }
    }

    #[inline]
    fn player(self, turn: &Turn) -> usize {
        match self {
            Self::Mover => turn.mover,
            Self::Next => turn.next,
            Self::Player(player) => player,
        }
    }
}

/// Who moves, moved before and moves next, and who cannot move as far as is known.
#[derive(Debug, Clone, Copy)]
struct Turn {
    mover: usize,
    prev: usize,
    next: usize,
    stalemated: u32,
    /// The phase of the player who moves next.
    next_phase: u8,
}

/// Where the pieces are.
#[derive(Debug, Clone)]
struct Board {
    own: Each<u128>,
    empty: u128,
    /// How many pieces each player has in hand.
    hands: Each<i32>,
}

impl Board {
    #[inline]
    fn pieces(&self, player: usize) -> i32 {
        self.own[player].count_ones() as i32 + self.hands[player]
    }

    fn owner(&self, site: usize) -> usize {
        (1..=PLAYERS).find(|&player| self.own[player] >> site & 1 == 1).unwrap_or(0)
    }

    /// Takes back the last move made.
    fn take_back(&mut self, drawn: &Drawn, mover: usize) {
        if drawn.kind == Kind::Drop {
            let to = 1u128 << drawn.to;
            self.hands[mover] += 1;
            self.own[mover] ^= to;
            self.empty ^= to;
        } else {
            self.make(drawn, mover);
        }
    }

    #[inline]
    fn make(&mut self, drawn: &Drawn, mover: usize) {
        let to = 1u128 << drawn.to;
        match drawn.kind {
            Kind::Drop => {
                self.hands[mover] -= 1;
                self.own[mover] |= to;
                self.empty ^= to;
            }
            Kind::Shift => {
                let both = to | 1 << drawn.from;
                self.own[mover] ^= both;
                self.empty ^= both;
            }
            Kind::Take(owner) => {
                self.own[usize::from(owner)] ^= to;
                self.empty ^= to;
            }
            Kind::Jump(over, owner) => {
                let (both, over) = (to | 1 << drawn.from, 1u128 << over);
                self.own[mover] ^= both;
                self.own[usize::from(owner)] ^= over;
                self.empty ^= both | over;
            }
        }
    }
}

impl Stepping {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let (layout, features, players) = (&rules.layout, &rules.features, rules.players);
        let remembers = features.memory || features.remembers_positions() || rules.meta.restricts();
        let fits = (layout.plain || layout.counted)
            && !features.stacking
            && layout.containers_end <= SITES
            && (2..=PLAYERS).contains(&players);
        if !is_simple(rules) || remembers || !fits || !rules.dice.is_empty() {
            return None;
        }
        let mut stepping = Self {
            players,
            sites: layout.counts[layout.default as usize],
            pieces: [0; PLAYERS + 1],
            hands: [None; PLAYERS + 1],
            phases: Vec::new(),
            ends: Vec::new(),
            again: vec![None; rules.leaves.len()],
        };
        for player in 1..=players {
            let mut owned = (1..rules.owners.len()).filter(|&what| usize::from(rules.owners[what]) == player);
            stepping.pieces[player] = owned.next().filter(|_| owned.next().is_none())? as u16;
        }
        for container in rules.containers.iter().filter(|container| container.kind != ContainerKind::Board) {
            let owner = usize::from(container.owner);
            if container.sites != 1 || !(1..=players).contains(&owner) || stepping.hands[owner].is_some() {
                return None;
            }
            stepping.hands[owner] = Some(u16::try_from(container.first).ok()?);
        }
        for phase in &rules.phases {
            let play = Play::of(&phase.play, rules, &mut stepping)?;
            let ends = ends_of(&phase.end, &stepping)?;
            let next = phase.next.iter().map(|next| stepping.way_out(next)).collect::<Option<_>>()?;
            stepping.phases.push(Stage { play, ends, next });
        }
        stepping.ends = ends_of(&rules.end, &stepping)?;
        let asks_moves = |ends: &Vec<Test>| ends.iter().any(Test::asks_moves);
        let is_asked = asks_moves(&stepping.ends) || stepping.phases.iter().any(|phase| asks_moves(&phase.ends));
        let is_known = stepping.phases.iter().all(|phase| phase.play.is_known());
        (is_known || !is_asked).then_some(stepping)
    }

    fn way_out(&self, next: &NextPhase) -> Option<Next> {
        let who = match &next.who {
            IntFn::Constant(who) if *who == self.players as i32 + 1 => None,
            who => Some(Whose::of(who)?),
        };
        let when = Test::of(&next.when, &IntFn::LastTo, self)?;
        when.asks_turn_only().then_some(Next { who, when, to: next.to })
    }

    /// Notes when the mover moves again after a move of a rule, where that is all that follows it.
    fn note_consequences(&mut self, rules: &Rules, leaf: u16) -> Option<()> {
        let node = &rules.leaves[leaf as usize];
        let thens = &node.chain.thens;
        if !is_bare(node, thens.len(), 0) || thens.len() > 1 {
            return None;
        }
        let moves_again =
            |moves: &MovesFn| matches!(moves, MovesFn::Leaf(id) if rules.leaves[*id as usize].moves_again);
        self.again[leaf as usize] = match thens.first().map(|&then| rules.effect(then)) {
            None => None,
            Some(MovesFn::If(parts)) if moves_again(&parts.1) && parts.2 == MovesFn::Or(Vec::new()) => {
                Some(Test::of(&parts.0, &IntFn::LastTo, self)?).filter(|test| !test.asks_moves()).map(Some)?
            }
            Some(then) => moves_again(then).then_some(Some(Test::Constant(true)))?,
        };
        Some(())
    }

    fn may_end(&self, stage: &Stage, board: &Board, turn: &Turn, site: usize, like: u128) -> bool {
        let holds = |end: &Test| end.holds(self, board, turn, site, like);
        stage.ends.iter().any(holds) || self.ends.iter().any(holds)
    }
}

/// What has to hold before one of the end rules can.
fn ends_of(ends: &[EndRule], stepping: &Stepping) -> Option<Vec<Test>> {
    let test = |rule: &EndRule| match rule {
        EndRule::If(condition, ..) => Test::before(condition, stepping),
        _ => None,
    };
    ends.iter().map(test).collect()
}

impl Context<'_> {
    /// Plays random plies as long as no end rule can hold and `most` plies are not reached; returns their number, and the move
    /// that is drawn for the next one where an end rule may hold after it.
    pub(super) fn step_at_random(
        &mut self,
        stepping: &Stepping,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        if !self.takes_turns() {
            return (0, None);
        }
        let Some(before) = self.board_of(stepping) else { return (0, None) };
        let mut board = before.clone();
        let mut plies = 0;
        let mut last = None;
        let mut stop = None;
        while plies < most {
            let mover = usize::from(self.state.mover);
            let mut turn = self.turn();
            let stage = &stepping.phases[usize::from(self.state.phase[mover])];
            let Some(drawn) = stage.play.draw(stepping, &board, &turn, rng) else { break };
            board.make(&drawn, mover);
            let to = usize::from(drawn.to);
            // A line through where nothing stands any more is one of empty sites.
            let like = if let Kind::Take(_) = drawn.kind { board.empty } else { board.own[mover] };
            if let Some(again) = &stepping.again[usize::from(drawn.leaf)]
                && again.holds(stepping, &board, &turn, to, like)
            {
                turn.next = mover;
            }
            turn.next_phase = self.state.phase[turn.next];
            if stepping.may_end(stage, &board, &turn, to, like) {
                stop = Some(self.stepping_move(&drawn));
                board.take_back(&drawn, mover);
                break;
            }
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.stepping_move(&drawn)));
            }
            let state = &mut *self.state;
            (state.last.is_pass, state.last.is_swap) = (false, false);
            state.moves += 1;
            state.next = turn.next as u8;
            self.count_turn(mover as u8);
            self.next_stages(stepping, &board, &turn);
            self.state.counter += 1;
            self.next_turn(mover as u8);
            last = Some((drawn, mover));
            plies += 1;
        }
        self.settle(stepping, &before, &board);
        if let Some((drawn, by)) = last {
            self.note_last(&drawn, by);
        }
        (plies, stop)
    }

    fn turn(&self) -> Turn {
        let state = &*self.state;
        Turn {
            mover: usize::from(state.mover),
            prev: usize::from(state.prev),
            next: usize::from(state.next),
            stalemated: state.stalemated,
            next_phase: 0,
        }
    }

    /// Where the pieces are, where each player has one kind of them, one to a site.
    fn board_of(&self, stepping: &Stepping) -> Option<Board> {
        let layout = &self.rules.layout;
        let all = u128::MAX >> (SITES - stepping.sites);
        let row = |row: usize| {
            let words = self.state.row(layout, row);
            let low = u128::from(words[0]) | words.get(1).map_or(0, |&word| u128::from(word) << 64);
            (low, words.iter().skip(2).all(|&word| word == 0))
        };
        let mut board = Board { own: [0; PLAYERS + 1], empty: row(0).0 & all, hands: [0; PLAYERS + 1] };
        let mut taken = board.empty;
        for player in 1..=stepping.players {
            let (mut own, is_all) = row(1 + player);
            if let Some(hand) = stepping.hands[player] {
                board.hands[player] = self.state.get(layout, Plane::Count, usize::from(hand));
                own &= !(1 << hand);
            }
            if own & !all != 0 || !is_all {
                return None;
            }
            let single = |site: usize| self.state.get(layout, Plane::Count, site) == 1;
            if layout.counted && !sites_of(own).all(single) {
                return None;
            }
            board.own[player] = own;
            taken |= own;
        }
        (taken == all).then_some(board)
    }

    /// The move of the rules that was drawn.
    fn stepping_move(&self, drawn: &Drawn) -> LudMove {
        let (from, to) = (i32::from(drawn.from), i32::from(drawn.to));
        let own = self.rules.leaves[usize::from(drawn.leaf)].chain.own;
        self.bind(drawn.leaf, from, to, &drawn.binds[..own])
    }

    /// Goes on to other phases after a move.
    fn next_stages(&mut self, stepping: &Stepping, board: &Board, turn: &Turn) {
        if stepping.phases.len() < 2 {
            return;
        }
        for player in 1..=stepping.players {
            let stage = &stepping.phases[usize::from(self.state.phase[player])];
            for next in stage.next.iter().filter(|next| next.who.is_none_or(|who| who.player(turn) == player)) {
                if next.when.holds(stepping, board, turn, 0, 0) {
                    let base = if next.who.is_some() { player } else { turn.mover };
                    let after = (self.state.phase[base] + 1) % stepping.phases.len() as u8;
                    self.state.phase[player] = next.to.unwrap_or(after);
                    break;
                }
            }
        }
    }

    /// Brings the contents of all sites to where they are after the moves made.
    fn settle(&mut self, stepping: &Stepping, before: &Board, board: &Board) {
        let mut changed = 0;
        for player in 1..=stepping.players {
            changed |= before.own[player] ^ board.own[player];
            let left = board.hands[player];
            if let Some(hand) = stepping.hands[player].filter(|_| before.hands[player] != left) {
                let what = if left == 0 { 0 } else { i32::from(stepping.pieces[player]) };
                self.put(usize::from(hand), what, player as i32, left);
            }
        }
        for site in sites_of(changed) {
            let owner = board.owner(site);
            let what = i32::from(stepping.pieces[owner]);
            self.put(site, what, owner as i32, i32::from(what != 0));
        }
    }

    /// Notes the last move as the rules would.
    fn note_last(&mut self, drawn: &Drawn, by: usize) {
        let chosen = self.stepping_move(drawn);
        let [from_type, to_type] = self.types_of(&self.rules.leaves[usize::from(chosen.leaf)], chosen);
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        self.state.last = LastMove {
            chosen,
            from,
            to,
            from_type,
            to_type,
            from_after: from,
            to_after: to,
            from_noted: from,
            to_noted: to,
            mover: by as u8,
            ..LastMove::default()
        };
    }
}
