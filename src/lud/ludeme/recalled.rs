//! Which functions take so long that their answers are looked up where they are asked for again.

use super::array::ArrayFn;
use super::boolean::BoolFn;
use super::int::{CountFn, IntFn, SizeFn};
use super::region::{RegionFn, SitesFn};
use crate::lud::compile::Compiler;
use crate::lud::play::canonical::fnv;
use crate::lud::play::context::Register;
use crate::lud::play::recall::Recall;
use std::fmt::Debug;

/// Functions that read more registers than this are seldom asked the same again.
const MOST_REGISTERS: u32 = 2;

/// The same of lists that are counted, which do not take as long.
const MOST_OF_LISTS: u32 = 1;

impl Compiler {
    /// A function, looked up where its answers hang on nothing but the sites, the mover and a few registers. Functions of the
    /// same text have the same answers.
    fn recalled<F: Debug>(
        &mut self,
        function: F,
        most_registers: u32,
        is_apart: impl Fn(&F, Register) -> bool,
        looked_up: impl FnOnce(Box<(F, Recall)>) -> F,
    ) -> F {
        match self.recall(&function, most_registers, |register| is_apart(&function, register)) {
            Some(recall) => looked_up(Box::new((function, recall))),
            None => function,
        }
    }

    fn recall(
        &mut self,
        function: &impl Debug,
        most_registers: u32,
        is_apart: impl Fn(Register) -> bool,
    ) -> Option<Recall> {
        // In puzzles it depends on who asks what a site without a value counts as.
        if self.rules.puzzle.is_some() || !is_apart(Register::Notes) {
            return None;
        }
        let reads = |register: &Register| !is_apart(*register);
        let registers: u16 = Register::ALL.iter().filter(|register| reads(register)).map(|&at| 1 << at as u16).sum();
        if registers.count_ones() > most_registers {
            return None;
        }
        let text = fnv(&format!("{function:?}"));
        let known = self.recalls.iter().find(|(other, _)| *other == text).map(|(_, recall)| *recall);
        Some(known.unwrap_or_else(|| {
            let recall = Recall::new(registers, !is_apart(Register::Last));
            self.recalls.push((text, recall));
            recall
        }))
    }
}

impl RegionFn {
    /// Itself, looked up where it has been worked out before, if it takes long.
    pub(super) fn recalled(self, c: &mut Compiler) -> Self {
        let is_long = match &self {
            Self::Filter(_) | Self::ForEachSite(_) | Self::Groups(_) | Self::Pattern(_) | Self::Distance(_) => {
                self.takes_long()
            }
            _ => false,
        };
        if !is_long {
            return self;
        }
        c.recalled(self, MOST_REGISTERS, Self::is_apart, Self::Recalled)
    }

    /// Whether it looks at much of the board for each of its sites.
    pub(super) fn takes_long(&self) -> bool {
        match self {
            Self::Groups(_) | Self::Pattern(_) | Self::LineOfSight(_) | Self::Recalled(_) => true,
            Self::Distance(distance) => distance.is_searched(),
            Self::Filter(parts) => parts.0.takes_long() || parts.1.takes_long(),
            Self::ForEachSite(parts) => parts.0.takes_long() || parts.1.takes_long(),
            Self::Union(list) | Self::Intersection(list) => list.iter().any(Self::takes_long),
            Self::Difference(parts) => parts.0.takes_long() || parts.1.takes_long(),
            Self::Without(parts) => parts.0.takes_long(),
            Self::If(parts) => parts.1.takes_long() || parts.2.takes_long(),
            Self::Around(around) => around.takes_long(),
            Self::List(array) => array.takes_long(),
            _ => false,
        }
    }
}

impl IntFn {
    /// Itself, looked up where it has been worked out before, if it takes long.
    pub(super) fn recalled(self, c: &mut Compiler) -> Self {
        let most_registers = match &self {
            Self::Math(math) if math.list().is_some_and(ArrayFn::takes_long) => MOST_REGISTERS,
            Self::Steps(steps) if steps.is_searched() => MOST_REGISTERS,
            Self::Size(size) => match &**size {
                SizeFn::Group(..) | SizeFn::Territory(..) => MOST_REGISTERS,
                SizeFn::Array(array) if array.takes_long() => MOST_OF_LISTS,
                _ => return self,
            },
            _ => return self,
        };
        c.recalled(self, most_registers, Self::is_apart, Self::Recalled)
    }

    pub(super) fn takes_long(&self) -> bool {
        match self {
            Self::Recalled(_) => true,
            Self::Steps(steps) => steps.is_searched(),
            Self::If(parts) => parts.1.takes_long() || parts.2.takes_long(),
            Self::Math(math) => {
                math.operands().iter().any(Self::takes_long) || math.list().is_some_and(ArrayFn::takes_long)
            }
            Self::Size(size) => match &**size {
                SizeFn::Group(..) | SizeFn::Territory(..) => true,
                SizeFn::Array(array) => array.takes_long(),
                SizeFn::Stack(..) | SizeFn::Pieces(..) => false,
            },
            Self::Count(count) => match &**count {
                CountFn::Sites(SitesFn::In(region)) => region.takes_long(),
                CountFn::Groups(..) | CountFn::LargestGroup(..) | CountFn::Liberties(..) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

impl ArrayFn {
    /// Itself, looked up where it has been worked out before, if each of its numbers is worked out from others.
    fn recalled(self, c: &mut Compiler) -> Self {
        if !matches!(self, Self::Results(_)) {
            return self;
        }
        c.recalled(self, MOST_OF_LISTS, Self::is_apart, Self::Recalled)
    }

    pub(super) fn takes_long(&self) -> bool {
        match self {
            Self::Results(_) | Self::GroupSizes(_) | Self::Recalled(_) => true,
            Self::Region(region) => region.takes_long(),
            Self::Difference(parts) => parts.0.takes_long() || parts.1.takes_long(),
            Self::Union(list) | Self::Intersection(list) => list.iter().any(Self::takes_long),
            _ => false,
        }
    }
}

impl BoolFn {
    /// Itself, looked up where it has been worked out before, if it takes long.
    pub(super) fn recalled(self, c: &mut Compiler) -> Self {
        match self {
            Self::Pattern(_) => c.recalled(self, MOST_REGISTERS, Self::is_apart, Self::Recalled),
            // The same list is often compared with many others.
            Self::WithinArray(lists) => {
                let (list, other) = *lists;
                Self::WithinArray(Box::new((list.recalled(c), other)))
            }
            other => other,
        }
    }

    pub(super) fn takes_long(&self) -> bool {
        match self {
            Self::Recalled(_) | Self::Pattern(_) | Self::AllSites(_) | Self::Groups(_) | Self::Connected(_) => true,
            Self::AllMeet(parts) => parts.1.asks_single_sites(),
            Self::And(list) | Self::Or(list) => list.iter().any(Self::takes_long),
            Self::Not(inner) => inner.takes_long(),
            Self::If(parts) => parts.0.takes_long() || parts.1.takes_long() || parts.2.takes_long(),
            Self::Compare(_, parts) => parts.0.takes_long() || parts.1.takes_long(),
            Self::In(parts) => parts.0.takes_long() || parts.1.takes_long(),
            _ => false,
        }
    }
}
