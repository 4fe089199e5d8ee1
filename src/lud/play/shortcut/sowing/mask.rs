//! Conditions about a hole, asked of many holes at once.

use super::board::Machine;
use super::lowering::Lowering;
use super::number::Number;
use super::set::Set;
use super::test::Test;
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::{BoolFn, Classes, Comparison};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;
use crate::lud::play::shortcut::bare::sites_of;

/// A condition about a hole.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mask {
    And(Vec<Mask>),
    Or(Vec<Mask>),
    Not(Box<Mask>),
    If(Box<(Test, Mask, Mask)>),
    /// It is empty (`true`) or occupied.
    Empty(bool),
    /// There are seeds in it that count, or (`false`) none.
    Seeds(u128, bool),
    /// How its seeds, as far as they count, compare with a number.
    Count(u128, Comparison, Number),
    In(Set),
    /// What it holds is of one of some classes.
    Class(Classes),
    /// Its number is in a list, for which the rules are asked.
    Listed(ArrayFn),
    /// How its local state compares with a number.
    State(Comparison, Number),
    /// It is, or (`false`) is not, a certain one.
    Is(Number, bool),
    /// The same for all holes.
    Apart(Test),
    /// Asked of each hole.
    Each(Test),
}

impl Mask {
    /// Those of some holes that meet it, each of which some registers would hold.
    pub fn of(&self, sites: u128, registers: &[Register], m: &mut Machine<'_, '_>) -> u128 {
        if sites == 0 {
            return 0;
        }
        match self {
            Self::And(list) => list.iter().fold(sites, |left, item| item.of(left, registers, m)),
            Self::Or(list) => list.iter().fold(0, |met, item| met | item.of(sites & !met, registers, m)),
            Self::Not(inner) => sites & !inner.of(sites, registers, m),
            Self::If(parts) => {
                if parts.0.holds(m) {
                    parts.1.of(sites, registers, m)
                } else {
                    parts.2.of(sites, registers, m)
                }
            }
            Self::Empty(truth) => sites & if *truth { m.empty() } else { !m.empty() },
            Self::Class(classes) => {
                let (empty, own, neutral) = (m.empty(), m.row(1 + usize::from(m.ctx.state.mover)), m.row(1));
                let held = [empty, own, neutral & !own, !(empty | own | neutral)];
                let met = (0..).zip(held).filter(|(class, _)| classes.has(*class));
                sites & met.fold(0, |met, (_, held)| met | held)
            }
            Self::Seeds(counted, truth) => {
                let seeded = m.seeded(sites & counted);
                if *truth { seeded } else { sites & !seeded }
            }
            Self::Count(counted, comparison, number) => {
                let number = number.of(m);
                let others = if comparison.holds(0, number) { sites & !counted } else { 0 };
                others | m.compared(sites & counted, *comparison, number)
            }
            Self::In(set) => sites & set.of(m),
            Self::Listed(list) => {
                let listed = list.eval(m.ctx);
                let here = |site: i32| m.index(site).map_or(0, |site| 1 << site);
                sites & listed.into_iter().fold(0, |set, site| set | here(site))
            }
            Self::State(comparison, number) => {
                let number = number.of(m);
                m.compared_states(sites, *comparison, number)
            }
            Self::Is(number, truth) => {
                let site = number.of(m);
                let here = m.index(site).map_or(0, |site| 1 << site);
                sites & if *truth { here } else { !here }
            }
            Self::Apart(test) => {
                if test.holds(m) {
                    sites
                } else {
                    0
                }
            }
            Self::Each(test) => {
                let before = m.ctx.registers();
                let mut met = 0;
                for site in sites_of(sites) {
                    for &register in registers {
                        m.ctx.set(register, site as i32);
                    }
                    met |= u128::from(test.holds(m)) << site;
                }
                m.ctx.restore(before);
                met
            }
        }
    }
}

impl Mask {
    /// Whether all of some holes meet it.
    pub fn all(&self, sites: u128, registers: &[Register], m: &mut Machine<'_, '_>) -> bool {
        match self {
            Self::And(list) => list.iter().all(|item| item.all(sites, registers, m)),
            Self::Or(list) => {
                let Some((last, before)) = list.split_last() else { return sites == 0 };
                let left = before.iter().fold(sites, |left, item| left & !item.of(left, registers, m));
                left == 0 || last.all(left, registers, m)
            }
            Self::Each(test) => {
                let before = m.ctx.registers();
                let all = sites_of(sites).all(|site| {
                    for &register in registers {
                        m.ctx.set(register, site as i32);
                    }
                    test.holds(m)
                });
                m.ctx.restore(before);
                all
            }
            _ => self.of(sites, registers, m) == sites,
        }
    }

