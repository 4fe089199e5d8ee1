//! The sites on the lines from each site, and what has to be passed on the way to each of them: then one of them is asked about
//! without following the other lines.

use super::SetTable;
use super::tables::MOST_TABLED;
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::direction::DirectionFn;
use crate::lud::play::bits::Bits;

/// Most sets of sites that are kept for lines from all sites.
const MOST_SETS: usize = 4096;

/// The sites on the lines from every site of a type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LineEnds {
    /// Where in `ends` those of each site begin, and where the last of them end.
    starts: Vec<u32>,
    /// Ascending by site.
    ends: Vec<LineEnd>,
    /// The sites of all lines one after the other.
    passed: Vec<u16>,
}

/// A site on a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LineEnd {
    /// The site.
    pub to: u16,
    /// How far along the line it is.
    pub distance: u16,
    /// Where in the sites of all lines those of this line begin.
    first: u32,
}

impl LineEnds {
    /// Those of lines in some directions, where these are always the same and no site is on two lines from the same one.
    pub fn of(c: &Compiler, kind: SiteType, directions: &DirectionFn) -> Option<Self> {
        let topology = &c.rules.topology;
        let sites = topology.count(kind);
        if !directions.is_fixed() || sites > MOST_TABLED {
            return None;
        }
        let mut all = Self { starts: vec![0], ends: Vec::new(), passed: Vec::new() };
        c.on_empty_board(|ctx| {
            for site in 0..sites {
                let begin = all.ends.len();
                for &direction in directions.eval(ctx, kind, site as i32).iter() {
                    for radial in topology.radials(kind, site, direction) {
                        let first = all.passed.len() as u32;
                        all.passed.extend_from_slice(&radial.sites[1..]);
                        let ends = radial.sites[1..].iter().zip(1..);
                        all.ends.extend(ends.map(|(&to, distance)| LineEnd { to, distance, first }));
                    }
                }
                let ends = &mut all.ends[begin..];
                ends.sort_unstable_by_key(|end| end.to);
                if ends.windows(2).any(|pair| pair[0].to == pair[1].to) {
                    return None;
                }
                all.starts.push(all.ends.len() as u32);
            }
            Some(all)
        })
    }

    /// The sites on the lines from a site.
    #[inline]
    pub fn from(&self, site: i32) -> &[LineEnd] {
        match usize::try_from(site).ok().and_then(|site| self.starts.get(site..site + 2)) {
            Some(range) => &self.ends[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// The sites before another on its line.
    #[inline]
    pub fn before(&self, end: LineEnd) -> &[u16] {
        &self.passed[end.first as usize..][..usize::from(end.distance) - 1]
    }
}

/// The sites up to each distance on the lines from every site of a type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LineSets {
    /// By the site, then by the distance.
    sets: SetTable,
    sites: usize,
    /// The longest distance of any line.
    longest: usize,
}

impl LineSets {
    /// Those of lines in some directions, where these are always the same and there are not too many.
    pub fn of(c: &Compiler, kind: SiteType, directions: &DirectionFn) -> Option<Self> {
        let topology = &c.rules.topology;
        let sites = topology.count(kind);
        if !directions.is_fixed() {
            return None;
        }
        let lines = |site: usize| -> Vec<&[u16]> {
            let directions = c.on_empty_board(|ctx| directions.eval(ctx, kind, site as i32).to_vec());
            let radials = directions.iter().flat_map(|&direction| topology.radials(kind, site, direction));
            radials.map(|radial| &radial.sites[1..]).collect()
        };
        let lines: Vec<Vec<&[u16]>> = (0..sites).map(lines).collect();
        let longest = lines.iter().flatten().map(|line| line.len()).max()?;
        if sites * (longest + 1) > MOST_SETS {
            return None;
        }
        let within = |site: usize, distance: usize| {
            let reached = lines[site].iter().flat_map(|line| line.iter().take(distance));
            Bits::from_sites(reached.map(|&to| i32::from(to)))
        };
        let sets: Vec<Bits> = (0..sites)
            .flat_map(|site| (0..=longest).map(move |distance| (site, distance)))
            .map(|(site, distance)| within(site, distance))
            .collect();
        Some(Self { sets: SetTable::of_sites(&sets, sites), sites, longest })
    }

    /// The sites up to a distance from a site.
    #[inline]
    pub fn within(&self, site: i32, distance: i32) -> &[u64] {
        match usize::try_from(site) {
            Ok(site) if site < self.sites => {
                let distance = usize::try_from(distance).map_or(0, |distance| distance.min(self.longest));
                self.sets.of(site * (self.longest + 1) + distance)
            }
            _ => &[],
        }
    }
}
