//! From the token tree to ludemes with every argument in its slot, with the choices that Ludii makes.
//!
//! A symbol may mean several classes, and a class can be made in several ways. Ludii tries them in order: the classes that
//! fit the place, construct methods before constructors, and for each all ways to lay the arguments into the slots from left
//! to right, an argument before an empty slot. The first way that works is recorded as the choice, although Ludii goes on and
//! plays with the last overload that works: that is the same thing but for `(sites)`, which stands here as the overload for
//! regions of players with nothing in its slots, and means the region of the context. Here the answer for each clause and each
//! type that is asked of it is kept, so that no clause is tried twice for the same type.

mod build;
mod diagnose;
mod literal;

use super::error::Fault;
use super::grammar::{Class, Grammar, Overload, Parameter, TypeId};
use super::text::{Content, Token};
use super::tree::{Call, Place};
use literal::Word;
use std::collections::HashMap;

/// How often arguments may be tried in slots; all of Ludii's games stay below it.
const MAX_STEPS: usize = 5_000_000;

/// Resolves a game or match; `place` tells where a byte of the expanded text came from.
///
/// # Errors
/// What does not fit, and the offset of its first byte in the expanded text.
pub fn resolve(token: &Token<'_>, place: &dyn Fn(u32) -> Place) -> Result<Call, (u32, Fault)> {
    let grammar = Grammar::get();
    let Content::Clause(symbol, arguments) = &token.content else { return Err((token.at, Fault::NoGame)) };
    let path = match *symbol {
        "game" => "Game",
        "match" => "match.Match",
        _ => return Err((token.at, Fault::NoGame)),
    };
    let root = grammar.class(path).ok_or((token.at, Fault::NoGame))?;
    diagnose::unknown_symbols(grammar, token)?;
    let mut resolver = Resolver { grammar, clauses: HashMap::new(), steps: 0 };
    match resolver.make(root, arguments) {
        Some(way) => Ok(build::root(&resolver, root, &way, token, place)),
        None if resolver.steps > MAX_STEPS => Err((token.at, Fault::TooAmbiguous)),
        None => Err(diagnose::root(&mut resolver, root, token)),
    }
}

struct Resolver {
    grammar: &'static Grammar,
    /// What was found for a clause (by its offset) and a type asked of it.
    clauses: HashMap<(u32, TypeId), Option<Found>>,
    steps: usize,
}

#[derive(Clone)]
struct Found {
    class: &'static Class,
    way: Way,
}

/// An overload, and for each of its slots whether the next argument goes there.
#[derive(Clone)]
struct Way {
    overload: &'static Overload,
    filled: Vec<bool>,
}

impl Resolver {
    /// Whether a token can fill a slot of this type.
    fn fits(&mut self, token: &Token<'_>, kind: TypeId, nesting: u8) -> bool {
        self.steps += 1;
        match &token.content {
            _ if self.steps > MAX_STEPS + MAX_STEPS / 2 => false,
            Content::List(items) => nesting > 0 && items.iter().all(|item| self.fits(item, kind, nesting - 1)),
            _ if nesting > 0 => false,
            Content::Clause(symbol, arguments) => self.clause(token.at, symbol, arguments, kind),
            Content::Text(_) => literal::text_fits(self.grammar, kind),
            Content::Word(word) => Word::of(word).fits(self.grammar, kind),
        }
    }

    fn clause(&mut self, at: u32, symbol: &str, arguments: &[Token<'_>], kind: TypeId) -> bool {
        if let Some(known) = self.clauses.get(&(at, kind)) {
            return known.is_some();
        }
        let grammar = self.grammar;
        let found = grammar
            .classes(symbol)
            .filter(|class| class.fits(kind))
            .find_map(|class| self.make(class, arguments).map(|way| Found { class, way }));
        let is_found = found.is_some();
        self.clauses.insert((at, kind), found);
        is_found
    }

    /// The first way to make an object of a class with these arguments.
    fn make(&mut self, class: &'static Class, arguments: &[Token<'_>]) -> Option<Way> {
        class.overloads.iter().find_map(|overload| {
            if arguments.len() > overload.parameters.len() {
                return None;
            }
            let mut filled = Vec::with_capacity(overload.parameters.len());
            self.lay(overload, arguments, &mut filled, 0).then_some(Way { overload, filled })
        })
    }

    /// Lays the arguments from `used` on into the slots from `filled.len()` on.
    fn lay(&mut self, overload: &Overload, arguments: &[Token<'_>], filled: &mut Vec<bool>, used: usize) -> bool {
        self.steps += 1;
        let slot = filled.len();
        let slots = overload.parameters.len();
        if self.steps > MAX_STEPS || arguments.len() - used > slots - slot {
            return false;
        }
        if slot == slots {
            return groups_hold(overload, filled);
        }
        let parameter = &overload.parameters[slot];
        if let Some(argument) = arguments.get(used)
            && argument.label == parameter.label.as_deref()
            && !is_taken(overload, filled, parameter)
            && !(parameter.is_never_empty_list && matches!(&argument.content, Content::List(items) if items.is_empty()))
            && self.fits(argument, parameter.kind, parameter.nesting)
        {
            filled.push(true);
            if self.lay(overload, arguments, filled, used + 1) {
                return true;
            }
            filled.pop();
        }
        if parameter.may_be_empty() {
            filled.push(false);
            if self.lay(overload, arguments, filled, used) {
                return true;
            }
            filled.pop();
        }
        false
    }
}

/// Whether another alternative of the parameter's group is filled already.
fn is_taken(overload: &Overload, filled: &[bool], parameter: &Parameter) -> bool {
    let mut others = overload.parameters.iter().zip(filled);
    parameter.group.is_some() && others.any(|(other, &filled)| filled && other.group == parameter.group)
}

/// Whether each group of alternatives that must be filled is.
fn groups_hold(overload: &Overload, filled: &[bool]) -> bool {
    let mut missing = 0u16;
    let mut present = 0u16;
    for (parameter, &filled) in overload.parameters.iter().zip(filled) {
        if let Some(group) = parameter.group.filter(|group| group.is_required) {
            let bit = 1 << group.number;
            missing |= bit;
            present |= if filled { bit } else { 0 };
        }
    }
    missing == present
}
