//! Play-outs of games in the manner of morris, of fox and geese and of draughts: pieces come from hands onto empty sites, step,
//! slide, jump over others or go anywhere, take pieces of others off and turn into others; lines of pieces or further jumps let
//! the mover move again, and lines end the game.
//!
//! The board is a set of sites for each player, and for each kind of piece where players have more than one, so that a move is
//! drawn, made and asked for what it brings about by a few operations on these sets. A ply after which an end rule may hold is
//! left to the rules, and so is one for which there is no move, one that has consequences out of the ordinary, and all of a
//! phase that is.

mod area;
mod board;
mod effect;
mod item;
mod line;
mod moves;
mod play;
mod test;
mod way;

use super::bare::{is_bare, is_simple};
use crate::game::{Random, Seat};
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::Leaf;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::{ContainerKind, NextPhase, Phase, Rules};
use crate::lud::play::sets::SiteSet;
use crate::lud::play::state::{LastMove, State};
use area::Area;
use board::Board;
use effect::{Effect, Outcome};
use item::Found;
use play::{Draw, Play};
use smallvec::SmallVec;
use test::Test;
use way::{Drawn, Kind};

/// Most players of such a game.
const PLAYERS: usize = 4;
/// Most components of such a game, and the empty site.
const KINDS: usize = 7;
/// So many plies before the game would be drawn for its length, sequences of moves are no longer looked at ahead.
const LONGEST: u32 = 64;

/// One for each player, counted from 1.
type Each<T> = [T; PLAYERS + 1];

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Stepping<S> {
    players: usize,
    /// How many sites the board has.
    sites: usize,
    /// All of them.
    all: S,
    /// The first component and the site of the hand of each player, where there are hands.
    pieces: Each<u8>,
    hands: Each<Option<u8>>,
    /// Whether a player has more than one component.
    has_kinds: bool,
    /// How many components there are, and the empty site.
    kinds: usize,
    /// Whether pieces are taken at the end of a turn.
    takes_later: bool,
    /// Whether moves have to begin the longest sequences.
    asks_longest: bool,
    /// Whether there are phases that are left to the rules.
    leaves_phases: bool,
    /// Conditions about sites that rules ask besides classes.
    areas: Vec<Area<S>>,
    phases: Vec<Stage<S>>,
    /// What has to hold before the game can end, whatever the phase.
    ends: Vec<Test<S>>,
    /// What follows a move of each rule.
    effects: Vec<SmallVec<[Effect<S>; 1]>>,
    /// The rules by which pieces on the board move.
    moved: Vec<u16>,
}

/// A phase of the game.
#[derive(Debug, Clone, PartialEq)]
struct Stage<S> {
    /// Whether it is left to the rules.
    is_left: bool,
    play: Play<S>,
    ends: Vec<Test<S>>,
    next: Vec<Next<S>>,
}

