//! `halfling show`: what a description comes to.

use super::{Failure, games, output};
use crate::catalog;
use crate::lud::board::{self, BuildOptions, DrawOptions, draw_svg};
use crate::lud::facts::{self, Facts};
use crate::lud::play::game::LudGame;
use crate::lud::source::Description;
use crate::lud::tree::Call;
use crate::lud::{self, Options};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Options of `halfling show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game: its name, its path in the library, or a .lud file
    game: String,
    /// Look here only: a Ludii.jar, or a folder with lud and def
    #[arg(long, value_name = "JAR|DIR")]
    ludii: Option<PathBuf>,
    /// Choose an option, as Category/Choice; may be given several times
    #[arg(long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// Choose a ruleset by its name
    #[arg(long, conflicts_with = "options")]
    ruleset: Option<String>,
    /// Draw the board with its site numbers into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The description in a file.
fn only_game(file: &Path) -> Result<Description, Failure> {
    let library = games::open(Some(file))?;
    let path = library.games().first().ok_or_else(|| Failure::misuse("the file holds no game"))?;
    library.read(path).map_err(Failure::misuse)
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let description = match &args.ludii {
        Some(path) => games::open(Some(path))?.find(&args.game).map_err(Failure::misuse),
        None if args.game.ends_with(".lud") => only_game(Path::new(&args.game)),
        None => catalog::description(&args.game).map_err(Failure::misuse),
    }?;
    let options = Options { choices: args.options.clone(), ruleset: args.ruleset.clone() };
    let loaded = lud::load(&description, &options).map_err(Failure::failed)?;
    let facts = Facts::of(&loaded);
    let mut out = Vec::new();
    writeln!(out, "{}", facts.name)?;
    writeln!(out, "path      {}", description.path)?;
    writeln!(out, "players   {}", facts.players)?;
    writeln!(out, "board     {}", facts.board)?;
    if !facts.category.is_empty() {
        writeln!(out, "category  {}", facts.category)?;
    }
    match LudGame::new(&loaded.tree, 0) {
        Ok(game) => {
            writeln!(out, "supported yes")?;
            writeln!(out, "play-outs {}", game.shortcut().unwrap_or("by the general rules"))?;
        }
        Err(error) => writeln!(out, "supported no: {error}")?,
    }
    for category in &loaded.categories {
        writeln!(out, "\noption {}", category.heading)?;
        for (index, choice) in category.choices.iter().enumerate() {
            writeln!(out, "  {} {}", if index == category.active { '*' } else { ' ' }, choice.name)?;
        }
    }
    if !loaded.rulesets.is_empty() {
        writeln!(out, "\nrulesets")?;
        for ruleset in &loaded.rulesets {
            writeln!(out, "    {}{}", ruleset.name, if ruleset.choices.is_empty() { " (not worked out)" } else { "" })?;
        }
    }
    writeln!(out, "\nequipment")?;
    for item in facts::items(&loaded.tree) {
        let texts = item.slots.iter().filter_map(|slot| slot.value.text().or_else(|| slot.value.constant()));
        writeln!(out, "    {} {}", item.symbol, texts.collect::<Vec<_>>().join(" "))?;
    }
    writeln!(out, "\nludemes")?;
    for (ludeme, count) in facts::ludemes(&loaded.tree) {
        writeln!(out, "{count:>6} {ludeme}")?;
    }
    writeln!(out, "\n{}", loaded.expanded())?;
    output::print(&out)?;
    args.svg.as_deref().map_or(Ok(()), |file| draw(&loaded.tree, file))
}

fn draw(tree: &Call, file: &Path) -> Result<(), Failure> {
    let call = board::board_of(tree).ok_or_else(|| Failure::failed("this game has no board"))?;
    let topology = board::build_with(call, BuildOptions::of_game(tree)).map_err(Failure::failed)?;
    let picture = draw_svg(&topology, &DrawOptions::for_board(call));
    std::fs::write(file, picture).map_err(|error| Failure::failed(format!("{}: {error}", file.display())))
}
