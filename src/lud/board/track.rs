//! Tracks: routes along the sites of a board, given as lists of sites or as directions to follow.

use super::direction::{AbsoluteDirection, RelationType};
use super::error::BoardError;
use super::graph::Basis;
use super::topology::{SiteType, Topology};
use crate::lud::tree::{Call, Value};

type Result<T> = std::result::Result<T, BoardError>;

/// Stands for no site and no position.
pub const OFF: i32 = -1;
/// Stands for the goal behind the last site.
pub const END: i32 = -2;

/// One stop of a track. Sites may lie in hands, so they are numbers of the whole game; [`OFF`] where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackElement {
    /// The site, or [`END`].
    pub site: i32,
    /// The site before.
    pub prev: i32,
    /// Position of the site before in the track.
    pub prev_index: i32,
    /// The site after.
    pub next: i32,
    /// Position of the site after in the track.
    pub next_index: i32,
    /// How many more times in a row the description names the site.
    pub bump: i32,
}

/// A track of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// The player whose track it is; 0 if it belongs to nobody.
    pub owner: i32,
    /// Whether the last site leads to the first.
    pub is_looped: bool,
    /// Whether it may be followed forwards only.
    pub is_directed: bool,
    /// Whether it meets the same site more than once.
    pub has_internal_loop: bool,
    /// Its stops in order.
    pub elements: Vec<TrackElement>,
    /// Positions of the stops at each site, in order.
    by_site: Vec<Vec<u16>>,
}

impl Track {
    /// A track through sites. A site named several times in a row is one stop with bumps.
    #[must_use]
    pub fn new(name: &str, sites: &[i32], owner: i32, is_looped: bool, is_directed: bool) -> Self {
        let mut stops: Vec<(i32, i32)> = Vec::new();
        for &site in sites {
            match stops.last_mut() {
                Some((last, bump)) if *last == site => *bump += 1,
                _ => stops.push((site, 0)),
            }
        }
        let last = stops.len().saturating_sub(1);
        let site_at = |index: i32| usize::try_from(index).map_or(OFF, |index| stops[index].0);
        let elements: Vec<TrackElement> = stops
            .iter()
            .enumerate()
            .map(|(i, &(site, bump))| {
                let prev_index = match i {
                    0 if is_looped => last as i32,
                    0 => OFF,
                    // On a directed track only the last stop knows the way back.
                    _ if is_directed && i != last => OFF,
                    _ => i as i32 - 1,
                };
                let next_index = match i {
                    _ if i < last => i as i32 + 1,
                    _ if is_looped => 0,
                    _ => OFF,
                };
                let (prev, next) = (site_at(prev_index), site_at(next_index));
                TrackElement { site, prev, prev_index, next, next_index, bump }
            })
            .collect();
        let repeats = elements.iter().enumerate().any(|(i, e)| elements[..i].iter().any(|f| f.site == e.site));
        let has_bumps = elements.iter().any(|element| element.bump > 0);
        Self {
            name: name.to_owned(),
            owner,
            is_looped,
            is_directed,
            has_internal_loop: repeats && !has_bumps,
            by_site: by_site(&elements),
            elements,
        }
    }

    /// Positions of all stops at a site, in order.
    #[inline]
    #[must_use]
    pub fn indices_of(&self, site: i32) -> &[u16] {
        usize::try_from(site).ok().and_then(|site| self.by_site.get(site)).map_or(&[], Vec::as_slice)
    }

    /// The site some steps after a position, which may lie just behind the last stop; [`OFF`] where the track ends before.
    #[must_use]
    pub fn after(&self, position: usize, steps: i32) -> i32 {
        let length = self.elements.len();
        let mut index = position + steps.max(0) as usize;
        if index < length {
            return self.elements[index].site;
        }
        let Some(last) = self.elements.last().filter(|last| last.next != OFF) else { return OFF };
        loop {
            index -= length;
            match index {
                0 => return last.next,
                _ if index - 1 < length => return self.elements[index - 1].next,
                _ => {}
            }
        }
    }

    /// Position of the first stop at a site.
    #[inline]
    #[must_use]
    pub fn index_of(&self, site: i32) -> Option<usize> {
        match site {
            0.. => self.indices_of(site).first().map(|&index| usize::from(index)),
            _ => self.elements.iter().position(|element| element.site == site),
        }
    }
}

