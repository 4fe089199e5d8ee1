//! Random inputs and mutations of real descriptions: no panic, no input over a second, no more than 256 MB.
//!
//! Runs for `HALFLING_FUZZ_SECONDS` (2 by default) or, where `HALFLING_FUZZ_INPUTS` is set, for so many inputs:
//!
//! ```sh
//! HALFLING_FUZZ_SECONDS=60 cargo test --release --test fuzz_descriptions
//! HALFLING_FUZZ_INPUTS=10000000 cargo test --release --test fuzz_descriptions
//! ```
//!
//! `HALFLING_FUZZ_SEED` chooses other inputs. With `HALFLING_LUDII_REFERENCE` Ludii's own descriptions are mutated too.

use halfling::lud::source::{Description, Library};
use halfling::lud::{Options, load};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;
use std::time::{Duration, Instant};

const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "\"",
    "(game \"G\"",
    "(players 2)",
    "(equipment {",
    "(board (square 3))",
    "(piece \"Disc\" Each)",
    "(rules",
    "(play",
    "(move Add (to (sites Empty)))",
    "(end (if (is Line 3) (result Mover Win)))",
    "(define \"A\"",
    "(\"A\" 1 2)",
    "\"A\"",
    "#1",
    "#2",
    "~",
    "..",
    "1..5",
    "\"A1\"..\"B2\"",
    "<",
    ">",
    "<O:x>",
    "(option \"O\" <O> args:{<x>}",
    "{ (item \"I\" <3> \"d\")* }",
    "(rulesets {",
    "(ruleset \"R\" {\"O/I\"})",
    "(metadata",
    "//",
    "\n",
    "\\\"",
    ":",
    "at:",
    "-1",
    "0.5",
    "True",
    "Infinity",
    "é",
    "\u{0}",
    "((",
    "))",
    "(or",
    "(and",
    "(if",
    "(forEach",
    "(sites",
    "[",
    "]",
    "*",
];

struct Fuzzer {
    rng: Xoshiro256PlusPlus,
    descriptions: Vec<Description>,
}

impl Fuzzer {
    fn pick<'a, T>(rng: &mut Xoshiro256PlusPlus, items: &'a [T]) -> &'a T {
        &items[rng.random_range(0..items.len())]
    }

    /// A short text of words of the language and a few bytes of anything.
    fn short(&mut self) -> String {
        let length = self.rng.random_range(0..24);
        let mut text = String::new();
        for _ in 0..length {
            if self.rng.random_range(0..8) == 0 {
                text.push(char::from(self.rng.random_range(0u8..=255)));
            } else {
                let word: &&str = Self::pick(&mut self.rng, WORDS);
                text.push_str(word);
            }
            if self.rng.random_range(0..2) == 0 {
                text.push(' ');
            }
        }
        text
    }

    /// A real description with some of its text cut, doubled, moved, or overwritten.
    fn mutant(&mut self) -> String {
        let source = Self::pick(&mut self.rng, &self.descriptions).text.clone();
        let other = Self::pick(&mut self.rng, &self.descriptions).text.clone();
        let mut letters: Vec<char> = source.chars().take(20_000).collect();
        let other: Vec<char> = other.chars().take(20_000).collect();
        for _ in 0..self.rng.random_range(1..4) {
            let at = self.rng.random_range(0..=letters.len());
            let end = (at + self.rng.random_range(0..60)).min(letters.len());
            match self.rng.random_range(0..5) {
                0 => drop(letters.drain(at..end)),
                1 => {
                    let copy: Vec<char> = letters[at..end].to_vec();
                    letters.splice(at..at, copy);
                }
                2 => {
                    let word: Vec<char> = Self::pick(&mut self.rng, WORDS).chars().collect();
                    letters.splice(at..at, word);
                }
                3 => {
                    let from = self.rng.random_range(0..=other.len());
                    let to = (from + self.rng.random_range(0..200)).min(other.len());
                    letters.splice(at..end, other[from..to].iter().copied());
                }
                _ => letters.truncate(at),
            }
        }
        letters.into_iter().collect()
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// Most memory that this process has held, in kilobytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn no_input_breaks_the_reader() {
    let mut libraries = vec![Library::embedded().expect("our own games read")];
    if let Some(reference) = std::env::var_os("HALFLING_LUDII_REFERENCE") {
        libraries.push(Library::open(Path::new(&reference)).expect("the reference data reads"));
    }
    let read = |library: &Library| {
        library.games().iter().map(|path| library.read(path).expect("it reads")).collect::<Vec<_>>()
    };
    let descriptions: Vec<Description> = libraries.iter().flat_map(read).collect();
    let seed = number("HALFLING_FUZZ_SEED").unwrap_or(1);
    let inputs = number("HALFLING_FUZZ_INPUTS");
    let limit = inputs.is_none().then(|| Duration::from_secs(number("HALFLING_FUZZ_SECONDS").unwrap_or(2)));
    let mut fuzzer = Fuzzer { rng: Xoshiro256PlusPlus::seed_from_u64(seed), descriptions };
    let began = Instant::now();
    let mut done = 0u64;
    while inputs.is_none_or(|most| done < most) && limit.is_none_or(|limit| began.elapsed() < limit) {
        let text = if done.is_multiple_of(10) { fuzzer.mutant() } else { fuzzer.short() };
        let defines = fuzzer.descriptions[0].defines.clone();
        let description = Description { path: "fuzz".to_owned(), text, defines };
        let started = Instant::now();
        let outcome = load(&description, &Options::default());
        // Messages and printing are part of what must not break.
        match outcome {
            Ok(loaded) => drop(loaded.expanded()),
            Err(error) => drop(error.to_string()),
        }
        assert!(
            started.elapsed() < Duration::from_secs(1),
            "input {done} took {:?}:\n{}",
            started.elapsed(),
            description.text
        );
        done += 1;
    }
    let memory = peak_memory().unwrap_or(0);
    println!("{done} inputs in {:.1} s, at most {} MB", began.elapsed().as_secs_f64(), memory / 1024);
    assert!(memory < 256 * 1024, "{memory} kB");
}
