//! Reading `ludii.grammar`. Its header describes the format; a fault in it is a fault of this crate, so it panics.

use super::{Class, Enum, Grammar, Group, Overload, Parameter, TypeId};
use std::collections::HashMap;

#[derive(Default)]
struct Types {
    names: Vec<&'static str>,
    ids: HashMap<&'static str, TypeId>,
}

impl Types {
    fn id(&mut self, name: &'static str) -> TypeId {
        *self.ids.entry(name).or_insert_with(|| {
            self.names.push(name);
            TypeId(u16::try_from(self.names.len() - 1).expect("the language has fewer than 65536 types"))
        })
    }

    fn sorted(&mut self, names: &'static str) -> Vec<TypeId> {
        let mut ids: Vec<_> = names.split_whitespace().map(|name| self.id(name)).collect();
        ids.sort_unstable();
        ids
    }
}

/// Reads the whole table.
pub(super) fn grammar(text: &'static str) -> Grammar {
    let mut types = Types::default();
    let mut classes: Vec<Class> = Vec::new();
    let mut enums = Vec::new();
    let mut literals: [Vec<TypeId>; 4] = Default::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword {
            "literal" => {
                let (kind, names) = rest.split_once(": ").expect("a literal names its kind");
                let position = ["integer", "float", "boolean", "text"].iter().position(|&name| name == kind);
                literals[position.expect("a known kind of literal")] = types.sorted(names);
            }
            "enum" => {
                let (head, constants) = rest.split_once(':').expect("an enumeration lists its constants");
                let (path, fits) = head.split_once(" fits ").unwrap_or((head, ""));
                let constants = constants.split_whitespace().collect();
                enums.push(Enum { path, fits: types.sorted(fits), constants });
            }
            "class" => {
                let (head, fits) = rest.split_once(" fits ").unwrap_or((rest, ""));
                let (path, alias) = head.split_once(" as ").map_or((head, None), |(path, alias)| (path, Some(alias)));
                let symbol = small_initial(super::last_part(path));
                classes.push(Class { path, symbol, alias, fits: types.sorted(fits), overloads: Vec::new() });
            }
            "new" | "make" => {
                let overloads = &mut classes.last_mut().expect("overloads follow a class").overloads;
                let is_construct = keyword == "make";
                let index = overloads.iter().filter(|other: &&Overload| other.is_construct == is_construct).count();
                let parameters = rest.split_whitespace().map(|text| parameter(text, &mut types)).collect();
                let index = u8::try_from(index).expect("fewer than 256 overloads");
                overloads.push(Overload { is_construct, index, parameters });
            }
            _ => panic!("unknown line in ludii.grammar: {line}"),
        }
    }
    index(types.names, classes, enums, literals)
}

fn index(types: Vec<&'static str>, classes: Vec<Class>, enums: Vec<Enum>, literals: [Vec<TypeId>; 4]) -> Grammar {
    let mut by_name: HashMap<_, Vec<u16>> = HashMap::new();
    let mut by_path = HashMap::new();
    let mut aliases = HashMap::new();
    let mut constants: HashMap<_, Vec<u16>> = HashMap::new();
    for (id, class) in (0u16..).zip(&classes) {
        by_name.entry(class.name()).or_default().push(id);
        by_path.insert(class.path, id);
        if let Some(alias) = class.alias {
            aliases.insert(alias, class.name());
        }
    }
    for (id, members) in (0u16..).zip(&enums) {
        for &constant in &members.constants {
            constants.entry(constant).or_default().push(id);
        }
    }
    Grammar { types, classes, enums, by_name, by_path, aliases, constants, literals }
}

fn parameter(text: &'static str, types: &mut Types) -> Parameter {
    let (name, rest) = text.split_once(':').expect("a parameter has a name and a type");
    let (kind, flags) = rest.split_once('/').unwrap_or((rest, ""));
    let bare = kind.trim_end_matches("[]");
    let number = flags.bytes().find(u8::is_ascii_digit);
    let group = number.map(|number| Group { number: number - b'0', is_required: flags.contains('!') });
    Parameter {
        name,
        label: flags.contains('N').then(|| small_initial(name)),
        kind: types.id(bare),
        nesting: u8::try_from((kind.len() - bare.len()) / 2).expect("lists nest three deep at most"),
        is_never_empty_list: flags.contains('+'),
        is_optional: flags.contains('O'),
        group,
    }
}

fn small_initial(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
