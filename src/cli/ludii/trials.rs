//! `halfling ludii trials`: recorded games as files that Ludii's program opens.

use super::driver::Said;
use super::jar::Ludii;
use super::table::{Fleet, named};
use crate::catalog;
use crate::cli::Failure;
use crate::lud::play::canonical::{canonical, fnv};
use crate::lud::play::game::LudGame;
use crate::lud::{self, Options};
use crate::run::{Description, GameRecord, Title, files, read_lines, replay};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `halfling ludii trials`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    ludii: Ludii,
    /// The run whose games are written
    #[arg(value_name = "DIR")]
    run: PathBuf,
    /// Folder of the files [default: trials within the run's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only the game of this number; may be given several times
    #[arg(long, value_name = "N")]
    game: Vec<u64>,
    /// Have Ludii load each file again and compare the result
    #[arg(long)]
    check: bool,
    /// Seconds without a sign of life after which Ludii's process is replaced
    #[arg(long, default_value_t = 120.0, value_name = "SECONDS")]
    patience: f64,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let patience = Duration::try_from_secs_f64(args.patience).map_err(Failure::misuse)?;
    let description = Description::read(&args.run)?;
    let hosted = description.settings.host.is_some();
    if !hosted && let Some(jar) = args.ludii.given() {
        catalog::use_library(jar).map_err(Failure::misuse)?;
    }
    let out = args.out.clone().unwrap_or_else(|| args.run.join("trials"));
    fs::create_dir_all(&out)?;
    let out = std::path::absolute(&out)?;
    let fleet = Fleet::new(args.ludii.clone(), patience, false);
    let mut records: Vec<GameRecord> = Vec::new();
    for path in files(&args.run, "games")? {
        read_lines(&path, |record: GameRecord| {
            if record.plies > 0 && (args.game.is_empty() || args.game.contains(&record.game)) {
                records.push(record);
            }
        })?;
    }
    if records.is_empty() {
        return Err(Failure::misuse("no recorded game is left to write"));
    }
    let per_player = description.settings.play.max_plies_per_seat.unwrap_or(500);
    let (mut written, mut failed) = (0, 0);
    for record in &records {
        let path = out.join(file_name(record));
        match write(&fleet, record, hosted, per_player, &path).and_then(|()| check(args, &fleet, per_player, &path)) {
            Ok(words) => {
                written += 1;
                println!("{}{words}", path.display());
            }
            Err(reason) => {
                failed += 1;
                println!("game {} ({}): not written: {reason}", record.game, record.title);
            }
        }
    }
    println!("{written} written, {failed} not");
    if written == 0 { Err(Failure::failed("no game could be written")) } else { Ok(()) }
}

fn file_name(record: &GameRecord) -> String {
    let plain: String = record.title.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{:06}-{plain}.trl", record.game)
}

fn title(record: &GameRecord) -> Title {
    Title { name: record.title.clone(), category: record.category.clone() }
}

/// Hands a record to Ludii, which plays it again and saves it.
fn write(fleet: &Fleet, record: &GameRecord, hosted: bool, per_player: u32, path: &Path) -> Result<(), String> {
    let mut request = named(&title(record));
    request["do"] = json!("write-trial");
    request["seed"] = json!(record.seed.cast_signed());
    request["moves_per_player"] = json!(per_player);
    request["path"] = json!(path);
    if hosted {
        request["moves"] = record.moves.iter().map(|step| json!(step.1)).collect();
    } else {
        let (start, moves) = native(record)?;
        request["start"] = start;
        request["moves"] = moves;
    }
    answer(fleet, &request).map(|_| ())
}

/// The start and the moves of a native record: where each goes, and the hash of the position that it leads to.
fn native(record: &GameRecord) -> Result<(Value, Value), String> {
    let title = title(record);
    let by_path = format!("{}/{}", title.category, title.name);
    let description =
        catalog::description(&by_path).or_else(|_| catalog::description(&title.name)).map_err(|e| e.to_string())?;
    let options = Options { choices: title.name.split('|').skip(1).map(str::to_owned).collect(), ..Options::default() };
    let loaded = lud::load(&description, &options).map_err(|error| error.to_string())?;
    let game = LudGame::new(&loaded.tree, 0).map_err(|error| error.to_string())?;
    let (start, steps) = replay(&game, record).map_err(|error| error.to_string())?;
    let begin = json!(canonical(game.rules(), &start));
    let mut before = start;
    let mut moves = Vec::new();
    for (step, after) in steps {
        let hash = format!("{:016x}", fnv(&canonical(game.rules(), &after)));
        moves.push(json!([game.key(&before, step), hash]));
        before = after;
    }
    Ok((begin, Value::Array(moves)))
}

fn check(args: &Args, fleet: &Fleet, per_player: u32, path: &Path) -> Result<String, String> {
    if !args.check {
        return Ok(String::new());
    }
    let request = json!({"do": "check-trial", "path": path, "moves_per_player": per_player});
    match answer(fleet, &request)? {
        Said::Trial(trial) if trial.same => {
            Ok(format!(": Ludii replays its {} plies ({} matched), the result is the same", trial.plies, trial.matched))
        }
        Said::Trial(trial) => Err(format!("Ludii replays it with another result ({trial:?})")),
        other => Err(format!("{other:?}")),
    }
}

fn answer(fleet: &Fleet, request: &Value) -> Result<Said, String> {
    match fleet.ask(request) {
        Ok(Ok(Said::Error { reason })) => Err(reason),
        Ok(Ok(said)) => Ok(said),
        Ok(Err(lost)) => Err(format!("Ludii's process was lost: {lost:?}")),
        Err(failure) => Err(failure.to_string()),
    }
}
