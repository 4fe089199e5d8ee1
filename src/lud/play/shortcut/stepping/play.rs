//! The moves of a phase, drawn from sets of sites.

use super::test::Test;
use super::{Board, Each, PLAYERS, Stepping, Turn, Whose};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, OneOver, Origin};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::play::bits::{Bits, nth_bit};
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::shortcut::bare::sites_of;

/// How often a step, or a move of which some are refused, is drawn in vain before another way is taken.
const TRIES: u32 = 8;

/// The moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Play {
    /// The first where a condition holds, else the second.
    If(Test, Box<[Play; 2]>),
    /// The first where it has any move, else the second.
    First(Box<[Play; 2]>),
    /// A piece from the hand onto an empty site among some. Where the hand is a certain player's, others are left to the rules.
    Drop(u16, u128, Whose),
    /// A piece of the board to an empty site among some. Where hands count as well, such a position is left to the rules.
    Go(Each<u16>, u128, bool),
    /// A piece a step or a jump further onto an empty site.
    Step(Box<Each<Steps>>),
    /// A piece of others taken, unless a condition holds of it. Where hands count as well, such a position is left to the rules.
    Take(u16, Others, Option<Test>, bool),
    /// Those after which a condition does not hold.
    Unless(Test, Box<Play>),
}

/// Where the steps and jumps of a player lead from each site.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Steps {
    /// Where steps lead from each site, as sets.
    ends: Vec<u128>,
    /// What is tried from each site, as many entries for each as the most have; those that lead nowhere fill the rest.
    entries: Vec<Entry>,
    most: u32,
}

/// A step or a jump from a site.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Entry {
    leaf: u16,
    to: u16,
    jump: Option<Jump>,
}

/// What lies between both ends of a jump.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Jump {
    over: u8,
    /// Whether it may be one of the mover's, and one of another player's.
    own: bool,
    others: bool,
    /// Whether it is taken off.
    takes: bool,
    binds: [i32; 3],
}

/// Whose pieces are taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Others {
    Enemies,
    One(Whose),
}

/// What a move does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// Puts a piece from the hand onto the board.
    Drop,
    /// Takes a piece of the mover's to another site.
    Shift,
    /// Takes a piece of a player off.
    Take(u8),
    /// Takes a piece of the mover's to another site, and one of a player on a site off.
    Jump(u8, u8),
}

/// A move drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub leaf: u16,
    pub from: u16,
    pub to: u16,
    pub kind: Kind,
    /// The own binds of the move, as many as its rule has.
    pub binds: [i32; 3],
}

/// A set of sites as one number.
pub(super) fn set_of(sites: &Bits) -> u128 {
    sites.iter().fold(0, |set, site| set | 1 << site)
}

/// One of the sites of a set, which is not empty.
#[inline]
fn draw_site(set: u128, rng: &mut Random) -> usize {
    nth(set, draw_below(rng, set.count_ones()))
}

/// The site that has so many smaller ones in a set.
#[inline]
fn nth(set: u128, index: u32) -> usize {
    let low = set as u64;
    let below = low.count_ones();
    let place = if index < below { nth_bit(low, index) } else { 64 + nth_bit((set >> 64) as u64, index - below) };
    place as usize
}

impl Steps {
    /// Those of a player's pieces, whose rules are these.
    fn of(leaves: &[u16], player: usize, rules: &Rules, stepping: &Stepping) -> Option<Self> {
        let what = i32::from(stepping.pieces[player]);
        let mut ends = vec![0; stepping.sites];
        let mut lists = vec![Vec::new(); stepping.sites];
        for &leaf in leaves {
            match &rules.leaves[usize::from(leaf)].leaf {
                Leaf::Step(step) => {
                    let steps = step.onto_empty(rules.default_type())?;
                    for (site, (ends, list)) in ends.iter_mut().zip(&mut lists).enumerate() {
                        let to = steps.from(what, site as i32);
                        *ends |= to.iter().fold(0u128, |set, &end| set | 1 << end);
                        list.extend(to.iter().map(|&to| Entry { leaf, to, jump: None }));
                    }
                }
                Leaf::Hop(hop) => {
                    let (hurdle, takes, jumps) = hop.onto_empty(rules.default_type(), what, stepping.sites)?;
                    let [own, others] = [Classes::OWN, Classes::OTHERS].map(|class| hurdle.and(class) == class);
                    if hurdle.and(Classes::EMPTY) == Classes::EMPTY {
                        return None;
                    }
                    for (list, jumps) in lists.iter_mut().zip(jumps) {
                        list.extend(jumps.iter().map(|jump: &OneOver| Entry {
                            leaf,
                            to: jump.to,
                            jump: Some(Jump { over: jump.over as u8, own, others, takes, binds: jump.binds }),
                        }));
                    }
                }
                _ => return None,
            }
        }
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        for (site, list) in lists.iter_mut().enumerate() {
            list.resize(most, Entry { leaf: 0, to: site as u16, jump: None });
        }
        Some(Self { ends, entries: lists.concat(), most: most as u32 })
    }

