//! `(sites LineOfSight …)`: what is seen from a site along the lines of the board.

use super::RegionFn;
use super::lines::most_on_lines;
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;
use std::sync::Arc;

/// What is looked for in a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sight {
    Empty,
    Farthest,
    Piece,
}

/// Lines of so many sites are looked along site by site.
const SHORT: usize = 4;

/// What is seen from a site along the lines.
#[derive(Debug, Clone, PartialEq)]
pub struct LineOfSight {
    kind: SiteType,
    at: IntFn,
    sight: Sight,
    directions: DirectionFn,
    /// The lines from every site, where the directions are always the same and sites are told apart by their number alone.
    lines: Vec<Vec<Arc<[u16]>>>,
    /// The same as sets, where the numbers of the sites rise or fall along each line.
    rays: Rays,
    /// Whether one site at most is seen, which [`LineOfSight::only`] tells.
    pub is_single: bool,
    /// Whether one site at most is seen along each line, which [`LineOfSight::on_line`] tells, and no site on two of them.
    pub lines_are_apart: bool,
}

/// Lines along which the numbers of sites rise or fall, as sets.
#[derive(Debug, Clone, PartialEq, Default)]
struct Rays {
    /// Where the lines of each site begin among those of all.
    starts: Vec<u32>,
    rising: Vec<bool>,
    /// The sites of each line, of `row` words each.
    words: Vec<u64>,
    row: usize,
}

impl Rays {
    /// The sets of the lines from each site, where there are such.
    fn of(lines: &[Vec<Arc<[u16]>>]) -> Option<Self> {
        let row = lines.len().div_ceil(64);
        let mut rays = Self { starts: vec![0], row, ..Self::default() };
        for line in lines.iter().flatten() {
            let rising = line.first() < line.last();
            if !line.is_sorted_by(|one, other| if rising { one < other } else { one > other }) {
                return None;
            }
            let first = rays.words.len();
            rays.words.resize(first + row, 0);
            line.iter().for_each(|site| rays.words[first + usize::from(*site) / 64] |= 1 << (site % 64));
            rays.rising.push(rising);
        }
        for lines in lines {
            rays.starts.push(rays.starts[rays.starts.len() - 1] + lines.len() as u32);
        }
        Some(rays)
    }

    /// The site that is seen along the first line from a site, where sets have one word.
    #[inline]
    fn see_one(&self, from: usize, sight: Sight, empty: u64) -> Option<i32> {
        let ray = self.starts[from] as usize;
        if ray == self.starts[from + 1] as usize {
            return None;
        }
        let (line, rising) = (self.words[ray], self.rising[ray]);
        let taken = line & !empty;
        let nearest = |sites: u64| if rising { sites.trailing_zeros() } else { 63 - sites.leading_zeros() };
        if sight == Sight::Piece {
            return (taken != 0).then(|| nearest(taken) as i32);
        }
        let free = match (taken, rising) {
            (0, _) => line,
            (_, true) => line & ((1 << nearest(taken)) - 1),
            // Shifted by all 64 bits where the piece is on the last of them.
            (_, false) => line & u64::MAX.checked_shl(nearest(taken) + 1).unwrap_or(0),
        };
        let farthest = if rising { 63u32.wrapping_sub(free.leading_zeros()) } else { free.trailing_zeros() };
        (free != 0).then_some(farthest as i32)
    }

    /// Calls `add` with what is seen along the lines from a site, word by word: the number of the word and its sites.
    #[inline]
    fn see(&self, from: usize, sight: Sight, empty: &[u64], mut add: impl FnMut(usize, u64)) {
        for ray in self.starts[from] as usize..self.starts[from + 1] as usize {
            let words = &self.words[ray * self.row..][..self.row];
            let rising = self.rising[ray];
            // The last empty site so far, where only that is asked for.
            let mut farthest = None;
            for step in 0..self.row {
                let at = if rising { step } else { self.row - 1 - step };
                if words[at] == 0 {
                    continue;
                }
                let taken = words[at] & !empty[at];
                // The sites of the word before the first piece, and that piece.
                let (before, piece) = match taken {
                    0 => (u64::MAX, 0),
                    _ if rising => {
                        let piece = taken & taken.wrapping_neg();
                        (piece - 1, piece)
                    }
                    _ => {
                        let piece = 1 << (63 - taken.leading_zeros());
                        (!(piece | (piece - 1)), piece)
                    }
                };
                let free = words[at] & before;
                match sight {
                    Sight::Empty => add(at, free),
                    Sight::Piece => add(at, piece),
                    Sight::Farthest if free != 0 => {
                        let last = if rising { 63 - free.leading_zeros() } else { free.trailing_zeros() };
                        farthest = Some((at, 1 << last));
                    }
                    Sight::Farthest => {}
                }
                if taken != 0 {
                    break;
                }
            }
            if let Some((at, last)) = farthest {
                add(at, last);
            }
        }
    }
}

