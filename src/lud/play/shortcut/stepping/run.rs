//! Plies of a position played on a board of sets, and the position brought to where they lead.

use super::piles::Piles;
use super::play::Draw;
use super::way::{Drawn, Kind};
use super::{Board, KINDS, LONGEST, PLAYERS, Stepping, Turn};
use crate::game::{Random, Seat};
use crate::lud::ludeme::moves::Leaf;
use crate::lud::play::context::{Context, REGISTERS, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::sets::SiteSet;
use crate::lud::play::state::{LastMove, State};
use smallvec::SmallVec;

/// A move that was made.
struct Made {
    drawn: Drawn,
    /// How many pieces were below the one moved.
    level: u8,
    /// The player who made it.
    by: usize,
    /// The site of the last thing that followed it, and of the last piece taken off at the end of the turn.
    followed: Option<u8>,
    cleared: Option<u8>,
}

impl Context<'_> {
    /// Plays random plies as long as `most` are not reached and all that follows them is known; returns their number, and the
    /// move that is drawn for the next one where something else may follow it.
    pub(in crate::lud::play::shortcut) fn step_at_random<S: SiteSet>(
        &mut self,
        stepping: &Stepping<S>,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        let most = if stepping.asks_longest { most.min(self.moves_left().saturating_sub(LONGEST)) } else { most };
        let is_triggered = |state: &State| match &state.memory {
            Some(memory) => memory.triggered.iter().any(|&players| players != 0) || !memory.propositions.is_empty(),
            None => false,
        };
        let is_left = stepping.is_left(&self.state.phase) || is_triggered(self.state);
        if most == 0 || is_left || !self.takes_turns() {
            return (0, None);
        }
        let Some(mut before) = self.board_of(stepping) else { return (0, None) };
        let mut board = before.clone();
        // The board before the ply at hand, where that may be left to the rules after all.
        let mut earlier = board.clone();
        let mut order: SmallVec<[u8; 16]> = SmallVec::new();
        if stepping.takes_later {
            order.extend(self.state.memory().to_clear.iter().map(|&site| site as u8));
        }
        let (mut last_sites, mut last_kind) = self.last_of_board(stepping);
        let mut plies = 0;
        let mut last = None;
        let mut stop = None;
        // The move that is drawn for the ply at hand already.
        let mut ahead = None;
        while plies < most && !stepping.is_left(&self.state.phase) {
            let mover = usize::from(self.state.mover);
            let mut turn = self.turn(last_sites, last_kind);
            let stage = &stepping.phases[usize::from(self.state.phase[mover])];
            let draw = ahead.take().unwrap_or_else(|| stage.play.draw(stepping, &board, &turn, rng));
            let drawn = match draw {
                Draw::Move(drawn) => drawn,
                Draw::Nothing if board.taken.is_empty() => {
                    turn.stalemated |= 1 << mover;
                    Drawn::FORCED_PASS
                }
                _ => break,
            };
            let level = if stepping.is_stacking { board.piles.below(usize::from(drawn.from)) } else { 0 };
            if stepping.may_leave(&drawn) {
                earlier.clone_from(&board);
            }
            let (like, followed) = stepping.make(&mut board, &mut turn, &drawn, false);
            if turn.is_left {
                board = earlier;
                stop = Some(self.stepping_move(&drawn, level));
                break;
            }
            turn.next_phase = self.state.phase[turn.next];
            turn.has_moves = stepping.asks_moves && plies + 1 < most;
            let mut phases = None;
            if stepping.phases.len() > 1 {
                phases = stepping.next_phases(&self.state.phase, &board, &turn, like);
                if let Some(after) = &phases {
                    turn.has_moves &= after[turn.next] == turn.next_phase && !stepping.is_left(after);
                }
            }
            let mut may_end =
                drawn.kind == Kind::Pass && self.may_all_have_passed() || stepping.may_end(stage, &board, &turn, like);
            if turn.has_moves && !may_end {
                match stepping.draw_next(&board, &turn, rng) {
                    draw @ Draw::Move(_) => ahead = Some(draw),
                    draw => {
                        ahead = Some(draw);
                        turn.has_moves = false;
                        may_end = stepping.may_end(stage, &board, &turn, like);
                    }
                }
            }
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.stepping_move(&drawn, level)));
            }
            (last_sites, last_kind) = ([turn.from, turn.last], turn.kind);
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
            state.stalemated = turn.stalemated;
            self.count_turn(mover as u8);
            plies += 1;
            let made = Made { drawn, level, by: mover, followed, cleared };
            if may_end {
                self.settle(stepping, [&before, &board], Some(&made), &order);
                self.restore([-1; REGISTERS]);
                self.finish_move(mover as u8);
                if self.state.over || !self.takes_turns() {
                    return (plies, None);
                }
                before = board.clone();
                (last, ahead) = (None, None);
                continue;
            }
            if let Some(phases) = phases {
                self.state.phase[..=PLAYERS].copy_from_slice(&phases);
            }
            self.state.counter += 1;
            self.next_turn(mover as u8);
            last = Some(made);
        }
        self.settle(stepping, [&before, &board], last.as_ref(), &order);
        (plies, stop)
    }

    /// Whether all players may have passed where the mover does so now.
    fn may_all_have_passed(&self) -> bool {
        let state = &*self.state;
        let has_moved = state.turn_length > 0 && !state.turn_passed;
        self.rules.players == 1 || !(has_moved || state.prev == state.mover)
    }

    fn turn(&self, [from, last]: [u8; 2], kind: Kind) -> Turn {
        let state = &*self.state;
        Turn {
            mover: usize::from(state.mover),
            prev: usize::from(state.prev),
            next: usize::from(state.next),
            stalemated: state.stalemated,
            moves: state.moves,
            turns: state.turns,
            in_turn: state.moves_this_turn,
            next_phase: 0,
            from,
            last,
            kind,
            is_left: false,
            has_moves: false,
        }
    }

    /// Where the last move came from and went, beyond the board where that was not there, and whether it was a pass.
    fn last_of_board<S: SiteSet>(&self, stepping: &Stepping<S>) -> ([u8; 2], Kind) {
        let last = &self.state.last;
        let sites = [last.from, last.to].map(|site| {
            let site = usize::try_from(site).ok().filter(|&site| site < stepping.sites);
            site.map_or(u8::MAX, |site| site as u8)
        });
        (sites, if last.is_pass { Kind::Pass } else { Kind::Move })
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
            held: [0; PLAYERS + 1],
            piles: Piles::default(),
            pairs: S::EMPTY,
            marks: S::EMPTY,
            values: [0; PLAYERS + 1],
            scores: [0; PLAYERS + 1],
            pending: S::EMPTY,
        };
        self.read_notes(stepping, &mut board)?;
        if stepping.is_stacking {
            self.look_below(stepping, &mut board)?;
        }
        let mut known = board.empty;
        for player in 1..=stepping.players {
            if let Some(hand) = stepping.hands[player].filter(|_| !stepping.is_stacking) {
                board.hands[player] = self.state.get(layout, Plane::Count, usize::from(hand)) as i16;
                board.held[player] = self.state.what(layout, usize::from(hand)) as u8;
            }
            let own = S::of(row(1 + player)) & stepping.all;
            if layout.counted {
                board.pairs = board.pairs | self.pairs_of(stepping, own)?;
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
        if stepping.has_marks {
            board.marks = self.marked_sites(stepping)?;
        }
        if stepping.takes_later {
            for &site in &self.state.memory().to_clear {
                board.taken = board.taken | S::only(usize::try_from(site).ok().filter(|&site| site < stepping.sites)?);
            }
        }
        (known == stepping.all).then_some(board)
    }

    /// The move of the rules that was drawn, of the piece at a level of a site.
    fn stepping_move(&self, drawn: &Drawn, level: u8) -> LudMove {
        if drawn.is_forced() {
            return LudMove::FORCED_PASS;
        }
        let node = &self.rules.leaves[usize::from(drawn.leaf)];
        let (what, from, before) = (usize::from(drawn.what), usize::from(drawn.from), usize::from(drawn.before));
        let binds = match &node.leaf {
            Leaf::Hop(_) if drawn.kind == Kind::Beside => [0; 3],
            Leaf::Hop(hop) if matches!(drawn.kind, Kind::OverRow | Kind::Past) => {
                hop.binds_over(what, from, [drawn.over, drawn.to].map(u16::from), 0, before)
            }
            Leaf::Hop(hop) => hop.binds_over(what, from, [drawn.over, drawn.to].map(u16::from), before, 1),
            Leaf::Add(_) => [drawn.what.into(), 0, 0],
            Leaf::FromTo(from_to) => from_to.binds_of_count(),
            Leaf::Simple(simple) => [simple.only_proposal().map_or(0, i32::from), 0, 0],
            Leaf::Slide(slide) => slide.binds_to(what, from, u16::from(drawn.to), before),
            _ => [0; 3],
        };
        let (from, to) = match drawn.kind {
            Kind::Pass => (-1, -1),
            _ => (i32::from(drawn.from), i32::from(drawn.to)),
        };
        let mut chosen = self.bind(drawn.leaf, from, to, &binds[..node.chain.own]);
        if !node.chain.captured.is_empty() {
            let is_level = node.chain.captured[..] == [Register::Level];
            let site = if drawn.kind == Kind::Pass { drawn.to } else { drawn.from };
            chosen.binds[node.chain.own] = i16::from(if is_level { level } else { site });
        }
        chosen
    }

    /// Brings everything to where it is after the moves made: the contents of all sites from those before, the last move and
    /// the pieces that are taken at the end of the turn, in order.
    fn settle<S: SiteSet>(
        &mut self,
        stepping: &Stepping<S>,
        [before, board]: [&Board<S>; 2],
        last: Option<&Made>,
        order: &[u8],
    ) {
        self.settle_sites(stepping, before, board);
        let Some(last) = last else { return };
        self.settle_notes(stepping, board);
        if let Some(memory) = self.state.memory.as_deref_mut() {
            memory.decided = -1;
        }
        if stepping.takes_later {
            let to_clear = &mut self.state.memory_mut().to_clear;
            to_clear.clear();
            to_clear.extend(order.iter().map(|&site| i32::from(site)));
        }
        self.note_last(last);
    }

    /// Brings the contents of all sites to where they are after the moves made.
    fn settle_sites<S: SiteSet>(&mut self, stepping: &Stepping<S>, before: &Board<S>, board: &Board<S>) {
        let mut changed = before.pairs ^ board.pairs;
        for player in 1..=stepping.players {
            changed = changed | (before.own[player] ^ board.own[player]);
            if stepping.is_stacking {
                continue;
            }
            let left = board.hands[player];
            if let Some(hand) = stepping.hands[player].filter(|_| before.hands[player] != left) {
                let what = if left == 0 { 0 } else { i32::from(board.held[player]) };
                self.put(usize::from(hand), what, player as i32, i32::from(left));
            }
        }
        if stepping.is_stacking {
            return self.settle_stacks(stepping, before, board, changed);
        }
        for (before, after) in before.kinds.iter().zip(&board.kinds) {
            changed = changed | (*before ^ *after);
        }
        for site in changed.sites() {
            let what = stepping.what_at(board, site) as i32;
            let count = i32::from(what != 0) + i32::from(board.pairs.has(site));
            self.put(site, what, board.owner(site) as i32, count);
        }
        for site in (before.marks ^ board.marks).sites() {
            let state = i32::from(board.marks.has(site));
            self.state.set(&self.rules.layout, Plane::State, site, state);
        }
    }

    /// Notes the last move as the rules would.
    fn note_last(&mut self, made: &Made) {
        let &Made { drawn, level, by, followed, cleared } = made;
        let chosen = self.stepping_move(&drawn, level);
        let node = self.rules.leaves.get(usize::from(chosen.leaf));
        let is_step = node.is_some_and(|node| matches!(node.leaf, Leaf::Step(_)));
        let default = self.rules.default_type();
        let [from_type, to_type] = node.map_or([default; 2], |node| self.types_of(node, chosen));
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
            from_level: if is_step { i32::from(level) } else { 0 },
            from_noted: noted[0],
            to_noted: noted[1],
            mover: by as u8,
            is_pass: drawn.kind == Kind::Pass,
            ..LastMove::default()
        };
    }
}