/// A way out of a phase.
#[derive(Debug, Clone, PartialEq)]
struct Next<S> {
    /// For whom it is one; for everyone where none is named.
    who: Option<Whose>,
    when: Test<S>,
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

/// Who moves, moved before and moves next, who cannot move as far as is known, and what the last move was.
#[derive(Debug, Clone, Copy)]
struct Turn {
    mover: usize,
    prev: usize,
    next: usize,
    stalemated: u32,
    /// How many moves there were before.
    moves: u32,
    /// The phase of the player who moves next.
    next_phase: u8,
    /// Where the last move went, beyond the board where it was a pass.
    last: u8,
    kind: Kind,
    /// Whether something follows the move at hand that the rules have to be asked about.
    is_left: bool,
}

impl<S: SiteSet> Stepping<S> {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let (layout, features, players) = (&rules.layout, &rules.features, rules.players);
        let fits = (layout.plain || layout.counted)
            && !features.stacking
            && layout.containers_end <= usize::from(u8::MAX)
            && layout.counts[layout.default as usize] <= S::MOST as usize
            && rules.owners.len() <= KINDS
            && (2..=PLAYERS).contains(&players);
        let remembers = features.remembers_positions() || rules.meta.restricts();
        if !is_simple(rules) || remembers || !fits || !rules.dice.is_empty() {
            return None;
        }
        let sites = layout.counts[layout.default as usize];
        let mut stepping = Self {
            players,
            sites,
            all: (0..sites).fold(S::EMPTY, |all, site| all | S::only(site)),
            pieces: [0; PLAYERS + 1],
            hands: [None; PLAYERS + 1],
            has_kinds: false,
            kinds: rules.owners.len(),
            takes_later: features.deferred_removal,
            asks_longest: false,
            leaves_phases: false,
            areas: Vec::new(),
            phases: Vec::new(),
            ends: Vec::new(),
            effects: vec![SmallVec::new(); rules.leaves.len()],
            moved: Vec::new(),
        };
        for player in 1..=players {
            let mut owned = (1..rules.owners.len()).filter(|&what| usize::from(rules.owners[what]) == player);
            stepping.pieces[player] = owned.next()? as u8;
            stepping.has_kinds |= owned.next().is_some();
        }
        for container in rules.containers.iter().filter(|container| container.kind != ContainerKind::Board) {
            let owner = usize::from(container.owner);
            let is_known = container.sites == 1 && (1..=players).contains(&owner) && !stepping.has_kinds;
            if !is_known || stepping.hands[owner].is_some() {
                return None;
            }
            stepping.hands[owner] = Some(u8::try_from(container.first).ok()?);
        }
        for (index, phase) in rules.phases.iter().enumerate() {
            let stage = match stepping.stage(phase, rules) {
                Some(stage) => stage,
                // The last phase is the longest one.
                None if index + 1 == rules.phases.len() => return None,
                None => Stage { is_left: true, play: Play::Sum(Vec::new()), ends: Vec::new(), next: Vec::new() },
            };
            stepping.leaves_phases |= stage.is_left;
            stepping.phases.push(stage);
        }
        stepping.ends = ends_of(&rules.end, rules, &mut stepping)?;
        let ends = || stepping.phases.iter().flat_map(|phase| &phase.ends).chain(&stepping.ends);
        let is_asked = ends().any(Test::asks_moves);
        let is_denied = ends().any(Test::denies_no_moves);
        let is_known = stepping.phases.iter().all(|phase| phase.play.is_known(is_denied));
        let is_left = |leaf: &u16| stepping.effects[usize::from(*leaf)][..] == [Effect::Leave];
        if !stepping.moved.is_empty() && stepping.moved.iter().all(is_left) {
            return None;
        }
        let is_single = stepping.phases.len() == 1 || !stepping.asks_longest;
        (is_single && (is_known || !is_asked)).then_some(stepping)
    }

    /// A phase, where it is of this kind.
    fn stage(&mut self, phase: &Phase, rules: &Rules) -> Option<Stage<S>> {
        let play = Play::of(&phase.play, rules, self)?;
        let ends = ends_of(&phase.end, rules, self)?;
        let next = phase.next.iter().map(|next| self.way_out(next, rules)).collect::<Option<_>>()?;
        Some(Stage { is_left: false, play, ends, next })
    }

    /// Whether a phase that a player is in is left to the rules.
    fn is_left(&self, phases: &[u8]) -> bool {
        self.leaves_phases && (1..=self.players).any(|player| self.phases[usize::from(phases[player])].is_left)
    }

    fn way_out(&mut self, next: &NextPhase, rules: &Rules) -> Option<Next<S>> {
        let who = match &next.who {
            IntFn::Constant(who) if *who == self.players as i32 + 1 => None,
            who => Some(Whose::of(who)?),
        };
        let when = Test::of(&next.when, &IntFn::LastTo, rules, self)?;
        (when.asks_turn_only() || when.asks_lines_only()).then_some(Next { who, when, to: next.to })
    }

    /// Notes what follows a move of a rule, where that is known.
    fn note_consequences(&mut self, rules: &Rules, leaf: u16) -> Option<()> {
        let node = &rules.leaves[usize::from(leaf)];
        let thens = &node.chain.thens;
        // A pass may carry the site of the piece that passes.
        let captured = usize::from(node.is_pass && node.chain.captured[..] == [Register::From]);
        if !is_bare(node, thens.len(), captured) {
            return None;
        }
        let effects = thens.iter().map(|&then| Effect::of(rules.effect(then), rules, self));
        self.effects[usize::from(leaf)] = match (effects.collect::<Option<_>>(), &node.leaf) {
            (Some(effects), _) => effects,
            // Jumps are few among the moves.
            (None, Leaf::Hop(_)) => SmallVec::from_iter([Effect::Leave]),
            _ => return None,
        };
        Some(())
    }

    /// The pieces of a component, which is a player's.
    #[inline]
    fn pieces_of(&self, board: &Board<S>, what: u8, player: usize) -> S {
        if self.has_kinds { board.kinds[usize::from(what)] } else { board.own[player] }
    }