impl LineOfSight {
    /// Compiles `(sites LineOfSight …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let sight = match call.get("typeLoS").constant() {
            Some("Empty") => Sight::Empty,
            Some("Farthest") => Sight::Farthest,
            _ => Sight::Piece,
        };
        let kind = c.site_type(call.get("typeLoc"));
        let directions = DirectionFn::compile(c, call.get("directions"), AbsoluteDirection::Adjacent)?;
        let topology = &c.rules.topology;
        let mut lines: Vec<Vec<Arc<[u16]>>> = Vec::new();
        if kind == c.rules.default_type() && directions.is_fixed() {
            lines = c.on_empty_board(|ctx| {
                let from_site = |site: usize| {
                    let directions = directions.eval(ctx, kind, site as i32);
                    let radials = directions.iter().flat_map(|&direction| topology.radials(kind, site, direction));
                    radials.map(|radial| radial.sites[1..].into()).collect()
                };
                (0..topology.count(kind)).map(from_site).collect()
            });
        }
        let at = c.int_or(call.get("at"), IntFn::LastTo)?;
        let rays = Rays::of(&lines).unwrap_or_default();
        let is_single = sight != Sight::Empty && !lines.is_empty() && lines.iter().all(|lines| lines.len() < 2);
        let are_apart = |lines: &Vec<Arc<[u16]>>| {
            let mut sites: Vec<u16> = lines.iter().flat_map(|line| line.iter().copied()).collect();
            sites.sort_unstable();
            sites.windows(2).all(|pair| pair[0] != pair[1])
        };
        let lines_are_apart = sight != Sight::Empty && !lines.is_empty() && lines.iter().all(are_apart);
        let sight = Self { kind, at, sight, directions, lines, rays, is_single, lines_are_apart };
        Ok(RegionFn::LineOfSight(Box::new(sight)))
    }

    /// The most sites that can be seen.
    #[must_use]
    pub fn most(&self, c: &Compiler) -> Option<usize> {
        if !self.directions.is_fixed() {
            return None;
        }
        match self.sight {
            Sight::Farthest | Sight::Piece if !self.lines.is_empty() => self.lines.iter().map(Vec::len).max(),
            _ => Some(most_on_lines(c, self.kind, &self.directions)),
        }
    }

    /// The lines from every site of which the last empty one before any piece is seen from the site in a register.
    #[must_use]
    pub fn farthest_from(&self, kind: SiteType, register: Register) -> Option<Vec<Vec<Vec<u16>>>> {
        let fits = self.kind == kind && self.sight == Sight::Farthest && self.at == IntFn::Register(register);
        let lines = |lines: &Vec<Arc<[u16]>>| lines.iter().map(|line| line.to_vec()).collect();
        (fits && !self.lines.is_empty()).then(|| self.lines.iter().map(lines).collect())
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        self.at.ignores_registers() && self.directions.is_fixed()
    }

    /// The only site that is seen.
    pub fn only(&self, ctx: &mut Context<'_>) -> Option<i32> {
        let from = usize::try_from(self.at.eval(ctx)).ok()?;
        let empty = ctx.state.row(&ctx.rules.layout, 0);
        if self.rays.row == 1 && from < self.lines.len() {
            return self.rays.see_one(from, self.sight, empty[0]);
        }
        let sites = self.lines.get(from)?.first()?;
        if self.rays.row > 0 && sites.len() > SHORT {
            let mut only = None;
            let mut note = |at: usize, seen: u64| {
                if seen != 0 {
                    only = Some((at * 64) as i32 + seen.trailing_zeros() as i32);
                }
            };
            self.rays.see(from, self.sight, empty, &mut note);
            return only;
        }
        self.first_seen(sites, empty)
    }

    /// The site that is seen along one of the lines.
    pub fn on_line(&self, line: usize, ctx: &mut Context<'_>) -> Option<i32> {
        let from = usize::try_from(self.at.eval(ctx)).ok()?;
        let sites = self.lines.get(from)?.get(line)?;
        self.first_seen(sites, ctx.state.row(&ctx.rules.layout, 0))
    }

    /// The one site that is seen along a line.
    #[inline]
    fn first_seen(&self, sites: &[u16], empty: &[u64]) -> Option<i32> {
        let mut free = 0;
        while let Some(&site) = sites.get(free)
            && empty[usize::from(site) / 64] >> (site % 64) & 1 == 1
        {
            free += 1;
        }
        let seen = match self.sight {
            Sight::Piece => sites.get(free),
            _ => sites.get(free.wrapping_sub(1)),
        };
        seen.map(|&site| i32::from(site))
    }

    /// What is seen along one line, its first site being the next.
    #[inline]
    fn along(&self, sites: &[u16], is_empty: impl Fn(u16) -> bool, result: &mut Bits) {
        let end = sites.iter().position(|&site| !is_empty(site));
        let free = &sites[..end.unwrap_or(sites.len())];
        match self.sight {
            Sight::Empty => free.iter().for_each(|&site| result.insert(i32::from(site))),
            Sight::Farthest => {
                if let Some(&last) = free.last() {
                    result.insert(i32::from(last));
                }
            }
            Sight::Piece => {
                if let Some(end) = end {
                    result.insert(i32::from(sites[end]));
                }
            }
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let mut result = Bits::default();
        let from = self.at.eval(ctx);
        let topology = &ctx.rules.topology;
        if from < 0 || from as usize >= topology.count(self.kind) {
            return result;
        }
        if self.rays.row > 0 {
            result = Bits::new(self.rays.row * 64);
            let words = result.words_mut();
            let empty = ctx.state.row(&ctx.rules.layout, 0);
            self.rays.see(from as usize, self.sight, empty, |at, seen| words[at] |= seen);
            return result;
        }
        if let Some(lines) = self.lines.get(from as usize) {
            let state = &*ctx.state;
            for line in lines {
                self.along(line, |site| state.is_empty_at(usize::from(site)), &mut result);
            }
            return result;
        }
        let is_own = self.kind == ctx.rules.layout.default;
        result = Bits::new(topology.count(self.kind));
        for &direction in self.directions.eval(ctx, self.kind, from).iter() {
            for radial in topology.radials(self.kind, from as usize, direction) {
                let line = &radial.sites[1..];
                if is_own {
                    self.along(line, |site| ctx.state.is_empty_at(usize::from(site)), &mut result);
                } else {
                    self.along(line, |site| ctx.what(self.kind, i32::from(site)) == 0, &mut result);
                }
            }
        }
        result
    }
}