    /// What is tried from a site.
    #[inline]
    fn from(&self, site: usize) -> &[Entry] {
        &self.entries[site * self.most as usize..][..self.most as usize]
    }

    /// Draws one of those that can be made.
    #[inline]
    fn draw(&self, board: &Board, mover: usize, rng: &mut Random) -> Option<Drawn> {
        let own = board.own[mover];
        let pieces = own.count_ones();
        if pieces == 0 || self.most == 0 {
            return None;
        }
        for _ in 0..TRIES {
            let slot = draw_below(rng, pieces * self.most);
            let from = nth(own, slot / self.most);
            let entry = &self.entries[from * self.most as usize + (slot % self.most) as usize];
            if entry.is_open(board, own) {
                return Some(entry.drawn(from, board));
            }
        }
        let all: usize = sites_of(own).map(|site| self.open_from(site, board, own).count()).sum();
        if all == 0 {
            return None;
        }
        let mut left = draw_below(rng, all as u32) as usize;
        sites_of(own).find_map(|site| {
            let here = self.open_from(site, board, own).count();
            if left < here {
                return self.open_from(site, board, own).nth(left).map(|entry| entry.drawn(site, board));
            }
            left -= here;
            None
        })
    }

    fn open_from<'s>(&'s self, site: usize, board: &'s Board, own: u128) -> impl Iterator<Item = &'s Entry> {
        self.from(site).iter().filter(move |entry| entry.is_open(board, own))
    }

    fn can_move(&self, board: &Board, mover: usize) -> bool {
        let own = board.own[mover];
        sites_of(own)
            .any(|site| self.ends[site] & board.empty != 0 || self.open_from(site, board, own).next().is_some())
    }
}

impl Entry {
    /// Whether it can be made now.
    #[inline]
    fn is_open(&self, board: &Board, own: u128) -> bool {
        if board.empty >> self.to & 1 == 0 {
            return false;
        }
        let Some(jump) = self.jump else { return true };
        let is_own = own >> jump.over & 1 == 1;
        let is_others = !is_own && board.empty >> jump.over & 1 == 0;
        (is_own && jump.own) || (is_others && jump.others)
    }

    #[inline]
    fn drawn(&self, from: usize, board: &Board) -> Drawn {
        let (kind, binds) = match self.jump {
            Some(jump) if jump.takes => (Kind::Jump(jump.over, board.owner(usize::from(jump.over)) as u8), jump.binds),
            Some(jump) => (Kind::Shift, jump.binds),
            None => (Kind::Shift, [0; 3]),
        };
        Drawn { leaf: self.leaf, from: from as u16, to: self.to, kind, binds }
    }
}

impl Play {
    /// The moves of a phase, where they are of this kind.
    pub fn of(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping) -> Option<Self> {
        match moves {
            MovesFn::If(parts) => {
                let both = Box::new([Self::of(&parts.1, rules, stepping)?, Self::of(&parts.2, rules, stepping)?]);
                if let BoolFn::CanMove(first) = &parts.0 {
                    return is_same(first, &parts.1, rules).then_some(Self::First(both));
                }
                let test = Test::of(&parts.0, &IntFn::LastTo, stepping)?;
                test.asks_turn_only().then_some(Self::If(test, both))
            }
            MovesFn::Filter(filter) => {
                let BoolFn::Not(condition) = filter.condition()? else { return None };
                let test @ Test::Line(_) = Test::of(condition, &IntFn::LastTo, stepping)? else { return None };
                let inner = Self::of(filter.moves(), rules, stepping)?;
                matches!(inner, Self::Drop(..) | Self::Go(..) | Self::Step(..))
                    .then(|| Self::Unless(test, Box::new(inner)))
            }
            MovesFn::ForEachPiece(each) => {
                let generators = each.on_board_of_mover(rules.default_type())?;
                let mut leaves = Each::<Vec<u16>>::default();
                for (player, leaves) in leaves.iter_mut().enumerate().skip(1).take(stepping.players) {
                    let leaf = |moves: &MovesFn| match moves {
                        MovesFn::Leaf(leaf) => Some(*leaf),
                        _ => None,
                    };
                    *leaves = match generators[usize::from(stepping.pieces[player])] {
                        None => Vec::new(),
                        Some(MovesFn::Or(list)) => list.iter().map(leaf).collect::<Option<_>>()?,
                        Some(moves) => vec![leaf(moves)?],
                    };
                }
                Self::of_pieces(&leaves, rules, stepping)
            }
            MovesFn::Leaf(leaf) => Self::of_leaf(*leaf, rules, stepping),
            _ => None,
        }
    }

