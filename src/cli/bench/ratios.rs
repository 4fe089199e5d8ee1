//! Compiled games beside Ludii: the loop over games, the table, and the geometric mean.

use super::compiled::{Measure, SLICES};
use super::page::page;
use super::record::{Book, Measured, Ours, Theirs};
use super::tally::Tally;
use super::warm_up::{LOOK, WarmUp};
use super::{Args, choice, cpu};
use crate::catalog;
use crate::cli::Failure;
use crate::cli::ludii::{Driver, Ludii, Said, Timed};
use crate::run;
use parking_lot::{Mutex, RwLock};
use serde_json::{Value, json};
use std::fs;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The game that is also written in Rust by hand, and that one's name: what compiled rules are held against.
const YARDSTICK: (&str, &str) = ("Breakthrough", "breakthrough");
/// How long Ludii may be silent; a single play-out of some games takes a minute on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);
/// How many of the lowest ratios are listed at the end.
const LOWEST: usize = 10;

/// Measures the games that the command line asks for.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let jar = args.variant.library().filter(|path| path.is_file());
    let ludii = jar.map(|path| Ludii::at(path, args.jar.as_deref()));
    let mut book = Book::open(args.json.as_deref())?;
    let mut names = choice::names(args)?;
    if let Some(at) = names.iter().position(|name| name.rsplit('/').next() == Some(YARDSTICK.0)) {
        names.insert(at + 1, YARDSTICK.1.to_owned());
    }
    println!("per second: {}, {SLICES} slices of {} s by turns", cpu::MEASURED, args.seconds / f64::from(SLICES));
    println!("{}", head());
    let known = names.iter().flat_map(|name| book.entries.iter().filter(move |entry| entry.game == *name));
    for entry in known {
        println!("{}", line(entry));
    }
    if let Some(ludii) = ludii.as_ref().filter(|_| args.jobs > 1) {
        // Once, before several look for it.
        ludii.ours()?;
    }
    for time in 0..args.times {
        let missing: Vec<&String> = names.iter().filter(|name| is_missing(name, time, args.below, &book)).collect();
        measure_all(&missing, args, ludii.as_ref(), &mut book)?;
    }
    let wanted: Vec<&Measured> = names.iter().filter_map(|name| book.middle(name)).collect();
    print!("{}", summary(&wanted));
    if let Some(path) = &args.page {
        fs::write(path, page(&wanted)).map_err(|problem| Failure::failed(format!("{}: {problem}", path.display())))?;
    }
    Ok(())
}

/// Whether a game that was measured a number of times is to be measured once more.
fn is_missing(game: &str, times: usize, below: Option<f64>, book: &Book) -> bool {
    let ratio = book.middle(game).and_then(|entry| entry.ratio);
    let is_wanted = times == 0 || below.is_none_or(|below| ratio.is_some_and(|ratio| ratio < below));
    book.times(game) <= times && is_wanted
}

/// Measures games, `--jobs` of them at a time; each is printed and kept as soon as it is measured.
fn measure_all(names: &[&String], args: &Args, ludii: Option<&Ludii>, book: &mut Book) -> Result<(), Failure> {
    let (next, book, quiet) = (AtomicUsize::new(0), Mutex::new(book), Quiet::new(()));
    let work = || -> Result<(), Failure> {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let measured =
                measure(name, args, ludii, &quiet).inspect_err(|_| next.store(names.len(), Ordering::Relaxed))?;
            let mut book = book.lock();
            println!("{}", line(&measured));
            book.add(measured)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..args.jobs).map(|_| scope.spawn(work)).collect();
        let own = work();
        let results = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        results.fold(own, Result::and)
    })
}

/// Shared by those who warm up, held alone by the one who measures: two cores of a machine are often two halves of one,
/// and a busy other half slows us more than Java.
type Quiet = RwLock<()>;

