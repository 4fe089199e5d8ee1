//! Play-outs of games in which a turn is one piece on top of any stack that is not full, and only a line in space through the
//! new piece can end the game.
//!
//! As in [`super::placement`], pieces are put down without asking the rules as long as no end rule can hold. They lie in a
//! grid of their own meanwhile, and are handed over to the stacks of the position at the end.

use super::bare::{SITES, is_bare, only_phase, owns_pieces};
use crate::game::{Random, Seat, draw_below};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Dropping {
    leaf: u16,
    /// The component that each player puts down.
    pieces: Vec<u16>,
    /// How many pieces a stack takes.
    room: usize,
    /// The lines through each place, as sets of places, and where those of each place begin. A place is a site and a level.
    lines: Vec<u128>,
    starts: Vec<u32>,
}

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
}

impl Dropping {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let phase = only_phase(rules)?;
        let MovesFn::Leaf(leaf) = phase.play else { return None };
        let node = &rules.leaves[leaf as usize];
        let Leaf::Add(add) = &node.leaf else { return None };
        let (layout, features) = (&rules.layout, &rules.features);
        let remembers = features.remembers_positions() || rules.meta.filters();
        let (pieces, room) = add.onto_stacks(layout.default, layout.sites, rules.players)?;
        let places = layout.sites * room;
        let fits = is_bare(node, 0, 0) && features.stacking && places <= SITES;
        if !fits || remembers || !owns_pieces(rules, &pieces) {
            return None;
        }
        let mut tests = Vec::new();
        for rule in rules.end.iter().chain(&phase.end) {
            match rule {
                EndRule::If(BoolFn::Line(line), ..) if line.is_plain_in_space() => tests.push(line),
                // Nobody passes before the last stack is full, which is left to the rules.
                EndRule::If(BoolFn::AllPassed, ..) => {}
                _ => return None,
            }
        }
        let (mut lines, mut starts) = (Vec::new(), vec![0]);
        for place in 0..places {
            let (site, level) = (place / room, (place % room) as i32);
            let windows = tests.iter().flat_map(|line| line.windows_in_space(site, level, room as i32));
            lines.extend(windows.map(|window| {
                window.iter().fold(0u128, |set, &(site, level)| set | 1 << (site * room + level as usize))
            }));
            starts.push(lines.len() as u32);
        }
        Some(Self { leaf, pieces, room, lines, starts })
    }

    /// Whether a line runs through a place of a set.
    #[inline]
    fn has_line(&self, place: usize, held: u128) -> bool {
        self.lines[self.starts[place] as usize..self.starts[place + 1] as usize].iter().any(|line| held & line == *line)
    }
}

impl Context<'_> {
    /// Puts pieces down at random as long as no end rule can hold and `most` plies are not reached; returns the number of
    /// plies, and the site that is drawn for the next one where an end rule may hold after it.
    pub(super) fn drop_at_random(
        &mut self,
        dropping: &Dropping,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        if !self.takes_turns() || self.stacks().has_leftovers() {
            return (0, None);
        }
        let players = self.rules.players;
        let room = dropping.room;
        let mut buffers = std::mem::take(&mut self.scratch.shortcut.dropping);
        let Some(mut free) = self.fill_grid(room, &mut buffers) else {
            self.scratch.shortcut.dropping = buffers;
            return (0, None);
        };
        let DroppingBuffers { grid, heights, open, held } = &mut buffers;
        let mut mover = usize::from(self.state.mover);
        let mut last = None;
        let mut plies = 0;
        let mut stop = None;
        // The last place is left to the rules: what comes after it is not a piece.
        while plies < most && free > 1 {
            let drawn = draw_below(rng, open.len() as u32) as usize;
            let site = open[drawn];
            let top = usize::from(heights[site as usize]);
            let place = usize::from(site) * room + top;
            held[mover] |= 1 << place;
            if dropping.has_line(place, held[mover]) {
                stop = Some(self.drop_on(dropping, site, mover));
                break;
            }
            grid[place] = dropping.pieces[mover];
            heights[site as usize] += 1;
            free -= 1;
            if top + 1 == room {
                open.swap_remove(drawn);
            }
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((Seat(self.state.seat[mover] - 1), self.drop_on(dropping, site, mover)));
            }
            last = Some((site, mover, top));
            mover = if mover == players { 1 } else { mover + 1 };
            plies += 1;
        }
        if let Some((to, by, level)) = last {
            for site in 0..heights.len() {
                let (below, above) = (self.stacks().height(site), usize::from(heights[site]));
                if above > below {
                    let pieces = grid[site * room + below..site * room + above].iter();
                    self.stack_pile(site, pieces.map(|&what| (what, 0)));
                }
            }
            let chosen = self.drop_on(dropping, to, by);
            self.note_turns(plies, 1, chosen, by);
            (self.state.last.from_level, self.state.last.to_level) = (level as i32, level as i32);
            self.state.memory_mut().decided = -1;
        }
        self.scratch.shortcut.dropping = buffers;
        (plies, stop)
    }

    /// A player's move onto a stack.
    fn drop_on(&self, dropping: &Dropping, site: u16, mover: usize) -> LudMove {
        self.bind(dropping.leaf, i32::from(site), i32::from(site), &[i32::from(dropping.pieces[mover])])
    }

    /// Lays the stacks out in a grid; the number of free places in it, or nothing where a stack is higher than that.
    fn fill_grid(&self, room: usize, buffers: &mut DroppingBuffers) -> Option<usize> {
        let sites = self.rules.layout.sites;
        let DroppingBuffers { grid, heights, open, held } = buffers;
        grid.resize(sites * room, 0);
        held.clear();
        held.resize(self.rules.players + 2, 0);
        heights.clear();
        open.clear();
        let mut free = sites * room;
        for site in 0..sites {
            let levels = self.stacks().levels(site);
            if levels.len() > room {
                return None;
            }
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
        Some(free)
    }
}
