//! The first meeting with a game: a few random games on both sets of rules, in the background.

use super::difference;
use crate::bridge::java::{self, Kept, Text};
use crate::lud::play::game::LudGame;
use crate::lud::verify::trials;
use log::{info, warn};
use parking_lot::{Condvar, Mutex};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

/// How long Ludii plays at random, in milliseconds.
const MILLISECONDS: u32 = 600;

/// What came of a comparison: plies without a difference, or the difference.
pub(in crate::bridge) type Verdict = Result<usize, String>;

/// A comparison that is under way or done.
#[derive(Debug, Default)]
pub(in crate::bridge) struct Lockstep {
    verdict: Mutex<Option<Verdict>>,
    done: Condvar,
}

/// Comparisons by hash of the description.
static KNOWN: LazyLock<Mutex<HashMap<u64, Arc<Lockstep>>>> = LazyLock::new(Mutex::default);

impl Lockstep {
    /// The comparison of these rules, begun if nobody has yet.
    pub(super) fn of(hash: u64, game: &Arc<LudGame>, host: &Kept, description: &str) -> Arc<Self> {
        let mut known = KNOWN.lock();
        if let Some(lockstep) = known.get(&hash) {
            return Arc::clone(lockstep);
        }
        let lockstep = Arc::new(Self::default());
        known.insert(hash, Arc::clone(&lockstep));
        let (own, game, description) = (Arc::clone(&lockstep), Arc::clone(game), description.to_owned());
        let Ok(host) = java::keep(host) else {
            lockstep.finish(Err("Java is out of reach".to_owned()));
            return lockstep;
        };
        let work = move || {
            let compared = catch_unwind(AssertUnwindSafe(|| compare(&game, &host, &description)));
            own.finish(compared.unwrap_or_else(|_| Err("the native rules failed".to_owned())));
        };
        if let Err(problem) = thread::Builder::new().name("halfling-check".to_owned()).spawn(work) {
            warn!("the native rules are not compared beforehand: {problem}");
            lockstep.finish(Ok(0));
        }
        lockstep
    }

    fn finish(&self, verdict: Verdict) {
        *self.verdict.lock() = Some(verdict);
        self.done.notify_all();
    }

    /// What came of it; nothing while it is under way.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.verdict.lock().clone()
    }

    /// Waits for it, but no longer than so.
    pub(in crate::bridge) fn wait(&self, most: Duration) {
        let end = Instant::now() + most;
        let mut verdict = self.verdict.lock();
        while verdict.is_none() && !self.done.wait_until(&mut verdict, end).timed_out() {}
    }
}

fn compare(game: &LudGame, host: &Kept, description: &str) -> Verdict {
    let name = &game.rules().name;
    let seed = game.rules().players as u32 + 1;
    let Some(record) = java::text(host, Text::Random(seed, MILLISECONDS)) else {
        // Ludii itself failed: nothing is known against the native rules, and every move is compared anyway.
        return Ok(0);
    };
    match trials::replay(game, &record) {
        Ok(plies) => {
            info!("{name}: {plies} random plies are the same natively");
            Ok(plies)
        }
        Err(difference) => {
            let written = difference::write(name, description, &record);
            warn!("{name}: the native rules differ from Ludii's: {difference}; {written}");
            Err(difference.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends_with_the_verdict_or_the_time() {
        let lockstep = Arc::new(Lockstep::default());
        lockstep.wait(Duration::from_millis(1));
        assert_eq!(lockstep.verdict(), None);
        let own = Arc::clone(&lockstep);
        let other = thread::spawn(move || own.finish(Ok(7)));
        lockstep.wait(Duration::from_secs(60));
        assert_eq!(lockstep.verdict(), Some(Ok(7)));
        other.join().unwrap();
    }
}
