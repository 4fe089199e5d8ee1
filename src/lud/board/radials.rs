//! Lines: from every site, in every direction, as far as they go without bending.

use std::sync::Arc;

use smallvec::SmallVec;

use super::direction::AbsoluteDirection;
use super::geometry::{Point, turn};
use super::graph::compare;
use super::steps::clockwise_score;
use super::topology::{Radial, StepTable};

/// Tangent of the sharpest bend that still goes on in the same direction (0.25 radians).
const BEND: f64 = 0.255_341_921_221_036_27;
/// Tangent of the largest difference between a line and the straight continuation of its opposite (0.1 radians).
const OPPOSITE: f64 = 0.100_334_672_085_450_55;

/// No site of a sensible board has more lines.
const MAX_LINES: usize = 2000;

/// The lines of all sites of a type.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Lines {
    radials: Vec<Radial>,
    /// `starts[site * (COUNT + 1) + direction]`: where in `radials` a direction begins.
    starts: Vec<u32>,
    distinct: Vec<u16>,
    /// The same for `distinct`.
    distinct_starts: Vec<u32>,
}

const STRIDE: usize = AbsoluteDirection::COUNT + 1;

impl Lines {
    /// Follows all lines along the steps of a table.
    pub(super) fn new(points: &[Point], steps: &StepTable) -> Self {
        let continuations = continuations(points, steps);
        let mut lines = Self::default();
        for site in 0..points.len() {
            let mut tracer = Tracer {
                points,
                within: &steps.within,
                continuations: &continuations,
                found: Vec::new(),
                path: Vec::new(),
            };
            for direction in AbsoluteDirection::ALL {
                for step in steps.range_within(site, direction as usize) {
                    tracer.path.clear();
                    tracer.path.push(site as u16);
                    tracer.follow(direction, step);
                }
            }
            lines.add_site(points, &tracer.found);
        }
        lines
    }

    fn add_site(&mut self, points: &[Point], found: &[Traced]) {
        use AbsoluteDirection::{CCW, CW, In, Out, Rotational};
        let score = |traced: &Traced| {
            clockwise_score(points[usize::from(traced.sites[0])], points[usize::from(traced.sites[1])])
        };
        let scores: Vec<f64> = found.iter().map(score).collect();
        for direction in AbsoluteDirection::ALL {
            let listed = |wanted: AbsoluteDirection| (0..found.len()).filter(move |&n| found[n].direction == wanted);
            let mut list: Vec<usize> = listed(direction).collect();
            if direction == Rotational {
                for part in [In, Out, CW, CCW] {
                    list.extend(listed(part));
                }
                for n in (0..list.len()).rev() {
                    let covered = |m: usize| m != n && found[list[m]].sites.starts_with(&found[list[n]].sites);
                    if (0..list.len()).any(covered) {
                        list.remove(n);
                    }
                }
            }
            // A line is distinct unless it is the opposite of one kept before it.
            let mut kept: Vec<usize> = Vec::new();
            for &n in &list {
                let is_opposite = |&m: &usize| found[m].opposite.is_some_and(|o| found[o].sites == found[n].sites);
                if !kept.iter().any(is_opposite) {
                    kept.push(n);
                }
            }
            list.sort_by(|&a, &b| compare(scores[a], scores[b]));
            self.starts.push(self.radials.len() as u32);
            self.distinct_starts.push(self.distinct.len() as u32);
            for (position, &n) in list.iter().enumerate() {
                let traced = &found[n];
                self.radials.push(Radial {
                    direction: traced.direction,
                    sites: Arc::clone(&traced.sites),
                    opposites: traced.opposite.iter().map(|&o| Arc::clone(&found[o].sites)).collect(),
                });
                if kept.contains(&n) {
                    self.distinct.push(position as u16);
                }
            }
        }
        self.starts.push(self.radials.len() as u32);
        self.distinct_starts.push(self.distinct.len() as u32);
    }

    pub(super) fn radials(&self, site: usize, direction: AbsoluteDirection) -> &[Radial] {
        slice(&self.radials, &self.starts, site, direction)
    }

