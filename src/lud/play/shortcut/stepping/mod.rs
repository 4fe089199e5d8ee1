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
mod far;
mod found;
mod instead;
mod item;
mod line;
mod lines;
mod longest;
mod marks;
mod movers;
mod moves;
mod named;
mod near;
mod notes;
mod pairs;
mod pick;
mod piles;
mod play;
mod rule;
mod run;
mod steps;
mod stuck;
mod test;
mod tries;
mod way;
mod whose;

use super::bare::{is_bare_after, is_simple};
use crate::game::Random;
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{ForEachPiece, Leaf, MovesFn};
use crate::lud::play::context::Register;
use crate::lud::play::rules::{ContainerKind, NextPhase, Phase, Rules};
use crate::lud::play::sets::SiteSet;
use area::Area;
use board::Board;
use effect::{Effect, Outcome};
use line::Line;
use notes::Notes;
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
    /// Whether there may be several pieces on a site, and whether only the topmost ones move.
    is_stacking: bool,
    moves_tops: bool,
    /// The sites on which pieces may come onto others.
    joined: S,
    /// Whether a position with several pieces on a site is left to the rules.
    lie_alone: bool,
    /// Whether there is one piece on a site at most, and nothing else.
    is_plain: bool,
    /// Whether sites are marked by their local states.
    has_marks: bool,
    /// The rules by which two pieces at once come from the hand onto one site.
    pairing: Vec<u16>,
    /// How many components there are, and the empty site.
    kinds: usize,
    /// Whether new pieces come onto the board.
    adds: bool,
    /// Whether pieces are taken at the end of a turn.
    takes_later: bool,
    /// Whether moves have to begin the longest sequences.
    asks_longest: bool,
    /// Whether there are phases that are left to the rules.
    leaves_phases: bool,
    /// Whether the game may end because a player has no moves.
    asks_moves: bool,
    /// Conditions about sites that rules ask besides classes.
    areas: Vec<Area<S>>,
    phases: Vec<Stage<S>>,
    /// What has to hold before the game can end, whatever the phase.
    ends: Vec<Test<S>>,
    /// What follows a move of each rule.
    effects: Vec<SmallVec<[Effect<S>; 1]>>,
    /// Whether that may be something that the rules have to be asked about.
    leaving: Vec<bool>,
    /// The rules by which pieces on the board move.
    moved: Vec<u16>,
    /// The sites between each one and each other, where rows of pieces are jumped over.
    paths: Vec<S>,
    /// What is kept beside the pieces.
    notes: Notes<S>,
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
    Prev,
    Player(usize),
}

impl Whose {
    fn of(player: &IntFn) -> Option<Self> {
        match player {
            IntFn::Mover => Some(Self::Mover),
            IntFn::Next => Some(Self::Next),
            IntFn::Prev => Some(Self::Prev),
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
            Self::Prev => turn.prev,
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
    /// How many moves there were so far, with the one at hand from when it is made.
    moves: u32,
    /// The phase of the player who moves next.
    next_phase: u8,
    /// How many turns there were before the one at hand.
    turns: u32,
    /// How many moves of the turn at hand there were before.
    in_turn: u32,
    /// Where the last move came from and where it went, beyond the board where it was a pass.
    from: u8,
    last: u8,
    kind: Kind,
    /// Whether something follows the move at hand that the rules have to be asked about.
    is_left: bool,
    /// Whether the next player is taken to have moves, which is known once one is drawn.
    has_moves: bool,
}

impl Turn {
    /// The turn after the one at hand.
    #[inline]
    fn of_next(&self, players: usize) -> Self {
        Self {
            mover: self.next,
            prev: self.mover,
            next: self.next % players + 1,
            stalemated: self.stalemated & !(1 << self.next),
            turns: self.turns + u32::from(self.next != self.mover),
            in_turn: if self.next == self.mover { self.in_turn + 1 } else { 0 },
            is_left: false,
            has_moves: false,
            ..*self
        }
    }
}

impl<S: SiteSet> Stepping<S> {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let (layout, features, players) = (&rules.layout, &rules.features, rules.players);
        let fits = (layout.plain || layout.counted || layout.marked)
            && layout.containers_end <= usize::from(u8::MAX)
            && layout.counts[layout.default as usize] <= S::MOST as usize
            && rules.owners.len() <= KINDS
            && (1..=PLAYERS).contains(&players);
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
            is_stacking: features.stacking,
            moves_tops: true,
            joined: S::EMPTY,
            lie_alone: false,
            is_plain: true,
            has_marks: layout.marked,
            pairing: Vec::new(),
            kinds: rules.owners.len(),
            adds: false,
            takes_later: features.deferred_removal,
            asks_longest: false,
            leaves_phases: false,
            asks_moves: false,
            areas: Vec::new(),
            phases: Vec::new(),
            ends: Vec::new(),
            effects: vec![SmallVec::new(); rules.leaves.len()],
            leaving: Vec::new(),
            moved: Vec::new(),
            paths: Vec::new(),
            notes: Notes::none(rules.leaves.len()),
        };
        for player in 1..=players {
            let mut owned = (1..rules.owners.len()).filter(|&what| usize::from(rules.owners[what]) == player);
            stepping.pieces[player] = owned.next()? as u8;
            stepping.has_kinds |= owned.next().is_some();
        }
        let mut has_wide_hands = false;
        for container in rules.containers.iter().filter(|container| container.kind != ContainerKind::Board) {
            let owner = usize::from(container.owner);
            if !(1..=players).contains(&owner) || stepping.hands[owner].is_some() {
                return None;
            }
            // Hands of several sites are empty before pieces move as told here.
            match container.sites {
                1 => stepping.hands[owner] = Some(u8::try_from(container.first).ok()?),
                _ => has_wide_hands = true,
            }
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
        stepping.asks_moves = is_asked;
        let is_known = stepping.phases.iter().all(|phase| phase.play.is_known(is_denied));
        let is_left = |leaf: &u16| stepping.effects[usize::from(*leaf)][..] == [Effect::Leave];
        // Where all pieces stay where they are put, other shapes know more.
        if (stepping.adds || !stepping.moved.is_empty()) && stepping.moved.iter().all(is_left) {
            return None;
        }
        let may_leave = |(leaf, effects): (usize, &SmallVec<[Effect<S>; 1]>)| {
            effects.iter().any(Effect::may_leave) || stepping.may_leave_before(leaf)
        };
        stepping.leaving = stepping.effects.iter().enumerate().map(may_leave).collect();
        stepping.is_plain = !(stepping.is_stacking || stepping.has_marks || stepping.has_pairs());
        if has_wide_hands && !stepping.leaves_phases {
            return None;
        }
        let is_single = stepping.phases.len() == 1 || !stepping.asks_longest;
        let is_single = is_single && (!stepping.is_stacking || stepping.knows_piles());
        let is_single = is_single && (!stepping.has_marks || stepping.knows_marks());
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

    /// The generator of each component, where it is about all pieces of the mover on the board, or the topmost ones.
    fn generators<'r>(&mut self, each: &'r ForEachPiece, rules: &Rules) -> Option<Vec<Option<&'r MovesFn>>> {
        let moves_tops = each.is_about_tops();
        self.moves_tops &= moves_tops;
        each.on_board_of_mover(rules.default_type(), self.is_stacking && moves_tops)
    }

