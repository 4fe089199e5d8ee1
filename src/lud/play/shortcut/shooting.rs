//! Play-outs of games in which a turn is a slide of one of the mover's pieces and a shot from where it went, both along free
//! lines, and in which only a player who cannot move ends the game.
//!
//! A move is drawn from all sites on all lines until the way there is free, and after some draws in vain from those that are
//! free, which are counted with sets of sites. A shot after which the next player cannot move is left to the rules, and so
//! are turns that are cut short.

use super::bare::{SITES, is_bare, only_phase, sites_of};
use crate::game::{Random, Seat, draw_below};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::moves::{Leaf, MovesFn};
use crate::lud::play::context::Context;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::state::PerPlayer;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Shooting {
    /// The rule of the slides of each component, where it slides.
    slides: Vec<Option<u16>>,
    shot: u16,
    /// The component that is shot.
    arrow: u16,
    lines: Lines,
}

/// The lines from every site.
#[derive(Debug, Clone, PartialEq)]
struct Lines {
    /// Where those of each site begin.
    starts: Vec<u32>,
    lines: Vec<Line>,
    /// The sites on all lines from each site, and where those of each site begin.
    stops: Vec<Stop>,
    first_stops: Vec<u32>,
    /// The sites next to each site.
    next_to: Vec<u128>,
}

/// A site on a line from another.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stop {
    /// The sites from the first of the line to this one.
    way: u128,
    place: Place,
}

/// Which line from a site, which site on it counted from 0, and the number of that site.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    line: u8,
    index: u8,
    site: u8,
}

/// A line from a site.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    sites: u128,
    /// Whether the numbers of the sites grow along it.
    grows: bool,
    /// The first site, and the difference from each to the next.
    first: i16,
    step: i16,
    length: u8,
    /// What a difference of site numbers is multiplied with to divide it by the step, in parts of 65,536.
    inverse: u32,
}

/// Most pieces of a player that are gone through.
const PIECES: usize = 16;
/// Draws in vain before free sites are counted.
const TRIES: u32 = 12;
/// Most lines from a site.
const LINES: usize = 8;

impl Line {
    /// The line through these sites, where their numbers are evenly spaced.
    fn of(from: usize, sites: &[u16]) -> Option<Self> {
        let first = *sites.first()? as i16;
        let step = first - from as i16;
        let even = sites.windows(2).all(|pair| pair[1] as i16 - pair[0] as i16 == step);
        let set = sites.iter().fold(0u128, |set, &site| set | 1 << site);
        let inverse = 0xffff / u32::from(step.unsigned_abs().max(1)) + 1;
        let length = sites.len() as u8;
        (even && step != 0).then_some(Self { sites: set, grows: step > 0, first, step, length, inverse })
    }

    /// How many of its sites are free, up to the first that is not.
    #[inline]
    fn free(&self, taken: u128) -> u32 {
        let blocking = self.sites & taken;
        if blocking == 0 {
            return u32::from(self.length);
        }
        let first = if self.grows { blocking.trailing_zeros() } else { 127 - blocking.leading_zeros() } as u8;
        // A division by the step, which is too slow otherwise: exact for differences below 256.
        (u32::from(first.abs_diff(self.first as u8)) * self.inverse) >> 16
    }

    /// One of its sites, counted from 0.
    #[inline]
    fn site(&self, index: u32) -> usize {
        (self.first + self.step * index as i16) as usize
    }
}

impl Lines {
    fn of(by_site: &[Vec<Vec<u16>>]) -> Option<Self> {
        let mut all =
            Self { starts: vec![0], lines: Vec::new(), stops: Vec::new(), first_stops: vec![0], next_to: Vec::new() };
        for (from, lines) in by_site.iter().enumerate() {
            if lines.len() > LINES {
                return None;
            }
            let mut next_to = 0;
            for (number, sites) in lines.iter().enumerate() {
                all.lines.push(Line::of(from, sites)?);
                let mut way = 0;
                for (index, &site) in sites.iter().enumerate() {
                    way |= 1 << site;
                    let place = Place { line: number as u8, index: index as u8, site: site as u8 };
                    all.stops.push(Stop { way, place });
                }
                next_to |= 1 << sites.first()?;
            }
            all.starts.push(all.lines.len() as u32);
            all.first_stops.push(all.stops.len() as u32);
            all.next_to.push(next_to);
        }
        Some(all)
    }

