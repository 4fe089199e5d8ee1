//! Play-outs of games in which a turn is a piece on an empty site that flips the enemy's pieces in line between it and another
//! of the mover's, and in which nobody but the states of the pieces keeps the score.
//!
//! Whose a piece is says its state, so that a position is two sets of sites. Empty sites are drawn until one flips anything.
//! Where none does the rules are asked, who make the player pass.

use super::bare::{SITES, is_bare, only_phase, sites_of};
use crate::game::{Random, Seat, draw_below};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::play::action::EffectId;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Flipping {
    leaf: u16,
    /// The component that is put down.
    what: u16,
    /// The lines from every site, as far as they can flip anything, and where those of each site begin.
    lines: Vec<Vec<u8>>,
    starts: Vec<u32>,
    /// The sites next to each site.
    next_to: Vec<u128>,
}

impl Flipping {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let phase = only_phase(rules)?;
        let (layout, features) = (&rules.layout, &rules.features);
        let kind = layout.default;
        let planes = layout.planes.iter().flatten().count() == 2 && layout.planes[Plane::State as usize].is_some();
        let ends: Vec<_> = rules.end.iter().chain(&phase.end).collect();
        let [EndRule::If(BoolFn::AllPassed, ..)] = &ends[..] else { return None };
        let restricted = rules.meta.swap || rules.meta.filters() || features.memory;
        if rules.players != 2 || !planes || layout.sites > SITES || restricted || !features.light {
            return None;
        }
        let MovesFn::ForEach(each) = &phase.play else { return None };
        let MovesFn::Leaf(leaf) = each.on_empty_sites(kind)? else { return None };
        let node = &rules.leaves[*leaf as usize];
        let Leaf::Append(append) = &node.leaf else { return None };
        let captured = node.chain.captured[..] == [Register::Site, Register::To];
        let [then] = &node.chain.thens[..] else { return None };
        if !captured || !is_bare(node, 1, 2) || !scores_states(rules, *then) {
            return None;
        }
        let MovesFn::Capture(capture) = rules.effect(append.effect()) else { return None };
        let (direction, MovesFn::Leaf(both)) = capture.of_enemy_states(kind)? else { return None };
        let both = &rules.leaves[*both as usize];
        let Leaf::Combinations(combinations) = &both.leaf else { return None };
        let [MovesFn::Leaf(add), MovesFn::Leaf(flip)] = combinations.parts().map(|part| rules.effect(part)) else {
            return None;
        };
        let [add, flip] = [add, flip].map(|leaf| &rules.leaves[*leaf as usize]);
        let (Leaf::Add(added), Leaf::SetSite(flipped)) = (&add.leaf, &flip.leaf) else { return None };
        let what = added.with_state_of_mover(kind)?;
        let flips = flipped.is_flip(kind, &IntFn::Register(Register::Between))
            && is_bare(add, 0, 0)
            && is_bare(flip, 0, 0)
            && is_bare(both, 0, 1)
            && rules.components[what as usize].flips == Some((1, 2))
            && rules.components.len() == 2;
        if !flips {
            return None;
        }
        let (mut lines, mut starts, mut next_to) = (Vec::new(), vec![0], Vec::new());
        for site in 0..layout.sites {
            let mut adjacent = 0;
            for radial in rules.topology.radials(kind, site, direction) {
                if radial.sites.len() > 2 {
                    lines.push(radial.sites[1..].iter().map(|&site| site as u8).collect());
                    adjacent |= 1u128 << radial.sites[1];
                }
            }
            next_to.push(adjacent);
            starts.push(lines.len() as u32);
        }
        Some(Self { leaf: *leaf, what, lines, starts, next_to })
    }

    /// The pieces that a piece on a site flips, and the last of them in the order of the rules.
    fn flipped(&self, site: usize, own: u128, enemy: u128) -> (u128, u8) {
        let mut all = 0;
        let mut last = 0;
        for line in &self.lines[self.starts[site] as usize..self.starts[site + 1] as usize] {
            let mut row = 0u128;
            for (index, &at) in line.iter().enumerate() {
                let here = 1u128 << at;
                if enemy & here == 0 {
                    if own & here != 0 && row != 0 {
                        all |= row;
                        last = line[index - 1];
                    }
                    break;
                }
                row |= here;
            }
        }
        (all, last)
    }
}

