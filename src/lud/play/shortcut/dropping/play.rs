//! Plies on a grid of sites and levels.

use super::{Dropping, Supply};
use crate::game::{Random, Seat, draw_below};
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;

/// Buffers of one thread.
#[derive(Debug, Default)]
pub struct DroppingBuffers {
    /// Components by place.
    grid: Vec<u16>,
    heights: Vec<u8>,
    /// The places that hold the pieces of each player.
    held: Vec<u128>,
    /// Sites whose stacks are not full.
    open: Vec<u16>,
    /// How many pieces each player has in hand.
    hands: Vec<usize>,
}

impl DroppingBuffers {
    /// Takes the lowest piece off a site where all places are taken, as far as owners are concerned.
    #[inline]
    fn sink(&mut self, site: usize, room: usize) {
        let column = ((1 << room) - 1) << (site * room);
        for held in &mut self.held {
            *held = *held & !column | (*held & column) >> 1 & column;
        }
    }
}

impl Context<'_> {
    /// Puts pieces down at random as long as no end rule can hold and `most` plies are not reached; returns the number of
    /// plies, and the site that is drawn for the next one where an end rule may hold after it.
    pub(in crate::lud::play::shortcut) fn drop_at_random(
        &mut self,
        dropping: &Dropping,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        let moves = self.state.moves;
        let most = dropping.latest.map_or(most, |latest| most.min(latest.saturating_sub(moves + 1)));
        if most == 0 || !self.takes_turns() || self.stacks().has_leftovers() {
            return (0, None);
        }
        let players = self.rules.players;
        let room = dropping.room;
        let mut buffers = std::mem::take(&mut self.scratch.shortcut.dropping);
        let Some(mut free) = self.fill_grid(dropping, &mut buffers) else {
            self.scratch.shortcut.dropping = buffers;
            return (0, None);
        };
        let mut mover = usize::from(self.state.mover);
        let mut last = None;
        let mut plies = 0;
        let mut stop = None;
        // The sites whose stacks have lost their lowest pieces.
        let mut sunk = 0u128;
        while plies < most {
            let what = match &dropping.supply {
                // The last place is left to the rules: what comes after it is not a piece.
                Supply::Room(pieces) if free > 1 => pieces[mover],
                Supply::Sinking(pieces) => pieces[mover],
                Supply::Hands(hands) if buffers.hands[mover] > 0 => {
                    self.stacks().levels(hands[mover])[buffers.hands[mover] - 1].what
                }
                _ => break,
            };
            let drawn = draw_below(rng, buffers.open.len() as u32) as usize;
            let site = buffers.open[drawn];
            let top = usize::from(buffers.heights[site as usize]);
            let place = usize::from(site) * room + top;
            buffers.held[mover] |= 1 << place;
            let sinks = top + 1 == room && matches!(dropping.supply, Supply::Sinking(_));
            if sinks {
                buffers.sink(usize::from(site), room);
            }
            let shown = place - usize::from(sinks);
            let ends = if dropping.is_anyones {
                buffers.held[1..].iter().any(|held| dropping.has_line(shown, held | 1 << shown))
            } else {
                dropping.has_line(shown, buffers.held[mover])
            };
            if ends {
                stop = Some(self.drop_on(dropping, site, mover));
                break;
            }
            buffers.grid[place] = what;
            if sinks {
                let first = usize::from(site) * room;
                buffers.grid.copy_within(first + 1..=place, first);
                sunk |= 1 << site;
            } else {
                buffers.heights[site as usize] += 1;
                free -= 1;
                if top + 1 == room {
                    buffers.open.swap_remove(drawn);
                }
            }
            if let Supply::Hands(_) = dropping.supply {
                buffers.hands[mover] -= 1;
            }
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.drop_on(dropping, site, mover)));
            }
            last = Some((site, mover, top));
            mover = if mover == players { 1 } else { mover + 1 };
            plies += 1;
        }
        if let Some((to, by, level)) = last {
            self.hand_over(dropping, &buffers, sunk);
            let chosen = self.drop_on(dropping, to, by);
            self.note_turns(plies, 1, chosen, by);
            self.note_drop(dropping, chosen, level as i32);
        }
        self.scratch.shortcut.dropping = buffers;
        (plies, stop)
    }

    /// Brings the stacks to where the grid is.
    fn hand_over(&mut self, dropping: &Dropping, buffers: &DroppingBuffers, sunk: u128) {
        for (site, &height) in buffers.heights.iter().enumerate() {
            if sunk >> site & 1 == 1 {
                self.stack_clear(site);
            }
            let (below, above) = (self.stacks().height(site), usize::from(height));
            if above > below {
                let first = site * dropping.room;
                let pieces = buffers.grid[first + below..first + above].iter();
                self.stack_pile(site, pieces.map(|&what| (what, 0)));
            }
        }
        if let Supply::Hands(hands) = &dropping.supply {
            for (&hand, &left) in hands.iter().zip(&buffers.hands).skip(1) {
                self.stack_cut(hand, left);
            }
        }
    }

    /// Notes of the last move what tells it from one with one site only.
    fn note_drop(&mut self, dropping: &Dropping, chosen: LudMove, level: i32) {
        self.state.memory_mut().decided = -1;
        if !matches!(dropping.supply, Supply::Hands(_)) {
            (self.state.last.from_level, self.state.last.to_level) = (level, level);
            return;
        }
        let [from_type, to_type] = self.types_of(&self.rules.leaves[usize::from(dropping.leaf)], chosen);
        let from = i32::from(chosen.from);
        let last = &mut self.state.last;
        (last.from_type, last.to_type) = (from_type, to_type);
        (last.from, last.from_after, last.from_noted) = (from, from, from);
    }

    /// A player's move onto a stack.
    fn drop_on(&self, dropping: &Dropping, site: u16, mover: usize) -> LudMove {
        let to = i32::from(site);
        match &dropping.supply {
            Supply::Room(pieces) | Supply::Sinking(pieces) => {
                self.bind(dropping.leaf, to, to, &[i32::from(pieces[mover])])
            }
            Supply::Hands(hands) => self.bind(dropping.leaf, hands[mover] as i32, to, &[0]),
        }
    }

    /// Lays the stacks out in a grid; the number of free places in it, or nothing where a stack is or may become higher than
    /// that.
    fn fill_grid(&self, dropping: &Dropping, buffers: &mut DroppingBuffers) -> Option<usize> {
        let layout = &self.rules.layout;
        let (sites, room) = (layout.counts[layout.default as usize], dropping.room);
        let DroppingBuffers { grid, heights, open, held, hands } = buffers;
        grid.resize(sites * room, 0);
        held.clear();
        held.resize(self.rules.players + 2, 0);
        heights.clear();
        open.clear();
        hands.clear();
        let mut free = sites * room;
        let mut highest = 0;
        for site in 0..sites {
            let levels = self.stacks().levels(site);
            if levels.len() > room {
                return None;
            }
            highest = highest.max(levels.len());
            for (place, level) in (site * room..).zip(levels) {
                grid[place] = level.what;
                held[usize::from(level.who)] |= 1 << place;
            }
            heights.push(levels.len() as u8);
            if levels.len() < room {
                open.push(site as u16);
            }
            free -= levels.len();
        }
        let fits = match &dropping.supply {
            Supply::Room(_) => true,
            Supply::Sinking(_) => highest < room,
            Supply::Hands(sites) => {
                hands.push(0);
                hands.extend(sites.iter().skip(1).map(|&hand| self.stacks().height(hand)));
                highest + hands.iter().sum::<usize>() <= room
            }
        };
        fits.then_some(free)
    }
}