    /// All sites on all lines from a site.
    #[inline]
    fn stops(&self, site: usize) -> &[Stop] {
        &self.stops[self.first_stops[site] as usize..self.first_stops[site + 1] as usize]
    }

    /// Whether any piece can move.
    #[inline]
    fn can_move(&self, own: u128, taken: u128) -> bool {
        sites_of(own).any(|site| self.next_to[site] & !taken != 0)
    }

    /// One of the free places on the lines from a site, of which there is one at least.
    fn draw(&self, site: usize, taken: u128, rng: &mut Random) -> Place {
        let stops = self.stops(site);
        for _ in 0..TRIES {
            let stop = &stops[draw_below(rng, stops.len() as u32) as usize];
            if stop.way & taken == 0 {
                return stop.place;
            }
        }
        let mut each = [0; LINES];
        let total = self.count(site, taken, &mut each);
        self.place(site, &each, draw_below(rng, total))
    }

    /// One of the free places on the lines from one of some pieces, of which there is one at least, and that piece.
    fn draw_piece(&self, own: u128, taken: u128, rng: &mut Random) -> (usize, Place) {
        let mut ends = [(0, 0u32); PIECES];
        let (mut pieces, mut total) = (0, 0);
        for site in sites_of(own) {
            total += self.stops(site).len() as u32;
            ends[pieces] = (site, total);
            pieces += 1;
        }
        for _ in 0..TRIES {
            let mut pick = draw_below(rng, total);
            let piece = ends.iter().position(|&(_, end)| pick < end).unwrap_or(0);
            let (site, end) = ends[piece];
            let stops = self.stops(site);
            pick -= end - stops.len() as u32;
            let stop = &stops[pick as usize];
            if stop.way & taken == 0 {
                return (site, stop.place);
            }
        }
        let mut each = [[0; LINES]; PIECES];
        total = 0;
        for (end, each) in ends[..pieces].iter_mut().zip(&mut each) {
            total += self.count(end.0, taken, each);
            end.1 = total;
        }
        let pick = draw_below(rng, total);
        let piece = ends[..pieces].iter().position(|&(_, end)| pick < end).unwrap_or(0);
        let before = if piece == 0 { 0 } else { ends[piece - 1].1 };
        (ends[piece].0, self.place(ends[piece].0, &each[piece], pick - before))
    }

    /// One of the free places on the lines from a site, given how many of each are.
    fn place(&self, site: usize, each: &[u8; LINES], mut pick: u32) -> Place {
        let mut line = 0;
        while pick >= u32::from(each[line]) {
            pick -= u32::from(each[line]);
            line += 1;
        }
        Place { line: line as u8, index: pick as u8, site: self.from(site)[line].site(pick) as u8 }
    }

    #[inline]
    fn from(&self, site: usize) -> &[Line] {
        &self.lines[self.starts[site] as usize..self.starts[site + 1] as usize]
    }

    /// How many sites are free on all lines from a site, and on each.
    #[inline]
    fn count(&self, site: usize, taken: u128, each: &mut [u8; LINES]) -> u32 {
        let mut sum = 0;
        for (line, each) in self.from(site).iter().zip(each) {
            let free = line.free(taken);
            *each = free as u8;
            sum += free;
        }
        sum
    }
}

impl Shooting {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let phase = only_phase(rules)?;
        let MovesFn::If(parts) = &phase.play else { return None };
        let (BoolFn::Even(IntFn::Count(count)), MovesFn::ForEachPiece(each), MovesFn::Leaf(shot)) = &**parts else {
            return None;
        };
        let layout = &rules.layout;
        let ends: Vec<_> = rules.end.iter().chain(&phase.end).collect();
        let [EndRule::If(BoolFn::NoMovesNext, inner, Some(_))] = &ends[..] else { return None };
        let restricted = rules.meta.swap || rules.meta.filters() || rules.features.memory;
        let fits = layout.plain && rules.features.light && layout.sites <= SITES;
        if !matches!(**count, CountFn::Moves) || !inner.is_empty() || restricted || !fits {
            return None;
        }
        let Leaf::Shoot(shoot) = &rules.leaves[*shot as usize].leaf else { return None };
        let (arrow, by_site) = shoot.free_lines(rules)?;
        if !is_bare(&rules.leaves[*shot as usize], 0, 0) || rules.owners[arrow as usize] != 0 {
            return None;
        }
        let mut slides = Vec::new();
        for generator in each.of_mover(layout.default)? {
            slides.push(match generator {
                None => None,
                Some(MovesFn::Leaf(leaf)) => {
                    let node = &rules.leaves[*leaf as usize];
                    let Leaf::Slide(slide) = &node.leaf else { return None };
                    let [then] = &node.chain.thens[..] else { return None };
                    let MovesFn::Leaf(then) = rules.effect(*then) else { return None };
                    let fits = is_bare(node, 1, 0)
                        && rules.leaves[*then as usize].moves_again
                        && slide.free_lines(rules)? == by_site;
                    Some(fits.then_some(*leaf)?)
                }
                Some(_) => return None,
            });
        }
        Some(Self { slides, shot: *shot, arrow, lines: Lines::of(&by_site)? })
    }
}

