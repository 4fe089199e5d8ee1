//! The sites on the lines from each site, and what has to be passed on the way to each of them: then one of them is asked about
//! without following the other lines.

use super::tables::MOST_TABLED;
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::direction::DirectionFn;

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
