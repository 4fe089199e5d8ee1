//! `halfling games`: lists descriptions.

use super::{Failure, output, playouts};
use crate::lud::facts::Facts;
use crate::lud::play::game::LudGame;
use crate::lud::source::Library;
use crate::lud::{self, Options, verify};
use std::io::Write as _;
use std::path::PathBuf;

/// Options of `halfling games`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// List these instead of the program's own: a Ludii.jar, a folder with lud and def, or a .lud file
    #[arg(long, value_name = "JAR|DIR")]
    ludii: Option<PathBuf>,
    /// Only games whose path or name matches; * and ? stand for anything
    #[arg(long, value_name = "GLOB")]
    games: Option<String>,
    /// Only games that the engine does not support, each with the reason
    #[arg(long)]
    unsupported: bool,
    /// Play each supported game out so often at random, and print a table of lengths and results instead
    #[arg(long, value_name = "N", conflicts_with = "unsupported", value_parser = clap::value_parser!(u64).range(2..))]
    playouts: Option<u64>,
    /// Seed of the play-outs
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let library = open(args.ludii.as_deref())?;
    let wanted = |path: &&String| args.games.as_ref().is_none_or(|pattern| verify::matches(pattern, path));
    let paths: Vec<_> = library.games().iter().filter(wanted).collect();
    if let Some(playouts) = args.playouts {
        return play_out(&library, &paths, playouts, args.seed);
    }
    let mut supported = 0;
    let mut out = Vec::new();
    if !args.unsupported {
        writeln!(out, "{:<36} {:>7}  {:<28} {:<9} category", "game", "players", "board", "supported")?;
    }
    for &path in &paths {
        let description = library.read(path).map_err(Failure::failed)?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let loaded = lud::load(&description, &Options::default());
        let fault = match &loaded {
            Ok(loaded) => LudGame::new(&loaded.tree, 0).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        };
        supported += usize::from(fault.is_none());
        match (&loaded, fault) {
            (_, Some(why)) if args.unsupported => writeln!(out, "{path}: {why}")?,
            _ if args.unsupported => {}
            (Ok(loaded), fault) => {
                writeln!(out, "{}", line(&Facts::of(loaded), name, if fault.is_none() { "yes" } else { "no" }))?;
            }
            (Err(_), _) => writeln!(out, "{name:<36} {:>7}  {:<28} no", "?", "?")?,
        }
    }
    writeln!(out, "{supported} of {} supported", paths.len())?;
    output::print(&out)
}

/// Prints what random games of the supported ones come to.
fn play_out(library: &Library, paths: &[&String], count: u64, seed: u64) -> Result<(), Failure> {
    let mut out = Vec::new();
    playouts::head(&mut out, count, seed)?;
    for &path in paths {
        let loaded = lud::load(&library.read(path).map_err(Failure::failed)?, &Options::default());
        if let Some(game) = loaded.ok().and_then(|loaded| LudGame::new(&loaded.tree, 0).ok()) {
            playouts::line(&mut out, &game, count, seed)?;
        }
    }
    output::print(&out)
}

/// The library at a path, or the program's own.
pub(super) fn open(path: Option<&std::path::Path>) -> Result<Library, Failure> {
    path.map_or_else(Library::embedded, Library::open).map_err(Failure::misuse)
}

fn line(facts: &Facts, name: &str, supported: &str) -> String {
    let Facts { players, board, category, .. } = facts;
    format!("{name:<36} {players:>7}  {board:<28} {supported:<9} {category}").trim_end().to_owned()
}
