//! What follows a move.

use super::area::{Area, OTHERS, class};
use super::marks::Marked;
use super::notes::Number;
use super::play::set_of;
use super::test::Test;
use super::{Board, Each, PLAYERS, Stepping, Turn, Whose};
use crate::lud::ludeme::boolean::{Asked, BoolFn, Classes, Comparison};
use crate::lud::ludeme::int::{BoardFn, IntFn};
use crate::lud::ludeme::moves::{Held, Leaf, MovesFn, Simple};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;
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
    /// Single pieces next to where the move went are captured, with something behind them: for each site what is next to it
    /// and behind that.
    Pinch(Vec<Vec<[u8; 2]>>, Captured<S>),
    /// Rows of pieces from next to where the move went on are captured, with something behind them: for each site the lines.
    PinchRows(Vec<Vec<Vec<u8>>>, Captured<S>),
    /// Single pieces next to where the move went are captured that have something on all sides: for each site what is next
    /// to it, and around that.
    Enclose(Vec<Vec<(u8, S)>>, Captured<S>),
    /// Pieces of others on both sides of where the move went are taken off: for each site what is next to it on each line,
    /// and on the lines that lead back.
    Part(Vec<Vec<(u8, Vec<u8>)>>),
    /// Pieces around where the move went are taken off or turn into the mover's: for each site those around it, and which of
    /// them.
    Around(Vec<S>, Area<S>, Option<Each<u8>>),
    /// The topmost piece on a site is taken off, where there is one; where the move went unless a site is told.
    Take(Option<u8>),
    /// The topmost pieces on the sites of an area are taken off.
    TakeAll(Area<S>),
    /// The value of a player is set.
    SetValue(Whose, Number<S>),
    /// Sites become pending.
    Pend(S),
    /// Sites are marked, or (`false`) are so no longer.
    Mark(Marked<S>, bool),
    /// Something that the rules have to be asked about.
    Leave,
}

/// What is captured.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Captured<S> {
    target: Area<S>,
    /// What holds it.
    friend: Area<S>,
    /// Whether it is just taken off; where it is not, the rules are asked.
    is_taken: bool,
}

impl<S: SiteSet> Captured<S> {
    fn of(held: &Held<'_>, rules: &Rules, stepping: &Stepping<S>) -> Option<Self> {
        Some(Self {
            target: Area::of(held.target, Register::Between, rules, stepping)?,
            friend: match held.friend {
                BoolFn::Compare(Comparison::Equal, parts) if is_like_last(parts, rules) => Area::LikeLast,
                friend => Area::of(friend, Register::To, rules, stepping)?,
            },
            is_taken: takes(held.effect, Register::Between, rules),
        })
    }

