//! Development driver: replays the recorded trials of all games from the golden trees (`HALFLING_LUDII_REFERENCE`).
use halfling::lud::play::game::LudGame;
use halfling::lud::verify::{golden_tree, trials};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn main() {
    let reference =
        std::env::var("HALFLING_LUDII_REFERENCE").expect("HALFLING_LUDII_REFERENCE names the reference data");
    let reference = Path::new(&reference);
    let filter = std::env::args().nth(1).unwrap_or_default();
    let verbose = std::env::args().nth(2).is_some();
    let games = golden_tree::list(reference, "trees", ".tree.gz").expect("trees");
    let games: Vec<_> = games.into_iter().filter(|(name, _)| name.contains(&filter)).collect();
    let next = AtomicUsize::new(0);
    let out = Mutex::new((0usize, Vec::new(), BTreeMap::<String, Vec<String>>::new()));
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, path)) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = std::panic::catch_unwind(|| {
                        let tree = golden_tree::read(path).map_err(|error| (true, format!("tree: {error}")))?;
                        let game = LudGame::new(&tree, 0)
                            .map_err(|error| (true, format!("{} {}", error.ludeme, error.reason)))?;
                        let text =
                            golden_tree::read_compressed(&reference.join("trials").join(format!("{name}.trial.gz")))
                                .map_err(|error| (true, error.to_string()))?;
                        trials::replay(&game, &text).map_err(|difference| (false, difference.to_string()))
                    });
                    let mut out = out.lock().unwrap();
                    match result {
                        Ok(Ok(_)) => {
                            out.0 += 1;
                            if verbose {
                                println!("OK {name}");
                            }
                        }
                        Ok(Err((true, why))) => out.2.entry(why).or_default().push(name.clone()),
                        Ok(Err((false, why))) => out.1.push(format!(
                            "{name}: {}",
                            why.chars().take(if verbose { 4000 } else { 300 }).collect::<String>()
                        )),
                        Err(panic) => {
                            let text = panic
                                .downcast_ref::<String>()
                                .cloned()
                                .or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()))
                                .unwrap_or_default();
                            out.1.push(format!("{name}: PANIC {text}"))
                        }
                    }
                }
            });
        }
    });
    let out = out.into_inner().unwrap();
    let mut unsupported: Vec<_> = out.2.iter().collect();
    unsupported.sort_by_key(|(_, games)| std::cmp::Reverse(games.len()));
    for (why, games) in &unsupported {
        println!("UNSUPPORTED {:4} {why}   e.g. {}", games.len(), games[0]);
    }
    for line in &out.1 {
        println!("DIFF {line}");
    }
    println!(
        "verified {} differ {} unsupported {} of {}",
        out.0,
        out.1.len(),
        unsupported.iter().map(|(_, games)| games.len()).sum::<usize>(),
        games.len()
    );
}
