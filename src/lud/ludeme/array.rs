//! Functions that give a list of numbers.

use super::int::IntFn;
use super::region::RegionFn;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::Context;
use crate::lud::tree::Value;
use smallvec::SmallVec;

/// A short list of numbers.
pub type Numbers = SmallVec<[i32; 16]>;

/// A function that gives a list of numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum ArrayFn {
    /// These numbers.
    List(Vec<IntFn>),
    /// The sites of a region, ascending.
    Region(RegionFn),
}

impl ArrayFn {
    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        match value {
            Value::Array(list) => Ok(Self::List(list.iter().map(|item| c.int(item)).collect::<Compiled<Vec<_>>>()?)),
            Value::Call(call) if call.name() == "Array" && !call.get("region").is_empty() => {
                Ok(Self::Region(c.region(call.get("region"))?))
            }
            _ => Err(CompileError::shape(value, "list of numbers")),
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Numbers {
        match self {
            Self::List(list) => list.iter().map(|item| item.eval(ctx)).collect(),
            Self::Region(region) => region.eval(ctx).iter().collect(),
        }
    }
}
