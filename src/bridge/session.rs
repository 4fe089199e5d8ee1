//! One agent at one game in a running Ludii.

use super::hosted::HostedGame;
use super::java::Kept;
use super::moves::HostedMove;
use super::state::HostedState;
use super::worker::Worker;
use crate::agent::{Choice, Player, Spec};
use crate::game::{Game, GameInfo, Random, Turn, random_from_seed};
use crate::search::{Budget, Signal};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

/// An agent at a game. Java knows it by a number.
pub(super) struct Session {
    game: HostedGame,
    signal: Arc<Signal>,
    mind: Mutex<Mind>,
    /// The last search, put into words only when somebody asks: that takes time which the move does not have.
    finished: Mutex<Option<(Choice<HostedMove>, HostedState)>>,
    report: Mutex<String>,
    iterations: AtomicU64,
}

/// What only one thread at a time may use.
struct Mind {
    player: Box<dyn Player<HostedGame>>,
    worker: Worker,
    moves: Vec<HostedMove>,
    rng: Random,
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
const DEFAULT: &str = "uct-sqrt-sh+cbt+solver+reuse";

/// The agent that a text names; nothing is the default.
pub(super) fn spec(text: &str) -> Result<Spec, String> {
    let text = text.trim();
    (if text.is_empty() { DEFAULT } else { text }).parse().map_err(|problem| format!("{problem}"))
}

/// Opens a session and returns its number.
pub(super) fn open(info: GameInfo, host: Kept, agent: &str, seed: u64) -> Result<i64, String> {
    let spec = spec(agent)?;
    let game = HostedGame::new(info, host);
    let mut player = spec.player(&game).map_err(|problem| format!("{problem}"))?;
    let signal = Arc::new(Signal::default());
    player.attach(Arc::clone(&signal));
    let worker = game.workspace();
    let mind = Mind { player, worker, moves: Vec::new(), rng: random_from_seed(seed) };
    let session = Session {
        game,
        signal,
        mind: Mutex::new(mind),
        finished: Mutex::default(),
        report: Mutex::default(),
        iterations: AtomicU64::new(0),
    };
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    SESSIONS.lock().insert(number, Arc::new(session));
    Ok(number)
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
    /// Chooses among the legal moves of the position in the root slot. `path` leads there from the last such position.
    pub(super) fn choose(&self, path: Option<&[HostedMove]>, limits: Limits) -> Option<usize> {
        // Two searches in one session would be somebody's mistake; the second one gets no answer rather than a wait.
        let mut mind = self.mind.try_lock()?;
        let Mind { player, worker, moves, rng } = &mut *mind;
        match path {
            Some(path) => path.iter().for_each(|&step| player.played(&self.game, &[step])),
            None => player.reset(),
        }
        let root = self.game.root(worker)?;
        let Turn::Player(seat) = self.game.turn(&root) else { return None };
        let choice = player.choose(&self.game, &root, seat, &limits.budget(), rng);
        self.signal.publish(None);
        self.iterations.store(choice.iterations, Ordering::Relaxed);
        moves.clear();
        self.game.legal_moves(&root, seat, worker, moves);
        let index = moves.iter().position(|&legal| legal == choice.chosen);
        *self.finished.lock() = Some((choice, root));
        index
    }

    fn describe(&self, choice: &Choice<HostedMove>, root: &HostedState) -> String {
        let mut text = String::new();
        if let Some(analysis) = &choice.analysis {
            let words = analysis.describe(&self.game, root);
            text.push_str(&words.why);
            let _ = write!(text, "\n  main line: {}", words.principal_variation.join(" "));
            for entry in words.moves.iter().take(8) {
                let _ = write!(text, "\n  {:<12} {:>9} visits  {:+.3}", entry.text, entry.visits, entry.value);
            }
        }
        let rate = choice.iterations as f64 / choice.time.as_secs_f64().max(1e-9);
        let _ = write!(
            text,
            "\n  {} simulations on Ludii's rules in {:.3} s ({rate:.0} a second)",
            choice.iterations,
            choice.time.as_secs_f64()
        );
        if self.game.failures() > 0 {
            let how = self.game.last_failure().unwrap_or_default();
            let _ = write!(text, "\n  {} simulations failed inside Ludii ({how})", self.game.failures());
        }
        text.trim_start().to_owned()
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
        if let Some((choice, root)) = self.finished.lock().take() {
            *self.report.lock() = self.describe(&choice, &root);
        }
        self.report.lock().clone()
    }

    /// The root now: its value, then visits and value of each legal move.
    pub(super) fn glance(&self) -> Option<Vec<f32>> {
        let glance = self.signal.glance()?;
        let mut flat = Vec::with_capacity(1 + 2 * glance.moves.len());
        flat.push(glance.value);
        for &(visits, value) in &glance.moves {
            flat.extend([visits as f32, value]);
        }
        Some(flat)
    }
}

impl Limits {
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
