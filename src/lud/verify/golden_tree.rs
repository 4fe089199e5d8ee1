//! Resolved trees as Ludii made them, out of the reference data.
//!
//! One line per node in depth-first order, fields separated by tabs: depth; kind (`C` class, `CS` class that has construct
//! methods, `T` literal, `TE` constant, `A` list, `N` empty slot); class chosen; type asked for; label; symbol or
//! value; constant name of a number such as `Off`. Names of parameters are not recorded: they come from the grammar.

use crate::lud::grammar::{Class, Grammar, Parameter};
use crate::lud::tree::{Call, Place, Slot, Value};
use flate2::read::GzDecoder;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Why a recorded tree could not be read.
#[derive(Debug)]
pub enum GoldenTreeError {
    /// The file could not be read.
    Io(PathBuf, io::Error),
    /// A line of the file makes no sense: file, line number from 1, what is wrong.
    Line(PathBuf, usize, String),
}

impl fmt::Display for GoldenTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Line(path, line, what) => write!(f, "{}:{line}: {what}", path.display()),
        }
    }
}

impl std::error::Error for GoldenTreeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Line(..) => None,
        }
    }
}

/// Lists the games of a part of the reference data (`trees`, `expanded`, `trials`): paths under that part without the ending,
/// sorted, each with its file.
///
/// # Errors
/// Where the folder cannot be read.
pub fn list(reference: &Path, part: &str, ending: &str) -> io::Result<Vec<(String, PathBuf)>> {
    let root = reference.join(part);
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(game) =
                path.strip_prefix(&root).ok().and_then(|inner| inner.to_str()?.strip_suffix(ending))
            {
                files.push((game.replace('\\', "/"), path));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The file that holds the resolved tree of a game, which is named by its path under `lud` without `.lud`.
#[must_use]
pub fn file(reference: &Path, game: &str) -> PathBuf {
    reference.join("trees").join(format!("{game}.tree.gz"))
}

/// Reads a compressed file of the reference data as text.
///
/// # Errors
/// Where the file cannot be read or is not compressed text.
pub fn read_compressed(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut text)?;
    Ok(text)
}

/// Reads a recorded tree.
///
/// # Errors
/// Where the file cannot be read or does not follow the format.
pub fn read(path: &Path) -> Result<Call, GoldenTreeError> {
    let text = read_compressed(path).map_err(|error| GoldenTreeError::Io(path.to_owned(), error))?;
    parse(&text).map_err(|(line, what)| GoldenTreeError::Line(path.to_owned(), line, what))
}

/// One line of the file.
struct Node<'a> {
    line: usize,
    depth: usize,
    kind: &'a str,
    class: &'a str,
    expected: &'a str,
    label: &'a str,
    value: &'a str,
    children: Vec<Node<'a>>,
}

type Fault = (usize, String);

/// Reads a recorded tree from its text; a fault carries the line number.
pub(crate) fn parse(text: &str) -> Result<Call, Fault> {
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut root = None;
    for (number, line) in (1..).zip(text.lines()) {
        let mut node = node(number, line)?;
        while open.last().is_some_and(|last| last.depth >= node.depth) {
            close(&mut open, &mut root);
        }
        if open.is_empty() && (root.is_some() || node.depth != 0) {
            return Err((number, "a second root".to_owned()));
        }
        node.class = node.class.strip_prefix("game.").unwrap_or(node.class);
        node.expected = node.expected.strip_prefix("game.").unwrap_or(node.expected);
        open.push(node);
    }
    while !open.is_empty() {
        close(&mut open, &mut root);
    }
    call(&root.ok_or((1, "an empty tree".to_owned()))?)
}

fn close<'a>(open: &mut Vec<Node<'a>>, root: &mut Option<Node<'a>>) {
    if let Some(done) = open.pop() {
        match open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => *root = Some(done),
        }
    }
}

fn node(line: usize, text: &str) -> Result<Node<'_>, Fault> {
    let mut fields = text.split('\t');
    let depth = fields.next().and_then(|depth| depth.parse().ok()).ok_or((line, "no depth".to_owned()))?;
    let mut field = || fields.next().unwrap_or("");
    let (kind, class, expected, label, value) = (field(), field(), field(), field(), field());
    Ok(Node { line, depth, kind, class, expected, label, value, children: Vec::new() })
}

