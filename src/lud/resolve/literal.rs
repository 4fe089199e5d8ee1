//! Numbers, truth values, texts and constants.

use crate::lud::grammar::{Grammar, Literal, TypeId};
use crate::lud::tree::Value;

/// Numbers that have names.
const NAMED: [(&str, i32); 4] = [("Off", -1), ("End", -2), ("Undefined", -1), ("Infinity", 1_000_000_000)];

/// What a word may mean.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    word: &'a str,
    integer: Option<i32>,
    float: Option<f32>,
    boolean: Option<bool>,
}

impl<'a> Word<'a> {
    pub(super) fn of(word: &'a str) -> Self {
        let named = NAMED.iter().find(|(name, _)| *name == word).map(|&(_, value)| value);
        let looks_numeric =
            word.starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.'));
        let integer = named.or_else(|| if looks_numeric { word.parse().ok() } else { None });
        let float = if looks_numeric { word.parse().ok() } else { None };
        let boolean = ["false", "true"].iter().position(|name| word.eq_ignore_ascii_case(name)).map(|index| index == 1);
        Self { word, integer, float, boolean }
    }

    /// Whether it means anything at all.
    pub(super) fn is_known(self, grammar: &Grammar) -> bool {
        self.integer.is_some()
            || self.float.is_some()
            || self.boolean.is_some()
            || grammar.constants(self.word).next().is_some()
    }

    pub(super) fn fits(self, grammar: &'static Grammar, kind: TypeId) -> bool {
        !matches!(self.value(grammar, kind), Value::Empty)
    }

    /// Its value where this type is asked for; empty where it does not fit.
    pub(super) fn value(self, grammar: &'static Grammar, kind: TypeId) -> Value {
        if let Some(integer) = self.integer
            && grammar.literal_fits(Literal::Integer, kind)
        {
            return Value::Int(integer);
        }
        if let Some(float) = self.float
            && grammar.literal_fits(Literal::Float, kind)
        {
            return Value::Float(float);
        }
        if let Some(boolean) = self.boolean
            && grammar.literal_fits(Literal::Boolean, kind)
        {
            return Value::Bool(boolean);
        }
        if self.integer.is_some() || self.boolean.is_some() {
            return Value::Empty;
        }
        let constant = grammar.constants(self.word).find(|(members, _)| members.fits(kind));
        constant.map_or(Value::Empty, |(members, constant)| Value::Constant(members.name(), constant))
    }
}

pub(super) fn text_fits(grammar: &Grammar, kind: TypeId) -> bool {
    grammar.literal_fits(Literal::Text, kind)
}