/// Whether an effect sets the score of both players to the number of sites where the state is that player.
fn scores_states(rules: &Rules, effect: EffectId) -> bool {
    let MovesFn::Or(list) = rules.effect(effect) else { return false };
    let player = |moves: &MovesFn| {
        let MovesFn::Leaf(leaf) = moves else { return None };
        let node = &rules.leaves[*leaf as usize];
        let Leaf::Simple(simple) = &node.leaf else { return None };
        simple.scores_states(rules.layout.default).filter(|_| is_bare(node, 0, 0))
    };
    list.iter().map(player).eq([Some(1), Some(2)])
}

impl Context<'_> {
    /// Plays at random as long as the mover can flip anything and `most` plies are not reached; returns the number of plies.
    pub(super) fn flip_at_random(
        &mut self,
        flipping: &Flipping,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        if !self.takes_turns() || self.state.moves_this_turn != 0 {
            return (0, None);
        }
        let rules = self.rules;
        let (layout, owners) = (&rules.layout, &rules.owners);
        let mut sets = [0u128; 3];
        let mut before = [0u128; 3];
        for site in 0..layout.sites {
            let state = if self.state.is_empty_at(site) { 0 } else { self.state.get(layout, Plane::State, site) };
            match usize::try_from(state) {
                Ok(state @ 0..=2) => before[state] |= 1 << site,
                _ => return (0, None),
            }
        }
        sets.copy_from_slice(&before);
        let mut empty = [0u8; SITES];
        let mut plies = 0;
        let mut last = None;
        while plies < most {
            let mover = if plies % 2 == 0 { usize::from(self.state.mover) } else { usize::from(self.state.next) };
            let (own, enemy) = (sets[mover], sets[3 - mover]);
            let mut count = 0;
            for site in sites_of(sets[0]) {
                empty[count] = site as u8;
                count += usize::from(flipping.next_to[site] & enemy != 0);
            }
            let found = loop {
                if count == 0 {
                    break None;
                }
                let drawn = draw_below(rng, count as u32) as usize;
                let site = empty[drawn];
                let (flipped, end) = flipping.flipped(usize::from(site), own, enemy);
                if flipped != 0 {
                    break Some((site, flipped, end));
                }
                count -= 1;
                empty[drawn] = empty[count];
            };
            let Some((site, flipped, end)) = found else { break };
            sets[0] &= !(1 << site);
            sets[mover] = own | flipped | 1 << site;
            sets[3 - mover] = enemy & !flipped;
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.flip_from(flipping, site)));
            }
            last = Some((site, end, mover));
            plies += 1;
        }
        let Some((site, end, by)) = last else { return (0, None) };
        for state in 1..=2 {
            for at in sites_of(sets[state] & !before[state]) {
                self.state.exchange(layout, owners, at, usize::from(flipping.what));
                self.state.set(layout, Plane::State, at, state as i32);
            }
            self.state.score[state] = sets[state].count_ones() as i32;
        }
        let chosen = self.flip_from(flipping, site);
        self.note_turns(plies, 1, chosen, by);
        let noted = i32::from(end);
        let last = &mut self.state.last;
        (last.from_noted, last.to_noted, last.from_after, last.to_after) = (noted, noted, noted, noted);
        (plies, None)
    }

    /// The move that puts a piece on a site.
    fn flip_from(&mut self, flipping: &Flipping, site: u8) -> LudMove {
        let site = i32::from(site);
        let kind = self.rules.default_type() as i32;
        let registers = (self.set(Register::Site, site), self.set(Register::To, site));
        let chosen = self.bind(flipping.leaf, site, site, &[kind, kind]);
        self.set(Register::Site, registers.0);
        self.set(Register::To, registers.1);
        chosen
    }
}