impl Context<'_> {
    /// Plays whole turns at random as long as the next player can move and `most` plies are not reached; returns the number
    /// of plies, and the shot that is drawn for the next one where the game may end after it.
    pub(super) fn shoot_at_random(
        &mut self,
        shooting: &Shooting,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        if !self.takes_turns() || !self.state.moves.is_multiple_of(2) || self.state.moves_this_turn != 0 {
            return (0, None);
        }
        let rules = self.rules;
        let (layout, owners, players) = (&rules.layout, &rules.owners, rules.players);
        let Some((mut taken, mut own)) = self.sliders(shooting) else { return (0, None) };
        let lines = &shooting.lines;
        let mut mover = usize::from(self.state.mover);
        if !lines.can_move(own[mover], taken) {
            return (0, None);
        }
        let mut turns = 0;
        let mut last = None;
        let mut stop = None;
        while 2 * turns + 2 <= most {
            let seat = Seat(self.state.seat[mover] - 1);
            let (from, place) = lines.draw_piece(own[mover], taken, rng);
            let to = usize::from(place.site);
            let what = self.state.what(layout, from);
            self.state.exchange(layout, owners, from, 0);
            self.state.exchange(layout, owners, to, what);
            taken = taken & !(1 << from) | 1 << to;
            own[mover] = own[mover] & !(1 << from) | 1 << to;
            let target = usize::from(lines.draw(to, taken, rng).site);
            let next = mover % players + 1;
            let goes_on = lines.can_move(own[next], taken | 1 << target);
            if !goes_on || trace.is_some() {
                let leaf = shooting.slides[what].unwrap_or_default();
                let chosen =
                    self.bind(leaf, from as i32, to as i32, &[i32::from(place.line), i32::from(place.index) + 1]);
                if let Some(trace) = trace.as_deref_mut() {
                    trace.push((seat, chosen));
                }
                if !goes_on {
                    stop = Some((chosen, self.arrow_to(shooting, target), from, to, what));
                    break;
                }
            }
            self.state.exchange(layout, owners, target, usize::from(shooting.arrow));
            taken |= 1 << target;
            if let Some(trace) = trace.as_deref_mut() {
                trace.push((seat, self.arrow_to(shooting, target)));
            }
            last = Some((target, mover));
            mover = next;
            turns += 1;
        }
        if let Some((target, by)) = last {
            let chosen = self.arrow_to(shooting, target);
            self.note_turns(turns, 2, chosen, by);
        }
        let Some((slide, shot, from, to, what)) = stop else { return (2 * turns, None) };
        // The last slide is made again, by the rules.
        self.state.exchange(layout, owners, to, 0);
        self.state.exchange(layout, owners, from, what);
        self.apply(slide);
        (2 * turns + 1, Some(shot))
    }

    /// The sites that are taken and those of the pieces of each player, where all of these slide.
    fn sliders(&self, shooting: &Shooting) -> Option<(u128, PerPlayer<u128>)> {
        let layout = &self.rules.layout;
        let set_of = |row: usize| {
            let words = self.state.row(layout, row);
            u128::from(words[0]) | words.get(1).map_or(0, |&word| u128::from(word) << 64)
        };
        let mut own: PerPlayer<u128> = Default::default();
        for (player, own) in own.iter_mut().enumerate().skip(1).take(self.rules.players) {
            *own = set_of(1 + player);
            for site in sites_of(*own) {
                shooting.slides[self.state.what(layout, site)]?;
            }
        }
        let few = own.iter().all(|own| own.count_ones() as usize <= PIECES);
        few.then(|| (!set_of(0), own))
    }

    fn arrow_to(&self, shooting: &Shooting, site: usize) -> LudMove {
        self.bind(shooting.shot, site as i32, site as i32, &[i32::from(shooting.arrow)])
    }
}
