//! One agent at one game in a running Ludii.

use super::hosted::HostedGame;
use super::java::Kept;
use super::moves::HostedMove;
use super::native::{Lockstep, Native, Refusal};
use super::words::Finished;
use super::worker::Worker;
use crate::agent::{Player, Spec};
use crate::game::{Game, GameInfo, Random, Seat, Turn, random_from_seed};
use crate::search::{Budget, Signal};
use log::debug;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// An agent at a game. Java knows it by a number.
pub(super) struct Session {
    game: HostedGame,
    signal: Arc<Signal>,
    mind: Mutex<Mind>,
    /// Whether searches run on the engine's own rules.
    is_native: AtomicBool,
    /// The comparison of those with Ludii's at the first meeting.
    lockstep: Option<Arc<Lockstep>>,
    /// For each move that a search under way sees the index of Ludii's, where they are not the same.
    order: Mutex<Option<Vec<u32>>>,
    /// The last search, put into words only when somebody asks: that takes time which the move does not have.
    finished: Mutex<Option<Finished>>,
    report: Mutex<String>,
    iterations: AtomicU64,
}

/// What only one thread at a time may use.
struct Mind {
    player: Box<dyn Player<HostedGame>>,
    worker: Worker,
    moves: Vec<HostedMove>,
    rng: Random,
    native: Option<Native>,
    /// Why the engine's own rules are not used.
    why_not: String,
}

/// What Ludii allows one move to cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Not positive: none.
    pub(super) seconds: f64,
    /// Negative: none.
    pub(super) iterations: i32,
    /// Seconds left for the game; not positive: no clock.
    pub(super) clock: f64,
}

/// Sessions by number: a number that Java still holds after closing it finds nothing, rather than freed memory.
static SESSIONS: LazyLock<Mutex<HashMap<i64, Arc<Session>>>> = LazyLock::new(Mutex::default);
static NEXT: AtomicI64 = AtomicI64::new(1);

/// The longest that a search without any limit runs, unless someone stops it.
const FOREVER: f64 = 24.0 * 3600.0;
/// The agent that plays when nobody chose one.
const DEFAULT: &str = "halfling";
/// The same where all players choose at once.
const JOINT_DEFAULT: &str = "regret-matching(gamma=0.05)+cbt";

/// The agent that a text names; nothing is the default, which depends on whether all players choose at once.
pub(super) fn spec(text: &str, simultaneous: bool) -> Result<Spec, String> {
    let usual = if simultaneous { JOINT_DEFAULT } else { DEFAULT };
    let text = text.trim();
    (if text.is_empty() { usual } else { text }).parse().map_err(|problem| format!("{problem}"))
}

/// Opens a session and returns its number.
pub(super) fn open(info: GameInfo, host: Kept, agent: &str, seed: u64) -> Result<i64, String> {
    let spec = spec(agent, info.simultaneous)?;
    let game = HostedGame::new(info, host);
    let signal = Arc::new(Signal::default());
    let worker = game.workspace();
    let (native, why_not) = match guarded_native(&game, &spec, &signal) {
        Ok(native) => (Some(native), String::new()),
        Err(reason) => {
            debug!("{}: searched on Ludii's rules: {reason}", game.info().name);
            (None, reason)
        }
    };
    // Ludii's positions are not drawn or counted, so they allow less than the native rules do; they are what is fallen back to.
    let hosted = if native.is_some() { spec.fitting().player(&game) } else { spec.player(&game) };
    let mut player = hosted.map_err(|problem| format!("{problem}"))?;
    player.attach(Arc::clone(&signal));
    let lockstep = native.as_ref().map(Native::lockstep);
    let is_native = AtomicBool::new(native.is_some());
    let mind = Mind { player, worker, moves: Vec::new(), rng: random_from_seed(seed), native, why_not };
    let session = Session {
        game,
        signal,
        mind: Mutex::new(mind),
        is_native,
        lockstep,
        order: Mutex::default(),
        finished: Mutex::default(),
        report: Mutex::default(),
        iterations: AtomicU64::new(0),
    };
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    SESSIONS.lock().insert(number, Arc::new(session));
    Ok(number)
}