    /// How often single holes are asked: never (0), only where a condition about none of them says so (1), always (2).
    pub fn cost(&self) -> u8 {
        match self {
            Self::And(list) | Self::Or(list) => list.iter().map(Self::cost).max().unwrap_or(0),
            Self::Not(inner) => inner.cost(),
            Self::If(parts) => parts.1.cost().max(parts.2.cost()).min(1),
            Self::Each(_) => 2,
            _ => 0,
        }
    }
}

impl Lowering<'_> {
    /// A condition about the hole that some registers hold, where it can be asked.
    pub fn mask(&self, condition: &BoolFn, registers: &[Register]) -> Option<Mask> {
        // Questions to single holes come last, when few are left.
        let all = |list: &[BoolFn]| {
            let mut masks = list.iter().map(|item| self.mask(item, registers)).collect::<Option<Vec<_>>>()?;
            masks.sort_by_key(Mask::cost);
            Some(masks)
        };
        let is_apart = |condition: &BoolFn| registers.iter().all(|&register| condition.is_apart(register));
        let sees_apart = |number: &IntFn| registers.iter().all(|&register| number.is_apart(register));
        let is_held = |number: &IntFn| matches!(number, IntFn::Register(held) if registers.contains(held));
        Some(match condition {
            condition if is_apart(condition) => Mask::Apart(self.test(condition)?),
            BoolFn::And(list) => Mask::And(all(list)?),
            BoolFn::Or(list) => Mask::Or(all(list)?),
            BoolFn::Not(inner) => Mask::Not(Box::new(self.mask(inner, registers)?)),
            BoolFn::If(parts) if is_apart(&parts.0) => Mask::If(Box::new((
                self.test(&parts.0)?,
                self.mask(&parts.1, registers)?,
                self.mask(&parts.2, registers)?,
            ))),
            BoolFn::CountAt(test) if registers.contains(&test.register()) => {
                let (comparison, end, value) = test.parts();
                let counted = super::board::below(end as usize);
                let asks_seeds = matches!(
                    (comparison, value),
                    (Comparison::Greater | Comparison::NotEqual, 0) | (Comparison::GreaterEqual, 1)
                );
                let asks_none = matches!(
                    (comparison, value),
                    (Comparison::Equal | Comparison::LessEqual, 0) | (Comparison::Less, 1)
                );
                if asks_seeds || asks_none {
                    Mask::Seeds(counted, asks_seeds)
                } else {
                    Mask::Count(counted, comparison, Number::Constant(value))
                }
            }
            BoolFn::Compare(comparison, parts) => match &**parts {
                (IntFn::CountAt(kind, at), other) if is_held(at) && sees_apart(other) => {
                    Mask::Count(self.counted_set(*kind), *comparison, self.number(other)?)
                }
                (site, other) | (other, site)
                    if is_held(site)
                        && sees_apart(other)
                        && matches!(comparison, Comparison::Equal | Comparison::NotEqual) =>
                {
                    Mask::Is(self.number(other)?, *comparison == Comparison::Equal)
                }
                (IntFn::Plane(Plane::State, kind, at), other)
                    if is_held(at)
                        && sees_apart(other)
                        && *kind == self.rules.default_type()
                        && self.holes.has_states() =>
                {
                    Mask::State(*comparison, self.number(other)?)
                }
                _ => Mask::Each(self.test(condition)?),
            },
            BoolFn::InArray(parts)
                if matches!(&parts.0[..], [number] if is_held(number))
                    && self.can_ask_list(&parts.1)
                    && registers.iter().all(|&register| parts.1.is_apart(register)) =>
            {
                Mask::Listed(parts.1.clone())
            }
            BoolFn::In(parts) if is_held(&parts.0) && registers.iter().all(|&register| parts.1.is_apart(register)) => {
                match &parts.1 {
                    RegionFn::List(list) if self.listed(list).is_none() && self.can_ask_list(list) => {
                        Mask::Listed((**list).clone())
                    }
                    region => Mask::In(self.set(region)?),
                }
            }
            BoolFn::Class(register, classes) if registers.contains(register) && !self.holes.is_single => {
                Mask::Class(*classes)
            }
            BoolFn::Class(register, _) if registers.contains(register) => match self.test(condition)? {
                Test::Class(_, [true, false, _]) => Mask::Empty(true),
                Test::Class(_, [false, true, _]) => Mask::Empty(false),
                test => Mask::Each(test),
            },
            condition => Mask::Each(self.test(condition)?),
        })
    }
}