/// One game, ours and Ludii's in turn.
fn measure(name: &str, args: &Args, ludii: Option<&Ludii>, quiet: &Quiet) -> Result<Measured, Failure> {
    let mut measured = Measured {
        game: name.to_owned(),
        ours: None,
        ludii: None,
        ratio: None,
        problem: String::new(),
        build: run::build(),
        when: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        load: load(),
    };
    // What is written in Rust, Ludii does not know.
    let is_built_in = catalog::BUILT_IN.iter().any(|&(own, _)| own == name);
    let wanted = ludii.filter(|_| !is_built_in);
    let mut ludii = wanted.map(|ludii| Running::start(name, args, ludii, quiet)).transpose()?;
    if let Some(Err(problem)) = &ludii {
        measured.problem = format!("Ludii: {problem}");
    }
    let slice = args.seconds / f64::from(SLICES);
    let params = (!args.playouts_only).then(|| args.agent.params().cloned().unwrap_or_default());
    let between = || {
        if let Some(Ok(running)) = &mut ludii
            && let Err(problem) = running.slice(slice)?
        {
            ludii = Some(Err(problem));
        }
        Ok(())
    };
    let alone = quiet.write();
    match catalog::open(name, Measure { seconds: args.seconds, params, between }) {
        Ok(ours) => measured.ours = Some(ours?),
        Err(problem) => measured.problem = problem.to_string(),
    }
    drop(alone);
    match ludii {
        Some(Ok(running)) => measured.ludii = running.speed(),
        Some(Err(problem)) if measured.problem.is_empty() => measured.problem = format!("Ludii: {problem}"),
        _ => {}
    }
    if let (Some(ours), Some(theirs)) = (&measured.ours, &measured.ludii) {
        measured.ratio = Some(ours.playouts / theirs.playouts);
    }
    Ok(measured)
}

/// A Ludii that plays out one game. Each game has a process of its own: what Java learned of one slows the next.
struct Running {
    driver: Driver,
    request: Value,
    warm_up: WarmUp,
    tally: Tally,
}

impl Running {
    /// Starts Ludii and warms it up. The inner error says why it cannot play the game.
    fn start(name: &str, args: &Args, ludii: &Ludii, quiet: &Quiet) -> Result<Result<Self, String>, Failure> {
        let options: Vec<&str> = name.split('|').skip(1).collect();
        if options.iter().any(|choice| choice.starts_with(catalog::RULESET)) {
            return Ok(Err("rulesets are measured without Ludii".to_owned()));
        }
        let request = match catalog::description(name) {
            // What the program carries, or a file, is not in Ludii's jar: Ludii is given the text.
            Ok(found) if !found.path.contains('/') || name.contains(".lud") => json!({"text": found.text}),
            Ok(found) => json!({"game": format!("/lud/{}.lud", found.path)}),
            Err(problem) => return Ok(Err(problem.to_string())),
        };
        let (driver, warm_up) = (Driver::new(ludii, PATIENCE), WarmUp::new(args.warm_up));
        let mut running = Self { driver, request, warm_up, tally: Tally::default() };
        running.request["do"] = json!("playouts");
        running.request["options"] = json!(options);
        // In parts, so that what is compiled while it runs is used by the next.
        while !running.warm_up.is_over() {
            let _others_may_too = quiet.read();
            if let Err(problem) = running.slice(LOOK)?.map(|timed| running.warm_up.note(timed.cpu, timed.compiled)) {
                return Ok(Err(problem));
            }
        }
        running.tally = Tally::default();
        Ok(Ok(running))
    }

    /// Plays out for so many seconds of processor, at least once. The inner error says why it could not.
    fn slice(&mut self, seconds: f64) -> Result<Result<Timed, String>, Failure> {
        self.request["seconds"] = json!(seconds);
        match self.driver.ask(&self.request)? {
            Ok(Said::Playouts(timed)) => {
                self.tally.add(timed.playouts, timed.plies, timed.cpu);
                Ok(Ok(timed))
            }
            Ok(Said::Error { reason }) => Ok(Err(reason)),
            other => Ok(Err(format!("no answer: {other:?}"))),
        }
    }

    fn speed(&self) -> Option<Theirs> {
        let (playouts, best, plies) = (self.tally.playouts_per_second(), self.tally.best(), self.tally.plies());
        (!self.tally.is_empty()).then_some(Theirs { playouts, best, plies, warm_up: self.warm_up.spent() })
    }
}

fn head() -> String {
    format!(
        "{:44} {:>11} {:>11} {:>8} {:>11} {:>8} | {:>11} {:>8} {:>7}",
        "game", "playouts/s", "moves/s", "plies", "sims/s", "clone ns", "Ludii's", "plies", "ratio"
    )
}