    /// The component on a site, 0 being none.
    #[inline]
    fn what_at(&self, board: &Board<S>, site: usize) -> usize {
        if site >= self.sites {
            return 0;
        }
        if self.has_kinds {
            return (1..self.kinds).find(|&what| board.kinds[what].has(site)).unwrap_or(0);
        }
        usize::from(self.pieces[board.owner(site)])
    }

    fn may_end(&self, stage: &Stage<S>, board: &Board<S>, turn: &Turn, like: S) -> bool {
        let site = usize::from(turn.last);
        let holds = |end: &Test<S>| end.holds(self, board, turn, site, like);
        turn.is_left || stage.ends.iter().any(holds) || self.ends.iter().any(holds)
    }

    /// Makes a move and all that follows it, and notes it in the turn; tells the sites that hold the same as where it went, and
    /// the site of the last thing that followed it.
    #[inline]
    fn make(&self, board: &mut Board<S>, turn: &mut Turn, drawn: &Drawn) -> (S, Option<u8>) {
        let mover = turn.mover;
        board.make(drawn, mover, self);
        turn.kind = drawn.kind;
        turn.last = if drawn.kind == Kind::Pass { u8::MAX } else { drawn.to };
        // A line through where nothing stands any more is one of empty sites.
        let like = if drawn.kind == Kind::Remove { board.empty } else { board.own[mover] };
        let (mut again, mut followed) = (false, None);
        for effect in &self.effects[usize::from(drawn.leaf)] {
            let mut outcome = Outcome { again, into: 0, taken: S::EMPTY, last_taken: 0, leaves: false };
            effect.follow(self, board, turn, like, &mut outcome);
            again = outcome.again;
            turn.is_left |= outcome.leaves;
            if outcome.into != 0 {
                let to = S::only(usize::from(drawn.to));
                board.remove(to, self);
                board.put(to, outcome.into, mover, self);
                followed = Some(drawn.to);
            }
            if !outcome.taken.is_empty() {
                board.remove(outcome.taken, self);
                followed = Some(outcome.last_taken);
            }
        }
        if again {
            turn.next = mover;
        } else if !board.taken.is_empty() {
            board.remove(board.taken, self);
            board.taken = S::EMPTY;
        }
        (like, followed)
    }

    /// How many moves the longest sequence of the mover's has that a move begins; nothing where the game may end before.
    fn sequence_length(&self, board: &Board<S>, turn: &Turn, drawn: &Drawn) -> Option<u32> {
        let (mut after, mut then) = (board.clone(), *turn);
        let (like, _) = self.make(&mut after, &mut then, drawn);
        let stage = &self.phases[0];
        if self.may_end(stage, &after, &then, like) {
            return None;
        }
        if then.next != turn.mover {
            return Some(1);
        }
        then.prev = turn.mover;
        then.next = turn.mover % self.players + 1;
        let mut found = Found::new();
        if !stage.play.list(self, &after, &then, &mut found) {
            return None;
        }
        // A pass is made where there is nothing else.
        let mut longest = u32::from(found.total == 0);
        for next in found.all() {
            longest = longest.max(self.sequence_length(&after, &then, &next)?);
        }
        Some(1 + longest)
    }
}

/// What has to hold before one of the end rules can.
fn ends_of<S: SiteSet>(ends: &[EndRule], rules: &Rules, stepping: &mut Stepping<S>) -> Option<Vec<Test<S>>> {
    let test = |rule: &EndRule| match rule {
        EndRule::If(condition, ..) => Test::before(condition, rules, stepping),
        EndRule::ForEachPlayer(condition, ..) => Test::for_any_player(condition, stepping),
        _ => None,
    };
    ends.iter().map(test).collect()
}