fn by_site(elements: &[TrackElement]) -> Vec<Vec<u16>> {
    let mut found: Vec<Vec<u16>> = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        let Ok(site) = usize::try_from(element.site) else { continue };
        if found.len() <= site {
            found.resize(site + 1, Vec::new());
        }
        found[site].push(index as u16);
    }
    found
}

/// How many stops the tracks before each of these have.
#[must_use]
pub fn track_starts(tracks: &[Track]) -> Vec<usize> {
    let before = |track: usize| tracks[..track].iter().map(|track| track.elements.len()).sum();
    (0..tracks.len()).map(before).collect()
}

/// The tracks that a board ludeme declares, or that come with it.
///
/// # Errors
/// Where a track names a direction that the board does not have, or makes no sense.
pub fn tracks(board: &Call, topology: &Topology) -> Result<Vec<Track>> {
    if board.name() == "SurakartaBoard" {
        return surakarta(board, topology);
    }
    // Boards whose sites take values, as in deduction puzzles, have no tracks.
    if !board.get("values").is_empty() || !board.get("valuesArray").is_empty() {
        return Ok(Vec::new());
    }
    let declared = ["track", "tracks"].iter().flat_map(|slot| board.get(slot).elements());
    declared.map(|value| track(value.call().ok_or_else(|| BoardError::argument(board, "tracks"))?, topology)).collect()
}

/// What one `(track …)` describes.
fn track(call: &Call, topology: &Topology) -> Result<Track> {
    let owner = match (call.get("owner").int(), call.get("role").constant()) {
        (Some(owner), _) => owner,
        // Roles that are not one player's own number nobody.
        (None, Some(role)) => role.trim_start_matches("Team").trim_start_matches('P').parse().unwrap_or(0),
        (None, None) => 0,
    };
    let sites = match (call.get("trackDirection").text(), call.get("track")) {
        (Some(directions), _) => follow(call, directions, topology)?,
        (None, list) => list.elements().iter().map(|value| site(call, value)).collect::<Result<_>>()?,
    };
    let flag = |name| call.get(name).bool().unwrap_or(false);
    Ok(Track::new(call.get("name").text().unwrap_or("Track"), &sites, owner, flag("loop"), flag("directed")))
}

fn site(call: &Call, value: &Value) -> Result<i32> {
    match value {
        Value::Int(site) => Ok(*site),
        Value::Constant(_, "End") => Ok(END),
        Value::Constant(_, "Off") => Ok(OFF),
        _ => Err(BoardError::argument(call, "track")),
    }
}

/// Follows directions such as `1,E,N3,W,End`: sites, directions to the end of the line or for a number of steps, the goal.
fn follow(call: &Call, directions: &str, topology: &Topology) -> Result<Vec<i32>> {
    let kind = topology.default;
    let wrong = || BoardError::argument(call, "trackDirection");
    let mut sites: Vec<i32> = Vec::new();
    let mut current: Option<usize> = None;
    // Commas at the end separate nothing.
    for step in directions.trim_end_matches(',').split(',') {
        if let Ok(site) = step.parse::<u16>() {
            sites.push(i32::from(site));
            current = Some(usize::from(site)).filter(|&site| site < topology.count(kind));
            continue;
        }
        // The first entry must be a site.
        if sites.is_empty() {
            return Err(wrong());
        }
        if step == "End" {
            sites.push(END);
            continue;
        }
        let letters = step.trim_end_matches(|c: char| c.is_ascii_digit());
        let count: usize = if letters.len() == step.len() {
            usize::MAX
        } else {
            step[letters.len()..].parse().map_err(|_| wrong())?
        };
        let direction = AbsoluteDirection::from_name(letters)
            .filter(|direction| topology.supported(kind, RelationType::All).contains(direction))
            .ok_or_else(wrong)?;
        for radial in topology.radials(kind, current.ok_or_else(wrong)?, direction) {
            for &site in radial.sites[1..].iter().take(count) {
                sites.push(i32::from(site));
                current = Some(usize::from(site));
            }
        }
    }
    Ok(sites)
}

