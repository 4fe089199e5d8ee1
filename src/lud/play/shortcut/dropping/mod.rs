//! Play-outs of games in which a turn is one piece on top of a stack, and only a line in space through the new piece can end
//! the game.
//!
//! As in [`super::placement`], pieces are put down without asking the rules as long as no end rule can hold. They lie in a
//! grid of their own meanwhile, and are handed over to the stacks of the position at the end.

mod play;

use super::bare::{SITES, is_bare, is_simple, only_phase, owns_pieces};
use crate::lud::ludeme::boolean::{BoolFn, Comparison, Line};
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::{CountFn, IntFn, SizeFn};
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::rules::{ContainerKind, LeafNode, Phase, Rules};

pub use play::DroppingBuffers;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Dropping {
    leaf: u16,
    supply: Supply,
    /// How many pieces a stack has at most.
    room: usize,
    /// The lines through each place, as sets of places, and where those of each place begin. A place is a site and a level.
    lines: Vec<u128>,
    starts: Vec<u32>,
    /// Whether lines of any player count, with the new piece as if it was that player's.
    is_anyones: bool,
    /// The number of moves at which the rules have to be asked.
    latest: Option<u32>,
}

/// Where pieces come from, and what becomes of stacks.
#[derive(Debug, Clone, PartialEq)]
enum Supply {
    /// As many as stacks take; the component that each player puts down.
    Room(Vec<u16>),
    /// As many as there are moves: the lowest piece is taken off a stack that has become as high as it may be.
    Sinking(Vec<u16>),
    /// Those in hand, by player.
    Hands(Vec<usize>),
}

/// What end rules ask for.
#[derive(Default)]
struct Ends {
    lines: Vec<Line>,
    is_anyones: bool,
    latest: Option<u32>,
}

impl Ends {
    /// Adds what has to hold before a condition can, or says that this cannot be told.
    fn add(&mut self, condition: &BoolFn, rules: &Rules) -> Option<()> {
        match condition {
            BoolFn::Line(line) if line.is_plain_in_space() => self.lines.push(line.as_ref().clone()),
            BoolFn::Line(line) => {
                self.lines.push(line.in_space_of_anyone(rules)?);
                self.is_anyones = true;
            }
            // All members have to hold, so that any one of them tells.
            BoolFn::And(list) => return list.iter().find_map(|item| self.add(item, rules)),
            BoolFn::Compare(Comparison::Equal | Comparison::GreaterEqual, parts) => {
                let (IntFn::Count(count), IntFn::Constant(number)) = &**parts else { return None };
                let number = u32::try_from(*number).ok().filter(|_| **count == CountFn::Moves)?;
                self.latest = Some(self.latest.map_or(number, |latest| latest.min(number)));
            }
            // Nobody passes before the last piece, which is left to the rules.
            BoolFn::AllPassed => {}
            _ => return None,
        }
        Some(())
    }
}

impl Dropping {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let [phase] = &rules.phases[..] else { return None };
        let MovesFn::Leaf(leaf) = phase.play else { return None };
        let node = &rules.leaves[leaf as usize];
        let features = &rules.features;
        if !features.stacking || features.remembers_positions() || rules.meta.filters() {
            return None;
        }
        let (supply, room) = from_anywhere(node, rules).or_else(|| from_hands(node, rules))?;
        let sites = rules.layout.counts[rules.layout.default as usize];
        let places = sites * room;
        if places > SITES {
            return None;
        }
        let ends = ends_of(phase, rules)?;
        let (mut lines, mut starts) = (Vec::new(), vec![0]);
        for place in 0..places {
            let (site, level) = (place / room, (place % room) as i32);
            let windows = ends.lines.iter().flat_map(|line| line.windows_in_space(site, level, room as i32));
            lines.extend(windows.map(|window| {
                window.iter().fold(0u128, |set, &(site, level)| set | 1 << (site * room + level as usize))
            }));
            starts.push(lines.len() as u32);
        }
        Some(Self { leaf, supply, room, lines, starts, is_anyones: ends.is_anyones, latest: ends.latest })
    }

    /// Whether a line runs through a place of a set.
    #[inline]
    fn has_line(&self, place: usize, held: u128) -> bool {
        self.lines[self.starts[place] as usize..self.starts[place + 1] as usize].iter().any(|line| held & line == *line)
    }
}

/// What the end rules of a game ask for, where that is known.
fn ends_of(phase: &Phase, rules: &Rules) -> Option<Ends> {
    let mut ends = Ends::default();
    for rule in rules.end.iter().chain(&phase.end) {
        let EndRule::If(condition, ..) = rule else { return None };
        ends.add(condition, rules)?;
    }
    Some(ends)
}

/// Pieces that come from nowhere.
fn from_anywhere(node: &LeafNode, rules: &Rules) -> Option<(Supply, usize)> {
    only_phase(rules)?;
    let Leaf::Add(add) = &node.leaf else { return None };
    let (layout, players) = (&rules.layout, rules.players);
    if let Some((pieces, room)) = add.onto_stacks(layout.default, layout.sites, players) {
        let fits = is_bare(node, 0, 0) && owns_pieces(rules, &pieces);
        return fits.then_some((Supply::Room(pieces), room));
    }
    let pieces = add.onto_any_stack(layout.default, layout.sites, players)?;
    let fits = is_bare(node, 1, 0) && owns_pieces(rules, &pieces);
    let room = sinks_at(rules.effect(node.chain.thens.first().copied().filter(|_| fits)?), rules)?;
    (room > 1).then_some((Supply::Sinking(pieces), room))
}

/// The height at which the stack that the last move went to loses its lowest piece, where that is what happens.
fn sinks_at(effect: &MovesFn, rules: &Rules) -> Option<usize> {
    let MovesFn::If(parts) = effect else { return None };
    let (BoolFn::Compare(Comparison::Equal, sides), MovesFn::Leaf(leaf), MovesFn::Or(rest)) = &**parts else {
        return None;
    };
    let (IntFn::Size(size), IntFn::Constant(height)) = &**sides else { return None };
    let kind = rules.default_type();
    let is_asked = **size == SizeFn::Stack(kind, SitesFn::At(IntFn::LastTo)) && rest.is_empty();
    let node = &rules.leaves[usize::from(*leaf)];
    let Leaf::Remove(remove) = &node.leaf else { return None };
    let is_lowest = remove.is_lowest_at(kind, &IntFn::LastTo) && is_bare(node, 0, 0);
    usize::try_from(*height).ok().filter(|_| is_asked && is_lowest)
}

/// Pieces from the hands of players, of one site each.
fn from_hands(node: &LeafNode, rules: &Rules) -> Option<(Supply, usize)> {
    let Leaf::FromTo(from_to) = &node.leaf else { return None };
    let layout = &rules.layout;
    let sites = layout.counts[layout.default as usize];
    let simple = is_simple(rules) && !rules.features.deferred_removal && rules.players >= 2 && is_bare(node, 0, 0);
    let hands = from_to.from_hand_onto_stacks(rules).filter(|_| simple)?;
    for container in rules.containers.iter().filter(|container| container.kind != ContainerKind::Board) {
        let is_known = container.sites == 1 && hands.get(usize::from(container.owner)) == Some(&container.first);
        if !is_known {
            return None;
        }
    }
    let hands = (0..=rules.players).map(|player| match player {
        0 => Some(0),
        _ => usize::try_from(hands[player]).ok(),
    });
    Some((Supply::Hands(hands.collect::<Option<_>>()?), SITES / sites.max(1)))
}
