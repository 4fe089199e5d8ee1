//! Numbers that are reckoned from one number which a site has, for every such number beforehand.

use crate::lud::ludeme::int::{IntFn, combine};
use crate::lud::play::context::Context;

/// Numbers from 0 to below this one are gone through.
const MOST: i32 = 1024;
/// So few operations take no longer than to look up what comes of them.
const FEW: usize = 1;

/// What comes of each number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reckoned {
    of: IntFn,
    numbers: Vec<i32>,
}

impl Reckoned {
    /// Goes through all numbers, where a function has several operations on one number of a site and nothing else.
    pub fn new(function: &IntFn) -> Option<Self> {
        let mut of = None;
        let operations = operations(function, &mut of)?;
        let of = of.filter(|_| operations > FEW)?.clone();
        Some(Self { of, numbers: (0..MOST).map(|number| reckon(function, number)).collect() })
    }

    /// What comes of the number in the position at hand, where it is one of those gone through.
    #[inline]
    pub fn number(&self, ctx: &mut Context<'_>) -> Option<i32> {
        let number = self.of.eval(ctx);
        self.numbers.get(usize::try_from(number).ok()?).copied()
    }
}

/// How many operations a function has; nothing where it depends on anything else than one number of a site, which is told.
fn operations<'f>(function: &'f IntFn, of: &mut Option<&'f IntFn>) -> Option<usize> {
    match function {
        IntFn::Constant(_) => Some(0),
        IntFn::Math(math) if math.list().is_none() => {
            math.operands().iter().try_fold(1, |sum, operand| Some(sum + operations(operand, of)?))
        }
        IntFn::Plane(..) => (*of.get_or_insert(function) == function).then_some(0),
        _ => None,
    }
}

/// What a function of one number gives for it.
fn reckon(function: &IntFn, number: i32) -> i32 {
    match function {
        IntFn::Constant(value) => *value,
        IntFn::Math(math) => combine(math.operation(), math.operands().iter().map(|operand| reckon(operand, number))),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lud::board::SiteType;
    use crate::lud::ludeme::int::{Math, Operation};
    use crate::lud::play::context::Register;
    use crate::lud::play::layout::Plane;

    fn math(operation: Operation, operands: Vec<IntFn>) -> IntFn {
        IntFn::Math(Box::new(Math::of(operation, operands)))
    }

    #[test]
    fn what_comes_of_one_number_is_gone_through() {
        let value = |register| IntFn::Plane(Plane::Value, SiteType::Cell, Box::new(IntFn::Register(register)));
        let from = || value(Register::From);
        let row = math(Operation::Divide, vec![from(), IntFn::Constant(32)]);
        let column = math(Operation::Modulo, vec![from(), IntFn::Constant(32)]);
        let turned = math(Operation::Subtract, vec![math(Operation::Multiply, vec![column, IntFn::Constant(-3)]), row]);
        let reckoned = Reckoned::new(&turned).unwrap();
        assert_eq!(reckoned.of, from());
        for (number, &found) in (0..).zip(&reckoned.numbers) {
            assert_eq!(found, number % 32 * -3 - number / 32);
        }
        let of_two = math(Operation::Add, vec![turned, value(Register::To)]);
        assert_eq!(Reckoned::new(&of_two), None, "it depends on two numbers");
        let single = math(Operation::Add, vec![from(), IntFn::Constant(1)]);
        assert_eq!(Reckoned::new(&single), None, "to reckon it takes no longer");
        let of_site = math(Operation::Add, vec![single, IntFn::Register(Register::From)]);
        assert_eq!(Reckoned::new(&of_site), None, "it depends on the site itself");
    }
}