fn line(measured: &Measured) -> String {
    let Measured { game, ours, ludii, ratio, problem, .. } = measured;
    let number = |value: Option<f64>, digits: usize| value.map_or_else(|| "-".to_owned(), |v| format!("{v:.digits$}"));
    let of = |get: fn(&Ours) -> f64| ours.as_ref().map(get);
    let rate = |value: Option<f64>| number(value, if value.is_some_and(|v| v < 100.0) { 2 } else { 0 });
    let mut text = format!(
        "{game:44} {:>11} {:>11} {:>8} {:>11} {:>8} | {:>11} {:>8} {:>7}",
        rate(of(|ours| ours.playouts)),
        rate(of(Ours::moves)),
        number(of(|ours| ours.plies), 1),
        rate(ours.as_ref().and_then(|ours| ours.simulations)),
        number(of(|ours| ours.clone_ns), 1),
        rate(ludii.as_ref().map(|ludii| ludii.playouts)),
        number(ludii.as_ref().map(|ludii| ludii.plies), 1),
        number(*ratio, 1),
    );
    if !problem.is_empty() {
        text.push_str("  ");
        text.push_str(problem.lines().next().unwrap_or_default());
    }
    text
}

/// The geometric mean of the ratios, the same by the best slices, the lowest of them, and what is missing.
fn summary(entries: &[&Measured]) -> String {
    let mut ratios: Vec<(f64, &str)> =
        entries.iter().filter_map(|entry| entry.ratio.map(|ratio| (ratio, entry.game.as_str()))).collect();
    let mut text = String::new();
    if !ratios.is_empty() {
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mean = geometric_mean(ratios.iter().map(|&(ratio, _)| ratio));
        let best = geometric_mean(entries.iter().filter_map(|entry| entry.ratio_of_best()));
        text += &format!("geometric mean of {} ratios: {mean:.1} (of the best slices: {best:.1})\n", ratios.len());
        text += "lowest:\n";
        for (ratio, game) in ratios.iter().take(LOWEST) {
            text += &format!("{ratio:8.1}  {game}\n");
        }
    }
    let missing = entries.iter().filter(|entry| !entry.problem.is_empty()).count();
    if missing > 0 {
        text += &format!("{missing} of {} games could not be measured in full\n", entries.len());
    }
    text
}

/// The geometric mean of ratios.
pub(super) fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
    f64::exp(sum / count)
}

/// Processes that were running or waiting in the last minute, where the system tells.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(game: &str, ratio: Option<f64>, problem: &str) -> Measured {
        Measured {
            game: game.to_owned(),
            ours: None,
            ludii: None,
            ratio,
            problem: problem.to_owned(),
            build: String::new(),
            when: 0,
            load: None,
        }
    }

    #[test]
    fn the_mean_is_geometric_and_the_lowest_come_first() {
        let entries =
            [entry("Slow", Some(2.0), ""), entry("Fast", Some(50.0), ""), entry("None", None, "Ludii: no such game")];
        let text = summary(&entries.iter().collect::<Vec<_>>());
        assert!(text.contains("geometric mean of 2 ratios: 10.0"), "{text}");
        assert!(text.find("Slow").unwrap() < text.find("Fast").unwrap(), "{text}");
        assert!(text.contains("1 of 3 games"), "{text}");
        assert!(line(&entries[2]).contains("no such game"));
    }

    #[test]
    fn games_are_measured_again_where_they_are_low() {
        let mut book = Book::default();
        book.add(entry("Slow", Some(4.0), "")).unwrap();
        book.add(entry("Fast", Some(50.0), "")).unwrap();
        let missing = |time, below, book: &Book| {
            ["Slow", "Fast", "New"].into_iter().filter(|game| is_missing(game, time, below, book)).collect::<Vec<_>>()
        };
        assert_eq!(missing(0, Some(7.0), &book), ["New"], "what was measured is not repeated");
        assert_eq!(missing(1, Some(7.0), &book), ["Slow"]);
        assert_eq!(missing(1, None, &book), ["Slow", "Fast", "New"]);
        book.add(entry("Slow", Some(12.0), "")).unwrap();
        assert_eq!(missing(1, Some(7.0), &book), [""; 0], "twice is enough");
        assert_eq!(missing(2, Some(7.0), &book), ["Slow"], "the lower of two counts");
        book.add(entry("Slow", Some(13.0), "")).unwrap();
        assert_eq!(missing(3, Some(7.0), &book), [""; 0]);
    }
}
