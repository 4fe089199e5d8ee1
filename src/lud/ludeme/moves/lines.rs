//! Where the directions of a rule lead from every site, worked out when the game is compiled.
//!
//! Directions that are the same for every position, or that depend only on which component stands on the site, lead to the
//! same sites whenever they are asked. Then a rule keeps these tables instead of asking the board anew for every piece.

use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::direction::{DirectionFn, Directions};
use crate::lud::play::layout::Plane;

/// The directions of a component.
#[derive(PartialEq)]
enum BySite<'d> {
    /// The same from all sites.
    Same(&'d [AbsoluteDirection]),
    /// For each site.
    Each(Vec<Directions>),
}

/// Lists of numbers, one list for each site and each way in which components face.
#[derive(Debug, Clone, PartialEq)]
struct Lists<T> {
    /// Which row of lists each component has; all have the first where this is empty.
    rows: Vec<u16>,
    sites: usize,
    starts: Vec<u32>,
    items: Vec<T>,
    /// Length of the longest list.
    longest: u32,
}

impl<T> Lists<T> {
    /// Works out the lists of all sites, where directions depend on nothing else than the component.
    fn of(
        c: &Compiler,
        kind: SiteType,
        directions: &DirectionFn,
        mut list: impl FnMut(&[AbsoluteDirection], usize, &mut Vec<T>),
    ) -> Option<Self> {
        if c.rules.layout.planes[Plane::Rotation as usize].is_some() && !directions.is_fixed() {
            return None;
        }
        let sites = c.rules.topology.count(kind);
        let by_component: Vec<BySite<'_>> = match directions.by_component(kind) {
            Some(by_component) => by_component.into_iter().map(BySite::Same).collect(),
            None => directions.by_component_and_site(c, kind)?.into_iter().map(BySite::Each).collect(),
        };
        let mut kinds: Vec<&BySite<'_>> = Vec::new();
        let mut rows = Vec::new();
        for directions in &by_component {
            let row = kinds.iter().position(|known| *known == directions).unwrap_or_else(|| {
                kinds.push(directions);
                kinds.len() - 1
            });
            rows.push(row as u16);
        }
        if kinds.len() == 1 {
            rows.clear();
        }
        let (mut starts, mut items) = (vec![0], Vec::new());
        for directions in kinds {
            for site in 0..sites {
                match directions {
                    BySite::Same(directions) => list(directions, site, &mut items),
                    BySite::Each(directions) => list(&directions[site], site, &mut items),
                }
                starts.push(items.len() as u32);
            }
        }
        let longest = starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
        Some(Self { rows, sites, starts, items, longest })
    }

    #[inline]
    fn get(&self, what: i32, site: i32) -> &[T] {
        let row = self.rows.get(what as usize).map_or(0, |&row| row as usize);
        let at = row * self.sites + site as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The sites one step away.
#[derive(Debug, Clone, PartialEq)]
pub struct Steps(Lists<u16>);

impl Steps {
    /// The steps in some directions, each site once, in the order in which they are met.
    pub fn of(c: &Compiler, kind: SiteType, directions: &DirectionFn) -> Option<Self> {
        let topology = &c.rules.topology;
        let mut seen = Vec::new();
        Lists::of(c, kind, directions, |directions, site, items| {
            seen.clear();
            for &direction in directions {
                for &to in topology.steps_within(kind, site, direction) {
                    if !seen.contains(&to) {
                        seen.push(to);
                    }
                }
            }
            items.extend_from_slice(&seen);
        })
        .map(Self)
    }

    /// The sites one step from a site, for the component on it.
    #[inline]
    pub fn from(&self, what: i32, site: i32) -> &[u16] {
        self.0.get(what, site)
    }

    /// Most steps from any site.
    pub fn most(&self) -> u32 {
        self.0.longest
    }
}

/// A site on a line from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop {
    /// The site.
    pub site: u16,
    /// Number of the line among those from where it starts.
    pub line: u8,
    /// How far along the line it is.
    pub distance: u8,
}

/// The sites on all lines from a site, line by line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rays {
    lists: Lists<Stop>,
    /// Most lines from any site.
    most_lines: u32,
}

impl Rays {
    /// The lines in some directions, in the order in which they are met.
    pub fn of(c: &Compiler, kind: SiteType, directions: &DirectionFn) -> Option<Self> {
        let topology = &c.rules.topology;
        let mut fits = true;
        let mut most_lines = 0;
        let lists = Lists::of(c, kind, directions, |directions, site, items| {
            let mut line = 0;
            for &direction in directions {
                for radial in topology.radials(kind, site, direction) {
                    fits &= line <= usize::from(u8::MAX) && radial.sites.len() <= usize::from(u8::MAX);
                    for (distance, &site) in radial.sites.iter().enumerate().skip(1) {
                        items.push(Stop { site, line: line as u8, distance: distance as u8 });
                    }
                    line += 1;
                }
            }
            most_lines = most_lines.max(line as u32);
        });
        lists.filter(|_| fits).map(|lists| Self { lists, most_lines })
    }

    /// The sites on all lines from a site, for the component on it.
    #[inline]
    pub fn from(&self, what: i32, site: i32) -> &[Stop] {
        self.lists.get(what, site)
    }

    /// The sites on each line from each site, where all components have the same.
    pub fn by_site(&self, sites: usize) -> Vec<Vec<Vec<u16>>> {
        (0..sites).map(|site| self.lines_from(0, site)).collect()
    }

    /// The sites on each line from a site, for a component.
    pub fn lines_from(&self, what: usize, site: usize) -> Vec<Vec<u16>> {
        let lines = self.from(what as i32, site as i32).chunk_by(|one, other| one.line == other.line);
        lines.map(|line| line.iter().map(|stop| stop.site).collect()).collect()
    }

    /// Most sites on all lines from any site.
    pub fn most(&self) -> u32 {
        self.lists.longest
    }

    /// Most lines from any site.
    pub fn most_lines(&self) -> u32 {
        self.most_lines
    }

    /// The sites on one of the lines from a site, for the component on it.
    pub fn line_from(&self, what: i32, site: i32, line: u32) -> &[Stop] {
        let stops = self.from(what, site);
        let first = stops.partition_point(|stop| u32::from(stop.line) < line);
        let end = stops.partition_point(|stop| u32::from(stop.line) <= line);
        &stops[first..end]
    }
}