    /// A player and the generator of each component of that player's, where it is about all pieces of that player on the board.
    fn generators_of<'r>(&self, each: &'r ForEachPiece, rules: &Rules) -> Option<(usize, Vec<Option<&'r MovesFn>>)> {
        let pieces = each.of_own(rules.default_type())?;
        let player = usize::try_from(pieces.player.constant()?).ok().filter(|player| (1..=PLAYERS).contains(player))?;
        let is_plain = pieces.container.is_none() && !pieces.top && !self.is_stacking && player <= self.players;
        let own = |what: usize| usize::from(rules.owners[what]) == player;
        let generator = |(what, index): (usize, &Option<u16>)| {
            index.filter(|_| own(what)).map(|index| &pieces.generators[usize::from(index)])
        };
        is_plain.then(|| (player, pieces.by_component.iter().enumerate().map(generator).collect()))
    }

    /// Notes what follows a move of a rule, where that is known.
    fn note_consequences(&mut self, rules: &Rules, leaf: u16) -> Option<()> {
        let node = &rules.leaves[usize::from(leaf)];
        let thens = &node.chain.thens;
        let has_priors = !node.chain.priors.is_empty();
        // A pass may carry the site of the piece that passes, a piece that goes off its own, and one before whose move something
        // happens its own too.
        let captured = match node.chain.captured[..] {
            [Register::From] => usize::from(node.is_pass || has_priors || matches!(node.leaf, Leaf::Remove(_))),
            [Register::Level] => usize::from(!node.is_pass),
            _ => 0,
        };
        if !is_bare_after(node, thens.len(), captured) {
            return None;
        }
        self.note_before(leaf, rules)?;
        let effects = thens.iter().map(|&then| Effect::of(rules.effect(then), rules, self));
        self.effects[usize::from(leaf)] = match (effects.collect::<Option<_>>(), &node.leaf) {
            (Some(effects), _) => effects,
            // Jumps are few among the moves.
            (None, Leaf::Hop(_)) => SmallVec::from_iter([Effect::Leave]),
            _ => return None,
        };
        Some(())
    }

    /// Notes what lies between the sites of lines; nothing where that is not the same for all lines.
    fn note_paths(&mut self, lines: &[Vec<Line<S>>]) -> Option<()> {
        self.paths.resize(self.sites * self.sites, S::EMPTY);
        for (from, lines) in lines.iter().enumerate() {
            for line in lines {
                let mut path = S::EMPTY;
                for to in line.sites.iter().map(|&site| usize::from(site)) {
                    let known = &mut self.paths[from * self.sites + to];
                    if !known.is_empty() && *known != path {
                        return None;
                    }
                    *known = path;
                    path = path | S::only(to);
                }
            }
        }
        Some(())
    }

    /// The pieces of a component, which is a player's.
    #[inline]
    fn pieces_of(&self, board: &Board<S>, what: u8, player: usize) -> S {
        if self.has_kinds { board.kinds[usize::from(what)] } else { board.own[player] }
    }

    /// The sites with a component, 0 being none.
    fn sites_of(&self, board: &Board<S>, what: usize) -> S {
        match what {
            0 => board.empty,
            _ if self.has_kinds => board.kinds[what],
            _ => (1..=self.players)
                .filter(|&player| usize::from(self.pieces[player]) == what)
                .fold(S::EMPTY, |all, player| all | board.own[player]),
        }
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

    /// Whether something may follow a move that the rules have to be asked about.
    #[inline]
    fn may_leave(&self, drawn: &Drawn) -> bool {
        self.leaving.get(usize::from(drawn.leaf)).is_some_and(|&may_leave| may_leave)
    }

    /// The phases that players are in after a move, from those before it; nothing where they stay in them.
    fn next_phases(&self, phases: &[u8], board: &Board<S>, turn: &Turn, like: S) -> Option<Each<u8>> {
        let mut changed: Option<Each<u8>> = None;
        for player in 1..=self.players {
            let stage = &self.phases[usize::from(phases[player])];
            let mut ways = stage.next.iter().filter(|next| next.who.is_none_or(|who| who.player(turn) == player));
            if let Some(next) = ways.find(|next| next.when.holds(self, board, turn, usize::from(turn.last), like)) {
                let base = if next.who.is_some() { player } else { turn.mover };
                let from = changed.map_or(phases[base], |after| after[base]);
                let to = next.to.unwrap_or((from + 1) % self.phases.len() as u8);
                if to != phases[player] {
                    changed.get_or_insert_with(|| std::array::from_fn(|player| phases[player]))[player] = to;
                }
            }
        }
        changed
    }

    /// Draws a move of the next player's, after one by which no phase of that player's begins.
    fn draw_next(&self, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let asked = turn.of_next(self.players);
        self.phases[usize::from(turn.next_phase)].play.draw(self, board, &asked, rng)
    }

    /// Makes a move and all that follows it, and notes it in the turn; tells the sites that hold the same as where it went, and
    /// the site of the last thing that followed it. Nothing is pending after it where what it makes pending was so before.
    #[inline]
    fn make(&self, board: &mut Board<S>, turn: &mut Turn, drawn: &Drawn, is_noted: bool) -> (S, Option<u8>) {
        let mover = turn.mover;
        if self.notes.pending {
            let pending = if is_noted { Some(S::EMPTY) } else { self.pending_after(drawn.leaf, board, turn) };
            turn.is_left |= pending.is_none();
            board.pending = pending.unwrap_or(S::EMPTY);
        }
        board.make(drawn, mover, self);
        turn.kind = drawn.kind;
        turn.moves += 1;
        let is_pass = drawn.kind == Kind::Pass;
        [turn.from, turn.last] = if is_pass { [u8::MAX; 2] } else { [drawn.from, drawn.to] };
        let is_gone = drawn.kind == Kind::Remove;
        let mut like = if is_gone { self.gone(board) } else { board.own[mover] };
        let (mut again, mut followed) = (false, None);
        // Nothing follows a pass that is forced.
        for effect in self.effects.get(usize::from(drawn.leaf)).into_iter().flatten() {
            let mut outcome = Outcome {
                again,
                into: 0,
                taken: S::EMPTY,
                last_taken: 0,
                turned: S::EMPTY,
                turned_into: 0,
                value: None,
                pending: S::EMPTY,
                marked: S::EMPTY,
                unmarked: S::EMPTY,
                last_marked: None,
                leaves: false,
            };
            effect.follow(self, board, turn, like, &mut outcome);
            again = outcome.again;
            if again {
                // What follows later sees already who moves next.
                turn.next = mover;
            }
            turn.is_left |= outcome.leaves;
            board.pending = board.pending | outcome.pending;
            if let Some((player, value)) = outcome.value {
                board.values[player] = value;
            }
            if let Some(site) = outcome.last_marked {
                board.marks = board.marks & !outcome.unmarked | outcome.marked;
                followed = Some(site);
            }
            if outcome.into != 0 {
                let to = S::only(usize::from(drawn.to));
                board.remove(to, self);
                board.put(to, outcome.into, mover, self);
                followed = Some(drawn.to);
            }
            if !outcome.taken.is_empty() {
                board.take(outcome.taken, self);
                followed = Some(outcome.last_taken);
            }
            if !outcome.turned.is_empty() {
                board.remove(outcome.turned, self);
                board.put(outcome.turned, outcome.turned_into, mover, self);
                followed = Some(outcome.last_taken);
                like = if is_gone { self.gone(board) } else { board.own[mover] };
            }
        }
        if !again && !board.taken.is_empty() {
            board.remove(board.taken, self);
            board.taken = S::EMPTY;
        }
        (like, followed)
    }

    /// What a line through where nothing stands any more is made of: empty sites, unless there has to be a piece on each.
    #[inline]
    fn gone(&self, board: &Board<S>) -> S {
        if self.is_stacking { S::EMPTY } else { board.empty }
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
