//! The resolved tree, out of the ways that were found.

use super::literal::Word;
use super::{Resolver, Way};
use crate::lud::grammar::{Class, TypeId};
use crate::lud::text::{Content, Token};
use crate::lud::tree::{Call, Place, Slot, Value};

type Places<'a> = &'a dyn Fn(u32) -> Place;

pub(super) fn root(
    resolver: &Resolver,
    class: &'static Class,
    way: &Way,
    token: &Token<'_>,
    place: Places<'_>,
) -> Call {
    call(resolver, class, way, token, place)
}

fn call(resolver: &Resolver, class: &'static Class, way: &Way, token: &Token<'_>, place: Places<'_>) -> Call {
    let (symbol, arguments) = match &token.content {
        Content::Clause(symbol, arguments) => (*symbol, arguments.as_slice()),
        _ => ("", &[][..]),
    };
    let mut arguments = arguments.iter();
    let slots = way.overload.parameters.iter().zip(&way.filled);
    let slots = slots.map(|(parameter, &filled)| {
        let argument = if filled { arguments.next() } else { None };
        let value = argument.map_or(Value::Empty, |argument| value(resolver, argument, parameter.kind, place));
        Slot { name: parameter.name, value }
    });
    Call {
        class: class.path,
        symbol: class.alias.filter(|&alias| alias == symbol).unwrap_or(&class.symbol),
        is_construct: way.overload.is_construct,
        overload: way.overload.index,
        slots: slots.collect(),
        place: place(token.at),
    }
}

fn value(resolver: &Resolver, token: &Token<'_>, kind: TypeId, place: Places<'_>) -> Value {
    match &token.content {
        Content::List(items) => Value::Array(items.iter().map(|item| value(resolver, item, kind, place)).collect()),
        Content::Text(text) => Value::Text(text.replace('"', "")),
        Content::Word(word) => Word::of(word).value(resolver.grammar, kind),
        Content::Clause(..) => match resolver.clauses.get(&(token.at, kind)) {
            Some(Some(found)) => Value::Call(Box::new(call(resolver, found.class, &found.way, token, place))),
            // A way was only kept where all its arguments were found.
            _ => Value::Empty,
        },
    }
}