    fn of_pieces(leaves: &Each<Vec<u16>>, rules: &Rules, stepping: &mut Stepping) -> Option<Self> {
        for &leaf in leaves.iter().flatten() {
            stepping.note_consequences(rules, leaf)?;
        }
        let all_go = leaves[1..=stepping.players].iter().map(|leaves| match leaves[..] {
            [leaf] => match &rules.leaves[usize::from(leaf)].leaf {
                Leaf::FromTo(from_to) => match from_to.onto_empty(rules)? {
                    (Origin::Itself, ends) => Some((leaf, set_of(&ends))),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        });
        if let Some(all) = all_go.collect::<Option<Vec<_>>>() {
            let mut leaves = [0; PLAYERS + 1];
            for (leaf, (given, _)) in leaves[1..].iter_mut().zip(&all) {
                *leaf = *given;
            }
            let region = all[0].1;
            return all.iter().all(|(_, ends)| *ends == region).then_some(Self::Go(leaves, region, false));
        }
        let mut all = Each::<Steps>::default();
        for player in 1..=stepping.players {
            all[player] = Steps::of(&leaves[player], player, rules, stepping)?;
        }
        Some(Self::Step(Box::new(all)))
    }

    fn of_leaf(leaf: u16, rules: &Rules, stepping: &mut Stepping) -> Option<Self> {
        stepping.note_consequences(rules, leaf)?;
        match &rules.leaves[usize::from(leaf)].leaf {
            Leaf::FromTo(from_to) => {
                let (origin, ends) = from_to.onto_empty(rules)?;
                match origin {
                    Origin::Hand(sites, player) => {
                        stepping.whose_site((sites, player)).map(|whose| Self::Drop(leaf, set_of(&ends), whose))
                    }
                    Origin::Site(site) => {
                        let hand = u16::try_from(site).ok()?;
                        let owner = (1..=stepping.players).find(|&player| stepping.hands[player] == Some(hand))?;
                        Some(Self::Drop(leaf, set_of(&ends), Whose::Player(owner)))
                    }
                    Origin::Occupied(occupied) => match occupied.owners()? {
                        (PlayersFn::One(IntFn::Mover), hands) => {
                            Some(Self::Go([leaf; PLAYERS + 1], set_of(&ends), hands))
                        }
                        _ => None,
                    },
                    Origin::Itself => None,
                }
            }
            Leaf::Remove(remove) => {
                let (occupied, condition) = remove.of_occupied(rules.default_type())?;
                let (owners, hands) = occupied.owners()?;
                let others = match owners {
                    PlayersFn::Enemies => Others::Enemies,
                    PlayersFn::One(player) => Others::One(Whose::of(player)?),
                    _ => return None,
                };
                let unless = match condition {
                    None => None,
                    Some(BoolFn::Not(condition)) => {
                        let test = Test::of(condition, &IntFn::Register(Register::Site), stepping)?;
                        Some(test).filter(Test::asks_lines_only)?.into()
                    }
                    Some(_) => return None,
                };
                Some(Self::Take(leaf, others, unless, hands))
            }
            _ => None,
        }
    }

    /// Whether [`Play::can_move`] tells.
    pub fn is_known(&self) -> bool {
        match self {
            Self::If(_, both) | Self::First(both) => both.iter().all(Self::is_known),
            Self::Drop(..) | Self::Step(..) => true,
            Self::Go(.., hands) | Self::Take(.., hands) => !hands,
            Self::Unless(..) => false,
        }
    }

    /// Draws a move; nothing where there is none, or where the rules have to be asked.
    pub fn draw(&self, stepping: &Stepping, board: &Board, turn: &Turn, rng: &mut Random) -> Option<Drawn> {
        let mover = turn.mover;
        match self {
            Self::If(test, both) => {
                let holds = test.holds(stepping, board, turn, 0, 0);
                both[usize::from(!holds)].draw(stepping, board, turn, rng)
            }
            Self::First(both) => {
                both[0].draw(stepping, board, turn, rng).or_else(|| both[1].draw(stepping, board, turn, rng))
            }
            Self::Drop(leaf, ends, whose) => {
                let ends = board.empty & ends;
                let is_open = board.hands[mover] > 0 && ends != 0 && whose.player(turn) == mover;
                let hand = stepping.hands[mover].filter(|_| is_open)?;
                let to = draw_site(ends, rng) as u16;
                Some(Drawn { leaf: *leaf, from: hand, to, kind: Kind::Drop, binds: [0; 3] })
            }
            Self::Go(leaves, ends, hands) => {
                let (own, ends) = (board.own[mover], board.empty & ends);
                if own == 0 || ends == 0 || (*hands && board.hands[mover] > 0) {
                    return None;
                }
                let (from, to) = (draw_site(own, rng) as u16, draw_site(ends, rng) as u16);
                Some(Drawn { leaf: leaves[mover], from, to, kind: Kind::Shift, binds: [0; 3] })
            }
            Self::Step(steps) => steps[mover].draw(board, mover, rng),
            Self::Take(leaf, others, unless, hands) => {
                let (mut left, held) = others.pieces(stepping, board, turn);
                if *hands && held {
                    return None;
                }
                while left != 0 {
                    let site = draw_site(left, rng);
                    let owner = board.owner(site);
                    let is_safe = |unless: &Test| unless.holds(stepping, board, turn, site, board.own[owner]);
                    if !unless.as_ref().is_some_and(is_safe) {
                        let site = site as u16;
                        let kind = Kind::Take(owner as u8);
                        return Some(Drawn { leaf: *leaf, from: site, to: site, kind, binds: [0; 3] });
                    }
                    left ^= 1 << site;
                }
                None
            }
            Self::Unless(test, inner) => {
                for _ in 0..TRIES {
                    let drawn = inner.draw(stepping, board, turn, rng)?;
                    let mut after = board.clone();
                    after.make(&drawn, mover);
                    if !test.holds(stepping, &after, turn, usize::from(drawn.to), after.own[mover]) {
                        return Some(drawn);
                    }
                }
                None
            }
        }
    }

    /// Whether there is any move.
    pub fn can_move(&self, stepping: &Stepping, board: &Board, turn: &Turn) -> bool {
        let mover = turn.mover;
        match self {
            Self::If(test, both) => {
                let holds = test.holds(stepping, board, turn, 0, 0);
                both[usize::from(!holds)].can_move(stepping, board, turn)
            }
            Self::First(both) => both.iter().any(|play| play.can_move(stepping, board, turn)),
            Self::Drop(_, ends, whose) => board.hands[whose.player(turn)] > 0 && board.empty & ends != 0,
            Self::Go(_, ends, _) => board.own[mover] != 0 && board.empty & ends != 0,
            Self::Step(steps) => steps[mover].can_move(board, mover),
            Self::Take(_, others, unless, _) => {
                let (pieces, _) = others.pieces(stepping, board, turn);
                sites_of(pieces).any(|site| {
                    let own = board.own[board.owner(site)];
                    !unless.as_ref().is_some_and(|unless| unless.holds(stepping, board, turn, site, own))
                })
            }
            Self::Unless(_, inner) => inner.can_move(stepping, board, turn),
        }
    }
}

impl Others {
    /// Their pieces on the board, and whether any of them has some in hand.
    fn pieces(self, stepping: &Stepping, board: &Board, turn: &Turn) -> (u128, bool) {
        match self {
            Self::One(whose) => {
                let player = whose.player(turn);
                (board.own[player], board.hands[player] > 0)
            }
            Self::Enemies => {
                let others = (1..=stepping.players).filter(|&player| player != turn.mover);
                others.fold((0, false), |(pieces, held), player| {
                    (pieces | board.own[player], held || board.hands[player] > 0)
                })
            }
        }
    }
}

impl Test {
    /// Whether it asks about nothing but lines.
    fn asks_lines_only(&self) -> bool {
        match self {
            Self::Line(_) => true,
            Self::Not(inner) => inner.asks_lines_only(),
            Self::And(list) | Self::Or(list) => list.iter().all(Self::asks_lines_only),
            _ => false,
        }
    }
}

/// Whether two generators are the same rule, made twice.
fn is_same(one: &MovesFn, other: &MovesFn, rules: &Rules) -> bool {
    match (one, other) {
        (MovesFn::Leaf(one), MovesFn::Leaf(other)) => {
            rules.leaves[usize::from(*one)].leaf == rules.leaves[usize::from(*other)].leaf
        }
        _ => false,
    }
}
