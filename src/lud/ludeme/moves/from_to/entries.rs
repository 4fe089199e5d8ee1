//! Pieces that go to a site which depends on nothing but where they stand and whose they are, by tables.

use super::FromTo;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::moves::classes::{classes_at, split};
use crate::lud::ludeme::moves::entry::{Entry, Kind, Test, Tests};
use crate::lud::ludeme::moves::place::Where;
use crate::lud::ludeme::moves::settled::settled_site;
use crate::lud::play::context::Register;

impl FromTo {
    /// What is asked of the piece before it may start.
    pub(in crate::lud::ludeme::moves) fn start_condition(&self) -> Option<&BoolFn> {
        self.from_condition.as_ref()
    }

    /// What is tried from a site, where the classes of sites decide.
    pub(in crate::lud::ludeme::moves) fn entries(
        &self,
        c: &Compiler,
        id: u16,
        what: usize,
        site: usize,
        tests: &mut Tests,
    ) -> Option<Vec<Entry>> {
        let is_plain = self.count.is_none()
            && self.from_level.is_none()
            && self.to_level.is_none()
            && !self.stack
            && !self.leaves_level
            && self.copy == BoolFn::Constant(false);
        let Where::Site(end) = self.ends_of_piece(c).filter(|_| is_plain)? else { return None };
        let Ok(to) = usize::try_from(settled_site(c, end, what, site)?) else { return Some(Vec::new()) };
        let (classes, rest) = match &self.condition {
            Some(condition) => split(condition, Register::To),
            None => (BoolFn::Constant(true), None),
        };
        let accept = classes_at(c, &classes, Register::To, site, to)?;
        if accept == Classes::NONE {
            return Some(Vec::new());
        }
        // Whether the effect happens must not depend on what is there.
        let is_settled = self.apply.effect.is_none()
            || self.apply.condition.as_ref().is_none_or(|condition| {
                let applied = classes_at(c, condition, Register::To, site, to);
                applied.is_some_and(|applied| accept.and(applied.contrary()).bits() == 0)
            });
        if !is_settled || to >= c.rules.topology.count(c.rules.default_type()) {
            return None;
        }
        let test = tests.keep(rest)?;
        Some(vec![Entry { leaf: id, to: to as u16, accept, kind: Kind::Step, test, guard: Test::NONE }])
    }
}
