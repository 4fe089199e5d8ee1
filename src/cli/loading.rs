//! `halfling bench --loading`: how long it takes to open descriptions.

use super::Failure;
use crate::lud::board::{self, BuildOptions};
use crate::lud::play::game::LudGame;
use crate::lud::source::Library;
use crate::lud::{Options, load};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many of the slowest are named.
const NAMED: usize = 5;

/// Opens every description of a library on this thread and prints the times: of loading, which is to read, expand and resolve it
/// and to build its board, and of compiling it after that.
pub(super) fn measure(path: &Path) -> Result<(), Failure> {
    let library = Library::open(path).map_err(Failure::misuse)?;
    let [mut loading, mut compiling] = [const { Vec::new() }; 2];
    let mut refused = 0;
    for path in library.games() {
        let began = Instant::now();
        let description = library.read(path).map_err(Failure::failed)?;
        let loaded = load(&description, &Options::default());
        if let Ok(loaded) = &loaded
            && let Some(call) = board::board_of(&loaded.tree)
        {
            // A board that cannot be built is as good a board to measure; compiling refuses it below.
            drop(board::build_with(call, BuildOptions::of_game(&loaded.tree)));
        }
        loading.push((began.elapsed(), path.as_str()));
        let began = Instant::now();
        let playable = loaded.is_ok_and(|loaded| LudGame::new(&loaded.tree, 0).is_ok());
        compiling.push((began.elapsed(), path.as_str()));
        refused += usize::from(!playable);
    }
    if loading.is_empty() {
        return Err(Failure::misuse(format!("{}: no descriptions", path.display())));
    }
    println!("{} descriptions, {refused} of them not supported", loading.len());
    print("loading", loading);
    print("compiling", compiling);
    Ok(())
}

fn print(what: &str, mut times: Vec<(Duration, &str)>) {
    times.sort_unstable();
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].0.as_secs_f64() * 1e3;
    println!(
        "{what}: {:.2} ms (median), {:.1} ms (p99), {:.1} ms (most), {:.2} s in all",
        at(0.5),
        at(0.99),
        at(1.0),
        total.as_secs_f64()
    );
    for (time, path) in times.iter().rev().take(NAMED) {
        println!("  {:>8.1} ms  {path}", time.as_secs_f64() * 1e3);
    }
}
