//! Ludii's rules as a game of the contract.

use super::java::{self, Kept, Text};
use super::moves::HostedMove;
use super::state::{HostedState, Slots};
use super::worker::{Request, Worker};
use crate::game::{Game, GameInfo, Playout, PlayoutLimit, Random, Seat, Simulation, Turn, Utilities};
use log::{debug, warn};
use rand::RngExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often an iteration that failed inside Ludii is tried with other dice before it is given up.
const ATTEMPTS: u32 = 4;

/// A game whose rules a running Ludii holds.
///
/// Ludii may throw. An iteration that throws is dropped, counted, and drawn again; where that does not help either, the
/// position counts as drawn and over, so that a search goes round it.
pub struct HostedGame {
    info: GameInfo,
    host: Kept,
    slots: Arc<Slots>,
    failures: AtomicU64,
}

impl HostedGame {
    /// The game of a host.
    pub(super) fn new(info: GameInfo, host: Kept) -> Self {
        Self { info, host, slots: Slots::new(), failures: AtomicU64::new(0) }
    }

    /// The position of the real game, which Java has put into its slot.
    pub(super) fn root(&self, worker: &mut Worker) -> Option<HostedState> {
        let slot = self.slots.root();
        worker.ask(Request::Look { slot: slot.index }).ok()?;
        Some(self.read_state(slot, worker))
    }

    /// Iterations that Ludii failed.
    pub(super) fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// How Ludii failed last.
    pub(super) fn last_failure(&self) -> Option<String> {
        java::text(&self.host, Text::Failure).filter(|text| !text.is_empty())
    }

    /// The expanded description, as Ludii holds it.
    #[must_use]
    pub fn description(&self) -> Option<String> {
        java::text(&self.host, Text::Description)
    }

    /// The options in force, one per line.
    #[must_use]
    pub fn options(&self) -> Option<String> {
        java::text(&self.host, Text::Options)
    }

    /// What happened in the real game since the last question, as `Chronicle.java` writes it, with where legal moves lead as far as
    /// it can say so in that time; with all that can be compared where nothing limits it.
    pub(super) fn news(&self, most: Option<Duration>) -> Option<String> {
        java::text(&self.host, Text::News(most.map(microseconds)))
    }

    /// The position of the real game with all that Ludii keeps of it, to go on from where how it came about is not known; with
    /// where legal moves lead, as [`HostedGame::news`].
    pub(super) fn rebuild(&self, most: Option<Duration>) -> Option<String> {
        java::text(&self.host, Text::Rebuild(most.map(microseconds)))
    }

    /// Why the move of that ply of the real game is an edit and none of Ludii's legal ones; nothing where it is one.
    pub(super) fn edit(&self, ply: usize) -> Option<String> {
        java::text(&self.host, Text::Edit(u32::try_from(ply).ok()?))
    }

    /// Where the legal moves lead that look like the one of this index: index and half of a hash of each.
    pub(super) fn same(&self, index: u32) -> Option<String> {
        java::text(&self.host, Text::Same(index))
    }

    /// The move of that index among Ludii's legal ones in the position of the real game, in people's notation.
    pub(super) fn root_move_text(&self, index: u32) -> Option<String> {
        java::text(&self.host, Text::Move(Slots::ROOT, index))
    }

    /// The other side.
    pub(super) fn host(&self) -> &Kept {
        &self.host
    }

    /// Most moves of a game.
    pub(super) fn move_limit(&self) -> Option<u32> {
        self.info.max_plies
    }

    fn read_state(&self, slot: Arc<super::state::Slot>, worker: &Worker) -> HostedState {
        HostedState {
            slot,
            turn: self.read_turn(worker),
            utilities: worker.utilities(self.info.seats),
            hash: worker.hash(),
        }
    }

    fn read_turn(&self, worker: &Worker) -> Turn {
        match worker.seat() {
            None => Turn::Over,
            Some(_) if self.info.simultaneous => Turn::Joint(worker.together()),
            Some(seat) => Turn::Player(seat),
        }
    }

    fn failed(&self, what: &str) {
        let before = self.failures.fetch_add(1, Ordering::Relaxed);
        // The first is news, the thousandth is not.
        if before == 0 {
            let how = self.last_failure().unwrap_or_else(|| "no reason given".to_owned());
            warn!("{}: {what} failed inside Ludii: {how}", self.info.name);
        } else {
            debug!("{}: {what} failed inside Ludii", self.info.name);
        }
    }

    /// Turns a state into a dead end, after Ludii failed to leave it.
    fn give_up(&self, state: &mut HostedState) {
        state.turn = Turn::Over;
        state.utilities = Utilities::all(self.info.seats, 0.0);
    }

    /// The slot in which `state` may be changed: its own where nobody else holds it.
    fn own_slot(&self, state: &mut HostedState) -> Arc<super::state::Slot> {
        if state.slot.index != Slots::ROOT && Arc::get_mut(&mut state.slot).is_some() {
            Arc::clone(&state.slot)
        } else {
            self.slots.take()
        }
    }
}

fn microseconds(time: Duration) -> u32 {
    u32::try_from(time.as_micros()).unwrap_or(u32::MAX) >> 1
}

fn java_limit(limit: PlayoutLimit) -> i32 {
    i32::try_from(limit.plies).unwrap_or(-1)
}