fn call(node: &Node<'_>) -> Result<Call, Fault> {
    let grammar = Grammar::get();
    let class = grammar.class(node.class).ok_or_else(|| (node.line, format!("unknown class {}", node.class)))?;
    let overload = class
        .overloads
        .iter()
        .filter(|overload| overload.parameters.len() == node.children.len())
        .find(|overload| overload.parameters.iter().zip(&node.children).all(|(slot, child)| accepts(slot, child)))
        .ok_or_else(|| (node.line, format!("no overload of {} has these arguments", node.class)))?;
    let slots = overload.parameters.iter().zip(&node.children);
    let slots =
        slots.map(|(slot, child)| Ok(Slot { name: slot.name, value: value(child)? })).collect::<Result<_, _>>()?;
    let symbol = symbol(class, node.value);
    let is_construct = overload.is_construct;
    Ok(Call { class: class.path, symbol, is_construct, overload: overload.index, slots, place: Place::default() })
}

/// The symbol as written, where the tree tells; else the class's own.
fn symbol(class: &'static Class, written: &str) -> &'static str {
    class.alias.filter(|&alias| alias == written).unwrap_or(&class.symbol)
}

fn accepts(slot: &Parameter, node: &Node<'_>) -> bool {
    match node.kind {
        "N" => slot.may_be_empty(),
        // Lists carry no label in the recorded trees even where their parameter has one.
        "A" if !node.label.is_empty() && slot.label.as_deref() != Some(node.label) => false,
        "A" => is_list_of(node, slot, slot.nesting),
        _ => slot.nesting == 0 && has_type(slot, node) && slot.label.as_deref().unwrap_or("") == node.label,
    }
}

fn is_list_of(node: &Node<'_>, slot: &Parameter, nesting: u8) -> bool {
    match node.kind {
        "A" => nesting > 0 && node.children.iter().all(|child| is_list_of(child, slot, nesting - 1)),
        _ => nesting == 0 && has_type(slot, node),
    }
}

fn has_type(slot: &Parameter, node: &Node<'_>) -> bool {
    let name = Grammar::get().type_name(slot.kind);
    node.expected.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn value(node: &Node<'_>) -> Result<Value, Fault> {
    let wrong = |what: &str| (node.line, format!("{} is no {what}", node.value));
    Ok(match (node.kind, last_part(node.class)) {
        ("N", _) => Value::Empty,
        ("A", _) => list_value(node)?,
        ("C" | "CS", _) => Value::Call(Box::new(call(node)?)),
        ("T", "String") => Value::Text(node.value.to_owned()),
        ("T", "Integer" | "int" | "IntConstant" | "DimConstant") => {
            Value::Int(node.value.parse().map_err(|_| wrong("whole number"))?)
        }
        ("T", "Float" | "float" | "FloatConstant") => Value::Float(node.value.parse().map_err(|_| wrong("number"))?),
        ("T", "Boolean" | "boolean" | "BooleanConstant") => {
            Value::Bool(node.value.to_lowercase().parse().map_err(|_| wrong("truth value"))?)
        }
        ("TE", _) => {
            let mut found = Grammar::get().constants(node.value);
            let (members, constant) =
                found.find(|(members, _)| members.path == node.class).ok_or_else(|| wrong("constant of its type"))?;
            Value::Constant(members.name(), constant)
        }
        (kind, class) => return Err((node.line, format!("unknown node {kind} {class}"))),
    })
}

/// A list. Where several overloads take an element, Ludii records it once for each of them: that happens to `(sites {})`.
fn list_value(node: &Node<'_>) -> Result<Value, Fault> {
    let mut values: Vec<Value> = Vec::with_capacity(node.children.len());
    for child in &node.children {
        let next = value(child)?;
        let is_again = values.last().is_some_and(|last| is_bare(last) && is_bare(&next));
        if !is_again {
            values.push(next);
        }
    }
    Ok(Value::Array(values))
}

/// Whether a value is a ludeme with nothing but an empty list.
fn is_bare(value: &Value) -> bool {
    let Value::Call(call) = value else { return false };
    let mut filled = call.slots.iter().map(|slot| &slot.value).filter(|value| !value.is_empty());
    matches!((filled.next(), filled.next()), (Some(Value::Array(inner)), None) if inner.is_empty())
}

fn last_part(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
