//! Play-outs of games in which a turn is a piece on an empty site that flips the enemies' pieces in line between it and another
//! of the mover's, and in which nobody but the states of the pieces keeps the score.
//!
//! Whose a piece is says its state, so that a position is a set of sites for each player. Empty sites are drawn until one flips
//! anything. Where none does, any empty site next to a piece is taken in some games; else the rules are asked, who make the
//! player pass.

use super::bare::{SITES, final_phase, is_bare, sites_of};
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
use crate::lud::play::state::MAX_PLAYERS;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Flipping {
    /// The phase in which all this holds.
    phase: u8,
    leaf: u16,
    /// The component that is put down.
    what: u16,
    /// The lines from every site, as far as they can flip anything, and where those of each site begin.
    lines: Vec<Vec<u8>>,
    starts: Vec<u32>,
    /// The sites next to each site.
    next_to: Vec<u128>,
    /// Where a piece may go that flips nothing, if any may.
    otherwise: Option<Otherwise>,
}

/// A piece on any empty site next to another.
#[derive(Debug, Clone, PartialEq)]
struct Otherwise {
    leaf: u16,
    /// The sites that each site is next to.
    next_to: Vec<u128>,
}

impl Flipping {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let (number, phase) = final_phase(rules)?;
        let (layout, features) = (&rules.layout, &rules.features);
        let kind = layout.default;
        let planes = layout.planes.iter().flatten().count() == 2 && layout.planes[Plane::State as usize].is_some();
        let ends: Vec<_> = rules.end.iter().chain(&phase.end).collect();
        let [EndRule::If(BoolFn::AllPassed, ..)] = &ends[..] else { return None };
        let restricted = rules.meta.swap || rules.meta.filters() || features.memory;
        let is_for_all = rules.players >= 2 && usize::from(phase.owner) == rules.players + 1;
        if !is_for_all || !planes || layout.sites > SITES || restricted || !features.light {
            return None;
        }
        let (play, otherwise) = match &phase.play {
            MovesFn::Priority(parts) => match &parts[..] {
                [play, MovesFn::Leaf(otherwise)] => (play, Some(*otherwise)),
                _ => return None,
            },
            play => (play, None),
        };
        let MovesFn::ForEach(each) = play else { return None };
        let MovesFn::Leaf(leaf) = each.on_empty_sites(kind)? else { return None };
        let node = &rules.leaves[*leaf as usize];
        let Leaf::Append(append) = &node.leaf else { return None };
        let captured = node.chain.captured[..] == [Register::Site, Register::To];
        if !captured || !is_bare(node, 1, 2) || !scores_states(rules, node.chain.thens[0]) {
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
        let between = IntFn::Register(Register::Between);
        let turns = rules.players == 2 && rules.components[what as usize].flips == Some((1, 2));
        let flips = flipped.is_state_of_mover(kind, &between) || (turns && flipped.is_flip(kind, &between));
        if !flips || !is_bare(add, 0, 0) || !is_bare(flip, 0, 0) || !is_bare(both, 0, 1) || rules.components.len() != 2
        {
            return None;
        }
        let otherwise = match otherwise {
            Some(leaf) => Some(Otherwise::of(rules, leaf, what)?),
            None => None,
        };
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
        Some(Self { phase: number as u8, leaf: *leaf, what, lines, starts, next_to, otherwise })
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

impl Otherwise {
    /// What a rule that puts a component next to others comes to.
    fn of(rules: &Rules, leaf: u16, what: u16) -> Option<Self> {
        let node = &rules.leaves[leaf as usize];
        let Leaf::Add(add) = &node.leaf else { return None };
        let (added, near) = add.next_to_neutral(rules.layout.default)?;
        if added != what || rules.owners.get(usize::from(what)) != Some(&0) {
            return None;
        }
        let mut next_to = vec![0; rules.layout.sites];
        for (site, near) in near.iter().enumerate() {
            near.iter().for_each(|beside| next_to[beside as usize] |= 1u128 << site);
        }
        (is_bare(node, 1, 0) && scores_states(rules, node.chain.thens[0])).then_some(Self { leaf, next_to })
    }
}

/// Whether an effect sets the score of every player to the number of sites where the state is that player.
fn scores_states(rules: &Rules, effect: EffectId) -> bool {
    let player = |moves: &MovesFn, captured: usize| {
        let MovesFn::Leaf(leaf) = moves else { return None };
        let node = &rules.leaves[*leaf as usize];
        let Leaf::Simple(simple) = &node.leaf else { return None };
        simple.scores_states(rules.layout.default).filter(|_| is_bare(node, 0, captured)).cloned()
    };
    match rules.effect(effect) {
        MovesFn::Or(list) => {
            let players = (1..=rules.players as i32).map(|player| Some(IntFn::Constant(player)));
            list.iter().map(|moves| player(moves, 0)).eq(players)
        }
        MovesFn::ForEach(each) => {
            let gone_through = Some(IntFn::Register(Register::Player));
            each.over_all_players().is_some_and(|moves| player(moves, 1) == gone_through)
        }
        _ => false,
    }
}

impl Context<'_> {
    /// Plays at random as long as there is a move other than to pass and `most` plies are not reached; returns the number of
    /// plies.
    pub(super) fn flip_at_random(
        &mut self,
        flipping: &Flipping,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        let rules = self.rules;
        let players = rules.players;
        let is_there = self.state.phase[1..=players].iter().all(|&phase| phase == flipping.phase);
        if !is_there || !self.takes_turns() || self.state.moves_this_turn != 0 {
            return (0, None);
        }
        let (layout, owners) = (&rules.layout, &rules.owners);
        // The empty sites, and those of each player.
        let mut before = [0u128; MAX_PLAYERS + 1];
        for site in 0..layout.sites {
            let state = if self.state.is_empty_at(site) { 0 } else { self.state.get(layout, Plane::State, site) };
            match usize::try_from(state) {
                Ok(state) if state <= players => before[state] |= 1 << site,
                _ => return (0, None),
            }
        }
        let mut sets = before;
        let all = sets[..=players].iter().fold(0, |all, set| all | set);
        let mut empty = [0u8; SITES];
        let mut plies = 0;
        let mut mover = usize::from(self.state.mover);
        let mut last = None;
        while plies < most {
            let own = sets[mover];
            let enemy = all & !own & !sets[0];
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
                    break Some((site, flipped, end, flipping.leaf));
                }
                count -= 1;
                empty[drawn] = empty[count];
            };
            let found = found.or_else(|| {
                let otherwise = flipping.otherwise.as_ref()?;
                let taken = all & !sets[0];
                let mut count = 0;
                for site in sites_of(sets[0]) {
                    empty[count] = site as u8;
                    count += usize::from(otherwise.next_to[site] & taken != 0);
                }
                let site = (count > 0).then(|| empty[draw_below(rng, count as u32) as usize])?;
                Some((site, 0, site, otherwise.leaf))
            });
            let Some((site, flipped, end, leaf)) = found else { break };
            sets[0] &= !(1 << site);
            if players == 2 {
                sets[3 - mover] &= !flipped;
            } else {
                sets[1..=players].iter_mut().for_each(|set| *set &= !flipped);
            }
            sets[mover] = own | flipped | 1 << site;
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.flip_from(flipping, leaf, site)));
            }
            last = Some((site, end, leaf, mover));
            plies += 1;
            mover = mover % players + 1;
        }
        let Some((site, end, leaf, by)) = last else { return (0, None) };
        for state in 1..=players {
            for at in sites_of(sets[state] & !before[state]) {
                self.state.exchange(layout, owners, at, usize::from(flipping.what));
                self.state.set(layout, Plane::State, at, state as i32);
            }
            self.state.score[state] = sets[state].count_ones() as i32;
        }
        let chosen = self.flip_from(flipping, leaf, site);
        self.note_turns(plies, 1, chosen, by);
        let noted = i32::from(end);
        let last = &mut self.state.last;
        (last.from_noted, last.to_noted, last.from_after, last.to_after) = (noted, noted, noted, noted);
        (plies, None)
    }

    /// The move of a rule that puts a piece on a site.
    fn flip_from(&mut self, flipping: &Flipping, leaf: u16, site: u8) -> LudMove {
        let site = i32::from(site);
        if leaf != flipping.leaf {
            return self.bind(leaf, site, site, &[i32::from(flipping.what)]);
        }
        let kind = self.rules.default_type() as i32;
        let registers = (self.set(Register::Site, site), self.set(Register::To, site));
        let chosen = self.bind(leaf, site, site, &[kind, kind]);
        self.set(Register::Site, registers.0);
        self.set(Register::To, registers.1);
        chosen
    }
}