/// The engine's own rules of a game, where it has them. Whatever goes wrong in making them, Ludii's are there.
fn guarded_native(game: &HostedGame, spec: &Spec, signal: &Arc<Signal>) -> Result<Native, String> {
    if game.info().simultaneous {
        return Err("all players choose at once, which the native rules do not know".to_owned());
    }
    catch_unwind(AssertUnwindSafe(|| Native::new(game, spec, signal)))
        .unwrap_or_else(|_| Err("the native rules failed".to_owned()))
}

/// The session of that number, if it is open.
pub(super) fn find(number: i64) -> Option<Arc<Session>> {
    SESSIONS.lock().get(&number).cloned()
}

/// Stops and forgets a session; it is freed when the last search in it has ended.
pub(super) fn close(number: i64) {
    let session = SESSIONS.lock().remove(&number);
    if let Some(session) = session {
        session.signal.stop();
    }
}

impl Session {
    /// Chooses among the legal moves of the position in the root slot. `path` leads there from the last such position; `seat` is
    /// who chooses where all do at once.
    pub(super) fn choose(&self, path: Option<&[HostedMove]>, seat: Seat, limits: Limits) -> Option<usize> {
        let began = Instant::now();
        // Two searches in one session would be somebody's mistake; the second one gets no answer rather than a wait.
        let mut mind = self.mind.try_lock()?;
        let root = self.game.root(&mut mind.worker)?;
        let seat = match self.game.turn(&root) {
            Turn::Player(seat) => seat,
            Turn::Joint(seats) if seats.contains(seat) => seat,
            Turn::Joint(_) | Turn::Over => return None,
        };
        if mind.native.is_some() {
            match catch_unwind(AssertUnwindSafe(|| self.choose_natively(&mut mind, seat, limits, began))) {
                Ok(Some(index)) => return Some(index),
                Ok(None) => {}
                Err(_) => self.leave_native(&mut mind, "the native rules failed".to_owned()),
            }
            *self.order.lock() = None;
        }
        let Mind { player, worker, moves, rng, why_not, .. } = &mut *mind;
        match path {
            Some(path) => path.iter().for_each(|&step| player.played(&self.game, &[step])),
            None => player.reset(),
        }
        let choice = player.choose(&self.game, &root, seat, &limits.after(began.elapsed()).budget(), rng);
        self.signal.publish(None);
        self.iterations.store(choice.iterations, Ordering::Relaxed);
        moves.clear();
        self.game.legal_moves(&root, seat, worker, moves);
        let index = moves.iter().position(|&legal| legal == choice.chosen);
        *self.finished.lock() = Some(Finished::Hosted { choice, root, why_not: why_not.clone() });
        index
    }

    /// Searches on the engine's own rules; nothing where they cannot be used.
    fn choose_natively(&self, mind: &mut Mind, seat: Seat, limits: Limits, began: Instant) -> Option<usize> {
        let native = mind.native.as_mut()?;
        let seconds = (limits.seconds > 0.0).then_some(limits.seconds);
        let agreed = match native.agree(&self.game, seat, seconds) {
            Ok(agreed) => agreed,
            Err(Refusal::ForNow(reason)) => {
                mind.why_not = reason;
                return None;
            }
            Err(Refusal::Ended(reason)) => {
                self.leave_native(mind, reason);
                return None;
            }
        };
        *self.order.lock() = Some(agreed.order().to_vec());
        let budget = limits.after(began.elapsed()).budget();
        let searched = native.search(agreed, &budget, &mut mind.rng);
        self.signal.publish(None);
        self.iterations.store(searched.choice.iterations, Ordering::Relaxed);
        match native.index(&searched, &self.game) {
            Ok(index) => {
                *self.finished.lock() = Some(Finished::Native { searched, game: Arc::clone(native.game()) });
                Some(index)
            }
            Err(Refusal::ForNow(reason)) => {
                mind.why_not = reason;
                None
            }
            Err(Refusal::Ended(reason)) => {
                self.leave_native(mind, reason);
                None
            }
        }
    }

