//! Slides along tracks by tables: a track leads to the same sites whatever the position is.

use super::TrackSlide;
use crate::lud::board::{OFF, Track};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::moves::classes::classes_at;
use crate::lud::ludeme::moves::entry::{Entry, Kind, Line, Test};
use crate::lud::ludeme::moves::place::Apply;
use crate::lud::ludeme::moves::settled::{asked_of_mover, is_by_mover};
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;

/// The sites that a slide comes to along a track from one of its stops, each with whether it has gone round a bend before.
fn way(track: &Track, start: usize) -> impl Iterator<Item = (i32, bool)> {
    let elements = &track.elements;
    let (mut index, mut bumps) = (start, elements[start].bump);
    let stops = std::iter::from_fn(move || {
        let (to, is_bumped) = (elements[index].next, bumps > 0);
        (to != OFF).then(|| {
            index = elements[index].next_index as usize;
            bumps += elements[index].bump;
            (to, is_bumped)
        })
    });
    stops.take(elements.len() - 1)
}

impl TrackSlide {
    /// What is asked of the piece before it may start.
    pub(in crate::lud::ludeme::moves) fn start_condition(&self) -> Option<&BoolFn> {
        self.start.condition.as_ref()
    }

    /// What is tried from a site, where the classes of sites decide.
    pub(in crate::lud::ludeme::moves) fn entries(&self, c: &Compiler, id: u16, site: usize) -> Option<Vec<Entry>> {
        if !self.start.is_own(c) {
            return None;
        }
        let (min, max) = (self.range.min.constant()?, self.range.max.constant()?);
        let sites = c.rules.topology.count(c.rules.default_type());
        let mut entries = Vec::new();
        for (track, start) in self.ways(&c.rules, site as i32) {
            let stops: Vec<(i32, bool)> = way(track, start).take(usize::try_from(max).unwrap_or(0)).collect();
            for (before, &(to, is_bumped)) in stops.iter().enumerate() {
                let to = usize::try_from(to).ok().filter(|&to| to < sites)?;
                let classes = |condition: &Option<BoolFn>, otherwise: Classes, register: Register| match condition {
                    Some(condition) => classes_at(c, condition, register, site, to),
                    None => Some(otherwise),
                };
                let stop = classes(&self.stop, Classes::NONE, Register::To)?;
                let keep = classes(&self.keep, Classes::ANY, Register::To)?;
                let pass = classes(&self.go, Classes::EMPTY, Register::Between)
                    .or_else(|| classes(&self.go, Classes::EMPTY, Register::To))?;
                // Where it may pass, it may end.
                if pass.and(stop.or(keep).contrary()).bits() != 0 {
                    return None;
                }
                let distance = u8::try_from(before + 1).ok()?;
                let kind = Kind::Slide {
                    pass,
                    lands: (is_bumped || !self.needs_bump) && min <= i32::from(distance),
                    line: Line::Track(stop),
                    distance,
                    skip: u8::try_from(stops.len() - 1 - before).ok()?,
                };
                let accept = stop.or(keep.and(pass.contrary()));
                entries.push(Entry { leaf: id, to: to as u16, accept, kind, test: Test::NONE, guard: Test::NONE });
            }
        }
        Some(entries)
    }

    /// Where it may lead, where it always starts from the same site in a player's turns.
    pub(in crate::lud::ludeme::moves) fn fixed_ends(&self, c: &Compiler, player: u8) -> Option<Vec<u16>> {
        if self.start.kind != c.rules.default_type() || !is_by_mover(&self.start.site, 0) {
            return None;
        }
        let (min, max) = (self.range.min.constant()?, self.range.max.constant()?);
        let from = asked_of_mover(c, player, 0, |ctx| self.start.site.eval(ctx));
        let mut ends = Vec::new();
        for (track, start) in self.ways(&c.rules, from) {
            let reached = (1..).zip(way(track, start)).filter(|(distance, _)| (min..=max).contains(distance));
            for (_, (to, _)) in reached {
                ends.push(u16::try_from(to).ok()?);
            }
        }
        let sites = c.rules.topology.count(c.rules.default_type());
        ends.iter().all(|&end| usize::from(end) < sites).then_some(ends)
    }

    /// The effect of its moves, where it is the only thing besides that the piece of the board moves.
    pub(in crate::lud::ludeme::moves) fn lone_effect(&self, rules: &Rules) -> Option<&Apply> {
        self.apply.alone(self.start.kind == rules.default_type())
    }
}
