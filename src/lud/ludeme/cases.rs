//! Conditions of which the first that holds decides, where all of them compare the same few numbers with constants: each number is
//! worked out once for all of them.

use super::boolean::{BoolFn, Comparison};
use super::int::IntFn;
use crate::lud::play::context::{Context, Register};

/// Most numbers that are worked out for a list of conditions.
const NUMBERS: usize = 8;

/// A list of conditions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cases {
    numbers: Vec<IntFn>,
    /// What has to hold of the numbers in each case, all cases one after the other, and where each ends.
    tests: Vec<Test>,
    ends: Vec<usize>,
}

/// How one of the numbers compares with a constant, or (`false`) does not.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Test {
    number: usize,
    comparison: Comparison,
    value: i32,
    truth: bool,
}

impl Cases {
    /// The cases of a list of conditions, where they ask for some numbers again and again.
    pub fn of<'c>(conditions: impl Iterator<Item = &'c BoolFn>) -> Option<Self> {
        let mut cases = Self { numbers: Vec::new(), tests: Vec::new(), ends: Vec::new() };
        for condition in conditions {
            cases.add(condition, true)?;
            cases.ends.push(cases.tests.len());
        }
        (cases.tests.len() >= 2 * cases.numbers.len() && cases.ends.len() > 1).then_some(cases)
    }

    fn add(&mut self, condition: &BoolFn, truth: bool) -> Option<()> {
        match condition {
            BoolFn::And(list) if truth => list.iter().try_for_each(|item| self.add(item, true)),
            BoolFn::Not(inner) => self.add(inner, !truth),
            BoolFn::Compare(comparison, parts) => {
                let (number, value) = (&parts.0, parts.1.constant()?);
                // What depends on nothing but the position can be asked at any time.
                if !number.is_apart(Register::From) {
                    return None;
                }
                let known = self.numbers.iter().position(|known| known == number);
                let index = known.unwrap_or_else(|| {
                    self.numbers.push(number.clone());
                    self.numbers.len() - 1
                });
                self.tests.push(Test { number: index, comparison: *comparison, value, truth });
                (self.numbers.len() <= NUMBERS).then_some(())
            }
            _ => None,
        }
    }

    /// The number of the first case that holds.
    pub fn first(&self, ctx: &mut Context<'_>) -> Option<usize> {
        let mut numbers = [0; NUMBERS];
        for (number, function) in numbers.iter_mut().zip(&self.numbers) {
            *number = function.eval(ctx);
        }
        let mut start = 0;
        self.ends.iter().position(|&end| {
            let tests = &self.tests[start..end];
            start = end;
            tests.iter().all(|test| test.comparison.holds(numbers[test.number], test.value) == test.truth)
        })
    }
}
