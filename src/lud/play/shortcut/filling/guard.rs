//! What tells whether an end rule may hold after a piece was put down.

use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::{BoolFn, Chains, Comparison};
use crate::lud::ludeme::end::{EndResult, EndRule};
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::{IntFn, SizeFn};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::rules::Rules;
use crate::lud::play::shortcut::rows::Rows;

use super::board::Board;

/// Something that is followed piece by piece.
#[derive(Debug, Clone, PartialEq)]
pub enum Watch {
    /// Rows of pieces of one player.
    Rows(Rows),
    /// Chains of pieces of one player.
    Chains(Box<Chains>),
}

/// What has to hold before an end rule can.
#[derive(Debug, Clone, PartialEq)]
pub enum Guard {
    /// It is not known.
    Always,
    /// A condition that is asked as it is.
    If(BoolFn),
    /// All of these.
    All(Vec<Guard>),
    /// One of these at least.
    Any(Vec<Guard>),
    /// One for some player, the mover maybe left out.
    Each(Box<Guard>, bool),
    /// There is no empty site.
    Filled,
    /// The last piece is in a row of so many.
    Rows(usize, u32),
    /// The chain of the last piece touches enough regions: those of a player, where they are not given.
    Chains(usize, Option<IntFn>),
}

impl Guard {
    /// What has to hold before one of some end rules can; `fills` says that there is a move as long as there is an empty site.
    pub fn of_rules(ends: &[EndRule], fills: bool, rules: &Rules, watches: &mut Vec<Watch>) -> Self {
        Self::any(ends.iter().map(|end| Self::of_rule(end, fills, rules, watches)).collect())
    }

    /// One of these at least; of rows that are the same but for their length, the shortest tell it.
    fn any(list: Vec<Self>) -> Self {
        let is_told = |item: &Self| match item {
            Self::Rows(number, length) => list
                .iter()
                .any(|other| matches!(other, Self::Rows(known, shorter) if known == number && shorter < length)),
            _ => false,
        };
        Self::Any(list.iter().filter(|item| !is_told(item)).cloned().collect())
    }

    fn of_rule(end: &EndRule, fills: bool, rules: &Rules, watches: &mut Vec<Watch>) -> Self {
        match end {
            EndRule::If(condition, inner, result) => {
                let guard = Self::of(condition, fills, rules, watches);
                // Scores are no fall-back of inner rules.
                if inner.is_empty() || matches!(result, Some(EndResult::Outcome(..))) {
                    return guard;
                }
                Self::All(vec![guard, Self::of_rules(inner, fills, rules, watches)])
            }
            EndRule::ForEachPlayer(condition, _, _, others_only) => {
                Self::Each(Box::new(Self::of(condition, fills, rules, watches)), *others_only)
            }
            EndRule::ForEachTrack(..) => Self::Always,
        }
    }

    /// What has to hold where the group of the last piece has to touch some regions, and the other members of a list of
    /// conditions all of which have to hold.
    fn of_group<'r>(items: &'r [BoolFn], rules: &Rules, watches: &mut Vec<Watch>) -> Option<(Self, Vec<&'r BoolFn>)> {
        let (links, _) = items.iter().find_map(group_to)?;
        let touched = |item: &BoolFn| group_to(item).filter(|group| group.0 == links).map(|group| group.1.clone());
        let regions: Vec<Bits> = items.iter().filter_map(touched).collect();
        let others = items.iter().filter(|item| touched(item).is_none()).collect();
        let chains = Chains::between(links, &vec![regions; rules.players + 1], None, rules)?;
        // Chains are those of players, but nobody's pieces have groups as well.
        let owner = IntFn::Who(rules.default_type(), Box::new(IntFn::LastTo));
        let is_nobodys = BoolFn::Compare(Comparison::Equal, Box::new((owner, IntFn::Constant(0))));
        let chains = Self::Chains(watched(watches, Watch::Chains(Box::new(chains))), None);
        Some((Self::Any(vec![chains, Self::If(is_nobodys)]), others))
    }

    fn of(condition: &BoolFn, fills: bool, rules: &Rules, watches: &mut Vec<Watch>) -> Self {
        if let BoolFn::And(items) = condition
            && let Some((group, others)) = Self::of_group(items, rules, watches)
        {
            let others = others.into_iter().map(|item| Self::of(item, fills, rules, watches));
            return Self::All(others.chain([group]).collect());
        }
        let mut list = |list: &[BoolFn]| list.iter().map(|item| Self::of(item, fills, rules, watches)).collect();
        match condition {
            BoolFn::And(items) => Self::All(list(items)),
            BoolFn::Or(items) => Self::any(list(items)),
            BoolFn::NoMoves(_) | BoolFn::NoMovesNext if fills => Self::Filled,
            BoolFn::Full => Self::Filled,
            // Whoever has to own a line, the last piece is part of it and the others are like that.
            BoolFn::Line(line) if line.is_owned_through(&IntFn::LastTo) && has_one_piece_each(rules) => {
                match Rows::of(rules, line) {
                    Some(rows) => {
                        let length = rows.length();
                        Self::Rows(watched(watches, Watch::Rows(rows)), length)
                    }
                    None => Self::If(condition.clone()),
                }
            }
            BoolFn::Connected(connected) => match connected.chains_of_last(rules) {
                Some(chains) => {
                    Self::Chains(watched(watches, Watch::Chains(Box::new(chains))), connected.whose().cloned())
                }
                None => Self::If(condition.clone()),
            },
            _ => Self::If(condition.clone()),
        }
    }
}

