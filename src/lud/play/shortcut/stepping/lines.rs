//! Lines of pieces, as sets of sites.

use crate::lud::ludeme::boolean::Line;
use crate::lud::play::sets::SiteSet;

/// The ways in which a line may run through each site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lines<S> {
    /// Where those of each site begin.
    starts: Vec<u32>,
    /// The sites that have to hold the same as the site asked about, and those that must not.
    windows: Vec<[S; 2]>,
}

impl<S: SiteSet> Lines<S> {
    pub fn of(line: &Line, sites: usize) -> Self {
        let mut lines = Self { starts: vec![0], windows: Vec::new() };
        for site in 0..sites {
            for (held, not_held) in line.windows(site) {
                let window = [held, not_held]
                    .map(|sites| sites.iter().fold(S::EMPTY, |set, &site| set | S::only(usize::from(site))));
                if !lines.windows[lines.starts[site] as usize..].contains(&window) {
                    lines.windows.push(window);
                }
            }
            lines.starts.push(lines.windows.len() as u32);
        }
        lines
    }

    /// Whether there is a line through a site.
    #[inline]
    pub fn through(&self, site: usize, own: S) -> bool {
        // There is none through where nothing went.
        let Some(&end) = self.starts.get(site + 1) else { return false };
        let windows = &self.windows[self.starts[site] as usize..end as usize];
        windows.iter().any(|&[held, not_held]| (held & !own).is_empty() && (not_held & own).is_empty())
    }
}

/// Lines that pieces may be in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Joined<S> {
    /// The sites that have to hold the same for a line, those that must not, and those through which it then runs.
    windows: Vec<([S; 2], S)>,
}

impl<S: SiteSet> Joined<S> {
    pub fn of(line: &Line, sites: usize) -> Self {
        let through = Lines::of(line, sites);
        let mut windows: Vec<([S; 2], S)> = Vec::new();
        for site in 0..sites {
            for window in &through.windows[through.starts[site] as usize..through.starts[site + 1] as usize] {
                match windows.iter_mut().find(|(known, _)| known == window) {
                    Some((_, pivots)) => *pivots = *pivots | S::only(site),
                    None => windows.push((*window, S::only(site))),
                }
            }
        }
        Self { windows }
    }

    /// Those of some pieces that are in a line of them.
    #[inline]
    pub fn pieces(&self, own: S) -> S {
        let held = self
            .windows
            .iter()
            .filter(|([held, not_held], _)| (*held & !own).is_empty() && (*not_held & own).is_empty());
        held.fold(S::EMPTY, |all, (_, pivots)| all | *pivots)
    }
}
