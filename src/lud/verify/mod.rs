//! Comparison with reference data recorded from Ludii.
//!
//! Each kind of data has its own [`Check`]; [`run`] runs one of them over all its cases, on several threads.

pub mod boards;
mod expand;
mod glob;
pub mod golden_tree;
mod table;
mod trees;
pub mod trials;

pub use boards::Boards;
pub use expand::Expand;
pub use glob::matches;
pub use table::{Speed, table};
pub(crate) use table::{category, cell};
pub use trees::Trees;
pub use trials::Trials;

use serde::Serialize;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Comparison of one kind of reference data.
pub trait Check: Sync {
    /// What is compared, as the summary names it.
    fn name(&self) -> &'static str;

    /// The names of all cases, sorted.
    ///
    /// # Errors
    /// Where the reference data cannot be read.
    fn cases(&self) -> io::Result<Vec<String>>;

    /// Compares one case.
    fn check(&self, case: &str) -> Outcome;
}

/// How a case compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// No difference.
    Identical,
    /// The first difference, and where it is.
    Different(String),
    /// Not supported, and why; never a wrong answer.
    Refused(String),
}

/// How all cases of one kind compare.
#[derive(Debug, Clone, Serialize)]
pub struct Summary {
    /// What was compared.
    pub kind: &'static str,
    /// Number of cases.
    pub total: usize,
    /// Number of cases without a difference.
    pub identical: usize,
    /// Cases without a difference.
    pub verified: Vec<String>,
    /// Cases that differ, each with its first difference.
    pub different: Vec<(String, String)>,
    /// Cases that are not supported, each with the reason.
    pub refused: Vec<(String, String)>,
    /// Seconds that it took.
    pub seconds: f64,
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} of {} identical", self.kind, self.identical, self.total)?;
        if !self.refused.is_empty() {
            write!(f, ", {} refused", self.refused.len())?;
        }
        Ok(())
    }
}

/// Large descriptions nest deep, and rules are evaluated by recursion.
const STACK: usize = 32 << 20;

/// Runs a check over the cases that `wanted` lets through, on `threads` threads; `tick` is called after each.
///
/// # Errors
/// Where the reference data cannot be read, or threads cannot be made.
pub fn run(
    check: &dyn Check,
    threads: NonZeroUsize,
    wanted: &(dyn Fn(&str) -> bool + Sync),
    begin: &mut dyn FnMut(usize),
    tick: &(dyn Fn() + Sync),
) -> io::Result<Summary> {
    let began = Instant::now();
    let cases: Vec<String> = check.cases()?.into_iter().filter(|case| wanted(case)).collect();
    begin(cases.len());
    let outcomes = Mutex::new(vec![Outcome::Identical; cases.len()]);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.get().min(cases.len()) {
            let work = || {
                while let Some((index, case)) = next_case(&next, &cases) {
                    let outcome = guarded(check, case);
                    outcomes.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[index] = outcome;
                    tick();
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        }
        io::Result::Ok(())
    })?;
    let outcomes = outcomes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (mut verified, mut different, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (case, outcome) in cases.iter().zip(outcomes) {
        match outcome {
            Outcome::Identical => verified.push(case.clone()),
            Outcome::Different(what) => different.push((case.clone(), what)),
            Outcome::Refused(why) => refused.push((case.clone(), why)),
        }
    }
    let identical = verified.len();
    let seconds = began.elapsed().as_secs_f64();
    Ok(Summary { kind: check.name(), total: cases.len(), identical, verified, different, refused, seconds })
}

fn next_case<'a>(next: &AtomicUsize, cases: &'a [String]) -> Option<(usize, &'a String)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    cases.get(index).map(|case| (index, case))
}

/// A panic in one case is a difference of that case, not the end of the run.
fn guarded(check: &dyn Check, case: &str) -> Outcome {
    panic::catch_unwind(AssertUnwindSafe(|| check.check(case))).unwrap_or_else(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Outcome::Different(format!("panicked: {text}"))
    })
}
