//! Slides and long jumps.

use super::area::{EMPTY, Sets};
use super::line::Line;
use super::moves::Visitor;
use super::way::Way;
use crate::lud::play::sets::SiteSet;

/// Slides and long jumps of one rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Far<S> {
    pub way: Way,
    /// What is jumped over; nothing for slides.
    pub jump: Option<Over<S>>,
    /// What slides pass, what they stop at, and where they or jumps may end.
    pub pass: u8,
    pub stop: u8,
    pub accept: u8,
    /// Whether slides go as far as they can.
    pub is_farthest: bool,
    /// The lines from each site.
    pub lines: Vec<Vec<Line<S>>>,
}

/// What long jumps go over.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Over<S> {
    pub hurdle: u8,
    /// Where that may be, by where they start.
    pub within: Vec<S>,
    /// How many empty sites may lie before what is jumped over, and behind the first one after it.
    pub before: usize,
    pub after: usize,
    /// How many pieces in a row are jumped over, at least and at most.
    pub row: [usize; 2],
    /// Where jumps may end, by where they start.
    pub ends: Vec<S>,
}

impl<S: SiteSet> Far<S> {
    /// Slides onto empty sites along lines from each site.
    pub fn onto_empty(way: Way, lines: Vec<Vec<Line<S>>>) -> Self {
        Self { way, jump: None, pass: EMPTY, stop: 0, accept: EMPTY, is_farthest: false, lines }
    }

    /// Shows the moves of some pieces, each with those that differ from it in where they end only, until there are enough.
    pub fn show(&self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        match &self.jump {
            None => self.show_slides(pieces, sets, visitor),
            Some(jump) => self.show_jumps(jump, pieces, sets, visitor),
        }
    }

    fn show_slides(&self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        let [pass, stop, accept] = [self.pass, self.stop, self.accept].map(|class| sets.get::<true>(class));
        for site in pieces.sites() {
            for line in &self.lines[site] {
                let ends =
                    if self.is_farthest { line.end_of_run(pass) } else { line.run(pass, stop) & line.ends & accept };
                if !visitor.goes_on(ends, || Way { from: site as u8, ..self.way }) {
                    return false;
                }
            }
        }
        true
    }

    fn show_jumps(&self, jump: &Over<S>, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        let [empty, hurdle] = [EMPTY, jump.hurdle].map(|class| sets.get::<true>(class));
        for site in pieces.sites() {
            let hurdle = hurdle & jump.within[site];
            for line in &self.lines[site] {
                let Some(over) = line.first_outside(empty) else { continue };
                if !hurdle.has(over) || !line.is_within(over, jump.before) {
                    continue;
                }
                if self.accept != EMPTY {
                    let (ends, length) = jump.onto(line, over, hurdle);
                    let ends = ends & sets.get::<true>(self.accept) & jump.ends[site];
                    if !visitor.goes_on(ends, || Way { from: site as u8, over: over as u8, before: length, ..self.way })
                    {
                        return false;
                    }
                    continue;
                }
                let Some((last, length)) = jump.row_from(line, over, hurdle) else { continue };
                let ends = line.run_behind(last, empty, jump.after + 1) & jump.ends[site];
                if !visitor.goes_on(ends, || Way { from: site as u8, over: over as u8, before: length, ..self.way }) {
                    return false;
                }
            }
        }
        true
    }
}

impl<S: SiteSet> Over<S> {
    /// Whether more than one piece may be jumped over.
    pub fn has_rows(&self) -> bool {
        self.row != [1, 1]
    }

    /// The sites on which a jump may end over the row that begins on a site of a line or over part of it, and how many pieces of
    /// the row may be jumped over at most.
    #[inline]
    fn onto(&self, line: &Line<S>, first: usize, hurdle: S) -> (S, u8) {
        let [least, most] = self.row;
        let mut ends = S::EMPTY;
        let mut length = 0;
        for site in line.sites.iter().map(|&site| usize::from(site)).skip_while(|&site| site != first) {
            if length >= least {
                ends = ends | S::only(site);
            }
            if length == most || !hurdle.has(site) {
                break;
            }
            length += 1;
        }
        (ends, length as u8)
    }

    /// The last piece of the row that begins on a site of a line, and how many there are, 0 where one is all there can be;
    /// nothing where there are too few or too many.
    #[inline]
    fn row_from(&self, line: &Line<S>, first: usize, hurdle: S) -> Option<(usize, u8)> {
        if !self.has_rows() {
            return Some((first, 0));
        }
        let [least, most] = self.row;
        let from = line.sites.iter().map(|&site| usize::from(site)).skip_while(|&site| site != first);
        let (length, last) =
            from.take_while(|&site| hurdle.has(site)).fold((0, first), |(length, _), site| (length + 1, site));
        (least..=most).contains(&length).then_some((last, length as u8))
    }
}