    pub(super) fn distinct(&self, site: usize, direction: AbsoluteDirection) -> &[u16] {
        slice(&self.distinct, &self.distinct_starts, site, direction)
    }
}

fn slice<'a, T>(items: &'a [T], starts: &[u32], site: usize, direction: AbsoluteDirection) -> &'a [T] {
    let at = site * STRIDE + direction as usize;
    match (starts.get(at), starts.get(at + 1)) {
        (Some(&from), Some(&to)) => &items[from as usize..to as usize],
        _ => &[],
    }
}

/// A line under its direction.
struct Traced {
    direction: AbsoluteDirection,
    sites: Arc<[u16]>,
    /// The first line found that leads the opposite way.
    opposite: Option<usize>,
}

/// How a line goes on after each step within a type: the straightest steps in the same direction, all of them on a tie.
fn continuations(points: &[Point], steps: &StepTable) -> Vec<SmallVec<[u32; 2]>> {
    use AbsoluteDirection::{CCW, CW, In, Out};
    let mut all = vec![SmallVec::new(); steps.within.len()];
    for from in 0..points.len() {
        for direction in AbsoluteDirection::ALL {
            for step in steps.range_within(from, direction as usize) {
                let current = usize::from(steps.within[step]);
                let mut next = steps.range_within(current, direction as usize);
                let best: &mut SmallVec<[u32; 2]> = &mut all[step];
                if matches!(direction, CW | CCW | In | Out) {
                    best.extend(next.next().map(|step| step as u32));
                    continue;
                }
                let mut least = BEND;
                for candidate in next {
                    let bend = turn(points[from], points[current], points[usize::from(steps.within[candidate])]);
                    if bend < least {
                        least = bend;
                        best.clear();
                        best.push(candidate as u32);
                        if bend == 0.0 {
                            break;
                        }
                    } else if bend == least {
                        best.push(candidate as u32);
                    }
                }
            }
        }
    }
    all
}

/// Follows the lines from one site.
struct Tracer<'a> {
    points: &'a [Point],
    within: &'a [u16],
    continuations: &'a [SmallVec<[u32; 2]>],
    found: Vec<Traced>,
    path: Vec<u16>,
}

impl Tracer<'_> {
    fn point(&self, site: u16) -> Point {
        self.points[usize::from(site)]
    }

    /// Takes a step and goes on; on a tie between continuations, along each of them.
    fn follow(&mut self, direction: AbsoluteDirection, step: usize) {
        let depth = self.path.len();
        self.path.push(self.within[step]);
        let best = &self.continuations[step];
        if best.is_empty() {
            self.keep(direction);
        }
        for &next in best {
            // A board on which lines fork without end is none of Ludii's.
            if self.path.contains(&self.within[next as usize]) || self.found.len() >= MAX_LINES {
                self.keep(direction);
            } else {
                self.follow(direction, next as usize);
            }
        }
        self.path.truncate(depth);
    }

    /// Keeps the path as a line, unless it is known, and pairs it with lines that lead the opposite way.
    fn keep(&mut self, direction: AbsoluteDirection) {
        use AbsoluteDirection::{CCW, CW, In, Out};
        if self.found.iter().any(|old| old.direction == direction && *old.sites == *self.path) {
            return;
        }
        let (start, second) = (self.point(self.path[0]), self.point(self.path[1]));
        let id = self.found.len();
        let mut opposite = None;
        for n in 0..id {
            let old = &self.found[n];
            let circular = matches!((direction, old.direction), (CW, CCW) | (CCW, CW) | (In, Out) | (Out, In));
            let comparable = direction.is_specific() && old.direction.is_specific() || direction == old.direction;
            if circular || comparable && turn(second, start, self.points[usize::from(old.sites[1])]) < OPPOSITE {
                opposite = opposite.or(Some(n));
                let old = &mut self.found[n];
                old.opposite = old.opposite.or(Some(id));
            }
        }
        // The same line is usually found under several keys: its compass point and the groups that it belongs to.
        let known = self.found.iter().find(|old| *old.sites == *self.path);
        let sites = known.map_or_else(|| self.path.as_slice().into(), |old| Arc::clone(&old.sites));
        self.found.push(Traced { direction, sites, opposite });
    }
}
