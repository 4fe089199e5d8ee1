//! The moves of a phase, drawn from sets of sites.

use super::test::Test;
use super::{Board, Each, PLAYERS, Stepping, Turn, Whose};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Origin};
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
    /// A piece from the hand onto an empty site among some.
    Drop(u16, u128),
    /// A piece of the board to an empty site among some. Where hands count as well, such a position is left to the rules.
    Go(Each<u16>, u128, bool),
    /// A piece one step further onto an empty site.
    Step(Each<u16>, Box<Each<Steps>>),
    /// A piece of others taken, unless a condition holds of it. Where hands count as well, such a position is left to the rules.
    Take(u16, Others, Option<Test>, bool),
    /// Those after which a condition does not hold.
    Unless(Test, Box<Play>),
}

/// Where steps lead from each site.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Steps {
    ends: Vec<u128>,
    /// The same one by one, as many for each site as the most have; the site itself where there are fewer.
    list: Vec<u8>,
    most: u32,
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
}

/// A move drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub leaf: u16,
    pub from: u16,
    pub to: u16,
    pub kind: Kind,
}

/// A set of sites as one number.
fn set_of(sites: &Bits) -> u128 {
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
    fn of<'r>(sites: usize, from: impl Fn(usize) -> &'r [u16]) -> Self {
        let most = (0..sites).map(|site| from(site).len()).max().unwrap_or(0);
        let mut steps = Self { most: most as u32, ..Self::default() };
        for site in 0..sites {
            let ends = from(site);
            steps.ends.push(ends.iter().fold(0, |set, &end| set | 1 << end));
            steps.list.extend((0..most).map(|place| ends.get(place).map_or(site, |&end| usize::from(end)) as u8));
        }
        steps
    }

    /// One of the steps of some pieces onto empty sites.
    #[inline]
    fn draw(&self, own: u128, empty: u128, rng: &mut Random) -> Option<(usize, usize)> {
        let pieces = own.count_ones();
        if pieces == 0 || self.most == 0 {
            return None;
        }
        for _ in 0..TRIES {
            let slot = draw_below(rng, pieces * self.most);
            let from = nth(own, slot / self.most);
            let to = usize::from(self.list[from * self.most as usize + (slot % self.most) as usize]);
            if empty >> to & 1 == 1 {
                return Some((from, to));
            }
        }
        let free = |site: usize| self.ends[site] & empty;
        let all = sites_of(own).map(|site| free(site).count_ones()).sum();
        if all == 0 {
            return None;
        }
        let mut left = draw_below(rng, all);
        sites_of(own).find_map(|site| {
            let here = free(site).count_ones();
            if left < here {
                return Some((site, nth(free(site), left)));
            }
            left -= here;
            None
        })
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
                let of_player = |player: usize| match generators[usize::from(stepping.pieces[player])] {
                    Some(MovesFn::Leaf(leaf)) => Some(*leaf),
                    _ => None,
                };
                let mut leaves = [0; PLAYERS + 1];
                for (player, leaf) in leaves.iter_mut().enumerate().skip(1).take(stepping.players) {
                    *leaf = of_player(player)?;
                }
                Self::of_pieces(leaves, rules, stepping)
            }
            MovesFn::Leaf(leaf) => Self::of_leaf(*leaf, rules, stepping),
            _ => None,
        }
    }

    fn of_pieces(leaves: Each<u16>, rules: &Rules, stepping: &mut Stepping) -> Option<Self> {
        for &leaf in &leaves[1..=stepping.players] {
            stepping.note_consequences(rules, leaf)?;
        }
        let mut all = Each::<Steps>::default();
        let mut region = None;
        for player in 1..=stepping.players {
            match &rules.leaves[usize::from(leaves[player])].leaf {
                Leaf::Step(step) => {
                    let what = i32::from(stepping.pieces[player]);
                    let steps = step.onto_empty(rules.default_type())?;
                    all[player] = Steps::of(stepping.sites, |site| steps.from(what, site as i32));
                }
                Leaf::FromTo(from_to) => match from_to.onto_empty(rules)? {
                    (Origin::Itself, ends) if player == 1 || region == Some(set_of(&ends)) => {
                        region = Some(set_of(&ends));
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        match region {
            Some(region) if all == Each::<Steps>::default() => Some(Self::Go(leaves, region, false)),
            None => Some(Self::Step(leaves, Box::new(all))),
            Some(_) => None,
        }
    }

    fn of_leaf(leaf: u16, rules: &Rules, stepping: &mut Stepping) -> Option<Self> {
        stepping.note_consequences(rules, leaf)?;
        match &rules.leaves[usize::from(leaf)].leaf {
            Leaf::FromTo(from_to) => {
                let (origin, ends) = from_to.onto_empty(rules)?;
                match origin {
                    Origin::Hand(sites, player) => {
                        let is_own = stepping.whose_site((sites, player)) == Some(Whose::Mover);
                        is_own.then(|| Self::Drop(leaf, set_of(&ends)))
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
            Self::Drop(leaf, ends) => {
                let ends = board.empty & ends;
                let hand = stepping.hands[mover].filter(|_| board.hands[mover] > 0 && ends != 0)?;
                Some(Drawn { leaf: *leaf, from: hand, to: draw_site(ends, rng) as u16, kind: Kind::Drop })
            }
            Self::Go(leaves, ends, hands) => {
                let (own, ends) = (board.own[mover], board.empty & ends);
                if own == 0 || ends == 0 || (*hands && board.hands[mover] > 0) {
                    return None;
                }
                let (from, to) = (draw_site(own, rng) as u16, draw_site(ends, rng) as u16);
                Some(Drawn { leaf: leaves[mover], from, to, kind: Kind::Shift })
            }
            Self::Step(leaves, steps) => {
                let (from, to) = steps[mover].draw(board.own[mover], board.empty, rng)?;
                Some(Drawn { leaf: leaves[mover], from: from as u16, to: to as u16, kind: Kind::Shift })
            }
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
                        return Some(Drawn { leaf: *leaf, from: site, to: site, kind: Kind::Take(owner as u8) });
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
            Self::Drop(_, ends) => board.hands[mover] > 0 && board.empty & ends != 0,
            Self::Go(_, ends, _) => board.own[mover] != 0 && board.empty & ends != 0,
            Self::Step(_, steps) => sites_of(board.own[mover]).any(|site| steps[mover].ends[site] & board.empty != 0),
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
