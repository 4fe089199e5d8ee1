//! Steps of one kind of piece, by what may be where they lead.

use super::Stepping;
use super::area::{Area, EMPTY, OWN, class};
use super::moves::Moves;
use super::rule::Rule;
use super::way::{Kind, Way, kind_onto};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::moves::{Onto, OverOne};
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

impl<S: SiteSet> Moves<S> {
    /// Adds where a rule leads; nothing where it may lead onto pieces that are neither taken nor kept.
    pub fn add_onto(&mut self, onto: &Onto, rule: &Rule<S>, way: Way, stepping: &mut Stepping<S>) -> Option<()> {
        for (site, ends) in onto.ends.iter().enumerate().filter(|(site, _)| rule.from.has(*site)) {
            for accept in 1..8 {
                let ends: Vec<_> =
                    ends.iter().filter(|(_, classes)| class(*classes) == accept).map(|&(to, _)| to).collect();
                let ends = rule.kept(&ends);
                if ends.is_empty() {
                    continue;
                }
                let mut accept = accept;
                if stepping.is_stacking && !onto.takes && accept & OWN != 0 {
                    stepping.joined = ends.iter().fold(stepping.joined, |all, &to| all | S::only(usize::from(to)));
                    self.add_steps(site, &ends, OWN, Way { kind: Kind::Join, ..way });
                    accept &= !OWN;
                }
                let kind = kind_onto(accept, onto.takes)?;
                self.add_steps(site, &ends, accept, Way { kind, ..way });
            }
        }
        Some(())
    }

    /// Adds where a rule of jumps leads without anything to jump over: to the first sites of lines, once each.
    pub fn add_beside(
        &mut self,
        like: OverOne<'_>,
        lines: &[Vec<Vec<u16>>],
        rule: &Rule<S>,
        way: Way,
        stepping: &Stepping<S>,
    ) -> Option<()> {
        if like.lands.is_some() || like.before > 0 || like.after > 0 || stepping.is_stacking {
            return None;
        }
        for (site, lines) in lines.iter().enumerate() {
            let mut firsts: Vec<_> = lines.iter().filter_map(|line| line.first().copied()).collect();
            firsts.sort_unstable();
            firsts.dedup();
            self.add_steps(site, &rule.kept(&firsts), EMPTY, Way { kind: Kind::Beside, ..way });
        }
        Some(())
    }

    /// Adds steps of one rule onto the sites that meet a condition, where what is there is taken or not.
    pub fn add_where(
        &mut self,
        (condition, takes): (&BoolFn, bool),
        way: Way,
        ends: &[Vec<u16>],
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<()> {
        let area = Area::of(condition, Register::To, rules, stepping)?;
        let kind = kind_onto(area.classes(usize::from(rules.owners[usize::from(way.what)])), takes)?;
        let accept = stepping.class_of(area)?;
        for (site, ends) in ends.iter().enumerate() {
            self.add_steps(site, ends, accept, Way { kind, ..way });
        }
        Some(())
    }
}
