//! `halfling bench --loading`: how long it takes to open descriptions.

use super::Failure;
use crate::lud::play::game::LudGame;
use crate::lud::source::Library;
use crate::lud::{Options, load};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many of the slowest are named.
const NAMED: usize = 5;

/// Reads, expands, resolves and compiles every description of a library on this thread, boards included, and prints the times.
pub(super) fn measure(path: &Path) -> Result<(), Failure> {
    let library = Library::open(path).map_err(Failure::misuse)?;
    let mut times: Vec<(Duration, &str)> = Vec::new();
    let mut refused = 0;
    for path in library.games() {
        let began = Instant::now();
        let description = library.read(path).map_err(Failure::failed)?;
        let playable =
            load(&description, &Options::default()).is_ok_and(|loaded| LudGame::new(&loaded.tree, 0).is_ok());
        times.push((began.elapsed(), path));
        refused += usize::from(!playable);
    }
    if times.is_empty() {
        return Err(Failure::misuse(format!("{}: no descriptions", path.display())));
    }
    times.sort_unstable();
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].0.as_secs_f64() * 1e3;
    println!(
        "loading {} descriptions: {:.2} ms (median), {:.1} ms (p99), {:.1} ms (most), {:.2} s in all; {refused} are not supported",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        total.as_secs_f64()
    );
    for (time, path) in times.iter().rev().take(NAMED) {
        println!("  {:>8.1} ms  {path}", time.as_secs_f64() * 1e3);
    }
    Ok(())
}
