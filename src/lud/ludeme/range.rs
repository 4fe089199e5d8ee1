//! Ranges of numbers.

use super::int::IntFn;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::Context;
use crate::lud::tree::Value;

/// Numbers from one to another, both included.
#[derive(Debug, Clone, PartialEq)]
pub struct RangeFn {
    /// The smallest.
    pub min: IntFn,
    /// The largest.
    pub max: IntFn,
}

impl RangeFn {
    /// Compiles what stands in a slot: `(range a b)`, `(exact n)`, `(min n)`, `(max n)`, or a number alone.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let Value::Call(call) = value else {
            let only = c.int(value)?;
            return Ok(Self { min: only.clone(), max: only });
        };
        match call.name() {
            "Range" => {
                let min = c.int(call.get("min"))?;
                let max = c.opt_int(call.get("max"))?.unwrap_or_else(|| min.clone());
                Ok(Self { min, max })
            }
            "Exact" => {
                let only = c.int(call.get("value"))?;
                Ok(Self { min: only.clone(), max: only })
            }
            "Min" if call.class.contains("range") => {
                Ok(Self { min: c.int(call.get("min"))?, max: IntFn::Constant(1_000_000_000) })
            }
            // Ludii gives such a range the lower end −1; what that means is for the ludeme that uses it.
            "Max" if call.class.contains("range") => {
                Ok(Self { min: IntFn::Constant(-1), max: c.int(call.get("max"))? })
            }
            _ if call.class.contains("functions.ints") => {
                let only = c.int(value)?;
                Ok(Self { min: only.clone(), max: only })
            }
            _ => Err(CompileError::shape(value, "range")),
        }
    }

    /// Evaluates both ends.
    pub fn eval(&self, ctx: &mut Context<'_>) -> (i32, i32) {
        (self.min.eval(ctx), self.max.eval(ctx))
    }

    /// Whether it is the same in every position.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        self.min.is_fixed(bound) && self.max.is_fixed(bound)
    }
}
