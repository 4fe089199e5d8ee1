//! Why a description does not resolve: the innermost clause that fits nowhere, and what would fit there.

use super::literal::Word;
use super::{Resolver, is_taken};
use crate::lud::error::Fault;
use crate::lud::grammar::{Class, Grammar, Overload, Parameter, TypeId};
use crate::lud::text::{Content, Token, print_short};

type Failure = (u32, Fault);

/// The first symbol or word that the language does not have.
pub(super) fn unknown_symbols(grammar: &Grammar, token: &Token<'_>) -> Result<(), Failure> {
    let mut first = Ok(());
    token.walk(&mut |token| {
        if first.is_err() {
            return;
        }
        match &token.content {
            Content::Clause(symbol, _) if grammar.classes(symbol).next().is_none() => {
                first = Err((token.at, Fault::UnknownLudeme((*symbol).to_owned(), like(grammar, symbol))));
            }
            Content::Word(word) if !Word::of(word).is_known(grammar) => {
                first = Err((token.at, Fault::UnknownWord(word.to_string())));
            }
            _ => {}
        }
    });
    first
}

/// The symbol most like an unknown one, where one is near.
fn like(grammar: &Grammar, symbol: &str) -> Option<String> {
    let limit = if symbol.len() < 4 { 1 } else { 2 };
    let near = grammar.all_classes().iter().map(|class| (distance(&class.symbol, symbol), class.symbol.as_str()));
    near.filter(|&(distance, _)| distance <= limit).min().map(|(_, symbol)| symbol.to_owned())
}

/// Number of letters to insert, delete or change to make one word of the other.
fn distance(first: &str, second: &str) -> usize {
    let second: Vec<char> = second.chars().take(32).collect();
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (i, letter) in first.chars().take(32).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &other) in second.iter().enumerate() {
            let change = corner + usize::from(letter != other);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[second.len()]
}

pub(super) fn root(resolver: &mut Resolver, class: &'static Class, token: &Token<'_>) -> Failure {
    clause(resolver, token, &[class])
}

/// Why a clause cannot be made as any of these classes.
fn clause(resolver: &mut Resolver, token: &Token<'_>, classes: &[&'static Class]) -> Failure {
    let Content::Clause(symbol, arguments) = &token.content else { return (token.at, Fault::NoGame) };
    // The overloads that get furthest are most likely meant.
    let mut furthest = 0;
    let mut stuck: Vec<&'static Parameter> = Vec::new();
    for overload in classes.iter().flat_map(|class| &class.overloads) {
        let mut reach = Reach { arguments, furthest: 0, stuck: Vec::new() };
        reach.lay(resolver, overload, &mut Vec::new(), 0);
        if reach.furthest > furthest {
            furthest = reach.furthest;
            stuck.clear();
        }
        if reach.furthest == furthest {
            stuck.append(&mut reach.stuck);
        }
    }
    let mut expected: Vec<String> = Vec::new();
    for parameter in &stuck {
        let text = describe(resolver.grammar, parameter);
        if !expected.contains(&text) {
            expected.push(text);
        }
    }
    let Some(argument) = arguments.get(furthest) else {
        return (token.at, Fault::MissingArgument((*symbol).to_owned(), expected));
    };
    let asked: Vec<_> = stuck.iter().filter(|parameter| parameter.label.as_deref() == argument.label).collect();
    if let Some(inner) =
        asked.iter().find_map(|parameter| inside(resolver, argument, parameter.kind, parameter.nesting))
    {
        return inner;
    }
    (argument.at, Fault::WrongArgument((*symbol).to_owned(), print_short(argument, 40), expected))
}

/// The fault within an argument, where the argument as such could stand here.
fn inside(resolver: &mut Resolver, token: &Token<'_>, kind: TypeId, nesting: u8) -> Option<Failure> {
    match &token.content {
        Content::List(items) if nesting > 0 => items.iter().find_map(|item| inside(resolver, item, kind, nesting - 1)),
        Content::Clause(symbol, _) if nesting == 0 => {
            let classes: Vec<_> = resolver.grammar.classes(symbol).filter(|class| class.fits(kind)).collect();
            (!classes.is_empty() && !resolver.fits(token, kind, 0)).then(|| clause(resolver, token, &classes))
        }
        _ => None,
    }
}

fn describe(grammar: &Grammar, parameter: &Parameter) -> String {
    let label = parameter.label.as_ref().map(|label| format!("{label}:")).unwrap_or_default();
    let name = grammar.type_name(parameter.kind);
    let (open, close) = ("{".repeat(parameter.nesting.into()), "}".repeat(parameter.nesting.into()));
    format!("{label}{open}{name}{close}")
}

/// How far the arguments of a clause go into an overload's slots, and which slots the next one was tried in.
struct Reach<'a, 'b> {
    arguments: &'a [Token<'b>],
    furthest: usize,
    stuck: Vec<&'static Parameter>,
}

impl Reach<'_, '_> {
    fn lay(&mut self, resolver: &mut Resolver, overload: &'static Overload, filled: &mut Vec<bool>, used: usize) {
        resolver.steps += 1;
        let Some(parameter) = overload.parameters.get(filled.len()) else { return };
        if resolver.steps > super::MAX_STEPS + super::MAX_STEPS / 2 || self.furthest > used && filled.len() > 8 {
            return;
        }
        if used > self.furthest {
            self.furthest = used;
            self.stuck.clear();
        }
        if is_taken(overload, filled, parameter) {
            filled.push(false);
            self.lay(resolver, overload, filled, used);
            filled.pop();
            return;
        }
        if used == self.furthest && !self.stuck.iter().any(|other| std::ptr::eq(*other, parameter)) {
            self.stuck.push(parameter);
        }
        if let Some(argument) = self.arguments.get(used)
            && argument.label == parameter.label.as_deref()
            && resolver.fits(argument, parameter.kind, parameter.nesting)
        {
            filled.push(true);
            self.lay(resolver, overload, filled, used + 1);
            if self.furthest < used + 1 {
                self.furthest = used + 1;
                self.stuck.clear();
            }
            filled.pop();
        }
        if parameter.may_be_empty() {
            filled.push(false);
            self.lay(resolver, overload, filled, used);
            filled.pop();
        }
    }
}