    /// Goes back to Ludii's rules for the rest of the game, and writes down why, without keeping the move waiting.
    fn leave_native(&self, mind: &mut Mind, reason: String) {
        self.is_native.store(false, Ordering::Relaxed);
        mind.why_not = reason;
        if let Some(native) = mind.native.take() {
            native.write_difference(&self.game);
        }
    }

    /// Whether searches run on the engine's own rules.
    pub(super) fn is_native(&self) -> bool {
        self.is_native.load(Ordering::Relaxed)
    }

    /// Waits for the comparison of the engine's own rules with Ludii's, but no longer than so.
    pub(super) fn await_check(&self, most: Duration) {
        if let Some(lockstep) = &self.lockstep {
            lockstep.wait(most);
        }
    }

    /// Asks a search under way to end, or allows searches again.
    pub(super) fn interrupt(&self, wanted: bool) {
        if wanted { self.signal.stop() } else { self.signal.resume() }
    }

    /// Simulations of the last finished search.
    pub(super) fn iterations(&self) -> u64 {
        self.iterations.load(Ordering::Relaxed)
    }

    /// The last finished search in words. The root slot must still hold the position that was searched.
    pub(super) fn report(&self) -> String {
        if let Some(finished) = self.finished.lock().take() {
            *self.report.lock() = finished.words(&self.game);
        }
        self.report.lock().clone()
    }

    /// The root now: its value, then visits and value of each legal move.
    pub(super) fn glance(&self) -> Option<Vec<f32>> {
        let glance = self.signal.glance()?;
        let order = self.order.lock();
        let place = |at: usize| order.as_ref().map_or(Some(at), |order| order.get(at).map(|&index| index as usize));
        let mut flat = vec![0.0; 1 + 2 * glance.moves.len()];
        flat[0] = glance.value;
        for (at, &(visits, value)) in glance.moves.iter().enumerate() {
            let place = 1 + 2 * place(at)?;
            flat.get_mut(place..place + 2)?.copy_from_slice(&[visits as f32, value]);
        }
        Some(flat)
    }
}

impl Limits {
    /// What is left of them after so much time.
    fn after(self, spent: Duration) -> Self {
        let left = |seconds: f64| if seconds > 0.0 { (seconds - spent.as_secs_f64()).max(1e-3) } else { seconds };
        Self { seconds: left(self.seconds), clock: left(self.clock), ..self }
    }

    fn budget(self) -> Budget {
        let time = (self.seconds > 0.0).then_some(self.seconds);
        let iterations = u64::try_from(self.iterations).ok().map(|count| count.max(1));
        let clock = (self.clock > 0.0).then_some(self.clock);
        Budget::new(iterations, time, clock)
            .or_else(|_| Budget::seconds(FOREVER))
            .expect("a positive number of seconds is a budget")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ludii_limits_become_a_budget() {
        let budget = Limits { seconds: 0.5, iterations: -1, clock: -1.0 }.budget();
        assert_eq!((budget.iteration_limit(), budget.time_limit().map(|t| t.as_millis())), (None, Some(500)));
        let budget = Limits { seconds: -1.0, iterations: 0, clock: 0.0 }.budget();
        assert_eq!((budget.iteration_limit(), budget.time_limit()), (Some(1), None));
        let budget = Limits { seconds: 0.0, iterations: -1, clock: -1.0 }.budget();
        assert!(budget.time_limit().is_some_and(|t| t.as_secs_f64() == FOREVER), "no limit at all");
    }

    #[test]
    fn a_closed_number_finds_nothing() {
        close(12345);
        assert!(find(12345).is_none());
    }
}