/// How the group of the last piece is linked and one of the sites that it has to touch, where a condition asks for that.
fn group_to(condition: &BoolFn) -> Option<(&Links, &Bits)> {
    let BoolFn::Compare(Comparison::Greater | Comparison::NotEqual, parts) = condition else { return None };
    let (number, IntFn::Constant(0)) = &**parts else { return None };
    let mut number = number;
    while let IntFn::Recalled(parts) = number {
        number = &parts.0;
    }
    let IntFn::Size(size) = number else { return None };
    let SizeFn::Array(ArrayFn::Region(RegionFn::Intersection(both))) = &**size else { return None };
    let [RegionFn::Fixed(sites), group] = &both[..] else { return None };
    let mut group = group;
    while let RegionFn::Recalled(parts) = group {
        group = &parts.0;
    }
    let RegionFn::Groups(groups) = group else { return None };
    Some((groups.of_last()?, sites))
}

/// The number of something followed among all such.
fn watched(watches: &mut Vec<Watch>, watch: Watch) -> usize {
    let is_same = |known: &Watch| match (known, &watch) {
        (Watch::Rows(known), Watch::Rows(rows)) => rows.are_those_of(known),
        _ => *known == watch,
    };
    watches.iter().position(is_same).unwrap_or_else(|| {
        watches.push(watch);
        watches.len() - 1
    })
}

/// Whether the board is all there is and the owner of a piece tells what it is.
fn has_one_piece_each(rules: &Rules) -> bool {
    if !rules.layout.is_board_only(rules.layout.default) {
        return false;
    }
    let mut owners = rules.owners[1..].to_vec();
    owners.sort_unstable();
    owners.windows(2).all(|pair| pair[0] != pair[1])
}

impl Context<'_> {
    /// Whether what a guard asks for holds.
    pub(super) fn may_hold(&mut self, guard: &Guard, watches: &[Watch], board: &mut Board) -> bool {
        match guard {
            Guard::Always => true,
            Guard::If(condition) => condition.eval(self),
            Guard::All(list) => list.iter().all(|item| self.may_hold(item, watches, board)),
            Guard::Any(list) => list.iter().any(|item| self.may_hold(item, watches, board)),
            Guard::Each(inner, others_only) => {
                let before = self.get(Register::Player);
                let mover = i32::from(self.state.mover);
                let may = (1..=self.rules.players as i32).any(|player| {
                    if (*others_only && player == mover) || !self.state.is_active(player) {
                        return false;
                    }
                    self.set(Register::Player, player);
                    self.may_hold(inner, watches, board)
                });
                self.set(Register::Player, before);
                may
            }
            Guard::Filled => board.empty().is_empty(),
            Guard::Rows(number, length) => match self.last_piece() {
                Some((site, owner)) => board.makes_line((*number, *length), watches, owner, site),
                None => true,
            },
            Guard::Chains(number, whose) => {
                let Some((site, owner)) = self.last_piece() else { return true };
                let player = whose.as_ref().map(|whose| whose.eval(self));
                board.connects(*number, watches, (site, owner), player)
            }
        }
    }

    /// Where the last move went and whose piece is there; nothing where it went to no site of the board or none is there.
    fn last_piece(&self) -> Option<(u16, usize)> {
        let layout = &self.rules.layout;
        let site = usize::try_from(self.state.last.to).ok().filter(|&site| site < layout.own)?;
        if self.state.last.to_type != layout.default {
            return None;
        }
        let what = self.state.what(layout, site);
        (what != 0).then(|| (site as u16, usize::from(self.rules.owners[what])))
    }
}