    /// What may be captured, and what holds it.
    #[inline]
    fn sides(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> [S; 2] {
        [&self.target, &self.friend].map(|area| area.sites(stepping, board, turn))
    }

    #[inline]
    fn capture(&self, site: u8, outcome: &mut Outcome<S>) {
        if self.is_taken {
            outcome.taken = outcome.taken | S::only(usize::from(site));
            outcome.last_taken = site;
        } else {
            outcome.leaves = true;
        }
    }
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
    /// The pieces that turn into the mover's, and which.
    pub turned: S,
    pub turned_into: u8,
    /// The player whose value is set, and to what.
    pub value: Option<(usize, i32)>,
    /// The sites that become pending.
    pub pending: S,
    /// The sites that are marked and those that are so no longer, and the last of them.
    pub marked: S,
    pub unmarked: S,
    pub last_marked: Option<u8>,
    /// Whether the rules have to be asked.
    pub leaves: bool,
}

impl<S: SiteSet> Effect<S> {
    /// An effect, where it is of this kind.
    pub fn of(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let kind = rules.default_type();
        Some(match moves {
            MovesFn::Or(list) => {
                let list: Vec<_> = list.iter().map(|item| Self::of(item, rules, stepping)).collect::<Option<_>>()?;
                // One value is all that is noted until the effect happens.
                if list.iter().filter(|effect| effect.sets_value()).count() > 1 {
                    return None;
                }
                // Which of them happens last is told only among marks.
                if list.iter().any(Self::has_marks) && !list.iter().all(Self::is_of_marks) {
                    return None;
                }
                Self::All(list)
            }
            MovesFn::If(parts) => {
                let test = Test::of(&parts.0, &IntFn::LastTo, rules, stepping).filter(|test| !test.asks_moves())?;
                let both = [Self::of(&parts.1, rules, stepping), Self::of(&parts.2, rules, stepping)];
                if both.iter().all(Option::is_none) {
                    return None;
                }
                Self::If(test, Box::new(both.map(|effect| effect.unwrap_or(Self::Leave))))
            }
            MovesFn::Capture(capture) => {
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
                let lines = |site: usize, held: &Held<'_>| {
                    let radials = rules.topology.radials(kind, site, held.direction).iter();
                    radials.map(|radial| radial.sites[1..].iter().map(|&site| site as u8).collect::<Vec<_>>())
                };
                if let Some(held) = capture.of_surrounded(kind) {
                    let enclosed = |site: usize| {
                        let nexts = lines(site, &held).filter_map(|line| line.first().copied());
                        nexts
                            .map(|next| {
                                let around = lines(usize::from(next), &held).filter_map(|line| line.first().copied());
                                let others = around.map(usize::from).filter(|&other| other != site);
                                (next, others.fold(S::EMPTY, |set, other| set | S::only(other)))
                            })
                            .collect()
                    };
                    let captured = Captured::of(&held, rules, stepping)?;
                    return Some(Self::Enclose((0..stepping.sites).map(enclosed).collect(), captured));
                }
                let held = capture.of_rows(kind)?;
                let captured = Captured::of(&held, rules, stepping)?;
                let rows = (0..stepping.sites).map(|site| lines(site, &held).filter(|line| line.len() > 1));
                if held.is_single {
                    let pairs = rows.map(|lines| lines.map(|line| [line[0], line[1]]).collect());
                    Self::Pinch(pairs.collect(), captured)
                } else {
                    // Beyond the end of a line there is no piece of the mover's; other conditions may hold there.
                    let is_own = *held.friend == BoolFn::Class(Register::To, Classes::OWN);
                    return is_own.then(|| Self::PinchRows(rows.map(Iterator::collect).collect(), captured));
                }
            }
            MovesFn::ForEach(each) => {
                let (region, asked, moves) = each.over_sites()?;
                if let Some(effect) = Self::mark_each(region, asked.map(Asked::condition), moves, rules, stepping) {
                    return Some(effect);
                }
                if let Some(effect) = Self::take_stuck(region, asked.map(Asked::condition), moves, rules, stepping) {
                    return Some(effect);
                }
                return Self::around(region, asked.map(Asked::condition), moves, rules, stepping);
            }
            MovesFn::Leaf(leaf) => {
                let node = &rules.leaves[usize::from(*leaf)];
                if node.moves_again {
                    return Some(Self::Again);
                }
                if let Leaf::SetSite(set) = &node.leaf {
                    return Self::mark(set, rules, stepping).filter(|_| is_bare(node, 0, 0));
                }
                let promote = match &node.leaf {
                    Leaf::Promote(promote) => promote,
                    Leaf::Remove(remove) if let Some(region) = remove.all_of(kind) => {
                        let area = Area::of_region(region, rules, stepping).filter(|_| is_bare(node, 0, 0))?;
                        return Some(Self::TakeAll(area));
                    }
                    Leaf::Remove(remove) => {
                        let site = match remove.only_site(kind).filter(|_| is_bare(node, 0, 0))? {
                            IntFn::LastTo => None,
                            IntFn::Constant(site) => {
                                Some(u8::try_from(*site).ok().filter(|&site| usize::from(site) < stepping.sites)?)
                            }
                            _ => return None,
                        };
                        return Some(Self::Take(site));
                    }
                    Leaf::Simple(simple) if let Simple::PlayerValue(player, value) = &**simple => {
                        stepping.notes.values = true;
                        let number = Number::of(value, rules, stepping).filter(|_| is_bare(node, 0, 0))?;
                        return Some(Self::SetValue(Whose::of(player)?, number));
                    }
                    Leaf::Simple(simple) if let Simple::Pending(value) = &**simple => {
                        // What is pending without being told is 1.
                        let site = value.as_ref().map_or(Some(1), IntFn::constant)?;
                        let site = usize::try_from(site).ok().filter(|&site| site < stepping.sites)?;
                        stepping.notes.pending = true;
                        return is_bare(node, 0, 0).then(|| Self::Pend(S::only(site)));
                    }
                    _ => return None,
                };
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

    /// What happens to each piece around where the move went.
    fn around(
        region: &RegionFn,
        asked: Option<&BoolFn>,
        moves: &MovesFn,
        rules: &Rules,
        stepping: &Stepping<S>,
    ) -> Option<Self> {
        let RegionFn::Around(around) = region else { return None };
        let kind = rules.default_type();
        let (IntFn::LastTo, near, classes) = around.of_site(kind)? else { return None };
        let mut target = Area::Classes(class(classes));
        if let Some(asked) = asked {
            target = Area::And(vec![target, Area::of(asked, Register::Site, rules, stepping)?]);
        }
        // Nothing is taken from empty sites, nor does anything turn there; and the mover's pieces stay.
        if (1..=stepping.players).any(|mover| target.classes(mover) & !OTHERS != 0) {
            return None;
        }
        let into = match moves {
            MovesFn::Or(list) => {
                let [first, MovesFn::Leaf(leaf)] = &list[..] else { return None };
                let node = &rules.leaves[usize::from(*leaf)];
                let Leaf::Add(add) = &node.leaf else { return None };
                let (what, IntFn::Register(Register::Site)) = add.one_piece(kind)? else { return None };
                let is_known = takes(first, Register::Site, rules) && is_bare(node, 0, node.chain.captured.len());
                Some(stepping.own_piece(what, rules).filter(|_| is_known)?)
            }
            moves => takes(moves, Register::Site, rules).then_some(None)?,
        };
        Some(Self::Around(near.iter().take(stepping.sites).map(set_of).collect(), target, into))
    }

    /// Whether it may be something that the rules have to be asked about.
    pub fn may_leave(&self) -> bool {
        match self {
            Self::Leave => true,
            Self::If(_, both) => both.iter().any(Self::may_leave),
            Self::All(list) => list.iter().any(Self::may_leave),
            Self::Pinch(_, captured) | Self::PinchRows(_, captured) | Self::Enclose(_, captured) => !captured.is_taken,
            Self::Again | Self::Promote(_) | Self::Part(_) | Self::Around(..) => false,
            Self::Take(_) | Self::TakeAll(_) | Self::SetValue(..) | Self::Pend(_) | Self::Mark(..) => false,
        }
    }

    /// Whether it may set a value.
    fn sets_value(&self) -> bool {
        match self {
            Self::SetValue(..) => true,
            Self::If(_, both) => both.iter().any(Self::sets_value),
            Self::All(list) => list.iter().any(Self::sets_value),
            _ => false,
        }
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
            Self::Pinch(pairs, captured) => {
                let [target, friend] = captured.sides(stepping, board, turn);
                for &[next, behind] in pairs.get(usize::from(turn.last)).map_or(&[][..], Vec::as_slice) {
                    if target.has(usize::from(next)) && friend.has(usize::from(behind)) {
                        captured.capture(next, outcome);
                    }
                }
            }
            Self::PinchRows(lines, captured) => {
                let [target, friend] = captured.sides(stepping, board, turn);
                for line in lines.get(usize::from(turn.last)).map_or(&[][..], Vec::as_slice) {
                    let length = line.iter().take_while(|&&site| target.has(usize::from(site))).count();
                    if line.get(length).is_some_and(|&behind| friend.has(usize::from(behind))) {
                        for &site in &line[..length] {
                            captured.capture(site, outcome);
                        }
                    }
                }
            }
            Self::Enclose(nexts, captured) => {
                let [target, friend] = captured.sides(stepping, board, turn);
                for &(next, around) in nexts.get(usize::from(turn.last)).map_or(&[][..], Vec::as_slice) {
                    if target.has(usize::from(next)) && (around & !friend).is_empty() {
                        captured.capture(next, outcome);
                    }
                }
            }
            Self::Around(near, target, into) => {
                let Some(&near) = near.get(usize::from(turn.last)) else { return };
                let sites = near & target.sites(stepping, board, turn);
                if sites.is_empty() {
                    return;
                }
                match into {
                    None => outcome.taken = outcome.taken | sites,
                    Some(into) => (outcome.turned, outcome.turned_into) = (outcome.turned | sites, into[turn.mover]),
                }
                outcome.last_taken = sites.last() as u8;
            }
            Self::Take(site) => {
                let site = site.unwrap_or(turn.last);
                if usize::from(site) < stepping.sites && !board.empty.has(usize::from(site)) {
                    outcome.taken = outcome.taken | S::only(usize::from(site));
                    outcome.last_taken = site;
                }
            }
            Self::TakeAll(area) => {
                let sites = area.sites(stepping, board, turn) & !board.empty;
                if !sites.is_empty() {
                    outcome.taken = outcome.taken | sites;
                    outcome.last_taken = sites.last() as u8;
                }
            }
            Self::SetValue(whose, number) => {
                outcome.value = Some((whose.player(turn), number.value(stepping, board, turn)));
            }
            Self::Mark(marked, truth) => marked.follow(*truth, stepping, board, turn, outcome),
            Self::Pend(sites) => outcome.pending = outcome.pending | *sites,
            Self::Leave => outcome.leaves = true,
        }
    }
}

impl<S: SiteSet> Stepping<S> {
    /// The components that a number tells by the mover, where they are the mover's.
    pub(super) fn own_piece(&self, what: &IntFn, rules: &Rules) -> Option<Each<u8>> {
        let mut into = [0; PLAYERS + 1];
        for (player, into) in into.iter_mut().enumerate().skip(1).take(self.players) {
            let what = match what {
                IntFn::Mover => player,
                IntFn::Board(what) => {
                    let BoardFn::ByPlayer(whats, IntFn::Mover) = &**what else { return None };
                    usize::try_from(*whats.get(player)?).ok()?
                }
                _ => return None,
            };
            *into = (usize::from(*rules.owners.get(what)?) == player).then_some(what as u8)?;
        }
        Some(into)
    }
}

/// Whether the component on the site in the register `to` is compared with that on the site where the last move went.
fn is_like_last(parts: &(IntFn, IntFn), rules: &Rules) -> bool {
    let is_at = |what: &IntFn, site: &IntFn| matches!(what, IntFn::Plane(Plane::What, kind, at) if *kind == rules.default_type() && **at == *site);
    let [to, last] = [IntFn::Register(Register::To), IntFn::LastTo];
    is_at(&parts.0, &to) && is_at(&parts.1, &last) || is_at(&parts.0, &last) && is_at(&parts.1, &to)
}

/// Whether an effect takes off the piece on the site in a register, and does nothing else.
pub(super) fn takes(effect: &MovesFn, register: Register, rules: &Rules) -> bool {
    let MovesFn::Leaf(leaf) = effect else { return false };
    let node = &rules.leaves[usize::from(*leaf)];
    let Leaf::Remove(remove) = &node.leaf else { return false };
    remove.is_at(rules.default_type(), &IntFn::Register(register)) && is_bare(node, 0, node.chain.captured.len())
}
