//! What follows a move.

use super::test::Test;
use super::{Board, Each, PLAYERS, Stepping, Turn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;
use crate::lud::play::shortcut::bare::is_bare;

/// What follows a move. All of it is worked out before any of it happens.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Effect<S> {
    /// The mover moves again.
    Again,
    /// The piece turns into another, by player.
    Promote(Each<u8>),
    /// The first where a condition holds, else the second.
    If(Test<S>, Box<[Effect<S>; 2]>),
    /// All of these.
    All(Vec<Effect<S>>),
    /// Single pieces of others next to where the move went are taken off, with one of the mover's behind them: for each site
    /// what is next to it and behind that.
    Pinch(Vec<Vec<[u8; 2]>>),
    /// Pieces of others on both sides of where the move went are taken off: for each site what is next to it on each line,
    /// and on the lines that lead back.
    Part(Vec<Vec<(u8, Vec<u8>)>>),
}

/// What follows a move, worked out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome<S> {
    /// Whether the mover moves again.
    pub again: bool,
    /// What the piece turns into, 0 being nothing.
    pub into: u8,
    /// The pieces that are taken off, and the last of them.
    pub taken: S,
    pub last_taken: u8,
}

impl<S: SiteSet> Effect<S> {
    /// An effect, where it is of this kind.
    pub fn of(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        Some(match moves {
            MovesFn::Or(list) => {
                Self::All(list.iter().map(|item| Self::of(item, rules, stepping)).collect::<Option<_>>()?)
            }
            MovesFn::If(parts) => {
                let test = Test::of(&parts.0, &IntFn::LastTo, rules, stepping).filter(|test| !test.asks_moves())?;
                let both = [Self::of(&parts.1, rules, stepping)?, Self::of(&parts.2, rules, stepping)?];
                Self::If(test, Box::new(both))
            }
            MovesFn::Capture(capture) => {
                let kind = rules.default_type();
                if let Some((direction, effect)) = capture.of_enemies_around(kind) {
                    let around = |site: usize| {
                        let radials = rules.topology.radials(kind, site, direction);
                        let lines = rules.topology.distinct(kind, site, direction).iter();
                        let next = |line: &[u16]| line.get(1).map(|&next| next as u8);
                        lines
                            .map(|&index| &radials[usize::from(index)])
                            .filter_map(|radial| {
                                let back = radial.opposites.iter().filter_map(|line| next(line)).collect();
                                Some((next(&radial.sites)?, back))
                            })
                            .collect()
                    };
                    return takes(effect, Register::To, rules)
                        .then(|| Self::Part((0..stepping.sites).map(around).collect()));
                }
                let (direction, effect) = capture.of_single_enemies(kind)?;
                if !takes(effect, Register::Between, rules) {
                    return None;
                }
                let pairs = |site: usize| {
                    let radials = rules.topology.radials(kind, site, direction).iter();
                    radials
                        .filter(|radial| radial.sites.len() > 2)
                        .map(|radial| [1, 2].map(|at| radial.sites[at] as u8))
                };
                Self::Pinch((0..stepping.sites).map(|site| pairs(site).collect()).collect())
            }
            MovesFn::Leaf(leaf) => {
                let node = &rules.leaves[usize::from(*leaf)];
                if node.moves_again {
                    return Some(Self::Again);
                }
                let Leaf::Promote(promote) = &node.leaf else { return None };
                let whats = promote.last_moved(rules).filter(|_| is_bare(node, 0, 0))?;
                let mut into = [0; PLAYERS + 1];
                for (into, what) in into.iter_mut().zip(whats) {
                    *into = u8::try_from(what).ok()?;
                }
                let is_owned = into[1..=stepping.players].iter().all(|&what| what != 0);
                return is_owned.then_some(Self::Promote(into));
            }
            _ => return None,
        })
    }

    /// Adds what it comes down to after a move.
    #[inline]
    pub fn follow(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, like: S, outcome: &mut Outcome<S>) {
        match self {
            Self::Again => outcome.again = true,
            Self::Promote(into) => outcome.into = into[turn.mover],
            Self::If(test, both) => {
                let holds = test.holds(stepping, board, turn, usize::from(turn.last), like);
                both[usize::from(!holds)].follow(stepping, board, turn, like, outcome);
            }
            Self::All(list) => {
                for effect in list {
                    effect.follow(stepping, board, turn, like, outcome);
                }
            }
            Self::Part(lines) => {
                let others = stepping.all & !(board.own[turn.mover] | board.empty);
                let is_other = |site: &&u8| others.has(usize::from(**site));
                for (ahead, back) in lines.get(usize::from(turn.last)).map_or(&[][..], Vec::as_slice) {
                    if !is_other(&ahead) {
                        continue;
                    }
                    let mut found = false;
                    for &behind in back.iter().filter(is_other) {
                        outcome.taken = outcome.taken | S::only(usize::from(behind));
                        found = true;
                    }
                    if found {
                        outcome.taken = outcome.taken | S::only(usize::from(*ahead));
                        outcome.last_taken = *ahead;
                    }
                }
            }
            Self::Pinch(pairs) => {
                let own = board.own[turn.mover];
                let others = stepping.all & !(own | board.empty);
                for &[next, behind] in pairs.get(usize::from(turn.last)).map_or(&[][..], Vec::as_slice) {
                    if others.has(usize::from(next)) && own.has(usize::from(behind)) {
                        outcome.taken = outcome.taken | S::only(usize::from(next));
                        outcome.last_taken = next;
                    }
                }
            }
        }
    }
}

/// Whether an effect takes off the piece on the site in a register, and does nothing else.
fn takes(effect: &MovesFn, register: Register, rules: &Rules) -> bool {
    let MovesFn::Leaf(leaf) = effect else { return false };
    let node = &rules.leaves[usize::from(*leaf)];
    let Leaf::Remove(remove) = &node.leaf else { return false };
    remove.is_at(rules.default_type(), &IntFn::Register(register)) && is_bare(node, 0, node.chain.captured.len())
}
