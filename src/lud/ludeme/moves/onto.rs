//! Where pieces go in one step, by what stands there.

use super::classes::classes_in;
use super::place::Apply;
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::play::context::Register;
use crate::lud::play::rules::{Plain, Rules};

/// Where a piece may go from each site, where its own site, the other one and the class of what is there are all that decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Onto {
    /// For each site those that can be reached, and what may be there.
    pub ends: Vec<Vec<(u16, Classes)>>,
    /// Whether what is there is taken.
    pub takes: bool,
}

impl Onto {
    /// The same of a rule that leads to some sites from each, on a condition and with an effect.
    pub(super) fn of<'r>(
        rules: &Rules,
        ends: impl Fn(usize) -> &'r [u16],
        condition: &BoolFn,
        apply: &Apply,
    ) -> Option<Self> {
        let takes = match apply.plain_move() {
            Plain::Move => false,
            Plain::Capture | Plain::Overwrite => true,
            _ => return None,
        };
        let classes = |from: usize, to: u16| match condition {
            BoolFn::Class(Register::To, classes) => Some(*classes),
            other => classes_in(rules, other, Register::To, from, usize::from(to)),
        };
        let from = |from: usize| ends(from).iter().map(|&to| Some((to, classes(from, to)?))).collect();
        let ends = (0..rules.topology.count(rules.default_type())).map(from).collect::<Option<_>>()?;
        Some(Self { ends, takes })
    }
}
