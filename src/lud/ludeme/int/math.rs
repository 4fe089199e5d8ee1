//! Arithmetic on numbers.

use super::IntFn;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};

/// An operation of arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Sum.
    Add,
    /// First minus the others.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient, towards zero; 0 where the divisor is.
    Divide,
    /// Remainder, with the sign of the first; 0 where the divisor is 0.
    Modulo,
    /// Power.
    Power,
    /// Smallest.
    Min,
    /// Largest.
    Max,
    /// Absolute value.
    Abs,
}

/// Arithmetic on some numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Math {
    operation: Operation,
    operands: Vec<IntFn>,
    /// Further operands, worked out together.
    list: Option<ArrayFn>,
}

impl Math {
    /// Arithmetic on some numbers given one by one.
    #[cfg(test)]
    #[must_use]
    pub fn of(operation: Operation, operands: Vec<IntFn>) -> Self {
        Self { operation, operands, list: None }
    }

    /// Compiles a call, where it is arithmetic.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Option<Self>> {
        let operation = match call.name() {
            "Add" => Operation::Add,
            "Sub" => Operation::Subtract,
            "Mul" => Operation::Multiply,
            "Div" => Operation::Divide,
            "Mod" => Operation::Modulo,
            "Pow" => Operation::Power,
            "Min" => Operation::Min,
            "Max" => Operation::Max,
            "Abs" => Operation::Abs,
            _ => return Ok(None),
        };
        if !call.class.starts_with("functions.ints.math.") {
            return Ok(None);
        }
        let mut operands = Vec::new();
        let list = match call.get("array") {
            Value::Empty => None,
            value => Some(ArrayFn::compile(c, value)?),
        };
        for slot in call.slots.iter().filter(|slot| slot.name != "array") {
            match &slot.value {
                Value::Empty => {}
                Value::Array(list) => {
                    for item in list {
                        operands.push(c.int(item)?);
                    }
                }
                Value::Call(_) | Value::Int(_) | Value::Constant(..) => operands.push(c.int(&slot.value)?),
                _ => return Err(c.unsupported(call)),
            }
        }
        if call.name() == "Sub" && operands.len() == 1 {
            operands.insert(0, IntFn::Constant(0));
        }
        Ok(Some(Self { operation, operands, list }))
    }

    /// The operation.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The numbers that are given one by one.
    #[must_use]
    pub fn operands(&self) -> &[IntFn] {
        &self.operands
    }

    /// Further numbers, worked out together.
    #[must_use]
    pub fn list(&self) -> Option<&ArrayFn> {
        self.list.as_ref()
    }

    /// The constant that this is, where all operands are, else itself.
    #[must_use]
    pub fn folded(self) -> IntFn {
        let constants: Option<Vec<i32>> = self.operands.iter().map(IntFn::constant).collect();
        match constants.filter(|_| self.list.is_none()) {
            Some(values) => IntFn::Constant(combine(self.operation, values.into_iter())),
            None => IntFn::Math(Box::new(self)),
        }
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.operands.iter().all(|operand| operand.is_fixed(bound))
            && self.list.as_ref().is_none_or(|list| list.is_fixed(bound))
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.operands.iter().all(|operand| operand.is_apart(register))
            && self.list.as_ref().is_none_or(|list| list.is_apart(register))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        if let Some(list) = &self.list {
            if let (ArrayFn::Results(results), Operation::Add) = (list, self.operation) {
                return results.sum(ctx);
            }
            let values = match list {
                // How often a number is there makes no difference.
                ArrayFn::Results(results) if matches!(self.operation, Operation::Min | Operation::Max) => {
                    results.different(ctx)
                }
                list => list.eval(ctx),
            };
            return match self.operation {
                // Of no values at all there is no least or greatest.
                Operation::Min | Operation::Max if values.is_empty() => -1,
                operation => combine(operation, values.into_iter()),
            };
        }
        if let [one, other] = &self.operands[..] {
            let (one, other) = (one.eval(ctx), other.eval(ctx));
            match self.operation {
                Operation::Add => return one.wrapping_add(other),
                Operation::Subtract => return one.wrapping_sub(other),
                Operation::Multiply => return one.wrapping_mul(other),
                Operation::Divide => return one.checked_div(other).unwrap_or(0),
                Operation::Modulo => return one.checked_rem(other).unwrap_or(0),
                operation => return combine(operation, [one, other].into_iter()),
            }
        }
        combine(self.operation, self.operands.iter().map(|operand| operand.eval(ctx)))
    }
}

/// Works an operation out.
pub fn combine(operation: Operation, mut values: impl Iterator<Item = i32>) -> i32 {
    let Some(first) = values.next() else { return 0 };
    match operation {
        Operation::Abs => first.wrapping_abs(),
        Operation::Add => values.fold(first, i32::wrapping_add),
        Operation::Subtract => values.fold(first, i32::wrapping_sub),
        Operation::Multiply => values.fold(first, i32::wrapping_mul),
        Operation::Divide => values.fold(first, |a, b| a.checked_div(b).unwrap_or(0)),
        Operation::Modulo => values.fold(first, |a, b| a.checked_rem(b).unwrap_or(0)),
        Operation::Power => values.fold(first, |a, b| f64::from(a).powi(b) as i32),
        Operation::Min => values.fold(first, i32::min),
        Operation::Max => values.fold(first, i32::max),
    }
}
