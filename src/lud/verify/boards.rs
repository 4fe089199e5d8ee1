//! Compares boards with those that Ludii built.
//!
//! Our board is written in the format of the record, and the two are compared line by line and field by field;
//! positions may differ by 0.01.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use super::golden_tree;
use crate::lud::board::{self, AbsoluteDirection, BuildOptions, Element, SiteType, Topology};

/// A recorded board and a game that is played on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Name of the record, for example `b0012`.
    pub board: String,
    /// Path of the first game with this board.
    pub game: String,
}

/// Lists the recorded boards of the reference data, each with its first game.
///
/// # Errors
/// Where the index cannot be read.
pub fn records(reference: &Path) -> io::Result<Vec<Record>> {
    let index = fs::read_to_string(reference.join("boards").join("index.tsv"))?;
    let mut records: Vec<Record> = Vec::new();
    let mut seen: HashMap<&str, ()> = HashMap::new();
    for (board, game) in index.lines().filter_map(|line| line.split_once('\t')) {
        if seen.insert(board, ()).is_none() {
            records.push(Record { board: board.to_owned(), game: game.to_owned() });
        }
    }
    Ok(records)
}

/// Builds the board of a record and compares it.
///
/// # Errors
/// The first difference, or why there is nothing to compare.
pub fn check(reference: &Path, record: &Record) -> Result<(), String> {
    let path = reference.join("boards").join(format!("{}.board.gz", record.board));
    let expected = golden_tree::read_compressed(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let tree = golden_tree::read(&golden_tree::file(reference, &record.game)).map_err(|error| error.to_string())?;
    let call = board::board_of(&tree).ok_or("no board")?;
    let topology = board::build_with(call, BuildOptions::of_game(&tree)).map_err(|error| error.to_string())?;
    compare(&expected, &topology)
}

/// Compares a topology with the text of a recorded board.
///
/// # Errors
/// The first difference.
pub fn compare(expected: &str, topology: &Topology) -> Result<(), String> {
    let actual = write(topology, |kind| {
        expected.lines().any(|line| line.starts_with(&format!("type {} ", name(kind))) && line.ends_with("used=true"))
    });
    let mut lines = actual.lines();
    for (number, line) in expected.lines().filter(|line| !line.starts_with("game ")).enumerate() {
        let ours = lines.next().unwrap_or("(nothing)");
        if let Some((theirs, ours)) = difference(line, ours) {
            let head = line.split(' ').next().unwrap_or_default();
            return Err(format!("line {}, {head}: Ludii has {theirs}, here {ours}", number + 2));
        }
    }
    lines.next().map_or(Ok(()), |line| Err(format!("here also {line}")))
}

/// The first field in which two lines differ.
fn difference(theirs: &str, ours: &str) -> Option<(String, String)> {
    if theirs == ours {
        return None;
    }
    let mut mine = ours.split(' ');
    for field in theirs.split(' ') {
        let other = mine.next().unwrap_or("(nothing)");
        let same = field == other
            || match (field.strip_prefix('@'), other.strip_prefix('@')) {
                (Some(a), Some(b)) => near(a, b),
                _ => false,
            };
        if !same {
            return Some((field.to_owned(), other.to_owned()));
        }
    }
    mine.next().map(|rest| ("nothing more".to_owned(), rest.to_owned()))
}

fn near(a: &str, b: &str) -> bool {
    let numbers = |text: &str| text.split(',').map(|n| n.parse::<f64>().unwrap_or(f64::NAN)).collect::<Vec<_>>();
    let (a, b) = (numbers(a), numbers(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 0.01)
}

fn name(kind: SiteType) -> &'static str {
    match kind {
        SiteType::Cell => "Cell",
        SiteType::Vertex => "Vertex",
        SiteType::Edge => "Edge",
    }
}

fn list(ids: &[u16]) -> String {
    let mut text = String::new();
    for (n, id) in ids.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{id}", if n == 0 { "" } else { "," });
    }
    text
}

/// Writes a topology in the format of recorded boards, relations and sets for the types in use only.
#[must_use]
pub fn write(topology: &Topology, is_used: impl Fn(SiteType) -> bool) -> String {
    let mut lines = vec![format!("default {}", name(topology.default))];
    for kind in [SiteType::Cell, SiteType::Vertex, SiteType::Edge] {
        let used = is_used(kind);
        lines.push(format!("type {} n={} used={used}", name(kind), topology.count(kind)));
        for (id, site) in topology.of(kind).sites.iter().enumerate() {
            lines.push(write_site(topology, kind, id, site, used));
        }
        if used {
            write_sets(topology, kind, &mut lines);
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn write_site(topology: &Topology, kind: SiteType, id: usize, site: &Element, used: bool) -> String {
    let mut line = format!("{}{id} @{:.3},{:.3}", &name(kind)[..1], site.point[0], site.point[1]);
    let _ = write!(line, " row={} col={} layer={} label={}", site.row, site.column, site.layer, site.label);
    if kind != SiteType::Vertex {
        let _ = write!(line, " v={}", list(&site.vertices));
    }
    if used {
        let relations =
            [("orth", &site.orthogonal), ("diag", &site.diagonal), ("adj", &site.adjacent), ("off", &site.off)];
        for (label, ids) in relations {
            let _ = write!(line, " {label}={}", list(ids));
        }
        for direction in AbsoluteDirection::ALL.into_iter().filter(|direction| direction.is_specific()) {
            for radial in topology.radials(kind, id, direction) {
                let _ = write!(line, " {}:{}", direction.name(), list(&radial.sites[1..]));
            }
        }
    }
    line
}

fn write_sets(topology: &Topology, kind: SiteType, lines: &mut Vec<String>) {
    let elements = topology.of(kind);
    let sets = [
        ("corners", &elements.corners),
        ("concave", &elements.concave),
        ("convex", &elements.convex),
        ("outer", &elements.outer),
        ("perimeter", &elements.perimeter),
        ("inner", &elements.inner),
        ("major", &elements.major),
        ("minor", &elements.minor),
        ("top", &elements.top),
        ("bottom", &elements.bottom),
        ("left", &elements.left),
        ("right", &elements.right),
        ("centre", &elements.centre),
    ];
    lines.extend(sets.iter().map(|(label, ids)| format!("{label} {}", list(ids))));
    for (label, groups) in [("row", &elements.rows), ("column", &elements.columns), ("phase", &elements.phases)] {
        lines.extend(groups.iter().enumerate().map(|(n, ids)| format!("{label} {n} {}", list(ids))));
    }
    let mut sides: Vec<_> = elements.sides.iter().collect();
    sides.sort_by_key(|(direction, _)| direction.name());
    lines.extend(sides.iter().map(|(direction, ids)| format!("side {} {}", direction.name(), list(ids))));
}