impl Context<'_> {
    /// Plays random plies as long as no end rule can hold and `most` plies are not reached; returns their number, and the move
    /// that is drawn for the next one where an end rule may hold after it.
    pub(super) fn step_at_random<S: SiteSet>(
        &mut self,
        stepping: &Stepping<S>,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        let most = if stepping.asks_longest { most.min(self.moves_left().saturating_sub(LONGEST)) } else { most };
        let is_triggered = |state: &State| match &state.memory {
            Some(memory) => memory.triggered.iter().any(|&players| players != 0),
            None => false,
        };
        let is_left = stepping.is_left(&self.state.phase) || is_triggered(self.state);
        if most == 0 || is_left || !self.takes_turns() {
            return (0, None);
        }
        let Some(before) = self.board_of(stepping) else { return (0, None) };
        let mut board = before.clone();
        let mut order: SmallVec<[u8; 16]> = SmallVec::new();
        if stepping.takes_later {
            order.extend(self.state.memory().to_clear.iter().map(|&site| site as u8));
        }
        let (mut last_to, mut last_kind) = self.last_of_board(stepping);
        let mut plies = 0;
        let mut last = None;
        let mut stop = None;
        while plies < most && !stepping.is_left(&self.state.phase) {
            let mover = usize::from(self.state.mover);
            let mut turn = self.turn(last_to, last_kind);
            let stage = &stepping.phases[usize::from(self.state.phase[mover])];
            let Draw::Move(drawn) = stage.play.draw(stepping, &board, &turn, rng) else { break };
            // Nobody may have passed so far in the turn, or the rules have to tell whether all did.
            if drawn.kind == Kind::Pass && turn.prev != mover {
                stop = Some(self.stepping_move(&drawn));
                break;
            }
            let earlier = board.clone();
            let (like, followed) = stepping.make(&mut board, &mut turn, &drawn);
            turn.next_phase = self.state.phase[turn.next];
            if stepping.may_end(stage, &board, &turn, like) {
                board = earlier;
                stop = Some(self.stepping_move(&drawn));
                break;
            }
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.stepping_move(&drawn)));
            }
            (last_to, last_kind) = (turn.last, turn.kind);
            let mut cleared = None;
            if stepping.takes_later {
                if drawn.kind == Kind::Later {
                    order.push(drawn.over);
                }
                if board.taken.is_empty() {
                    cleared = order.last().copied();
                    order.clear();
                }
            }
            let state = &mut *self.state;
            (state.last.is_pass, state.last.is_swap) = (drawn.kind == Kind::Pass, false);
            state.moves += 1;
            state.next = turn.next as u8;
            self.count_turn(mover as u8);
            self.next_stages(stepping, &board, &turn, like);
            self.state.counter += 1;
            self.next_turn(mover as u8);
            last = Some((drawn, mover, followed, cleared));
            plies += 1;
        }
        self.settle(stepping, &before, &board);
        if let Some((drawn, by, followed, cleared)) = last {
            if let Some(memory) = self.state.memory.as_deref_mut() {
                memory.decided = -1;
            }
            if stepping.takes_later {
                let to_clear = &mut self.state.memory_mut().to_clear;
                to_clear.clear();
                to_clear.extend(order.iter().map(|&site| i32::from(site)));
            }
            self.note_last(&drawn, by, followed, cleared);
        }
        (plies, stop)
    }

    fn turn(&self, last: u8, kind: Kind) -> Turn {
        let state = &*self.state;
        Turn {
            mover: usize::from(state.mover),
            prev: usize::from(state.prev),
            next: usize::from(state.next),
            stalemated: state.stalemated,
            moves: state.moves,
            next_phase: 0,
            last,
            kind,
            is_left: false,
        }
    }

    /// Where the last move went, beyond the board where it did not go there, and whether it was a pass.
    fn last_of_board<S: SiteSet>(&self, stepping: &Stepping<S>) -> (u8, Kind) {
        let last = &self.state.last;
        let to = usize::try_from(last.to).ok().filter(|&to| to < stepping.sites);
        (to.map_or(u8::MAX, |to| to as u8), if last.is_pass { Kind::Pass } else { Kind::Move })
    }

    /// Where the pieces are, where all are players', one to a site.
    fn board_of<S: SiteSet>(&self, stepping: &Stepping<S>) -> Option<Board<S>> {
        let layout = &self.rules.layout;
        let row = |row: usize| self.state.row(layout, row);
        let mut board = Board {
            own: [S::EMPTY; PLAYERS + 1],
            empty: S::of(row(0)) & stepping.all,
            taken: S::EMPTY,
            kinds: [S::EMPTY; KINDS],
            hands: [0; PLAYERS + 1],
        };
        let mut known = board.empty;
        for player in 1..=stepping.players {
            if let Some(hand) = stepping.hands[player] {
                board.hands[player] = self.state.get(layout, Plane::Count, usize::from(hand)) as i16;
            }
            let own = S::of(row(1 + player)) & stepping.all;
            let single = |site: usize| self.state.get(layout, Plane::Count, site) == 1;
            if layout.counted && !own.sites().all(single) {
                return None;
            }
            // Pieces may be in the hand besides, and nowhere else.
            let all = row(1 + player).iter().map(|word| word.count_ones()).sum::<u32>();
            if all != own.len() + u32::from(board.hands[player] > 0) {
                return None;
            }
            board.own[player] = own;
            known = known | own;
            if stepping.has_kinds {
                for site in own.sites() {
                    let kind = &mut board.kinds[self.state.what(layout, site)];
                    *kind = *kind | S::only(site);
                }
            }
        }
        if stepping.takes_later {
            for &site in &self.state.memory().to_clear {
                board.taken = board.taken | S::only(usize::try_from(site).ok().filter(|&site| site < stepping.sites)?);
            }
        }
        (known == stepping.all).then_some(board)
    }

    /// The move of the rules that was drawn.
    fn stepping_move(&self, drawn: &Drawn) -> LudMove {
        let node = &self.rules.leaves[usize::from(drawn.leaf)];
        let (what, from, before) = (usize::from(drawn.what), usize::from(drawn.from), usize::from(drawn.before));
        let binds = match &node.leaf {
            Leaf::Hop(hop) => hop.binds_over(what, from, [drawn.over, drawn.to].map(u16::from), before),
            Leaf::Slide(slide) => slide.binds_to(what, from, u16::from(drawn.to), before),
            _ => [0; 3],
        };
        let (from, to) = match drawn.kind {
            Kind::Pass => (-1, -1),
            _ => (i32::from(drawn.from), i32::from(drawn.to)),
        };
        let mut chosen = self.bind(drawn.leaf, from, to, &binds[..node.chain.own]);
        if !node.chain.captured.is_empty() {
            chosen.binds[node.chain.own] = i16::from(drawn.to);
        }
        chosen
    }

    /// Goes on to other phases after a move.
    fn next_stages<S: SiteSet>(&mut self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, like: S) {
        if stepping.phases.len() < 2 {
            return;
        }
        for player in 1..=stepping.players {
            let stage = &stepping.phases[usize::from(self.state.phase[player])];
            for next in stage.next.iter().filter(|next| next.who.is_none_or(|who| who.player(turn) == player)) {
                if next.when.holds(stepping, board, turn, usize::from(turn.last), like) {
                    let base = if next.who.is_some() { player } else { turn.mover };
                    let after = (self.state.phase[base] + 1) % stepping.phases.len() as u8;
                    self.state.phase[player] = next.to.unwrap_or(after);
                    break;
                }
            }
        }
    }

    /// Brings the contents of all sites to where they are after the moves made.
    fn settle<S: SiteSet>(&mut self, stepping: &Stepping<S>, before: &Board<S>, board: &Board<S>) {
        let mut changed = S::EMPTY;
        for player in 1..=stepping.players {
            changed = changed | (before.own[player] ^ board.own[player]);
            let left = board.hands[player];
            if let Some(hand) = stepping.hands[player].filter(|_| before.hands[player] != left) {
                let what = if left == 0 { 0 } else { i32::from(stepping.pieces[player]) };
                self.put(usize::from(hand), what, player as i32, i32::from(left));
            }
        }
        for (before, after) in before.kinds.iter().zip(&board.kinds) {
            changed = changed | (*before ^ *after);
        }
        for site in changed.sites() {
            let what = stepping.what_at(board, site) as i32;
            self.put(site, what, board.owner(site) as i32, i32::from(what != 0));
        }
    }

    /// Notes the last move as the rules would: something else may have followed on a site, and pieces may have been taken off at
    /// the end of the turn, the last of them on a site.
    fn note_last(&mut self, drawn: &Drawn, by: usize, followed: Option<u8>, cleared: Option<u8>) {
        let chosen = self.stepping_move(drawn);
        let [from_type, to_type] = self.types_of(&self.rules.leaves[usize::from(chosen.leaf)], chosen);
        let (from, to) = (i32::from(chosen.from), i32::from(chosen.to));
        let after = followed.map_or([from, to], |site| [i32::from(site); 2]);
        let noted = cleared.map_or(after, |site| [i32::from(site); 2]);
        self.state.last = LastMove {
            chosen,
            from,
            to,
            from_type,
            to_type,
            from_after: after[0],
            to_after: after[1],
            from_noted: noted[0],
            to_noted: noted[1],
            mover: by as u8,
            is_pass: drawn.kind == Kind::Pass,
            ..LastMove::default()
        };
    }
}