/// The loops of a Surakarta board, each forwards and backwards.
fn surakarta(board: &Call, topology: &Topology) -> Result<Vec<Track>> {
    let rows = topology.of(SiteType::Vertex).rows.len() as i32;
    let columns = topology.of(SiteType::Vertex).columns.len() as i32;
    let first = board.get("from").int().unwrap_or(1);
    let count = match (board.get("loops").int(), topology.basis) {
        (Some(count), _) => count,
        (None, Basis::Square) => (rows.min(columns) - 2) / 2,
        (None, Basis::Triangular) => (rows - 1) / 2,
        _ => return Err(BoardError::argument(board, "loops")),
    };
    let mut tracks = Vec::new();
    for number in first..first + count {
        let mut route = match topology.basis {
            Basis::Square => square_loop(rows, columns, number),
            Basis::Triangular => triangular_loop(rows, number),
            _ => return Err(BoardError::argument(board, "graphFn")),
        };
        tracks.push(Track::new(&format!("Track{number}F"), &with_bumps(&route), 0, true, true));
        route.reverse();
        tracks.push(Track::new(&format!("Track{number}B"), &with_bumps(&route), 0, true, true));
    }
    Ok(tracks)
}

/// Names a site twice where the route leaves the board by a curve: both it and its successor are ends of lines.
///
/// Site 0 never counts as an end, since Ludii marks ends by a minus sign.
fn with_bumps(route: &[(i32, bool)]) -> Vec<i32> {
    let mut sites = Vec::new();
    for (n, &(site, is_end)) in route.iter().enumerate() {
        let (next, next_is_end) = route[(n + 1) % route.len()];
        sites.push(site);
        if is_end && site != 0 && next_is_end && next != 0 {
            sites.push(site);
        }
    }
    sites
}

/// A loop on squares: sites with whether they end a line.
fn square_loop(rows: i32, columns: i32, number: i32) -> Vec<(i32, bool)> {
    let across = |site: &dyn Fn(i32) -> i32, length: i32| -> Vec<(i32, bool)> {
        (0..length).map(|n| (site(n), n == 0 || n == length - 1)).collect()
    };
    let total = rows * columns;
    [
        across(&|column| number * columns + column, columns),
        across(&|row| columns - 1 - number + row * columns, rows),
        across(&|column| total - 1 - number * columns - column, columns),
        across(&|row| total - columns + number - row * columns, rows),
    ]
    .concat()
}

/// A loop on triangles: sites with whether they end a line.
fn triangular_loop(rows: i32, number: i32) -> Vec<(i32, bool)> {
    let length = rows - number;
    let mut route = Vec::new();
    let mut site: i32 = (0..number).map(|step| rows - step).sum();
    for n in 0..length {
        route.push((site, n == 0 || n >= length - 1));
        site += 1;
    }
    site = rows - 1 - number;
    let mut step = rows - 1;
    for n in 0..length {
        route.push((site, n == 0 || n >= length - 1));
        site += step;
        step -= 1;
    }
    step += 3;
    for n in 0..length {
        route.push((site, n == 0 || n >= length - 1));
        site -= step;
        step += 1;
    }
    route
}

#[cfg(test)]
mod tests {
    use super::{END, OFF, Track};

    #[test]
    fn repeated_sites_are_bumps() {
        let track = Track::new("T", &[4, 4, 4, 5, END], 1, false, false);
        let seen: Vec<_> = track.elements.iter().map(|e| (e.site, e.prev, e.next, e.bump)).collect();
        assert_eq!(seen, [(4, OFF, 5, 2), (5, 4, END, 0), (END, 5, OFF, 0)]);
        assert!(!track.has_internal_loop);
    }

    #[test]
    fn directed_loops_know_the_way_back_only_at_their_ends() {
        let track = Track::new("T", &[7, 8, 9], 0, true, true);
        let seen: Vec<_> = track.elements.iter().map(|e| (e.prev_index, e.next_index)).collect();
        assert_eq!(seen, [(2, 1), (OFF, 2), (1, 0)]);
    }

    #[test]
    fn a_site_met_twice_is_an_internal_loop() {
        assert!(Track::new("T", &[1, 2, 1, 3], 0, false, false).has_internal_loop);
        assert_eq!(Track::new("T", &[1, 2, 1, 3], 0, false, false).index_of(1), Some(0));
    }
}