impl Game for HostedGame {
    type State = HostedState;
    type Move = HostedMove;
    type Workspace = Worker;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) -> Worker {
        Worker::new(&self.host).expect("Java makes a worker unless it is out of memory")
    }

    /// The dice of the start are Ludii's own: it cannot be told a seed.
    fn start(&self, worker: &mut Worker, _rng: &mut Random) -> HostedState {
        let slot = self.slots.take();
        let started = worker.ask(Request::Start { slot: slot.index });
        let mut state = self.read_state(slot, worker);
        if started.is_err() {
            self.failed("the start");
            self.give_up(&mut state);
        }
        state
    }

    fn turn(&self, state: &HostedState) -> Turn {
        state.turn
    }

    fn legal_moves(&self, state: &HostedState, seat: Seat, worker: &mut Worker, moves: &mut Vec<HostedMove>) {
        match worker.ask(Request::List { slot: state.slot.index, seat }) {
            Ok(()) => worker.read_moves(moves),
            Err(_) => self.failed("listing moves"),
        }
    }

    fn apply(&self, state: &mut HostedState, chosen: HostedMove, worker: &mut Worker, _rng: &mut Random) {
        let to = self.own_slot(state);
        let request = Request::Apply { from: state.slot.index, to: to.index, chosen };
        match worker.ask(request) {
            Ok(()) => *state = self.read_state(to, worker),
            Err(_) => {
                self.failed("a move");
                self.give_up(state);
            }
        }
    }

    fn apply_joint(&self, state: &mut HostedState, chosen: &[HostedMove], worker: &mut Worker, _rng: &mut Random) {
        let to = self.own_slot(state);
        let request = Request::ApplyJoint { from: state.slot.index, to: to.index, moves: chosen.len() as u32 };
        match worker.write_path(chosen).and_then(|()| worker.ask(request)) {
            Ok(()) => *state = self.read_state(to, worker),
            Err(_) => {
                self.failed("a turn of several players");
                self.give_up(state);
            }
        }
    }

    fn utilities(&self, state: &HostedState) -> Utilities {
        state.utilities
    }

    /// Ludii's full hash: contents, mover, scores where they count, but no repetition and no counters.
    fn hash(&self, state: &HostedState) -> u64 {
        state.hash
    }

    fn move_text(&self, state: &HostedState, chosen: HostedMove) -> String {
        let number = if self.info.simultaneous { chosen.mover() << 16 | chosen.index() } else { chosen.index() };
        let text = java::text(&self.host, Text::Move(state.slot.index, number));
        let mut text = text.unwrap_or_else(|| format!("{chosen:?}"));
        if chosen.ordinal() > 0 {
            text.push_str(&format!("#{}", chosen.ordinal() + 1));
        }
        text
    }

    fn state_text(&self, state: &HostedState) -> String {
        java::text(&self.host, Text::State(state.slot.index)).unwrap_or_default()
    }

    fn playout(
        &self,
        state: &mut HostedState,
        limit: PlayoutLimit,
        worker: &mut Worker,
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, HostedMove)>>,
    ) -> Playout {
        if state.turn == Turn::Over {
            return Playout { utilities: state.utilities, plies: 0, finished: true };
        }
        let from = state.slot.index;
        // Always into another slot: where Ludii fails, the position is still there to try again from.
        let to = self.slots.take();
        for _ in 0..ATTEMPTS {
            let request = Request::Playout {
                from,
                to: to.index,
                limit: java_limit(limit),
                trace: trace.is_some(),
                seed: rng.random(),
            };
            if worker.ask(request).is_ok() {
                if let Some(trace) = trace {
                    worker.read_trace(false, trace);
                }
                let (plies, finished) = worker.plies();
                *state = self.read_state(to, worker);
                return Playout { utilities: state.utilities, plies, finished };
            }
            self.failed("a play-out");
        }
        self.give_up(state);
        Playout { utilities: state.utilities, plies: 0, finished: false }
    }

    fn simulate(
        &self,
        root: &HostedState,
        path: &[HostedMove],
        mut listed: Option<&mut Vec<HostedMove>>,
        limit: PlayoutLimit,
        _scratch: &mut HostedState,
        worker: &mut Worker,
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, HostedMove)>>,
    ) -> Simulation {
        for _ in 0..ATTEMPTS {
            let request = Request::Simulate {
                root: root.slot.index,
                path: path.len() as u32,
                limit: java_limit(limit),
                list: listed.is_some(),
                trace: trace.is_some(),
                seed: rng.random(),
            };
            if worker.write_path(path).and_then(|()| worker.ask(request)).is_err() {
                self.failed("a simulation");
                continue;
            }
            let list = listed.is_some();
            if let Some(listed) = listed.as_deref_mut() {
                worker.read_moves(listed);
            }
            if let Some(trace) = trace {
                worker.read_trace(list, trace);
            }
            let (plies, finished) = worker.plies();
            return Simulation {
                turn: worker.seat().map_or(Turn::Over, Turn::Player),
                first: worker.first(),
                playout: Playout { utilities: worker.utilities(self.info.seats), plies, finished },
            };
        }
        let utilities = Utilities::all(self.info.seats, 0.0);
        Simulation { turn: Turn::Over, first: None, playout: Playout { utilities, plies: 0, finished: false } }
    }
}
