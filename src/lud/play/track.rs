//! Tracks: the ways around a board that pieces and seeds follow.

use crate::lud::board::{AbsoluteDirection, SiteType, Topology};
use crate::lud::ludeme::direction::absolute_named;

/// One station of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Station {
    /// The site; −2 for the end beyond the board.
    pub site: i32,
    /// Site before it, −1 where there is none.
    pub prev: i32,
    /// Index of the station before it, −1 where there is none.
    pub prev_index: i32,
    /// Site after it, −1 where there is none.
    pub next: i32,
    /// Index of the station after it, −1 where there is none.
    pub next_index: i32,
    /// How many further times the description lists the site in a row.
    pub bumps: i32,
}

/// A way around the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Owner, 0 for nobody, players + 1 for everyone.
    pub owner: i32,
    /// Whether the last station leads to the first.
    pub looped: bool,
    /// Whether it visits a site twice, so that a piece's place on it is more than its site.
    pub internal_loop: bool,
    /// The stations in order.
    pub stations: Vec<Station>,
}

impl Track {
    /// A track through the given sites, in order.
    #[must_use]
    pub fn new(name: &str, owner: i32, looped: bool, directed: bool, sites: &[i32]) -> Self {
        let mut runs: Vec<(i32, i32)> = Vec::new();
        for &site in sites {
            match runs.last_mut() {
                Some((last, bumps)) if *last == site => *bumps += 1,
                _ => runs.push((site, 0)),
            }
        }
        let last = runs.len().saturating_sub(1);
        let stations = (0..runs.len())
            .map(|index| {
                let before = match index {
                    0 => looped.then_some(last),
                    _ if directed && index != last => None,
                    _ => Some(index - 1),
                };
                let after = if index < last { Some(index + 1) } else { looped.then_some(0) };
                let site = |station: Option<usize>| station.map_or(-1, |station| runs[station].0);
                let number = |station: Option<usize>| station.map_or(-1, |station| station as i32);
                Station {
                    site: runs[index].0,
                    prev: site(before),
                    prev_index: number(before),
                    next: site(after),
                    next_index: number(after),
                    bumps: runs[index].1,
                }
            })
            .collect();
        let bumpy = runs.iter().any(|run| run.1 > 0);
        let twice = runs.iter().enumerate().any(|(index, run)| runs[..index].iter().any(|earlier| earlier.0 == run.0));
        Self { name: name.to_owned(), owner, looped, internal_loop: twice && !bumpy, stations }
    }

    /// The sites of a track written as steps: a site, then sites, directions (as far as they lead, or with a number of
    /// steps) and `End`, between commas. `None` where a step cannot be followed.
    #[must_use]
    pub fn follow(topology: &Topology, kind: SiteType, steps: &str) -> Option<Vec<i32>> {
        let mut sites: Vec<i32> = Vec::new();
        let mut current = None;
        for step in steps.split(',').map(str::trim) {
            if let Ok(site) = step.parse::<i32>() {
                current = usize::try_from(site).ok().filter(|&site| site < topology.count(kind));
                sites.push(site);
                continue;
            }
            if step == "End" {
                sites.push(-2);
                continue;
            }
            let digits = step.find(|letter: char| letter.is_ascii_digit()).unwrap_or(step.len());
            let direction: AbsoluteDirection = absolute_named(&step[..digits])?;
            let longest = if digits < step.len() { step[digits..].parse().ok()? } else { usize::MAX };
            for radial in topology.radials(kind, current?, direction) {
                for &site in radial.sites.iter().skip(1).take(longest) {
                    sites.push(i32::from(site));
                    current = Some(usize::from(site));
                }
            }
        }
        Some(sites)
    }

    /// Index of the first station at a site.
    #[must_use]
    pub fn index_of(&self, site: i32) -> Option<usize> {
        self.stations.iter().position(|station| station.site == site)
    }
}

#[cfg(test)]
mod tests {
    use super::Track;

    #[test]
    fn stations_of_a_loop_lead_round_and_bumps_are_counted() {
        let track = Track::new("Track", 0, true, false, &[3, 4, 4, 5]);
        assert_eq!(track.stations.len(), 3);
        assert_eq!((track.stations[0].prev, track.stations[0].next), (5, 4));
        assert_eq!((track.stations[2].next, track.stations[2].next_index), (3, 0));
        assert_eq!(track.stations[1].bumps, 1);
        assert!(!track.internal_loop);
    }

    #[test]
    fn a_directed_way_forgets_where_it_came_from() {
        let track = Track::new("Track", 1, false, true, &[1, 2, 3, 1]);
        assert_eq!(track.stations.iter().map(|station| station.prev).collect::<Vec<_>>(), [-1, -1, -1, 3]);
        assert_eq!(track.stations[3].next, -1);
        assert!(track.internal_loop);
    }
}
