//! What each ludeme accepts: classes, their overloads and parameters, enumerations and their constants.
//!
//! The facts stand in `ludii.grammar`, a table in a format of our own that is read once, on first use. Every name handed
//! out borrows from that table, so that a resolved tree carries no text of its own but literals.

mod read;

use std::collections::HashMap;
use std::sync::OnceLock;

/// The grammar of Ludii's game language.
#[derive(Debug)]
pub struct Grammar {
    types: Vec<&'static str>,
    classes: Vec<Class>,
    enums: Vec<Enum>,
    /// Classes by the last part of their path, in the order in which Ludii tries them.
    by_name: HashMap<&'static str, Vec<u16>>,
    by_path: HashMap<&'static str, u16>,
    /// From an alias such as `+` to the class name that it stands for.
    aliases: HashMap<&'static str, &'static str>,
    /// From a constant to the enumerations that have it.
    constants: HashMap<&'static str, Vec<u16>>,
    literals: [Vec<TypeId>; 4],
}

/// A parameter type, without its list brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u16);

/// A ludeme class.
#[derive(Debug)]
pub struct Class {
    /// Ludii's qualified name without the leading `game.`.
    pub path: &'static str,
    /// The symbol by which descriptions call it: its name with a small first letter.
    pub symbol: String,
    /// Another symbol for it, such as `+`.
    pub alias: Option<&'static str>,
    /// The parameter types that it fits, sorted.
    fits: Vec<TypeId>,
    /// Construct methods first, then constructors: the order in which Ludii tries them.
    pub overloads: Vec<Overload>,
}

/// One way to make an object of a class.
#[derive(Debug)]
pub struct Overload {
    /// Whether it is a static `construct` method.
    pub is_construct: bool,
    /// Its number among those of its kind.
    pub index: u8,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// One parameter of an overload.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The label that must be written before the argument, where there is one.
    pub label: Option<String>,
    /// Its type without list brackets.
    pub kind: TypeId,
    /// Depth of list brackets.
    pub nesting: u8,
    /// Whether an empty list is no argument for it.
    pub is_never_empty_list: bool,
    /// Whether it may be left out as such; members of a group of alternatives may be left out too.
    pub is_optional: bool,
    /// The group of alternatives that it belongs to.
    pub group: Option<Group>,
}

/// A group of alternative parameters of an overload, of which at most one is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    /// Its number within the overload, from 1.
    pub number: u8,
    /// Whether one of them must be given.
    pub is_required: bool,
}

/// An enumeration.
#[derive(Debug)]
pub struct Enum {
    /// Ludii's qualified name without the leading `game.`.
    pub path: &'static str,
    /// The parameter types that its constants fit, sorted.
    fits: Vec<TypeId>,
    /// Its constants.
    pub constants: Vec<&'static str>,
}

/// The kinds of literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Literal {
    /// A whole number.
    Integer,
    /// A number that may have a fraction.
    Float,
    /// `True` or `False`.
    Boolean,
    /// Text in quotes.
    Text,
}

impl Grammar {
    /// The grammar, read on first use.
    #[must_use]
    pub fn get() -> &'static Self {
        static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
        GRAMMAR.get_or_init(|| read::grammar(include_str!("ludii.grammar")))
    }

    /// The classes that a symbol may mean, in the order in which Ludii tries them; none where the symbol is unknown.
    pub fn classes(&self, symbol: &str) -> impl Iterator<Item = &Class> + '_ {
        let ids = self.by_name.get(capital_initial(symbol).as_str());
        let ids = ids.or_else(|| self.by_name.get(self.aliases.get(symbol)?));
        ids.into_iter().flatten().map(|&id| &self.classes[usize::from(id)])
    }

    /// Every class.
    #[must_use]
    pub fn all_classes(&self) -> &[Class] {
        &self.classes
    }

    /// The class with this path.
    #[must_use]
    pub fn class(&self, path: &str) -> Option<&Class> {
        self.by_path.get(path).map(|&id| &self.classes[usize::from(id)])
    }

    /// The enumerations with this constant, each with the constant's own text.
    ///
    /// A constant may be written with a small first letter.
    pub fn constants(&self, constant: &str) -> impl Iterator<Item = (&Enum, &'static str)> + '_ {
        let found = self.constants.get_key_value(constant);
        let found = found.or_else(|| self.constants.get_key_value(capital_initial(constant).as_str()));
        found.into_iter().flat_map(move |(&name, ids)| ids.iter().map(move |&id| (&self.enums[usize::from(id)], name)))
    }

    /// Whether a literal fits a parameter type.
    #[must_use]
    pub fn literal_fits(&self, literal: Literal, kind: TypeId) -> bool {
        self.literals[literal as usize].contains(&kind)
    }

    /// The name of a parameter type: the shortest end of its path that no other parameter type has.
    #[must_use]
    pub fn type_name(&self, kind: TypeId) -> &'static str {
        self.types[usize::from(kind.0)]
    }
}

impl Class {
    /// The last part of the path.
    #[must_use]
    pub fn name(&self) -> &'static str {
        last_part(self.path)
    }

    /// Whether it may stand where this type is asked for.
    #[must_use]
    pub fn fits(&self, kind: TypeId) -> bool {
        self.fits.binary_search(&kind).is_ok()
    }
}

impl Enum {
    /// The last part of the path.
    #[must_use]
    pub fn name(&self) -> &'static str {
        last_part(self.path)
    }

    /// Whether its constants may stand where this type is asked for.
    #[must_use]
    pub fn fits(&self, kind: TypeId) -> bool {
        self.fits.binary_search(&kind).is_ok()
    }
}

impl Parameter {
    /// Whether its slot may stay empty.
    #[must_use]
    pub fn may_be_empty(&self) -> bool {
        self.is_optional || self.group.is_some()
    }
}

fn last_part(path: &'static str) -> &'static str {
    path.rsplit(['.', '$']).next().unwrap_or(path)
}

fn capital_initial(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
