//! Pieces that step to neighbours, slide along tracks or change places.

use super::effect::Effect;
use super::gather::{Asked, Candidate, Candidates};
use super::play::StepKind;
use super::value::{Number, Test};
use super::{Lowering, Machine};
use crate::lud::board::Track;
use crate::lud::ludeme::moves::{Leaf, Step, TrackSlide};
use crate::lud::play::context::Register;

/// A piece that steps to a neighbour.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Near {
    from: Number,
    from_condition: Option<Test>,
    condition: Test,
    pub apply_condition: Option<Test>,
    pub apply: Option<Effect>,
    /// The most neighbours of a site.
    pub most: u32,
}

/// A piece that slides along tracks, at most to one site on each way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slide {
    from: Number,
    from_condition: Option<Test>,
    /// Whether it only counts once it has gone round a bend.
    needs_bump: bool,
    least: Number,
    farthest: Number,
    go: Test,
    stop: Option<Test>,
    keep: Option<Test>,
    pub apply: Option<Effect>,
    /// The most ways that begin at a site.
    pub most: u32,
}

impl Machine<'_, '_> {
    /// Collects the moves of a piece that steps or slides, or the one that has a number.
    pub fn moved<'p>(&mut self, asked: Asked<'p>, number: Option<u32>, found: &mut Candidates<'p>) {
        let leaf = &self.ctx.rules.leaves[usize::from(asked.step.leaf)].leaf;
        let number = number.map(|number| number as usize);
        match (&asked.step.kind, leaf) {
            (StepKind::Near(near), Leaf::Step(step)) => {
                if let Some(from) = self.start(&near.from, near.from_condition.as_ref()) {
                    let ends = step.ends(usize::from(self.board.top(from)), from);
                    let ends = match number {
                        Some(number) => ends.get(number..=number).unwrap_or_default(),
                        None => ends,
                    };
                    for &to in ends {
                        self.ctx.set(Register::To, i32::from(to));
                        if near.condition.holds(self) {
                            found.push(self.candidate(asked, from as i32, i32::from(to)));
                        }
                    }
                }
            }
            (StepKind::Slide(slide), Leaf::TrackSlide(ways)) => {
                let between = self.ctx.get(Register::Between);
                if let Some(from) = self.start(&slide.from, slide.from_condition.as_ref()) {
                    let mut ways = ways.ways(self.ctx.rules, from as i32);
                    match number {
                        Some(number) => {
                            if let Some(way) = ways.nth(number) {
                                self.slid(slide, from as i32, way, asked, found);
                            }
                        }
                        None => ways.for_each(|way| self.slid(slide, from as i32, way, asked, found)),
                    }
                }
                self.ctx.set(Register::Between, between);
            }
            _ => {}
        }
        self.ctx.set(Register::From, asked.piece);
        self.ctx.set(Register::To, asked.outer_to);
    }

    /// Where a piece starts, where it is a site of the board that meets a condition.
    fn start(&mut self, from: &Number, condition: Option<&Test>) -> Option<usize> {
        let from = from.of(self);
        if !(0..self.ctx.rules.layout.own as i32).contains(&from) {
            return None;
        }
        self.ctx.set(Register::From, from);
        condition.is_none_or(|condition| condition.holds(self)).then_some(from as usize)
    }

    /// Collects the slides along a track from one of its stops.
    fn slid<'p>(
        &mut self,
        slide: &'p Slide,
        from: i32,
        (track, start): (&Track, usize),
        asked: Asked<'p>,
        found: &mut Candidates<'p>,
    ) {
        let least = slide.least.of(self);
        let farthest = slide.farthest.of(self);
        let elements = &track.elements;
        let mut index = start;
        let mut bumps = elements[index].bump;
        let mut distance = 1;
        while elements[index].next != -1 && distance < elements.len() as i32 && distance <= farthest {
            let to = elements[index].next;
            self.ctx.set(Register::To, to);
            // Whether it stops is of no account before it has gone far enough.
            if least <= distance && (bumps > 0 || !slide.needs_bump) {
                let stops = slide.stop.as_ref().is_some_and(|stop| stop.holds(self));
                if stops || slide.keep.as_ref().is_none_or(|keep| keep.holds(self)) {
                    found.push(Candidate { applies: stops, ..self.candidate(asked, from, to) });
                }
                if stops {
                    return;
                }
            }
            distance += 1;
            self.ctx.set(Register::Between, to);
            if distance > farthest || !slide.go.holds(self) {
                return;
            }
            index = elements[index].next_index as usize;
            bumps += elements[index].bump;
        }
    }

    /// Makes the pieces of two sites change places.
    pub fn swap(&mut self, site: i32, other: i32) {
        match (self.index(site), self.index(other)) {
            (Some(site), Some(other)) => self.board.swap(site, other),
            // A single piece that goes nowhere is gone.
            (Some(site), None) if self.board.height(site) == 1 => self.board.clear(site),
            _ => {}
        }
    }
}

impl Lowering<'_> {
    /// Whether pieces that change places do nothing else.
    pub fn may_swap(&self) -> bool {
        !self.rules.features.stacking && !self.rules.features.hidden_places
    }

    /// A step to a neighbour, where it is known.
    pub fn near(&self, step: &Step) -> Option<Near> {
        let parts = step.parts(self.rules)?;
        Some(Near {
            from: self.number(parts.from)?,
            from_condition: self.maybe(parts.from_condition, Self::test)?,
            condition: self.test(parts.condition)?,
            apply_condition: self.maybe(parts.apply_condition, Self::test)?,
            apply: match parts.apply {
                Some(effect) => Some(self.effect_of(effect)?),
                None => None,
            },
            most: parts.most,
        })
    }

    /// A slide along tracks, where it is known.
    pub fn slide(&self, slide: &TrackSlide) -> Option<Slide> {
        let parts = slide.parts(self.rules)?;
        let own = self.rules.layout.own as i32;
        let leads_off = |track: &Track| track.elements.iter().any(|stop| !(0..own).contains(&stop.site));
        if (0..own).any(|site| slide.ways(self.rules, site).any(|(track, _)| leads_off(track))) {
            return None;
        }
        Some(Slide {
            from: self.number(parts.from)?,
            from_condition: self.maybe(parts.from_condition, Self::test)?,
            needs_bump: parts.needs_bump,
            least: self.number(&parts.range.min)?,
            farthest: self.number(&parts.range.max)?,
            go: match parts.go {
                Some(go) => self.test(go)?,
                None => Test::Empty(Number::Register(Register::Between), true),
            },
            stop: self.maybe(parts.stop, Self::test)?,
            keep: self.maybe(parts.keep, Self::test)?,
            apply: match parts.apply {
                Some(effect) => Some(self.effect_of(effect)?),
                None => None,
            },
            most: parts.most,
        })
    }
}
