//! Compares boards with those that Ludii built.
//!
//! Our board is written in the format of the record, and the two are compared line by line and field by field;
//! positions may differ by 0.01.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Check, Outcome, golden_tree};
use crate::lud::board::{self, AbsoluteDirection, BuildOptions, Element, SiteType, Topology};
use crate::lud::source::Library;
use crate::lud::{self, Options};

/// Compares boards with the folder `boards` of the reference data, one game for each distinct board.
#[derive(Debug)]
pub struct Boards<'a> {
    reference: PathBuf,
    library: &'a Library,
}

impl<'a> Boards<'a> {
    /// A comparison of the library's descriptions with a folder of reference data.
    #[must_use]
    pub fn new(reference: &Path, library: &'a Library) -> Self {
        Self { reference: reference.to_owned(), library }
    }

    /// Games with the names of their recorded boards, sorted by game.
    fn index(&self) -> io::Result<Vec<(String, String)>> {
        let text = fs::read_to_string(self.reference.join("boards").join("index.tsv"))?;
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        let mut index: Vec<_> = lines.map(|(board, game)| (game.to_owned(), board.to_owned())).collect();
        index.sort();
        Ok(index)
    }

    fn compare(&self, game: &str) -> Result<(), Outcome> {
        let missing = |error: &dyn std::fmt::Display| Outcome::Refused(error.to_string());
        let index = self.index().map_err(|error| missing(&error))?;
        let (_, board) = index.iter().find(|(name, _)| name == game).ok_or_else(|| missing(&"no recorded board"))?;
        let path = self.reference.join("boards").join(format!("{board}.board.gz"));
        let expected = golden_tree::read_compressed(&path).map_err(|error| missing(&error))?;
        let description = self.library.read(game).map_err(|error| missing(&error))?;
        let tree = lud::load(&description, &Options::default()).map_err(|error| missing(&error))?.tree;
        let call = board::board_of(&tree).ok_or_else(|| missing(&"a game without a board"))?;
        let topology = board::build_with(call, BuildOptions::of_game(&tree)).map_err(|error| missing(&error))?;
        compare(&expected, &topology).map_err(|what| Outcome::Different(format!("{board}: {what}")))
    }
}

impl Check for Boards<'_> {
    fn name(&self) -> &'static str {
        "boards"
    }

    fn cases(&self) -> io::Result<Vec<String>> {
        let mut seen = HashSet::new();
        Ok(self.index()?.into_iter().filter(|(_, board)| seen.insert(board.clone())).map(|(game, _)| game).collect())
    }

    fn check(&self, case: &str) -> Outcome {
        self.compare(case).map_or_else(|outcome| outcome, |()| Outcome::Identical)
    }
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
